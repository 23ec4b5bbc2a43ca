// What an event says of the forecasts that it was made from.

import { describe, expect, test } from 'vitest'
import { forecastMark, issuedAtOf, watchForecasts } from '../../../../schema/http/subscriptions/watch-forecasts.ts'
import type { Services } from '../../../../src/services.ts'

const given = (runs: Record<string, number | null>, fetchedAtMs = 1) => ({
  ...{ fetchedAtMs, freshUntilMs: 1 },
  runs: new Map(Object.entries(runs)),
})

describe('when the oldest run began', () => {
  test.each([
    ['of several', { a: 30, b: 10, c: 20 }, 10],
    ['of one', { a: 30 }, 30],
    ['of none', {}, null],
    ['where the provider does not say of one', { a: 30, b: null }, null],
  ])('%s', (_, runs, issuedAtMs) => {
    expect(issuedAtOf(given(runs))).toBe(issuedAtMs)
  })
})

test('another run of any model is another state; another fetch is one only where a run is not known', () => {
  const mark = (runs: Record<string, number | null>, fetchedAtMs?: number) => forecastMark(given(runs, fetchedAtMs))
  expect(mark({ a: 1, b: 2 }, 1)).toBe(mark({ b: 2, a: 1 }, 9))
  expect(mark({ a: 1, b: 2 })).not.toBe(mark({ a: 1, b: 3 }))
  expect(mark({ a: 1, b: 2 })).not.toBe(mark({ a: 1 }))
  expect(mark({ a: 1, b: null }, 1)).not.toBe(mark({ a: 1, b: null }, 9))
})

test('of all that was given the oldest fetch counts, and the first that is no longer fresh; what did not come counts nothing', async () => {
  const points = [
    [5, 80, ['a']],
    [3, 90, ['b']],
    [9, 70, ['a', 'c']],
    [1, 10, null],
  ].map(([fetchedAtMs, freshUntilMs, models]) => ({
    ...{ fetchedAtMs, freshUntilMs },
    series: models === null ? null : { models: (models as string[]).map((id) => ({ id })) },
  }))
  const runs = new Map([
    ['a', 100],
    ['b', 200],
  ])
  const { services, given: seen } = watchForecasts({
    weather: { getSeries: async (places: readonly number[]) => ({ points: places.map((i) => points[i]), runs }) },
  } as unknown as Services)
  expect(seen).toEqual({ fetchedAtMs: Infinity, freshUntilMs: Infinity, runs: new Map() })
  for (const places of [[0], [1, 2], [3]]) await services.weather.getSeries(places as never, 1, {} as never)
  expect(seen.fetchedAtMs).toBe(3)
  expect(seen.freshUntilMs).toBe(70)
  expect(Object.fromEntries(seen.runs)).toEqual({ a: 100, b: 200, c: null })
})
