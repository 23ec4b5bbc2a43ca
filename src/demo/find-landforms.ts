// Finds landforms in the height field: summits, saddles, flat spots, basins that can hold a lake.
// All results are lattice cells, snapped from a position in the plane (metres) within a radius.
// Never changes the land, except `digLake`, which levels a basin.

import { CELL_X_M, CELL_Y_M, COLS, ROWS, cellAt, xOfCell, yOfCell } from './island-grid.ts'

/** Rise over run of the ground at each lattice point (central differences). */
export function slopeField(heightM: Float32Array): Float32Array {
  const slope = new Float32Array(heightM.length)
  for (let row = 1; row < ROWS - 1; row++) {
    for (let column = 1; column < COLS - 1; column++) {
      const cell = row * COLS + column
      const east = (heightM[cell + 1] - heightM[cell - 1]) / (2 * CELL_X_M)
      const north = (heightM[cell - COLS] - heightM[cell + COLS]) / (2 * CELL_Y_M)
      slope[cell] = Math.hypot(east, north)
    }
  }
  return slope
}

/** Cells within `radiusM` of a point, row by row. */
function* cellsAround(xM: number, yM: number, radiusM: number): Generator<number> {
  const centre = cellAt(xM, yM)
  const rows = Math.ceil(radiusM / CELL_Y_M)
  const columns = Math.ceil(radiusM / CELL_X_M)
  for (let dRow = -rows; dRow <= rows; dRow++) {
    for (let dColumn = -columns; dColumn <= columns; dColumn++) {
      const row = Math.floor(centre / COLS) + dRow
      const column = (centre % COLS) + dColumn
      if (row < 2 || column < 2 || row >= ROWS - 2 || column >= COLS - 2) continue
      const cell = row * COLS + column
      if (Math.hypot(xOfCell(cell) - xM, yOfCell(cell) - yM) <= radiusM) yield cell
    }
  }
}

/** The cell with the least `badness` within the radius. */
export function bestCell(xM: number, yM: number, radiusM: number, badness: (cell: number) => number): number {
  let best = cellAt(xM, yM)
  let least = Infinity
  for (const cell of cellsAround(xM, yM, radiusM)) {
    const value = badness(cell)
    if (value < least) {
      least = value
      best = cell
    }
  }
  return best
}

/**
 * How pronounced a saddle at a cell is, in metres: the rise to the lower of its two higher sides, or the drop to the
 * higher of its two lower sides, whichever is smaller; 0 unless the land around rises and falls twice.
 */
export function saddleM(heightM: Float32Array, cell: number, ring: number): number {
  const around: number[] = []
  for (let k = 0; k < 16; k++) {
    const column = (cell % COLS) + Math.round(ring * Math.cos((k * Math.PI) / 8))
    const row = Math.floor(cell / COLS) + Math.round(ring * Math.sin((k * Math.PI) / 8))
    if (row < 0 || column < 0 || row >= ROWS || column >= COLS) return 0
    around.push(heightM[row * COLS + column] - heightM[cell])
  }
  const start = around.findIndex((height, k) => height > 0 && around[(k + 15) % 16] <= 0)
  if (start < 0) return 0
  const sides: number[] = []
  for (let i = 0; i < 16; i++) {
    const height = around[(start + i) % 16]
    const last = sides[sides.length - 1]
    if (sides.length === 0 || height > 0 !== last > 0) sides.push(height)
    else sides[sides.length - 1] = height > 0 ? Math.max(last, height) : Math.min(last, height)
  }
  return sides.length === 4 ? Math.min(...sides.map(Math.abs)) : 0
}

/**
 * Digs a basin around `centre`: cells within a wobbling radius are levelled (a low side is dammed, a slope cut back),
 * and the ground behind rises no steeper than 45 degrees from the shore. Returns the lake's cells.
 */
export function digLake(heightM: Float32Array, centre: number, radiusM: number): number[] {
  const level = Math.round(heightM[centre])
  const lake: number[] = []
  for (const cell of cellsAround(xOfCell(centre), yOfCell(centre), radiusM * 2.2)) {
    const dx = xOfCell(cell) - xOfCell(centre)
    const dy = yOfCell(cell) - yOfCell(centre)
    const reachM = radiusM * (1 + 0.28 * Math.sin(2 * Math.atan2(dy, dx) + (centre % 7)))
    const beyondM = Math.hypot(dx, dy) - reachM
    if (beyondM <= 0 && heightM[cell] > level - 45) lake.push(cell)
    else if (beyondM > 0) heightM[cell] = Math.min(heightM[cell], level + 2 + beyondM)
  }
  for (const cell of lake) heightM[cell] = level
  return lake
}
