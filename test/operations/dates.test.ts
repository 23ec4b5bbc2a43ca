// `at` through both transports: its forms, the operations that take it, and its effect on answers.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

const WAYPOINTS = [
  [1.5, 42.5],
  [1.55, 42.52],
]
const AT = '2026-12-24T08:00+01:00'
const ROUTE = 'query ($input: RouteInput!) { route(input: $input) { closuresAvoided { wayId tag from to } } }'
const routeInput = (settings: unknown) => ({ input: { waypoints: WAYPOINTS.map((at) => ({ at })), settings } })

let app: FakeApp
beforeEach(async () => {
  app = await startFakeApp()
})
afterEach(() => app.close())

describe('at', () => {
  test('reaches the router from POST /v1/route, POST /route/v1 and GraphQL', async () => {
    const locations = WAYPOINTS.map(([lon, lat]) => ({ lon, lat }))
    const answers = [
      await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, at: AT }),
      await postJson(`${app.api}/route/v1`, { locations, costing: 'pedestrian', at: AT }),
      await postJson(`${app.api}/route/v1`, { locations, costing: 'bicycle', at: AT }),
      await askGraphql(app, ROUTE, routeInput({ at: { time: AT } })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(app.planned.map(({ at }) => at)).toEqual([AT, AT, AT, AT])
  })

  test('null or left out is no date', async () => {
    const { errors, data } = await askGraphql(app, ROUTE, routeInput({ at: null }))
    expect([errors, app.planned[0].at]).toEqual([undefined, undefined])
    expect(data?.route).toEqual({ closuresAvoided: null })
  })

  test('costs nothing more', async () => {
    expect((await askGraphql(app, ROUTE, routeInput({ at: { time: AT } }))).cost?.charged).toBe(1)
  })

  test.each(['2026-12-24 08:00', '2026-02-29', 'tomorrow', '1999-01-01', ''])(
    '%j is 400 and names the field through both transports',
    async (at) => {
      const rest = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, at })
      expect([rest.status, rest.body.error.code]).toEqual([400, 'invalid_input'])
      expect(rest.body.error.message).toContain('`at`: expected a time with its offset')
      for (const form of ['time', 'date']) {
        const { errors } = await askGraphql(app, ROUTE, routeInput({ at: { [form]: at } }))
        const inputPath = `input.settings.at.${form}`
        expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath })
        expect(errors?.[0].message).toContain(`\`${inputPath}\`: expected a ${form} `)
      }
      expect(app.planned).toEqual([])
    },
  )

  test('of the graph is a time or a date, each of its own type', async () => {
    const askAt = async (at: unknown) => (await askGraphql(app, ROUTE, routeInput({ at }))).errors
    expect(await askAt({ date: '2026-12-24' })).toBeUndefined()
    expect(app.planned[0].at).toBe('2026-12-24')
    for (const at of [{ date: AT }, { time: '2026-12-24' }, { date: 20261224 }, { date: '2026-12-24', time: AT }, AT])
      expect((await askAt(at))?.[0].extensions.code).toBe('INVALID_INPUT')
    expect(app.planned).toHaveLength(1)
  })

  test.each([
    ['/v1/roundtrips', { start: WAYPOINTS[0], distance_km: 5 }],
    ['/v1/reach', { from: WAYPOINTS[0], minutes: [10] }],
    ['/v1/matrix', { sources: WAYPOINTS, targets: WAYPOINTS }],
  ])('is refused by %s, and not passed over', async (path, body) => {
    const dated = await postJson(`${app.api}${path}`, { ...body, at: AT })
    expect([dated.status, dated.body.error.message]).toEqual([
      400,
      expect.stringContaining('`at`: expected no date: `at` is taken by routes alone'),
    ])
    expect((await postJson(`${app.api}${path}`, { ...body, at: null })).status).toBe(200)
  })

  test('is no setting of a loop', async () => {
    const { errors } = await askGraphql(
      app,
      'query ($at: LonLat!, $settings: TravelSettings) { point(at: $at) { loops(lengthM: 5000, settings: $settings) { status } } }',
      { at: WAYPOINTS[0], settings: { at: { time: AT } } },
    )
    expect(errors?.[0].extensions).toMatchObject({ code: 'SETTING_REFUSED', inputPath: 'settings.at' })
  })
})
