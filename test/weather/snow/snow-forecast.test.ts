// What a snow forecast says of itself: nothing where it is whole, and why where it is missing or shared.

import { expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import type { Unknown } from '../../../src/unknowns.ts'
import { snowForecast } from '../../../src/weather/snow/snow-forecast.ts'
import type { SnowForecastPoint, SnowForecastSource } from '../../../src/weather/snow/snow-types.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 10, 40)
const points = [1, 2].map((lon) => ({ lon, lat: 42, elevationM: null }))
const whole: SnowForecastPoint = { model: 'm', snowDepthM: 0, newSnowCm: 0, freezingLevelM: 0 }

type Answer = Awaited<ReturnType<SnowForecastSource['forecastSnow']>>
const read = (moments: SnowForecastPoint[][], apartM?: number) => {
  const answer = { moments, attribution: null, ...(apartM === undefined ? {} : { apartM }) } as unknown as Answer
  return snowForecast({ forecastSnow: async () => answer }, points, NOW_MS, { signal: new AbortController().signal })
}
const inEnglish = (unknowns: readonly Unknown[]) =>
  unknowns.map(({ code, message }) => ({ code, message: english.render(message) }))
const all = (of: SnowForecastPoint) => [
  [of, of],
  [of, of],
]

test('is for 24 and 48 hours after the full hour; a value of 0 is a value', async () => {
  const { forecast, unknowns } = await read(all(whole))
  expect(unknowns).toEqual([])
  expect([forecast.h24.validAt, forecast.h48.validAt]).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z'])
  expect(forecast.h24).toMatchObject({
    model: 'm',
    points: [
      { index: 0, ...whole },
      { index: 1, ...whole },
    ],
  })
})

test.each(['snowDepthM', 'newSnowCm', 'freezingLevelM'] as const)('a lacking %s is null and counted', async (name) => {
  for (const value of [null, Number.NaN, -2000]) {
    const { forecast, unknowns } = await read([
      [whole, { ...whole, [name]: value }],
      [whole, whole],
    ])
    expect(forecast.h24.points[1][name]).toBeNull()
    expect(inEnglish(unknowns)).toEqual([
      {
        code: 'snow_forecast_missing',
        message: '1 of 4 point forecasts lacks a value, because no model has it there.',
      },
    ])
  }
})

test('points that share a place say so, and points of several models have none in common', async () => {
  const { forecast, unknowns } = await read(
    [
      [whole, { ...whole, model: 'n' }],
      [whole, whole],
    ],
    4321,
  )
  expect(inEnglish(unknowns)).toEqual([
    { code: 'snow_forecast_shared', message: 'Snow forecasts are shared by points up to 4.3 km from their place.' },
  ])
  expect([forecast.h24.model, forecast.h48.model]).toEqual([null, 'm'])
})

test('without a provider, or an answer of it, every value is null, with the reason', async () => {
  const asking = { signal: new AbortController().signal }
  const failing = async () => {
    throw new ServiceError(say('error.forecast_failed.large'))
  }
  for (const [source, why] of [
    [null, 'no weather provider is set up.'],
    [{ forecastSnow: failing }, 'The weather provider sent too large an answer.'],
  ] as const) {
    const { forecast, unknowns } = await snowForecast(source, points, NOW_MS, asking)
    expect(inEnglish(unknowns)).toEqual([
      { code: 'snow_forecast_missing', message: `There is no snow forecast: ${why}` },
    ])
    expect(forecast.h24.points[0]).toEqual({
      ...{ index: 0, model: null, snowDepthM: null, newSnowCm: null },
      freezingLevelM: null,
    })
  }
})
