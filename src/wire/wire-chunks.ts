// Writes an answer with one long text as wire JSON in UTF-8 chunks, with the long text in place: it is never held as a
// string or a second time. The joined chunks equal the bytes of toWireText. The long text is the last member.

import type { Utf8Text } from './utf8-text.ts'
import { toWireText } from './wire-json.ts'

/**
 * `{...head, [key]: pieces joined}`; `pieces` are spans of `text` as from, to, from, to ..., and the text is destroyed.
 */
export function toWireChunks(
  head: Record<string, unknown>,
  key: string,
  text: Utf8Text,
  pieces: readonly number[],
): Uint8Array[] {
  return [chunkOf(`${toWireText(head).slice(0, -1)},${JSON.stringify(key)}:"`), text.escape(pieces), chunkOf('"}')]
}

/** Copies the text into its own memory, so that it can be transferred to another thread. */
export function chunkOf(text: string): Buffer {
  const chunk = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  chunk.write(text)
  return chunk
}

/** Releases the memory of the chunks at once; call it when nobody reads them any more. */
export function dropChunks(chunks: readonly Uint8Array[]): void {
  for (const { buffer } of chunks) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
