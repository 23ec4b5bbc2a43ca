import { describe, expect, test } from 'vitest'
import { localText, toIsoWithOffset, tomorrowMorning } from '../../../src/web/plan/departure.ts'
import {
  clockText,
  distanceText,
  durationText,
  heightText,
  paceText,
  placeClock,
} from '../../../src/web/i18n/format.ts'
import { learn } from '../../../src/web/i18n/words.ts'
import de from '../../../src/language/catalogues/de.json' with { type: 'json' }

learn('de', de.page)

describe('a departure', () => {
  test('carries the offset of that moment', () => {
    expect(toIsoWithOffset('2026-11-22T08:00', () => 60)).toBe('2026-11-22T08:00:00+01:00')
    expect(toIsoWithOffset('2026-07-01T08:30', () => -570)).toBe('2026-07-01T08:30:00-09:30')
    expect(toIsoWithOffset('2026-07-01T08:30', () => 0)).toBe('2026-07-01T08:30:00+00:00')
  })

  test('that is no time is null', () => {
    for (const text of ['', 'soon', '2026-02-30T08:00', '2026-11-22 08:00']) expect(toIsoWithOffset(text)).toBeNull()
  })

  test('is tomorrow at eight where none was chosen', () => {
    expect(tomorrowMorning(new Date(2026, 10, 30, 23, 59))).toBe('2026-12-01T08:00')
    expect(localText(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
  })
})

describe('numbers', () => {
  test('have their units, and null is unknown, never 0', () => {
    expect([
      distanceText('en', 0),
      distanceText('en', 999.4),
      distanceText('en', 7037.5),
      distanceText('de', 12_345),
      distanceText('en', 123_456),
    ]).toEqual(['0\u00a0m', '999\u00a0m', '7.04\u00a0km', '12,3\u00a0km', '123\u00a0km'])
    expect([distanceText('en', null), heightText('en', null), durationText('de', null)]).toEqual([
      'unknown',
      'unknown',
      'unbekannt',
    ])
    expect([durationText('en', 59 * 60), durationText('en', 10163)]).toEqual([
      '59\u00a0min',
      '2\u00a0h\u00a049\u00a0min',
    ])
    expect([clockText(7200), clockText(3599.6), paceText(340)]).toEqual(['2:00:00', '1:00:00', '5:40'])
  })

  test('the clock of a place is the one in its own text, whatever zone the reader is in', () => {
    expect(placeClock('en', '2026-11-22T08:00:00+01:00')).toBe('Sun 08:00')
    expect(placeClock('en', 'later')).toBe('later')
  })
})
