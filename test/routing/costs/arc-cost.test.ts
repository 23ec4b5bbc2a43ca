import { expect, test } from 'vitest'
import {
  arcCosts,
  closing,
  FORBIDDEN,
  type ClosedEdges,
  eitherClosed,
  isPartClosed,
  isWhollyClosed,
} from '../../../src/routing/costs/arc-cost.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import fc from 'fast-check'

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

// What is closed by either of two, for whole edges and for parts of them, against plain lists of closed stretches.
const LENGTH_MM = 100
type Stretch = [fromMm: number, toMm: number]
const stretch = fc
  .tuple(fc.nat(LENGTH_MM), fc.nat(LENGTH_MM))
  .map(([a, b]): Stretch => [Math.min(a, b), Math.max(a, b)])
/** By edge: open, closed as a whole, or on a stretch. */
const edges = fc.array(fc.oneof(fc.constant(null), fc.constant<Stretch>([0, LENGTH_MM]), stretch), {
  minLength: 2,
  maxLength: 2,
})

const meets = (closed: Stretch | null, fromMm: number, toMm: number) =>
  closed !== null && closed[0] <= toMm && closed[1] >= fromMm
const isAll = (closed: Stretch | null) => closed !== null && closed[0] === 0 && closed[1] === LENGTH_MM
const closedEdges = (of: (Stretch | null)[]): ClosedEdges =>
  Object.assign((edge: number) => of[edge] !== null, {
    isWhole: (edge: number) => isAll(of[edge]),
    isPart: (edge: number, fromMm: number, toMm: number) => meets(of[edge], fromMm, toMm),
  })
/** One that only knows edges: wherever a part is closed, all is. */
const byEdge =
  (of: (Stretch | null)[]): ClosedEdges =>
  (edge) =>
    of[edge] !== null

test('either of two closes what the one or the other closes', () => {
  fc.assert(
    fc.property(edges, edges, fc.boolean(), fc.nat(LENGTH_MM), fc.nat(LENGTH_MM), (a, b, isPlain, oneMm, otherMm) => {
      const both = eitherClosed(closedEdges(a), isPlain ? byEdge(b) : closedEdges(b))!
      const second = isPlain ? b.map((one): Stretch | null => one && [0, LENGTH_MM]) : b
      for (const edge of [0, 1]) {
        expect(both(edge)).toBe(a[edge] !== null || b[edge] !== null)
        expect(isWhollyClosed(both, edge)).toBe(isAll(a[edge]) || isAll(second[edge]))
        const [fromMm, toMm] = [Math.min(oneMm, otherMm), Math.max(oneMm, otherMm)]
        const isClosed = meets(a[edge], fromMm, toMm) || meets(second[edge], fromMm, toMm)
        expect(isPartClosed(both, edge, oneMm, otherMm)).toBe(isClosed)
      }
    }),
    { numRuns: 300 },
  )
})

test('what one closes, with nothing beside it, is as it was', () => {
  const one = closedEdges([null, [0, 10]])
  expect(eitherClosed(one, null)).toBe(one)
  expect(eitherClosed(null, one)).toBe(one)
  expect(eitherClosed(null, null)).toBe(null)
})
