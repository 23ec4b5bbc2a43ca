import { describe, expect, test } from 'vitest'
import { drawHillshade } from '../../../src/map/picture/draw-hillshade.ts'
import {
  type HeightTiles,
  readShadeGrid,
  shadeOfTile,
  shadeReach,
  shadeZoom,
} from '../../../src/map/picture/hillshade.ts'
import { fitView } from '../../../src/map/picture/map-view.ts'
import { Raster } from '../../../src/map/picture/raster.ts'
import { PIXEL_SCALES, VOID_PIXEL } from '../../../src/terrain/height-tile.ts'

const TILE = 256
const view = fitView([1.5, 42.5, 1.6, 42.57], { width: 200, height: 200, scale: 1 }, 0, 20)

/** Terrain of one zoom whose heights follow the pixel's place across the world; null void. */
function terrain(heightM: (x: number, y: number) => number | null, z = 11): HeightTiles {
  return {
    z,
    tileSize: TILE,
    scale: PIXEL_SCALES.terrarium,
    find: (tileX, tileY) => {
      const pixels = new Uint8Array(TILE * TILE * 3).fill(VOID_PIXEL)
      for (let i = 0; i < TILE * TILE; i++) {
        const height = heightM(tileX * TILE + (i % TILE), tileY * TILE + Math.floor(i / TILE))
        if (height === null) continue
        const packed = Math.round((height + 32_768) * 256)
        pixels.set([packed >> 16, (packed >> 8) & 255, packed & 255], i * 3)
      }
      return { size: TILE, channels: 3, pixels }
    },
  }
}
const shaded = (tiles: HeightTiles, bounds: readonly [number, number, number, number] = [0, 0, 200, 200]) => {
  const raster = draw(tiles, bounds)
  return (x: number, y: number) => raster.pixels[y * 200 + x] & 255
}
function draw(tiles: HeightTiles, bounds: readonly [number, number, number, number], of = view): Raster {
  const raster = new Raster(of.widthPx, of.heightPx, [128, 128, 128])
  const reach = shadeReach(of, tiles.z, tiles.tileSize)
  const grid = readShadeGrid(of, {
    z: tiles.z,
    tileSize: tiles.tileSize,
    find: (x, y) => shadeOfTile(tiles, x, y, reach),
  })
  drawHillshade(raster, of, grid!, {
    dark: [0, 0, 0],
    light: [255, 255, 255],
    darkOpacity: 0.5,
    lightOpacity: 0.5,
    bounds,
  })
  return raster
}

/** Pixels south-east of the middle of the view. */
const down = (x: number, y: number) =>
  x - (view.westX + 100 / view.worldPx) * 2 ** 11 * TILE + y - (view.northY + 100 / view.worldPx) * 2 ** 11 * TILE

describe('light and shade', () => {
  test('a slope that looks north-west is light, one that looks south-east dark, level ground as it was', () => {
    expect(shaded(terrain((x, y) => 2000 + down(x, y) * 20))(100, 100)).toBeGreaterThan(150)
    expect(shaded(terrain((x, y) => 2000 - down(x, y) * 20))(100, 100)).toBeLessThan(110)
    expect(shaded(terrain(() => 1500))(100, 100)).toBe(128)
  })

  test('at scale 2 is that of scale 1, each CSS pixel four times, also where the map ends within one', () => {
    const rough = terrain((x, y) => 2000 + 300 * Math.sin(x / 9) + 200 * Math.cos(y / 7))
    const sharp = fitView([1.5, 42.5, 1.6, 42.57], { width: 200, height: 200, scale: 2 }, 0, 20)
    const once = draw(rough, [20, 0, 180, 200]).pixels
    const twice = draw(rough, [41, 0, 360, 401], sharp).pixels
    const each = Array.from({ length: 400 * 400 }, (_, i) => once[(Math.floor(i / 400) >> 1) * 200 + ((i % 400) >> 1)])
    expect(twice.subarray(0, 160_000)).toEqual(Int32Array.from(each))
    expect(new Set(each).size).toBeGreaterThan(20)
  })

  test('where the terrain is void nothing is shaded, and no edge of a void becomes a slope', () => {
    const half = shaded(
      terrain((x, y) => (x < (view.westX + 100 / view.worldPx) * 2 ** 11 * TILE ? 2000 + down(x, y) * 20 : null)),
    )
    expect(half(60, 100)).toBeGreaterThan(150)
    expect(half(120, 100)).toBe(128)
    const cliff = shaded(terrain((x) => ((x >> 4) % 2 === 0 ? 2000 : null)))
    for (let x = 0; x < 200; x++) expect(cliff(x, 100)).toBe(128)
  })

  test('comes from the north-west: slopes that look north-east and south-west are alike', () => {
    const across = (sign: number) =>
      shaded(terrain((x, y) => 2000 + sign * 20 * (y - x + (view.westX - view.northY) * 2 ** 11 * TILE)))(100, 100)
    expect(Math.abs(across(1) - across(-1))).toBeLessThanOrEqual(1)
  })

  test('runs on from tile to tile: each pixel is that of one large tile', () => {
    const surface = (x: number, y: number) => 2000 + 300 * Math.sin(x / 9) + 200 * Math.cos(y / 7)
    const small = terrain(surface)
    const large: HeightTiles = {
      ...small,
      z: 10,
      tileSize: 2 * TILE,
      find: (x, y) => {
        const pixels = new Uint8Array(4 * TILE * TILE * 3)
        for (let i = 0; i < 4; i++) {
          const tile = small.find(2 * x + (i % 2), 2 * y + (i >> 1))!
          for (let row = 0; row < TILE; row++)
            pixels.set(
              tile.pixels.subarray(row * TILE * 3, (row + 1) * TILE * 3),
              (((i >> 1) * TILE + row) * 2 * TILE + (i % 2) * TILE) * 3,
            )
        }
        return { size: 2 * TILE, channels: 3, pixels }
      },
    }
    for (const reach of [1, 2] as const) {
      const whole = shadeOfTile(large, 516, 378, reach)!
      for (let i = 0; i < 4; i++) {
        const part = shadeOfTile(small, 1032 + (i % 2), 756 + (i >> 1), reach)!
        const cut = part.map(
          (_, at) => whole[((i >> 1) * TILE + Math.floor(at / TILE)) * 2 * TILE + (i % 2) * TILE + (at % TILE)],
        )
        expect(part.length).toBe(TILE * TILE)
        expect(Buffer.compare(Buffer.from(part.buffer), Buffer.from(cut.buffer))).toBe(0)
      }
    }
  })

  test('beyond the bounds of the map the background stays plain', () => {
    const at = shaded(
      terrain((x, y) => 2000 + down(x, y) * 20),
      [50, 50, 150, 150],
    )
    expect([at(49, 100), at(150, 100), at(100, 49), at(100, 150)]).toEqual([128, 128, 128, 128])
    expect(at(50, 50)).toBeGreaterThan(128)
  })

  test("takes tiles whose pixels are about as large as the picture's, and never the oversampled deepest ones", () => {
    expect(shadeZoom(view, 512, 5, 12)).toBeLessThanOrEqual(11)
    expect(
      shadeZoom(fitView([1.5, 42.5, 1.5001, 42.5001], { width: 800, height: 600, scale: 1 }, 0, 20), 512, 5, 12),
    ).toBe(11)
    expect(shadeZoom(fitView([-170, -60, 170, 70], { width: 800, height: 600, scale: 1 }, 0, 20), 512, 5, 12)).toBe(5)
    expect(shadeZoom(view, 512, 12, 12)).toBe(12)
  })
})
