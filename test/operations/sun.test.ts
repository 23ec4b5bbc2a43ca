import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/durations.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
})
afterAll(() => app.close())

const ask = (query: string) => getJson(`${app.api}/v1/sun?${query}`)

// published almanac times, to the minute
test.each([
  ['London at midsummer', 'lat=51.5072&lon=-0.1276&date=2025-06-21', '2025-06-21T03:43Z', '2025-06-21T20:21Z'],
  ['Sydney, by its own date', 'lat=-33.8688&lon=151.2093&date=2025-12-21', '2025-12-20T18:41Z', '2025-12-21T09:05Z'],
])('%s is within two minutes of the almanac', async (_, query, rise, set) => {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  expect(body).toMatchObject({ schema: 'sun/1', state: 'rises_and_sets' })
  expect(Math.abs(Date.parse(body.sunrise_utc) - Date.parse(rise))).toBeLessThanOrEqual(2 * MINUTE_MS)
  expect(Math.abs(Date.parse(body.sunset_utc) - Date.parse(set))).toBeLessThanOrEqual(2 * MINUTE_MS)
  expect(body.daylight_s * 1000).toBeCloseTo(Date.parse(body.sunset_utc) - Date.parse(body.sunrise_utc), -4)
})

test('where the sun does not rise or set, its times are null and the state says why', async () => {
  const none = { sunrise_utc: null, sunset_utc: null }
  const tromso = (date: string) => ask(`lat=69.65&lon=18.95&date=${date}`)
  expect((await tromso('2025-06-21')).body).toMatchObject({ ...none, state: 'up_all_day', daylight_s: 86_400 })
  const winter = (await tromso('2025-12-21')).body
  expect(winter).toMatchObject({ ...none, state: 'down_all_day', daylight_s: 0 })
  expect(winter.civil_dusk_utc).not.toBeNull()
})

test('both transports say the same', async () => {
  const { body } = await ask('lat=42.5&lon=1.5&date=2026-11-23')
  const { data, errors } = await askGraphql(
    app,
    '{ point(at: [1.5, 42.5]) { sun(date: "2026-11-23") { date state civilDawnAt sunriseAt sunsetAt civilDuskAt daylightS scope } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.point.sun).toEqual({
    date: '2026-11-23',
    state: 'RISES_AND_SETS',
    civilDawnAt: body.civil_dawn_utc,
    sunriseAt: body.sunrise_utc,
    sunsetAt: body.sunset_utc,
    civilDuskAt: body.civil_dusk_utc,
    daylightS: body.daylight_s,
    scope: body.scope,
  })
})

test('no date, or one that does not exist, is refused by name', async () => {
  for (const query of ['lat=42&lon=1', 'lat=42&lon=1&date=2026-02-30', 'lat=42&lon=1&date=tomorrow']) {
    const { status, body } = await ask(query)
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'invalid_input',
      expect.stringContaining('`date`'),
    ])
  }
  const { errors } = await askGraphql(app, '{ point(at: [1, 42]) { sun(date: "2026-02-30") { state } } }')
  expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'date' })
})
