import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { FAKE_RELEASE, type FakeApp, type FakeOptions, NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { movingTime } from '../../src/course/moving-time.ts'
import { chooseSource } from '../../src/weather/open-weather.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'
import { askGraphql, getJson, postJson } from './transports.ts'
import { between } from '../support/arbitraries.ts'

let app: FakeApp
afterEach(() => app.close())
const start = async (options: FakeOptions = {}) => (app = await startFakeApp(options))
const ask = (query: string) => getJson(`${app.site}/api/weather/forecast?${query}`)
const geometry = {
  type: 'LineString',
  coordinates: [
    [1.5, 42.5],
    [1.52, 42.52],
    [1.6, 42.55],
  ],
}
const departure = '2026-11-21T14:00:00+01:00'
const route = (body: object) => postJson(`${app.api}/v1/route-weather`, { departure, geometry, ...body })

describe('weather', () => {
  test('answers the site host, not the API', async () => {
    await start()
    const { status, body } = await ask('p=42.5012,1.5;42.51,1.55,2000&d=2&h=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schema: 'weather-forecast/1',
      requested_days: 2,
      provider: { id: 'sample', attribution: expect.stringContaining('Synthetic'), licence: 'CC0-1.0' },
    })
    expect(
      body.points.map((point: any) => [
        point.id,
        point.lat,
        point.lon,
        point.elevation_source,
        point.days.length,
        point.hourly.length,
      ]),
    ).toEqual([
      ['p0', 42.5, 1.5, 'terrain', 2, 48],
      ['p1', 42.51, 1.55, 'request', 2, 48],
    ])
    // 101.5 and 2000 m under one sky: 6.5 K/km
    expect(body.points[0].days[0].temp_max_c - body.points[1].days[0].temp_max_c).toBeGreaterThan(10)
    expect((await getJson(`${app.api}/api/weather/forecast?p=42.5,1.5`)).status).toBe(404)
  })
  test('keeps duplicates, and hourly away where it was not asked', async () => {
    await start()
    const { body } = await ask('p=42.5,1.5;42.5,1.5')
    expect(body.points.map((point: any) => [point.id, point.days.length, 'hourly' in point])).toEqual([
      ['p0', 7, false],
      ['p1', 7, false],
    ])
  })
  test('fl alone gives hours of time, model and freezing level only', async () => {
    await start()
    const { body } = await ask('p=42.5,1.5&d=1&fl=1')
    expect(Object.keys(body.points[0].hourly[0])).toEqual(['time', 'model', 'freezing_level_m'])
  })
  test.each([
    'p=42.5,1.5&h=2',
    'p=42.5,1.5&h=0',
    'p=42.5,1.5&fl=true',
    'p=42.5,1.5&d=0',
    'p=42.5,1.5&d=17',
    'p=42.5,1.5&d=2.5',
    '',
    'p=42.5',
    'p=91,0',
    'p=0,181',
    'p=1,2,3,4',
    'p=x,y',
    'p=42.5,1.5,99999',
    `p=${Array(13).fill('1,2').join(';')}`,
  ])('refuses %s with 400', async (query) => {
    await start()
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { error: 'invalid_input', message: expect.stringMatching(/^`(p|d|h|fl)/) },
    })
  })
  test('never has samples for a real region, nor for a place outside the made-up one', async () => {
    await start()
    expect(await ask('p=50,1.5')).toMatchObject({ status: 503, body: { error: 'forecast_unavailable' } })
    await app.close()
    await start({ release: { ...FAKE_RELEASE, synthetic: false } })
    expect(await ask('p=42.5,1.5')).toMatchObject({ status: 503, body: { error: 'forecast_unavailable' } })
  })
  test("of places inside and outside the demo region together is the real provider's for all: no answer mixes made-up and real values", async () => {
    const requested: unknown[] = []
    const real: WeatherSource = {
      getSeries: async (places) => {
        requested.push(places)
        throw new ServiceError(say('error.forecast_unavailable.unreachable'))
      },
    }
    await start({ weather: chooseSource({ findLive: () => FAKE_RELEASE }, real, () => NOW_MS) })
    expect(await ask('p=42.5,1.5;50,1.5')).toMatchObject({
      status: 503,
      body: { error: 'forecast_unavailable', message: 'The weather provider cannot be reached.' },
    })
    expect(requested).toEqual([
      [
        [1.5, 42.5],
        [1.5, 50],
      ],
    ])
    expect(
      (
        await route({
          geometry: {
            type: 'LineString',
            coordinates: [
              [1.79, 42.5],
              [1.83, 42.5],
            ],
          },
        })
      ).body.error.message,
    ).toBe('The weather provider cannot be reached.')
    expect((await ask('p=42.5,1.5;42.51,1.5')).body.provider.id).toBe('sample')
    expect(requested).toHaveLength(2)
  })
  test('of a real region is never a sample, whatever lies in it and whatever the provider does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(between(1.4, 1.8), between(42.4, 42.7)), { minLength: 1, maxLength: 12 }),
        async (places) => {
          const source = chooseSource({ findLive: () => ({ ...FAKE_RELEASE, synthetic: false }) }, null, () => NOW_MS)
          await expect(source.getSeries(places, 1, new AbortController())).rejects.toMatchObject({
            code: 'forecast_unavailable',
          })
        },
      ),
      { numRuns: 30 },
    )
    await start()
  })
  test('is the same at every start: the sample depends on place and hour alone', async () => {
    await start()
    const first = (await ask('p=42.5,1.5&d=3&h=1')).body
    await app.close()
    await start()
    expect((await ask('p=42.5,1.5&d=3&h=1')).body).toEqual(first)
    expect(first.points[0].hourly.every(({ model }: any) => /synthetic/.test(model))).toBe(true)
  })
  test('knows the freezing level where it is asked, and asks for it only then', async () => {
    const kinds: unknown[] = []
    const sample = chooseSource({ findLive: () => FAKE_RELEASE }, null, () => NOW_MS)
    await start({
      weather: {
        getSeries: (places, days, signal, kind) => {
          kinds.push(kind)
          return sample.getSeries(places, days, signal, kind)
        },
      },
    })
    await ask('p=42.5,1.5&d=1')
    await ask('p=42.5,1.5&d=1&fl=1')
    const { body } = await route({ freezing_level: true })
    expect(kinds).toEqual(['weather', 'freezing', 'freezing'])
    expect(body.samples[0].weather.freezing_level_m).toBeGreaterThan(0)
  })
  test('names its place', async () => {
    await start({ catalogue: fakeCatalogue() as never })
    const { data, errors, cost } = await askGraphql(
      app,
      '{ points(at: [[1.5, 42.5], [1.51, 42.5]]) { forecast(days: 1) { place { name nearby(first: 1) { nodes { name } } } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.points[0].forecast.place).toEqual({ name: expect.any(String), nearby: { nodes: [expect.anything()] } })
    expect(cost!.charged).toBeGreaterThanOrEqual(2)
  })
  test('of a point is that of REST for it, at a height of its own too', async () => {
    await start()
    const { body } = await ask('p=42.5,1.5,2500&d=2')
    const { data } = await askGraphql(
      app,
      '{ points(at: [[1.5, 42.5]]) { forecast(days: 2, elevationM: 2500) { run { provider { key } issuedAt models { name } } elevationM elevationSource state days { date tempMaxC } } } }',
    )
    const [point] = body.points
    expect(data.points[0].forecast).toEqual({
      run: {
        provider: { key: body.provider.id },
        issuedAt: body.issued_at,
        models: body.models.map(({ id: name }: any) => ({ name })),
      },
      elevationM: 2500,
      elevationSource: 'REQUEST',
      state: 'OK',
      days: point.days.map(({ date, temp_max_c: tempMaxC }: any) => ({ date, tempMaxC })),
    })
  })
  test('is 503 also where the provider answers nonsense', async () => {
    await start({
      weather: {
        getSeries: async () => {
          throw new ServiceError(say('error.forecast_failed.no_json'))
        },
      },
    })
    expect(await ask('p=42.5,1.5')).toMatchObject({
      status: 503,
      body: { error: 'forecast_unavailable', message: 'The weather provider did not answer with JSON.' },
    })
    expect((await route({})).status).toBe(502)
  })
  test('gives an address 120 points a minute', async () => {
    let nowMs = Date.UTC(2026, 10, 21, 12)
    await start({ nowMs: () => nowMs })
    const twelve = `p=${Array(12).fill('42.5,1.5').join(';')}&d=1`
    for (let i = 0; i < 10; i++) expect((await ask(twelve)).status).toBe(200)
    nowMs += 1000 // the rate of requests is another matter
    const over = await ask(twelve)
    expect([over.status, over.body.error, over.headers.get('retry-after')]).toEqual([429, 'rate_limited', '5'])
    nowMs += 5000
    expect((await ask(twelve)).status).toBe(200)
  })
  test('of one day is found by its date, its hours too; a date beyond the requested days is null', async () => {
    await start()
    const { data } = await askGraphql(
      app,
      `{ point(at: [1.5, 42.5]) { forecast(days: 3) {
        days { date tempMaxC } hourly { timeLocal }
        second: day(date: "2026-11-22") { date tempMaxC } beyond: day(date: "2026-11-24") { date }
        ofSecond: hourly(date: "2026-11-22") { timeLocal } ofBeyond: hourly(date: "2026-11-24") { timeLocal } } } }`,
    )
    const { days, hourly, second, beyond, ofSecond, ofBeyond } = data.point.forecast
    expect(second).toEqual(days[1])
    expect(ofSecond).toEqual(
      hourly.filter(({ timeLocal }: { timeLocal: string }) => timeLocal.startsWith('2026-11-22')),
    )
    expect([days[1].date, ofSecond.length, beyond, ofBeyond]).toEqual(['2026-11-22', 24, null, []])
    const wrong = await askGraphql(app, '{ point(at: [1.5, 42.5]) { forecast { day(date: "22.11.2026") { date } } } }')
    expect(wrong.errors![0]).toMatchObject({ extensions: { code: 'INVALID_INPUT', inputPath: 'date' } })
  })
  test('of a list of places is one question to the provider, and at most 50 points a document', async () => {
    const questions: number[] = []
    const sample = chooseSource({ findLive: () => FAKE_RELEASE }, null, () => Date.UTC(2026, 10, 21, 12))
    await start({
      catalogue: fakeCatalogue() as never,
      weather: {
        getSeries: (places, ...rest) => {
          questions.push(places.length)
          return sample.getSeries(places, ...rest)
        },
      },
    })
    const { data, cost } = await askGraphql(
      app,
      '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 5000}}, named: true}, first: 5) { edges { node { forecast(days: 1) { state elevationSource days { tempMaxC } } } } } }',
    )
    expect(data.places.edges.map(({ node }: any) => node.forecast.state)).toEqual(Array(5).fill('OK'))
    expect(questions).toEqual([5])
    expect(cost).toMatchObject({ charged: 1 })
    const over = await askGraphql(
      app,
      '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 50) { edges { node { forecast { run { issuedAt } } trail { spot { forecast { run { issuedAt } } } } } } } }',
    )
    expect(over.errors![0]).toMatchObject({
      message:
        'The document asks for 100 forecast points with `places.edges.node.trail.spot.forecast`. It may ask for 50.',
      extensions: { code: 'INVALID_INPUT' },
    })
  })
})

describe('route-weather', () => {
  test('gives each sample the nearest hour, the wind against travel and daylight, through both transports', async () => {
    await start()
    const { status, body } = await route({ kmh: 4, profile: 'run', stops: [{ at_km: 1, minutes: 10 }] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schema: 'route-weather/1',
      departure: { given: departure, utc: '2026-11-21T13:00:00.000Z' },
      profile: 'run',
      pace: { kind: 'kmh', value: 4, pace_factor: null },
      forecast: { schema: 'weather-forecast/1', provider: { attribution: expect.stringContaining('Synthetic') } },
    })
    expect(body.samples[0]).toMatchObject({
      kind: 'start',
      at_m: 0,
      minutes: 0,
      arrival_utc: '2026-11-21T13:00:00.000Z',
      missing: null,
      forecast_elevation_m: 101.5,
    })
    // 2 km at 4 km/h and the stop: 13:40, nearest to 14:00
    expect(body.samples[1]).toMatchObject({
      kind: 'along',
      at_m: 2000,
      minutes: 40,
      weather: { time: '2026-11-21T15:00+01:00' },
    })
    for (const { weather } of body.samples)
      expect(Math.hypot(weather.headwind_kmh, weather.crosswind_kmh)).toBeCloseTo(weather.wind_kmh, 0)
    expect(body.samples.at(-1).daylight.state).toBe('day')
    expect(body.sections).toHaveLength(1)
    expect(body.sections[0]).toMatchObject({
      from_m: 0,
      missing_share: 0,
      temp_c: {
        min: Math.min(...body.samples.map((s: any) => s.weather.temp_c)),
        max: Math.max(...body.samples.map((s: any) => s.weather.temp_c)),
      },
    })
    expect(body.unknowns).toContainEqual(expect.objectContaining({ code: 'weather_synthetic' }))
    const { data } = await askGraphql(
      app,
      'query($geometry: GeoJSON!) { line(input: {geojson: $geometry}) { weather(departure: "2026-11-21T14:00:00+01:00", pace: {speedKmh: 4}, mode: RUN, stops: [{atM: 1000, restS: 600}]) { samples { arrivalAt weather { tempC } } } } }',
      { geometry },
    )
    expect(data.line.weather.samples.map((s: any) => [s.arrivalAt, s.weather.tempC])).toEqual(
      body.samples.map((s: any) => [s.arrival_utc, s.weather.temp_c]),
    )
  })
  test('walks by service-hike/2, slower by the factor', async () => {
    await start()
    const [one, two] = await Promise.all(
      [1, 2].map(async (factor) => {
        const { body } = await askGraphql(
          app,
          `query($geometry: GeoJSON!) { line(input: {geojson: $geometry}) { weather(departure: "${departure}", pace: {factor: ${factor}}) { run { synthetic } pace { factor minPerKm speedKmh walker { factor } } samples { afterS } } } }`,
          { geometry },
        ).then(({ data }) => ({ body: data.line.weather }))
        expect(body.pace).toEqual({ factor, minPerKm: null, speedKmh: null, walker: null })
        return body.samples.at(-1).afterS
      }),
    )
    expect(two / one).toBeCloseTo(2, 2)
  })
  test('reports its pace in the form that was sent, and the factor 1 where none was', async () => {
    await start()
    const FORMS = ['factor', 'minPerKm', 'speedKmh', 'walker'] as const
    const paceOf = async (argument: string) => {
      const { data } = await askGraphql(
        app,
        `query($geometry: GeoJSON!) { line(input: {geojson: $geometry}) { weather(departure: "${departure}"${argument}) { pace { factor minPerKm speedKmh walker { factor spread } } } } }`,
        { geometry },
      )
      return data.line.weather.pace
    }
    const none = Object.fromEntries(FORMS.map((form) => [form, null]))
    expect(await paceOf('')).toEqual({ ...none, factor: 1 })
    expect(await paceOf(', pace: {factor: 1.5}')).toEqual({ ...none, factor: 1.5 })
    expect(await paceOf(', pace: {minPerKm: 6}, mode: RUN')).toEqual({ ...none, minPerKm: 6 })
    expect(await paceOf(', pace: {speedKmh: 12}, mode: BIKE')).toEqual({ ...none, speedKmh: 12 })
    expect(await paceOf(', pace: {walker: {factor: 1.5, spread: 0.1}}')).toEqual({
      ...none,
      walker: { factor: 1.5, spread: 0.1 },
    })
  })
  test('of a link is refused in the words of the link', async () => {
    await start()
    const refusal = async (args: string) => {
      const { errors } = await askGraphql(
        app,
        `query($geometry: GeoJSON!) { line(input: {geojson: $geometry}) { weather(departure: "${departure}", ${args}) { mode } } }`,
        { geometry },
      )
      const { message, extensions } = errors![0]
      return [extensions.code, extensions.inputPath, message]
    }
    const SEND = 'end `pace.minPerKm` or `pace.speedKmh`.'
    expect(await refusal('mode: RUN')).toEqual(['PACE_REQUIRED', 'pace', `There is no time model for "run": s${SEND}`])
    expect(await refusal('mode: BIKE, pace: {factor: 1}')).toEqual([
      'SETTING_REFUSED',
      'pace.factor',
      `\`pace.factor\` is for hiking; \`mode\` is "bike". S${SEND}`,
    ])
    expect((await refusal('mode: RUN, pace: {walker: {factor: 1, spread: 0.1}}')).slice(0, 2)).toEqual([
      'SETTING_REFUSED',
      'pace.walker',
    ])
    const off = await refusal('stops: [{atM: 100000, restS: 60}]')
    expect(off).toEqual(['INVALID_INPUT', 'stops[0].atM', expect.stringContaining('`stops[0].atM`: expected a place')])
  })
  test('of a found route is walked by its own time; of a line that is sent by slope alone, which it says', async () => {
    await start()
    const { data, errors } = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.52, 42.5]}]}) { time { movingS } weather(departure: "${departure}") { pace { factor } samples { afterS } unknowns { code } } twice: weather(departure: "${departure}", pace: {factor: 2}) { samples { afterS } } ride: weather(departure: "${departure}", pace: {speedKmh: 4}) { samples { atM afterS } } } }`,
    )
    expect(errors).toBeUndefined()
    const { time, weather, twice, ride } = data.route
    expect(weather.samples.at(-1).afterS).toBe(time.movingS)
    expect(twice.samples.at(-1).afterS).toBeCloseTo(2 * time.movingS, 5)
    expect(ride.samples.at(-1).afterS / 60).toBeCloseTo((ride.samples.at(-1).atM / 1000 / 4) * 60, 0)
    expect(weather.unknowns.map(({ code }: any) => code)).not.toContain('time_by_slope')
    const sent = await route({})
    expect(sent.body.unknowns.map(({ code }: any) => code)).toContain('time_by_slope')
    expect((await route({ kmh: 4 })).body.unknowns.map(({ code }: any) => code)).not.toContain('time_by_slope')
    // the fake terrain is as good as level: the model's own time of a level line
    const lengthM = sent.body.samples.at(-1).at_m
    expect(sent.body.samples.at(-1).minutes).toBeCloseTo(
      movingTime({ atM: Float64Array.of(0, lengthM), heightM: Float64Array.of(100, 100) }, [], {
        profile: 'hike',
        walker: null,
      }).movingS / 60,
      -1,
    )
  })
  test('asks the provider once however many departures are scanned, and equals each asked alone', async () => {
    let questions = 0
    const sample = chooseSource({ findLive: () => FAKE_RELEASE }, null, () => Date.UTC(2026, 10, 21, 12))
    await start({
      weather: {
        getSeries: (...requested) => {
          questions++
          return sample.getSeries(...requested)
        },
      },
    })
    const departures = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2026, 10, 21, 13 + 3 * i)).toISOString())
    const { body } = await route({ departures })
    expect(questions).toBe(1)
    expect(body.scan).toHaveLength(24)
    const alone = await route({ departure: departures[7] })
    expect(body.scan[7]).toMatchObject({
      departure_utc: departures[7],
      arrival_utc: alone.body.samples.at(-1).arrival_utc,
      temp_c: alone.body.sections[0].temp_c,
    })
    expect(body.scan.some(({ dark_samples }: any) => dark_samples > 0)).toBe(true)
  })
  test.each<[string, object, number, string]>([
    ['run without a pace', { profile: 'run' }, 422, 'pace_required'],
    ['bike without a pace', { profile: 'bike' }, 422, 'pace_required'],
    ['a factor for running', { profile: 'run', pace_factor: 1 }, 422, 'setting_refused'],
    ['two paces', { kmh: 4, min_per_km: 15 }, 400, 'invalid_input'],
    ['a departure without offset', { departure: '2026-11-21T14:00:00' }, 400, 'invalid_input'],
    ['a date that is none', { departure: '2026-13-41T14:00:00Z' }, 400, 'invalid_input'],
    ['long ago', { departure: '2026-11-21T05:59:59Z' }, 422, 'departure_out_of_range'],
    ['far ahead', { departure: '2026-12-07T12:00:01Z' }, 422, 'departure_out_of_range'],
    ['a scan far ahead', { departures: ['2026-12-08T12:00:00Z'] }, 422, 'departure_out_of_range'],
    ['25 departures', { departures: Array(25).fill(departure) }, 400, 'invalid_input'],
    ['a stop off the line', { stops: [{ at_km: 100, minutes: 1 }] }, 400, 'invalid_input'],
    ['51 stops', { stops: Array(51).fill({ at_km: 1, minutes: 1 }) }, 400, 'invalid_input'],
    [
      'two parts',
      {
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [1.5, 42.5],
              [1.51, 42.5],
            ],
            [
              [1.6, 42.5],
              [1.61, 42.5],
            ],
          ],
        },
      },
      422,
      'one_part_only',
    ],
    [
      '130 km',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [1.5, 42],
            [1.5, 43.2],
          ],
        },
      },
      422,
      'too_long',
    ],
    [
      'outside the demo region',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [5, 50],
            [5.01, 50],
          ],
        },
      },
      503,
      'forecast_unavailable',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    await start({ metering: false })
    expect(await route(body)).toMatchObject({ status, body: { error: { code } } })
  })
  test('leaves what the forecast does not reach null with its reason', async () => {
    await start()
    const { body } = await route({
      departure: '2026-12-07T11:00:00Z',
      stops: [
        { at_km: 0.5, minutes: 1440 },
        { at_km: 1, minutes: 1440 },
      ],
    })
    const last = body.samples.at(-1)
    expect(last).toMatchObject({ weather: null, missing: 'The arrival lies beyond the forecast.' })
    expect(body.unknowns).toContainEqual(expect.objectContaining({ code: 'weather_missing' }))
  })
  test('without heights leaves temperatures as the model has them, and says so', async () => {
    await start({ release: { ...FAKE_RELEASE, bbox: [-2, 42, 2, 43] } })
    const { body } = await route({
      geometry: {
        type: 'LineString',
        coordinates: [
          [-1.5, 42.5],
          [-1.52, 42.52],
        ],
      },
    })
    expect(body.samples.every((sample: any) => sample.forecast_elevation_m === null)).toBe(true)
    expect(body.unknowns.map(({ code }: any) => code)).toEqual(
      expect.arrayContaining(['heights_none', 'weather_height_unknown']),
    )
  })
})
