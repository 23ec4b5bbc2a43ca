// Values that belong to the positions of a GeoJSON feature stay with those that stay.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepPositions, simplifyCourse } from '../../../src/course/simplify/simplify-course.ts'

const SETTINGS = { toleranceM: 10, keepClimb: false, keepStops: false, indices: false }

test('coordTimes and coordinateProperties are thinned with the line', () => {
  const coordinates = [0, 1, 2, 3].map((i) => [1.52, 42.5 + i * 1e-3])
  const times = ['a', 'b', 'c', 'd']
  const properties = { name: 'L', coordTimes: times, coordinateProperties: { times, heart: [1, 2, 3, 4] }, tags: ['x'] }
  const { geometry } = simplifyCourse(
    { geometry: { type: 'Feature', bbox: [1, 2, 3, 4], properties, geometry: { type: 'LineString', coordinates } } },
    SETTINGS,
  )
  expect(geometry).toEqual({
    type: 'Feature',
    bbox: [1, 2, 3, 4],
    properties: {
      name: 'L',
      coordTimes: ['a', 'd'],
      coordinateProperties: { times: ['a', 'd'], heart: [1, 4] },
      tags: ['x'],
    },
    geometry: { type: 'LineString', coordinates: [coordinates[0], coordinates[3]] },
  })
})

// the law: the i-th value belongs to the i-th position, before and after
test('values stay with their positions, in lines, several lines and collections', () => {
  const lengths = fc.array(fc.integer({ min: 3, max: 8 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      lengths,
      fc.constantFrom('lists', 'flat'),
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      (counts, how, isCollection, keeps) => {
        let n = 0
        const lines = counts.map((count) => Array.from({ length: count }, () => [0, n++]))
        const values = lines.map((line) => line.map(([, number]) => `t${number}`))
        const isOne = lines.length === 1
        const times = isOne ? values[0] : how === 'flat' ? values.flat() : values
        const geometry = isCollection
          ? {
              type: 'GeometryCollection',
              geometries: [
                { type: 'Point', coordinates: [9, 9] },
                ...lines.map((line) => ({ type: 'LineString', coordinates: line })),
              ],
            }
          : isOne
            ? { type: 'LineString', coordinates: lines[0] }
            : { type: 'MultiLineString', coordinates: lines }
        const document = {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: null, geometry: null },
            { type: 'Feature', properties: { coordTimes: times }, geometry },
          ],
        }
        const isKept = Uint8Array.from({ length: n }, () => (keeps.next().value ? 1 : 0))
        const kept: any = keepPositions(document, isKept)
        const { geometry: left, properties } = kept.features[1]
        const coordinates: number[][] = isCollection
          ? left.geometries.slice(1).flatMap((one: any) => one.coordinates)
          : isOne
            ? left.coordinates
            : left.coordinates.flat()
        expect(coordinates.map(([, number]) => number)).toEqual([...isKept.keys()].filter((i) => isKept[i] === 1))
        expect(properties.coordTimes.flat()).toEqual(coordinates.map(([, number]) => `t${number}`))
      },
    ),
  )
})
