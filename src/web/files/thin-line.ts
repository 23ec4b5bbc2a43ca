// Thinning of a line on this side, for files beyond what the service takes: Ramer-Douglas-Peucker (1973), once for all
// tolerances. Each point gets the largest tolerance at which it would stay; the most significant ones are kept. Ends of
// parts always stay. The deviation that it reports is a bound: no removed point lies farther from the line that stays.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import type { GpxScan } from './gpx-scan.ts'

/** Runs are worked on in pieces of so many points, whose ends stay: bounds the work on lines that wind a lot. */
const PIECE_POINTS = 8192

export interface Thinned {
  /** indices of the points that stay, ascending */
  kept: Uint32Array
  /** metres, at most */
  deviationM: number
}

/**
 * Keeps at most `most` points, but never fewer than the ends of parts and pieces. Keeps all of a line that is short
 * enough.
 */
export function thinLine(scan: Pick<GpxScan, 'count' | 'lon' | 'lat' | 'partStarts'>, most: number): Thinned {
  const { count } = scan
  if (count <= most) return { kept: Uint32Array.from({ length: count }, (_, i) => i), deviationM: 0 }
  const significance = significances(scan)
  const order = Float64Array.from(significance).sort()
  // every point of the same significance goes, so that what is kept is what the tolerance keeps
  const tolerance = order[Math.max(0, count - most - 1)]
  const bound = tolerance === Infinity ? Math.max(0, ...finite(order)) : tolerance
  const kept: number[] = []
  for (let i = 0; i < count; i++) if (significance[i] > bound || significance[i] === Infinity) kept.push(i)
  return { kept: Uint32Array.from(kept), deviationM: bound }
}

function finite(order: Float64Array): number[] {
  for (let i = order.length - 1; i >= 0; i--) if (order[i] !== Infinity) return [order[i]]
  return []
}

/** Of each point the largest tolerance in metres at which Ramer-Douglas-Peucker keeps it; Infinity for ends. */
export function significances({
  count,
  lon,
  lat,
  partStarts,
}: Pick<GpxScan, 'count' | 'lon' | 'lat' | 'partStarts'>): Float64Array {
  const out = new Float64Array(count)
  partStarts.forEach((start, part) => {
    const end = (partStarts[part + 1] ?? count) - 1
    for (let from = start; from < end; from += PIECE_POINTS)
      markPiece(lon, lat, from, Math.min(end, from + PIECE_POINTS), out)
    out[start] = Infinity
    if (end >= start) out[end] = Infinity
  })
  return out
}

/** One piece in the plane at its middle latitude. */
function markPiece(lon: Float64Array, lat: Float64Array, first: number, last: number, out: Float64Array): void {
  const ky = DEG_TO_RAD * EARTH_RADIUS_M
  const kx = ky * Math.cos(((lat[first] + lat[last]) / 2) * DEG_TO_RAD)
  out[first] = Infinity
  out[last] = Infinity
  const stack: [number, number, number][] = [[first, last, Infinity]]
  for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
    const [from, to, above] = piece
    if (to - from < 2) continue
    const ax = lon[from] * kx
    const ay = lat[from] * ky
    const dx = lon[to] * kx - ax
    const dy = lat[to] * ky - ay
    const lengthSq = dx * dx + dy * dy
    let farthest = from + 1
    let farthestSq = -1
    for (let i = from + 1; i < to; i++) {
      const px = lon[i] * kx - ax
      const py = lat[i] * ky - ay
      const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / lengthSq))
      const ex = px - share * dx
      const ey = py - share * dy
      const distanceSq = ex * ex + ey * ey
      if (distanceSq > farthestSq) {
        farthestSq = distanceSq
        farthest = i
      }
    }
    const own = Math.min(above, Math.sqrt(farthestSq))
    out[farthest] = own
    stack.push([from, farthest, own], [farthest, to, own])
  }
}

/** The text without the points that do not stay; everything else is as it was. */
export function cutPoints(text: string, scan: Pick<GpxScan, 'count' | 'start' | 'end'>, kept: Uint32Array): string {
  const pieces: string[] = []
  let at = 0
  let next = 0
  for (let i = 0; i < scan.count; i++) {
    if (next < kept.length && kept[next] === i) {
      next++
      continue
    }
    if (scan.start[i] > at) pieces.push(text.slice(at, scan.start[i]))
    at = scan.end[i]
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
