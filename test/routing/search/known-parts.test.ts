import { expect, test } from 'vitest'
import { writeColumnFile } from '../../../src/graph/column-file.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { commonTables, KnownParts, partColumns, type MadeParts } from '../../../src/routing/search/known-parts.ts'
import { makeParts } from '../../../src/routing/search/parts.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'

const graph = randomGraph(3, { columns: 6, rows: 6, removedShare: 0.4 })

/** A table that opens other ways than those of other numbers. */
function tableOf(number: number) {
  const table = randomTable(graph, 3)
  return {
    ...table,
    key: `${number}`,
    factor: table.factor.map((_, slot) => ((number >> (slot % 6)) & 1 ? 1 : Infinity)),
  }
}

test('parts of the settings that most requests use come from the network file, and are not made again', () => {
  const tables = commonTables(new CostModel(graph))
  const file = writeColumnFile(graph.meta, { ...graph.extra, ...partColumns(graph, tables) })
  const imported = RoutingGraph.from(file)
  const known = new KnownParts(imported, () => expect.fail('made again'))
  for (const table of commonTables(new CostModel(imported))) {
    const made = makeParts(graph, table)
    for (let node = 0; node < graph.nodeCount; node++) expect(known.get(table).partOf(node)).toBe(made.partOf(node))
  }
})

test('parts are made once for all settings that open the same ways, and another thread takes them as they are', () => {
  const made: MadeParts[] = []
  const known = new KnownParts(graph, (parts) => made.push(parts))
  const table = tableOf(5)
  expect(known.find(table)).toBeNull()
  const parts = known.get(table)
  expect(known.get({ ...table, key: 'dearer', factor: table.factor.map((factor) => factor * 2) })).toBe(parts)
  expect(made).toHaveLength(1)
  expect(made[0].partByte.buffer).toBeInstanceOf(SharedArrayBuffer)
  const other = new KnownParts(graph, () => expect.fail('made again'))
  other.adopt(made[0])
  expect(other.get(table).arrays.partByte.buffer).toBe(made[0].partByte.buffer)
})

test('a thread keeps the parts of a few settings, however many it meets', () => {
  const known = new KnownParts(graph)
  for (let number = 1; number <= 30; number++) known.get(tableOf(number))
  const kept = Array.from({ length: 30 }, (_, i) => known.find(tableOf(i + 1))).filter((parts) => parts !== null)
  expect(kept).toHaveLength(6)
})

test('parts that were being made when the request was cancelled are not kept', () => {
  const known = new KnownParts(graph)
  expect(() => known.get(tableOf(9), Int32Array.of(1))).toThrow('The search was stopped')
  expect(known.find(tableOf(9))).toBeNull()
})
