// Moments by hand: what a person who reads the text and the calendar would say.

import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/durations.ts'
import { HoursReader, type OpenState } from '../../../src/osm/dates/opening-hours.ts'

const reader = await HoursReader.load()
const minuteOf = (clock: string) => Date.parse(`${clock}Z`) / MINUTE_MS
const textOf = (minute: number | null) =>
  minute === null ? null : new Date(minute * MINUTE_MS).toISOString().slice(0, 16)

// 2026-12-01 is a Tuesday
const STATES: readonly (readonly [text: string, clock: string, state: OpenState])[] = [
  ['24/7', '2026-12-01T03:00', 'open'],
  ['Mo-Fr 08:00-18:00', '2026-12-01T08:00', 'open'],
  ['Mo-Fr 08:00-18:00', '2026-12-01T07:59', 'closed'],
  ['Mo-Fr 08:00-18:00', '2026-12-01T18:00', 'closed'],
  ['Mo-Fr 08:00-18:00', '2026-12-05T12:00', 'closed'],
  ['Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00', '2026-12-01T12:30', 'closed'],
  ['Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00', '2026-12-05T11:59', 'open'],
  ['Mo-Su 18:00-03:00', '2026-12-02T02:59', 'open'],
  ['Mo-Su 18:00-03:00', '2026-12-02T03:00', 'closed'],
  ['Jun-Sep', '2026-09-30T23:59', 'open'],
  ['Jun-Sep', '2026-10-01T00:00', 'closed'],
  ['Jun-Sep; Mo off', '2026-08-03T12:00', 'closed'],
  ['Jun-Sep; Mo off', '2026-08-04T12:00', 'open'],
  ['Jun 15-Sep 15', '2026-06-14T23:59', 'closed'],
  ['Jun 15-Sep 15', '2026-09-15T23:59', 'open'],
  ['Dec-Mar: 09:00-16:00', '2027-02-28T15:59', 'open'],
  ['Nov 20-Apr 10 10:00-16:00', '2027-01-01T09:59', 'closed'],
  ['Mo-Su,PH 10:00-12:00', '2026-12-25T11:00', 'open'],
  ['10-18', '2026-12-01T17:00', 'open'],
  ['Mai', '2026-05-31T23:00', 'open'],
  ['off', '2026-12-01T12:00', 'closed'],
  ['closed "burnt down"', '2026-12-01T12:00', 'closed'],
  ['Mo[1] 10:00-12:00', '2026-12-07T11:00', 'open'],
  ['Mo[1] 10:00-12:00', '2026-12-14T11:00', 'closed'],
  // to nobody's certain knowledge
  ['10:00+', '2026-12-01T23:00', 'unknown'],
  ['10:00+', '2026-12-01T09:00', 'closed'],
  ['"by appointment"', '2026-12-01T12:00', 'unknown'],
  ['Mo-Fr 08:00-18:00 "for groups"', '2026-12-01T12:00', 'unknown'],
  ['Mo-Fr 08:00-18:00 || "ask at the bar"', '2026-12-05T12:00', 'unknown'],
  ['2026 Jun 13-2026 Oct 5', '2026-10-05T12:00', 'open'],
  ['2026 Jun 13-2026 Oct 5', '2026-10-06T12:00', 'closed'],
  ['2026 Jun 13-2026 Oct 5', '2027-07-01T12:00', 'unknown'],
  ['2025-2026 Jun-Sep', '2024-07-01T12:00', 'unknown'],
  ['2026+ Jun-Sep', '2040-07-01T12:00', 'open'],
  ['Jun-Sep; 2026 Aug 3 off', '2027-07-01T12:00', 'unknown'],
]
const NOT_UNDERSTOOD = [
  'sunrise-sunset',
  'Mo-Fr 08:30-20:00; PH off',
  'Mo,We 12:00-18:00; SH off',
  'dawn-dusk',
  'Tu-Sa 10:00-19:00: Su 10:00-14:00',
  'in summer',
  'spring and autumn',
  'closed in bad weather',
  'ask',
  '',
  'x'.repeat(300),
]

describe('opening hours', () => {
  test.each(STATES)('%s at %s: %s', (text, clock, state) => {
    expect(reader.read(text)?.stateAt(minuteOf(clock))).toBe(state)
  })

  test.each(NOT_UNDERSTOOD)('%s is not understood', (text) => expect(reader.read(text)).toBe(null))

  test.each([
    ['Mo-Fr 08:00-18:00', '2026-12-01T12:00', '2026-12-01T18:00'],
    ['Mo-Fr 08:00-18:00', '2026-12-04T18:00', '2026-12-07T08:00'],
    ['Jun-Sep', '2026-12-01T12:00', '2027-06-01T00:00'],
    ['Mo-Fr 08:00-18:00 "for groups"', '2026-12-01T12:00', '2026-12-01T18:00'],
    ['24/7', '2026-12-01T12:00', null],
    ['off', '2026-12-01T12:00', null],
    ['2026 Jun 13-2026 Oct 5', '2026-07-01T12:00', '2026-10-06T00:00'],
    ['2026 Jun 13-2026 Oct 5', '2026-11-01T12:00', null],
    ['2026', '2026-11-01T12:00', null],
    ['Feb 29', '2026-12-01T12:00', null],
  ])('of %s at %s are others from %s', (text, clock, next) => {
    expect(textOf(reader.read(text)!.nextChange(minuteOf(clock)))).toBe(next)
  })

  test('change at no other time than they say', () => {
    for (const text of new Set(STATES.map(([one]) => one))) {
      const hours = reader.read(text)!
      let minute = minuteOf('2026-06-10T00:00')
      for (let i = 0; i < 20; i++) {
        const next = hours.nextChange(minute)
        if (next === null) break
        expect(hours.stateAt(next), text).not.toBe(hours.stateAt(minute))
        for (let at = minute; at < next; at += Math.max(1, Math.floor((next - minute) / 50)))
          expect(hours.stateAt(at), `${text} ${textOf(at)}`).toBe(hours.stateAt(minute))
        minute = next
      }
    }
  })

  test('are the same whatever the zone of the process, which stays what it was', () => {
    const before = process.env.TZ
    try {
      for (const [i, zone] of ['America/New_York', 'Pacific/Auckland', undefined].entries()) {
        if (zone === undefined) delete process.env.TZ
        else process.env.TZ = zone
        const hours = reader.read(`Mo-Fr 08:0${i}-18:00`)!
        expect(hours.stateAt(minuteOf('2026-12-01T17:59'))).toBe('open')
        expect(textOf(hours.nextChange(minuteOf('2026-12-01T12:00')))).toBe('2026-12-01T18:00')
        expect(process.env.TZ).toBe(zone)
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
