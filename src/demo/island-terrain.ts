// The shape of the island: a coast from noise, mountains raised along two ridges and carved by rivers, and the field
// that separates land (above 0) from sea. Heights in metres on the lattice; sea is 0.
// Never reads real terrain: every height comes from seeded noise and erosion.

import { COLS, ROWS, xOfColumn, yOfRow, CELL_X_M, CELL_Y_M } from './island-grid.ts'
import { fractalNoise } from './seeded-noise.ts'

const EROSION_STEPS = 46
const SETTLING_STEPS = 6
const SUMMIT_M = 2347
const SEED = 20261101

export interface IslandTerrain {
  /** lattice heights, sea 0 */
  heightM: Float32Array
  /** above 0 on land, below 0 at sea, about 1 unit per 6 km; the coast is its zero line */
  shore: Float32Array
  land: Uint8Array
}

/** Middle of the islet, in the plane. */
export const ISLET = { xM: -1600, yM: -7300 }

/** Ridges that rise: from, to (metres in the plane), width and rate. */
const RIDGES = [
  { x1: -5200, y1: -300, x2: -2300, y2: 1500, widthM: 2300, rate: 0.8 },
  { x1: -2700, y1: 1500, x2: -700, y2: 2300, widthM: 2300, rate: 1 },
  { x1: -2500, y1: 1300, x2: -2900, y2: -2200, widthM: 1700, rate: 0.7 },
  { x1: 1700, y1: 1400, x2: 4400, y2: 700, widthM: 2100, rate: 0.9 },
  { x1: 3000, y1: 900, x2: 3600, y2: -2400, widthM: 1700, rate: 0.6 },
  { x1: -700, y1: 2300, x2: 1700, y2: 1400, widthM: 1300, rate: 0.45 },
]

function distanceToSegmentM(x: number, y: number, r: { x1: number; y1: number; x2: number; y2: number }): number {
  const dx = r.x2 - r.x1
  const dy = r.y2 - r.y1
  const share = Math.max(0, Math.min(1, ((x - r.x1) * dx + (y - r.y1) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - r.x1 - share * dx, y - r.y1 - share * dy)
}

function shoreAt(x: number, y: number): number {
  const wobble = 0.25 * fractalNoise((0.81 * x - 0.59 * y) / 2700, (0.59 * x + 0.81 * y) / 2700, 5, SEED + 3)
  const main = 1 - ((Math.abs(x) / 7050) ** 2.3 + (Math.abs(y) / 5750) ** 2.3) ** (1 / 2.3)
  // bays: the harbour in the south, a cove in the north-east, an open bay in the west
  const bay = (cx: number, cy: number, radiusM: number, depth: number) =>
    depth * Math.exp(-(((x - cx) / radiusM) ** 2 + ((y - cy) / radiusM) ** 2))
  const bays = bay(500, -6000, 1500, 0.34) + bay(4300, 4500, 1000, 0.25) + bay(-7000, 1900, 1300, 0.25)
  const islet =
    0.085 - Math.hypot(x - ISLET.xM, (y - ISLET.yM) * 1.3) / 5000 + 0.12 * fractalNoise(x / 800, y / 800, 3, SEED + 9)
  return Math.max(main + wobble - bays, islet)
}

/** Raises and carves the island. */
export function buildTerrain(): IslandTerrain {
  const count = COLS * ROWS
  const shore = new Float32Array(count)
  const land = new Uint8Array(count)
  const heightM = new Float32Array(count)
  const upliftM = new Float32Array(count)
  const maxSlope = new Float32Array(count)
  for (let row = 0; row < ROWS; row++) {
    const y = yOfRow(row)
    for (let column = 0; column < COLS; column++) {
      const cell = row * COLS + column
      const x = xOfColumn(column)
      shore[cell] = shoreAt(x, y)
      if (shore[cell] <= 0) continue
      land[cell] = 1
      let rate = 0.06
      for (const ridge of RIDGES)
        rate = Math.max(rate, ridge.rate * Math.exp(-((distanceToSegmentM(x, y, ridge) / ridge.widthM) ** 2)))
      const inland = Math.min(1, shore[cell] / 0.36)
      const bumps = 1 + 0.5 * fractalNoise(x / 1500, y / 1500, 3, SEED + 20)
      upliftM[cell] = 900 * inland * inland * rate * bumps
      heightM[cell] = 1 + 500 * shore[cell] * (1 + fractalNoise(x / 900, y / 900, 4, SEED + 30))
      maxSlope[cell] = Math.max(0.22, 0.46 + 0.75 * fractalNoise(x / 1300, y / 1300, 4, SEED + 40))
    }
  }
  for (let step = 0; step < EROSION_STEPS; step++) erodeStep(heightM, land, upliftM, 0.32, maxSlope)
  soften(heightM, land)
  for (let step = 0; step < SETTLING_STEPS; step++) erodeStep(heightM, land, upliftM.fill(0), 0.02, maxSlope)
  stretch(heightM)
  return { heightM, shore, land }
}

/**
 * Half fills the valleys: a share of the mean height around is mixed in, so that valley floors widen and rise inland.
 */
function soften(heightM: Float32Array, land: Uint8Array): void {
  const mean = blur(blur(heightM, 10), 10)
  for (let cell = 0; cell < heightM.length; cell++)
    if (land[cell]) heightM[cell] = 0.55 * heightM[cell] + 0.45 * mean[cell]
  // the foot of the mountains is smoother than its top
  const near = blur(heightM, 2)
  for (let cell = 0; cell < heightM.length; cell++) {
    const low = Math.max(0, 0.85 * (1 - heightM[cell] / 450))
    if (land[cell]) heightM[cell] += low * (near[cell] - heightM[cell])
  }
}

/** Box mean over (2 radius + 1)^2 cells, cut at the frame. */
export function blur(field: Float32Array, radius: number): Float32Array {
  const across = new Float32Array(field.length)
  const result = new Float32Array(field.length)
  const span = 2 * radius + 1
  for (let row = 0; row < ROWS; row++) {
    let sum = 0
    for (let column = -radius; column < COLS + radius; column++) {
      if (column + radius < COLS) sum += field[row * COLS + column + radius]
      if (column >= 0 && column < COLS) across[row * COLS + column] = sum / span
      if (column - radius >= 0) sum -= field[row * COLS + column - radius]
    }
  }
  for (let column = 0; column < COLS; column++) {
    let sum = 0
    for (let row = -radius; row < ROWS + radius; row++) {
      if (row + radius < ROWS && row + radius >= 0) sum += across[(row + radius) * COLS + column]
      if (row >= 0 && row < ROWS) result[row * COLS + column] = sum / span
      if (row - radius >= 0) sum -= across[(row - radius) * COLS + column]
    }
  }
  return result
}

/** Sets the highest summit and bends the scale: the low land lies flatter, the tops stand steeper. */
function stretch(heightM: Float32Array): void {
  const top = heightM.reduce((highest, height) => Math.max(highest, height), 0)
  for (let cell = 0; cell < heightM.length; cell++) heightM[cell] = SUMMIT_M * (heightM[cell] / top) ** 1.12
}

const NEIGHBOUR_STEPS = [-COLS - 1, -COLS, -COLS + 1, -1, 1, COLS - 1, COLS, COLS + 1]
const DIAGONAL_M = Math.hypot(CELL_X_M, CELL_Y_M)
const NEIGHBOUR_M = [DIAGONAL_M, CELL_Y_M, DIAGONAL_M, CELL_X_M, CELL_X_M, DIAGONAL_M, CELL_Y_M, DIAGONAL_M]

/**
 * Drainage: the steepest lower neighbour of each cell (itself for sea and pits), in an order from outlets upwards.
 */
export interface Drainage {
  receiver: Int32Array
  /** metres to the receiver */
  runM: Float32Array
  /** all cells, each after its receiver */
  order: Int32Array
  /** catchment area, including the cell itself */
  areaM2: Float32Array
}

/** Steepest descent over eight neighbours. */
export function drain(heightM: Float32Array, land: Uint8Array): Drainage {
  const count = COLS * ROWS
  const receiver = new Int32Array(count)
  const runM = new Float32Array(count)
  const donorCount = new Uint8Array(count)
  for (let cell = 0; cell < count; cell++) {
    receiver[cell] = cell
    if (land[cell] === 0) continue
    let steepest = 0
    for (let k = 0; k < 8; k++) {
      const next = cell + NEIGHBOUR_STEPS[k]
      const fall = (heightM[cell] - heightM[next]) / NEIGHBOUR_M[k]
      if (fall > steepest) {
        steepest = fall
        receiver[cell] = next
        runM[cell] = NEIGHBOUR_M[k]
      }
    }
    if (receiver[cell] !== cell) donorCount[receiver[cell]]++
  }
  return { receiver, runM, ...accumulate(receiver, donorCount) }
}

/** Outlets-first order and catchments of a receiver tree. */
function accumulate(receiver: Int32Array, donorCount: Uint8Array): { order: Int32Array; areaM2: Float32Array } {
  const count = receiver.length
  const order = new Int32Array(count)
  const waiting = donorCount.slice()
  const areaM2 = new Float32Array(count).fill(CELL_X_M * CELL_Y_M)
  // filled from the back: a cell is placed when all its donors are
  let back = count
  for (let start = 0; start < count; start++) {
    if (donorCount[start] !== 0) continue
    let cell = start
    for (;;) {
      order[--back] = cell
      const next = receiver[cell]
      if (next === cell) break
      areaM2[next] += areaM2[cell]
      if (--waiting[next] !== 0) break
      cell = next
    }
  }
  return { order, areaM2 }
}

/**
 * Rivers carve, slopes slide: stream-power erosion under uplift on the lattice, after Braun & Willett 2013 (FastScape),
 * implicit and linear in the number of cells, with slopes held below a threshold angle. Heights in metres, areas in
 * square metres. Cells that are sea (`land` 0) stay as they are and drain nowhere. One step in place: uplift (metres),
 * then incision with `strength` (erodibility x time, per metre^0.5 of sqrt area), then the threshold slope `maxSlope`
 * (rise over run, per cell).
 */
function erodeStep(
  heightM: Float32Array,
  land: Uint8Array,
  upliftM: Float32Array,
  strength: number,
  maxSlope: Float32Array,
): void {
  const { receiver, runM, order, areaM2 } = drain(heightM, land)
  for (let i = 0; i < order.length; i++) {
    const cell = order[i]
    if (land[cell] === 0) continue
    const next = receiver[cell]
    const raised = heightM[cell] + upliftM[cell]
    if (next === cell) {
      heightM[cell] = raised
      continue
    }
    const factor = (strength * Math.sqrt(areaM2[cell])) / runM[cell]
    const cut = (raised + factor * heightM[next]) / (1 + factor)
    heightM[cell] = Math.min(cut, heightM[next] + maxSlope[cell] * runM[cell])
  }
}
