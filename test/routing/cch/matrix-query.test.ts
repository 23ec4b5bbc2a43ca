import { expect, test } from 'vitest'
import { customise } from '../../../src/routing/cch/customise.ts'
import { HierarchyQuery } from '../../../src/routing/cch/cch-query.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import type { Seeds } from '../../../src/routing/search/search-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

const NETWORKS = caseCount(60, 1000)
const NOWHERE: Seeds = { nodes: [], costs: [], arcs: [] }

test('costs are those of plain Dijkstra, and paths those of single queries, on random networks', () => {
  let routed = 0
  let unreachable = 0
  const wrong: string[] = []
  for (const seed of runSeeds(NETWORKS)) {
    const size = 2 + (seed % 9)
    // regular networks have many paths of equal cost
    const plain = randomGraph(seed, { columns: size, rows: size, removedShare: 0.2, regular: seed % 3 === 0 })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const query = new HierarchyQuery(graph, hierarchy)
    const matrix = query.toMatrix()
    const random = seededRandom(seed)
    for (let setting = 0; setting < 2; setting++) {
      const table = randomTable(graph, seed * 2 + setting)
      const metric = customise(graph, hierarchy, table)!
      const sources = Array.from({ length: 5 }, () => randomSeeds(graph, table, random, false))
      const targets = [NOWHERE, ...Array.from({ length: 6 }, () => randomSeeds(graph, table, random, true))]
      matrix.setTargets(metric, table, targets)
      for (const source of sources) {
        matrix.search(source)
        const costs = [...matrix.costs]
        const paths = targets.map((_, t) => matrix.path(t))
        matrix.end()
        const dist = dijkstra(graph, table, source)
        targets.forEach((target, t) => {
          const truth = cheapest(dist, target)
          const single = query.shortestPath(metric, table, source, target)
          if (costs[t] !== truth || JSON.stringify(paths[t]) !== JSON.stringify(single)) wrong.push(`${seed}: ${t}`)
          if (truth === Infinity) unreachable++
          else routed++
        })
      }
    }
  }
  expect(wrong).toEqual([])
  expect(routed).toBeGreaterThan(1500)
  expect(unreachable).toBeGreaterThan(400)
})
