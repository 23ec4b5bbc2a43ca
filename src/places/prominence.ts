// Estimates how far a peak rises above its surroundings, from the terrain inside a window of about WINDOW_M around it:
// descend from the highest ground near the summit, always to the highest neighbour, until reaching higher ground; the
// prominence is the summit minus the lowest ground on the way. If nothing higher is inside the window, the figure is a
// lower bound. The model flattens sharp summits, so it is good for ranking, not for lists of mountaineering. Null if
// the terrain is unknown.

import { DEG_TO_RAD, M_PER_DEG_LAT } from '../geo/lon-lat.ts'

export const WINDOW_M = 3000
const STEP_M = 75
const SIDE = 2 * Math.round(WINDOW_M / STEP_M) + 1
/** Number of steps around the mapped summit within which the model's summit is searched. */
const SUMMIT_STEPS = 2

export interface HeightGrid {
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void
}

const lons = new Float64Array(SIDE)
const lats = new Float64Array(SIDE)
const heights = new Float64Array(SIDE * SIDE)
const seen = new Uint8Array(SIDE * SIDE)
const heap = new Int32Array(SIDE * SIDE)

/** Metres, rounded to whole ones; null if unknown. Its box must be prepared. */
export function estimateProminenceM(terrain: HeightGrid, lon: number, lat: number): number | null {
  const half = (SIDE - 1) / 2
  const lonStep = STEP_M / (M_PER_DEG_LAT * Math.max(0.05, Math.cos(lat * DEG_TO_RAD)))
  for (let i = 0; i < SIDE; i++) {
    lons[i] = lon + (i - half) * lonStep
    lats[i] = lat + ((half - i) * STEP_M) / M_PER_DEG_LAT
  }
  terrain.fillGrid(lons, lats, heights)
  let summit = -1
  for (let y = half - SUMMIT_STEPS; y <= half + SUMMIT_STEPS; y++) {
    for (let x = half - SUMMIT_STEPS; x <= half + SUMMIT_STEPS; x++) {
      const cell = y * SIDE + x
      if (!Number.isNaN(heights[cell]) && (summit < 0 || heights[cell] > heights[summit])) summit = cell
    }
  }
  if (summit < 0) return null
  return Math.round(heights[summit] - lowestOnTheWay(summit))
}

/** The lowest ground between the summit and the first higher ground, or the lowest met before the window ends. */
function lowestOnTheWay(summit: number): number {
  const summitM = heights[summit]
  seen.fill(0)
  seen[summit] = 1
  let size = 0
  const push = (cell: number): void => {
    let at = size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (heights[heap[parent]] >= heights[cell]) break
      heap[at] = heap[parent]
      at = parent
    }
    heap[at] = cell
  }
  const pop = (): number => {
    const top = heap[0]
    const cell = heap[--size]
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && heights[heap[child + 1]] > heights[heap[child]]) child++
      if (heights[heap[child]] <= heights[cell]) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = cell
    return top
  }
  let lowest = summitM
  push(summit)
  while (size > 0) {
    const cell = pop()
    if (heights[cell] > summitM) return lowest
    lowest = Math.min(lowest, heights[cell])
    const x = cell % SIDE
    const y = (cell - x) / SIDE
    // the edge of the window: what is beyond is unknown
    if (x === 0 || y === 0 || x === SIDE - 1 || y === SIDE - 1) return lowest
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const next = cell + dy * SIDE + dx
        if (seen[next] === 1 || Number.isNaN(heights[next])) continue
        seen[next] = 1
        push(next)
      }
    }
  }
  return lowest
}
