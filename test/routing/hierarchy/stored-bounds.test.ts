import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { customiseBound, NO_WAY } from '../../../src/routing/hierarchy/bound-metric.ts'
import { pieceBytes } from '../../../src/routing/hierarchy/customise.ts'
import { visitEdges } from '../../../src/routing/hierarchy/edge-arcs.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/hierarchy/hierarchy.ts'
import { boundBytes, describeBounds, storedBytes, StoredBounds } from '../../../src/routing/hierarchy/stored-bounds.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'

/** Bounds of three tables of a random network, and a reader of their bytes. */
function open(seed: number) {
  const plain = randomGraph(seed, { columns: 3 + (seed % 6), rows: 3 + (seed % 5), removedShare: 0.1 })
  const graph = withColumns(plain, buildHierarchy(plain))
  const hierarchy = Hierarchy.from(graph)
  const tables = [0, 1, 2].map((n) => ({
    ...randomTable(graph, seed * 3 + n),
    key: `below,${n}`,
    isBound: true as const,
  }))
  const pieces: Uint8Array[] = []
  // each is made in the memory of the one before
  for (const piece of boundBytes(graph, hierarchy, tables)) pieces.push(new Uint8Array(piece))
  const bytes = Buffer.concat(pieces)
  const stored = new StoredBounds(graph, hierarchy, describeBounds(tables), (into, atByte) => {
    if (atByte + into.length > bytes.length) throw new RangeError('the file ends before it')
    into.set(bytes.subarray(atByte, atByte + into.length))
  })
  return { graph, hierarchy, tables, bytes, stored, each: pieceBytes(hierarchy.arcCount) + 8 }
}

test('what is read is what would be made, in memory that is lent too', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { graph, hierarchy, tables, bytes, stored } = open(seed)
    expect(bytes.length).toBe(storedBytes(3, hierarchy.arcCount))
    for (const table of tables.toReversed()) {
      const made = customiseBound(graph, hierarchy, table)
      const lent = new SharedArrayBuffer(pieceBytes(hierarchy.arcCount))
      const found = stored.find(table, seed % 2 === 0 ? lent : undefined)!
      if (seed % 2 === 0) expect(found.pieces).toEqual([lent])
      expect([found.key, found.table]).toEqual([table.key, table])
      expect([...found.up]).toEqual([...made.up])
      expect([...found.down]).toEqual([...made.down])
    }
  }
})

test('nothing is read of a table that is not stored, or no longer the one that was', () => {
  const { tables, stored } = open(1)
  expect(stored.has('below,2')).toBe(true)
  expect(stored.has('below,3')).toBe(false)
  expect(stored.find({ ...tables[0], key: 'below,3' })).toBe(null)
  expect(stored.find(tables[0])).not.toBe(null)
  for (const other of [
    { factor: tables[0].factor.map((factor) => factor / 2) },
    { perAscentDm: tables[0].perAscentDm + 1 },
    { flatPenalty: 0.123 },
    { fixed: new Float64Array(tables[0].factor.length) },
  ])
    expect(stored.find({ ...tables[0], ...other })).toBe(null)
})

test('nothing is read that is damaged, cut short, or that edges cost less than', () => {
  const { graph, tables, bytes, stored, each, hierarchy } = open(7)
  const before = Buffer.from(bytes)
  for (const at of [each, each + 5, 2 * each - 8]) {
    bytes[at] ^= 1
    expect(stored.find(tables[1])).toBe(null)
    expect(stored.find(tables[2])).not.toBe(null)
    bytes.set(before)
  }
  // a file whose checksum is right, but some arc of which is dearer than its edge
  const forms = new Uint16Array(bytes.buffer, bytes.byteOffset + each, (each - 8) / 2)
  const arcs: number[] = []
  visitEdges(graph, hierarchy.columns, (arc) => arcs.push(arc))
  forms[arcs.find((arc) => forms[arc] !== NO_WAY)!] = NO_WAY
  bytes.writeUInt32BE(crc32(bytes.subarray(each, 2 * each - 8)), 2 * each - 8)
  expect(stored.find(tables[1])).toBe(null)
  bytes.set(before)
  expect(stored.find(tables[1])).not.toBe(null)
  const cut = new StoredBounds(open(7).graph, hierarchy, describeBounds(tables), (into, atByte) => {
    if (atByte + into.length > 2 * each) throw new RangeError('the file ends before it')
    into.set(before.subarray(atByte, atByte + into.length))
  })
  expect(tables.map((table) => cut.find(table) !== null)).toEqual([true, true, false])
})
