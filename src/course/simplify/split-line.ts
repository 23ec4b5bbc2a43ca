// Douglas-Peucker: splits where the line is farthest, to a tolerance, or until a number of arcs is spent on the largest
// deviations. The first bound of the optimal searches, and the fallback where they would take too long.
// Sections are [from, to] of point indexes whose ends are kept. After examining about `work` points it halves sections
// instead of searching them, so that no line takes quadratic time.

import type { Work } from './min-links.ts'
import { type UnitVectors, farthestFromArc } from './sphere-arc.ts'

export type Section = readonly [from: number, to: number]

/** Kept inner points, ascending, such that no skipped point is farther than the tolerance (radians) from its arc. */
export function splitToTolerance(line: UnitVectors, section: Section, toleranceRad: number, work: Work): number[] {
  const kept: number[] = []
  const stack: Section[] = [section]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [from, to] = top
    const { index, angle } = farthestFromArc(line, from, to)
    if (angle <= toleranceRad) {
      if (to !== section[1]) kept.push(to)
      continue
    }
    work.left -= to - from
    const at = work.left > 0 ? index : (from + to) >> 1
    stack.push([at, to], [from, at])
  }
  return kept
}

/** Kept inner points, ascending: `links` arcs in total over all sections, spent where the deviation is largest. */
export function splitToBudget(line: UnitVectors, sections: readonly Section[], links: number, work: Work): number[] {
  const heap: Piece[] = []
  const kept: number[] = []
  for (const [from, to] of sections) pushPiece(heap, pieceOf(line, from, to))
  for (let spent = sections.length; spent < links && heap.length > 0 && heap[0].angle > 0; spent++) {
    const { from, to, index } = popPiece(heap)
    work.left -= to - from
    const at = work.left > 0 ? index : (from + to) >> 1
    kept.push(at)
    pushPiece(heap, pieceOf(line, from, at))
    pushPiece(heap, pieceOf(line, at, to))
  }
  return [...Uint32Array.from(kept).sort()]
}

interface Piece {
  from: number
  to: number
  index: number
  angle: number
}

function pieceOf(line: UnitVectors, from: number, to: number): Piece {
  const { index, angle } = farthestFromArc(line, from, to)
  return { from, to, index, angle }
}

function pushPiece(heap: Piece[], piece: Piece): void {
  let at = heap.length
  heap.push(piece)
  for (let up = (at - 1) >> 1; at > 0 && heap[up].angle < piece.angle; up = (at - 1) >> 1) {
    heap[at] = heap[up]
    at = up
  }
  heap[at] = piece
}

function popPiece(heap: Piece[]): Piece {
  const top = heap[0]
  const last = heap.pop() as Piece
  const count = heap.length
  if (count > 0) {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (child + 1 < count && heap[child + 1].angle > heap[child].angle) child++
      if (heap[child].angle <= last.angle) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = last
  }
  return top
}
