// Labels with their places, before they are drawn.

import type { LabelBox } from './label-space.ts'
import type { PointLabel } from './list-labels.ts'

/** A word where it will be drawn. */
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
  /** every box that was taken */
  boxes: LabelBox[]
}

export interface Shield {
  box: LabelBox
  edge: string
  edgePx: number
}
