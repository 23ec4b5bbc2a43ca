// Pushing over whole regions, the demo region and Andorra where REAL_DATA_DIR has it: routes that need no pushing are
// those of a rider who never pushes, and wherever one can walk at T3 one can get with a bicycle. `SHOW_COUNTS=1` shows
// how many need it.

import { beforeAll, describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { ServiceError } from '../../src/errors.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../src/osm/edge-facts.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { isPushed } from '../../src/routing/costs/pushing.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { seeded } from '../support/line-network.ts'
import { hasAndorra, networkOf, type Region } from '../support/prepared-regions.ts'

const PAIRS = 150

const REGIONS: [name: string, region: Region, isThere: boolean][] = [
  ['the demo region', 'demo', true],
  ['Andorra', 'andorra', hasAndorra],
]

describe.each(REGIONS.filter(([, , isThere]) => isThere))('%s', (_, region) => {
  let graph: RoutingGraph
  beforeAll(async () => {
    graph = await networkOf(region)
  })

  test('routes without pushing are those of a rider who never pushes; where walking leads, so does pushing', () => {
    const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'test', terrainRelease: null }
    const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
    const { nodeLonE7, nodeLatE7, edgeClass, classBikeForward, classBikeBackward } = graph.columns
    const bikeAccess = (arc: number) => ((arc & 1) === 0 ? classBikeForward : classBikeBackward)[edgeClass[arc >>> 1]]
    const random = seeded(41)
    const [minLon, minLat, maxLon, maxLat] = graph.meta.bbox
    const place = (): Position => {
      const node = Math.floor(random() * graph.nodeCount)
      const lon = nodeLonE7[node] / 1e7
      const lat = nodeLatE7[node] / 1e7
      return lon > minLon && lon < maxLon && lat > minLat && lat < maxLat ? [lon, lat] : place()
    }
    const plan = (input: PlanRouteInput): PlannedRoute | 'no_path' => {
      try {
        return planner.planRoute(input)
      } catch (thrown) {
        if (thrown instanceof ServiceError && ['no_path', 'no_snap'].includes(thrown.code)) return 'no_path'
        throw thrown
      }
    }
    const counts = { ridden: 0, pushed: 0, opened: 0 }
    for (let i = 0; i < PAIRS; i++) {
      const waypoints = [place(), place()]
      const bicycleType = (['road', 'hybrid'] as const)[i % 2]
      const allowed = plan({ waypoints, profile: 'bike', bicycleType })
      const never = plan({ waypoints, profile: 'bike', bicycleType, push: 'never' })
      if (never !== 'no_path') {
        expect(never.ways.sums.pushedM).toBe(0)
        expect(never.warnings.map(({ code }) => code)).not.toContain('dismount')
        expect(allowed).not.toBe('no_path')
      }
      if (allowed === 'no_path') {
        expect(plan({ waypoints, maxSac: 3, markedTrails: 'off' })).toBe('no_path')
        continue
      }
      const hasPushed = allowed.warnings.some(({ code }) => code === 'dismount')
      if (never === 'no_path') counts.opened++
      if (hasPushed) {
        counts.pushed++
        // the rider who never pushes ends elsewhere, goes around what may be pushed on any leg, or gets nowhere
        const places = (route: PlannedRoute) => JSON.stringify(route.snaps.map(({ location }) => location))
        const mayPush = (arc: number) => isPushed(graph, arc, bicycleType) && bikeAccess(arc) !== ACCESS_CLOSED
        if (never !== 'no_path' && places(never) === places(allowed))
          expect([...allowed.line.stepArc].some(mayPush)).toBe(true)
      } else {
        counts.ridden++
        expect(never).not.toBe('no_path')
        expect([...allowed.line.stepArc]).toEqual([...(never as PlannedRoute).line.stepArc])
        expect(allowed.distanceM).toBe((never as PlannedRoute).distanceM)
      }
      expect(allowed.ways.sums.pushedM > 0).toBe(
        allowed.maneuvers.some(
          ({ type, instruction }) => type === 'push' || english.render(instruction).includes('pushing'),
        ),
      )
    }
    expect(counts.ridden).toBeGreaterThan(PAIRS / 4)
    if (process.env.SHOW_COUNTS !== undefined) console.log(counts)
  })
})
