import { expect, test } from 'vitest'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { NodesBetween } from '../../../src/routing/cch/nodes-between.ts'
import type { Seeds } from '../../../src/routing/search/search-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable, seededRandom } from '../../support/random-graph.ts'

const CONTROL = { maxSettled: 1_000_000 }

test('all nodes within the limit are found with the costs of plain Dijkstra, whatever was searched before', () => {
  const random = seededRandom(33)
  const wrong: unknown[] = []
  let found = 0
  for (let g = 0; g < caseCount(8, 60); g++) {
    const base = randomGraph(g, { columns: 8, rows: 8, removedShare: 0.1, regular: g % 4 === 0 })
    const graph = withColumns(base, buildHierarchy(base))
    const table = randomTable(graph, g)
    const hierarchy = Hierarchy.from(graph)
    const metric = customise(graph, hierarchy, table)!
    const between = new NodesBetween(hierarchy, graph.nodeCount)
    for (let i = 0; i < 10; i++) {
      const seeds = (): Seeds => {
        const count = 1 + Math.floor(2 * random())
        const node = () => Math.floor(random() * graph.nodeCount)
        return {
          nodes: Array.from({ length: count }, node),
          costs: Array.from({ length: count }, () => Math.floor(1e5 * random())),
          arcs: new Array<number>(count).fill(-1),
        }
      }
      const [sources, targets] = [seeds(), seeds()]
      const from = dijkstra(graph, table, sources)
      const to = Array.from({ length: graph.nodeCount }, (_, node) => {
        const onwards = dijkstra(graph, table, { nodes: [node], costs: [0], arcs: [-1] })
        return cheapest(onwards, targets)
      })
      const best = Math.min(...to.map((cost, node) => cost + from[node]))
      if (best === Infinity) continue
      const limit = best * (1 + random())
      expect(between.find(metric, sources, targets, limit, CONTROL)).toBe(true)
      const answer = new Map(
        Array.from({ length: between.count }, (_, k) => [between.node[k], [between.from[k], between.way[k]]]),
      )
      found += answer.size
      for (let node = 0; node < graph.nodeCount; node++) {
        const way = from[node] + to[node]
        const expected = way <= limit ? [from[node], way] : undefined
        if (JSON.stringify(answer.get(node)) !== JSON.stringify(expected))
          wrong.push([g, i, node, answer.get(node), way])
      }
    }
  }
  expect(wrong).toEqual([])
  expect(found).toBeGreaterThan(1000)
})

test('where there is no room for all, it says so', () => {
  const base = randomGraph(3, { columns: 5, rows: 5 })
  const graph = withColumns(base, buildHierarchy(base))
  const table = new CostModel(graph).table(costSettings(applySettings({ waypoints: [] }).settings))
  const hierarchy = Hierarchy.from(graph)
  const between = new NodesBetween(hierarchy, 3)
  const all: Seeds = { nodes: [0, 1, 2, 3, 4], costs: [0, 0, 0, 0, 0], arcs: [-1, -1, -1, -1, -1] }
  expect(between.find(customise(graph, hierarchy, table)!, all, all, 1e9, CONTROL)).toBe(false)
  expect(between.count).toBe(3)
})
