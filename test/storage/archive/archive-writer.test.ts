// Archives read back by the pmtiles library: every tile added is found with its bytes, equal ones lie there once in the
// order of their first tile, and directories that do not fit into the first 16 KiB get leaves.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { TileArchiveWriter } from '../../../src/storage/archive/archive-writer.ts'
import { caseCount } from '../../support/case-count.ts'

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

/** What is left of an archive that is given up after a few tiles. */
async function abandoned(writer: TileArchiveWriter): Promise<string[]> {
  for (const x of [0, 1, 0]) await writer.add(1, x, 0, Buffer.from('x'))
  await writer.abandon()
  return readdirSync(folder).filter((name) => name.startsWith('given-up'))
}

interface Added {
  z: number
  x: number
  y: number
  text: string
  levelsUp: number
}

const DEEPEST_ZOOM = 4
const zoomTiles = (z: number) => Array.from({ length: 4 ** z }, (_, i) => [z, i % 2 ** z, i >> z] as const)
const ALL_TILES = Array.from({ length: DEEPEST_ZOOM + 1 }, (_, z) => zoomTiles(z)).flat()
/** The tiles that one stands for. */
const filledBy = ({ z, x, y, levelsUp }: Added) =>
  zoomTiles(z).filter(([, tx, ty]) => tx >> levelsUp === x >> levelsUp && ty >> levelsUp === y >> levelsUp)

/** Tiles in any order, none twice; many have equal bytes. */
const additions = fc
  .array(
    fc.record({ at: fc.nat(ALL_TILES.length - 1), content: fc.nat(7), levelsUp: fc.constantFrom(0, 0, 0, 0, 1, 2) }),
    { minLength: 1, maxLength: 150 },
  )
  .map((drawn) => {
    const taken = new Set<number>()
    return drawn.flatMap(({ at, content, levelsUp }): Added[] => {
      const [z, x, y] = ALL_TILES[at]
      const added = { z, x, y, text: `${content}`.repeat(1 + content * 3), levelsUp: Math.min(levelsUp, z) }
      const ids = filledBy(added).map((tile) => zxyToTileId(...tile))
      if (ids.some((id) => taken.has(id))) return []
      for (const id of ids) taken.add(id)
      return [added]
    })
  })

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
    expect(await abandoned(writer)).toEqual([])
  })

  test('nor do the files of what is sorted on disk', async () => {
    const path = join(folder, 'given-up.pmtiles')
    expect(await abandoned(await TileArchiveWriter.create(path, undefined, 8))).toEqual([])
    const unwritable = await TileArchiveWriter.create(join(folder, 'none/a.pmtiles'), folder, 8)
    await expect(unwritable.finish('png', {}, BOUNDS)).rejects.toThrow('ENOENT')
    expect(await abandoned(unwritable)).toEqual([])
  })

  // law: what is read back is what was added; the rest follows from the ids in order, whatever was added when
  test('is the same in any order of adding and with runs of any size, and holds what was added', async () => {
    const path = join(folder, 'law.pmtiles')
    const write = async (added: readonly Added[], runBytes?: number): Promise<Buffer> => {
      const writer = await TileArchiveWriter.create(path, undefined, runBytes)
      await Promise.all(added.map(({ z, x, y, text, levelsUp }) => writer.add(z, x, y, Buffer.from(text), levelsUp)))
      const { bytes } = await writer.finish('png', {}, BOUNDS)
      expect(readdirSync(folder).filter((name) => name.startsWith('law'))).toEqual(['law.pmtiles'])
      const written = readFileSync(path)
      expect(written.length).toBe(bytes)
      return written
    }
    await fc.assert(
      fc.asyncProperty(additions, fc.integer({ min: 8, max: 4000 }), async (added, runBytes) => {
        const sorted = await write(added.toSorted((a, b) => zxyToTileId(a.z, a.x, a.y) - zxyToTileId(b.z, b.x, b.y)))
        expect((await write(added, runBytes)).equals(sorted)).toBe(true)

        const wanted = added
          .flatMap((one) => filledBy(one).map((tile) => ({ id: zxyToTileId(...tile), text: one.text })))
          .sort((a, b) => a.id - b.id)
        const contents = [...new Set(wanted.map(({ text }) => text))]
        const archive = open(path)
        const header = await archive.getHeader()
        expect(header).toMatchObject({
          minZoom: Math.min(...added.map(({ z }) => z)),
          maxZoom: Math.max(...added.map(({ z }) => z)),
          numAddressedTiles: wanted.length,
          numTileEntries: wanted.filter(
            ({ id, text }, i) => wanted[i - 1]?.id !== id - 1 || wanted[i - 1].text !== text,
          ).length,
          numTileContents: contents.length,
          clustered: true,
        })
        expect(sorted.toString('latin1', header.tileDataOffset)).toBe(contents.join(''))
        const texts = new Map(wanted.map(({ id, text }) => [id, text]))
        const wrong: string[] = []
        for (const [z, x, y] of ALL_TILES)
          if ((await textOf(archive, z, x, y)) !== (texts.get(zxyToTileId(z, x, y)) ?? null))
            wrong.push(`${z}/${x}/${y}`)
        expect(wrong).toEqual([])
      }),
      { numRuns: caseCount(30, 500) },
    )
  })
})
