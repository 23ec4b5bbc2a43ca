// What is closed by either of two, for whole edges and for parts of them, against plain lists of closed stretches.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ClosedEdges,
  eitherClosed,
  isPartClosed,
  isWhollyClosed,
} from '../../../src/routing/costs/closed-edges.ts'

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
