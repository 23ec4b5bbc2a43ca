// Alternatives through both transports: shape, words, credits.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import type { WaypointRoute } from '../../src/routing/costs/route-types.ts'
import { askGraphql, postJson } from './transports.ts'

const WAYPOINTS = [
  [1.5, 42.5],
  [1.55, 42.52],
]
const DIFFERS = {
  distanceM: 120,
  ascentM: null,
  movingS: -60,
  hardestSac: -1,
  pavedM: 0,
  sharedShare: 0.3,
  because: say('difference.alike'),
}

const REASON = say('reason.alternatives.unsupported')

/** Finds one alternative however many are requested. */
function routeOf(input: PlanRouteInput): WaypointRoute {
  const route = fakeRoute(input)
  if ((input.alternatives ?? 0) === 0) return route
  return { ...route, alternatives: [{ ...route, differs: DIFFERS }], alternativesReason: REASON }
}

let app: FakeApp
beforeEach(async () => {
  app = await startFakeApp({ route: routeOf })
})
afterEach(() => app.close())

const QUERY = `query ($input: RouteInput!, $first: Int!) { route(input: $input) { lengthM differs { summary }
  alternatives(first: $first) { reason nodes { lengthM line { polyline6 } alternatives { reason } differs
    { lengthM ascentM movingS hardestSac pavedM sharedShare summary } } } } }`
const variables = (first: number) => ({ input: { waypoints: WAYPOINTS.map((at) => ({ at })) }, first })

describe('alternatives', () => {
  test('stand in the answer of POST /v1/route, each with what differs, where they are requested', async () => {
    const { status, body } = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, alternatives: 3 })
    expect([status, app.planned[0].alternatives]).toEqual([200, 3])
    expect(body.alternatives).toEqual([
      {
        ...Object.fromEntries(Object.entries(body).filter(([name]) => !/^(alternatives|attribution)/.test(name))),
        differs: {
          distance_m: 120,
          ascent_m: null,
          moving_s: -60,
          hardest_sac: -1,
          paved_m: 0,
          shared_share: 0.3,
          because: 'about as long',
        },
      },
    ])
    expect(body.alternatives_reason).toBe(english.render(REASON))
    const after = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS })
    expect(after.body).not.toHaveProperty('alternatives')
  })

  test('are a link of a GraphQL route, charged beside it as they are found', async () => {
    const { data, errors, cost } = await askGraphql(app, QUERY, variables(2))
    const { distanceM: lengthM, because: _, ...differs } = DIFFERS
    expect(errors).toBeUndefined()
    expect(data.route).toMatchObject({
      differs: null,
      alternatives: {
        reason: english.render(REASON),
        nodes: [{ differs: { ...differs, lengthM, summary: 'about as long' }, alternatives: null }],
      },
    })
    expect([cost?.reserved, cost?.charged]).toEqual([expect.any(Number), 2])
    expect(app.planned.map(({ alternatives }) => alternatives)).toEqual([undefined, 2])
    expect(app.planned[1]).toEqual({ ...app.planned[0], alternatives: 2 })
  })

  test('more than three, or none, are refused by name', async () => {
    const rest = await postJson(`${app.api}/v1/route`, { waypoints: WAYPOINTS, alternatives: 4 })
    expect([rest.status, rest.body.error.message]).toEqual([400, expect.stringContaining('`alternatives`')])
    const { errors } = await askGraphql(app, QUERY, variables(0))
    expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'first' })
  })
})
