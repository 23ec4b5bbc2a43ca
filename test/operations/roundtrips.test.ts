import { afterEach, describe, expect, test } from 'vitest'
import { type ErrorCode, ServiceError } from '../../src/errors.ts'
import { type FakeApp, fakeRoundTrips, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

const START: [number, number] = [1.5, 42.5]
let app: FakeApp
afterEach(() => app.close())
const post = (body: object) => postJson(`${app.api}/v1/roundtrips`, body)

describe('roundtrips', () => {
  test('gives the same loops through both transports, each in its own words', async () => {
    app = await startFakeApp()
    const rest = await post({
      start: START,
      distance_km: 5,
      profile: 'bike',
      bicycle_type: 'road',
      direction: 90,
      alternatives: 2,
      avoid_paved: true,
      hills: -0.5,
    })
    expect(rest.status).toBe(200)
    const loop = fakeRoundTrips({ start: START, distanceKm: 5, profile: 'bike' }).loops[0]
    expect(rest.body).toMatchObject({
      schema: 'roundtrips/1',
      status: 'rough',
      reason: 'The loop is 5.6 km, 12 % longer than asked.',
      engine: { name: 'waypost', network_release: 'n1' },
      request: {
        start: START,
        distance_km: 5,
        distance_m: 5000,
        profile: 'bike',
        direction: 90,
        alternatives: 2,
        bicycle_type: 'road',
        avoid_paved: true,
        hills: -0.5,
        snap_radius_m: 500,
      },
      loops: [
        {
          rank: 1,
          status: 'rough',
          distance_m: 5600,
          target_m: 5000,
          target_error_pct: 12,
          repeated_share: 0.01,
          repeated_m: 56,
          ascent_m: 100,
          time: null,
          shape: loop.shape,
          elevation: { source: 'terrain', unknown_m: 0 },
          surfaces: { paved_m: 1000 },
          ways: { street_m: 1000 },
          difficulty: { T1_m: 100 },
          hazards: [{ kind: 'ford' }],
          warnings: [{ code: 'ford' }],
          unknowns: [{ code: 'sac_untagged' }],
        },
      ],
    })
    expect(rest.body.request).not.toHaveProperty('max_sac')
    const graphql = await askGraphql(
      app,
      `query ($at: LonLat!, $settings: TravelSettings) { point(at: $at) { loops(lengthM: 5000, settings: $settings, bearingDeg: null) {
      status reason engine { networkRelease } request { start lengthM bearingDeg alternatives settings { mode bicycleType maxSac markedTrails avoidPaved hills snapRadiusM } }
      snap { waypoint name offM location wayId } found { rank status: fit reason lengthM targetM targetErrorPct repeatedM repeatedShare bearingDeg line { polyline6 geojson }
        elevation { source method ascentM descentM minM maxM unknownM } time { movingS } surfaces { pavedM } ways { streetM } difficulty { untaggedPathM } hazards { kind } warnings { code } unknowns { code } } } } }`,
      { at: START, settings: { mode: 'HIKE' } },
    )
    expect(graphql.errors).toBeUndefined()
    expect(graphql.data.point.loops).toMatchObject({
      status: 'ROUGH',
      request: {
        bearingDeg: null,
        settings: { mode: 'HIKE', maxSac: 'T3', markedTrails: 'PREFER', bicycleType: null },
      },
      snap: { waypoint: 0, name: null, wayId: 5 },
      found: [
        {
          status: 'ROUGH',
          repeatedShare: 0.01,
          time: { movingS: 1500 },
          line: {
            geojson: {
              type: 'LineString',
              coordinates: [
                [1.5, 42.5],
                [1.55, 42.52],
              ],
            },
          },
          hazards: [{ kind: 'FORD' }],
        },
      ],
    })
    expect(graphql.cost).toMatchObject({ reserved: 5, charged: 5, remaining: 490 })
  })

  test.each<[string, object, string]>([
    ['no distance', { start: START }, '`distance_km`'],
    ['both distances', { start: START, distance_km: 5, distance_m: 5000 }, '`distance_m`'],
    ['too short', { start: START, distance_km: 0.49 }, '`distance_km`'],
    ['too short in metres', { start: START, distance_m: 499 }, '`distance_m`'],
    ['no start', { distance_km: 5 }, '`start`'],
    ['a start that is no place', { start: [1.5, 95], distance_km: 5 }, '`start[1]`'],
    ['too many alternatives', { start: START, distance_km: 5, alternatives: 4 }, '`alternatives`'],
    ['a direction that is none', { start: START, distance_km: 5, direction: 361 }, '`direction`'],
    ['hills out of bounds', { start: START, distance_km: 5, hills: 1.1 }, '`hills`'],
    ['a distance that is no number', { start: START, distance_km: '5' }, '`distance_km`'],
  ])('400 for %s, naming the field', async (_, body, field) => {
    app = await startFakeApp()
    const { status, body: answer } = await post(body)
    expect([status, answer.error.code]).toEqual([400, 'invalid_input'])
    expect(answer.error.message).toContain(field)
    expect(app.planned).toEqual([])
  })

  test('a direction of null is none', async () => {
    app = await startFakeApp()
    const { status, body } = await post({ start: START, distance_km: 5, direction: null })
    expect([status, body.request.direction]).toEqual([200, null])
  })

  test.each<[object]>([
    [{ distance_km: 40.001 }],
    [{ distance_m: 40_001 }],
    [{ distance_km: 41, profile: 'run' }],
    [{ distance_km: 60.1, profile: 'bike' }],
    [{ distance_m: 1e300, profile: 'bike' }],
  ])('422 too_long for %j, before a worker is asked', async (fields) => {
    app = await startFakeApp()
    const { status, body } = await post({ start: START, ...fields })
    expect([status, body.error.code]).toEqual([422, 'too_long'])
    expect(app.planned).toEqual([])
  })

  test('takes the whole range of each profile', async () => {
    app = await startFakeApp()
    for (const fields of [{ distance_km: 0.5 }, { distance_km: 40 }, { distance_m: 60_000, profile: 'bike' }])
      expect((await post({ start: START, ...fields })).status).toBe(200)
  })

  test('422 setting_refused for what the profile does not take', async () => {
    app = await startFakeApp()
    for (const setting of [
      { profile: 'bike', max_sac: 3 },
      { profile: 'bike', marked_trails: 'prefer' },
      { profile: 'run', bicycle_type: 'hybrid' },
    ]) {
      const { status, body } = await post({ start: START, distance_km: 5, ...setting })
      expect([status, body.error.code]).toEqual([422, 'setting_refused'])
    }
  })

  test.each<[ErrorCode, number]>([
    ['no_loop', 422],
    ['no_snap', 422],
    ['outside_region', 422],
    ['network_unavailable', 503],
    ['busy', 503],
  ])('%s is %i through both transports and costs nothing', async (code, status) => {
    app = await startFakeApp({ routeFailure: new ServiceError(code, 'Not here.') })
    const rest = await post({ start: START, distance_km: 5 })
    expect([rest.status, rest.body]).toEqual([status, { error: { code, message: 'Not here.' } }])
    const graphql = await askGraphql(app, '{ point(at: [1.5, 42.5]) { loops(lengthM: 5000) { status } } }')
    expect(graphql.data).toEqual({ point: { loops: null } })
    expect(graphql.errors![0].extensions).toMatchObject({ code: code.toUpperCase(), status })
    expect(graphql.cost).toMatchObject({ reserved: 5, charged: 0, remaining: 500 })
  })

  test('takes the one slot of a caller without a key: a second one is 429 with Retry-After 2', async () => {
    let finish = () => {}
    app = await startFakeApp({ hold: new Promise<void>((resolve) => (finish = resolve)) })
    const first = post({ start: START, distance_km: 5 })
    while (app.planned.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await post({ start: START, distance_km: 5 })
    expect([second.status, second.body.error.code, second.headers.get('retry-after')]).toEqual([
      429,
      'concurrency_limit',
      '2',
    ])
    finish()
    expect((await first).status).toBe(200)
  })
})
