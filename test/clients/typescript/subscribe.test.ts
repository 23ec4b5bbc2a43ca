// Subscriptions of the client: events are read however they are cut, and what ends is taken up again.

import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type ClientOptions, type Cost, WaypostError, createClient } from '../../../clients/typescript/src/index.ts'
import { readEvents } from '../../../clients/typescript/src/subscribe.ts'
import { createKey } from '../../../src/metering/api-key.ts'
import { FAKE_RELEASE } from '../../support/fake-services.ts'
import { ROUTE, type World, startWorld } from '../../schema/http/subscriptions/world.ts'

const QUERY = `subscription Walk { conditions(line: ${ROUTE}) { causes course { lengthM } } }`
interface Walk {
  conditions: { causes: string[]; course: { lengthM: number } } | null
}

let world: World | null = null
afterEach(async () => {
  await world?.app.close()
  world = null
})
let releases = 0
function promote(distanceM: number): void {
  world!.distanceM = distanceM
  world!.release = { ...FAKE_RELEASE, id: `next-${++releases}` }
}

test('events are the same wherever the network cuts them, with any line ends', async () => {
  const EVENTS = [
    'retry: 40',
    'id: a.b\nevent: next\ndata: {"name":"Höhe"}',
    ': only a comment',
    'event:next\ndata: two\ndata: lines',
    'event: complete\ndata:',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(200), { maxLength: 20 }),
      async (lineEnd, cuts) => {
        const text = `${EVENTS.join('\n\n')}\n\nevent: next\ndata: broken off`.replaceAll('\n', lineEnd)
        const bytes = new TextEncoder().encode(text)
        const ends = [...new Set(cuts)].sort((a, b) => a - b)
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [index, from] of [0, ...ends].entries()) controller.enqueue(bytes.slice(from, ends[index]))
            controller.close()
          },
        })
        const read: unknown[] = []
        for await (const { event, data, id, retryMs } of readEvents(new Response(body)))
          read.push([event, data, id, retryMs])
        expect(read).toEqual([
          ['', '', null, 40],
          ['next', '{"name":"Höhe"}', 'a.b', null],
          ['next', 'two\nlines', null, null],
          ['complete', '', null, null],
        ])
      },
    ),
  )
})

test('the first state comes, then what changes; leaving the loop ends it at the service', async () => {
  world = await startWorld()
  const costs: Cost[] = []
  const client = createClient({ apiUrl: world.app.api, onCost: (cost) => costs.push(cost) })
  const seen: unknown[] = []
  for await (const { data, errors, id, cost } of client.subscribe<Walk, object>(QUERY)) {
    seen.push([data.conditions, errors, typeof id, cost?.operation])
    if (seen.length === 2) break
    promote(5)
  }
  expect(seen).toEqual([
    [{ causes: ['FIRST'], course: { lengthM: 1000 } }, [], 'string', 'Walk'],
    [{ causes: ['RELEASE'], course: { lengthM: 5 } }, [], 'string', 'Walk'],
  ])
  expect(costs).toHaveLength(2)
  await expect.poll(() => metricOf(world!, 'waypost_subscriptions_open')).toBe('0')
})

test('a connection that ends is taken up again after the last event: the same state does not come twice', async () => {
  world = await startWorld({ parts: { graphql: { subscriptions: { lifetimeMs: 60 } } } })
  const sent: (string | undefined)[] = []
  const options: ClientOptions = {
    apiUrl: world.app.api,
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
    fetch: (url, init) => {
      sent.push((init.headers as Record<string, string>)['last-event-id'])
      if (sent.length === 4) promote(7)
      return fetch(url, init)
    },
  }
  const seen: (number | undefined)[] = []
  let id: string | null = null
  for await (const event of createClient(options).subscribe<Walk, object>(QUERY)) {
    seen.push(event.data.conditions?.course.lengthM)
    if (seen.length === 2) break
    id = event.id
  }
  expect(seen).toEqual([1000, 7])
  expect(sent.slice(0, 4)).toEqual([undefined, id, id, id])
})

test('a service that is away for a while is waited for, as long as it says', async () => {
  world = await startWorld({ parts: { graphql: { subscriptions: { lifetimeMs: 30 } } } })
  const waits: number[] = []
  let requested = 0
  const options: ClientOptions = {
    apiUrl: world.app.api,
    retries: 0,
    wait: async (ms) => void waits.push(ms),
    fetch: async (url, init) => {
      requested++
      if (requested === 2 || requested === 3) throw new TypeError('fetch failed')
      if (requested === 4)
        return Response.json(
          { errors: [{ message: 'busy', extensions: { code: 'BUSY' } }] },
          { status: 503, headers: { 'retry-after': '7' } },
        )
      if (requested === 5) promote(9)
      return fetch(url, init)
    },
  }
  const seen: (number | undefined)[] = []
  for await (const { data } of createClient(options).subscribe<Walk, object>(QUERY)) {
    seen.push(data.conditions?.course.lengthM)
    if (seen.length === 2) break
  }
  expect(seen).toEqual([1000, 9])
  // after the end, then growing, then as the service says
  expect(waits[0]).toBeLessThanOrEqual(3000)
  expect(waits[2]).toBeGreaterThanOrEqual(3000)
  expect(waits[3]).toBeGreaterThanOrEqual(7000)
})

test('what refuses or ends it is thrown', async () => {
  world = await startWorld({ metering: true })
  const first = async (options: Partial<ClientOptions>, query: string) => {
    for await (const event of createClient({ apiUrl: world!.app.api, retries: 0, ...options }).subscribe(query))
      return event
    return null
  }
  const codeOf = async (call: Promise<unknown>) => {
    const thrown = await call.catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(WaypostError)
    return (thrown as WaypostError).code
  }
  expect(await codeOf(first({ key: `svc_${'x'.repeat(32)}` }, QUERY))).toBe('invalid_key')
  expect(await codeOf(first({}, 'subscription { conditions(line: {trail: {id: "0"}}) { causes } }'))).toBe(
    'invalid_input',
  )
  expect(await codeOf(first({ apiUrl: 'http://127.0.0.1:1' }, QUERY))).toBe('no_connection')
  const { key, record } = createKey({ project: 'p', plan: 'free' })
  world.app.keys.add(record)
  const events = createClient({ apiUrl: world.app.api, key }).subscribe<Walk, object>(QUERY)
  expect((await events.next()).value.data.conditions.causes).toEqual(['FIRST'])
  record.revoked = true
  expect(await codeOf(events.next())).toBe('invalid_key')
})

test('its signal ends it with its reason, while it is open and while it waits', async () => {
  world = await startWorld()
  const aborter = new AbortController()
  const events = createClient({ apiUrl: world.app.api }).subscribe<Walk, object>(QUERY, undefined, {
    signal: aborter.signal,
  })
  await events.next()
  const next = events.next()
  aborter.abort(new Error('the page was left'))
  await expect(next).rejects.toThrow('the page was left')
  await expect.poll(() => metricOf(world!, 'waypost_subscriptions_open')).toBe('0')
})

async function metricOf({ app }: World, name: string): Promise<string | undefined> {
  const text = await (await fetch(`${app.ops}/metrics`)).text()
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
}
