import { describe, expect, test } from 'vitest'
import { TRAIL_STYLES, TrailFinder, type Ground } from '../../src/demo/find-trail.ts'
import { COLS, ROWS, cellAt, xOfCell, yOfCell } from '../../src/demo/island-grid.ts'

const NOTHING = { has: () => false }
const beside = () => new Uint8Array(COLS * ROWS)

/** Land everywhere, with a height and a shore that the caller gives. */
function ground(height: (x: number, y: number) => number, shore: (x: number, y: number) => number = () => 1): Ground {
  const field = (value: (x: number, y: number) => number) =>
    Float32Array.from({ length: COLS * ROWS }, (_, cell) => value(xOfCell(cell), yOfCell(cell)))
  return {
    heightM: field(height),
    shore: field(shore),
    slope: new Float32Array(COLS * ROWS),
    tollM: new Float32Array(COLS * ROWS),
  }
}

function measure(finder: TrailFinder, cells: number[]): { lengthM: number; steepest: number } {
  let lengthM = 0
  let steepest = 0
  for (let i = 1; i < cells.length; i++) {
    const stepM = Math.hypot(
      finder.xM[cells[i]] - finder.xM[cells[i - 1]],
      finder.yM[cells[i]] - finder.yM[cells[i - 1]],
    )
    lengthM += stepM
    steepest = Math.max(steepest, Math.abs(finder.zM[cells[i]] - finder.zM[cells[i - 1]]) / stepM)
  }
  return { lengthM, steepest }
}

describe('a trail', () => {
  const from = cellAt(0, -800)
  const to = cellAt(0, 800)

  test('goes nearly straight over flat land', () => {
    const finder = new TrailFinder(
      ground(() => 100),
      1,
    )
    const { lengthM } = measure(finder, finder.find(from, to, TRAIL_STYLES.path, NOTHING, beside())!)
    expect(lengthM).toBeLessThan(1600 * 1.06)
  })

  test('zigzags up a slope of 60 %, no steeper than its style allows, a road more than a path', () => {
    const finder = new TrailFinder(
      ground((_, y) => 1000 + 0.6 * y),
      1,
    )
    const path = measure(finder, finder.find(from, to, TRAIL_STYLES.path, NOTHING, beside())!)
    const road = measure(finder, finder.find(from, to, TRAIL_STYLES.road, NOTHING, beside())!)
    expect(path.steepest).toBeLessThan(0.36)
    expect(path.lengthM).toBeGreaterThan(1600 * 1.8)
    expect(road.lengthM).toBeGreaterThan(1.5 * path.lengthM)
  })

  test('is not laid across water, and is null where there is only water between', () => {
    const finder = new TrailFinder(
      ground(
        () => 10,
        (_, y) => (Math.abs(y) < 300 ? -1 : 1),
      ),
      1,
    )
    expect(finder.find(from, to, TRAIL_STYLES.path, NOTHING, beside())).toBeNull()
  })

  test('costs the least: no other trail of a full search is cheaper', () => {
    // without the estimate the search is Dijkstra's; a style whose estimate is 0 must find a trail of the same cost
    const bumpy = ground((x, y) => 500 + 120 * Math.sin(x / 170) * Math.cos(y / 230))
    const finder = new TrailFinder(bumpy, 5)
    const style = TRAIL_STYLES.path
    const none = beside()
    const goal = cellAt(350, 200)
    const cost = (cells: number[]) => {
      let sum = 0
      for (let i = 1; i < cells.length; i++)
        sum += finder.stepCost(cells[i - 1], cells[i], cells[i] === goal, style, NOTHING, none)
      return sum
    }
    const found = cost(finder.find(from, goal, style, NOTHING, beside())!)
    const all = new Map([[from, 0]])
    // the most expensive first; a cell that became cheaper stands in it twice
    const open: [cell: number, cost: number][] = [[from, 0]]
    while (open.length > 0) {
      const [here, soFar] = open.pop()!
      if (soFar > all.get(here)!) continue
      if (soFar > found) break
      for (let dRow = -3; dRow <= 3; dRow++) {
        for (let dColumn = -3; dColumn <= 3; dColumn++) {
          const a = Math.abs(dRow)
          const b = Math.abs(dColumn)
          const whole = (a === 0 && b === 1) || (a === 1 && b === 0) || (a * b > 0 && !(a === b && a > 1))
          if (!whole) continue
          const next = here + dRow * COLS + dColumn
          const total = soFar + finder.stepCost(here, next, next === goal, style, NOTHING, none)
          if (total < (all.get(next) ?? Infinity)) {
            all.set(next, total)
            let at = open.length
            for (let low = 0; low < at; ) {
              const middle = (low + at) >> 1
              if (open[middle][1] > total) low = middle + 1
              else at = middle
            }
            open.splice(at, 0, [next, total])
          }
        }
      }
    }
    expect(found).toBeCloseTo(all.get(goal)!, 6)
  })
})
