import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Box } from '../../src/geo/lon-lat.ts'
import { lonOfWorldX, latOfWorldY, worldX, worldY } from '../../src/geo/web-mercator.ts'
import { PIXEL_SCALES, toHeightsM } from '../../src/terrain/height-tile.ts'
import { type DemSource, openDem } from '../../src/terrain/open-dem.ts'
import type { TerrainFile } from '../../src/terrain/terrain-file.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { artifactZoom, writeTerrainArtifact } from '../../src/terrain/write-terrain-artifact.ts'
import {
  makeFolder,
  MAPBOX,
  REAL_DATA_DIR,
  seeded,
  TERRARIUM,
  writeArchive,
  writeHgt,
  writeTiff,
} from './make-terrain.ts'
import { caseCount, triesAll } from '../support/case-count.ts'

const folder = makeFolder()
const andorraFolder = join(REAL_DATA_DIR, 'andorra')
const rainier = join(REAL_DATA_DIR, 'snow/dem30_mt_rainier.tif')
const hasAndorra = existsSync(join(andorraFolder, 'N42E001.hgt'))
/** its north-west; all of it is what the import makes */
const ANDORRA: Box = [1.412368, 42.55, 1.56, 42.65717]
const POINTS = caseCount(15_000, 100_000)
const OPTIONS = { attribution: null, sourceTs: null, effort: 0 }

interface Fidelity {
  /** share of random points with a source height whose answer is within 0.6 m; a null counts as a miss */
  within: number
  /** points without source height that got one */
  invented: number
  /** nulls at points with a source height, farther than 1.5 source pixels from every void */
  strayNulls: number
  extraNulls: number
}

/** What decision `heights` asks for, measured at random points against the source itself. */
async function measure(
  dem: DemSource,
  file: TerrainFile,
  box: Box,
  count: number,
  stepDeg: readonly [lon: number, lat: number],
): Promise<Fidelity> {
  await dem.prepare(box)
  const random = seeded(42)
  const points = Array.from(
    { length: count },
    () => [box[0] + random() * (box[2] - box[0]), box[1] + random() * (box[3] - box[1])] as const,
  )
  const { heightsM } = await file.sample(points, null)
  const fidelity = { within: 0, invented: 0, strayNulls: 0, extraNulls: 0 }
  let known = 0
  points.forEach(([lon, lat], i) => {
    const source = dem.heightM(lon, lat)
    const answer = heightsM[i]
    if (source === null) {
      if (answer !== null) fidelity.invented++
      return
    }
    known++
    if (answer !== null) {
      if (Math.abs(answer - source) <= 0.6) fidelity.within++
      return
    }
    fidelity.extraNulls++
    // a source height is null up to one pixel around a void: look half a pixel further
    let near = false
    for (let a = 0; a < 16; a++) {
      for (const reach of [0.25, 0.5])
        near ||=
          dem.heightM(
            lon + reach * stepDeg[0] * Math.cos((a * Math.PI) / 8),
            lat + reach * stepDeg[1] * Math.sin((a * Math.PI) / 8),
          ) === null
    }
    if (!near) fidelity.strayNulls++
  })
  fidelity.within /= known
  return fidelity
}

/**
 * Mountains of smooth noise, whole metres: octaves from 6 km to 100 m, each half as wide and a little under half as
 * high.
 */
function mountains(seed: number): (lon: number, lat: number) => number {
  const lattice = (x: number, y: number): number => {
    let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974711)
    h = Math.imul(h ^ (h >>> 13), 1274126177)
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296
  }
  const noise = (x: number, y: number): number => {
    const [c, r] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [x - c, y - r].map((t) => t * t * (3 - 2 * t))
    return (
      (lattice(c, r) * (1 - u) + lattice(c + 1, r) * u) * (1 - v) +
      (lattice(c, r + 1) * (1 - u) + lattice(c + 1, r + 1) * u) * v
    )
  }
  return (lon, lat) => {
    let height = 200
    let heightM = 2200
    let perDeg = 18
    for (let octave = 0; octave < 7; octave++) {
      height += heightM * noise(lon * perDeg, lat * perDeg)
      heightM *= 0.45
      perDeg *= 2
    }
    return Math.round(height)
  }
}

describe('the zoom of the artifact', () => {
  test('is 12 for 3 arc seconds, 13 for 1, and that of web tiles for web tiles', () => {
    expect(artifactZoom({ equatorialPixelM: 92.77, onTileGrid: false })).toBe(12)
    expect(artifactZoom({ equatorialPixelM: 30.92, onTileGrid: false })).toBe(13)
    expect(artifactZoom({ equatorialPixelM: 40_075_016.68 / (512 * 2 ** 11), onTileGrid: true })).toBe(11)
    expect(artifactZoom({ equatorialPixelM: 40_075_016.68 / (256 * 2 ** 12), onTileGrid: true })).toBe(11)
    expect(artifactZoom({ equatorialPixelM: 1, onTileGrid: false })).toBe(15)
  })
})

describe.skipIf(!hasAndorra)('the artifact of Andorra (needs real data)', () => {
  let dem: DemSource
  let file: TerrainFile
  const path = join(folder, 'andorra.pmtiles')

  beforeAll(async () => {
    dem = await openDem([andorraFolder])
    await writeTerrainArtifact(dem, ANDORRA, path, {
      ...OPTIONS,
      attribution: 'SRTM v2.1, public domain',
      sourceTs: '2000-02-11T00:00:00Z',
    })
    file = await openTerrain(path)
  })

  test('keeps its source: 98.5 % of points within 0.6 m, nothing invented, no stray nulls', async () => {
    const fidelity = await measure(dem, file, ANDORRA, POINTS, [1 / 1200, 1 / 1200])
    expect(fidelity.within).toBeGreaterThan(0.985)
    expect(fidelity.invented).toBe(0)
    expect(fidelity.strayNulls).toBe(0)
  })

  test('keeps its source around voids', async () => {
    const voidy: Box = [1.4, 42.6, 1.56, 42.66]
    const fidelity = await measure(dem, file, voidy, POINTS, [1 / 1200, 1 / 1200])
    expect(fidelity.extraNulls).toBeGreaterThan(0)
    expect(fidelity.invented).toBe(0)
    expect(fidelity.strayNulls).toBe(0)
  })

  test('says in header and metadata what it is and where', async () => {
    expect([file.minZoom, file.maxZoom, file.tileSize, file.encoding]).toEqual([5, 12, 512, 'terrarium'])
    expect(file.attribution).toBe('SRTM v2.1, public domain')
    expect(file.metadata.source_ts).toBe('2000-02-11T00:00:00Z')
    expect(file.bounds[0]).toBeLessThan(ANDORRA[0])
    expect(file.bounds[3]).toBeGreaterThan(ANDORRA[3])
    const bytes = readFileSync(path)
    expect(bytes.toString('latin1', 0, 7)).toBe('PMTiles')
    expect(bytes[96]).toBe(1) // clustered
    expect(bytes[99]).toBe(4) // webp
    expect(Number(bytes.readBigUInt64LE(56) + bytes.readBigUInt64LE(64))).toBeLessThanOrEqual(bytes.length)
  })

  test('makes overviews as means of the four pixels below', async () => {
    const x = Math.floor(worldX(1.5) * 2048)
    const y = Math.floor(worldY(42.55) * 2048)
    const parent = toHeightsM((await file.readTile(11, x, y))!, PIXEL_SCALES.terrarium)
    const child = toHeightsM((await file.readTile(12, x * 2, y * 2))!, PIXEL_SCALES.terrarium)
    const wrong: unknown[] = []
    for (let row = 0; row < 256; row += 3) {
      for (let col = 0; col < 256; col += 3) {
        const four = [0, 1, 512, 513]
          .map((step) => child[row * 2 * 512 + col * 2 + step])
          .filter((height) => !Number.isNaN(height))
        const mean = four.reduce((a, b) => a + b, 0) / four.length
        const made = parent[row * 512 + col]
        if (four.length === 0 ? !Number.isNaN(made) : !(Math.abs(made - mean) <= 1 / 8))
          wrong.push([row, col, made, mean])
      }
    }
    expect(wrong).toEqual([])
  })

  test('has the same bytes when it is written again', async () => {
    // a dozen tiles, so that several are encoded at once
    const part: Box = [1.45, 42.5, 1.58, 42.56]
    const [first, again] = ['first', 'again'].map((name) => join(folder, `${name}.pmtiles`))
    for (const out of [first, again]) await writeTerrainArtifact(await openDem([andorraFolder]), part, out, OPTIONS)
    expect(readFileSync(again).equals(readFileSync(first))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tiles'))).toEqual([])
  })
})

describe('the terrain artifact', () => {
  test('keeps 1 arc second mountains: 98.5 % of points within 0.6 m', async () => {
    const surface = mountains(3)
    const path = writeHgt(folder, 'N46E007.hgt', 3601, 7, 46, (lon, lat) => {
      if (lon < 7.49 || lon > 7.56 || lat < 46.49 || lat > 46.57) return null
      return Math.hypot((lon - 7.52) * 0.7, lat - 46.53) < 0.004 ? null : surface(lon, lat)
    })
    const dem = await openDem([path])
    const box: Box = [7.503, 46.512, 7.54, 46.545]
    const steps: string[] = []
    const out = join(folder, 'alps.pmtiles')
    const summary = await writeTerrainArtifact(dem, box, out, { ...OPTIONS, marginM: 0 }, (done, total, what) =>
      steps.push(`${done}/${total} ${what}`),
    )
    expect(summary.maxZoom).toBe(13)
    expect(steps.at(-1)).toBe(`${steps.length}/${steps.length} terrain tiles`)
    expect(summary.tileCount).toBeLessThanOrEqual(steps.length)
    expect(summary.voidShare).toBeGreaterThan(0)
    const file = await openTerrain(out)
    const fidelity = await measure(dem, file, box, POINTS, [1 / 3600, 1 / 3600])
    expect(fidelity.within).toBeGreaterThan(0.985)
    expect(fidelity.invented).toBe(0)
    expect(fidelity.strayNulls).toBe(0)
    expect((await file.sample([[7.52, 46.53]], null)).heightsM).toEqual([null])
    await file.close()
  })

  test('never interpolates across voids of a source turned against it', async () => {
    const random = seeded(8)
    const voids = new Set(Array.from({ length: 600 }, () => Math.floor(random() * 400 * 400)))
    const path = writeTiff(
      folder,
      'turned.tif',
      400,
      400,
      (col, row) => (voids.has(row * 400 + col) ? -1 : 500 + col + row),
      {
        GTModelTypeGeoKey: 1,
        ProjectedCSTypeGeoKey: 32632,
        GTRasterTypeGeoKey: 1,
        ModelPixelScale: [90, 90, 0],
        ModelTiepoint: [0, 0, 0, 700_000, 7_000_000, 0],
        GDAL_NODATA: '-1',
      },
    )
    const dem = await openDem([path])
    const [minLon, minLat] = dem.bbox
    const box: Box = [minLon + 0.25, minLat + 0.12, minLon + 0.35, minLat + 0.17]
    const out = join(folder, 'turned.pmtiles')
    await writeTerrainArtifact(dem, box, out, { ...OPTIONS, marginM: 0 })
    const file = await openTerrain(out)
    const latStep = 90 / 111_000
    const fidelity = await measure(dem, file, box, POINTS, [latStep / Math.cos((63 * Math.PI) / 180), latStep])
    expect(fidelity.extraNulls).toBeGreaterThan(0)
    expect(fidelity.invented).toBe(0)
    expect(fidelity.strayNulls).toBe(0)
    await file.close()
  })

  test.skipIf(!existsSync(rainier))(
    'keeps 30 m heights of Mt Rainier: 98.5 % of points within 0.6 m (needs real data)',
    async () => {
      const dem = await openDem([rainier])
      const box: Box = triesAll ? [-121.79, 46.82, -121.73, 46.88] : [-121.775, 46.84, -121.745, 46.86]
      const out = join(folder, 'rainier.pmtiles')
      await writeTerrainArtifact(dem, box, out, { ...OPTIONS, marginM: 0 })
      const file = await openTerrain(out)
      expect(file.maxZoom).toBe(13)
      const fidelity = await measure(dem, file, box, POINTS, [30 / 76_000, 30 / 111_000])
      expect(fidelity.within).toBeGreaterThan(0.985)
      expect(fidelity.invented).toBe(0)
      await file.close()
    },
  )

  test('copies terrain tiles on its own grid exactly, from both encodings', async () => {
    const whole = (lon: number, lat: number): number | null =>
      lon > 11.6 ? null : Math.round(900 + 500 * Math.sin(lon * 9) * Math.sin(lat * 11))
    const tiles = [
      [136, 90],
      [137, 90],
      [136, 91],
      [137, 91],
    ] as const
    const box: Box = [11.3, 46.6, 12.2, 47.0]
    for (const [name, pack] of [
      ['terrarium', TERRARIUM],
      ['mapbox', MAPBOX],
    ] as const) {
      const source = await writeArchive(join(folder, `source-${name}.pmtiles`), 8, tiles, whole, {
        size: 512,
        format: 'webp',
        pack,
        metadata: { encoding: name, attribution: name },
      })
      const dem = await openDem([source])
      const out = join(folder, `copy-${name}.pmtiles`)
      const { maxZoom, voidShare } = await writeTerrainArtifact(dem, box, out, OPTIONS)
      expect(maxZoom).toBe(8)
      expect(voidShare).toBeGreaterThan(0.1)
      const file = await openTerrain(out)
      const copied = toHeightsM((await file.readTile(8, 136, 90))!, PIXEL_SCALES.terrarium)
      for (let i = 0; i < copied.length; i += 37) {
        const expected = whole(
          lonOfWorldX((136 + ((i % 512) + 0.5) / 512) / 256),
          latOfWorldY((90 + (Math.floor(i / 512) + 0.5) / 512) / 256),
        )
        if (expected === null) expect(copied[i]).toBeNaN()
        else expect(copied[i]).toBe(expected)
      }
      await file.close()
      await dem.close()
    }
  })

  test('writes only tiles that touch the region and hold a height', async () => {
    const dem = await openDem([writeHgt(folder, 'N20E030.hgt', 1201, 30, 20, (lon) => (lon < 30.4 ? 50 : null))])
    const out = join(folder, 'half.pmtiles')
    await writeTerrainArtifact(dem, [30.3, 20.36, 30.6, 20.44], out, { ...OPTIONS, marginM: 0 })
    const file = await openTerrain(out)
    const row = Math.floor(worldY(20.4) * 4096)
    expect(await file.readTile(12, Math.floor(worldX(30.35) * 4096), row)).not.toBeNull()
    expect(await file.readTile(12, Math.floor(worldX(30.55) * 4096), row)).toBeNull()
    expect(await file.readTile(12, Math.floor(worldX(30.1) * 4096), row)).toBeNull()
    expect(
      (
        await file.sample(
          [
            [30.35, 20.4],
            [30.5, 20.4],
          ],
          null,
        )
      ).heightsM,
    ).toEqual([50, null])
    await file.close()
  })

  test('spans the antimeridian', async () => {
    const dem = await openDem([
      writeHgt(folder, 'S18E179.hgt', 1201, 179, -18, () => 80),
      writeHgt(folder, 'S18W180.hgt', 1201, -180, -18, () => 80),
    ])
    const out = join(folder, 'fiji.pmtiles')
    await writeTerrainArtifact(dem, [179.9, -17.53, -179.9, -17.47], out, OPTIONS)
    const file = await openTerrain(out)
    expect(
      (
        await file.sample(
          [
            [179.9, -17.5],
            [180, -17.5],
            [-179.9, -17.5],
          ],
          null,
        )
      ).heightsM,
    ).toEqual([80, 80, 80])
    await file.close()
  })

  test('leaves nothing behind where the heights lie elsewhere or are all void', async () => {
    const out = join(folder, 'none.pmtiles')
    const elsewhere = await openDem([writeHgt(folder, 'N21E030.hgt', 1201, 30, 21, () => 1)])
    await expect(writeTerrainArtifact(elsewhere, ANDORRA, out, OPTIONS)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/N21E030\.hgt.*lie elsewhere/),
    })
    const empty = await openDem([writeHgt(folder, 'N42E001.hgt', 1201, 1, 42, () => null)])
    await expect(writeTerrainArtifact(empty, [1.5, 42.5, 1.55, 42.55], out, OPTIONS)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/no height anywhere/),
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  })
})
