// HOT: npm run bench -- planner
// One expression over typed columns runs for every arc that a search by time looks at.
//
// `service-time/1`: seconds over a whole arc, by direction, on foot, running and by bicycle (decision: time).
// The paces are those of the finished line (travel-time.ts), so both say the same where an arc only climbs or only
// drops; over a route the arcs never add up to less than the line, whose climb omits the ripples that each arc counts
// for itself. Unknown climb is timed as level ground. A ferry takes its mapped duration; without one its time is
// unknown, which is Infinity here and never zero.

import { NO_CLIMB_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import { paceOfSlot, type Travel } from './travel-time.ts'
import type { FerryDurations } from './notes.ts'

export const TIME_MODEL = 'service-time/1'

/** Paces by class * 2 + direction; a level pace of Infinity is a ferry. */
interface SlotPaces {
  levelSPerMm: Float64Array
  upSPerDm: Float64Array
  downSPerDm: Float64Array
}

/** `pace`: factor on the times of a typical person. */
export class ArcTimes {
  readonly #columns: RoutingGraph['columns']
  readonly #paces: SlotPaces
  readonly #ferryDurations: FerryDurations
  readonly #pace: number

  constructor(graph: RoutingGraph, travel: Travel, ferryDurations: FerryDurations, pace = 1) {
    this.#columns = graph.columns
    this.#paces = slotPaces(graph, travel)
    this.#ferryDurations = ferryDurations
    this.#pace = pace
  }

  /** Seconds over a whole arc; Infinity where they are unknown. */
  of(arc: number): number {
    return this.#typical(arc) * this.#pace
  }

  #typical(arc: number): number {
    const { edgeClass, edgeLengthMm, edgeAscentDm, edgeDescentDm } = this.#columns
    const { levelSPerMm, upSPerDm, downSPerDm } = this.#paces
    const edge = arc >>> 1
    const back = arc & 1
    const slot = edgeClass[edge] * 2 + back
    const level = levelSPerMm[slot]
    if (level === Infinity) return this.#ferryDurations.get(edge) ?? Infinity
    const ascent = edgeAscentDm[edge]
    const levelS = edgeLengthMm[edge] * level
    if (ascent === NO_CLIMB_DM) return levelS
    const descent = edgeDescentDm[edge]
    return back === 0
      ? levelS + ascent * upSPerDm[slot] + descent * downSPerDm[slot]
      : levelS + descent * upSPerDm[slot] + ascent * downSPerDm[slot]
  }
}

/** Seconds over one arc; null where they are unknown. */
export function arcSeconds(
  graph: RoutingGraph,
  arc: number,
  travel: Travel,
  ferryDurations: FerryDurations,
): number | null {
  const seconds = new ArcTimes(graph, travel, ferryDurations).of(arc)
  return seconds === Infinity ? null : seconds
}

const known = new WeakMap<RoutingGraph, Map<string, SlotPaces>>()

/** Computed once per network and way of travelling. */
function slotPaces(graph: RoutingGraph, travel: Travel): SlotPaces {
  let byTravel = known.get(graph)
  if (byTravel === undefined) known.set(graph, (byTravel = new Map()))
  const key = travel.profile === 'bike' ? `bike,${travel.bicycleType ?? 'hybrid'}` : travel.profile
  let paces = byTravel.get(key)
  if (paces !== undefined) return paces
  const slots = graph.classCount * 2
  paces = {
    levelSPerMm: new Float64Array(slots),
    upSPerDm: new Float64Array(slots),
    downSPerDm: new Float64Array(slots),
  }
  for (let slot = 0; slot < slots; slot++) {
    const isFerry = (graph.columns.classFlags[slot >>> 1] & FLAG_FERRY) !== 0
    const { paceFactor, pace } = paceOfSlot(graph, slot, travel)
    paces.levelSPerMm[slot] = isFerry ? Infinity : (paceFactor * pace.levelSPerM) / 1000
    paces.upSPerDm[slot] = (paceFactor * pace.upSPerM) / 10
    paces.downSPerDm[slot] = (paceFactor * pace.downSPerM) / 10
  }
  byTravel.set(key, paces)
  return paces
}
