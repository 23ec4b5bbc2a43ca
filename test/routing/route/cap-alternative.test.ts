// Where a setting has no metric, the way without the cap is searched for first, and mostly is the route: both are those
// that two separate searches over metrics find.

import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { graphFromEdges, withColumns, type EdgeSpec, type TestPoint } from '../../support/graph-from-edges.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { hasAndorra, networkOf } from '../../support/prepared-regions.ts'
import { runSeeds } from '../../support/run-seed.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'test', terrainRelease: null }
const options = { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 }

/** One planner that never has a metric, and one that has it for each setting from the second request on. */
function bothOver(graph: RoutingGraph) {
  return {
    unseen: new RoutePlanner(graph, { ...options, onMetricNeeded: () => {} }),
    kept: new RoutePlanner(graph, options),
  }
}

/** What is compared, or the code of the failure. */
function reported(planner: RoutePlanner, input: PlanRouteInput) {
  try {
    const { distanceM, ascentM, movingTime, difficulty, capAlternative } = planner.planRoute(input)
    return { distanceM, ascentM, movingS: movingTime?.movingS, difficulty, capAlternative }
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown.code
    throw thrown
  }
}

/** A net of paths with long detours around hard short cuts. */
function hardNet(seed: number): RoutingGraph {
  const random = seededRandom(seed)
  const [columns, rows] = [12, 9]
  const nodes: TestPoint[] = Array.from({ length: columns * rows }, (_, i) => [
    1.5 + (i % columns) * 0.004 + random() * 0.002,
    42.5 + Math.floor(i / columns) * 0.003 + random() * 0.0015,
    1000 + Math.floor(random() * 150),
  ])
  const edges: EdgeSpec[] = []
  const add = (from: number, to: number) => {
    if (random() < 0.25) return
    // most of the hard ones bridge what is missing
    edges.push({ from, to, sac: random() < 0.3 ? 4 + Math.floor(random() * 3) : Math.floor(random() * 4) })
  }
  for (let i = 0; i < nodes.length; i++) {
    if ((i + 1) % columns !== 0) add(i, i + 1)
    if (i + columns < nodes.length) add(i, i + columns)
  }
  const graph = graphFromEdges({ nodes, edges })
  return withColumns(graph, buildHierarchy(graph))
}

function compare(graph: RoutingGraph, inputs: readonly PlanRouteInput[]) {
  const { unseen, kept } = bothOver(graph)
  const counts = { answered: 0, alternatives: 0 }
  for (const input of inputs) {
    const first = reported(unseen, input)
    // the second request has both metrics made
    reported(kept, input)
    reported(kept, input)
    expect(first).toEqual(reported(kept, input))
    if (typeof first === 'string') continue
    counts.answered++
    if (first.capAlternative !== null) counts.alternatives++
  }
  return counts
}

describe('the route and the way without its cap, unseen and from metrics', () => {
  test('are the same on made-up nets full of hard short cuts', () => {
    const counts = { answered: 0, alternatives: 0 }
    for (const seed of runSeeds(12)) {
      const random = seededRandom(1000 + seed)
      const graph = hardNet(seed)
      const one = (): [number, number] => [1.5 + random() * 0.046, 42.5 + random() * 0.025]
      const inputs = Array.from({ length: 20 }, (_, k): PlanRouteInput => {
        const waypoints = k % 4 === 0 ? [one(), one(), one()] : [one(), one()]
        const hills = Math.round(random() * 20 - 10) / 10
        return { waypoints, hills, profile: k % 2 === 0 ? 'hike' : 'run', markedTrails: 'off', snapRadiusM: 1000 }
      })
      const found = compare(graph, inputs)
      counts.answered += found.answered
      counts.alternatives += found.alternatives
    }
    expect(counts.answered).toBeGreaterThan(120)
    expect(counts.alternatives).toBeGreaterThan(10)
  })

  test.skipIf(!hasAndorra)('are the same in Andorra, around areas too (needs real data)', async () => {
    const graph = await networkOf('andorra')
    const random = seededRandom(5)
    const one = (): [number, number] => [1.44 + random() * 0.3, 42.45 + random() * 0.18]
    const inputs = Array.from({ length: 40 }, (_, k): PlanRouteInput => {
      const waypoints = [one(), one()]
      const [lon, lat] = [(waypoints[0][0] + waypoints[1][0]) / 2, (waypoints[0][1] + waypoints[1][1]) / 2]
      const ring: [number, number][] = [
        [lon - 0.01, lat - 0.01],
        [lon + 0.01, lat - 0.01],
        [lon, lat + 0.01],
        [lon - 0.01, lat - 0.01],
      ]
      const hills = Math.round(random() * 20 - 10) / 10
      const avoid = k % 4 === 0 ? { avoid: { areas: [{ path: 'avoid', rings: [ring] }] } } : {}
      return { waypoints, hills, snapRadiusM: 3000, ...avoid }
    })
    expect(compare(graph, inputs).answered).toBeGreaterThan(25)
  })
})
