// Places of the network where an observation may have been made: each local nearest point on every usable edge within
// the radius, so that an edge that passes twice (a hairpin, a loop) gives two candidates. Lists are nearest first, at
// most MAX_CANDIDATES per observation. Never returns a place beyond the radius.

import { DEG_TO_RAD, M_PER_DEG_LAT, shareNearOrigin, wrapLon, holdsPoint } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { chunkMeets, CHUNK_SEGMENTS, GROUP_EDGES, type BoxE7, SnapTree } from '../../graph/snap-tree.ts'
import { FLAG_BARRIER } from '../../osm/edge-facts.ts'
import { splitBox } from '../../geo/split-box.ts'
import { median, type Observations } from './match-observations.ts'
import type { UnmatchedReason } from './match-types.ts'

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

const LEAST_SIGMA_M = 4
const MOST_SIGMA_M = 25
/** Median distance of normal noise to a line, relative to its standard deviation. */
const MEDIAN_TO_SIGMA = 1.4826
/** A lone observation may stray this much beyond the radius... */
const STRAY = 1.5
/** ...with at most this many such observations in a row. */
const MAX_STRAYS = 2
const HOPELESS_SIGMAS = 7

/**
 * The places on the network that each observation may stand for, and how far observations stray from them. Candidates
 * of every observation; observations in a run of strays have none. `closed`: ways that nobody may use.
 */
export function listCandidates(
  graph: RoutingGraph,
  finder: CandidateFinder,
  closed: CandidateFinder | null,
  observations: Observations,
  searchRadiusM: number,
  isUsable: (edge: number) => boolean,
  poll: () => void,
  reasonOf: Map<number, UnmatchedReason>,
): Candidate[][] {
  const { lon, lat, firstPoint, count } = observations
  const boxes = splitBox(graph.meta.bbox)
  const candidates: Candidate[][] = []
  let strays = 0
  const dropStrays = () => {
    if (strays > MAX_STRAYS) for (let o = candidates.length - strays; o < candidates.length; o++) candidates[o] = []
    strays = 0
  }
  for (let o = 0; o < count; o++) {
    poll()
    let here = finder.find(lon[o], lat[o], searchRadiusM, isUsable)
    if (here.length === 0) {
      const inside = boxes.some((box) => holdsPoint(box, lon[o], lat[o]))
      const isClosed = [finder, closed].some((ways) => ways?.find(lon[o], lat[o], searchRadiusM, null).length)
      const reason = isClosed ? 'not_allowed' : inside ? 'no_path_nearby' : 'outside_region'
      for (let i = firstPoint[o]; i < firstPoint[o + 1]; i++) reasonOf.set(i, reason)
      here = finder.find(lon[o], lat[o], searchRadiusM * STRAY, isUsable)
      candidates.push(here)
      strays++
    } else {
      dropStrays()
      candidates.push(here)
    }
  }
  // strays at the very end do not lead back
  for (let o = candidates.length - strays; o < candidates.length; o++) candidates[o] = []
  return candidates
}

/** Candidates so much farther than the nearest that a cut would be likelier than they are; the nearest three stay. */
export function dropHopeless(list: Candidate[], sigmaM: number): void {
  while (list.length > 3 && list[list.length - 1].awayM > list[0].awayM + HOPELESS_SIGMAS * sigmaM) list.pop()
}

/** Noise of the observations, measured from their distances to the nearest ways. */
export function noiseOf(candidates: readonly Candidate[][], accuracyM: number): number {
  const nearest: number[] = []
  for (const list of candidates) if (list.length > 0) nearest.push(list[0].awayM)
  const measuredM = median(nearest) * MEDIAN_TO_SIGMA
  return Math.max(Math.min(accuracyM, LEAST_SIGMA_M), Math.min(MOST_SIGMA_M, measuredM))
}
