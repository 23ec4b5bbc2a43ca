// Small files of hostile numbers, each imported by a process of its own: whatever comes of it, the process may take
// 1 GB at most.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { expect, test } from 'vitest'
import { writePbf, type OsmNode, type OsmWay } from '../../src/demo/write-pbf.ts'
import { scanBlobs } from '../../src/osm/pbf-blocks.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { runImportCommand } from './import-command.ts'
import { writeSampleHeights, writeSampleMap } from './sample-input.ts'

const MOST_BYTES = 1_000_000_000
const MOST_FILE_BYTES = 60_000
const folder = temporaryFolder()
const heights = writeSampleHeights(folder)

/** The sample map with further blocks before its own, each with what `field` writes. */
async function withBlock(field: (pbf: PbfWriter) => void, times = 1): Promise<Buffer> {
  const whole = readFileSync(writeSampleMap(folder))
  const { blobs } = await scanBlobs(pbfFromBytes('net', whole))
  const block = new PbfWriter()
  block.writeMessage(1, (_, table) => table.writeStringField(1, ''), null)
  field(block)
  const raw = Buffer.from(block.finish())
  const blob = new PbfWriter()
  blob.writeVarintField(2, raw.length)
  blob.writeBytesField(3, deflateSync(raw, { level: 9 }))
  const data = Buffer.from(blob.finish())
  const head = new PbfWriter()
  head.writeStringField(1, 'OSMData')
  head.writeVarintField(3, data.length)
  const header = Buffer.from(head.finish())
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  const more = Array.from({ length: times }, () => [length, header, data]).flat()
  return Buffer.concat([whole.subarray(0, blobs[0].offset), ...more, whole.subarray(blobs[0].offset)])
}

const BYTES = 31_000_000
const fill = (bytes: number, ...pattern: number[]) => Buffer.alloc(bytes, Buffer.from(pattern))
const group = (bytes: Buffer) => (pbf: PbfWriter) => pbf.writeBytesField(2, bytes)
const inGroup = (field: number, write: (pbf: PbfWriter) => void): Buffer => {
  const pbf = new PbfWriter()
  pbf.writeMessage(field, (_, inner) => write(inner), null)
  return Buffer.from(pbf.finish())
}
/** Ways as far as ways can be: between the corners of the world, of distant nodes. */
function farWays(): Uint8Array {
  const nodes: OsmNode[] = []
  const ways: OsmWay[] = []
  for (let i = 0; i < 1500; i++)
    nodes.push({
      id: i + 1,
      lonE7: i % 2 === 0 ? -1_799_999_999 + i : 1_799_999_999 - i * 7,
      latE7: ((i * 7919) % 1700) * 1e6 - 850e6,
      tags: {},
    })
  for (let i = 0; i < 1500; i += 30)
    ways.push({ id: i + 1, refs: Array.from({ length: 30 }, (_, j) => i + j + 1), tags: { highway: 'path' } })
  return writePbf({ writingProgram: 'test', source: 'test', replicationTimestampS: 1, nodes, ways, relations: [] })
}

test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['empty ways', () => withBlock(group(fill(BYTES, 0x1a, 0)))],
  ['empty relations', () => withBlock(group(fill(BYTES, 0x22, 0)))],
  ['empty nodes', () => withBlock(group(fill(BYTES, 0x0a, 0)))],
  ['empty groups', () => withBlock(fillGroups)],
  [
    'a way of many nodes',
    () => withBlock(group(inGroup(3, (way) => (way.writeVarintField(1, 9), way.writeBytesField(8, fill(BYTES, 2)))))),
  ],
  [
    'many dense nodes',
    () =>
      withBlock(
        group(inGroup(2, (dense) => [1, 8, 9].forEach((field) => dense.writeBytesField(field, fill(BYTES / 3, 2))))),
      ),
  ],
  ['many blocks of empty ways', () => withBlock(group(fill(300_000, 0x1a, 0)), 100)],
  ['ways around the world', farWays],
])('%s take at most 1 GB', { timeout: 180_000 }, async (name, make) => {
  const bytes = await make()
  expect(bytes.length).toBeLessThan(MOST_FILE_BYTES)
  const path = join(folder, `${name.replaceAll(' ', '-')}.osm.pbf`)
  writeFileSync(path, bytes)
  const { stderr } = await runImportCommand([path, '--dem', heights, '--name', 'x', '--data', temporaryFolder()], {
    script: join(import.meta.dirname, 'peak-of-import.ts'),
  })
  expect(stderr.slice(0, 20), 'it began').not.toBe('')
  const peak = Number(/^peak (\d+)$/m.exec(stderr)?.[1])
  expect(peak, stderr.slice(-500)).toBeLessThan(MOST_BYTES)
})

function fillGroups(pbf: PbfWriter): void {
  for (let i = 0; i < BYTES / 2; i++) pbf.writeBytesField(2, Buffer.alloc(0))
}
