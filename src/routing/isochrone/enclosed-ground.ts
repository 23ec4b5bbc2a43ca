// HOT: npm run bench -- planner
// It goes along every reached way.
//
// Fills what reached ways enclose if it measures less than 0.25 km2, exactly: ways are the edges of faces of the plane,
// and those that cross meet there. The ground of a bay is open however narrow its mouth is.

import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type NearGrid, TooManyTiles } from './near-grid.ts'
import type { EdgeParts } from './reached-edges.ts'
import { eastOf } from './way-points.ts'
import { lengthened } from '../../storage/typed-list.ts'

/** Numbers of a segment. */
const NUMBERS = 4
const KEPT = 1 << 18

/**
 * Segments of reached ways. An answer has up to millions of segments, so they are numbers in one row. Straight pieces
 * between places in whole numbers: ax, ay, bx, by.
 */
class Segments {
  xy = new Int32Array(NUMBERS * 1024)
  count = 0

  begin(): void {
    this.count = 0
    if (this.xy.length > NUMBERS * KEPT) this.xy = new Int32Array(NUMBERS * 1024)
  }

  /** A segment without length is left out. */
  add(ax: number, ay: number, bx: number, by: number): void {
    if (ax === bx && ay === by) return
    const at = this.count++ * NUMBERS
    if (at === this.xy.length) this.xy = lengthened(this.xy, at * 2)
    const { xy } = this
    xy[at] = ax
    xy[at + 1] = ay
    xy[at + 2] = bx
    xy[at + 3] = by
  }
}

/** Height of a strip: 90 m, in ten-millionths of a degree. */
const STRIP_BITS = 13
const INDEX_RANGE = 2 ** 22
/** Segments of an answer; more are not split. */
const MOST_SEGMENTS = INDEX_RANGE - 1

interface Cut {
  segment: number
  /** along the segment */
  share: number
  x: number
  y: number
}

/**
 * Splits segments where two of them cross, by a sweep over strips from west to east. Which pairs cross is decided in
 * whole numbers; where they do is rounded to whole numbers. Of segments whose places are not negative.
 */
function splitCrossings(segments: Segments): void {
  const { starts, order } = sortIntoStrips(segments)
  const cuts: Cut[] = []
  for (let strip = 0; strip + 1 < starts.length; strip++)
    sweep(segments.xy, order.subarray(starts[strip], starts[strip + 1]), cuts)
  cuts.sort((a, b) => a.segment - b.segment || a.share - b.share)
  for (let i = 0; i < cuts.length; ) {
    const { segment } = cuts[i]
    let end = i
    while (end < cuts.length && cuts[end].segment === segment) end++
    split(segments, segment, cuts.slice(i, end))
    i = end
  }
}

/** By strip: its segments, from west to east, each as `west * INDEX_RANGE + segment`. */
function sortIntoStrips({ xy, count }: Segments): { starts: Int32Array; order: Float64Array } {
  let north = 0
  for (let i = 0; i < count; i++) north = Math.max(north, xy[i * 4 + 1], xy[i * 4 + 3])
  const starts = new Int32Array((north >> STRIP_BITS) + 2)
  const ofEach = (take: (strip: number, segment: number) => void) => {
    for (let i = 0; i < count; i++) {
      const last = Math.max(xy[i * 4 + 1], xy[i * 4 + 3]) >> STRIP_BITS
      for (let strip = Math.min(xy[i * 4 + 1], xy[i * 4 + 3]) >> STRIP_BITS; strip <= last; strip++) take(strip, i)
    }
  }
  ofEach((strip) => starts[strip + 1]++)
  for (let strip = 1; strip < starts.length; strip++) starts[strip] += starts[strip - 1]
  const order = new Float64Array(starts[starts.length - 1])
  const next = starts.slice()
  ofEach((strip, i) => {
    order[next[strip]++] = Math.min(xy[i * 4], xy[i * 4 + 2]) * INDEX_RANGE + i
  })
  for (let strip = 0; strip + 1 < starts.length; strip++) order.subarray(starts[strip], starts[strip + 1]).sort()
  return { starts, order }
}

/** Finds the crossings of segments that are sorted from west to east. */
function sweep(xy: Int32Array, order: Float64Array, cuts: Cut[]): void {
  for (let k = 0; k < order.length; k++) {
    const i = order[k] % INDEX_RANGE
    const [ay, by] = [xy[i * 4 + 1], xy[i * 4 + 3]]
    const untilEast = (Math.max(xy[i * 4], xy[i * 4 + 2]) + 1) * INDEX_RANGE
    const south = Math.min(ay, by)
    const north = Math.max(ay, by)
    for (let m = k + 1; m < order.length && order[m] < untilEast; m++) {
      const j = order[m] % INDEX_RANGE
      if (xy[j * 4 + 1] < south && xy[j * 4 + 3] < south) continue
      if (xy[j * 4 + 1] > north && xy[j * 4 + 3] > north) continue
      cross(xy, Math.min(i, j), Math.max(i, j), cuts)
    }
  }
}

function cross(xy: Int32Array, i: number, j: number, cuts: Cut[]): void {
  const [a, b] = [i * 4, j * 4]
  const [ax, ay, bx, by] = [xy[a], xy[a + 1], xy[a + 2], xy[a + 3]]
  const [cx, cy, dx, dy] = [xy[b], xy[b + 1], xy[b + 2], xy[b + 3]]
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return
  const p = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
  const q = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
  if ((p > 0 && q > 0) || (p < 0 && q < 0)) return
  if (c !== 0 && d !== 0 && p !== 0 && q !== 0) {
    const share = p / (p - q)
    const x = Math.round(ax + (bx - ax) * share)
    const y = Math.round(ay + (by - ay) * share)
    cuts.push({ segment: i, share, x, y }, { segment: j, share: c / (c - d), x, y })
    return
  }
  // an end of one lies on the other
  if (c === 0) cutAt(xy, i, cx, cy, cuts)
  if (d === 0) cutAt(xy, i, dx, dy, cuts)
  if (p === 0) cutAt(xy, j, ax, ay, cuts)
  if (q === 0) cutAt(xy, j, bx, by, cuts)
}

/** At a place on the line of the segment, if it lies between its ends. */
function cutAt(xy: Int32Array, segment: number, x: number, y: number, cuts: Cut[]): void {
  const at = segment * 4
  const [alongX, alongY] = [xy[at + 2] - xy[at], xy[at + 3] - xy[at + 1]]
  const share = ((x - xy[at]) * alongX + (y - xy[at + 1]) * alongY) / (alongX ** 2 + alongY ** 2)
  if (share > 0 && share < 1) cuts.push({ segment, share, x, y })
}

/** In place of the segment, its pieces between the cuts. */
function split(segments: Segments, segment: number, cuts: readonly Cut[]): void {
  const at = segment * 4
  const end = { x: segments.xy[at + 2], y: segments.xy[at + 3] }
  let from: { x: number; y: number } = { x: segments.xy[at], y: segments.xy[at + 1] }
  let isFirst = true
  for (const to of [...cuts, end]) {
    if (to.x === from.x && to.y === from.y) continue
    if (isFirst) {
      segments.xy[at + 2] = to.x
      segments.xy[at + 3] = to.y
    } else segments.add(from.x, from.y, to.x, to.y)
    isFirst = false
    from = to
  }
}

/** A segment in one of its directions: segment * 2, + 1 backwards. */
type Half = number

/**
 * What segments enclose: the faces of the plane that they are the edges of. Segments meet where they have an end in
 * common; from there a face goes on along the next segment clockwise, so that its ground is always on the left. *
 * Calls for each face whose doubled area is positive and below a limit, with the halves around it, valid until it
 * returns; `twiceLimit` by the y of a place on its border.
 */
function eachSmallFace(
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

const FILLED_M2 = 250_000
const M_PER_E7 = M_PER_DEG_LAT / 1e7
/** Rows of the grid are distinguished by this; fractions of a cell have 21 bits. */
const ROW = 2 ** 16

export class EnclosedGround {
  readonly #graph: RoutingGraph
  readonly #grid: NearGrid
  readonly #segments = new Segments()
  /** of the grid's corner, in ten-millionths of a degree, and cells for each of them */
  #lonE7 = 0
  #latE7 = 0
  #perLonE7 = 0
  #perLatE7 = 0

  constructor(graph: RoutingGraph, grid: NearGrid) {
    this.#graph = graph
    this.#grid = grid
  }

  /** The corner of the grid in ten-millionths of a degree, and cells for each of them. */
  begin(lonE7: number, latE7: number, perLonE7: number, perLatE7: number): void {
    this.#lonE7 = lonE7
    this.#latE7 = latE7
    this.#perLonE7 = perLonE7
    this.#perLatE7 = perLatE7
  }

  end(): void {
    this.#segments.begin()
  }

  /** `parts`: all ways of a contour. Throws TooManyTiles. */
  fill(parts: EdgeParts): void {
    const segments = this.#segments
    segments.begin()
    for (let i = 0; i < parts.count; i++) this.#addPart(parts.edge[i], parts.from[i], parts.to[i])
    if (segments.count > MOST_SEGMENTS) throw new TooManyTiles()
    splitCrossings(segments)
    const twiceLimit = (y: number) =>
      (2 * FILLED_M2) / (M_PER_E7 ** 2 * Math.cos(((this.#latE7 + y) / 1e7) * DEG_TO_RAD))
    eachSmallFace(segments, twiceLimit, (halves) => this.#fillFace(halves))
  }

  /** From one share of an edge to another. */
  #addPart(edge: number, from: number, to: number): void {
    const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const lengthMm = shapeAtMm[last]
    let startX = 0
    let startY = 0
    for (let p = first; p <= last; p++) {
      const x = eastOf(this.#lonE7, shapeLonE7[p])
      const y = shapeLatE7[p] - this.#latE7
      if (p > first) {
        const gapMm = shapeAtMm[p] - shapeAtMm[p - 1]
        const a = Math.max(0, (from * lengthMm - shapeAtMm[p - 1]) / gapMm)
        const b = Math.min(1, (to * lengthMm - shapeAtMm[p - 1]) / gapMm)
        if (a < b)
          this.#segments.add(
            a === 0 ? startX : Math.round(startX + (x - startX) * a),
            a === 0 ? startY : Math.round(startY + (y - startY) * a),
            b === 1 ? x : Math.round(startX + (x - startX) * b),
            b === 1 ? y : Math.round(startY + (y - startY) * b),
          )
      }
      startX = x
      startY = y
    }
  }

  /** Row by row between the places where its border crosses the row; a way into the face is passed twice. */
  #fillFace(halves: readonly number[]): void {
    const { xy } = this.#segments
    const crossed: number[] = []
    for (const half of halves) {
      const from = (half >> 1) * 4 + (half & 1) * 2
      const to = (half >> 1) * 4 + 2 - (half & 1) * 2
      const ax = xy[from] * this.#perLonE7
      const ay = xy[from + 1] * this.#perLatE7
      const bx = xy[to] * this.#perLonE7
      const by = xy[to + 1] * this.#perLatE7
      for (let row = Math.ceil(Math.min(ay, by)); row < Math.max(ay, by); row++)
        crossed.push(row * ROW + ax + ((bx - ax) * (row - ay)) / (by - ay))
    }
    crossed.sort((a, b) => a - b)
    for (let i = 0; i < crossed.length; i += 2) {
      const row = Math.floor(crossed[i] / ROW)
      this.#grid.fill(Math.ceil(crossed[i] - row * ROW), Math.floor(crossed[i + 1] - row * ROW), row)
    }
  }
}
