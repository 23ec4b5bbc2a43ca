import type { Polygon } from 'geojson'
import { describe, expect, test } from 'vitest'
import { edgeFrames, fadeM } from '../../../src/map/style/region-edge.ts'
import type { Box } from '../../../src/geo/lon-lat.ts'

const BOX: Box = [1, 42, 1.5, 42.25]

/** What is left of the ground at a place after all frames, 0..1. */
function leftOf(box: Box, lon: number, lat: number): number {
  return edgeFrames(box).features.reduce((left, { geometry, properties }) => {
    const [outer, hole] = (geometry as Polygon).coordinates.map((ring) => [
      Math.min(...ring.map(([x]) => x)),
      Math.min(...ring.map(([, y]) => y)),
      Math.max(...ring.map(([x]) => x)),
      Math.max(...ring.map(([, y]) => y)),
    ])
    const isIn = ([west, south, east, north]: number[]) => lon > west && lon < east && lat > south && lat < north
    return isIn(outer) && !isIn(hole) ? left * (1 - (properties!.opacity as number)) : left
  }, 1)
}

describe('the edge of the region', () => {
  test('hides what lies beyond it, leaves the inside as it is, and fades evenly in between', () => {
    const fadeDeg = fadeM(BOX) / 111_195
    expect([leftOf(BOX, 0.9, 42.1), leftOf(BOX, 1.6, 42.1), leftOf(BOX, 1.2, 41.9)]).toEqual([0, 0, 0])
    expect(leftOf(BOX, 1.25, 42 + fadeDeg * 1.05)).toBe(1)
    for (const depth of [0.1, 0.3, 0.5, 0.7, 0.9])
      expect(Math.abs(leftOf(BOX, 1.25, 42 + fadeDeg * depth) - depth)).toBeLessThan(0.1)
  })

  test('is as wide as a part of the shorter side, at most 2.5 km', () => {
    expect(fadeM(BOX)).toBeCloseTo(0.04 * 0.25 * 111_195, -2)
    expect(fadeM([0, 40, 10, 50])).toBe(2500)
  })

  test('is the same on both sides of 180 degrees, and nowhere around the whole earth', () => {
    const box: Box = [179, -18, -179, -17]
    expect(leftOf(box, 180, -17.5)).toBe(1)
    expect(leftOf(box, 181.5, -17.5)).toBe(0)
    expect(edgeFrames([-180, -60, 180, 80]).features).toEqual([])
  })
})
