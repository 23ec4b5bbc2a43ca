// The zoom from which a vertex of a line or ring is needed: Douglas-Peucker once over the whole line (Douglas and
// Peucker 1973), before it is cut into tiles, so that a line is the same on both sides of a tile's edge. A vertex is
// left out at zooms where it is closer than TOLERANCE tile units to the line without it; at the deepest zoom none is
// left out, unless it prunes. World units; iterative, so lines may have any length.

import { DEEPEST_ZOOM, unitOf } from './world-units.ts'

/** In units of a tile (1 of 4096): about 0.4 px of a 512 px tile. */
const TOLERANCE = 3
/** Zoom of a vertex that no zoom needs. */
const NEVER = DEEPEST_ZOOM + 1

export class SimplificationZooms {
  #zoom = new Uint8Array(1024)
  #stack = new Int32Array(256)
  readonly #last: number

  /** `prunes`: a vertex closer than the tolerance even at the deepest zoom gets a zoom beyond it. */
  constructor(prunes: boolean) {
    this.#last = prunes ? NEVER : DEEPEST_ZOOM
  }

  /**
   * One zoom per vertex of `line` (x, y, ...), valid until the next call. Zooms below `fromZoom` are not distinguished:
   * the feature is not drawn there.
   */
  rank(line: ArrayLike<number>, fromZoom: number): Uint8Array {
    const count = line.length / 2
    if (this.#zoom.length < count) this.#zoom = new Uint8Array(count * 2)
    const zoom = this.#zoom.fill(this.#last, 0, count)
    zoom[0] = 0
    zoom[count - 1] = 0
    if (count > 2 && fromZoom < this.#last) this.#rank(line, count, fromZoom)
    return zoom.subarray(0, count)
  }

  #rank(line: ArrayLike<number>, count: number, fromZoom: number): void {
    const zoom = this.#zoom
    let size = 0
    const push = (from: number, to: number, least: number): void => {
      if (to - from < 2) return
      if (size + 3 > this.#stack.length) {
        const grown = new Int32Array(this.#stack.length * 2)
        grown.set(this.#stack)
        this.#stack = grown
      }
      this.#stack[size++] = from
      this.#stack[size++] = to
      this.#stack[size++] = least
    }
    push(0, count - 1, fromZoom)
    while (size > 0) {
      const least = this.#stack[--size]
      const to = this.#stack[--size]
      const from = this.#stack[--size]
      const ax = line[2 * from]
      const ay = line[2 * from + 1]
      const dx = line[2 * to] - ax
      const dy = line[2 * to + 1] - ay
      const length2 = dx * dx + dy * dy
      let farthest = -1
      let best = -1
      // squares of distances are compared times length2, so that nothing is divided for each vertex
      const times = length2 === 0 ? 1 : length2
      for (let i = from + 1; i < to; i++) {
        let px = line[2 * i] - ax
        let py = line[2 * i + 1] - ay
        // how far along the line from end to end, of its length squared
        const along = px * dx + py * dy
        let off: number
        if (along > 0 && along < length2) {
          const cross = px * dy - py * dx
          off = cross * cross
        } else {
          if (along > 0) {
            px -= dx
            py -= dy
          }
          off = (px * px + py * py) * times
        }
        if (off > best) {
          best = off
          farthest = i
        }
      }
      const z = zoomOf(best / times, least)
      // no vertex between them is needed before the deepest zoom
      if (z >= this.#last) continue
      zoom[farthest] = z
      push(from, farthest, z)
      push(farthest, to, z)
    }
  }
}

/** Squares of the tolerance by zoom, in world units. */
const TOLERANCE_2 = Float64Array.from({ length: NEVER }, (_, z) => (TOLERANCE * unitOf(z)) ** 2)

/** The first zoom, `least` or deeper, at which the square of a distance in world units is not below the tolerance. */
function zoomOf(distance2: number, least: number): number {
  let z = least
  while (z < NEVER && distance2 < TOLERANCE_2[z]) z++
  return z
}
