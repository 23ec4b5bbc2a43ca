// Numbers as people write them.

import { expect, test } from 'vitest'
import { bytesText, clockAtPlace, number } from '../../../src/web/i18n/format.ts'

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

test('a moment is shown by the clock of the place, summer and winter, wherever the page is read', () => {
  expect(clockAtPlace('en', Date.parse('2026-11-22T16:30Z'), 'Europe/Andorra')).toBe('Sun 17:30')
  expect(clockAtPlace('en', Date.parse('2026-06-21T22:30Z'), 'Europe/Andorra')).toBe('Mon 00:30')
  expect(clockAtPlace('de', Date.parse('2026-11-22T16:30Z'), 'Asia/Kathmandu')).toBe('So. 22:15')
})
