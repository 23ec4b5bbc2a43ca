// What a file is, by its content, in the form in which the service takes it. Pure.

/** Looked at for what a file is. */
const HEAD_BYTES = 4096
/** Bytes at a time that become text. */
const CHUNK_BYTES = 0x8000

/** A GPX as its text; anything else as the service takes it: other texts as they are, binary files in base64. */
export function readContent(bytes: Uint8Array): { gpx: string } | { file: string } {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const isText = !head.slice(0, 1000).includes('\0') && /^\ufeff?\s*[<{]/.test(head)
  if (!isText) return { file: toBase64(bytes) }
  const text = new TextDecoder().decode(bytes)
  return /<(?:kml|TrainingCenterDatabase)[\s>]|^\ufeff?\s*\{/.test(head) ? { file: text } : { gpx: text }
}

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  return btoa(binary)
}
