// Independent checks of polygons on whole numbers (millionths of a degree), so that every comparison is exact: rings
// are simple, run the right way round, touch nothing, and holes lie in their polygon. Shares nothing with src.

import Flatbush from 'flatbush'

type Point = readonly number[]
type Segment = readonly [ax: number, ay: number, bx: number, by: number]

const E6 = (degrees: number) => Math.round(degrees * 1e6)
const side = ([ax, ay, bx, by]: Segment, x: number, y: number) => Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))

function segmentsOf(ring: readonly Point[]): Segment[] {
  return ring.slice(1).map(([x, y], i) => [E6(ring[i][0]), E6(ring[i][1]), E6(x), E6(y)])
}

function indexOf(segments: readonly Segment[]): Flatbush {
  const index = new Flatbush(segments.length)
  for (const [ax, ay, bx, by] of segments)
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
  index.finish()
  return index
}

/** Whether two segments share a point. */
function meet(a: Segment, b: Segment): boolean {
  const [p, q] = [side(a, b[0], b[1]), side(a, b[2], b[3])]
  const [r, s] = [side(b, a[0], a[1]), side(b, a[2], a[3])]
  if (p * q < 0 && r * s < 0) return true
  const within = (c: Segment, x: number, y: number) =>
    Math.min(c[0], c[2]) <= x && x <= Math.max(c[0], c[2]) && Math.min(c[1], c[3]) <= y && y <= Math.max(c[1], c[3])
  return (
    (p === 0 && within(a, b[0], b[1])) ||
    (q === 0 && within(a, b[2], b[3])) ||
    (r === 0 && within(b, a[0], a[1])) ||
    (s === 0 && within(b, a[2], a[3]))
  )
}

function area2(ring: readonly Point[]): number {
  return segmentsOf(ring).reduce((sum, [ax, ay, bx, by]) => sum + (bx - ax) * (ay + by), 0) * -1
}

/** Whether a point lies inside a polygon of rings; a point on a ring is as it falls. */
export function holdsPoint(polygon: readonly (readonly Point[])[], [lon, lat]: Point): boolean {
  let inside = false
  for (const ring of polygon)
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]
      const [bx, by] = ring[i]
      if (ay > lat !== by > lat && lon < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
    }
  return inside
}

/** What is wrong with a multipolygon; an empty list: nothing. */
export function faultsOf(polygons: readonly (readonly (readonly Point[])[])[]): string[] {
  const faults: string[] = []
  const segments: Segment[] = []
  /** ring of each segment, and its place there */
  const places: [ring: number, at: number, count: number][] = []
  let ringNumber = 0
  polygons.forEach((rings, p) => {
    rings.forEach((ring, r) => {
      const name = `ring ${r} of polygon ${p}`
      if (ring.length < 4 || `${ring[0]}` !== `${ring.at(-1)}`) faults.push(`${name} is not closed`)
      if (r === 0 ? area2(ring) <= 0 : area2(ring) >= 0) faults.push(`${name} runs the wrong way round`)
      if (r > 0 && !holdsPoint([rings[0]], ring[0])) faults.push(`${name} lies outside its polygon`)
      const own = segmentsOf(ring)
      own.forEach((segment, at) => {
        if (segment[0] === segment[2] && segment[1] === segment[3]) faults.push(`${name} stands still at ${at}`)
        segments.push(segment)
        places.push([ringNumber, at, own.length])
      })
      ringNumber++
    })
  })
  if (segments.length === 0) return faults
  const index = indexOf(segments)
  segments.forEach((segment, i) => {
    const [ax, ay, bx, by] = segment
    for (const j of index.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))) {
      if (j <= i) continue
      const [ring, at, count] = places[i]
      const [otherRing, other] = places[j]
      const apart = ring === otherRing ? Math.min(other - at, count - (other - at)) : 2
      if (apart === 1 && count > 3) {
        // neighbours share one point; they may not double back
        const [x, y] = other - at === 1 ? [segments[j][2], segments[j][3]] : [segments[j][0], segments[j][1]]
        if (side(segment, x, y) === 0 && meet(segment, [x, y, x, y])) faults.push(`segment ${i} doubles back`)
      } else if (apart > 1 && meet(segment, segments[j])) faults.push(`segments ${i} and ${j} meet`)
    }
  })
  return faults
}

/** How often rings of one multipolygon cross those of another; running along one another is no crossing. */
export function crossings(
  a: readonly (readonly (readonly Point[])[])[],
  b: readonly (readonly (readonly Point[])[])[],
): number {
  const [first, second] = [a, b].map((polygons) => polygons.flat().flatMap(segmentsOf))
  if (first.length === 0 || second.length === 0) return 0
  const index = indexOf(second)
  let count = 0
  for (const segment of first) {
    const [ax, ay, bx, by] = segment
    for (const j of index.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))) {
      const other = second[j]
      if (
        side(segment, other[0], other[1]) * side(segment, other[2], other[3]) < 0 &&
        side(other, ax, ay) * side(other, bx, by) < 0
      )
        count++
    }
  }
  return count
}
