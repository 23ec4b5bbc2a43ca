// Rounds and thins lines of the local plane (metres): corner cutting after Chaikin 1974 and the rule of Douglas and
// Peucker 1973. Ends stay where they are; rings are handed in closed (first point again at the end).
// Pure; never looks at the map.

export type Plane = [xM: number, yM: number]

/** Cuts every inner corner at a quarter and three quarters. */
export function cutCorners(line: readonly Plane[]): Plane[] {
  const cut: Plane[] = [line[0]]
  for (let i = 0; i + 1 < line.length; i++) {
    const [ax, ay] = line[i]
    const [bx, by] = line[i + 1]
    if (i > 0) cut.push([0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by])
    if (i + 2 < line.length) cut.push([0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by])
  }
  cut.push(line[line.length - 1])
  return cut
}

/** Leaves out points that lie within `toleranceM` of the line without them. */
export function dropStraight(line: readonly Plane[], toleranceM: number): Plane[] {
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const open: [number, number][] = [[0, line.length - 1]]
  while (open.length > 0) {
    const [from, to] = open.pop()!
    let far = -1
    let farM = toleranceM
    for (let i = from + 1; i < to; i++) {
      const offM = offLineM(line[i], line[from], line[to])
      if (offM > farM) {
        far = i
        farM = offM
      }
    }
    if (far < 0) continue
    keep[far] = 1
    open.push([from, far], [far, to])
  }
  return line.filter((_, i) => keep[i] === 1)
}

/** Distance in metres from p to the segment a-b. */
export function offLineM(p: Plane, a: Plane, b: Plane): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const lengthSq = dx * dx + dy * dy
  const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / lengthSq))
  return Math.hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)
}
