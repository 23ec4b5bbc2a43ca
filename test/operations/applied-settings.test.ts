// AppliedSettings: whatever a request set is reported by its answer, in every operation that travels.

import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { say } from '../../src/language/sentence.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

const RING = [
  [1.51, 42.5],
  [1.52, 42.5],
  [1.52, 42.51],
  [1.51, 42.5],
]
const DIFFERS = {
  ...{ distanceM: 120, ascentM: null, movingS: -60, hardestSac: -1, pavedM: 0, sharedShare: 0.3 },
  because: say('difference.alike'),
}
const SENT = {
  walker: { factor: 1.5, spread: 0.1 },
  avoid: { areas: { type: 'Polygon', coordinates: [RING] }, ways: [12], kinds: ['VIA_FERRATA'] },
}
const REPORTED = { ...SENT, avoid: { ...SENT.avoid, areas: { type: 'MultiPolygon', coordinates: [[RING]] } } }
const AT = { time: '2026-12-24T08:00' }
const REPORTED_AT = { timeLocal: '2026-12-24T08:00', date: null }
const NOTHING = { walker: null, avoid: null, at: null }
const APPLIED = 'settings { walker { factor spread } avoid { areas ways kinds } at { timeLocal date } }'
const ENDS = '[{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]'

let app: FakeApp
beforeEach(async () => {
  const route = (input: PlanRouteInput) =>
    (input.alternatives ?? 0) === 0
      ? fakeRoute(input)
      : { ...fakeRoute(input), alternatives: [{ ...fakeRoute(input), differs: DIFFERS }], alternativesReason: null }
  app = await startFakeApp({ route })
})
afterEach(() => app.close())

const answerOf = async (document: string, settings?: object) => {
  const { data, errors } = await askGraphql(app, `query ($s: TravelSettings) { ${document} }`, { s: settings })
  expect(errors).toBeUndefined()
  return data
}

test('each setting that can be sent has its field in the answer', () => {
  const { TravelSettings, AppliedSettings } = schema.getTypeMap()
  const sent = Object.keys((TravelSettings as GraphQLInputObjectType).getFields())
  const applied = Object.keys((AppliedSettings as GraphQLObjectType).getFields())
  expect(sent.filter((name) => !applied.includes(name))).toEqual([])
})

const ROUTE = `route(input: {waypoints: ${ENDS}, settings: $s}) { ${APPLIED} alternatives(first: 1) { nodes { ${APPLIED} alternatives { reason } } } }`

test('a route and its alternatives report walker, what is avoided and when', async () => {
  const { route } = await answerOf(ROUTE, { ...SENT, at: AT })
  const reported = { ...REPORTED, at: REPORTED_AT }
  expect(route.settings).toEqual(reported)
  expect(route.alternatives.nodes).toEqual([{ settings: reported, alternatives: null }])
})

test('a route to a place reports them too', async () => {
  const { point } = await answerOf(
    `point(at: [1.5, 42.5]) { routeTo(to: {at: [1.55, 42.52]}, settings: $s) { ${APPLIED} } }`,
    {
      ...SENT,
      at: AT,
    },
  )
  expect(point.routeTo.settings).toEqual({ ...REPORTED, at: REPORTED_AT })
})

test('a matrix, loops and a reach report those that they take', async () => {
  const { matrix, point } = await answerOf(
    `matrix(input: {sources: ${ENDS}, targets: ${ENDS}, settings: $s}) { ${APPLIED} } point(at: [1.5, 42.5]) {
      loops(lengthM: 5000, settings: $s) { request { ${APPLIED} } } reach(within: {movingS: [600]}, settings: $s) { request { ${APPLIED} } } }`,
    SENT,
  )
  const reported = { ...REPORTED, at: null }
  expect([matrix, point.loops.request, point.reach.request].map(({ settings }) => settings)).toEqual([
    reported,
    reported,
    reported,
  ])
})

test('what was not sent is null', async () => {
  const { route } = await answerOf(ROUTE)
  expect(route.settings).toEqual(NOTHING)
  const { matrix } = await answerOf(`matrix(input: {sources: ${ENDS}, targets: ${ENDS}, settings: $s}) { ${APPLIED} }`)
  expect(matrix.settings).toEqual(NOTHING)
})

test('what is avoided without areas has none', async () => {
  const { route } = await answerOf(ROUTE, { avoid: { kinds: ['FERRY'] } })
  expect(route.settings).toEqual({ ...NOTHING, avoid: { areas: null, ways: [], kinds: ['FERRY'] } })
})

test('a day is reported as a day', async () => {
  const { route } = await answerOf(ROUTE, { at: { date: '2026-12-24' } })
  expect(route.settings.at).toEqual({ timeLocal: null, date: '2026-12-24' })
})
