import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDem, requireOverlap } from '../../src/terrain/open-dem.ts'
import { makeFolder, MAPBOX, REAL_DATA_DIR, seeded, TERRARIUM, writeArchive, writeHgt } from './make-terrain.ts'

const folder = makeFolder()
const andorraFolder = join(REAL_DATA_DIR, 'andorra')
const hasAndorra = existsSync(join(andorraFolder, 'N42E001.hgt'))
const rough = (lon: number, lat: number): number =>
  Math.round(1000 + 300 * Math.sin(lon * 40) * Math.cos(lat * 55) + 100 * lon)

describe('height files as one surface', () => {
  test.skipIf(!hasAndorra)('gives the known heights of Andorra (needs real data)', async () => {
    const dem = await openDem([andorraFolder])
    await dem.prepare([1.4, 42.4, 1.8, 42.7])
    expect(dem.arcSeconds).toBeCloseTo(3, 9)
    expect(dem.heightM(1.5218, 42.5063)).toBeCloseTo(1017.4, 1)
    expect(Math.round(dem.heightM(1.7335, 42.5447)!)).toBe(2085)
    expect(dem.heightM(1.4442, 42.5917)).toBeCloseTo(2896.1, 1)
    expect(dem.attribution).toBeNull()
    expect(dem.sourceTs).toBeNull()
  })

  test.skipIf(!hasAndorra)(
    'agrees with bilinear interpolation written out over the raw file, nulls included (needs real data)',
    async () => {
      const dem = await openDem([join(andorraFolder, 'N42E001.hgt')])
      await dem.prepare(dem.bbox)
      const raw = readFileSync(join(andorraFolder, 'N42E001.hgt'))
      const at = (col: number, row: number): number | null => {
        const value = raw.readInt16BE((row * 1201 + col) * 2)
        return value === -32768 ? null : value
      }
      const random = seeded(7)
      let nulls = 0
      const wrong: unknown[] = []
      for (let i = 0; i < 20_000; i++) {
        const x = random() * 1199.9
        const y = random() * 1199.9
        const [c, r] = [Math.floor(x), Math.floor(y)]
        const [u, v] = [x - c, y - r]
        const corners = [at(c, r), at(c + 1, r), at(c, r + 1), at(c + 1, r + 1)]
        const height = dem.heightM(1 + x / 1200, 43 - y / 1200)
        if (corners.includes(null)) {
          nulls++
          if (height !== null) wrong.push([x, y, height])
        } else {
          const [nw, ne, sw, se] = corners as number[]
          const expected = nw * (1 - u) * (1 - v) + ne * u * (1 - v) + sw * (1 - u) * v + se * u * v
          if (height === null || !(Math.abs(height - expected) < 5e-5)) wrong.push([x, y, height, expected])
        }
      }
      expect(wrong).toEqual([])
      expect(nulls).toBeGreaterThan(50)
    },
  )

  test('is null beside a void unless the void weighs nothing', async () => {
    const step = 1 / 1200
    const path = writeHgt(folder, 'N50E007.hgt', 1201, 7, 50, (lon, lat) =>
      Math.abs(lon - 7.5) < step / 2 && Math.abs(lat - 50.5) < step / 2 ? null : 300,
    )
    const dem = await openDem([path])
    await dem.prepare(dem.bbox)
    expect(dem.heightM(7.5, 50.5)).toBeNull()
    expect(dem.heightM(7.5 + step * 0.9, 50.5)).toBeNull()
    expect(dem.heightM(7.5 - step * 0.5, 50.5 + step * 0.5)).toBeNull()
    expect(dem.heightM(7.5 + step, 50.5)).toBe(300)
    expect(dem.heightM(7.5, 50.5 - step)).toBe(300)
    expect(dem.heightM(7.5 + step, 50.5 + step)).toBe(300)
  })

  test('runs on across tile borders and corners', async () => {
    const tiles = [
      ['N10E020', 20, 10],
      ['N10E021', 21, 10],
      ['N09E020', 20, 9],
      ['N09E021', 21, 9],
    ] as const
    const paths = tiles.map(([name, lon, lat]) => writeHgt(folder, `${name}.hgt`, 1201, lon, lat, rough))
    const dem = await openDem(paths)
    await dem.prepare([20.9, 9.9, 21.1, 10.1])
    const random = seeded(3)
    for (let i = 0; i < 2000; i++) {
      const lon = 21 + (random() - 0.5) / 300
      const lat = 10 + (random() - 0.5) / 300
      expect(dem.heightM(lon, lat)).not.toBeNull()
      expect(Math.abs(dem.heightM(lon, lat)! - rough(lon, lat))).toBeLessThan(2)
    }
    expect(dem.heightM(21, 10)).toBe(rough(21, 10))
  })

  test('takes a height of a shared edge from the neighbour where one file is void there', async () => {
    const west = writeHgt(folder, 'N12E030.hgt', 1201, 30, 12, (lon) => (lon > 30.9999 ? null : 100))
    const east = writeHgt(folder, 'N12E031.hgt', 1201, 31, 12, () => 100)
    const dem = await openDem([west, east])
    await dem.prepare([30.9, 12.4, 31.1, 12.6])
    expect(dem.heightM(31 - 1 / 3000, 12.5)).toBe(100)
  })

  test('runs on across the antimeridian', async () => {
    const paths = [
      writeHgt(folder, 'S17E179.hgt', 1201, 179, -17, () => 40),
      writeHgt(folder, 'S17W180.hgt', 1201, -180, -17, () => 60),
    ]
    const dem = await openDem(paths)
    await dem.prepare([179.9, -16.6, -179.9, -16.4])
    expect(dem.heightM(179.95, -16.5)).toBe(40)
    expect(dem.heightM(-179.95, -16.5)).toBe(60)
    expect(dem.heightM(180, -16.5)).toBe(dem.heightM(-180, -16.5))
    expect(dem.heightM(-180 + 1 / 2400, -16.5)).not.toBeNull()
  })

  test('prefers the finer file, whatever the order, and falls back to the coarser where the finer is void', async () => {
    const coarse = writeHgt(folder, 'N60E010.hgt', 1201, 10, 60, () => 100)
    const inner = join(folder, 'fine')
    mkdirSync(inner)
    const fine = writeHgt(inner, 'N60E010.hgt', 3601, 10, 60, (lon) => (lon < 10.5 ? 200 : null))
    for (const order of [
      [coarse, fine],
      [fine, coarse],
    ]) {
      const dem = await openDem(order)
      await dem.prepare([10.2, 60.2, 10.8, 60.8])
      expect(dem.arcSeconds).toBeCloseTo(1, 9)
      expect(dem.heightM(10.3, 60.5)).toBe(200)
      expect(dem.heightM(10.7, 60.5)).toBe(100)
      await dem.close()
    }
  })

  test('answers null where nothing was prepared or nothing lies', async () => {
    const dem = await openDem([writeHgt(folder, 'N70E010.hgt', 1201, 10, 70, () => 5)])
    expect(dem.heightM(10.5, 70.5)).toBeNull()
    await dem.prepare([10.4, 70.4, 10.6, 70.6])
    expect(dem.heightM(10.5, 70.5)).toBe(5)
    for (const [lon, lat] of [
      [9.5, 70.5],
      [10.5, 90],
      [10.5, -90],
      [NaN, 70],
      [0, NaN],
    ])
      expect(dem.heightM(lon, lat)).toBeNull()
  })

  test('gives the same heights when its cache holds only one file', async () => {
    const paths = [20, 21, 22].map((lon) => writeHgt(folder, `N30E0${lon}.hgt`, 1201, lon, 30, rough))
    const dem = await openDem(paths, { cacheBytes: 3_000_000 })
    for (let round = 0; round < 2; round++) {
      for (const lon of [20.5, 21.5, 22.5]) {
        await dem.prepare([lon - 0.01, 30.4, lon + 0.01, 30.6])
        expect(dem.heightM(lon, 30.5)).toBe(rough(lon, 30.5))
      }
    }
    expect(dem.heightM(20.5, 30.5)).toBeNull()
  })

  test('says in one sentence when the files lie elsewhere', async () => {
    const dem = await openDem([writeHgt(folder, 'N71E010.hgt', 1201, 10, 71, () => 5)])
    expect(() => requireOverlap(dem, [1.4, 42.4, 1.8, 42.7])).toThrow(
      /N71E010\.hgt\) lie elsewhere: they span 10,71,11,72, the region is 1\.4,42\.4,1\.8,42\.7/,
    )
    expect(() => requireOverlap(dem, [10.9, 71.9, 12, 73])).not.toThrow()
  })

  test('refuses no files, a missing file, a folder without heights and a foreign kind', async () => {
    mkdirSync(join(folder, 'nothing'))
    writeFileSync(join(folder, 'map.osm.pbf'), 'x')
    await expect(openDem([])).rejects.toThrow(/No height file was given/)
    await expect(openDem([join(folder, 'gone.hgt')])).rejects.toThrow(/gone\.hgt does not exist/)
    await expect(openDem([join(folder, 'nothing')])).rejects.toThrow(/nothing is a folder without height files/)
    await expect(openDem([join(folder, 'map.osm.pbf')])).rejects.toThrow(/map\.osm\.pbf is not a height file/)
  })

  const hill = (lon: number, lat: number): number =>
    Math.round(10 * (500 + 400 * Math.sin(lon * 60) * Math.sin(lat * 60))) / 10

  test.each([
    ['terrarium', 'webp', 512, TERRARIUM],
    ['terrarium', 'png', 256, TERRARIUM],
    ['mapbox', 'png', 512, MAPBOX],
    ['mapbox', 'webp', 256, MAPBOX],
  ] as const)('reads %s %s tiles of %i pixels, recognising the encoding', async (encoding, format, size, pack) => {
    const z = size === 512 ? 9 : 10
    const n = size === 512 ? 1 : 2
    const tiles = Array.from(
      { length: n * n * 2 },
      (_, i) => [n * 268 + (i % (2 * n)), n * 182 + Math.floor(i / (2 * n))] as const,
    )
    const path = await writeArchive(join(folder, `${encoding}-${size}.pmtiles`), z, tiles, hill, {
      size,
      format,
      pack,
      metadata: { attribution: 'made up', source_ts: '2024-05-01T00:00:00Z' },
    })
    const dem = await openDem([path])
    expect(dem.attribution).toBe('made up')
    expect(dem.sourceTs).toBe('2024-05-01T00:00:00Z')
    const box = [8.5, 45.9, 9.7, 46.0] as const
    await dem.prepare(box)
    const random = seeded(5)
    for (let i = 0; i < 500; i++) {
      const lon = box[0] + random() * 1.2
      const lat = box[1] + random() * 0.1
      expect(Math.abs(dem.heightM(lon, lat)! - hill(lon, lat))).toBeLessThan(0.5)
    }
    await dem.close()
  })

  test('is as old as the oldest of its files, of unknown age if that of one is unknown', async () => {
    const dated = (name: string, x: number, time?: string) =>
      writeArchive(join(folder, `${name}.pmtiles`), 6, [[x, 22]], () => 100, {
        size: 256,
        format: 'png',
        pack: TERRARIUM,
        ...(time === undefined ? {} : { metadata: { source_ts: time } }),
      })
    const newer = await dated('newer', 33, '2025-05-01T00:00:00Z')
    const older = await dated('older', 34, '2021-05-01T00:00:00Z')
    const undated = await dated('undated', 35)
    const timeOf = async (...paths: string[]) => {
      const dem = await openDem(paths)
      const { sourceTs } = dem
      await dem.close()
      return sourceTs
    }
    expect(await timeOf(newer, older)).toBe('2021-05-01T00:00:00Z')
    expect(await timeOf(newer, older, undated)).toBeNull()
  })

  test('asks a coarser zoom only where the archive has no deeper tile, and never to fill a void', async () => {
    const { TileArchiveWriter } = await import('../../src/storage/archive/archive-writer.ts')
    const { encodeWebpTile, toTerrariumPixels } = await import('../../src/terrain/height-tile.ts')
    const writer = await TileArchiveWriter.create(join(folder, 'depths.pmtiles'))
    const tile = async (left: number, right: number): Promise<Buffer> =>
      encodeWebpTile(
        toTerrariumPixels(
          Float32Array.from({ length: 256 * 256 }, (_, i) => (i % 256 < 128 ? left : right)),
          16,
        ),
        256,
        0,
      )
    await writer.add(3, 4, 3, await tile(500, 500))
    await writer.add(4, 8, 6, await tile(NaN, 700))
    await writer.finish('webp', {}, [0, 0, 45, 40])
    const dem = await openDem([join(folder, 'depths.pmtiles')])
    await dem.prepare([1, 1, 40, 39])
    const west = 22.5 // tile 4/8/6 spans 0..22.5 degrees of longitude
    expect(dem.heightM(west * 0.75, 35)).toBe(700)
    expect(dem.heightM(west * 0.25, 35)).toBeNull()
    expect(dem.heightM(west * 1.5, 35)).toBe(500)
    expect(dem.heightM(-20, 35)).toBeNull()
  })
})
