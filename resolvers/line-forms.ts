// The forms in which a line is handed out: polyline with 6 digits, GeoJSON, GPX. Each is made only when it is asked
// for, and once for a line, under however many names.

import { writeGpx } from '../src/course/gpx/write-gpx.ts'
import { encodePolyline6 } from '../src/geo/polyline.ts'
import { onceEach } from './once-each.ts'

type Coordinates = readonly (readonly [lon: number, lat: number, heightM: number | null])[]

/** Google's encoded polyline with 6 decimal digits, latitude first; heights are left out. */
export const toPolyline6 = onceEach((coordinates: Coordinates): string => {
  const lonE6 = new Float64Array(coordinates.length)
  const latE6 = new Float64Array(coordinates.length)
  for (let i = 0; i < coordinates.length; i++) {
    lonE6[i] = Math.round(coordinates[i][0] * 1e6)
    latE6[i] = Math.round(coordinates[i][1] * 1e6)
  }
  return encodePolyline6(lonE6, latE6)
})

/** A LineString; a missing height leaves its position with two members, as GeoJSON has no null there. */
export const toGeoJsonLine = onceEach((coordinates: Coordinates): { type: 'LineString'; coordinates: number[][] } => ({
  type: 'LineString',
  coordinates: coordinates.map(([lon, lat, heightM]) => (heightM === null ? [lon, lat] : [lon, lat, heightM])),
}))

/** A LineString without heights: for operations that take the terrain's. */
export function toFlatLine(coordinates: Coordinates): { type: 'LineString'; coordinates: number[][] } {
  return { type: 'LineString', coordinates: coordinates.map(([lon, lat]) => [lon, lat]) }
}

/** A GPX 1.1 document with the heights that are known and no times. */
export const toGpx = onceEach((coordinates: Coordinates): string => writeGpx({ name: null, parts: [coordinates] }))

type Parts = readonly (readonly (readonly [lon: number, lat: number])[])[]

/** One encoded polyline for each part. */
export function toTrailPolylines(parts: Parts): string[] {
  return parts.map((part) => toPolyline6(part.map(([lon, lat]) => [lon, lat, null])))
}

/** A MultiLineString without heights, as a trail's line has none of its own. */
export function toTrailGeoJson(parts: Parts): { type: 'MultiLineString'; coordinates: Parts } {
  return { type: 'MultiLineString', coordinates: parts }
}

/** A GPX 1.1 document with a segment for each part, without heights and times. */
export function toTrailGpx(name: string | null, parts: Parts): string {
  return writeGpx({ name, parts: parts.map((part) => part.map(([lon, lat]) => [lon, lat, null] as const)) })
}
