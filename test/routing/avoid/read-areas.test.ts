import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { AreaFault, readAreas } from '../../../src/routing/avoid/read-areas.ts'
import { layAreas } from '../../../src/routing/avoid/avoided-edges.ts'
import { caseCount } from '../../support/case-count.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { doCross } from '../../support/touches-area.ts'

const SQUARE = [
  [1, 42],
  [2, 42],
  [2, 43],
  [1, 43],
  [1, 42],
]
const BBOX: [number, number, number, number] = [1, 42, 2, 43]
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
const many = (count: number) => Array.from({ length: count }, (_, i) => [1 + i * 1e-6, 42 + (i % 2)])

function faultOf(geojson: unknown): [path: string, message: string] {
  try {
    readAreas(geojson, 'avoid.areas')
  } catch (thrown) {
    if (thrown instanceof AreaFault) return [thrown.path.join('.'), thrown.message]
  }
  throw new Error('nothing was refused')
}

function layingFault(ring: readonly number[][]): [path: string | undefined, message: string] {
  try {
    layAreas(readAreas(polygon(ring), 'avoid.areas'), [BBOX])
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.status === 400) return [thrown.inputPath, thrown.message]
  }
  throw new Error('nothing was refused')
}

function isRefused(ring: readonly number[][]): boolean {
  try {
    layAreas(readAreas(polygon(ring), 'avoid.areas'), [BBOX])
    return false
  } catch {
    return true
  }
}

describe('areas as GeoJSON', () => {
  test('a polygon, several, a feature and a collection are read, each polygon with the place of its rings', () => {
    const feature = { type: 'Feature', properties: { name: 'x' }, geometry: polygon(SQUARE) }
    const paths = (geojson: unknown) => readAreas(geojson, 'avoid.areas').map(({ path, rings }) => [path, rings.length])
    expect(paths(polygon(SQUARE, SQUARE))).toEqual([['avoid.areas.coordinates', 2]])
    expect(paths({ type: 'MultiPolygon', coordinates: [[SQUARE], [SQUARE]] })).toEqual([
      ['avoid.areas.coordinates[0]', 1],
      ['avoid.areas.coordinates[1]', 1],
    ])
    expect(paths({ type: 'FeatureCollection', features: [feature, feature] })).toEqual([
      ['avoid.areas.features[0].geometry.coordinates', 1],
      ['avoid.areas.features[1].geometry.coordinates', 1],
    ])
    expect(paths({ type: 'FeatureCollection', features: [] })).toEqual([])
    expect(readAreas(polygon(SQUARE.map(([lon, lat]) => [lon, lat, 1000])), '')[0].rings[0][2]).toEqual([2, 43])
  })

  test.each([
    ['text', 'around here', '', 'a GeoJSON Polygon'],
    ['a line', { type: 'LineString', coordinates: SQUARE }, '', 'a GeoJSON Polygon'],
    [
      'a collection in a collection',
      { type: 'FeatureCollection', features: [{ type: 'FeatureCollection', features: [] }] },
      'features.0',
      'a Polygon or MultiPolygon',
    ],
    ['a feature without geometry', { type: 'Feature', geometry: null }, 'geometry', 'a Polygon or MultiPolygon'],
    ['no rings', polygon(), 'coordinates', 'at least one ring'],
    ['an open ring', polygon(SQUARE, SQUARE.slice(0, 4)), 'coordinates.1.3', 'Ring 2 is open'],
    ['a short ring', polygon([SQUARE[0], SQUARE[1], SQUARE[0]]), 'coordinates.0', 'Ring 1 has 3 vertices'],
    [
      'a position of text',
      polygon([SQUARE[0], ['1', '2']]),
      'coordinates.0.1',
      'Ring 1, vertex 2 is no [lon, lat] pair',
    ],
    ['a latitude first', polygon([[42, 101], ...SQUARE]), 'coordinates.0.0', 'the longitude comes first'],
    ['a place outside the world', polygon([[200, 10], ...SQUARE]), 'coordinates.0.0', 'outside the world'],
    [
      'a ring around the world',
      polygon([
        [-179, 1],
        [179, 1],
        [179, 2],
        [-179, 1],
      ]),
      'coordinates.0',
      '180 degrees',
    ],
    ['51 rings', polygon(...Array.from({ length: 51 }, () => SQUARE)), 'coordinates', 'At most 50 rings'],
    ['5,001 vertices', polygon(many(5001)), 'coordinates.0', 'At most 50 rings of 5000 vertices'],
  ])('%s is refused with its place', (_, geojson, path, words) => {
    const [at, message] = faultOf(geojson)
    expect(at).toBe(path)
    expect(message).toContain(words)
  })
})

describe('rings', () => {
  test('one that crosses itself is refused with ring and vertices', () => {
    const bow = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]]
    expect(layingFault(bow)).toEqual([
      'avoid.areas.coordinates[0][0]',
      '`avoid.areas.coordinates[0][0]`: ring 1 crosses or touches itself: its side from vertex 1 meets the one from vertex 3.',
    ])
  })

  test('one is refused just where two of its sides that are no neighbours cross', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 4, max: 9 }), (seed, vertices) => {
        const random = seededRandom(seed)
        const place = (): [number, number] => [1 + random(), 42 + random()]
        const corners = Array.from({ length: vertices }, place)
        const ring = [...corners, corners[0]]
        const crossing = corners.some((_, s) =>
          corners.some((__, t) => {
            const areNeighbours = t <= s + 1 || (s === 0 && t === vertices - 1)
            return !areNeighbours && doCross(ring[s], ring[s + 1], ring[t], ring[t + 1])
          }),
        )
        expect(isRefused(ring)).toBe(crossing)
      }),
      { numRuns: caseCount(200, 5000) },
    )
  })

  test.each([
    [
      'runs back over itself',
      [
        [1, 42],
        [2, 42],
        [1.5, 42],
        [1.5, 43],
        [1, 42],
      ],
    ],
    [
      'touches itself in a vertex',
      [
        [1, 42],
        [2, 42],
        [1.5, 42.5],
        [2, 43],
        [1, 43],
        [1.5, 42.5],
        [1, 42],
      ],
    ],
    [
      'has two vertices only',
      [
        [1, 42],
        [2, 42],
        [2, 42],
        [1, 42],
      ],
    ],
  ])('one that %s is refused', (_, ring) => {
    expect(layingFault(ring)[1]).toContain('ring 1')
  })

  test('repeated vertices are nothing to refuse', () => {
    const ring = [SQUARE[0], SQUARE[0], SQUARE[1], SQUARE[2], SQUARE[2], SQUARE[3], SQUARE[3], SQUARE[0]]
    expect(layAreas(readAreas(polygon(ring), ''), [BBOX])[0].contains(1.5, 42.5)).toBe(true)
  })

  test('latitudes before longitudes are reported where the region shows it', () => {
    const [path, message] = layingFault(SQUARE.map(([lon, lat]) => [lat, lon]))
    expect(path).toBe('avoid.areas.coordinates[0][0]')
    expect(message).toContain('the longitude comes first')
  })

  test('an area elsewhere is no fault', () => {
    expect(layAreas(readAreas(polygon(SQUARE.map(([lon, lat]) => [lon + 90, lat])), ''), [BBOX])).toHaveLength(1)
  })
})
