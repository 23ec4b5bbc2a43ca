// Under turn restrictions, the searches that guide one another beside the one that is guided by nothing.

import { expect, test } from 'vitest'
import { customiseBound } from '../../../src/routing/cch/bound-metric.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { MetricCache } from '../../../src/routing/cch/metric-cache.ts'
import { PotentialSearch } from '../../../src/routing/legs/potential-search.ts'
import { breaksRestriction, restrictedShortestPath } from '../../../src/routing/search/restricted-search.ts'
import { caseCount } from '../../support/case-count.ts'
import { resum } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

const UNLIMITED = { maxSettled: 1e9 }

test('it finds what an unguided search finds, by metrics that bound the setting, its own, or none', () => {
  let [routed, differs] = [0, 0]
  for (const seed of runSeeds(caseCount(80, 600))) {
    const plain = randomGraph(seed, {
      ...{ columns: 3 + (seed % 7), rows: 3 + (seed % 6), removedShare: 0.2, regular: seed % 4 === 0 },
      restrictionCount: 5 + (seed % 40),
    })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const share = [1, 0.8, 0.3][seed % 3]
    const table = { ...randomTable(graph, seed), below: [[{ key: 'below', share }]] }
    const [own, bounded, alone] = [0, 0, 0].map(() => new MetricCache(Infinity))
    own.keep(customise(graph, hierarchy, table)!)
    bounded.keep(customiseBound(graph, hierarchy, { ...table, key: 'below', isBound: true }))
    const searches = [own, bounded, alone].map((metrics) => new PotentialSearch(graph, hierarchy, metrics))
    const random = seededRandom(seed)
    for (let pair = 0; pair < 4; pair++) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      // on one edge the way along it is cheaper than turning round
      if (Array.from(sources.arcs).some((arc) => arc >= 0 && Array.from(targets.arcs).includes(arc ^ 1))) continue
      const truth = restrictedShortestPath(graph, table, sources, targets, Infinity, UNLIMITED, () => 0).lowerBound
      for (const search of searches) {
        if (search.shortest(table, sources, targets, Infinity, UNLIMITED).lowerBound < truth) differs++
        for (const { path, complete, lowerBound } of [
          search.shortest(table, sources, targets, Infinity, UNLIMITED, true),
          search.restricted(table, sources, targets, Infinity, UNLIMITED),
        ]) {
          expect([complete, lowerBound, path?.cost ?? Infinity], `network ${seed} pair ${pair}`).toEqual([
            true,
            truth,
            truth,
          ])
          if (path === null) continue
          routed++
          expect(resum(graph, table, sources, targets, path)).toBe(truth)
          const [first, last] = [sources.arcs[path.sourceSeed], targets.arcs[path.targetSeed]]
          expect(breaksRestriction(graph, path.arcs, first, last)).toBe(false)
        }
      }
    }
  }
  expect(routed).toBeGreaterThan(500)
  expect(differs).toBeGreaterThan(25)
})
