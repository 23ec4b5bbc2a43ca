import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { say } from '../../src/language/sentence.ts'
import { HOUR_MS } from '../../src/durations.ts'
import { routeWeather } from '../../resolvers/route-weather.ts'
import { ServiceError } from '../../src/errors.ts'
import { english } from '../../src/language/catalogue-files.ts'
import type { Services } from '../../src/services.ts'
import { buildSeries } from '../../src/weather/build-series.ts'
import { ForecastSource } from '../../src/weather/forecast-source.ts'
import { readRouteWeather, scanDepartures } from '../../src/weather/route-weather.ts'
import type { RouteWeatherParts } from '../../src/weather/weather-samples.ts'
import type { RouteSample } from '../../src/weather/route-samples.ts'
import { sunTimes } from '../../src/weather/sun-times.ts'
import { type ProviderServer, goodAnswer, json, startProvider } from './provider-server.ts'

const DAY = Date.UTC(2026, 10, 21)
const hours = Array.from({ length: 72 }, (_, hour) => hour)

/** Temperature counts the hours; the wind turns 30 degrees an hour; one cell at 1,000 m. */
function parts(
  samples: Partial<RouteSample>[],
  { timezone = 'Europe/Andorra' as string | null, stops = [] as RouteWeatherParts['stops'], probability = false } = {},
): RouteWeatherParts {
  const series = buildSeries({
    lon: 1.5,
    lat: 42.5,
    timezone,
    startMs: DAY,
    hourCount: 72,
    probabilities: probability ? [{ id: 'p', pct: hours.map((hour) => (hour === 12 ? 100 : 0)) }] : [],
    models: [
      {
        id: 'm',
        cellHeightM: 1000,
        columns: {
          tempC: hours.map((hour) => hour / 2),
          precipMm: hours.map((hour) => (hour === 12 ? 9 : 0)),
          windKmh: hours.map(() => 10),
          windDirDeg: hours.map((hour) => (hour * 30) % 360),
          gustKmh: hours.map((hour) => 20 + hour),
          weatherCode: hours.map((hour) => hour % 4),
        },
      },
    ],
  })
  return {
    samples: samples.map(
      (sample, i): RouteSample => ({
        kind: i === 0 ? 'start' : i === samples.length - 1 ? 'end' : 'along',
        atM: i * 1000,
        lon: 1.5,
        lat: 42.5,
        heightM: 1000,
        bearingDeg: 90,
        movingS: 0,
        ...sample,
      }),
    ),
    stops,
    placeOf: samples.map(() => 0),
    freezingLevel: false,
    answer: {
      provider: { id: 'p', attribution: say('source.named', { name: 'a' }), licence: 'l', synthetic: false },
      runs: new Map(),
      points: [{ series, missing: null, notes: [], fetchedAtMs: DAY, freshUntilMs: DAY + HOUR_MS }],
    },
  }
}

describe('the weather of a sample', () => {
  test('is that of the nearest full hour; half an hour counts up', () => {
    const minutes = [0, 29, 30, 31, 89, 90]
    const { samples } = readRouteWeather(parts(minutes.map((minute) => ({ movingS: minute * 60 }))), DAY + 8 * HOUR_MS)
    expect(samples.map(({ weather }) => weather!.tempC)).toEqual([4, 4, 4.5, 4.5, 4.5, 5])
    expect(samples.map(({ weather }) => weather!.time.slice(11))).toEqual([
      '09:00+01:00',
      '09:00+01:00',
      '10:00+01:00',
      '10:00+01:00',
      '10:00+01:00',
      '11:00+01:00',
    ])
  })

  // Open-Meteo stamps sums with the end of their hour (open-meteo/open-meteo#1451,
  // jeroenterheerdt/HAsmartirrigation#835)
  test('has the rain, its probability and the gusts of the hour in which it arrives, which it names', () => {
    const minutes = [-1, 0, 1, 20, 59, 60]
    const { samples, sections } = readRouteWeather(
      parts(
        minutes.map((minute) => ({ movingS: minute * 60 })),
        { probability: true },
      ),
      DAY + 11 * HOUR_MS,
    )
    expect(samples.map(({ weather }) => weather!.precipMm)).toEqual([0, 9, 9, 9, 9, 0])
    expect(samples.map(({ weather }) => weather!.precipProbabilityPct)).toEqual([0, 100, 100, 100, 100, 0])
    expect(samples.map(({ weather }) => weather!.gustKmh)).toEqual([31, 32, 32, 32, 32, 33])
    expect(samples[3].weather!.sums).toEqual({
      fromUtc: '2026-11-21T11:00:00.000Z',
      toUtc: '2026-11-21T12:00:00.000Z',
      model: 'm',
    })
    expect(sections[0]).toMatchObject({ precipMm: { min: 0, max: 9 }, precipProbabilityPct: { min: 0, max: 100 } })
  })

  test('has no rain where the forecast ends with the hour of arrival, and not that of another hour', () => {
    const { weather } = readRouteWeather(parts([{}, {}]), DAY + 71.2 * HOUR_MS).samples[0]
    expect(weather).toMatchObject({ tempC: 35.5, precipMm: null, precipProbabilityPct: null, gustKmh: null })
    expect(weather!.sums).toMatchObject({ toUtc: '2026-11-24T00:00:00.000Z', model: null })
  })

  test('has the wind against, with and across the direction of travel, positive from ahead and from the right', () => {
    // hour 3: wind from the east; hour 6: from the south; hour 9: from the west; hour 0: from the north
    const at = (hour: number, bearingDeg: number) =>
      readRouteWeather(parts([{ bearingDeg }, { bearingDeg }]), DAY + hour * HOUR_MS).samples[0].weather!
    expect(at(3, 90)).toMatchObject({ headwindKmh: 10, crosswindKmh: 0, windSide: 'head' })
    expect(at(9, 90)).toMatchObject({ headwindKmh: -10, crosswindKmh: 0, windSide: 'tail' })
    expect(at(6, 90)).toMatchObject({ headwindKmh: 0, crosswindKmh: 10, windSide: 'cross' })
    expect(at(0, 90)).toMatchObject({ headwindKmh: 0, crosswindKmh: -10, windSide: 'cross' })
    expect(at(1, 0)).toMatchObject({ headwindKmh: 8.7, crosswindKmh: 5, windSide: 'head' })
    expect(at(3, 270)).toMatchObject({ headwindKmh: -10, windSide: 'tail' })
  })

  test('is brought to the height of the sample by 6.5 K/km and no other value is', () => {
    const { samples } = readRouteWeather(parts([{ heightM: 3000 }, { heightM: null }]), DAY + 20 * HOUR_MS)
    expect(samples[0]).toMatchObject({ forecastElevationM: 3000, weather: { tempC: -3, windKmh: 10 } })
    expect(samples[1]).toMatchObject({ forecastElevationM: null, weather: { tempC: 10, windKmh: 10 } })
    const ofCell = parts([{ heightM: 3000 }])
    ofCell.answer.points[0].series!.models[0].cellHeightM = null
    expect(readRouteWeather(ofCell, DAY + 20 * HOUR_MS).samples[0]).toMatchObject({
      ...{ forecastElevationM: null, weather: { tempC: 10 } },
    })
  })

  test('says why it is missing: half an hour before the first hour or after the last, no model, no forecast', () => {
    const whyAt = (departureMs: number, of = parts([{}, {}])) => {
      const [{ weather, missing }] = readRouteWeather(of, departureMs).samples
      expect(weather === null).toBe(missing !== null)
      return missing?.code ?? null
    }
    const minutes = (count: number) => count * 60_000
    const endMs = DAY + 71 * HOUR_MS
    expect(whyAt(DAY - minutes(31))).toBe('reason.sample.before')
    expect(whyAt(DAY - minutes(30))).toBeNull()
    expect(whyAt(endMs + minutes(29))).toBeNull()
    expect(whyAt(endMs + minutes(30))).toBe('reason.sample.beyond')
    const none = parts([{}, {}])
    const [point] = none.answer.points
    point.series!.hourModel[12] = -1
    expect([11, 12, 13].map((hour) => whyAt(DAY + hour * HOUR_MS, none))).toEqual([
      null,
      'reason.sample.no_model',
      null,
    ])
    const given = say('reason.forecast.no_model')
    const without = (missing: typeof given | null) => ({
      ...none,
      answer: { ...none.answer, points: [{ ...point, series: null, missing }] },
    })
    expect([null, given].map((missing) => whyAt(DAY, without(missing)))).toEqual([
      'reason.sample.no_forecast',
      given.code,
    ])
  })

  test('knows day, twilight and night at the arrival, and the sun of that day of the place', () => {
    const { sunriseMs, sunsetMs, civilDuskMs } = sunTimes(1.5, 42.5, DAY + 11 * HOUR_MS)
    const stateAt = (ms: number) => readRouteWeather(parts([{}, {}]), ms).samples[0].daylight
    expect(
      [sunriseMs! + 120_000, sunsetMs! - 120_000, sunsetMs! + 120_000, civilDuskMs! + 120_000, DAY + 2 * HOUR_MS].map(
        (ms) => stateAt(ms).state,
      ),
    ).toEqual(['day', 'day', 'civil_twilight', 'night', 'night'])
    expect(stateAt(DAY + 12 * HOUR_MS)).toEqual({
      state: 'day',
      sunriseUtc: new Date(sunriseMs!).toISOString(),
      sunsetUtc: new Date(sunsetMs!).toISOString(),
      civilDuskUtc: new Date(civilDuskMs!).toISOString(),
    })
  })

  test('is given by the clock of the place, whether or not the provider names its zone', () => {
    for (const timezone of ['Europe/Andorra', null, 'Nowhere/Nothing'])
      expect(readRouteWeather(parts([{}, {}], { timezone }), DAY + 8 * HOUR_MS).samples[0].arrivalLocal).toBe(
        '2026-11-21T09:00+01:00',
      )
  })
})

describe('sections', () => {
  test('range from mark to mark over what their samples have, and hold nothing that weighs one value against another', () => {
    const { sections } = readRouteWeather(
      parts([{}, { movingS: 3600 }, { kind: 'high', movingS: 7200 }, { movingS: 10_800 }]),
      DAY + 8 * HOUR_MS,
    )
    expect(
      sections.map(({ fromM, toM, tempC, gustKmh, weatherCodes }) => [fromM, toM, tempC, gustKmh, weatherCodes]),
    ).toEqual([
      [0, 2000, { min: 4, max: 5 }, { min: 29, max: 31 }, [0, 1, 2]],
      [2000, 3000, { min: 5, max: 5.5 }, { min: 31, max: 32 }, [2, 3]],
    ])
    expect(Object.keys(sections[0])).toEqual([
      'fromM',
      'toM',
      'fromUtc',
      'toUtc',
      'tempC',
      'precipMm',
      'precipProbabilityPct',
      'windKmh',
      'gustKmh',
      'weatherCodes',
      'missingShare',
    ])
    expect(sections[0].precipProbabilityPct).toBeNull()
  })

  test('of a scan are each what the route at that departure has, stops honoured', () => {
    const own = parts([{}, { movingS: 3600 }, { movingS: 7200 }], { stops: [{ atM: 500, seconds: 1800 }] })
    const departures = Array.from({ length: 24 }, (_, i) => DAY + i * HOUR_MS)
    scanDepartures(own, departures).forEach((entry, i) => {
      const { samples } = readRouteWeather(own, departures[i])
      const temps = samples.map(({ weather }) => weather!.tempC!)
      expect(entry).toMatchObject({
        departureUtc: new Date(departures[i]).toISOString(),
        arrivalUtc: samples[2].arrivalUtc,
        tempC: { min: Math.min(...temps), max: Math.max(...temps) },
      })
      expect(Date.parse(entry.arrivalUtc) - departures[i]).toBe(9_000_000)
      expect(entry.darkSamples).toBe(samples.filter(({ daylight }) => daylight.state === 'night').length)
    })
  })
})

describe('a line of 120 km', () => {
  let provider: ProviderServer
  beforeEach(async () => {
    provider = await startProvider()
  })
  afterEach(() => provider.close())

  test('is one forecast call and one ensemble call, metadata once a model; the next departure asks nothing', async () => {
    const columns = ['temperature_2m', 'precipitation', 'wind_speed_10m']
    provider.on.forecast = (request, response) =>
      json(
        goodAnswer(
          request,
          () => 5,
          columns.flatMap((name) => ['icon_global', 'gfs_global'].map((model) => `${name}_${model}`)),
          { startS: DAY / 1000 - 86_400 },
        ),
      )(request, response)
    provider.on.ensemble = (request, response) =>
      json(
        goodAnswer(
          request,
          () => 1,
          ['precipitation', ...Array.from({ length: 9 }, (_, i) => `precipitation_member0${i + 1}`)],
          { startS: DAY / 1000 - 86_400 },
        ),
      )(request, response)
    provider.on.meta = json({
      last_run_initialisation_time: DAY / 1000,
      last_run_availability_time: DAY / 1000 + 7200,
      update_interval_seconds: 21_600,
    })
    const nowMs = DAY + 8 * HOUR_MS
    const services = {
      weather: new ForecastSource({
        nowMs: () => nowMs,
        url: provider.url,
        ensembleUrl: provider.url,
        apiKey: null,
        retries: 0,
      }),
      clock: { nowMs: () => nowMs },
      version: '0',
      releases: { findLive: () => null },
      run: async () => {
        throw new ServiceError('network_unavailable', 'No network is published.')
      },
      terrain: {
        sample: async (_: string, points: readonly unknown[]) => ({
          release: 't',
          z: 12,
          heightsM: points.map(() => 1000),
        }),
      },
    } as unknown as Services
    const geometry = {
      type: 'LineString',
      coordinates: Array.from({ length: 5000 }, (_, i) => [170 + (i / 5000) * 1.43, -43.5]),
    }
    const context = { signal: new AbortController().signal } as never
    const answer = await routeWeather.run(
      { departure: '2026-11-21T09:00:00Z', geometry, kmh: 20, profile: 'bike' },
      services,
      context,
    )
    const callsTo = (path: string) => provider.requested.filter(({ pathname }) => pathname.startsWith(path))
    expect(answer.samples.length).toBeGreaterThan(55)
    expect(
      answer.samples.every(
        ({ weather }) =>
          weather !== null &&
          weather.model === 'icon_global' &&
          weather.precipProbabilityPct === 100 &&
          weather.probabilityModel === 'ecmwf_ifs025_ensemble',
      ),
    ).toBe(true)
    expect([callsTo('/v1/forecast').length, callsTo('/v1/ensemble').length]).toEqual([1, 1])
    expect(
      callsTo('/data/')
        .map(({ pathname }) => pathname)
        .sort(),
    ).toEqual([
      '/data/dwd_icon/static/meta.json',
      '/data/ecmwf_ifs025_ensemble/static/meta.json',
      '/data/ncep_gfs013/static/meta.json',
    ])
    // places that round to one are asked once
    const requested = callsTo('/v1/forecast')[0].searchParams
    expect(new Set(requested.get('longitude')!.split(',')).size).toBe(requested.get('longitude')!.split(',').length)
    expect(answer.forecast).toMatchObject({
      issuedAt: new Date(DAY).toISOString(),
      provider: {
        id: 'open-meteo',
        licence: 'CC BY 4.0',
        attribution: { values: { name: expect.stringContaining('Open-Meteo') } },
      },
    })
    const count = provider.requested.length
    await routeWeather.run({ departure: '2026-11-21T10:00:00Z', geometry, kmh: 20, profile: 'bike' }, services, context)
    expect(provider.requested).toHaveLength(count)
  })
})

test('an unknown counts the samples that it is of', () => {
  const { unknowns } = readRouteWeather(parts([{}, { movingS: 100 * 3600 }]), DAY)
  expect(unknowns.map(({ message }) => english.render(message))).toEqual([
    '1 of 2 samples has no forecast; it says why.',
    '1 of 2 samples has no probability of precipitation: it is unknown, not 0.',
  ])
})
