// Named places and outdoor places of several regions as one store each: asks the regions that a question concerns and
// names each object once. With one region everything passes unchanged.

import type { LonLat } from '../geo/lon-lat.ts'
import type { NearKey, NearQuery, PlaceKey } from '../places/catalogue-rows.ts'
import type { PlaceStore, PoiStore } from '../places/catalogue-stores.ts'
import {
  askAround,
  findInAny,
  meetingBox,
  onceEach,
  type CatalogueMember,
  type ListMembers,
} from './catalogue-member.ts'

export function createJointPlaces(listMembers: ListMembers): PlaceStore {
  const keysInBox: PlaceStore['listKeysInBox'] = async (query) => {
    const lists = await Promise.all(
      meetingBox(listMembers(), query.box).map(({ places }) => places.listKeysInBox(query)),
    )
    const best = new Map<number, PlaceKey>()
    for (const key of lists.flat()) if (key.importance > (best.get(key.id)?.importance ?? -1)) best.set(key.id, key)
    return [...best.values()]
  }
  const store: PlaceStore = {
    findCandidates: (query) =>
      rowsOf(meetingBox(listMembers(), query.box), ({ places }) => places.findCandidates(query)),
    findByIds: (ids) => findInAny(listMembers(), ids, ({ places }) => places.findByIds(ids)),
    async findOutlines(ids) {
      const answers = await Promise.all(listMembers().map(({ places }) => places.findOutlines(ids)))
      return ids.map((_, i) => answers.find((outlines) => outlines[i] !== null)?.[i] ?? null)
    },
    async findTags(ids) {
      const answers = await Promise.all(listMembers().map(({ places }) => places.findTags(ids)))
      return ids.map((_, i) => answers.find((tags) => tags[i] !== null)?.[i] ?? null)
    },
    findNear: nearest(listMembers, ({ places }) => places.findNear),
    findKeysNear: nearest(listMembers, ({ places }) => places.findKeysNear),
    countNear: async (point, query) => (await store.listIdsNear(point, query)).length,
    async listIdsNear(point, query) {
      const [lists] = await askAround(listMembers(), [point], query.radiusM, async ({ places }, [at]) => [
        await places.listIdsNear(at, query),
      ])
      return [...new Set(lists.flat())]
    },
    async findAreaIds(points) {
      const found = await askAround(listMembers(), points, 0, ({ places }, some) => places.findAreaIds(some))
      return found.map((lists) => mergeOrders(lists))
    },
    async listCutAreas() {
      return [...new Set((await Promise.all(listMembers().map(({ places }) => places.listCutAreas()))).flat())]
    },
    async findInBox({ limit, offset = 0, ...query }) {
      const keys = (await keysInBox(query)).sort((a, b) => b.importance - a.importance || a.id - b.id)
      const rows = await store.findByIds(keys.slice(offset, offset + limit).map(({ id }) => id))
      return rows.filter((row) => row !== null)
    },
    countInBox: async (query) => (await keysInBox(query)).length,
    listKeysInBox: keysInBox,
  }
  return ofOnly(listMembers, ({ places }) => places, store)
}

export function createJointPois(listMembers: ListMembers): PoiStore {
  const keysInBox: PoiStore['listKeysInBox'] = async (query) => {
    const lists = await Promise.all(meetingBox(listMembers(), query.box).map(({ pois }) => pois.listKeysInBox(query)))
    const once = new Map(lists.flat().map((key) => [key.id, key]))
    return [...once.values()].sort((a, b) => a.turn - b.turn || a.id - b.id)
  }
  const store: PoiStore = {
    async findInBox({ limit, offset = 0, ...query }) {
      const keys = await keysInBox(query)
      const rows = await store.findByIds(keys.slice(offset, offset + limit).map(({ id }) => id))
      const asked = meetingBox(listMembers(), query.box)
      const versions = await Promise.all(
        asked.map(({ pois }) => pois.findInBox({ ...query, limit: 1 }).then(({ artifactVersion }) => artifactVersion)),
      )
      return {
        artifactVersion: [...new Set(versions)].join('+'),
        pois: rows.filter((row) => row !== null),
        truncated: keys.length > offset + limit,
      }
    },
    countInBox: async (query) => (await keysInBox(query)).length,
    listKeysInBox: keysInBox,
    findByText: (query) => rowsOf(meetingBox(listMembers(), query.box), ({ pois }) => pois.findByText(query)),
    findNear: nearest(listMembers, ({ pois }) => pois.findNear),
    findKeysNear: nearest(listMembers, ({ pois }) => pois.findKeysNear),
    async listIdsNear(point, query) {
      const [lists] = await askAround(listMembers(), [point], query.radiusM, async ({ pois }, [at]) => [
        await pois.listIdsNear(at, query),
      ])
      return [...new Set(lists.flat())]
    },
    findByIds: (ids) => findInAny(listMembers(), ids, ({ pois }) => pois.findByIds(ids)),
  }
  return ofOnly(listMembers, ({ pois }) => pois, store)
}

/** Methods of the only region where there is but one, else those of `joint`. */
export function ofOnly<Store extends object>(
  listMembers: ListMembers,
  of: (member: CatalogueMember) => Store,
  joint: Store,
): Store {
  const chosen = {} as Record<string, unknown>
  for (const name of Object.keys(joint) as (keyof Store & string)[]) {
    chosen[name] = (...given: unknown[]) => {
      const members = listMembers()
      const store = members.length === 1 ? of(members[0]) : joint
      return (store[name] as (...given: unknown[]) => unknown)(...given)
    }
  }
  return chosen as Store
}

async function rowsOf<Row extends { id: number; lon: number; lat: number }>(
  members: readonly CatalogueMember[],
  ask: (member: CatalogueMember) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const lists = await Promise.all(members.map(async (member) => (await ask(member)).map((row) => ({ member, row }))))
  return onceEach(lists.flat())
}

type AskNear<Row> = (points: readonly LonLat[], query: NearQuery) => Promise<Row[][]>

/** Around each point, of all regions near it. */
function nearest<Row extends NearKey>(
  listMembers: ListMembers,
  askOf: (member: CatalogueMember) => AskNear<Row>,
): AskNear<Row> {
  return async (points, { offset = 0, limit, ...query }) => {
    const found = await askAround(listMembers(), points, query.radiusM, async (member, some) => {
      const lists = await askOf(member)(some, { ...query, limit: offset + limit })
      return lists.map((list) => list.map((row) => ({ member, row })))
    })
    return found.map((lists) =>
      onceEach(lists.flat())
        .sort((a, b) => a.distanceM - b.distanceM || a.id - b.id)
        .slice(offset, offset + limit),
    )
  }
}

/** Lists of one order as one: what a list adds follows what it follows there. */
function mergeOrders(lists: readonly (readonly number[])[]): number[] {
  const merged: number[] = []
  for (const list of lists) {
    let at = 0
    for (const id of list) {
      const known = merged.indexOf(id)
      if (known < 0) merged.splice(at, 0, id)
      at = (known < 0 ? at : known) + 1
    }
  }
  return merged
}
