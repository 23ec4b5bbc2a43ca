import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cutTiles } from '../../../src/map/tiles/cut-tiles.ts'
import { FeatureStore } from '../../../src/map/tiles/feature-store.ts'
import { WORLD_UNITS } from '../../../src/map/tiles/world-units.ts'
import { TileArchiveWriter } from '../../../src/storage/archive/archive-writer.ts'
import { heapHeldBytes } from '../../support/heap-held.ts'

const folder = mkdtempSync(join(tmpdir(), 'cut-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Cuts points in two neighbouring tiles of z14, and returns the most heap held at a tile above them. */
async function cutPoints(count: number): Promise<number> {
  const side = WORLD_UNITS / 2 ** 14
  const west = 8190 * side
  const region = { minX: west, minY: west, maxX: west + 2 * side - 1, maxY: west + side - 1 }
  const store = new FeatureStore({ path: join(folder, `${count}.features`), extent: region })
  const mark = { layer: 'pois', minZoom: 15, sort: 0, attributes: store.attributes.add([['kind', 'peak']]) } as const
  for (let i = 0; i < count; i++) store.addPoint(mark, west + (i % (2 * side)), west + (i % side))
  const writer = await TileArchiveWriter.create(join(folder, `${count}.pmtiles`))
  const before = heapHeldBytes()
  let held = 0
  let done = 0
  await cutTiles(store, [region], writer, 12, () => {
    if (++done === 5) held = heapHeldBytes() - before
  })
  await writer.abandon()
  store.close()
  return held
}

/** A list of V8's heap at each level took 250 bytes. */
test('the lists of the tiles above hold nothing of the heap for a feature', async () => {
  await cutPoints(1000) // compiles what it runs
  const small = await cutPoints(1000)
  const large = await cutPoints(101_000)
  expect((large - small) / 100_000).toBeLessThan(30)
})
