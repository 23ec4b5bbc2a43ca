// HOT: npm run bench -- static-map
// The points of a line are moved in an array that is used again.
//
// A line shifted sideways: each point moves to its right (like MapLibre's `line-offset`), at a bend along the mean of
// both directions, and no further than a sharp bend allows.

let shifted = new Float64Array(1024)

/** At most so many times the offset, where a bend is sharp. */
const MOST_MITRE = 2

/** Valid until the next call; the points themselves where there is no offset. */
export function shiftLine(points: Float64Array, count: number, offsetPx: number): Float64Array {
  if (offsetPx === 0 || count < 2) return points
  if (shifted.length < count * 2) shifted = new Float64Array(count * 4)
  let [beforeX, beforeY] = normalOf(points, 0) ?? [0, 0]
  for (let i = 0; i < count; i++) {
    const [afterX, afterY] = (i + 1 < count ? normalOf(points, i) : null) ?? [beforeX, beforeY]
    const [sumX, sumY] = [beforeX + afterX, beforeY + afterY]
    const square = sumX * sumX + sumY * sumY
    const mitre = square < 1e-9 ? 0 : Math.min(2 / square, MOST_MITRE / Math.sqrt(square))
    shifted[i * 2] = points[i * 2] + sumX * mitre * offsetPx
    shifted[i * 2 + 1] = points[i * 2 + 1] + sumY * mitre * offsetPx
    ;[beforeX, beforeY] = [afterX, afterY]
  }
  return shifted
}

/** To the right of the piece that begins at a point, of length 1; null for one of no length. */
function normalOf(points: Float64Array, i: number): readonly [number, number] | null {
  const dx = points[i * 2 + 2] - points[i * 2]
  const dy = points[i * 2 + 3] - points[i * 2 + 1]
  const length = Math.hypot(dx, dy)
  return length === 0 ? null : [-dy / length, dx / length]
}
