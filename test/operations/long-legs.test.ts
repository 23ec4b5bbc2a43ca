// Legs over 60 km: GraphQL asks for them, REST keeps to its interface.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, postJson } from './transports.ts'

const requested: PlanRouteInput[] = []
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({
    catalogue: fakeCatalogue(),
    nowMs: () => Date.now(),
    route: (input) => {
      requested.push(input)
      return fakeRoute(input)
    },
  })
})
afterAll(() => app.close())

test.each([
  'route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { lengthM }',
  'point(at: [1.5, 42.5]) { routeTo(to: {at: [1.6, 42.5]}) { lengthM } }',
])('GraphQL lets legs be long: %s', async (field) => {
  requested.length = 0
  const { errors } = await askGraphql(app, `{ ${field} }`)
  expect(errors).toBeUndefined()
  expect(requested.map(({ longLegs }) => longLegs)).toEqual([true])
})

test('REST does not, whatever a body says', async () => {
  requested.length = 0
  const waypoints = [
    [1.5, 42.5],
    [1.6, 42.5],
  ]
  for (const more of [{}, { long_legs: true }, { longLegs: true }])
    await postJson(`${app.api}/v1/route`, { waypoints, ...more })
  expect(requested.length).toBeGreaterThan(0)
  for (const { longLegs } of requested) expect(longLegs).toBeUndefined()
})
