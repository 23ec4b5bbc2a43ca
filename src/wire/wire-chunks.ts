// An answer with one long text as wire JSON in UTF-8, chunk after chunk, the long text where it lies: neither is it
// held as a string nor a second time. The chunks joined are the bytes of toWireText. The long text is the last member.

import type { Utf8Text } from './utf8-text.ts'
import { toWireText } from './wire-json.ts'

/**
 * `{...head, [key]: pieces joined}`; `pieces` are spans of `text` as from, to, from, to ..., and the text is gone
 * afterwards.
 */
export function toWireChunks(
  head: Record<string, unknown>,
  key: string,
  text: Utf8Text,
  pieces: readonly number[],
): Uint8Array[] {
  return [chunkOf(`${toWireText(head).slice(0, -1)},${JSON.stringify(key)}:"`), text.escape(pieces), chunkOf('"}')]
}

/** In memory of its own, so that it can be handed to another thread. */
export function chunkOf(text: string): Buffer {
  const chunk = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  chunk.write(text)
  return chunk
}

/** Gives the memory that chunks lie in back, now; nobody reads it any more. */
export function dropChunks(chunks: readonly Uint8Array[]): void {
  for (const { buffer } of chunks) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
