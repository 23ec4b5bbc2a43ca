// A thread that makes glyph ranges from the shipped fonts, one at a time. A font is parsed when it is first needed.

import { parentPort } from 'node:worker_threads'
import type { FontName } from '../map/style/glyph-fonts.ts'
import { buildGlyphRange, type FontTable } from '../map/style/glyph-range.ts'

export interface ToGlyphWorker {
  stack: FontName[]
  start: number
}
export type FromGlyphWorker = { bytes: Uint8Array } | { stack: string | undefined }

const port = parentPort!
const fonts: FontTable = new Map()
port.on('message', ({ stack, start }: ToGlyphWorker) => {
  try {
    const bytes = buildGlyphRange(stack, start, fonts).slice() // its own buffer, so that it can be transferred
    port.postMessage({ bytes } satisfies FromGlyphWorker, [bytes.buffer])
  } catch (thrown) {
    port.postMessage({ stack: thrown instanceof Error ? thrown.stack : String(thrown) } satisfies FromGlyphWorker)
  }
})
