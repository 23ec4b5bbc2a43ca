// HOT: npm run bench -- course-budget
// It runs for every point under every arc that is tried, so it works on unit vectors without trigonometry.
//
// Distances from points to great-circle arcs, exact on the sphere of lon-lat.ts and precise to micrometres.
// A line is three columns of unit vectors (x to 0 E, z to the north pole). Distances here are angles in radians.
// Pure; longitudes no longer occur, so neither the antimeridian nor the poles are special.

import { DEG_TO_RAD } from '../../geo/lon-lat.ts'

export interface UnitVectors {
  x: Float64Array
  y: Float64Array
  z: Float64Array
}

export function toUnitVectors(lon: ArrayLike<number>, lat: ArrayLike<number>): UnitVectors {
  const count = lon.length
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  const z = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const cos = Math.cos(lat[i] * DEG_TO_RAD)
    x[i] = cos * Math.cos(lon[i] * DEG_TO_RAD)
    y[i] = cos * Math.sin(lon[i] * DEG_TO_RAD)
    z[i] = Math.sin(lat[i] * DEG_TO_RAD)
  }
  return { x, y, z }
}

/**
 * Largest distance of the points strictly between a and b from the arc a-b, and the index of that point (-1: none).
 */
export function farthestFromArc({ x, y, z }: UnitVectors, a: number, b: number): { index: number; angle: number } {
  const ax = x[a],
    ay = y[a],
    az = z[a]
  const dx = x[b] - ax,
    dy = y[b] - ay,
    dz = z[b] - az
  // normal of the arc's plane, a x (b - a); the same as a x b but without cancellation for close points
  const nx = ay * dz - az * dy
  const ny = az * dx - ax * dz
  const nz = ax * dy - ay * dx
  const normSq = nx * nx + ny * ny + nz * nz
  const arcSq = dx * dx + dy * dy + dz * dz
  const perNorm = normSq < 1e-34 ? 0 : 1 / normSq
  // square of the chord (2 sin(angle / 2)) off an end, of the sine beside the arc: both equal the squared angle up to
  // 1e-12 relative
  let farthest = -1
  let farthestSq = -1
  let isSine = false
  for (let i = a + 1; i < b; i++) {
    const px = x[i] - ax,
      py = y[i] - ay,
      pz = z[i] - az
    let distanceSq: number
    let sine = false
    // along = (n x a) . (p - a), n x a points from a to b
    const along = (ny * az - nz * ay) * px + (nz * ax - nx * az) * py + (nx * ay - ny * ax) * pz
    if (perNorm === 0 || along <= 0) distanceSq = px * px + py * py + pz * pz
    else {
      const qx = px - dx,
        qy = py - dy,
        qz = pz - dz
      const bx = ax + dx,
        by = ay + dy,
        bz = az + dz
      const back = (by * nz - bz * ny) * qx + (bz * nx - bx * nz) * qy + (bx * ny - by * nx) * qz
      if (back <= 0) distanceSq = qx * qx + qy * qy + qz * qz
      else {
        const across = nx * px + ny * py + nz * pz
        distanceSq = across * across * perNorm
        sine = true
      }
    }
    if (distanceSq > farthestSq) {
      farthestSq = distanceSq
      farthest = i
      isSine = sine
    }
  }
  if (farthest < 0) return { index: -1, angle: 0 }
  const root = Math.sqrt(farthestSq)
  if (arcSq > 3.9) return { index: farthest, angle: Math.PI } // opposite ends: the arc between them is undefined
  return { index: farthest, angle: isSine ? Math.asin(Math.min(1, root)) : 2 * Math.asin(Math.min(1, root / 2)) }
}
