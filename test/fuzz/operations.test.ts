// `npm run fuzz` in small, on every run of the tests: 60 cases of each operation over its transports (300 with
// THOROUGH=1), of a fixed seed. A failure names the seed and case; `npm run fuzz -- seed=N case=K operation=ID` makes
// it again.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../rest-compat/routes.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'
import { type Region, findRegion } from './region.ts'
import { fuzz, TARGETS } from './run-fuzz.ts'
import { watchedPid } from '../attack/watch-process.ts'
import { caseCount } from '../support/case-count.ts'

const SEED = 20_261_121
const CASES = caseCount(60, 300)
/** of a path or field, three times as many of `POST /v1/route`: among fewer may be none that is answered */
const LEAST_EACH = 17
/** Most cases are a picture, drawn by one thread in tens of milliseconds. */
const PICTURE_CASES = caseCount(10, 45)

let server: RealServer
let region: Region
beforeAll(async () => {
  server = await startRealServer({ WEATHER_URL: 'off', REQUEST_TIMEOUT_MS: '14000' })
  region = await findRegion(server.api)
})
afterAll(() => server?.stop())

const operations = OPERATIONS.map(({ id }) => {
  const targets = TARGETS.filter(({ operation }) => operation === id)
  const least = (id === 'waypoint-route' ? 3 * LEAST_EACH : LEAST_EACH) * targets.length
  const cases = id === 'static-map' ? PICTURE_CASES : Math.max(CASES, least)
  return {
    id,
    targets,
    cases,
    each: Math.ceil(cases / targets.length),
    why: id === 'static-map' ? ', since each is drawn' : '',
  }
})

const isAnswered = (outcomes: Iterable<string>) => [...outcomes].some((outcome) => /^200( ok)?$/.test(outcome))

describe('no request makes a fault, a wrong answer or none', () => {
  test.each(operations.map(({ id, cases, why, targets, each }) => [id, cases, why, targets, each] as const))(
    '%s: %d cases%s',
    async (_id, _cases, _why, targets, each) => {
      expect(targets.length).toBeGreaterThan(0)
      const context = { api: server.api, site: server.site, region, pid: watchedPid(server.child.pid) }
      for (const target of targets) {
        const result = await fuzz(target, context, { cases: each, seed: SEED, maxFailures: 3 })
        expect(
          result.failures.map(
            ({ case: number, why, request }) =>
              `seed=${SEED} case=${number} ${target.name}: ${why}: ${request.method} ${request.path.slice(0, 200)} ${(request.body ?? '').slice(0, 500)}`,
          ),
        ).toEqual([])
        expect(result.cases).toBe(each)
        expect(result.unjudged, `${target.name}: too busy for so many cases`).toBeLessThanOrEqual(each / 20)
        // a run of refusals alone would say little; what needs a key, and what is a single address, has but one
        if (!['usage'].includes(target.operation)) {
          const outcomes = new Set(result.statuses.keys())
          // by chance a few cases may all be refused
          for (let more = 1; more <= 4 && !isAnswered(outcomes); more++) {
            const { statuses } = await fuzz(target, context, { cases: each, seed: SEED + more, maxFailures: 3 })
            for (const outcome of statuses.keys()) outcomes.add(outcome)
          }
          expect(isAnswered(outcomes), `${target.name}: ${[...outcomes].join('; ')}`).toBe(true)
        }
      }
    },
    120_000,
  )

  test('the server is still there', async () => {
    expect(await (await fetch(`${server.api}/healthz`)).text()).toBe('ok')
    expect(server.child.exitCode).toBeNull()
  })
})
