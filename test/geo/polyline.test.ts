import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePolyline6, encodePolyline6 } from '../../src/geo/polyline.ts'

const lineArb = fc.array(fc.tuple(fc.integer({ min: -180e6, max: 180e6 }), fc.integer({ min: -90e6, max: 90e6 })), {
  maxLength: 40,
})
const encode = (line: (readonly number[])[]) =>
  encodePolyline6(
    line.map((p) => p[0]),
    line.map((p) => p[1]),
  )

describe('polyline with 6 digits', () => {
  test('reads what it wrote, the whole earth over', () => {
    fc.assert(
      fc.property(lineArb, (line) => {
        expect(
          decodePolyline6(encode(line)).map(([lon, lat]) => [Math.round(lon * 1e6), Math.round(lat * 1e6)]),
        ).toEqual(line)
      }),
    )
  })
  test("is the format's worked example, in 6 digits, latitude first", () => {
    // the published example of 5 digits, (38.5, -120.2), (40.7, -120.95), (43.252, -126.453), is the same code with
    // every number ten times smaller
    expect(
      encode([
        [-12_020_000, 3_850_000],
        [-12_095_000, 4_070_000],
        [-12_645_300, 4_325_200],
      ]),
    ).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  })
  test('a long line does not overflow the stack', () => {
    const line = Array.from({ length: 50_000 }, (_, i) => [i * 7, i * -3])
    expect(decodePolyline6(encode(line)).length).toBe(50_000)
  })
  test('a cut or foreign string is refused', () => {
    const text = encode([
      [-12_020_000, 3_850_000],
      [-12_095_000, 4_070_000],
    ])
    expect(() => decodePolyline6(text.slice(0, -1))).toThrow(RangeError)
    expect(() => decodePolyline6('ab c')).toThrow(RangeError)
    expect(() => decodePolyline6('ä')).toThrow(RangeError)
    expect(() => decodePolyline6('~'.repeat(1000))).toThrow(RangeError)
  })
  test('any text at all gives a line or a RangeError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let line: number[][] = []
        try {
          line = decodePolyline6(text)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RangeError)
        }
        expect(line.flat().filter((degrees) => !Number.isFinite(degrees))).toEqual([])
      }),
    )
  })
})
