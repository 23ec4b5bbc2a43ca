import type { Protocol } from 'pmtiles'
import type { AddProtocolAction, StyleSpecification } from 'maplibre-gl'
import { describe, expect, test } from 'vitest'
import {
  archiveOf,
  groundAddress,
  serveGround,
  withFilledGround,
  type DrawGround,
} from '../../../src/web/map/filled-ground.ts'

const TERRAIN = 'pmtiles://https://api.test/pmtiles/t1/terrain.pmtiles'
const drawn = { close: () => {} } as unknown as ImageBitmap

function load(draw: DrawGround) {
  const requested: string[] = []
  const archives = {
    tile: async ({ url, type }: { url: string; type: string }) => {
      requested.push(url)
      return { data: type === 'json' ? { maxzoom: 12, tiles: [`${url}/{z}/{x}/{y}`] } : new Uint8Array([7]) }
    },
  } as unknown as Protocol
  let serve: AddProtocolAction | undefined
  serveGround((_, action) => (serve = action), archives, draw)
  return {
    requested,
    get: (url: string, type: 'json' | 'image', stop = new AbortController()) => serve!({ url, type }, stop),
  }
}

describe('the ground under the hills', () => {
  test('is named by the terrain that it is made of, in a style of the release', () => {
    for (const isWhole of [true, false]) expect(archiveOf(groundAddress(TERRAIN, isWhole))).toBe(TERRAIN)
    expect(archiveOf(TERRAIN)).toBe(TERRAIN)
    const terrain = { type: 'raster-dem', encoding: 'terrarium', url: TERRAIN } as const
    const style: StyleSpecification = { version: 8, sources: { terrain }, layers: [] }
    expect(withFilledGround(style).sources).toEqual({ terrain: { ...terrain, url: groundAddress(TERRAIN, false) } })
    expect(withFilledGround({ ...style, sources: {} }).sources).toEqual({})
  })

  test('has the limits of the archive, and tiles that are drawn', async () => {
    const places: unknown[] = []
    const { get, requested } = load(async (...question) => {
      places.push(question.slice(0, 3))
      return drawn
    })
    const address = groundAddress(TERRAIN, true)
    const { data } = (await get(address, 'json')) as { data: { maxzoom: number; tiles: string[] } }
    expect(data).toEqual({ maxzoom: 12, tiles: [`${address}/{z}/{x}/{y}`] })
    expect((await get(`${address}/12/2064/1502`, 'image')).data).toBe(drawn)
    expect(places).toEqual([[TERRAIN, [12, 2064, 1502], true]])
    expect(requested).toEqual([TERRAIN])
  })

  test('is that of the archive where it cannot be drawn, unless nobody wants it any more', async () => {
    const address = `${groundAddress(TERRAIN, false)}/9/1/2`
    for (const draw of [async () => null, () => Promise.reject(new Error('no canvas'))]) {
      const { get, requested } = load(draw)
      expect((await get(address, 'image')).data).toEqual(new Uint8Array([7]))
      expect(requested).toEqual([`${TERRAIN}/9/1/2`])
    }
    const stop = new AbortController()
    stop.abort()
    const { get } = load(() => Promise.reject(new Error('stopped')))
    await expect(get(address, 'image', stop)).rejects.toThrow('stopped')
  })
})
