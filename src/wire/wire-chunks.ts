// An answer with one long text as wire JSON in UTF-8, chunk after chunk: what is written is never held as one more string.
// The chunks joined are the bytes of toWireText. The long text is the last member. Never splits a surrogate pair.

import { toWireText } from './wire-json.ts'

const CHUNK_CHARACTERS = 131_072

/** `{...head, [key]: pieces joined}`; `pieces` are spans of `text` as from, to, from, to ... */
export function toWireChunks(head: Record<string, unknown>, key: string, text: string, pieces: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [chunkOf(`${toWireText(head).slice(0, -1)},${JSON.stringify(key)}:"`)]
  let waiting = ''
  const flush = (): void => {
    if (waiting === '') return
    // without the quotes
    chunks.push(chunkOf(JSON.stringify(waiting)).subarray(1, -1))
    waiting = ''
  }
  for (let k = 0; k < pieces.length; k += 2) {
    for (let from = pieces[k]; from < pieces[k + 1]; ) {
      let to = Math.min(pieces[k + 1], from + CHUNK_CHARACTERS - waiting.length)
      const last = text.charCodeAt(to - 1)
      if (last >= 0xd800 && last <= 0xdbff && to < pieces[k + 1]) to++
      waiting += text.slice(from, to)
      if (waiting.length >= CHUNK_CHARACTERS) flush()
      from = to
    }
  }
  flush()
  chunks.push(chunkOf('"}'))
  return chunks
}

/** In memory of its own, so that it can be handed to another thread. */
export function chunkOf(text: string): Buffer {
  const chunk = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  chunk.write(text)
  return chunk
}

/** Gives the memory of chunks back, now, where it is theirs alone; nobody reads them any more. */
export function dropChunks(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks) if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
