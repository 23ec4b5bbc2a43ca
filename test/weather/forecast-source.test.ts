import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildForecast, issued } from '../../src/weather/build-forecast.ts'
import type { ForecastPlace } from '../../src/weather/forecast-types.ts'
import {
  FREEZING_CORES,
  type RawModel,
  SNOW_CORES,
  WEATHER_CORES,
  buildSeries,
} from '../../src/weather/build-series.ts'
import { ForecastSource } from '../../src/weather/forecast-source.ts'
import { FORECAST_MODELS, modelsAt } from '../../src/weather/weather-models.ts'
import { findZone, localText, startOfDate } from '../../src/geo/local-time.ts'
import { english } from '../../src/language/catalogue-files.ts'
import { type Sentence, say } from '../../src/language/sentence.ts'
import { ensembleProbabilities, modelsOf, readPlaces } from '../../src/weather/read-answer.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'
import { type ProviderServer, goodAnswer, json, startProvider } from './provider-server.ts'

let provider: ProviderServer
let nowMs = 0
const signal = new AbortController().signal
const COLUMNS = [
  'temperature_2m_fine',
  'precipitation_fine',
  'wind_speed_10m_fine',
  'temperature_2m_wide',
  'precipitation_wide',
  'wind_speed_10m_wide',
]
/** The fine model has its first 60 hours. */
const values = (column: string, hour: number) =>
  column.endsWith('_fine') && hour >= 60 ? null : column.startsWith('temp') ? (column.endsWith('_fine') ? 10 : 5) : 1

beforeEach(async () => {
  provider = await startProvider()
  nowMs = Date.UTC(2026, 10, 21, 10)
  provider.on.forecast = (request, response) => json(goodAnswer(request, values, COLUMNS))(request, response)
})
afterEach(() => provider.close())

const inEnglish = (sentences: readonly Sentence[]) => sentences.map((one) => english.render(one)).join(' ')
const open = () =>
  new ForecastSource({
    nowMs: () => nowMs,
    url: provider.url,
    ensembleUrl: provider.url,
    apiKey: null,
    retries: 0,
    retryBaseMs: 1,
    timeoutMs: 10_000,
    models: [
      { id: 'fine', metaName: 'fine_meta' },
      { id: 'wide', metaName: null },
    ],
    ensembleModels: [{ id: 'eps', metaName: null }],
  })
const place = (lon: number, lat: number, elevationM: number | null = null): ForecastPlace => ({
  lon,
  lat,
  elevationM,
  elevationSource: elevationM === null ? null : 'request',
})
const ask = async (source: WeatherSource, places: ForecastPlace[], days = 2) =>
  buildForecast(
    await source.getSeries(
      places.map(({ lon, lat }) => [lon, lat] as const),
      days,
      { signal },
    ),
    places,
    { days, hourly: true, freezingLevel: false },
    nowMs,
  )
const calls = (path: string) => provider.requested.filter(({ pathname }) => pathname === path).length

describe('a forecast', () => {
  test('takes each hour from the finest model that has it and each day from one that has all of it', async () => {
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(point.hourly!.slice(34, 38).map(({ model, tempC }) => [model, tempC])).toEqual([
      ['fine', 10],
      ['fine', 10],
      ['wide', 5],
      ['wide', 5],
    ])
    expect(point.days.map(({ date, model, tempMaxC, precipMm }) => [date, model, tempMaxC, precipMm])).toEqual([
      ['2026-11-21', 'fine', 10, 24],
      ['2026-11-22', 'wide', 5, 24],
    ])
  })

  test('corrects by 6.5 K/km where the height of the cell is known, and says where it is not', async () => {
    const {
      points: [point],
    } = await ask(open(), [place(1, 42, 2000)])
    expect(point.days[0].tempMaxC).toBe(3.5)
    expect(point.days[1].tempMaxC).toBe(5)
    expect(point).toMatchObject({ elevationM: 2000, elevationSource: 'request', state: 'partial' })
    expect(inEnglish(point.reasons)).toContain('cell of wide is not known')
  })

  test('knows the cell of a further model from its pressures', () => {
    const heightM = 1800
    const ratio = (1 - (0.0065 * heightM) / (5 + 0.0065 * heightM + 273.15)) ** 5.257
    const hourly = {
      time: [0, 3600],
      temperature_2m_wide: [5, 5],
      pressure_msl_wide: [1010, 1010],
      surface_pressure_wide: [1010 * ratio, 1010 * ratio],
    }
    const [read] = readPlaces({ hourly, elevation: 300 }, 1)
    expect(modelsOf(read, ['fine', 'wide'])[0].cellHeightM).toBe(heightM)
  })

  test("is the grid's own where no height is known", async () => {
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(point).toMatchObject({ elevationM: 1000, elevationSource: 'provider_grid' })
  })

  test('has the probability of the ensemble under its own name, null where a member lacks it', async () => {
    const members = ['precipitation', ...Array.from({ length: 9 }, (_, i) => `precipitation_member0${i + 1}`)]
    provider.on.ensemble = (request, response) =>
      json(
        goodAnswer(
          request,
          (column, hour) =>
            hour === 30 && column.endsWith('3') ? null : column.endsWith('1') || column.endsWith('2') ? 0.1 : 0.09,
          members,
        ),
      )(request, response)
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(point.hourly![5]).toMatchObject({ precipProbabilityPct: 20, probabilityModel: 'eps', model: 'fine' })
    expect(point.hourly![6]).toMatchObject({ precipProbabilityPct: null, probabilityModel: null })
    expect(point.days.map(({ precipProbabilityMaxPct }) => precipProbabilityMaxPct)).toEqual([null, 20])
  })

  test('names the ensemble among its models with a run of its own, from its own server', async () => {
    const ensemble = await startProvider()
    try {
      ensemble.on.ensemble = (request, response) =>
        json(
          goodAnswer(request, () => 1, [
            'precipitation',
            ...Array.from({ length: 9 }, (_, i) => `precipitation_member0${i + 1}`),
          ]),
        )(request, response)
      ensemble.on.meta = json({ last_run_initialisation_time: DAY / 1000 - 21_600 })
      const source = new ForecastSource({
        nowMs: () => nowMs,
        url: provider.url,
        ensembleUrl: ensemble.url,
        apiKey: 'k&y',
        retries: 0,
        models: [
          { id: 'fine', metaName: 'f' },
          { id: 'wide', metaName: null },
        ],
        ensembleModels: [{ id: 'eps', metaName: 'eps_meta' }],
      })
      const answer = await ask(source, [place(1, 42)])
      expect(answer.models).toEqual([
        { id: 'fine', issuedAt: null },
        { id: 'wide', issuedAt: null },
        { id: 'eps', issuedAt: '2026-11-20T18:00:00.000Z' },
      ])
      // with several models none is named for all values, and the run of the ensemble is not that of the values
      expect(answer.provider.model).toBeUndefined()
      expect(answer.issuedAt).toBeNull()
      expect(ensemble.requested.map(({ pathname }) => pathname).sort()).toEqual([
        '/data/eps_meta/static/meta.json',
        '/v1/ensemble',
      ])
      for (const call of [
        provider.requested.find(({ pathname }) => pathname === '/v1/forecast')!,
        ensemble.requested.find(({ pathname }) => pathname === '/v1/ensemble')!,
      ])
        expect(call.searchParams.get('apikey')).toBe('k&y')
    } finally {
      await ensemble.close()
    }
  })

  test('has no height where neither caller, terrain nor provider knows one, and says so', async () => {
    provider.on.forecast = (request, response) =>
      json(goodAnswer(request, values, COLUMNS, { elevation: null }))(request, response)
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(point).toMatchObject({ elevationM: null, elevationSource: 'unknown' })
    const terrain = await ask(open(), [{ lon: 1, lat: 42, elevationM: 1500, elevationSource: 'terrain' }])
    expect(terrain.points[0]).toMatchObject({ elevationM: 1500, elevationSource: 'terrain' })
    expect(terrain.points[0].days[0].tempMaxC).toBe(10)
    expect(inEnglish(terrain.points[0].reasons)).toContain('cell of fine, wide is not known')
  })

  test('without an ensemble has no probability, and the reason', async () => {
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(point.hourly!.every(({ precipProbabilityPct }) => precipProbabilityPct === null)).toBe(true)
    expect(inEnglish(point.reasons)).toContain('ensemble')
    expect(point.state).toBe('partial')
  })

  test('is issued when the oldest run began; null with a reason where that is unknown, never when it was fetched', async () => {
    provider.on.meta = json({
      last_run_initialisation_time: DAY / 1000,
      last_run_availability_time: DAY / 1000 + 7200,
      update_interval_seconds: 10800,
    })
    const source = open()
    expect(await ask(source, [place(1, 42)])).toMatchObject({
      issuedAt: null,
      issuedAtReason: say('reason.forecast.run_unknown', { names: ['wide'] }),
    })
    provider.on.forecast = (request, response) =>
      json(goodAnswer(request, values, COLUMNS.slice(0, 3), { hours: 60 }))(request, response)
    expect(await ask(source, [place(2, 42)], 1)).toMatchObject({
      issuedAt: new Date(DAY).toISOString(),
      issuedAtReason: null,
    })
    const runs = new Map([...[DAY, DAY - 21_600_000, 0].entries()].map(([i, atMs]) => [`run ${i}`, atMs]))
    const synthetic = { id: 'p', attribution: say('source.named', { name: 'a' }), licence: 'l', synthetic: true }
    const { issuedAt } = issued({ provider: synthetic, points: [], runs }, new Set(['run 0', 'run 1']))
    expect(issuedAt).toBe(new Date(DAY - 21_600_000).toISOString())
  })

  test('asks with elevation=nan, explicit models and no key if none is set', async () => {
    await ask(open(), [place(1, 42), place(2, 43)])
    const query = provider.requested.find(({ pathname }) => pathname === '/v1/forecast')!.searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      elevation: 'nan,nan',
      models: 'fine,wide',
      latitude: '42,43',
      longitude: '1,2',
    })
    expect(query.has('apikey')).toBe(false)
  })
})
const DAY = Date.UTC(2026, 10, 21)

describe('an hour', () => {
  const hours = Array.from({ length: 4 }, () => 1)
  const columns = { tempC: hours, precipMm: hours, windKmh: hours }
  const raw = (models: RawModel[]) => ({
    lon: 1,
    lat: 42,
    timezone: 'UTC',
    startMs: DAY,
    hourCount: 4,
    models,
    probabilities: [],
  })
  const bare: RawModel = { id: 'bare', cellHeightM: 0, columns }
  const coded: RawModel = { id: 'coded', cellHeightM: 0, columns: { ...columns, weatherCode: hours } }
  const full: RawModel = {
    id: 'full',
    cellHeightM: 0,
    columns: { ...columns, weatherCode: hours, freezingLevelM: [2000, 2000, NaN, 2000] },
  }
  const modelsOfHours = (models: RawModel[], cores = WEATHER_CORES) => {
    const series = buildSeries(raw(models), cores)
    return [...series.hourModel].map((model) => (model < 0 ? null : series.models[model].id))
  }

  test('belongs to the finest model that has all that is asked, else to the finest that has the most', () => {
    expect(modelsOfHours([bare, coded, full])).toEqual(Array(4).fill('coded'))
    expect(modelsOfHours([bare])).toEqual(Array(4).fill('bare'))
    expect(modelsOfHours([{ id: 'none', cellHeightM: 0, columns: { windKmh: hours } }, bare])).toEqual(
      Array(4).fill('bare'),
    )
  })

  test('for which the freezing level is asked belongs to a model that has one; it is never taken from another', () => {
    const series = buildSeries(raw([bare, coded, full]), FREEZING_CORES)
    expect(modelsOfHours([bare, coded, full], FREEZING_CORES)).toEqual(['full', 'full', 'coded', 'full'])
    expect([...series.columns.freezingLevelM]).toEqual([2000, 2000, NaN, 2000])
  })

  test('of snow belongs to the finest that has depth, new snow and freezing level, else to the finest with the most of them', () => {
    const many = (value: number) => Array.from({ length: 30 }, () => value)
    const deep: RawModel = { id: 'deep', cellHeightM: 0, columns: { snowDepthM: many(2) } }
    const whole: RawModel = {
      id: 'whole',
      cellHeightM: 0,
      columns: { snowDepthM: many(1), newSnowCm: many(0), freezingLevelM: many(1500) },
    }
    const ofHour29 = (models: RawModel[]) => {
      const { hourModel, models: own } = buildSeries({ ...raw(models), hourCount: 30 }, SNOW_CORES)
      return hourModel[29] < 0 ? null : own[hourModel[29]].id
    }
    expect([ofHour29([bare, deep, whole]), ofHour29([bare, deep]), ofHour29([bare])]).toEqual(['whole', 'deep', null])
  })

  test("and day keep to one model, whatever is missing: every value of it is that model's own", () => {
    const cell = fc.option(fc.integer({ min: 0, max: 9 }), { nil: NaN, freq: 3 })
    const column = fc.array(cell, { minLength: 48, maxLength: 48 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(column, column, column, column, column), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(WEATHER_CORES, FREEZING_CORES),
        (drawn, cores) => {
          // each model has its own hundred
          const models = drawn.map(
            (columns, m): RawModel => ({
              id: `m${m}`,
              cellHeightM: 0,
              columns: Object.fromEntries(
                (['tempC', 'precipMm', 'windKmh', 'gustKmh', 'freezingLevelM'] as const).map((name, c) => [
                  name,
                  columns[c].map((value) => value + 10 * m),
                ]),
              ),
            }),
          )
          const series = buildSeries({ ...raw(models), hourCount: 48 }, cores)
          for (let hour = 0; hour < 48; hour++) {
            for (const name of ['tempC', 'precipMm', 'windKmh', 'gustKmh', 'freezingLevelM'] as const) {
              const value = series.columns[name][hour]
              const model = series.hourModel[hour]
              if (model < 0) expect(value).toBeNaN()
              else expect(value).toBe((models[model].columns[name] as number[])[hour])
            }
          }
          for (const day of series.days) {
            if (day.model < 0) expect([day.tempMaxC, day.precipMm, day.windMaxKmh]).toEqual([NaN, NaN, NaN])
            else
              for (const value of [day.tempMaxC, day.tempMinC, day.windMaxKmh, day.gustMaxKmh])
                if (!Number.isNaN(value)) expect(Math.floor(value / 10)).toBe(day.model)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('the models asked', () => {
  test('are those whose grid can hold one of the places, always two of the globe among them', () => {
    const at = (...places: [number, number][]) => modelsAt(FORECAST_MODELS, places).map(({ id }) => id)
    expect(at([1.52, 42.51])).toEqual(['meteofrance_arome_france', 'icon_eu', 'icon_global', 'gfs_global'])
    expect(at([10, 51])).not.toContain('gfs_hrrr')
    expect(at([-105, 40])).toEqual(['gfs_hrrr', 'icon_global', 'gfs_global'])
    expect(at([175, -41])).toEqual(['icon_global', 'gfs_global'])
    expect(at([175, -41], [13.4, 52.5])).toContain('icon_d2')
    // corners of the Swiss grid, half a pixel inside; Andorra lies a tenth of a degree south of it
    for (const place of [
      [1.24, 42.59],
      [16.84, 49.78],
      [0.04, 49.56],
      [16, 42.78],
      [7.75, 46.02],
    ] as [number, number][])
      expect(at(place), String(place)).toContain('meteoswiss_icon_ch1')
    for (const place of [
      [1.2, 42.4],
      [17, 49.8],
      [0, 49.7],
      [16.3, 42.6],
    ] as [number, number][])
      expect(at(place), String(place)).not.toContain('meteoswiss_icon_ch1')
    expect(at([-105, 40], [7.6, 46])).toContain('meteoswiss_icon_ch1')
  })

  test('are asked with what is needed and no more: the freezing level only where it is wanted', async () => {
    const source = open()
    const hourly = (index: number) =>
      provider.requested
        .filter(({ pathname }) => pathname === '/v1/forecast')
        [index].searchParams.get('hourly')!
        .split(',')
    await source.getSeries([[1, 42]], 1, { signal })
    await source.getSeries([[1, 42]], 1, { signal }, 'freezing')
    expect(hourly(0)).not.toContain('freezing_level_height')
    expect(hourly(1)).toContain('freezing_level_height')
    expect(hourly(0)).not.toContain('snow_depth')
  })

  test('are requested for a day before and one after those wanted, as far as the provider looks ahead: a day may have 25 hours', async () => {
    const source = open()
    for (const days of [1, 2, 7, 15, 16]) await source.getSeries([[1, 42]], days, { signal })
    const days = provider.requested
      .filter(({ pathname }) => pathname === '/v1/forecast')
      .map(({ searchParams: of }) => [Number(of.get('past_days')), Number(of.get('forecast_days'))])
    expect(days).toEqual([2, 3, 8, 16, 16].map((ahead) => [1, ahead]))
  })

  test('give heights of cells to the first of them in the answer, also where that one has no value', () => {
    const hourly = { time: [0, 3600], temperature_2m_fine: [null, null], temperature_2m_wide: [5, 5] }
    const [read] = readPlaces({ hourly, elevation: 300 }, 1)
    expect(modelsOf(read, ['fine', 'wide'])).toMatchObject([{ id: 'wide', cellHeightM: null }])
    expect(modelsOf(read, ['wide'])).toMatchObject([{ id: 'wide', cellHeightM: 300 }])
  })

  test('are distinguished by place: columns without a name belong to the only model that can have it, or to nobody', async () => {
    const columns = ['temperature_2m', 'precipitation', 'wind_speed_10m']
    provider.on.forecast = (request, response) => json(goodAnswer(request, () => 7, columns))(request, response)
    const own = (covers: [number, number, number, number]) =>
      new ForecastSource({
        nowMs: () => nowMs,
        url: provider.url,
        ensembleUrl: null,
        apiKey: null,
        retries: 0,
        timeoutMs: 500,
        models: [
          { id: 'fine', metaName: null, covers },
          { id: 'wide', metaName: null },
        ],
      })
    const apart = await own([0, 40, 2, 44]).getSeries([[50, 10]], 1, { signal })
    expect(apart.points[0].series!.models.map(({ id }) => id)).toEqual(['wide'])
    const unclear = await own([0, 40, 2, 44]).getSeries([[1, 42]], 1, { signal })
    expect(unclear.points[0]).toMatchObject({ series: null, missing: say('reason.forecast.no_model') })
  })

  test('of the ensemble are known by the older names too', () => {
    const members = Object.fromEntries(
      ['', ...Array.from({ length: 6 }, (_, i) => `_member0${i + 1}`)].flatMap((member) => [
        [`precipitation${member}_icon_d2_eps`, [1, 0]],
        [`precipitation${member}_ecmwf_ifs025_ensemble`, [0, 1]],
      ]),
    )
    const [read] = readPlaces({ hourly: { time: [0, 3600], ...members } }, 1)
    expect(
      ensembleProbabilities(read, ['icon_d2', 'ecmwf_ifs025'], { startMs: 0, hourCount: 2 }).map(({ id, pct }) => [
        id,
        [...(pct as Float64Array)],
      ]),
    ).toEqual([
      ['icon_d2', [100, 0]],
      ['ecmwf_ifs025', [0, 100]],
    ])
  })

  test('of a forecast of 16 days reach to its last midnight: the last day lacks the precipitation told at that moment, and says so', async () => {
    // the provider has 16 days at most, today included: hours up to 23:00 of the last one
    provider.on.forecast = (request, response) => {
      expect(new URL(request.url!, 'http://x').searchParams.get('forecast_days')).toBe('16')
      json(goodAnswer(request, () => 5, COLUMNS, { hours: 24 * 17 }))(request, response)
    }
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)], 16)
    expect(point.days).toHaveLength(16)
    expect(point.days.slice(0, 15).every(({ precipMm }) => precipMm === 120)).toBe(true)
    expect(point.days[15]).toMatchObject({ tempMaxC: 5, precipMm: null })
    expect(point.state).toBe('partial')
    expect(inEnglish(point.reasons)).toMatch(/(^| )No model has the precipitation of 1 of 16 days\.( |$)/)
  })

  test('without one of them is the forecast of the others', async () => {
    provider.on.forecast = (request, response) => json(goodAnswer(request, values, COLUMNS.slice(3)))(request, response)
    const {
      points: [point],
    } = await ask(open(), [place(1, 42)])
    expect(new Set(point.hourly!.map(({ model }) => model))).toEqual(new Set(['wide']))
    expect(point.days[0]).toMatchObject({ model: 'wide', tempMaxC: 5 })
  })
})

describe('the provider', () => {
  test('is asked once for questions in flight, and not again while they are fresh', async () => {
    const source = open()
    await Promise.all([
      ask(source, [place(1, 42)]),
      ask(source, [place(1.001, 42.001)]),
      ask(source, [place(1, 42), place(2, 42)]),
    ])
    expect([calls('/v1/forecast'), calls('/v1/ensemble')]).toEqual([2, 2])
    expect(
      provider.requested
        .filter(({ pathname }) => pathname === '/v1/forecast')
        .map(({ searchParams }) => searchParams.get('longitude')),
    ).toEqual(['1', '2'])
    const { freshUntil } = await ask(source, [place(1, 42)])
    nowMs = Date.parse(freshUntil) - 1
    await ask(source, [place(1, 42)])
    expect(calls('/v1/forecast')).toBe(2)
    nowMs += 1
    provider.on.forecast = json({}, 500)
    // no longer fresh: nothing older stands in
    await expect(ask(source, [place(1, 42)])).rejects.toMatchObject({ code: 'forecast_unavailable' })
  })

  test('that fails for some leaves the others, each with its state', async () => {
    const source = open()
    await ask(source, [place(1, 42)])
    provider.on.forecast = json({}, 500)
    const { points } = await ask(source, [place(1, 42), place(9, 42)])
    expect(points.map(({ state }) => state)).toEqual(['partial', 'missing'])
    expect(points[1]).toMatchObject({
      days: [],
      hourly: [],
      reasons: [say('error.forecast_unavailable.status', { status: 500 })],
    })
  })

  test.each<[string, unknown]>([
    ['an array where an object is expected', [{}, {}]],
    ['no hours', { hourly: { time: [] } }],
    ['hours with a gap', { hourly: { time: [0, 7200] } }],
    ['a column that is no list', { hourly: { time: [0], temperature_2m_fine: 3 } }],
    ['null', null],
    ['NaN, which is no JSON', '{"hourly":{"time":[0],"temperature_2m_fine":[NaN]}}'],
    ['an object where a list is expected', { hourly: { time: { 0: 0 } } }],
    ['times that are none', { hourly: { time: ['x'] } }],
  ])('that answers %s has failed', async (_, body) => {
    provider.on.forecast = json(body)
    await expect(ask(open(), [place(1, 42)])).rejects.toMatchObject({ code: 'forecast_failed' })
  })

  test('that has no value at all is missing, not zero; nonsense is missing too', async () => {
    provider.on.forecast = (request, response) => json(goodAnswer(request, () => null, COLUMNS))(request, response)
    expect((await ask(open(), [place(1, 42)])).points[0]).toMatchObject({ state: 'missing', days: [] })
    provider.on.forecast = (request, response) =>
      json(
        goodAnswer(
          request,
          (column) => (column.startsWith('temp') ? 10 : column.startsWith('prec') ? -5 : 'calm'),
          COLUMNS,
        ),
      )(request, response)
    const {
      points: [point],
    } = await ask(open(), [place(3, 42)])
    expect(point.days[0]).toMatchObject({ tempMaxC: 10, precipMm: null, windMaxKmh: null })
    expect(point.hourly![0]).toMatchObject({ tempC: 10, precipMm: null, windKmh: null })
  })
})

describe('local days', () => {
  const series = (timezone: string, startMs: number) =>
    buildSeries({
      lon: 1,
      lat: 42,
      timezone,
      startMs,
      hourCount: 24 * 5,
      models: [
        {
          id: 'm',
          cellHeightM: 0,
          columns: {
            tempC: Array.from({ length: 120 }, (_, h) => h / 10),
            precipMm: new Array(120).fill(1),
            windKmh: new Array(120).fill(1),
          },
        },
      ],
      probabilities: [],
    })
  test('have 23, 24 and 25 hours', () => {
    expect(
      series('Europe/Andorra', Date.UTC(2026, 9, 23))
        .days.map(({ date, from, to, precipMm }) => [date, to - from, precipMm])
        .slice(0, 3),
    ).toEqual([
      ['2026-10-24', 24, 24],
      ['2026-10-25', 25, 25],
      ['2026-10-26', 24, 24],
    ])
    expect(
      series('Europe/Andorra', Date.UTC(2026, 2, 27))
        .days.map(({ date, from, to }) => [date, to - from])
        .slice(0, 3),
    ).toEqual([
      ['2026-03-28', 24],
      ['2026-03-29', 23],
      ['2026-03-30', 24],
    ])
    expect(
      series('America/Sao_Paulo', Date.UTC(2018, 10, 2)).days.find(({ date }) => date === '2018-11-04'),
    ).toMatchObject({ from: 51, to: 74 })
  })
  test.each([
    ['2026-10-25', 25],
    ['2026-03-29', 23],
    ['2026-06-01', 24],
  ])(
    'of %s have %i hours in an answer, each with a local time of its own in the order of the clock on the wall',
    (date, count) => {
      const startMs = Date.parse(`${date}T00:00:00Z`) - 24 * 3_600_000
      const answer = {
        provider: { id: 'p', attribution: say('source.named', { name: '' }), licence: '', synthetic: false },
        runs: new Map(),
        points: [
          { series: series('Europe/Andorra', startMs), missing: null, notes: [], fetchedAtMs: 0, freshUntilMs: 0 },
        ],
      }
      const {
        points: [point],
      } = buildForecast(
        answer,
        [place(1, 42)],
        { days: 1, hourly: true, freezingLevel: false },
        Date.parse(`${date}T10:00:00Z`),
      )
      const times = point.hourly!.map(({ time }) => time)
      expect(times).toHaveLength(count)
      expect(new Set(times).size).toBe(count)
      expect(times.every((time) => time.startsWith(date))).toBe(true)
      expect(times.map((time) => Date.parse(time))).toEqual(
        times.map((_, hour) => Date.parse(times[0]) + hour * 3_600_000),
      )
      expect(point.days[0]).toMatchObject({ date, precipMm: count })
    },
  )
  test('tell the hour that comes twice apart, and begin where midnight is skipped', () => {
    const zone = findZone('Europe/Andorra')!
    expect([0, 1].map((hour) => localText(zone, Date.UTC(2026, 9, 25, hour)))).toEqual([
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
    ])
    expect(startOfDate(findZone('America/Sao_Paulo')!, '2018-11-04')).toBe(Date.UTC(2018, 10, 4, 3))
    expect(localText(findZone('Asia/Kathmandu')!, 0)).toBe('1970-01-01T05:30+05:30')
    expect(findZone('Mars/Base')).toBeNull()
  })
})

const RECORDED = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'weather')
describe.skipIf(!existsSync(RECORDED))('recorded answers (needs real data)', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8'))
  test.each([
    'openmeteo_melbourne_hourly168_daily7_2025-10-25.json',
    'openmeteo_newjersey_hourly336_daily14_2025-12-28T23Z.json',
    'openmeteo_newjersey_hourly336_daily14_2025-12-29T00Z.json',
    'openmeteo_yosemite_hourly336_daily14_2026-04-29.json',
  ])("%s: days from hours agree with the provider's own", (file) => {
    const body = read(file)
    const [answer] = readPlaces(body, 1)
    // the recording's days are cut by its fixed offset
    const offset = body.utc_offset_seconds / 3600
    const zone = offset === 0 ? 'UTC' : `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
    const { days } = buildSeries({
      lon: 1,
      lat: 1,
      timezone: zone,
      startMs: answer.startMs,
      hourCount: answer.hourCount,
      models: modelsOf(answer, ['best_match']),
      probabilities: [],
    })
    expect(days.map(({ date }) => date)).toEqual(body.daily.time)
    let compared = 0
    days.forEach((day, i) => {
      if (Number.isNaN(day.tempMaxC) || body.daily.temperature_2m_max[i] === null) return
      compared++
      expect(Math.abs(day.tempMaxC - body.daily.temperature_2m_max[i]), day.date).toBeLessThan(0.11)
      expect(Math.abs(day.tempMinC - body.daily.temperature_2m_min[i]), day.date).toBeLessThan(0.11)
    })
    expect(compared).toBeGreaterThan(5)
  })
  test('several places of which the first lacks its number are read in order', () => {
    const body = read('openmeteo_andorra_4locations_current_2026-10-06.json').map((one: object) => ({
      ...one,
      hourly: { time: [0] },
    }))
    expect(readPlaces(body, 4).map(({ elevationM }) => elevationM)).toEqual([1023, 2152, 2059, 2120])
  })
})
