// Points of a line as the service takes them in a variable: encoded, six decimals.

import type { LineInput } from '../documents/generated/graphql.ts'
import { type ShownLine, samplePlaces } from './shown-line.ts'
import { encodePolyline6 } from '../../geo/polyline.ts'

export function toPolyline6(points: readonly (readonly [number, number, ...unknown[]])[]): string {
  return encodePolyline6(
    points.map(([lon]) => Math.round(lon * 1e6)),
    points.map(([, lat]) => Math.round(lat * 1e6)),
  )
}

/** As many points as the service takes of a line. */
export const MOST_POINTS = 5000

/**
 * A shown line as the service takes it: of too many points, evenly spaced ones. Several parts go as what they are, so
 * that the service may refuse them: nothing is travelled across a gap.
 */
export function toLineInput(line: ShownLine): { line: LineInput; thinned: boolean } {
  const thinned = line.points.length > MOST_POINTS
  if (line.partStarts.length === 1)
    return {
      line: { polyline6: toPolyline6(thinned ? samplePlaces(line, MOST_POINTS, 1).places : line.points) },
      thinned,
    }
  const { places, segments } = thinned
    ? samplePlaces(line, MOST_POINTS, 1)
    : { places: line.points, segments: line.partStarts }
  const coordinates = segments.map((start, part) =>
    places.slice(start, segments[part + 1]).map(([lon, lat]) => [lon, lat]),
  )
  return { line: { geojson: { type: 'MultiLineString', coordinates } }, thinned }
}
