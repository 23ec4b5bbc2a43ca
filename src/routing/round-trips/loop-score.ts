// When a loop is complete or rough, and which of two is better. The bounds are from decision `layouts`; the score
// is our own: first the target distance and little repetition, then the costs of the setting, the requested direction,
// and enclosed ground rather than two ways side by side. Lower is better. Pure.

import { turnDeg } from '../../geo/lon-lat.ts'
import type { LoopWalk } from './loop-walk.ts'

export const COMPLETE_ERROR = 0.1
export const COMPLETE_REPEATED = 0.2
export const ROUGH_ERROR = 0.3
export const ROUGH_REPEATED = 0.6
/** A walk of which less than this share is travelled only once is a way there and back, not a loop. */
const LEAST_ROUND = 0.05
/** A loop lies in a direction if its farthest point is within this of it. */
export const SECTOR_DEG = 45
/** Error that does not matter. */
const FREE_ERROR = 0.01

export type LoopStatus = 'complete' | 'rough'

export interface LoopTarget {
  targetMm: number
  /** degrees clockwise from north; null: anywhere */
  directionDeg: number | null
  /** cost per millimetre of an ordinary way of the neighbourhood */
  usualCost: number
}

export const errorOf = (walk: LoopWalk, targetMm: number) => Math.abs(walk.lengthMm - targetMm) / targetMm
export const repeatedOf = (walk: LoopWalk) => walk.repeatedMm / walk.lengthMm

/** Null if it is neither: too far off, too much repeated, or just a way there and back. */
export function statusOf(walk: LoopWalk, targetMm: number): LoopStatus | null {
  const error = errorOf(walk, targetMm)
  const repeated = repeatedOf(walk)
  if (error > ROUGH_ERROR || repeated > ROUGH_REPEATED || !isRound(walk)) return null
  return error <= COMPLETE_ERROR && repeated <= COMPLETE_REPEATED ? 'complete' : 'rough'
}

/** Whether the walk goes round something, rather than there and back. */
export function isRound(walk: LoopWalk): boolean {
  return walk.lengthMm - 2 * walk.repeatedMm >= LEAST_ROUND * walk.lengthMm
}

export function isTowards(walk: Pick<LoopWalk, 'bearingDeg'>, directionDeg: number): boolean {
  return Math.abs(turnDeg(directionDeg, walk.bearingDeg)) <= SECTOR_DEG
}

export function scoreOf(walk: LoopWalk, { targetMm, directionDeg, usualCost }: LoopTarget): number {
  const error = errorOf(walk, targetMm)
  const repeated = repeatedOf(walk)
  let score = Math.min(error, FREE_ERROR) * 0.3 + Math.max(0, error - FREE_ERROR) * 8 + repeated * 1.2
  if (statusOf(walk, targetMm) !== 'complete') score += 2
  if (!isRound(walk)) score += 10
  score += 0.8 * (walk.cost / walk.lengthMm / usualCost)
  score -= 0.15 * Math.min(1, walk.roundness / 0.4)
  if (directionDeg !== null) {
    const offDeg = Math.abs(turnDeg(directionDeg, walk.bearingDeg))
    if (offDeg > SECTOR_DEG) score += 0.5 + (offDeg - SECTOR_DEG) / 180
  }
  return score
}
