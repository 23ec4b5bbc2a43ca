// What open subscriptions may hold and cost, and how they end: limits, keys, credits, readers that do not read, the
// server that stops, failures of the inside.

import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createKey } from '../../../../src/metering/api-key.ts'
import { askGraphql, getJson } from '../../../operations/transports.ts'
import { type EventStream, openEvents } from '../../../support/event-stream.ts'
import { FAKE_RELEASE, type FakeApp, type FakeOptions } from '../../../support/fake-services.ts'
import { LINE, ROUTE, startWorld } from './world.ts'

const WHILE_MS = 250
const DISTANCE = `subscription { conditions(line: ${ROUTE}) { causes course { lengthM } } }`

let app: FakeApp
afterEach(() => app.close())
async function start(options: FakeOptions = {}) {
  const world = await startWorld(options)
  app = world.app
  return world
}
const openCount = async (): Promise<number> => Number(await metric('waypost_subscriptions_open'))
async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${app.ops}/metrics`)).text()
  return text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1)
}
/** Lets another release go live. */
let releases = 1
const promote = (world: { release: typeof FAKE_RELEASE; distanceM: number }, distanceM: number) => {
  world.distanceM = distanceM
  world.release = { ...FAKE_RELEASE, id: `test-${++releases}` }
}

test('of 1,000 subscriptions that one caller opens, ten stay; others are served beside them', async () => {
  await start({ trustedProxies: ['127.0.0.1'] })
  const query = `subscription { conditions(line: ${LINE}) { course { lengthM } } }`
  const streams: EventStream[] = []
  for (let opened = 0; opened < 1000; opened += 50)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => openEvents(app.api, query)))))
  const statuses = streams.map(({ status }) => status)
  expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length]).toEqual([
    10, 990,
  ])
  const refused = streams.find(({ status }) => status === 429)!
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await openCount()).toBe(10)
  expect(await metric('waypost_subscriptions_refused_total{reason="caller"}')).toBe('990')
  expect(app.app.lifecycle.admission.state.inFlight).toBe(0)
  const other = await openEvents(app.api, query, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect([other.status, (await other.next())!.event]).toEqual([200, 'next'])
  expect((await askGraphql(app, '{ service { modes } }')).status).toBe(200)
  for (const stream of streams) stream.close()
  await expect.poll(openCount).toBe(1)
  expect((await openEvents(app.api, query)).status).toBe(200)
})

test('beyond the limit of all the answer is 503 busy', async () => {
  await start({ parts: { graphql: { subscriptions: { maxOpen: 2 } } } })
  for (const status of [200, 200, 503]) {
    const stream = await openEvents(app.api, DISTANCE)
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([status, status === 503 ? '30' : null])
    if (status === 503) expect([await stream.next(), stream.text()]).toEqual([null, expect.stringContaining('"BUSY"')])
  }
})

test('what a caller has to be run again is bounded, and released with its subscriptions', async () => {
  await start()
  const geojson = { type: 'LineString', coordinates: Array.from({ length: 4990 }, (_, i) => [1.5, 42.5 + i / 1e5]) }
  // spaces of a text are bytes of the request
  const query = `subscription ($line: GeoJSON!) { conditions(line: {geojson: $line}) { course { lengthM } } }${' '.repeat(90_000)}`
  const gpx = `<gpx>${' '.repeat(1_000_000)}<trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.6" lon="1.5"/></trkseg></trk></gpx>`
  const large = 'subscription ($gpx: String!) { conditions(line: {gpx: $gpx}) { course { lengthM } } }'
  expect((await openEvents(app.api, query, { variables: { line: geojson } })).status).toBe(200)
  const first = await openEvents(app.api, large, { variables: { gpx } })
  expect((await first.next())!.data.data.conditions.course.lengthM).toBeGreaterThan(10_000)
  const second = await openEvents(app.api, large, { variables: { gpx } })
  expect([second.status, (await askGraphql(app, '{ service { modes } }')).status]).toEqual([413, 200])
  first.close()
  await expect.poll(openCount).toBe(1)
  expect((await openEvents(app.api, large, { variables: { gpx } })).status).toBe(200)
  expect(app.app.lifecycle.admission.state.bodyBytes).toBe(0)
})

test('a large text is there for every run', async () => {
  const world = await start()
  const gpx = `<gpx>${' '.repeat(200_000)}<trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.51" lon="1.5"/></trkseg></trk></gpx>`
  const query =
    'subscription ($gpx: String!) { conditions(line: {gpx: $gpx}) { course { lengthM snow { observed { product } } analysis { engine { networkRelease } } } } }'
  const stream = await openEvents(app.api, query, { variables: { gpx } })
  const first = (await stream.next())!.data
  expect(first.errors).toBeUndefined()
  world.release = { ...FAKE_RELEASE, id: 'other' }
  expect(await stream.within(WHILE_MS)).toEqual([])
})

test('a reader that does not read is dropped, and nothing more is made for it', async () => {
  const world = await start({ limits: { idleMs: 1500 } })
  const geojson = { type: 'LineString', coordinates: Array.from({ length: 4990 }, (_, i) => [1.5, 42.5 + i / 1e5]) }
  // more than sockets hold
  const places = Array.from({ length: 40 }, (_, i) => `a${i}: line { geojson polyline6 }`).join(' ')
  const sent = request(`${app.api}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
  })
  sent.on('error', () => undefined)
  sent.on('response', (response) => response.pause())
  sent.end(
    JSON.stringify({
      query: `subscription ($line: GeoJSON!) { conditions(line: {geojson: $line}) { course { ${places} } } }`,
      variables: { line: geojson },
    }),
  )
  await expect.poll(openCount).toBe(1)
  promote(world, 1)
  await expect.poll(openCount).toBe(0)
  expect(await metric('waypost_subscriptions_ended_total{reason="client_left"}')).toBe('1')
  await expect.poll(() => app.app.lifecycle.admission.state.unreadBytes).toBe(0)
  sent.destroy()
})

test('a key that is revoked ends the stream with its error', async () => {
  await start({ metering: true })
  const { key, record } = createKey({ project: 'p', plan: 'free' })
  app.keys.add(record)
  const stream = await openEvents(app.api, DISTANCE, { headers: { 'x-api-key': key } })
  await stream.next()
  expect(await stream.within(WHILE_MS)).toEqual([])
  record.revoked = true
  const last = (await stream.next())!
  expect(last.data.errors).toEqual([
    {
      message: 'This key is unknown or was revoked.',
      extensions: { code: 'INVALID_KEY', status: 401, sentence: expect.anything() },
    },
  ])
  expect(await stream.next()).toMatchObject({ event: 'complete' })
  expect(await stream.next()).toBeNull()
  expect(await openCount()).toBe(0)
})

test('each event is paid for, a run that is no event is not, and without credits it ends', async () => {
  const world = await start({ metering: true })
  const { key, record } = createKey({ project: 'p', plan: 'free' })
  const { cost } = await askGraphql(app, `query @dryRun { route(input: ${ROUTE.slice(8, -1)}) { lengthM } }`)
  const price = cost!.reserved
  expect(price).toBeGreaterThan(0)
  app.keys.add({ ...record, overrides: { credits: 2 * price } })
  const headers = { 'x-api-key': key }
  const used = async () => (await getJson(`${app.api}/v1/usage`, headers)).body.credits.used
  const stream = await openEvents(app.api, DISTANCE, { headers })
  expect((await stream.next())!.data.extensions.cost).toMatchObject({ charged: price, remaining: price })
  // the same answer of another release
  promote(world, 1000)
  await expect.poll(() => app.planned.length).toBe(2)
  expect(await stream.within(WHILE_MS)).toEqual([])
  expect(await used()).toBe(price)
  promote(world, 2000)
  expect((await stream.next())!.data.extensions.cost).toMatchObject({ charged: price, remaining: 0 })
  promote(world, 3000)
  expect((await stream.next())!.data.errors).toMatchObject([
    { extensions: { code: 'CREDITS_EXHAUSTED', status: 429, retryAfterS: expect.any(Number) } },
  ])
  expect(await stream.next()).toMatchObject({ event: 'complete' })
  expect(await used()).toBe(2 * price)
  expect(app.planned).toHaveLength(3)
  const again = await openEvents(app.api, DISTANCE, { headers })
  expect([again.status, await again.next(), again.text()]).toEqual([
    429,
    null,
    expect.stringContaining('CREDITS_EXHAUSTED'),
  ])
})

test('a fault of the inside is masked, and the route that goes on failing is null beside it', async () => {
  const world = await start()
  const stream = await openEvents(app.api, DISTANCE)
  await stream.next()
  world.routeFailure = new Error('secret words')
  promote(world, 1)
  const failed = (await stream.next())!
  expect(failed.data).toMatchObject({
    data: { conditions: null },
    errors: [{ message: 'Something went wrong inside the service.', extensions: { code: 'INTERNAL' } }],
  })
  expect(stream.text()).not.toContain('secret')
  world.routeFailure = null
  expect((await stream.next())!.data.data.conditions.course.lengthM).toBe(1)
})

test('two runs of one caller never meet in its one slot', async () => {
  const world = await start({ metering: true })
  const query = `subscription { conditions(line: ${ROUTE}) { course { lengthM weather(departure: "2026-11-21T13:00:00Z") { samples { missing } } } } }`
  const streams: EventStream[] = []
  for (let i = 0; i < 5; i++) {
    const stream = await openEvents(app.api, query)
    expect((await stream.next())!.data.errors).toBeUndefined()
    streams.push(stream)
  }
  promote(world, 77)
  for (const stream of streams) {
    const { data } = (await stream.next())!
    expect([data.errors, data.data.conditions.course.lengthM]).toEqual([undefined, 77])
  }
})

test('a server that stops ends its streams at once without `complete`, and takes no more', async () => {
  await start()
  const stream = await openEvents(app.api, DISTANCE)
  await stream.next()
  app.app.stop()
  expect(await stream.next()).toBeNull()
  expect(stream.text()).not.toContain('complete')
  const refused = await openEvents(app.api, DISTANCE)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await metric('waypost_subscriptions_ended_total{reason="stopping"}')).toBe('1')
})

test('HEAD opens nothing that stays', async () => {
  await start()
  const response = await fetch(`${app.api}/graphql?query=${encodeURIComponent(DISTANCE)}`, {
    method: 'HEAD',
    headers: { accept: 'text/event-stream' },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(openCount).toBe(0)
})
