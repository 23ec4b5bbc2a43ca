import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_NODE, NodeFileWriter, writeNodeFile } from '../../../src/graph/build/node-file.ts'
import { NO_COORDINATE_E7 } from '../../../src/osm/read-pbf.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-nodes-'))
const path = join(folder, 'nodes')

type Given = [id: number, lonE7: number, latE7: number][]

function write(nodes: Given, runLength?: number) {
  const writer = new NodeFileWriter(path, runLength)
  writer.take({
    count: nodes.length,
    id: Float64Array.from(nodes, ([id]) => id),
    lonE7: Int32Array.from(nodes, ([, lon]) => lon),
    latE7: Int32Array.from(nodes, ([, , lat]) => lat),
  })
  return writer.finish()
}

test('nodes in any order are found with the first position that they have, in numbers that ascend with their ids', () => {
  const id = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 2 ** 45 }))
  const place = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -9, max: 9 }) }, fc.constant(NO_COORDINATE_E7))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(id, place, place), { maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
      (nodes, run) => {
        const expected = new Map<number, [number, number]>()
        for (const [one, lon, lat] of nodes)
          if (lon !== NO_COORDINATE_E7 && lat !== NO_COORDINATE_E7 && !expected.has(one)) expected.set(one, [lon, lat])
        fc.pre(expected.size > 0)
        const file = write(nodes, run)
        let before = -1
        for (const [one, at] of [...expected].sort(([a], [b]) => a - b)) {
          const number = file.find(one)
          expect([file.lonE7(number), file.latE7(number)]).toEqual(at)
          expect(number).toBeGreaterThan(before)
          before = number
        }
        for (const [one] of nodes) if (!expected.has(one)) expect(file.find(one)).toBe(NO_NODE)
        expect([-51, 51, 2 ** 46].map((one) => file.find(one))).toEqual([NO_NODE, NO_NODE, NO_NODE])
        file.close()
      },
    ),
    { numRuns: 100 },
  )
  expect(readdirSync(folder)).toEqual([])
})

test('many blocks are read in any order, and the file is gone when it is closed', () => {
  const nodes = Array.from({ length: 50_000 }, (_, n): [number, number, number] => [n * 3, n, n + 7])
  const file = write(nodes)
  for (let n = 0; n < nodes.length; n += 7) {
    const one = (n * 7919) % nodes.length
    const number = file.find(one * 3)
    expect([file.lonE7(number), file.latE7(number), file.find(one * 3 + 1)]).toEqual([one, one + 7, NO_NODE])
  }
  expect(existsSync(`${path}.0`)).toBe(true)
  file.close()
  expect(readdirSync(folder)).toEqual([])
})

test('files without a node find none', () => {
  const file = write([])
  expect(file.find(1)).toBe(NO_NODE)
  file.close()
})

test('no file is left where reading fails', async () => {
  const nodes = { count: 1, id: Float64Array.of(1), lonE7: Int32Array.of(1), latE7: Int32Array.of(1) }
  const fail = async (take: (batch: never) => void) => {
    take(nodes as never)
    throw new Error('a damaged file')
  }
  await expect(writeNodeFile(path, fail)).rejects.toThrow('a damaged file')
  expect(readdirSync(folder)).toEqual([])
})
