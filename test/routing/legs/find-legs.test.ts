// A point where a way crosses a tunnel or a bridge is put on the level that goes with the other points, whatever its
// last decimals say (graphhopper/graphhopper#996, Project-OSRM/osrm-backend#1263, opentripplanner/OpenTripPlanner#1434).

import { describe, expect, test } from 'vitest'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { writeNetworkFile } from '../../../src/graph/network-file.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { Columns } from '../../../src/storage/column-file.ts'
import { TEST_ENGINE } from '../../support/line-network.ts'
import { tinyOsm } from '../../support/tiny-osm.ts'

type Position = [number, number]
type Profile = 'hike' | 'run' | 'bike'
/** The way s-t passes over or under the way a-b, at X; one gets from one to the other by t-u-b only. */
const MAP = `
    t     u


a   X     b


    s
`

async function network(crossing: Record<string, string>, shiftDeg: number) {
  const tiny = tinyOsm({
    map: MAP,
    ways: [
      ['ab', { highway: 'path', ...crossing }],
      ['st', { highway: 'path' }],
      ['tub', { highway: 'path' }],
    ],
    lon: 1.5 + shiftDeg,
    lat: 42.5 + shiftDeg / 3,
  })
  const { meta, columns } = await buildNetwork([tiny.source], () => 100)
  const built = RoutingGraph.of(meta, columns as unknown as Columns)
  const graph = RoutingGraph.from(writeNetworkFile(meta, { ...built.extra, ...buildHierarchy(built) }))
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 1 << 20, maxSettled: 10_000 })
  const matrix = new MatrixPlanner(planner.parts)
  const at = (letter: string): Position => tiny.at.get(letter)!
  return { at, planner, matrix }
}

const CROSSINGS: Record<string, string>[] = [
  { tunnel: 'yes', layer: '-1' },
  { bridge: 'yes', layer: '1' },
]
const STEPS = [-1e-7, 0, 1e-7]

describe('a point at a crossing of two levels', () => {
  for (const crossing of CROSSINGS)
    for (const profile of ['hike', 'run', 'bike'] as Profile[])
      test(`is on the level of its neighbours: ${JSON.stringify(crossing)}, ${profile}`, async () => {
        for (const shift of [0, 0.0123457, 0.0777771]) {
          const { at, planner } = await network(crossing, shift)
          const lengthM = (...waypoints: Position[]) => planner.planRoute({ waypoints, profile }).distanceM
          const straightM = { st: lengthM(at('s'), at('t')), ab: lengthM(at('a'), at('b')) }
          const [lon, lat] = at('X')
          for (const dLon of STEPS)
            for (const dLat of STEPS) {
              const x: Position = [lon + dLon, lat + dLat]
              expect(lengthM(at('s'), x, at('t'))).toBeCloseTo(straightM.st, 0)
              expect(lengthM(at('a'), x, at('b'))).toBeCloseTo(straightM.ab, 0)
              // as a start and as a goal
              expect(lengthM(at('s'), x) + lengthM(x, at('t'))).toBeCloseTo(straightM.st, 0)
              expect(lengthM(at('a'), x) + lengthM(x, at('b'))).toBeCloseTo(straightM.ab, 0)
            }
        }
      })

  test('has in a matrix the values of routes', async () => {
    const { at, planner, matrix } = await network({ tunnel: 'yes' }, 0)
    const points = [...'abstuX'].map(at)
    const { distanceM, notes } = matrix.planMatrix({ sources: points, targets: points })
    points.forEach((from, s) =>
      points.forEach((to, t) => {
        if (s !== t) expect(distanceM![s][t]).toBe(planner.planRoute({ waypoints: [from, to] }).distanceM)
      }),
    )
    expect(notes).toEqual([])
  })

  test('is on the surface where no other point says more', async () => {
    for (const crossing of CROSSINGS) {
      const { at, planner } = await network(crossing, 0)
      const { legs } = planner.planRoute({ waypoints: [at('X'), at('X')] })
      expect(legs[0].distanceM).toBe(0)
      const { snaps } = planner.planRoute({ waypoints: [at('X'), at('X')] })
      expect(snaps.map(({ wayId }) => wayId)).toEqual([2, 2])
    }
  })

  test('where ways meet at a portal is one place', async () => {
    const { at, planner } = await network({ tunnel: 'yes' }, 0)
    const [lon, lat] = at('b')
    for (const d of STEPS)
      expect(planner.planRoute({ waypoints: [at('a'), [lon + d, lat + d], at('u')] }).distanceM).toBeCloseTo(
        planner.planRoute({ waypoints: [at('a'), at('u')] }).distanceM,
        0,
      )
  })
})
