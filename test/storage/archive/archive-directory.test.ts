// Directories decoded by the pmtiles library's varints: all entries are in the leaves, and the root fits.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readVarint } from 'pmtiles'
import { afterAll, expect, test } from 'vitest'
import { toDirectories, type DirectoryEntry } from '../../../src/storage/archive/archive-writer.ts'
import { SpillFile } from '../../../src/storage/archive/spill-file.ts'
import { seeded } from '../../terrain/make-terrain.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-directory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ROOT_BYTES = 16_384 - 127

function decode(packed: Uint8Array): DirectoryEntry[] {
  const from = { buf: new Uint8Array(gunzipSync(packed)), pos: 0 }
  const count = readVarint(from)
  const [ids, runLengths, lengths, offsets] = Array.from({ length: 4 }, () =>
    Array.from({ length: count }, () => readVarint(from)),
  )
  const entries: DirectoryEntry[] = []
  for (let i = 0; i < count; i++) {
    const last = entries.at(-1)
    entries.push({
      id: (last?.id ?? 0) + ids[i],
      runLength: runLengths[i],
      offset: offsets[i] === 0 ? last!.offset + last!.length : offsets[i] - 1,
      length: lengths[i],
    })
  }
  return entries
}

async function write(entries: () => Iterable<DirectoryEntry>, leafEntries?: number) {
  const spill = await SpillFile.create(join(folder, 'spill'))
  await spill.append(Buffer.from('tiles before them'))
  const { root, leaves, entryCount } = await toDirectories(entries, spill, leafEntries)
  const out = await open(join(folder, 'leaves'), 'w')
  await spill.copyTo(out, [leaves])
  await out.close()
  await spill.drop()
  return { root, leaves: readFileSync(join(folder, 'leaves')), entryCount }
}

function irregular(count: number): DirectoryEntry[] {
  const random = seeded(count)
  let id = 0
  return Array.from({ length: count }, () => ({
    id: (id += 1 + Math.floor(random() * 1e6)),
    runLength: 1 + Math.floor(random() * 3),
    offset: Math.floor(random() * 1e12),
    length: 1 + Math.floor(random() * 1e5),
  }))
}

test('leaves double until the root over them fits', async () => {
  const entries = irregular(8000)
  const { root, leaves, entryCount } = await write(() => entries, 1)
  expect(entryCount).toBe(entries.length)
  expect(root.length).toBeLessThanOrEqual(ROOT_BYTES)
  const above = decode(root)
  const parts = above.map(({ offset, length }) => decode(leaves.subarray(offset, offset + length)))
  expect(parts.flat()).toEqual(entries)
  expect(above.map(({ id }) => id)).toEqual(parts.map(([{ id }]) => id))
  // all but the last are as long as the first; twice as many, at 5 bytes each or more, would not have fitted
  const size = parts[0].length
  expect([Math.log2(size) % 1, parts.slice(0, -1).every(({ length }) => length === size)]).toEqual([0, true])
  expect(above.length * 2 * 5).toBeGreaterThan(ROOT_BYTES)
})

function* regular(count: number, offsetOf: (i: number) => number): Generator<DirectoryEntry> {
  for (let id = 0; id < count; id++) yield { id, runLength: 1, offset: offsetOf(id), length: 30 }
}

test('any number of entries that pack into the root stay in it', async () => {
  const { root, leaves, entryCount } = await write(() => regular(300_000, (i) => i * 30))
  expect([entryCount, leaves.length]).toEqual([300_000, 0])
  expect(decode(root).filter(({ id, offset }, i) => id !== i || offset !== i * 30)).toEqual([])
})

test('more than could ever pack into the root go to leaves, all of them', async () => {
  const count = 1_700_000 // 17 MB of varints
  const { root, leaves, entryCount } = await write(() => regular(count, () => 2 ** 45))
  expect(entryCount).toBe(count)
  const above = decode(root)
  const last = decode(leaves.subarray(above.at(-1)!.offset))
  expect(last.at(-1)).toEqual({ id: count - 1, runLength: 1, offset: 2 ** 45, length: 30 })
  expect((above.length - 1) * decode(leaves.subarray(0, above[0].length)).length + last.length).toBe(count)
})
