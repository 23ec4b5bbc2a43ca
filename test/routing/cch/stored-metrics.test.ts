import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { BoundMetric, customiseBound, NO_WAY } from '../../../src/routing/cch/bound-metric.ts'
import { costBytes, customise, pieceBytes, visitEdges } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { describeMetrics, metricBytes, storedBytes, StoredMetrics } from '../../../src/routing/cch/stored-metrics.ts'
import type { CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { Columns } from '../../../src/storage/column-file.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

/** Three bounds and two settings of a random network, and a reader of their bytes. */
function open(seed: number) {
  const plain = randomGraph(seed, { columns: 3 + (seed % 6), rows: 3 + (seed % 5), removedShare: 0.1 })
  const graph = withColumns(plain, buildHierarchy(plain))
  const hierarchy = Hierarchy.from(graph)
  const tables = [0, 1, 2, 3, 4].map((n): CostTable => {
    const table = randomTable(graph, seed * 5 + n)
    return n < 3 ? { ...table, key: `below,${n}`, isBound: true } : { ...table, key: `exact,${n}` }
  })
  const pieces: Uint8Array[] = []
  // each is made in the memory of the one before
  for (const piece of metricBytes(graph, hierarchy, tables)) pieces.push(new Uint8Array(piece))
  const bytes = Buffer.concat(pieces)
  const described = describeMetrics(graph, hierarchy, tables)
  const reading = (length: number) => (into: Uint8Array, atByte: number) => {
    if (atByte + into.length > length) throw new RangeError('the file ends before it')
    into.set(bytes.subarray(atByte, atByte + into.length))
  }
  const stored = new StoredMetrics(graph, hierarchy, described, reading(bytes.length))
  const each = costBytes(hierarchy.arcCount)
  return { graph, hierarchy, tables, bytes, described, reading, stored, each }
}

test('what is read is what would be made, in memory that is lent too', () => {
  for (const seed of runSeeds(20)) {
    const { graph, hierarchy, tables, bytes, described, stored, each } = open(seed)
    const inMemory = pieceBytes(hierarchy.arcCount)
    expect(bytes.length).toBe(storedBytes(described, hierarchy.arcCount))
    expect(bytes.length).toBe(7 * each + 5 * 8)
    for (const table of tables.toReversed()) {
      const isBound = table.isBound === true
      const made = isBound ? customiseBound(graph, hierarchy, table) : customise(graph, hierarchy, table)!
      const lent = Array.from({ length: isBound ? 1 : 2 }, () => new SharedArrayBuffer(inMemory))
      const found = stored.find(table, seed % 2 === 0 ? lent : undefined)!
      if (seed % 2 === 0) expect(found.pieces).toEqual(lent)
      expect(found instanceof BoundMetric).toBe(isBound)
      expect([found.key, found.table]).toEqual([table.key, table])
      expect([...found.up]).toEqual([...made.up])
      expect([...found.down]).toEqual([...made.down])
    }
  }
})

test('nothing is read of a table that is not stored, or no longer the one that was', () => {
  const { tables, stored } = open(1)
  expect(stored.has('below,2')).toBe(true)
  expect(stored.has('exact,4')).toBe(true)
  expect(stored.has('exact,5')).toBe(false)
  for (const table of [tables[0], tables[3]]) {
    expect(stored.find({ ...table, key: 'below,3' })).toBe(null)
    expect(stored.find(table)).not.toBe(null)
    for (const other of [
      { factor: table.factor.map((factor) => factor / 2) },
      { perAscentDm: table.perAscentDm + 1 },
      { flatPenalty: 0.123 },
      { fixed: new Float64Array(table.factor.length) },
    ])
      expect(stored.find({ ...table, ...other })).toBe(null)
  }
})

test('nothing is read that is damaged, cut short, or that edges cost less than', () => {
  const { graph, hierarchy, tables, bytes, described, reading, stored, each } = open(7)
  const before = Buffer.from(bytes)
  const second = each + 8
  const settings = 3 * second
  for (const [table, damaged] of [
    [1, [second, second + 5, 2 * second - 8]],
    [3, [settings, settings + each + 1, settings + 2 * each]],
  ] as const)
    for (const at of damaged) {
      bytes[at] ^= 1
      expect(stored.find(tables[table])).toBe(null)
      expect(stored.find(tables[table + 1])).not.toBe(null)
      bytes.set(before)
    }
  // a file whose checksum is right, but some arc of which is more expensive than its edge
  const forms = new Uint16Array(bytes.buffer, bytes.byteOffset + second, each / 2)
  const arcs: number[] = []
  visitEdges(graph, hierarchy.columns, (arc) => arcs.push(arc))
  forms[arcs.find((arc) => forms[arc] !== NO_WAY)!] = NO_WAY
  bytes.writeUInt32BE(crc32(bytes.subarray(second, 2 * second - 8)), 2 * second - 8)
  expect(stored.find(tables[1])).toBe(null)
  bytes.set(before)
  expect(stored.find(tables[1])).not.toBe(null)
  for (const [length, found] of [
    [2 * second, [true, true, false, false, false]],
    [settings + 2 * each, [true, true, true, false, false]],
  ] as const) {
    const cut = new StoredMetrics(graph, hierarchy, described, reading(length))
    expect(tables.map((table) => cut.find(table) !== null)).toEqual(found)
  }
})

test('a setting is rebuilt if edges no longer cost what they did, although its table is the same', () => {
  const { graph, hierarchy, tables, described, reading, bytes } = open(3)
  const columns = { ...graph.columns, ...graph.extra, edgeLengthMm: graph.columns.edgeLengthMm.map((mm) => mm + 1000) }
  const longer = RoutingGraph.of(graph.meta, columns as unknown as Columns)
  const stored = new StoredMetrics(longer, hierarchy, described, reading(bytes.length))
  expect(stored.find(tables[3])).toBe(null)
  expect(stored.find(tables[0])).not.toBe(null)
})

test('costs that do not fit are stored as what is never read', () => {
  const { graph, hierarchy, tables } = open(5)
  const huge = { ...tables[3], key: 'huge', factor: tables[3].factor.map((f) => f * 1e5) }
  expect(customise(graph, hierarchy, huge)).toBe(null)
  const pieces = [...metricBytes(graph, hierarchy, [huge])].map((piece) => new Uint8Array(piece))
  const bytes = Buffer.concat(pieces)
  const stored = new StoredMetrics(graph, hierarchy, describeMetrics(graph, hierarchy, [huge]), (into, atByte) =>
    into.set(bytes.subarray(atByte, atByte + into.length)),
  )
  expect(stored.find(huge)).toBe(null)
})
