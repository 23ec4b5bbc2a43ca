// The candidate of each observation: hidden Markov matching (Newson and Krumm 2009). The cost of an observation is its
// distance from its place, relative to the noise of the line; the cost of a step is the difference between the way on
// the network and the step of the line, in metres relative to what noise and spacing explain. A step that would cost
// more than BREAK is cut: there the line left the network or the map has a gap. Costs are negative log-likelihoods. An
// observation without candidates always cuts.

import type { Candidate } from './match-candidates.ts'
import { SAME_EDGE, type MatchDistances } from './match-distances.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { TravelMode } from './match-types.ts'
import type { Observations } from './match-observations.ts'

/** Cost of a cut. */
const BREAK = 25
/** Deviations beyond this many standard deviations cost linearly, so that one stray point does not decide. */
const LINEAR_FROM = 3
/** Cost of leaving an edge by the end it was entered by: people turn round, but seldom. */
const TURN_ROUND = 4
/** Share of the length of a step by which the network may be longer, per unit of cost: more on a sparse line. */
const WINDING_LEAST = 0.08
const WINDING_MOST = 0.3
const WINDING_AT_M = 800
/** No step is faster than this, with some allowance for noise; metres per second. */
const FASTEST: Record<TravelMode, number> = { foot: 7, bike: 25 }
const FASTEST_SLACK_M = 60
const NOT_KNOWN = 2

export interface Chain {
  /** first and last observation */
  from: number
  to: number
  /** candidate of each observation from..to */
  chosen: Candidate[]
}

export interface ChainSettings {
  mode: TravelMode
  sigmaM: number
  /** called for every observation; throws to stop */
  poll: () => void
}

/** Unbroken chains, in order; observations in none have no candidate. */
export function findChains(
  observations: Observations,
  candidates: readonly Candidate[][],
  distances: MatchDistances,
  settings: ChainSettings,
): Chain[] {
  const { lon, lat, timeS, count } = observations
  const { sigmaM, mode, poll } = settings
  const chains: Chain[] = []
  // previous candidate (index into the last observation with any), or -1 at the start of a chain
  const back: Int16Array[] = new Array(count)
  let into = new Float64Array(128)
  let ends = new Uint8Array(128)
  // end by which each candidate's edge was entered, 2 not known
  let entered = new Uint8Array(0)
  let costs = new Float64Array(0)
  let first = -1
  let last = -1
  const close = () => {
    if (last >= 0) trace(candidates, back, costs, first, last, chains)
    first = last = -1
  }
  for (let o = 0; o < count; o++) {
    poll()
    const here = candidates[o]
    if (here.length === 0) {
      close()
      continue
    }
    const next = new Float64Array(here.length)
    const from = new Int16Array(here.length).fill(-1)
    const nextEntered = new Uint8Array(here.length).fill(NOT_KNOWN)
    if (last < 0) {
      for (let c = 0; c < here.length; c++) next[c] = emission(here[c].awayM, sigmaM)
      first = o
    } else {
      const before = candidates[last]
      const lineM = distanceM(lon[last], lat[last], lon[o], lat[o])
      const spreadM = spreadOf(lineM, sigmaM)
      let limitM = lineM + BREAK * spreadM
      const elapsedS = timeS[o] - timeS[last]
      if (elapsedS > 0) limitM = Math.min(limitM, Math.max(lineM, elapsedS * FASTEST[mode]) + FASTEST_SLACK_M)
      if (into.length < before.length * here.length) {
        into = new Float64Array(before.length * here.length)
        ends = new Uint8Array(before.length * here.length)
      }
      distances.between(before, here, limitM, into, ends)
      let best = 0
      for (let b = 1; b < before.length; b++) if (costs[b] < costs[best]) best = b
      const cut = costs[best] + BREAK
      for (let c = 0; c < here.length; c++) {
        let least = cut
        let chosen = -1 - 1 - best
        for (let b = 0; b < before.length; b++) {
          const k = b * here.length + c
          let total = costs[b] + Math.abs(into[k] - lineM) / spreadM
          if (total >= least) continue
          if (ends[k] !== SAME_EDGE && ends[k] >> 1 === entered[b]) total += TURN_ROUND
          if (total < least) {
            least = total
            chosen = b
          }
        }
        if (chosen >= 0) {
          const way = ends[chosen * here.length + c]
          nextEntered[c] = way === SAME_EDGE ? entered[chosen] : way & 1
        }
        next[c] = least + emission(here[c].awayM, sigmaM)
        from[c] = chosen
      }
    }
    back[o] = from
    costs = next
    entered = nextEntered
    last = o
  }
  close()
  return chains
}

/** How far the way on the network may differ from a step of the line, metres. */
function spreadOf(lineM: number, sigmaM: number): number {
  const winding = Math.min(WINDING_MOST, WINDING_LEAST + (WINDING_MOST - WINDING_LEAST) * (lineM / WINDING_AT_M))
  return sigmaM + lineM * winding
}

function emission(awayM: number, sigmaM: number): number {
  const x = awayM / sigmaM
  return x < LINEAR_FROM ? 0.5 * x * x : LINEAR_FROM * x - 0.5 * LINEAR_FROM * LINEAR_FROM
}

/** Traces back from the cheapest end and splits at cuts. */
function trace(
  candidates: readonly Candidate[][],
  back: readonly Int16Array[],
  costs: Float64Array,
  first: number,
  last: number,
  chains: Chain[],
): void {
  let at = 0
  for (let c = 1; c < costs.length; c++) if (costs[c] < costs[at]) at = c
  const found: Chain[] = []
  let chain: Chain = { from: last, to: last, chosen: [] }
  for (let o = last; o >= first; o--) {
    chain.chosen.push(candidates[o][at])
    chain.from = o
    if (o === first) break
    const from = back[o][at]
    if (from >= 0) at = from
    else {
      found.push(chain)
      chain = { from: o - 1, to: o - 1, chosen: [] }
      at = -2 - from
    }
  }
  found.push(chain)
  for (let i = found.length - 1; i >= 0; i--) {
    found[i].chosen.reverse()
    chains.push(found[i])
  }
}
