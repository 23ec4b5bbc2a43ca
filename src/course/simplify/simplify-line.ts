// Which points of a line to keep: the fewest for a tolerance, or the smallest largest deviation for a number of points.
// Both use min-links.ts. With a budget the tolerance is searched for: each trial either gives a better line or proves
// that none exists, so the answer comes with a proven lower bound. Up to EXACT_POINTS the search continues until the
// bound meets the answer (within 1 micrometre); beyond, search-long.ts brings them within its ratio. Section ends are
// always kept.

import { EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { type LineChoice, SAME_M, chooseWithin, measure, takeBetter } from './line-choice.ts'
import { LinkSearch, type Work } from './min-links.ts'
import { searchLong } from './search-long.ts'
import { type Section, splitToBudget, splitToTolerance } from './split-line.ts'
import type { UnitVectors } from './sphere-arc.ts'

const EXACT_POINTS = 5000
/** Pairs of points that one request may examine: about a second and a half. */
const MAX_WORK = 170_000_000
/** The same beyond EXACT_POINTS, where each test is shorter. */
const MAX_LONG_WORK = 400_000_000
/** The fewest points whose largest deviation is at most `toleranceM`. */
export function simplifyToTolerance(
  line: UnitVectors,
  sections: readonly Section[],
  toleranceM: number,
  maxWork = MAX_WORK,
): LineChoice {
  const toleranceRad = Math.max(0, toleranceM - SAME_M) / EARTH_RADIUS_M
  const search = new LinkSearch(line, { left: maxWork })
  const inner: number[] = []
  for (const section of sections) {
    const found =
      search.work.left > 0 ? search.find(section[0], section[1], toleranceRad, section[1] - section[0]) : null
    const chosen = found?.inner ?? splitToTolerance(line, section, toleranceRad, { left: maxWork })
    for (const index of chosen) inner.push(index)
  }
  let maxDeviationM = measure(line, sections, inner)
  if (maxDeviationM > toleranceM) {
    // rounding at a wedge's edge let a point through: use the plain method, which cannot
    inner.length = 0
    for (const section of sections)
      for (const index of splitToTolerance(line, section, toleranceRad, { left: maxWork })) inner.push(index)
    maxDeviationM = measure(line, sections, inner)
  }
  return { inner, maxDeviationM, provenBoundM: 0 }
}

/** The choice of at most `links` arcs over all sections (at least one each) with the smallest largest deviation. */
export function simplifyToBudget(
  line: UnitVectors,
  sections: readonly Section[],
  links: number,
  maxWork?: number,
): LineChoice {
  const first = splitToBudget(line, sections, links, { left: maxWork ?? MAX_WORK })
  const choice: LineChoice = { inner: first, maxDeviationM: measure(line, sections, first), provenBoundM: 0 }
  const count = sections.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  if (count <= EXACT_POINTS) searchExact(line, sections, links, choice, { left: maxWork ?? MAX_WORK })
  else searchLong(line, sections, links, choice, maxWork ?? MAX_LONG_WORK)
  choice.provenBoundM = Math.max(0, Math.min(choice.provenBoundM, choice.maxDeviationM))
  return choice
}

/** Searches for the tolerance until answer and bound meet. */
function searchExact(
  line: UnitVectors,
  sections: readonly Section[],
  links: number,
  choice: LineChoice,
  work: Work,
): void {
  const search = new LinkSearch(line, work)
  const fewest = sections.map(() => 1)
  let step = 1.15
  for (let round = 0; choice.maxDeviationM > SAME_M && work.left > 0 && round < 100; round++) {
    const highM = choice.maxDeviationM
    const lowM = choice.provenBoundM
    if (highM - lowM <= 2 * SAME_M) return
    let toleranceM = (lowM + highM) / 2
    if (lowM === 0) {
      // nothing is proven yet: step down, ever faster
      toleranceM = step > 1e6 ? SAME_M / 2 : highM / step
      step *= step
    } else if (round % 2 === 1 && highM / lowM < 1.02) toleranceM = highM - SAME_M
    const inner = chooseWithin(search, sections, toleranceM / EARTH_RADIUS_M, links, fewest)
    if (inner !== null) takeBetter(line, sections, inner, choice)
    // a trial that neither improves nor proves (rounding) counts as proof that nothing is better
    if (inner === null ? work.left > 0 : choice.maxDeviationM >= highM) choice.provenBoundM = Math.max(lowM, toleranceM)
  }
}
