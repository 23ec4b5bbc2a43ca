// Places of the network where an observation may have been made: each local nearest point on every usable edge within
// the radius, so that an edge that passes twice (a hairpin, a loop) gives two candidates. Reads the packed R-tree of
// the snap index with its chunks. Lists are parallel arrays, nearest first, at most MAX_CANDIDATES per observation.
// Never returns a place beyond the radius.

import Flatbush from 'flatbush'
import { DEG_TO_RAD, M_PER_DEG_LAT, wrapLon } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { buildSnapColumns, type SnapColumns } from '../../graph/snap-columns.ts'

export const MAX_CANDIDATES = 10
/** The distance must rise by this much between two nearest points of one edge, metres. */
const RISE_M = 2
const CHUNK_SEGMENTS = 4

export interface Candidate {
  edge: number
  /** from edgeFrom */
  atMm: number
  awayM: number
}

export class CandidateFinder {
  readonly #graph: RoutingGraph
  readonly #tree: Flatbush | null
  readonly #chunkEdge: Uint32Array
  readonly #chunkPoint: Uint32Array
  #found: Candidate[] = []

  constructor(graph: RoutingGraph) {
    const stored = graph.extra as unknown as Partial<SnapColumns>
    const columns = stored.snapData === undefined ? buildSnapColumns(graph.columns) : (stored as SnapColumns)
    this.#graph = graph
    this.#chunkEdge = columns.snapChunkEdge
    this.#chunkPoint = columns.snapChunkPoint
    this.#tree =
      columns.snapData.length === 0 ? null : Flatbush.from(columns.snapData.buffer, columns.snapData.byteOffset)
  }

  /** Nearest first; empty if no usable edge is within the radius. */
  find(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean): Candidate[] {
    if (this.#tree === null) return []
    const dLat = radiusM / M_PER_DEG_LAT + 1e-7
    const kx = M_PER_DEG_LAT * Math.cos(Math.min(89.9, Math.abs(lat)) * DEG_TO_RAD)
    const dLon = Math.min(180, radiusM / kx + 1e-7)
    const edgeOf = this.#chunkEdge
    const chunks: number[] = []
    const keep = (chunk: number) => {
      if (isUsable(edgeOf[chunk])) chunks.push(chunk)
      return false
    }
    const south = (lat - dLat) * 1e7
    const north = (lat + dLat) * 1e7
    for (const turn of lon - dLon < -140 ? [0, 360] : lon + dLon > 140 ? [0, -360] : [0])
      this.#tree.search((lon - dLon + turn) * 1e7, south, (lon + dLon + turn) * 1e7, north, keep)
    chunks.sort((a, b) => a - b)
    const found = (this.#found = [])
    for (let i = 0; i < chunks.length; ) {
      let end = i + 1
      while (end < chunks.length && chunks[end] === chunks[end - 1] + 1 && edgeOf[chunks[end]] === edgeOf[chunks[i]])
        end++
      this.#measure(chunks[i], chunks[end - 1], lon, lat, kx, radiusM)
      i = end
    }
    found.sort(byDistance)
    if (found.length > MAX_CANDIDATES) found.length = MAX_CANDIDATES
    return found
  }

  /** Local nearest points over a run of neighbouring chunks of one edge. */
  #measure(firstChunk: number, lastChunk: number, lon: number, lat: number, kx: number, radiusM: number): void {
    const { shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.columns
    const edge = this.#chunkEdge[firstChunk]
    const first = this.#chunkPoint[firstChunk]
    const last = Math.min(this.#chunkPoint[lastChunk] + CHUNK_SEGMENTS, shapeStart[edge + 1] - 1)
    let bestM = Infinity
    let bestMm = 0
    let highM = 0 // farthest since the best
    const close = () => {
      if (bestM <= radiusM) this.#found.push({ edge, atMm: bestMm, awayM: bestM })
    }
    let ax = wrapLon(shapeLonE7[first] / 1e7 - lon) * kx
    let ay = (shapeLatE7[first] / 1e7 - lat) * M_PER_DEG_LAT
    for (let p = first; p < last; p++) {
      const bx = wrapLon(shapeLonE7[p + 1] / 1e7 - lon) * kx
      const by = (shapeLatE7[p + 1] / 1e7 - lat) * M_PER_DEG_LAT
      const dx = bx - ax
      const dy = by - ay
      const lengthSq = dx * dx + dy * dy
      const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / lengthSq))
      const nx = ax + share * dx
      const ny = ay + share * dy
      const nearM = Math.sqrt(nx * nx + ny * ny)
      const endM = Math.sqrt(bx * bx + by * by)
      if (highM - bestM >= RISE_M && highM - nearM >= RISE_M) {
        close()
        bestM = Infinity
      }
      if (nearM < bestM) {
        bestM = nearM
        bestMm = Math.round(shapeAtMm[p] + (shapeAtMm[p + 1] - shapeAtMm[p]) * share)
        highM = nearM
      }
      if (endM > highM) highM = endM
      ax = bx
      ay = by
    }
    close()
  }
}

const byDistance = (a: Candidate, b: Candidate) => a.awayM - b.awayM || a.edge - b.edge || a.atMm - b.atMm
