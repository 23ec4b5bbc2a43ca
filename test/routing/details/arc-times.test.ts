import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PACE_MODELS } from '../../../src/course/pace-models.ts'
import { CLIMB_THRESHOLD_M } from '../../../src/geo/climb.ts'
import type { Profile } from '../../../src/routing/costs/request-types.ts'
import { arcSeconds } from '../../../src/routing/details/arc-times.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { graphFromEdges, type EdgeFactsSpec, type TestPoint } from '../../support/graph-from-edges.ts'
import { between } from '../../support/arbitraries.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }

/** A way of one edge after another over these heights, and the route along all of it. */
function along(heights: number[], facts: EdgeFactsSpec, profile: Profile) {
  const nodes = heights.map((height, i): TestPoint => [1.5 + i * 0.004, 42.5, height])
  const graph = graphFromEdges({
    nodes,
    edges: heights.slice(1).map((_, i) => ({ from: i, to: i + 1, ...facts })),
    meta: { bbox: [1, 42, 2, 43] },
  })
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const { movingTime } = planner.planRoute({
    profile,
    waypoints: [nodes[0], nodes[nodes.length - 1]].map(([lon, lat]) => [lon, lat]),
    ...(profile === 'bike' ? {} : { maxSac: 6 }),
  })
  let arcsS = 0
  for (let edge = 0; edge < heights.length - 1; edge++) {
    const forward =
      graph.columns.nodeLonE7[graph.columns.edgeFrom[edge]] < graph.columns.nodeLonE7[graph.columns.edgeTo[edge]]
    arcsS += arcSeconds(graph, edge * 2 + (forward ? 0 : 1), { profile }, new Map())!
  }
  return { lineS: movingTime!.movingS, arcsS }
}
const profiles = fc.constantFrom<Profile>('hike', 'run', 'bike')
const facts = fc.constantFrom<EdgeFactsSpec>(
  {},
  { surface: 'paved', highway: 'residential' },
  { surface: 'gravel', highway: 'track' },
)

test('on a way that only climbs or only drops, the arcs take together what the line takes', () => {
  const steps = fc.array(between(0, 90), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(steps, fc.boolean(), facts, profiles, (list, down, own, profile) => {
      let height = 1500
      const heights = [height, ...list.map((step) => (height += down ? -step : step))]
      const { lineS, arcsS } = along(heights, own, profile)
      // climbs are kept in decimetres
      expect(Math.abs(arcsS - lineS)).toBeLessThan(1 + list.length * 0.6)
    }),
    { numRuns: 60 },
  )
})

test('over hills the arcs never take less than the line, and no more than the ripples at their joints', () => {
  const steps = fc.array(between(-60, 60), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(steps, facts, profiles, (list, own, profile) => {
      let height = 1500
      const heights = [height, ...list.map((step) => (height += step))]
      const { lineS, arcsS } = along(heights, own, profile)
      const { upSPerM, downSPerM } = PACE_MODELS[profile]
      expect(arcsS).toBeGreaterThanOrEqual(lineS - 1 - list.length * 0.6)
      expect(arcsS).toBeLessThanOrEqual(
        lineS + 1 + list.length * (0.6 + 1.3 * CLIMB_THRESHOLD_M * (upSPerM + downSPerM)),
      )
    }),
    { numRuns: 60 },
  )
})

test('a ferry takes its mapped duration, and none is made up where the map has none', () => {
  const nodes: TestPoint[] = [
    [1.5, 42.5, 0],
    [1.51, 42.5, 0],
  ]
  const graph = graphFromEdges({
    nodes,
    edges: [{ from: 0, to: 1, flags: ['ferry'], highway: 'ferry', way: 'ferry' }],
    meta: { bbox: [1, 42, 2, 43] },
  })
  expect(arcSeconds(graph, 0, { profile: 'hike' }, new Map([[0, 600]]))).toBe(600)
  expect(arcSeconds(graph, 0, { profile: 'hike' }, new Map())).toBeNull()
})
