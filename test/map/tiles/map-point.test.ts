import { expect, test } from 'vitest'
import { mapPoi } from '../../../src/map/tiles/map-point.ts'

const zoomOf = (prominenceM: number | null, more: Record<string, string> = { name: 'Comapedrosa' }) =>
  mapPoi(new Map(Object.entries({ natural: 'peak', ...more })), { prominenceM })!.minZoom

test.each([
  [1000, 8],
  [999, 9],
  [600, 9],
  [599, 10],
  [300, 10],
  [299, 11],
  [150, 11],
  [149, 12],
  [60, 12],
  [59, 13],
  [0, 13],
])('a named peak that rises %i m above its surroundings is shown from zoom %i', (prominenceM, zoom) =>
  expect(zoomOf(prominenceM)).toBe(zoom),
)

test('a peak of unknown prominence is no greater than one of 60 m, one without a name comes last', () => {
  expect(zoomOf(null)).toBe(12)
  expect(zoomOf(2000, {})).toBe(14)
})
