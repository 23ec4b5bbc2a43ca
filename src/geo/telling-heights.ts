// HOT: npm run bench -- planner
// Every point of every arc of a matrix is looked at, so what is kept is a stack of indexes.
//
// Heights along a part of a line without those that no climb depends on: whatever came before and comes after, a scan
// for turning points (src/geo/climb.ts) has the same state at the end of the part, and counts the same climbs. Left out
// are heights between two others of one climb, and ripples below the threshold that lie wholly within a climb, as in
// rainflow counting (ASTM E1049).

import { CLIMB_THRESHOLD_M } from './climb.ts'

/**
 * Writes the indexes of what is kept of heightM[0, count) to `kept`, ascending, and returns how many. The first and the
 * last always are. Heights in metres, none void.
 */
export function tellingHeights(heightM: Float64Array, count: number, kept: Int32Array): number {
  let n = 0
  for (let i = 0; i < count; i++) {
    kept[n++] = i
    while (n >= 3) {
      const d = heightM[i]
      const c = heightM[kept[n - 2]]
      const b = heightM[kept[n - 3]]
      if (isBetween(b, c, d) || b === c) kept[n - 2] = kept[--n]
      else if (n >= 4 && isRipple(heightM[kept[n - 4]], b, c, d)) {
        kept[n - 3] = kept[n - 1]
        n -= 2
      } else break
    }
  }
  return n
}

const isBetween = (b: number, c: number, d: number): boolean => (b < c && c < d) || (b > c && c > d)

/** Whether from b to c is a change of less than the threshold back on the way from a to d. */
const isRipple = (a: number, b: number, c: number, d: number): boolean =>
  Math.abs(b - c) < CLIMB_THRESHOLD_M && ((a < c && c < b && b < d) || (a > c && c > b && b > d))
