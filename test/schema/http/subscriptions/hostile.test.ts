// Subscriptions asked in ways that nobody should: whatever is sent, nothing is a fault of the server, nothing stays.

import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { FakeApp } from '../../../support/fake-services.ts'
import { caseCount } from '../../../support/case-count.ts'
import { LINE, ROUTE, startWorld } from './world.ts'

let app: FakeApp
afterEach(() => app.close())

const line = fc.oneof(
  fc.constantFrom(
    LINE,
    ROUTE,
    '{trail: {osmRelation: 7}}',
    '{trail: {osmRelation: -1}}',
    '{}',
    'null',
    '{gpx: ""}',
    '{polyline6: "_p~iF"}',
  ),
  fc.constantFrom(
    '{trail: {osmRelation: 7}, gpx: "x"}',
    '{route: {waypoints: []}}',
    '{geojson: 5}',
    '{fit: "AAAA"}',
    '$line',
  ),
)
const selection = fc
  .subarray([
    'causes',
    'marks { release }',
    'again: causes',
    '...F',
    '... on Conditions { marks { snowRaster } }',
    'course { lengthM }',
    'course { __typename ... on Route { status } }',
    'causes @skip(if: $yes)',
    'course @include(if: $yes) { ... on AnalysedCourse { hazards { kind } } }',
    '... @defer { causes }',
    '__typename',
    'nothing',
  ])
  .map((fields) => (fields.length === 0 ? 'causes' : fields.join(' ')))
const document = fc
  .tuple(line, selection, fc.constantFrom('', '@dryRun', '@nothing'), fc.boolean())
  .map(([given, fields, directive, isTwice]) => {
    const operation = `subscription S($line: LineInput, $yes: Boolean = true) ${directive} { conditions(line: ${given}) { ${fields} } }`
    return `${operation} ${isTwice ? '{ __typename }' : ''} fragment F on Conditions { causes course { elevation { ascentM } } }`
  })
const accept = fc.constantFrom(
  'text/event-stream',
  'application/json, text/event-stream',
  'text/event-stream;q=0',
  'multipart/mixed, text/event-stream',
  '*/*',
)
const lastId = fc.oneof(
  fc.constantFrom(undefined, '0', `${'a'.repeat(22)}${'.bbbbbbbb'.repeat(3)}`),
  fc.string({ unit: fc.constantFrom('a', '.', '-', ' ', '"', '\\', '%'), maxLength: 60 }),
)
const operationName = fc.constantFrom(undefined, 'S', 'T', '')
const variables = fc.oneof(
  fc.constantFrom(undefined, null, {}, { line: { trail: { osmRelation: 7 } } }, { line: null, yes: null }, 'x', {
    yes: 1,
  }),
  fc.record({ line: fc.anything({ maxDepth: 2 }) }),
)

test('whatever is asked, and with whatever id, is answered below 500 and leaves nothing open', async () => {
  const world = await startWorld()
  app = world.app
  const openCount = async () =>
    Number(/^waypost_subscriptions_open (\d+)/m.exec(await (await fetch(`${app.ops}/metrics`)).text())?.[1])
  let events = 0
  await fc.assert(
    fc.asyncProperty(document, accept, lastId, operationName, variables, async (query, form, id, name, given) => {
      const aborter = new AbortController()
      const response = await fetch(`${app.api}/graphql`, {
        method: 'POST',
        headers: {
          accept: form,
          'content-type': 'application/json',
          ...(id === undefined ? {} : { 'last-event-id': id.trim() }),
        },
        body: JSON.stringify({ query, operationName: name, variables: given }),
        signal: aborter.signal,
      })
      const { value } = await response.body!.getReader().read()
      const text = Buffer.from(value ?? []).toString()
      expect(response.status, `${query} ${text}`).toBeLessThan(500)
      expect(text).not.toContain('"INTERNAL"')
      if (response.headers.get('content-type') === 'text/event-stream') events++
      aborter.abort()
    }),
    { numRuns: caseCount(150, 3000) },
  )
  expect(events).toBeGreaterThan(20)
  await expect.poll(openCount).toBe(0)
  expect(app.app.lifecycle.admission.state.inFlight).toBe(0)
})
