import { afterEach, describe, expect, it } from 'vitest'
import { createKey } from '../../src/gateway/api-key.ts'
import { FAKE_RELEASE, startFakeApp } from '../support/fake-services.ts'
import type { FakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './doors.ts'

let app: FakeApp
afterEach(() => app.close())

describe('health', () => {
  it('is the text ok, whatever is published', async () => {
    app = await startFakeApp({ release: null })
    const answer = await fetch(`${app.api}/healthz`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain; charset=utf-8', 'ok'])
  })
})

describe('manifest', () => {
  it('is 503 artifacts_missing naming what is missing, through both doors', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.api}/pmtiles/current/manifest.json`)
    expect(rest.status).toBe(503)
    expect(rest.body).toEqual({ error: 'artifacts_missing', message: expect.stringContaining('basemap, styles') })
    const graphql = await askGraphql(app, '{ manifest { artifacts { name } } artifactStatus { available } }')
    expect(graphql.data).toEqual({ manifest: null, artifactStatus: { available: false } })
    expect(graphql.errors![0].extensions).toEqual({ code: 'artifacts_missing', http: { status: 503 } })
  })

  it('names every artifact with its address once all are published', async () => {
    const artifact = { sourceTs: null, bytes: 1, sha256: null }
    app = await startFakeApp({ release: { ...FAKE_RELEASE, artifacts: [...FAKE_RELEASE.artifacts, { name: 'basemap', version: 'b1', file: 'basemap.pmtiles', ...artifact }, { name: 'styles', version: 's1', file: null, ...artifact }] } })
    const rest = await getJson(`${app.api}/pmtiles/current/manifest.json`)
    expect(rest.body.artifacts.terrain).toEqual({ version: 't1', url: `${app.api}/pmtiles/t1/terrain.pmtiles`, source_ts: null })
    expect(rest.body.artifacts.styles).toMatchObject({ glyphs: expect.any(String), sprite: expect.any(String) })
    const graphql = await askGraphql(app, '{ manifest { artifacts { name version url sourceTs glyphs } } }')
    expect(graphql.data.manifest.artifacts).toContainEqual({ name: 'terrain', version: 't1', url: `${app.api}/pmtiles/t1/terrain.pmtiles`, sourceTs: null, glyphs: null })
  })
})

describe('status', () => {
  it('says the same through both doors: an unknown source date is never fresh', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.api}/tiles/v1/status`)
    expect(rest.body).toMatchObject({ schema: 'artifact-status/1', checked_at: '2026-11-21T12:00:00.000Z', artifacts: { network: { state: 'fresh', age_days: 2.5, max_age_days: 35 }, terrain: { state: 'unknown', age_days: null } } })
    const graphql = await askGraphql(app, '{ artifactStatus { schema checkedAt stale artifacts { name state ageDays maxAgeDays version promotedAt sourceTs } } }')
    expect(graphql.data.artifactStatus.artifacts).toContainEqual(expect.objectContaining({ name: 'terrain', state: 'UNKNOWN', ageDays: null }))
    expect(graphql.data.artifactStatus.artifacts).toContainEqual(expect.objectContaining({ name: 'network', state: 'FRESH', ageDays: 2.5 }))
    expect(graphql.cost).toEqual({ reserved: 0, charged: 0, remaining: 500 })
  })

  it('500 is in its shape', async () => {
    app = await startFakeApp()
    app.services.releases.findLive = () => {
      throw new Error('disk')
    }
    const rest = await getJson(`${app.api}/tiles/v1/status`)
    expect([rest.status, rest.body.error]).toEqual([500, 'internal'])
  })
})

describe('elevation', () => {
  const sample = (path: string) => getJson(`${app.api}/tiles/v1/elevation/${path}`)

  it('gives the same heights through both doors, null where the terrain has none', async () => {
    app = await startFakeApp()
    const rest = await sample('current/sample?points=42.5,1.5|42.6,-1&z=22&encoding=terrarium')
    expect(rest.body).toEqual({ release: 't1', z: 12, z_requested: 22, encoding: 'terrarium', points: [{ lat: 42.5, lon: 1.5, elevation_m: 101.5 }, { lat: 42.6, lon: -1, elevation_m: null }] })
    const graphql = await askGraphql(app, '{ elevation(points: [[1.5,42.5],[-1,42.6]], z: 22, encoding: TERRARIUM) { release z zRequested encoding points { location elevationM } } }')
    expect(graphql.data.elevation).toEqual({ release: 't1', z: 12, zRequested: 22, encoding: 'TERRARIUM', points: [{ location: [1.5, 42.5], elevationM: 101.5 }, { location: [-1, 42.6], elevationM: null }] })
  })

  it('current is not cached, a version is for ever, an unknown version is 404', async () => {
    app = await startFakeApp()
    expect((await sample('current/sample?points=1,1')).headers.get('cache-control')).toBe('no-cache')
    expect((await sample('t1/sample?points=1,1')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const unknown = await sample('t0/sample?points=1,1')
    expect([unknown.status, unknown.body.error, unknown.headers.get('cache-control')]).toEqual([404, 'not_found', 'no-store'])
    const graphql = await askGraphql(app, '{ elevation(release: "t0", points: [[1,1]]) { z } }')
    expect(graphql.errors![0].extensions.code).toBe('not_found')
  })

  it('2,048 points go in one call of 8 credits, 2,049 are 400', async () => {
    app = await startFakeApp()
    const points = (count: number) => Array.from({ length: count }, () => '42.123456,1.123456').join('|')
    const most = await sample(`current/sample?points=${points(2048)}`)
    expect(most.body.points).toHaveLength(2048)
    expect(most.headers.get('ratelimit')).toContain('r=492')
    expect((await sample(`current/sample?points=${points(2049)}`)).status).toBe(400)
    const graphql = await askGraphql(app, 'query ($points: [LonLat!]!) { elevation(points: $points) { z } }', { points: Array.from({ length: 300 }, () => [1, 42]) })
    expect(graphql.cost).toEqual({ reserved: 2, charged: 2, remaining: 490 })
    const tooMany = await askGraphql(app, 'query ($points: [LonLat!]!) { elevation(points: $points) { z } }', { points: Array.from({ length: 200_000 }, () => [1, 42]) })
    expect(tooMany.errors![0]).toMatchObject({ message: '`points`: expected a list of 1 to 2048 [lon, lat] pairs, got a list of 200000.', extensions: { code: 'invalid_input' } })
  })

  it.each(['', 'points=', 'points=1', 'points=1,2,3', 'points=91,1', 'points=1,181', 'points=a,b', 'points=1,1&z=23', 'points=1,1&z=1.5', 'points=1,1&z=x', 'points=1,1&encoding=png', 'points=1,1&points=2,2', 'points=1e999,1'])('%s is 400', async (query) => {
    app = await startFakeApp()
    const answer = await sample(`current/sample?${query}`)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_input'])
  })
})

describe('route-capabilities', () => {
  it('says the same through both doors and needs a release', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.site}/api/route/capabilities`)
    const graphql = await askGraphql(app, '{ routeCapabilities { release regionBbox profiles costings limits { waypointsMax } settings { name min max values default profiles } } }')
    expect(rest.body).toMatchObject({ release: 'n1', region_bbox: FAKE_RELEASE.bbox, limits: { waypoints_max: 100 } })
    expect(graphql.data.routeCapabilities).toMatchObject({ release: 'n1', regionBbox: FAKE_RELEASE.bbox, profiles: ['HIKE', 'RUN', 'BIKE'], limits: { waypointsMax: 100 } })
    expect(graphql.data.routeCapabilities.settings.map((setting: { name: string }) => setting.name)).toEqual(rest.body.settings.map((setting: { name: string }) => setting.name))
  })

  it('without a release is 503', async () => {
    app = await startFakeApp({ release: null })
    expect((await getJson(`${app.site}/api/route/capabilities`)).body.error).toBe('network_unavailable')
  })
})

describe('usage', () => {
  it('needs a key and counts calls and credits of both doors', async () => {
    app = await startFakeApp()
    expect((await getJson(`${app.api}/v1/usage`)).status).toBe(401)
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    app.keys.add(record)
    await getJson(`${app.api}/tiles/v1/elevation/current/sample?points=1,1&key=${key}`)
    await askGraphql(app, '{ elevation(points: [[1,1]]) { z } artifactStatus { stale } }', {}, { 'x-api-key': key })
    const usage = await getJson(`${app.api}/v1/usage`, { authorization: `Bearer ${key}` })
    expect(usage.body).toEqual({
      period: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }, plan: 'free',
      credits: { limit: 30_000, used: 2, remaining: 29_998, resets_at: '2026-12-01T00:00:00.000Z' },
      operations: [{ operation: 'elevation', calls: 2, credits: 2 }, { operation: 'status', calls: 1, credits: 0 }],
    })
  })
})
