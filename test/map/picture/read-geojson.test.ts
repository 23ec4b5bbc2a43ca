import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GeojsonFault, MAX_POSITIONS, findColour, readGeojson } from '../../../src/map/picture/read-geojson.ts'

const point = (properties: unknown) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [1, 42] },
})
const faultOf = (value: unknown): string => {
  try {
    readGeojson(value)
    return 'none'
  } catch (thrown) {
    if (!(thrown instanceof GeojsonFault)) throw thrown
    return thrown.path.join('.')
  }
}

describe('GeoJSON that is read', () => {
  test('has a shape for each geometry, of every type', () => {
    const line = [
      [1, 42],
      [2, 43],
    ]
    const ring = [
      [1, 42],
      [2, 42],
      [2, 43],
      [1, 42],
    ]
    const shapes = readGeojson({
      type: 'FeatureCollection',
      features: [
        point(null),
        { type: 'Feature', properties: {}, geometry: null },
        ...[
          { type: 'MultiPoint', coordinates: line },
          { type: 'LineString', coordinates: line },
          { type: 'MultiLineString', coordinates: [line, line] },
          { type: 'Polygon', coordinates: [ring] },
          { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
          { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 42, 99] }] },
        ].map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
      ],
    })
    expect(shapes.map(({ kind, parts }) => `${kind} ${parts.length}`)).toEqual([
      'point 1',
      'point 2',
      'line 1',
      'line 2',
      'area 1',
      'area 2',
      'point 1',
    ])
    expect([...shapes[2].parts[0]]).toEqual([1, 42, 2, 43])
  })

  test('keeps a hole open however its rings were turned', () => {
    const outer = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
      [0, 0],
    ]
    const hole = [
      [3, 3],
      [6, 3],
      [6, 6],
      [3, 6],
      [3, 3],
    ]
    const turn = (flat: Float64Array) => {
      let area = 0
      for (let i = 0; i + 3 < flat.length; i += 2) area += flat[i] * flat[i + 3] - flat[i + 2] * flat[i + 1]
      return Math.sign(area)
    }
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole],
      [outer, hole.toReversed()],
      [outer.toReversed(), hole.toReversed()],
    ]) {
      expect(readGeojson({ type: 'Polygon', coordinates: rings })[0].parts.map(turn)).toEqual([1, -1])
    }
  })

  test('has the style of its feature; nulls and unknown keys are passed over', () => {
    const [{ style }] = readGeojson(
      point({
        stroke: '#f00',
        'stroke-width': 3,
        'stroke-opacity': 0.5,
        fill: 'teal',
        'fill-opacity': 0,
        'marker-color': 'rgb(1, 2, 3)',
        'marker-label': 7,
        name: { deep: [1] },
        'marker-size': 'large',
      }),
    )
    expect(style).toEqual({
      stroke: [255, 0, 0],
      strokeWidth: 3,
      strokeOpacity: 0.5,
      fill: [0, 128, 128],
      fillOpacity: 0,
      markerColor: [1, 2, 3],
      markerLabel: '7',
    })
    expect(readGeojson(point({ stroke: null, 'marker-label': null }))[0].style.stroke).toBeNull()
  })

  test('may have 20,000 positions and not one more', () => {
    const line = (count: number) => ({
      type: 'LineString',
      coordinates: Array.from({ length: count }, (_, i) => [1 + i / 1e5, 42]),
    })
    expect(readGeojson(line(MAX_POSITIONS))[0].parts[0]).toHaveLength(2 * MAX_POSITIONS)
    expect(() => readGeojson(line(MAX_POSITIONS + 1))).toThrow('at most 20000 positions')
  })
})

describe('GeoJSON that is refused names the field', () => {
  test.each([
    [null, ''],
    [[], ''],
    ['x', ''],
    [{}, 'type'],
    [{ type: 'Circle' }, 'type'],
    [{ type: 'toString' }, 'type'],
    [{ type: 'FeatureCollection' }, 'features'],
    [{ type: 'FeatureCollection', features: [{ type: 'Point', coordinates: [1, 2] }] }, 'features.0.type'],
    [{ type: 'FeatureCollection', features: [null] }, 'features.0'],
    [{ type: 'Feature', properties: 'x', geometry: null }, 'properties'],
    [{ type: 'Feature', properties: {}, geometry: { type: 'Feature' } }, 'geometry.type'],
    [{ type: 'Point', coordinates: [NaN, 1] }, 'coordinates'],
    [{ type: 'Point', coordinates: ['1', 2] }, 'coordinates'],
    [{ type: 'Point', coordinates: [1] }, 'coordinates'],
    [{ type: 'Point', coordinates: [181, 1] }, 'coordinates'],
    [{ type: 'Point', coordinates: [1, 86] }, 'coordinates'],
    [{ type: 'LineString', coordinates: [[1, 2]] }, 'coordinates'],
    [
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [1, null],
        ],
      },
      'coordinates.1',
    ],
    [{ type: 'LineString', coordinates: { length: 5 } }, 'coordinates'],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [2, 2],
            [1, 2],
          ],
        ],
      },
      'coordinates.0',
    ],
    [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [1, 2],
              [2, 2],
              [2, 3],
              [1, 'x'],
            ],
          ],
        ],
      },
      'coordinates.0.0.3',
    ],
    [{ type: 'GeometryCollection', geometries: [{ type: 'Point' }] }, 'geometries.0.coordinates'],
    [point({ stroke: 'url(javascript:1)' }), 'properties.stroke'],
    [point({ stroke: 5 }), 'properties.stroke'],
    [point({ 'marker-color': '#12' }), 'properties.marker-color'],
    [point({ fill: 'constructor' }), 'properties.fill'],
    [point({ 'stroke-width': -1 }), 'properties.stroke-width'],
    [point({ 'stroke-width': '3' }), 'properties.stroke-width'],
    [point({ 'stroke-opacity': 1.1 }), 'properties.stroke-opacity'],
    [point({ 'marker-label': 'x'.repeat(10_000) }), 'properties.marker-label'],
    [point({ 'marker-label': {} }), 'properties.marker-label'],
  ])('%j', (value, path) => expect(faultOf(value)).toBe(path))

  test('when it is nested without end', () => {
    let nested: unknown = { type: 'Point', coordinates: [1, 2] }
    for (let i = 0; i < 50_000; i++) nested = { type: 'GeometryCollection', geometries: [nested] }
    expect(() => readGeojson(nested)).toThrow('nested more than 16 deep')
  })

  test('and nothing else is ever thrown, whatever it is', () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom(
          'Point',
          'LineString',
          'Polygon',
          'MultiPolygon',
          'GeometryCollection',
          'Feature',
          'FeatureCollection',
        ),
        coordinates: fc.jsonValue(),
        geometry: fc.jsonValue(),
        geometries: fc.array(fc.jsonValue()),
        features: fc.array(fc.jsonValue()),
        properties: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(json, (value) => {
        expect(typeof faultOf(value)).toBe('string')
      }),
      { numRuns: 500 },
    )
  })
})

test('a colour is what CSS maps use, or nothing', () => {
  expect(['#abc', '#AABBCC', 'Red', ' rgb(0,10,255) '].map(findColour)).toEqual([
    [170, 187, 204],
    [170, 187, 204],
    [255, 0, 0],
    [0, 10, 255],
  ])
  expect(
    ['#ab', '#aabbccdd', 'rgb(0,10,256)', '__proto__', 'toString', '', 'red;', 'x'.repeat(1e6)].map(findColour),
  ).toEqual(Array(8).fill(null))
})
