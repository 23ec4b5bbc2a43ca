// Every setting of every operation changes the answer: asked of the demo region with it and without it, between pairs
// of places until the answers differ in more than what they repeat of the request.

import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { toSnake } from '../../src/wire/key-case.ts'
import { findRegion, type Region } from '../fuzz/region.ts'
import { walkedGpx, walkedPoints } from '../support/recorded-walk.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

type Values = Record<string, unknown>
type Point = [lon: number, lat: number]
interface Requested {
  /** of the answers that do not belong to a pair of places, the same for all */
  base(pair: Point[], region: Region): Values
  /** by member, a value that differs from its default, and what else is asked in both */
  effects: Record<string, unknown | { beside: Values; value: unknown }>
}

/** A member that shows only beside others. */
const beside = (others: Values, value: unknown) => ({ beside: others, value })
const isBeside = (given: unknown): given is { beside: Values; value: unknown } =>
  typeof given === 'object' && given !== null && 'beside' in given

const FACTOR = { factor: 1.6, spread: 0.2 }
const BY_BIKE = { profile: 'bike' }
const TRAVEL: Values = {
  profile: 'bike',
  max_sac: 1,
  marked_trails: 'off',
  bicycle_type: beside(BY_BIKE, 'mountain'),
  walker: FACTOR,
  avoid: { kinds: ['steps', 'motor_traffic'] },
}
const OF_COSTS: Values = { avoid_paved: true, hills: 1 }
const line = (pair: Point[]) => ({ geometry: { type: 'LineString', coordinates: pair } })
/** Up and down beside the demo region's first summit, with a stop; degrees of 20 m. */
const RECORDED = Array.from({ length: 200 }, (_, i) => {
  const at = new Date(Date.UTC(2026, 5, 1, 8) + i * 15_000 + (i > 100 ? 3_600_000 : 0)).toISOString()
  const lon = -40.43 + 0.0001 * Math.sin(i * 1.3)
  return `<trkpt lat="${33.4 + i * 0.0002}" lon="${lon}"><ele>${1000 + 40 * Math.sin(i / 7)}</ele><time>${at}</time><extensions><a>1</a></extensions></trkpt>`
})
const gpxOf = (points: readonly string[]) =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="33.42" lon="-40.43"><name>a</name></wpt><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
const GPX = gpxOf(RECORDED)
const BROKEN = gpxOf([
  ...RECORDED.slice(0, 50),
  RECORDED[49],
  '<trkpt lat="95" lon="1"></trkpt>',
  ...RECORDED.slice(50),
])
const boxOf = ({ box: [minLon, minLat, maxLon, maxLat] }: Region) => ({
  ...{ min_lon: minLon, min_lat: minLat, max_lon: maxLon, max_lat: maxLat },
})
const DRAWN = {
  type: 'LineString',
  coordinates: [
    [-40.45, 33.4],
    [-40.43, 33.42],
  ],
}
/** Tomorrow, as a forecast has it. */
const tomorrowAt = (hour: string) => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`
const departure = tomorrowAt('07')

const OPERATIONS: Record<string, Requested> = {
  'waypoint-route': {
    base: (pair) => ({ waypoints: pair }),
    effects: {
      ...{ ...TRAVEL, ...OF_COSTS, shortest: true },
      push: beside(BY_BIKE, 'never'),
      straight_legs: [0],
      snap_radius_m: 10,
      at: '2026-12-24T08:00+01:00',
      alternatives: 2,
    },
  },
  route: {
    base: (pair) => ({ locations: pair.map(([lon, lat]) => ({ lon, lat })), costing: 'pedestrian' }),
    effects: {
      costing: 'bicycle',
      costing_options: { pedestrian: { max_hiking_difficulty: 6 } },
      directions_options: { language: 'de' },
      walker: FACTOR,
      avoid: TRAVEL.avoid,
      at: '2026-12-24T08:00+01:00',
    },
  },
  roundtrips: {
    base: ([start]) => ({ start, distance_km: 4 }),
    effects: {
      ...{ ...TRAVEL, ...OF_COSTS, direction: 45, alternatives: 2 },
      through: { kinds: ['viewpoint', 'drinking_water', 'guidepost', 'hut'] },
    },
  },
  reach: {
    base: ([from]) => ({ from, minutes: [30] }),
    effects: {
      ...{ ...TRAVEL, marked_trails: 'strict' },
      direction: 'to',
      output: { polygons: false, lines: true },
      tolerance_m: 200,
      push: beside(BY_BIKE, 'never'),
      snap_radius_m: 10,
    },
  },
  matrix: {
    base: (pair) => ({ sources: pair, targets: pair, annotations: ['distance_m', 'moving_s', 'cost'] }),
    effects: {
      ...{ ...TRAVEL, ...OF_COSTS, shortest: true },
      annotations: ['ascent_m'],
      push: beside(BY_BIKE, 'never'),
      snap_radius_m: 10,
    },
  },
  'route-analysis': {
    base: (pair) => line(pair),
    effects: { profile: 'bike', elevation: beside({ gpx: GPX, geometry: undefined }, 'terrain'), walker: FACTOR },
  },
  'elevation-profile': {
    base: () => ({ gpx: GPX }),
    effects: { elevation: 'terrain', points: 20 },
  },
  'pace-plan': {
    base: () => ({ gpx: GPX, target_time: '1:00:00' }),
    effects: { unit: 'mi', target_time: '1:10:00' },
  },
  'gpx-clean': {
    base: () => ({ gpx: BROKEN }),
    effects: { dedupe: false, drop_bad: false, strip_times: true, strip_extensions: true },
  },
  'gpx-simplify': {
    base: () => ({ gpx: GPX, tolerance_m: 20 }),
    effects: {
      tolerance_m: 1,
      max_points: beside({ tolerance_m: undefined }, 10),
      ...{ keep_climb: false, keep_stops: false, indices: true },
    },
  },
  course: {
    base: (pair) => ({ ...line(pair), format: 'fit' }),
    effects: {
      format: 'tcx',
      name: 'Talweg',
      profile: 'bike',
      map_sources: beside({ format: 'gpx' }, true),
      waypoints: [{ location: [1.5, 42.5], name: 'b' }],
      cues: [{ location: [1.5, 42.5], instruction: 'Turn left', type: 'left' }],
    },
  },
  walker: {
    base: () => ({ recordings: [{ gpx: walkedGpx(walkedPoints(1)) }] }),
    effects: { profile: 'run' },
  },
  'trace-attributes': {
    base: (pair) => ({ shape: pair.map(([lon, lat]) => ({ lon, lat })) }),
    effects: {
      costing: 'bicycle',
      filters: { attributes: ['edge.way_id'], action: 'include' },
      trace_options: { search_radius: 5 },
    },
  },
  search: {
    base: (_, region) => ({ q: region.names[0].slice(0, 2) }),
    effects: {
      limit: 1,
      bbox: '-40.5,33.4,-40.49,33.41',
      bias_bbox: '-40.53,33.36,-40.52,33.37',
    },
  },
  reverse: {
    base: ([[lon, lat]]) => ({ lat, lon, radius_m: 5000 }),
    effects: { limit: 1, radius_m: 50, kinds: 'peak' },
  },
  trails: {
    base: (_, region) => ({ q: region.names.find((name) => /weg/i.test(name)) ?? 'weg' }),
    effects: { type: 'bicycle', limit: 1 },
  },
  'trails-bbox': {
    base: (_, region) => boxOf(region),
    effects: { type: 'bicycle', limit: 1 },
  },
  pois: { base: (_, region) => boxOf(region), effects: { kind: 'viewpoint', limit: 1 } },
  'route-weather': {
    base: (pair) => ({ ...line(pair), departure, departures: [departure] }),
    effects: {
      departure: tomorrowAt('10'),
      departures: [departure, tomorrowAt('10')],
      pace_factor: 2,
      walker: FACTOR,
      min_per_km: 30,
      kmh: 2,
      stops: [{ at_km: 0.1, minutes: 90 }],
      // which has no pace of its own
      profile: 'bike',
      freezing_level: true,
    },
  },
  snow: {
    base: (pair) => ({ points: pair.map(([lon, lat]) => `${lat},${lon}`).join('|') }),
    effects: { evidence: '1', revision: 'r7', segments: '0,1' },
  },
  weather: {
    base: ([[lon, lat]]) => ({ p: `${lat},${lon}` }),
    effects: { d: '3', h: '1', fl: beside({ h: '1' }, '1') },
  },
  sun: { base: ([[lon, lat]]) => ({ lat, lon, date: '2026-06-21' }), effects: { date: '2026-12-21' } },
  'static-map': {
    base: (_, region) => ({ bbox: region.box, width: 200, height: 160 }),
    effects: {
      width: 220,
      height: 180,
      scale: 2,
      padding: beside({ bbox: undefined, geojson: DRAWN }, 60),
      geojson: DRAWN,
      hillshade: false,
      contours: beside({ bbox: [-40.45, 33.4, -40.43, 33.415] }, true),
      language: 'de',
    },
  },
}
const words = (text: string) => text.trim().split(/\s+/)
/** What an operation is about, which every request of it shows. */
const SUBJECTS = words(`
  waypoints names locations start distanceKm distanceM from minutes metres sources targets gpx
  geometry file shape encodedPolyline route recordings q lat lon relationId minLat minLon maxLat
  maxLon points bbox targetSeconds flatPaceSPerKm service shapeMatch
`)
/** What has tests of its own (costs/cost-effects.test.ts, place-lists.test.ts), or a name of its own in REST. */
const TESTED_ELSEWHERE = words('days hourly release filter z encoding avoidSteps near')
const EXEMPT = new Set([...SUBJECTS, ...TESTED_ELSEWHERE])
/** A date is refused by what knows none. */
const WITHOUT_DATE = new Set(['roundtrips', 'reach', 'matrix'])

let server: SharedServer
let region: Region
beforeAll(async () => {
  server = await sharedServer()
  region = await findRegion(server.api)
})

const REPEATED = new Set([
  'settings',
  'settings_defaulted',
  'request',
  'checked_at',
  'fetched_at',
  'fresh_until',
  'timing',
])
const reported = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reported)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !REPEATED.has(key))
            .map(([key, inner]) => [key, reported(inner)]),
        )
      : value

async function answer(id: string, values: Values): Promise<string> {
  const row = OPERATION_ROWS.find(({ operation }) => operation.id === id)!
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const host = row.host === 'site' ? server.site : server.api
  const response =
    row.method === 'POST'
      ? await fetch(`${host}${row.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given),
        })
      : await fetch(`${host}${row.path}?${new URLSearchParams(given as Record<string, string>)}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('json') !== true)
    return `${response.status} ${bytes.toString('base64')}`
  return `${response.status} ${JSON.stringify(reported(JSON.parse(bytes.toString())))}`
}

/** Pairs of places, near and far. */
function pairs(): Point[][] {
  const places = region.waypoints as Point[]
  const some = Array.from({ length: 14 }, (_, i) => [
    places[(i * 3) % places.length],
    places[(i * 7 + 2) % places.length],
  ])
  return [region.example as Point[], ...some]
}

describe.each(Object.entries(OPERATIONS))('%s', (id, { base, effects }) => {
  test.each(Object.entries(effects))('%s changes the answer', async (name, given) => {
    const [others, value] = isBeside(given) ? [given.beside, given.value] : [{}, given]
    const found: string[] = []
    for (const pair of pairs()) {
      const plain = { ...base(pair, region), ...others }
      const [without, within] = [await answer(id, plain), await answer(id, { ...plain, [name]: value })]
      found.push(`${without.slice(0, 3)} ${within.slice(0, 300)}`)
      if (without.startsWith('200') && !/^(400|5)/.test(within) && without !== within) {
        expect(without).not.toBe(within)
        return
      }
    }
    expect.fail(`${JSON.stringify(base(pairs()[0], region)).slice(0, 200)}: ${found[0]}`)
  })
})

test('every member of an input is one of these', () => {
  const missing = OPERATION_ROWS.flatMap(({ operation: { id, input } }) => {
    const names = new Set<string>()
    const collect = (schema: Values): void => {
      for (const name of Object.keys((schema.properties as Values) ?? {})) names.add(name)
      for (const form of ['anyOf', 'oneOf', 'allOf']) for (const one of (schema[form] as Values[]) ?? []) collect(one)
    }
    collect(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Values)
    const shown = { points: 'p', days: 'd', hourly: 'h', freezingLevel: 'fl' } as Record<string, string>
    const known = OPERATIONS[id]?.effects ?? {}
    return [...names]
      .filter((name) => !EXEMPT.has(name) && id !== 'trail-relation' && !(name === 'at' && WITHOUT_DATE.has(id)))
      .filter((name) => !(toSnake(name) in known) && !(id === 'weather' && shown[name] in known))
      .map((name) => `${id} ${name}`)
  })
  expect(missing).toEqual([])
})
