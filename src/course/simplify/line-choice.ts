// A choice of points to keep, its measurement, and one trial of a search for it: points within a tolerance over all
// sections of a line, with a limited number of arcs. Shared by simplify-line.ts and simplify-line.ts. Pure.

import { EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { type LinksFound, deviationOf } from './min-links.ts'
import type { UnitVectors } from './sphere-arc.ts'
import type { Section } from './split-line.ts'

/** Distances closer than this are considered equal, metres. */
export const SAME_M = 1e-6

export interface LineChoice {
  /** kept inner points of all sections, ascending; without section ends */
  inner: number[]
  /** metres */
  maxDeviationM: number
  /** no choice of equally many points deviates less than this, metres; 0 with a tolerance */
  provenBoundM: number
}

/** Updates `choice` if `inner` deviates less; returns whether it did. */
export function takeBetter(
  line: UnitVectors,
  sections: readonly Section[],
  inner: number[],
  choice: LineChoice,
): boolean {
  const deviationM = measure(line, sections, inner)
  if (!(deviationM < choice.maxDeviationM)) return false
  choice.inner = inner
  choice.maxDeviationM = deviationM
  return true
}

export interface LinkFinder {
  find(from: number, to: number, toleranceRad: number, maxLinks: number): LinksFound | null
}

/**
 * Points within the tolerance over all sections with at most `links` arcs; null if there are none (or work ran out).
 */
export function chooseWithin(
  search: LinkFinder,
  sections: readonly Section[],
  toleranceRad: number,
  links: number,
  fewest: number[],
): number[] | null {
  let spare = links
  for (const least of fewest) spare -= least
  if (spare < 0) return null
  const needed = fewest.slice()
  const inner: number[] = []
  for (let s = 0; s < sections.length; s++) {
    const found = search.find(sections[s][0], sections[s][1], toleranceRad, fewest[s] + spare)
    if (found === null) return null
    spare -= found.links - fewest[s]
    needed[s] = found.links
    for (const index of found.inner) inner.push(index)
  }
  // tighter tolerances need at least this many
  for (let s = 0; s < fewest.length; s++) fewest[s] = needed[s]
  return inner
}

/** Largest deviation in metres of the line through section ends and inner points. */
export function measure(line: UnitVectors, sections: readonly Section[], inner: readonly number[]): number {
  let largestRad = 0
  let at = 0
  for (const [from, to] of sections) {
    const kept = [from]
    while (at < inner.length && inner[at] < to) kept.push(inner[at++])
    kept.push(to)
    largestRad = Math.max(largestRad, deviationOf(line, kept))
  }
  return largestRad * EARTH_RADIUS_M
}
