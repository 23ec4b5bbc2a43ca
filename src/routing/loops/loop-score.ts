// When a loop is complete, when rough, and which of two is the better one. The bounds are decision D13's; the score is
// ours: first the target distance and little walked twice, then what the costs of the setting like, the direction
// asked, and ground enclosed rather than two ways side by side. Lower is better. Pure.

import { turnDeg } from '../../geo/lon-lat.ts'
import type { LoopWalk } from './loop-walk.ts'

export const COMPLETE_ERROR = 0.1
export const COMPLETE_REPEATED = 0.2
export const ROUGH_ERROR = 0.3
export const ROUGH_REPEATED = 0.6
/** Once-travelled share below which a walk is a way there and back, and no loop. */
const LEAST_ROUND = 0.05
/** A loop lies towards a direction when its farthest point is within this of it. */
export const SECTOR_DEG = 45
/** Error that nobody minds. */
const FREE_ERROR = 0.01

export type LoopStatus = 'complete' | 'rough'

export interface LoopWish {
  targetMm: number
  /** degrees clockwise from north; null: anywhere */
  directionDeg: number | null
  /** cost per millimetre of an ordinary way of the neighbourhood */
  usualCost: number
}

export const errorOf = (walk: LoopWalk, targetMm: number) => Math.abs(walk.lengthMm - targetMm) / targetMm
export const repeatedOf = (walk: LoopWalk) => walk.repeatedMm / walk.lengthMm

/** Null where it is neither: too far off, too much walked twice, or a mere way there and back. */
export function statusOf(walk: LoopWalk, targetMm: number): LoopStatus | null {
  const error = errorOf(walk, targetMm)
  const repeated = repeatedOf(walk)
  if (error > ROUGH_ERROR || repeated > ROUGH_REPEATED || !isRound(walk)) return null
  return error <= COMPLETE_ERROR && repeated <= COMPLETE_REPEATED ? 'complete' : 'rough'
}

/** Whether the walk goes round anything, rather than there and back. */
export function isRound(walk: LoopWalk): boolean {
  return walk.lengthMm - 2 * walk.repeatedMm >= LEAST_ROUND * walk.lengthMm
}

export function isTowards(walk: Pick<LoopWalk, 'bearingDeg'>, directionDeg: number): boolean {
  return Math.abs(turnDeg(directionDeg, walk.bearingDeg)) <= SECTOR_DEG
}

export function scoreOf(walk: LoopWalk, { targetMm, directionDeg, usualCost }: LoopWish): number {
  const error = errorOf(walk, targetMm)
  const repeated = repeatedOf(walk)
  let score = Math.min(error, FREE_ERROR) * 0.3 + Math.max(0, error - FREE_ERROR) * 8 + repeated * 1.2
  if (statusOf(walk, targetMm) !== 'complete') score += 2
  if (!isRound(walk)) score += 10
  score += 0.4 * (walk.cost / walk.lengthMm / usualCost)
  score -= 0.15 * Math.min(1, walk.roundness / 0.4)
  if (directionDeg !== null) {
    const offDeg = Math.abs(turnDeg(directionDeg, walk.bearingDeg))
    if (offDeg > SECTOR_DEG) score += 0.5 + (offDeg - SECTOR_DEG) / 180
  }
  return score
}
