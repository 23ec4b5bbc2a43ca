// A variable has the same bounds as the REST input of the operation that takes it, checked before it is used.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const many = (field: string) => Array.from({ length: 50 }, (_, i) => `a${i}: ${field}`).join(' ')
const line = (positions: number) => ({
  type: 'LineString',
  coordinates: Array.from({ length: positions }, (_, i) => [1.5 + i / 1e6, 42.5]),
})

test.each([
  ['staticMap', `query ($v: GeoJSON!) { ${many('staticMap(input: {geojson: $v}) { url }')} }`, line(80_000)],
  [
    'nearby',
    'query ($v: [PlaceKind!]) { places(where: {area: {near: {at: [1, 1], withinM: 500}}}) { edges { node { nearby(where: {kinds: $v}) { edges { cursor } } } } } }',
    new Array(200_000).fill('PEAK'),
  ],
  ['points', 'query ($v: [LonLat!]!) { points(at: $v) { location } }', new Array(100_000).fill([1.500001, 42.500001])],
])('%s takes no variable of more than a megabyte', async (field, query, v) => {
  const { status, data, errors } = await askGraphql(app, query, { v })
  expect(status).toBe(413)
  expect(data).toBeUndefined()
  expect(errors).toEqual([
    {
      message: `The variable \`v\` is larger than the 1048576 bytes that ${field} takes.`,
      extensions: { code: 'TOO_LARGE', status: 413, inputPath: 'v', sentence: expect.anything() },
    },
  ])
})

test('two large variables of a field count together, one that no field takes does not', async () => {
  const [a, b] = [line(40_000), line(40_000)]
  const query =
    'query ($a: GeoJSON!, $b: GeoJSON!) { staticMap(input: {geojson: {type: "GeometryCollection", geometries: [$a, $b]}}) { url } }'
  expect((await askGraphql(app, query, { a, b })).status).toBe(413)
  const alone = await askGraphql(app, 'query ($a: GeoJSON!) { staticMap(input: {geojson: $a}) { url } }', {
    a,
    unused: b,
  })
  expect(alone.errors![0].extensions.code).toBe('INVALID_INPUT')
})

test('nineteen variables of nineteen fields count together, too', async () => {
  const names = Array.from({ length: 19 }, (_, i) => `v${i}`)
  const head = names.map((name) => `$${name}: [LonLat!]!`).join(' ')
  const fields = names.map((name) => `${name}: points(at: $${name}) { location }`).join(' ')
  const points = new Array(10_000).fill([1.5, 42.5])
  const { status, errors } = await askGraphql(
    app,
    `query (${head}) { ${fields} }`,
    Object.fromEntries(names.map((name) => [name, points])),
  )
  expect(status).toBe(413)
  expect(errors![0].message).toMatch(
    /^The variables of fields that take no files are larger than 1048576 bytes together/,
  )
})

test('a text of megabytes is no name, under fifty names neither', async () => {
  const { errors } = await askGraphql(app, `query ($v: String!) { ${many('search(text: $v) { edges { cursor } }')} }`, {
    v: 'x'.repeat(5_000_000),
  })
  expect(errors).toHaveLength(50)
  for (const { extensions } of errors!) expect(extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'text' })
})

test('a file of five megabytes is taken where files are', async () => {
  const points = Array.from(
    { length: 20_000 },
    (_, i) => `<trkpt lat="42.5" lon="${1.5 + i / 1e6}"><ele>1</ele></trkpt>`,
  )
  const gpx = `<gpx version="1.1" creator="t"><trk><trkseg>${points.join('\n')}</trkseg></trk><metadata><desc>${'x'.repeat(3_500_000)}</desc></metadata></gpx>`
  const { errors, data } = await askGraphql(
    app,
    'query ($gpx: String!) { cleanGpx(input: {gpx: $gpx}) { report { pointCountAfter } } }',
    { gpx },
  )
  expect(errors).toBeUndefined()
  expect(data.cleanGpx.report.pointCountAfter).toBe(20_000)
  const profile = await askGraphql(app, 'query ($gpx: String!) { line(input: {gpx: $gpx}) { __typename } }', { gpx })
  expect(profile.errors![0].extensions).toMatchObject({ code: 'TOO_LARGE', inputPath: 'input.gpx' })
})

test('one bad geometry under fifty names is the same error fifty times', async () => {
  const v = { type: 'MultiLineString', coordinates: Array.from({ length: 20_000 }, () => []) }
  for (const field of [
    'line(input: {geojson: $v}) { elevationProfile { __typename } }',
    'line(input: {geojson: $v}) { analysis { __typename } }',
    'staticMap(input: {geojson: $v}) { url }',
  ]) {
    const { errors } = await askGraphql(app, `query ($v: GeoJSON!) { ${many(field)} }`, { v })
    expect(errors).toHaveLength(50)
    expect(new Set(errors!.map(({ message }) => message)).size).toBe(1)
    expect(new Set(errors!.map(({ path }) => path![0])).size).toBe(50)
  }
})
