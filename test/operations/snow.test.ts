import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { publishSnow } from '../../src/import/import-snow.ts'
import type { SnowForecastSource } from '../../src/weather/snow/snow-types.ts'
import type { SnowProduct } from '../../src/weather/snow/snow-products.ts'
import { type SnowStore, openSnowStore } from '../../src/weather/snow/snow-store.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, type FakeOptions, NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { centre, writeSnow } from '../weather/make-snow.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
let store: SnowStore | null = null
let dataDir: string | null = null
afterEach(async () => {
  await app.close()
  await store?.close()
  if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true })
  store = dataDir = null
})

/** Code `col + 16 * row` at centre(col, row), published as `product` a day ago. */
async function startWithSnow(product: SnowProduct, options: FakeOptions = {}): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-snow-'))
  const path = writeSnow(dataDir, 'codes.tif', 16, 16, (col, row) => col + 16 * row)
  await publishSnow(
    { path, product, observedMs: NOW_MS - 86_400_000, agesPath: null, attribution: null, dataDir },
    NOW_MS - 3_600_000,
  )
  store = openSnowStore(dataDir)
  app = await startFakeApp({ snow: store, ...options })
}
const text = (points: [number, number][]) =>
  points.map(([lon, lat]) => `${lat.toFixed(4)},${lon.toFixed(4)}`).join('%7C')
const ofCode = (code: number) => centre(code % 16, Math.floor(code / 16))
const ask = (query: string) => getJson(`${app.api}/tiles/v1/snow/route-forecast?${query}`)

describe('snow along a route', () => {
  test('without a raster answers 200 with every point unknown, no forecast and no guess', async () => {
    app = await startFakeApp()
    const { status, body, headers } = await ask('points=42.5,1.5|42.51,1.51&revision=r:1.A-b_')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schema: 'route-snow/1',
      revision: 'r:1.A-b_',
      checked_at: '2026-11-21T12:00:00.000Z',
      attribution: [],
      observed: { product: null, observed_from: null, observed_to: null, max_age_h: 240 },
    })
    expect(body.points).toEqual([
      {
        index: 0,
        lat: 42.5,
        lon: 1.5,
        elevation_m: 101.5,
        class: 'unknown',
        cover_pct: null,
        ndsi: null,
        observed_at: null,
        age_h: null,
        reason: 'no_observation',
      },
      {
        index: 1,
        lat: 42.51,
        lon: 1.51,
        elevation_m: 101.5,
        class: 'unknown',
        cover_pct: null,
        ndsi: null,
        observed_at: null,
        age_h: null,
        reason: 'no_observation',
      },
    ])
    expect(body.summary).toMatchObject({ snow_m: 0, clear_m: 0, share_known: 0 })
    expect(body.sections).toEqual([{ from_m: 0, to_m: body.summary.unknown_m, class: 'unknown' }])
    const nothing = [0, 1].map((index) => ({
      index,
      model: null,
      snow_depth_m: null,
      new_snow_cm: null,
      freezing_level_m: null,
    }))
    expect(body.forecast).toEqual({
      h24: { valid_at: '2026-11-22T12:00:00.000Z', model: null, points: nothing },
      h48: { valid_at: '2026-11-23T12:00:00.000Z', model: null, points: nothing },
    })
    expect(body.unknowns.map(({ code }: { code: string }) => code)).toEqual([
      'snow_not_observed',
      'snow_between_samples',
      'snow_forecast_missing',
    ])
    expect(body.evidence).toBeUndefined()
    expect(headers.get('ratelimit')).toContain('r=497')
  })

  test.each(['fsc', 'gfsc', 'mod10a1', 'cgf'] as const)(
    'gives each of the 256 codes of %s through the door as measurement or unknown with a reason',
    async (product) => {
      await startWithSnow(product)
      const { body } = await ask(`points=${text(Array.from({ length: 256 }, (_, code) => ofCode(code)))}&evidence=1`)
      const isNdsi = product === 'mod10a1' || product === 'cgf'
      for (let code = 0; code < 256; code++) {
        const point = body.points[code]
        expect(point.class, `${code}`).toBe(
          code <= 10 ? 'clear' : code >= (isNdsi ? 40 : 50) && code <= 100 ? 'snow' : 'unknown',
        )
        expect(point.reason === null).toBe(point.class !== 'unknown')
        expect([point.cover_pct, point.ndsi]).toEqual(code > 100 ? [null, null] : isNdsi ? [null, code] : [code, null])
        expect(point.age_h).toBe(code > 100 ? null : 24)
        expect(body.evidence.points[code]).toMatchObject({ index: code, class: point.class, coverage: point.cover_pct })
      }
      expect(body.evidence.schema).toBe('route-snow-evidence/1')
    },
  )

  test('says the same through GraphQL', async () => {
    await startWithSnow('fsc')
    const points = [0, 1, 30, 80, 205].map(ofCode)
    const { body } = await ask(`points=${text([...points, [3, 3]])}&segments=0,2,4&evidence=1`)
    const { data, cost } = await askGraphql(
      app,
      `query ($at: [LonLat!]!) { points(at: $at) { snow {
      observed { product observedTo } points { index class coverPct ageH reason }
      forecastH24 { validAt points { snowDepthM } } evidence { class source validUntil } attribution { text } unknowns { code } } } }`,
      { at: [...points, [3, 3]].map(([lon, lat]) => [Number(lon.toFixed(4)), Number(lat.toFixed(4))]) },
    )
    const snows: any[] = data.points.map(({ snow }: any) => snow)
    const seen = snows.flatMap(({ points }) => points)
    expect(seen.map((point: { class: string }) => point.class)).toEqual([
      'CLEAR',
      'CLEAR',
      'UNKNOWN',
      'SNOW',
      'UNKNOWN',
      'UNKNOWN',
    ])
    expect(seen.map((point: { reason: string }) => point.reason)).toEqual([
      null,
      null,
      'PARTIAL_COVER',
      null,
      'CLOUD',
      'OUTSIDE_RASTER',
    ])
    expect(body.points.map((point: { class: string }) => point.class.toUpperCase())).toEqual(
      seen.map((point: { class: string }) => point.class),
    )
    expect(snows.map(({ evidence: [{ validUntil }] }) => validUntil)).toEqual(
      body.evidence.points.map((point: { valid_until: string | null }) => point.valid_until),
    )
    for (const { attribution } of snows) expect(attribution[0].text).toContain('Copernicus')
    expect(cost).toMatchObject({ reserved: 19, charged: 19 })
  })

  test('Route.snow samples the line of the route', async () => {
    app = await startFakeApp()
    const { data, cost } = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { snow { points { location class } summary { unknownM } } } }',
    )
    const { points, summary } = data.route.snow
    expect(points.length).toBeGreaterThan(300)
    expect(points.length).toBeLessThanOrEqual(512)
    expect([points[0].location, points.at(-1).location]).toEqual([
      [1.5, 42.5],
      [1.6, 42.5],
    ])
    expect(summary.unknownM).toBeGreaterThan(8000)
    expect(new Set(points.map((point: { class: string }) => point.class))).toEqual(new Set(['UNKNOWN']))
    expect(cost!.charged).toBe(4)
  })

  test('Trail.snow keeps the parts of a trail apart', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const { data, errors } = await askGraphql(
      app,
      '{ trail(by: {osmRelation: 7}) { line { parts { coordinates } } snow { points { location } summary { unknownM } sections { fromM toM class } evidence { class } } } }',
    )
    expect(errors).toBeUndefined()
    const { line, snow } = data.trail
    expect(line.parts).toHaveLength(2)
    expect(snow.sections.map((section: { class: string }) => section.class)).toEqual(['UNKNOWN', 'UNKNOWN'])
    const places = snow.points.map(({ location }: { location: number[] }) => location)
    for (const { coordinates } of line.parts) {
      expect(places).toContainEqual(coordinates[0].slice(0, 2))
      expect(places).toContainEqual(coordinates.at(-1).slice(0, 2))
    }
    expect(snow.evidence).toHaveLength(snow.points.length)
    const missing = await askGraphql(app, '{ trail(by: {osmRelation: 999}) { snow { __typename } } }')
    expect(missing.errors![0].extensions.code).toBe('NOT_FOUND')
  })

  test('keeps the two forecasts apart, and a failing provider leaves the observation', async () => {
    const source: SnowForecastSource = {
      forecastSnow: async (points, moments) => ({
        attribution: { text: say('source.named', { name: 'Weather: test' }), licence: 'CC BY 4.0', url: null },
        moments: moments.map((_, moment) =>
          points.map((_, i) => ({
            model: i === 0 ? 'fine' : null,
            snowDepthM: i === 0 ? moment : NaN,
            newSnowCm: i === 0 ? 10 : null,
            freezingLevelM: i === 0 ? 1800 : null,
          })),
        ),
      }),
    }
    await startWithSnow('fsc', { snowForecast: source })
    const { body } = await ask(`points=${text([ofCode(80), ofCode(0)])}`)
    expect(body.forecast.h24).toMatchObject({
      model: 'fine',
      points: [
        { index: 0, snow_depth_m: 0, new_snow_cm: 10, freezing_level_m: 1800 },
        { index: 1, snow_depth_m: null, new_snow_cm: null },
      ],
    })
    expect(body.forecast.h48.points[0].snow_depth_m).toBe(1)
    expect(body.attribution.map(({ text }: { text: string }) => text)).toContain('Weather: test')
    source.forecastSnow = async () => {
      throw new ServiceError(say('error.forecast_unavailable.unreachable'))
    }
    const down = await ask(`points=${text([ofCode(80)])}`)
    expect([down.status, down.body.points[0].class, down.body.forecast.h24.points[0].snow_depth_m]).toEqual([
      200,
      'snow',
      null,
    ])
    expect(down.body.unknowns.at(-1)).toEqual({
      code: 'snow_forecast_missing',
      message: 'There is no snow forecast: The weather provider cannot be reached.',
    })
  })

  test('takes 512 points for 3 credits and refuses 513', async () => {
    await startWithSnow('fsc')
    const points = (count: number) =>
      text(Array.from({ length: count }, (_, i): [number, number] => [1.41 + i * 0.0002, 42.6]))
    const most = await ask(`points=${points(512)}`)
    expect(most.body.points).toHaveLength(512)
    expect(most.headers.get('ratelimit')).toContain('r=497')
    expect(
      (await ask(`points=${points(512)}&segments=${Array.from({ length: 512 }, (_, i) => i).join()}`)).body.sections,
    ).toEqual([])
    expect((await ask(`points=${points(513)}`)).status).toBe(400)
  })

  test.each([
    '',
    'points=',
    'points=1',
    'points=91,1',
    'points=1,181',
    'points=a,b',
    'points=1,1&evidence=0',
    'points=1,1&evidence=true',
    'points=1,1&evidence=',
    'points=1,1&revision=',
    'points=1,1&revision=a%20b',
    `points=1,1&revision=${'a'.repeat(65)}`,
    'points=1,1|2,2&segments=1',
    'points=1,1|2,2&segments=0,2',
    'points=1,1|2,2|3,3&segments=0,2,1',
    'points=1,1|2,2&segments=0,0',
    'points=1,1|2,2&segments=0,x',
    'points=1,1&segments=',
    'points=1,1|2,2&segments=0,0.5',
    'points=1,1&points=2,2',
  ])('%s is 400', async (query) => {
    app = await startFakeApp()
    const { status, body } = await ask(query)
    expect([status, body.error, typeof body.message]).toEqual([400, 'invalid_input', 'string'])
  })

  test('a raster that cannot be read is 503 in the Error shape, and costs nothing', async () => {
    const fault = async (): Promise<never> => {
      throw new ServiceError(say('error.snow_unavailable.unreadable'))
    }
    app = await startFakeApp({ snow: { findLive: async () => null, observe: fault } })
    const { status, body, headers } = await ask('points=42.5,1.5')
    expect([status, body]).toEqual([
      503,
      {
        error: 'snow_unavailable',
        message: 'The published snow raster cannot be read: publish it again with npm run snow.',
      },
    ])
    expect(headers.get('ratelimit')).toContain('r=500')
    expect(
      (await askGraphql(app, '{ point(at: [1.5,42.5]) { snow { __typename } } }')).errors![0].extensions.code,
    ).toBe('SNOW_UNAVAILABLE')
  })

  test('has its age in the status of artifacts', async () => {
    await startWithSnow('fsc')
    const { body } = await getJson(`${app.api}/tiles/v1/status`)
    expect(body.artifacts.snow).toMatchObject({
      source_ts: '2026-11-20T12:00:00.000Z',
      promoted_at: '2026-11-21T11:00:00.000Z',
      age_days: 1,
    })
    expect(body.artifacts.snow.version).toMatch(/^fsc-/)
  })

  test('is not on the site host', async () => {
    app = await startFakeApp()
    expect((await getJson(`${app.site}/tiles/v1/snow/route-forecast?points=1,1`)).status).toBe(404)
  })
})
