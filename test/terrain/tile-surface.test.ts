import { expect, test } from 'vitest'
import { PIXEL_SCALES, type HeightTile } from '../../src/terrain/height-tile.ts'
import { NOT_LOADED, TileSurface } from '../../src/terrain/tile-surface.ts'
import { seeded } from './make-terrain.ts'

const Z = 12
const SIZE = 64
const GRID = { lon: 7, lat: 46, stepLon: 1 / 200, stepLat: 1 / 200 }
const tiles = new Map<string, HeightTile>()
/** Terrarium pixels of noise, some of them void. */
function tileOf(x: number, y: number): HeightTile {
  const key = `${x}/${y}`
  const known = tiles.get(key)
  if (known !== undefined) return known
  const random = seeded(x * 4099 + y)
  const pixels = new Uint8Array(SIZE * SIZE * 4).map(() => Math.floor(random() * 256))
  for (let p = 0; p < SIZE * SIZE; p++) {
    pixels[p * 4] = 131
    pixels[p * 4 + 3] = random() < 0.02 ? 0 : 255
  }
  const tile = { size: SIZE, channels: 4, pixels }
  tiles.set(key, tile)
  return tile
}

test('a height is the same whatever was asked before it', () => {
  const surfaceOf = () => new TileSurface(Z, SIZE, PIXEL_SCALES.terrarium, tileOf, GRID)
  const one = surfaceOf()
  const random = seeded(11)
  let [lon, lat] = [7.5, 46.5]
  let known = 0
  for (let n = 0; n < 3000; n++) {
    // a walk, with a leap now and then
    const step = n % 100 === 0 ? 0.3 : 0.003
    lon += (random() - 0.5) * step
    lat += (random() - 0.5) * step
    const height = one.heightAt(lon, lat)
    expect(height).toBe(surfaceOf().heightAt(lon, lat))
    if (!Number.isNaN(height)) known++
  }
  expect(known).toBeGreaterThan(2000)
})

test('what lacked a tile is computed again once the tile is there', () => {
  let isThere = false
  const find = (x: number, y: number) => (isThere ? tileOf(x, y) : undefined)
  const surface = new TileSurface(Z, SIZE, PIXEL_SCALES.terrarium, find, GRID)
  expect(surface.heightAt(7.5, 46.5)).toBe(NOT_LOADED)
  isThere = true
  expect(surface.heightAt(7.5, 46.5)).toBe(
    new TileSurface(Z, SIZE, PIXEL_SCALES.terrarium, tileOf, GRID).heightAt(7.5, 46.5),
  )
})
