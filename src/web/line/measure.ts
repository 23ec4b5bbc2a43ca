// Distances and areas on a sphere, along straight lines (great circles) between places that were clicked. A shape whose
// lines cross has no area. Pure. No turf: its areas lack the antimeridian, and its sides are no great circles.

import { bearingDeg, DEG_TO_RAD, distanceM, EARTH_RADIUS_M, wrapLon, type LonLat } from '../../geo/lon-lat.ts'

export interface Measured {
  /** all lines together, the closing one among them where the shape is closed */
  lengthM: number
  /** the last line that was clicked; null: absent yet */
  last: { lengthM: number; bearingDeg: number } | null
  /** null: not closed, or its lines cross */
  areaM2: number | null
  crosses: boolean
}

export function measure(points: readonly LonLat[], closed: boolean): Measured {
  const ring = closed && points.length > 2 ? [...points, points[0]] : points
  const lengths = ring.slice(1).map((to, i) => distanceM(ring[i][0], ring[i][1], to[0], to[1]))
  const [from, to] = points.slice(-2)
  const crosses = closed && hasCrossing(points)
  return {
    lengthM: lengths.reduce((sum, length) => sum + length, 0),
    last:
      to === undefined
        ? null
        : {
            lengthM: distanceM(from[0], from[1], to[0], to[1]),
            bearingDeg: bearingDeg(from[0], from[1], to[0], to[1]),
          },
    areaM2: closed && points.length > 2 && !crosses ? areaM2(points) : null,
    crosses,
  }
}

/** Spherical excess of the trapezoids between each line and the equator. The lines must not cross. */
export function areaM2(points: readonly LonLat[]): number {
  let excess = 0
  points.forEach(([lon, lat], i) => {
    const [nextLon, nextLat] = points[(i + 1) % points.length]
    const half = Math.tan((lat * DEG_TO_RAD) / 2)
    const nextHalf = Math.tan((nextLat * DEG_TO_RAD) / 2)
    const across = Math.tan((wrapLon(nextLon - lon) * DEG_TO_RAD) / 2)
    excess += 2 * Math.atan2(across * (half + nextHalf), 1 + half * nextHalf)
  })
  return Math.abs(excess) * EARTH_RADIUS_M ** 2
}

/** Whether two lines of the closed shape cross that are no neighbours. */
function hasCrossing(points: readonly LonLat[]): boolean {
  const first = points[0]?.[0] ?? 0
  const flat = points.map(([lon, lat]): LonLat => [wrapLon(lon - first), lat])
  const count = flat.length
  for (let i = 0; i < count; i++)
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue
      if (cross(flat[i], flat[i + 1], flat[j], flat[(j + 1) % count])) return true
    }
  return false
}

function cross(a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean {
  const side = (from: LonLat, to: LonLat, at: LonLat) =>
    Math.sign((to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
