import { describe, expect, test } from 'vitest'
import { OPERATION_ROWS, OPERATIONS } from '../rest-compat/routes.ts'
import { MAX_DOCUMENT_FORECAST_POINTS } from '../resolvers/weather.ts'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { ERROR_STATUS } from '../src/errors.ts'
import { BROWSER_RATE_PER_S, BURST_FACTOR, PLANS } from '../src/metering/plans.ts'
import { FORECAST_POINTS_PER_MIN } from '../src/metering/rate-limiter.ts'
import { GRAPHQL_BODY_BYTES } from '../src/server/serve-graphql.ts'
import { listedStatuses } from './support/listed-status.ts'
import { SPEC_LIMITS } from './support/spec-limits.ts'
import { COMMON_STATUSES, SPEC, SPEC_GATE, SPEC_PLANS } from './support/spec-table.ts'

const IN_TABLE = 'every operation has a row in test/support/spec-table.ts'

describe('the catalogue', () => {
  test('declares each operation of the table once, and no other', () => {
    expect(OPERATIONS.map((operation) => operation.id).sort(), IN_TABLE).toEqual(Object.keys(SPEC).sort())
  })

  test('gives each operation one REST path, whatever its methods', () => {
    expect(
      [...new Set(OPERATION_ROWS.map(({ operation, path }) => `${operation.id} ${path}`))]
        .map((one) => one.split(' ')[0])
        .sort(),
      IN_TABLE,
    ).toEqual(Object.keys(SPEC).sort())
  })

  test('has the plans of the table', () => {
    for (const [name, plan] of Object.entries(SPEC_PLANS)) expect(PLANS[name as keyof typeof PLANS]).toMatchObject(plan)
  })

  test('binds whole callers and documents as the table says', () => {
    expect({
      burstFactor: BURST_FACTOR,
      browserRatePerS: BROWSER_RATE_PER_S,
      forecastPointsPerMin: FORECAST_POINTS_PER_MIN,
      forecastPointsPerDocument: MAX_DOCUMENT_FORECAST_POINTS,
      graphqlBodyBytes: GRAPHQL_BODY_BYTES,
    }).toEqual({
      burstFactor: SPEC_GATE.burstFactor,
      browserRatePerS: SPEC_GATE.browserRatePerS,
      forecastPointsPerMin: SPEC_GATE.forecastPointsPerMin,
      forecastPointsPerDocument: SPEC_GATE.forecastPointsPerDocument,
      graphqlBodyBytes: SPEC_GATE.graphqlBodyBytes,
    })
  })

  test('knows the limits of no operation that is not there, and of every one that takes an input', () => {
    for (const id of Object.keys(SPEC_LIMITS)) expect(Object.keys(SPEC), id).toContain(id)
    const withoutInput = ['health', 'manifest', 'status', 'route-capabilities', 'trail-relation', 'usage']
    expect(
      Object.keys(SPEC)
        .filter((id) => !(id in SPEC_LIMITS))
        .sort(),
      'an operation that takes an input has inputs that it takes and refuses in test/support/spec-limits.ts',
    ).toEqual(withoutInput.sort())
  })
})

describe.each(Object.entries(SPEC_LIMITS))(
  'the limits of %s',
  (id, { area, points, lengthKm, parts, takes, refuses }) => {
    const operation = OPERATIONS.find((candidate) => candidate.id === id)!

    test('are declared with it', () => {
      expect({
        area: operation.areaLookup,
        points: operation.limits.points,
        lengthKm: operation.limits.lengthKm,
        parts: operation.limits.parts,
      }).toEqual({ area: area === true, points, lengthKm, parts })
    })

    test('are taken at their edges and refused one step beyond', () => {
      for (const input of takes)
        expect(operation.input.safeParse(input).error?.issues ?? [], JSON.stringify(input).slice(0, 120)).toEqual([])
      for (const input of refuses)
        expect(operation.input.safeParse(input).success, JSON.stringify(input).slice(0, 120)).toBe(false)
    })
  },
)

describe.each(Object.keys(SPEC))('%s', (id) => {
  const spec = SPEC[id]
  const operation = OPERATIONS.find((candidate) => candidate.id === id)!
  const row = OPERATION_ROWS.find((candidate) => candidate.operation.id === id)!

  test('has its error shape', () => expect(row.errors).toBe(spec.shape))

  test('takes keys, rates and slots as the table says', () => {
    expect({ takesKey: operation.takesKey, rateLimited: operation.rateLimited, heavy: operation.heavy }).toEqual({
      takesKey: spec.takesKey,
      rateLimited: spec.rateLimited,
      heavy: spec.heavy,
    })
  })

  test('names whose data the table says it carries', () => expect(operation.sources).toEqual(spec.sources))

  test('costs what the table says', () => {
    expect(spec.credits.map(([input]) => creditsOf(operation, input))).toEqual(
      spec.credits.map(([, credits]) => credits),
    )
  })

  test('raises nothing but what is documented for it or for all', () => {
    const allowed = new Set([...spec.statuses, ...COMMON_STATUSES])
    expect(operation.raises.filter((code) => !allowed.has(ERROR_STATUS[code]))).toEqual([])
  })

  test('lists in OpenAPI every status that is documented for it', () => {
    expect(listedStatuses(row.method, row.path)).toEqual(expect.arrayContaining([...spec.statuses]))
  })

  test('raises a code for each 4xx and 5xx of its own that is not common', () => {
    const raised = operation.raises.map((code) => ERROR_STATUS[code])
    const accounted = new Set([400, ...COMMON_STATUSES, ...(row.reservedStatuses ?? []), ...raised])
    expect(spec.statuses.filter((status) => !accounted.has(status))).toEqual([])
  })

  test('takes a body of the size in the table', () => {
    expect(row.method === 'POST' ? operation.limits.bodyBytes : null).toBe(spec.bodyBytes)
  })
})
