import fc from 'fast-check'
import { expect, test } from 'vitest'
import { climbOfRoute } from '../../../src/routing/details/route-legs.ts'
import type { RouteLine } from '../../../src/routing/details/route-line.ts'
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

test('each leg has what goes up and what goes down between its ends, wherever on a climb or descent they lie', () => {
  // no step is a ripple, so every one counts
  const step = fc.tuple(fc.integer({ min: 5, max: 60 }), fc.boolean()).map(([m, isUp]) => (isUp ? m : -m))
  const leg = fc.array(step, { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(leg, { minLength: 1, maxLength: 5 }), (legs) => {
      const heightM = Float64Array.from([0, ...legs.flat()])
      for (let p = 1; p < heightM.length; p++) heightM[p] += heightM[p - 1]
      const legFirstPoint = [0]
      for (const { length } of legs) legFirstPoint.push(legFirstPoint[legFirstPoint.length - 1] + length)
      const line = {
        heightM,
        atMm: Float64Array.from(heightM, (_, p) => p * 100_000),
        legFirstPoint: Int32Array.from(legFirstPoint),
        legFirstStep: Int32Array.from(legFirstPoint),
        stepArc: new Int32Array(heightM.length),
      } as RouteLine
      const sumDm = (steps: number[], sign: 1 | -1) => steps.reduce((sum, m) => sum + Math.max(0, m * sign * 10), 0)
      const climbs = (steps: number[]) => ({ ascentDm: sumDm(steps, 1), descentDm: sumDm(steps, -1) })
      expect(climbOfRoute(line)).toEqual({ ...climbs(legs.flat()), legs: legs.map(climbs), unknownDm: 0 })
    }),
  )
})
