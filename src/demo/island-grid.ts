// The frame of the demo region: a lattice of 2 arc-seconds in the open Atlantic, all inside the tile N33W041,
// and the local plane in metres (x east, y north, origin in the middle of the island) in which the island is drawn.
// A cell is `row * COLS + column`, row 0 in the north. Never leaves the tile.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../geo/lon-lat.ts'

/** South-west corner of the HGT tile, degrees. */
export const TILE_LAT = 33
export const TILE_LON = -41
/** Samples per side of a 1" HGT tile. */
export const TILE_SAMPLES = 3601

export const COLS = 376
export const ROWS = 268
/** 1" samples between lattice points. */
export const STEP = 2
/** Sample (row from the north, column from the west) of the tile at lattice point 0, 0. */
export const FIRST_SAMPLE_ROW = 1818
export const FIRST_SAMPLE_COLUMN = 1602

const CENTRE_COLUMN = COLS / 2
const CENTRE_ROW = ROWS / 2
const SECOND_M = (EARTH_RADIUS_M * DEG_TO_RAD) / 3600
const CENTRE_LAT = TILE_LAT + 1 - (FIRST_SAMPLE_ROW + CENTRE_ROW * STEP) / 3600
const CENTRE_LON = TILE_LON + (FIRST_SAMPLE_COLUMN + CENTRE_COLUMN * STEP) / 3600

/** Size of a lattice cell in metres. */
export const CELL_X_M = STEP * SECOND_M * Math.cos(CENTRE_LAT * DEG_TO_RAD)
export const CELL_Y_M = STEP * SECOND_M

export const xOfColumn = (column: number) => (column - CENTRE_COLUMN) * CELL_X_M
export const yOfRow = (row: number) => (CENTRE_ROW - row) * CELL_Y_M
const columnOfX = (xM: number) => xM / CELL_X_M + CENTRE_COLUMN
const rowOfY = (yM: number) => CENTRE_ROW - yM / CELL_Y_M

/** Degrees in units of 1e-7, as OSM keeps them. */
export const toLonE7 = (xM: number) => Math.round((CENTRE_LON + ((xM / CELL_X_M) * STEP) / 3600) * 1e7)
export const toLatE7 = (yM: number) => Math.round((CENTRE_LAT + ((yM / CELL_Y_M) * STEP) / 3600) * 1e7)

/** The lattice cell nearest to a point of the plane. */
export function cellAt(xM: number, yM: number): number {
  const column = Math.max(0, Math.min(COLS - 1, Math.round(columnOfX(xM))))
  const row = Math.max(0, Math.min(ROWS - 1, Math.round(rowOfY(yM))))
  return row * COLS + column
}

export const xOfCell = (cell: number) => xOfColumn(cell % COLS)
export const yOfCell = (cell: number) => yOfRow(Math.floor(cell / COLS))

/** A lattice field at a point of the plane, bilinear between lattice points. */
export function sampleField(field: Float32Array, xM: number, yM: number): number {
  const column = Math.max(0, Math.min(COLS - 1.001, columnOfX(xM)))
  const row = Math.max(0, Math.min(ROWS - 1.001, rowOfY(yM)))
  const c = Math.floor(column)
  const r = Math.floor(row)
  const fx = column - c
  const fy = row - r
  const at = r * COLS + c
  const north = field[at] + fx * (field[at + 1] - field[at])
  const south = field[at + COLS] + fx * (field[at + COLS + 1] - field[at + COLS])
  return north + fy * (south - north)
}
