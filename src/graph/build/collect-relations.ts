// First pass: signed routes with their members, turn restrictions that apply to bicycles, and squares, as in the file.
// Members are kept as OSM ids in typed arrays; whether they are ways of the network is decided once all ways are known.

import { markTagged, readRelationTypes, readTags } from '../../osm/batch-tags.ts'
import type { RelationBatch } from '../../osm/read-pbf.ts'
import { findRestriction, type RestrictionKind } from '../../osm/restriction-facts.ts'
import { WAY_KEYS } from '../../osm/way-facts.ts'
import { findRouteFacts, type RouteRelationFacts } from '../../osm/route-relation.ts'
import { SquareCollector } from './collect-squares.ts'
import type { IgnoredCounts } from './ignored-counts.ts'

const WAY = 1
const RELATION = 2

export interface RouteRelation extends RouteRelationFacts {
  id: number
  wayIds: Float64Array
  relationIds: Float64Array
}

/** A restriction as mapped: several `from` or `to` (no_entry, no_exit) make several restrictions. OSM ids. */
export interface RestrictionRelation {
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
