// `avoid` through both transports, in every operation that routes.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

const WAYPOINTS = [
  [1.5, 42.5],
  [1.55, 42.52],
]
const RING = [
  [1.51, 42.5],
  [1.52, 42.5],
  [1.52, 42.51],
  [1.51, 42.5],
]
const AREA = { type: 'Polygon', coordinates: [RING] }
const READ = { areas: [{ path: 'avoid.areas.coordinates', rings: [RING] }], ways: [12], kinds: ['via_ferrata'] }
const REST = { areas: AREA, ways: [12], kinds: ['via_ferrata'] }
const GRAPHQL = { areas: AREA, ways: [12], kinds: ['VIA_FERRATA'] }

let app: FakeApp
beforeEach(async () => {
  app = await startFakeApp()
})
afterEach(() => app.close())

const ROUTE = 'query ($input: RouteInput!) { route(input: $input) { status } }'
const LOOPS =
  'query ($at: LonLat!, $settings: TravelSettings) { point(at: $at) { loops(lengthM: 5000, settings: $settings) { status } } }'
const routeInput = (avoid: unknown) => ({
  input: { waypoints: WAYPOINTS.map((at) => ({ at })), settings: { avoid } },
})

describe('avoid', () => {
  test('reaches the router from POST /v1/route, POST /route/v1 and GraphQL', async () => {
    const locations = WAYPOINTS.map(([lon, lat]) => ({ lon, lat }))
    const answers = [
      await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, avoid: REST }),
      await postJson(`${app.api}/route/v1`, { locations, costing: 'pedestrian', avoid: REST }),
      await postJson(`${app.api}/route/v1`, { locations, costing: 'bicycle', avoid: REST }),
      await askGraphql(app, ROUTE, routeInput(GRAPHQL)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(app.planned.map(({ avoid }) => avoid)).toEqual([READ, READ, READ, READ])
  })

  test('is taken by round trips through both transports', async () => {
    const rest = await postJson(`${app.api}/v1/roundtrips`, { start: WAYPOINTS[0], distance_km: 5, avoid: REST })
    expect([rest.status, rest.body.request.avoid]).toEqual([200, undefined])
    const graphql = await askGraphql(app, LOOPS, {
      at: WAYPOINTS[0],
      settings: { avoid: GRAPHQL },
    })
    expect(graphql.errors).toBeUndefined()
  })

  test('costs nothing more', async () => {
    const { cost } = await askGraphql(app, ROUTE, routeInput(GRAPHQL))
    expect(cost?.charged).toBe(1)
  })

  test('members that are null or left out avoid nothing', async () => {
    const { errors } = await askGraphql(app, ROUTE, routeInput({ areas: null, ways: null, kinds: null }))
    expect([errors, app.planned[0].avoid]).toEqual([undefined, {}])
    expect((await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, avoid: {} })).status).toBe(200)
  })

  test.each([
    [
      'an open ring',
      { areas: { type: 'Polygon', coordinates: [RING.slice(0, 3)] } },
      'avoid.areas.coordinates[0]',
      'Ring 1 has 3 vertices',
    ],
    ['a line', { areas: { type: 'LineString', coordinates: RING } }, 'avoid.areas', 'a GeoJSON Polygon'],
    ['201 ways', { ways: Array.from({ length: 201 }, (_, i) => i + 1) }, 'avoid.ways', 'at most 200 way ids'],
    ['a way of no number', { ways: [0] }, 'avoid.ways[0]', 'a whole number from 1'],
  ])('%s is 400 and names the field through both transports', async (_, avoid, field, words) => {
    const rest = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, avoid })
    expect([rest.status, rest.body.error.code]).toEqual([400, 'invalid_input'])
    expect(rest.body.error.message).toContain(`\`${field}\``)
    expect(rest.body.error.message).toContain(words)
    const { errors } = await askGraphql(app, ROUTE, routeInput(avoid))
    expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT' })
    if (!field.startsWith('avoid.ways[')) expect(errors?.[0].extensions.inputPath).toBe(`input.settings.${field}`)
  })

  test('a kind or a member that does not exist is refused', async () => {
    const kind = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, avoid: { kinds: ['lava'] } })
    expect(kind.body.error.message).toContain('`avoid.kinds[0]`: expected one of "ferry", "steps"')
    const member = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, avoid: { area: AREA } })
    expect([member.status, member.body.error.message]).toEqual([
      400,
      expect.stringContaining('`avoid.area` is not known'),
    ])
  })
})
