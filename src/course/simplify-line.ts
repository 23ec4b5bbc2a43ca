// Which points of a line to keep: the fewest for a tolerance, or the smallest largest deviation for a number of points.
// Both rest on min-links.ts. With a budget the tolerance is searched: each trial either gives a better line or proves that
// none exists, so the answer comes with a proven lower bound. Up to EXACT_POINTS the search goes on until the bound meets
// the answer (within 1 micrometre); beyond, until they are within BOUND_RATIO. Section ends are always kept.

import { EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import { deviationOf, LinkSearch } from './min-links.ts'
import { splitToBudget, splitToTolerance } from './split-line.ts'
import type { Section } from './split-line.ts'
import type { UnitVectors } from './sphere-arc.ts'

export const EXACT_POINTS = 5000
export const BOUND_RATIO = 1.05
/** Pairs of points that one request may look at, about a second and a half. */
const MAX_WORK = 150_000_000
/** Distances closer than this are the same, metres. */
const SAME_M = 1e-6

export interface LineChoice {
  /** kept inner points of all sections, ascending; section ends are not in it */
  inner: number[]
  /** metres */
  maxDeviationM: number
  /** no choice of as many points deviates less than this, metres; with a tolerance 0 */
  provenBoundM: number
}

/** The fewest points whose largest deviation is at most `toleranceM`. */
export function simplifyToTolerance(line: UnitVectors, sections: readonly Section[], toleranceM: number, maxWork = MAX_WORK): LineChoice {
  const toleranceRad = Math.max(0, toleranceM - SAME_M) / EARTH_RADIUS_M
  const search = new LinkSearch(line, { left: maxWork })
  const inner: number[] = []
  for (const section of sections) {
    const found = search.work.left > 0 ? search.find(section[0], section[1], toleranceRad, section[1] - section[0]) : null
    const chosen = found?.inner ?? splitToTolerance(line, section, toleranceRad, { left: maxWork })
    for (const index of chosen) inner.push(index)
  }
  let maxDeviationM = measure(line, sections, inner)
  if (maxDeviationM > toleranceM) {
    // rounding at a wedge's edge let a point through: the plain method cannot
    inner.length = 0
    for (const section of sections) for (const index of splitToTolerance(line, section, toleranceRad, { left: maxWork })) inner.push(index)
    maxDeviationM = measure(line, sections, inner)
  }
  return { inner, maxDeviationM, provenBoundM: 0 }
}

/** The choice of at most `links` arcs over all sections (at least one each) with the smallest largest deviation. */
export function simplifyToBudget(line: UnitVectors, sections: readonly Section[], links: number, maxWork = MAX_WORK): LineChoice {
  const search = new LinkSearch(line, { left: maxWork })
  let best = splitToBudget(line, sections, links, { left: maxWork })
  let highM = measure(line, sections, best)
  let lowM = 0
  const fewest = sections.map(() => 1)
  const tryAt = (toleranceM: number): boolean => {
    const inner = chooseWithin(search, sections, toleranceM / EARTH_RADIUS_M, links, fewest)
    if (inner === null) {
      if (search.work.left > 0) lowM = Math.max(lowM, toleranceM)
      return false
    }
    const deviationM = measure(line, sections, inner)
    if (deviationM >= highM) return false // within rounding of the best
    best = inner
    highM = deviationM
    return true
  }
  const count = sections.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const exact = count <= EXACT_POINTS
  let ratio = 1.1
  for (let round = 0; highM > SAME_M && search.work.left > 0 && round < 80; round++) {
    if (exact ? highM - lowM <= 2 * SAME_M : highM <= lowM * BOUND_RATIO) break
    if (lowM === 0) {
      // nothing is proven yet: step down, ever faster
      tryAt(highM / ratio)
      ratio *= ratio
      if (ratio > 1e6) {
        if (!tryAt(SAME_M / 2)) lowM = Math.max(lowM, SAME_M / 2)
      }
    } else if (!exact) tryAt(lowM * Math.max(Math.sqrt(highM / lowM), 1) )
    else if (round % 2 === 1 && highM / lowM < 1.02) {
      const justBelowM = highM - SAME_M
      if (!tryAt(justBelowM) && search.work.left > 0) lowM = Math.max(lowM, justBelowM)
    } else {
      const middleM = (lowM + highM) / 2
      if (!tryAt(middleM) && search.work.left > 0) lowM = Math.max(lowM, middleM)
    }
  }
  return { inner: best, maxDeviationM: highM, provenBoundM: Math.min(lowM, highM) }
}

/** Points within the tolerance over all sections with at most `links` arcs, null where there are none (or work ran out). */
function chooseWithin(search: LinkSearch, sections: readonly Section[], toleranceRad: number, links: number, fewest: number[]): number[] | null {
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
  // tighter tolerances need at least as many
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
