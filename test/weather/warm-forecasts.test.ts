// Over any sequence of questions a source that has answered before says what one says that is requested the first time:
// of the same places, days and kind. What it has is used while fresh, and not a second longer.

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/durations.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { ForecastSource } from '../../src/weather/forecast-source.ts'
import type { PointSeries } from '../../src/weather/point-series.ts'
import type { SeriesKind } from '../../src/weather/weather-source.ts'
import { caseCount } from '../support/case-count.ts'
import { goodAnswer, json, type ProviderServer, startProvider } from './provider-server.ts'

let provider: ProviderServer
let nowMs = 0
let failing = false
const signal = new AbortController().signal
const DAY0_MS = Date.UTC(2026, 10, 21)

beforeEach(async () => {
  provider = await startProvider()
  failing = false
  provider.on.forecast = (request, response) => {
    if (failing) return json({ error: true, reason: 'busy' }, 503)(request, response)
    const query = new URL(request.url!, 'http://x').searchParams
    const lats = query.get('latitude')!.split(',').map(Number)
    const columns = query
      .get('hourly')!
      .split(',')
      .map((column) => `${column}_one`)
    const hours = 24 * (1 + Number(query.get('forecast_days')))
    // another place, column, hour or run of the model has another value
    const run = Math.floor(nowMs / (60 * MINUTE_MS)) % 7
    const value = (column: string, hour: number, place: number) =>
      Math.round(lats[place] * 100) + (columns.indexOf(column) % 5) + (hour % 24) + run
    json(goodAnswer(request, value, columns, { hours }))(request, response)
  }
})
afterEach(() => provider.close())

const open = (maxHeld: number) =>
  new ForecastSource({
    nowMs: () => nowMs,
    url: provider.url,
    ensembleUrl: null,
    apiKey: null,
    retries: 0,
    retryBaseMs: 1,
    timeoutMs: 10_000,
    maxHeld,
    models: [{ id: 'one', metaName: null }],
  })

const PLACES: LonLat[] = [
  [1.5, 42.5],
  [1.504, 42.5],
  [1.51, 42.5],
  [-1.5, 42.5],
  [1.5, -42.5],
]
const question = fc.record({
  places: fc.uniqueArray(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 2 }),
  days: fc.constantFrom(1, 3, 7),
  kind: fc.constantFrom<SeriesKind>('weather', 'weather', 'freezing', 'snow'),
  laterMin: fc.constantFrom(0, 0, 0, 0, 5, 30, 59, 60, 61),
  fails: fc.constantFrom(false, false, false, false, true),
})

test('a warm source answers as a cold one', async () => {
  let fromCache = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(question, { minLength: 6, maxLength: 14 }),
      fc.constantFrom(2, 100),
      async (questions, maxHeld) => {
        nowMs = DAY0_MS
        const warm = open(maxHeld)
        for (const { places, days, kind, laterMin, fails } of questions) {
          nowMs += laterMin * MINUTE_MS
          failing = fails
          const calls = provider.requested.length
          const answer = await warm.getSeries(places, days, { signal }, kind).catch(() => null)
          failing = false
          if (answer === null || answer.points.some(({ series }) => series === null)) {
            refused++
            continue
          }
          if (provider.requested.length === calls) fromCache++
          for (const [i, { fetchedAtMs, freshUntilMs, series }] of answer.points.entries()) {
            expect(freshUntilMs).toBeGreaterThan(nowMs)
            const requestedMs = nowMs
            nowMs = fetchedAtMs
            const [cold] = (await open(100).getSeries([places[i]], days, { signal }, kind)).points
            nowMs = requestedMs
            // it may know of more days, and says the same of those that were requested
            expect(hoursAndDays(series!, cold.series!)).toEqual(hoursAndDays(cold.series!, cold.series!))
          }
        }
      },
    ),
    { numRuns: caseCount(12, 200) },
  )
  expect(fromCache).toBeGreaterThan(2)
  expect(refused).toBeGreaterThan(0)
})

/** As many hours and days as another series has. */
function hoursAndDays(
  { columns, hourModel, days, ...series }: PointSeries,
  { hourCount, days: { length } }: PointSeries,
) {
  return {
    ...series,
    hourCount: Math.min(series.hourCount, hourCount),
    probability: [...series.probabilityPct.slice(0, hourCount)],
    probabilityPct: null,
    probabilityModel: [...series.probabilityModel.slice(0, hourCount)],
    hourModel: [...hourModel.slice(0, hourCount)],
    days: days.slice(0, length),
    columns: Object.entries(columns).map(([name, values]) => [name, ...values.slice(0, hourCount)]),
  }
}
