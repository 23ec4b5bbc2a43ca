// A route stands wherever a line is taken: found first, at its own price, then read like any other line.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const ROUTE = '{route: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}}'
const RIDE = '{route: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}], settings: {mode: BIKE}}}'
const GEOJSON = '{geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.6, 42.5]]}}'
const toMicrodegrees = (point: number[]): number[] => point.map((degrees) => Math.round(degrees * 1e6) / 1e6)
const DEPARTURE = '2026-11-21T13:00:00Z'

test.each([
  ['analysis', (line: string) => `line(input: ${line}) { analysis { input { pointCount lengthM } match { status } } }`],
  ['elevationProfile', (line: string) => `line(input: ${line}) { elevationProfile { input { pointCount lengthM } } }`],
  ['pacePlan', (line: string) => `line(input: ${line}) { pacePlan(target: {time: "60"}) { course { lengthM } } }`],
  [
    'weather',
    (line: string) =>
      `line(input: ${line}) { weather(departure: "${DEPARTURE}") { samples { location } sections { fromM toM } } }`,
  ],
  ['simplifyGpx', (line: string) => `simplifyGpx(input: {line: ${line}}) { result { pointCount } geometry }`],
  ['match', (line: string) => `line(input: ${line}) { match { lengthM unmatched { fromM toM } } }`],
  ['line', (line: string) => `line(input: ${line}) { lengthM line { geojson } }`],
])('%s of a route is that of its line, and costs both', async (_name, fieldOf) => {
  const [ofRoute, ofLine] = [
    await askGraphql(app, `{ ${fieldOf(ROUTE)} }`),
    await askGraphql(app, `{ ${fieldOf(GEOJSON)} }`),
  ]
  expect(ofRoute.errors).toBeUndefined()
  expect(ofLine.errors).toBeUndefined()
  expect(ofRoute.data).toEqual(ofLine.data)
  expect(ofRoute.cost!.reserved).toBe(ofLine.cost!.reserved + 1)
  expect(ofRoute.cost!.charged).toBe(ofLine.cost!.charged + 1)
})

test.each([
  ['a route by bicycle', RIDE, 'BIKE'],
  ['a signed bicycle route', '{trail: {osmRelation: 9}}', 'BIKE'],
  ['a route on foot', ROUTE, 'HIKE'],
  ['a line that is sent', GEOJSON, 'HIKE'],
])('%s is analysed and timed as it is travelled, unless the mode is said', async (_name, line, mode) => {
  const requested = `{ line(input: ${line}) { analysis { mode } run: analysis(mode: RUN) { mode } weather(departure: "${DEPARTURE}", pace: {speedKmh: 12}) { mode } } }`
  const { data, errors } = await askGraphql(app, requested)
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    line: { analysis: { mode }, run: { mode: 'RUN' }, weather: { mode } },
  })
  if (mode !== 'BIKE') return
  // it is never timed by walking
  const untimed = await askGraphql(app, `{ line(input: ${line}) { weather(departure: "${DEPARTURE}") { mode } } }`)
  expect(untimed.errors![0].extensions.code).toBe('PACE_REQUIRED')
})

test('its settings and waypoints are those of a route, ids among them', async () => {
  app.planned.length = 0
  const { errors } = await askGraphql(
    app,
    '{ line(input: {route: {waypoints: [{at: [1.5, 42.5]}, {trail: {osmRelation: 7}}], settings: {mode: BIKE, hills: 1}}}) { lengthM } }',
  )
  expect(errors).toBeUndefined()
  expect(app.planned).toEqual([expect.objectContaining({ profile: 'bike', hills: 1 })])
})

test('what is wrong with it is said where it stands, and costs nothing', async () => {
  const wrong = async (query: string) => {
    const { errors, cost } = await askGraphql(app, `{ ${query} }`)
    expect(cost).toMatchObject({ charged: 0 })
    return [errors![0].extensions.code, errors![0].extensions.inputPath]
  }
  const bad = '{route: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}], settings: {hills: 7}}}'
  expect(await wrong(`line(input: ${bad}) { analysis { mode } }`)).toEqual([
    'INVALID_INPUT',
    'input.route.settings.hills',
  ])
  expect(await wrong(`line(input: {route: {waypoints: [{at: [1.5, 42.5]}]}}) { lengthM }`)).toEqual([
    'INVALID_INPUT',
    'input.route.waypoints',
  ])
  expect(
    await wrong(
      'line(input: {route: {waypoints: [{at: [1.5, 42.5]}, {place: {osm: {type: RELATION, id: 249}}}]}}) { lengthM }',
    ),
  ).toEqual(['NOT_FOUND', 'input.route.waypoints[1].place'])
})

test('a route of over 300 km is no line, and that is said of it before it is thinned', async () => {
  const long = await startFakeApp({ metering: false, route: (input) => ({ ...fakeRoute(input), distanceM: 300_100 }) })
  const { data, errors } = await askGraphql(
    long,
    `{ line(input: ${ROUTE}) { lengthM } simplifyGpx(input: {line: ${ROUTE}}) { gpx } }`,
  )
  await long.close()
  expect(data).toEqual({ line: null, simplifyGpx: null })
  expect(errors).toHaveLength(2)
  for (const { message } of errors!) expect(message).toBe('The line is 300.1 km long; at most 300 km are accepted.')
  expect(errors!.map(({ path, extensions }) => [path![0], extensions.code, extensions.inputPath]).sort()).toEqual([
    ['line', 'TOO_LONG', 'input.route'],
    ['simplifyGpx', 'TOO_LONG', 'input.line.route'],
  ])
})

test.each([[100], [5000]])('a line of %i points is the same polyline under every name, and whole', async (points) => {
  const coordinates = Array.from({ length: points }, (_, i) => [1.5 + (i * 3) / 1e5, 42.5 + ((i * 7919) % 100) / 1e5])
  const { data, errors } = await askGraphql(
    app,
    'query ($line: GeoJSON!) { line(input: {geojson: $line}) { line { one: polyline6 other: polyline6 parts { polyline6 } } } }',
    { line: { type: 'LineString', coordinates } },
  )
  expect(errors).toBeUndefined()
  const { one, other, parts } = data.line.line
  expect(decodePolyline6(one)).toEqual(coordinates.map(toMicrodegrees))
  expect(other).toBe(one)
  expect(parts).toEqual([{ polyline6: one }])
})

test.each([
  [GEOJSON, 'GEOJSON'],
  ['{polyline6: "_y~`pA_upzA?_af@"}', 'POLYLINE6'],
  ['{trail: {osmRelation: 7}}', 'TRAIL'],
  [ROUTE, 'ROUTE'],
])('%s is answered in the words in which it was sent', async (line, format) => {
  const read = '{ input { format } }'
  const { data, errors } = await askGraphql(
    app,
    `{ line(input: ${line}) { elevationProfile ${read} analysis { input { format } elevationProfile ${read} } }
      simplifyGpx(input: {line: ${line}}) ${read} }`,
  )
  expect(errors).toBeUndefined()
  const [input, of] = [{ format }, data.line]
  expect([of.elevationProfile, of.analysis, data.simplifyGpx]).toMatchObject([{ input }, { input }, { input }])
  expect(of.analysis.elevationProfile).toEqual({ input })
})

test('a course of the service says what it is', async () => {
  const { data } = await askGraphql(
    app,
    `{ trail(by: {osmRelation: 7}) { analysis { input { format } } }
      route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { elevationProfile { input { format } } } }`,
  )
  expect(data).toEqual({
    trail: { analysis: { input: { format: 'TRAIL' } } },
    route: { elevationProfile: { input: { format: 'ROUTE' } } },
  })
})

test('a stretch of a way names the signed routes along it that the data holds', async () => {
  const { data, errors } = await askGraphql(
    app,
    `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { ways { stretches { trails { osmRelation name } } } } }`,
  )
  expect(errors).toBeUndefined()
  expect(data.route.ways.stretches).toEqual([{ trails: [{ osmRelation: 7, name: 'Höhenweg' }] }])
})
