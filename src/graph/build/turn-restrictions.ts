// Turn restrictions as sequences of arcs that a bicycle may not travel in succession. A restriction with via ways spans
// all their edges. `only_*` becomes what it forbids: every other way onward at each node of the prescribed path. A
// restriction that does not map onto the edges unambiguously (a way continues through the via node, a via way is not
// connected) is left out and counted.

import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { RestrictionRelation } from './collect-relations.ts'
import type { IdIndex } from '../../storage/id-index.ts'
import type { IgnoredCounts } from './ignored-counts.ts'

export interface ArcView {
  nodeCount: number
  edgeWay: Uint32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  firstArc: Uint32Array
  arcId: Uint32Array
  /** access of bicycles along an arc */
  bikeAccess(arc: number): number
  /** edges of each of these ways in the order of the way */
  edgesOfWays(ways: readonly number[]): Map<number, number[]>
}

/** Forbidden sequences of arcs, each of two or more. */
export function buildRestrictions(
  relations: readonly RestrictionRelation[],
  ways: IdIndex,
  view: ArcView,
  ignored: IgnoredCounts,
): number[][] {
  const wayOf = (id: number) => ways.find(id)
  const named = relations
    .flatMap((r) => [...r.fromWayIds, ...r.viaWayIds, ...r.toWayIds])
    .map(wayOf)
    .filter((way) => way >= 0)
  const edges = view.edgesOfWays(named)
  const found = new Map<string, number[]>()
  for (const relation of relations) {
    for (const fromId of relation.fromWayIds) {
      for (const toId of relation.toWayIds) {
        const lists = [fromId, ...relation.viaWayIds, toId].map((id) => edges.get(wayOf(id)) ?? [])
        if (lists.some((list) => list.length === 0)) {
          ignored.add('relation', 'turn restriction on ways outside the network')
          continue
        }
        const path = findPath(lists, relation.viaNodeId, view)
        if (path === null) {
          ignored.add('relation', 'ambiguous turn restriction')
          continue
        }
        const forbidden = (relation.kind === 'no' ? [path] : othersThan(path, view)).filter((arcs) =>
          arcs.every((arc) => view.bikeAccess(arc) !== ACCESS_CLOSED),
        )
        if (forbidden.length === 0) ignored.add('relation', 'turn restriction on turns closed to bicycles anyway')
        for (const arcs of forbidden) found.set(arcs.join(), arcs)
      }
    }
  }
  return [...found.values()]
}

const head = (view: ArcView, arc: number) => ((arc & 1) === 0 ? view.edgeTo[arc >>> 1] : view.edgeFrom[arc >>> 1])

/**
 * Arcs from the last edge of the first list over all edges of the ways between to the first edge of the last list.
 * Returns null unless the ways meet in exactly one manner. `viaNode` is the node of the network, or -1 for via ways.
 */
function findPath(lists: number[][], viaNode: number, view: ArcView): number[] | null {
  const meets = viaNode >= 0 ? [viaNode] : lists.length > 2 ? meetingNodes(lists, view) : null
  if (meets === null) return null
  const into = chooseArc(
    lists[0].map((edge) => arcInto(view, edge, meets[0])),
    view,
  )
  const out = chooseArc(
    lists[lists.length - 1].map((edge) => arcOutOf(view, edge, meets[meets.length - 1])),
    view,
  )
  if (into === null || out === null) return null
  const path = [into]
  for (let i = 1; i + 1 < lists.length; i++) {
    const along = walk(view, lists[i], meets[i - 1], meets[i])
    if (along === null) return null
    path.push(...along)
  }
  path.push(out)
  return path
}

/** The nodes where each way meets the next; returns null if two do not meet in exactly one node. */
function meetingNodes(lists: number[][], view: ArcView): number[] | null {
  const meets: number[] = []
  for (let i = 0; i + 1 < lists.length; i++) {
    const ends = new Set(lists[i].flatMap((edge) => [view.edgeFrom[edge], view.edgeTo[edge]]))
    const shared = new Set(
      lists[i + 1].flatMap((edge) => [view.edgeFrom[edge], view.edgeTo[edge]]).filter((node) => ends.has(node)),
    )
    if (shared.size !== 1) return null
    meets.push(...shared)
  }
  return meets
}

/**
 * The one arc that touches the node; of several, the only one open to bicycles (as on a roundabout). Returns null if
 * that does not decide.
 */
function chooseArc(candidates: number[], view: ArcView): number | null {
  const touching = candidates.filter((arc) => arc >= 0)
  if (touching.length === 1) return touching[0]
  const open = touching.filter((arc) => view.bikeAccess(arc) !== ACCESS_CLOSED)
  return open.length === 1 ? open[0] : null
}

/** The arc of an edge towards a node, or away from it; -1 if it does not touch the node. */
const arcInto = (view: ArcView, edge: number, node: number) =>
  view.edgeTo[edge] === node ? edge * 2 : view.edgeFrom[edge] === node ? edge * 2 + 1 : -1
const arcOutOf = (view: ArcView, edge: number, node: number) =>
  view.edgeFrom[edge] === node ? edge * 2 : view.edgeTo[edge] === node ? edge * 2 + 1 : -1

/** Arcs along the edges of one way (in order) from node a to node b; returns null if it does not connect them. */
function walk(view: ArcView, edges: number[], a: number, b: number): number[] | null {
  const forward = edges.findIndex((edge) => view.edgeFrom[edge] === a)
  if (forward >= 0) {
    const stop = edges.findIndex((edge, i) => i >= forward && view.edgeTo[edge] === b)
    if (stop >= 0) return edges.slice(forward, stop + 1).map((edge) => edge * 2)
  }
  const backward = edges.findLastIndex((edge) => view.edgeTo[edge] === a)
  if (backward >= 0) {
    const stop = edges.findLastIndex((edge, i) => i <= backward && view.edgeFrom[edge] === b)
    if (stop >= 0)
      return edges
        .slice(stop, backward + 1)
        .reverse()
        .map((edge) => edge * 2 + 1)
  }
  return null
}

/** For a prescribed path: each of its beginnings followed by an arc that leaves the path. */
function othersThan(path: number[], view: ArcView): number[][] {
  const forbidden: number[][] = []
  for (let i = 1; i < path.length; i++) {
    const node = head(view, path[i - 1])
    for (let a = view.firstArc[node]; a < view.firstArc[node + 1]; a++) {
      const arc = view.arcId[a]
      if (arc !== path[i]) forbidden.push([...path.slice(0, i), arc])
    }
  }
  return forbidden
}
