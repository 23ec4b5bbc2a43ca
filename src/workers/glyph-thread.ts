// A thread that makes glyph ranges from the shipped fonts, one at a time. A font is parsed when it is first needed.

import { parentPort, workerData } from 'node:worker_threads'
import type { FontName } from '../map/style/glyph-fonts.ts'
import { buildGlyphRange, type FontTable } from '../map/style/glyph-range.ts'
import { serveCalls } from './thread-handle.ts'

export interface GlyphJobs {
  glyphs: { input: { stack: FontName[]; start: number }; answer: Uint8Array<ArrayBuffer> }
}

const fonts: FontTable = new Map()
serveCalls<{ glyphs: GlyphJobs['glyphs']['input'] }>(
  parentPort!,
  (workerData as { cancelFlag: Int32Array }).cancelFlag,
  {
    glyphs({ stack, start }) {
      const bytes = buildGlyphRange(stack, start, fonts).slice() // its own buffer, so that it can be transferred
      return { answer: bytes, transfer: [bytes.buffer] }
    },
  },
)
