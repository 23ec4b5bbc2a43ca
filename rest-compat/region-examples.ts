// Examples of requests that work on the region that is served: what the page at /rest shows. The demo region has those of
// examples.ts; of another one they are made from its own places, or say what a reader has to replace.

import { distanceM, wrapLon, type LonLat } from '../src/geo/lon-lat.ts'
import type { ReleaseInfo } from '../src/releases/release-info.ts'
import type { PlanRouteInput } from '../src/routing/costs/request-types.ts'
import type { Services } from '../src/services.ts'
import { DAY_MS } from '../src/durations.ts'
import { EXAMPLE_REQUESTS, type ExampleRequest, type ExampleRequests } from './examples.ts'

/** What examples of a region are made of. */
export interface RegionSample {
  /** two points that a route joins */
  from: LonLat
  to: LonLat
  /** the first part of that route */
  line: readonly LonLat[]
  /** a name near `from`; null: none was found */
  place: string | null
  trail: { relationId: number; name: string } | null
}

const MOST_MS = 5000
const LINE_M = 150
const LINE_POINTS = 12
const NEAR_M = 20_000
const NEAR_DEG = 0.1
const NAME = /^\p{L}[\p{L} .'-]{1,59}$/u

/** The demo region, whose examples are written down. */
export const isDemo = (live: ReleaseInfo): boolean => live.synthetic

/** Null where the release names no two points that are joined. Throws what a route or the catalogue is refused with. */
export async function findSample(
  live: ReleaseInfo,
  { run, places, trails }: Pick<Services, 'run' | 'places' | 'trails'>,
): Promise<RegionSample | null> {
  const waypoints = live.example?.waypoints
  if (waypoints === undefined) return null
  const [from] = waypoints
  const to = waypoints.at(-1)!
  const input: PlanRouteInput = { waypoints: [from, to] }
  const route = await run('route', input, { signal: AbortSignal.timeout(MOST_MS) })
  const [near] = await places.findNear([from], { radiusM: NEAR_M, limit: 20 })
  const box = boxAround(from, NEAR_DEG)
  const found = await trails.findInBox({ box, limit: 20 })
  const named = found.trails.find(({ name }) => name !== null && NAME.test(name))
  return {
    from,
    to,
    line: startOf(route.value.geometry.coordinates),
    place: near.find(({ name }) => NAME.test(name))?.name ?? null,
    trail: named === undefined ? null : { relationId: named.relationId, name: named.name! },
  }
}

/** The first of so many metres, two points at least. */
function startOf(coordinates: readonly (readonly [number, number, ...unknown[]])[]): LonLat[] {
  const line: LonLat[] = []
  let lengthM = 0
  for (const [lon, lat] of coordinates) {
    const last = line.at(-1)
    if (last !== undefined) lengthM += distanceM(...last, lon, lat)
    line.push([lon, lat])
    if (line.length === LINE_POINTS || lengthM >= LINE_M) break
  }
  return line
}

const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4

const boxAround = ([lon, lat]: LonLat, deg: number): [number, number, number, number] => [
  rounded(wrapLon(lon - deg)),
  rounded(lat - deg),
  rounded(wrapLon(lon + deg)),
  rounded(lat + deg),
]

/** By operationId; `sample` null where nothing could be found. A forecast is that of tomorrow. */
export function requestsOf(live: ReleaseInfo | null, sample: RegionSample | null, nowMs: number): ExampleRequests {
  const declared = { ...EXAMPLE_REQUESTS }
  if (live !== null && !isDemo(live))
    Object.assign(declared, sample === null ? toReplace(declared) : requestsIn(sample))
  const tomorrow = new Date(nowMs + DAY_MS).toISOString().slice(0, 10)
  const requested = declared['route-weather']
  return {
    ...declared,
    'route-weather': { ...requested, body: { ...requested.body, departure: `${tomorrow}T08:00:00Z` } },
  }
}

/** Those of the demo region, with what is to be replaced. */
function toReplace(requests: ExampleRequests): ExampleRequests {
  return Object.fromEntries(
    Object.entries(requests).map(([id, request]) => [
      id,
      request.body === undefined && request.parameters === undefined
        ? request
        : { ...request, replace: request.replace ?? 'coordinates, names and ids, which are of the demo region' },
    ]),
  )
}

function requestsIn({ from, to, line, place, trail }: RegionSample): ExampleRequests {
  const [lon, lat] = from
  const latLons = (separator: string) => [from, to].map(([x, y]) => `${y},${x}`).join(separator)
  const [west, south, east, north] = boxAround(from, NEAR_DEG)
  const box = { min_lat: south, min_lon: west, max_lat: north, max_lon: east }
  const geometry = { type: 'LineString', coordinates: line }
  const gpx = `<gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${line
    .map(([x, y]) => `<trkpt lat="${y}" lon="${x}"/>`)
    .join('')}</trkseg></trk></gpx>`
  const at = ([x, y]: LonLat) => ({ lat: y, lon: x })
  return {
    elevation: { parameters: { release: 'current', points: latLons('|') } },
    'waypoint-route': {
      body: { waypoints: [from, to], profile: 'hike' },
      more: { 'On a date': { waypoints: [from, to], at: '2027-01-15' } },
    },
    route: { body: { locations: [from, to].map(at), costing: 'pedestrian' } },
    roundtrips: { body: { start: from, distance_km: 4, profile: 'hike' } },
    reach: { body: { from, minutes: [15, 30], tolerance_m: 100 } },
    matrix: { body: { sources: [from], targets: [to], annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'] } },
    'route-analysis': { body: { geometry, profile: 'hike' } },
    'trace-attributes': { body: { shape: line.map(at), costing: 'pedestrian' } },
    'elevation-profile': { body: { geometry, points: 4 } },
    'pace-plan': { body: { geometry, target_time: '0:05:00' } },
    'gpx-clean': { body: { gpx, dedupe: true } },
    'gpx-simplify': { body: { gpx, tolerance_m: 10 } },
    course: { body: { geometry, format: 'tcx', name: 'A walk', waypoints: [{ location: from, name: 'Start' }] } },
    search: asking('q', place, 'name of a place', { limit: 2 }),
    reverse: { parameters: { lat, lon, radius_m: 2000, limit: 2 } },
    trails: asking('q', trail?.name, 'name of a trail', { limit: 2 }),
    'trail-relation': asking('relation_id', trail?.relationId, 'relation id of a trail', {}),
    'trails-bbox': { parameters: { ...box, limit: 2 } },
    pois: { parameters: { ...box, kind: 'viewpoint,drinking_water', limit: 2 } },
    snow: { parameters: { points: latLons('|'), evidence: 1 } },
    weather: { parameters: { p: latLons(';'), d: 1 } },
    sun: { parameters: { lat, lon, date: '2026-06-21' } },
    'route-weather': { body: { geometry, profile: 'hike' } },
    'static-map': { body: { bbox: boxAround(from, 0.03), width: 600, height: 400, geojson: geometry } },
    'static-map-address': { parameters: { bbox: boxAround(from, NEAR_DEG).join(), width: 600, height: 400 } },
  }
}

/** Where the region has none, what a reader has to replace. */
function asking(name: 'q' | 'relation_id', found: string | number | null | undefined, what: string, more: object) {
  const value = found ?? (name === 'q' ? 'NAME' : 1)
  const request: ExampleRequest = { parameters: { [name]: value, ...more } }
  return found == null ? { ...request, replace: `the ${what}` } : request
}
