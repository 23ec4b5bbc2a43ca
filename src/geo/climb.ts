// Ascent and descent of a line without noise: one method for edges, routes, profiles and plans.
// A change of height counts once it exceeds CLIMB_THRESHOLD_M from the last turning point (hysteresis, like
// BRouter's "filtered ascend"), so that ripples of a quantised or noisy terrain model on a flat canal count for
// nothing, while ascent - descent always equals end height - start height exactly. Void heights are NaN and split the
// line: climb is never counted across them. Pure.

/** Smallest change of direction that counts, metres. */
export const CLIMB_THRESHOLD_M = 5
export const ASCENT_METHOD = `turning points of the terrain heights along the line, changes under ${CLIMB_THRESHOLD_M} m left out`

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
  let low = from
  let high = from
  let direction = 0 // 1 climbing, -1 descending, 0 unknown
  for (let i = from + 1; i < to; i++) {
    const h = heightsM[i]
    if (direction >= 0 && h > heightsM[high]) high = i
    if (direction <= 0 && h < heightsM[low]) low = i
    if (direction === 0) {
      if (h - heightsM[low] >= thresholdM) {
        if (low !== from) pivots.push(low)
        direction = 1
        high = i
      } else if (heightsM[high] - h >= thresholdM) {
        if (high !== from) pivots.push(high)
        direction = -1
        low = i
      }
    } else if (direction === 1 && heightsM[high] - h >= thresholdM) {
      pivots.push(high)
      direction = -1
      low = i
    } else if (direction === -1 && h - heightsM[low] >= thresholdM) {
      pivots.push(low)
      direction = 1
      high = i
    }
  }
  const extreme = direction === 1 ? high : direction === -1 ? low : from
  const last = to - 1
  if (extreme !== pivots[pivots.length - 1]) pivots.push(extreme)
  if (last !== pivots[pivots.length - 1]) pivots.push(last)
  return pivots
}
