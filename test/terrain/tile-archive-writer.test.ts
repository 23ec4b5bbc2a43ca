// Archives read back by the pmtiles library: every tile added is found with its bytes, equal ones lie there once, and
// directories that do not fit into the first 16 KiB get leaves.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { TileArchiveWriter } from '../../src/terrain/tile-archive-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const BOUNDS = [1, 42, 2, 43] as const

function open(path: string) {
  const bytes = readFileSync(path)
  return new PMTiles({
    getKey: () => path,
    getBytes: async (offset: number, length: number) => ({
      data: bytes.buffer.slice(
        bytes.byteOffset + offset,
        bytes.byteOffset + Math.min(bytes.length, offset + length),
      ) as ArrayBuffer,
    }),
  })
}
const textOf = async (archive: PMTiles, z: number, x: number, y: number) => {
  const answer = await archive.getZxy(z, x, y)
  return answer === undefined ? null : Buffer.from(answer.data).toString()
}

describe('a tile archive', () => {
  test('gives back every tile, unpacks those of vectors, and says its bounds and zooms', async () => {
    const path = join(folder, 'small.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    for (const [z, x, y] of [
      [3, 4, 2],
      [2, 2, 1],
      [3, 5, 2],
    ])
      await writer.add(z, x, y, gzipSync(`tile ${z}/${x}/${y}`))
    expect(await writer.finish('mvt', { name: 'small' }, BOUNDS)).toMatchObject({
      minZoom: 2,
      maxZoom: 3,
      tileCount: 3,
      bytes: readFileSync(path).length,
    })
    const archive = open(path)
    expect(await archive.getHeader()).toMatchObject({
      minLon: 1,
      minLat: 42,
      maxLon: 2,
      maxLat: 43,
      centerLon: 1.5,
      centerLat: 42.5,
      minZoom: 2,
      maxZoom: 3,
      numAddressedTiles: 3,
      numTileContents: 3,
      clustered: true,
    })
    expect(await archive.getMetadata()).toEqual({ name: 'small' })
    expect([
      await textOf(archive, 2, 2, 1),
      await textOf(archive, 3, 4, 2),
      await textOf(archive, 3, 5, 2),
      await textOf(archive, 3, 0, 0),
    ]).toEqual(['tile 2/2/1', 'tile 3/4/2', 'tile 3/5/2', null])
    expect(readdirSync(folder).filter((name) => name.endsWith('.tiles'))).toEqual([])
  })

  test('keeps equal tiles once, and neighbours of them in one entry', async () => {
    const path = join(folder, 'equal.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 16; y++) await writer.add(4, x, y, Buffer.from(x === 7 && y === 9 ? 'island' : 'sea'))
    await writer.finish('png', {}, BOUNDS)
    const archive = open(path)
    expect(await archive.getHeader()).toMatchObject({
      numAddressedTiles: 256,
      numTileContents: 2,
      numTileEntries: 3,
      tileDataLength: 9,
    })
    expect([await textOf(archive, 4, 0, 0), await textOf(archive, 4, 7, 9), await textOf(archive, 4, 15, 15)]).toEqual([
      'sea',
      'island',
      'sea',
    ])
  })

  test('one tile stands for all tiles of a zoom in the tile above them', async () => {
    const path = join(folder, 'filled.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    await writer.add(14, 1 * 4096, 1 * 4096, Buffer.from('plain'), 12)
    await writer.finish('png', {}, BOUNDS)
    const archive = open(path)
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: 4 ** 12, numTileEntries: 1 })
    // inside, and just outside, tile 2/1/1
    for (const [x, y] of [
      [0, 0],
      [4095, 0],
      [0, 4095],
      [4095, 4095],
      [1234, 3210],
    ])
      expect(await textOf(archive, 14, 4096 + x, 4096 + y)).toBe('plain')
    for (const [x, y] of [
      [-1, 0],
      [4096, 0],
      [0, -1],
      [0, 4096],
    ])
      expect(await textOf(archive, 14, 4096 + x, 4096 + y)).toBeNull()
  })

  test('many tiles of uneven sizes get leaf directories, and each is found', async () => {
    const path = join(folder, 'many.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    const tiles: [number, number][] = []
    let seed = 7
    const next = () => (seed = (seed * 48_271) % 2_147_483_647)
    for (let i = 0; i < 20_000; i++) tiles.push([next() % 4096, next() % 4096])
    const unique = [...new Map(tiles.map(([x, y]) => [zxyToTileId(12, x, y), [x, y] as [number, number]])).values()]
    for (const [x, y] of unique) await writer.add(12, x, y, Buffer.from(`${x},${y}`.repeat(1 + (x % 5))))
    await writer.finish('png', {}, BOUNDS)
    const archive = open(path)
    const header = await archive.getHeader()
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
    for (const [x, y] of unique.filter((_, i) => i % 37 === 0))
      expect(await textOf(archive, 12, x, y)).toBe(`${x},${y}`.repeat(1 + (x % 5)))
  })

  test('equal tiles in another order give equal bytes', async () => {
    const paths = ['a', 'b'].map((name) => join(folder, `${name}.pmtiles`))
    for (const [i, path] of paths.entries()) {
      const writer = await TileArchiveWriter.create(path)
      const tiles = Array.from({ length: 64 }, (_, t) => [t % 8, t >> 3] as const)
      await Promise.all(
        (i === 0 ? tiles : tiles.toReversed()).map(([x, y]) => writer.add(3, x, y, Buffer.from(`${(x * y) % 5}`))),
      )
      await writer.finish('png', { name: 'same' }, BOUNDS)
    }
    expect(readFileSync(paths[0]).equals(readFileSync(paths[1]))).toBe(true)
  })

  test('leaves nothing behind where it is given up', async () => {
    const path = join(folder, 'given-up.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    await writer.add(1, 0, 0, Buffer.from('x'))
    await writer.abandon()
    expect(readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([])
  })
})
