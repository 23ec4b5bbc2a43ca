// Examples of requests and answers as the OpenAPI document has them.

import answers from './example-answers.json' with { type: 'json' }
import type { OperationRoute } from './operation-route.ts'

export interface ExampleRequest {
  /** of path and query */
  parameters?: Readonly<Record<string, string | number>>
  body?: object
  /** what else can be asked, in a few words, with its body */
  more?: Readonly<Record<string, object>>
  /** what a reader has to replace before it can be sent */
  replace?: string
}

/** By operationId. */
export type ExampleRequests = Readonly<Record<string, ExampleRequest>>

/** From the village of Vale Torvinho up to the hut Refúgio da Névoa. */
const VILLAGE = [-40.4288889, 33.4711111]
const HUT = [-40.4488889, 33.4416667]
const OFF_THE_COAST = [-40.525, 33.352]
const TRAIL = 800000031
const HARBOUR_BOX = { min_lat: 33.36, min_lon: -40.46, max_lat: 33.4, max_lon: -40.42 }
const LINE = {
  type: 'LineString',
  coordinates: [
    [-40.428889, 33.471111],
    [-40.42965, 33.471286],
    [-40.42971, 33.471371],
    [-40.430118, 33.470953],
  ],
}
const GPX =
  '<gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>' +
  '<trkpt lat="33.4711" lon="-40.4289"/><trkpt lat="33.4711" lon="-40.4289"/><trkpt lat="33.4713" lon="-40.4297"/>' +
  '</trkseg></trk></gpx>'
/** Of the day on which the answers were recorded. */
const EXAMPLE_DEPARTURE = '2026-11-23T08:00:00Z'

/**
 * A request for each operation, answered by the demo region: what the OpenAPI document and the page at /rest show. The
 * answers beside them in example-answers.json are recorded (`npm run examples`). By operationId.
 */
export const EXAMPLE_REQUESTS: ExampleRequests = {
  health: {},
  manifest: {},
  status: {},
  elevation: { parameters: { release: 'current', points: '33.4711111,-40.4288889|33.4416667,-40.4488889', z: 13 } },
  'waypoint-route': {
    body: { waypoints: [VILLAGE, HUT], profile: 'hike', max_sac: 3 },
    more: {
      'Along a signed route, then on to a point': { waypoints: [{ trail: TRAIL }, HUT] },
      'On a date': { waypoints: [VILLAGE, HUT], at: '2027-01-15' },
    },
  },
  route: {
    body: {
      locations: [VILLAGE, HUT].map(([lon, lat]) => ({ lat, lon })),
      costing: 'pedestrian',
      costing_options: { pedestrian: { max_hiking_difficulty: 3 } },
    },
  },
  roundtrips: {
    body: { start: VILLAGE, distance_km: 4, profile: 'hike' },
    more: { 'Past drinking water': { start: VILLAGE, distance_km: 4, through: { kinds: ['drinking_water'] } } },
  },
  reach: { body: { from: VILLAGE, minutes: [2, 4], tolerance_m: 100 } },
  matrix: {
    body: {
      sources: [VILLAGE],
      targets: [HUT, OFF_THE_COAST],
      annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'],
    },
  },
  'route-capabilities': {},
  'route-analysis': { body: { geometry: LINE, profile: 'hike' } },
  'trace-attributes': {
    body: { shape: LINE.coordinates.map(([lon, lat]) => ({ lat, lon })), costing: 'pedestrian' },
  },
  'elevation-profile': { body: { geometry: LINE, points: 4 } },
  'pace-plan': { body: { geometry: LINE, target_time: '0:05:00' } },
  'gpx-clean': { body: { gpx: GPX, dedupe: true } },
  'gpx-simplify': { body: { gpx: GPX, tolerance_m: 10 } },
  course: {
    body: {
      geometry: LINE,
      format: 'tcx',
      name: 'Up to the hut',
      waypoints: [{ location: VILLAGE, name: 'Sturmwoerde', elevation_m: 12 }],
      cues: [{ location: [-40.428922, 33.471135], instruction: 'Turn left.', type: 'turn_left' }],
    },
  },
  walker: {
    body: { recordings: [{ gpx: 'the text of a GPX file with times' }] },
    replace: 'the text of `gpx`, by that of a file with times',
  },
  search: { parameters: { q: 'Sturmwoerde', limit: 2 } },
  reverse: { parameters: { lat: 33.4711111, lon: -40.4288889, radius_m: 2000, limit: 2 } },
  trails: { parameters: { q: 'Velmarra-Weg', limit: 2 } },
  'trail-relation': { parameters: { relation_id: TRAIL } },
  'trails-bbox': { parameters: { ...HARBOUR_BOX, limit: 2 } },
  pois: { parameters: { ...HARBOUR_BOX, kind: 'viewpoint,drinking_water', limit: 2 } },
  snow: { parameters: { points: '33.4711111,-40.4288889|33.4416667,-40.4488889', evidence: 1 } },
  weather: { parameters: { p: '33.47,-40.43,12;33.44,-40.45', d: 1 } },
  sun: { parameters: { lat: 33.4711111, lon: -40.4288889, date: '2026-06-21' } },
  'route-weather': { body: { geometry: LINE, departure: EXAMPLE_DEPARTURE, profile: 'hike' } },
  'static-map': {
    body: { bbox: [-40.46, 33.43, -40.41, 33.48], width: 600, height: 400, geojson: LINE },
  },
  'static-map-address': { parameters: { bbox: '-40.53,33.35,-40.36,33.478', width: 600, height: 400 } },
  usage: {},
}

export interface Example extends Omit<ExampleRequest, 'more'> {
  /** with lists cut; undefined where the answer is no JSON */
  answer?: unknown
}

/** What the first of several examples is called. */
export const PLAIN = 'Plain'

/** Name of a recorded answer. */
export const answerName = (id: string, example: string): string => (example === PLAIN ? id : `${id}: ${example}`)

/** The first example of an operation. Throws Error where it has none. */
export const exampleOf = (row: OperationRoute, requests = EXAMPLE_REQUESTS): Example =>
  examplesOf(row, requests).get(PLAIN)!

/** All of them by name. Throws Error where an operation has none. */
export function examplesOf(row: OperationRoute, requests = EXAMPLE_REQUESTS): ReadonlyMap<string, Example> {
  const id = row.operationId ?? row.operation.id
  const request = requests[id]
  if (request === undefined) throw new Error(`there is no example of ${id} in rest-compat/examples.ts`)
  const { more = {}, ...plain } = request
  const named: [string, Example][] = [
    [PLAIN, plain],
    ...Object.entries(more).map(([name, body]) => [name, { body }] as [string, Example]),
  ]
  return new Map(
    named.map(([name, one]) => [name, { ...one, answer: (answers as Record<string, unknown>)[answerName(id, name)] }]),
  )
}

/** The address that asks for an example: path and query. */
export function exampleAddress({ path }: OperationRoute, { parameters = {} }: ExampleRequest): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (!path.includes(`{${name}}`)) query.set(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]))
  return query.size === 0 ? filled : `${filled}?${query}`
}
