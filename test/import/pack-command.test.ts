// `npm run pack` on the demo region, judged by other programs: unpacked by fflate, tiles compared with those of the
// release one by one, styles judged by MapLibre's own validator.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { unzipSync } from 'fflate'
import { PbfReader } from 'pbf'
import { PMTiles, type Source } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Box } from '../../src/geo/lon-lat.ts'
import type { MakePack } from '../../src/import/pack-arguments.ts'
import { runPackCommand } from '../../src/import/pack-command.ts'
import { planPack } from '../../src/import/plan-pack.ts'
import { openPackStore, type PackFacts } from '../../src/map/packs/pack-store.ts'
import { findPointer, readRelease } from '../../src/releases/read-release.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { readGlyphs } from '../support/read-glyphs.ts'

const BOX = [-40.46, 33.42, -40.4, 33.46]
const ARCHIVES = ['basemap', 'contours', 'terrain']
let dataDir: string
let packs: string
let files: Record<string, Uint8Array>
let facts: PackFacts

const run = async (...words: string[]) => {
  let out = ''
  let err = ''
  const status = await runPackCommand(
    words,
    { DATA_DIR: dataDir },
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
    },
  )
  return { status, out, err }
}
const json = (name: string) => JSON.parse(Buffer.from(files[name]).toString()) as Record<string, any>
const inMemory = (bytes: Uint8Array): Source => ({
  getKey: () => 'memory',
  getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
})
/** Tiles of a zoom that touch the box, counted from the definition of the scheme. */
function* tilesOf(z: number): Generator<[number, number]> {
  const n = 2 ** z
  const x = (lon: number) => Math.floor(((lon + 180) / 360) * n)
  const y = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * n)
  for (let row = y(BOX[3]); row <= y(BOX[1]); row++) for (let col = x(BOX[0]); col <= x(BOX[2]); col++) yield [col, row]
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-pack-'))
  packs = join(dataDir, 'packs')
  await copyDemo(dataDir)
  const made = await run('--bbox', BOX.join(','), '--name', 'torvinho')
  expect(made.err).not.toMatch(/failed/)
  expect(made.status).toBe(0)
  expect(made.out).toMatch(/basemap +\d+ tiles +[\d.]+ KB {2}data of \d{4}-\d\d-\d\d/)
  expect(made.out).toMatch(/torvinho\.zip: [\d.]+ MB, \d+ names\nServed as GET \/packs\/v1\/torvinho/)
  files = unzipSync(readFileSync(join(packs, 'torvinho.zip')))
  facts = json('pack.json') as PackFacts
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a pack', () => {
  test('begins with what it is: area, release, dates, whose data', () => {
    expect(Object.keys(files)[0]).toBe('pack.json')
    expect(facts).toMatchObject({ schema: 'waypost-pack/1', name: 'torvinho', bbox: BOX, max_zoom: 14 })
    expect(facts.release).toMatchObject({ name: 'demo', synthetic: true })
    expect(facts.archives.basemap.source_ts).toMatch(/^\d{4}-/)
    expect(facts.archives.contours.source_ts).toBeNull()
    expect(facts.attributions.length).toBeGreaterThan(0)
    const text = Buffer.from(files['ATTRIBUTION.txt']).toString()
    for (const { text: source } of facts.attributions) expect(text).toContain(source)
    expect(text).toContain('invented')
    expect(Buffer.from(files['glyphs/LICENSE.txt']).toString()).toContain('SIL OPEN FONT LICENSE')
  })

  test('has every tile of the box as the release has it, and no other', async () => {
    const release = join(dataDir, 'releases', facts.release.id)
    for (const name of ARCHIVES) {
      const packed = new PMTiles(inMemory(files[`${name}.pmtiles`]))
      const whole = new PMTiles(inMemory(readFileSync(join(release, `${name}.pmtiles`))))
      const { minZoom, maxZoom } = await whole.getHeader()
      let count = 0
      for (let z = minZoom; z <= maxZoom; z++) {
        for (const [x, y] of tilesOf(z)) {
          const [tile, expected] = [await packed.getZxy(z, x, y), await whole.getZxy(z, x, y)]
          if (expected === undefined) expect(tile).toBeUndefined()
          else expect(Buffer.from(tile!.data).equals(Buffer.from(expected.data))).toBe(true)
          if (tile !== undefined) count++
        }
      }
      expect(count).toBe(facts.archives[name].tiles)
      const header = await packed.getHeader()
      expect(header.numAddressedTiles).toBe(count)
      expect([header.minLon, header.minLat, header.maxLon, header.maxLat]).toEqual(BOX)
    }
  })

  test('has styles that MapLibre accepts and that lead nowhere but into the pack', () => {
    for (const name of ['style.json', 'style-dark.json']) {
      const style = json(name)
      expect(validateStyleMin(style as Parameters<typeof validateStyleMin>[0])).toEqual([])
      expect(Object.keys(style.sources).sort()).toEqual(ARCHIVES)
      for (const source of ARCHIVES) {
        expect(style.sources[source].url).toBe(`pmtiles://{pack}/${source}.pmtiles`)
        expect(style.sources[source].attribution).toContain('invented island')
      }
      expect(JSON.stringify(style)).not.toMatch(/\{api\}|\{version\}|https?:\/\/(localhost|127)/)
      expect([style.glyphs, style.sprite]).toEqual(['{pack}/glyphs/{fontstack}/{range}.pbf', '{pack}/sprite'])
      const icons = json('sprite.json')
      expect(Object.keys(icons).length).toBeGreaterThan(20)
    }
    for (const name of ['sprite.png', 'sprite@2x.png'])
      expect(Buffer.from(files[name]).toString('latin1', 1, 4)).toBe('PNG')
  })

  test('has the glyphs of every character in its tiles', async () => {
    const needed = new Set<number>()
    const packed = new PMTiles(inMemory(files['basemap.pmtiles']))
    for (let z = 0; z <= 14; z++)
      for (const [x, y] of tilesOf(z)) {
        const found = await packed.getZxy(z, x, y)
        if (found === undefined) continue
        const bytes = new Uint8Array(found.data)
        const tile = new VectorTile(new PbfReader(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes) as never)
        for (const layer of Object.values(tile.layers))
          for (let i = 0; i < layer.length; i++)
            for (const value of Object.values(layer.feature(i).properties))
              for (const character of typeof value === 'string' ? value : '') needed.add(character.codePointAt(0)! >> 8)
      }
    expect(needed.size).toBeGreaterThan(0)
    const fonts = [...new Set(Object.keys(files).flatMap((name) => /^glyphs\/([^/]+)\/\d/.exec(name)?.[1] ?? []))]
    expect(fonts.sort()).toEqual(['Noto Sans Italic', 'Noto Sans Medium', 'Noto Sans Regular'])
    for (const font of fonts)
      for (const range of needed) {
        const { glyphs } = readGlyphs(files[`glyphs/${font}/${range * 256}-${range * 256 + 255}.pbf`])
        expect(glyphs.size).toBeGreaterThan(0)
      }
  })

  test('has the names of the box for a search without a network', () => {
    const { features } = json('names.geojson') as {
      features: { geometry: { coordinates: number[] }; properties: { name: string; kinds: string[] } }[]
    }
    expect(facts.names).toEqual({ count: features.length, complete: true })
    expect(features.map(({ properties }) => properties.name)).toContain('Refúgio da Névoa')
    for (const { geometry } of features) {
      const [lon, lat] = geometry.coordinates
      expect(lon >= BOX[0] && lon <= BOX[2] && lat >= BOX[1] && lat <= BOX[3]).toBe(true)
    }
  })

  test('is the same again, byte for byte, from the same release', async () => {
    const before = readFileSync(join(packs, 'torvinho.zip'))
    expect((await run('--bbox', BOX.join(','), '--name', 'torvinho')).status).toBe(0)
    expect(readFileSync(join(packs, 'torvinho.zip')).equals(before)).toBe(true)
    expect(readdirSync(packs)).toEqual(['torvinho.zip'])
  })
})

describe('the command', () => {
  test('leaves out what is asked, tells a dry run, lists and removes', async () => {
    const dry = await run('--bbox', '-41,33,-40,34', '--name', 'island', '--dry-run')
    expect(dry).toMatchObject({
      status: 0,
      out: expect.stringMatching(/the part of --bbox.*MB of tiles.*Nothing was written/s),
    })
    expect(readdirSync(packs)).toEqual(['torvinho.zip'])
    const small = ['--max-zoom', '10', '--without', 'terrain', '--without', 'names', '--without', 'contours']
    expect((await run('--bbox', '-41,33,-40,34', '--name', 'island', ...small)).status).toBe(0)
    const island = unzipSync(readFileSync(join(packs, 'island.zip')))
    expect(Object.keys(island).filter((name) => /pmtiles|names/.test(name))).toEqual(['basemap.pmtiles'])
    const style = JSON.parse(Buffer.from(island['style.json']).toString()) as { layers: { source?: string }[] }
    expect(style.layers.filter(({ source }) => source !== undefined && source !== 'basemap')).toEqual([])
    expect((await run('list')).out).toMatch(/^island {2}.*\ntorvinho {2}/)
    expect(await run('remove', 'island')).toMatchObject({ status: 0, out: 'island was removed.\n' })
    expect((await openPackStore(dataDir).list()).map(({ facts }) => facts.name)).toEqual(['torvinho'])
    expect(await run('--help')).toMatchObject({ status: 0, out: expect.stringContaining('npm run pack') })
  })

  test.each([
    [['--name', 'x'], /^No area was given/],
    [['--bbox', '1,2,3,4'], /^No name was given/],
    [['--bbox', '1,2,3', '--name', 'x'], /^--bbox is "1,2,3": expected four numbers/],
    [['--bbox', '1,2,,4', '--name', 'x'], /expected four numbers/],
    [['--bbox', '3,2,1,4', '--name', 'x'], /eastern edge west/],
    [['--bbox', '1,4,3,2', '--name', 'x'], /northern edge south/],
    [['--bbox', '1,2,3,89', '--name', 'x'], /outside the map/],
    [['--bbox', '1,2,3,4', '--name', 'x'], /does not touch the region demo/],
    [['--bbox', '1,2,3,4', '--name', '../x'], /^The name "..\/x" cannot be used/],
    [
      ['--bbox', '1,2,3,4', '--name', 'x', '--max-zoom', '20'],
      /^--max-zoom is "20": expected a whole number from 8 to/,
    ],
    [['--bbox', '1,2,3,4', '--name', 'x', '--without', 'sea'], /^--without is "sea": it is one of contours/],
    [
      ['--bbox', '-41,33,-40,34', '--name', 'x', '--max-mb', '1'],
      /^The tiles of this area have 3 MB, more than the 1 MB/,
    ],
    [['--bbox', '1,2,3,4', '--nam', 'x'], /^There is no option --nam: see npm run pack -- --help/],
    [['remove', 'nothing'], /^There is no pack "nothing"/],
    [['remove'], /^remove takes the name/],
    [['make'], /^"make" is no action/],
  ])('%j: one sentence that says what to write instead, and nothing is left behind', async (words, sentence) => {
    const { status, err } = await run(...words)
    expect(status).toBe(1)
    expect(err).toMatch(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(readdirSync(packs)).toEqual(['torvinho.zip'])
  })

  test('a pack is as large as is allowed, and lies in the region wherever the region is', async () => {
    const live = readRelease(dataDir, findPointer(dataDir)!.release, null)
    const plan = async (bbox: Box, region: Box, maxBytes = Infinity) => {
      const args: MakePack = {
        ...{ action: 'make', dataDir, name: 'x', bbox, maxZoom: 14, without: [], maxBytes, isDry: true },
      }
      const planned = await planPack(args, { ...live, bbox: region })
      await planned.close()
      return planned
    }
    const region = live.bbox
    const box = BOX as unknown as Box
    const { bytes } = await plan(box, region)
    expect((await plan(box, region, bytes)).bytes).toBe(bytes)
    await expect(plan(box, region, bytes - 1)).rejects.toThrow('more than')
    // cut at each side, and at none of the two if the region lies across the antimeridian
    const [west, south, east, north] = region
    expect((await plan([-180, -80, 180, 80], region)).bbox).toEqual(region)
    expect((await plan(box, [east, south, west, north])).bbox).toEqual(BOX)
    await expect(plan([east + 0.01, south, east + 1, north], region)).rejects.toThrow('does not touch')
    await expect(plan([west - 1, south, west - 0.01, north], region)).rejects.toThrow('does not touch')
  })

  test('says where nothing is published', async () => {
    const words = ['--bbox', '1,2,3,4', '--name', 'x', '--data', join(dataDir, 'nowhere')]
    expect((await run(...words)).err).toMatch(/^Nothing is published in .*nowhere: import a region first/)
  })

  test('a file that is no pack, or another one, is not listed', async () => {
    writeFileSync(join(packs, 'broken.zip'), 'PK no zip')
    writeFileSync(join(packs, 'other.zip'), readFileSync(join(packs, 'torvinho.zip')))
    expect((await openPackStore(dataDir).list()).map(({ facts }) => facts.name)).toEqual(['torvinho'])
    rmSync(join(packs, 'broken.zip'))
    rmSync(join(packs, 'other.zip'))
  })
})
