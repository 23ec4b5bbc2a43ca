import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { describe, expect, test, vi } from 'vitest'
import { lonOfWorldX, latOfWorldY } from '../../src/geo/web-mercator.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { NOT_LOADED, TileSurface } from '../../src/terrain/tile-surface.ts'
import { makeFolder, MAPBOX, REAL_DATA_DIR, seeded, TERRARIUM, writeArchive } from './make-terrain.ts'

const folder = makeFolder()
const mapterhorn = join(REAL_DATA_DIR, 'mapterhorn-badschandau-z10-11.terrarium.pmtiles')
const Z = 6
const block = [
  [33, 22],
  [34, 22],
  [33, 23],
  [34, 23],
] as const
/** whole metres, so that both encodings hold it exactly */
const hills = (lon: number, lat: number): number => Math.round(1500 + 800 * Math.sin(lon * 3) * Math.cos(lat * 4))
const shapes = [
  { size: 256, format: 'png', pack: MAPBOX },
  { size: 256, format: 'webp', pack: TERRARIUM },
  { size: 512, format: 'webp', pack: MAPBOX },
  { size: 512, format: 'png', pack: TERRARIUM },
] as const

function inBlock(random: () => number): [number, number] {
  return [lonOfWorldX((33.02 + random() * 1.96) / 64), latOfWorldY((22.02 + random() * 1.96) / 64)]
}

describe('terrain archive', () => {
  test('gives the same heights for one surface in both encodings', async () => {
    const random = seeded(2)
    const points = Array.from({ length: 300 }, () => inBlock(random))
    for (const size of [256, 512] as const) {
      const answers: (number | null)[][] = []
      for (const pack of [TERRARIUM, MAPBOX]) {
        const file = await openTerrain(
          await writeArchive(join(folder, 'both.pmtiles'), Z, block, hills, { size, format: 'webp', pack }),
        )
        answers.push((await file.sample(points, Z)).heightsM)
        await file.close()
      }
      answers[0].forEach((height, i) => expect(height).toBeCloseTo(answers[1][i]!, 6))
    }
  })

  test.each(shapes)('interpolates between pixel centres, across tile borders: $size px $format', async (shape) => {
    const file = await openTerrain(
      await writeArchive(join(folder, `oracle-${shape.size}-${shape.format}.pmtiles`), Z, block, hills, shape),
    )
    expect(file.tileSize).toBe(shape.size)
    expect(file.encoding).toBe(shape.pack === MAPBOX ? 'mapbox' : 'terrarium')
    const across = shape.size * 64
    const pixel = (col: number, row: number): number =>
      hills(lonOfWorldX((col + 0.5) / across), latOfWorldY((row + 0.5) / across))
    const random = seeded(4)
    const edge = 34 * shape.size
    const rowEdge = 23 * shape.size
    const places = Array.from({ length: 400 }, (_, i) =>
      i < 200
        ? [edge - 3 + random() * 6, rowEdge - 3 + random() * 6]
        : [
            33 * shape.size + 1 + random() * (2 * shape.size - 3),
            22 * shape.size + 1 + random() * (2 * shape.size - 3),
          ],
    )
    const { heightsM, z } = await file.sample(
      places.map(([x, y]) => [lonOfWorldX((x + 0.5) / across), latOfWorldY((y + 0.5) / across)]),
      null,
    )
    expect(z).toBe(Z)
    places.forEach(([x, y], i) => {
      const [c, r] = [Math.floor(x), Math.floor(y)]
      const [u, v] = [x - c, y - r]
      const expected =
        pixel(c, r) * (1 - u) * (1 - v) +
        pixel(c + 1, r) * u * (1 - v) +
        pixel(c, r + 1) * (1 - u) * v +
        pixel(c + 1, r + 1) * u * v
      expect(heightsM[i]).toBeCloseTo(expected, 2)
    })
    await file.close()
  })

  test('is null outside its tiles, in voids, beyond Web Mercator and at no place at all', async () => {
    const file = await openTerrain(
      await writeArchive(join(folder, 'void.pmtiles'), Z, block, (lon) => (lon > 10 && lon < 10.2 ? null : 7), {
        size: 256,
        format: 'png',
        pack: TERRARIUM,
      }),
    )
    const lat = latOfWorldY(22.5 / 64)
    const { heightsM } = await file.sample(
      [
        [10.1, lat],
        [10.5, lat],
        [-120, lat],
        [10.5, 90],
        [10.5, -90],
        [10.5, 85.06],
        [NaN, lat],
        [10.5, Infinity],
      ],
      null,
    )
    expect(heightsM).toEqual([null, 7, null, null, null, null, null, null])
    await file.close()
  })

  test('runs on across the antimeridian and accepts both of its names', async () => {
    const file = await openTerrain(
      await writeArchive(
        join(folder, 'date.pmtiles'),
        Z,
        [
          [63, 30],
          [0, 30],
        ],
        (lon) => (lon > 0 ? 100 : 200),
        { size: 256, format: 'png', pack: TERRARIUM },
      ),
    )
    const lat = latOfWorldY(30.5 / 64)
    const { heightsM } = await file.sample(
      [
        [179.9, lat],
        [-179.9, lat],
        [180, lat],
        [-180, lat],
      ],
      null,
    )
    expect(heightsM.slice(0, 2)).toEqual([100, 200])
    expect(heightsM[2]).toBeCloseTo(150, 6)
    expect(heightsM[3]).toBe(heightsM[2])
    // a line goes the shorter way round
    const prepared = await file.prepareLine(
      [
        [179.9, lat],
        [-179.9, lat],
      ],
      null,
    )
    for (const lon of [179.95, -179.95, 180]) expect(prepared.heightM(lon, lat)).not.toBeNull()
    expect(() => prepared.heightM(0, lat)).toThrow(RangeError)
    await file.close()
  })

  test('clamps z to the zooms it holds, 13 when none is named', async () => {
    const file = await openTerrain(
      await writeArchive(join(folder, 'clamp.pmtiles'), Z, block, hills, { size: 256, format: 'png', pack: TERRARIUM }),
    )
    const point = inBlock(seeded(1))
    for (const z of [null, 0, 6, 13, 22]) expect((await file.sample([point], z)).z).toBe(6)
    await file.close()
  })

  test.skipIf(!existsSync(mapterhorn))(
    'reads tile 10/552/343 of Mapterhorn as 112.6 to 723.2 m (needs real data)',
    async () => {
      const file = await openTerrain(mapterhorn)
      expect([file.minZoom, file.maxZoom, file.tileSize, file.encoding]).toEqual([10, 11, 512, 'terrarium'])
      expect(file.attribution).toMatch(/Mapterhorn/)
      const points = Array.from(
        { length: 512 * 512 },
        (_, i) =>
          [
            lonOfWorldX((552 + ((i % 512) + 0.5) / 512) / 1024),
            latOfWorldY((343 + (Math.floor(i / 512) + 0.5) / 512) / 1024),
          ] as const,
      )
      const { heightsM, z } = await file.sample(points, 10)
      expect(z).toBe(10)
      const known = heightsM.filter((height) => height !== null)
      expect(known).toHaveLength(512 * 512)
      expect(known.reduce((a, b) => Math.min(a, b))).toBeCloseTo(112.6, 1)
      expect(known.reduce((a, b) => Math.max(a, b))).toBeCloseTo(723.2, 1)
      expect((await file.sample([points[0]], 22)).z).toBe(11)
      await file.close()
    },
  )

  test('reads a tile once for many that ask at the same time, and again only after it left the cache', async () => {
    const path = await writeArchive(join(folder, 'once.pmtiles'), Z, block, hills, {
      size: 256,
      format: 'png',
      pack: TERRARIUM,
    })
    const reads = vi.spyOn(PMTiles.prototype, 'getZxy')
    const file = await openTerrain(path)
    const point = inBlock(seeded(9))
    reads.mockClear()
    await Promise.all(Array.from({ length: 50 }, () => file.sample([point], null)))
    await file.sample([point], null)
    expect(reads).toHaveBeenCalledTimes(1)
    await file.close()

    const tight = await openTerrain(path, { cacheBytes: 256 * 256 * 3 })
    const inEach = block.map(([x, y]) => [lonOfWorldX((x + 0.5) / 64), latOfWorldY((y + 0.5) / 64)] as const)
    const loose = await openTerrain(path)
    reads.mockClear()
    const first = await tight.sample(inEach, null)
    expect(first).toEqual(await tight.sample(inEach, null))
    expect(reads.mock.calls.length).toBeGreaterThan(4)
    expect(first).toEqual(await loose.sample(inEach, null))
    reads.mockRestore()
    await tight.close()
    await loose.close()
  })

  test('samples many points in several turns of the event loop, fewer in each where tiles are not loaded', async () => {
    const path = await writeArchive(join(folder, 'turns.pmtiles'), Z, block, hills, {
      size: 256,
      format: 'png',
      pack: TERRARIUM,
    })
    let inTurn = 0
    let most = 0
    const { heightAt } = TileSurface.prototype
    const spy = vi.spyOn(TileSurface.prototype, 'heightAt').mockImplementation(function (this: TileSurface, lon, lat) {
      const height = heightAt.call(this, lon, lat)
      inTurn += height === NOT_LOADED ? 8 : 1
      most = Math.max(most, inTurn)
      return height
    })
    const clear = (): void => void ((inTurn = 0), (next = setImmediate(clear)))
    let next = setImmediate(clear)
    const file = await openTerrain(path)
    const random = seeded(31)
    const points = Array.from({ length: 20_000 }, () => inBlock(random))
    const cold = await file.sample(points, null)
    await new Promise((resolve) => setImmediate(resolve))
    const warm = await file.sample(points, null)
    clearImmediate(next)
    spy.mockRestore()
    expect(cold).toEqual(warm)
    expect(most).toBeGreaterThan(1000)
    expect(most).toBeLessThanOrEqual(5008 + 625)
    await file.close()
  })

  test('prepares a line for synchronous heights, the stretches between its points included', async () => {
    const file = await openTerrain(
      await writeArchive(join(folder, 'line.pmtiles'), Z, block, hills, { size: 256, format: 'png', pack: TERRARIUM }),
    )
    const random = seeded(12)
    for (let round = 0; round < 20; round++) {
      const line = [inBlock(random), inBlock(random), inBlock(random)]
      const sampler = await file.prepareLine(line, null)
      const places = Array.from({ length: 200 }, (_, i) => {
        const [a, b] = i % 2 === 0 ? [line[0], line[1]] : [line[1], line[2]]
        const share = random()
        return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] as const
      })
      const { heightsM } = await file.sample(places, null)
      expect(places.map(([lon, lat]) => sampler.heightM(lon, lat))).toEqual(heightsM)
      expect(() => sampler.heightM(-100, 40)).toThrow(RangeError)
    }
    await file.close()
  })

  test('finds the tile that a line only clips at its corner', async () => {
    const file = await openTerrain(
      await writeArchive(join(folder, 'corner.pmtiles'), Z, block, () => 9, {
        size: 256,
        format: 'png',
        pack: TERRARIUM,
      }),
    )
    const random = seeded(21)
    const wrong: unknown[] = []
    for (let round = 0; round < 300; round++) {
      const corner = [34 / 64 + (random() - 0.5) / 8192, 23 / 64 + (random() - 0.5) / 8192]
      const [dx, dy] = [random() - 0.5, random() - 0.5].map((value) => value / 256)
      const line = [
        [lonOfWorldX(corner[0] - dx), latOfWorldY(corner[1] - dy)],
        [lonOfWorldX(corner[0] + dx), latOfWorldY(corner[1] + dy)],
      ] as const
      const sampler = await file.prepareLine(line, null)
      for (let share = 0; share <= 1; share += 0.01) {
        const height = sampler.heightM(
          line[0][0] + (line[1][0] - line[0][0]) * share,
          line[0][1] + (line[1][1] - line[0][1]) * share,
        )
        if (height !== 9) wrong.push([line, share, height])
      }
    }
    expect(wrong).toEqual([])
    await file.close()
  })

  test('prepares a line across the antimeridian the short way', async () => {
    const sides = [
      [4095, 1500],
      [0, 1500],
    ] as const
    const shape = { size: 256, format: 'png', pack: TERRARIUM } as const
    const file = await openTerrain(await writeArchive(join(folder, 'across.pmtiles'), 12, sides, () => 9, shape))
    const lat = latOfWorldY(1500.5 / 4096)
    for (const side of [1, -1]) {
      const line = [179.96, -179.96].map((lon) => [lon * side, lat] as const)
      const sampler = await file.prepareLine(line, null)
      for (const lon of [179.97, 179.99, -179.99, -179.97]) expect(sampler.heightM(lon, lat)).toBe(9)
    }
    await file.close()
  })

  test('refuses a line over too many tiles', async () => {
    const file = await openTerrain(
      await writeArchive(join(folder, 'long.pmtiles'), 12, [[2100, 1500]], hills, {
        size: 256,
        format: 'png',
        pack: TERRARIUM,
      }),
    )
    await expect(
      file.prepareLine(
        [
          [0, 0],
          [170, 60],
        ],
        null,
      ),
    ).rejects.toMatchObject({ code: 'too_long' })
    await file.close()
  })

  test('answers terrain_unavailable for a file that is missing, foreign, cut or damaged', async () => {
    await expect(openTerrain(join(folder, 'gone.pmtiles'))).rejects.toMatchObject({
      code: 'terrain_unavailable',
      message: expect.stringMatching(/gone\.pmtiles cannot be opened/),
    })
    writeFileSync(join(folder, 'page.pmtiles'), '<html>'.padEnd(500))
    await expect(openTerrain(join(folder, 'page.pmtiles'))).rejects.toMatchObject({
      code: 'terrain_unavailable',
      message: expect.stringMatching(/web page/),
    })

    const path = await writeArchive(join(folder, 'cut.pmtiles'), Z, block, hills, {
      size: 256,
      format: 'png',
      pack: TERRARIUM,
    })
    const whole = readFileSync(path)
    const file = await openTerrain(path)
    truncateSync(path, whole.length - 20_000)
    const everywhere = block.map(([x, y]) => [lonOfWorldX((x + 0.5) / 64), latOfWorldY((y + 0.5) / 64)] as const)
    await expect(file.sample(everywhere, null)).rejects.toMatchObject({
      code: 'terrain_unavailable',
      message: expect.stringMatching(/cut\.pmtiles/),
    })
    await file.close()

    const damaged = Buffer.from(whole)
    damaged.fill(0x55, whole.length - 60_000)
    writeFileSync(path, damaged)
    const other = await openTerrain(path)
    await expect(other.sample(everywhere, null)).rejects.toMatchObject({
      code: 'terrain_unavailable',
      message: expect.stringMatching(/is damaged/),
    })
    await other.close()
    await expect(other.sample(everywhere, null)).rejects.toMatchObject({ code: 'terrain_unavailable' })
  })

  test('goes on answering from a file that was removed while open', async () => {
    const path = await writeArchive(join(folder, 'removed.pmtiles'), Z, block, hills, {
      size: 256,
      format: 'png',
      pack: TERRARIUM,
    })
    const file = await openTerrain(path)
    rmSync(path)
    expect((await file.sample([inBlock(seeded(1))], null)).heightsM[0]).not.toBeNull()
    await file.close()
  })
})
