import { expect, test } from 'vitest'
import { creditsOf } from '../../resolvers/pipeline/operation.ts'
import { staticMap } from '../../resolvers/static-map.ts'

const line = (count: number) => ({
  type: 'LineString',
  coordinates: Array.from({ length: count }, (_, i) => [i / 10_000, 42]),
})
const costOf = (input: object) => creditsOf(staticMap, staticMap.input.parse(input))

test.each([
  [1000, 2],
  [1001, 3],
  [6000, 3],
  [6001, 4],
  [20_000, 6],
])('a picture with a line of %d positions costs %d credits', (count, credits) => {
  expect(costOf({ geojson: line(count) })).toBe(credits)
})

test('positions of all shapes count together, pixels besides', () => {
  const collection = { type: 'GeometryCollection', geometries: [line(600), line(600)] }
  expect(costOf({ geojson: collection })).toBe(3)
  expect(costOf({ geojson: collection, width: 1280, height: 1280, scale: 2 })).toBe(6)
})
