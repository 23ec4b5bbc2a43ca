import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { surfaceBytes, makeFolder, seeded, TERRARIUM, writeArchive, writeTiff } from './make-terrain.ts'

const folder = makeFolder()
const random = seeded(77)

/** The file with a few bytes changed, or cut: mostly near its start, where its structure is. */
function spoil(whole: Buffer, head: number): Buffer {
  const bytes = Buffer.from(whole)
  const changes = 1 + Math.floor(random() * 4)
  for (let i = 0; i < changes; i++) {
    const at = Math.floor(random() * (random() < 0.8 ? Math.min(head, bytes.length) : bytes.length))
    bytes[at] = [0, 255, Math.floor(random() * 256)][Math.floor(random() * 3)]
  }
  return random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}

/**
 * Tells what reading a spoilt height file did: heights, or the error of a caller's input. Anything else fails the test.
 */
async function tryDem(path: string): Promise<'read' | 'refused'> {
  try {
    const dem = await openDem([path])
    try {
      const [minLon, minLat, maxLon, maxLat] = dem.bbox
      const box = [Math.max(minLon, 9), Math.max(minLat, 40), Math.min(maxLon, 13), Math.min(maxLat, 52)] as const
      if (box[0] <= box[2] && box[1] <= box[3]) await dem.prepare(box)
      const height = dem.heightM((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
      expect(height === null || (height >= -12_000 && height <= 9_000)).toBe(true)
    } finally {
      await dem.close()
    }
    return 'read'
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ServiceError)
    expect((thrown as ServiceError).code).toBe('invalid_input')
    expect((thrown as ServiceError).message).toContain('N45E010')
    return 'refused'
  }
}

describe('damaged height files', () => {
  test.each(['tif', 'zip', 'pmtiles'])('are read or refused with a sentence, never a crash: .%s', async (ending) => {
    let whole: Buffer
    let head = 600
    if (ending === 'tif') {
      whole = readFileSync(
        writeTiff(folder, 'whole.tif', 40, 30, (col, row) => col + row, {
          GTModelTypeGeoKey: 2,
          GeographicTypeGeoKey: 4326,
          ModelPixelScale: [0.01, 0.01, 0],
          ModelTiepoint: [0, 0, 0, 10, 50, 0],
        }),
      )
      head = 1200
    } else if (ending === 'zip') {
      whole = Buffer.from(zipSync({ 'N45E010.hgt': surfaceBytes(1201, 10, 45, () => 300) }, { level: 6 }))
      head = whole.length
    } else {
      whole = readFileSync(
        await writeArchive(
          join(folder, 'whole.pmtiles'),
          6,
          [
            [33, 22],
            [34, 22],
          ],
          (lon) => 100 + lon,
          { size: 64, format: 'png', pack: TERRARIUM },
        ),
      )
    }
    const seen = { read: 0, refused: 0 }
    for (let round = 0; round < 120; round++) {
      const path = join(folder, `N45E010-${round}.${ending}`)
      writeFileSync(path, spoil(whole, head))
      seen[await tryDem(path)]++
    }
    expect(seen.refused).toBeGreaterThan(5)
    expect(seen.read + seen.refused).toBe(120)
  })

  test('leave the server with terrain_unavailable or heights, never another error', async () => {
    const whole = readFileSync(
      await writeArchive(
        join(folder, 'served.pmtiles'),
        6,
        [
          [33, 22],
          [34, 22],
        ],
        (lon) => 100 + lon,
        { size: 64, format: 'webp', pack: TERRARIUM },
      ),
    )
    let refused = 0
    for (let round = 0; round < 120; round++) {
      const path = join(folder, 'spoilt.pmtiles')
      writeFileSync(path, spoil(whole, 600))
      try {
        const file = await openTerrain(path)
        try {
          await file.sample(
            [
              [8, 48],
              [10, 48],
              [14, 48],
            ],
            null,
          )
        } finally {
          await file.close()
        }
      } catch (thrown) {
        refused++
        expect((thrown as ServiceError).code).toBe('terrain_unavailable')
      }
    }
    expect(refused).toBeGreaterThan(5)
  })
})
