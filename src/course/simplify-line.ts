// Which points of a line to keep: the fewest for a tolerance, or the smallest largest deviation for a number of points.
// Both rest on min-links.ts. With a budget the tolerance is searched: each trial either gives a better line or proves that
// none exists, so the answer comes with a proven lower bound. Up to EXACT_POINTS the search goes on until the bound meets
// the answer (within 1 micrometre); beyond, until they are within BOUND_RATIO. Section ends are always kept.

import { EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import { deviationOf, LinkSearch } from './min-links.ts'
import type { Work } from './min-links.ts'
import { splitToBudget, splitToTolerance } from './split-line.ts'
import type { Section } from './split-line.ts'
import type { UnitVectors } from './sphere-arc.ts'

export const EXACT_POINTS = 5000
export const BOUND_RATIO = 1.05
/** Pairs of points that one request may look at, about a second and a half. */
const MAX_WORK = 170_000_000
/** Spacing of the coarse lines as shares of the first deviation found; the optimum is about two thirds of it. */
const COARSE_SHARES = [0.04, 0.01]
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
  const first = splitToBudget(line, sections, links, { left: maxWork })
  const choice: LineChoice = { inner: first, maxDeviationM: measure(line, sections, first), provenBoundM: 0 }
  const work: Work = { left: maxWork }
  const count = sections.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  if (count <= EXACT_POINTS) searchChoice({ ...wholeLevel(line, sections, work), links, ratio: 1 }, line, sections, choice)
  else {
    // coarse lines first: what they prove is off by no more than the spacing of their points
    for (const share of COARSE_SHARES) {
      const level = coarseLevel(line, sections, choice.maxDeviationM * share, work)
      if (level.line.x.length < count * 0.85 && !isClose(choice)) searchChoice({ ...level, links, ratio: 1 + share }, line, sections, choice)
    }
    if (!isClose(choice)) searchChoice({ ...wholeLevel(line, sections, work), links, ratio: BOUND_RATIO }, line, sections, choice)
  }
  choice.provenBoundM = Math.max(0, Math.min(choice.provenBoundM, choice.maxDeviationM))
  return choice
}

const isClose = (choice: LineChoice): boolean => choice.maxDeviationM <= Math.max(SAME_M, choice.provenBoundM * BOUND_RATIO)

/** A line to search on: all points, or so many that each one left out lies within `spacingM` of the one kept before it. */
interface Level {
  line: UnitVectors
  sections: readonly Section[]
  /** index of each point in the whole line, null: all of them */
  indexes: Int32Array | null
  spacingM: number
  work: Work
}

const wholeLevel = (line: UnitVectors, sections: readonly Section[], work: Work): Level => ({ line, sections, indexes: null, spacingM: 0, work })

/**
 * A choice of arcs over the whole line becomes one over the coarse line by moving each corner back to the coarse point
 * before it, at most `spacingM`; so the best coarse deviation is at most the best one plus `spacingM`.
 */
function coarseLevel(line: UnitVectors, sections: readonly Section[], spacingM: number, work: Work): Level {
  const { x, y, z } = line
  const chordSq = (spacingM / EARTH_RADIUS_M) ** 2
  const indexes: number[] = []
  const coarse: [number, number][] = []
  for (const [from, to] of sections) {
    const start = indexes.length
    let last = from
    indexes.push(from)
    for (let i = from + 1; i < to; i++) {
      const dx = x[i] - x[last], dy = y[i] - y[last], dz = z[i] - z[last]
      if (dx * dx + dy * dy + dz * dz > chordSq) indexes.push(last = i)
    }
    indexes.push(to)
    coarse.push([start, indexes.length - 1])
  }
  const take = (column: Float64Array) => Float64Array.from(indexes, (index) => column[index])
  return { line: { x: take(x), y: take(y), z: take(z) }, sections: coarse, indexes: Int32Array.from(indexes), spacingM, work }
}

/** Searches the tolerance on one level; better choices and bounds go into `choice`. `ratio` 1: until both meet. */
function searchChoice(level: Level & { links: number; ratio: number }, line: UnitVectors, sections: readonly Section[], choice: LineChoice): void {
  const { indexes, spacingM, work, links, ratio } = level
  const search = new LinkSearch(level.line, work)
  const fewest = level.sections.map(() => 1)
  let lowM = Math.max(0, choice.provenBoundM - spacingM) // proven to need more points on this level
  let highM = choice.maxDeviationM + spacingM // possible on this level
  const tryAt = (toleranceM: number): boolean => {
    const found = chooseWithin(search, level.sections, toleranceM / EARTH_RADIUS_M, links, fewest)
    if (found === null) {
      if (work.left > 0) {
        lowM = Math.max(lowM, toleranceM)
        choice.provenBoundM = Math.max(choice.provenBoundM, toleranceM - spacingM)
      }
      return false
    }
    const inner = indexes === null ? found : found.map((index) => indexes[index])
    const deviationM = measure(line, sections, inner)
    if (deviationM < choice.maxDeviationM) {
      choice.inner = inner
      choice.maxDeviationM = deviationM
    }
    highM = indexes === null ? Math.min(highM, deviationM) : Math.min(highM, toleranceM)
    return true
  }
  let step = 1.15
  for (let round = 0; highM > SAME_M && work.left > 0 && round < 100; round++) {
    if (ratio === 1 ? highM - lowM <= 2 * SAME_M : highM <= lowM * ratio || isClose(choice)) return
    const justBelowM = highM - SAME_M
    let toleranceM = (lowM + highM) / 2
    if (lowM === 0) {
      // nothing is proven yet: step down, ever faster
      toleranceM = step > 1e6 ? SAME_M / 2 : highM / step
      step *= step
    } else if (ratio > 1) toleranceM = Math.sqrt(lowM * highM)
    else if (round % 2 === 1 && highM / lowM < 1.02) toleranceM = justBelowM
    // a trial that neither betters nor proves (rounding) counts as proof of nothing better
    const before = highM
    if (tryAt(toleranceM) && highM >= before) lowM = Math.max(lowM, toleranceM)
  }
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
