// Numbers as people write them.

import { expect, test } from 'vitest'
import { bytesText, number } from '../../../src/web/i18n/format.ts'

test('what rounds to zero has no sign', () => {
  expect(number('en', -0.4, 0)).toBe('0')
  expect(number('de', -0.04, 1)).toBe('0')
  expect(number('en', -0.6, 0)).toBe('-1')
})

test('a file of few bytes is not of none', () => {
  expect([0, 130, 1000, 1001, 2_500_000].map((bytes) => bytesText('en', bytes))).toEqual([
    '0\u00a0KB',
    '1\u00a0KB',
    '1\u00a0KB',
    '2\u00a0KB',
    '2.5\u00a0MB',
  ])
})
