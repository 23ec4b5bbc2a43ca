// Traces with a known truth: routes of the router sampled at walking speed and jittered, the same points for every engine.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { PlannedRoute, RoutePlanner } from '../../../src/routing/plan-route.ts'
import { placeAt } from '../../../src/routing/route-notes.ts'
import { makePairs, seeded } from '../routing/pairs.ts'

export const WALKING_M_PER_S = 1.2

export interface Trace {
  lon: number[]
  lat: number[]
  timeS: number[]
}

/** Routes of the router, on foot, between seeded pairs. */
export function makeRoutes(planner: RoutePlanner, count: number, minKm: number, maxKm: number, seed: number): PlannedRoute[] {
  const routes: PlannedRoute[] = []
  for (const { from, to } of makePairs(planner.graph, count, minKm, maxKm, seed, planner.mainComponent('hike'))) {
    routes.push(planner.planRoute({ waypoints: [from, to], profile: 'hike' }))
  }
  return routes
}

/** A walk along the route: a point every `everyS` seconds, each off by normal noise of `noiseM` to the east and to the north. */
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
    const way = graph.columns.edgeWayId[stepArc[i] >>> 1]
    lengths.set(way, (lengths.get(way) ?? 0) + lengthM)
  }
  return lengths
}

/** Share of the true metres that lie on the right ways, and metres on others over the true metres. */
export function compareWays(truth: ReadonlyMap<number, number>, found: ReadonlyMap<number, number>): { totalM: number; rightM: number; extraM: number } {
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
