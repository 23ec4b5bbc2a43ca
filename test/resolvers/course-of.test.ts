import { expect, test } from 'vitest'
import { courseOf } from '../../resolvers/course-of.ts'
import { fakeRoute } from '../support/fake-services.ts'

test('of a supplied line its length is known, and nothing of the network or of heights', () => {
  const geometry = {
    type: 'LineString',
    coordinates: [
      [1.5, 42.5],
      [1.5, 42.51],
    ],
  }
  const { distanceM, elevation, surfaces, ways } = courseOf({ sent: { geometry }, profile: null, form: null })
  expect(distanceM).toBeCloseTo(1112, 0)
  expect([elevation(), surfaces, ways]).toEqual([null, null, null])
})

const FAKE = fakeRoute({
  waypoints: [
    [1.5, 42.5],
    [1.5, 42.53],
  ],
})
const along = (heightsM: readonly (number | null)[], ascentM: number | null) =>
  courseOf({
    ...FAKE,
    ...{ ascentM, descentM: ascentM },
    geometry: { ...FAKE.geometry, coordinates: heightsM.map((heightM, i) => [1.5, 42.5 + i / 100, heightM]) },
  }).elevation()

test('of a route the extremes are those of its line; what has no height is counted, and is neither high nor low', () => {
  expect(along([1000, 1200, null, 900], 7)).toMatchObject({
    ...{ source: 'terrain', ascentM: 7, descentM: 7, minM: 900, maxM: 1200 },
    unknownM: expect.closeTo(2224, 0),
  })
  expect(along([1000, 1200], 7)).toMatchObject({ unknownM: 0 })
})

test('a route without climb or heights has no elevation, rather than one of zeros', () => {
  expect(along([null, null], null)).toBeNull()
  expect(along([null, null], 0)).toBeNull()
})
