import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sunPicture, type SunGrid } from '../../../src/web/shade/sun-picture.ts'
import { between } from '../../support/arbitraries.ts'

const WIDE = 64
const CELL_M = 20

function gridOf(heightAt: (x: number, y: number) => number): SunGrid {
  const heights = Float32Array.from({ length: WIDE * WIDE }, (_, at) => heightAt(at % WIDE, Math.floor(at / WIDE)))
  return { heights, wide: WIDE, left: 1, top: 1, size: WIDE - 2, cellM: CELL_M }
}
/** Rows of S (shadow), L (light), - (hatched or clear). */
const shine = (grid: SunGrid, heightDeg: number, azimuthDeg: number) => {
  const pixels = sunPicture(grid, { heightDeg, azimuthDeg })
  return (x: number, y: number) => {
    const at = 4 * ((y - 1) * grid.size + (x - 1))
    return pixels[at] === 18 ? 'S' : pixels[at] === 255 ? 'L' : '-'
  }
}

describe('sun and shadow', () => {
  test('flat ground is lit by day, all of it dark by night', () => {
    const flat = gridOf(() => 100)
    expect(shine(flat, 20, 200)(30, 30)).toBe('L')
    expect(shine(flat, -1, 300)(30, 30)).toBe('S')
  })

  test.each([
    ['north', 0, 0, -1],
    ['east', 90, 1, 0],
    ['south', 180, 0, 1],
    ['west', 270, -1, 0],
  ])(
    'a wall under the sun in the %s throws its shadow away from it, as long as its height asks for',
    (_, azimuth, dx, dy) => {
      const wallM = 100
      const grid = gridOf((x, y) => ((dx === 0 ? y : x) === 32 ? 500 + wallM : 500))
      const at = shine(grid, 30, azimuth)
      const cells = wallM / Math.tan(Math.PI / 6) / CELL_M // 8.66
      for (const step of [2, 5, 8]) expect(at(32 - dx * step, 32 - dy * step)).toBe('S')
      for (const step of [Math.ceil(cells) + 1, 15]) expect(at(32 - dx * step, 32 - dy * step)).toBe('L')
      for (const step of [2, 5, 15]) expect(at(32 + dx * step, 32 + dy * step)).toBe('L')
    },
  )

  test('a slope turned away from a low sun is dark, the one that faces it is lit', () => {
    const roof = gridOf((x) => 1000 - 15 * Math.abs(x - 32))
    expect(shine(roof, 25, 90)(45, 20)).toBe('L')
    expect(shine(roof, 25, 90)(20, 20)).toBe('S')
  })

  test('what has no height is hatched, and throws no shadow', () => {
    const grid = gridOf((x) => (x > 25 && x < 40 ? Number.NaN : 300))
    const at = shine(grid, 10, 90)
    expect(at(20, 20)).toBe('L')
    const inside = Array.from({ length: 12 }, (_, i) => at(27 + i, 30))
    expect(inside).not.toContain('L')
    expect(inside).not.toContain('S')
  })

  test('law: as a ray walked cell by cell towards the sun says, but for edges of shadows', () => {
    fc.assert(
      fc.property(
        between(5, 60),
        between(0, 359),
        fc.array(
          fc.tuple(fc.integer({ min: 8, max: 56 }), fc.integer({ min: 8, max: 56 }), fc.integer({ min: 50, max: 600 })),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (heightDeg, azimuthDeg, hills) => {
          const grid = gridOf((x, y) =>
            hills.reduce((sum, [cx, cy, m]) => sum + m * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 30), 200),
          )
          const at = shine(grid, heightDeg, azimuthDeg)
          let differ = 0
          for (let y = 4; y < 60; y += 2)
            for (let x = 4; x < 60; x += 2)
              if ((at(x, y) === 'S') !== isShaded(grid, x, y, heightDeg, azimuthDeg)) differ++
          expect(differ / 28 ** 2).toBeLessThan(0.05)
        },
      ),
      { numRuns: 40 },
    )
  })
})

/** Independent of the sweep: a ray in small steps, with bilinear heights. */
function isShaded({ heights, cellM }: SunGrid, x: number, y: number, heightDeg: number, azimuthDeg: number): boolean {
  const rad = Math.PI / 180
  const [dx, dy] = [Math.sin(azimuthDeg * rad), -Math.cos(azimuthDeg * rad)]
  const climb = Math.tan(heightDeg * rad) * cellM
  const height = (px: number, py: number) => {
    const [left, top] = [Math.floor(px), Math.floor(py)]
    const [u, v] = [px - left, py - top]
    const at = (i: number, j: number) => heights[j * WIDE + i]
    return (
      (at(left, top) * (1 - u) + at(left + 1, top) * u) * (1 - v) +
      (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v
    )
  }
  const east = (heights[y * WIDE + x + 1] - heights[y * WIDE + x - 1]) / (2 * cellM)
  const south = (heights[(y + 1) * WIDE + x] - heights[(y - 1) * WIDE + x]) / (2 * cellM)
  if (Math.sin(heightDeg * rad) - Math.cos(heightDeg * rad) * (east * dx + south * dy) <= 0) return true
  for (let step = 0.5; ; step += 0.25) {
    const [px, py] = [x + dx * step, y + dy * step]
    if (px < 0 || py < 0 || px >= WIDE - 1 || py >= WIDE - 1) return false
    if (height(px, py) > heights[y * WIDE + x] + climb * step + 1) return true
  }
}
