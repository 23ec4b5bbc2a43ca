// The forms in which a line is handed out: polyline with 6 digits, GeoJSON, and simplified. Each is made only when
// it is requested, and once for a line, under however many names.

import type { Parts, Position } from '../../src/course/cut-line.ts'
import { splitToTolerance } from '../../src/course/simplify/split-line.ts'
import { toUnitVectors } from '../../src/course/simplify/sphere-arc.ts'
import { EARTH_RADIUS_M, type LonLat } from '../../src/geo/lon-lat.ts'
import { encodePolyline6 } from '../../src/geo/polyline.ts'
import type { OutlineGeometry } from '../../src/places/outline-geojson.ts'
import { EncodedText } from '../../src/wire/encoded-answer.ts'
import { onceEach } from '../pipeline/once-each.ts'

export type { Parts, Position } from '../../src/course/cut-line.ts'

/** Google's encoded polyline with 6 decimal digits, latitude first; heights are left out. */
export const toPolyline6 = onceEach((coordinates: readonly Position[]): string => {
  const lonE6 = new Float64Array(coordinates.length)
  const latE6 = new Float64Array(coordinates.length)
  for (let i = 0; i < coordinates.length; i++) {
    lonE6[i] = Math.round(coordinates[i][0] * 1e6)
    latE6[i] = Math.round(coordinates[i][1] * 1e6)
  }
  return encodePolyline6(lonE6, latE6)
})

/** The same for an answer: a long one is written as JSON once, under however many names it goes out. */
export const toAnswerPolyline6 = onceEach((coordinates: readonly Position[]): string | EncodedText =>
  EncodedText.ofLong(toPolyline6(coordinates), true),
)

/** GeoJSON has no null in a position: one without a height has two members. */
const toPositions = (part: readonly Position[]): number[][] =>
  part.map(([lon, lat, heightM]) => (heightM === null ? [lon, lat] : [lon, lat, heightM]))

/** A LineString, or a MultiLineString where there are several parts. */
export const toGeoJsonLine = onceEach(
  (
    parts: Parts,
  ): { type: 'LineString'; coordinates: number[][] } | { type: 'MultiLineString'; coordinates: number[][][] } =>
    parts.length === 1
      ? { type: 'LineString', coordinates: toPositions(parts[0]) }
      : { type: 'MultiLineString', coordinates: parts.map(toPositions) },
)

/** A LineString without heights: for operations that take the terrain's. */
export const toFlatLine = onceEach(
  (coordinates: readonly Position[]): { type: 'LineString'; coordinates: number[][] } => ({
    type: 'LineString',
    coordinates: coordinates.map(([lon, lat]) => [lon, lat]),
  }),
)

/** A MultiLineString without heights, as a trail's line has none of its own. */
export function toTrailGeoJson(parts: readonly (readonly (readonly [lon: number, lat: number])[])[]) {
  return { type: 'MultiLineString', coordinates: parts }
}

/** Points that simplifying one part may look at before it halves pieces instead. */
const MAX_LOOKS = 2_000_000
type Point = readonly [lon: number, lat: number, ...rest: unknown[]]
const vectorsOf = onceEach((part: readonly Point[]) =>
  toUnitVectors(
    part.map(([lon]) => lon),
    part.map(([, lat]) => lat),
  ),
)
const simplifiedParts = onceEach((_parts: Parts) => new Map<number, Parts>())

/** Fewer points of each part, ends kept, none that is left out farther than so many metres from what stays. */
export function simplifyParts(parts: Parts, toleranceM: number): Parts {
  const known = simplifiedParts(parts)
  let simplified = known.get(toleranceM)
  if (simplified === undefined)
    known.set(toleranceM, (simplified = parts.map((part) => simplifyPart(part, toleranceM))))
  return simplified
}

function simplifyPart<P extends Point>(part: readonly P[], toleranceM: number): readonly P[] {
  const last = part.length - 1
  if (last < 2) return part
  const kept = splitToTolerance(vectorsOf(part), [0, last], toleranceM / EARTH_RADIUS_M, { left: MAX_LOOKS })
  return [0, ...kept, last].map((index) => part[index])
}

const LEAST_OF_RING = 4

/** The same of each line and ring. A ring of which nothing would be left keeps its points; 0 keeps all. */
export function simplifyOutline(outline: OutlineGeometry, toleranceM: number): OutlineGeometry {
  if (toleranceM === 0) return outline
  const ofLine = (line: readonly LonLat[]) => simplifyPart(line, toleranceM)
  const ofRing = (ring: readonly LonLat[]) => {
    const simplified = ofLine(ring)
    return simplified.length < LEAST_OF_RING ? ring : simplified
  }
  switch (outline.type) {
    case 'LineString':
      return { ...outline, coordinates: ofLine(outline.coordinates) }
    case 'MultiLineString':
      return { ...outline, coordinates: outline.coordinates.map(ofLine) }
    case 'Polygon':
      return { ...outline, coordinates: outline.coordinates.map(ofRing) }
    case 'MultiPolygon':
      return { ...outline, coordinates: outline.coordinates.map((rings) => rings.map(ofRing)) }
  }
}
