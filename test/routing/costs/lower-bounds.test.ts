// Shares of the settings below bound every setting, arc by arc and on whole paths: over random settings on real ways.

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import {
  belowKey,
  type LowerBoundSettings,
  lowerBoundSettings,
  settingsToBound,
  isNowhereCheaper,
} from '../../../src/routing/costs/lower-bounds.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import {
  BICYCLE_TYPES,
  type CostSettings,
  costSettings,
  NEUTRAL,
  applySettings,
} from '../../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { customiseBound } from '../../../src/routing/cch/bound-metric.ts'
import { Hierarchy, buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/cch/cch-potential.ts'
import { MetricCache } from '../../../src/routing/cch/metric-cache.ts'
import { ForwardSearch } from '../../../src/routing/search/forward-search.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { hasAndorra, networkOf, type Region } from '../../support/prepared-regions.ts'
import { randomSeeds, seededRandom, randomGraph, randomTable } from '../../support/random-graph.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { runSeeds } from '../../support/run-seed.ts'

const waypoints: PlanRouteInput['waypoints'] = [
  [0, 0],
  [0, 0],
]
const costsOf = (given: Partial<PlanRouteInput>): CostSettings =>
  costSettings(applySettings({ waypoints, ...given } as PlanRouteInput).settings)
const slider = (min: number, max: number) => fc.integer({ min, max }).map((tenth) => tenth / 10)
const shared = { hills: slider(-10, 10), useFerry: slider(0, 10), avoidPaved: fc.boolean(), avoidSteps: fc.boolean() }
/** Of all sets. */
const keysOf = (settings: CostSettings) =>
  lowerBoundSettings(settings).flatMap((set) => set.map(({ settings: below }) => belowKey(below)))
const settingsArb = fc
  .oneof(
    fc.record({
      ...shared,
      profile: fc.constantFrom('hike', 'run'),
      maxSac: fc.integer({ min: 1, max: 6 }),
      markedTrails: fc.constantFrom('off', 'prefer', 'strict'),
      shortest: fc.boolean(),
    }),
    fc.record({ profile: fc.constant('bike'), useRoads: slider(0, 10), useFerry: slider(0, 10) }),
    fc.record({
      ...shared,
      profile: fc.constant('bike'),
      bicycleType: fc.constantFrom(...BICYCLE_TYPES),
      useRoads: fc.oneof(fc.constant(NEUTRAL), slider(0, 10)),
      push: fc.constantFrom('never', 'auto'),
      shortest: fc.boolean(),
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

  test('no arc costs less than its shares under any set of settings below, one less than rounded up', () => {
    fc.assert(
      fc.property(settingsArb, (settings) => {
        const table = model.table(settings)
        const best = table.below![0] ?? []
        expect(best.map(({ key }) => key)).toEqual(model.tablesBelow(settings).map(({ key }) => key))
        const own = arcCosts(graph, table)
        for (const set of lowerBoundSettings(settings)) {
          const bounds = set.map(({ settings: below, share }) => ({
            costOf: arcCosts(graph, model.table(below)),
            share,
          }))
          for (let arc = 0; arc < graph.edgeCount * 2; arc++) {
            const cost = own(arc)
            if (cost === FORBIDDEN) continue
            let sum = 0
            for (const { costOf, share } of bounds) sum += share * (costOf(arc) - 1)
            if (sum > cost + 1e-6) throw new Error(`arc ${arc} costs ${cost}, bounded by ${sum} (${table.key})`)
          }
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
        fc.pre(guide !== null)
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

test('the shares of a set make 1, or what running costs of walking; those of roads that are sought within 5 %', () => {
  const sumOf = (given: Partial<PlanRouteInput>) =>
    lowerBoundSettings(costsOf(given))[0].reduce((total, { share }) => total + share, 0)
  for (let tenth = -10; tenth <= 10; tenth++) {
    const hills = tenth / 10
    for (const profile of ['hike', 'bike'] as const) expect(sumOf({ profile, hills })).toBeCloseTo(1, 12)
    // 0.42 by length, of which the 0.4 of drops takes some unless `hills` makes drops more expensive or ignores them
    if (tenth < 0 || tenth === 10) expect(sumOf({ profile: 'run', hills })).toBeCloseTo(0.42, 12)
    else expect(Math.abs(sumOf({ profile: 'run', hills }) - 0.41)).toBeLessThan(0.01)
  }
  for (const useRoads of [0, 0.3]) expect(sumOf({ profile: 'bike', useRoads })).toBeCloseTo(1, 12)
  for (const useRoads of [0.6, 0.8, 1])
    expect(Math.abs(sumOf({ profile: 'bike', useRoads }) - 0.975)).toBeLessThan(0.026)
})

test('sets that need fewer settings come after the best', () => {
  const sizesOf = (given: Partial<PlanRouteInput>) => lowerBoundSettings(costsOf(given)).map((set) => set.length)
  expect(sizesOf({})).toEqual([1])
  expect(sizesOf({ hills: 0.5 })).toEqual([2, 1])
  expect(sizesOf({ hills: -0.5 })).toEqual([2, 1, 1])
  expect(sizesOf({ hills: 1 })).toEqual([1])
  expect(sizesOf({ hills: -0.2, avoidPaved: true })).toEqual([2, 2, 1, 1])
  expect(sizesOf({ profile: 'run', hills: 0.5 })).toEqual([2])
  expect(sizesOf({ profile: 'bike', useRoads: 0.2 })).toEqual([2, 1, 1])
  expect(sizesOf({ profile: 'bike', hills: 1, useRoads: 0.2 })).toEqual([])
})

test('roads that are hardly sought cost nearly what they cost anyway', () => {
  const useRoadsOf = (set: LowerBoundSettings[]) => set[0].settings.useRoads
  expect(
    [0.6, 0.9].map((useRoads) => useRoadsOf(lowerBoundSettings(costsOf({ profile: 'bike', useRoads }))[1])),
  ).toEqual([0.5, 1])
})

test('settings that seek ferries more or less share their bounds', () => {
  const keysAt = (useFerry: number) => keysOf(costsOf({ useFerry, hills: 0.5 }))
  expect(keysAt(0)).toEqual(keysAt(0.5))
  expect(keysAt(0.6)).toEqual(keysAt(1))
  expect(keysAt(0.6)).not.toEqual(keysAt(0.5))
})

test('the settings that an import prepares bound every other but the shortest way, and ferries that are sought', () => {
  const prepared = new Set(settingsToBound().flatMap(keysOf))
  expect(prepared.size).toBe(8 + 3 * 6 + 2)
  const isPrepared = (set: LowerBoundSettings[]) => set.every(({ settings }) => prepared.has(belowKey(settings)))
  let [onFoot, byBike] = [0, 0]
  fc.assert(
    fc.property(settingsArb, (settings) => {
      const { useRoads, bicycleType, hills, avoidPaved } = settings
      fc.pre(!settings.shortest && settings.useFerry <= NEUTRAL)
      // trips have no other settings
      fc.pre(useRoads === NEUTRAL || (bicycleType === 'hybrid' && hills === 0 && !avoidPaved))
      if (settings.profile === 'bike') byBike++
      else onFoot++
      expect(isPrepared(lowerBoundSettings(settings)[0])).toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(onFoot).toBeGreaterThan(100)
  expect(byBike).toBeGreaterThan(100)
})

/** The table with some of its costs raised and some of its classes closed. */
function raised(table: CostTable, random: () => number): CostTable {
  const more = (value: number) => (random() < 0.05 ? Infinity : random() < 0.5 ? value : value * (1 + random()))
  return {
    ...table,
    key: `${table.key}-raised`,
    factor: table.factor.map(more),
    ...(table.fallFactor === undefined ? {} : { fallFactor: table.fallFactor.map(more) }),
    ...(table.fixed === undefined ? {} : { fixed: table.fixed.map((value) => value + random() * 100) }),
    perAscentDm: table.perAscentDm + Math.floor(random() * 10),
    flatPenalty: Math.min(1, table.flatPenalty + random() * 0.5),
  }
}

describe('a table that is nowhere cheaper', () => {
  test('costs at least as much on every arc, and opens none that the other closes (random tables)', () => {
    let proven = 0
    for (const seed of runSeeds(caseCount(60, 400))) {
      const random = seededRandom(seed)
      const graph = randomGraph(seed, { columns: 8, rows: 8 })
      const other = randomTable(graph, seed)
      for (const table of [raised(other, random), randomTable(graph, seed + 1), other]) {
        if (!isNowhereCheaper(table, other)) continue
        proven++
        const [own, others] = [arcCosts(graph, table), arcCosts(graph, other)]
        const wrong = Array.from({ length: graph.edgeCount * 2 }, (_, arc) => arc).filter(
          (arc) => own(arc) < others(arc) && own(arc) !== FORBIDDEN,
        )
        expect(wrong).toEqual([])
      }
    }
    expect(proven).toBeGreaterThan(50)
  })

  test('has no single number lower, in any column', () => {
    for (const seed of runSeeds(20)) {
      const random = seededRandom(seed)
      const graph = randomGraph(seed, { columns: 4, rows: 4 })
      const base = randomTable(graph, seed)
      const factor = base.factor.map((value) => (value === Infinity ? 1 : value + 0.1))
      const other = { ...base, factor, fallFactor: factor.map((value) => value + 0.1), fixed: factor.map(() => 20) }
      const slot = Math.floor(random() * factor.length)
      const lower = (column: Float64Array) => column.with(slot, column[slot] * 0.9)
      const cheaper: Partial<CostTable>[] = [
        { factor: lower(other.factor) },
        { fallFactor: lower(other.fallFactor) },
        { fixed: lower(other.fixed) },
        { perAscentDm: other.perAscentDm - 0.1 },
        { perDescentDm: other.perDescentDm - 0.1 },
        { flatPenalty: other.flatPenalty - 0.01 },
      ]
      const { fixed: _, ...withoutFixed } = other
      for (const table of [...cheaper.map((one): CostTable => ({ ...other, ...one })), withoutFixed])
        expect([isNowhereCheaper(table, other), isNowhereCheaper(other, table)]).toEqual([false, true])
    }
  })

  test('is found at the cost of plain Dijkstra by a search that the other guides', () => {
    let found = 0
    for (const seed of runSeeds(caseCount(40, 400))) {
      const random = seededRandom(seed)
      const base = randomGraph(seed, { columns: 12, rows: 12 })
      const graph = withColumns(base, buildHierarchy(base))
      const hierarchy = Hierarchy.from(graph)
      const other = randomTable(graph, seed)
      const metric = customise(graph, hierarchy, other)!
      const table = raised(other, random)
      if (!isNowhereCheaper(table, other)) continue
      const ahead = new HierarchyPotential(hierarchy)
      const search = new ForwardSearch(graph)
      for (let pair = 0; pair < 5; pair++) {
        const sources = randomSeeds(graph, table, random, false)
        const targets = randomSeeds(graph, table, random, true)
        const bound = ahead.towards(metric, targets)
        const { path } = search.shortestPath(table, sources, targets, Infinity, { maxSettled: 1e6 }, bound)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        expect(path?.cost ?? Infinity, `seed ${seed}, pair ${pair}`).toBe(truth)
        if (truth !== Infinity) found++
      }
    }
    expect(found).toBeGreaterThan(50)
  })

  const waypoints: PlanRouteInput['waypoints'] = [
    [0, 0],
    [0, 0],
  ]
  test.each<[string, Partial<PlanRouteInput>]>([
    ['avoiding paved ways', { avoidPaved: true }],
    ['avoiding steps', { avoidSteps: true }],
    ['a lower grade', { maxSac: 1 }],
    ['shunning climbs', { hills: -0.7 }],
    ['shunning roads by bicycle', { profile: 'bike', useRoads: 0.2 }],
  ])('%s is one beside the defaults, which are none beside it', async (_, given) => {
    const model = new CostModel(await networkOf('demo'))
    const [table, defaults] = [given, { profile: given.profile }].map((some) =>
      model.table(costSettings(applySettings({ waypoints, ...some } as PlanRouteInput).settings)),
    )
    expect([isNowhereCheaper(table, defaults), isNowhereCheaper(defaults, table)]).toEqual([true, false])
  })
})
