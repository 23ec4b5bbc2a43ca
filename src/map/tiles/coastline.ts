// Divides a region into land and sea, from natural=coastline (land on the left of the way). Closed coasts are islands
// or inner seas; coasts that leave the region are joined along its edge, keeping land on the left. A region without a
// coast is land. A coast that ends inside the region (an extract cut along a border) is extended to the nearest edge,
// and counted, since what is beyond is unknown.

import { clipLines } from './clip-shape.ts'
import type { UnitBox } from './unit-box.ts'
import { coastOf, runsOf } from './insert-features.ts'
import type { MapCollector } from './collect-map.ts'
import { nestRings, ringArea2, type NestedRings } from './nest-rings.ts'

export interface Coastline {
  /** null if the region has none */
  land: NestedRings | null
  sea: NestedRings | null
  /** coasts that end inside the region */
  openEnds: number
}

/** Coastlines of the data in world units: closed rings and open chains, with land on their left. */
export function listCoasts(found: MapCollector): Float64Array[] {
  const ways: number[][] = []
  for (let way = 0; way < found.ways.count; way++) {
    if (found.wayIsCoast.array[way] === 1) ways.push(...runsOf(found, way))
  }
  return chainWays(ways).flatMap((sites) => coastOf(found, sites))
}

/** Joins ways end to start; none is reversed, since its direction says where the land is. */
function chainWays(ways: readonly number[][]): number[][] {
  const startingAt = new Map<number, number>()
  ways.forEach((way, i) => {
    if (way.length > 1 && !startingAt.has(way[0])) startingAt.set(way[0], i)
  })
  const hasBefore = new Set(ways.map((way) => way[way.length - 1]))
  const used = new Uint8Array(ways.length)
  const chains: number[][] = []
  const follow = (first: number): void => {
    if (used[first] === 1 || ways[first].length < 2) return
    used[first] = 1
    const chain = [...ways[first]]
    for (;;) {
      const next = startingAt.get(chain[chain.length - 1])
      if (next === undefined || used[next] === 1 || chain[0] === chain[chain.length - 1]) break
      used[next] = 1
      for (let i = 1; i < ways[next].length; i++) chain.push(ways[next][i])
    }
    chains.push(chain)
  }
  // open coasts from their beginning, then the rest: rings
  ways.forEach((way, i) => {
    if (!hasBefore.has(way[0])) follow(i)
  })
  ways.forEach((_, i) => follow(i))
  return chains
}

/** True if every coast closes: the region is one or more islands. */
export function areIslands(coasts: readonly Float64Array[]): boolean {
  return coasts.length > 0 && coasts.every(isClosed) && ringArea2(largest(coasts)) < 0
}

export function divideLandAndSea(coasts: readonly Float64Array[], region: UnitBox): Coastline {
  const box = Float64Array.from([
    region.minX,
    region.minY,
    region.maxX,
    region.minY,
    region.maxX,
    region.maxY,
    region.minX,
    region.maxY,
    region.minX,
    region.minY,
  ])
  const rings: Float64Array[] = []
  const pieces: Float64Array[] = []
  let openEnds = 0
  for (const coast of coasts) {
    if (isClosed(coast) && liesInside(coast, region)) {
      if (coast.length >= 8) rings.push(coast)
      continue
    }
    const line = isClosed(coast) ? startOutside(coast, region) : coast
    const cut = clipLines(
      {
        coords: Int32Array.from(line),
        zooms: new Uint8Array(line.length / 2),
        partStart: Uint32Array.of(0, line.length / 2),
        inner: new Uint8Array(1),
        first: 0,
        last: 1,
      },
      region,
    )
    if (cut === null) continue
    for (let p = 0; p < cut.last; p++) {
      const piece = Float64Array.from(cut.coords.subarray(2 * cut.partStart[p], 2 * cut.partStart[p + 1]))
      if (piece.length === 4 && piece[0] === piece[2] && piece[1] === piece[3]) continue
      const ends: [Float64Array | null, Float64Array | null] = [
        toEdge(piece[0], piece[1], region),
        toEdge(piece[piece.length - 2], piece[piece.length - 1], region),
      ]
      openEnds += ends.filter((end) => end !== null).length
      pieces.push(Float64Array.from([...(ends[0] ?? []), ...piece, ...(ends[1] ?? [])]))
    }
  }
  if (pieces.length === 0) {
    const isSea = rings.length > 0 && ringArea2(largest(rings)) < 0
    return {
      land: isSea ? nestRings(rings) : nestRings([box, ...rings]),
      sea: isSea ? nestRings([box, ...rings]) : rings.length > 0 ? nestRings(rings) : null,
      openEnds,
    }
  }
  return {
    land: nestRings([...closeAlongEdge(pieces, region), ...rings]),
    sea: nestRings([...closeAlongEdge(pieces.map(reversed), region), ...rings]),
    openEnds,
  }
}

/** Rings around what is on the left of the pieces, all of which run from edge to edge. */
function closeAlongEdge(pieces: readonly Float64Array[], region: UnitBox): Float64Array[] {
  const entries = pieces.map((piece) => along(piece[0], piece[1], region))
  const exits = pieces.map((piece) => along(piece[piece.length - 2], piece[piece.length - 1], region))
  const used = new Uint8Array(pieces.length)
  const rings: Float64Array[] = []
  pieces.forEach((_, first) => {
    if (used[first] === 1) return
    const ring: number[] = []
    for (let piece = first; ; ) {
      used[piece] = 1
      for (const value of pieces[piece]) ring.push(value)
      const from = exits[piece]
      let next = first
      let nearest = Infinity
      entries.forEach((entry, i) => {
        const ahead = (entry - from + 4) % 4
        if (ahead < nearest && (used[i] === 0 || i === first)) {
          nearest = ahead
          next = i
        }
      })
      // the corners in between, counter-clockwise on the screen
      for (let corner = Math.floor(from) + 1; corner <= from + nearest; corner++)
        ring.push(...cornerOf(corner % 4, region))
      if (next === first) break
      piece = next
    }
    ring.push(ring[0], ring[1])
    if (ring.length >= 8) rings.push(Float64Array.from(ring))
  })
  return rings
}

/** Position along the edge, 0..4 counter-clockwise on the screen from the south-west corner. */
function along(x: number, y: number, { minX, minY, maxX, maxY }: UnitBox): number {
  if (y === maxY) return (x - minX) / (maxX - minX)
  if (x === maxX) return 1 + (maxY - y) / (maxY - minY)
  if (y === minY) return 2 + (maxX - x) / (maxX - minX)
  return (3 + (y - minY) / (maxY - minY)) % 4
}

function cornerOf(corner: number, { minX, minY, maxX, maxY }: UnitBox): [number, number] {
  return corner === 0 ? [minX, maxY] : corner === 1 ? [maxX, maxY] : corner === 2 ? [maxX, minY] : [minX, minY]
}

/** The nearest point of the region's edge; returns null for a point on it. */
function toEdge(x: number, y: number, { minX, minY, maxX, maxY }: UnitBox): Float64Array | null {
  const gaps = [x - minX, maxX - x, y - minY, maxY - y]
  const least = Math.min(...gaps)
  if (least <= 0) return null
  const side = gaps.indexOf(least)
  return Float64Array.from(side === 0 ? [minX, y] : side === 1 ? [maxX, y] : side === 2 ? [x, minY] : [x, maxY])
}

function startOutside(ring: Float64Array, region: UnitBox): Float64Array {
  const count = ring.length / 2 - 1
  let start = 0
  while (start < count && isInside(ring[2 * start], ring[2 * start + 1], region)) start++
  const turned = new Float64Array(ring.length)
  for (let i = 0; i <= count; i++) {
    const from = (start + i) % count
    turned[2 * i] = ring[2 * from]
    turned[2 * i + 1] = ring[2 * from + 1]
  }
  return turned
}

function reversed(line: Float64Array): Float64Array {
  const back = new Float64Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i]
    back[i + 1] = line[line.length - 1 - i]
  }
  return back
}

const largest = (rings: readonly Float64Array[]) =>
  rings.reduce((a, b) => (Math.abs(ringArea2(b)) > Math.abs(ringArea2(a)) ? b : a))
const isClosed = (line: Float64Array) => line[0] === line[line.length - 2] && line[1] === line[line.length - 1]
const isInside = (x: number, y: number, { minX, minY, maxX, maxY }: UnitBox) =>
  x >= minX && x <= maxX && y >= minY && y <= maxY

function liesInside(line: Float64Array, region: UnitBox): boolean {
  for (let i = 0; i < line.length; i += 2) if (!isInside(line[i], line[i + 1], region)) return false
  return true
}
