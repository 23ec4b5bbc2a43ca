// Traces with a known truth: routes of the router sampled at walking speed and jittered, the same points for every
// engine.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { nearestOnLine } from '../../../src/routing/matching/near-stretches.ts'
import type { MatchedTrace, TracePoints } from '../../../src/routing/matching/match-types.ts'
import type { PlannedRoute, RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { placeAt } from '../../../src/routing/details/notes.ts'
import { makePairs, seeded } from '../routing/pairs.ts'
import { mainComponent } from '../../support/main-component.ts'

const WALKING_M_PER_S = 1.2

export interface Trace {
  lon: number[]
  lat: number[]
  timeS: number[]
}

/** Routes of the router, on foot, between seeded pairs. */
export function makeRoutes(
  planner: RoutePlanner,
  count: number,
  minKm: number,
  maxKm: number,
  seed: number,
): PlannedRoute[] {
  const routes: PlannedRoute[] = []
  for (const { from, to } of makePairs(planner.graph, count, minKm, maxKm, seed, mainComponent(planner, 'hike'))) {
    routes.push(planner.planRoute({ waypoints: [from, to], profile: 'hike' }))
  }
  return routes
}

/**
 * A walk along the route: a point every `everyS` seconds, each off by normal noise of `noiseM` to the east and to the
 * north.
 */
export function sample(route: PlannedRoute, everyS: number, noiseM: number, seed: number, maxPoints = 2000): Trace {
  const random = seeded(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const trace: Trace = { lon: [], lat: [], timeS: [] }
  const ky = DEG_TO_RAD * EARTH_RADIUS_M
  const stepM = everyS * WALKING_M_PER_S
  for (let k = 0; k < maxPoints; k++) {
    const atM = Math.min(route.distanceM, k * stepM)
    const [lon, lat] = placeAt(route.line, atM)
    trace.lon.push(Math.round((lon + (normal() * noiseM) / (ky * Math.cos(lat * DEG_TO_RAD))) * 1e6) / 1e6)
    trace.lat.push(Math.round((lat + (normal() * noiseM) / ky) * 1e6) / 1e6)
    trace.timeS.push(k * everyS)
    if (atM >= route.distanceM) break
  }
  return trace
}

/** Metres of the route by way id, up to `untilM`. */
export function lengthByWay(graph: RoutingGraph, route: PlannedRoute, untilM = Infinity): Map<number, number> {
  const lengths = new Map<number, number>()
  const { stepArc, stepAtMm, stepCount } = route.line
  for (let i = 0; i < stepCount; i++) {
    const lengthM = (Math.min(stepAtMm[i + 1], untilM * 1000) - stepAtMm[i]) / 1000
    if (lengthM <= 0) break
    const way = graph.wayIdOf(stepArc[i] >>> 1)
    lengths.set(way, (lengths.get(way) ?? 0) + lengthM)
  }
  return lengths
}

export interface TraceOutcome {
  totalM: number
  /** on the right ways */
  rightM: number
  /** missed, with the matched line within the noise beside them */
  parallelM: number
  /** on ways that the route does not take, or more often than it does */
  extraM: number
}

/** The points as a matcher takes them. */
export function traceJob({ lon, lat, timeS }: Trace): TracePoints {
  return {
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    timeMs: Float64Array.from(timeS, (s) => s * 1000),
    partStart: Int32Array.of(0, lon.length),
  }
}

/** Metres on ways, order left out, so that any engine's edges can be compared. */
export function compareWays(
  truth: ReadonlyMap<number, number>,
  found: ReadonlyMap<number, number>,
): Omit<TraceOutcome, 'parallelM'> {
  let totalM = 0
  let rightM = 0
  let extraM = 0
  for (const [way, lengthM] of truth) {
    totalM += lengthM
    rightM += Math.min(lengthM, found.get(way) ?? 0)
  }
  for (const [way, lengthM] of found) extraM += Math.max(0, lengthM - (truth.get(way) ?? 0))
  return { totalM, rightM, extraM }
}

/** Metres of a matched line by way id. */
function matchedByWay(graph: RoutingGraph, { segments }: MatchedTrace): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const { line } of segments) {
    for (let i = 0; i < line.stepCount; i++) {
      const way = graph.wayIdOf(line.stepArc[i] >>> 1)
      lengths.set(way, (lengths.get(way) ?? 0) + (line.stepAtMm[i + 1] - line.stepAtMm[i]) / 1000)
    }
  }
  return lengths
}

/** How far a trace was walked along its route. */
export function walkedM(route: PlannedRoute, { timeS }: Trace): number {
  return Math.min(route.distanceM, timeS[timeS.length - 1] * WALKING_M_PER_S)
}

/** Our match against the truth. */
export function compareTrace(
  graph: RoutingGraph,
  route: PlannedRoute,
  trace: Trace,
  matched: MatchedTrace,
  noiseM: number,
): TraceOutcome {
  const untilM = walkedM(route, trace)
  const truth = lengthByWay(graph, route, untilM)
  const found = matchedByWay(graph, matched)
  const beside = (lon: number, lat: number) =>
    matched.segments.some(({ line, lengthMm }) => nearestOnLine(line, 0, lengthMm, lon, lat).awayM <= noiseM)
  return { ...compareWays(truth, found), parallelM: parallelM(graph, route, untilM, truth, found, beside) }
}

/** Missed metres of the route that have the matched line beside them, sampled every 5 m. */
export function parallelM(
  graph: RoutingGraph,
  route: PlannedRoute,
  untilM: number,
  truth: ReadonlyMap<number, number>,
  found: ReadonlyMap<number, number>,
  isBeside: (lon: number, lat: number) => boolean,
): number {
  const missing = new Map<number, number>()
  for (const [way, lengthM] of truth)
    if (lengthM - (found.get(way) ?? 0) > 0.5) missing.set(way, lengthM - (found.get(way) ?? 0))
  const { stepArc, stepAtMm, stepCount } = route.line
  let sumM = 0
  for (let i = 0; i < stepCount; i++) {
    const way = graph.wayIdOf(stepArc[i] >>> 1)
    const leftM = missing.get(way) ?? 0
    const fromM = stepAtMm[i] / 1000
    const toM = Math.min(stepAtMm[i + 1] / 1000, untilM)
    if (leftM <= 0 || toM <= fromM) continue
    let beside = 0
    const samples = Math.max(1, Math.round((toM - fromM) / 5))
    for (let k = 0; k < samples; k++)
      if (isBeside(...placeAt(route.line, fromM + ((toM - fromM) * (k + 0.5)) / samples))) beside++
    const partM = Math.min(leftM, ((toM - fromM) * beside) / samples)
    missing.set(way, leftM - partM)
    sumM += partM
  }
  return sumM
}
