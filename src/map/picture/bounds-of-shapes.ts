// The smallest box around shapes, across the antimeridian where that is smaller: the widest gap between longitudes
// stays outside. Pure.

import type { Box } from '../../geo/lon-lat.ts'
import type { DrawnShape } from './read-geojson.ts'

/** `[west, south, east, north]` in degrees, west above east across the antimeridian; null without positions. */
export function boundsOfShapes(shapes: readonly DrawnShape[]): Box | null {
  const all: number[] = []
  let south = Infinity
  let north = -Infinity
  for (const { parts } of shapes) {
    for (const part of parts) {
      for (let i = 0; i < part.length; i += 2) {
        all.push(part[i])
        south = Math.min(south, part[i + 1])
        north = Math.max(north, part[i + 1])
      }
    }
  }
  if (all.length === 0) return null
  const lons = Float64Array.from(all).sort()
  const west = lons[0]
  const east = lons[lons.length - 1]
  // a gap inside counts only where it is wider than the one behind
  let widest = west + 360 - east
  let after = 0
  for (let i = 1; i < lons.length; i++) {
    const gap = lons[i] - lons[i - 1]
    if (gap > widest && gap > 180) {
      widest = gap
      after = i
    }
  }
  return after === 0 ? [west, south, east, north] : [lons[after], south, lons[after - 1], north]
}
