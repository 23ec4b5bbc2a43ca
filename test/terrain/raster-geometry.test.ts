// Tiles keep the pixels of their source: heights against bilinear interpolation of the source, written again here, over
// terrain as steep as it gets, with voids.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Box } from '../../src/geo/lon-lat.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { writeTerrainArtifact } from '../../src/terrain/write-terrain-artifact.ts'
import { makeFolder, REAL_DATA_DIR, seeded, writeHgt } from './make-terrain.ts'

const folder = makeFolder()
const OPTIONS = { attribution: null, sourceTs: null, effort: 0 }
const CELLS = 1200

/** Whole metres at a pixel of a tile of 3 arc seconds, row from the north; null void. Needles of up to 400 m. */
function needles(col: number, row: number): number | null {
  if ((col * 7 + row * 13) % 997 === 0) return null
  const noise = Math.imul(col * 73856093 + row * 19349663, 2654435761) >>> 0
  return 1000 + (noise % 400)
}

/** Bilinear over the four pixels around, null where one with weight is void. */
function bilinear(lon: number, lat: number): number | null {
  const x = (lon - 7) * CELLS
  const y = (47 - lat) * CELLS
  const [c, r] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - c, y - r]
  const weights = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
  const heights = [needles(c, r), needles(c + 1, r), needles(c, r + 1), needles(c + 1, r + 1)]
  if (heights.some((height, k) => height === null && weights[k] > 0)) return null
  return heights.reduce<number>((sum, height, k) => sum + (height ?? 0) * weights[k], 0)
}

test('the steepest terrain comes back within 0.1 m of its source, voids stay void', async () => {
  const path = writeHgt(folder, 'N46E007.hgt', CELLS + 1, 7, 46, (lon, lat) =>
    needles(Math.round((lon - 7) * CELLS), Math.round((47 - lat) * CELLS)),
  )
  const dem = await openDem([path])
  const box: Box = [7.3, 46.4, 7.38, 46.46]
  const out = join(folder, 'needles.pmtiles')
  const { maxZoom } = await writeTerrainArtifact(dem, box, out, { ...OPTIONS, marginM: 500 })
  expect(maxZoom).toBe(12)
  const file = await openTerrain(out)
  const random = seeded(5)
  const points = Array.from(
    { length: 20_000 },
    () => [box[0] + random() * (box[2] - box[0]), box[1] + random() * (box[3] - box[1])] as const,
  )
  const { heightsM } = await file.sample(points, null)
  const line = await file.prepareLine(points.slice(0, 2), null)
  expect(line.heightM(...points[0])).toBe(heightsM[0])
  let kept = 0
  let known = 0
  points.forEach(([lon, lat], i) => {
    const source = bilinear(lon, lat)
    const reported = heightsM[i]
    if (source === null) return expect(reported).toBeNull()
    known++
    // beside a void a tile pixel is missing, or the source's pixel is not all there
    if (reported !== null && Math.abs(reported - source) < 0.1) kept++
  })
  expect(kept / known).toBeGreaterThan(0.98)
  await file.close()
  await dem.close()
})

describe.skipIf(!existsSync(join(REAL_DATA_DIR, 'andorra/N42E001.hgt')))('SRTM of Andorra (needs real data)', () => {
  test('comes back within 0.5 m at the worst of 30,000 points', async () => {
    const dem = await openDem([join(REAL_DATA_DIR, 'andorra/N42E001.hgt')])
    const box: Box = [1.45, 42.45, 1.6, 42.56]
    const out = join(folder, 'andorra.pmtiles')
    await writeTerrainArtifact(dem, box, out, { ...OPTIONS, marginM: 500 })
    const file = await openTerrain(out)
    await dem.prepare(box)
    const random = seeded(6)
    const points = Array.from(
      { length: 30_000 },
      () => [box[0] + random() * (box[2] - box[0]), box[1] + random() * (box[3] - box[1])] as const,
    )
    const { heightsM } = await file.sample(points, null)
    let worst = 0
    points.forEach(([lon, lat], i) => {
      const source = dem.heightM(lon, lat)
      if (source === null) return expect(heightsM[i]).toBeNull()
      if (heightsM[i] !== null) worst = Math.max(worst, Math.abs(heightsM[i] - source))
    })
    expect(worst).toBeLessThan(0.5)
    await file.close()
    await dem.close()
  })
})
