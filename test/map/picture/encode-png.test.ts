import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PngEncoder } from '../../../src/map/picture/encode-png.ts'

/** What is in a PNG: words 0xbbggrr. */
async function pixelsOf(png: Uint8Array): Promise<{ width: number; height: number; words: number[] }> {
  const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  const words = Array.from({ length: data.length / 3 }, (_, i) => data.readUIntLE(i * 3, 3))
  return { width: info.width, height: info.height, words }
}

/** Like a map: plain ground, gradients, noise. */
const row = (width: number) =>
  fc.oneof(
    fc.nat(0xffffff).map((word) => Array.from({ length: width }, () => word)),
    fc.nat(255).map((from) => Array.from({ length: width }, (_, x) => 0x010101 * ((from + (x >> 3)) & 255))),
    fc.array(fc.nat(0xffffff), { minLength: width, maxLength: width }),
  )
const picture = fc
  .integer({ min: 1, max: 700 })
  .chain((width) => fc.array(row(width), { minLength: 1, maxLength: 9 }).map((rows) => ({ width, rows })))

async function encode(width: number, bands: number[][][]): Promise<Uint8Array> {
  const png = new PngEncoder(width, bands.flat().length)
  for (const band of bands) if (band.length > 0) png.addRows(Int32Array.from(band.flat()), band.length)
  return png.finish()
}

test('a PNG holds every pixel, and is the same however many bands it came in', async () => {
  await fc.assert(
    fc.asyncProperty(picture, fc.nat(8), async ({ width, rows }, cut) => {
      const png = await encode(width, [rows.slice(0, cut), rows.slice(cut)])
      expect(await pixelsOf(png)).toEqual({ width, height: rows.length, words: rows.flat() })
      expect(Buffer.compare(png, await encode(width, [rows]))).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('a PNG can be transferred between threads', async () => {
  const { buffer } = await encode(2, [[[1, 2]]])
  expect(() => structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })).not.toThrow()
})
