// The most expensive requests that the contract allows, one of each kind: as large and as long as its limits let it be.

import { toPolyline6 } from '../../resolvers/input/line-forms.ts'
import { walkedFit, walkedGpx, walkedPoints } from '../support/recorded-walk.ts'
import type { Region } from '../fuzz/region.ts'
import { combArea } from './area-attacks.ts'
import type { ExpensiveRequest, SentRequest } from './attack.ts'
import { kmz, packedLine } from './packed-file-attacks.ts'
import { MANY_OPERATIONS } from './many-operations.ts'
import type { Random } from './random.ts'

const post = (path: string, body: unknown): SentRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const get = (path: string): SentRequest => ({ method: 'GET', path })
const round = (value: number): number => Math.round(value * 1e6) / 1e6

/** A line to and fro through the region that never repeats a point. */
function walk(random: Random, { box, example }: Region, count: number, stepDeg = 0.00003): [number, number][] {
  const line: [number, number][] = []
  let [lon, lat] = example[0]
  let heading = random.next() * 6
  for (let i = 0; i < count; i++) {
    line.push([round(lon), round(lat)])
    heading += random.next() - 0.5
    lon += Math.cos(heading) * stepDeg
    lat += Math.sin(heading) * stepDeg
    if (lon < box[0] || lon > box[2] || lat < box[1] || lat > box[3]) heading += Math.PI
  }
  return line
}

const line = (coordinates: [number, number][]) => ({ type: 'LineString', coordinates })
const sides = ({ box: [minLon, minLat, maxLon, maxLat] }: Region): string =>
  `min_lat=${minLat}&min_lon=${minLon}&max_lat=${maxLat}&max_lon=${maxLon}`
const gpx = (points: [number, number][]): string =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"><ele>800</ele></trkpt>`).join('')}</trkseg></trk></gpx>`

/** Made once: packing takes longer than sending. */
const files = new Map<string, string>()
function keptFile(key: string, make: () => Uint8Array): string {
  let file = files.get(key)
  if (file === undefined) files.set(key, (file = Buffer.from(make()).toString('base64')))
  return file
}
const largeKmz = (region: Region): string =>
  keptFile(`KMZ ${region.example.join()}`, () => kmz(packedLine(region, 49_000)))
const largeFit = (): string => keptFile('FIT', () => walkedFit(walkedPoints(1, 220_000)))

export const EXPENSIVE_REQUESTS: readonly ExpensiveRequest[] = [
  {
    name: 'again and again: routes over 100 waypoints',
    make: (random, { waypoints }) =>
      post('/v1/route', {
        waypoints: Array.from({ length: 100 }, () => random.pick(waypoints)),
        max_sac: 6,
        snap_radius_m: 2000,
        hills: random.between(0, 100) / 100,
      }),
  },
  {
    name: 'again and again: reach of ten hours by bicycle',
    make: (random, { waypoints }) =>
      post('/v1/reach', {
        from: random.pick(waypoints),
        minutes: [150, 300, 450, 600],
        profile: 'bike',
        output: { polygons: true, lines: true },
        tolerance_m: 18,
        snap_radius_m: 5000,
      }),
  },
  {
    name: 'again and again: reach of ten hours on foot',
    make: (random, { waypoints }) =>
      post('/v1/reach', {
        from: random.pick(waypoints),
        minutes: [150, 300, 450, 600],
        max_sac: 6,
        output: { polygons: true, lines: true },
        tolerance_m: 14,
      }),
  },
  {
    name: 'again and again: matrices of 10,000 pairs by bicycle, around what is avoided',
    make: (random, { waypoints }) =>
      post('/v1/matrix', {
        sources: Array.from({ length: 100 }, () => random.pick(waypoints)),
        targets: Array.from({ length: 100 }, () => random.pick(waypoints)),
        annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'],
        profile: 'bike',
        hills: random.between(0, 100) / 100,
        avoid: { kinds: ['tunnel', 'motor_traffic'] },
      }),
  },
  {
    name: 'again and again: matrices of 200 sources and 50 targets on foot',
    make: (random, { waypoints }) =>
      post('/v1/matrix', {
        sources: Array.from({ length: 200 }, () => random.pick(waypoints)),
        targets: Array.from({ length: 50 }, () => random.pick(waypoints)),
        annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'],
        max_sac: 6,
      }),
  },
  {
    name: 'again and again: routes around an area of 5,000 vertices',
    make: (random, region) =>
      post('/v1/route', {
        waypoints: Array.from({ length: 10 }, () => random.pick(region.waypoints)),
        max_sac: 6,
        avoid: { areas: combArea(random, region, 5000), kinds: ['steps'] },
      }),
  },
  {
    name: 'again and again: ten trails followed',
    make: (random, { relationIds, waypoints }) =>
      post('/v1/route', {
        waypoints: [
          random.pick(waypoints),
          ...Array.from({ length: 10 }, () => ({ trail: random.pick(relationIds), direction: 'shorter' })),
        ],
        max_sac: 6,
        snap_radius_m: 2000,
      }),
    // in a real region there is no way between some of its trails
    statuses: [200, 422],
  },
  {
    name: 'again and again: reach of 60 km on foot, around an area of 5,000 vertices',
    make: (random, region) =>
      post('/v1/reach', {
        from: random.pick(region.waypoints),
        metres: [15_000, 30_000, 45_000, 60_000],
        direction: random.pick(['from', 'to']),
        output: { polygons: true, lines: true },
        tolerance_m: 500,
        avoid: { areas: combArea(random, region, 5000) },
      }),
  },
  {
    name: 'again and again: round trips past ten places',
    make: (random, { waypoints, placeIds }) =>
      post('/v1/roundtrips', {
        start: random.pick(waypoints),
        distance_km: random.between(20, 40),
        alternatives: 3,
        through: { places: Array.from({ length: 10 }, () => random.pick(placeIds)), at_least: random.between(1, 10) },
      }),
  },
  {
    name: 'again and again: routes with three alternatives',
    make: (random, { waypoints }) =>
      post('/v1/route', {
        waypoints: [random.pick(waypoints), random.pick(waypoints)],
        max_sac: 6,
        alternatives: 3,
        hills: random.between(0, 100) / 100,
      }),
  },
  {
    // with more it has more points than a file takes
    name: 'again and again: files of routes over 30 waypoints',
    make: (random, { waypoints }) =>
      post('/v1/course', {
        format: random.pick(['gpx', 'fit', 'tcx', 'kml', 'geojson']),
        route: {
          waypoints: Array.from({ length: 30 }, () => random.pick(waypoints)),
          max_sac: 6,
          snap_radius_m: 2000,
        },
      }),
  },
  {
    name: 'again and again: files of 50,000 points to write',
    make: (random, region) =>
      post('/v1/course', {
        geometry: line(walk(random, region, 50_000)),
        format: random.pick(['gpx', 'fit', 'tcx', 'kml', 'geojson']),
        name: 'a',
      }),
  },
  {
    name: 'again and again: KMZ of 5 MB to read',
    make: (random, region) =>
      post('/v1/course', {
        file: largeKmz(region),
        format: random.pick(['gpx', 'fit']),
      }),
  },
  {
    name: 'again and again: FIT of 45,000 points to read',
    make: (random) =>
      post('/v1/gpx/simplify', {
        file: largeFit(),
        max_points: random.between(100, 5000),
      }),
  },
  {
    name: 'again and again: round trips by bicycle',
    // where there is no good loop, the search for one was expensive all the same
    statuses: [200, 422],
    make: (random, { bicycleStarts }) =>
      post('/v1/roundtrips', {
        start: random.pick(bicycleStarts),
        distance_km: random.between(20, 60),
        alternatives: 3,
        profile: 'bike',
      }),
  },
  {
    name: 'again and again: analyses of 5,000 points',
    make: (random, region) => post('/v1/route-analysis', { geometry: line(walk(random, region, 5000)) }),
  },
  {
    name: 'again and again: traces of 2,000 points',
    make: (random, region) =>
      post('/engine/trace_attributes', {
        encoded_polyline: toPolyline6(walk(random, region, 2000).map(([lon, lat]) => [lon, lat, null])),
      }),
  },
  {
    name: 'again and again: profiles of 5,000 points',
    make: (random, region) =>
      post('/v1/elevation-profile', { geometry: line(walk(random, region, 5000)), points: 6000 }),
  },
  {
    name: 'again and again: pace plans of 5,000 points',
    make: (random, region) =>
      post('/v1/pace-plan', { geometry: line(walk(random, region, 5000)), target_time: '9:00:00' }),
  },
  {
    name: 'again and again: files of 50,000 points to clean',
    make: (random, region) => post('/v1/gpx/clean', { gpx: gpx(walk(random, region, 50_000)) }),
  },
  {
    name: 'again and again: lines of 50,000 points to simplify',
    make: (random, region) =>
      post('/v1/gpx/simplify', { geometry: line(walk(random, region, 50_000)), max_points: random.between(100, 5000) }),
  },
  {
    name: 'again and again: weather along a line of 5,000 points',
    make: (random, region) => {
      const hour = () => new Date(Date.now() + random.between(1, 48) * 3_600_000).toISOString()
      return post('/v1/route-weather', {
        geometry: line(walk(random, region, 5000)),
        departure: hour(),
        departures: Array.from({ length: 24 }, hour),
        freezing_level: true,
      })
    },
  },
  {
    name: 'again and again: pictures of 6.5 megapixels',
    make: (random, region) =>
      post('/static-map/render', {
        width: 1280,
        height: 1280,
        scale: 2,
        contours: true,
        geojson: line(walk(random, region, 10_000, 0.0005)),
      }),
  },
  {
    name: 'again and again: heights of 2,048 points',
    make: (random, region) =>
      get(
        `/tiles/v1/elevation/current/sample?points=${walk(random, region, 2048, 0.001)
          .map(([lon, lat]) => `${lat},${lon}`)
          .join('|')}`,
      ),
  },
  {
    name: 'again and again: searches with many near misses',
    make: (random, { names }) => {
      const name = random.pick(names)
      const at = random.between(0, name.length - 1)
      return get(`/search/v1/forward?limit=50&q=${encodeURIComponent(`${name.slice(0, at)}x${name.slice(at + 1)}`)}`)
    },
  },
  {
    name: 'again and again: routes of a Valhalla client over 20 locations',
    make: (random, { waypoints }) =>
      post('/route/v1', {
        locations: Array.from({ length: 20 }, () => random.pick(waypoints)).map(([lon, lat]) => ({ lon, lat })),
        costing: 'pedestrian',
      }),
  },
  {
    name: 'again and again: the pace of 20 recordings',
    make: (random) =>
      post('/v1/walker', {
        recordings: Array.from({ length: 20 }, () => ({ gpx: walkedGpx(walkedPoints(random.between(80, 150) / 100)) })),
      }),
  },
  {
    name: 'again and again: trails with near misses',
    make: (random) => get(`/trails/v1/search?limit=50&q=${random.pick(['wegx', 'rudnweg', 'hoehnweg', 'velmara'])}`),
  },
  {
    name: 'again and again: places within 50 km',
    make: (random, { waypoints }) => {
      const [lon, lat] = random.pick(waypoints)
      return get(`/search/v1/reverse?radius_m=50000&limit=50&lat=${lat}&lon=${lon}`)
    },
  },
  {
    name: 'again and again: whole trails',
    make: (random, { relationIds }) => get(`/trails/v1/relation/${random.pick(relationIds)}`),
  },
  {
    name: 'again and again: documents of 20 routes with their profiles',
    make: (random, { waypoints }) => {
      const route = (_: unknown, i: number) =>
        `r${i}: route(input: { waypoints: [${[0, 1].map(() => `{ at: [${random.pick(waypoints).join(', ')}] }`).join(', ')}] }) { lengthM line { coordinates } elevationProfile { steepest { __typename } unknowns { __typename } } }`
      return post('/graphql', { query: `{ ${Array.from({ length: 20 }, route).join(' ')} }` })
    },
  },
  {
    name: 'again and again: documents of 50 routes, each under settings of its own',
    make: (random, { example }) => {
      const [from, to] = [example[0], example.at(-1)!]
      const at = (point: readonly number[]) => `{ at: [${point.join(', ')}] }`
      const route = (_: unknown, i: number) =>
        `r${i}: route(input: { waypoints: [${at(from)}, ${at(to)}], settings: { hills: ${random.between(0, 1000) / 1000} } }) { lengthM }`
      return post('/graphql', { query: `{ ${Array.from({ length: 50 }, route).join(' ')} }` })
    },
  },
  {
    name: 'again and again: documents of a route in all kinds of files',
    make: (random, { waypoints }) => {
      const at = Array.from({ length: 20 }, () => `{ at: [${random.pick(waypoints).join(', ')}] }`)
      const file = (_: unknown, i: number) =>
        `e${i}: export(format: ${['GPX', 'FIT', 'TCX', 'KML', 'GEOJSON'][i % 5]}) { text bytes }`
      return post('/graphql', {
        query: `{ route(input: { waypoints: [${at.join(', ')}], settings: { snapRadiusM: 2000 } }) { ${Array.from({ length: 5 }, file).join(' ')} } }`,
      })
    },
  },
  {
    name: 'again and again: documents of six pictures of 2 megapixels',
    make: (random, { box: [west, south, east, north] }) => {
      const picture = (_: unknown, i: number) =>
        `p${i}: staticMap(input: { width: 1448, height: 1448, view: { box: [${west}, ${south + random.between(0, 100) / 10_000}, ${east}, ${north}] } }) { png }`
      return post('/graphql', { query: `{ ${Array.from({ length: 6 }, picture).join(' ')} }` })
    },
  },
  ...MANY_OPERATIONS.map(({ name, make }): ExpensiveRequest => ({ name: `again and again: ${name}`, make })),
  {
    name: 'again and again: all places of a box',
    make: (random, region) =>
      get(`/pois/v1/bbox?limit=1000&${sides(region)}&kind=${random.pick(['', 'hut,shelter'])}`.replace(/&kind=$/, '')),
  },
  {
    name: 'again and again: all trails of a box',
    make: (_, region) => get(`/trails/v1/bbox?${sides(region)}`),
  },
  {
    name: 'again and again: forecasts of 12 points',
    make: (random, region) => ({
      host: 'site',
      ...get(
        `/api/weather/forecast?h=1&fl=1&d=16&p=${walk(random, region, 12, 0.01)
          .map(([lon, lat]) => `${lat},${lon}`)
          .join(';')}`,
      ),
    }),
  },
]
