// Of a document of anything, the account counts what all its fields cost and the ceiling of area lookups what its area
// lookups cost: reserved, charged and given back where one of them fails.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

let nowMs = Date.UTC(2026, 10, 21, 9)
const counters = new MemoryCounterStore({ nowMs: () => nowMs })
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ nowMs: () => nowMs, counters, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const BOX = 'where: {area: {box: [1.4, 42.4, 1.7, 42.7]}}'
const ROUTE = 'route(input: { waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.6] }] })'
/** A field, and which of its places in the answer are area lookups. */
const FIELDS: [field: string, areas: string[]][] = [
  [`places(${BOX}) { totalCount }`, ['']],
  ['places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}) { totalCount }', []],
  [`trails(where: {area: {box: [1.4, 42.4, 1.7, 42.7]}}) { edges { node { name } } }`, ['']],
  ['trails(where: {text: "GR"}) { edges { node { name } } }', []],
  [`trails(where: {text: "GR", area: {box: [1.4, 42.4, 1.7, 42.7]}}) { edges { node { name } } }`, []],
  [`${ROUTE} { lengthM }`, []],
  [`${ROUTE} { end { nearby(withinM: 500) { totalCount } } }`, []],
  // fails once it runs: its cursor is none
  [`places(${BOX}, after: "none") { totalCount }`, ['']],
  ['point(at: [1, 1]) { elevation { heightM } }', []],
  ['place(by: {osm: {type: RELATION, id: 249999}}) { name }', []],
]

test('each counter has what is charged for it, whatever a document asks for together', async () => {
  const seen = { area: 0, other: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(FIELDS.length - 1), { minLength: 1, maxLength: 5 }), async (chosen) => {
      const fields = chosen.map((index, i) => `a${i}: ${FIELDS[index][0]}`)
      const used = (kind: string) => counters.used(`${kind} address:127.0.0.1 2026-11-21`)
      nowMs += 1000
      const [credits, ofAreas] = [used('credits'), used('area')]
      const answer = await fetch(`${app.api}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
      })
      const body = (await answer.json()) as {
        errors?: object[]
        extensions: { cost: { charged: number; fields: { path: string; credits: number }[] } }
      }
      const { cost } = body.extensions
      const areas = new Set(chosen.flatMap((index, i) => FIELDS[index][1].map((place) => `a${i}${place}`)))
      const area = cost.fields.reduce((sum, { path, credits }) => sum + (areas.has(path) ? credits : 0), 0)
      expect([used('credits') - credits, used('area') - ofAreas]).toEqual([cost.charged, area])
      seen.area += area
      seen.other += cost.charged - area
    }),
    { numRuns: 25 },
  )
  expect(Math.min(seen.area, seen.other)).toBeGreaterThan(10)
})
