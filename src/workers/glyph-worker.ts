// A thread that makes glyph ranges from the shipped fonts, one at a time. Fonts are parsed when first needed.

import { parentPort } from 'node:worker_threads'
import type { FontName } from '../maps/glyph-fonts.ts'
import { buildGlyphRange, type FontTable } from '../maps/glyph-range.ts'

export interface ToGlyphWorker {
  stack: FontName[]
  start: number
}
export type FromGlyphWorker = { bytes: Uint8Array } | { stack: string | undefined }

const port = parentPort!
const fonts: FontTable = new Map()
port.on('message', ({ stack, start }: ToGlyphWorker) => {
  try {
    const bytes = buildGlyphRange(stack, start, fonts).slice() // a buffer of its own, handed over and not copied
    port.postMessage({ bytes } satisfies FromGlyphWorker, [bytes.buffer])
  } catch (thrown) {
    port.postMessage({ stack: thrown instanceof Error ? thrown.stack : String(thrown) } satisfies FromGlyphWorker)
  }
})
