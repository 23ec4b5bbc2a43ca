// Rivers carve, slopes slide: stream-power erosion under uplift on the lattice, after Braun & Willett 2013 (FastScape),
// implicit and linear in the number of cells, with slopes held below a threshold angle.
// Heights in metres, areas in square metres. Cells that are sea (`land` 0) stay as they are and drain nowhere.

import { CELL_X_M, CELL_Y_M, COLS, ROWS } from './island-grid.ts'

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
 * One step in place: uplift (metres), then incision with `strength` (erodibility x time, per metre^0.5 of sqrt area),
 * then the threshold slope `maxSlope` (rise over run, per cell).
 */
export function erodeStep(
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
