import { afterEach, describe, expect, test } from 'vitest'
import { FAKE_RELEASE, type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

describe('manifest', () => {
  test('is 503 artifacts_missing naming what is missing; in GraphQL no artifact has an address', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.api}/pmtiles/current/manifest.json`)
    expect(rest.status).toBe(503)
    expect(rest.body).toEqual({ error: 'artifacts_missing', message: expect.stringContaining('basemap, styles') })
    const graphql = await askGraphql(app, '{ service { artifacts { name version url } } }')
    expect(graphql.data.service.artifacts).toContainEqual({ name: 'terrain', version: 't1', url: null })
    expect(graphql.data.service.artifacts).toContainEqual({ name: 'basemap', version: null, url: null })
  })

  test('names every artifact with its address once all are published', async () => {
    const artifact = { sourceTs: null, bytes: 1, sha256: null }
    app = await startFakeApp({
      release: {
        ...FAKE_RELEASE,
        artifacts: [
          ...FAKE_RELEASE.artifacts,
          { name: 'basemap', version: 'b1', file: 'basemap.pmtiles', ...artifact },
          { name: 'styles', version: 's1', file: null, ...artifact },
        ],
      },
    })
    const rest = await getJson(`${app.api}/pmtiles/current/manifest.json`)
    expect(rest.body.artifacts.terrain).toEqual({
      version: 't1',
      url: `${app.api}/pmtiles/t1/terrain.pmtiles`,
      source_ts: null,
    })
    expect(rest.body.artifacts.styles).toMatchObject({ glyphs: expect.any(String), sprite: expect.any(String) })
    const graphql = await askGraphql(app, '{ service { artifacts { name version url sourceAt glyphs } } }')
    expect(graphql.data.service.artifacts).toContainEqual({
      name: 'terrain',
      version: 't1',
      url: `${app.api}/pmtiles/t1/terrain.pmtiles`,
      sourceAt: null,
      glyphs: null,
    })
    const { glyphs, sprite } = rest.body.artifacts.styles
    const { data } = await askGraphql(app, '{ service { artifacts { name glyphs sprite } } }')
    expect(data.service.artifacts).toContainEqual({ name: 'styles', glyphs, sprite })
  })
})
