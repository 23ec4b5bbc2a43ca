// The searches of a thread share where their labels are: each must leave it empty, however it ends.

import { expect, test } from 'vitest'
import { customise } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/cch/cch-potential.ts'
import { HierarchyQuery } from '../../../src/routing/cch/cch-query.ts'
import { BidirectionalSearch } from '../../../src/routing/search/bidirectional-search.ts'
import { ForwardSearch } from '../../../src/routing/search/forward-search.ts'
import { searchPlaces } from '../../../src/routing/search/search-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('searches that share their places find what plain Dijkstra finds, in any order, after one that was stopped too', () => {
  const counts = { found: 0, none: 0, stopped: 0, cut: 0 }
  for (const seed of runSeeds(caseCount(40, 300))) {
    const plain = randomGraph(seed, { columns: 3 + (seed % 8), rows: 3 + (seed % 6), removedShare: (seed % 4) * 0.12 })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const places = searchPlaces(graph.nodeCount)
    const query = new HierarchyQuery(graph, hierarchy, places)
    const both = new BidirectionalSearch(graph, places)
    const forward = new ForwardSearch(graph, places)
    const potential = new HierarchyPotential(hierarchy)
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    const metric = customise(graph, hierarchy, table)!
    const matrix = query.toMatrix()
    for (let n = 0; n < 12; n++) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      const control = {
        maxSettled: random() < 0.2 ? 2 : 1e9,
        cancelled: Int32Array.of(random() < 0.15 ? 1 : 0, 0),
      }
      const expected = cheapest(dijkstra(graph, table, sources), targets)
      const cost = (): number | null => {
        switch (Math.floor(random() * 4)) {
          case 0:
            return query.shortestPath(metric, table, sources, targets)?.cost ?? Infinity
          case 1: {
            matrix.setTargets(metric, table, [targets])
            matrix.search(sources)
            const [found] = matrix.costs
            matrix.end()
            return found
          }
          case 2: {
            const { path, complete } = both.shortestPath(table, sources, targets, Infinity, control)
            return complete ? (path?.cost ?? Infinity) : null
          }
          default: {
            const toTarget = potential.towards(metric, targets)
            const { path, complete } = forward.shortestPath(table, sources, targets, Infinity, control, toTarget)
            return complete ? (path?.cost ?? Infinity) : null
          }
        }
      }
      try {
        const found = cost()
        if (found === null) counts.cut++
        else {
          expect(found).toBe(expected)
          counts[found === Infinity ? 'none' : 'found']++
        }
      } catch (thrown) {
        expect(thrown).toMatchObject({ name: 'AbortError' })
        counts.stopped++
      }
      expect(places.forward.some((place) => place !== 0)).toBe(false)
      expect(places.backward.some((place) => place !== 0)).toBe(false)
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5)
})
