import { expect, test } from 'vitest'
import { courseOf, readSupplied } from '../../resolvers/course-of.ts'

test('of a supplied line its length is known, and nothing of the network or of heights: null, with the reason', () => {
  const line = readSupplied({
    geometry: {
      type: 'LineString',
      coordinates: [
        [1.5, 42.5],
        [1.5, 42.51],
      ],
    },
  })
  const { distanceM, ascentM, descentM, surfaces, unknowns } = courseOf(line)
  expect(distanceM).toBeCloseTo(1112, 0)
  expect([ascentM, descentM, surfaces]).toEqual([null, null, null])
  expect(unknowns.map(({ code }) => code)).toEqual(['network_not_asked'])
})
