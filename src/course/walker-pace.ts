// One's own pace: a factor on the model's times and how far a next recording strays from it. Read from recordings by
// measure-walker.ts, or sent by the caller; nothing of it is kept.

import type { OwnPace } from './pace-models.ts'

export interface Walker {
  /** times the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over this */
  spread: number
}

export const MIN_FACTOR = 0.4
export const MAX_FACTOR = 2.5
export const MIN_SPREAD = 0.02
export const MAX_SPREAD = 0.5

/** Half and four fifths of a normal distribution lie within these many standard deviations. */
const WITHIN = { 50: 0.6745, 80: 1.2816 } as const

/** Times one's own moving time: low and high. */
export function ownBand({ spread }: Walker, share: 50 | 80): [number, number] {
  return [Math.exp(-WITHIN[share] * spread), Math.exp(WITHIN[share] * spread)]
}

/**
 * A walker from the logarithms of moving over told time of some recordings: the median, drawn towards nobody in
 * particular as the fewer they are. Null of none.
 */
export function walkerFrom(
  logs: readonly number[],
  { shrinkage, withinPerson, betweenPeople }: OwnPace,
): Walker | null {
  if (logs.length === 0) return null
  const sorted = [...logs].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  const known = logs.length / (logs.length + shrinkage)
  return {
    factor: Math.exp(median * known),
    spread: Math.sqrt(withinPerson ** 2 + betweenPeople ** 2 * (1 - known)),
  }
}
