// Which points of a line to keep: the fewest for a tolerance, or the smallest largest deviation for a number of points.
// Both use min-links.ts. With a budget the tolerance is searched for: each trial either gives a better line or proves
// that none exists, so the answer comes with a proven lower bound. Up to EXACT_POINTS the search continues until the
// bound meets the answer (within 1 micrometre); beyond, they are brought within its ratio. Section ends are always
// kept.

import { EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { type LineChoice, SAME_M, chooseWithin, measure, takeBetter, type LinkFinder } from './line-choice.ts'
import { LinkSearch, type Work, type LinksFound } from './min-links.ts'
import { type Section, splitToBudget, splitToTolerance } from './split-line.ts'
import type { UnitVectors } from './sphere-arc.ts'
import { HullLinkSearch, type LinkScratch, createLinkScratch } from './hull-links.ts'
import { type HullLevel, type HullScratch, buildRangeHulls, createHullScratch } from './range-hulls.ts'

/** A line and its hulls, in both directions. */
interface LineBothWays {
  ahead: { line: UnitVectors; hulls: HullLevel[] }
  back: { line: UnitVectors; hulls: HullLevel[] }
}

/**
 * Arrays that searches and hulls write to; consecutive searches share them, so that they do not leave megabytes of
 * garbage.
 */
interface BothWaysScratch {
  ahead: LinkScratch
  back: LinkScratch
  hulls: HullScratch
}

function createScratch(count: number): BothWaysScratch {
  return { ahead: createLinkScratch(count), back: createLinkScratch(count), hulls: createHullScratch(count) }
}

export function buildBothWays(
  line: UnitVectors,
  spreadRad: number,
  backwards = reverseLine(line),
  scratch = createHullScratch(line.x.length),
): LineBothWays {
  return {
    ahead: { line, hulls: buildRangeHulls(line, spreadRad, scratch) },
    back: { line: backwards, hulls: buildRangeHulls(backwards, spreadRad, scratch) },
  }
}

/** Releases the memory of the hulls at once; call it when nobody reads them any more. */
function dropHulls({ ahead, back }: LineBothWays): void {
  for (const { start, points } of [...ahead.hulls, ...back.hulls])
    for (const { buffer } of [start, points]) (buffer as ArrayBuffer).transfer(0)
}

function reverseLine({ x, y, z }: UnitVectors): UnitVectors {
  return { x: x.slice().reverse(), y: y.slice().reverse(), z: z.slice().reverse() }
}

/**
 * The fewest arcs between two points of a long line, searched from both ends: each round adds an arc on the side with
 * the smaller frontier, until the sides meet. A line of few long arcs reaches half of its points from either end with
 * half of the arcs; from one end alone nearly all of them would be examined. The sides may judge an arc differently by
 * the spread of their hulls; both accept all arcs within the tolerance, so "more than maxLinks" is proven as in
 * hull-links.ts. Points of the reversed line are count - 1 - index.
 */
export class TwoSidedSearch implements LinkFinder {
  readonly #ahead: HullLinkSearch
  readonly #back: HullLinkSearch
  readonly #last: number
  readonly #work: Work

  /** `corners`: a bit for each point that may be a corner, 32 per number; section ends always may. */
  constructor(ways: LineBothWays, corners: Int32Array, work: Work, scratch = createScratch(ways.ahead.line.x.length)) {
    const count = ways.ahead.line.x.length
    this.#last = count - 1
    this.#work = work
    this.#ahead = new HullLinkSearch(ways.ahead.line, ways.ahead.hulls, corners, work, scratch.ahead)
    this.#back = new HullLinkSearch(ways.back.line, ways.back.hulls, reverseBits(corners, count), work, scratch.back)
  }

  /** How many of the points reached with equally many arcs are followed on each side; fewer than all prove nothing. */
  set width(width: number) {
    this.#ahead.width = width
    this.#back.width = width
  }

  /** Returns null if more than `maxLinks` are needed, or if `work` ran out (`work.left` < 0: nothing is proven). */
  find(from: number, to: number, toleranceRad: number, maxLinks: number): LinksFound | null {
    if (to - from <= 1) return maxLinks >= to - from ? { links: to - from, inner: [] } : null
    const ahead = this.#ahead
    const back = this.#back
    const last = this.#last
    const work = this.#work
    ahead.begin(from, to, toleranceRad)
    back.begin(last - to, last - from, toleranceRad)
    for (let links = 1; links <= maxLinks; links++) {
      let meeting: number
      const isLast = links === maxLinks
      if (ahead.frontierSize <= back.frontierSize) {
        if (isLast) ahead.openOnly(back)
        meeting = ahead.step(back)
      } else {
        if (isLast) back.openOnly(ahead)
        meeting = back.step(ahead)
        if (meeting >= 0) meeting = last - meeting
      }
      if (work.left < 0) return null
      if (meeting >= 0) {
        const inner = ahead.wayBackFrom(meeting).reverse()
        for (const point of back.wayBackFrom(last - meeting)) if (last - point !== meeting) inner.push(last - point)
        // the meeting point may be an end of the section, which is not an inner point
        return { links, inner: inner.filter((point) => point !== from && point !== to) }
      }
      if (ahead.frontierSize === 0 || back.frontierSize === 0) return null
    }
    return null
  }
}

function reverseBits(bits: Int32Array, count: number): Int32Array {
  const reversed = new Int32Array(bits.length)
  for (let i = 0; i < count; i++) {
    if ((bits[i >> 5] & (1 << (i & 31))) === 0) continue
    const r = count - 1 - i
    reversed[r >> 5] |= 1 << (r & 31)
  }
  return reversed
}

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

const BOUND_RATIO = 1.05
/** Trials aim slightly closer than BOUND_RATIO, to allow for the spread of the hulls. */
const CLOSE_RATIO = 1.048
/** Spread of the hulls as a share of the tolerance. */
const SPREAD_SHARE = 0.004
const SAMPLE_POINTS = 2000
const SAMPLE_PER_LINK = 3
/** Number of trials just below the best answer of the samples; after them the steps grow ever faster. */
const CLOSE_TRIES = 3
/** A trial first follows only about one in this many points, which often finds an answer. */
const BEAM_PART = 20
/** Share of the work reserved for a weaker bound if the close one took too much. */
const RESERVED_SHARE = 0.15

/**
 * Budget mode for long lines: the choice of a given number of points that deviates least, to within CLOSE_RATIO of a
 * proven bound. Trials of a tolerance with a sample of the points as corners come first: they are cheap and only
 * improve the answer. Then trials over all points: each improves the answer or proves that no choice of equally many
 * points stays within its tolerance. Trials that prove are cheap even if those that find are not, so the bound is
 * sought just below the best answer. Ends when `maxWork` is used up, with the best answer found and the bound proven so
 * far. Deterministic. Improves `choice` (at most `links` arcs over all sections) and raises its proven bound.
 */
export function searchLong(
  line: UnitVectors,
  sections: readonly Section[],
  links: number,
  choice: LineChoice,
  maxWork: number,
): void {
  const trial = new Trial(line, sections, links, choice, maxWork * (1 - RESERVED_SHARE))
  const count = line.x.length
  let isSampled = false
  for (const times of [1, 4, 8]) {
    const sampled = Math.max(SAMPLE_POINTS, links * SAMPLE_PER_LINK) * times
    if (sampled > count / 2) break
    isSampled = true
    const corners = sampleCorners(count, sampled / count)
    let failedM = 0
    for (let step = times === 1 ? 1.1 : 1.02; choice.maxDeviationM > Math.max(SAME_M, failedM * 1.03); step *= step) {
      const toleranceM = failedM === 0 ? choice.maxDeviationM / step : Math.sqrt(failedM * choice.maxDeviationM)
      if (trial.try(toleranceM, corners)) continue
      failedM = toleranceM
      if (times === 8) break // costly: one step instead of a search
    }
  }
  const corners = new Int32Array(Math.ceil(count / 32)).fill(-1)
  const isFar = () => choice.maxDeviationM > Math.max(SAME_M, choice.provenBoundM * BOUND_RATIO)
  let tries = 0
  for (let step = isSampled ? CLOSE_RATIO : 1.1; isFar(); step *= isSampled && ++tries < CLOSE_TRIES ? 1 : step) {
    const { maxDeviationM, provenBoundM } = choice
    const toleranceM =
      step > 1e6
        ? SAME_M / 2
        : provenBoundM === 0
          ? maxDeviationM / step
          : maxDeviationM < provenBoundM * 1.1
            ? maxDeviationM / CLOSE_RATIO
            : Math.sqrt(maxDeviationM * provenBoundM)
    if (!trial.try(toleranceM, corners)) {
      if (trial.work.left < 0) break
      choice.provenBoundM = toleranceM
    }
  }
  trial.work.left = maxWork * RESERVED_SHARE
  for (const ratio of [1.2, 1.5, 2, 4]) {
    const toleranceM = choice.maxDeviationM / ratio
    if (!isFar() || toleranceM <= choice.provenBoundM) return
    if (!trial.try(toleranceM, corners) && trial.work.left >= 0) choice.provenBoundM = toleranceM
    if (trial.work.left < 0) trial.work.left = (maxWork * RESERVED_SHARE) / 2
  }
}

class Trial {
  readonly work: Work
  readonly #line: UnitVectors
  readonly #sections: readonly Section[]
  readonly #links: number
  readonly #choice: LineChoice
  readonly #backwards: UnitVectors
  readonly #scratch: BothWaysScratch
  #ways: LineBothWays | null = null
  #spreadM = 0

  constructor(line: UnitVectors, sections: readonly Section[], links: number, choice: LineChoice, work: number) {
    this.#line = line
    this.#backwards = reverseLine(line)
    this.#scratch = createScratch(line.x.length)
    this.#sections = sections
    this.#links = links
    this.#choice = choice
    this.work = { left: work }
  }

  /**
   * Returns whether it improved the choice. With all points as corners and work left, false proves that nothing is
   * within the tolerance.
   */
  try(toleranceM: number, corners: Int32Array): boolean {
    const { work } = this
    const line = this.#line
    const sections = this.#sections
    const links = this.#links
    if (work.left < 0) return false
    if (
      this.#ways === null ||
      this.#spreadM > toleranceM * SPREAD_SHARE * 1.5 ||
      this.#spreadM < (toleranceM * SPREAD_SHARE) / 3
    ) {
      this.#spreadM = toleranceM * SPREAD_SHARE
      if (this.#ways !== null) dropHulls(this.#ways)
      this.#ways = buildBothWays(line, this.#spreadM / EARTH_RADIUS_M, this.#backwards, this.#scratch.hulls)
    }
    const search = new TwoSidedSearch(this.#ways, corners, work, this.#scratch)
    const find = () =>
      chooseWithin(
        search,
        sections,
        toleranceM / EARTH_RADIUS_M,
        links,
        sections.map(() => 1),
      )
    search.width = Math.max(8, Math.ceil(line.x.length / links / BEAM_PART))
    let inner = find()
    if (inner === null) {
      search.width = Infinity
      inner = find()
    }
    return inner !== null && takeBetter(line, sections, inner, this.#choice)
  }
}

/** One bit per point, about `share` of them set, pseudo-random but always the same. */
function sampleCorners(count: number, share: number): Int32Array {
  const corners = new Int32Array(Math.ceil(count / 32))
  let state = 1
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    if (state < share * 2 ** 32) corners[i >> 5] |= 1 << (i & 31)
  }
  return corners
}
