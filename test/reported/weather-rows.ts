// What the weather along a route and the snow at points report.

import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { HOUR_MS } from '../../src/durations.ts'
import { routeSnow } from '../../resolvers/snow.ts'
import { buildSeries } from '../../src/weather/build-series.ts'
import { readRouteWeather } from '../../src/weather/route-weather.ts'
import { judgeSample, observedSnow } from '../../src/weather/snow/route-snow.ts'
import { snowForecast } from '../../src/weather/snow/snow-forecast.ts'
import type { SnowReason } from '../../src/weather/snow/snow-products.ts'
import type { SnowForecastPoint, SnowForecastSource, SnowInfo, SnowSample } from '../../src/weather/snow/snow-types.ts'
import type { Services } from '../../src/services.ts'
import { type Case, reportedBy, type Row, type Rows } from './row.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const HOURS = 48

/** Two samples at noon, of which everything is known. */
function weather({
  atHour = 12,
  cellHeightM = 1000 as number | null,
  heightM = 1000 as number | null,
  pct = 0 as number | null,
  synthetic = false,
}): Case {
  const hours = Array.from({ length: HOURS })
  const series = buildSeries({
    ...{ lon: 1.5, lat: 42.5, timezone: null, startMs: NOW_MS - 12 * HOUR_MS, hourCount: HOURS },
    probabilities: pct === null ? [] : [{ id: 'p', pct: hours.map(() => pct) }],
    models: [
      {
        ...{ id: 'm', cellHeightM },
        columns: {
          tempC: hours.map(() => 0),
          precipMm: hours.map(() => 0),
          windKmh: hours.map(() => 0),
          windDirDeg: hours.map(() => 0),
          gustKmh: hours.map(() => 0),
          weatherCode: hours.map(() => 0),
        },
      },
    ],
  })
  const sample = { lon: 1.5, lat: 42.5, heightM, bearingDeg: 90, movingS: 0 }
  return () =>
    reportedBy(
      readRouteWeather(
        {
          samples: [
            { kind: 'start', atM: 0, ...sample },
            { kind: 'end', atM: 1000, ...sample },
          ],
          ...{ stops: [], placeOf: [0, 0], freezingLevel: false },
          answer: {
            provider: { id: 'p', attribution: say('source.named', { name: 'a' }), licence: 'l', synthetic },
            runs: new Map(),
            points: [{ series, missing: null, notes: [], fetchedAtMs: NOW_MS, freshUntilMs: NOW_MS }],
          },
        },
        NOW_MS + (atHour - 12) * HOUR_MS,
      ),
    )
}
const whole = weather({})

export const WEATHER_ROWS: Rows = {
  'unknown weather_missing': {
    must: { 'after the last hour': weather({ atHour: HOURS + 1 }) },
    mustNot: { whole, 'the last hour': weather({ atHour: HOURS - 1 }) },
  },
  'unknown probability_missing': {
    must: { 'no ensemble': weather({ pct: null }) },
    mustNot: { 'of 0 %': whole, 'where there is no forecast at all': weather({ pct: null, atHour: HOURS + 1 }) },
  },
  'unknown weather_height_unknown': {
    must: { 'of the sample': weather({ heightM: null }), 'of the cell': weather({ cellHeightM: null }) },
    mustNot: { whole, 'at sea level': weather({ heightM: 0, cellHeightM: 0 }) },
  },
  'unknown weather_synthetic': { must: { 'made up': weather({ synthetic: true }) }, mustNot: { whole } },
}

const POINT: SnowForecastPoint = { model: 'm', snowDepthM: 0, newSnowCm: 0, freezingLevelM: 0 }

const noForecast = async (): Promise<never> => {
  throw new ServiceError(say('error.forecast_unavailable.none'))
}

function forecast(point: Partial<SnowForecastPoint> | null, apartM?: number, refuse?: typeof noForecast): Case {
  const one = { ...POINT, ...point }
  const answer = { moments: [[one], [POINT]], attribution: null, ...(apartM === undefined ? {} : { apartM }) }
  const source = point === null ? null : { forecastSnow: refuse ?? (async () => answer as never) }
  return async () =>
    reportedBy(
      await snowForecast(source as SnowForecastSource | null, [{ lon: 1.5, lat: 42.5, elevationM: null }], NOW_MS, {
        signal: new AbortController().signal,
      }),
    )
}

export const SNOW_FORECAST_ROWS: Rows = {
  'unknown snow_forecast_missing': {
    must: {
      'no provider': forecast(null),
      'a provider that refuses': forecast({}, undefined, noForecast),
      'no depth': forecast({ snowDepthM: null }),
      'no new snow': forecast({ newSnowCm: null }),
      'no freezing level': forecast({ freezingLevelM: null }),
    },
    mustNot: { 'values of 0': forecast({}), shared: forecast({}, 2000) },
  },
  'unknown snow_forecast_shared': {
    must: { shared: forecast({}, 2000) },
    mustNot: { 'each its own': forecast({}), 'no provider': forecast(null) },
  },
}

const INFO: SnowInfo = {
  ...{ id: 'x-1', product: 'fsc', observedFrom: null, observedTo: null, promotedAt: '', bytes: 1, sha256: '' },
  attribution: { text: say('source.named', { name: '' }), licence: null, url: null },
}

/** Points 0 and 0.01 degrees east; `value` of each pixel, and the height of the terrain. */
function snow({ value = 0, heightM = 1000 as number | null, east = 0.01 }): Case {
  const points: [number, number][] = [
    [1.5, 42.5],
    [1.5 + east, 42.5],
  ]
  return async () => {
    const services = {
      clock: { nowMs: () => NOW_MS },
      snow: { observe: async () => ({ info: INFO, samples: points.map(() => ({ value, observedAtMs: NOW_MS })) }) },
      terrain: { sample: async () => ({ heightsM: points.map(() => heightM) }) },
      snowForecast: null,
    } as unknown as Services
    return reportedBy(await routeSnow.run({ points }, services, { signal: new AbortController().signal } as never))
  }
}

export const SNOW_ROWS: Rows = {
  'unknown snow_not_observed': {
    must: { cloud: snow({ value: 205 }), 'between clear and snow': snow({ value: 30 }) },
    mustNot: { clear: snow({}), snow: snow({ value: 90 }) },
  },
  'unknown snow_between_samples': {
    must: { 'far apart': snow({}) },
    mustNot: { 'in one place': snow({ east: 0 }) },
  },
  'unknown terrain_void': {
    must: { 'no height': snow({ heightM: null }) },
    mustNot: { 'at sea level': snow({ heightM: 0 }) },
  },
}

/** Of one value, seen so many hours ago (null: at an unknown time). */
function judged(value: number | null, product: SnowInfo['product'] = 'fsc', ageH: number | null = 1): Case {
  const sample: SnowSample = { value, observedAtMs: ageH === null ? null : NOW_MS - ageH * HOUR_MS }
  return () => [judgeSample(product, sample, NOW_MS).reason ?? 'none']
}
const observed = (observation: Parameters<typeof observedSnow>[3]): Case => {
  return () => observedSnow([[1.5, 42.5]], [0], [], observation, NOW_MS).points.map(({ reason }) => reason ?? 'none')
}
const clear = judged(0)

export const SNOW_REASON_ROWS: Record<SnowReason, Row> = {
  no_observation: {
    must: { 'no raster': observed(null) },
    mustNot: { 'a raster that is not there': observed({ info: INFO, samples: [null] }), clear },
  },
  outside_raster: {
    must: { 'no pixel': observed({ info: INFO, samples: [null] }) },
    mustNot: { 'no raster': observed(null), clear },
  },
  no_data: {
    must: { null: judged(null), 255: judged(255), 'MODIS 200': judged(200, 'mod10a1') },
    mustNot: { clear, 200: judged(200), 'a share of nothing': judged(0, 'fraction') },
  },
  cloud: {
    must: { 205: judged(205), 'MODIS 250': judged(250, 'mod10a1') },
    mustNot: { 250: judged(250), 'MODIS 205': judged(205, 'mod10a1') },
  },
  night: { must: { 'MODIS 211': judged(211, 'cgf') }, mustNot: { 211: judged(211) } },
  inland_water: {
    must: { 210: judged(210), 'MODIS 237': judged(237, 'mod10a1') },
    mustNot: { 237: judged(237), 'MODIS 239': judged(239, 'mod10a1') },
  },
  ocean: { must: { 'MODIS 239': judged(239, 'mod10a1') }, mustNot: { 239: judged(239) } },
  no_decision: { must: { 'MODIS 201': judged(201, 'mod10a1') }, mustNot: { 201: judged(201) } },
  saturated: { must: { 'MODIS 254': judged(254, 'mod10a1') }, mustNot: { 254: judged(254) } },
  undocumented_code: {
    must: {
      101: judged(101),
      'a part of one': judged(50.5),
      negative: judged(-1),
      'a share over 1': judged(1.01, 'fraction'),
    },
    mustNot: { 100: judged(100), 205: judged(205), 'a share': judged(0.505, 'fraction') },
  },
  partial_cover: {
    must: { 11: judged(11), 49: judged(49), 'NDSI 39': judged(39, 'mod10a1'), 'a share': judged(0.3, 'fraction') },
    mustNot: { 10: judged(10), 50: judged(50), 'NDSI 40': judged(40, 'mod10a1'), cloud: judged(205) },
  },
  age_unknown: {
    must: { 'no time': judged(0, 'fsc', null), 'no number': judged(0, 'fsc', Number.NaN) },
    mustNot: { clear, 'a cloud at no time': judged(205, 'fsc', null) },
  },
  too_old: { must: { '240.1 h': judged(0, 'fsc', 240.1) }, mustNot: { '240 h': judged(0, 'fsc', 240), clear } },
  in_future: {
    must: { '1.01 h ahead': judged(0, 'fsc', -1.01) },
    mustNot: { '0.9 h ahead': judged(0, 'fsc', -0.9), clear },
  },
}
