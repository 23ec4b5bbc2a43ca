import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromFile, GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { openDem } from '../../src/terrain/open-dem.ts'
import { utmZone } from '../../src/terrain/map-projection.ts'
import { makeFolder, REAL_DATA_DIR, seeded, writeTiff } from './make-terrain.ts'

const folder = makeFolder()
const rainier = join(REAL_DATA_DIR, 'snow/dem30_mt_rainier.tif')
const degrees = {
  GTModelTypeGeoKey: 2,
  GeographicTypeGeoKey: 4326,
  GTRasterTypeGeoKey: 1,
  ModelPixelScale: [0.01, 0.01, 0],
  ModelTiepoint: [0, 0, 0, 10, 50, 0],
}
const ramp = (col: number, row: number): number => 100 + col * 3 + row * 7

async function message(path: string): Promise<string> {
  const thrown = (await openDem([path])
    .then((dem) => dem.prepare(dem.bbox))
    .then(
      () => null,
      (error: unknown) => error,
    )) as { code?: string; message: string } | null
  expect(thrown?.code).toBe('invalid_input')
  return thrown!.message
}

describe('GeoTIFF of impossible heights', () => {
  test.each<[string, (col: number, row: number) => number]>([
    ['centimetres', (col, row) => 100 * ramp(col, row) + 100_000],
    ['swapped bytes', (col, row) => 20_000 + ((col * 7919 + row * 104_729) % 12_000)],
    ['far below', (col, row) => -20_000 - col - row],
    ['infinite ones', (col) => (col % 2 === 0 ? Infinity : -Infinity)],
  ])('%s: says that', async (name, heightM) => {
    const path = writeTiff(folder, `${name.replace(' ', '-')}.tif`, 40, 30, heightM, degrees)
    expect(await message(path)).toMatch(/does not hold heights in metres: most of its values, as .* are outside what/)
  })

  test('a few of them, and a void that is not declared, are void', async () => {
    const few = (col: number, row: number) => ((col + row) % 3 === 0 ? 50_000 + col : ramp(col, row))
    const dem = await openDem([writeTiff(folder, 'few.tif', 40, 30, few, degrees)])
    await dem.prepare(dem.bbox)
    expect(dem.heightM(10.015, 49.995)).toBeCloseTo(ramp(1, 0), 4)
    const void1 = (col: number, row: number) => (col < 35 ? 99_999 : ramp(col, row))
    const sea = await openDem([writeTiff(folder, 'sea.tif', 40, 30, void1, degrees)])
    await sea.prepare(sea.bbox)
    expect([sea.heightM(10.005, 49.995), sea.heightM(10.375, 49.995)]).toEqual([null, ramp(37, 0)])
  })
})

describe('GeoTIFF', () => {
  test('puts pixel centres half a pixel in from the corner, or on the tie point where the file says so', async () => {
    const area = await openDem([writeTiff(folder, 'area.tif', 40, 30, ramp, degrees)])
    const point = await openDem([writeTiff(folder, 'point.tif', 40, 30, ramp, { ...degrees, GTRasterTypeGeoKey: 2 })])
    await area.prepare([9, 49, 11, 51])
    await point.prepare([9, 49, 11, 51])
    expect(area.heightM(10.005, 49.995)).toBeCloseTo(ramp(0, 0), 4)
    expect(area.heightM(10.125, 49.925)).toBeCloseTo(ramp(12, 7), 4)
    expect(area.heightM(10.13, 49.92)).toBeCloseTo(ramp(12.5, 7.5), 4)
    expect(area.heightM(10.004, 49.99)).toBeNull()
    expect(point.heightM(10, 50)).toBeCloseTo(ramp(0, 0), 4)
    expect(point.heightM(10.12, 49.93)).toBeCloseTo(ramp(12, 7), 4)
  })

  test('honours nodata, NaN and values no ground has', async () => {
    const dem = await openDem([
      writeTiff(
        folder,
        'nodata.tif',
        40,
        30,
        (col, row) => (col === 5 ? -1 : col === 15 ? NaN : col === 25 ? 3.4e38 : ramp(col, row)),
        { ...degrees, GDAL_NODATA: '-1' },
      ),
    ])
    await dem.prepare([9, 49, 11, 51])
    for (const col of [5, 15, 25]) {
      expect(dem.heightM(10.005 + col * 0.01, 49.905)).toBeNull()
      expect(dem.heightM(10.005 + (col + 0.5) * 0.01, 49.905)).toBeNull()
      expect(dem.heightM(10.005 + (col + 1) * 0.01, 49.905)).toBeCloseTo(ramp(col + 1, 9), 4)
    }
  })

  test('joins files on one grid without a gap', async () => {
    const west = writeTiff(folder, 'west.tif', 40, 30, ramp, degrees)
    const east = writeTiff(folder, 'east.tif', 40, 30, (col, row) => ramp(col + 40, row), {
      ...degrees,
      ModelTiepoint: [0, 0, 0, 10.4, 50, 0],
    })
    const dem = await openDem([west, east])
    await dem.prepare([10.39, 49.8, 10.41, 49.9])
    expect(dem.layers).toHaveLength(1)
    expect(dem.heightM(10.4, 49.885)).toBeCloseTo(ramp(39.5, 11), 3)
  })

  test('reads heights in UTM where the plane says they are', async () => {
    const path = writeTiff(folder, 'utm.tif', 60, 50, ramp, {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32632,
      GTRasterTypeGeoKey: 1,
      ModelPixelScale: [30, 30, 0],
      ModelTiepoint: [0, 0, 0, 600_000, 5_200_000, 0],
    })
    const dem = await openDem([path])
    await dem.prepare(dem.bbox)
    expect(dem.rotated).toBe(true)
    expect(dem.arcSeconds).toBeCloseTo(30 / 30.9, 1)
    const out = new Float64Array(2)
    for (const [col, row] of [
      [0, 0],
      [10.25, 20.75],
      [59, 49],
    ]) {
      utmZone(32, false).inverse(600_000 + (col + 0.5) * 30, 5_200_000 - (row + 0.5) * 30, out)
      expect(dem.heightM(out[0], out[1])).toBeCloseTo(ramp(col, row), 2)
    }
  })

  test('takes heights in feet as feet', async () => {
    const dem = await openDem([writeTiff(folder, 'feet.tif', 40, 30, ramp, { ...degrees, VerticalUnitsGeoKey: 9002 })])
    await dem.prepare([9, 49, 11, 51])
    expect(dem.heightM(10.125, 49.925)).toBeCloseTo(ramp(12, 7) * 0.3048, 3)
  })

  test.skipIf(!existsSync(rainier))(
    'reads only the tiles that a small box needs, each once (needs real data)',
    async () => {
      const dem = await openDem([rainier])
      const reads = vi.spyOn(GeoTIFFImage.prototype, 'readRasters')
      await dem.prepare([-121.7605, 46.8525, -121.7595, 46.8535])
      expect(dem.heightM(-121.76, 46.853)).toBeGreaterThan(4300)
      expect(reads.mock.calls.length).toBeLessThanOrEqual(4)
      reads.mockClear()
      await dem.prepare([-121.7605, 46.8525, -121.7595, 46.8535])
      expect(reads).not.toHaveBeenCalled()
      reads.mockRestore()
      await dem.close()
    },
  )

  test('reads heights in Web Mercator', async () => {
    const path = writeTiff(folder, 'mercator.tif', 40, 30, ramp, {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 3857,
      GTRasterTypeGeoKey: 1,
      ModelPixelScale: [100, 100, 0],
      ModelTiepoint: [0, 0, 0, 1_000_000, 6_000_000, 0],
    })
    const dem = await openDem([path])
    await dem.prepare(dem.bbox)
    const lon = ((1_000_000 + 10.5 * 100) / 20_037_508.342789244) * 180
    const lat = (Math.atan(Math.sinh(((6_000_000 - 20.5 * 100) / 20_037_508.342789244) * Math.PI)) * 180) / Math.PI
    expect(dem.heightM(lon, lat)).toBeCloseTo(ramp(10, 20), 3)
  })

  test('refuses what it cannot place or read, naming the file', async () => {
    writeFileSync(join(folder, 'page.tif'), '<html>Sign in</html>')
    expect(await message(join(folder, 'page.tif'))).toMatch(/^page\.tif is not a TIFF file .*web page/)
    const picture = join(folder, 'picture.tif')
    await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
      .tiff()
      .toFile(picture)
    expect(await message(picture)).toMatch(/^picture\.tif holds a picture, not heights/)
    const far = writeTiff(folder, 'unlisted.tif', 8, 8, ramp, {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 2055,
      ModelPixelScale: [30, 30, 0],
      ModelTiepoint: [0, 0, 0, 700_000, 6_600_000, 0],
    })
    expect(await message(far)).toMatch(/^unlisted\.tif uses a coordinate system.*EPSG:2055.*gdalwarp/)
    const off = writeTiff(folder, 'off.tif', 8, 8, ramp, {
      ...degrees,
      ModelTiepoint: [0, 0, 0, 700_000, 6_600_000, 0],
    })
    expect(await message(off)).toMatch(/^off\.tif lies outside the earth/)
  })

  test('refuses a TIFF without georeference', async () => {
    const path = writeTiff(folder, 'nowhere.tif', 8, 8, ramp, degrees)
    const bytes = readFileSync(path)
    // empties the tags that carry the position: ModelPixelScale, ModelTiepoint, GeoKeyDirectory
    for (let at = 0; at + 12 < 400; at += 2) {
      for (const order of ['BE', 'LE'] as const) {
        const tag = order === 'BE' ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
        if ((tag === 33550 || tag === 33922 || tag === 34735) && at > 8)
          order === 'BE' ? bytes.writeUInt16BE(65000, at) : bytes.writeUInt16LE(65000, at)
      }
    }
    writeFileSync(path, bytes)
    expect(await message(path)).toMatch(/^nowhere\.tif does not say where it lies/)
  })

  test('refuses a cut file before it reads from it', async () => {
    const whole = readFileSync(writeTiff(folder, 'whole.tif', 200, 200, ramp, degrees))
    writeFileSync(join(folder, 'cut.tif'), whole.subarray(0, whole.length - 1000))
    expect(await message(join(folder, 'cut.tif'))).toMatch(/^cut\.tif is cut short/)
    writeFileSync(join(folder, 'stub.tif'), whole.subarray(0, 60))
    expect(await message(join(folder, 'stub.tif'))).toMatch(/^stub\.tif is a damaged/)
  })

  test.skipIf(!existsSync(rainier))(
    'finds Mt Rainier where it stands, and every pixel at its own centre (needs real data)',
    async () => {
      const dem = await openDem([rainier])
      await dem.prepare(dem.bbox)
      let highest = { heightM: -Infinity, lon: 0, lat: 0 }
      for (let lon = -121.78; lon < -121.74; lon += 0.0002) {
        for (let lat = 46.83; lat < 46.87; lat += 0.0002) {
          const heightM = dem.heightM(lon, lat)!
          if (heightM > highest.heightM) highest = { heightM, lon, lat }
        }
      }
      // summit: 46.8529 N, 121.7604 W, 4392 m
      expect(Math.abs(highest.heightM - 4392)).toBeLessThan(10)
      expect(Math.abs(highest.lon + 121.7604)).toBeLessThan(0.001)
      expect(Math.abs(highest.lat - 46.8529)).toBeLessThan(0.001)

      const tiff = await fromFile(rainier)
      const image = await tiff.getImage()
      const [raw] = await image.readRasters({ interleave: false })
      const out = new Float64Array(2)
      const random = seeded(11)
      for (let i = 0; i < 2000; i++) {
        const col = Math.floor(random() * 742)
        const row = Math.floor(random() * 788)
        utmZone(10, false).inverse(585830.80382651 + (col + 0.5) * 30, 5200715.544712936 - (row + 0.5) * 30, out)
        expect(dem.heightM(out[0], out[1])).toBeCloseTo((raw as Float32Array)[row * 742 + col], 2)
      }
      await tiff.close()
    },
  )
})
