// Whatever a provider answers, a caller gets a series or one of the two documented errors, soon: its answer is no more
// trusted than a request.

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { buildForecast } from '../../src/weather/build-forecast.ts'
import { ForecastSource } from '../../src/weather/forecast-source.ts'
import { caseCount } from '../support/case-count.ts'
import { type ProviderServer, goodAnswer, json, startProvider } from './provider-server.ts'

let provider: ProviderServer
beforeEach(async () => {
  provider = await startProvider()
})
afterEach(() => provider.close())

const NOW_MS = Date.UTC(2026, 10, 21, 10)
const COLUMNS = ['temperature_2m', 'precipitation', 'wind_speed_10m', 'weather_code', 'surface_pressure']
const model = { id: 'one', metaName: 'one' }
const open = (count = 1) =>
  new ForecastSource({
    nowMs: () => NOW_MS,
    url: provider.url,
    ensembleUrl: provider.url,
    apiKey: null,
    retries: 0,
    models: Array.from({ length: count }, (_, i) => (i === 0 ? model : { ...model, id: `one${i}` })),
    ensembleModels: [{ id: 'eps', metaName: null }],
  })

/** What a caller gets: the text of a forecast, or the code of an error. */
async function askFor(source: ForecastSource): Promise<string> {
  const place = { lon: 1, lat: 42, elevationM: 900, elevationSource: 'request' as const }
  try {
    const answer = await source.getSeries([[1, 42]], 3, new AbortController())
    const built = buildForecast(answer, [place], { days: 3, hourly: true, freezingLevel: false }, NOW_MS)
    return JSON.stringify(built)
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown.code
    throw thrown
  }
}

const forecast = (change: (answer: any) => unknown): void => {
  provider.on.forecast = (request, response) => {
    const answer = goodAnswer(request, () => 1, COLUMNS) as any
    json(change(answer))(request, response)
  }
}

describe('a provider that answers', () => {
  test.each([
    ['with hours beyond any calendar', 1e300],
    ['with hours at the end of what a date can be', 8.64e12 - 96 * 3600],
    ['with hours at its beginning', -8.64e12],
    ['with hours of a fraction of a second', 1_795_132_800.5],
  ])('%s has failed', async (_, startS) => {
    provider.on.forecast = (request, response) =>
      json(goodAnswer(request, () => 1, COLUMNS, { startS }))(request, response)
    expect(await askFor(open())).toBe('forecast_failed')
  })

  test.each<[string, () => string]>([
    ['brackets without end', () => '['.repeat(5e6)],
    ['objects within objects', () => '{"a":'.repeat(12_000)],
    ['a million empty lists', () => `[${'[],'.repeat(1e6)}[]]`],
    ['empty lists that are no more than a forecast takes', () => `[${'[],'.repeat(60_000)}[]]`],
    ['objects of many members', () => `{${Array.from({ length: 55_000 }, (_, i) => `"${i}":1`).join()}}`],
    ['a text of 5 MB', () => `"${'x'.repeat(5e6)}"`],
  ])('with %s has failed, is asked once, and is not parsed', async (_, body) => {
    provider.on.forecast = json(body())
    expect(await askFor(open(8))).toBe('forecast_failed')
    expect(provider.requested.filter(({ pathname }) => pathname === '/v1/forecast')).toHaveLength(1)
  })

  test('with many more columns than there are models and members has failed', async () => {
    forecast((answer) => {
      for (let i = 0; i < 600; i++) answer.hourly[`precipitation_member${i}`] = [1]
      return answer
    })
    expect(await askFor(open())).toBe('forecast_failed')
  })

  test('with an endless body has failed when it has sent more than was requested', async () => {
    let sent = 0
    provider.on.forecast = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write('[1,2,3,4,5,6,7,8]'.repeat(4096))) sent += 69_632
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    expect(await askFor(open())).toBe('forecast_failed')
    expect(sent).toBeLessThan(32_000_000)
  })

  // Law: whatever part of a good answer is replaced, and by whatever, the result is a forecast or a documented error,
  // and no text contains NaN.
  test('with anything in place of any part of an answer is a forecast or an error that is documented', async () => {
    const anything = fc.oneof(
      fc.constantFrom<unknown>(1e300, -1e300, 1e-300, 8.64e15, -1, 0.5, '', 'x'.repeat(300), null, true, [], {}, [[]]),
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('Pacific/Apia', '+23:59', 'UTC', 'America/St_Johns', '__proto__'),
    )
    const where = fc.constantFrom(
      ['timezone'],
      ['elevation'],
      ['utc_offset_seconds'],
      ['hourly'],
      ['hourly', 'time'],
      ['hourly', 'time', 0],
      ['hourly', 'time', 95],
      ...COLUMNS.flatMap((column) => [
        ['hourly', column],
        ['hourly', column, 5],
      ]),
    )
    const wrong: unknown[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(where, anything), { minLength: 1, maxLength: 3 }), async (changes) => {
        forecast((answer) => {
          for (const [path, value] of changes) {
            let at = answer
            for (const key of path.slice(0, -1)) at = at?.[key]
            if (typeof at === 'object' && at !== null) at[path.at(-1)!] = value
          }
          return answer
        })
        const got = await askFor(open())
        if (got.includes('Invalid') || (got[0] !== '{' && !['forecast_failed', 'forecast_unavailable'].includes(got)))
          wrong.push([changes, got.slice(0, 200)])
      }),
      { numRuns: caseCount(100, 3000) },
    )
    expect(wrong).toEqual([])
  })
})
