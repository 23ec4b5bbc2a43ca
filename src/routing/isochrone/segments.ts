// Segments of reached ways. An answer has up to millions of segments, so they are numbers in one row.

import { lengthened } from '../../storage/typed-list.ts'

/** Numbers of a segment. */
const NUMBERS = 4
const KEPT = 1 << 18

/** Straight pieces between places in whole numbers: ax, ay, bx, by. */
export class Segments {
  xy = new Int32Array(NUMBERS * 1024)
  count = 0

  begin(): void {
    this.count = 0
    if (this.xy.length > NUMBERS * KEPT) this.xy = new Int32Array(NUMBERS * 1024)
  }

  /** A segment without length is left out. */
  add(ax: number, ay: number, bx: number, by: number): void {
    if (ax === bx && ay === by) return
    const at = this.count++ * NUMBERS
    if (at === this.xy.length) this.xy = lengthened(this.xy, at * 2)
    const { xy } = this
    xy[at] = ax
    xy[at + 1] = ay
    xy[at + 2] = bx
    xy[at + 3] = by
  }
}
