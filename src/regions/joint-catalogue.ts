// Named places, outdoor places and signed trails of several regions as one store each: asks the regions that a query
// concerns and names each object once. With one region everything passes unchanged.

import type { LonLat, Box } from '../geo/lon-lat.ts'
import type { NearKey, NearQuery, PlaceKey, TrailKey, TrailRow } from '../places/catalogue-rows.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../places/catalogue-stores.ts'
import { doMeet } from '../geo/split-box.ts'
import { isInCore, metresOutside, type RegionArea } from './region-area.ts'
import { meetsFilter, byLevel } from '../search/order-trails.ts'

/**
 * One region's catalogue among several, and which of several copies of the same object is reported: ids are those of
 * OpenStreetMap, so that what two regions have under one id is the same object (decision: regions).
 */
export interface CatalogueMember {
  area: RegionArea
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
}

/** At least one. */
export type ListMembers = () => readonly CatalogueMember[]

/** Objects of a region may lie so far outside the box of its network. */
const MARGIN_M = 5000
const MARGIN_DEG = 0.1

/** Those with something in the box; all without a box. */
function meetingBox(members: readonly CatalogueMember[], box: Box | null | undefined): CatalogueMember[] {
  if (box === null || box === undefined) return [...members]
  return members.filter(({ area: { bbox } }) => {
    const [west, south, east, north] = bbox
    return doMeet(box, [west - MARGIN_DEG, south - MARGIN_DEG, east + MARGIN_DEG, north + MARGIN_DEG])
  })
}

/** Asks each region about what concerns it of a list; by entry of the list, what the regions answered. */
async function askConcerned<Where, Found>(
  members: readonly CatalogueMember[],
  list: readonly Where[],
  concerns: (member: CatalogueMember, one: Where) => boolean,
  ask: (member: CatalogueMember, some: readonly Where[]) => Promise<readonly Found[][]>,
): Promise<Found[][][]> {
  const answers: Found[][][] = list.map(() => [])
  await Promise.all(
    members.map(async (member) => {
      const concerned = list.flatMap((one, i) => (concerns(member, one) ? [i] : []))
      if (concerned.length === 0) return
      const found = await ask(
        member,
        concerned.map((i) => list[i]),
      )
      concerned.forEach((i, at) => answers[i].push(found[at]))
    }),
  )
  return answers
}

/** Each region about the points near it. */
const askAround = <Found>(
  members: readonly CatalogueMember[],
  points: readonly LonLat[],
  radiusM: number,
  ask: (member: CatalogueMember, points: readonly LonLat[]) => Promise<readonly Found[][]>,
) => askConcerned(members, points, ({ area }, point) => metresOutside(area.bbox, point) <= radiusM + MARGIN_M, ask)

/** Each region about the boxes in which it has something. */
const askInBoxes = <Found>(
  members: readonly CatalogueMember[],
  boxes: readonly Box[],
  ask: (member: CatalogueMember, boxes: readonly Box[]) => Promise<readonly Found[][]>,
) => askConcerned(members, boxes, (member, box) => meetingBox([member], box).length > 0, ask)

/** Each object once: the copy of the region in whose core it lies, else the first. In the order in which they came. */
function onceEach<Row extends { id: number; lon: number; lat: number }>(
  found: readonly { member: CatalogueMember; row: Row }[],
): Row[] {
  const best = new Map<number, { member: CatalogueMember; row: Row }>()
  for (const one of found) {
    const known = best.get(one.row.id)
    if (known === undefined || (!owns(known) && owns(one))) best.set(one.row.id, one)
  }
  return [...best.values()].map(({ row }) => row)
}

const owns = ({ member, row }: { member: CatalogueMember; row: { lon: number; lat: number } }): boolean =>
  isInCore(member.area, [row.lon, row.lat])

/** By place in the list: the first answer that is not null, of the owner where there are several. */
async function findInAny<Row extends { id: number; lon: number; lat: number }>(
  members: readonly CatalogueMember[],
  ids: readonly number[],
  ask: (member: CatalogueMember) => Promise<readonly (Row | null)[]>,
): Promise<(Row | null)[]> {
  const answers = await Promise.all(members.map(async (member) => ({ member, rows: await ask(member) })))
  return ids.map((_, i) => {
    const copies = answers.flatMap(({ member, rows }) => {
      const row = rows[i]
      return row === null ? [] : [{ member, row }]
    })
    return onceEach(copies)[0] ?? null
  })
}

export function createJointPlaces(listMembers: ListMembers): PlaceStore {
  const listKeysInBoxes: PlaceStore['listKeysInBoxes'] = async (boxes, query) => {
    const found = await askInBoxes(listMembers(), boxes, ({ places }, some) => places.listKeysInBoxes(some, query))
    return found.map((lists) => {
      const best = new Map<number, PlaceKey>()
      for (const key of lists.flat()) if (key.importance > (best.get(key.id)?.importance ?? -1)) best.set(key.id, key)
      return [...best.values()]
    })
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
    async findInBox({ box, kinds, limit, offset = 0 }) {
      const [found] = await listKeysInBoxes([box], { kinds })
      const keys = found.sort((a, b) => b.importance - a.importance || a.id - b.id)
      const rows = await store.findByIds(keys.slice(offset, offset + limit).map(({ id }) => id))
      return rows.filter((row) => row !== null)
    },
    countInBox: async ({ box, kinds }) => (await listKeysInBoxes([box], { kinds }))[0].length,
    listKeysInBoxes,
  }
  return ofOnly(listMembers, ({ places }) => places, store)
}

export function createJointPois(listMembers: ListMembers): PoiStore {
  const listKeysInBoxes: PoiStore['listKeysInBoxes'] = async (boxes, query) => {
    const found = await askInBoxes(listMembers(), boxes, ({ pois }, some) => pois.listKeysInBoxes(some, query))
    return found.map((lists) => {
      const once = new Map(lists.flat().map((key) => [key.id, key]))
      return [...once.values()].sort((a, b) => a.turn - b.turn || a.id - b.id)
    })
  }
  const store: PoiStore = {
    async findInBox({ limit, offset = 0, ...query }) {
      const [keys] = await listKeysInBoxes([query.box], query)
      const rows = await store.findByIds(keys.slice(offset, offset + limit).map(({ id }) => id))
      const requested = meetingBox(listMembers(), query.box)
      const versions = await Promise.all(
        requested.map(({ pois }) =>
          pois.findInBox({ ...query, limit: 1 }).then(({ artifactVersion }) => artifactVersion),
        ),
      )
      return {
        artifactVersion: [...new Set(versions)].join('+'),
        pois: rows.filter((row) => row !== null),
        truncated: keys.length > offset + limit,
      }
    },
    countInBox: async ({ box, ...query }) => (await listKeysInBoxes([box], query))[0].length,
    listKeysInBoxes,
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
function ofOnly<Store extends object>(
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

/**
 * Signed trails of several regions as one store. A trail that a border cuts is in each region with the members that
 * the region has: it is reported by the region that misses the fewest of them, then by the one with the longest line.
 */
export function createJointTrails(listMembers: ListMembers): TrailStore {
  /** By id, with the region that tells it. */
  const findBest = async (
    ids: readonly number[],
    members = listMembers(),
  ): Promise<({ member: CatalogueMember; row: TrailRow } | null)[]> => {
    const answers = await Promise.all(
      members.map(async (member) => ({ member, rows: await member.trails.findByRelationIds(ids) })),
    )
    return ids.map((_, i) => {
      let best: { member: CatalogueMember; row: TrailRow } | null = null
      for (const { member, rows } of answers) {
        const row = rows[i]
        if (row !== null && (best === null || isWhole(row, best.row))) best = { member, row }
      }
      return best
    })
  }
  const readAgain = async (rows: readonly TrailRow[]): Promise<TrailRow[]> => {
    const ids = [...new Set(rows.map(({ relationId }) => relationId))]
    return (await findBest(ids)).flatMap((best) => (best === null ? [] : [best.row]))
  }
  const store: TrailStore = {
    async findByText(query) {
      const lists = await Promise.all(
        meetingBox(listMembers(), query.box).map(({ trails }) => trails.findByText(query)),
      )
      return readAgain(lists.flat())
    },
    async findInBox(query) {
      const lists = await Promise.all(meetingBox(listMembers(), query.box).map(({ trails }) => trails.findInBox(query)))
      const found = await readAgain(lists.flatMap(({ trails }) => trails))
      const rows = found.filter((trail) => meetsFilter(trail, query) === true).sort(byLevel)
      return {
        trails: rows.slice(0, query.limit),
        truncated: rows.length > query.limit || lists.some(({ truncated }) => truncated),
      }
    },
    findByRelationIds: async (ids) => (await findBest(ids)).map((best) => best?.row ?? null),
    async findKeysInBox(query) {
      const lists = await Promise.all(
        meetingBox(listMembers(), query.box).map(({ trails }) => trails.findKeysInBox(query)),
      )
      return longestOfEach(lists.flat())
    },
    async findNear(points, query) {
      const found = await askAround(listMembers(), points, query.radiusM, ({ trails }, some) =>
        trails.findNear(some, query),
      )
      return found.map((lists) => {
        const keys = lists.flat()
        const awayM = new Map<number, number>()
        for (const { relationId, distanceM } of keys)
          awayM.set(relationId, Math.min(distanceM, awayM.get(relationId) ?? Infinity))
        return longestOfEach(keys)
          .map((key) => ({ ...key, distanceM: awayM.get(key.relationId)! }))
          .sort((a, b) => a.distanceM - b.distanceM || a.relationId - b.relationId)
      })
    },
    async findLines(ids) {
      const members = listMembers()
      const best = await findBest(ids, members)
      const lines = await Promise.all(
        members.map(async (member) => {
          const own = ids.filter((_, i) => best[i]?.member === member)
          return own.length === 0 ? [] : member.trails.findLines(own)
        }),
      )
      const byId = new Map(lines.flat().flatMap((line) => (line === null ? [] : [[line.relationId, line] as const])))
      return ids.map((id) => byId.get(id) ?? null)
    },
  }
  return ofOnly(listMembers, ({ trails }) => trails, store)
}

const isWhole = (a: TrailRow, b: TrailRow): boolean =>
  a.missingWays < b.missingWays || (a.missingWays === b.missingWays && a.lengthM > b.lengthM)

function longestOfEach<Key extends TrailKey>(keys: readonly Key[]): Key[] {
  const best = new Map<number, Key>()
  for (const key of keys) {
    const known = best.get(key.relationId)
    if (known === undefined || key.lengthM > known.lengthM) best.set(key.relationId, key)
  }
  return [...best.values()]
}
