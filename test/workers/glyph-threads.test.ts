import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { buildGlyphRange } from '../../src/map/style/glyph-range.ts'
import { createGlyphThreads, type GlyphThreads } from '../../src/workers/glyph-threads.ts'
import { readGlyphs } from '../support/read-glyphs.ts'

let pool: GlyphThreads
afterEach(() => pool.close())
const open = (options: { cacheBytes?: number; idleMs?: number } = {}) => {
  const faults: string[] = []
  pool = createGlyphThreads({ onFault: (event) => faults.push(event), ...options })
  return faults
}

describe('the glyph thread', () => {
  test('gives the bytes that the range is made of, plain and gzipped', async () => {
    const faults = open()
    const { bytes, gzipped } = await pool.getRange(['Noto Sans Regular'], 0)
    expect(bytes.equals(buildGlyphRange(['Noto Sans Regular'], 0, new Map()))).toBe(true)
    expect(gunzipSync(gzipped).equals(bytes)).toBe(true)
    expect(faults).toEqual([])
  })

  test('makes a range once for all who ask at once, and keeps it', async () => {
    open()
    const requested = await Promise.all(Array.from({ length: 20 }, () => pool.getRange(['Noto Sans Italic'], 256)))
    expect(new Set(requested).size).toBe(1)
    expect(await pool.getRange(['Noto Sans Italic'], 256)).toBe(requested[0])
  })

  test('answers different ranges at once, each with its own glyphs', async () => {
    open()
    const starts = [0, 256, 1024, 0x4e00]
    const ranges = await Promise.all(
      starts.map((start) => pool.getRange(['Noto Sans Medium', 'Noto Sans Regular'], start)),
    )
    expect(ranges.map(({ bytes }) => readGlyphs(bytes).range)).toEqual(starts.map((start) => `${start}-${start + 255}`))
  })

  test('keeps no more than its bound: what was asked least recently goes', async () => {
    open({ cacheBytes: 250_000 })
    const first = await pool.getRange(['Noto Sans Regular'], 0)
    await pool.getRange(['Noto Sans Regular'], 0x4e00)
    expect(await pool.getRange(['Noto Sans Regular'], 0)).toBe(first)
    await pool.getRange(['Noto Sans Regular'], 256)
    await pool.getRange(['Noto Sans Regular'], 1024)
    const again = await pool.getRange(['Noto Sans Regular'], 0)
    expect(again).not.toBe(first)
    expect(again.bytes.equals(first.bytes)).toBe(true)
  })

  test('ends when it was idle, and starts again when asked', async () => {
    open({ idleMs: 20 })
    await pool.getRange(['Noto Sans Regular'], 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(readGlyphs((await pool.getRange(['Noto Sans Regular'], 256)).bytes).glyphs.size).toBeGreaterThan(200)
  })

  test('refuses with busy and a time to wait where far too many kinds are asked at once', async () => {
    open()
    const requested = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => pool.getRange(['Noto Sans Regular'], 0x20000 + i * 256)),
    )
    const refused = requested
      .filter((one): one is PromiseRejectedResult => one.status === 'rejected')
      .map(({ reason }) => reason)
    // one is being made, 64 wait
    expect(refused.length).toBe(35)
    expect(refused[0]).toMatchObject({ code: 'busy', retryAfterS: 1 })
  })

  test('fails what waits when it is closed', async () => {
    open()
    const requested = pool.getRange(['Noto Sans Regular'], 0)
    const refused = expect(requested).rejects.toMatchObject({ code: 'busy' })
    await pool.close()
    await refused
  })
})
