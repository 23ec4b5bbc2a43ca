// The links of one GraphQL document, batched: whatever is asked of a list of places or trails goes to the stores in one
// call for all of them. Made per document and thrown away with it. Charges nothing: the session does
// (credit-session.ts).

import DataLoader from 'dataloader'
import { MAX_LINE_POINTS } from '../src/course/course.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type {
  NearPlace,
  NearPoi,
  NearQuery,
  PlaceOutline,
  PlaceRow,
  PoiRow,
  NearTrailKey,
  TrailFilter,
  TrailLine,
  TrailRow,
} from '../src/places/catalogue-rows.ts'
import { type Along, type LineParts, placesAlong, probeLine } from '../src/search/places-along.ts'
import type { JobOptions } from '../src/job-options.ts'
import {
  type Attribution,
  attributionsOf,
  type DataSource,
  EVERY_SOURCE,
  type NamedAttribution,
  spokenIn,
  toAttribution,
} from '../src/releases/attribution.ts'
import type { Services } from '../src/services.ts'
import type { SeriesAnswer, SeriesKind } from '../src/weather/weather-source.ts'
import { tenths, tenthsOrNull } from '../src/wire/numbers.ts'
import { engineOf } from './course.ts'
import { toTrailGeoJson } from './input/line-forms.ts'

export interface AlongQuery {
  withinM: number
  kinds: readonly string[] | null
}

export type TrailsNearQuery = TrailFilter & { radiusM: number }

/** Along a line, in its order; `truncated`: some place of the line is so crowded that not all of it was read. */
export interface AlongList<Row> {
  rows: Along<Row>[]
  truncated: boolean
}

export interface Loaders {
  place(id: number): Promise<PlaceRow | null>
  /** the map's tags as the text of a JSON object */
  placeTags(id: number): Promise<string | null>
  placeOutline(id: number): Promise<PlaceOutline | null>
  outdoorPlace(id: number): Promise<PoiRow | null>
  trail(relationId: number): Promise<TrailRow | null>
  trailLine(relationId: number): Promise<TrailLine | null>
  /** the line of a trail or a route as GeoJSON with few enough points for a profile or an analysis */
  trailGeometry(line: Pick<TrailLine, 'parts'>): Promise<unknown>
  /** whose data the live release is made of */
  attributions(): Attribution[]
  /** the same of some of it, for a file in the language of a tag */
  fileSources(sources: readonly DataSource[], language: string): NamedAttribution[]
  /** when the files of this document are made, milliseconds since the epoch */
  filesMadeMs: number
  /** metres; null where the terrain has none */
  height(at: LonLat): Promise<number | null>
  /** the forecast of one place; all places requested that many days are one question to the provider */
  weatherSeries(at: LonLat, days: number, kind: SeriesKind): Promise<SeriesAnswer>
  placesNear(at: LonLat, query: NearQuery): Promise<NearPlace[]>
  /** the administrative and protected areas around it, smallest first */
  areasAt(at: LonLat): Promise<PlaceRow[]>
  /** names of areas of which it is unknown what they contain */
  cutAreas(): Promise<readonly string[]>
  /** all so near, nearest first */
  trailsNear(at: LonLat, query: TrailsNearQuery): Promise<NearTrailKey[]>
  /** places along a line, in its order; the line is compared by reference */
  placesAlong(parts: LineParts, query: AlongQuery): Promise<AlongList<NearPlace>>
  outdoorNear(at: LonLat, query: NearQuery): Promise<NearPoi[]>
  outdoorAlong(parts: LineParts, query: AlongQuery): Promise<AlongList<NearPoi>>
}

/** A statement of more points than this is made in several. */
const MAX_BATCH = 1000
/** Places around one point of a line; if there are more, the nearest, and the list says that it is cut. */
const PER_PROBE = 100

/** `resume`: called when work goes on for this document. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of loaders
export function createLoaders(services: Services, options: JobOptions & { resume?: () => void }): Loaders {
  const batched = <K, V, C = K>(
    load: (keys: readonly K[]) => Promise<readonly V[]>,
    cacheKey?: (key: K) => C,
    maxBatchSize = MAX_BATCH,
  ) =>
    new DataLoader<K, V, C>(
      async (keys) => {
        options.resume?.()
        return load(keys)
      },
      {
        maxBatchSize,
        ...(cacheKey === undefined ? {} : { cacheKeyFn: cacheKey }),
      },
    )
  const places = batched<number, PlaceRow | null>((ids) => services.places.findByIds(ids))
  const placeTags = batched<number, string | null>((ids) => services.places.findTags(ids))
  const placeOutlines = batched<number, PlaceOutline | null>((ids) => services.places.findOutlines(ids))
  const outdoor = batched<number, PoiRow | null>((ids) => services.pois.findByIds(ids))
  const trails = batched<number, TrailRow | null>((ids) => services.trails.findByRelationIds(ids))
  const lines = batched<number, TrailLine | null>((ids) => services.trails.findLines(ids))
  const heights = batched<LonLat, number | null, string>(
    async (points) => (await services.terrain.sample('current', points, null)).heightsM.map(tenthsOrNull),
    String,
  )
  const forecasts = perQuery(({ days, kind }: { days: number; kind: SeriesKind }) =>
    batched<LonLat, SeriesAnswer, string>(async (points) => {
      const answer = await services.weather.getSeries(points, days, options, kind)
      return answer.points.map((point) => ({ ...answer, points: [point] }))
    }, String),
  )
  const near = perQuery((query: NearQuery) =>
    batched<LonLat, NearPlace[], string>(
      async (points) => (await services.places.findNear(points, query)).map(toTenths),
      String,
    ),
  )
  const areas = batched<LonLat, PlaceRow[], string>((points) => services.places.findAreas(points), String)
  let cutAreas: Promise<readonly string[]> | null = null
  const nearTrails = perQuery((query: TrailsNearQuery) =>
    batched<LonLat, NearTrailKey[], string>(
      async (points) => (await services.trails.findNear(points, query)).map(toTenths),
      String,
    ),
  )
  const nearOutdoor = perQuery((query: NearQuery) =>
    batched<LonLat, NearPoi[], string>(
      async (points) => (await services.pois.findNear(points, query)).map(toTenths),
      String,
    ),
  )
  const along = perQuery((query: AlongQuery) =>
    batched<LineParts, AlongList<NearPlace>>((list) =>
      findAlong((points, near) => services.places.findNear(points, near), list, query),
    ),
  )
  const alongOutdoor = perQuery((query: AlongQuery) =>
    batched<LineParts, AlongList<NearPoi>>((list) =>
      findAlong((points, near) => services.pois.findNear(points, near), list, query),
    ),
  )
  const geometries = new Map<object, Promise<unknown>>()
  return {
    place: (id) => places.load(id),
    placeTags: (id) => placeTags.load(id),
    placeOutline: (id) => placeOutlines.load(id),
    outdoorPlace: (id) => outdoor.load(id),
    trail: (id) => trails.load(id),
    trailLine: (id) => lines.load(id),
    trailGeometry: (line) => {
      let geometry = geometries.get(line)
      if (geometry === undefined) geometries.set(line, (geometry = trailGeometry(line.parts, services, options)))
      return geometry
    },
    attributions: () => attributionsOf(services.releases.findLive(), EVERY_SOURCE).map(toAttribution),
    fileSources: (sources, language) =>
      attributionsOf(services.releases.findLive(), sources).map((source) => spokenIn(language, source)),
    filesMadeMs: services.clock.nowMs(),
    height: (at) => heights.load(at),
    weatherSeries: (at, days, kind) => forecasts({ days, kind }).load(at),
    placesNear: (at, query) => near(query).load(at),
    areasAt: (at) => areas.load(at),
    cutAreas: () => (cutAreas ??= services.places.listCutAreas()),
    trailsNear: (at, query) => nearTrails(query).load(at),
    placesAlong: (parts, query) => along(query).load(parts),
    outdoorNear: (at, query) => nearOutdoor(query).load(at),
    outdoorAlong: (parts, query) => alongOutdoor(query).load(parts),
  }
}

/** Distances to a tenth of a metre, as everywhere in answers. */
function toTenths<Row extends { distanceM: number }>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, distanceM: tenths(row.distanceM) }))
}

/** One batch for each way of asking. */
function perQuery<Query, Loader>(create: (query: Query) => Loader): (query: Query) => Loader {
  const loaders = new Map<string, Loader>()
  return (query) => {
    const key = JSON.stringify(query)
    let loader = loaders.get(key)
    if (loader === undefined) loaders.set(key, (loader = create(query)))
    return loader
  }
}

/** Points around which is looked in one call: more lines than a list has, unless they are long. */
const MAX_PROBES = 10_000

/** The probes of all lines together; the lines of a call share the largest radius. */
async function findAlong<Row extends { id: number; lon: number; lat: number }>(
  findNear: (points: readonly LonLat[], query: NearQuery) => Promise<readonly Row[][]>,
  lines: readonly LineParts[],
  { withinM, kinds }: AlongQuery,
): Promise<AlongList<Row>[]> {
  const probes = lines.map((parts) => probeLine(parts, withinM))
  const found: (readonly Row[])[] = []
  for (let from = 0; from < lines.length; ) {
    let to = from
    let count = 0
    while (to < lines.length && (to === from || count + probes[to].points.length <= MAX_PROBES))
      count += probes[to++].points.length
    const points = probes.slice(from, to).flatMap((probe) => probe.points)
    const radiusM = Math.max(...probes.slice(from, to).map((probe) => probe.radiusM))
    if (points.length > 0) found.push(...(await findNear(points, { radiusM, kinds, limit: PER_PROBE + 1 })))
    from = to
  }
  let next = 0
  return lines.map((parts, index) => {
    const around = found.slice(next, (next += probes[index].points.length))
    return {
      rows: placesAlong(
        parts,
        around.flatMap((rows) => rows.slice(0, PER_PROBE)),
        withinM,
      ),
      truncated: around.some((rows) => rows.length > PER_PROBE),
    }
  })
}

/**
 * The line of a trail as the operations on lines take it. One of more points than they take is thinned to as many by
 * the smallest possible deviation, in a thread of its own; shorter ones go as they are. Parts are never joined. A
 * GeoJSON MultiLineString. Throws ServiceError `too_many_points` above MOST_FILE_POINTS, `busy`.
 */
async function trailGeometry(
  parts: readonly (readonly LonLat[])[],
  services: Services,
  options: JobOptions,
): Promise<unknown> {
  const geometry = toTrailGeoJson(parts)
  if (parts.reduce((sum, part) => sum + part.length, 0) <= MAX_LINE_POINTS) return geometry
  const thinned = await services.run(
    'simplify',
    { geometry, maxPoints: MAX_LINE_POINTS, keepClimb: false, keepStops: false, engine: engineOf(services) },
    options,
  )
  return thinned.value.geometry
}
