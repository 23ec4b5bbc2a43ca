// Wherever on earth the same shape lies, also over the antimeridian, the same is said of it: laws over shapes that are
// shifted to the east.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box, LonLat } from '../../src/geo/lon-lat.ts'
import { SEAM_E7, splitLine, splitRing } from '../../src/geo/split-at-antimeridian.ts'
import { boxOver, doMeet, eastBeyondWest, middleOfBox, WideningBox } from '../../src/geo/split-box.ts'
import { regionBox } from '../../src/graph/build/region-box.ts'
import { metresOutside } from '../../src/regions/region-area.ts'
import { between } from '../support/arbitraries.ts'

/** A longitude from -180 to 180, in whole thousandths: exact enough to compare. */
const turned = (lon: number): number => {
  const within = ((((lon + 180) % 360) + 360) % 360) - 180
  return Math.round(within * 1000) / 1000
}
const thousandth = (min: number, max: number) => between(min, max).map((value) => Math.round(value * 1000) / 1000)
/** Some degrees wide, around 0. */
const points = fc.array(fc.tuple(thousandth(-20, 20), thousandth(-60, 60)), { minLength: 1, maxLength: 12 })
const shift = fc.oneof(fc.constantFrom(180, 170, 190, -175), thousandth(-180, 180))
const boxOf = (all: readonly LonLat[]): Box => {
  const around = new WideningBox()
  for (const [lon, lat] of all) around.add(lon, lat)
  return around.box()
}
const shifted = (all: readonly LonLat[], by: number): LonLat[] => all.map(([lon, lat]) => [turned(lon + by), lat])
const shiftedBox = ([west, south, east, north]: Box, by: number): Box => [
  turned(west + by),
  south,
  turned(east + by),
  north,
]
const isSide = (lon: number) => Math.abs(Math.abs(lon) - 180) < 1e-9
const widthOf = (box: Box) => eastBeyondWest(box) - box[0]

describe('a box', () => {
  test('around points is as wide wherever they lie', () => {
    fc.assert(
      fc.property(points, shift, (all, by) => {
        const there = boxOf(shifted(all, by))
        expect(widthOf(there)).toBeCloseTo(widthOf(boxOf(all)), 6)
        expect([there[1], there[3]]).toEqual([boxOf(all)[1], boxOf(all)[3]])
        for (const point of shifted(all, by)) expect(metresOutside(there, point)).toBe(0)
      }),
    )
  })

  test('around boxes holds them all, and is no wider than around their points', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 4 }), shift, (groups, by) => {
        const boxes = groups.map((group) => boxOf(shifted(group, by)))
        const whole = boxOver(boxes)
        for (const point of groups.flatMap((group) => shifted(group, by))) expect(metresOutside(whole, point)).toBe(0)
        expect(widthOf(whole)).toBeCloseTo(widthOf(boxOf(groups.flat())), 6)
      }),
    )
  })

  test('has its middle and its neighbours where it lies', () => {
    fc.assert(
      fc.property(points, points, shift, (one, other, by) => {
        const [a, b] = [boxOf(one), boxOf(other)]
        expect(doMeet(shiftedBox(a, by), shiftedBox(b, by))).toBe(doMeet(a, b))
        const [lon, lat] = middleOfBox(shiftedBox(a, by))
        const [homeLon, homeLat] = middleOfBox(a)
        expect(lat).toBe(homeLat)
        expect(Math.cos(((lon - homeLon - by) * Math.PI) / 180)).toBeCloseTo(1, 9)
        // metres from a point outside
        const far: LonLat = [turned(homeLon + 30), 0]
        expect(metresOutside(shiftedBox(a, by), [turned(far[0] + by), 0])).toBeCloseTo(metresOutside(a, far), -1)
      }),
    )
  })

  test('of a region without a header is that of its network', () => {
    fc.assert(
      fc.property(points, shift, (all, by) => {
        const there = shifted(all, by)
        const e7 = (axis: 0 | 1) => Int32Array.from(there, (point) => Math.round(point[axis] * 1e7))
        const box = regionBox([null], e7(0), e7(1))
        expect(widthOf(box)).toBeCloseTo(widthOf(boxOf(all)), 6)
      }),
    )
  })
})

/** Of a ring, by its corners in turn, whole numbers. */
const areaOf = (rings: readonly Float64Array[]): number =>
  rings.reduce((sum, ring) => {
    let twice = 0
    for (let i = 2; i < ring.length; i += 2)
      twice += (ring[i - 2] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[i] - ring[0]) * (ring[i - 1] - ring[1])
    return sum + Math.abs(twice) / 2
  }, 0)
const e7Of = (all: readonly LonLat[]): Float64Array =>
  Float64Array.from(all.flatMap(([lon, lat]) => [Math.round(lon * 1e7), Math.round(lat * 1e7)]))
const lengthOf = (lines: readonly Float64Array[]): number =>
  lines.reduce((sum, line) => {
    let length = 0
    for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1])
    return sum + length
  }, 0)

describe('at the antimeridian', () => {
  test('a line is cut into pieces as long as it, none of which steps over', () => {
    fc.assert(
      fc.property(points, shift, (all, by) => {
        fc.pre(all.length > 1)
        const pieces = splitLine(e7Of(shifted(all, by)), SEAM_E7)
        expect(lengthOf(pieces) / 1e7).toBeCloseTo(lengthOf([e7Of(all)]) / 1e7, 3)
        for (const piece of pieces)
          for (let i = 2; i < piece.length; i += 2) expect(Math.abs(piece[i] - piece[i - 2])).toBeLessThan(1.8e9)
        for (const piece of pieces.slice(1)) expect(isSide(piece[0] / 1e7)).toBe(true)
      }),
    )
  })

  test('a ring is cut into parts as large as it', () => {
    const star = fc
      .array(between(1, 10), { minLength: 3, maxLength: 12 })
      .map((radii) =>
        radii.map((radius, i): LonLat => {
          const angle = (2 * Math.PI * i) / radii.length
          return [
            Math.round(radius * Math.cos(angle) * 1000) / 1000,
            Math.round(radius * Math.sin(angle) * 1000) / 1000,
          ]
        }),
      )
      .map((corners) => [...corners, corners[0]])
    fc.assert(
      fc.property(star, shift, (ring, by) => {
        const parts = splitRing(e7Of(shifted(ring, by)), SEAM_E7)
        expect(areaOf(parts) / areaOf([e7Of(ring)])).toBeCloseTo(1, 5)
        for (const part of parts) {
          expect([part.at(-2), part.at(-1)]).toEqual([part[0], part[1]])
          for (let i = 2; i < part.length; i += 2) expect(Math.abs(part[i] - part[i - 2])).toBeLessThan(1.8e9)
        }
      }),
    )
  })
})
