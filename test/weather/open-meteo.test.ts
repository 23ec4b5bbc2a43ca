import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServiceError } from '../../src/errors.ts'
import { FAILURES_TO_OPEN, OpenMeteo, retryAfterS } from '../../src/weather/open-meteo.ts'
import { type ProviderServer, json, startProvider } from './provider-server.ts'

let provider: ProviderServer
let nowMs = 0
beforeEach(async () => {
  provider = await startProvider()
  nowMs = Date.UTC(2026, 10, 21)
})
afterEach(() => provider.close())

const client = (more = {}) => new OpenMeteo({ nowMs: () => nowMs, retryBaseMs: 1, timeoutMs: 300, ...more })
const fails = async (own: OpenMeteo): Promise<ServiceError> =>
  own.getJson(`${provider.url}/v1/forecast?a=1`).then(
    () => expect.fail('it answered'),
    (error: ServiceError) => error,
  )

describe('a provider that', () => {
  test('is down is forecast_unavailable', async () => {
    const { url } = provider
    await provider.close()
    const error = await client()
      .getJson(`${url}/v1/forecast`)
      .catch((thrown: ServiceError) => thrown)
    expect(error).toMatchObject({ code: 'forecast_unavailable', retryAfterS: 30 })
    provider = await startProvider()
  })

  test('is slow is given up in time, after the attempts it was to have', async () => {
    provider.on.forecast = () => {}
    expect(await fails(client({ timeoutMs: 50, retries: 1 }))).toMatchObject({ code: 'forecast_unavailable' })
    expect(provider.requested).toHaveLength(2)
  })

  test('is cut off in mid-body is unavailable', async () => {
    provider.on.forecast = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"hourly":')
      setTimeout(() => response.destroy(), 5)
    }
    expect(await fails(client({ retries: 0 }))).toMatchObject({ code: 'forecast_unavailable' })
  })

  test('answers HTML has failed', async () => {
    provider.on.forecast = json('<html>busy</html>')
    expect(await fails(client())).toMatchObject({ code: 'forecast_failed' })
  })

  test('answers more than was asked is not read to the end', async () => {
    provider.on.forecast = json(`"${'x'.repeat(5000)}"`)
    expect(await fails(client({ maxBytes: 1000 }))).toMatchObject({ code: 'forecast_failed' })
    expect(provider.requested).toHaveLength(1)
  })

  test('has a passing fault is asked again, and answers', async () => {
    provider.on.forecast = (request, response) =>
      json({ ok: 1 }, provider.requested.length < 3 ? 500 : 200)(request, response)
    expect(await client().getJson(`${provider.url}/v1/forecast`)).toEqual({ ok: 1 })
    expect(provider.requested).toHaveLength(3)
  })

  test('refuses the query is not asked again, and its reason is reported in plain words', async () => {
    provider.on.forecast = json({ error: true, reason: 'Cannot <b>initialize</b> model' }, 400)
    const error = await fails(client())
    expect(error).toMatchObject({ code: 'forecast_failed' })
    expect(error.message).toContain('Cannot binitializeb model')
    expect(provider.requested).toHaveLength(1)
  })

  test('says 429 with Retry-After is left alone that long and no shorter', async () => {
    provider.on.forecast = json({}, 429, { 'retry-after': '120' })
    const own = client()
    expect(await fails(own)).toMatchObject({ code: 'forecast_unavailable', retryAfterS: 120 })
    nowMs += 119_000
    expect(await fails(own)).toMatchObject({ retryAfterS: 1 })
    expect(provider.requested).toHaveLength(1)
    nowMs += 2000
    provider.on.forecast = json({ ok: 1 })
    expect(await own.getJson(`${provider.url}/v1/forecast`)).toEqual({ ok: 1 })
  })

  test.each([
    ['Minutely API request limit exceeded. Please try again in one minute.', 60],
    ['Hourly API request limit exceeded.', 3600],
    ['Daily API request limit exceeded. Please try again tomorrow.', 3600],
  ])('says 429 with "%s" and no Retry-After is left alone for %i s', async (reason, pauseS) => {
    provider.on.forecast = json({ error: true, reason }, 429)
    const own = client()
    const error = await fails(own)
    expect(error).toMatchObject({ code: 'forecast_unavailable', retryAfterS: pauseS })
    expect(error.message).toContain(reason.slice(0, 20))
    nowMs += pauseS * 1000 - 1
    await fails(own)
    expect(provider.requested).toHaveLength(1)
  })

  test('waits between attempts a random part of a doubling span', async () => {
    const at: number[] = []
    provider.on.forecast = (request, response) => {
      at.push(performance.now())
      json({}, 500)(request, response)
    }
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
    try {
      await fails(client({ retryBaseMs: 40 }))
    } finally {
      random.mockRestore()
    }
    expect(at).toHaveLength(3)
    expect(at[1] - at[0]).toBeGreaterThanOrEqual(34)
    expect(at[2] - at[1]).toBeGreaterThanOrEqual(70)
  })

  test('has more questions waiting than may wait refuses the next', async () => {
    provider.on.forecast = (request, response) => void setTimeout(() => json({})(request, response), 30)
    const own = client({ maxConcurrent: 1, maxQueued: 1 })
    const results = await Promise.allSettled([1, 2, 3].map(() => own.getJson(`${provider.url}/v1/forecast`)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({ code: 'forecast_unavailable', retryAfterS: 2 })
  })

  test('is queried for callers in turn: one question of a caller does not wait for all those of another', async () => {
    const order: string[] = []
    provider.on.forecast = (request, response) => {
      order.push(request.url!.slice(-2))
      setTimeout(() => json({})(request, response), 10)
    }
    const own = client({ maxConcurrent: 1 })
    const ask = (caller: string, n: number) => own.getJson(`${provider.url}/v1/forecast?${caller}${n}`, { caller })
    await Promise.all([...[1, 2, 3, 4, 5].map((n) => ask('a', n)), ask('b', 1), ask('b', 2)])
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
  })

  test('has its queue full of one caller’s questions: another finds room, and the newest of those is refused', async () => {
    provider.on.forecast = (request, response) => void setTimeout(() => json({})(request, response), 30)
    const own = client({ maxConcurrent: 1, maxQueued: 3 })
    const ask = (caller: string) => own.getJson(`${provider.url}/v1/forecast`, { caller })
    const results = await Promise.allSettled(['a', 'a', 'a', 'a', 'b'].map(ask))
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ])
    expect((results[3] as PromiseRejectedResult).reason).toMatchObject({ code: 'forecast_unavailable', retryAfterS: 2 })
  })

  test('sends somewhere else is not followed', async () => {
    provider.on.forecast = (_, response) => response.writeHead(302, { location: '/data/x' }).end()
    expect(await fails(client({ retries: 0 }))).toMatchObject({ code: 'forecast_unavailable' })
    expect(provider.requested).toHaveLength(1)
  })

  test('keeps failing is left alone, then tried by one call', async () => {
    provider.on.forecast = json({}, 500)
    const own = client({ retries: 0 })
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await fails(own)
    expect((await fails(own)).message).toContain('tried again shortly')
    expect(provider.requested).toHaveLength(FAILURES_TO_OPEN)
    nowMs += 31_000
    provider.on.forecast = json({ ok: 1 })
    expect(await own.getJson(`${provider.url}/v1/forecast`)).toEqual({ ok: 1 })
    expect(await own.getJson(`${provider.url}/v1/forecast`)).toEqual({ ok: 1 })
  })

  test('has rested is tried by one call alone: others beside it are refused until it is back', async () => {
    provider.on.forecast = json({}, 500)
    const own = client({ retries: 0 })
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await fails(own)
    nowMs += 31_000
    provider.on.forecast = (request, response) => void setTimeout(() => json({ ok: 1 })(request, response), 20)
    const results = await Promise.allSettled([1, 2, 3].map(() => own.getJson(`${provider.url}/v1/forecast`)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(provider.requested).toHaveLength(FAILURES_TO_OPEN + 1)
    provider.on.forecast = json({ ok: 1 })
    await Promise.all([1, 2, 3].map(() => own.getJson(`${provider.url}/v1/forecast`)))
  })

  test('is asked by no more calls at a time than allowed', async () => {
    let open = 0
    let most = 0
    provider.on.forecast = (request, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        json({})(request, response)
      }, 10)
    }
    const own = client({ maxConcurrent: 2 })
    await Promise.all(Array.from({ length: 8 }, () => own.getJson(`${provider.url}/v1/forecast`)))
    expect(most).toBe(2)
  })
})

test('Retry-After is seconds or a date', () => {
  expect(retryAfterS('7', 0)).toBe(7)
  expect(retryAfterS('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60)
  expect(retryAfterS('soon', 0)).toBeNull()
  expect(retryAfterS(null, 0)).toBeNull()
})
