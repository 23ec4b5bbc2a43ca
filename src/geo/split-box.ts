// Splits boxes that cross the antimeridian (minLon above maxLon) into two that do not. Pure.

import { type Box, M_PER_DEG_LAT } from './lon-lat.ts'

/** The box itself, or its parts west and east of 180 degrees. */
export function splitBox(box: Box): Box[] {
  const [west, south, east, north] = box
  return west <= east
    ? [box]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ]
}

/** The box around a point that contains everything within a distance; all longitudes next to a pole. */
export function boxAround(lon: number, lat: number, radiusM: number): Box {
  const dLat = (radiusM / M_PER_DEG_LAT) * 1.001
  const south = Math.max(-90, lat - dLat)
  const north = Math.min(90, lat + dLat)
  const cos = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const dLon = dLat / Math.max(cos, 1e-9)
  if (dLon >= 180 || north >= 90 || south <= -90) return [-180, south, 180, north]
  const west = lon - dLon
  const east = lon + dLon
  return [west < -180 ? west + 360 : west, south, east > 180 ? east - 360 : east, north]
}
