// Every REST path: host, method, path, the resolver behind it, its error shape, and how its input is read and its
// answer written where that differs from "JSON body in, JSON out". Order does not matter: no two paths overlap.

import type { AnyResolver, Resolver } from '../resolvers/define-resolver.ts'
import { usage } from '../resolvers/account.ts'
import { cleanGpxFile, planPace, profileLine, simplifyGpxFile } from '../resolvers/course.ts'
import { elevation, health, manifest, status } from '../resolvers/maps.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import { analyseRoute, matchTrace } from '../resolvers/matching.ts'
import { planRoute, planTrip, routeCapabilities } from '../resolvers/routing.ts'
import type { HostName } from '../src/server/exchange.ts'
import { PreparedAnswer } from '../src/wire/prepared-answer.ts'
import { toWireText } from '../src/wire/wire-json.ts'
import type { ErrorShape } from './error-shapes.ts'
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
  /** text/plain instead of JSON */
  plain?: true
  cacheControl?: (parameters: Record<string, string>) => string
  /** query parameters for the OpenAPI document: name -> description */
  queryParameters?: Record<string, { description: string; required?: boolean; schema: Record<string, unknown> }>
}

const NO_CACHE = () => 'no-cache'
const nothing = () => ({})

/** Keeps the link between a resolver's input and the row that reads it, then forgets the types. */
function row<Input, Output>(declaration: Omit<OperationRow, 'resolver'> & { resolver: Readonly<Resolver<Input, Output>> }): OperationRow {
  return declaration as unknown as OperationRow
}

export const OPERATION_ROWS: readonly OperationRow[] = [
  row({ host: 'api', method: 'GET', path: '/healthz', errors: 'error', resolver: health, read: nothing, plain: true, cacheControl: () => 'no-store' }),
  row({ host: 'api', method: 'GET', path: '/pmtiles/current/manifest.json', errors: 'error', resolver: manifest, read: nothing, cacheControl: NO_CACHE }),
  row({ host: 'api', method: 'GET', path: '/tiles/v1/status', errors: 'error', resolver: status, read: nothing, cacheControl: NO_CACHE }),
  row({
    host: 'api', method: 'GET', path: '/tiles/v1/elevation/{release}/sample', errors: 'error', resolver: elevation,
    read: ({ release }, query) => ({ release, points: query.latLonPairs('points', elevation.limits.points!), z: query.number('z'), encoding: query.text('encoding') }),
    cacheControl: ({ release }) => (release === 'current' ? 'no-cache' : 'public, max-age=31536000, immutable'),
    queryParameters: {
      points: { description: '1 to 2,048 pairs lat,lon in degrees, separated by the vertical bar.', required: true, schema: { type: 'string' } },
      z: { description: 'Zoom asked for; clamped to what the terrain has, the effective one is in the answer.', schema: { type: 'integer', minimum: 0, maximum: 22, default: 13 } },
      encoding: { description: 'Compatibility input; both decode to the same heights.', schema: { type: 'string', enum: ['mapbox', 'terrarium'], default: 'mapbox' } },
    },
  }),
  row({ host: 'api', method: 'POST', path: '/v1/route', errors: 'product', resolver: planRoute }),
  row({ host: 'api', method: 'POST', path: '/route/v1', errors: 'route', resolver: planTrip }),
  row({ host: 'api', method: 'POST', path: '/v1/roundtrips', errors: 'product', resolver: roundTrips }),
  row({ host: 'api', method: 'POST', path: '/v1/route-analysis', errors: 'product', resolver: analyseRoute }),
  row({ host: 'api', method: 'POST', path: '/engine/trace_attributes', errors: 'error', resolver: matchTrace }),
  row({ host: 'api', method: 'POST', path: '/v1/elevation-profile', errors: 'product', resolver: profileLine }),
  row({ host: 'api', method: 'POST', path: '/v1/pace-plan', errors: 'product', resolver: planPace }),
  row({ host: 'api', method: 'POST', path: '/v1/gpx/clean', errors: 'product', resolver: cleanGpxFile }),
  row({ host: 'api', method: 'POST', path: '/v1/gpx/simplify', errors: 'product', resolver: simplifyGpxFile }),
  row({ host: 'api', method: 'GET', path: '/v1/usage', errors: 'error', resolver: usage, read: nothing, cacheControl: () => 'no-store' }),
  row({ host: 'site', method: 'GET', path: '/api/route/capabilities', errors: 'error', resolver: routeCapabilities, read: nothing, cacheControl: NO_CACHE }),
]

/** The text of an answer: a prepared one untouched, anything else written as snake_case JSON. */
export function writeAnswer(row: OperationRow, output: unknown): string {
  if (output instanceof PreparedAnswer) return output.wireText
  return row.plain === true ? String(output) : toWireText(output)
}
