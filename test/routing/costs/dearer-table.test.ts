import { describe, expect, test } from 'vitest'
import { arcCosts, FORBIDDEN, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings } from '../../../src/routing/costs/cost-settings.ts'
import { isNowhereCheaper, shareOf } from '../../../src/routing/costs/dearer-table.ts'
import { customise } from '../../../src/routing/hierarchy/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/hierarchy/hierarchy.ts'
import { MetricCache } from '../../../src/routing/hierarchy/metric-cache.ts'
import { HierarchyPotential } from '../../../src/routing/hierarchy/hierarchy-potential.ts'
import { BidirectionalSearch } from '../../../src/routing/search/bidirectional-search.ts'
import { applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { networkOf } from '../../support/prepared-regions.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'

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
    for (let seed = 1; seed <= caseCount(60, 400); seed++) {
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

  test('is found at the cost of plain Dijkstra by a search that the other guides', () => {
    let found = 0
    for (let seed = 1; seed <= caseCount(40, 400); seed++) {
      const random = seededRandom(seed)
      const base = randomGraph(seed, { columns: 12, rows: 12 })
      const graph = withColumns(base, buildHierarchy(base))
      const hierarchy = Hierarchy.from(graph)
      const other = randomTable(graph, seed)
      const metric = customise(graph, hierarchy, other)!
      const table = raised(other, random)
      if (!isNowhereCheaper(table, other)) continue
      const [ahead, behind] = [new HierarchyPotential(hierarchy), new HierarchyPotential(hierarchy)]
      const search = new BidirectionalSearch(graph)
      for (let pair = 0; pair < 5; pair++) {
        const sources = randomSeeds(graph, table, random, false)
        const targets = randomSeeds(graph, table, random, true)
        const bounds = { toTarget: ahead.towards(metric, targets), toSource: behind.from(metric, sources) }
        const { path } = search.shortestPath(table, sources, targets, Infinity, { maxSettled: 1e6 }, bounds)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        expect(path?.cost ?? Infinity, `seed ${seed}, pair ${pair}`).toBe(truth)
        if (truth !== Infinity) found++
      }
    }
    expect(found).toBeGreaterThan(50)
  })

  test('shares of two tables that are rounded down bound a third arc by arc, and guide to the cost of plain Dijkstra', () => {
    let [proven, found] = [0, 0]
    for (let seed = 1; seed <= caseCount(40, 400); seed++) {
      const random = seededRandom(seed)
      const base = randomGraph(seed, { columns: 12, rows: 12 })
      const graph = withColumns(base, buildHierarchy(base))
      const hierarchy = Hierarchy.from(graph)
      const drawn = randomTable(graph, seed)
      const [hills, descent] = [Math.ceil(random() * 9) / 10, drawn.perDescentDm]
      const flat: CostTable = {
        ...drawn,
        key: 'a',
        perAscentDm: 60,
        perDescentDm: descent,
        flatPenalty: 0,
        isBound: true,
      }
      const steep: CostTable = { ...drawn, key: 'b', perAscentDm: 0, perDescentDm: 0, flatPenalty: 1, isBound: true }
      const mixed: CostTable = {
        ...drawn,
        ...{ perAscentDm: 60 * (1 - hills), perDescentDm: descent * (1 - hills), flatPenalty: hills },
      }
      const closed = {
        ...mixed,
        factor: mixed.factor.map((f) => (random() < 0.1 ? Infinity : f * (1 + random() * 0.1))),
      }
      for (const table of [mixed, { ...closed, fallFactor: closed.fallFactor && mixed.fallFactor }]) {
        const share = shareOf(table, flat, steep)
        if (table === mixed) expect(share).toBeCloseTo(hills, 12)
        if (share === null) continue
        proven++
        const [own, ofFlat, ofSteep] = [table, flat, steep].map((one) => arcCosts(graph, one))
        const wrong = Array.from({ length: graph.edgeCount * 2 }, (_, arc) => arc).filter(
          (arc) =>
            own(arc) !== FORBIDDEN && (1 - share) * (ofFlat(arc) - 1) + share * (ofSteep(arc) - 1) > own(arc) + 1e-6,
        )
        expect(wrong).toEqual([])
        const metrics = new MetricCache(Infinity)
        for (const one of [steep, flat]) metrics.keep(customise(graph, hierarchy, one)!)
        const below = metrics.findBelow(table)
        expect(below.map(({ metric }) => metric.key)).toEqual(['a', 'b'])
        const search = new BidirectionalSearch(graph)
        for (let pair = 0; pair < 4; pair++) {
          const [sources, targets] = [false, true].map((end) => randomSeeds(graph, table, random, end))
          const sum = (costs: ((node: number) => number)[]) => (node: number) =>
            below[0].share * costs[0](node) + below[1].share * costs[1](node)
          const bounds = {
            toTarget: sum(below.map(({ metric }) => new HierarchyPotential(hierarchy).towards(metric, targets))),
            toSource: sum(below.map(({ metric }) => new HierarchyPotential(hierarchy).from(metric, sources))),
          }
          const { path } = search.shortestPath(table, sources, targets, Infinity, { maxSettled: 1e6 }, bounds)
          const truth = cheapest(dijkstra(graph, table, sources), targets)
          expect(path?.cost ?? Infinity, `seed ${seed}, pair ${pair}`).toBe(truth)
          if (truth !== Infinity) found++
        }
      }
    }
    expect([proven > 50, found > 100]).toEqual([true, true])
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

  test('the tables below a setting bound it, and every one that differs in hills on its side or closes more', async () => {
    const model = new CostModel(await networkOf('demo'))
    const costsOf = (given: Partial<PlanRouteInput>) =>
      costSettings(applySettings({ waypoints, ...given } as PlanRouteInput).settings)
    let bound = 0
    for (const given of [
      {},
      { maxSac: 1, avoidSteps: true },
      { profile: 'run', markedTrails: 'strict', useFerry: 0.2 },
      { avoidPaved: true, markedTrails: 'off' },
      { profile: 'bike' },
      { profile: 'bike', bicycleType: 'road', useRoads: 0.1, push: 'never' },
      { profile: 'bike', bicycleType: 'mountain', useRoads: 0.8, avoidPaved: true },
    ] as Partial<PlanRouteInput>[]) {
      const keys = new Set<string>()
      for (let tenth = -10; tenth <= 10; tenth++) {
        const costs = costsOf({ ...given, hills: tenth / 10 })
        const [low, high] = model.tablesBelow(costs)
        keys.add(low.key).add(high.key)
        const table = model.table(costs)
        const share = shareOf(table, low, high)
        const single = [low, high].some((one) => isNowhereCheaper(table, one))
        const wanted = tenth < 0 ? 1 + tenth / 10 : tenth / 10
        if (tenth % 10 === 0) expect(single, `${table.key}`).toBe(true)
        else expect(share, `${table.key}`).toBeCloseTo(wanted, 9)
        bound++
      }
      expect(keys.size).toBe(3)
    }
    expect(bound).toBe(147)
  })
})
