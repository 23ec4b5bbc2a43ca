// Most numbers are written without a format of Intl, which takes ten times as long: each is what the format writes.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../src/language/catalogue-files.ts'
import { fixedText, numberText } from '../../src/language/numbers.ts'
import { between } from '../support/arbitraries.ts'

const OTHERS = [...LANGUAGES.filter((tag) => tag !== 'en'), 'sl', 'sv', 'pt-BR', 'hi', 'fa', 'ar-EG']

test.each(OTHERS)('numbers in %s are those of Intl', (language) => {
  const number = fc.oneof(between(-1200, 1200), fc.integer({ min: -1200, max: 1200 }))
  const plain = new Intl.NumberFormat(language)
  fc.assert(
    fc.property(number, fc.nat(3), (value, decimals) => {
      const [minimumFractionDigits, maximumFractionDigits] = [decimals, decimals]
      const fixed = new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits })
      expect(fixedText(language, value, decimals)).toBe(fixed.format(Number(value.toFixed(decimals))))
      expect(numberText(language, value)).toBe(plain.format(value))
    }),
    {
      examples: [
        [998.96, 1],
        [999, 0],
        [999.5, 0],
        [1000, 0],
        [0, 0],
      ],
    },
  )
})
