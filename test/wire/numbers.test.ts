import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, MAX_NUMBER_CHARACTERS } from '../../src/wire/numbers.ts'

test('every number that JavaScript writes is read as it was', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(decimalOf(String(value))).toBe(Number(String(value)))
    }),
  )
})

test.each(['1', '+1', '-1', '1.', '.5', '-.5', ' 12.50\t', '1e3', '1.5E-07'])('%j is a number', (text) => {
  expect(decimalOf(text)).toBe(Number(text))
})

test.each(['', ' ', '.', '+', '1 2', '1,5', '0x1f', 'Infinity', 'NaN', '1e', '1e99999', '1e999', '--1', '１'])(
  '%j is none',
  (text) => expect(decimalOf(text)).toBeNaN(),
)

test('a text longer than any number is none, whatever it holds', () => {
  expect(decimalOf('1'.repeat(MAX_NUMBER_CHARACTERS))).toBe(Number('1'.repeat(MAX_NUMBER_CHARACTERS)))
  expect(decimalOf('1'.repeat(MAX_NUMBER_CHARACTERS + 1))).toBeNaN()
  expect(decimalOf(`${' '.repeat(MAX_NUMBER_CHARACTERS)}1`)).toBeNaN()
})
