// The operation through both transports over the drawn network of test/support/line-network.ts; each documented status
// once.

import { afterEach, describe, expect, test } from 'vitest'
import { decodePolyline6, encodePolyline6 } from '../../src/geo/polyline.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { checkTraceShape } from '../support/trace-shape.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())

const SHAPE = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.50002, lon: 1.5007, time: 60 },
  { lat: 42.5, lon: 1.501525, time: 120 },
  { lat: 42.49955, lon: 1.501525, time: 170 },
]

describe('trace-attributes', () => {
  test('answers in the shape that a Valhalla client reads, kilometres and nulls', async () => {
    app = await startFakeApp()
    const { status, body } = await postJson(`${app.api}/engine/trace_attributes`, {
      shape: SHAPE,
      costing: 'pedestrian',
      shape_match: 'map_snap',
    })
    expect(status).toBe(200)
    checkTraceShape(body)
    expect(body).toMatchObject({
      edges: [
        {
          way_id: 11,
          names: ['Carrer Major'],
          length: expect.closeTo(0.125, 3),
          surface: 'paved_smooth',
          surface_source: 'mapped',
          use: 'road',
          road_class: 'residential',
          sac_scale: null,
          begin_heading: 90,
          end_heading: 90,
          begin_shape_index: 0,
        },
        {
          way_id: 13,
          length: expect.closeTo(0.05, 3),
          surface: 'path',
          surface_source: 'class_default',
          use: 'path',
          road_class: 'service_other',
          sac_scale: 2,
          begin_heading: 180,
        },
      ],
      unmatched: [],
      units: 'kilometers',
      tile_release: 'n1',
      segments: [{ from_index: 0, to_index: 3 }],
    })
    expect(body.edges[1].names).toBeUndefined()
    expect(body.matched_points).toHaveLength(4)
    expect(body.matched_points[1]).toMatchObject({
      type: 'matched',
      edge_index: 0,
      distance_from_trace_point: expect.closeTo(2.2, 0),
    })
    expect(body.segments[0].shape).toBe(body.shape)
    expect(decodePolyline6(body.shape)[0]).toEqual([1.5, 42.5])
    expect(body.lengths.network_m).toBeCloseTo(175, 0)
  })

  test('the encoded polyline of the same points gives the same', async () => {
    app = await startFakeApp()
    const plain = await postJson(`${app.api}/engine/trace_attributes`, {
      shape: SHAPE.map(({ lat, lon }) => ({ lat, lon })),
    })
    const encoded = encodePolyline6(
      SHAPE.map(({ lon }) => Math.round(lon * 1e6)),
      SHAPE.map(({ lat }) => Math.round(lat * 1e6)),
    )
    expect(
      (await postJson(`${app.api}/engine/trace_attributes`, { encoded_polyline: encoded, shape_match: 'walk_or_snap' }))
        .body,
    ).toEqual(plain.body)
  })

  test('a gap is flagged, cut from the shape, and named', async () => {
    app = await startFakeApp()
    const away = [
      { lat: 42.5, lon: 1.5 },
      { lat: 42.5, lon: 1.5008 },
      { lat: 42.501, lon: 1.5012 },
      { lat: 42.501, lon: 1.5018 },
      { lat: 42.501, lon: 1.502 },
      { lat: 42.5, lon: 1.5022 },
      { lat: 42.5, lon: 1.5029 },
    ]
    const { body } = await postJson(`${app.api}/engine/trace_attributes`, { shape: away })
    checkTraceShape(body)
    expect(body.segments.map(({ from_index, to_index }: Record<string, number>) => [from_index, to_index])).toEqual([
      [0, 1],
      [5, 6],
    ])
    expect(body.unmatched).toMatchObject([{ from_index: 1, to_index: 5, reason: 'no_path_nearby' }])
    expect(
      body.matched_points.map(
        ({
          type,
          edge_index,
          begin_route_discontinuity: begin,
          end_route_discontinuity: end,
        }: Record<string, unknown>) => [type, edge_index, begin, end],
      ),
    ).toEqual([
      ['matched', 0, undefined, undefined],
      ['matched', 0, true, undefined],
      ['unmatched', null, undefined, undefined],
      ['unmatched', null, undefined, undefined],
      ['unmatched', null, undefined, undefined],
      ['matched', 1, undefined, true],
      ['matched', 1, undefined, undefined],
    ])
  })

  test('filters keep or leave out what they name, never a gap', async () => {
    app = await startFakeApp()
    const ask = async (filters: object) =>
      (await postJson(`${app.api}/engine/trace_attributes`, { shape: SHAPE, filters })).body
    const included = await ask({ attributes: ['edge.way_id', 'edge.length', 'matched.point'], action: 'include' })
    expect(Object.keys(included).sort()).toEqual([
      'attribution',
      'edges',
      'lengths',
      'matched_points',
      'segments',
      'tile_release',
      'units',
      'unmatched',
    ])
    expect(Object.keys(included.edges[0]).sort()).toEqual(['length', 'way_id'])
    expect(Object.keys(included.matched_points[0]).sort()).toEqual(['lat', 'lon'])
    const excluded = await ask({ attributes: ['shape', 'edge.surface'], action: 'exclude' })
    expect(excluded.shape).toBeUndefined()
    expect(excluded.edges[0].surface).toBeUndefined()
    expect(excluded.edges[0].way_id).toBe(11)
    expect(excluded.matched_points).toHaveLength(4)
  })

  test('outside the region all is unmatched, and that is 200', async () => {
    app = await startFakeApp()
    const { status, body } = await postJson(`${app.api}/engine/trace_attributes`, {
      shape: [
        { lat: 10, lon: 10 },
        { lat: 10.01, lon: 10 },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      edges: [],
      shape: '',
      segments: [],
      unmatched: [{ from_index: 0, to_index: 1, reason: 'outside_region' }],
      lengths: { matched_m: 0, network_m: 0 },
    })
  })

  test('the link of a line tells the same, with the times of its file', async () => {
    app = await startFakeApp()
    const sent: unknown[] = []
    const { match } = app.jobs
    app.jobs.match = { run: (...job) => (sent.push(job[1]), match.run(...job)) }
    const start = Date.UTC(2026, 5, 1, 8)
    const timeOf = (time: number) => `<time>${new Date(start + time * 1000).toISOString()}</time>`
    const points = SHAPE.map(
      ({ lat, lon, time }) => `<trkpt lat="${lat}" lon="${lon}">${time === undefined ? '' : timeOf(time)}</trkpt>`,
    )
    const gpx = `<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
    const { data, errors, cost } = await askGraphql(
      app,
      `query ($gpx: String!) { line(input: {gpx: $gpx}) { match(mode: HIKE, searchM: 30) { networkEdges { wayId names lengthM surface use sacGrade fromShare } matchedPoints { location type edgeIndex offM } polyline6 segments { polyline6 fromIndex } unmatched { reason } lengthM matchedM onNetworkM networkRelease } } }`,
      { gpx },
    )
    expect(errors).toBeUndefined()
    const { match: found } = data.line
    expect(found).toMatchObject({
      networkEdges: [
        { wayId: 11, names: ['Carrer Major'], sacGrade: null },
        { wayId: 13, names: [], sacGrade: 'T2' },
      ],
      unmatched: [],
      networkRelease: 'n1',
    })
    expect(cost).toMatchObject({ reserved: 3, charged: 3 })
    const { body } = await postJson(`${app.api}/engine/trace_attributes`, {
      shape: SHAPE.map(({ time, ...at }) => (time === undefined ? at : { ...at, time: start / 1000 + time })),
      trace_options: { search_radius: 30 },
    })
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
    expect([found.polyline6, found.lengthM, found.matchedM, found.onNetworkM]).toEqual([
      body.shape,
      body.lengths.trace_m,
      body.lengths.matched_m,
      body.lengths.network_m,
    ])
  })

  test.each([
    [
      'two parts',
      [
        [
          [1.5, 42.5],
          [1.501, 42.5],
        ],
        [
          [1.6, 42.5],
          [1.601, 42.5],
        ],
      ],
      'ONE_PART_ONLY',
      undefined,
    ],
    ['2,001 points', [Array.from({ length: 2001 }, (_, i) => [1.5 + i / 1e6, 42.5])], 'INVALID_INPUT', undefined],
    [
      'a radius too large',
      [
        [
          [1.5, 42.5],
          [1.501, 42.5],
        ],
      ],
      'INVALID_INPUT',
      'searchM',
    ],
  ])('the link refuses %s', async (what, coordinates, code, inputPath) => {
    app = await startFakeApp()
    const { data, errors, cost } = await askGraphql(
      app,
      'query ($line: GeoJSON!, $searchM: Float!) { line(input: {geojson: $line}) { match(searchM: $searchM) { lengthM } } }',
      { line: { type: 'MultiLineString', coordinates }, searchM: what === 'a radius too large' ? 101 : 100 },
    )
    expect(data).toEqual({ line: { match: null } })
    expect(errors!.map(({ extensions }) => [extensions.code, extensions.inputPath])).toEqual([[code, inputPath]])
    expect(cost).toMatchObject({ charged: 0 })
  })

  test('of one point there is no match', async () => {
    app = await startFakeApp()
    const gpx = '<gpx version="1.1"><trk><trkseg><trkpt lat="42.5" lon="1.5"/></trkseg></trk></gpx>'
    const { errors } = await askGraphql(app, `{ line(input: {gpx: ${JSON.stringify(gpx)}}) { match { lengthM } } }`)
    expect(errors![0].message).toBe('`line`: expected 2 to 2000 points, got 1.')
  })

  test.each([
    ['no line', {}, 400, 'invalid_input'],
    ['two lines', { shape: SHAPE, encoded_polyline: 'abc' }, 400, 'invalid_input'],
    ['one point', { shape: SHAPE.slice(0, 1) }, 400, 'invalid_input'],
    ['2,001 points', { shape: Array.from({ length: 2001 }, () => SHAPE[0]) }, 400, 'invalid_input'],
    ['a polyline cut short', { encoded_polyline: '_y~`pA_' }, 400, 'invalid_input'],
    ['driving', { shape: SHAPE, costing: 'auto' }, 400, 'invalid_input'],
    ['a radius too large', { shape: SHAPE, trace_options: { search_radius: 101 } }, 400, 'invalid_input'],
    [
      'too long a line',
      {
        shape: [
          { lat: 42, lon: 1 },
          { lat: 45, lon: 1 },
        ],
      },
      422,
      'too_long',
    ],
  ])('%s: %#', async (_what, body, status, code) => {
    app = await startFakeApp()
    const answer = await postJson(`${app.api}/engine/trace_attributes`, body)
    expect([answer.status, answer.body.error]).toEqual([status, code])
    expect(answer.body.message).toMatch(/\.$/)
  })
})
