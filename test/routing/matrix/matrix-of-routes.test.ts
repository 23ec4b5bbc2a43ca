// Every value of a matrix is that of the route between its two points, on the demo region and on Andorra, for points
// anywhere: on the network, far from it, on parts of it that are not connected.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { Position } from '../../../src/routing/costs/request-types.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import type { MatrixInput } from '../../../src/routing/matrix/matrix-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import { caseCount } from '../../support/case-count.ts'
import { costOfLeg } from '../../support/cost-of-leg.ts'
import { hasAndorra, networkOf, type Region } from '../../support/prepared-regions.ts'

type Settings = Omit<MatrixInput, 'sources' | 'targets'>

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'test', terrainRelease: null }
const SETTINGS: Settings[] = [
  {},
  { profile: 'run', hills: 1, walker: { factor: 1.3, spread: 0.1 } },
  { maxSac: 6, markedTrails: 'off', avoidSteps: true },
  { shortest: true, snapRadiusM: 200 },
  { markedTrails: 'strict' },
  { profile: 'bike' },
  { profile: 'bike', bicycleType: 'road', push: 'never' },
  { profile: 'bike', bicycleType: 'mountain', avoidPaved: true },
  { avoid: { kinds: ['motor_traffic', 'ferry', 'steps'] } },
  { profile: 'bike', avoid: { kinds: ['tunnel', 'unlit'] } },
]
const SIDE = 5
/** 25 pairs each */
const CASES = caseCount(12, 400)

/** Ways that cross the border go on beyond the box, where every point is refused. */
const within = (min: number, max: number, value: number) => Math.max(min, Math.min(max, value))

/** Most lie within 200 m of a node, some anywhere. */
function pointsIn({ nodeCount, meta, columns }: RoutingGraph, count: number): fc.Arbitrary<Position[]> {
  const [minLon, minLat, maxLon, maxLat] = meta.bbox
  const share = fc.noBias(fc.integer({ min: 0, max: 1e6 })).map((of) => of / 1e6)
  const anywhere = fc
    .tuple(share, share)
    .map(([x, y]): Position => [minLon + (maxLon - minLon) * x, minLat + (maxLat - minLat) * y])
  const nearNode = fc
    .tuple(fc.noBias(fc.integer({ min: 0, max: nodeCount - 1 })), share, share)
    .map(
      ([n, x, y]): Position => [
        within(minLon, maxLon, columns.nodeLonE7[n] / 1e7 + (x - 0.5) * 0.004),
        within(minLat, maxLat, columns.nodeLatE7[n] / 1e7 + (y - 0.5) * 0.004),
      ],
    )
  return fc.array(fc.oneof({ arbitrary: nearNode, weight: 9 }, { arbitrary: anywhere, weight: 1 }), {
    minLength: count,
    maxLength: count,
  })
}

/** Four values, or why there are none. */
type Pair = { distanceM: number; ascentM: number | null; movingS: number; cost: number } | string

function ofRoute(planner: RoutePlanner, model: CostModel, settings: Settings, waypoints: Position[]): Pair {
  let route: PlannedRoute
  try {
    route = planner.planRoute({ waypoints, ...settings })
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return thrown.code === 'busy' ? 'search_ended' : thrown.code
  }
  const { distanceM, ascentM, movingTime } = route
  return { distanceM, ascentM, movingS: movingTime!.movingS, cost: costOf(planner.graph, model, settings, route) }
}

/** By the table of the setting or, if the bicycle is pushed, by the one that opens what may be walked. */
function costOf(graph: RoutingGraph, model: CostModel, settings: Settings, { line }: PlannedRoute): number {
  const { stepArc, stepAlongMm, stepAtMm, stepCount } = line
  const last = stepCount - 1
  const arcs = Uint32Array.from(stepArc)
  const endMm = last < 0 ? 0 : stepAlongMm[last] + stepAtMm[stepCount] - stepAtMm[last]
  const path = { arcs, startMm: stepAlongMm[0] ?? 0, endMm, cost: 0, complete: true, lowerBound: 0 }
  const costs = costSettings(
    applySettings({
      waypoints: [
        [0, 0],
        [0, 0],
      ],
      ...settings,
    }).settings,
  )
  const own = costOfLeg(graph, model.table(costs), path)
  return own < 0x7fffffff ? own : costOfLeg(graph, model.table({ ...costs, push: 'anywhere' }), path)
}

interface Planners {
  planner: RoutePlanner
  matrices: MatrixPlanner
  model: CostModel
}

async function plannersOf(region: Region): Promise<Planners & { graph: RoutingGraph }> {
  const graph = await networkOf(region)
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 256 << 20, maxSettled: 1_000_000 })
  return { graph, planner, matrices: new MatrixPlanner(planner.parts), model: new CostModel(graph) }
}

/** All pairs, as the matrix has them and as the routes do. */
function compare({ planner, matrices, model }: Planners, input: MatrixInput): { own: Pair[]; routes: Pair[] } {
  const { sources, targets, ...settings } = input
  const { distanceM, ascentM, movingS, cost, reasons } = matrices.planMatrix({
    ...input,
    annotations: ['distance_m', 'ascent_m', 'moving_s', 'cost'],
  })
  const pairs = sources.flatMap((_, s) => targets.map((_, t) => [s, t]))
  const own = pairs.map(
    ([s, t]): Pair =>
      reasons[s][t] ?? {
        distanceM: distanceM![s][t]!,
        ascentM: ascentM![s][t],
        movingS: movingS![s][t]!,
        cost: cost![s][t]!,
      },
  )
  return { own, routes: pairs.map(([s, t]) => ofRoute(planner, model, settings, [sources[s], targets[t]])) }
}

describe.each<Region>(['demo', 'andorra'])('in %s', (region) => {
  test.skipIf(region === 'andorra' && !hasAndorra)('every value is that of the pairwise route', async () => {
    const { graph, planner, matrices, model } = await plannersOf(region)
    let compared = 0
    const points = pointsIn(graph, SIDE)
    fc.assert(
      fc.property(points, points, fc.constantFrom(...SETTINGS), (sources, others, settings) => {
        // one point is a source and a target
        const targets = [sources[0], ...others.slice(1)]
        const { own, routes } = compare({ planner, matrices, model }, { sources, targets, ...settings })
        expect(own).toEqual(routes)
        compared += own.filter((pair) => typeof pair !== 'string').length
      }),
      { numRuns: CASES },
    )
    expect(compared).toBeGreaterThan(100)
  })

  test
    .skipIf(region === 'andorra' && !hasAndorra)
    .each<Settings>([
      { avoid: { kinds: ['motor_traffic'] } },
      { profile: 'bike', avoid: { kinds: ['motor_traffic', 'tunnel'] } },
      { profile: 'bike', bicycleType: 'road', snapRadiusM: 1000, avoid: { kinds: ['motor_traffic'] } },
    ])(
    'so is every value where most ways lead around what is avoided, and the hierarchy gets costs of its own: %j',
    async (settings) => {
      const planners = await plannersOf(region)
      const [sources] = fc.sample(pointsIn(planners.graph, 12), { numRuns: 1 })
      const [targets] = fc.sample(pointsIn(planners.graph, 14), { numRuns: 1 })
      const { own, routes } = compare(planners, { sources, targets, ...settings })
      expect(own).toEqual(routes)
      expect(own.filter((pair) => typeof pair !== 'string').length).toBeGreaterThan(20)
    },
  )
})
