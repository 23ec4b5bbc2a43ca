// A small catalogue in memory, for the transports: stores that answer by looking at every row, and count how often they
// are asked. The land is invented; it lies around 1.5, 42.5. Candidates are all rows of the box: grading is not done
// here.

import { ServiceError } from '../../src/errors.ts'
import { type Box, type LonLat, distanceM } from '../../src/geo/lon-lat.ts'
import type { NearKey, NearQuery, PlaceRow, PoiRow, TrailFilter, TrailRow } from '../../src/places/catalogue-rows.ts'
import { meetsFilter } from '../../src/search/order-trails.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../../src/places/catalogue-stores.ts'

export interface FakeCatalogue {
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
  /** method name -> times asked */
  calls: Map<string, number>
  placeRows: PlaceRow[]
  trailRows: TrailRow[]
  poiRows: PoiRow[]
  /** each a tenth of a degree around its place, smallest first */
  areaRows: PlaceRow[]
  cutAreas: string[]
}

export function fakePlace(
  osmId: number,
  name: string,
  kind: PlaceRow['kind'],
  at: LonLat,
  more: Partial<PlaceRow> = {},
): PlaceRow {
  return {
    id: toPlaceId('node', osmId),
    osmType: 'node',
    osmId,
    name,
    otherNames: [],
    kind,
    kinds: [kind],
    lon: at[0],
    lat: at[1],
    region: null,
    elevationM: null,
    elevationSource: null,
    population: null,
    prominenceM: null,
    hasWikidata: false,
    importance: 0.1,
    adminLevel: null,
    bbox: null,
    trail: null,
    ...more,
  }
}

export function fakeTrail(
  relationId: number,
  name: string | null,
  ref: string | null,
  at: LonLat,
  more: Partial<TrailRow> = {},
): TrailRow {
  return {
    relationId,
    name,
    ref,
    otherNames: [],
    type: 'hiking',
    route: 'hiking',
    network: null,
    level: null,
    operator: null,
    symbol: null,
    colour: null,
    website: null,
    fromName: null,
    toName: null,
    lengthM: 1000,
    bbox: [at[0], at[1], at[0] + 0.01, at[1]],
    ends: [at, [at[0] + 0.01, at[1]]],
    lon: at[0] + 0.005,
    lat: at[1],
    roundtrip: false,
    partCount: 1,
    gapsM: [],
    missingWays: 0,
    ascentM: null,
    descentM: null,
    lowestM: null,
    highestM: null,
    heightUnknownM: 0,
    sacMax: null,
    sacM: [1000, 0, 0, 0, 0, 0, 0, 0],
    surfaces: { pavedM: 0, gravelM: 0, trailM: 0, unknownM: 1000 },
    stageIds: [],
    parentIds: [],
    timesJson: null,
    movingS: null,
    ...more,
  }
}

const LONG_WAY = fakeTrail(7, 'Höhenweg', 'GR 11', [1.5, 42.5], {
  network: 'iwn',
  level: 'international',
  lengthM: 4000,
  partCount: 2,
  gapsM: [120],
  ascentM: 300,
  descentM: 280,
  sacMax: 2,
  operator: 'Club',
  symbol: 'red:white:red_bar',
  bbox: [1.5, 42.5, 1.54, 42.5],
  ends: [
    [1.5, 42.5],
    [1.54, 42.5],
  ],
})

export function fakePlaces(): PlaceRow[] {
  return [
    fakePlace(1, 'Großmühlen', 'town', [1.5, 42.5], {
      population: 2400,
      hasWikidata: true,
      otherNames: ['Great Mills'],
      region: 'Talland',
      elevationM: 900,
      elevationSource: 'tag',
    }),
    fakePlace(2, 'Zürichberg', 'peak', [1.52, 42.52], {
      kinds: ['peak', 'viewpoint'],
      elevationM: 2345,
      elevationSource: 'terrain',
      prominenceM: 310,
      region: 'Talland',
    }),
    fakePlace(3, 'Neuhaus', 'village', [1.55, 42.5], { population: 300, region: 'Talland' }),
    fakePlace(4, 'Neuhaus', 'hamlet', [1.7, 42.6], { population: 20, region: 'Bergland' }),
    fakePlace(5, 'Neuhaus Hütte', 'hut', [1.551, 42.501], { region: 'Talland' }),
    fakePlace(6, "Coll d'Arbre", 'pass', [1.56, 42.51], {}),
    fakePlace(7, 'Großmühlen Nord', 'station', [1.503, 42.505], {}),
    fakePlace(8, 'Halt am See', 'station', [1.505, 42.49], {}),
    fakePlace(9, 'Bergen', 'village', [1.75, 42.65], { population: 500, region: 'Bergland' }),
    {
      ...fakePlace(10, 'Höhenweg', 'trail', [1.52, 42.5]),
      id: toPlaceId('relation', 7),
      osmType: 'relation',
      osmId: 7,
      trail: LONG_WAY,
    },
  ]
}

function fakeTrails(): TrailRow[] {
  return [
    LONG_WAY,
    fakeTrail(8, 'Rundweg am See', null, [1.505, 42.49], {
      roundtrip: true,
      ends: [],
      network: 'lwn',
      level: 'local',
      surfaces: { pavedM: 800, gravelM: 0, trailM: 200, unknownM: 0 },
    }),
    fakeTrail(9, 'Talradweg', 'GR 1', [1.6, 42.55], {
      type: 'bicycle',
      route: 'bicycle',
      network: 'rcn',
      level: 'regional',
      lengthM: 9000,
    }),
  ]
}

export function fakePois(): PoiRow[] {
  const poi = (
    osmId: number,
    kind: PoiRow['kind'],
    name: string | null,
    lon: number,
    lat: number,
    tags: object = {},
  ): PoiRow => ({
    id: toPlaceId('node', osmId),
    osmType: 'node',
    osmId,
    kind,
    kinds: [kind],
    name,
    lon,
    lat,
    eleM: null,
    tagsJson: JSON.stringify(tags),
  })
  return [
    {
      ...poi(20, 'hut', 'Neuhaus Hütte', 1.551, 42.501, {
        tourism: 'alpine_hut',
        'tag:kind': 'x',
        website: 'https://h.example',
      }),
      eleM: 1800.5,
    },
    poi(21, 'shelter', null, 1.53, 42.51),
    poi(22, 'hut', 'Obere Hütte', 1.58, 42.55),
    poi(23, 'drinking_water', null, 1.5, 42.5, { natural: 'spring' }),
  ]
}

export function fakeCatalogue(
  rows: Partial<Pick<FakeCatalogue, 'placeRows' | 'trailRows' | 'poiRows' | 'areaRows' | 'cutAreas'>> = {},
): FakeCatalogue {
  const {
    placeRows = fakePlaces(),
    trailRows = fakeTrails(),
    poiRows = fakePois(),
    areaRows = [],
    cutAreas = [],
  } = rows
  const calls = new Map<string, number>()
  const requested = (name: string) => calls.set(name, (calls.get(name) ?? 0) + 1)
  const inBox =
    ([minLon, minLat, maxLon, maxLat]: Box) =>
    ({ lon, lat }: { lon: number; lat: number }) =>
      lon >= minLon && lon <= maxLon && lat >= minLat && lat <= maxLat
  const around = <T extends { lon: number; lat: number }>(
    list: T[],
    [lon, lat]: LonLat,
    radiusM: number,
    limit: number,
    offset = 0,
  ) =>
    list
      .map((row) => ({ ...row, distanceM: distanceM(lon, lat, row.lon, row.lat) }))
      .filter((row) => row.distanceM <= radiusM)
      .sort((a, b) => a.distanceM - b.distanceM)
      .slice(offset, offset + limit)
  const ofKinds = <T extends { kinds: readonly string[] }>(list: T[], kinds: readonly string[] | null | undefined) =>
    list.filter((row) => kinds == null || row.kinds.some((kind) => kinds.includes(kind)))
  const isNamed =
    (named: boolean | null | undefined) =>
    ({ id, name }: PoiRow) =>
      named == null || named === (name !== null || placeRows.some((row) => row.id === id))
  const placesNear = (point: LonLat, { kinds, radiusM, limit, offset }: NearQuery) =>
    around(ofKinds(placeRows, kinds), point, radiusM, limit, offset)
  const poisNear = (point: LonLat, { kinds, named, radiusM, limit, offset }: NearQuery) =>
    around(ofKinds(poiRows, kinds).filter(isNamed(named)), point, radiusM, limit, offset)
  const nearKeyOf = ({ id, lon, lat, distanceM }: NearKey): NearKey => ({ id, lon, lat, distanceM })
  const keyOf = ({ relationId, name, ref, level, lengthM, ascentM, movingS }: TrailRow) => ({
    ...{ relationId, name, ref, level },
    ...{ lengthM, ascentM, movingS },
  })
  const filtered = (row: TrailRow, filter: TrailFilter) => {
    const isMet = meetsFilter(row, filter)
    return isMet === false ? [] : [{ ...keyOf(row), isUnknown: isMet === null }]
  }
  const lineOf = (trail: TrailRow) => {
    const [from, , to] = trail.bbox
    const middle = (from + to) / 2
    return trail.partCount === 2
      ? ([
          [
            [from, trail.lat],
            [middle - 0.00125, trail.lat],
          ],
          [
            [middle + 0.00125, trail.lat],
            [to, trail.lat],
          ],
        ] as LonLat[][])
      : ([
          [
            [from, trail.lat],
            [to, trail.lat],
          ],
        ] as LonLat[][])
  }
  return {
    calls,
    placeRows,
    trailRows,
    poiRows,
    areaRows,
    cutAreas,
    places: {
      findCandidates: async ({ words, box, kinds }) => {
        requested('places.findCandidates')
        if (words.length === 0) throw new ServiceError('internal', 'no words')
        return placeRows.filter(
          (row) =>
            (box == null || inBox(box)(row)) && (kinds == null || row.kinds.some((kind) => kinds.includes(kind))),
        )
      },
      findByIds: async (ids) => (
        requested('places.findByIds'), ids.map((id) => [...placeRows, ...areaRows].find((row) => row.id === id) ?? null)
      ),
      findOutlines: async (ids) => (requested('places.findOutlines'), ids.map(() => null)),
      findTags: async (ids) => (
        requested('places.findTags'),
        ids.map((id) =>
          placeRows.some((row) => row.id === id)
            ? JSON.stringify({ name: placeRows.find((row) => row.id === id)!.name, wikidata: `Q${id}`, then: 'x' })
            : null,
        )
      ),
      findNear: async (points, query) => (
        requested('places.findNear'), points.map((point) => placesNear(point, query))
      ),
      findKeysNear: async (points, query) => (
        requested('places.findKeysNear'), points.map((point) => placesNear(point, query).map(nearKeyOf))
      ),
      countNear: async (point, { radiusM, kinds }) => (
        requested('places.countNear'), around(ofKinds(placeRows, kinds), point, radiusM, Infinity).length
      ),
      findAreaIds: async (points) => (
        requested('places.findAreaIds'),
        points.map(([lon, lat]) =>
          areaRows.filter((row) => Math.abs(row.lon - lon) < 0.1 && Math.abs(row.lat - lat) < 0.1).map(({ id }) => id),
        )
      ),
      listCutAreas: async () => (requested('places.listCutAreas'), cutAreas),
      findInBox: async ({ box, kinds, limit, offset = 0 }) => (
        requested('places.findInBox'),
        ofKinds(placeRows, kinds)
          .filter(inBox(box))
          .slice(offset, offset + limit)
      ),
      countInBox: async ({ box, kinds }) => (
        requested('places.countInBox'), ofKinds(placeRows, kinds).filter(inBox(box)).length
      ),
      listIdsNear: async (point, { radiusM, kinds }) =>
        around(ofKinds(placeRows, kinds), point, radiusM, Infinity).map(({ id }) => id),
      listKeysInBoxes: async (boxes, { kinds }) => (
        requested('places.listKeysInBoxes'), boxes.map((box) => ofKinds(placeRows, kinds).filter(inBox(box)))
      ),
    },
    trails: {
      findByText: async ({ type }) => (
        requested('trails.findByText'), trailRows.filter((row) => type == null || row.type === type)
      ),
      findInBox: async (query) => {
        requested('trails.findInBox')
        const found = trailRows.filter((row) => inBox(query.box)(row) && meetsFilter(row, query) === true)
        return { trails: found.slice(0, query.limit), truncated: found.length > query.limit }
      },
      findByRelationIds: async (ids) => (
        requested('trails.findByRelationIds'), ids.map((id) => trailRows.find((row) => row.relationId === id) ?? null)
      ),
      findKeysInBox: async ({ box, ...filter }) => (
        requested('trails.findKeysInBox'), trailRows.filter(inBox(box)).flatMap((row) => filtered(row, filter))
      ),
      findNear: async (points, { radiusM, ...filter }) => (
        requested('trails.findNear'),
        points.map((point) =>
          around(trailRows, point, radiusM, Infinity).flatMap((row) =>
            filtered(row, filter).map((key) => ({ ...key, distanceM: row.distanceM })),
          ),
        )
      ),
      findLines: async (ids) => {
        requested('trails.findLines')
        return ids.map((id) => {
          const trail = trailRows.find((row) => row.relationId === id)
          return trail === undefined ? null : { relationId: id, parts: lineOf(trail) }
        })
      },
    },
    pois: {
      findInBox: async ({ box, kinds, limit, offset = 0 }) => {
        requested('pois.findInBox')
        const found = poiRows
          .filter((row) => inBox(box)(row) && kinds.includes(row.kind))
          .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.id - b.id)
          .slice(offset)
        return { artifactVersion: 'c1', pois: found.slice(0, limit), truncated: found.length > limit }
      },
      countInBox: async ({ box, kinds }) => (
        requested('pois.countInBox'), poiRows.filter((row) => inBox(box)(row) && kinds.includes(row.kind)).length
      ),
      listIdsNear: async (point, { radiusM, kinds, named }) =>
        around(ofKinds(poiRows, kinds).filter(isNamed(named)), point, radiusM, Infinity).map(({ id }) => id),
      listKeysInBoxes: async (boxes, { kinds, named }) => (
        requested('pois.listKeysInBoxes'),
        boxes.map((box) =>
          poiRows
            .filter(isNamed(named))
            .filter((row) => inBox(box)(row) && kinds.includes(row.kind))
            .map(({ id, lon, lat, kind }) => ({ id, lon, lat, turn: kinds.indexOf(kind) }))
            .sort((a, b) => a.turn - b.turn || a.id - b.id),
        )
      ),
      // a superset is enough, as of places
      findByText: async ({ kinds, placeKinds, box }) => (
        requested('pois.findByText'),
        ofKinds(poiRows, kinds).filter(
          (row) =>
            row.name !== null &&
            (box == null || inBox(box)(row)) &&
            !ofKinds(placeRows, placeKinds).some(({ id }) => id === row.id),
        )
      ),
      findNear: async (points, query) => (requested('pois.findNear'), points.map((point) => poisNear(point, query))),
      findKeysNear: async (points, query) => (
        requested('pois.findKeysNear'), points.map((point) => poisNear(point, query).map(nearKeyOf))
      ),
      findByIds: async (ids) => {
        requested('pois.findByIds')
        return ids.map((id) => poiRows.find((poi) => poi.id === id) ?? null)
      },
    },
  }
}
