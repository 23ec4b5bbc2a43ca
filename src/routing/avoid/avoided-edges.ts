// HOT: npm run bench -- planner
// It is asked about every edge that a search looks at.
//
// Which edges a request avoids: those that touch an area, belong to a way or are of a kind. An edge is judged when a
// search first asks, and remembered until the request is answered, so the work grows with the search and not with the
// areas. One instance per thread.

import { type PointAtFault, ServiceError, type RefusalSentence } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { wrapLon, holdsPoint, type Box } from '../../geo/lon-lat.ts'
import { PolygonGrid, sidesOf, turn } from '../../geo/polygon-grid.ts'
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
import type { Avoid, AvoidKind, AvoidArea, AvoidRing } from '../../travel/avoid.ts'
import type { ClosedEdges } from '../costs/arc-cost.ts'
import type { PointSubject } from '../costs/point-subject.ts'
import type { Position } from '../costs/request-types.ts'
import type { Segments } from '../../geo/segment-cells.ts'

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
      throw new ServiceError(say('error.waypoint_avoided', { point, position: `${lon}, ${lat}` }), {
        inputPath,
        about: { at: [lon, lat] },
      })
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

/**
 * Areas to avoid, laid on grids: which segments they touch. Throws 400 `invalid_input` where a ring crosses or touches
 * itself, or where its coordinates are evidently in the wrong order. `boxes`: of the network, to detect coordinates
 * given as latitude, longitude.
 */
export function layAreas(areas: readonly AvoidArea[], boxes: readonly Box[]): PolygonGrid[] {
  return areas.map(({ path, rings }) => {
    rings.forEach((ring, i) => checkRing(ring, `${path}[${i}]`, i + 1, boxes))
    return new PolygonGrid(rings)
  })
}

function checkRing(ring: AvoidRing, path: string, number: number, boxes: readonly Box[]): void {
  const isIn = (x: number, y: number) => boxes.some((box) => holdsPoint(box, x, y))
  if (ring.every(([lon, lat]) => isIn(lat, lon)) && !ring.some(([lon, lat]) => isIn(lon, lat)))
    throw fault(
      `${path}[0]`,
      (field) => say('error.invalid_input.ring_order', { field, ring: number, position: ring[0].join(', ') }),
      { at: ring[0] },
    )
  const sides = sidesOf([ring])
  if (sides.ax.length < 3) throw fault(path, (field) => say('error.invalid_input.ring_empty', { field, ring: number }))
  const crossing = findCrossing(sides)
  if (crossing === null) return
  // vertices that differ from the one before
  const kept = ring
    .map((_, i) => i)
    .filter((i) => i === 0 || ring[i][0] !== ring[i - 1][0] || ring[i][1] !== ring[i - 1][1])
  const { first, second } = crossing
  const sidesFrom = { vertex: kept[first] + 1, otherVertex: kept[second] + 1 }
  throw fault(`${path}[${kept[first]}]`, (field) =>
    say('error.invalid_input.ring_crosses', { field, ring: number, ...sidesFrom }),
  )
}

/** Two sides that meet, in the order of the ring. */
interface Crossing {
  first: number
  second: number
}

/**
 * The first side that meets another than its neighbours, or turns back over one of them, and the first that it meets.
 * Each pair is looked at once, in order from the west: no ring of the most vertices costs more than 12.5 million looks,
 * however its sides lie.
 */
function findCrossing(sides: Segments): Crossing | null {
  const count = sides.ax.length
  const order = orderFromWest(sides)
  const crossing = { first: count, second: count }
  for (let i = 0; i < count; i++) meetEastern(sides, order, i, crossing)
  return crossing.first === count ? null : crossing
}

interface WestEnd {
  side: number
  west: number
}

function orderFromWest({ ax, bx }: Segments): Uint32Array {
  const ends: WestEnd[] = []
  for (let side = 0; side < ax.length; side++) ends.push({ side, west: Math.min(ax[side], bx[side]) })
  ends.sort(byWest)
  const order = new Uint32Array(ends.length)
  for (let i = 0; i < order.length; i++) order[i] = ends[i].side
  return order
}

function byWest(a: WestEnd, b: WestEnd): number {
  return a.west - b.west
}

/** Keeps the crossing of a side with one that begins further east if it comes before the one known so far. */
function meetEastern(sides: Segments, order: Uint32Array, i: number, crossing: Crossing): void {
  const { ax, ay, bx, by } = sides
  const s = order[i]
  const east = Math.max(ax[s], bx[s])
  const low = Math.min(ay[s], by[s])
  const high = Math.max(ay[s], by[s])
  for (let j = i + 1; j < order.length; j++) {
    const t = order[j]
    if (ax[t] > east && bx[t] > east) break
    if ((ay[t] > high && by[t] > high) || (ay[t] < low && by[t] < low)) continue
    const lesser = s < t ? s : t
    const greater = s < t ? t : s
    if (lesser > crossing.first || (lesser === crossing.first && greater > crossing.second) || !doMeet(sides, s, t))
      continue
    const isNext = greater === lesser + 1
    if (isNext && !turnsBack(sides, lesser, greater)) continue
    if (lesser === 0 && greater === order.length - 1 && !turnsBack(sides, greater, lesser)) continue
    crossing.first = lesser
    crossing.second = greater
  }
}

/** Whether two sides whose boxes overlap have a point in common. */
function doMeet({ ax, ay, bx, by }: Segments, s: number, t: number): boolean {
  const one = turn(ax[s], ay[s], bx[s], by[s], ax[t], ay[t])
  const two = turn(ax[s], ay[s], bx[s], by[s], bx[t], by[t])
  if ((one > 0 && two > 0) || (one < 0 && two < 0)) return false
  const three = turn(ax[t], ay[t], bx[t], by[t], ax[s], ay[s])
  const four = turn(ax[t], ay[t], bx[t], by[t], bx[s], by[s])
  return !((three > 0 && four > 0) || (three < 0 && four < 0))
}

/** Whether a side runs back over the one before it. */
function turnsBack({ ax, ay, bx, by }: Segments, first: number, second: number): boolean {
  const x1 = bx[first] - ax[first]
  const y1 = by[first] - ay[first]
  const x2 = bx[second] - ax[second]
  const y2 = by[second] - ay[second]
  return x1 * y2 - y1 * x2 === 0 && x1 * x2 + y1 * y2 < 0
}

const fault = (inputPath: string, sentenceOf: (field: string) => RefusalSentence, about?: PointAtFault) =>
  new ServiceError(sentenceOf(inputPath), { inputPath, about })
