// An answer is bounded while it is made: by the number of its values and by its bytes. It keeps what was complete.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnswerBudget, MAX_ANSWER_BYTES, MAX_ANSWER_VALUES } from '../../../schema/http/answer-budget.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'

const POSITIONS = 60_000
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({
    catalogue: fakeCatalogue(),
    nowMs: () => Date.now(),
    route: (input) => ({
      ...fakeRoute(input),
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: POSITIONS }, (_, i) => [1.5 + i / 1e6, 42.5 + i / 1e6, 1000 + (i % 100)]),
      },
      maneuvers: Array.from({ length: 2000 }, () => fakeRoute(input).maneuvers[0]),
    }),
  })
})
afterAll(() => app.close())

const ROUTE = 'route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]})'
const aliases = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')

test.each([
  ['the line of a route under forty names', `{ ${ROUTE} { ${aliases(40, 'line { coordinates }')} } }`],
  ['the line of a route as GeoJSON under three hundred names', `{ ${ROUTE} { ${aliases(300, 'line { geojson }')} } }`],
  ['a hundred fields of two thousand maneuvers', `{ ${ROUTE} { maneuvers { ${aliases(300, 'instruction')} } } }`],
])('%s: cut, with one error, and charged', async (_name, query) => {
  const before = process.memoryUsage.rss()
  const { status, data, errors, cost } = await askGraphql(app, `{ service { modes } ${query.slice(1)}`)
  expect(status).toBe(200)
  expect(data).toMatchObject({ service: { modes: ['HIKE', 'RUN', 'BIKE'] } })
  expect(errors).toHaveLength(1)
  expect(errors![0]).toMatchObject({
    message: expect.stringMatching(/^The answer would (be larger than 32 MB|hold more than 200000 values): it ends/),
    path: expect.arrayContaining(['route']),
    extensions: { code: 'TOO_LARGE', status: 413 },
  })
  expect(cost).toMatchObject({ charged: 1 })
  expect(process.memoryUsage.rss() - before).toBeLessThan(300e6)
})

test('a long line in every form is no such answer', async () => {
  const { data, errors } = await askGraphql(
    app,
    `{ ${ROUTE} { export(format: GPX) { text } line { coordinates polyline6 geojson } } }`,
  )
  expect(errors).toBeUndefined()
  expect(data.route.line.coordinates).toHaveLength(POSITIONS)
})

test('deferred parts count too: the part that is too much is cut', async () => {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
    body: JSON.stringify({
      query: `{ ${ROUTE} { status ... @defer { ${aliases(20, 'line { coordinates }')} } } }`,
    }),
  })
  const text = await response.text()
  expect(text).toContain('"status":"COMPLETE"')
  expect(text).toContain('"code":"TOO_LARGE"')
  expect(text).not.toContain('CRITICAL')
  expect(text.match(/"TOO_LARGE"/g)).toHaveLength(1)
  expect(text).toContain('"a0":{"coordinates":[[')
  expect(text.length).toBeLessThan(32 * 1_048_576)
})

test('literals that each element reads again count with the values', async () => {
  const kinds = Array.from({ length: 3000 }, () => 'PEAK').join(' ')
  const own = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
  try {
    const { errors } = await askGraphql(
      own,
      `query ($p: [LonLat!]!) { ${Array.from({ length: 10 }, (_, i) => `a${i}: points(at: $p) { ...N }`).join(' ')} } fragment N on Point { nearby(where: {kinds: [${kinds}]}, first: 1) { edges { cursor } } }`,
      { p: Array.from({ length: 100 }, () => [1.5, 42.5]) },
    )
    // a list of so many kinds is refused, each time that it was read
    expect(errors!.length).toBeGreaterThan(300)
    expect(errors!.length).toBeLessThan(400)
    expect(errors!.at(-1)!.extensions.code).toBe('TOO_LARGE')
  } finally {
    await own.close()
  }
})

test('one name many times in one place is refused before the fields are compared', async () => {
  for (const many of [
    'x: service { modes } '.repeat(51),
    `... { ${'x: service { modes } '.repeat(26)} } ${'x: service { modes } '.repeat(26)}`,
    `${'...F '.repeat(51)}`,
  ])
    expect((await askGraphql(app, `{ ${many} } fragment F on Query { service { modes } }`)).errors![0]).toMatchObject({
      message: expect.stringContaining('more than 50 times'),
      extensions: { code: 'INVALID_INPUT' },
    })
})

test('a budget ends where it is used up, and stays ended', () => {
  const budget = new AnswerBudget()
  budget.add(MAX_ANSWER_VALUES, MAX_ANSWER_BYTES)
  expect(budget.signal.aborted).toBe(false)
  expect(() => budget.add(1, 0)).toThrow('hold more than')
  expect(budget.signal.aborted).toBe(true)
  expect(() => budget.check()).toThrow('hold more than')
  const bytes = new AnswerBudget()
  expect(() => bytes.add(1, MAX_ANSWER_BYTES + 1)).toThrow('be larger than 32 MB')
})

test('what operations answered counts, however little of it is selected', async () => {
  const coordinates = Array.from({ length: 100_000 }, (_, i): [number, number, number] => [
    1.5 + i / 1e6,
    42.5 + i / 1e6,
    1000,
  ])
  const own = await startFakeApp({
    metering: false,
    route: (input) => ({ ...fakeRoute(input), geometry: { type: 'LineString', coordinates } }),
  })
  try {
    const { status, errors } = await askGraphql(own, `{ ${aliases(25, `${ROUTE} { status }`)} }`)
    expect(status).toBe(200)
    expect(errors![0].message).toContain('be made of more than 48 MB')
    expect(errors![0].extensions.code).toBe('TOO_LARGE')
  } finally {
    await own.close()
  }
})

test('what runs for an answer ends when nobody reads it any more, before or after it began', () => {
  const caller = new AbortController()
  const began = new AnswerBudget(caller.signal)
  expect(began.signal.aborted).toBe(false)
  caller.abort()
  expect(began.signal.aborted).toBe(true)
  expect(began.error).toBeNull()
  expect(new AnswerBudget(caller.signal).signal.aborted).toBe(true)
})
