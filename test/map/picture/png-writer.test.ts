import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { codeLengths, codesOf } from '../../../src/map/picture/huffman.ts'
import { PngWriter } from '../../../src/map/picture/png-writer.ts'
import { SmallPng } from '../../../src/map/picture/small-png.ts'

/** What another reader, libvips, finds in a PNG: words 0xbbggrr. It checks every checksum. */
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

describe.each([
  ['large', PngWriter],
  ['small', SmallPng],
])('the PNG of a %s picture', (_, Writer) => {
  test('holds every pixel, however many bands it came in', async () => {
    await fc.assert(
      fc.asyncProperty(picture, fc.nat(8), async ({ width, rows }, cut) => {
        const png = new Writer(width, rows.length)
        const bands = [rows.slice(0, cut), rows.slice(cut)]
        for (const band of bands) if (band.length > 0) png.addRows(Int32Array.from(band.flat()), band.length)
        expect(await pixelsOf(await png.finish())).toEqual({ width, height: rows.length, words: rows.flat() })
      }),
      { numRuns: 60 },
    )
  })

  test('of many blocks of codes is whole', async () => {
    const [width, height] = [1500, 300]
    const pixels = Int32Array.from({ length: width * height }, (_, i) =>
      i % 7 === 0 ? (i * 2_654_435_761) & 0xffffff : 0x336699,
    )
    const png = new Writer(width, height)
    png.addRows(pixels, height)
    const read = await pixelsOf(await png.finish())
    expect(Int32Array.from(read.words)).toEqual(pixels)
  })
})

test('the PNG of a picture of noise is whole, though nothing of it can be packed', async () => {
  const [width, height] = [700, 600]
  let seed = 1
  const pixels = Int32Array.from({ length: width * height }, () => (seed = Math.imul(seed, 48_271) >>> 1) & 0xffffff)
  const png = new PngWriter(width, height)
  for (let row = 0; row < height; row += 200) png.addRows(pixels.subarray(row * width, (row + 200) * width), 200)
  const file = png.finish()
  expect(file.length).toBeGreaterThan(width * height * 2.5)
  expect(Int32Array.from((await pixelsOf(file)).words)).toEqual(pixels)
})

test('a PNG that is written to given memory has the same bytes, and leaves it where it is too long for it', () => {
  const [width, height] = [700, 600]
  const plain = Int32Array.from({ length: width * height }, (_, i) => (i >> 4) & 0xffffff)
  const noise = plain.map((_, i) => Math.imul(i, 48_271) & 0xffffff)
  const room = new Uint8Array(new SharedArrayBuffer(800_008), 8)
  for (const pixels of [plain, noise, plain]) {
    const write = (given: Uint8Array | null) => {
      const png = new PngWriter(width, height, given)
      for (let row = 0; row < height; row += 200) png.addRows(pixels.subarray(row * width, (row + 200) * width), 200)
      return png.finish()
    }
    const file = write(room)
    expect(file.buffer === room.buffer).toBe(pixels === plain)
    expect(Buffer.compare(file, write(null))).toBe(0)
  }
})

describe('Huffman codes', () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(1_000_000)), { minLength: 2, maxLength: 286 })

  test('are complete, at most 15 bits long, and shorter where a symbol is more frequent', () => {
    fc.assert(
      fc.property(counts, (some) => {
        fc.pre(some.filter((count) => count > 0).length > 1)
        const lengths = codeLengths(Uint32Array.from(some))
        const used = [...lengths].filter((length) => length > 0)
        expect(used.length).toBe(some.filter((count) => count > 0).length)
        expect(Math.max(...used)).toBeLessThanOrEqual(15)
        expect(used.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1)
        some.forEach((count, a) =>
          some.forEach((other, b) => {
            if (other > 0 && count > 4 * other + 4) expect(lengths[a]).toBeLessThanOrEqual(lengths[b])
          }),
        )
      }),
      // a code would have 40 bits
      { numRuns: 100, examples: [[Array.from({ length: 40 }, (_, i) => 2 ** Math.min(31, i))]] },
    )
  })

  test('of one length count upwards, and none begins with another', () => {
    expect([...codesOf(Uint8Array.of(2, 2, 2, 2))]).toEqual([0b00, 0b10, 0b01, 0b11])
    expect([...codesOf(Uint8Array.of(1, 2, 0, 3, 3))]).toEqual([0b0, 0b01, 0, 0b011, 0b111])
  })
})
