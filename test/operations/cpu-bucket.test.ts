// The bucket of processor time at both transports: what failed counts, refusals have the transport's shape and say how
// long to wait, credits stay as they are, a key has its plan's share, pages and probes go on.

import { afterEach, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { DOCUMENT_MS, threadCpuMs } from '../../src/overload/cpu-meter.ts'
import { type FakeApp, runner, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
afterEach(() => app.close())
/** Twenty milliseconds may be saved. */
const start = () => startFakeApp({ parts: { cpuBudget: 0.004 }, nowMs: () => Date.now() })
const ROUTE = {
  waypoints: [
    [1.5, 42.5],
    [1.6, 42.5],
  ],
}
/** Bad input that takes the main thread a while to find bad. */
const COSTLY = `{"waypoints":[${'[1,1],'.repeat(60_000)}[1,"x"]]}`

async function useUp(headers: Record<string, string> = {}): Promise<number> {
  for (let requested = 1; ; requested++) {
    const { status } = await postJson(`${app.api}/v1/route`, COSTLY, headers)
    if (status === 429) return requested
    expect(status).toBe(400)
    if (requested > 40) return Infinity
  }
}

test('requests that fail use it up, are free of credits, and are then 429 in the shape of REST', async () => {
  app = await start()
  expect(await useUp()).toBeLessThan(40)
  const { status, headers, body } = await postJson(`${app.api}/v1/route`, ROUTE)
  expect(status).toBe(429)
  expect(body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('processor time') })
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(headers.get('ratelimit')).toContain('"credits";r=500')
  expect(app.planned).toHaveLength(0)
})

test('the same in the shape of GraphQL, free documents too', async () => {
  app = await start()
  await useUp()
  const { status, errors, headers } = await askGraphql(app, '{ service { modes } }')
  expect(status).toBe(429)
  expect(errors![0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
})

test('a document that is refused uses it up as well', async () => {
  app = await start()
  let refused = false
  // each is another document, so that none is read from the cache
  for (let i = 0; i < 100 && !refused; i++)
    refused =
      (await askGraphql(app, `{ ${Array.from({ length: 1200 }, (_, k) => `a${k}: nothing${i}`).join(' ')} }`))
        .errors![0].extensions.code === 'RATE_LIMITED'
  expect(refused).toBe(true)
})

test('what a thread reports counts', async () => {
  app = await start()
  app.jobs.route = runner((_input, { cpu }) => {
    cpu!.spend(5000)
    return Promise.reject(new Error('it failed'))
  })
  expect((await postJson(`${app.api}/v1/route`, ROUTE)).status).toBe(500)
  const { status, headers } = await postJson(`${app.api}/v1/route`, ROUTE)
  expect(status).toBe(429)
  // it was so much more than there was
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(55)
})

test('a document ends its operations, one by one, once it has used what a document may', async () => {
  app = await startFakeApp({ parts: { cpuBudget: 1 }, nowMs: () => Date.now() })
  const { route: plan } = app.jobs
  let answered = 0
  app.jobs.route = runner(async (input, { cpu }) => {
    // as a pool does before a thread is given the job
    cpu!.checkDocument!()
    answered++
    cpu!.spend(DOCUMENT_MS / 3.5)
    return plan.run('route', input, { signal: new AbortController().signal })
  })
  const route = (name: string) =>
    `${name}: route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { lengthM }`
  const names = Array.from({ length: 8 }, (_, i) => `r${i}`)
  const { data, errors, cost } = await askGraphql(app, `{ ${names.map(route).join(' ')} }`)
  expect(names.map((name) => data[name] !== null)).toEqual([
    ...Array<boolean>(4).fill(true),
    ...Array<boolean>(4).fill(false),
  ])
  expect(errors!.map(({ path, extensions }: any) => [path[0], extensions.code])).toEqual(
    names.slice(4).map((name) => [name, 'RATE_LIMITED']),
  )
  expect(errors![0]).toMatchObject({
    message: expect.stringContaining('ask for the rest in another'),
    extensions: { retryAfterS: 1 },
  })
  expect(cost).toMatchObject({ charged: 4 })
  expect(answered).toBe(4)
  // another document of the same caller begins again
  const { errors: none } = await askGraphql(app, `{ ${route('again')} }`)
  expect(none).toBeUndefined()
})

const lineOf = (count: number) => ({
  geojson: { type: 'LineString', coordinates: Array.from({ length: count }, (_, i) => [1.5, 42 + i / 1e5]) },
})
const profiles = (names: string[]) =>
  `query ($line: LineInput!) { ${names.map((name) => `${name}: line(input: $line) { elevationProfile { __typename } }`).join(' ')} }`
/** Heights that take so much of the main thread's time; returns the turns of the event loop that requested them. */
function slowHeights(ms: number): number[] {
  const { sample } = app.services.terrain
  const turns: number[] = []
  let turn = 0
  const count = (): void => {
    turn++
    if (turns.length < 20) setImmediate(count).unref()
  }
  count()
  app.services.terrain.sample = (...question) => {
    turns.push(turn)
    const until = threadCpuMs() + ms
    while (threadCpuMs() < until);
    return sample(...question)
  }
  return turns
}

test('long lines of a document come in turns of their own, count, and none begins once it has used its time', async () => {
  app = await startFakeApp({ parts: { cpuBudget: 1 }, nowMs: () => Date.now() })
  const turns = slowHeights(60)
  const names = Array.from({ length: 12 }, (_, i) => `p${i}`)
  const { data, errors } = await askGraphql(app, profiles(names), { line: lineOf(5000) })
  const answered = names.filter((name) => data[name].elevationProfile !== null)
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThan(8)
  expect(new Set(errors!.map(({ extensions }: any) => extensions.code))).toEqual(new Set(['RATE_LIMITED']))
  expect(turns.length).toBeLessThan(8)
  expect(new Set(turns).size).toBe(turns.length)
})

test('what is asked of the terrain for short lines counts', async () => {
  app = await start()
  slowHeights(40)
  const { errors } = await askGraphql(app, profiles(['a']), { line: lineOf(5) })
  expect(errors).toBeUndefined()
  expect((await postJson(`${app.api}/v1/route`, ROUTE)).status).toBe(429)
})

test('a key is counted for itself and has as much more as its rate', async () => {
  app = await start()
  const { key, record } = createKey({ project: 'p', plan: 'business' })
  app.keys.add(record)
  await useUp()
  expect((await postJson(`${app.api}/v1/route`, ROUTE, { 'x-api-key': key })).status).toBe(200)
  expect(await useUp({ 'x-api-key': key })).toBeGreaterThan(2)
})

test('pages, files and probes are counted and not refused', async () => {
  app = await start()
  await useUp()
  expect((await fetch(`${app.api}/healthz`)).status).toBe(200)
  expect((await fetch(`${app.api}/openapi.json`)).status).toBe(200)
})

test('without metering there is no budget', async () => {
  app = await startFakeApp({ parts: { cpuBudget: 0.004 }, metering: false })
  expect(await useUp()).toBe(Infinity)
})
