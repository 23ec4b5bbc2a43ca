// First pass: signed routes with their members, turn restrictions that apply to bicycles, and squares, as in the file.
// Members are kept as OSM ids in typed arrays; whether they are ways of the network is decided once all ways are known.

import { markTagged, readRelationTypes, readTags } from '../../osm/entity-batches.ts'
import type { RelationBatch, WayBatch } from '../../osm/read-pbf.ts'
import { WAY_KEYS } from '../../osm/way-facts.ts'
import {
  findRestriction,
  type RestrictionKind,
  findRouteFacts,
  type RouteRelationFacts,
} from '../../osm/relation-facts.ts'
import type { Tags } from '../../osm/tags.ts'
import { findWayClass } from '../../osm/way-class.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { IdIndex } from '../../storage/id-index.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import type { WayCollector } from './collect-ways.ts'

interface OutlineWay {
  id: number
  refs: Float64Array
  tags: Tags
  isInner: boolean
}

/**
 * Squares mapped as multipolygons: the relation has the tags, and the ways of its outline have none. They are in the
 * network as closed ways are: one walks along the outline. Outer rings are taken, and those inner ones that another way
 * of the network meets. A way that is tagged as a road or path itself is taken for what its own tags say, not for this.
 */
class SquareCollector {
  /** by way id: the tags of its relation; of several, the first */
  readonly #wanted = new Map<number, Pick<OutlineWay, 'tags' | 'isInner'>>()
  readonly #found = new Map<number, OutlineWay>()
  readonly #ignored: IgnoredCounts

  constructor(ignored: IgnoredCounts) {
    this.#ignored = ignored
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0
  }

  /** Whether the relation is a square. */
  take(batch: RelationBatch, r: number, tags: Tags): boolean {
    if ((findWayClass(tags)?.kind ?? 'ferry') === 'ferry') return false
    const { memberStart, memberType, memberId, memberRole, strings } = batch
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      if (memberType[m] !== WAY || this.#wanted.has(memberId[m])) continue
      this.#wanted.set(memberId[m], { tags, isInner: strings.get(memberRole[m]) === 'inner' })
    }
    return true
  }

  /** Of the ways of a later pass those that squares are made of. */
  takeWays(batch: WayBatch): void {
    for (let w = 0; w < batch.count; w++) {
      const id = batch.id[w]
      const wanted = this.#wanted.get(id)
      if (wanted === undefined || this.#found.has(id)) continue
      const own = readTags(batch, w)
      if (own.has('highway') || findWayClass(own) !== null) continue
      const refs = Float64Array.from(batch.refs.subarray(batch.refStart[w], batch.refStart[w + 1]))
      this.#found.set(id, { id, refs, ...wanted })
    }
  }

  /** Adds the outlines to the ways of the network, and counts inner ways that nothing meets. */
  addTo(ways: WayCollector): void {
    let left = [...this.#found.values()].sort((a, b) => Number(a.isInner) - Number(b.isInner))
    // an inner ring of several ways may meet the network by one of them alone
    for (let before = Infinity; left.length < before; ) {
      before = left.length
      left = left.filter(({ id, refs, tags, isInner }) => {
        if (isInner && !refs.some((ref) => ways.sites.find(ref) >= 0)) return true
        ways.add(id, tags, refs)
        return false
      })
    }
    this.#ignored.add('way', 'around a hole in a square, and met by no way', left.length)
  }
}

const WAY = 1
const RELATION = 2

export interface RouteRelation extends RouteRelationFacts {
  id: number
  wayIds: Float64Array
  relationIds: Float64Array
}

/** A restriction as mapped: several `from` or `to` (no_entry, no_exit) make several restrictions. OSM ids. */
interface RestrictionRelation {
  kind: RestrictionKind
  fromWayIds: number[]
  toWayIds: number[]
  /** one via node, or -1 */
  viaNodeId: number
  /** via ways in order of travel, empty if the via is a node */
  viaWayIds: number[]
}

export class RelationCollector {
  readonly routes = new Map<number, RouteRelation>()
  readonly restrictions: RestrictionRelation[] = []
  readonly squares: SquareCollector
  readCount = 0
  readonly #ignored: IgnoredCounts
  readonly #restrictionIds = new Set<number>()

  constructor(ignored: IgnoredCounts) {
    this.#ignored = ignored
    this.squares = new SquareCollector(ignored)
  }

  take(batch: RelationBatch): void {
    const { count, id } = batch
    this.readCount += count
    const types = readRelationTypes(batch)
    const mayBeSquare = markTagged(batch, WAY_KEYS)
    for (let r = 0; r < count; r++) {
      const type = types[r]
      if (type === 'multipolygon' && mayBeSquare[r] === 1 && this.squares.take(batch, r, readTags(batch, r))) continue
      if (type !== 'route' && type !== 'superroute' && !type.startsWith('restriction')) {
        this.#ignored.add('relation', 'neither a signed route nor a turn restriction')
        continue
      }
      const tags = readTags(batch, r)
      if (type.startsWith('restriction')) this.#takeRestriction(batch, r, tags)
      else this.#takeRoute(batch, r, id[r], tags)
    }
  }

  #takeRoute(batch: RelationBatch, r: number, id: number, tags: Map<string, string>): void {
    const facts = findRouteFacts(tags)
    if (facts === null) return this.#ignored.add('relation', 'neither a signed route nor a turn restriction')
    if (tags.get('state') === 'proposed') return this.#ignored.add('relation', 'signed route only proposed')
    if (this.routes.has(id)) return this.#ignored.add('relation', 'given more than once')
    const wayIds: number[] = []
    const relationIds: number[] = []
    for (let m = batch.memberStart[r]; m < batch.memberStart[r + 1]; m++) {
      if (batch.memberType[m] === WAY) wayIds.push(batch.memberId[m])
      else if (batch.memberType[m] === RELATION) relationIds.push(batch.memberId[m])
    }
    this.routes.set(id, {
      ...facts,
      id,
      wayIds: Float64Array.from(wayIds),
      relationIds: Float64Array.from(relationIds),
    })
  }

  #takeRestriction(
    { id, memberStart, memberType, memberId, memberRole, strings }: RelationBatch,
    r: number,
    tags: Map<string, string>,
  ): void {
    const facts = findRestriction(tags)
    if (facts === null) return
    if ('refused' in facts) return this.#ignored.add('relation', facts.refused)
    if (this.#restrictionIds.has(id[r])) return this.#ignored.add('relation', 'given more than once')
    this.#restrictionIds.add(id[r])
    const restriction: RestrictionRelation = {
      kind: facts.kind,
      fromWayIds: [],
      toWayIds: [],
      viaNodeId: -1,
      viaWayIds: [],
    }
    let viaNodes = 0
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      const role = strings.get(memberRole[m])
      if (memberType[m] === WAY && role === 'from') restriction.fromWayIds.push(memberId[m])
      else if (memberType[m] === WAY && role === 'to') restriction.toWayIds.push(memberId[m])
      else if (memberType[m] === WAY && role === 'via') restriction.viaWayIds.push(memberId[m])
      else if (memberType[m] === 0 && role === 'via') {
        restriction.viaNodeId = memberId[m]
        viaNodes++
      }
    }
    const whole =
      restriction.fromWayIds.length > 0 &&
      restriction.toWayIds.length > 0 &&
      (viaNodes === 1) !== restriction.viaWayIds.length > 0 &&
      viaNodes <= 1
    const single = facts.kind === 'no' || (restriction.fromWayIds.length === 1 && restriction.toWayIds.length === 1)
    if (!whole || !single) return this.#ignored.add('relation', 'incomplete turn restriction')
    this.restrictions.push(restriction)
  }
}

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

/**
 * Turn restrictions as sequences of arcs that a bicycle may not travel in succession. A restriction with via ways spans
 * all their edges. `only_*` becomes what it forbids: every other way onward at each node of the prescribed path. A
 * restriction that does not map onto the edges unambiguously (a way continues through the via node, a via way is not
 * connected) is left out and counted. Forbidden sequences of arcs, each of two or more.
 */
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
