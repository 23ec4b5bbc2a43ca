import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  SNOW_PRODUCTS,
  SNOW_REASONS,
  type SnowProduct,
  classifySnow,
  readSnowValue,
} from '../../../src/weather/snow/snow-products.ts'
import { between } from '../../support/arbitraries.ts'

// the product tables, typed by hand; every byte that is in none of them is undocumented
const COPERNICUS: Record<number, string> = { 205: 'cloud', 210: 'inland_water', 255: 'no_data' }
const MODIS: Record<number, string> = {
  200: 'no_data',
  201: 'no_decision',
  211: 'night',
  237: 'inland_water',
  239: 'ocean',
  250: 'cloud',
  254: 'saturated',
  255: 'no_data',
}
const TABLES: Record<
  Exclude<SnowProduct, 'fraction'>,
  { codes: Record<number, string>; snowFrom: number; measure: 'cover' | 'ndsi' }
> = {
  fsc: { codes: COPERNICUS, snowFrom: 50, measure: 'cover' },
  gfsc: { codes: COPERNICUS, snowFrom: 50, measure: 'cover' },
  mod10a1: { codes: MODIS, snowFrom: 40, measure: 'ndsi' },
  cgf: { codes: MODIS, snowFrom: 40, measure: 'ndsi' },
}

describe.each(Object.keys(TABLES) as (keyof typeof TABLES)[])('each of the 256 codes of %s', (product) => {
  const { codes, snowFrom, measure } = TABLES[product]
  test.each(Array.from({ length: 256 }, (_, code) => code))(
    '%i is a measurement or unknown with its reason',
    (code) => {
      const reading = readSnowValue(product, code)
      const judged = classifySnow(reading)
      if (code <= 100) {
        expect(reading).toEqual(measure === 'cover' ? { kind: 'cover', coverPct: code } : { kind: 'ndsi', ndsi: code })
        expect(judged).toEqual(
          code >= snowFrom
            ? { class: 'snow', reason: null }
            : code <= 10
              ? { class: 'clear', reason: null }
              : { class: 'unknown', reason: 'partial_cover' },
        )
      } else {
        expect(reading).toEqual({ kind: 'unknown', reason: codes[code] ?? 'undocumented_code' })
        expect(judged).toEqual({ class: 'unknown', reason: codes[code] ?? 'undocumented_code' })
      }
    },
  )
})

describe('shares', () => {
  test('a share of a raster of 32-bit floats is the decimal that it stands for: bounds are where they are written', () => {
    for (let percent = 0; percent <= 100; percent++) {
      const exact = classifySnow(readSnowValue('fraction', percent / 100))
      expect(classifySnow(readSnowValue('fraction', Math.fround(percent / 100)))).toEqual(exact)
      expect(exact.class).toBe(percent <= 10 ? 'clear' : percent >= 50 ? 'snow' : 'unknown')
    }
  })

  test('of 0 to 1 are cover, every other byte is unknown', () => {
    expect([0, 0.1, 0.11, 0.49, 0.5, 1].map((share) => classifySnow(readSnowValue('fraction', share)).class)).toEqual([
      'clear',
      'clear',
      'unknown',
      'unknown',
      'snow',
      'snow',
    ])
    for (let code = 2; code < 256; code++)
      expect(readSnowValue('fraction', code)).toEqual({ kind: 'unknown', reason: 'undocumented_code' })
  })
})

test('whatever number comes, only 0 to 10 of a measurement is clear', () => {
  const numbers = fc.oneof(fc.double(), fc.integer({ min: -300, max: 70_000 }), between(-2, 120))
  fc.assert(
    fc.property(fc.constantFrom(...SNOW_PRODUCTS), fc.option(numbers), (product, value) => {
      const { class: kind, reason } = classifySnow(readSnowValue(product, value))
      const isClear =
        value !== null &&
        (product === 'fraction' ? value >= 0 && value <= 0.1 : Number.isInteger(value) && value >= 0 && value <= 10)
      expect(kind === 'clear').toBe(isClear)
      expect(kind === 'unknown' ? SNOW_REASONS.includes(reason!) : reason === null).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
