// Local search on one loop: remove a piece and find another way between its ends, on which the rest of the loop costs
// more and the piece itself most; and where the loop passes a junction twice, leave out the part in between.
// Improvements are kept; pieces long and short are tried all along the loop until a pass finds none. Never makes a loop
// worse.

import { START, type LoopNetwork } from './loop-network.ts'
import type { LoopTrees } from './loop-trees.ts'
import { nodesOf, type LoopWalk } from './loop-walk.ts'

type Scored = LoopWalk & { score: number }

const PIECES = [0.35, 0.2, 0.1]
const PLACES = 7
const PASSES = 3
const REST_AGAIN = 6
const PIECE_AGAIN = 4

export interface Improvement {
  targetMm: number
  /** measures and scores a walk, null if it is not a loop */
  judge: (arcs: readonly number[]) => Scored | null
  /** whether to stop here */
  isSpent: () => boolean
}

/** The best loop found by replacing pieces. */
export function improveLoop(
  net: LoopNetwork,
  trees: LoopTrees,
  loop: Scored,
  { targetMm, judge, isSpent }: Improvement,
): Scored {
  let best = loop
  for (let pass = 0; pass < PASSES; pass++) {
    const before = best
    best = withoutRounds(net, best, judge)
    for (const share of PIECES) {
      for (let place = 0; place < PLACES; place++) {
        if (isSpent()) return best
        const changed = replacePiece(net, trees, best, share, place / PLACES, judge)
        if (changed !== null && changed.score < best.score) best = changed
      }
    }
    if (best === before || (Math.abs(best.lengthMm / targetMm - 1) < 0.005 && best.repeatedMm === 0)) break
  }
  return best
}

/** Another way for the piece of `share` of the loop that begins at `place` (0..1). */
function replacePiece(
  net: LoopNetwork,
  trees: LoopTrees,
  loop: Scored,
  share: number,
  place: number,
  judge: (arcs: readonly number[]) => Scored | null,
): Scored | null {
  const { arcs, lengthMm } = loop
  const { lengthMm: edgeMm } = net
  const fromMm = place * lengthMm
  let first = 0
  let mm = 0
  while (first < arcs.length - 1 && mm + edgeMm[arcs[first] >>> 1] <= fromMm) mm += edgeMm[arcs[first++] >>> 1]
  let end = first
  for (let pieceMm = 0; end < arcs.length && (pieceMm < share * lengthMm || end === first); end++)
    pieceMm += edgeMm[arcs[end] >>> 1]
  const nodes = nodesOf(net, arcs)
  if (nodes[first] === nodes[end]) return null
  const { multiplier } = trees
  for (let i = 0; i < arcs.length; i++) multiplier[arcs[i] >>> 1] = REST_AGAIN
  for (let i = first; i < end; i++) multiplier[arcs[i] >>> 1] = PIECE_AGAIN
  const way =
    nodes[end] === START || nodes[first] === START || !passesStart(nodes, first, end)
      ? trees.way(nodes[first], nodes[end], first === 0 ? -1 : arcs[first - 1])
      : null
  for (let i = 0; i < arcs.length; i++) multiplier[arcs[i] >>> 1] = 1
  return way === null ? null : judge([...arcs.slice(0, first), ...way, ...arcs.slice(end)])
}

const passesStart = (nodes: readonly number[], first: number, end: number) =>
  nodes.slice(first + 1, end).includes(START)

/** Leaves out the part between two passages of a junction if that is better. */
function withoutRounds(net: LoopNetwork, loop: Scored, judge: (arcs: readonly number[]) => Scored | null): Scored {
  const nodes = nodesOf(net, loop.arcs)
  const firstAt = new Map<number, number>()
  let best = loop
  for (let i = 1; i < nodes.length - 1; i++) {
    const before = firstAt.get(nodes[i])
    if (before === undefined) {
      firstAt.set(nodes[i], i)
      continue
    }
    const shorter = judge([...loop.arcs.slice(0, before), ...loop.arcs.slice(i)])
    if (shorter !== null && shorter.score < best.score) best = shorter
  }
  return best
}
