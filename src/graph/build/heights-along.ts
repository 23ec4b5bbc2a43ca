// Heights for a computation over an area that is too wide to have in memory at once, as a trail across a continent: the
// positions it asks for are noted, their heights read piece by piece, and the computation runs again with them.

import type { Box } from '../../geo/lon-lat.ts'
import { float64List } from '../../storage/typed-list.ts'

/** Sides of a box whose heights are loaded at once, in degrees: 100 MB of heights at 1". */
const WIDEST_BOX_DEG = 2

export interface TerrainInPieces {
  prepare(box: Box): Promise<unknown>
  /** metres, NaN: unknown; only inside the prepared box */
  heightOrNaN(lon: number, lat: number): number
}

/** Whether a box (`minLon > maxLon` across the antimeridian) is too wide to be loaded at once. */
export function isWide([west, south, east, north]: Box): boolean {
  return north - south > WIDEST_BOX_DEG || (east < west ? east + 360 : east) - west > WIDEST_BOX_DEG
}

/**
 * Runs `compute` twice: first with heights that are unknown, then with those of the positions it requested. What it
 * asks for must not depend on the heights. The answer is that of the second run.
 */
export async function withHeightsAlong<T>(
  compute: (heightOrNaN: (lon: number, lat: number) => number) => T,
  terrain: TerrainInPieces,
): Promise<T> {
  const lons = float64List()
  const lats = float64List()
  compute((lon, lat) => {
    lons.push(lon)
    lats.push(lat)
    return NaN
  })
  const lon = lons.view()
  const lat = lats.view()
  const heights = new Float64Array(lon.length)
  for (let from = 0, to = 0; from < lon.length; from = to) {
    let box: Box = [lon[from], lat[from], lon[from], lat[from]]
    for (to = from + 1; to < lon.length; to++) {
      const grown: Box = [
        Math.min(box[0], lon[to]),
        Math.min(box[1], lat[to]),
        Math.max(box[2], lon[to]),
        Math.max(box[3], lat[to]),
      ]
      if (isWide(grown)) break
      box = grown
    }
    await terrain.prepare(box)
    for (let i = from; i < to; i++) heights[i] = terrain.heightOrNaN(lon[i], lat[i])
  }
  let next = 0
  return compute(() => heights[next++])
}
