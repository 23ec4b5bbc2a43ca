import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundMetric, COST_OF, customiseBound, NO_WAY, roundedDown } from '../../../src/routing/cch/bound-metric.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { caseCount } from '../../support/case-count.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('a form costs at most the number that it stands for, within one of 2,048, and keeps the order', () => {
  const cost = fc.oneof(fc.integer({ min: 0, max: 0x7ffffffe }), fc.integer({ min: 0, max: 5000 }))
  fc.assert(
    fc.property(cost, cost, (a, b) => {
      const [form, other] = [roundedDown(a), roundedDown(b)]
      expect(form).toBeLessThan(NO_WAY)
      expect(COST_OF[form]).toBeLessThanOrEqual(a)
      expect(COST_OF[form]).toBeGreaterThanOrEqual(a - Math.floor(a / 2048))
      expect(Math.sign(form - other) * Math.sign(a - b)).not.toBe(-1)
      expect(roundedDown(COST_OF[form])).toBe(form)
    }),
  )
})

test('what is larger than any cost is the largest of them', () => {
  expect(roundedDown(1e12)).toBe(roundedDown(0x7ffffffe))
  expect(roundedDown(Infinity)).toBe(roundedDown(0x7ffffffe))
})

test('no arc costs more than exactly, or than the two below it; the same ways are open', () => {
  let triangles = 0
  for (const seed of runSeeds(caseCount(60, 400))) {
    const plain = randomGraph(seed, { columns: 2 + (seed % 7), rows: 2 + (seed % 7), removedShare: 0.2 })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const { cchUpStart, cchUpHead } = hierarchy.columns
    const table = randomTable(graph, seed)
    const exact = customise(graph, hierarchy, table)!
    const { up, down } = customiseBound(graph, hierarchy, { ...table, isBound: true })
    for (let a = 0; a < hierarchy.arcCount; a++) {
      expect([up[a] === NO_WAY, down[a] === NO_WAY]).toEqual([exact.up[a] === FORBIDDEN, exact.down[a] === FORBIDDEN])
      if (up[a] !== NO_WAY) expect(COST_OF[up[a]]).toBeLessThanOrEqual(exact.up[a])
      if (down[a] !== NO_WAY) expect(COST_OF[down[a]]).toBeLessThanOrEqual(exact.down[a])
    }
    for (let u = 0; u < graph.nodeCount; u++)
      for (let a = cchUpStart[u]; a < cchUpStart[u + 1]; a++)
        for (let b = a + 1; b < cchUpStart[u + 1]; b++) {
          const [v, w] = [cchUpHead[a], cchUpHead[b]]
          let at = cchUpStart[v]
          while (cchUpHead[at] !== w) at++
          expect(COST_OF[up[at]]).toBeLessThanOrEqual(COST_OF[down[a]] + COST_OF[up[b]])
          expect(COST_OF[down[at]]).toBeLessThanOrEqual(COST_OF[down[b]] + COST_OF[up[a]])
          triangles++
        }
  }
  expect(triangles).toBeGreaterThan(500)
})

test('reused memory is overwritten, and read by another thread at the same place', () => {
  const plain = randomGraph(5, { columns: 8, rows: 8 })
  const graph = withColumns(plain, buildHierarchy(plain))
  const hierarchy = Hierarchy.from(graph)
  const table = { ...randomTable(graph, 5), isBound: true } as const
  const fresh = customiseBound(graph, hierarchy, table)
  const lent = new SharedArrayBuffer(hierarchy.arcCount * 4)
  new Uint8Array(lent).fill(7)
  const again = customiseBound(graph, hierarchy, table, lent)
  expect(again.pieces).toEqual([lent])
  expect([again.up, again.down]).toEqual([fresh.up, fresh.down])
  const cloned = BoundMetric.from(structuredClone(again))
  again.up[0] ^= 1
  expect([cloned.up[0], cloned.bytes]).toEqual([again.up[0], hierarchy.arcCount * 4])
})
