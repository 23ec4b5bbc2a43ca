// The client over HTTP against a server of known behaviour: failures, retries, ends, costs.

import { type DocumentNode, parse } from 'graphql'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createClient,
  type Cost,
  WaypostError,
  type WeatherLanguage,
  weatherWords,
} from '../../../clients/typescript/src/index.ts'
import { ServiceError } from '../../../src/errors.ts'
import { LANGUAGES, readCatalogue } from '../../../src/language/catalogue-files.ts'
import { skyOf } from '../../../src/web/line/sky.ts'
import { type FakeApp, NOW_MS, startFakeApp } from '../../support/fake-services.ts'

const WALK = { waypoints: [[1.5, 42.5] as [number, number], [1.55, 42.52] as [number, number]] }
const POINTS = { waypoints: WALK.waypoints.map((at) => ({ at })) }
const ROUTE = 'query Walk($input: RouteInput!) { route(input: $input) { lengthM } }'

let app: FakeApp
afterEach(() => app.close())
const failureOf = async (call: Promise<unknown>) => {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(WaypostError)
  return thrown as WaypostError
}

describe('failures', () => {
  test('of the three shapes of REST have code, status and message', async () => {
    app = await startFakeApp({ routeFailure: new ServiceError('no_snap', 'Waypoint 1: see `snapRadiusM`.') })
    const { rest } = createClient({ apiUrl: app.api, siteUrl: app.site })
    const failures = await Promise.all(
      [
        rest.waypointRoute(WALK),
        rest.route({ locations: WALK.waypoints.map(([lon, lat]) => ({ lat, lon })), costing: 'pedestrian' }),
        rest.search({ q: 'x'.repeat(5000) }),
      ].map(failureOf),
    )
    expect(failures.map(({ code, status, field }) => ({ code, status, field }))).toEqual([
      { code: 'no_snap', status: 422, field: 'snap_radius_m' },
      { code: 'no_snap', status: 422, field: 'snap_radius_m' },
      { code: 'invalid_input', status: 400, field: 'q' },
    ])
    expect(failures[0].message).toBe('Waypoint 1: see `snap_radius_m`.')
    expect(failures[0].requestId).toMatch(/\w/)
  })

  test('of one field of GraphQL stand beside the others with their path; of all fields they are thrown', async () => {
    app = await startFakeApp({
      routeFailure: new ServiceError('no_path', 'No way leads there.', { inputPath: 'waypoints' }),
    })
    const client = createClient({ apiUrl: app.api })
    const both =
      'query Walk($input: RouteInput!) { route(input: $input) { lengthM } service { release { networkRelease } } }'
    const { data, errors } = await client.query<any, object>(both, { input: POINTS })
    expect([data.route, data.service.release.networkRelease]).toEqual([null, 'n1'])
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ code: 'no_path', status: 422, path: ['route'], field: 'input.waypoints' })
    expect(await failureOf(client.query(ROUTE, { input: POINTS }))).toMatchObject({ code: 'no_path' })
  })

  test('of input name the field', async () => {
    app = await startFakeApp()
    const client = createClient({ apiUrl: app.api })
    const far: [number, number] = [500, 42]
    expect(await failureOf(client.rest.waypointRoute({ waypoints: [far, far] }))).toMatchObject({
      code: 'invalid_input',
      field: expect.stringContaining('waypoints[0]'),
    })
    expect(await failureOf(client.query('{ nothing }'))).toMatchObject({ code: 'invalid_input' })
  })

  test('say where nothing was reached, and where another server answers', async () => {
    app = await startFakeApp()
    const nowhere = createClient({ apiUrl: 'http://127.0.0.1:1' })
    expect(await failureOf(nowhere.rest.health())).toMatchObject({ code: 'no_connection', status: null })
    const wrong = createClient({ apiUrl: `${app.api}/nowhere` })
    expect(await failureOf(wrong.query('{ __typename }'))).toMatchObject({ status: 404 })
    const headers = { 'Retry-After': '60' }
    const page = createClient({ apiUrl: app.api, fetch: async () => new Response('<html>', { status: 502, headers }) })
    for (const call of [page.query('{ __typename }'), page.rest.manifest(), page.stream('{ __typename }').next()])
      expect(await failureOf(call)).toMatchObject({ code: 'no_answer', status: 502, retryAfterS: 60 })
  })
})

describe('an answer of REST', () => {
  const answering = (body: string, type: string) =>
    createClient({
      apiUrl: 'http://api.example',
      siteUrl: 'http://site.example',
      fetch: async () => new Response(body, { headers: { 'content-type': type } }),
    })

  test('is refused where it is a page, or of another operation, or no object', async () => {
    const pages = answering('<html>Please sign in</html>', 'text/html; charset=utf-8').rest
    const others = answering('{"schema":"reach/1","status":"ok"}', 'application/json').rest
    const lists = answering('[]', 'application/json').rest
    for (const rest of [pages, others, lists])
      for (const call of [
        rest.waypointRoute(WALK),
        rest.search({ q: 'x' }),
        rest.weather({ p: '42,1' }),
        rest.trailRelation({ relation_id: 1 }),
        rest.staticMap({ bbox: [1, 2, 3, 4] }),
        rest.health(),
      ])
        expect(await failureOf(call)).toMatchObject({ code: 'no_answer', status: 200 })
  })

  test('is taken in each form that the operation has', async () => {
    app = await startFakeApp()
    const { rest } = createClient({ apiUrl: app.api })
    expect(await rest.health()).toBe('ok')
    const gpx = answering('<gpx/>', 'application/gpx+xml; charset=utf-8').rest
    expect(await gpx.trailRelation({ relation_id: 1, format: 'gpx' })).toBe('<gpx/>')
  })
})

describe('addresses', () => {
  test('may end with a slash', async () => {
    app = await startFakeApp()
    const { rest, query } = createClient({ apiUrl: `${app.api}/`, siteUrl: `${app.site}//` })
    expect(await rest.health()).toBe('ok')
    expect((await rest.weather({ p: '42.5,1.5' })).schema).toBe('weather-forecast/1')
    expect((await query<any>('{ __typename }')).data).toEqual({ __typename: 'Query' })
  })

  test('that are missing are named', async () => {
    const { rest } = createClient({ apiUrl: 'http://127.0.0.1:1' })
    await expect(rest.weather({ p: '42.5,1.5' })).rejects.toThrow('`weather` is answered by the site host')
    await expect(rest.routeCapabilities()).rejects.toThrow('`siteUrl`')
    const nowhere = createClient({ apiUrl: undefined as unknown as string })
    await expect(nowhere.rest.health()).rejects.toThrow('`apiUrl`')
    await expect(nowhere.query('{ __typename }')).rejects.toThrow('`apiUrl`')
  })
})

describe('a document', () => {
  test('is a text, a text object or a syntax tree', async () => {
    app = await startFakeApp()
    const { query } = createClient({ apiUrl: app.api })
    const text = 'query Walk($input: RouteInput!) { route(input: $input) { lengthM } }'
    const tree = JSON.parse(JSON.stringify(parse(text, { noLocation: true }))) as DocumentNode
    const answers: unknown[] = []
    for (const document of [text, Object.assign(Object(text) as string, {}), tree])
      answers.push((await query<any, object>(document, { input: POINTS })).data.route.lengthM)
    expect(answers).toEqual([1234.5, 1234.5, 1234.5])
  })

  test('is refused where it is anything else, before anything is sent', async () => {
    const { query, subscribe } = createClient({ apiUrl: 'http://127.0.0.1:1' })
    for (const wrong of [null, undefined, 5, {}, { kind: 'Field' }, ['{ a }']] as any[]) {
      await expect(query(wrong)).rejects.toThrow('neither a text nor a syntax tree')
      await expect(subscribe(wrong).next()).rejects.toThrow(TypeError)
    }
  })
})

test('weather codes have the words that the page has for them, and what is no code has none', () => {
  for (const language of LANGUAGES as WeatherLanguage[]) {
    const { page } = JSON.parse(readCatalogue(language))
    for (let code = 0; code < 100; code++)
      expect([code, weatherWords(code, language)]).toEqual([code, page[`sky.${skyOf(code)!.group}`]])
  }
  expect([weatherWords(63), weatherWords(63, 'de')]).toEqual(['rain', 'Regen'])
  expect(['ca-ES', 'de_AT', 'FR'].map((tag) => weatherWords(63, tag))).toEqual(['pluja', 'Regen', 'pluie'])
  expect(['pt', 'toString', ''].map((tag) => weatherWords(63, tag))).toEqual(['rain', 'rain', 'rain'])
  for (const code of [-1, 100, 1.5, NaN]) expect(weatherWords(code)).toBeNull()
})

describe('a refused request', () => {
  /** A server whose clock only `wait` moves: it lets the caller through after the time that it named, not before. */
  async function startTight(waited: number[]) {
    let nowMs = NOW_MS
    app = await startFakeApp({ nowMs: () => nowMs })
    return createClient({
      apiUrl: app.api,
      wait: async (ms) => {
        waited.push(ms)
        nowMs += ms
      },
    })
  }

  test('is sent again after Retry-After', async () => {
    const waited: number[] = []
    const client = await startTight(waited)
    // more at once than the rate lets through
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => client.rest.search({ q: 'anywhere' }).catch(codeOf)),
    )
    expect(waited.length).toBeGreaterThan(0)
    expect(new Set(waited.map((ms) => ms >= 1000 && ms % 1000 === 0))).toEqual(new Set([true]))
    expect(answers.filter((answer) => answer === 'rate_limited')).toEqual([])
  })

  test('is thrown where the wait is too long, or the retries are used up', async () => {
    const sent: number[] = []
    app = await startFakeApp()
    const refusing =
      (retryAfter: string | null, status = 429) =>
      async () => {
        sent.push(status)
        return Response.json(
          { error: 'credits_exhausted', message: 'Used up.' },
          { status, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } },
        )
      }
    const ask = (fetch: () => Promise<Response>) =>
      failureOf(createClient({ apiUrl: app.api, fetch, wait: async () => {} }).rest.usage())
    expect(await ask(refusing('40000'))).toMatchObject({ code: 'credits_exhausted', retryAfterS: 40000 })
    expect(sent.splice(0)).toHaveLength(1)
    expect(await ask(refusing('1'))).toMatchObject({ code: 'credits_exhausted', retryAfterS: 1, status: 429 })
    expect(sent.splice(0)).toHaveLength(3)
    expect(await ask(refusing(null))).toMatchObject({ retryAfterS: null })
    expect(sent.splice(0)).toHaveLength(1)
    await ask(refusing('1', 500))
    expect(sent.splice(0)).toHaveLength(1)
    const date = new Date(Date.now() + 20_000).toUTCString()
    expect((await ask(refusing(date, 503))).retryAfterS).toBeGreaterThan(0)
    expect(sent).toHaveLength(3)
  })

  test('whose wait is ended is not sent again', async () => {
    app = await startFakeApp()
    let sent = 0
    const stop = new AbortController()
    const client = createClient({
      apiUrl: app.api,
      fetch: async () => {
        sent++
        setTimeout(() => stop.abort())
        return Response.json({}, { status: 503, headers: { 'retry-after': '20' } })
      },
    })
    await expect(client.rest.manifest({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent).toBe(1)
  })
})

describe('a signal', () => {
  test.each(['REST', 'GraphQL'])('ends the work of the server, asked by %s', async (transport) => {
    let release = () => {}
    app = await startFakeApp({ hold: new Promise<void>((resolve) => (release = resolve)) })
    const client = createClient({ apiUrl: app.api })
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const call =
      transport === 'REST' ? client.rest.waypointRoute(WALK, options) : client.query(ROUTE, { input: POINTS }, options)
    const ended = expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => app.planned.length).toBe(1)
    expect(app.aborted).toEqual([])
    stop.abort()
    await ended
    await expect.poll(() => app.aborted).toEqual(['client'])
    release()
  })
})

test('costs are reported: of GraphQL what was charged, of both what is left', async () => {
  app = await startFakeApp()
  const costs: Cost[] = []
  const client = createClient({ apiUrl: app.api, onCost: (cost) => costs.push(cost) })
  const { cost } = await client.query(ROUTE, { input: POINTS })
  await client.rest.waypointRoute(WALK)
  await client.rest.health()
  expect(costs).toEqual([
    { operation: 'Walk', reserved: 1, charged: 1, left: 499 },
    { operation: 'waypointRoute', reserved: null, charged: null, left: 498 },
  ])
  expect(cost).toEqual(costs[0])
  const dry = await client.query(ROUTE.replace(' { route', ' @dryRun { route'), { input: POINTS })
  expect(dry).toEqual({ data: null, errors: [], cost: { operation: 'Walk', reserved: 1, charged: 0, left: 498 } })
  expect(app.planned).toHaveLength(2)
})

function codeOf(error: unknown): unknown {
  return error instanceof WaypostError ? error.code : error
}
