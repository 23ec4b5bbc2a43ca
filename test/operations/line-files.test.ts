// Every operation over a line takes a file of any kind, through both transports, and reads the same line from it.

import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePolyline6 } from '../../src/geo/polyline.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { walkedFit, walkedPoints } from '../support/recorded-walk.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
})
afterAll(() => app.close())

const coordinates = [
  [1.5, 42.5],
  [1.51, 42.5],
  [1.52, 42.5],
]
const geometry = { type: 'LineString', coordinates }
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const kml = `<kml><Placemark><LineString><coordinates>${coordinates.join(' ')}</coordinates></LineString></Placemark></kml>`
const positions = (write: (lon: number, lat: number, i: number) => string) =>
  coordinates.map(([lon, lat], i) => write(lon, lat, i)).join('')
const FILES: [kind: string, format: string, file: string][] = [
  [
    'GPX',
    'gpx',
    `<gpx><trk><trkseg>${positions((lon, lat) => `<trkpt lat="${lat}" lon="${lon}"/>`)}</trkseg></trk></gpx>`,
  ],
  ['KML', 'kml', kml],
  ['KMZ', 'kml', base64(zipSync({ 'doc.kml': strToU8(kml) }))],
  [
    'TCX',
    'tcx',
    `<TrainingCenterDatabase><Courses><Course><Track>${positions((lon, lat) => `<Trackpoint><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position></Trackpoint>`)}</Track></Course></Courses></TrainingCenterDatabase>`,
  ],
  ['GeoJSON', 'geojson', JSON.stringify({ type: 'Feature', properties: null, geometry })],
  [
    'polyline',
    'polyline6',
    encodePolyline6(
      coordinates.map(([lon]) => lon * 1e6),
      coordinates.map(([, lat]) => lat * 1e6),
    ),
  ],
]
const post = (path: string, body: unknown) => postJson(`${app.api}${path}`, body)
const withoutFormat = ({ input, ...body }: any) => ({ ...body, input: { ...input, format: null } })

describe.each(FILES)('a %s', (_, format, file) => {
  test.each([
    ['/v1/elevation-profile', { points: 5 }],
    ['/v1/gpx/simplify', { max_points: 2 }],
  ])('through %s is the line that GeoJSON is', async (path, settings) => {
    const { status, body } = await post(path, { file, ...settings })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.input.format).toBe(format)
    const { gpx, geometry: thinned, ...rest } = withoutFormat(body)
    const { geometry: expected, ...same } = withoutFormat((await post(path, { geometry, ...settings })).body)
    expect(rest).toEqual(same)
    if (path === '/v1/gpx/simplify' && format === 'gpx') expect(gpx).toContain('<trkpt')
    if (path === '/v1/gpx/simplify' && format !== 'gpx' && format !== 'geojson') expect(thinned).toEqual(expected)
  })

  test('as a pace plan and a trace', async () => {
    const plan = await post('/v1/pace-plan', { file, target_seconds: 1200 })
    expect(plan.body).toEqual((await post('/v1/pace-plan', { geometry, target_seconds: 1200 })).body)
    const shape = coordinates.map(([lon, lat]) => ({ lon, lat }))
    const trace = await post('/engine/trace_attributes', { file })
    const same = await post('/engine/trace_attributes', { shape })
    expect([trace.status, trace.body]).toEqual([same.status, same.body])
  })

  test('through GraphQL', async () => {
    const { data, errors } = await askGraphql(
      app,
      `query ($line: LineInput!) {
        line(input: $line) { lengthM line { parts { coordinates } } elevationProfile { input { format pointCount } } }
        simplifyGpx(input: { line: $line }) { input { format } result { pointCount } }
      }`,
      { line: { file } },
    )
    expect(errors).toBeUndefined()
    expect(data.line.line.parts).toEqual([{ coordinates: coordinates.map(([lon, lat]) => [lon, lat, null]) }])
    expect(data.line.elevationProfile.input).toEqual({ format: format.toUpperCase(), pointCount: 3 })
    expect(data.simplifyGpx).toEqual({ input: { format: format.toUpperCase() }, result: { pointCount: 2 } })
  })
})

describe('what is wrong with a file', () => {
  const broken = base64(walkedFit(walkedPoints(1, 500)).subarray(0, 100))
  test('is said of the field that was sent, and costs nothing', async () => {
    const rest = await post('/v1/elevation-profile', { file: broken })
    expect([rest.status, rest.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('`file`: the FIT cannot be read'),
      }),
    ])
    const { errors, cost } = await askGraphql(
      app,
      'query ($f: String!) { simplifyGpx(input: { line: { file: $f }, to: { points: 2 } }) { __typename } line(input: { file: $f }) { lengthM } }',
      { f: broken },
    )
    expect(errors!.map(({ extensions }) => extensions)).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ code: 'INVALID_INPUT' })),
    )
    expect(cost!.charged).toBe(0)
  })

  test('two forms of one line are refused', async () => {
    for (const body of [
      { file: kml, geometry },
      { file: kml, gpx: '<gpx/>' },
    ])
      expect((await post('/v1/elevation-profile', body)).body.error.code).toBe('both_inputs')
    expect((await post('/engine/trace_attributes', { file: kml, encoded_polyline: 'x' })).status).toBe(400)
  })
})

test('a recording of any kind tells a pace', async () => {
  const fit = base64(walkedFit(walkedPoints(1.2)))
  const { body } = await post('/v1/walker', { recordings: [{ file: fit }] })
  expect(body).toEqual((await post('/v1/walker', { recordings: [{ fit }] })).body)
  const { data } = await askGraphql(app, 'query ($r: [WalkerSource!]!) { walker(recordings: $r) { factor } }', {
    r: [{ file: fit }],
  })
  expect(data.walker.factor).toBe(body.factor)
})
