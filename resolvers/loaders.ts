// The links of one GraphQL document, batched: whatever is asked of a list of places or trails goes to the stores in one
// call for all of them. Made per document and thrown away with it. Charges nothing: the session does
// (credit-session.ts).

import DataLoader from 'dataloader'
import { MAX_LINE_POINTS } from '../src/course/course.ts'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type {
  NearTrailKey,
  PlaceKey,
  PlaceOutline,
  TrailFilter,
  TrailLine,
  TrailRow,
} from '../src/places/catalogue-rows.ts'
import { joinPlace, type Place, type PlaceChoice } from '../src/places/one-place.ts'
import type { LineParts } from '../src/search/places-along.ts'
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
import {
  type AlongKeys,
  type AlongQuery,
  findAlong,
  findInBoxes,
  findNear,
  type FoundKey,
  type NearPlaces,
} from './near-places.ts'

export type TrailsNearQuery = TrailFilter & { radiusM: number }

export interface Loaders {
  place(id: number): Promise<Place | null>
  /** the map's tags as the text of a JSON object */
  placeTags(id: number): Promise<string | null>
  placeOutline(id: number): Promise<PlaceOutline | null>
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
  /** nearest first */
  placesNear(at: LonLat, query: NearPlaces): Promise<FoundKey[]>
  /** best known first */
  placesInBox(box: Box, choice: PlaceChoice): Promise<PlaceKey[]>
  /** the administrative and protected areas around it, smallest first */
  areasAt(at: LonLat): Promise<number[]>
  /** names of areas of which it is unknown what they contain */
  cutAreas(): Promise<readonly string[]>
  /** all so near, nearest first */
  trailsNear(at: LonLat, query: TrailsNearQuery): Promise<NearTrailKey[]>
  /** places along a line, in its order; the line is compared by reference */
  placesAlong(parts: LineParts, query: AlongQuery): Promise<AlongKeys>
}

/** A statement of more points than this is made in several. */
const MAX_BATCH = 1000
/** A box may hold very many places. */
const MAX_BOXES = 100

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
  const places = batched<number, Place | null>(async (ids) => {
    const [named, outdoor] = await Promise.all([services.places.findByIds(ids), services.pois.findByIds(ids)])
    return ids.map((_, i) => joinPlace(named[i], outdoor[i]))
  })
  const placeTags = batched<number, string | null>((ids) => services.places.findTags(ids))
  const placeOutlines = batched<number, PlaceOutline | null>((ids) => services.places.findOutlines(ids))
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
  const near = perQuery((query: NearPlaces) =>
    batched<LonLat, FoundKey[], string>((points) => findNear(services, points, query), String),
  )
  const inBoxes = perQuery((choice: PlaceChoice) =>
    batched<Box, PlaceKey[], string>((boxes) => findInBoxes(services, boxes, choice), String, MAX_BOXES),
  )
  const areas = batched<LonLat, number[], string>((points) => services.places.findAreaIds(points), String)
  let cutAreas: Promise<readonly string[]> | null = null
  const nearTrails = perQuery((query: TrailsNearQuery) =>
    batched<LonLat, NearTrailKey[], string>(
      async (points) =>
        (await services.trails.findNear(points, query)).map((list) =>
          list.map((trail) => ({ ...trail, distanceM: tenths(trail.distanceM) })),
        ),
      String,
    ),
  )
  const along = perQuery((query: AlongQuery) =>
    batched<LineParts, AlongKeys>((lines) => findAlong(services, lines, query)),
  )
  const geometries = new Map<object, Promise<unknown>>()
  return {
    place: (id) => places.load(id),
    placeTags: (id) => placeTags.load(id),
    placeOutline: (id) => placeOutlines.load(id),
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
    placesInBox: (box, choice) => inBoxes(choice).load(box),
    areasAt: (at) => areas.load(at),
    cutAreas: () => (cutAreas ??= services.places.listCutAreas()),
    trailsNear: (at, query) => nearTrails(query).load(at),
    placesAlong: (parts, query) => along(query).load(parts),
  }
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
