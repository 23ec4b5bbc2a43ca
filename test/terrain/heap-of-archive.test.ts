// What V8's heap holds of the tiles of an archive: it must not grow with them, or a large region ends in a crash.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TileArchiveWriter } from '../../src/storage/archive/archive-writer.ts'
import { heapHeldBytes } from '../support/heap-held.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TILES = 300_000
/** Compiled code and chance; with an object for each tile and an entry for its bytes it was 180. */
const MOST_BYTES_EACH = 10

test('a tile that was added holds nothing of it, until and while the archive is written', async () => {
  const writer = await TileArchiveWriter.create(join(folder, 'many.pmtiles'))
  const add = async (from: number, to: number): Promise<void> => {
    const bytes = Buffer.alloc(8)
    for (let i = from; i < to; i++) {
      bytes.writeUInt32LE(i % 5 === 0 ? 0 : i)
      await writer.add(14, i % 1024, Math.floor(i / 1024), bytes)
    }
  }
  await add(0, 1000) // compiles what it runs
  const before = heapHeldBytes()
  await add(1000, TILES)
  expect((heapHeldBytes() - before) / TILES).toBeLessThan(MOST_BYTES_EACH)
  // the metadata is written after the directories and before the tiles
  let held = Infinity
  const metadata = {
    toJSON: () => {
      held = heapHeldBytes() - before
      return {}
    },
  }
  const summary = await writer.finish('png', metadata, [1, 42, 2, 43])
  expect(held / TILES).toBeLessThan(MOST_BYTES_EACH)
  expect(summary.tileCount).toBe(TILES)
})
