// `cap_alternative`: where the grade cap was left at its default, the cheapest route without it, if it is at least 20 %
// and 500 m shorter (decision: layouts). Searched for only if a harder path could save that much: first a bound over
// the hard edges, then the cost only, then the route. A request with the max_sac it names gives that route, provided
// the waypoints snap to the same places.

import type { Walker } from '../../course/pace-models.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED, SAC_VIA_FERRATA } from '../../osm/edge-facts.ts'
import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { closing, type CostTable } from '../costs/arc-cost.ts'
import type { CostModel } from '../costs/cost-model.ts'
import type { CostSettings } from '../costs/route-settings.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import { type FoundLeg, lengthOfPath } from '../legs/leg-path.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import { climbOfRoute } from '../details/route-legs.ts'
import { hardestSac } from '../details/path-details.ts'
import { lengthDm, type RouteLineBuilder } from '../details/route-line.ts'
import type { CapAlternative } from '../costs/route-types.ts'
import type { SearchControl } from '../search/search-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { timeOfRoute } from '../details/travel-time.ts'

const MIN_SAVED_SHARE = 0.2
const MIN_SAVED_DM = 5000
const MAX_SAC = 6

/** Whether the cap was left at its default, and closes anything. */
export function isCapDefault(settingsDefaulted: readonly string[], { maxSac }: CostSettings): boolean {
  return settingsDefaulted.includes('max_sac') && maxSac < MAX_SAC
}

export function withoutCap(costs: CostSettings): CostSettings {
  return { ...costs, maxSac: MAX_SAC }
}

export class CapAlternatives {
  readonly #graph: RoutingGraph
  readonly #model: CostModel
  readonly #finder: LegFinder
  readonly #lines: RouteLineBuilder
  /** x, y, z in metres of one end of every edge above a cap, by cap */
  readonly #hardEnds = new Map<number, Float64Array>()

  constructor(graph: RoutingGraph, model: CostModel, finder: LegFinder, lines: RouteLineBuilder) {
    this.#graph = graph
    this.#model = model
    this.#finder = finder
    this.#lines = lines
  }

  /** Makes what the first search under a cap would have to wait for. */
  prepare(cap: number): void {
    this.#hardEndsOf(cap)
  }

  /** Null if no harder path saves enough. `onTable` receives the table used, so that its metric can be made. */
  find(
    costs: CostSettings,
    found: FoundLegs,
    distanceDm: number,
    control: SearchControl,
    onTable: (table: CostTable) => void,
    isAvoided: ((edge: number) => boolean) | null,
    walker?: Walker,
  ): CapAlternative | null {
    const limitDm = Math.min(distanceDm * (1 - MIN_SAVED_SHARE), distanceDm - MIN_SAVED_DM)
    if (limitDm <= 0 || this.#leastDm(costs, found) > limitDm) return null
    const open = this.#model.table(withoutCap(costs))
    onTable(open)
    const table = closing(open, isAvoided)
    let savedMm = 0
    const legs: FoundLeg[] = []
    for (const leg of found.legs) {
      if (leg.path === null || leg.isFollowed === true) {
        legs.push(leg)
        continue
      }
      const { uncapped, cost } = leg.path
      const tables = { table, ferrata: null, restricted: false }
      const answer = uncapped ?? this.#finder.find(tables, leg.from, leg.to, control, { belowCost: cost })
      const isNone = answer === 'no_path'
      // nothing proven, so nothing claimed
      if (answer === 'unknown' || (!isNone && !answer.complete)) return null
      const path = isNone || answer.cost >= cost ? null : answer
      if (path !== null) savedMm += lengthOfPath(this.#graph, leg.path) - lengthOfPath(this.#graph, path)
      legs.push(path === null ? leg : { ...leg, path })
    }
    // checked before the line is built, which takes longer
    if (distanceDm - savedMm / 100 > limitDm + 1) return null
    const line = this.#lines.build(legs)
    if (lengthDm(line) > limitDm) return null
    const climb = climbOfRoute(line)
    return {
      maxSac: Math.min(MAX_SAC, hardestSac(this.#graph, line)),
      distanceM: lengthDm(line) / 10,
      ascentM: climb.ascentDm === null ? null : climb.ascentDm / 10,
      minutes: Math.round(timeOfRoute(this.#graph, line, { ...costs, walker }).movingS / 60),
      savesM: (distanceDm - lengthDm(line)) / 10,
    }
  }

  /**
   * Lower bound on the length of a route with a harder edge: each leg as it is, or straight to the nearest hard edge
   * and on.
   */
  #leastDm(costs: CostSettings, found: FoundLegs): number {
    const ends = this.#hardEndsOf(costs.maxSac)
    let leastM = 0
    for (const leg of found.legs) {
      let ownM = 0
      if (leg.path === null) ownM = chord(toXyz(leg.from), toXyz(leg.to))
      else {
        ownM = lengthOfPath(this.#graph, leg.path) / 1000
        const from = toXyz(leg.from)
        const to = toXyz(leg.to)
        for (let k = 0; k < ends.length; k += 3) {
          const ax = ends[k] - from[0]
          const ay = ends[k + 1] - from[1]
          const az = ends[k + 2] - from[2]
          const bx = ends[k] - to[0]
          const by = ends[k + 1] - to[1]
          const bz = ends[k + 2] - to[2]
          const throughM = Math.sqrt(ax * ax + ay * ay + az * az) + Math.sqrt(bx * bx + by * by + bz * bz)
          if (throughM < ownM) ownM = throughM
        }
      }
      leastM += ownM
    }
    return leastM * 10
  }

  #hardEndsOf(cap: number): Float64Array {
    let ends = this.#hardEnds.get(cap)
    if (ends === undefined) {
      const { edgeClass, edgeFrom, classSac, classFootForward, classFootBackward } = this.#graph.columns
      const nodes = new Set<number>()
      for (let e = 0; e < this.#graph.edgeCount; e++) {
        const k = edgeClass[e]
        if (
          classSac[k] > cap &&
          classSac[k] < SAC_VIA_FERRATA &&
          (classFootForward[k] !== ACCESS_CLOSED || classFootBackward[k] !== ACCESS_CLOSED)
        )
          nodes.add(edgeFrom[e])
      }
      ends = Float64Array.from([...nodes].flatMap((n) => [...this.#graph.positionsAt(n).subarray(3 * n, 3 * n + 3)]))
      this.#hardEnds.set(cap, ends)
    }
    return ends
  }
}

function toXyz({ lon, lat }: SnapPoint): [number, number, number] {
  const cosLat = Math.cos(lat * DEG_TO_RAD)
  return [
    EARTH_RADIUS_M * cosLat * Math.cos(lon * DEG_TO_RAD),
    EARTH_RADIUS_M * cosLat * Math.sin(lon * DEG_TO_RAD),
    EARTH_RADIUS_M * Math.sin(lat * DEG_TO_RAD),
  ]
}

function chord(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
