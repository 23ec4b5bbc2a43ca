// Contours against the surface they were traced from: every point of a line has its height, no line enters a void,
// lines end only at the edge, a void or a break, and the higher ground is on the right.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeightGrid } from '../../../src/map/tiles/join-pieces.ts'
import { traceContours } from '../../../src/map/tiles/trace-contours.ts'
import { smoothHeights, smoothLine } from '../../../src/map/tiles/build-contours.ts'

const NO_BREAKS = { columns: [], rows: [] }

function gridOf(width: number, height: number, heightOf: (x: number, y: number) => number): HeightGrid {
  return {
    width,
    height,
    heights: Float32Array.from({ length: width * height }, (_, i) => heightOf(i % width, Math.floor(i / width))),
  }
}

function bilinear({ heights, width, height }: HeightGrid, x: number, y: number): number {
  const column = Math.min(width - 2, Math.floor(x))
  const row = Math.min(height - 2, Math.floor(y))
  const [u, v] = [x - column, y - row]
  const at = row * width + column
  const corners: [number, number][] = [
    [at, (1 - u) * (1 - v)],
    [at + 1, u * (1 - v)],
    [at + width, (1 - u) * v],
    [at + width + 1, u * v],
  ]
  // a corner without weight does not matter, even an unknown one
  return corners.reduce((sum, [corner, weight]) => (weight === 0 ? sum : sum + weight * heights[corner]), 0)
}

function linesOf(grid: HeightGrid, intervalM: number, breaks: { columns: number[]; rows: number[] } = NO_BREAKS) {
  const lines: { levelM: number; line: [number, number][] }[] = []
  traceContours(grid, intervalM, breaks, (levelM, flat) =>
    lines.push({ levelM, line: Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]) }),
  )
  return lines
}

const isLoop = (line: [number, number][]) =>
  line[0][0] === line[line.length - 1][0] && line[0][1] === line[line.length - 1][1]
const anyGrid = fc
  .tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 12 }))
  .chain(([width, height]) =>
    fc
      .array(
        fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: -90, max: 190 }) },
          { weight: 1, arbitrary: fc.constant(NaN) },
        ),
        { minLength: width * height, maxLength: width * height },
      )
      .map((heights): HeightGrid => ({ width, height, heights: Float32Array.from(heights) })),
  )

describe('contours', () => {
  test('have the height of the surface at every point, to the lift of a centimetre or two', () => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        for (const { levelM, line } of linesOf(grid, 20))
          for (const [x, y] of line) expect(Math.abs(bilinear(grid, x, y) - levelM)).toBeLessThan(0.03)
      }),
    )
  })

  test('are none in a cell with an unknown corner', () => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        for (const { line } of linesOf(grid, 20)) {
          for (let i = 1; i < line.length; i++) {
            const [x, y] = [(line[i - 1][0] + line[i][0]) / 2, (line[i - 1][1] + line[i][1]) / 2]
            expect(bilinear(grid, x, y)).not.toBeNaN()
          }
        }
      }),
    )
  })

  test('end only at the edge of the grid or beside a void', () => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        const { width, height, heights } = grid
        for (const { line } of linesOf(grid, 20)) {
          if (isLoop(line)) continue
          for (const [x, y] of [line[0], line[line.length - 1]]) {
            const cells: [number, number][] = Number.isInteger(x)
              ? [
                  [x - 1, Math.floor(y)],
                  [x, Math.floor(y)],
                ]
              : [
                  [Math.floor(x), y - 1],
                  [Math.floor(x), y],
                ]
            const bothWhole = cells.every(
              ([column, row]) =>
                column >= 0 &&
                row >= 0 &&
                column < width - 1 &&
                row < height - 1 &&
                [0, 1, width, width + 1].every((step) => !Number.isNaN(heights[row * width + column + step])),
            )
            expect(bothWhole).toBe(false)
          }
        }
      }),
    )
  })

  test('have the higher ground on their right', () => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        for (const { levelM, line } of linesOf(grid, 20)) {
          for (let i = 1; i < line.length; i++) {
            const [[ax, ay], [bx, by]] = [line[i - 1], line[i]]
            const length = Math.hypot(bx - ax, by - ay)
            if (length < 0.2) continue
            // a step to the right, y down, that stays in the cell
            const [x, y] = [(ax + bx) / 2 - ((by - ay) / length) * 0.01, (ay + by) / 2 + ((bx - ax) / length) * 0.01]
            const [left, top] = [Math.floor((ax + bx) / 2), Math.floor((ay + by) / 2)]
            if (x <= left || x >= left + 1 || y <= top || y >= top + 1) continue
            const [lx, ly] = [ax + bx - x, ay + by - y]
            if (lx <= left || lx >= left + 1 || ly <= top || ly >= top + 1) continue
            expect(bilinear(grid, x, y)).toBeGreaterThanOrEqual(bilinear(grid, lx, ly) - 1e-3)
            expect(levelM).toBeDefined()
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('of a cone are closed circles, one a level', () => {
    const lines = linesOf(
      gridOf(81, 81, (x, y) => 200 - 5 * Math.hypot(x - 40, y - 40)),
      20,
    )
    const loops = lines.filter(({ line }) => isLoop(line))
    expect(loops.map(({ levelM }) => levelM)).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180])
    for (const { levelM, line } of loops)
      for (const [x, y] of line) expect(Math.hypot(x - 40, y - 40)).toBeCloseTo((200 - levelM) / 5, 0)
  })

  test('of a plain at exactly a level are none, and the level 0 is left to the coast', () => {
    expect(
      linesOf(
        gridOf(9, 9, () => 100),
        20,
      ),
    ).toEqual([])
    expect(
      new Set(
        linesOf(
          gridOf(41, 4, (x) => x - 20.5),
          20,
        ).map(({ levelM }) => levelM),
      ),
    ).not.toContain(0)
  })

  test('are broken at the columns and rows where tiles meet, at points that both sides share', () => {
    const surface = (x: number, y: number) => 100 + 40 * Math.sin(x / 3) + 30 * Math.cos(y / 4)
    const west = linesOf(gridOf(24, 20, surface), 20, { columns: [20], rows: [] })
    const east = linesOf(
      gridOf(24, 20, (x, y) => surface(x + 16, y)),
      20,
      { columns: [4], rows: [] },
    )
    const endsOn = (lines: typeof west, column: number, shift: number) =>
      [
        ...new Set(
          lines.flatMap(({ levelM, line }) =>
            [line[0], line[line.length - 1]]
              .filter(([x]) => x === column)
              .map(([x, y]) => `${levelM} ${x + shift} ${y}`),
          ),
        ),
      ].sort()
    expect(endsOn(west, 20, 0)).toEqual(endsOn(east, 4, 16))
    expect(endsOn(west, 20, 0).length).toBeGreaterThan(3)
    for (const { line } of [...west]) for (const [x] of line.slice(1, -1)) expect(x).not.toBe(20)
  })
})

describe('smoothing', () => {
  test('keeps a slope, voids, and heights beside voids', () => {
    const slope = gridOf(8, 8, (x, y) => 3 * x + 2 * y)
    expect([...smoothHeights(slope).heights]).toEqual([...slope.heights])
    const holed = gridOf(7, 7, (x, y) => (x === 3 && y === 3 ? NaN : (x * 7 + y * 13) % 11))
    const { heights } = smoothHeights(holed)
    expect([...heights].map(Number.isNaN)).toEqual([...holed.heights].map(Number.isNaN))
  })

  test('keeps the ends of a line and closes what was closed, inside the box of the line', () => {
    const open = smoothLine(Float64Array.of(0, 0, 10, 0, 10, 10))
    expect([...open.slice(0, 2), ...open.slice(-2)]).toEqual([0, 0, 10, 10])
    const loop = smoothLine(Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 0))
    expect([...loop.slice(0, 2)]).toEqual([...loop.slice(-2)])
    for (const value of loop) expect(value >= 0 && value <= 10).toBe(true)
  })
})
