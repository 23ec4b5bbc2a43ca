// Rings of one area in the order needed for tiles: each outer ring, then the inner rings in it. Whether a ring is inner
// is decided by how many others contain it, not by roles, so that wrong roles do no harm. World units; closed rings of
// x, y, x, y, ...

/**
 * This many vertices of a ring are looked for one by one before an index of the other ring is made: two rings rarely
 * share even the first.
 */
const LOOKED_FOR = 4

export interface NestedRings {
  rings: Float64Array[]
  /** 1 for an inner ring */
  inner: number[]
}

/** Rings should not cross each other; if they do, the order is one of the possible ones. */
export function nestRings(rings: readonly Float64Array[]): NestedRings {
  if (rings.length === 1) return { rings: [...rings], inner: [0] }
  const boxes = rings.map(boxOf)
  const parents = rings.map((ring, i) => {
    const within: number[] = []
    rings.forEach((other, j) => {
      if (i !== j && holdsBox(boxes[j], boxes[i]) && holdsRing(other, ring)) within.push(j)
    })
    return within
  })
  const ordered: NestedRings = { rings: [], inner: [] }
  rings.forEach((ring, i) => {
    if (parents[i].length % 2 !== 0) return
    ordered.rings.push(ring)
    ordered.inner.push(0)
    rings.forEach((hole, j) => {
      if (parents[j].length === parents[i].length + 1 && parents[j].includes(i)) {
        ordered.rings.push(hole)
        ordered.inner.push(1)
      }
    })
  })
  return ordered
}

/** Twice the enclosed area: positive for a ring that runs clockwise on the screen (y down). */
export function ringArea2(ring: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1])
  return sum
}

/** Whether the ring contains the point, by the even-odd rule. */
export function ringHolds(ring: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const y1 = ring[i + 1]
    const y2 = ring[i + 3]
    if (y1 > y === y2 > y) continue
    if (ring[i] + ((y - y1) / (y2 - y1)) * (ring[i + 2] - ring[i]) > x) inside = !inside
  }
  return inside
}

/** Tests the first vertex that is not on the other ring, else the middle of an edge. */
function holdsRing(outer: Float64Array, ring: Float64Array): boolean {
  let vertices: Set<string> | null = null
  for (let i = 0; i + 2 < ring.length; i += 2) {
    const [x, y] = [ring[i], ring[i + 1]]
    const isShared =
      i < 2 * LOOKED_FOR ? hasVertex(outer, x, y) : (vertices ??= verticesOf(outer)).has(toVertexKey(x, y))
    if (!isShared) return ringHolds(outer, x, y)
  }
  return ringHolds(outer, (ring[0] + ring[2]) / 2, (ring[1] + ring[3]) / 2)
}

function hasVertex(ring: Float64Array, x: number, y: number): boolean {
  for (let i = 0; i < ring.length; i += 2) if (ring[i] === x && ring[i + 1] === y) return true
  return false
}

function verticesOf(ring: Float64Array): Set<string> {
  const vertices = new Set<string>()
  for (let i = 0; i < ring.length; i += 2) vertices.add(toVertexKey(ring[i], ring[i + 1]))
  return vertices
}

const toVertexKey = (x: number, y: number): string => `${x},${y}`

type RingBox = [minX: number, minY: number, maxX: number, maxY: number]

/** The box around a ring or a line of x, y, ... */
export function boxOf(line: Float64Array): RingBox {
  let minX = Infinity
  let minY = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  for (let i = 0; i < line.length; i += 2) {
    minX = Math.min(minX, line[i])
    minY = Math.min(minY, line[i + 1])
    maxX = Math.max(maxX, line[i])
    maxY = Math.max(maxY, line[i + 1])
  }
  return [minX, minY, maxX, maxY]
}

function holdsBox(outer: RingBox, box: RingBox): boolean {
  return outer[0] <= box[0] && outer[1] <= box[1] && outer[2] >= box[2] && outer[3] >= box[3]
}
