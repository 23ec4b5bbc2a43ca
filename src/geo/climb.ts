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
