// Every REST path: host, method, path, the resolver behind it, its error shape, and how its input is read and its
// answer written where that differs from "JSON body in, JSON out". Order does not matter: no two paths overlap.

import type { AnyResolver, Resolver } from '../resolvers/define-resolver.ts'
import { usage } from '../resolvers/account.ts'
import { cleanGpxFile, planPace, profileLine, simplifyGpxFile } from '../resolvers/course.ts'
import { elevation, health, manifest, status } from '../resolvers/maps.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import { analyseRoute, matchTrace } from '../resolvers/matching.ts'
import { planRoute, planTrip, routeCapabilities } from '../resolvers/routing.ts'
import { MAX_SNOW_POINTS, routeSnow } from '../resolvers/snow.ts'
import { staticMap } from '../resolvers/static-map.ts'
import type { StaticMapPicture } from '../resolvers/static-map.ts'
import { fromStaticMapWords, STATIC_MAP_PATH } from '../resolvers/static-map-address.ts'
import { routeWeather } from '../resolvers/route-weather.ts'
import { forecast } from '../resolvers/weather.ts'
import { pois, reverse, search, trailRelation, trails, trailsBbox } from '../resolvers/search.ts'
import type { HostName } from '../src/server/exchange.ts'
import { JSON_TYPE } from '../src/server/send-answer.ts'
import { PreparedAnswer } from '../src/wire/prepared-answer.ts'
import { toWireText } from '../src/wire/wire-json.ts'
import {
  poisResult,
  reverseResult,
  searchResult,
  trailBoxResult,
  trailFeature,
  trailGpx,
  trailSearchResult,
} from './catalogue-answers.ts'
import type { ErrorShape } from './error-shapes.ts'
import { readForecastQuery } from './forecast-query.ts'
import type { Query } from './read-query.ts'

export interface OperationRow {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  errors: ErrorShape
  resolver: AnyResolver
  /** GET rows: raw input in camelCase from path and query. POST rows read their body as JSON. */
  read?: (parameters: Record<string, string>, query: Query) => unknown
  /**
   * members of a POST body that go on unparsed where they are large (src/wire/held-json.ts); the operation takes them
   * so
   */
  holds?: readonly string[]
  /** the kind of job that it hands to threads: refused before its body is read while those are overloaded */
  job?: 'route' | 'trip' | 'loops' | 'match' | 'analyse'
  /** always answered, overloaded or not */
  vital?: true
  /** text/plain instead of JSON */
  plain?: true
  cacheControl?: (parameters: Record<string, string>) => string
  /** the answer as REST has it, before keys are renamed; the output itself where left out */
  encode?: (output: any) => unknown
  /** another form than JSON where the input asks for one; null: JSON */
  otherForm?: (output: any, input: any) => { type: string; text: string } | null
  /** an answer that is no text */
  picture?: (output: any) => { type: string; bytes: Buffer }
  /** for the OpenAPI document, where an operation has several paths; the resolver's id where left out */
  operationId?: string
  /** the answer hangs on the live release and the request alone: it has an ETag and may be 304 */
  revalidates?: true | 'catalogue'
  /** query parameters for the OpenAPI document: name -> description */
  queryParameters?: Record<string, { description: string; required?: boolean; schema: Record<string, unknown> }>
}

const NO_CACHE = () => 'no-cache'
const text = (description: string, required = false) => ({ description, required, schema: { type: 'string' } })
const words = (description: string, of: readonly string[]) => ({
  description,
  schema: { type: 'string', enum: [...of] },
})
const degrees = (description: string, most: number) => ({
  description,
  required: true,
  schema: { type: 'number', minimum: -most, maximum: most },
})
const whole = (description: string, minimum: number, maximum: number, preset: number) => ({
  description,
  schema: { type: 'integer', minimum, maximum, default: preset },
})
const SIDES = {
  min_lat: degrees('South, degrees.', 90),
  min_lon: degrees('West, degrees.', 180),
  max_lat: degrees('North, degrees.', 90),
  max_lon: degrees('East, degrees.', 180),
}
const readSides = (query: Query) => ({
  minLat: query.number('min_lat'),
  minLon: query.number('min_lon'),
  maxLat: query.number('max_lat'),
  maxLon: query.number('max_lon'),
})
const nothing = () => ({})
const toPng = ({ png }: StaticMapPicture) => ({
  type: 'image/png',
  bytes: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
})

/** Keeps the link between a resolver's input and the row that reads it, then forgets the types. */
function row<Input, Output>(
  declaration: Omit<OperationRow, 'resolver' | 'encode' | 'otherForm' | 'picture'> & {
    resolver: Readonly<Resolver<Input, Output>>
    encode?: (output: Output) => unknown
    otherForm?: (output: Output, input: Input) => { type: string; text: string } | null
    picture?: (output: Output) => { type: string; bytes: Buffer }
  },
): OperationRow {
  return declaration as unknown as OperationRow
}

export const OPERATION_ROWS: readonly OperationRow[] = [
  row({
    host: 'api',
    method: 'GET',
    path: '/healthz',
    errors: 'error',
    resolver: health,
    read: nothing,
    plain: true,
    vital: true,
    cacheControl: () => 'no-store',
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pmtiles/current/manifest.json',
    errors: 'error',
    resolver: manifest,
    read: nothing,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/status',
    errors: 'error',
    resolver: status,
    read: nothing,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/elevation/{release}/sample',
    errors: 'error',
    resolver: elevation,
    read: ({ release }, query) => ({
      release,
      points: query.latLonPairs('points', elevation.limits.points!),
      z: query.number('z'),
      encoding: query.text('encoding'),
    }),
    cacheControl: ({ release }) => (release === 'current' ? 'no-cache' : 'public, max-age=31536000, immutable'),
    queryParameters: {
      points: {
        description: '1 to 2,048 pairs lat,lon in degrees, separated by the vertical bar.',
        required: true,
        schema: { type: 'string' },
      },
      z: {
        description: 'Zoom asked for; clamped to what the terrain has, the effective one is in the answer.',
        schema: { type: 'integer', minimum: 0, maximum: 22, default: 13 },
      },
      encoding: {
        description: 'Compatibility input; both decode to the same heights.',
        schema: { type: 'string', enum: ['mapbox', 'terrarium'], default: 'mapbox' },
      },
    },
  }),
  row({ host: 'api', method: 'POST', path: '/v1/route', errors: 'product', resolver: planRoute, job: 'route' }),
  row({ host: 'api', method: 'POST', path: '/route/v1', errors: 'route', resolver: planTrip, job: 'trip' }),
  row({ host: 'api', method: 'POST', path: '/v1/roundtrips', errors: 'product', resolver: roundTrips, job: 'loops' }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/route-analysis',
    errors: 'product',
    resolver: analyseRoute,
    job: 'analyse',
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/engine/trace_attributes',
    errors: 'error',
    resolver: matchTrace,
    job: 'match',
  }),
  row({ host: 'api', method: 'POST', path: '/v1/route-weather', errors: 'product', resolver: routeWeather }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/elevation-profile',
    errors: 'product',
    resolver: profileLine,
    holds: ['gpx'],
  }),
  row({ host: 'api', method: 'POST', path: '/v1/pace-plan', errors: 'product', resolver: planPace, holds: ['gpx'] }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/gpx/clean',
    errors: 'product',
    resolver: cleanGpxFile,
    holds: ['gpx'],
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/gpx/simplify',
    errors: 'product',
    resolver: simplifyGpxFile,
    holds: ['gpx', 'geometry'],
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/forward',
    errors: 'error',
    resolver: search,
    encode: searchResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({
      q: query.text('q'),
      limit: query.number('limit'),
      biasBbox: query.numbers('bias_bbox'),
      bbox: query.numbers('bbox'),
    }),
    queryParameters: {
      q: text(
        'The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
        true,
      ),
      limit: whole('Most results.', 1, 50, 10),
      bias_bbox: text('minLon,minLat,maxLon,maxLat: preferred, excludes nothing.'),
      bbox: text('minLon,minLat,maxLon,maxLat: nothing outside.'),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/reverse',
    errors: 'error',
    resolver: reverse,
    encode: reverseResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({
      lat: query.number('lat'),
      lon: query.number('lon'),
      limit: query.number('limit'),
      radiusM: query.number('radius_m'),
      kinds: query.list('kinds'),
    }),
    queryParameters: {
      lat: degrees('Latitude.', 90),
      lon: degrees('Longitude.', 180),
      limit: whole('Most results.', 1, 50, 10),
      radius_m: whole('Radius in metres.', 50, 50_000, 500),
      kinds: text('Kinds to keep, separated by commas, e.g. peak,hut,village.'),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/search',
    errors: 'error',
    resolver: trails,
    encode: trailSearchResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ q: query.text('q'), limit: query.number('limit'), type: query.text('type') }),
    queryParameters: {
      q: text('Name or reference.', true),
      limit: whole('Most results.', 1, 100, 20),
      type: words('Kind of route.', ['hiking', 'bicycle']),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/relation/{relation_id}',
    errors: 'error',
    resolver: trailRelation,
    encode: trailFeature,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (parameters, query) => ({
      relationId: /^\d{1,16}$/.test(parameters.relation_id) ? Number(parameters.relation_id) : parameters.relation_id,
      format: query.text('format'),
    }),
    otherForm: (output, { format }) =>
      format === 'gpx' ? { type: 'application/gpx+xml; charset=utf-8', text: trailGpx(output) } : null,
    queryParameters: { format: words('Form of the answer: a GeoJSON Feature, or GPX 1.1.', ['geojson', 'gpx']) },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/bbox',
    errors: 'error',
    resolver: trailsBbox,
    encode: trailBoxResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ ...readSides(query), type: query.text('type'), limit: query.number('limit') }),
    queryParameters: {
      ...SIDES,
      type: words('Kind of route.', ['hiking', 'bicycle']),
      limit: whole('Most results.', 1, 1000, 200),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pois/v1/bbox',
    errors: 'error',
    resolver: pois,
    encode: poisResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ ...readSides(query), kind: query.list('kind'), limit: query.number('limit') }),
    queryParameters: {
      ...SIDES,
      kind: text('Kinds to keep, separated by commas, e.g. hut,shelter,drinking_water; also the order of the answer.'),
      limit: whole('Most results.', 1, 10_000, 2000),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/snow/route-forecast',
    errors: 'error',
    resolver: routeSnow,
    read: (_parameters, query) => ({
      points: query.latLonPairs('points', MAX_SNOW_POINTS),
      evidence: query.switch('evidence'),
      revision: query.text('revision'),
      segments: query.numbers('segments', MAX_SNOW_POINTS),
    }),
    cacheControl: NO_CACHE,
    queryParameters: {
      points: {
        description: '1 to 512 pairs lat,lon in degrees, separated by the vertical bar.',
        required: true,
        schema: { type: 'string' },
      },
      evidence: { description: '1 adds the route-snow-evidence/1 block.', schema: { type: 'integer', enum: [1] } },
      revision: {
        description: "The caller's version of the geometry, given back: 1 to 64 letters, digits or . _ : -",
        schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,64}$' },
      },
      segments: {
        description: 'Start indices of disconnected segments, comma-separated, ascending, the first 0.',
        schema: { type: 'string' },
      },
    },
  }),
  row({ host: 'api', method: 'POST', path: STATIC_MAP_PATH, errors: 'error', resolver: staticMap, picture: toPng }),
  row({
    host: 'api',
    method: 'GET',
    path: STATIC_MAP_PATH,
    errors: 'error',
    resolver: staticMap,
    operationId: 'static-map-address',
    picture: toPng,
    revalidates: true,
    cacheControl: NO_CACHE,
    read: (_, query) => fromStaticMapWords((name) => query.text(name)),
    queryParameters: {
      bbox: text(
        'minLon,minLat,maxLon,maxLat in degrees; needed unless a line or GeoJSON is given, which is then fitted.',
      ),
      line: text('A line to draw, as a polyline with 6 digits.'),
      width: whole('Pixels.', 128, 2048, 800),
      height: whole('Pixels.', 128, 2048, 600),
      scale: { description: '2 doubles the pixels.', schema: { type: 'integer', enum: [1, 2], default: 1 } },
      hillshade: { description: 'Relief as light and shade.', schema: { type: 'boolean', default: true } },
      contours: { description: 'Contour lines.', schema: { type: 'boolean', default: false } },
      padding: whole('Pixels around what is fitted.', 0, 512, 40),
      language: text('Names in this language where the map has them, e.g. de.'),
      geojson: text('What POST takes as geojson, as JSON text; not beside line.'),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/v1/usage',
    errors: 'error',
    resolver: usage,
    read: nothing,
    cacheControl: () => 'no-store',
  }),
  row({
    host: 'site',
    method: 'GET',
    path: '/api/weather/forecast',
    errors: 'error',
    resolver: forecast,
    cacheControl: NO_CACHE,
    read: (_, query) => readForecastQuery(query),
    queryParameters: {
      p: text('1 to 12 points lat,lon or lat,lon,elevation_m separated by ;', true),
      d: whole('Forecast days.', 1, 16, 7),
      fl: { description: '1 adds the hourly freezing level.', schema: { type: 'integer', enum: [1] } },
      h: { description: '1 adds every hour.', schema: { type: 'integer', enum: [1] } },
    },
  }),
  row({
    host: 'site',
    method: 'GET',
    path: '/api/route/capabilities',
    errors: 'error',
    resolver: routeCapabilities,
    read: nothing,
    cacheControl: NO_CACHE,
  }),
]

/**
 * The type and text of an answer (or its bytes in chunks): a prepared one untouched, anything else written as
 * snake_case JSON.
 */
export function writeAnswer(
  row: OperationRow,
  output: unknown,
  input: unknown,
): { type: string; text: string | readonly Uint8Array[] } {
  if (output instanceof PreparedAnswer) return { type: JSON_TYPE, text: output.wire }
  if (row.plain === true) return { type: 'text/plain; charset=utf-8', text: String(output) }
  return (
    row.otherForm?.(output, input) ?? {
      type: JSON_TYPE,
      text: toWireText(row.encode === undefined ? output : row.encode(output)),
    }
  )
}
