import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readColumnFile, writeColumnFile } from '../../src/storage/column-file.ts'
import { BLOCK_BYTES, type BlockDirectory } from '../../src/graph/network-file.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { fileOf, networkOfShapes, randomPointCounts } from '../support/random-network.ts'
import { plainColumns } from '../support/plain-columns.ts'

test('a network is read from its blocks as it was written, whatever the shapes', () => {
  const points = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 2, max: 40 }) },
    fc.integer({ min: 900, max: 1100 }),
  )
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 300 }), (pointCounts) => {
      const graph = networkOfShapes(pointCounts)
      const read = RoutingGraph.from(fileOf(graph))
      expect(plainColumns(read)).toEqual({ ...graph.columns, ...plainColumns(graph) })
      expect('shapeLonE7' in read.extra).toBe(false)
    }),
    { numRuns: 25 },
  )
})

test('blocks are as full as they can be, and only an edge that is longer than a block has one of its own beyond', () => {
  const file = readColumnFile(fileOf(networkOfShapes(randomPointCounts(3000, 3))))
  const { blockAt, blockFirstEdge } = file.columns as unknown as BlockDirectory
  let longer = 0
  let full = 0
  for (let block = 0; block + 1 < blockAt.length; block++) {
    const bytes = blockAt[block + 1] - blockAt[block]
    if (bytes > BLOCK_BYTES) {
      longer++
      expect(blockFirstEdge[block + 1] - blockFirstEdge[block]).toBe(1)
    } else if (bytes > 0.9 * BLOCK_BYTES) full++
  }
  expect(longer).toBeGreaterThan(0)
  expect(full).toBeGreaterThan((blockAt.length - 1) / 2)
})

test('a network as it was imported before, with whole columns, is still read', () => {
  const graph = networkOfShapes([2, 5, 9])
  const before = RoutingGraph.from(writeColumnFile(graph.meta, graph.extra))
  expect(before.meta.format).toBe('waypost-network/1')
  expect(plainColumns(before)).toEqual(plainColumns(graph))
})

test('a file of another format is refused', () => {
  const graph = networkOfShapes([2])
  const other = writeColumnFile({ ...graph.meta, format: 'waypost-network/3' }, graph.extra)
  expect(() => RoutingGraph.from(other)).toThrow('not a network of format waypost-network/1 or waypost-network/2')
})
