import { expect, test } from 'vitest'
import { TEST_ENGINE } from '../../support/line-network.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

test('a leg says how far both its waypoints lie from their ways, and is as long as the part between them', () => {
  const tiny = tinyGraph('A----------B', { cellM: 100, meta: { bbox: [1, 42, 2, 43] } })
  const planner = new RoutePlanner(tiny.graph, { engine: TEST_ENGINE, metricCacheBytes: 0, maxSettled: 100 })
  // 10, 20, 30 m south of the way, 100, 400, 900 m along it
  const waypoints = [tiny.place(1, 0.1), tiny.place(4, 0.2), tiny.place(9, 0.3)]
  const { legs, snaps } = planner.planRoute({ waypoints })
  const near = (metres: number) => expect.closeTo(metres, 0)
  expect(legs).toMatchObject([
    { leg: 0, fromSnapM: near(10), toSnapM: near(20), distanceM: near(300) },
    { leg: 1, fromSnapM: near(20), toSnapM: near(30), distanceM: near(500) },
  ])
  expect(snaps.map(({ waypoint, distanceM, wayId }) => [waypoint, Math.round(distanceM), wayId])).toEqual([
    [0, 10, 1000],
    [1, 20, 1000],
    [2, 30, 1000],
  ])
})
