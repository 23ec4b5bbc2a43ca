// The fewest arcs between two points of a long line, searched from both ends: each round adds an arc on the side with
// the smaller frontier, until the sides meet. A line of few long arcs reaches half of its points from either end with
// half of the arcs; from one end alone nearly all of them would be examined.
// The sides may judge an arc differently by the spread of their hulls; both accept all arcs within the tolerance, so
// "more than maxLinks" is proven as in hull-links.ts. Points of the reversed line are count - 1 - index.

import { HullLinkSearch, type LinkScratch, createLinkScratch } from './hull-links.ts'
import type { LinkFinder } from './line-choice.ts'
import type { LinksFound, Work } from './min-links.ts'
import { type HullLevel, type HullScratch, buildRangeHulls, createHullScratch } from './range-hulls.ts'
import type { UnitVectors } from './sphere-arc.ts'

/** A line and its hulls, in both directions. */
export interface LineBothWays {
  ahead: { line: UnitVectors; hulls: HullLevel[] }
  back: { line: UnitVectors; hulls: HullLevel[] }
}

/**
 * Arrays that searches and hulls write to; consecutive searches share them, so that they do not leave megabytes of
 * garbage.
 */
export interface BothWaysScratch {
  ahead: LinkScratch
  back: LinkScratch
  hulls: HullScratch
}

export function createScratch(count: number): BothWaysScratch {
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
export function dropHulls({ ahead, back }: LineBothWays): void {
  for (const { start, points } of [...ahead.hulls, ...back.hulls])
    for (const { buffer } of [start, points]) (buffer as ArrayBuffer).transfer(0)
}

export function reverseLine({ x, y, z }: UnitVectors): UnitVectors {
  return { x: x.slice().reverse(), y: y.slice().reverse(), z: z.slice().reverse() }
}

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
