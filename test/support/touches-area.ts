// Whether a line touches an area, by looking at every side of every ring: the oracle of avoided areas. Shares nothing
// with src; segments are intersected by solving for where they meet, points are counted in by angles.

type Point = readonly [number, number]
type Rings = readonly (readonly Point[])[]

const EPSILON = 1e-15

/** Whether a point lies inside the outer ring and in no hole, by winding numbers. */
export function isInside(rings: Rings, [x, y]: Point): boolean {
  const turns = rings.map((ring) => {
    let angle = 0
    for (let i = 1; i < ring.length; i++) {
      const a = Math.atan2(ring[i - 1][1] - y, ring[i - 1][0] - x)
      const b = Math.atan2(ring[i][1] - y, ring[i][0] - x)
      angle += ((b - a + 3 * Math.PI) % (2 * Math.PI)) - Math.PI
    }
    return Math.abs(angle) > Math.PI
  })
  return turns[0] && !turns.slice(1).includes(true)
}

/** Whether two segments share a point; parallel ones that lie on each other do not occur in random cases. */
export function doCross([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, [dx, dy]: Point): boolean {
  const determinant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  if (Math.abs(determinant) < EPSILON) return false
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / determinant
  const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / determinant
  return t >= 0 && t <= 1 && u >= 0 && u <= 1
}

/** Whether any point of a line lies in the area. */
export function touchesArea(rings: Rings, line: readonly Point[]): boolean {
  const box = (points: readonly Point[], pick: (...values: number[]) => number, axis: 0 | 1) =>
    pick(...points.map((point) => point[axis]))
  for (const axis of [0, 1] as const)
    if (
      box(line, Math.max, axis) < box(rings[0], Math.min, axis) ||
      box(line, Math.min, axis) > box(rings[0], Math.max, axis)
    )
      return false
  if (line.some((point) => isInside(rings, point))) return true
  for (let p = 1; p < line.length; p++)
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) if (doCross(line[p - 1], line[p], ring[i - 1], ring[i])) return true
  return false
}

/** A ring around a point whose sides do not cross: vertices at growing angles, at random distances. */
export function starRing(
  [lon, lat]: Point,
  radiusDeg: number,
  vertices: number,
  random: () => number,
): [number, number][] {
  const angles = Array.from({ length: vertices }, (_, i) => ((i + 0.9 * random()) / vertices) * 2 * Math.PI)
  const ring = angles.map((angle): [number, number] => {
    const radius = radiusDeg * (0.3 + 0.7 * random())
    return [lon + 1.36 * radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return [...ring, ring[0]]
}
