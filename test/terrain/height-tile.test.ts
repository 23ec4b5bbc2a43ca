import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  decodeHeightTile,
  detectEncoding,
  encodeWebpTile,
  heightOfPixel,
  PIXEL_SCALES,
  toHeightsM,
  toTerrariumPixels,
} from '../../src/terrain/height-tile.ts'
import { MAPBOX, seeded, TERRARIUM } from './make-terrain.ts'
import { between } from '../support/arbitraries.ts'

const SIZE = 64

function rgbOf(packed: number): Uint8Array {
  return Uint8Array.of(packed >> 16, (packed >> 8) & 255, packed & 255)
}

describe('terrain tiles', () => {
  test('come out of lossless WebP byte for byte, whatever the effort', async () => {
    const random = seeded(1)
    const pixels = Uint8Array.from({ length: SIZE * SIZE * 3 }, (_, i) => (i < 3000 ? 0 : Math.floor(random() * 256)))
    for (const effort of [0, 1, 4, 6]) {
      const tile = await decodeHeightTile(await encodeWebpTile(pixels, SIZE, effort))
      expect(tile.channels).toBe(3)
      expect(Buffer.compare(Buffer.from(tile.pixels), Buffer.from(pixels))).toBe(0)
    }
  })

  test('keep every eighth of a metre exactly, and voids void', async () => {
    const heights = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (i % 7 === 0 ? NaN : -430 + i * 2.125))
    const back = toHeightsM(
      await decodeHeightTile(await encodeWebpTile(toTerrariumPixels(heights, 8), SIZE, 0)),
      PIXEL_SCALES.terrarium,
    )
    expect(back).toEqual(heights)
  })

  test('round to the nearest eighth', () => {
    fc.assert(
      fc.property(between(-11_000, 8_900), (heightM) => {
        const pixels = toTerrariumPixels(Float32Array.of(heightM), 8)
        const back = heightOfPixel({ size: 1, channels: 3, pixels }, 0, PIXEL_SCALES.terrarium)
        expect(Math.abs(back - heightM)).toBeLessThanOrEqual(1 / 16 + 0.001)
      }),
    )
  })

  test('say the same height in both encodings', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999, max: 8_900 }), (heightM) => {
        const terrarium = heightOfPixel(
          { size: 1, channels: 3, pixels: rgbOf(TERRARIUM(heightM)) },
          0,
          PIXEL_SCALES.terrarium,
        )
        const mapbox = heightOfPixel({ size: 1, channels: 3, pixels: rgbOf(MAPBOX(heightM)) }, 0, PIXEL_SCALES.mapbox)
        expect(terrarium).toBe(heightM)
        expect(mapbox).toBeCloseTo(heightM, 6)
      }),
    )
  })

  test('have no height where a pixel is 0, 0, 0, transparent, or beyond what ground on earth has', () => {
    for (const scale of Object.values(PIXEL_SCALES)) {
      expect(heightOfPixel({ size: 1, channels: 3, pixels: Uint8Array.of(0, 0, 0) }, 0, scale)).toBeNaN()
      expect(heightOfPixel({ size: 1, channels: 4, pixels: Uint8Array.of(1, 134, 160, 0) }, 0, scale)).toBeNaN()
      expect(heightOfPixel({ size: 1, channels: 3, pixels: Uint8Array.of(255, 255, 255) }, 0, scale)).toBeNaN()
    }
  })

  test('read a picture that was stored as grey, as palette or with transparency', async () => {
    const grey = await sharp(new Uint8Array(SIZE * SIZE).fill(0), { raw: { width: SIZE, height: SIZE, channels: 1 } })
      .png()
      .toBuffer()
    expect(toHeightsM(await decodeHeightTile(grey), PIXEL_SCALES.terrarium).every(Number.isNaN)).toBe(true)
    const rgb = rgbOf(TERRARIUM(1234))
    const flat = sharp({
      create: { width: SIZE, height: SIZE, channels: 3, background: { r: rgb[0], g: rgb[1], b: rgb[2] } },
    })
    for (const bytes of [
      await flat.clone().png({ palette: true }).toBuffer(),
      await flat.clone().ensureAlpha(1).png().toBuffer(),
    ]) {
      expect(toHeightsM(await decodeHeightTile(bytes), PIXEL_SCALES.terrarium)[77]).toBe(1234)
    }
  })

  test('give their encoding away by their pixels', () => {
    const tileOf = (pack: (heightM: number) => number): { size: number; channels: number; pixels: Uint8Array } => {
      const pixels = new Uint8Array(SIZE * SIZE * 3)
      for (let i = 0; i < SIZE * SIZE; i++) pixels.set(rgbOf(pack(i - 100)), i * 3)
      return { size: SIZE, channels: 3, pixels }
    }
    expect(detectEncoding(tileOf(TERRARIUM))).toBe('terrarium')
    expect(detectEncoding(tileOf(MAPBOX))).toBe('mapbox')
    expect(detectEncoding({ size: SIZE, channels: 3, pixels: new Uint8Array(SIZE * SIZE * 3) })).toBeNull()
    expect(detectEncoding({ size: SIZE, channels: 3, pixels: new Uint8Array(SIZE * SIZE * 3).fill(200) })).toBeNull()
  })

  test('refuse what is no square tile or no picture', async () => {
    await expect(decodeHeightTile(Buffer.from('<html>'))).rejects.toThrow()
    await expect(
      decodeHeightTile(
        await sharp({ create: { width: 256, height: 128, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    ).rejects.toThrow(/256 x 128/)
    await expect(
      decodeHeightTile(
        await sharp({ create: { width: 4096, height: 4096, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    ).rejects.toThrow()
  })
})
