import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import { fitView, listTiles, metresPerCssPx, pixelX, pixelY, placeOfPixel } from '../../../src/map/picture/map-view.ts'
import { boundsOfShapes, readGeojson } from '../../../src/map/picture/read-geojson.ts'
import { between } from '../../support/arbitraries.ts'

const lon = between(-179, 179)
const lat = between(-84, 84)
const size = fc.record({
  width: fc.integer({ min: 128, max: 2048 }),
  height: fc.integer({ min: 128, max: 2048 }),
  scale: fc.constantFrom(1, 2),
})
const side = fc.integer({ min: 0, max: 40 })
const sides = fc.record({ top: side, right: side, bottom: side, left: side })

describe('a view', () => {
  test('holds all of its box, inside the padding', () => {
    fc.assert(
      fc.property(
        lon,
        lat,
        between(0.0001, 100),
        between(0.0001, 60),
        size,
        sides,
        (west, south, wide, high, picture, free) => {
          const box = [
            west,
            south,
            west + wide > 180 ? west + wide - 360 : west + wide,
            Math.min(85, south + high),
          ] as const
          const view = fitView(box, picture, free, 20)
          for (const corner of [box[0], box[2]]) {
            const x = pixelX(view, worldX(corner))
            expect(x).toBeGreaterThan(free.left * picture.scale - 0.01)
            expect(x).toBeLessThan(view.widthPx - free.right * picture.scale + 0.01)
          }
          for (const corner of [box[1], box[3]]) {
            const y = pixelY(view, worldY(corner))
            expect(y).toBeGreaterThan(free.top * picture.scale - 0.01)
            expect(y).toBeLessThan(view.heightPx - free.bottom * picture.scale + 0.01)
          }
        },
      ),
    )
  })

  test('finds the place of a pixel and back', () => {
    fc.assert(
      fc.property(lon, lat, size, (west, south, picture) => {
        const view = fitView([west, south, Math.min(180, west + 1), Math.min(85, south + 1)], picture, 0, 20)
        const place = placeOfPixel(view, 17, 33)
        expect(pixelX(view, worldX(place.lon))).toBeCloseTo(17, 4)
        expect(pixelY(view, worldY(place.lat))).toBeCloseTo(33, 4)
      }),
    )
  })

  test('of a point goes no further in than it may', () => {
    expect(fitView([1.5, 42.5, 1.5, 42.5], { width: 800, height: 600, scale: 1 }, 40, 16).zoom).toBe(16)
  })

  test('across the antimeridian is one piece of tiles', () => {
    const view = fitView([179, -1, -179, 1], { width: 512, height: 512, scale: 1 }, 0, 20)
    expect(view.zoom).toBeLessThan(8)
    expect(view.zoom).toBeGreaterThan(7)
    const tiles = listTiles(view, 7)
    expect([...new Set(tiles.map(({ x }) => x))].sort((a, b) => a - b)).toEqual([0, 127])
    for (const { leftPx, sidePx } of tiles) expect(leftPx + sidePx > 0 && leftPx < 512).toBe(true)
    expect(pixelX(view, worldX(179.5))).toBeLessThan(pixelX(view, worldX(-179.5)))
  })

  test('lists tiles that cover it without a gap', () => {
    fc.assert(
      fc.property(lon, lat, size, between(0.01, 20), (west, south, picture, wide) => {
        const view = fitView([west, south, Math.min(180, west + wide), Math.min(85, south + wide)], picture, 0, 20)
        const tiles = listTiles(view, Math.max(0, Math.min(14, Math.floor(view.zoom))))
        const area = tiles.reduce(
          (sum, { leftPx, topPx, sidePx }) =>
            sum + overlap(leftPx, sidePx, view.widthPx) * overlap(topPx, sidePx, view.heightPx),
          0,
        )
        const northY = Math.max(0, -view.northY * view.worldPx)
        const southY = Math.max(0, (view.northY - 1) * view.worldPx + view.heightPx)
        expect(area / (view.widthPx * (view.heightPx - northY - southY))).toBeCloseTo(1, 6)
      }),
    )
  })

  test('knows the metres of a pixel at its latitude', () => {
    const view = fitView([0, 59.9, 0.2, 60.1], { width: 1000, height: 1000, scale: 2 }, 0, 20)
    const a = placeOfPixel(view, 900, 1000)
    const b = placeOfPixel(view, 1100, 1000)
    const groundM = ((b.lon - a.lon) * Math.PI * 6_378_137 * Math.cos((a.lat * Math.PI) / 180)) / 180
    expect(metresPerCssPx(view) / (groundM / 100)).toBeCloseTo(1, 6)
  })
})

function overlap(from: number, side: number, most: number): number {
  return Math.max(0, Math.min(most, from + side) - Math.max(0, from))
}

describe('bounds of shapes', () => {
  const points = (...places: number[][]) => readGeojson({ type: 'MultiPoint', coordinates: places })

  test('are the box around all positions', () =>
    expect(boundsOfShapes(points([1, 2], [3, 5], [2, 4]))).toEqual([1, 2, 3, 5]))
  test('cross the antimeridian where that is smaller', () =>
    expect(boundsOfShapes(points([179, 1], [-179, 2], [178, 0]))).toEqual([178, 0, -179, 2]))
  test('do not where it is not', () => expect(boundsOfShapes(points([-100, 1], [60, 2]))).toEqual([-100, 1, 60, 2]))
  test('of nothing are null', () => expect(boundsOfShapes([])).toBeNull())
})
