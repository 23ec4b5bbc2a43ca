// One sound request for each REST operation, of every shape that its answer can have: what the published schemas of
// answers are held against (test/rest-compat/answer-schemas.test.ts). Made from the region, so that they have answers.

import { toPolyline6 } from '../../resolvers/input/line-forms.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import type { OperationRoute } from '../../rest-compat/operation-route.ts'
import { walkedGpx, walkedPoints } from '../support/recorded-walk.ts'
import type { Region } from './region.ts'

export interface SampleRequest {
  name: string
  /** 200 where left out */
  status?: number
  request: (region: Region) => { row: OperationRoute; path: string; body?: object; headers?: Record<string, string> }
}

const rowOf = (path: string): OperationRoute => OPERATION_ROWS.find((row) => row.path === path)!

function post(name: string, path: string, body: (region: Region) => object, status?: number): SampleRequest {
  return {
    name,
    ...(status === undefined ? {} : { status }),
    request: (region) => ({ row: rowOf(path), path, body: body(region) }),
  }
}

function get(
  name: string,
  path: string,
  query: (region: Region) => string = () => '',
  parameters: (region: Region) => Record<string, string> = () => ({}),
  status?: number,
): SampleRequest {
  return {
    name,
    ...(status === undefined ? {} : { status }),
    request: (region) => {
      const values = parameters(region)
      const words = query(region)
      return {
        row: rowOf(path),
        path: path.replace(/\{(\w+)\}/g, (_, word: string) => values[word]) + (words === '' ? '' : `?${words}`),
      }
    },
  }
}

const line = ({ example }: Region) => ({ type: 'LineString', coordinates: example })
const sides = ({ box: [minLon, minLat, maxLon, maxLat] }: Region) =>
  `min_lat=${minLat}&min_lon=${minLon}&max_lat=${maxLat}&max_lon=${maxLon}`
const middle = ({ box }: Region) => `${(box[1] + box[3]) / 2},${(box[0] + box[2]) / 2}`
const departure = () => new Date(Date.now() + 7_200_000).toISOString()

export const SAMPLE_REQUESTS: readonly SampleRequest[] = [
  get('manifest', '/pmtiles/current/manifest.json'),
  get('status', '/tiles/v1/status'),
  get(
    'elevation, beside and inside the region',
    '/tiles/v1/elevation/{release}/sample',
    (region) => `points=${middle(region)}|0,0`,
    () => ({ release: 'current' }),
  ),
  post('elevation-profile of a file', '/v1/elevation-profile', ({ example }) => ({
    file: `<kml><Placemark><LineString><coordinates>${example.join(' ')}</coordinates></LineString></Placemark></kml>`,
  })),
  post('gpx-simplify of a file', '/v1/gpx/simplify', ({ example }) => ({
    file: `<kml><Placemark><LineString><coordinates>${example.join(' ')}</coordinates></LineString></Placemark></kml>`,
  })),
  post('waypoint-route on foot', '/v1/route', ({ example }) => ({ waypoints: example })),
  post('roundtrips through places', '/v1/roundtrips', ({ example }) => ({
    start: example[0],
    distance_km: 4,
    through: { kinds: ['viewpoint', 'drinking_water', 'guidepost'] },
  })),
  post('waypoint-route that follows a trail', '/v1/route', ({ example, relationIds }) => ({
    waypoints: [example[0], { trail: relationIds[0], direction: 'shorter' }],
    max_sac: 6,
  })),
  post('waypoint-route by bicycle', '/v1/route', ({ example }) => ({ waypoints: example, profile: 'bike' })),
  post('waypoint-route with a straight leg', '/v1/route', ({ example }) => ({
    waypoints: example,
    straight_legs: [0],
  })),
  post('waypoint-route with alternatives', '/v1/route', ({ example }) => ({
    waypoints: [example[0], example[example.length - 1]],
    alternatives: 3,
  })),
  post('waypoint-route that avoids', '/v1/route', ({ example }) => ({
    waypoints: example,
    avoid: { ways: [7], kinds: ['ferry', 'unlit'] },
  })),
  post('waypoint-route at a time', '/v1/route', ({ example }) => ({
    waypoints: example,
    at: '2026-12-24T08:00+01:00',
  })),
  post(
    'waypoint-route that fails',
    '/v1/route',
    () => ({
      waypoints: [
        [0, 0],
        [0.1, 0],
      ],
    }),
    422,
  ),
  post('route', '/route/v1', ({ example }) => ({
    locations: example.map(([lon, lat]) => ({ lon, lat })),
    costing: 'pedestrian',
  })),
  post('route that fails', '/route/v1', () => ({ locations: [], costing: 'auto' }), 400),
  post('roundtrips', '/v1/roundtrips', ({ example }) => ({ start: example[0], distance_km: 4, alternatives: 1 })),
  post('reach', '/v1/reach', ({ example }) => ({ from: example[0], minutes: [5, 10] })),
  post('reach as lines', '/v1/reach', ({ example }) => ({
    from: example[0],
    metres: [900],
    direction: 'to',
    profile: 'bike',
    output: { polygons: false, lines: true },
  })),
  post('reach that fails', '/v1/reach', () => ({ from: [0, 0], minutes: [5] }), 422),
  post('matrix', '/v1/matrix', ({ example }) => ({ sources: example, targets: example })),
  post('matrix of everything', '/v1/matrix', ({ example, box }) => ({
    sources: [example[0]],
    targets: [...example, [box[0], box[1]]],
    annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'],
    profile: 'bike',
    avoid: { kinds: ['ferry'] },
  })),
  post('matrix that fails', '/v1/matrix', () => ({ sources: [[0, 0]], targets: [[0, 0]] }), 422),
  post('route-analysis', '/v1/route-analysis', (region) => ({ geometry: line(region) })),
  post('route-analysis by bicycle', '/v1/route-analysis', (region) => ({ geometry: line(region), profile: 'bike' })),
  post('trace-attributes', '/engine/trace_attributes', ({ example }) => ({
    shape: example.map(([lon, lat]) => ({ lon, lat })),
  })),
  post('trace-attributes, filtered', '/engine/trace_attributes', ({ example }) => ({
    encoded_polyline: toPolyline6(example.map(([lon, lat]) => [lon, lat, null])),
    filters: { attributes: ['edge.way_id'], action: 'include' },
  })),
  post('elevation-profile', '/v1/elevation-profile', (region) => ({ geometry: line(region) })),
  post('walker', '/v1/walker', () => ({ recordings: [{ gpx: walkedGpx(walkedPoints(1)) }] })),
  post('pace-plan', '/v1/pace-plan', (region) => ({ geometry: line(region), target_time: '1:00:00' })),
  ...(['gpx', 'fit', 'tcx', 'kml', 'geojson'] as const).map((format) =>
    post(`course of a line as ${format}`, '/v1/course', ({ example }) => ({
      geometry: { type: 'LineString', coordinates: example },
      format,
      name: 'a',
      waypoints: [{ location: example[0], name: 'b' }],
    })),
  ),
  post('course of a route', '/v1/course', ({ example }) => ({ route: { waypoints: example }, format: 'gpx' })),
  post('gpx-clean', '/v1/gpx/clean', ({ example }) => ({
    gpx: `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${example.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`,
  })),
  post('gpx-simplify', '/v1/gpx/simplify', (region) => ({ geometry: line(region), indices: true })),
  get('search', '/search/v1/forward', ({ names }) => `q=${encodeURIComponent(names[0])}`),
  get('search that finds trails', '/search/v1/forward', () => 'q=weg&limit=50'),
  get(
    'reverse',
    '/search/v1/reverse',
    (region) => `lat=${middle(region).split(',')[0]}&lon=${middle(region).split(',')[1]}&radius_m=50000`,
  ),
  get('trails', '/trails/v1/search', () => 'q=weg'),
  get(
    'trail-relation',
    '/trails/v1/relation/{relation_id}',
    () => '',
    ({ relationIds }) => ({ relation_id: String(relationIds[0]) }),
  ),
  get('trails-bbox', '/trails/v1/bbox', sides),
  get('pois', '/pois/v1/bbox', sides),
  get(
    'snow, of which nothing is published',
    '/tiles/v1/snow/route-forecast',
    (region) => `points=${middle(region)}&evidence=1&revision=a`,
  ),
  get('weather', '/api/weather/forecast', (region) => `p=${middle(region)}&h=1&fl=1&d=2`),
  get('sun', '/v1/sun', () => 'lat=42.5&lon=1.5&date=2026-06-21'),
  post('route-weather', '/v1/route-weather', (region) => ({
    geometry: line(region),
    departure: departure(),
    departures: [departure()],
    freezing_level: true,
  })),
  get(
    'usage without a key',
    '/v1/usage',
    () => '',
    () => ({}),
    401,
  ),
  get('route-capabilities', '/api/route/capabilities'),
]
