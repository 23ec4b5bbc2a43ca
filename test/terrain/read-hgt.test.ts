import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openDem } from '../../src/terrain/open-dem.ts'
import { findCorner, openHgt } from '../../src/terrain/read-hgt.ts'
import { surfaceBytes, makeFolder, REAL_DATA_DIR, writeHgt } from './make-terrain.ts'

const folder = makeFolder()
const andorra = join(REAL_DATA_DIR, 'andorra/N42E001.hgt')
const plane = (lon: number, lat: number): number => Math.round(100 * lon + 200 * lat)

async function message(promise: Promise<unknown>): Promise<string> {
  const thrown = (await promise.then(
    () => null,
    (error: unknown) => error,
  )) as { code?: string; message: string } | null
  expect(thrown?.code).toBe('invalid_input')
  return thrown!.message
}

describe('HGT', () => {
  test.each([
    ['N42E001.hgt', 1, 42],
    ['s07w078.hgt.gz', -78, -7],
    ['N00E006.SRTMGL1.hgt.zip', 6, 0],
    ['S90W180.hgt', -180, -90],
  ])('reads the corner of %s', (name, lon, lat) => {
    expect(findCorner(name)).toEqual({ lon, lat })
  })

  test.each(['N91E001.hgt', 'N42E181.hgt', 'map.hgt', 'N42.hgt', 'N42E0011.hgt'])('finds no corner in %s', (name) => {
    expect(findCorner(name)).toBeNull()
  })

  test('reads the same heights plain, gzipped and zipped, of both resolutions', async () => {
    for (const [side, endings] of [
      [1201, ['hgt', 'hgt.gz', 'zip']],
      [3601, ['hgt.gz']],
    ] as const) {
      const bytes = surfaceBytes(side, 10, -20, plane)
      const name = `S20E010_${side}`
      writeFileSync(join(folder, `${name}.hgt`), bytes)
      writeFileSync(join(folder, `${name}.hgt.gz`), gzipSync(bytes, { level: 1 }))
      writeFileSync(
        join(folder, `${name}.zip`),
        zipSync({ 'readme.txt': Buffer.from('x'), 'dem/S20E010.hgt': bytes }, { level: 1 }),
      )
      for (const ending of endings) {
        const dem = await openDem([join(folder, `${name}.${ending}`)])
        expect(dem.arcSeconds).toBeCloseTo(3600 / (side - 1), 9)
        expect(dem.bbox.map((value) => Number(value.toFixed(9)))).toEqual([10, -20, 11, -19])
        await dem.prepare([10, -20, 11, -19])
        for (const [lon, lat] of [
          [10, -20],
          [11, -19],
          [10.25, -19.5],
        ])
          expect(dem.heightM(lon, lat)).toBeCloseTo(plane(lon, lat), 0)
        await dem.close()
      }
    }
  })

  test('reads every tile of a zip that holds several', async () => {
    const path = join(folder, 'several.zip')
    writeFileSync(
      path,
      zipSync(
        { 'N10E020.hgt': surfaceBytes(1201, 20, 10, () => 5), 'N10E021.hgt': surfaceBytes(1201, 21, 10, () => 7) },
        { level: 1 },
      ),
    )
    expect(await openHgt(path)).toHaveLength(2)
  })

  test('refuses a file of wrong size, a web page, a name without corner', async () => {
    writeFileSync(join(folder, 'N01E001.hgt'), Buffer.alloc(2_884_801))
    expect(await message(openDem([join(folder, 'N01E001.hgt')]))).toMatch(
      /^N01E001\.hgt has 2884801 bytes.*Download it again/,
    )
    writeFileSync(join(folder, 'N01E002.hgt'), '<!DOCTYPE html><html><body>404</body></html>')
    expect(await message(openDem([join(folder, 'N01E002.hgt')]))).toMatch(/^N01E002\.hgt .*web page/)
    const unnamed = writeHgt(folder, 'heights.hgt', 1201, 0, 0, () => 1)
    expect(await message(openDem([unnamed]))).toMatch(/^heights\.hgt does not say where it lies.*N42E001/)
  })

  test('refuses noise of the right size', async () => {
    const noise = Buffer.alloc(2_884_802)
    for (let i = 0; i < noise.length; i++) noise[i] = (i * 2_654_435_761) >>> 13
    writeFileSync(join(folder, 'N01E003.hgt'), noise)
    const dem = await openDem([join(folder, 'N01E003.hgt')])
    expect(await message(dem.prepare([1, 1, 4, 2]))).toMatch(/^N01E003\.hgt does not hold heights/)
  })

  test('refuses a cut gzip, a gzip bomb and a gzip that lies about its size', async () => {
    const packed = gzipSync(surfaceBytes(1201, 0, 0, plane))
    const cut = Buffer.concat([packed.subarray(0, packed.length / 2), packed.subarray(-4)])
    writeFileSync(join(folder, 'N02E001.hgt.gz'), cut)
    const dem = await openDem([join(folder, 'N02E001.hgt.gz')])
    expect(await message(dem.prepare([1, 2, 2, 3]))).toMatch(/^N02E001\.hgt\.gz is cut short or damaged/)
    const bomb = gzipSync(Buffer.alloc(60_000_000))
    bomb.writeUInt32LE(2_884_802, bomb.length - 4)
    writeFileSync(join(folder, 'N02E002.hgt.gz'), bomb)
    const lying = await openDem([join(folder, 'N02E002.hgt.gz')])
    expect(await message(lying.prepare([2, 2, 3, 3]))).toMatch(/^N02E002\.hgt\.gz unpacks to more than any height file/)
  })

  test('refuses a cut zip, a zip bomb, a damaged zip and a zip without heights', async () => {
    const packed = Buffer.from(zipSync({ 'N03E001.hgt': surfaceBytes(1201, 1, 3, plane) }))
    writeFileSync(join(folder, 'N03E001.zip'), packed.subarray(0, packed.length - 40))
    expect(await message(openDem([join(folder, 'N03E001.zip')]))).toMatch(/^N03E001\.zip is cut short or is not a zip/)

    const bomb = Buffer.from(zipSync({ 'N03E002.hgt': Buffer.alloc(60_000_000) }))
    const sizeAt = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24
    bomb.writeUInt32LE(2_884_802, sizeAt)
    writeFileSync(join(folder, 'N03E002.zip'), bomb)
    const dem = await openDem([join(folder, 'N03E002.zip')])
    expect(await message(dem.prepare([2, 3, 3, 4]))).toMatch(/^N03E002\.zip holds N03E002\.hgt, which unpacks to more/)

    const damaged = Buffer.from(zipSync({ 'N03E003.hgt': surfaceBytes(1201, 3, 3, plane) }, { level: 0 }))
    damaged[5000] ^= 1
    writeFileSync(join(folder, 'N03E003.zip'), damaged)
    const other = await openDem([join(folder, 'N03E003.zip')])
    expect(await message(other.prepare([3, 3, 4, 4]))).toMatch(/^N03E003\.zip is damaged inside N03E003\.hgt/)

    writeFileSync(join(folder, 'empty.zip'), zipSync({ 'readme.txt': Buffer.from('x') }))
    expect(await message(openDem([join(folder, 'empty.zip')]))).toMatch(/^empty\.zip holds no \.hgt/)
  })

  test.skipIf(!existsSync(andorra))('finds 7,652 voids in N42E001.hgt (needs real data)', async () => {
    const [raster] = await openHgt(andorra)
    const heights = await raster.readBlock(0, 0)
    let voids = 0
    for (const height of heights!) if (height === -32768) voids++
    expect(voids).toBe(7652)
    expect(heights![0]).toBe(readFileSync(andorra).readInt16BE(0))
  })
})
