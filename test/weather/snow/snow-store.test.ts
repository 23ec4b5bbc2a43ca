import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/durations.ts'
import { dateOfName, publishSnow } from '../../../src/import/import-snow.ts'
import { type SnowArguments, parseSnowArguments } from '../../../src/import/snow-arguments.ts'
import { type SnowStore, openSnowStore } from '../../../src/weather/snow/snow-store.ts'
import { centre, DEGREES, writeSnow } from '../make-snow.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
let dataDir: string
let problems: string[]
let store: SnowStore

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-snow-'))
  problems = []
  store = openSnowStore(dataDir, (sentence) => problems.push(sentence))
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let tick = 0
const publish = (path: string, more: Partial<SnowArguments> = {}) =>
  publishSnow(
    { path, product: 'fsc', observedMs: NOW_MS - DAY_MS, agesPath: null, attribution: null, dataDir, ...more },
    NOW_MS + 1000 * tick++,
  )
const raster = (name: string, value: number) => writeSnow(dataDir, name, 10, 10, () => value)
const seen = async () => (await store.observe([centre(2, 2)]))?.samples[0]
const snowFolders = () => readdirSync(join(dataDir, 'snow')).filter((name) => name !== 'live.json')

describe('a published snow raster', () => {
  test('is taken up by an open store, and so is the next one; the file given is no longer needed', async () => {
    expect(await store.observe([centre(2, 2)])).toBeNull()
    expect(await publish(raster('a.tif', 80))).toContain('100 of 100 pixels  snow')
    rmSync(join(dataDir, 'a.tif'))
    expect(await seen()).toEqual({ value: 80, observedAtMs: NOW_MS - DAY_MS })
    const first = await store.findLive()
    await publish(raster('b.tif', 205))
    expect(await seen()).toEqual({ value: 205, observedAtMs: NOW_MS - DAY_MS })
    expect((await store.findLive())?.id).not.toBe(first?.id)
    await publish(raster('c.tif', 0))
    expect((await seen())?.value).toBe(0)
    expect(snowFolders()).toHaveLength(2)
  })

  test('that is withdrawn leaves no observation behind', async () => {
    await publish(raster('a.tif', 0))
    expect((await seen())?.value).toBe(0)
    rmSync(join(dataDir, 'snow'), { recursive: true })
    expect(await store.observe([centre(2, 2)])).toBeNull()
  })

  test('takes away what a killed publication left behind, and until then it serves nothing of it', async () => {
    await publish(raster('a.tif', 60))
    const [live] = snowFolders()
    // killed while building, after moving into place, and before the rename of the pointer
    cpSync(join(dataDir, 'snow', live), join(dataDir, 'snow/.building'), { recursive: true })
    cpSync(join(dataDir, 'snow', live), join(dataDir, 'snow/fsc-20200101000000-00000000'), { recursive: true })
    writeFileSync(join(dataDir, 'snow/live.json.tmp'), '{"schema":"wayp')
    expect((await seen())?.value).toBe(60)
    expect((await store.findLive())?.id).toBe(live)
    await publish(raster('b.tif', 0))
    expect((await seen())?.value).toBe(0)
    expect(snowFolders()).toHaveLength(2)
    expect(snowFolders()).toContain(live)
  })

  test('that is damaged at its first start is snow_unavailable, never no observation; publishing again mends it', async () => {
    await publish(raster('a.tif', 0))
    writeFileSync(join(dataDir, 'snow', snowFolders()[0], 'snow.tif'), 'gone')
    await expect(store.observe([centre(2, 2)])).rejects.toMatchObject({ code: 'snow_unavailable' })
    await expect(store.observe([centre(2, 2)])).rejects.toMatchObject({ code: 'snow_unavailable' })
    expect(problems).toHaveLength(1)
    await publish(raster('b.tif', 0))
    expect((await seen())?.value).toBe(0)
  })

  test('with a pointer that is no pointer leaves the last raster serving', async () => {
    await publish(raster('a.tif', 60))
    expect((await seen())?.value).toBe(60)
    for (const text of ['', '{', '{"schema":"waypost-snow-live/1","snow":"../../etc","promotedAt":"2026-01-01"}']) {
      rmSync(join(dataDir, 'snow/live.json'))
      writeFileSync(join(dataDir, 'snow/live.json'), text)
      expect((await seen())?.value).toBe(60)
    }
    expect(problems.length).toBeGreaterThan(0)
  })

  test('answers many questions at once while rasters change', async () => {
    await publish(raster('a.tif', 1))
    const values: unknown[] = []
    const asking = Array.from({ length: 40 }, async (_, i) => {
      if (i % 10 === 5) await publish(raster(`n${i}.tif`, 1))
      values.push((await seen())?.value)
    })
    await Promise.allSettled(asking)
    expect(new Set(values)).toEqual(new Set([1]))
  })
})

describe('the time of an observation', () => {
  const ages = (name: string, value: number) => writeSnow(dataDir, name, 10, 10, () => value)

  test('of a gap-filled pixel comes from its ages', async () => {
    await publish(raster('a.tif', 0), { product: 'cgf', agesPath: ages('days.tif', 3) })
    expect(await seen()).toEqual({ value: 0, observedAtMs: NOW_MS - 4 * DAY_MS })
    await publish(raster('b.tif', 0), { product: 'cgf', agesPath: ages('days.tif', 255) })
    expect(await seen()).toEqual({ value: 0, observedAtMs: null })
  })

  test('without ages, date or --observed is unknown, and the summary says so', async () => {
    expect(await publish(raster('a.tif', 0), { observedMs: null })).toContain('age_unknown')
    expect(await seen()).toEqual({ value: 0, observedAtMs: null })
  })

  test('is read from the names of Copernicus and MODIS files; of GFSC the oldest it can be', async () => {
    expect(dateOfName('FSC_20260201T103000_S2A_T31TCH_V100_1_FSCOG.tif')).toBe(Date.UTC(2026, 1, 1, 10, 30))
    expect(dateOfName('MOD10A1.A2026032.h18v04.061.tif')).toBe(Date.UTC(2026, 1, 1))
    expect(dateOfName('snow_20260231.tif')).toBeNull()
    expect(dateOfName('snow12345678.tif')).toBeNull()
    await publish(raster('GFSC_20261120_T31TCH.tif', 0), { product: 'gfsc', observedMs: null })
    expect((await seen())?.observedAtMs).toBe(Date.UTC(2026, 10, 13))
  })
})

describe('npm run snow', () => {
  const parse = (...argv: string[]) => parseSnowArguments(argv, {})

  test('refuses a mistake with one sentence', () => {
    for (const argv of [
      [],
      ['a.tif'],
      ['a.tif', '--product', 'snow'],
      ['a.tif', 'b.tif', '--product', 'fsc'],
      ['a.tif', '--product', 'fsc', '--observed', 'yesterday'],
      ['a.tif', '--product', 'fsc', '--observed', '2026-02-01T10:30'],
      ['a.tif', '--product', 'fsc', '--ages', 'b.tif'],
      ['a.tif', '--what'],
    ]) {
      expect(() => parse(...argv), argv.join(' ')).toThrow(/^[^\n]+$/)
    }
    expect(parse('a.tif', '--product', 'gfsc', '--observed', '2026-02-01T10:30:00+01:00')).toMatchObject({
      product: 'gfsc',
      observedMs: Date.UTC(2026, 1, 1, 9, 30),
    })
  })

  test('publishes nothing of a file that it refuses, and leaves the live one', async () => {
    await publish(raster('a.tif', 70))
    const pointer = readFileSync(join(dataDir, 'snow/live.json'), 'utf8')
    const broken = readFileSync(raster('cut.tif', 0))
    writeFileSync(join(dataDir, 'cut.tif'), broken.subarray(0, broken.length - 50))
    const shares = writeSnow(dataDir, 'shares.tif', 10, 10, () => 0.5, DEGREES, true)
    const otherGrid = writeSnow(dataDir, 'other.tif', 9, 10, () => 1)
    await expect(publish(join(dataDir, 'cut.tif'))).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(publish(shares)).rejects.toThrow('whole ones')
    await expect(publish(join(dataDir, 'none.tif'))).rejects.toThrow('is not there')
    await expect(publish(raster('f.tif', 0), { observedMs: NOW_MS + DAY_MS })).rejects.toThrow('ahead of this clock')
    await expect(publish(raster('g.tif', 0), { product: 'cgf', agesPath: otherGrid })).rejects.toThrow('another grid')
    expect(readFileSync(join(dataDir, 'snow/live.json'), 'utf8')).toBe(pointer)
    expect(snowFolders()).toHaveLength(1)
    expect(existsSync(join(dataDir, 'import.lock'))).toBe(false)
    expect((await seen())?.value).toBe(70)
  })
})
