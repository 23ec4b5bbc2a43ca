// Which places lie near points, in boxes and along lines, by their ids: the named records and the outdoor ones of the
// same map, each object once. Asks each table once for all points or boxes, and once for each batch of lines.

import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import type { NearKey, NearQuery, PlaceKey } from '../src/places/catalogue-rows.ts'
import { queriesOfTables, type PlaceChoice } from '../src/places/one-place.ts'
import { type LineParts, placesAlong, type Probes, probeLine } from '../src/search/places-along.ts'
import type { Services } from '../src/services.ts'
import { tenths } from '../src/wire/numbers.ts'

type Stores = Pick<Services, 'places' | 'pois'>

export type NearPlaces = PlaceChoice & Pick<NearQuery, 'radiusM' | 'limit' | 'offset'>

export type FoundKey = Pick<NearKey, 'id' | 'distanceM'>

/** Around each point, nearest first. */
export async function findNear(stores: Stores, points: readonly LonLat[], query: NearPlaces): Promise<FoundKey[][]> {
  const { offset = 0, limit } = query
  const upTo = offset + limit
  const found = await findKeys(stores, points, { ...query, offset: 0, limit: upTo })
  return found.map((rows) =>
    rows.slice(offset, upTo).map(({ id, distanceM }) => ({ id, distanceM: tenths(distanceM) })),
  )
}

/** Of an object with two records the named one; at equal distance those with a name first. */
async function findKeys(stores: Stores, points: readonly LonLat[], query: NearPlaces): Promise<NearKey[][]> {
  const requested = queriesOfTables(query)
  const [named, outdoor] = await Promise.all([
    requested.named.kinds?.length === 0 ? [] : stores.places.findKeysNear(points, { ...query, ...requested.named }),
    requested.outdoor.kinds?.length === 0 ? [] : stores.pois.findKeysNear(points, { ...query, ...requested.outdoor }),
  ])
  return points.map((_, i) => {
    const rows = new Map<number, NearKey>((named[i] ?? []).map((row) => [row.id, row]))
    for (const row of outdoor[i] ?? []) if (!rows.has(row.id)) rows.set(row.id, row)
    return [...rows.values()].sort((a, b) => a.distanceM - b.distanceM)
  })
}

/** In each box, best known first. */
export async function findInBoxes(
  { places, pois }: Stores,
  boxes: readonly Box[],
  choice: PlaceChoice,
): Promise<PlaceKey[][]> {
  const requested = queriesOfTables(choice)
  const [named, outdoor] = await Promise.all([
    requested.named.kinds?.length === 0 ? [] : places.listKeysInBoxes(boxes, requested.named),
    requested.outdoor.kinds?.length === 0
      ? []
      : pois.listKeysInBoxes(boxes, { ...requested.outdoor, kinds: requested.outdoor.kinds ?? POI_KINDS }),
  ])
  return boxes.map((_, i) => {
    const keys = new Map<number, PlaceKey>((named[i] ?? []).map((key) => [key.id, key]))
    for (const { id, lon, lat } of outdoor[i] ?? []) if (!keys.has(id)) keys.set(id, { id, lon, lat, importance: 0 })
    return [...keys.values()].sort((a, b) => b.importance - a.importance || a.id - b.id)
  })
}

export type AlongQuery = PlaceChoice & { withinM: number }

/** Along a line, in its order; `truncated`: some place of the line is so crowded that not all of it was read. */
export interface AlongKeys {
  found: (FoundKey & { atM: number })[]
  truncated: boolean
}

/** Places around one point of a line; if there are more, the nearest, and the list says that it is cut. */
const PER_PROBE = 100
/** Points around which is looked in one call: more lines than a list has, unless they are long. */
const MAX_PROBES = 10_000

export async function findAlong(
  stores: Stores,
  lines: readonly LineParts[],
  { withinM, ...choice }: AlongQuery,
): Promise<AlongKeys[]> {
  const probes = lines.map((parts) => probeLine(parts, withinM))
  const around: NearKey[][] = []
  for (const batch of batchesOf(probes)) {
    const points = batch.flatMap((probe) => probe.points)
    // the lines of a call share the largest radius
    const radiusM = Math.max(...batch.map((probe) => probe.radiusM))
    if (points.length > 0)
      around.push(...(await findKeys(stores, points, { ...choice, radiusM, limit: PER_PROBE + 1 })))
  }
  let next = 0
  return lines.map((parts, index) => {
    const lists = around.slice(next, (next += probes[index].points.length))
    const rows = lists.flatMap((list) => list.slice(0, PER_PROBE))
    return {
      found: placesAlong(parts, rows, withinM).map(({ place: { id }, distanceM, atM }) => ({ id, distanceM, atM })),
      truncated: lists.some((list) => list.length > PER_PROBE),
    }
  })
}

function* batchesOf(probes: readonly Probes[]): Generator<Probes[]> {
  for (let from = 0; from < probes.length; ) {
    let to = from
    let count = 0
    while (to < probes.length && (to === from || count + probes[to].points.length <= MAX_PROBES))
      count += probes[to++].points.length
    yield probes.slice(from, to)
    from = to
  }
}
