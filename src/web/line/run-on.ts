// Lines and boxes for a map, which draws from one number to the next: across the antimeridian longitudes run on beyond
// 180 degrees. Pure.

import type { Feature, Geometry, Position } from 'geojson'
import { wrapLon } from '../../geo/lon-lat.ts'
import { eastBeyondWest } from '../../geo/split-box.ts'

/** From each place to the next by the shorter way round. */
export function runOn(line: readonly Position[]): Position[] {
  let lastLon = line[0]?.[0] ?? 0
  return line.map(([lon, ...rest]) => {
    lastLon += wrapLon(wrapLon(lon - lastLon))
    return [lastLon, ...rest]
  })
}

export function lineOnMap<Line extends Feature>(feature: Line): Line {
  return { ...feature, geometry: drawn(feature.geometry) }
}

function drawn(geometry: Geometry): Geometry {
  if (geometry.type === 'LineString') return { ...geometry, coordinates: runOn(geometry.coordinates) }
  if (geometry.type === 'MultiLineString') return { ...geometry, coordinates: geometry.coordinates.map(runOn) }
  return geometry
}

export function boxOnMap(box: readonly [number, number, number, number]): [number, number, number, number] {
  const [west, south, , north] = box
  return [west, south, eastBeyondWest(box), north]
}
