import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { StoredPlace } from '../../src/releases/release-info.ts'
import { createPictureThreads, type PictureThreads } from '../../src/workers/picture-threads.ts'
import { makeSampleMap, sampleDrawing } from '../map/picture/sample-map.ts'

let pool: PictureThreads
afterEach(() => pool.close())

test('the tiles of a picture are kept for the next one, but not those of a picture without a request', async () => {
  const map = await makeSampleMap()
  const file = readFileSync(map.basemap)
  let reads = 0
  pool = createPictureThreads({
    threads: 1,
    maxQueued: 2,
    tileCacheBytes: 1e7,
    onFault: (event) => expect.unreachable(event),
    readStored: async (_place, offset, length) => {
      reads++
      return file.subarray(offset, offset + length)
    },
  })
  const path = '/release/basemap.pmtiles'
  const basemap: StoredPlace = { path, listPath: '', bytes: file.length, sha256: '', blocksSha256: '' }
  const sources = { basemap, terrain: null, contours: null, attributions: [] }
  /** How often it had to read. */
  const draw = async (isTrial: boolean) => {
    const before = reads
    const job = { signal: AbortSignal.timeout(20_000) }
    const png = await pool.run('picture', sampleDrawing(map, { sources, isTrial }), job)
    expect(png.length).toBeGreaterThan(1000)
    return reads - before
  }
  await draw(true)
  const again = await draw(false)
  expect(again).toBeGreaterThan(0)
  expect(await draw(false)).toBe(0)
  expect(await draw(true)).toBe(0)
  expect(await draw(false)).toBe(again)
})
