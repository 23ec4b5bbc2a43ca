// A person's own pace: a factor on the model's times and how much their next recording may differ from it. Measured
// from recordings by measure-walker.ts, or sent by the caller; nothing of it is stored.

import type { OwnPace } from './pace-models.ts'

export interface Walker {
  /** multiplies the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over this */
  spread: number
}

export const MIN_FACTOR = 0.4
export const MAX_FACTOR = 2.5
export const MIN_SPREAD = 0.02
export const MAX_SPREAD = 0.5

/** Standard deviations that contain half and four fifths of a normal distribution. */
const WITHIN = { 50: 0.6745, 80: 1.2816 } as const

/** Low and high factors on the person's own moving time. */
export function ownBand({ spread }: Walker, share: 50 | 80): [number, number] {
  return [Math.exp(-WITHIN[share] * spread), Math.exp(WITHIN[share] * spread)]
}

/**
 * A walker from the logarithms of recorded over model time of some recordings: the median, shrunk towards the average
 * the more, the fewer there are. Returns null if there are none.
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
