// The moment of a route: which texts name one, and which minute of the local calendar of a place it is.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findZone } from '../../src/geo/local-time.ts'
import { atPlace, localTimeText, minuteAfter, readAt } from '../../src/travel/at.ts'

const zone = (name: string) => findZone(name)!
const ANDORRA = zone('Europe/Andorra')
const minuteOf = (text: string) => Date.parse(`${text}Z`) / 60_000
const at = (text: string, place = ANDORRA) => atPlace(readAt(text)!, place)

test('an instant is read by the clock of the place, however its offset is written', () => {
  for (const text of ['2027-03-14T23:30:00Z', '2027-03-15T00:30+01:00', '2027-03-14T13:00-10:30'])
    expect(at(text)).toMatchObject({ minute: minuteOf('2027-03-15T00:30'), wholeDay: false })
  expect(at('2027-03-14T23:30:00Z', zone('Asia/Kathmandu')).minute).toBe(minuteOf('2027-03-15T05:15'))
})

test('a time without an offset is that of the place', () => {
  for (const name of ['Europe/Andorra', 'America/Denver', 'Pacific/Kiritimati'])
    expect(at('2026-07-24T08:00', zone(name)).minute).toBe(minuteOf('2026-07-24T08:00'))
})

test('every way to write an instant gives one minute of the calendar, that of Intl (law)', () => {
  const names = ['Europe/Andorra', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
  const clockOf = (name: string, ms: number) =>
    new Intl.DateTimeFormat('sv', { timeZone: name, dateStyle: 'short', timeStyle: 'short' })
      .format(ms)
      .replace(' ', 'T')
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.integer({ min: Date.UTC(2001, 0) / 60_000, max: Date.UTC(2058, 0) / 60_000 }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (name, minute, offsetMin) => {
        const shifted = new Date((minute + offsetMin) * 60_000).toISOString().slice(0, 16)
        const [hours, minutes] = [Math.floor(Math.abs(offsetMin) / 60), Math.abs(offsetMin) % 60]
        const pad = (value: number) => String(value).padStart(2, '0')
        const text = `${shifted}${offsetMin < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`
        const found = at(text, zone(name))
        expect(found.minute).toBe(minuteOf(clockOf(name, minute * 60_000)))
        expect(found).toEqual(at(`${new Date(minute * 60_000).toISOString().slice(0, 19)}Z`, zone(name)))
        expect(minuteAfter(found, 3 * 3600)).toBe(minuteOf(clockOf(name, (minute + 180) * 60_000)))
      },
    ),
  )
})

describe('when clocks are changed', () => {
  test('an hour on the way is skipped or comes twice', () => {
    expect(minuteAfter(at('2027-03-28T01:30'), 3600)).toBe(minuteOf('2027-03-28T03:30'))
    expect(minuteAfter(at('2027-10-31T02:30'), 3600)).toBe(minuteOf('2027-10-31T02:30'))
  })

  test('a time that comes twice is the first, one that is skipped is as much after the change', () => {
    expect(at('2027-10-31T02:30').startMs).toBe(Date.parse('2027-10-31T02:30+02:00'))
    expect(at('2027-03-28T02:30').startMs).toBe(Date.parse('2027-03-28T03:30+02:00'))
  })
})

test('a minute is written with the offset of the place at that time', () => {
  const start = at('2026-12-24T07:00Z')
  expect(localTimeText(start, start.minute + 90)).toBe('2026-12-24T09:30+01:00')
  expect(localTimeText(start, minuteOf('2027-05-15T00:00'))).toBe('2027-05-15T00:00+02:00')
})

test('a date is a whole day', () => {
  const day = at('2028-02-29', zone('Pacific/Kiritimati'))
  expect(day).toMatchObject({ minute: minuteOf('2028-02-29T00:00'), wholeDay: true })
  expect(localTimeText(day, day.minute)).toBe('2028-02-29T00:00')
})

test.each([
  '',
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
