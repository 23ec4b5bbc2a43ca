// Ascent and descent of a line without noise: one method for edges, routes, profiles and plans.
// A change of height counts once it exceeds CLIMB_THRESHOLD_M from the last turning point (hysteresis, like
// BRouter's "filtered ascend"), so that ripples of a quantised or noisy terrain model on a flat canal count for
// nothing, while ascent - descent always equals end height - start height exactly. Void heights are NaN and split the
// line: climb is never counted across them. Pure.

import { say } from '../language/sentence.ts'

/** Smallest change of direction that counts, metres. */
export const CLIMB_THRESHOLD_M = 5
export const ASCENT_METHOD = say('method.climb.terrain', { thresholdM: CLIMB_THRESHOLD_M })

export interface Climb {
  ascentM: number
  descentM: number
  /** how many points have no height */
  voidCount: number
}

/**
 * Climb over heights in metres (NaN = void). Empty or all void gives 0 and 0, with `voidCount` telling the two apart.
 */
export function climbOf(heightsM: ArrayLike<number>, thresholdM = CLIMB_THRESHOLD_M): Climb {
  const climb: Climb = { ascentM: 0, descentM: 0, voidCount: 0 }
  let from = 0
  for (let i = 0; i <= heightsM.length; i++) {
    if (i < heightsM.length && !Number.isNaN(heightsM[i])) continue
    if (i < heightsM.length) climb.voidCount++
    if (i > from) climbOfRun(heightsM, from, i, thresholdM, climb)
    from = i + 1
  }
  return climb
}

function climbOfRun(heightsM: ArrayLike<number>, from: number, to: number, thresholdM: number, climb: Climb): void {
  const pivots = turningPoints(heightsM, from, to, thresholdM)
  for (let k = 1; k < pivots.length; k++) {
    const change = heightsM[pivots[k]] - heightsM[pivots[k - 1]]
    if (change > 0) climb.ascentM += change
    else climb.descentM -= change
  }
}

/**
 * Indexes of the turning points of heights[from, to), which has no voids: first and last point, and every high or low
 * that differs from its neighbours in the list by at least `thresholdM` (the first and last change may be smaller).
 */
export function turningPoints(
  heightsM: ArrayLike<number>,
  from: number,
  to: number,
  thresholdM = CLIMB_THRESHOLD_M,
): number[] {
  const pivots = [from]
  const scan: TurnScan = { pivot: from, low: from, high: from, direction: 0 }
  for (let i = from + 1; i < to; i++) {
    const turn = nextTurn(scan, heightsM, i, thresholdM)
    if (turn > pivots[pivots.length - 1]) pivots.push(turn)
  }
  const extreme = openExtreme(scan)
  const last = to - 1
  if (extreme !== pivots[pivots.length - 1]) pivots.push(extreme)
  if (last !== pivots[pivots.length - 1]) pivots.push(last)
  return pivots
}

/** A scan for turning points, which may be continued: indexes into heights. It begins with all of them at its start. */
export interface TurnScan {
  /** the last turning point that is certain */
  pivot: number
  low: number
  high: number
  /** 1 climbing, -1 descending, 0 unknown */
  direction: number
}

/**
 * Takes in the next height. Returns the turning point that it makes certain, -1 if none; at the start of a climb or
 * descent it may be the start of the scan itself.
 */
export function nextTurn(scan: TurnScan, heightsM: ArrayLike<number>, i: number, thresholdM: number): number {
  const { direction } = scan
  const h = heightsM[i]
  if (direction >= 0 && h > heightsM[scan.high]) scan.high = i
  if (direction <= 0 && h < heightsM[scan.low]) scan.low = i
  if (direction <= 0 && h - heightsM[scan.low] >= thresholdM) {
    scan.direction = 1
    scan.high = i
    return (scan.pivot = scan.low)
  }
  if (direction >= 0 && heightsM[scan.high] - h >= thresholdM) {
    scan.direction = -1
    scan.low = i
    return (scan.pivot = scan.high)
  }
  return -1
}

/** The turning point after the certain ones if nothing more comes: the height that the climb or descent has reached. */
export function openExtreme({ pivot, low, high, direction }: TurnScan): number {
  return direction === 1 ? high : direction === -1 ? low : pivot
}

/** Rise over run of the steepest step that counts. */
export const STEEPEST = 1

export interface CountedClimb {
  /** metres up and down from point i to point i + 1 */
  upM: Float64Array
  downM: Float64Array
  ascentM: number
  descentM: number
}

/**
 * Climb along a line, piece by piece: the turning points of src/geo/climb.ts, and between two of them the highest (or
 * lowest) height so far, so that the pieces add up to the climb of the whole. Nothing is counted across a void or a
 * part that is not travelled. A step between two points steeper than 45 degrees counts as 45 degrees: no way is
 * steeper, and a false jump in a recording is no climb. `travelled`: by point, 1 where somebody moves on from it;
 * heights are NaN where void.
 */
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
