// Places of the network where an observation may have been made: each local nearest point on every usable edge within
// the radius, so that an edge that passes twice (a hairpin, a loop) gives two candidates. Lists are nearest first, at
// most MAX_CANDIDATES per observation. Never returns a place beyond the radius.

import { DEG_TO_RAD, M_PER_DEG_LAT, shareNearOrigin, wrapLon } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { chunkMeets, CHUNK_SEGMENTS, GROUP_EDGES, type BoxE7, SnapTree } from '../../graph/snap-tree.ts'
import { FLAG_BARRIER } from '../../osm/edge-facts.ts'

export const MAX_CANDIDATES = 10
/** The distance must rise by this much between two nearest points of one edge, metres. */
const RISE_M = 2

export interface Candidate {
  edge: number
  /** from edgeFrom */
  atMm: number
  awayM: number
}

export class CandidateFinder {
  readonly #graph: RoutingGraph
  readonly #tree: SnapTree
  #lon = 0
  #lat = 0
  #kx = 0
  #radiusM = 0
  #found: Candidate[] = []

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#tree = new SnapTree(graph)
  }

  /** Nearest first; empty if no usable edge is within the radius. `isUsable`: null for every edge. */
  find(lon: number, lat: number, radiusM: number, isUsable: ((edge: number) => boolean) | null): Candidate[] {
    const dLat = radiusM / M_PER_DEG_LAT + 1e-7
    const kx = M_PER_DEG_LAT * Math.cos(Math.min(89.9, Math.abs(lat)) * DEG_TO_RAD)
    const dLon = Math.min(180, radiusM / kx + 1e-7)
    const south = (lat - dLat) * 1e7
    const north = (lat + dLat) * 1e7
    this.#lon = lon
    this.#lat = lat
    this.#kx = kx
    this.#radiusM = radiusM
    const found = (this.#found = [])
    for (const turn of lon - dLon < -140 ? [0, 360] : lon + dLon > 140 ? [0, -360] : [0])
      this.#visit({ west: (lon - dLon + turn) * 1e7, south, east: (lon + dLon + turn) * 1e7, north }, isUsable)
    found.sort(byDistance)
    if (found.length > MAX_CANDIDATES) found.length = MAX_CANDIDATES
    return found
  }

  /** Measures every run of neighbouring chunks of an edge that touch the box. */
  #visit(box: BoxE7, isUsable: ((edge: number) => boolean) | null): void {
    const { edgeClass, classFlags } = this.#graph.columns
    const count = this.#tree.search(box)
    for (let i = 0; i < count; i++) {
      const from = this.#tree.found[i] * GROUP_EDGES
      const to = Math.min(from + GROUP_EDGES, this.#graph.edgeCount)
      for (let edge = from; edge < to; edge++) {
        if ((classFlags[edgeClass[edge]] & FLAG_BARRIER) !== 0) continue
        const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
        const last = shapeStart[edge - firstEdge + 1] - 1
        let open = -1
        for (let first = shapeStart[edge - firstEdge]; first < last; first += CHUNK_SEGMENTS) {
          const meets = chunkMeets(shapeLonE7, shapeLatE7, first, Math.min(first + CHUNK_SEGMENTS, last), box)
          if (meets && open < 0) {
            if (isUsable !== null && !isUsable(edge)) break
            open = first
          } else if (!meets && open >= 0) {
            this.#measure(edge, open, first)
            open = -1
          }
        }
        if (open >= 0) this.#measure(edge, open, last)
      }
    }
  }

  /** Local nearest points between two points of an edge's shape. */
  #measure(edge: number, first: number, last: number): void {
    const lon = this.#lon
    const lat = this.#lat
    const kx = this.#kx
    const { shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.blockOf(edge)
    let bestM = Infinity
    let bestMm = 0
    let highM = 0 // farthest since the best
    let ax = wrapLon(shapeLonE7[first] / 1e7 - lon) * kx
    let ay = (shapeLatE7[first] / 1e7 - lat) * M_PER_DEG_LAT
    for (let p = first; p < last; p++) {
      const bx = wrapLon(shapeLonE7[p + 1] / 1e7 - lon) * kx
      const by = (shapeLatE7[p + 1] / 1e7 - lat) * M_PER_DEG_LAT
      const dx = bx - ax
      const dy = by - ay
      const share = shareNearOrigin(ax, ay, dx, dy)
      const nx = ax + share * dx
      const ny = ay + share * dy
      const nearM = Math.sqrt(nx * nx + ny * ny)
      const endM = Math.sqrt(bx * bx + by * by)
      if (highM - bestM >= RISE_M && highM - nearM >= RISE_M) {
        this.#take(edge, bestMm, bestM)
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
    this.#take(edge, bestMm, bestM)
  }

  #take(edge: number, atMm: number, awayM: number): void {
    if (awayM <= this.#radiusM) this.#found.push({ edge, atMm, awayM })
  }
}

const byDistance = (a: Candidate, b: Candidate) => a.awayM - b.awayM || a.edge - b.edge || a.atMm - b.atMm
