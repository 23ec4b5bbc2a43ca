import { expect, test } from 'vitest'
import { arcCosts, closing, FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'

test('the costs of a table are one function on each network, which another network or table does not change', () => {
  const [graph, larger] = [randomGraph(1, { columns: 5, rows: 5 }), randomGraph(2, { columns: 8, rows: 8 })]
  const [table, other] = [randomTable(graph, 1), randomTable(graph, 2)]
  const all = (costOf: (arc: number) => number, { edgeCount } = graph) =>
    Array.from({ length: edgeCount * 2 }, (_, arc) => costOf(arc))
  const costs = all(arcCosts(graph, table))
  expect(arcCosts(graph, table)).toBe(arcCosts(graph, table))
  expect(all(arcCosts(graph, other))).not.toEqual(costs)
  expect(all(arcCosts(larger, table), larger)).toHaveLength(larger.edgeCount * 2)
  expect(all(arcCosts(graph, table))).toEqual(costs)
  const isClosed = (edge: number) => edge % 3 === 0
  const closed = all(arcCosts(graph, closing(table, isClosed)))
  expect(closed).toEqual(costs.map((cost, arc) => (isClosed(arc >>> 1) ? FORBIDDEN : cost)))
  expect(all(arcCosts(graph, table))).toEqual(costs)
})
