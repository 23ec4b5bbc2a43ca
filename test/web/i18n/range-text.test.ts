import { expect, test } from 'vitest'
import { rangeText } from '../../../src/web/i18n/range-text.ts'

test.each([
  [[3, 1, 2], '1 cm – 3 cm'],
  [[2, 2], '2 cm'],
  [[0], '0 cm'],
  [[3, null, 1], '1 cm – 3 cm (for part of the line)'],
  [[null, 2], '2 cm (for part of the line)'],
  [[null, null], 'unknown'],
  [[], 'unknown'],
])('of %j is known: %s', (values, text) => {
  expect(rangeText('en', values, (value) => `${value} cm`)).toBe(text)
})
