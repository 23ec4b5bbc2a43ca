import { afterEach, describe, expect, test } from 'vitest'
import { FAKE_RELEASE, type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

describe('route-capabilities', () => {
  test('says the same through both transports and needs a release', async () => {
    app = await startFakeApp()
    const rest = await getJson(`${app.site}/api/route/capabilities`)
    const graphql = await askGraphql(
      app,
      '{ service { release { networkRelease terrainRelease bbox regions { name } } modes limits { waypointsMax legOnFootMaxM rootFieldsMax } markedTrailWeights { none local international road } settings { name type min max values default modes } } }',
    )
    expect(rest.body).toMatchObject({ release: 'n1', region_bbox: FAKE_RELEASE.bbox, limits: { waypoints_max: 100 } })
    const { service } = graphql.data
    expect(service).toMatchObject({
      release: { networkRelease: 'n1', bbox: FAKE_RELEASE.bbox, regions: [] },
      modes: ['HIKE', 'RUN', 'BIKE'],
      limits: { waypointsMax: 100, legOnFootMaxM: 100_000, rootFieldsMax: 50 },
    })
    expect(rest.body.marked_trail_weights).toMatchObject(service.markedTrailWeights)
    const { none, road, international } = rest.body.marked_trail_weights
    expect(none).toBeGreaterThan(1.5 * international)
    expect(none).toBeGreaterThan(road)
    expect(road).toBeGreaterThan(international)
    expect(service.settings.map((setting: { name: string }) => setting.name)).toEqual(
      rest.body.settings.map(({ name }: { name: string }) => (name === 'profile' ? 'MODE' : name.toUpperCase())),
    )
    const setting = (name: string) => service.settings.find((one: any) => one.name === name)
    expect(setting('MAX_SAC')).toMatchObject({
      type: 'ENUM',
      values: ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'],
      default: 'T3',
      min: null,
      max: null,
    })
    expect(setting('MODE')).toMatchObject({ type: 'ENUM', values: ['HIKE', 'RUN', 'BIKE'], default: 'HIKE' })
    expect(setting('STRAIGHT_LEGS')).toMatchObject({ type: 'INTEGER_LIST', min: 0, values: null })
    expect(setting('HILLS')).toMatchObject({ type: 'NUMBER', values: null, default: 0 })
  })

  test('without a release is 503', async () => {
    app = await startFakeApp({ release: null })
    expect((await getJson(`${app.site}/api/route/capabilities`)).body.error).toBe('network_unavailable')
    const { data, errors } = await askGraphql(app, '{ service { release { networkRelease } modes } }')
    expect(data.service).toEqual({ release: null, modes: ['HIKE', 'RUN', 'BIKE'] })
    expect(errors![0].extensions.code).toBe('NETWORK_UNAVAILABLE')
  })
})
