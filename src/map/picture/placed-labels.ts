// Labels with their positions, before they are drawn.

import type { LabelBox } from './label-space.ts'
import type { PointLabel } from './list-labels.ts'

/** A piece of text at its final position. */
export interface PlacedText {
  line: PointLabel['lines'][number]['line']
  x: number
  /** baseline */
  y: number
  sizePx: number
  colour: string
  haloPx: number
  angle: number
}

export interface PlacedLabels {
  signs: { name: string; x: number; y: number }[]
  texts: PlacedText[]
  /** every reserved box */
  boxes: LabelBox[]
}

export interface Shield {
  box: LabelBox
  edge: string
  edgePx: number
}
