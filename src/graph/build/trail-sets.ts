// Signed routes on the ways of the network: the trails on a way (its own and all routes made of them), each distinct
// set stored once. `waySet` has a set index by way, 0 = none. A relation that contains itself ends the upward walk.
// Pure.

import { TRAIL_KINDS, TRAIL_LEVELS } from '../../osm/edge-facts.ts'
import { ByteTable } from '../../storage/byte-table.ts'
import type { RouteRelation } from './collect-relations.ts'
import type { IdIndex } from '../../storage/id-index.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import type { NetworkColumns } from '../network-columns.ts'
import type { StringTable } from '../../storage/string-table.ts'

const ITEM_BYTES = 4

type TrailColumns = Pick<
  NetworkColumns,
  | 'trailRelationId'
  | 'trailName'
  | 'trailRef'
  | 'trailSymbol'
  | 'trailKind'
  | 'trailLevel'
  | 'trailSetStart'
  | 'trailSetItems'
>

export interface TrailSets {
  columns: TrailColumns
  /** by way */
  waySet: Uint32Array
  /** best level (TRAIL_LEVELS) by set, for hiking and for cycling routes */
  setSignedFoot: Uint8Array
  setSignedBike: Uint8Array
}

/** Keeps trails with at least one way of the network, in order of relation id. */
export function buildTrailSets(
  routes: ReadonlyMap<number, RouteRelation>,
  ways: IdIndex,
  strings: StringTable,
  ignored: IgnoredCounts,
): TrailSets {
  const above = relationsAbove(routes)
  const used = new Set<number>()
  for (const route of routes.values())
    if (route.wayIds.some((id) => ways.find(id) >= 0)) for (const id of above.get(route.id)!) used.add(id)
  ignored.add('relation', 'signed route without a way of the network', routes.size - used.size)

  const ids = [...used].sort((a, b) => a - b)
  const indexOfId = new Map(ids.map((id, index) => [id, index]))
  const trails = ids.map((id) => routes.get(id)!)
  const ofWay = new TrailsOfWays(ways.count)
  for (const pass of ['count', 'fill'] as const) {
    for (const route of routes.values()) {
      const indexes = above.get(route.id)!.map((id) => indexOfId.get(id)!)
      for (const wayId of route.wayIds) {
        const way = ways.find(wayId)
        if (way >= 0) ofWay[pass](way, indexes)
      }
    }
  }
  const sets = new ByteTable()
  sets.add(new Uint8Array(0))
  const waySet = new Uint32Array(ways.count)
  for (let way = 0; way < ways.count; way++) waySet[way] = sets.add(bytesOf(ofWay.setOf(way)))

  const trailSetStart = Uint32Array.from({ length: sets.count + 1 }, (_, s) =>
    s < sets.count ? sets.startOf(s) / ITEM_BYTES : sets.byteLength / ITEM_BYTES,
  )
  const trailSetItems = new Uint32Array(sets.view().slice().buffer)
  const levelOn = (foot: boolean): Uint8Array => {
    const levels = new Uint8Array(sets.count)
    for (let s = 0; s < sets.count; s++)
      for (const t of trailSetItems.subarray(trailSetStart[s], trailSetStart[s + 1]))
        if ((trails[t].kind === 'hiking') === foot)
          levels[s] = Math.max(levels[s], TRAIL_LEVELS.indexOf(trails[t].level))
    return levels
  }
  return {
    columns: {
      trailRelationId: Float64Array.from(ids),
      trailName: Uint32Array.from(trails, (t) => strings.add(t.name)),
      trailRef: Uint32Array.from(trails, (t) => strings.add(t.ref)),
      trailSymbol: Uint32Array.from(trails, (t) => strings.add(t.symbol)),
      trailKind: Uint8Array.from(trails, (t) => TRAIL_KINDS.indexOf(t.kind)),
      trailLevel: Uint8Array.from(trails, (t) => TRAIL_LEVELS.indexOf(t.level)),
      trailSetStart,
      trailSetItems,
    },
    waySet,
    setSignedFoot: levelOn(true),
    setSignedBike: levelOn(false),
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The trails on every way by their indexes: counted first, then filled in. */
class TrailsOfWays {
  /** of way w, once filled: [w === 0 ? 0 : end[w - 1], end[w]) */
  readonly #end: Uint32Array
  #items: Uint32Array | null = null

  constructor(wayCount: number) {
    this.#end = new Uint32Array(wayCount)
  }

  count(way: number, trails: readonly number[]): void {
    this.#end[way] += trails.length
  }

  fill(way: number, trails: readonly number[]): void {
    this.#items ??= this.#allot()
    for (const trail of trails) this.#items[this.#end[way]++] = trail
  }

  /** In ascending order, each once. */
  setOf(way: number): Uint32Array {
    if (this.#items === null) return new Uint32Array(0)
    const all = this.#items.subarray(way === 0 ? 0 : this.#end[way - 1], this.#end[way]).sort()
    let count = 0
    for (const trail of all) if (count === 0 || all[count - 1] !== trail) all[count++] = trail
    return all.subarray(0, count)
  }

  /** Turns counts into starts, which filling in turns into ends. */
  #allot(): Uint32Array {
    let total = 0
    this.#end.forEach((count, way) => {
      this.#end[way] = total
      total += count
    })
    return new Uint32Array(total)
  }
}

/** Every route with itself and all routes it is part of, at any depth. */
function relationsAbove(routes: ReadonlyMap<number, RouteRelation>): Map<number, number[]> {
  const parents = new Map<number, number[]>()
  for (const route of routes.values()) {
    for (const child of route.relationIds) {
      const list = parents.get(child)
      if (list === undefined) parents.set(child, [route.id])
      else list.push(route.id)
    }
  }
  const above = new Map<number, number[]>()
  for (const id of routes.keys()) {
    const seen = new Set([id])
    for (const member of seen) for (const parent of parents.get(member) ?? []) seen.add(parent)
    above.set(id, [...seen])
  }
  return above
}
