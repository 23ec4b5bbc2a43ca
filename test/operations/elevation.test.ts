import { afterEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

describe('elevation', () => {
  const sample = (path: string) => getJson(`${app.api}/tiles/v1/elevation/${path}`)

  test('gives the same heights through both transports, null where the terrain has none', async () => {
    app = await startFakeApp()
    const rest = await sample('current/sample?points=42.5,1.5|42.6,-1&z=22&encoding=terrarium')
    expect(rest.body).toEqual({
      release: 't1',
      z: 12,
      z_requested: 22,
      encoding: 'terrarium',
      points: [
        { lat: 42.5, lon: 1.5, elevation_m: 101.5 },
        { lat: 42.6, lon: -1, elevation_m: null },
      ],
      attribution: [],
    })
    const graphql = await askGraphql(app, '{ points(at: [[1.5,42.5],[-1,42.6]]) { location elevation { heightM } } }')
    expect(graphql.data.points).toEqual([
      { location: [1.5, 42.5], elevation: { heightM: 101.5 } },
      { location: [-1, 42.6], elevation: { heightM: null } },
    ])
    expect(graphql.cost).toMatchObject({ reserved: 1, charged: 1 })
  })

  test('current is not cached, a version is for ever, an unknown version is 404', async () => {
    app = await startFakeApp()
    expect((await sample('current/sample?points=1,1')).headers.get('cache-control')).toBe('no-cache')
    expect((await sample('t1/sample?points=1,1')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    const unknown = await sample('t0/sample?points=1,1')
    expect([unknown.status, unknown.body.error, unknown.headers.get('cache-control')]).toEqual([
      404,
      'not_found',
      'no-store',
    ])
  })

  test('2,048 points go in one call of 8 credits, 2,049 are 400', async () => {
    app = await startFakeApp()
    const points = (count: number) => Array.from({ length: count }, () => '42.123456,1.123456').join('|')
    const most = await sample(`current/sample?points=${points(2048)}`)
    expect(most.body.points).toHaveLength(2048)
    expect(most.headers.get('ratelimit')).toContain('r=492')
    expect((await sample(`current/sample?points=${points(2049)}`)).status).toBe(400)
  })

  test('of 100 points in GraphQL are one sampling and one credit; more, or none, are refused', async () => {
    app = await startFakeApp()
    let samplings = 0
    const { terrain } = app.services
    app.services.terrain = { ...terrain, sample: (...args) => (samplings++, terrain.sample(...args)) }
    const ask = (count: number) =>
      askGraphql(app, 'query ($at: [LonLat!]!) { points(at: $at) { elevation { heightM } } }', {
        at: Array.from({ length: count }, (_, i) => [1 + i / 1000, 42]),
      })
    const { data, cost } = await ask(100)
    expect([data.points.length, samplings]).toEqual([100, 1])
    expect(cost).toMatchObject({ reserved: 1, charged: 1 })
    for (const count of [0, 101, 10_000])
      expect((await ask(count)).errors![0]).toMatchObject({
        message: `\`at\`: expected a list of 1 to 100 [lon, lat] pairs, got a list of ${count}.`,
        extensions: { code: 'INVALID_INPUT', inputPath: 'at' },
      })
  })

  test('a release of any spelling that is not kept is 404', async () => {
    app = await startFakeApp()
    for (const release of ['t%202', 'T1', '..', '%2e%2e%2fetc', '-', 'ä'])
      expect((await sample(`${release}/sample?points=1,1`)).status, release).toBe(404)
  })

  test.each([
    '',
    'points=',
    'points=1',
    'points=1,2,3',
    'points=91,1',
    'points=1,181',
    'points=a,b',
    'points=1,1&z=23',
    'points=1,1&z=1.5',
    'points=1,1&z=x',
    'points=1,1&encoding=png',
    'points=1,1&points=2,2',
    'points=1e999,1',
  ])('%s is 400', async (query) => {
    app = await startFakeApp()
    const answer = await sample(`current/sample?${query}`)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_input'])
  })
})
