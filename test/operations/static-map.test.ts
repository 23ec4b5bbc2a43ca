import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodePolyline6 } from '../../src/geo/polyline.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import { type PictureThreads, createPictureThreads } from '../../src/workers/picture-threads.ts'
import { makeSampleMap } from '../map/picture/sample-map.ts'
import { FAKE_RELEASE, type FakeApp, runner, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'
import { between } from '../support/arbitraries.ts'

const artifact = (name: string, version: string) => ({
  name,
  version,
  file: `${name}.pmtiles`,
  sourceTs: null,
  bytes: 10,
  sha256: null,
})
const RELEASE: ReleaseInfo = {
  ...FAKE_RELEASE,
  artifacts: [FAKE_RELEASE.artifacts[0], artifact('terrain', 't1'), artifact('basemap', 'b1')],
  attributions: [
    { name: 'OpenStreetMap', text: '© OpenStreetMap contributors', licence: null, url: null },
    { name: 'Terrain model', text: 'Heights: a test', licence: null, url: null },
  ],
}
const BOX = [1.51, 42.52, 1.59, 42.58]
const LINE = [
  [1.52, 42.53],
  [1.55, 42.55],
  [1.58, 42.57],
]
const POLYLINE = encodePolyline6(
  LINE.map(([lon]) => Math.round(lon * 1e6)),
  LINE.map(([, lat]) => Math.round(lat * 1e6)),
)

let pool: PictureThreads
let files: Record<string, string>
let app: FakeApp
const startMapApp = async (release: ReleaseInfo | null = RELEASE, metering = false) =>
  (app = await startFakeApp({ release, files, pictures: pool, metering }))
beforeAll(async () => {
  const map = await makeSampleMap()
  files = { 'b1/basemap': map.basemap, 't1/terrain': map.terrain }
  pool = createPictureThreads({
    threads: 1,
    maxQueued: 100,
    tileCacheBytes: 2e7,
    onFault: (event, details) => console.error(event, details),
  })
  // the first picture also loads the thread's code, which on a busy machine takes longer than a request may
  await startMapApp()
  await vi.waitFor(async () => expect((await post({ bbox: BOX })).status).toBe(200), { timeout: 60_000 })
  await app.close()
})
afterAll(() => pool.close())
afterEach(() => app.close())

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.api}/static-map/render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
async function get(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.api}/static-map/render?${query}`, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const errorOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()) as { error: string; message: string }

describe('POST /static-map/render', () => {
  test('answers a PNG of the size requested; 800 x 600 where none is', async () => {
    await startMapApp()
    const { status, type, bytes } = await post({ bbox: BOX })
    expect([status, type]).toEqual([200, 'image/png'])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 800, height: 600 })
    expect(await sharp((await post({ bbox: BOX, width: 128, height: 200, scale: 2 })).bytes).metadata()).toMatchObject({
      width: 256,
      height: 400,
    })
  })

  test('fits GeoJSON, whatever it is, and draws it', async () => {
    await startMapApp()
    const features = [
      { type: 'LineString', coordinates: LINE },
      { type: 'Point', coordinates: LINE[1] },
      { type: 'Polygon', coordinates: [[...LINE, LINE[0]]] },
      null,
    ].map((geometry) => ({ type: 'Feature', properties: { 'marker-label': '<b>', stroke: 'red' }, geometry }))
    for (const geojson of [
      { type: 'FeatureCollection', features },
      features[0],
      { type: 'Point', coordinates: [1.55, 42.55] },
    ]) {
      const [drawn, bare] = [
        await post({ geojson, width: 300, height: 300 }),
        await post({ bbox: BOX, width: 300, height: 300 }),
      ]
      expect(drawn.status).toBe(200)
      expect(drawn.bytes.equals(bare.bytes)).toBe(false)
    }
  })

  test('the same request has the same bytes, each switch another picture', async () => {
    await startMapApp()
    const of = async (more: object) =>
      (await post({ bbox: BOX, width: 200, height: 200, ...more })).bytes.toString('base64')
    expect(await of({})).toBe(await of({}))
    expect(await of({ hillshade: true, contours: false, scale: 1, padding: 99 })).toBe(await of({}))
    expect(await of({ hillshade: false })).not.toBe(await of({}))
    expect(await of({ language: 'de' })).not.toBe(await of({}))
    expect(await of({ language: 'xx' })).toBe(await of({}))
  })

  test("the relief's source is named where there is relief", async () => {
    const drawn: string[][] = []
    const spy = runner<'picture'>((drawing, options) => {
      drawn.push(drawing.sources.attributions)
      return pool.run('picture', drawing, options)
    })
    app = await startFakeApp({ release: RELEASE, files, pictures: spy, metering: false })
    await post({ bbox: BOX })
    await post({ bbox: BOX, hillshade: false })
    expect(drawn).toEqual([['© OpenStreetMap contributors', 'Heights: a test'], ['© OpenStreetMap contributors']])
  })

  test('has at most 6,553,600 pixels, by every way to ask for it', async () => {
    await startMapApp()
    const tooLarge = /scale`: a picture has at most 6,553,600 pixels .*; this one would have 6,574,080\./
    const size = { width: 1284, height: 1280, scale: 2 }
    const refused = await post({ bbox: BOX, ...size })
    expect([refused.status, refused.bytes.toString()]).toEqual([400, expect.stringMatching(tooLarge)])
    const address = await get(`bbox=${BOX}&width=1284&height=1280&scale=2`)
    expect([address.status, address.bytes.toString()]).toEqual([400, expect.stringMatching(tooLarge)])
    const input = `width: 1284, height: 1280, scale: 2`
    const line = '{geojson: {type: "LineString", coordinates: [[1.51, 42.52], [1.52, 42.53]]}}'
    for (const [query, inputPath] of [
      [`{ staticMap(input: {view: {box: [${BOX}]}, ${input}}) { url } }`, 'input.scale'],
      [`{ line(input: ${line}) { staticMap(${input}) { png } } }`, 'scale'],
    ]) {
      const { errors } = await askGraphql(app, query)
      expect(errors![0]).toMatchObject({
        message: expect.stringMatching(tooLarge),
        extensions: { code: 'INVALID_INPUT', inputPath },
      })
    }
    expect((await post({ bbox: BOX, width: 1600, height: 1024, scale: 2, hillshade: false })).status).toBe(200)
  })

  test('costs 2 credits, and nothing where it fails', async () => {
    await startMapApp(RELEASE, true)
    expect((await post({ bbox: BOX })).headers.get('ratelimit')).toContain('r=498')
    expect((await post({ bbox: [] })).headers.get('ratelimit')).toContain('r=498')
  })

  test.each<[object, string]>([
    [{}, '`bbox` or `geojson` is needed.'],
    [{ bbox: 'x' }, '`bbox`'],
    [{ bbox: [1, 2, 3] }, '`bbox`'],
    [{ bbox: [1, 2, 3, 'x'] }, '`bbox[3]`'],
    [{ bbox: [1, 2, 3, null] }, '`bbox[3]`'],
    [{ bbox: [1, 2, 3, 91] }, '`bbox[3]`'],
    [{ bbox: [1, -86, 3, 4] }, '`bbox[1]`'],
    [{ bbox: [181, 2, 3, 4] }, '`bbox[0]`'],
    [{ bbox: [1, 43, 2, 42] }, '`bbox`'],
    [{ bbox: [1, 42, 1, 43] }, '`bbox`'],
    [{ bbox: [1, 42, 2, 42] }, '`bbox`'],
    [{ bbox: [2, 42, 1, 43] }, '`bbox`'],
    [{ bbox: BOX, width: 127 }, '`width`'],
    [{ bbox: BOX, height: 2049 }, '`height`'],
    [{ bbox: BOX, width: 300.5 }, '`width`'],
    [{ bbox: BOX, scale: 3 }, '`scale`'],
    [{ bbox: BOX, scale: '2' }, '`scale`'],
    [{ bbox: BOX, hillshade: 'yes' }, '`hillshade`'],
    [{ bbox: BOX, contours: 1 }, '`contours`'],
    [{ bbox: BOX, language: '<script>' }, '`language`'],
    [{ geojson: { type: 'Point', coordinates: [1, 42] }, padding: 290 }, '`padding`'],
    [{ bbox: BOX, padding: -1 }, '`padding`'],
    [{ geojson: 5 }, '`geojson`'],
    [{ geojson: { type: 'FeatureCollection', features: [] } }, '`geojson`'],
    [{ geojson: { type: 'Feature', properties: null, geometry: null } }, '`geojson`'],
    [
      { bbox: BOX, geojson: { type: 'Feature', properties: { 'marker-label': 'x'.repeat(10_000) }, geometry: null } },
      '`geojson.properties.marker-label`',
    ],
    [
      { bbox: BOX, geojson: { type: 'LineString', coordinates: Array.from({ length: 20_001 }, () => [1, 42]) } },
      '`geojson`',
    ],
    [
      {
        bbox: BOX,
        geojson: {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: { stroke: '"/><image href="file:///etc/passwd"/>' }, geometry: null },
          ],
        },
      },
      '`geojson.features[0].properties.stroke`',
    ],
  ])('%# is 400 that names the field', async (body, named) => {
    await startMapApp()
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).error).toBe('invalid_input')
    expect(errorOf(answer).message).toContain(named)
  })

  test('a box across the antimeridian is drawn', async () => {
    await startMapApp()
    expect((await post({ bbox: [179, -1, -179, 1] })).status).toBe(200)
    expect((await post({ bbox: [-180, -85, 180, 85] })).status).toBe(200)
    expect(
      (
        await post({
          geojson: {
            type: 'LineString',
            coordinates: [
              [179.9, 1],
              [-179.9, 2],
            ],
          },
        })
      ).status,
    ).toBe(200)
  })

  test('a body of more than 1 MB is 413, what is no JSON 400', async () => {
    await startMapApp()
    expect((await post(`{"bbox":[1,2,3,4],"x":"${'x'.repeat(1_050_000)}"}`)).status).toBe(413)
    expect((await post('{"bbox":')).status).toBe(400)
  })

  test('no body makes the server fail', async () => {
    await startMapApp()
    const coordinates = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.array(fc.oneof({ weight: 20, arbitrary: between(-200, 200) }, fc.constant(NaN)), { maxLength: 3 }), {
        maxLength: 5,
      }),
    )
    const geometry = fc.record({
      type: fc.constantFrom(
        'Point',
        'MultiPoint',
        'LineString',
        'Polygon',
        'MultiPolygon',
        'GeometryCollection',
        'Feature',
      ),
      coordinates,
      geometries: fc.array(fc.jsonValue()),
    })
    const body = fc.record(
      {
        bbox: fc.oneof(fc.constant(BOX), fc.array(between(-200, 200), { minLength: 3, maxLength: 5 }), fc.jsonValue()),
        width: fc.constantFrom(128, 129, 0, '5'),
        height: fc.constantFrom(128, 150, 1e9),
        geojson: fc.oneof(
          geometry,
          fc.record({
            type: fc.constant('Feature'),
            geometry,
            properties: fc.dictionary(
              fc.constantFrom('stroke', 'marker-label', 'fill', 'stroke-width'),
              fc.jsonValue(),
            ),
          }),
          fc.jsonValue(),
        ),
        language: fc.string(),
        scale: fc.constantFrom(1, 2),
      },
      { requiredKeys: ['width', 'height'] },
    )
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { status } = await post(value)
        statuses.add(status)
        expect([200, 400]).toContain(status)
      }),
      { numRuns: 120 },
    )
    expect(statuses.has(400)).toBe(true)
  })
})

describe('what is not published is 503 that says so', () => {
  test.each<[string, ReleaseInfo | null, object, RegExp]>([
    ['nothing', null, {}, /Nothing is published/],
    ['no basemap', FAKE_RELEASE, {}, /no basemap/],
    ['no contours', RELEASE, { contours: true }, /no contours/],
  ])('%s', async (_name, release, more, message) => {
    await startMapApp(release)
    const answer = await post({ bbox: BOX, ...more })
    expect(answer.status).toBe(503)
    expect(errorOf(answer)).toEqual({ error: 'artifacts_missing', message: expect.stringMatching(message) })
  })

  test('without terrain the map is drawn without relief', async () => {
    await startMapApp({ ...RELEASE, artifacts: RELEASE.artifacts.filter(({ name }) => name !== 'terrain') })
    const { bytes, status } = await post({ bbox: BOX, width: 200, height: 200 })
    expect(status).toBe(200)
    await app.close()
    await startMapApp()
    expect((await post({ bbox: BOX, width: 200, height: 200, hillshade: false })).bytes.equals(bytes)).toBe(true)
  })
})

describe('GET /static-map/render', () => {
  test('is the drawing that POST makes of the same input', async () => {
    await startMapApp()
    const size = { width: 300, height: 200, scale: 2 }
    const words = 'width=300&height=200&scale=2'
    const pairs: [string, object][] = [
      [`bbox=${BOX}&${words}`, { bbox: BOX, ...size }],
      [`bbox=${BOX}&${words}&hillshade=false`, { bbox: BOX, ...size, hillshade: false }],
      [
        `line=${encodeURIComponent(POLYLINE)}&${words}`,
        { geojson: { type: 'LineString', coordinates: LINE }, ...size },
      ],
      [
        `bbox=${BOX}&line=${encodeURIComponent(POLYLINE)}&${words}&hillshade=0`,
        { bbox: BOX, geojson: { type: 'LineString', coordinates: LINE }, ...size, hillshade: false },
      ],
      [
        `${words}&geojson=${encodeURIComponent(JSON.stringify({ type: 'Point', coordinates: LINE[0] }))}`,
        { geojson: { type: 'Point', coordinates: LINE[0] }, ...size },
      ],
    ]
    for (const [query, body] of pairs) {
      const [byGet, byPost] = [await get(query), await post(body)]
      expect([byGet.status, byPost.status, byGet.type]).toEqual([200, 200, 'image/png'])
      expect(byGet.bytes.equals(byPost.bytes)).toBe(true)
    }
  })

  test('has an ETag; asked again with it the answer is 304, costs nothing and draws nothing', async () => {
    await startMapApp(RELEASE, true)
    const first = await get(`bbox=${BOX}&width=200&height=200`)
    const tag = first.headers.get('etag')!
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get(`height=200&width=200&bbox=${BOX.map((side) => side.toFixed(4))}`, { 'if-none-match': tag })
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag])
    expect(again.headers.get('ratelimit')).toContain('r=498')
    expect((await get(`bbox=${BOX}&width=201&height=200`, { 'if-none-match': tag })).status).toBe(200)
  })

  test('a language is one however its tag is written: one ETag, one picture, and `Content-Language` says which', async () => {
    await startMapApp(RELEASE, false)
    const of = (language: string, headers?: Record<string, string>) =>
      get(`bbox=${BOX}&width=200&height=200${language === '' ? '' : `&language=${language}`}`, headers)
    const german = await of('de')
    const tag = german.headers.get('etag')!
    expect([german.status, german.headers.get('content-language')]).toEqual([200, 'de'])
    for (const spelling of ['DE', 'de-AT', 'de_at', 'de-Latn-DE-1996']) {
      const same = await of(spelling, { 'if-none-match': tag })
      expect([same.status, same.headers.get('content-language')], spelling).toEqual([304, 'de'])
    }
    // names in Portuguese, sources in English, of which there is a catalogue
    expect((await of('pt-BR')).headers.get('content-language')).toBe('en')
    expect((await of('pt-BR')).headers.get('etag')).toBe((await of('pt')).headers.get('etag'))
    expect((await of('')).headers.get('content-language')).toBe('en')
    const [none, unknown] = [await of(''), await of('zz')]
    expect(unknown.bytes.equals(none.bytes)).toBe(true)
    expect(unknown.headers.get('etag')).toBe(none.headers.get('etag'))
    expect((await of('xx-YY')).headers.get('etag')).toBe(unknown.headers.get('etag'))
  })

  test.each([
    ['', '`bbox` or `geojson`'],
    ['bbox=1,2,3', '`bbox`'],
    ['bbox=1,2,3,x', '`bbox[3]`'],
    ['bbox=1,2,NaN,4', '`bbox[2]`'],
    ['bbox=1,2,3,4&bbox=1,2,3,4', '`bbox`'],
    ['line=%7F%7F', '`line`'],
    ['line=_', '`line`'],
    ['line=', '`line`'],
    ['line=%3F%3F', '`line`'],
    [`line=${encodeURIComponent(encodePolyline6([2e8, 2e8], [1, 2]))}`, '`line`'],
    [`line=${encodeURIComponent(POLYLINE)}&geojson={}`, '`line`'],
    ['geojson=%5B', '`geojson`'],
    [`bbox=${BOX}&scale=1.5`, '`scale`'],
    [`bbox=${BOX}&hillshade=maybe`, '`hillshade`'],
    [`bbox=${BOX}&width=`, '`width`'],
    [`bbox=${BOX}&geojson=${'%5B'.repeat(25_000)}${'%5D'.repeat(25_000)}`.slice(0, 90_000), '`geojson`'],
  ])('%s is 400', async (query, named) => {
    await startMapApp()
    const answer = await get(query)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toContain(named)
  })

  test('deeply nested members are refused by name, though nobody reads them', async () => {
    await startMapApp()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const answer = await get(
      `bbox=${BOX}&width=128&height=200&geojson=${`{"type":"Feature","properties":{"x":${deep}},"geometry":null}`.replaceAll('"', '%22')}`,
    )
    expect([answer.status, errorOf(answer).error]).toEqual([400, 'invalid_json'])
    expect(errorOf(answer).message).toContain('`geojson` nests deeper')
  })
})

describe('GraphQL', () => {
  test('gives the address, with the ETag that the address answers', async () => {
    await startMapApp(RELEASE, true)
    const { data, errors, cost } = await askGraphql(
      app,
      '{ staticMap(input: {view: {box: [1.51, 42.52, 1.59, 42.58]}, width: 300, height: 200, scale: 2}) { url width height etag } }',
    )
    expect(errors).toBeUndefined()
    expect(data.staticMap).toMatchObject({
      width: 600,
      height: 400,
      url: `${app.api}/static-map/render?bbox=1.51,42.52,1.59,42.58&width=300&height=200&scale=2&hillshade=true&contours=false`,
    })
    expect(cost).toMatchObject({ charged: 0 })
    const { headers, status } = await get(data.staticMap.url.split('?')[1])
    expect([status, headers.get('etag')]).toEqual([200, data.staticMap.etag])
  })

  test('draws the same picture as REST, for the same credits', async () => {
    await startMapApp(RELEASE, true)
    const geojson = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { 'stroke-width': 6 }, geometry: { type: 'LineString', coordinates: LINE } },
        { type: 'Feature', properties: null, geometry: null },
      ],
    }
    const { data, errors, cost } = await askGraphql(
      app,
      'query ($input: StaticMapInput!) { staticMap(input: $input) { png url } }',
      { input: { geojson, width: 200, height: 200, language: null } },
    )
    expect(errors).toBeUndefined()
    expect(cost).toMatchObject({ charged: 2 })
    const { bytes } = await post({ geojson, width: 200, height: 200 })
    expect(bytes.toString('base64') === data.staticMap.png).toBe(true)
    expect((await get(data.staticMap.url.split('?')[1])).bytes.equals(bytes)).toBe(true)
  })

  test('draws one of the largest pictures in a document, or several small ones, and charges no more than it draws', async () => {
    await startMapApp(RELEASE, true)
    const picture = (name: string, size: number, scale: number) =>
      `${name}: staticMap(input: {view: {box: [1.5, 42.5, 1.6, 42.6]}, width: ${size}, height: ${size}, scale: ${scale}}) { png }`
    const large = await askGraphql(app, `{ ${picture('a', 1280, 2)} ${picture('b', 1024, 1)} ${picture('c', 128, 1)} }`)
    expect(['a', 'b', 'c'].map((name) => large.data[name].png !== null)).toEqual([true, false, false])
    expect(large.errors!.map(({ path, extensions }: any) => [path, extensions.code])).toEqual([
      [['b', 'png'], 'TOO_LARGE'],
      [['c', 'png'], 'TOO_LARGE'],
    ])
    expect(large.errors![0].message).toMatch(/draws one picture, or several of 5 megapixels in all/)
    expect(large.cost).toMatchObject({ charged: 5 })
    const names = Array.from({ length: 30 }, (_, i) => `p${i}`)
    const small = await askGraphql(app, `{ ${names.map((name) => picture(name, 128, 1)).join(' ')} }`)
    expect(small.errors).toBeUndefined()
  })

  test('has no address for GeoJSON beyond 8 KB, and the picture all the same', async () => {
    await startMapApp()
    const geojson = { type: 'MultiPoint', coordinates: Array.from({ length: 900 }, (_, i) => [1.51 + i * 1e-5, 42.55]) }
    const { data, errors } = await askGraphql(
      app,
      'query ($input: StaticMapInput!) { staticMap(input: $input) { url etag png } }',
      { input: { geojson, width: 128, height: 200 } },
    )
    expect(errors).toBeUndefined()
    expect([data.staticMap.url, data.staticMap.etag]).toEqual([null, null])
    expect(data.staticMap.png.length).toBeGreaterThan(1000)
  })

  test('refuses as REST does, and says what is missing', async () => {
    await startMapApp(FAKE_RELEASE)
    const bad = await askGraphql(app, '{ staticMap(input: {view: {box: [2, 42, 1, 43]}}) { url } }')
    expect([bad.data.staticMap, bad.errors![0].extensions.code, bad.errors![0].extensions.status]).toEqual([
      null,
      'INVALID_INPUT',
      400,
    ])
    expect([bad.errors![0].message, bad.errors![0].extensions.inputPath]).toEqual([
      expect.stringMatching(/^`input\.view\.box`: /),
      'input.view.box',
    ])
    for (const view of ['', 'view: {around: 20}, ']) {
      const { errors } = await askGraphql(app, `{ staticMap(input: {${view}width: 200}) { url } }`)
      expect(errors![0]).toMatchObject({
        message: '`input`: `view` or `geojson` is needed.',
        extensions: { code: 'INVALID_INPUT', inputPath: 'input' },
      })
    }
    const missing = await askGraphql(app, '{ staticMap(input: {view: {box: [1, 42, 2, 43]}}) { url png } }')
    expect(missing.data.staticMap).toMatchObject({ png: null, url: expect.stringContaining('/static-map/render') })
    expect(missing.errors![0].extensions.code).toBe('ARTIFACTS_MISSING')
  })

  test('a route has the address of its picture', async () => {
    await startMapApp()
    const { data, errors } = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.52, 42.53]}, {at: [1.58, 42.57]}]}) { staticMap(width: 300, height: 200) { url } line { polyline6 } } }',
    )
    expect(errors).toBeUndefined()
    const words = new URL(data.route.staticMap.url).searchParams
    expect([words.get('line'), words.get('width')]).toEqual([data.route.line.polyline6, '300'])
    expect((await get(data.route.staticMap.url.split('?')[1])).status).toBe(200)
    const wrong = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.52, 42.53]}, {at: [1.58, 42.57]}]}) { lengthM staticMap(width: 30) { url } } }',
    )
    expect(wrong.data.route.staticMap).toBeNull()
    expect(wrong.errors![0].extensions.code).toBe('INVALID_INPUT')
  })

  test('a loop has the address of its picture', async () => {
    await startMapApp()
    const { data, errors } = await askGraphql(
      app,
      '{ point(at: [1.52, 42.53]) { loops(lengthM: 5000) { found { line { polyline6 } staticMap(height: 200) { url } } } } }',
    )
    expect(errors).toBeUndefined()
    const [loop] = data.point.loops.found
    const words = new URL(loop.staticMap.url).searchParams
    expect([words.get('line'), words.get('height')]).toEqual([loop.line.polyline6, '200'])
  })
})
