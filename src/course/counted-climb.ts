// Climb along a line, piece by piece: the turning points of src/geo/climb.ts, and between two of them the highest (or
// lowest) height so far, so that the pieces add up to the climb of the whole. Nothing is counted across a void or a
// part that is not travelled. A step between two points steeper than 45 degrees counts as 45 degrees: no way is
// steeper, and a false jump in a recording is no climb.

import { turningPoints } from '../geo/climb.ts'

/** Rise over run of the steepest step that counts. */
export const STEEPEST = 1

export interface CountedClimb {
  /** metres up and down from point i to point i + 1 */
  upM: Float64Array
  downM: Float64Array
  ascentM: number
  descentM: number
}

/** `travelled`: by point, 1 where somebody moves on from it; heights are NaN where void. */
export function countedClimb(atM: Float64Array, heightM: Float64Array, travelled: Uint8Array): CountedClimb {
  const last = atM.length - 1
  // one block of memory: three cost more than their content
  const block = new ArrayBuffer(atM.length * 3 * 8)
  const column = (index: number, length: number) => new Float64Array(block, index * atM.length * 8, length)
  const climb: CountedClimb = {
    upM: column(0, Math.max(0, last)),
    downM: column(1, Math.max(0, last)),
    ascentM: 0,
    descentM: 0,
  }
  const heights = column(2, atM.length)
  let from = 0
  while (from < last) {
    if (Number.isNaN(heightM[from]) || Number.isNaN(heightM[from + 1]) || travelled[from] !== 1) {
      from++
      continue
    }
    heights[from] = heightM[from]
    let to = from
    let tooMuchM = 0
    do {
      tooMuchM += beyondSteepestM(heightM[to + 1] - heightM[to], atM[to + 1] - atM[to])
      heights[to + 1] = heightM[to + 1] - tooMuchM
      to++
    } while (to < last && !Number.isNaN(heightM[to + 1]) && travelled[to] === 1)
    climbRun(heights, from, to + 1, climb)
    from = to
  }
  return climb
}

/** What a step climbs (or falls, below 0) beyond the steepest that counts. */
export function beyondSteepestM(climbM: number, lengthM: number): number {
  const steepestM = lengthM * STEEPEST
  return climbM > steepestM ? climbM - steepestM : climbM < -steepestM ? climbM + steepestM : 0
}

function climbRun(heightM: Float64Array, from: number, to: number, climb: CountedClimb): void {
  const pivots = turningPoints(heightM, from, to)
  for (let k = 1; k < pivots.length; k++) {
    const change = heightM[pivots[k]] - heightM[pivots[k - 1]]
    const pieces = change > 0 ? climb.upM : climb.downM
    readPieces(heightM, pivots[k - 1], pivots[k], pieces)
    if (change > 0) climb.ascentM += change
    else climb.descentM -= change
  }
}

/** What of the climb (or descent) from one turning point to the next falls between points i and i + 1, `pieces[i]`. */
export function readPieces(heightM: Float64Array, from: number, to: number, pieces: Float64Array): void {
  const start = heightM[from]
  const change = heightM[to] - start
  const wholeM = Math.abs(change)
  let goneM = 0
  for (let i = from; i < to; i++) {
    const reachedM = change > 0 ? heightM[i + 1] - start : start - heightM[i + 1]
    const nextM = i + 1 === to ? wholeM : Math.min(wholeM, Math.max(goneM, reachedM))
    pieces[i] = nextM - goneM
    goneM = nextM
  }
}
