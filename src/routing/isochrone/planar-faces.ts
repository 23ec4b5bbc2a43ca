// HOT: npm run bench -- planner
// It goes once around every way of an answer, on both sides.
//
// What segments enclose: the faces of the plane that they are the edges of. Segments meet where they have an end in
// common; from there a face goes on along the next segment clockwise, so that its ground is always on the left.

import type { Segments } from './segments.ts'

/** A segment in one of its directions: segment * 2, + 1 backwards. */
type Half = number

/**
 * Calls for each face whose doubled area is positive and below a limit, with the halves around it, valid until it
 * returns; `twiceLimit` by the y of a place on its border.
 */
export function eachSmallFace(
  segments: Segments,
  twiceLimit: (y: number) => number,
  take: (halves: readonly Half[]) => void,
): void {
  const { xy } = segments
  const next = followingHalves(segments)
  const seen = new Uint8Array(next.length)
  const face: Half[] = []
  for (let first = 0; first < next.length; first++) {
    if (seen[first] === 1) continue
    const originX = xy[(first >> 1) * 4 + (first & 1) * 2]
    const originY = xy[(first >> 1) * 4 + (first & 1) * 2 + 1]
    let twiceArea = 0
    let half = first
    face.length = 0
    do {
      seen[half] = 1
      face.push(half)
      const from = (half >> 1) * 4 + (half & 1) * 2
      const to = (half >> 1) * 4 + 2 - (half & 1) * 2
      twiceArea += (xy[from] - originX) * (xy[to + 1] - originY) - (xy[to] - originX) * (xy[from + 1] - originY)
      half = next[half]
    } while (half !== first)
    if (twiceArea > 0 && twiceArea < twiceLimit(originY)) take(face)
  }
}

/** By half: the one that follows it around the face on its left. */
function followingHalves(segments: Segments): Int32Array {
  const { xy, count } = segments
  const { vertexOf, vertices } = findVertices(segments)
  const starts = new Int32Array(vertices + 1)
  for (let half = 0; half < count * 2; half++) starts[vertexOf[half] + 1]++
  for (let vertex = 0; vertex < vertices; vertex++) starts[vertex + 1] += starts[vertex]
  const ends = starts.slice()
  const around = new Int32Array(count * 2)
  for (let half = 0; half < count * 2; half++) {
    // each into its place anticlockwise
    const vertex = vertexOf[half]
    let at = ends[vertex]++
    while (at > starts[vertex] && isBefore(xy, half, around[at - 1])) around[at] = around[--at]
    around[at] = half
  }
  const next = new Int32Array(count * 2)
  for (let vertex = 0; vertex < vertices; vertex++)
    for (let at = starts[vertex]; at < starts[vertex + 1]; at++)
      next[around[at] ^ 1] = around[at === starts[vertex] ? starts[vertex + 1] - 1 : at - 1]
  return next
}

/** Whether a half leaves their vertex at a smaller angle from east than another. */
function isBefore(xy: Int32Array, a: Half, b: Half): boolean {
  const [i, j] = [(a >> 1) * 4, (b >> 1) * 4]
  const [aSign, bSign] = [1 - (a & 1) * 2, 1 - (b & 1) * 2]
  const ax = (xy[i + 2] - xy[i]) * aSign
  const ay = (xy[i + 3] - xy[i + 1]) * aSign
  const bx = (xy[j + 2] - xy[j]) * bSign
  const by = (xy[j + 3] - xy[j + 1]) * bSign
  const aIsLower = ay < 0 || (ay === 0 && ax < 0)
  if (aIsLower !== (by < 0 || (by === 0 && bx < 0))) return !aIsLower
  const turn = ax * by - ay * bx
  // of two on one line the order at one end is the reverse of that at the other
  return turn === 0 ? a >> 1 < b >> 1 === (ax > 0 || (ax === 0 && ay > 0)) : turn > 0
}

/** By half: the number of the place where it begins, the same for the same place. */
function findVertices({ xy, count }: Segments): { vertexOf: Int32Array; vertices: number } {
  const vertexOf = new Int32Array(count * 2)
  const bits = Math.max(4, Math.ceil(Math.log2(count * 4 + 1)))
  /** by hash: a half that begins there, + 1; 0: none */
  const table = new Int32Array(1 << bits)
  const mask = table.length - 1
  let vertices = 0
  for (let half = 0; half < count * 2; half++) {
    const x = xy[half * 2]
    const y = xy[half * 2 + 1]
    const mixed = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    while (table[slot] !== 0 && (xy[table[slot] * 2 - 2] !== x || xy[table[slot] * 2 - 1] !== y))
      slot = (slot + 1) & mask
    if (table[slot] === 0) {
      table[slot] = half + 1
      vertexOf[half] = vertices++
    } else vertexOf[half] = vertexOf[table[slot] - 1]
  }
  return { vertexOf, vertices }
}
