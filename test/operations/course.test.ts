// The four operations on lines through both transports.

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { encodePolyline6 } from '../../src/geo/polyline.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const line = {
  type: 'LineString',
  coordinates: [
    [1.5, 42.5],
    [1.51, 42.5],
    [1.52, 42.5],
  ],
}
const gpx =
  '<gpx version="1.1"><trk><trkseg>\n  <trkpt lat="42.5" lon="1.5"/>\n  <trkpt lat="42.5" lon="1.5"/>\n  <trkpt lat="42.5" lon="1.51"/>\n  <trkpt lat="42.5" lon="1.52"/>\n</trkseg></trk></gpx>'
const post = (path: string, body: unknown) => postJson(`${app.api}${path}`, body)

describe('elevation-profile', () => {
  test('answers a line in snake_case, with terrain heights', async () => {
    const { status, body } = await post('/v1/elevation-profile', { geometry: line, points: 10 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schema: 'elevation-profile/1',
      engine: { name: 'waypost', network_release: 'n1', terrain_release: 't1' },
      input: { format: 'geojson', parts: 1, points: 3 },
      elevation: { source: 'terrain', ascent_m: 0, check: null },
      series: { columns: ['distance_m', 'elevation_m', 'grade_pct', 'lon', 'lat'], grade_window_m: 100 },
      unknowns: [],
    })
    expect(body.series.points.length).toBe(10)
    expect(body.series.parts).toEqual([{ from_m: 0, to_m: body.input.length_m, first: 0, last: 9 }])
  })

  test('the same through GraphQL', async () => {
    const { body } = await post('/v1/elevation-profile', { geometry: line, points: 10 })
    const { data, errors } = await askGraphql(
      app,
      'query ($g: GeoJSON!) { line(input: {geojson: $g}) { elevationProfile(points: 10) { input { lengthM } series { points { alongM elevationM gradePct location } columns { alongM elevationM gradePct lon lat } parts { fromM toM first last } } steepest { gradePct } unknowns { code } } } }',
      { g: line },
    )
    expect(errors).toBeUndefined()
    expect(
      data.line.elevationProfile.series.points.map((p: any) => [p.alongM, p.elevationM, p.gradePct, ...p.location]),
    ).toEqual(body.series.points)
    const { alongM, elevationM, gradePct, lon, lat } = data.line.elevationProfile.series.columns
    expect(alongM.map((_: number, i: number) => [alongM[i], elevationM[i], gradePct[i], lon[i], lat[i]])).toEqual(
      body.series.points,
    )
    expect(data.line.elevationProfile.input.lengthM).toBe(body.input.length_m)
  })

  test.each(['auto', 'recorded', 'terrain'])(
    '%s heights of a file are those of REST, of a file without any too',
    async (elevation) => {
      const withHeights = gpx.replace(/"\/>/g, '"><ele>1234</ele></trkpt>')
      for (const file of [gpx, withHeights]) {
        const rest = await post('/v1/elevation-profile', { gpx: file, elevation, points: 10 })
        const { data, errors } = await askGraphql(
          app,
          `query ($gpx: String!) { line(input: {gpx: $gpx}) { elevationProfile(points: 10, elevation: ${elevation.toUpperCase()}) { input { format pointCount } elevation { source minM } heightCheck { passed } } } }`,
          { gpx: file },
        )
        if (rest.status !== 200) {
          expect(errors![0].extensions).toMatchObject({
            code: rest.body.error.code.toUpperCase(),
            inputPath: 'elevation',
          })
          continue
        }
        const { input, elevation: heights } = rest.body
        expect(data.line.elevationProfile).toEqual({
          input: { format: 'GPX', pointCount: input.points },
          elevation: { source: heights.source.toUpperCase(), minM: heights.min_m },
          heightCheck: heights.check === null ? null : { passed: heights.check.passed },
        })
      }
    },
  )

  test.each([
    ['no line', {}, 400, 'no_input'],
    ['both', { gpx, geometry: line }, 400, 'both_inputs'],
    ['no GPX', { gpx: 'x' }, 400, 'invalid_gpx'],
    ['too few points', { geometry: line, points: 1 }, 400, 'invalid_input'],
    [
      'a bad position',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [1, 99],
          ],
        },
      },
      400,
      'invalid_input',
    ],
    [
      'too many points',
      { geometry: { type: 'LineString', coordinates: Array.from({ length: 5001 }, () => [1, 2]) } },
      413,
      'too_many_points',
    ],
    [
      'too long a line',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [5, 2],
          ],
        },
      },
      422,
      'too_long',
    ],
    ['no recorded heights', { geometry: line, elevation: 'recorded' }, 422, 'no_heights'],
    [
      'void terrain',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [-1, 2],
            [-1.01, 2],
          ],
        },
      },
      422,
      'no_heights',
    ],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await post('/v1/elevation-profile', body)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
    expect(answer.body.error.message).not.toMatch(/[a-z][A-Z]/)
  })
})

describe('pace-plan', () => {
  test('answers splits that add up', async () => {
    const { status, body } = await post('/v1/pace-plan', { geometry: line, target_time: '20:00' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schema: 'pace-plan/1',
      unit: 'km',
      settings_defaulted: ['unit'],
      target: { kind: 'time', seconds: 1200 },
      course: { heights: 'terrain', gain_m: 0 },
      unknowns: [],
    })
    expect(body.splits.map((s: any) => s.to_m)).toEqual([1000, body.course.distance_m])
    expect(body.splits.reduce((sum: number, s: any) => sum + s.seconds, 0)).toBeCloseTo(1200, 1)
    expect(body.splits[0]).toMatchObject({
      label: 'km 1',
      from_m: 0,
      distance_m: 1000,
      gain_m: 0,
      loss_m: 0,
      character: 'runnable',
    })
  })

  test('the same through GraphQL', async () => {
    const { data, errors } = await askGraphql(
      app,
      'query ($g: GeoJSON!) { line(input: {geojson: $g}) { pacePlan(target: {flatPaceSPerKm: 300}, unit: MI) { target { kind movingS } splits { label character } } } }',
      { g: line },
    )
    expect(errors).toBeUndefined()
    expect(data.line.pacePlan).toMatchObject({
      target: { kind: 'FLAT_PACE' },
      splits: [{ label: 'mi 1', character: 'RUNNABLE' }, { label: expect.stringContaining('mi 2') }],
    })
  })

  test.each([
    ['no target', { geometry: line }, 400, 'invalid_input'],
    ['two targets', { geometry: line, target_time: '20', target_seconds: 5 }, 400, 'invalid_input'],
    ['no time', { geometry: line, target_time: 'soon' }, 400, 'invalid_input'],
    ['a pace too fast', { geometry: line, flat_pace_s_per_km: 60 }, 400, 'invalid_input'],
    [
      'two parts',
      {
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [1, 2],
              [1, 2.1],
            ],
            [
              [1, 3],
              [1, 3.1],
            ],
          ],
        },
        target_time: '20',
      },
      422,
      'one_part_only',
    ],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await post('/v1/pace-plan', body)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })
})

describe('gpx-clean and gpx-simplify', () => {
  test('cleaning through both transports gives the same file', async () => {
    const { status, body } = await post('/v1/gpx/clean', { gpx })
    expect(status).toBe(200)
    expect(body).toEqual({
      schema: 'gpx-clean/1',
      engine: { name: 'waypost', version: '0.0.0', network_release: 'n1', terrain_release: 't1' },
      settings: { dedupe: true, drop_bad: true, strip_times: false, strip_extensions: false },
      report: {
        changed: true,
        points_before: 4,
        points_after: 3,
        duplicates: 1,
        bad_coordinates: 0,
        times: 0,
        extensions: 0,
      },
      gpx: gpx.replace('  <trkpt lat="42.5" lon="1.5"/>\n', ''),
    })
    const { data, errors } = await askGraphql(
      app,
      'query ($gpx: String!) { cleanGpx(input: { gpx: $gpx }) { report { duplicateCount } settings { dedupe dropBad stripTimes stripExtensions } gpx } }',
      { gpx },
    )
    expect(errors).toBeUndefined()
    expect(data.cleanGpx).toEqual({
      report: { duplicateCount: 1 },
      settings: { dedupe: true, dropBad: true, stripTimes: false, stripExtensions: false },
      gpx: body.gpx,
    })
  })

  test('simplifying keeps the form that was sent', async () => {
    const fromGpx = (await post('/v1/gpx/simplify', { gpx, indices: true })).body
    expect(fromGpx).toMatchObject({
      schema: 'gpx-simplify/1',
      input: { format: 'gpx', segments: 1, points: 4 },
      result: { points: 2, removed: 2, indices: [0, 3], ascent_before_m: null, kept_stops: 0 },
    })
    expect(fromGpx).not.toHaveProperty('geometry')
    const feature = { type: 'Feature', properties: { snake_case: 1, camelCase: 2 }, geometry: line }
    const fromGeometry = (await post('/v1/gpx/simplify', { geometry: feature, max_points: 2 })).body
    expect(fromGeometry.geometry).toEqual({
      ...feature,
      geometry: {
        type: 'LineString',
        coordinates: [
          [1.5, 42.5],
          [1.52, 42.5],
        ],
      },
    })
    const { data, errors } = await askGraphql(
      app,
      'query ($g: GeoJSON!) { simplifyGpx(input: { line: {geojson: $g}, to: { points: 2 } }) { geometry settings { toleranceM pointsMax keepClimb keepStops } result { pointCount removedCount maxDeviationM } } }',
      { g: feature },
    )
    expect(errors).toBeUndefined()
    expect(data.simplifyGpx).toEqual({
      geometry: fromGeometry.geometry,
      settings: { toleranceM: null, pointsMax: 2, keepClimb: true, keepStops: true },
      result: { pointCount: 2, removedCount: 1, maxDeviationM: fromGeometry.result.max_deviation_m },
    })
  })

  test('GeoJSON keeps members of others, also one that is called `then`', async () => {
    const odd = {
      type: 'Feature',
      then: 12,
      properties: { then: 'x' },
      geometry: {
        type: 'LineString',
        then: { then: 1 },
        coordinates: [
          [1.5, 42.5],
          [1.51, 42.5],
          [1.52, 42.5],
        ],
      },
    }
    const { data, errors } = await askGraphql(
      app,
      'query ($g: GeoJSON!) { simplifyGpx(input: { line: {geojson: $g}, to: { points: 2 } }) { geometry } }',
      { g: odd },
    )
    expect(errors).toBeUndefined()
    expect(data.simplifyGpx.geometry).toEqual({
      ...odd,
      geometry: {
        ...odd.geometry,
        coordinates: [
          [1.5, 42.5],
          [1.52, 42.5],
        ],
      },
    })
  })

  test.each([
    ['/v1/gpx/clean', {}, 400, 'invalid_input'],
    ['/v1/gpx/clean', { gpx: '<gpx/><gpx/>' }, 400, 'invalid_gpx'],
    ['/v1/gpx/clean', { gpx: `<gpx>${'<wpt lat="1" lon="1"/>'.repeat(50_001)}</gpx>` }, 413, 'too_many_points'],
    ['/v1/gpx/simplify', { gpx, tolerance_m: 0.1 }, 400, 'invalid_input'],
    ['/v1/gpx/simplify', { gpx, tolerance_m: 5, max_points: 5 }, 400, 'invalid_input'],
    ['/v1/gpx/simplify', { gpx: '<gpx/>' }, 400, 'invalid_gpx'],
  ])('%s refuses what it cannot read', async (path, body, status, code) => {
    const answer = await post(path, body)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })
})

test.each([
  ['a line', 'line', 'LineInput', 1],
  ['cleaning', 'cleanGpx', 'GpxCleanInput', 5],
] as const)('%s through GraphQL takes no larger file than through REST', async (_what, field, type, mb) => {
  const file = { gpx: `<gpx>${' '.repeat(mb * 1024 * 1024)}</gpx>` }
  const { data, errors } = await askGraphql(
    app,
    `query ($input: ${type}!) { ${field}(input: $input) { __typename } }`,
    { input: file },
  )
  expect(data[field]).toBeNull()
  expect(errors![0].extensions).toMatchObject({ code: 'TOO_LARGE', status: 413 })
})

test('a geometry of too many positions is refused before it goes to the thread', async () => {
  const own = await startFakeApp({ metering: false })
  try {
    own.jobs.simplify = { run: () => Promise.reject(new Error('the thread was asked')) }
    const { status, body } = await postJson(`${own.api}/v1/gpx/simplify`, {
      geometry: { type: 'LineString', coordinates: Array.from({ length: 50_001 }, () => [1, 2]) },
    })
    expect({ status, code: body.error.code }).toEqual({ status: 413, code: 'too_many_points' })
  } finally {
    await own.close()
  }
})

describe('a file of megabytes', () => {
  const large = `<gpx version="1.1"><name>Säntis "Nord" 😀</name><trk><trkseg>\n${Array.from({ length: 6000 }, (_, i) => `  <trkpt lat="${46 + i * 1e-5}" lon="7"><ele>500</ele></trkpt>\n`).join('')}  <trkpt lat="46" lon="7"/>\n  <trkpt lat="46" lon="7"/>\n</trkseg></trk></gpx>`
  const body = JSON.stringify({ strip_times: true, gpx: large })
  const send = async (path: string, sent: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: sent,
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, encoding: response.headers.get('content-encoding'), body: await response.json() }
  }

  test('is answered the same whether its length is announced, it comes in pieces, or compressed, and the answer too', async () => {
    const announced = await send('/v1/gpx/clean', body, { 'accept-encoding': 'identity' })
    expect(announced).toMatchObject({
      status: 200,
      encoding: null,
      body: {
        settings: { strip_times: true, dedupe: true },
        report: { points_before: 6002, points_after: 6001, duplicates: 1 },
      },
    })
    expect(announced.body.gpx).toBe(large.replace('  <trkpt lat="46" lon="7"/>\n', ''))
    const pieces = new ReadableStream({
      start(stream) {
        for (let at = 0; at < body.length; at += 50_001)
          stream.enqueue(new TextEncoder().encode(body.slice(at, at + 50_001)))
        stream.close()
      },
    })
    expect((await send('/v1/gpx/clean', pieces)).body).toEqual(announced.body)
    const packed = await send('/v1/gpx/clean', gzipSync(body), { 'content-encoding': 'gzip' })
    expect(packed.encoding).not.toBeNull()
    expect(packed.body).toEqual(announced.body)
  })

  test('is thinned as GPX and as GeoJSON to the same points', async () => {
    const geometry = {
      type: 'LineString',
      coordinates: Array.from({ length: 6000 }, (_, i) => [7 + Math.sin(i / 40) / 100, 46 + i * 1e-5]),
    }
    const asGpx = `<gpx><trk><trkseg>${geometry.coordinates.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`
    const one = await send('/v1/gpx/simplify', JSON.stringify({ geometry, indices: true }))
    const other = await send('/v1/gpx/simplify', JSON.stringify({ gpx: asGpx, indices: true }))
    expect(one.status).toBe(200)
    expect(one.body.geometry.coordinates).toEqual(one.body.result.indices.map((i: number) => geometry.coordinates[i]))
    expect(other.body.result.indices).toEqual(one.body.result.indices)
  })

  test.each([
    [
      'both forms',
      {
        gpx: large,
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
          pad: large,
        },
      },
      400,
      'both_inputs',
    ],
    ['a setting out of range', { gpx: large, tolerance_m: 0 }, 400, 'invalid_input'],
    ['broken XML', { gpx: large + '<' }, 400, 'invalid_gpx'],
    ['a geometry that is no line', { geometry: { type: 'Point', pad: large } }, 400, 'invalid_input'],
  ])('with %s is refused as a small one is', async (_what, input, status, code) => {
    const answer = await send('/v1/gpx/simplify', JSON.stringify(input))
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })

  test.each([
    ['a line end in a text', body.replace('Nord', 'No\nrd')],
    ['half an escape', body.replace('Säntis', '\\u12')],
    ['no end', body.slice(0, -1)],
    ['bytes that are not UTF-8', new Uint8Array([...new TextEncoder().encode(body.slice(0, -3)), 0xff, 0x22, 0x7d])],
  ])('with %s is no JSON', async (_what, sent) => {
    const answer = await send('/v1/gpx/clean', sent)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status: 400, code: 'invalid_json' })
  })

  test('over 5 MB is refused, announced or not', async () => {
    const over = JSON.stringify({ gpx: `<gpx>${' '.repeat(5 * 1024 * 1024)}</gpx>` })
    const pieces = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(over))
        stream.close()
      },
    })
    for (const sent of [over, pieces])
      expect(await send('/v1/gpx/clean', sent)).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
    expect(await send('/v1/gpx/clean', gzipSync(over), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
  })
})

test('a pace plan without heights says so, and knows neither climb nor character, under every key of a plan', async () => {
  const own = await startFakeApp({ metering: false })
  try {
    own.services.terrain = {
      ...own.services.terrain,
      sample: () => Promise.reject(new ServiceError('terrain_unavailable', 'none')),
    }
    const { status, body } = await postJson(`${own.api}/v1/pace-plan`, { geometry: line, target_seconds: 1000 })
    expect(status).toBe(200)
    expect(body.course).toMatchObject({ heights: 'none', gain_m: null, loss_m: null })
    expect(body.unknowns).toEqual([{ code: 'heights_none', message: expect.stringContaining('are not known') }])
    for (const split of body.splits)
      expect(split).toEqual({
        label: expect.any(String),
        from_m: expect.any(Number),
        to_m: expect.any(Number),
        distance_m: expect.any(Number),
        gain_m: null,
        loss_m: null,
        pace_s_per_km: body.splits[0].pace_s_per_km,
        seconds: expect.any(Number),
        cumulative_seconds: expect.any(Number),
        character: null,
      })
    expect(body.splits.at(-1).cumulative_seconds).toBe(1000)
  } finally {
    await own.close()
  }
})

describe('LineInput', () => {
  const polyline6 = encodePolyline6([1_500_000, 1_510_000, 1_520_000], [42_500_000, 42_500_000, 42_500_000])
  const document =
    'query ($line: LineInput!) { line(input: $line) { elevationProfile(points: 10) { input { pointCount lengthM } series { points { alongM elevationM } } } analysis { input { pointCount lengthM } } pacePlan(target: {time: "20"}) { splits { toM } } } simplifyGpx(input: { line: $line, to: { points: 2 } }) { result { pointCount } geometry } }'

  test('an encoded polyline is read as the same line in GeoJSON is, by all that take lines', async () => {
    const given = await askGraphql(app, document, { line: { polyline6 } })
    expect(given.errors).toBeUndefined()
    expect(given.data.simplifyGpx).toEqual({
      result: { pointCount: 2 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [1.5, 42.5],
          [1.52, 42.5],
        ],
      },
    })
    expect(given.data).toEqual((await askGraphql(app, document, { line: { geojson: line } })).data)
  })

  test.each([
    ['nothing', {}, 'invalid_input', 400, 'exactly one'],
    ['GPX and GeoJSON', { gpx, geojson: line }, 'invalid_input', 400, 'exactly one'],
    ['GeoJSON and a polyline', { geojson: line, polyline6 }, 'invalid_input', 400, 'exactly one'],
    ['a form beside null', { polyline6, gpx: null }, 'invalid_input', 400, 'exactly one'],
    ['a cut polyline', { polyline6: polyline6.slice(0, -1) + '~' }, 'invalid_input', 400, 'input.polyline6'],
    ['one point', { polyline6: encodePolyline6([1], [1]) }, 'invalid_input', 400, 'at least 2'],
    [
      'a polyline off the globe',
      { polyline6: encodePolyline6([1, 2], [91_000_000, 1]) },
      'invalid_input',
      400,
      'latitude',
    ],
    [
      'too many points',
      { polyline6: encodePolyline6(new Int32Array(5001), new Int32Array(5001)) },
      'too_many_points',
      413,
      '5001',
    ],
    ['a very long text', { polyline6: '?'.repeat(1_100_000) }, 'invalid_input', 400, 'characters'],
  ])('%s is refused by name', async (_what, given, code, status, words) => {
    const { data, errors } = await askGraphql(
      app,
      'query ($line: LineInput!) { line(input: $line) { elevationProfile { __typename } } }',
      { line: given },
    )
    // a variable that does not fit its type ends the document
    expect(data?.line?.elevationProfile ?? null).toBeNull()
    expect(errors![0].extensions).toMatchObject({ code: code.toUpperCase(), status })
    expect(errors![0].message).toContain(words)
  })

  test('settings beside a line are checked as REST checks them', async () => {
    const { errors } = await askGraphql(
      app,
      'query ($line: LineInput!) { line(input: $line) { elevationProfile(points: 1) { __typename } } }',
      { line: { geojson: line } },
    )
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining('`points`: expected a whole number from 2 to 6000'),
      extensions: { code: 'INVALID_INPUT' },
    })
  })
})

test('a route answers its profile, pace plan and GPX in one document, each priced', async () => {
  const metered = await startFakeApp()
  try {
    const { data, errors, cost } = await askGraphql(
      metered,
      '{ route(input: { waypoints: [{at: [1.5, 42.5]}, {at: [1.52, 42.5]}] }) { elevationProfile(points: 5) { series { points { elevationM } } } pacePlan(target: {time: "30"}) { splits { movingS } } export(format: GPX) { text } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.route.elevationProfile.series.points.length).toBe(5)
    expect(data.route.pacePlan.splits.length).toBe(2)
    expect(data.route.export.text).toContain('<trkpt lat="42.5" lon="1.5"><ele>1200.5</ele></trkpt>')
    expect(cost).toMatchObject({ reserved: 5, charged: 5 })
  } finally {
    await metered.close()
  }
})

test('the heights of a line of your own are looked up when they are selected, for 2 credits; its analysis is a course', async () => {
  const metered = await startFakeApp()
  try {
    const ask = (fields: string) =>
      askGraphql(metered, `query ($g: GeoJSON!) { line(input: {geojson: $g}) { ${fields} } }`, { g: line })
    const own = await ask('elevation { ascentM minM maxM unknownM source } time { movingS } surfaces { pavedM }')
    expect(own.errors).toBeUndefined()
    expect(own.data.line).toMatchObject({ elevation: { ascentM: 0, source: 'TERRAIN' }, time: null, surfaces: null })
    expect(own.data.line.elevation.minM).toBe(own.data.line.elevation.maxM)
    expect(own.cost).toMatchObject({ reserved: 2, charged: 2 })
    expect((await ask('lengthM')).cost).toMatchObject({ charged: 0 })
    const { data, errors } = await ask(`lengthM line { coordinates } analysis { ...Facts }
      } } fragment Facts on AnalysedCourse {
        __typename lengthM bbox start { location } unknowns { code } elevation { source } line { coordinates`)
    expect(errors).toBeUndefined()
    const { analysis, ...requested } = data.line
    expect(analysis).toMatchObject({ __typename: 'RouteAnalysis', bbox: [1.5, 42.5, 1.52, 42.5] })
    expect([analysis.line, analysis.start]).toEqual([requested.line, { location: [1.5, 42.5] }])
    expect(analysis.lengthM).toBeCloseTo(requested.lengthM, 0)
  } finally {
    await metered.close()
  }
})
