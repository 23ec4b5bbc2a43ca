// Which lengths of loops are possible from a start, for the message of `no_loop`: loops found while searching for a
// series of lengths over the whole range of the profile. Only lengths of loops that were found, and that repeat little,
// are named.

import { LoopFinder, type LoopSearchOptions } from './loop-finder.ts'
import type { LoopNetwork } from './loop-network.ts'
import { COMPLETE_REPEATED, isRound, repeatedOf } from './loop-score.ts'

const MOST_NAMED = 5
const STEP = 1.6

/**
 * Up to five lengths in metres (whole hundreds), ascending, including those nearest to the requested one; empty if no
 * loop was found.
 */
export function possibleLengths(
  net: LoopNetwork,
  wishedM: number,
  leastM: number,
  mostM: number,
  options: Omit<LoopSearchOptions, 'wish' | 'count'>,
): number[] {
  const lengths = new Set<number>()
  for (let targetM = leastM; net.edgeCount > 0 && targetM < mostM * STEP; targetM *= STEP) {
    const finder = new LoopFinder(net, {
      ...options,
      wish: { targetMm: Math.min(targetM, mostM) * 1000, directionDeg: null },
      count: 1,
      effort: { directions: 6, probes: 3, rounds: 1, maxSettled: 60_000, maxSteps: 5_000 },
    })
    finder.find()
    for (const loop of finder.seen) {
      const m = Math.round(loop.lengthMm / 100_000) * 100
      if (isRound(loop) && repeatedOf(loop) <= COMPLETE_REPEATED && m >= leastM && m <= mostM) lengths.add(m)
    }
  }
  const byDistance = [...lengths].sort((a, b) => Math.abs(Math.log(a / wishedM)) - Math.abs(Math.log(b / wishedM)))
  // the nearest ones, but none too close to another
  const named: number[] = []
  for (const m of byDistance)
    if (named.length < MOST_NAMED && named.every((other) => Math.abs(Math.log(m / other)) > 0.1)) named.push(m)
  return named.sort((a, b) => a - b)
}
