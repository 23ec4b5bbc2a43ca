// Numbers as people write them.

import { expect, test } from 'vitest'
import {
  bytesText,
  clockAtPlace,
  distanceAloud,
  durationAloud,
  durationText,
  heightAloud,
  number,
} from '../../../src/web/i18n/format.ts'

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

test.each([
  ['en', '3.7 kilometres', '1,204 metres', '2 hours, 49 minutes'],
  ['de', '3,7 Kilometer', '1.204 Meter', '2 Stunden, 49 Minuten'],
  ['ca', '3,7 quilòmetres', '1.204 metres', '2 hores i 49 minuts'],
])('figures are read out in whole words: %s', (language, distance, height, duration) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(distanceAloud(language, 3700))).toBe(distance)
  expect(plain(heightAloud(language, 1204.4))).toBe(height)
  expect(plain(durationAloud(language, 10_140))).toBe(duration)
})

test('a duration is that many minutes, in hours and minutes below sixty', () => {
  expect([0, 29, 59, 3569, 3570, 3599, 3600, 10_140, 86_399].map((seconds) => durationText('en', seconds))).toEqual(
    ['0 min', '0 min', '1 min', '59 min', '1 h 00 min', '1 h 00 min', '1 h 00 min', '2 h 49 min', '24 h 00 min'].map(
      (text) => text.replaceAll(' ', '\u00a0'),
    ),
  )
  expect(durationText('en', null)).toBe('unknown')
})

test('those under a kilometre or an hour have the smaller unit alone', () => {
  expect(distanceAloud('en', 950)).toBe('950 metres')
  expect([durationAloud('en', 60), durationAloud('en', 3600)]).toEqual(['1 minute', '1 hour, 0 minutes'])
})
