// The operation through both transports over the drawn network of test/support/line-network.ts; each documented status
// once.

import { afterEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

/** A, B and D of the drawing: a street of 125 m, then a path of 50 m, T2, with a ford. */
const A = [1.5, 42.5]
const B = [1.501525, 42.5]
const D = [1.501525, 42.49955]
const LINE = { type: 'LineString', coordinates: [A, B, D] }
const heightOf = (ele: number | undefined) => (ele === undefined ? '' : `<ele>${ele}</ele>`)
const pointOf = ([lon, lat, ele]: number[]) => `<trkpt lat="${lat}" lon="${lon}">${heightOf(ele)}</trkpt>`
const gpxOf = (points: number[][]) =>
  `<gpx version="1.1" creator="t"><trk><trkseg>${points.map(pointOf).join('')}</trkseg></trk></gpx>`

describe('route-analysis', () => {
  test('tells the same through both transports, in metres of the line as sent', async () => {
    app = await startFakeApp()
    const rest = await postJson(`${app.api}/v1/route-analysis`, { geometry: LINE })
    expect(rest.status).toBe(200)
    expect(rest.body).toMatchObject({
      schema: 'route-analysis/1',
      engine: { name: 'waypost', network_release: 'n1' },
      profile: 'hike',
      input: { format: 'geojson', parts: 1, points: 3 },
      match: {
        status: 'matched',
        coverage: 1,
        unmatched: [],
        segments: [
          {
            from_m: 0,
            from_index: 0,
            to_index: 1,
            way_id: 11,
            highway: 'residential',
            name: 'Carrer Major',
            surface: 'paved',
            surface_source: 'mapped',
            sac_scale: null,
          },
          {
            from_index: 1,
            to_index: 2,
            way_id: 13,
            highway: 'path',
            name: null,
            surface: 'trail',
            surface_source: 'class_default',
            sac_scale: 2,
          },
        ],
      },
      surfaces: { unknown_m: 0 },
      ways: { street_m: expect.closeTo(125, 0), path_m: expect.closeTo(50, 0), straight_m: 0, unmatched_m: 0 },
      difficulty: { T2_m: expect.closeTo(50, 0), T1_m: 0, road_m: expect.closeTo(125, 0), hardest: { grade: 'T2' } },
      hazards: [{ kind: 'ford', from_m: expect.closeTo(145, 0) }],
      elevation: { source: 'terrain', unknown_m: 0 },
      time: { model: 'service-hike/2' },
    })
    const { surfaces, input, match } = rest.body
    expect(surfaces.paved_m + surfaces.gravel_m + surfaces.trail_m + surfaces.unknown_m).toBeCloseTo(input.length_m, 5)
    expect(surfaces).toMatchObject({ mapped_m: surfaces.paved_m, assumed_m: surfaces.trail_m })
    expect(match.trace_length_m).toBe(input.length_m)
    expect(rest.body.time.moving_s).toBeGreaterThan(100)
    expect(rest.body.unknowns.map(({ code }: { code: string }) => code)).toContain('surface_assumed')
    const graphql = await askGraphql(
      app,
      `query ($line: LineInput!) { line(input: $line) { analysis {
      mode input { pointCount lengthM } match { status matchedShare onNetworkM segments { wayId fromM toM sacGrade onNetworkM } unmatched { reason } }
      surfaces { pavedM trailM } ways { streetM pathM } unmatchedM difficulty { grades { grade lengthM } } hazards { kind fromM } elevation { source ascentM } time { movingS } unknowns { code } } } }`,
      { line: { geojson: LINE } },
    )
    expect(graphql.errors).toBeUndefined()
    expect(graphql.data.line.analysis).toMatchObject({
      mode: 'HIKE',
      input: { lengthM: input.length_m },
      match: {
        status: 'MATCHED',
        onNetworkM: match.network_length_m,
        segments: [
          { wayId: 11, toM: match.segments[0].to_m },
          { wayId: 13, sacGrade: 'T2' },
        ],
      },
      surfaces: { pavedM: surfaces.paved_m },
      hazards: [{ kind: 'FORD' }],
      time: { movingS: rest.body.time.moving_s },
      unmatchedM: 0,
    })
    expect(graphql.cost).toMatchObject({ reserved: 3, charged: 3 })
  })

  test('of a line beside everything nothing is claimed, and 200 says so', async () => {
    app = await startFakeApp()
    const { status, body } = await postJson(`${app.api}/v1/route-analysis`, {
      geometry: {
        type: 'LineString',
        coordinates: [
          [1.51, 42.495],
          [1.515, 42.495],
        ],
      },
      profile: 'run',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      match: {
        status: 'unmatched',
        coverage: 0,
        matched_length_m: 0,
        network_length_m: 0,
        segments: [],
        unmatched: [{ from_m: 0, from_index: 0, to_index: 1, reason: 'no_path_nearby' }],
      },
      surfaces: null,
      ways: null,
      difficulty: null,
      hazards: [],
      time: null,
      moving_time: { model: 'service-run/1', calibrated: '2026-11' },
    })
    expect(body.unknowns.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['line_unmatched', 'time_outside_calibration']),
    )
  })

  test('a way closed to walkers is unmatched as not allowed, partly', async () => {
    app = await startFakeApp()
    const { body } = await postJson(`${app.api}/v1/route-analysis`, {
      geometry: { type: 'LineString', coordinates: [A, B, [1.50305, 42.5], [1.50305, 42.4998], [1.50305, 42.49955]] },
    })
    expect(body.match).toMatchObject({ status: 'partial', unmatched: [{ reason: 'not_allowed' }] })
    expect(body.match.matched_length_m).toBeLessThan(body.match.trace_length_m)
    expect(body.surfaces.unknown_m).toBeCloseTo(body.ways.unmatched_m, 5)
  })

  test('takes recorded heights where they pass, the terrain else, and null with an unknown where there are none', async () => {
    app = await startFakeApp()
    const recorded = await postJson(`${app.api}/v1/route-analysis`, {
      gpx: gpxOf([
        [...A, 105],
        [...B, 115],
        [...D, 108],
      ]),
    })
    expect(recorded.body).toMatchObject({
      input: { format: 'gpx' },
      elevation: { source: 'recorded', ascent_m: 10, descent_m: 7, min_m: 105, max_m: 115 },
    })
    await app.close()
    app = await startFakeApp({ release: null })
    const none = await postJson(`${app.api}/v1/route-analysis`, { geometry: LINE })
    expect(none.body).toMatchObject({ elevation: null, time: null, match: { status: 'matched' } })
    expect(none.body.unknowns.map(({ code }: { code: string }) => code)).toContain('heights_none')
  })

  test.each([
    ['neither input', {}, 400, 'no_input'],
    ['both inputs', { gpx: gpxOf([A, B]), geometry: LINE }, 400, 'both_inputs'],
    ['a GPX that is none', { gpx: '<kml/>' }, 400, 'invalid_gpx'],
    ['an unknown profile', { geometry: LINE, profile: 'swim' }, 400, 'invalid_input'],
    [
      'too many points',
      { geometry: { type: 'LineString', coordinates: Array.from({ length: 5001 }, (_, i) => [1.5 + i * 1e-6, 42.5]) } },
      413,
      'too_many_points',
    ],
    [
      'too long a line',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 42],
            [1, 45],
          ],
        },
      },
      422,
      'too_long',
    ],
    ['recorded heights that are not there', { geometry: LINE, elevation: 'recorded' }, 422, 'no_heights'],
    [
      'recorded heights that cannot be',
      {
        gpx: gpxOf([
          [...A, 9],
          [...B, 4000],
          [...D, -8000],
        ]),
        elevation: 'recorded',
      },
      422,
      'heights_unusable',
    ],
  ])('%s: %#', async (_what, body, status, code) => {
    app = await startFakeApp()
    const answer = await postJson(`${app.api}/v1/route-analysis`, body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.error.message).toMatch(/\.$/)
  })

  test('413 for a body over 1 MB, 503 as the router says', async () => {
    app = await startFakeApp()
    expect((await postJson(`${app.api}/v1/route-analysis`, { gpx: 'x'.repeat(1_048_576) })).status).toBe(413)
    await app.close()
    app = await startFakeApp({
      routeFailure: new ServiceError('network_unavailable', 'No network is published yet.', { retryAfterS: 5 }),
    })
    const answer = await postJson(`${app.api}/v1/route-analysis`, { geometry: LINE })
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'network_unavailable',
      '5',
    ])
  })

  test('429 concurrency_limit while another one of the same caller runs', async () => {
    let release = () => {}
    app = await startFakeApp({
      hold: new Promise<void>((resolve) => {
        release = resolve
      }),
    })
    const first = postJson(`${app.api}/v1/route-analysis`, { geometry: LINE })
    while (app.planned.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await postJson(`${app.api}/v1/route-analysis`, { geometry: LINE })
    expect([second.status, second.body.error.code, second.headers.get('retry-after')]).toEqual([
      429,
      'concurrency_limit',
      '2',
    ])
    release()
    expect((await first).status).toBe(200)
  })

  test('Route.analysis reads the line of the route back, at the price of both', async () => {
    app = await startFakeApp()
    const answer = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.5015, 42.5]}]}) { analysis { mode match { status segments { wayId } } } } }`,
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.data.route.analysis).toMatchObject({
      mode: 'HIKE',
      match: { status: 'MATCHED', segments: [{ wayId: 11 }] },
    })
    expect(answer.cost).toMatchObject({ reserved: 4, charged: 4 })
  })
})
