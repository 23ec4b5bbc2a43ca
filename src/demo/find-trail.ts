// Lays one trail over the height field: the cheapest way between two cells where steepness costs, so that roads wind,
// paths zigzag up steep slopes, and trails tend to join existing ones.
// Lattice points are jittered so that no trail shows the grid. Heights in metres, slopes as rise over run.
// Never crosses water; returns null if there is no way.

import { CELL_X_M, CELL_Y_M, COLS, ROWS, sampleField, xOfCell, yOfCell } from './island-grid.ts'
import { hashShare } from './seeded-noise.ts'

export interface TrailStyle {
  /** slope at which a climb costs twice the flat */
  easySlope: number
  /** slope above which it costs far more */
  maxSlope: number
  /** cost of ground that falls off sideways, per unit of ground slope above 0.4 */
  sideCost: number
  /** cost of following an existing trail, 1 = like a new one */
  reuse: number
}

export const TRAIL_STYLES = {
  road: { easySlope: 0.055, maxSlope: 0.1, sideCost: 1.2, reuse: 0.5 },
  rail: { easySlope: 0.035, maxSlope: 0.06, sideCost: 1.5, reuse: 4 },
  cycleway: { easySlope: 0.05, maxSlope: 0.1, sideCost: 1, reuse: 1.3 },
  track: { easySlope: 0.1, maxSlope: 0.17, sideCost: 1, reuse: 0.65 },
  path: { easySlope: 0.21, maxSlope: 0.34, sideCost: 0.7, reuse: 0.65 },
  /** a path that avoids existing ones */
  loop: { easySlope: 0.21, maxSlope: 0.34, sideCost: 0.7, reuse: 1.5 },
  alpine: { easySlope: 0.4, maxSlope: 0.75, sideCost: 0.2, reuse: 0.65 },
  ferrata: { easySlope: 1.5, maxSlope: 4, sideCost: 0, reuse: 6 },
  border: { easySlope: 9, maxSlope: 9, sideCost: 0, reuse: 1 },
} satisfies Record<string, TrailStyle>

/** The gentler a way must be, the more its bridges cost: a path pays the toll of a stream once. */
const WATER_COST = 0.21

/** The sixteen moves with their mirror images: 32 directions, up to three cells long. */
const MOVES: [column: number, row: number][] = []
for (let row = -3; row <= 3; row++) {
  for (let column = -3; column <= 3; column++) {
    const a = Math.abs(row)
    const b = Math.abs(column)
    if (
      (a === 1 && b === 0) ||
      (a === 0 && b === 1) ||
      (a > 0 && b > 0 && (a === 1 || b === 1 || a !== b) && !(a === 2 && b === 2))
    )
      MOVES.push([column, row])
  }
}

/** Key of the undirected connection of two cells. */
export const edgeKey = (a: number, b: number) => (a < b ? a * COLS * ROWS + b : b * COLS * ROWS + a)

export interface Ground {
  heightM: Float32Array
  shore: Float32Array
  slope: Float32Array
  /** extra metres for entering a cell: streams, lakes (Infinity), crags */
  tollM: Float32Array
}

/** Positions of the lattice points after jitter, and their heights. */
export function jitter(ground: Ground, seed: number): { xM: Float32Array; yM: Float32Array; zM: Float32Array } {
  const count = COLS * ROWS
  const xM = new Float32Array(count)
  const yM = new Float32Array(count)
  const zM = new Float32Array(count)
  for (let cell = 0; cell < count; cell++) {
    xM[cell] = xOfCell(cell) + (hashShare(cell, 1, seed) - 0.5) * 0.6 * CELL_X_M
    yM[cell] = yOfCell(cell) + (hashShare(cell, 2, seed) - 0.5) * 0.6 * CELL_Y_M
    zM[cell] = sampleField(ground.heightM, xM[cell], yM[cell])
  }
  return { xM, yM, zM }
}

/**
 * A* over the lattice. `used` holds the existing edges, `beside` the cells next to them (new edges there cost more).
 */
export class TrailFinder {
  readonly xM: Float32Array
  readonly yM: Float32Array
  readonly zM: Float32Array
  #ground: Ground
  #costs = new Float64Array(COLS * ROWS)
  #from = new Int32Array(COLS * ROWS)
  #heapCell: number[] = []
  #heapCost: number[] = []

  constructor(ground: Ground, seed: number) {
    this.#ground = ground
    const { xM, yM, zM } = jitter(ground, seed)
    this.xM = xM
    this.yM = yM
    this.zM = zM
  }

  /** Cells from `start` to `goal`, both included; returns null if there is no way. */
  find(
    start: number,
    goal: number,
    style: TrailStyle,
    used: { has(key: number): boolean },
    beside: Uint8Array,
  ): number[] | null {
    const { xM, yM, zM } = this
    const costs = this.#costs.fill(Infinity)
    const from = this.#from
    const least = Math.min(1, style.reuse)
    // no way is cheaper than one of even slope, as long as the straight line or as the climb at the easy slope
    const rest = (cell: number) => {
      const climbM = Math.abs(zM[cell] - zM[goal]) / style.easySlope
      const lengthM = Math.max(1, climbM, Math.hypot(xM[cell] - xM[goal], yM[cell] - yM[goal]))
      return least * (lengthM + (climbM * climbM) / lengthM)
    }
    this.#heapCell.length = 0
    this.#heapCost.length = 0
    costs[start] = 0
    from[start] = start
    this.#push(start, rest(start))
    while (this.#heapCell.length > 0) {
      const estimate = this.#heapCost[0]
      const cell = this.#pop()
      if (cell === goal) return this.#walkBack(start, goal)
      if (estimate > costs[cell] + rest(cell) + 1e-6) continue
      const column = cell % COLS
      const row = (cell - column) / COLS
      for (const [dColumn, dRow] of MOVES) {
        const c = column + dColumn
        const r = row + dRow
        if (c < 2 || r < 2 || c >= COLS - 2 || r >= ROWS - 2) continue
        const next = r * COLS + c
        if (costs[next] <= costs[cell]) continue
        const cost = costs[cell] + this.stepCost(cell, next, next === goal, style, used, beside)
        if (cost < costs[next]) {
          costs[next] = cost
          from[next] = cell
          this.#push(next, cost + rest(next))
        }
      }
    }
    return null
  }

  /** Cost of one step in metres of easy ground; Infinity into water. */
  stepCost(
    cell: number,
    next: number,
    last: boolean,
    style: TrailStyle,
    used: { has(key: number): boolean },
    beside: Uint8Array,
  ): number {
    const { xM, yM, zM } = this
    const { shore, slope, heightM, tollM } = this.#ground
    if (shore[next] <= 0.004) return Infinity
    const lengthM = Math.hypot(xM[next] - xM[cell], yM[next] - yM[cell])
    const mid = sampleField(heightM, (xM[cell] + xM[next]) / 2, (yM[cell] + yM[next]) / 2)
    const steep = Math.max(Math.abs(mid - zM[cell]), Math.abs(zM[next] - mid)) / (lengthM / 2)
    const over = Math.max(0, steep / style.maxSlope - 1)
    const side = style.sideCost * Math.max(0, slope[next] - 0.4)
    const cost = lengthM * (1 + (steep / style.easySlope) ** 2 + 12 * over * over + side)
    if (used.has(edgeKey(cell, next))) return cost * style.reuse
    return cost * (beside[next] && !last ? 1.35 : 1) + tollM[next] * (WATER_COST / style.easySlope)
  }

  #walkBack(start: number, goal: number): number[] {
    const cells = [goal]
    for (let cell = goal; cell !== start; ) {
      cell = this.#from[cell]
      cells.push(cell)
    }
    return cells.reverse()
  }

  #push(cell: number, cost: number): void {
    const cells = this.#heapCell
    const costs = this.#heapCost
    let at = cells.length
    cells.push(cell)
    costs.push(cost)
    while (at > 0) {
      const up = (at - 1) >> 1
      if (costs[up] <= cost) break
      cells[at] = cells[up]
      costs[at] = costs[up]
      at = up
    }
    cells[at] = cell
    costs[at] = cost
  }

  #pop(): number {
    const cells = this.#heapCell
    const costs = this.#heapCost
    const top = cells[0]
    const cell = cells.pop()!
    const cost = costs.pop()!
    const size = cells.length
    if (size === 0) return top
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (down >= size) break
      if (down + 1 < size && costs[down + 1] < costs[down]) down++
      if (costs[down] >= cost) break
      cells[at] = cells[down]
      costs[at] = costs[down]
      at = down
    }
    cells[at] = cell
    costs[at] = cost
    return top
  }
}
