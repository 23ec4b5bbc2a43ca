import { describe, expect, test } from 'vitest'
import { arcCosts, FORBIDDEN, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings } from '../../../src/routing/costs/cost-settings.ts'
import { isNowhereCheaper } from '../../../src/routing/costs/is-nowhere-cheaper.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/cch/cch-potential.ts'
import { ForwardSearch } from '../../../src/routing/search/forward-search.ts'
import { applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { networkOf } from '../../support/prepared-regions.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

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
