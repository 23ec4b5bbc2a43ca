// Signed routes on the ways of the network: the trails on a way (its own and all routes made of them), each distinct
// set stored once. `waySet` has a set index by way, 0 = none. A relation that contains itself ends the upward walk.
// Pure.

import { TRAIL_KINDS, TRAIL_LEVELS } from '../osm/edge-facts.ts'
import type { RouteRelation } from './collect-relations.ts'
import type { IdIndex } from './id-index.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import { LargeMap } from './large-map.ts'
import type { NetworkColumns } from './network-columns.ts'
import type { StringTable } from './string-table.ts'

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
  const trailsOfWay: (number[] | undefined)[] = []
  const used = new Set<number>()
  for (const route of routes.values()) {
    let waysInside = 0
    for (const wayId of route.wayIds) {
      const way = ways.find(wayId)
      if (way < 0) continue
      waysInside++
      const trails = (trailsOfWay[way] ??= [])
      for (const id of above.get(route.id)!) if (!trails.includes(id)) trails.push(id)
    }
    if (waysInside > 0) for (const id of above.get(route.id)!) used.add(id)
  }
  ignored.add('relation', 'signed route without a way of the network', routes.size - used.size)

  const ids = [...used].sort((a, b) => a - b)
  const indexOfId = new Map(ids.map((id, index) => [id, index]))
  const trails = ids.map((id) => routes.get(id)!)
  const sets: number[][] = [[]]
  const setOfKey = new LargeMap<string, number>([['', 0]])
  const waySet = new Uint32Array(ways.count)
  trailsOfWay.forEach((relationIds, way) => {
    const members = relationIds!.map((id) => indexOfId.get(id)!).sort((a, b) => a - b)
    const key = members.join()
    let set = setOfKey.get(key)
    if (set === undefined) {
      set = sets.push(members) - 1
      setOfKey.set(key, set)
    }
    waySet[way] = set
  })

  const trailSetStart = new Uint32Array(sets.length + 1)
  sets.forEach((members, s) => (trailSetStart[s + 1] = trailSetStart[s] + members.length))
  const levelOn = (members: number[], foot: boolean) =>
    Math.max(
      0,
      ...members
        .filter((t) => (trails[t].kind === 'hiking') === foot)
        .map((t) => TRAIL_LEVELS.indexOf(trails[t].level)),
    )
  return {
    columns: {
      trailRelationId: Float64Array.from(ids),
      trailName: Uint32Array.from(trails, (t) => strings.add(t.name)),
      trailRef: Uint32Array.from(trails, (t) => strings.add(t.ref)),
      trailSymbol: Uint32Array.from(trails, (t) => strings.add(t.symbol)),
      trailKind: Uint8Array.from(trails, (t) => TRAIL_KINDS.indexOf(t.kind)),
      trailLevel: Uint8Array.from(trails, (t) => TRAIL_LEVELS.indexOf(t.level)),
      trailSetStart,
      trailSetItems: Uint32Array.from(sets.flat()),
    },
    waySet,
    setSignedFoot: Uint8Array.from(sets, (members) => levelOn(members, true)),
    setSignedBike: Uint8Array.from(sets, (members) => levelOn(members, false)),
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
