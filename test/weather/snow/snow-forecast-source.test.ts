import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { type LonLat, distanceM } from '../../../src/geo/lon-lat.ts'
import { buildSeries, SNOW_CORES } from '../../../src/weather/build-series.ts'
import { SAMPLE, chooseSource } from '../../../src/weather/open-weather.ts'
import { MAX_SNOW_PLACES, sharePlaces, toSnowForecastSource } from '../../../src/weather/snow/snow-forecast-source.ts'
import { snowForecast } from '../../../src/weather/snow/snow-forecast.ts'
import { say } from '../../../src/language/sentence.ts'
import type { WeatherSource } from '../../../src/weather/weather-source.ts'
import { between } from '../../support/arbitraries.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12, 40)
const START_MS = Date.UTC(2026, 10, 20)
const requested: { places: readonly LonLat[]; kind: string | undefined }[] = []

/** Depth counts the hours in cm; 1 cm falls each hour; the second model lacks the second day on. */
const source: WeatherSource = {
  async getSeries(places, _days, _signal, kind) {
    requested.push({ places, kind })
    const hours = Array.from({ length: 120 }, (_, hour) => hour)
    const columns = {
      tempC: hours.map(() => -2),
      snowDepthM: hours.map((hour) => hour / 100),
      newSnowCm: hours.map(() => 1),
      freezingLevelM: hours.map((hour) => 1000 + hour),
    }
    const fine = {
      ...columns,
      snowDepthM: hours.map((hour) => (hour < 62 ? 3 : NaN)),
      freezingLevelM: hours.map((hour) => (hour < 62 ? 500 : NaN)),
      newSnowCm: hours.map((hour) => (hour < 62 ? 0 : NaN)),
      tempC: hours.map((hour) => (hour < 62 ? -1 : NaN)),
    }
    return {
      provider: { id: 'p', attribution: say('source.named', { name: 'Words' }), licence: 'L', synthetic: false },
      runs: new Map(),
      points: places.map(([lon, lat], i) => ({
        series:
          i === 1
            ? null
            : buildSeries(
                {
                  lon,
                  lat,
                  timezone: 'UTC',
                  startMs: START_MS,
                  hourCount: 120,
                  models: [
                    { id: 'fine', cellHeightM: 1, columns: fine },
                    { id: 'coarse', cellHeightM: 1, columns },
                  ],
                  probabilities: [],
                },
                SNOW_CORES,
              ),
        missing: i === 1 ? say('reason.forecast.no_model') : null,
        notes: [],
        fetchedAtMs: NOW_MS,
        freshUntilMs: NOW_MS,
      })),
    }
  },
}
const at = (lon: number, lat: number) => ({ lon, lat, elevationM: null })

describe('a snow forecast from a weather source', () => {
  test('takes each moment from its own hour and model, and new snow of the 24 hours before', async () => {
    const { forecast, unknowns, attribution } = await snowForecast(
      toSnowForecastSource(source),
      [at(1.5, 42.5), at(1.9, 42.9), at(1.5001, 42.5001)],
      NOW_MS,
      new AbortController(),
    )
    expect(requested.at(-1)).toEqual({
      places: [
        [1.5, 42.5],
        [1.9, 42.9],
      ],
      kind: 'snow',
    })
    // hour 60 of the series, then hour 84
    expect([forecast.h24.validAt, forecast.h48.validAt]).toEqual([
      '2026-11-22T12:00:00.000Z',
      '2026-11-23T12:00:00.000Z',
    ])
    expect(forecast.h24.points[0]).toEqual({
      index: 0,
      model: 'fine',
      snowDepthM: 3,
      newSnowCm: 0,
      freezingLevelM: 500,
    })
    expect(forecast.h48.points[0]).toEqual({
      index: 0,
      model: 'coarse',
      snowDepthM: 0.84,
      newSnowCm: 24,
      freezingLevelM: 1084,
    })
    expect(forecast.h48.points[1]).toEqual({
      index: 1,
      model: null,
      snowDepthM: null,
      newSnowCm: null,
      freezingLevelM: null,
    })
    expect(forecast.h24.points[2]).toEqual({ ...forecast.h24.points[0], index: 2 })
    expect([forecast.h24.model, forecast.h48.model]).toEqual(['fine', 'coarse'])
    expect(attribution).toEqual({ text: say('source.named', { name: 'Words' }), licence: 'L', url: null })
    expect(unknowns.map(({ code }) => code)).toEqual(['snow_forecast_missing'])
  })

  test('in the demo region is synthetic and says so; elsewhere the sample gives nothing', async () => {
    const demo = toSnowForecastSource(
      chooseSource({ findLive: () => ({ synthetic: true, bbox: [-41, 33, -40, 34] }) as never }, null, () => NOW_MS),
    )
    const inside = await snowForecast(demo, [at(-40.4, 33.4)], NOW_MS, new AbortController())
    expect(inside.forecast.h24.model).toMatch(/synthetic/)
    expect(inside.attribution?.text).toBe(SAMPLE.attribution)
    const outside = await snowForecast(demo, [at(1.5, 42.5)], NOW_MS, new AbortController())
    expect(outside.forecast.h24.points[0].snowDepthM).toBeNull()
    expect(outside.unknowns[0].code).toBe('snow_forecast_missing')
  })

  test('a fault of any kind leaves nulls and a reason that shows nothing of the inside', async () => {
    for (const fault of [
      new ServiceError('forecast_failed', 'The weather provider refused.'),
      new TypeError('secret inside'),
    ]) {
      const { forecast, unknowns } = await snowForecast(
        { forecastSnow: () => Promise.reject(fault) },
        [at(1, 42)],
        NOW_MS,
        new AbortController(),
      )
      expect(forecast.h24.points).toEqual([
        { index: 0, model: null, snowDepthM: null, newSnowCm: null, freezingLevelM: null },
      ])
      expect(unknowns).toHaveLength(1)
      expect(unknowns[0].message).not.toContain('secret')
    }
  })
})

test('no more places are asked than the limit, and a point is never far from its own', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(between(1, 3), between(42, 43)), {
        minLength: 1,
        maxLength: 512,
      }),
      (points) => {
        const { places, placeOf, apartM } = sharePlaces(points)
        expect(places.length).toBeLessThanOrEqual(MAX_SNOW_PLACES)
        expect(placeOf).toHaveLength(points.length)
        placeOf.forEach((place, i) => {
          if (place >= 0)
            expect(distanceM(points[i][0], points[i][1], places[place][0], places[place][1])).toBeLessThanOrEqual(
              apartM,
            )
        })
        expect(apartM).toBeLessThan(16_000)
        if (points.length <= MAX_SNOW_PLACES) expect(placeOf).not.toContain(-1)
      },
    ),
    { numRuns: 60 },
  )
})
