// Visitors of the explorer on a server that counts: known by the page that asks, counted apart, bounded each and
// together.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PLANS, VISITOR_PLAN } from '../../src/metering/plans.ts'
import {
  RouteCompanyDocument,
  RouteOnMapDocument,
  SnowAlongDocument,
  SuggestDocument,
} from '../../src/web/documents/generated/graphql.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

let app: FakeApp
let nowMs = Date.UTC(2026, 10, 21, 9)
let counters: MemoryCounterStore
beforeEach(async () => {
  counters = new MemoryCounterStore({ nowMs: () => nowMs })
  app = await startFakeApp({
    nowMs: () => nowMs,
    counters,
    parts: { explorerPlan: 'free' },
    trustedProxies: ['127.0.0.1'],
  })
})
afterEach(() => app.close())

const ROUTE = '{ route(input: { waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.6] }] }) { lengthM } }'

/** What is left of the day, and the code of the failure. */
async function ask(origin: string | null, address = '203.0.113.9', key?: string) {
  const answer = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(origin === null ? {} : { origin }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    body: JSON.stringify({ query: ROUTE }),
  })
  const body = (await answer.json()) as {
    errors?: { message: string; extensions: { code: string } }[]
    extensions?: { cost: { remaining: number } }
  }
  const [error] = body.errors ?? []
  return { left: body.extensions?.cost.remaining ?? null, code: error?.extensions.code ?? null, said: error?.message }
}

const used = (counter: string) => counters.used(counter)

test('the page counts apart from what its address asks for elsewhere, and from keys', async () => {
  expect(await ask(app.site)).toMatchObject({ code: null, left: VISITOR_PLAN.credits - 1 })
  expect(await ask(null)).toMatchObject({ code: null, left: PLANS.none.credits - 1 })
  expect(await ask('https://elsewhere.example')).toMatchObject({ code: null, left: PLANS.none.credits - 2 })
  expect(await ask(app.site, '203.0.113.10')).toMatchObject({ left: VISITOR_PLAN.credits - 1 })
  const { key, record } = createKey({ project: 'p', plan: 'free' })
  app.keys.add(record)
  expect(await ask(app.site, '203.0.113.9', key)).toMatchObject({ code: null, left: PLANS.free.credits - 1 })
  expect(await used('credits project:p 2026-11')).toBe(1)
  expect(await used('credits explorer:203.0.113.9 2026-11-21')).toBe(1)
  expect(await used('credits explorer 2026-11')).toBe(2)
})

test('all visitors together stay within the plan, and what a call does not use is given back to both', async () => {
  const month = { limit: Infinity, keepUntilMs: nowMs + 1e9 }
  await counters.take([{ counter: 'credits explorer 2026-11', amount: PLANS.free.credits - 1, ...month }])
  expect((await ask(app.site)).code).toBeNull()
  expect(await ask(app.site, '203.0.113.11')).toMatchObject({
    code: 'CREDITS_EXHAUSTED',
    said: 'The visitors of this page have used up its 30000 credits. New ones are available from 2026-12-01T00:00:00.000Z.',
  })
  expect(await used('credits explorer:203.0.113.11 2026-11-21')).toBe(0)
  expect((await ask(null)).code).toBeNull()
})

test('one visitor stays within the day, and leaves the others theirs', async () => {
  const day = { limit: Infinity, keepUntilMs: nowMs + 1e9 }
  await counters.take([{ counter: 'credits explorer:203.0.113.9 2026-11-21', amount: VISITOR_PLAN.credits, ...day }])
  expect((await ask(app.site)).code).toBe('CREDITS_EXHAUSTED')
  expect((await ask(app.site, '203.0.113.10')).code).toBeNull()
})

test('switched off, a visitor is an address like any other', async () => {
  const off = await startFakeApp({ nowMs: () => nowMs, parts: { explorerPlan: null } })
  const own = app
  app = off
  expect((await ask(app.site)).left).toBe(PLANS.none.credits - 1)
  await off.close()
  app = own
})

/** Credits that a document of the explorer takes at most. */
async function priceOf(document: { toString(): string }, variables: object): Promise<number> {
  const answer = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.site },
    body: JSON.stringify({ query: document.toString().replace(') {', ') @dryRun {'), variables }),
  })
  return ((await answer.json()) as { extensions: { cost: { reserved: number } } }).extensions.cost.reserved
}

test('a person does not meet the limits in an hour: a route every ten seconds with all that the page tells about it, and a search every second', async () => {
  const ends = [
    [1.5, 42.5],
    [1.6, 42.6],
  ]
  const line = { geojson: { type: 'LineString', coordinates: ends } }
  const ofRoute = [
    await priceOf(RouteOnMapDocument, { input: { waypoints: ends.map((at) => ({ at })) } }),
    await priceOf(RouteCompanyDocument, { line, trails: [], withTrails: false }),
    await priceOf(SnowAlongDocument, { line, start: ends[0] }),
  ]
  expect(Math.min(...ofRoute)).toBeGreaterThan(0)
  const ofSearch = await priceOf(SuggestDocument, { text: 'hut' })
  const inAnHour = ofRoute.reduce((sum, credits) => sum + credits) * 360 + ofSearch * 3600
  expect(inAnHour).toBeLessThan(VISITOR_PLAN.credits)
  const codes: (string | null)[] = []
  for (let i = 0; i < 60; i++) {
    nowMs += 100 // ten a second
    codes.push((await ask(app.site, '203.0.113.12')).code)
  }
  expect(codes.filter((code) => code !== null)).toEqual([])
})
