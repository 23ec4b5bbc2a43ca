// How far skipped points lie from a simplified line, measured without any of the course code: haversine distances and a
// search along each arc by halving (the distance to a point has one minimum along an arc shorter than half the globe).

type Point = readonly [lon: number, lat: number]
const R = 6_371_008.8
const rad = Math.PI / 180

function haversineM([lonA, latA]: Point, [lonB, latB]: Point): number {
  const h =
    Math.sin(((latB - latA) * rad) / 2) ** 2 +
    Math.cos(latA * rad) * Math.cos(latB * rad) * Math.sin(((lonB - lonA) * rad) / 2) ** 2
  return 2 * R * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The point at a share of the great circle from a to b (Ed Williams' formulary). */
function between(a: Point, b: Point, share: number): Point {
  const d = haversineM(a, b) / R
  if (d < 1e-13) return a
  const fa = Math.sin((1 - share) * d) / Math.sin(d)
  const fb = Math.sin(share * d) / Math.sin(d)
  const x = fa * Math.cos(a[1] * rad) * Math.cos(a[0] * rad) + fb * Math.cos(b[1] * rad) * Math.cos(b[0] * rad)
  const y = fa * Math.cos(a[1] * rad) * Math.sin(a[0] * rad) + fb * Math.cos(b[1] * rad) * Math.sin(b[0] * rad)
  const z = fa * Math.sin(a[1] * rad) + fb * Math.sin(b[1] * rad)
  return [Math.atan2(y, x) / rad, Math.atan2(z, Math.hypot(x, y)) / rad]
}

/** Smallest distance of p from the arc a-b by golden-section search, metres. */
export function toArcM(p: Point, a: Point, b: Point): number {
  const golden = (Math.sqrt(5) - 1) / 2
  let low = 0
  let high = 1
  let x1 = high - golden,
    x2 = low + golden
  let f1 = haversineM(p, between(a, b, x1)),
    f2 = haversineM(p, between(a, b, x2))
  for (let i = 0; i < 60; i++) {
    if (f1 < f2) {
      high = x2
      x2 = x1
      f2 = f1
      x1 = high - golden * (high - low)
      f1 = haversineM(p, between(a, b, x1))
    } else {
      low = x1
      x1 = x2
      f1 = f2
      x2 = low + golden * (high - low)
      f2 = haversineM(p, between(a, b, x2))
    }
  }
  return Math.min(f1, f2, haversineM(p, a), haversineM(p, b))
}

/** Largest distance of skipped points from the arcs between kept points. */
export function measureDeviationM(points: readonly Point[], kept: readonly number[]): number {
  let largest = 0
  for (let k = 1; k < kept.length; k++) {
    for (let i = kept[k - 1] + 1; i < kept[k]; i++)
      largest = Math.max(largest, toArcM(points[i], points[kept[k - 1]], points[kept[k]]))
  }
  return largest
}
