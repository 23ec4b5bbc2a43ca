import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { findProjection } from '../../../src/terrain/map-projection.ts'
import { openSnowRaster } from '../../../src/weather/snow/snow-raster.ts'
import { makeFolder, REAL_DATA_DIR, seeded } from '../../terrain/make-terrain.ts'
import { centre, DEGREES, writeSnow } from '../make-snow.ts'

const folder = makeFolder()
const code = (col: number, row: number): number => (col * 7 + row * 13) % 256
const rainier = join(REAL_DATA_DIR, 'snow/fsca_rec_228_11_res4_mt_rainier_500m.tif')

async function sampleOf(path: string, points: [number, number][]) {
  const raster = await openSnowRaster(path)
  try {
    return await raster.sample(points)
  } finally {
    await raster.close()
  }
}

describe('a raster', () => {
  test('gives the number of the pixel that a point lies in, up to its edges, and nothing outside', async () => {
    const path = writeSnow(folder, 'plain.tif', 40, 30, code)
    const inside = Array.from({ length: 1200 }, (_, i) => centre(i % 40, Math.floor(i / 40)))
    expect(await sampleOf(path, inside)).toEqual(inside.map((_, i) => code(i % 40, Math.floor(i / 40))))
    const [lon, lat] = centre(3, 4)
    expect(
      await sampleOf(path, [
        [lon + 0.0049, lat],
        [lon + 0.0051, lat],
        [lon, lat - 0.0049],
        [lon, lat - 0.0051],
      ]),
    ).toEqual([code(3, 4), code(4, 4), code(3, 4), code(3, 5)])
    expect(
      await sampleOf(path, [
        [1.3999, 42.6],
        [1.8001, 42.6],
        [1.6, 42.7001],
        [1.6, 42.3999],
        [-178, 42.6],
        [1.6, 90],
        [1.6, -90],
      ]),
    ).toEqual(Array(7).fill(undefined))
  })

  test('declared no data is null, also where the number would be a measurement', async () => {
    const path = writeSnow(folder, 'nodata.tif', 4, 3, (col) => (col === 1 ? 0 : 5), { ...DEGREES, GDAL_NODATA: '0' })
    expect(await sampleOf(path, [centre(0, 1), centre(1, 1)])).toEqual([5, null])
  })

  test('is found in every UTM zone of both hemispheres, and not in its neighbour', async () => {
    const out = new Float64Array(2)
    for (let zone = 1; zone <= 60; zone += 3) {
      for (const [epsg, north] of [
        [32600 + zone, 5_000_000],
        [32700 + zone, 6_000_000],
      ]) {
        const path = writeSnow(folder, 'utm.tif', 20, 20, code, {
          GTModelTypeGeoKey: 1,
          ProjectedCSTypeGeoKey: epsg,
          GTRasterTypeGeoKey: 1,
          ModelPixelScale: [60, 60, 0],
          ModelTiepoint: [0, 0, 0, 300_000, north, 0],
        })
        const { inverse } = findProjection(epsg)!
        const points = [
          [0, 0],
          [19, 0],
          [7, 11],
          [19, 19],
        ].map(([col, row]): [number, number] => {
          inverse(300_000 + (col + 0.5) * 60, north - (row + 0.5) * 60, out)
          return [((out[0] + 540) % 360) - 180, out[1]]
        })
        expect(await sampleOf(path, points), `${epsg}`).toEqual([code(0, 0), code(19, 0), code(7, 11), code(19, 19)])
        expect(
          await sampleOf(
            path,
            points.map(([lon, lat]) => [((lon + 6 + 540) % 360) - 180, lat]),
          ),
          `${epsg}`,
        ).toEqual(Array(4).fill(undefined))
      }
    }
  })

  test('in Web Mercator, and across the antimeridian, is read at the same places', async () => {
    const x = (lon: number) => lon * 111319.49079327358
    const y = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 6_378_137
    const mercator = writeSnow(folder, 'mercator.tif', 20, 20, code, {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 3857,
      GTRasterTypeGeoKey: 1,
      ModelPixelScale: [100, 100, 0],
      ModelTiepoint: [0, 0, 0, x(7), y(46), 0],
    })
    const lat = (row: number) => (Math.atan(Math.exp((y(46) - (row + 0.5) * 100) / 6_378_137)) * 360) / Math.PI - 90
    expect(
      await sampleOf(mercator, [
        [7 + 50 / 111319.49, lat(0)],
        [7 + 1250 / 111319.49, lat(17)],
      ]),
    ).toEqual([code(0, 0), code(12, 17)])
    const pacific = writeSnow(folder, 'pacific.tif', 40, 10, code, {
      ...DEGREES,
      ModelTiepoint: [0, 0, 0, 179.8, 10, 0],
    })
    expect(
      await sampleOf(pacific, [
        [179.855, 9.955],
        [-179.855, 9.955],
      ]),
    ).toEqual([code(5, 4), code(34, 4)])
  })

  test.skipIf(!existsSync(rainier))(
    'of Mount Rainier reads like the package does, pixel by pixel, and the summit is snow (needs real data)',
    async () => {
      const tiff = await fromFile(rainier)
      const image = await tiff.getImage()
      const [band] = (await image.readRasters()) as unknown as [Float32Array]
      const [west, south, east, north] = image.getBoundingBox()
      await tiff.close()
      const out = new Float64Array(2)
      const { inverse } = findProjection(26910)!
      const points = Array.from(band, (_, i): [number, number] => {
        inverse(
          west + (((i % 48) + 0.5) * (east - west)) / 48,
          north - ((Math.floor(i / 48) + 0.5) * (north - south)) / 51,
          out,
        )
        return [out[0], out[1]]
      })
      expect(await sampleOf(rainier, points)).toEqual([...band])
      const [summit] = await sampleOf(rainier, [[-121.7603, 46.8523]])
      expect(summit).toBeGreaterThan(0.5)
    },
  )
})

describe('a raster that cannot be used is refused with one sentence', () => {
  const refusal = (path: string) =>
    openSnowRaster(path)
      .then(async (raster) => raster.visit(() => {}))
      .then(
        () => 'read',
        (thrown: ServiceError) => `${thrown.code}: ${thrown.message}`,
      )

  test('scaled numbers, another coordinate system, no position, a picture', async () => {
    const scaled = readFileSync(
      writeSnow(folder, 'scaled.tif', 8, 8, code, {
        ...DEGREES,
        GDAL_NODATA: '<GDALMetadata><Item name="SCALE" sample="0" role="scale">0.01</Item></GDALMetadata>',
      }),
    )
    // the writer knows no GDAL_METADATA (42112): its neighbour's tag number is changed
    const tag = scaled.indexOf(Buffer.from([42113 >> 8, 42113 & 255, 0, 2]))
    scaled.writeUInt16BE(42112, tag)
    writeFileSync(join(folder, 'scaled.tif'), scaled)
    expect(await refusal(join(folder, 'scaled.tif'))).toContain('invalid_input: scaled.tif holds scaled numbers')
    expect(
      await refusal(
        writeSnow(folder, 'lambert.tif', 8, 8, code, { ...DEGREES, GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 2055 }),
      ),
    ).toContain('invalid_input: lambert.tif uses a coordinate system that is not read here (EPSG:2055)')
    await sharp(Buffer.alloc(64), { raw: { width: 8, height: 8, channels: 1 } })
      .tiff()
      .toFile(join(folder, 'nowhere.tif'))
    expect(await refusal(join(folder, 'nowhere.tif'))).toMatch(
      /^invalid_input: nowhere.tif (does not say where it lies|holds a picture)/,
    )
    await sharp(Buffer.alloc(192), { raw: { width: 8, height: 8, channels: 3 } })
      .tiff()
      .toFile(join(folder, 'picture.tif'))
    expect(await refusal(join(folder, 'picture.tif'))).toContain('invalid_input: picture.tif holds a picture')
  })

  test('text, an empty file and a cut file', async () => {
    const whole = readFileSync(writeSnow(folder, 'whole.tif', 40, 30, code))
    for (const [name, bytes] of [
      ['text.tif', Buffer.from('<html>')],
      ['empty.tif', Buffer.alloc(0)],
      ['cut.tif', whole.subarray(0, whole.length - 300)],
    ] as const) {
      writeFileSync(join(folder, name), bytes)
      expect(await refusal(join(folder, name))).toContain(`invalid_input: ${name}`)
    }
  })

  test('any damage: read or refused, never a crash, and never a number that was not stored', async () => {
    const whole = readFileSync(writeSnow(folder, 'sound.tif', 40, 30, code))
    const random = seeded(5)
    let refused = 0
    for (let round = 0; round < 250; round++) {
      const bytes = Buffer.from(whole)
      for (let i = 0; i < 3; i++)
        bytes[Math.floor(random() * (random() < 0.8 ? 1200 : bytes.length))] = [0, 255, Math.floor(random() * 256)][
          Math.floor(random() * 3)
        ]
      writeFileSync(
        join(folder, 'spoilt.tif'),
        random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes,
      )
      try {
        const values = await sampleOf(join(folder, 'spoilt.tif'), [centre(1, 1), centre(20, 20), [0, 0]])
        for (const value of values)
          expect(value === undefined || value === null || typeof value === 'number').toBe(true)
      } catch (thrown) {
        refused++
        expect(thrown).toBeInstanceOf(ServiceError)
        expect((thrown as ServiceError).message).toContain('spoilt.tif')
      }
    }
    expect(refused).toBeGreaterThan(20)
  })
})
