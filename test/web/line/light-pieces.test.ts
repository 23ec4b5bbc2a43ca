import { describe, expect, test } from 'vitest'
import {
  eventsOnTheWay,
  lightPieces,
  passedAtMs,
  sunEvents,
  type LightSample,
} from '../../../src/web/line/light-pieces.ts'

const sample = (atM: number, clock: string, state: LightSample['daylight']['state']): LightSample => ({
  atM,
  arrivalAt: `2026-11-24T${clock}:00Z`,
  daylight: { state },
})
const DAY = {
  civilDawnAt: '2026-11-24T06:30:00Z',
  sunriseAt: '2026-11-24T07:00:00Z',
  sunsetAt: '2026-11-24T16:00:00Z',
  civilDuskAt: '2026-11-24T16:30:00Z',
}

describe('light along the way', () => {
  test('changes where the sun sets and dusk ends while one walks, by the hour of passing', () => {
    const samples = [sample(0, '15:00', 'DAY'), sample(2000, '16:00', 'DAY'), sample(4000, '17:00', 'NIGHT')]
    expect(lightPieces(samples, sunEvents([DAY]))).toEqual([
      { fromM: 0, toM: 2000, light: 'DAY' },
      { fromM: 2000, toM: 3000, light: 'CIVIL_TWILIGHT' },
      { fromM: 3000, toM: 4000, light: 'NIGHT' },
    ])
    expect(eventsOnTheWay(samples, sunEvents([DAY])).map(({ kind, atM }) => [kind, atM])).toEqual([
      ['sunset', 2000],
      ['dusk', 3000],
    ])
  })

  test('follows the samples where the sun does not rise or set, or nothing is known of it', () => {
    const samples = [sample(0, '11:00', 'NIGHT'), sample(100, '12:00', 'CIVIL_TWILIGHT'), sample(300, '13:00', 'NIGHT')]
    const polar = { civilDawnAt: null, sunriseAt: null, sunsetAt: null, civilDuskAt: null }
    for (const events of [sunEvents([null]), sunEvents([polar])])
      expect(lightPieces(samples, events)).toEqual([
        { fromM: 0, toM: 100, light: 'NIGHT' },
        { fromM: 100, toM: 300, light: 'CIVIL_TWILIGHT' },
      ])
  })

  test('runs over midnight into the next day', () => {
    const next = { ...DAY, civilDawnAt: '2026-11-25T06:30:00Z' }
    expect(sunEvents([DAY, next]).map(({ kind }) => kind)).toEqual([
      'dawn',
      'sunrise',
      'sunrise',
      'sunset',
      'sunset',
      'dusk',
      'dusk',
      'dawn',
    ])
  })

  test('between two samples time runs evenly; beyond the last it is unknown', () => {
    const samples = [sample(0, '15:00', 'DAY'), sample(2000, '16:00', 'DAY')]
    expect(passedAtMs(samples, 500)).toBe(Date.parse('2026-11-24T15:15:00Z'))
    expect(passedAtMs(samples, 0)).toBe(Date.parse('2026-11-24T15:00:00Z'))
    expect(passedAtMs(samples, 2001)).toBeNull()
    expect(passedAtMs([], 0)).toBeNull()
  })
})
