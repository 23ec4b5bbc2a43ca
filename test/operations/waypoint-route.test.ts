import { afterEach, describe, expect, test } from 'vitest'
import { type ErrorCode, ServiceError } from '../../src/errors.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

const WAYPOINTS = [
  [1.5, 42.5],
  [1.55, 42.52],
]
let app: FakeApp
afterEach(() => app.close())

describe('waypoint-route', () => {
  test('gives the same route through both transports, each in its own words', async () => {
    app = await startFakeApp()
    const rest = await postJson(`${app.api}/v1/route`, {
      waypoints: WAYPOINTS,
      profile: 'bike',
      bicycle_type: 'mountain',
      snap_radius_m: 100,
    })
    const graphql = await askGraphql(
      app,
      `query ($input: RouteInput!) { route(input: $input) {
      status lengthM elevation { ascentM descentM } settings { mode bicycleType maxSac snapRadiusM } surfaces { pavedM stretches { fromM toM surface source } }
      difficulty { grades { grade lengthM } untaggedPathM hardest { grade fromM } stretches { grade } } hazards { kind lengthM wayId }
      ways { streetM stretches { wayId name } } time { movingS band50 { lowS highS } band80 { lowS highS } outsideCalibration { fromM reason: cause } } warnings { code location } unknowns { code }
      line { coordinates geojson polyline6 } legs { index lengthM descentM } snaps { location wayId } maneuvers { instruction type location } capAlternative { savesM } settingsDefaulted engine { networkRelease } } }`,
      {
        input: {
          waypoints: WAYPOINTS.map((at) => ({ at })),
          settings: { mode: 'BIKE', bicycleType: 'MOUNTAIN', snapRadiusM: 100 },
        },
      },
    )
    expect(rest.status).toBe(200)
    expect(app.planned[0]).toEqual({ waypoints: WAYPOINTS, profile: 'bike', bicycleType: 'mountain', snapRadiusM: 100 })
    expect(app.planned[1]).toEqual({ ...app.planned[0], longLegs: true })
    const route = fakeRoute(app.planned[0])
    expect(rest.body).toMatchObject({
      schema: 'route/1',
      distance_m: route.distanceM,
      descent_m: null,
      settings: { profile: 'bike', bicycle_type: 'mountain', snap_radius_m: 100 },
      cap_alternative: null,
      difficulty: { T1_m: 100, untagged_path_m: 134.5 },
    })
    expect(graphql.errors).toBeUndefined()
    expect(graphql.data.route).toMatchObject({
      status: 'COMPLETE',
      lengthM: route.distanceM,
      elevation: null,
      settings: { mode: 'BIKE', bicycleType: 'MOUNTAIN', maxSac: null, snapRadiusM: 100 },
      surfaces: { pavedM: 1000, stretches: [{ fromM: 0, toM: 1000, surface: 'PAVED', source: 'MAPPED' }] },
      difficulty: {
        grades: expect.arrayContaining([{ grade: 'T1', lengthM: 100 }]),
        untaggedPathM: 134.5,
        stretches: [{ grade: null }],
      },
      ways: { stretches: [{ wayId: 9_007_199_254_740_991, name: 'Straße' }] },
      time: {
        band50: { lowS: 1400, highS: 1600 },
        band80: null,
        outsideCalibration: [{ fromM: 5, reason: 'steeper than 40 %' }],
      },
      line: {
        coordinates: [
          [1.5, 42.5, 1200.5],
          [1.55, 42.52, null],
        ],
        geojson: {
          type: 'LineString',
          coordinates: [
            [1.5, 42.5, 1200.5],
            [1.55, 42.52],
          ],
        },
        polyline6: '_y~`pA_upzA_af@_t`B',
      },
      capAlternative: null,
      hazards: [{ kind: 'FORD', lengthM: 5, wayId: null }],
    })
    expect(graphql.cost).toMatchObject({ reserved: 1, charged: 1, remaining: 498 })
  })

  test('REST sends the prepared text byte for byte, and the sources at its end', async () => {
    app = await startFakeApp()
    const answer = await fetch(`${app.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ waypoints: WAYPOINTS }),
    })
    const { wireText } = await app.services.run(
      'route',
      { waypoints: WAYPOINTS as [number, number][] },
      { signal: new AbortController().signal },
    )
    expect(await answer.text()).toBe(`${wireText.slice(0, -1)},"attribution":[]}`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('an explicit null in GraphQL is the default; in REST it is a wrong type', async () => {
    app = await startFakeApp()
    const graphql = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}], settings: {maxSac: null, mode: null}}) { status } }',
    )
    expect(graphql.errors).toBeUndefined()
    expect(app.planned[0]).toEqual({
      waypoints: [
        [1.5, 42.5],
        [1.6, 42.5],
      ],
      longLegs: true,
    })
    expect((await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, max_sac: null })).status).toBe(400)
  })

  test('400 names the field in the key case of the transport, beside the data that is available', async () => {
    app = await startFakeApp()
    const rest = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, snap_radius_m: 5001 })
    expect(rest.body.error.message).toBe('`snap_radius_m`: expected a number from 10 to 5000 (metres), got 5001.')
    const graphql = await askGraphql(
      app,
      '{ bad: route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}], settings: {snapRadiusM: 5001}}) { status } good: route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status } }',
    )
    expect(graphql.status).toBe(200)
    expect(graphql.data).toEqual({ bad: null, good: { status: 'COMPLETE' } })
    expect(graphql.errors).toEqual([
      expect.objectContaining({
        message: '`input.settings.snapRadiusM`: expected a number from 10 to 5000 (metres), got 5001.',
        path: ['bad'],
        extensions: expect.objectContaining({
          code: 'INVALID_INPUT',
          inputPath: 'input.settings.snapRadiusM',
          status: 400,
        }),
      }),
    ])
    expect(graphql.cost).toMatchObject({ reserved: 1, charged: 1 })
  })

  test.each<[ErrorCode, number]>([
    ['no_path', 422],
    ['no_snap', 422],
    ['leg_too_long', 422],
    ['outside_region', 422],
    ['setting_refused', 422],
    ['network_unavailable', 503],
    ['busy', 503],
  ])('%s is %i through both transports and costs nothing', async (code, status) => {
    app = await startFakeApp({ routeFailure: new ServiceError(code, 'See `maxSac`.', { retryAfterS: 7 }) })
    const rest = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS })
    expect(rest.status).toBe(status)
    expect(rest.body).toEqual({ error: { code, message: 'See `max_sac`.' } })
    expect(rest.headers.get('retry-after')).toBe('7')
    const graphql = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status } }',
    )
    expect(graphql.data).toEqual({ route: null })
    expect(graphql.errors![0]).toMatchObject({
      message: 'See `maxSac`.',
      extensions: { code: code.toUpperCase(), status },
    })
    expect(graphql.headers.get('retry-after')).toBe('7')
    expect(graphql.cost).toMatchObject({ reserved: 1, charged: 0, remaining: 500 })
  })

  test('a stray throw is internal through both transports and shows nothing', async () => {
    app = await startFakeApp({ routeFailure: new TypeError('reading x of undefined') })
    const graphql = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status } }',
    )
    expect(graphql.errors![0]).toMatchObject({
      message: 'Something went wrong inside the service.',
      extensions: { code: 'INTERNAL', status: 500 },
    })
    expect(JSON.stringify(graphql)).not.toContain('undefined of')
    expect((await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS })).status).toBe(500)
  })
})
