// The moment of a route: which texts name one, and which minute of the local calendar it is.

import { expect, test } from 'vitest'
import { localTimeText, readAt } from '../../src/travel/at.ts'

test('a time counts as the clock shows it, whatever its offset', () => {
  const eight = Date.UTC(2026, 11, 24, 8) / 60_000
  for (const text of ['2026-12-24T08:00Z', '2026-12-24T08:00+01:00', '2026-12-24T08:00:59-11:30'])
    expect(readAt(text)).toMatchObject({ minute: eight, wholeDay: false })
  expect(localTimeText(readAt('2026-12-24T08:00+01:00')!, eight + 90)).toBe('2026-12-24T09:30+01:00')
})
test('a date is a whole day', () => {
  const at = readAt('2028-02-29')!
  expect(at).toEqual({ minute: Date.UTC(2028, 1, 29) / 60_000, wholeDay: true, offset: '' })
  expect(localTimeText(at, at.minute)).toBe('2028-02-29T00:00')
})
test.each([
  '',
  '2026-12-24T08:00',
  '2026-12-24 08:00Z',
  '2026-02-29',
  '2026-13-01',
  '2026-04-31T08:00Z',
  '2026-12-24T24:00Z',
  '2026-12-24T08:60Z',
  '2026-12-24T08:00+15:00',
  '2026-12-24T08:00+01:60',
  '1999-12-24',
  '2060-01-01',
  '2026-12-24T08:00:00.000Z',
  ' 2026-12-24',
  'tomorrow',
])('%j is no moment', (text) => {
  expect(readAt(text)).toBeNull()
})
