// Points of a line as the service takes them in a variable: encoded, six decimals.

import { encodePolyline6 } from '../geo/polyline.ts'

export function toPolyline6(points: readonly (readonly [number, number, ...unknown[]])[]): string {
  return encodePolyline6(
    points.map(([lon]) => Math.round(lon * 1e6)),
    points.map(([, lat]) => Math.round(lat * 1e6)),
  )
}
