// Shares of the settings below bound every setting, arc by arc and on whole paths: over random settings on real ways.

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { arcCosts, FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { belowKey, settingsBelow, settingsToBound } from '../../../src/routing/costs/bounds-below.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { BICYCLE_TYPES, type CostSettings, costSettings, NEUTRAL } from '../../../src/routing/costs/cost-settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { applySettings } from '../../../src/routing/costs/route-settings.ts'
import { customiseBound } from '../../../src/routing/hierarchy/bound-metric.ts'
import { Hierarchy } from '../../../src/routing/hierarchy/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/hierarchy/hierarchy-potential.ts'
import { MetricCache } from '../../../src/routing/hierarchy/metric-cache.ts'
import { ForwardSearch } from '../../../src/routing/search/forward-search.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { hasAndorra, networkOf, type Region } from '../../support/prepared-regions.ts'
import { randomSeeds, seededRandom } from '../../support/random-graph.ts'

const waypoints: PlanRouteInput['waypoints'] = [
  [0, 0],
  [0, 0],
]
const costsOf = (given: Partial<PlanRouteInput>): CostSettings =>
  costSettings(applySettings({ waypoints, ...given } as PlanRouteInput).settings)
const slider = (min: number, max: number) => fc.integer({ min, max }).map((tenth) => tenth / 10)
const shared = { hills: slider(-10, 10), useFerry: slider(0, 10), avoidPaved: fc.boolean(), avoidSteps: fc.boolean() }
const keyOf = ({ settings }: { settings: CostSettings }) => belowKey(settings)
const settingsArb = fc
  .oneof(
    fc.record({
      ...shared,
      profile: fc.constantFrom('hike', 'run'),
      maxSac: fc.integer({ min: 1, max: 6 }),
      markedTrails: fc.constantFrom('off', 'prefer', 'strict'),
      shortest: fc.boolean(),
    }),
    fc.record({
      ...shared,
      profile: fc.constant('bike'),
      bicycleType: fc.constantFrom(...BICYCLE_TYPES),
      useRoads: slider(0, 10),
      push: fc.constantFrom('never', 'auto'),
    }),
  )
  .map((given) => costsOf(given as Partial<PlanRouteInput>))

describe.each<Region>(hasAndorra ? ['demo', 'andorra'] : ['demo'])('on the ways of %s', (region) => {
  let graph: RoutingGraph
  let model: CostModel
  beforeAll(async () => {
    graph = await networkOf(region)
    model = new CostModel(graph)
  })

  test('no arc costs less than its shares under the settings below, one less than rounded up', () => {
    fc.assert(
      fc.property(settingsArb, (settings) => {
        const table = model.table(settings)
        const below = model.tablesBelow(settings)
        expect(table.below?.map(({ key }) => key)).toEqual(below.map(({ key }) => key))
        const own = arcCosts(graph, table)
        const bounds = below.map((one, i) => ({ costOf: arcCosts(graph, one), share: table.below![i].share }))
        for (let arc = 0; arc < graph.edgeCount * 2; arc++) {
          const cost = own(arc)
          if (cost === FORBIDDEN) continue
          let sum = 0
          for (const { costOf, share } of bounds) sum += share * (costOf(arc) - 1)
          if (sum > cost + 1e-6) throw new Error(`arc ${arc} costs ${cost}, bounded by ${sum} (${table.key})`)
        }
      }),
      { numRuns: caseCount(40, 400) },
    )
  })

  test('a search guided by them costs what plain Dijkstra finds', () => {
    const hierarchy = Hierarchy.from(graph)
    const metrics = new MetricCache(Infinity)
    const ahead = new HierarchyPotential(hierarchy)
    const search = new ForwardSearch(graph)
    let found = 0
    fc.assert(
      fc.property(settingsArb, fc.integer({ min: 0, max: 1e6 }), (settings, seed) => {
        const table = model.table(settings)
        for (const below of model.tablesBelow(settings))
          if (!metrics.has(below.key)) metrics.keep(customiseBound(graph, hierarchy, below))
        const guide = metrics.findBelow(table)!
        const random = seededRandom(seed)
        const [sources, targets] = [false, true].map((end) => randomSeeds(graph, table, random, end))
        const bound = ahead.towards(guide, targets)
        const { path } = search.shortestPath(table, sources, targets, Infinity, { maxSettled: 1e6 }, bound)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        expect(path?.cost ?? Infinity, table.key).toBe(truth)
        if (truth !== Infinity) found++
      }),
      { numRuns: caseCount(region === 'demo' ? 60 : 20, 400) },
    )
    expect(found).toBeGreaterThan(5)
  })
})

test('eight settings bound all on foot, four all of a kind of bicycle, and the shares of one make 1, or what running costs of walking', () => {
  const keys = { foot: new Set<string>(), bike: new Set<string>() }
  for (const profile of ['hike', 'run', 'bike'] as const)
    for (const markedTrails of ['off', 'prefer', 'strict'] as const)
      for (const avoidPaved of [false, true])
        for (let tenth = -10; tenth <= 10; tenth++) {
          const given =
            profile === 'bike'
              ? { profile, avoidPaved }
              : { profile, markedTrails, avoidPaved, maxSac: 1 + (tenth & 3) }
          const below = settingsBelow(costsOf({ ...given, hills: tenth / 10 }))
          for (const { settings } of below) keys[profile === 'bike' ? 'bike' : 'foot'].add(JSON.stringify(settings))
          const sum = below.reduce((total, { share }) => total + share, 0)
          if (profile !== 'run') expect(sum).toBeCloseTo(1, 12)
          // 0.42 by length, of which the 0.4 of drops takes some unless `hills` makes drops dearer or ignores them
          else if (tenth < 0 || tenth === 10) expect(sum).toBeCloseTo(0.42, 12)
          else expect(sum > 0.4 && sum < 0.42).toBe(true)
        }
  expect([keys.foot.size, keys.bike.size]).toEqual([8, 4])
})

test('settings that seek ferries more or less share their bounds', () => {
  const keysAt = (useFerry: number) => settingsBelow(costsOf({ useFerry, hills: 0.5 })).map(keyOf)
  expect(keysAt(0)).toEqual(keysAt(0.5))
  expect(keysAt(0.6)).toEqual(keysAt(1))
  expect(keysAt(0.6)).not.toEqual(keysAt(0.5))
})

test('the settings that an import prepares bound every other but the shortest way, and roads and ferries that are sought', () => {
  const prepared = new Set(settingsToBound().flatMap((one) => settingsBelow(one).map(keyOf)))
  expect(prepared.size).toBe(8 + 3 * 4)
  let [onFoot, byBike] = [0, 0]
  fc.assert(
    fc.property(settingsArb, (settings) => {
      if (settings.shortest || settings.useFerry > NEUTRAL || settings.useRoads > NEUTRAL) return
      if (settings.profile === 'bike') byBike++
      else onFoot++
      expect(
        settingsBelow(settings)
          .map(keyOf)
          .filter((key) => !prepared.has(key)),
      ).toEqual([])
    }),
    { numRuns: 1000, seed: 2 },
  )
  expect(onFoot).toBeGreaterThan(100)
  expect(byBike).toBeGreaterThan(100)
})
