// A planner that has answered any requests before answers the next as a new one does over the same network read again:
// what it keeps (costs, metrics, turns, bearings, paces, parts of the network) is of the same network and settings.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { IsochronePlanner } from '../../src/routing/isochrone/isochrone-planner.ts'
import { MatrixPlanner } from '../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { RoundTripPlanner } from '../../src/routing/round-trips/round-trips.ts'
import { caseCount } from '../support/case-count.ts'
import {
  type EdgeSpec,
  graphFromEdges,
  type NetworkSpec,
  type TestPoint,
  withColumns,
} from '../support/graph-from-edges.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { seededRandom } from '../support/random-graph.ts'
import { routeText } from '../support/route-text.ts'

const SIDE = 6
const [CELL_LON, CELL_LAT] = [0.003, 0.0022]

function specOf(seed: number): NetworkSpec {
  const random = seededRandom(seed)
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]
  const nodes = Array.from(
    { length: SIDE * SIDE },
    (_, n): TestPoint => [
      1.5 + ((n % SIDE) + random() * 0.4) * CELL_LON,
      42.5 + (Math.floor(n / SIDE) + random() * 0.4) * CELL_LAT,
      random() < 0.1 ? null : 900 + Math.floor(random() * 120),
    ],
  )
  const edges: EdgeSpec[] = []
  const add = (from: number, to: number) => {
    const kind = pick('path', 'path', 'track', 'street', 'steps', 'ferry', 'cycleway')
    edges.push({
      ...{ from, to, way: kind, highway: pick(kind, 'residential', 'primary') },
      surface: pick('unknown', 'paved', 'gravel', 'trail'),
      surfaceTag: pick(undefined, 'asphalt', 'sand'),
      ...{ sac: pick(0, 0, 1, 2, 3, 4), mtb: pick(0, 0, 1, 2, 4) },
      smoothness: pick('untagged', 'good', 'bad', 'horrible'),
      foot: pick<EdgeSpec['foot']>('open', 'open', 'open', 'destination', ['open', 'closed']),
      bike: pick<EdgeSpec['bike']>('open', 'open', 'dismount', 'closed', ['closed', 'open']),
      ...{
        signedFoot: pick('none', 'local', 'national'),
        signedBike: pick('none', 'local'),
        lit: pick('lit', 'unlit'),
      },
      ...(kind === 'steps' ? { flags: ['steps'] } : kind === 'ferry' ? { flags: ['ferry'], ferryDurationS: 300 } : {}),
      ...{ name: pick(undefined, 'Weg', 'Gasse'), trails: pick<number[]>([], [0], [1]) },
    })
  }
  for (let n = 0; n < SIDE * SIDE; n++) {
    if ((n + 1) % SIDE > 0 && random() > 0.15) add(n, n + 1)
    if (n + SIDE < SIDE * SIDE && random() > 0.15) add(n, n + SIDE)
  }
  return {
    ...{ nodes, edges, meta: { bbox: [1, 42, 2, 43] } },
    trails: [
      { relationId: 5, ref: 'GR 5', level: 'national' },
      { relationId: 6, name: 'Radweg', kind: 'bicycle' },
    ],
  }
}

const place = fc
  .tuple(fc.nat(1000), fc.nat(1000))
  .map(([x, y]): Position => [1.5 + (x / 1000) * SIDE * CELL_LON, 42.5 + (y / 1000) * SIDE * CELL_LAT])
const option = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const settings = fc
  .record({
    profile: fc.constantFrom('hike' as const, 'run' as const, 'bike' as const),
    onFoot: fc.record({ maxSac: option(1, 3, 6), markedTrails: option('strict', 'prefer', 'off') }),
    byBike: fc.record({ bicycleType: option('road', 'hybrid', 'mountain'), push: option('allowed', 'never') }),
    both: fc.record({
      ...{ avoidPaved: option(true, false), avoidSteps: option(true), hills: option(-1, -0.5, 0.5, 1) },
      ...{ shortest: option(true), snapRadiusM: option(50, 1000) },
      walker: option({ factor: 1.5, spread: 0.1 }, { factor: 0.7, spread: 0.3 }),
      avoid: option(
        { kinds: ['ferry' as const] },
        { kinds: ['steps' as const, 'unlit' as const] },
        { ways: [1003, 1010] },
      ),
    }),
  })
  .map(({ profile, onFoot, byBike, both }) => ({ profile, ...(profile === 'bike' ? byBike : onFoot), ...both }))
const request = fc.record({
  kind: fc.constantFrom('route', 'route', 'route', 'trip', 'matrix', 'reach', 'loop'),
  places: fc.array(place, { minLength: 2, maxLength: 3 }),
  settings,
  roads: fc.constantFrom(0, 0.5, 1),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

/** Answers requests as one thread does. */
function thread(spec: NetworkSpec): (request: Request) => string {
  const plain = graphFromEdges(spec)
  const graph: RoutingGraph = withColumns(plain, buildHierarchy(plain))
  const routes = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 1 << 20, maxSettled: 10_000 })
  const matrices = new MatrixPlanner(routes.parts)
  const reaches = new IsochronePlanner(graph, { engine: TEST_ENGINE })
  const loops = new RoundTripPlanner(graph, { engine: TEST_ENGINE })
  const answer = ({ kind, places, settings: given, roads }: Request): string => {
    const input = { ...given } as PlanRouteInput
    const { shortest, snapRadiusM, avoidPaved, avoidSteps, hills, push, ...common } = input
    switch (kind) {
      case 'matrix':
        return JSON.stringify(matrices.planMatrix({ ...input, sources: places, targets: places }))
      case 'reach': {
        const { contours, unknowns } = reaches.planReach({
          ...common,
          snapRadiusM,
          push,
          from: places[0],
          metres: [600],
        })
        return JSON.stringify([contours.map(({ networkM }) => networkM), unknowns])
      }
      case 'loop':
        return JSON.stringify(
          loops.findRoundTrips({ ...common, avoidPaved, avoidSteps, hills, start: places[0], distanceM: 1500 }),
        )
      default: {
        const ofTrip = { useFerry: roads, ...(input.profile === 'bike' ? { useRoads: roads } : {}) }
        return routeText(routes.planRoute({ ...input, ...(kind === 'trip' ? ofTrip : {}), waypoints: places }))
      }
    }
  }
  return (one) => {
    try {
      return answer(one)
    } catch (thrown) {
      if (thrown instanceof ServiceError) return `${thrown.code} ${thrown.inputPath ?? ''}`
      throw thrown
    }
  }
}

test('a thread answers each request as one does that has answered none', () => {
  const counts = { answered: 0, refused: 0 }
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(request, { minLength: 3, maxLength: 8 }), (seed, requests) => {
      const spec = specOf(seed)
      const warm = thread(spec)
      for (const one of requests) {
        const text = warm(one)
        counts[text.startsWith('{') || text.startsWith('[') ? 'answered' : 'refused']++
        expect(text).toBe(thread(spec)(one))
      }
    }),
    { numRuns: caseCount(25, 1500) },
  )
  expect(counts.answered).toBeGreaterThan(30)
})
