// Which places are along a line: points on the line to search around, and the exact distance and mark of each place
// found. Lengths in metres; parts of a line are never joined, and gaps between them do not count in marks. Pure.

import { type LonLat, distanceM, lonBetween, nearestOnSegment } from '../geo/lon-lat.ts'
import { tenths } from '../wire/numbers.ts'

/** Parts of a line in its order; further numbers of a position are not read. */
export type LineParts = readonly (readonly (readonly [lon: number, lat: number, ...rest: unknown[]])[])[]

export interface Along<P> {
  place: P
  /** from the line to the place */
  distanceM: number
  /** along the line, at the point nearest to the place */
  atM: number
}

/** Maximum number of points to search around, however long the line. */
const MAX_PROBES = 1000

export interface Probes {
  points: LonLat[]
  /** search radius around each point, large enough not to miss anything within `withinM` of the line */
  radiusM: number
}

/** Points along the line about `withinM` apart. Empty for a line without points. */
export function probeLine(parts: LineParts, withinM: number): Probes {
  let lengthM = 0
  for (const part of parts)
    for (let i = 1; i < part.length; i++) lengthM += distanceM(part[i - 1][0], part[i - 1][1], part[i][0], part[i][1])
  const spacingM = Math.max(withinM, lengthM / (MAX_PROBES - parts.length > 0 ? MAX_PROBES - parts.length : 1), 25)
  const points: LonLat[] = []
  for (const part of parts) {
    let sinceM = Number.POSITIVE_INFINITY
    for (let i = 0; i < part.length; i++) {
      const stepM = i === 0 ? 0 : distanceM(part[i - 1][0], part[i - 1][1], part[i][0], part[i][1])
      // long segments are divided, short ones skipped
      if (i > 0 && sinceM + stepM > spacingM) {
        for (let atM = spacingM - sinceM; atM < stepM; atM += spacingM) {
          const share = atM / stepM
          points.push([
            lonBetween(part[i - 1][0], part[i][0], share),
            part[i - 1][1] + (part[i][1] - part[i - 1][1]) * share,
          ])
          sinceM = -atM
        }
      }
      if (i === 0 || i === part.length - 1) {
        points.push([part[i][0], part[i][1]])
        sinceM = 0
      } else sinceM += stepM
    }
  }
  // no point of the line is farther than half a spacing from a probe
  return { points, radiusM: Math.ceil(withinM + spacingM / 2) }
}

/** Places within `withinM` of the line, each once, in order along it. `found` are the places around the probes. */
export function placesAlong<P extends { id: number; lon: number; lat: number }>(
  parts: LineParts,
  found: Iterable<P>,
  withinM: number,
): Along<P>[] {
  const once = new Map<number, P>()
  for (const place of found) once.set(place.id, place)
  const along: Along<P>[] = []
  for (const place of once.values()) {
    const nearest = nearestOnParts(parts, place.lon, place.lat)
    if (nearest.distanceM <= withinM)
      along.push({ place, distanceM: tenths(nearest.distanceM), atM: tenths(nearest.atM) })
  }
  return along.sort((a, b) => a.atM - b.atM || a.distanceM - b.distanceM || a.place.id - b.place.id)
}

function nearestOnParts(parts: LineParts, lon: number, lat: number): { distanceM: number; atM: number } {
  let best = { distanceM: Number.POSITIVE_INFINITY, atM: 0 }
  let startM = 0
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) {
      const [lonA, latA] = part[i - 1]
      const [lonB, latB] = part[i]
      const lengthM = distanceM(lonA, latA, lonB, latB)
      const nearest = nearestOnSegment(lon, lat, lonA, latA, lonB, latB)
      if (nearest.distanceM < best.distanceM)
        best = { distanceM: nearest.distanceM, atM: startM + nearest.share * lengthM }
      startM += lengthM
    }
  }
  return best
}
