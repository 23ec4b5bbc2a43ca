// Writes the height model of the demo region: one SRTM tile of 1 arc-second (3601 x 3601 big-endian int16, row 0 in the
// north), smooth between lattice points with small roughness on slopes. Heights in whole metres.
// The sea over the shelf is 0, which is its true height; the open ocean beyond is void (-32768), as unknown as in real
// tiles. Land is never below 1 m, lakes are level.

import { COLS, FIRST_SAMPLE_COLUMN, FIRST_SAMPLE_ROW, ROWS, STEP, TILE_SAMPLES } from './island-grid.ts'
import { fractalNoise } from './seeded-noise.ts'

const VOID_M = -32768
/** How far the shelf reaches, in units of the shore field (about 2.5 km). */
const SHELF = -0.4
const ROUGHNESS_M = 9
const SEED = 311

/** The tile's bytes. `shore` is above 0 on land; `lake` marks cells of levelled water. */
export function writeHgt(
  heightM: Float32Array,
  shore: Float32Array,
  slope: Float32Array,
  lake: Uint8Array,
): Uint8Array {
  const samples = new Int16Array(TILE_SAMPLES * TILE_SAMPLES).fill(swapBytes(VOID_M))
  for (let row = 0; row < (ROWS - 3) * STEP; row++) {
    for (let column = 0; column < (COLS - 3) * STEP; column++) {
      const r = 1 + Math.floor(row / STEP)
      const c = 1 + Math.floor(column / STEP)
      const at = r * COLS + c
      const fy = (row % STEP) / STEP
      const fx = (column % STEP) / STEP
      const onShore = mix(shore, at, fx, fy)
      if (onShore < SHELF) continue
      let heightHereM = 0
      if (onShore > 0) {
        const onLake =
          lake[at] &&
          (fx === 0 || lake[at + 1]) &&
          (fy === 0 || lake[at + COLS]) &&
          (fx === 0 || fy === 0 || lake[at + COLS + 1])
        const smooth = onLake ? heightM[at] : fx === 0 && fy === 0 ? heightM[at] : cubic(heightM, at, fx, fy)
        const rough =
          onLake || (fx === 0 && fy === 0)
            ? 0
            : ROUGHNESS_M * Math.min(1, slope[at]) * fractalNoise(column / 3, row / 3, 2, SEED)
        heightHereM = Math.max(1, Math.round(smooth + rough))
      }
      samples[(FIRST_SAMPLE_ROW + STEP + row) * TILE_SAMPLES + FIRST_SAMPLE_COLUMN + STEP + column] =
        swapBytes(heightHereM)
    }
  }
  return new Uint8Array(samples.buffer)
}

/** Big-endian for a little-endian array. */
const swapBytes = (value: number) => ((value & 0xff) << 8) | ((value >> 8) & 0xff)

function mix(field: Float32Array, at: number, fx: number, fy: number): number {
  const north = field[at] + fx * (field[at + 1] - field[at])
  const south = field[at + COLS] + fx * (field[at + COLS + 1] - field[at + COLS])
  return north + fy * (south - north)
}

/** Catmull-Rom in both directions through the sixteen lattice points around. */
function cubic(field: Float32Array, at: number, fx: number, fy: number): number {
  const across = (row: number) => spline(field[row - 1], field[row], field[row + 1], field[row + 2], fx)
  return spline(across(at - COLS), across(at), across(at + COLS), across(at + 2 * COLS), fy)
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}
