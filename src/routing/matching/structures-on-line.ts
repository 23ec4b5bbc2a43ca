// The ground along a supplied line where it follows bridges, tunnels and ferries: there it has the heights of the
// network, not those of the valley below or the mountain above.

import type { GroundAlong } from '../../course/course-heights.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_BRIDGE, FLAG_FERRY, FLAG_TUNNEL } from '../../osm/edge-facts.ts'
import type { RouteLine } from '../details/route-line.ts'
import type { MatchedSegment, MatchedTrace } from './match-types.ts'

const STRUCTURE = FLAG_BRIDGE | FLAG_TUNNEL | FLAG_FERRY

export function withStructures(graph: RoutingGraph, ground: GroundAlong, matched: MatchedTrace): GroundAlong {
  const heightM = ground.heightM.slice()
  const { atM } = ground
  let i = 0
  for (const segment of matched.segments) {
    const toPlace = placesOfSegment(matched, segment)
    const heightAt = structureHeightAt(graph, segment.line)
    while (i < atM.length && atM[i] * 1000 < segment.fromMm) i++
    for (; i < atM.length && atM[i] * 1000 <= segment.toMm; i++)
      heightM[i] = heightAt(toPlace.at(atM[i] * 1000)) ?? heightM[i]
  }
  return { ...ground, heightM }
}

/** From millimetres along the supplied line to millimetres along the line of the segment. */
function placesOfSegment({ atMm, placeMm }: MatchedTrace, segment: MatchedSegment): LineScale {
  const { fromIndex, toIndex, isBetween, fromMm, toMm, lengthMm } = segment
  const first = isBetween ? 0 : fromIndex
  const end = isBetween ? 0 : toIndex + 1
  return new LineScale(
    Float64Array.of(fromMm, ...atMm.subarray(first, end), toMm),
    Float64Array.of(0, ...placeMm.subarray(first, end), lengthMm),
  )
}

/** Metres at ascending millimetres along a line where it is a structure (NaN: unknown); null elsewhere. */
function structureHeightAt(graph: RoutingGraph, line: RouteLine): (mm: number) => number | null {
  const { edgeClass, classFlags } = graph.columns
  const { atMm, heightM, stepArc, stepAtMm, stepCount } = line
  let step = 0
  let point = 0
  return (mm) => {
    while (step > 0 && stepAtMm[step] > mm) step--
    while (step + 1 < stepCount && stepAtMm[step + 1] < mm) step++
    const arc = stepArc[step]
    if (arc < 0 || (classFlags[edgeClass[arc >>> 1]] & STRUCTURE) === 0) return null
    while (point > 0 && atMm[point] > mm) point--
    while (point + 2 < atMm.length && atMm[point + 1] < mm) point++
    const spanMm = atMm[point + 1] - atMm[point]
    const share = spanMm > 0 ? Math.max(0, Math.min(1, (mm - atMm[point]) / spanMm)) : 0
    return heightM[point] + (heightM[point + 1] - heightM[point]) * share
  }
}

/**
 * A piecewise linear function over ascending values, as from places of a supplied line to places on the network.
 * Fastest for ascending queries.
 */
export class LineScale {
  readonly #from: Float64Array
  readonly #to: Float64Array
  #i = 0

  constructor(from: Float64Array, to: Float64Array) {
    this.#from = from
    this.#to = to
  }

  at(value: number): number {
    const from = this.#from
    const to = this.#to
    const last = from.length - 1
    let i = this.#i
    while (i > 0 && from[i] > value) i--
    while (i + 1 < last && from[i + 1] < value) i++
    this.#i = i
    if (last < 1) return last < 0 ? 0 : to[0]
    const span = from[i + 1] - from[i]
    return span <= 0 ? to[i + 1] : to[i] + (to[i + 1] - to[i]) * Math.max(0, Math.min(1, (value - from[i]) / span))
  }
}
