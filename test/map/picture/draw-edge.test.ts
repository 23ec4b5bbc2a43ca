import { expect, test } from 'vitest'
import { edgeInView } from '../../../src/map/picture/draw-edge.ts'
import { fitView } from '../../../src/map/picture/map-view.ts'
import type { Box } from '../../../src/geo/lon-lat.ts'

const SIZE = { width: 800, height: 600, scale: 2 }
const inView = ([minLon, minLat, maxLon, maxLat]: Box) =>
  edgeInView({ minLon, minLat, maxLon, maxLat }, fitView([minLon, minLat, maxLon, maxLat], SIZE, 40, 20))

test.each([-60, 0, 42, 70])('a region at %s degrees fades over 4 % of its shorter side', (lat) => {
  const cos = Math.cos((lat * Math.PI) / 180)
  for (const [wide, tall] of [
    [0.2, 0.1],
    [0.1, 0.2],
  ]) {
    const { bounds, fadePx } = inView([1, lat - tall / 2, 1 + wide / cos, lat + tall / 2])
    const [left, top, right, bottom] = bounds
    expect(fadePx / Math.min(right - left, bottom - top)).toBeCloseTo(0.04, 3)
    // all of it is in the picture, with the room at its sides
    expect(Math.min(left, top)).toBeCloseTo(80, 6)
    expect(Math.max(right - SIZE.width * 2, bottom - SIZE.height * 2)).toBeLessThan(-79.9)
  }
})

test('the whole earth has no edge in the west and east, and does not fade', () => {
  const { bounds, fadePx } = inView([-180, -60, 180, 60])
  expect([bounds[0], bounds[2], fadePx]).toEqual([-Infinity, Infinity, 0])
})
