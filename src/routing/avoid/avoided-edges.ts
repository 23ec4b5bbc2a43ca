// HOT: npm run bench -- planner
// It is asked about every edge that a search looks at.
//
// Which edges a request avoids: those that touch an area, belong to a way or are of a kind. An edge is judged when a
// search first asks, and remembered until the request is answered, so the work grows with the search and not with the
// areas. One instance per thread.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { wrapLon } from '../../geo/lon-lat.ts'
import type { PolygonGrid } from '../../geo/polygon-grid.ts'
import { splitBox } from '../../geo/split-box.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import {
  FLAG_BARRIER,
  FLAG_FERRY,
  FLAG_STEPS,
  FLAG_TUNNEL,
  HAZARD_KINDS,
  LIT_NO,
  SAC_VIA_FERRATA,
  WAY_KINDS,
} from '../../osm/edge-facts.ts'
import type { Avoid, AvoidKind } from '../../travel/avoid.ts'
import type { ClosedEdges } from '../costs/arc-cost.ts'
import type { PointSubject } from '../costs/point-subject.ts'
import type { Position } from '../costs/request-types.ts'
import { layAreas } from './lay-areas.ts'

const UNJUDGED = 0
const FREE = 1
/** as a whole */
const AVOIDED = 2
/** where an area touches it */
const AVOIDED_IN_PART = 3
const FLAG_OF: Partial<Record<AvoidKind, number>> = { ferry: FLAG_FERRY, steps: FLAG_STEPS, tunnel: FLAG_TUNNEL }
const HAZARD_OF: Partial<Record<AvoidKind, (typeof HAZARD_KINDS)[number]>> = {
  ford: 'ford',
  aided: 'aid',
  via_ferrata: 'via_ferrata',
}

export class AvoidedEdges {
  readonly #graph: RoutingGraph
  readonly #firstHazard: ReadonlyMap<number, number>
  /** by edge, made when the first request avoids something */
  #judged = new Uint8Array(0)
  readonly #touched: number[] = []
  // of the current request
  #areas: readonly PolygonGrid[] = []
  #ways: ReadonlySet<number> = new Set()
  /** by class */
  #classes: Uint8Array = new Uint8Array(0)
  /** bits of HAZARD_KINDS */
  #hazards = 0

  constructor(graph: RoutingGraph, firstHazard: ReadonlyMap<number, number>) {
    this.#graph = graph
    this.#firstHazard = firstHazard
  }

  /**
   * A function that says whether an edge is avoided, valid until the next call; null where nothing is avoided. Throws
   * `invalid_input` for a ring that crosses itself, and `waypoint_avoided` (422) for a waypoint inside an area.
   */
  begin(
    { areas = [], ways = [], kinds = [] }: Avoid,
    waypoints: readonly Position[],
    subjectOf: (index: number, count: number) => PointSubject,
  ): ClosedEdges | null {
    if (areas.length + ways.length + kinds.length === 0) return null
    this.#areas = layAreas(areas, splitBox(this.#graph.meta.bbox))
    waypoints.forEach(([lon, lat], i) => this.#refuseInside(lon, lat, subjectOf(i, waypoints.length)))
    this.#ways = new Set(ways)
    this.#classes = this.#classesOf(kinds)
    this.#hazards = 0
    for (const kind of kinds) {
      const hazard = HAZARD_OF[kind]
      if (hazard !== undefined) this.#hazards |= 1 << HAZARD_KINDS.indexOf(hazard)
    }
    if (this.#judged.length < this.#graph.edgeCount) this.#judged = new Uint8Array(this.#graph.edgeCount)
    for (const edge of this.#touched) this.#judged[edge] = UNJUDGED
    this.#touched.length = 0
    return this.#closed
  }

  #judge(edge: number): number {
    const known = this.#judged[edge]
    if (known !== UNJUDGED) return known
    this.#touched.push(edge)
    return (this.#judged[edge] = this.#isAvoided(edge) ? AVOIDED : this.#isInArea(edge) ? AVOIDED_IN_PART : FREE)
  }

  /** One for all requests. */
  readonly #closed: ClosedEdges = Object.assign((edge: number) => this.#judge(edge) !== FREE, {
    isWhole: (edge: number) => this.#judge(edge) === AVOIDED,
    isPart: (edge: number, fromMm: number, toMm: number) => {
      const judged = this.#judge(edge)
      return judged === AVOIDED || (judged === AVOIDED_IN_PART && this.#isInArea(edge, fromMm, toMm))
    },
  })

  #refuseInside(lon: number, lat: number, { point, inputPath }: PointSubject): void {
    if (this.#areas.some((area) => area.contains(lon, lat)))
      throw new ServiceError(say('error.waypoint_avoided', { point, position: `${lon}, ${lat}` }), { inputPath })
  }

  #classesOf(kinds: readonly AvoidKind[]): Uint8Array {
    const { classFlags, classSac, classLit } = this.#graph.columns
    const classes = new Uint8Array(this.#graph.classCount)
    let flags = 0
    for (const kind of kinds) flags |= FLAG_OF[kind] ?? 0
    for (let k = 0; k < classes.length; k++) {
      const isAvoided =
        (classFlags[k] & flags) !== 0 ||
        (kinds.includes('via_ferrata') && classSac[k] === SAC_VIA_FERRATA) ||
        (kinds.includes('unlit') && classLit !== undefined && classLit[k] === LIT_NO) ||
        (kinds.includes('motor_traffic') && hasMotorTraffic(this.#graph, k))
      classes[k] = isAvoided ? 1 : 0
    }
    return classes
  }

  #isAvoided(edge: number): boolean {
    const { edgeClass } = this.#graph.columns
    if (this.#classes[edgeClass[edge]] === 1) return true
    if (this.#ways.size > 0 && this.#ways.has(this.#graph.wayIdOf(edge))) return true
    return this.#hazards !== 0 && this.#hasHazard(edge)
  }

  #isInArea(edge: number, fromMm = 0, toMm = Infinity): boolean {
    for (const area of this.#areas) if (this.#touches(area, edge, fromMm, toMm)) return true
    return false
  }

  #hasHazard(edge: number): boolean {
    const { hazardEdge, hazardKind } = this.#graph.columns
    const first = this.#firstHazard.get(edge)
    if (first === undefined) return false
    for (let h = first; h < hazardEdge.length && hazardEdge[h] === edge; h++)
      if ((this.#hazards & (1 << hazardKind[h])) !== 0) return true
    return false
  }

  /** Whether any point between two places of an edge lies inside an area, or on its ring. */
  #touches(area: PolygonGrid, edge: number, fromMm: number, toMm: number): boolean {
    const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const end = shapeStart[edge - firstEdge + 1]
    const middle = (area.minX + area.maxX) / 2
    // the turn of the earth nearest to the area
    let x1 = middle + wrapLon(shapeLonE7[first] / 1e7 - middle)
    let y1 = shapeLatE7[first] / 1e7
    let startX = x1
    let startY = y1
    for (let p = first + 1; p < end; p++) {
      const [startMm, endMm] = [shapeAtMm[p - 1], shapeAtMm[p]]
      const x2 = x1 + wrapLon((shapeLonE7[p] - shapeLonE7[p - 1]) / 1e7)
      const y2 = shapeLatE7[p] / 1e7
      if (endMm >= fromMm && startMm <= toMm) {
        const [a, b] = sharesOf(startMm, endMm, fromMm, toMm)
        const [fromX, fromY] = [x1 + (x2 - x1) * a, y1 + (y2 - y1) * a]
        if (area.meetsRing(fromX, fromY, x1 + (x2 - x1) * b, y1 + (y2 - y1) * b)) return true
        if (startMm <= fromMm) [startX, startY] = [fromX, fromY]
      }
      x1 = x2
      y1 = y2
    }
    return area.contains(startX, startY)
  }
}

/** Which part of a segment, as shares of it, lies between two places on its edge. */
function sharesOf(startMm: number, endMm: number, fromMm: number, toMm: number): [number, number] {
  if (fromMm <= startMm && toMm >= endMm) return [0, 1]
  const lengthMm = endMm - startMm
  return [Math.max(0, (fromMm - startMm) / lengthMm), Math.min(1, (toMm - startMm) / lengthMm)]
}

/** Whether motor vehicles use ways of a class: roads and streets, whatever access they are tagged with. */
function hasMotorTraffic(graph: RoutingGraph, k: number): boolean {
  const kind = WAY_KINDS[graph.columns.classWayKind[k]]
  return (kind === 'road' || kind === 'street') && (graph.columns.classFlags[k] & FLAG_BARRIER) === 0
}
