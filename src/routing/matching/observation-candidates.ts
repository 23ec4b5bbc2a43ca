// The places on the network that each observation may stand for, and how far observations stray from them.

import { holdsPoint } from '../../geo/lon-lat.ts'
import { splitBox } from '../../geo/split-box.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Candidate, CandidateFinder } from './match-candidates.ts'
import { median, type Observations } from './match-observations.ts'
import type { UnmatchedReason } from './match-types.ts'

const LEAST_SIGMA_M = 4
const MOST_SIGMA_M = 25
/** Median distance of normal noise to a line, relative to its standard deviation. */
const MEDIAN_TO_SIGMA = 1.4826
/** A lone observation may stray this much beyond the radius... */
const STRAY = 1.5
/** ...with at most this many such observations in a row. */
const MAX_STRAYS = 2
const HOPELESS_SIGMAS = 7

/** Candidates of every observation; observations in a run of strays have none. `closed`: ways that nobody may use. */
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
