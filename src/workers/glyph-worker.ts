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
  let answer: FromGlyphWorker
  try {
    answer = { bytes: buildGlyphRange(stack, start, fonts) }
  } catch (thrown) {
    answer = { stack: thrown instanceof Error ? thrown.stack : String(thrown) }
  }
  port.postMessage(answer)
})
