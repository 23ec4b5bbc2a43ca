// Real routes, where REAL_DATA_DIR has Andorra: every invariant of an answer on random pairs, and costs against the
// plain oracle.

import { beforeAll, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { distanceM, turnDeg } from '../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import type { WayValue } from '../../src/language/sentence.ts'
import { SnapIndex } from '../../src/graph/snap-index.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import { findLegs } from '../../src/routing/legs/find-legs.ts'
import { ComponentCache } from '../../src/routing/search/strong-components.ts'
import { LegFinder } from '../../src/routing/legs/find-leg.ts'
import { costOfLeg } from '../support/cost-of-leg.ts'
import { Hierarchy } from '../../src/routing/cch/hierarchy.ts'
import { customise } from '../../src/routing/cch/customise.ts'
import { MetricCache } from '../../src/routing/cch/metric-cache.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { WaypointSnapper } from '../../src/routing/legs/snap-waypoints.ts'
import { sourceSeeds, targetSeeds } from '../../src/routing/legs/leg-path.ts'
import { routeText } from '../support/route-text.ts'
import { dijkstra } from '../support/dijkstra.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'

const real = test.skipIf(!hasAndorra)
const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'andorra', terrainRelease: null }

let graph: RoutingGraph
let planner: RoutePlanner
beforeAll(async () => {
  if (!hasAndorra) return
  graph = await networkOf('andorra')
  planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
})

/** mulberry32 */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const SETTINGS: Omit<PlanRouteInput, 'waypoints'>[] = [
  {},
  { maxSac: 6, markedTrails: 'off' },
  { maxSac: 1, hills: -1 },
  { hills: 1, avoidPaved: true },
  { shortest: true },
  { profile: 'run', markedTrails: 'off' },
  { profile: 'bike' },
  { profile: 'bike', bicycleType: 'road', hills: -0.5 },
  { profile: 'bike', bicycleType: 'mountain', avoidPaved: true },
  { profile: 'bike', useRoads: 0, useFerry: 1 },
]

function checkInvariants(input: PlanRouteInput, route: PlannedRoute): void {
  const { line } = route
  const last = line.lonE6.length - 1
  const goesBack = line.atMm.findIndex((atMm, i) => i > 0 && !(atMm >= line.atMm[i - 1]))
  expect(goesBack, 'a point before the one before it').toBe(-1)
  expect(Math.abs(line.atMm[last] / 1000 - route.distanceM)).toBeLessThanOrEqual(0.051)
  // the drawn line is as long as the distance told
  let drawnM = 0
  for (let i = 1; i <= last; i++)
    drawnM += distanceM(line.lonE6[i - 1] / 1e6, line.latE6[i - 1] / 1e6, line.lonE6[i] / 1e6, line.latE6[i] / 1e6)
  expect(Math.abs(drawnM - route.distanceM)).toBeLessThan(1 + route.distanceM * 0.002)
  const [from, to] = [route.snaps[0].location, route.snaps.at(-1)!.location]
  expect([line.lonE6[0], line.latE6[0]]).toEqual(from.map((v) => Math.round(v * 1e6)))
  expect([line.lonE6[last], line.latE6[last]]).toEqual(to.map((v) => Math.round(v * 1e6)))
  route.snaps.forEach((snap, i) =>
    expect(Math.abs(distanceM(...input.waypoints[i], ...snap.location) - snap.distanceM)).toBeLessThan(0.3),
  )
  const { pavedM, gravelM, trailM, unknownM, mappedM, assumedM } = route.surfaces
  expect(pavedM + gravelM + trailM + unknownM).toBeCloseTo(route.distanceM, 6)
  expect(mappedM + assumedM + unknownM).toBeCloseTo(route.distanceM, 6)
  const { signedM, pushedM, ...kinds } = route.ways.sums
  expect(Object.values(kinds).reduce((a, b) => a + b, 0)).toBeCloseTo(route.distanceM, 6)
  expect(signedM).toBeLessThanOrEqual(route.distanceM + 1e-6)
  expect(pushedM).toBeLessThanOrEqual(route.distanceM + 1e-6)
  for (const stretches of [route.surfaces.stretches, route.ways.stretches]) {
    let at = 0
    for (const { fromM, toM } of stretches) {
      expect(fromM).toBe(at)
      expect(toM).toBeGreaterThan(fromM)
      at = toM
    }
    expect(at).toBe(route.distanceM)
  }
  expect(route.legs.reduce((sum, leg) => sum + leg.distanceM, 0)).toBeCloseTo(route.distanceM, 6)
  if (route.ascentM !== null) {
    expect(route.legs.reduce((sum, leg) => sum + (leg.ascentM ?? 0), 0)).toBeCloseTo(route.ascentM, 6)
    if (!line.heightM.some(Number.isNaN))
      expect(Math.abs(route.ascentM - route.descentM! - (line.heightM[last] - line.heightM[0]))).toBeLessThan(0.21)
  }
  if (route.difficulty !== null && 'T1M' in route.difficulty) {
    const { T1M, T2M, T3M, T4M, T5M, T6M, viaFerrataM, untaggedPathM, roadM } = route.difficulty
    expect(
      T1M + T2M + T3M + T4M + T5M + T6M + viaFerrataM + untaggedPathM + roadM + route.ways.sums.ferryM,
    ).toBeCloseTo(route.distanceM, 6)
  }
  expect(route.maneuvers.reduce((sum, m) => sum + m.distanceM, 0)).toBeCloseTo(route.distanceM, 6)
  checkManeuvers(route)
  for (const hazard of route.hazards) {
    expect(hazard.toM).toBeGreaterThanOrEqual(hazard.fromM)
    expect(hazard.toM).toBeLessThanOrEqual(route.distanceM)
  }
  if (route.movingTime !== null)
    expect(route.movingTime.movingS).toBeGreaterThanOrEqual(
      Math.floor((route.distanceM / 1000 / { hike: 6, run: 12, bike: 30 }[route.settings.profile]) * 3600),
    )
  const wire = JSON.parse(routeText(route)) as { geometry: { coordinates: number[][] } }
  expect(wire.geometry.coordinates.length).toBe(last + 1)
}

/** Data of instructions are what their sentences and the line say. */
function checkManeuvers({ maneuvers, legs, movingTime }: PlannedRoute): void {
  const movingS = maneuvers.map((maneuver) => maneuver.movingS)
  if (!movingS.includes(null)) {
    const sumS = movingS.reduce((sum: number, one) => sum + one!, 0)
    expect(Math.abs(sumS - movingTime!.movingS)).toBeLessThanOrEqual(0.6)
  }
  expect([...new Set(maneuvers.map(({ leg }) => leg))]).toEqual(legs.map(({ leg }) => leg))
  for (const maneuver of maneuvers) {
    const { type, modifier, bearingBeforeDeg, bearingAfterDeg, exitNumber, name, ref } = maneuver
    let { values } = maneuver.instruction as { values: { next?: any; way?: WayValue; exit?: number } }
    while (values.next !== undefined) values = values.next.values
    expect(exitNumber).toBe(values.exit ?? null)
    if (values.way !== undefined) expect([name, ref]).toEqual([values.way.name, values.way.ref])
    if (!/^(slight|turn|sharp)_/.test(type)) continue
    expect(modifier).toBe(type.replace('turn_', ''))
    const bend = turnDeg(bearingBeforeDeg!, bearingAfterDeg!)
    // beyond that two turns to one side may look like one to the other
    if (Math.abs(bend) < 119) expect(bend > 0 ? 'right' : 'left').toBe(type.replace(/.*_/, ''))
  }
}

/** Two or three waypoints scattered over the country, near or far. */
function randomInput(random: () => number, k: number): PlanRouteInput {
  const [minLon, minLat, maxLon, maxLat] = [1.44, 42.45, 1.74, 42.63]
  const one = (): [number, number] => [minLon + random() * (maxLon - minLon), minLat + random() * (maxLat - minLat)]
  const first = one()
  const second: [number, number] =
    k % 3 === 0 ? [first[0] + (random() - 0.5) * 0.02, first[1] + (random() - 0.5) * 0.02] : one()
  return {
    waypoints: k % 5 === 0 ? [first, second, one()] : [first, second],
    snapRadiusM: 3000,
    ...SETTINGS[k % SETTINGS.length],
  }
}

real(
  '300 random requests in all settings keep every invariant, before and after customisation (needs real data)',
  () => {
    const random = seeded(42)
    let answered = 0
    for (let k = 0; k < 300; k++) {
      const input = randomInput(random, k)
      let first: PlannedRoute
      try {
        first = planner.planRoute(input)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ServiceError)
        expect(['no_path', 'no_snap']).toContain((thrown as ServiceError).code)
        continue
      }
      answered++
      checkInvariants(input, first)
      const again = planner.planRoute(input)
      expect(again.status).toBe('complete')
      // only ties may differ
      expect(Math.abs(again.distanceM - first.distanceM)).toBeLessThanOrEqual(0.02 * first.distanceM)
    }
    expect(answered).toBeGreaterThan(270)
  },
)

real('a complete leg costs what plain Dijkstra says, with and without a metric (needs real data)', () => {
  const random = seeded(7)
  const model = new CostModel(graph)
  const hierarchy = Hierarchy.from(graph)
  const snapper = new WaypointSnapper(graph, SnapIndex.from(graph))
  const none = new LegFinder(graph, hierarchy, new MetricCache(0))
  let checked = 0
  for (let k = 0; k < 40; k++) {
    const { waypoints, ...rest } = randomInput(random, k)
    const { settings } = applySettings({ waypoints, ...rest })
    const costs = costSettings(settings)
    const table = model.table(costs)
    const metrics = new MetricCache(64 << 20)
    metrics.keep(customise(graph, hierarchy, table)!)
    const cached = new LegFinder(graph, hierarchy, metrics)
    const components = new ComponentCache(graph)
    const control = { maxSettled: 1_000_000 }
    const input = { graph, model, snapper, components, costs, table, settings, waypoints, control }
    let found
    try {
      found = findLegs({ ...input, finder: none })
    } catch {
      continue
    }
    const second = findLegs({ ...input, finder: cached })
    found.legs.forEach((leg, l) => {
      const path = leg.path!
      const { table } = found.tables[l]
      expect(second.legs[l].path!.cost).toBe(path.cost)
      expect(costOfLeg(graph, table, path)).toBe(path.cost)
      if (leg.from.edge === leg.to.edge) return
      const dist = dijkstra(graph, table, sourceSeeds(graph, table, leg.from))
      const target = targetSeeds(graph, table, leg.to)
      let best = Infinity
      for (let s = 0; s < target.nodes.length; s++) best = Math.min(best, dist[target.nodes[s]] + target.costs[s])
      if (costs.profile === 'bike')
        expect(path.cost).toBeGreaterThanOrEqual(best) // turn restrictions may cost more
      else expect(path.cost).toBe(best)
      checked++
    })
  }
  expect(checked).toBeGreaterThan(30)
})

real('trips of the same requests have legs that add up (needs real data)', () => {
  const random = seeded(3)
  for (let k = 0; k < 60; k++) {
    let trip
    try {
      trip = planner.planTrip(randomInput(random, k))
    } catch {
      continue
    }
    const { legs, summary } = trip.trip
    expect(legs.reduce((sum, leg) => sum + leg.summary.length, 0)).toBeCloseTo(summary.length, 6)
    expect(trip.durationS).toBeCloseTo(summary.time, 0)
    for (const leg of legs)
      expect(leg.maneuvers.reduce((sum, m) => sum + m.length, 0)).toBeCloseTo(leg.summary.length, 6)
  }
})

real('Plaça Rebés, mapped as a multipolygon, is walked along its outline', () => {
  const waypoints: [number, number][] = [
    [1.5225374, 42.5072741],
    [1.5228571, 42.507646],
  ]
  const { distanceM: walkedM } = planner.planRoute({ waypoints, shortest: true, snapRadiusM: 20 })
  expect(walkedM).toBeLessThan(92)
})
