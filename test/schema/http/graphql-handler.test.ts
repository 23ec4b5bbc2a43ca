import { serverAudits } from 'graphql-http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../../rest-compat/routes.ts'
import { schema } from '../../../schema/index.ts'
import { OPERATION_FIELDS } from '../../fuzz/graphql-request.ts'
import { createKey } from '../../../src/metering/api-key.ts'
import { MAX_DEPTH, MAX_OPERATION_FIELDS } from '../../../schema/http/price-selections.ts'
import { MAX_SELECTIONS } from '../../../schema/http/selected-fields.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, NOW_MS, getJson, postJson, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'

let shared: FakeApp
let own: FakeApp | undefined
beforeAll(async () => {
  shared = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => shared.close())
afterEach(async () => {
  await own?.close()
  own = undefined
})
const ROUTE = 'route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status }'

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${shared.api}/graphql`, fetchFn: fetch })
  /** They want 200 for a document that is none, where the client reads `application/json`: here the error has 400. */
  const otherwise = new Set(['572B', 'FDE2', '7B9B'])
  test('is audited at 60 points or more', () => expect(audits.length).toBeGreaterThanOrEqual(60))
  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (id, _name, audit) => {
    const result = await audit.fn()
    expect(result.status, 'reason' in result ? String(result.reason) : '').toBe(otherwise.has(id) ? 'warn' : 'ok')
  })
})

describe('one reservation for a document', () => {
  test('aliases pay like separate calls, fragments and variables counted', async () => {
    own = await startFakeApp()
    const answer = await askGraphql(
      own,
      `query ($points: [LonLat!]!) { a: ${ROUTE} b: ${ROUTE} ...More points(at: $points) { elevation { heightM } } } fragment More on Query { c: ${ROUTE} }`,
      {
        points: [
          [1, 42],
          [2, 42],
        ],
      },
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.cost).toMatchObject({ reserved: 4, charged: 4, remaining: 496 })
  })

  test('what is skipped costs nothing', async () => {
    own = await startFakeApp()
    const answer = await askGraphql(
      own,
      `query ($no: Boolean = false) { a: ${ROUTE} b: route(input: {waypoints: [{at: [1,1]},{at: [2,2]}]}) @include(if: $no) { status } }`,
    )
    expect(answer.cost).toMatchObject({ reserved: 1, charged: 1 })
  })

  test('is settled downwards where a field fails', async () => {
    own = await startFakeApp({ release: null })
    const answer = await askGraphql(own, `{ ${ROUTE} point(at: [1, 1]) { within { name } } }`)
    expect(answer.data).toEqual({ route: { status: 'COMPLETE' }, point: { within: null } })
    expect(answer.cost).toMatchObject({ reserved: 2, charged: 1, remaining: 499 })
  })

  test('over the remaining credits it is refused whole with 429 and nothing runs', async () => {
    let nowMs = NOW_MS
    own = await startFakeApp({ nowMs: () => nowMs })
    const tens = Array.from({ length: 50 }, (_, i) => `r${i}: route(input: {waypoints: $w}) { status }`).join(' ')
    const waypoints = Array.from({ length: 98 }, () => ({ at: [1.5, 42.5] }))
    expect((await askGraphql(own, `query ($w: [WaypointInput!]!) { ${tens} }`, { w: waypoints })).cost).toMatchObject({
      reserved: 500,
      charged: 500,
      remaining: 0,
    })
    nowMs += 1000
    const planned = own.planned.length
    const refused = await askGraphql(own, `{ ${ROUTE} service { modes } }`)
    expect(refused.status).toBe(429)
    expect(refused.data).toBeUndefined()
    expect(refused.errors).toEqual([
      {
        message: expect.stringContaining('costs 1 credit and 0 of 500'),
        extensions: {
          code: 'CREDITS_EXHAUSTED',
          status: 429,
          retryAfterS: 43_199,
          sentence: expect.anything(),
        },
      },
    ])
    expect(refused.headers.get('retry-after')).toBe('43199')
    expect(own.planned.length).toBe(planned)
    expect((await askGraphql(own, '{ service { modes } }')).status).toBe(200)
  })

  test('the rate binds documents that cost, never free ones', async () => {
    own = await startFakeApp()
    for (let i = 0; i < 12; i++) expect((await askGraphql(own, '{ service { modes } }')).status).toBe(200)
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await askGraphql(own, `{ ${ROUTE} }`)).status)
    expect(statuses).toEqual([...new Array(10).fill(200), 429])
  })

  test('a key and its errors work as in REST', async () => {
    own = await startFakeApp()
    const bad = await askGraphql(own, '{ service { modes } }', {}, { authorization: 'Bearer svc_x' })
    expect(bad.status).toBe(401)
    expect(bad.errors).toEqual([
      {
        message: expect.any(String),
        extensions: { code: 'INVALID_KEY', status: 401, sentence: expect.anything() },
      },
    ])
    const { key, record } = createKey({ project: 'p', plan: 'pro' })
    own.keys.add(record)
    const good = await askGraphql(own, `{ ${ROUTE} }`, {}, { 'x-api-key': key })
    expect(good.headers.get('x-service-credits-remaining')).toBe('1499999')
    expect(good.cost?.remaining).toBe(1_499_999)
  })
})

describe('hostile documents', () => {
  const refuse = async (query: string, variables?: object) => {
    const answer = await askGraphql(shared, query, variables, { accept: 'application/graphql-response+json' })
    expect(answer.status).toBe(400)
    expect(answer.data).toBeUndefined()
    expect(answer.errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
    return answer.errors![0].message
  }

  test('bad syntax and unknown fields are 400', async () => {
    await refuse('{')
    await refuse('{ nope }')
    await refuse('query A { service { modes } } query B { service { modes } }')
  })

  test('deep nesting is 400, never an overflow', async () => {
    expect(await refuse(`${'{a'.repeat(5000)}${'}'.repeat(5000)}`)).toContain('nests deeper')
    expect(await refuse(`{ points(at: ${'['.repeat(90_000)}`)).toContain('nests deeper')
    expect(
      (
        await postJson(
          `${shared.api}/graphql`,
          `{"query":"{__typename}","variables":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
        )
      ).status,
    ).toBe(400)
  })

  test('too many tokens, fields, operations or levels are 400', async () => {
    expect(await refuse(`{ ${'__typename '.repeat(5000)} }`)).toMatch(/token/i)
    const aliases = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: service { modes }`).join(' ')
    expect((await askGraphql(shared, `{ ${aliases(MAX_OPERATION_FIELDS)} }`)).status).toBe(200)
    expect(await refuse(`{ ${aliases(MAX_OPERATION_FIELDS + 1)} }`)).toContain('operations')
    const many = Array.from({ length: 45 }, (_, i) => `a${i}: service { ...F }`).join(' ')
    expect(
      await refuse(
        `{ ${many} } fragment F on Service { artifacts { ${Array.from({ length: 30 }, (_, i) => `n${i}: name`).join(' ')} } }`,
      ),
    ).toContain(`${MAX_SELECTIONS}`)
    const deep = '{ __schema { types { fields { type { '.concat(
      'ofType { '.repeat(MAX_DEPTH),
      'name',
      ' }'.repeat(MAX_DEPTH),
      ' } } } } }',
    )
    expect((await askGraphql(shared, deep)).data.__schema).toBeDefined()
  })

  test('a cyclic fragment is 400', async () => {
    await refuse('{ service { ...A } } fragment A on Service { ...A }')
  })

  test('variables of a wrong kind are 400 before anything runs', async () => {
    await refuse('query ($p: [LonLat!]!) { points(at: $p) { location } }', { p: [[1, 'x']] })
    await refuse('query ($p: [LonLat!]!) { points(at: $p) { location } }', { p: [[1, 2, 3]] })
    await refuse('query ($p: [LonLat!]!) { points(at: $p) { location } }', {})
  })

  test('a batch of documents is refused', async () => {
    expect(
      (await postJson(`${shared.api}/graphql`, [{ query: '{__typename}' }, { query: '{__typename}' }])).status,
    ).toBe(400)
  })

  test('a form, which a foreign page may post without asking, is refused', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/graphql',
    ]) {
      const answer = await postJson(`${shared.api}/graphql`, '{"query":"{__typename}"}', { 'content-type': type })
      expect(answer.status, type).toBe(415)
      expect(answer.body.errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test('a body without a type, which it may post as well, is refused', async () => {
    // bytes: fetch names no type for them
    const answer = await fetch(`${shared.api}/graphql`, {
      method: 'POST',
      body: Buffer.from('{"query":"{__typename}"}'),
    })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] })
  })

  test('a body over 6 MB is 413 in the shape of GraphQL', async () => {
    const answer = await postJson(
      `${shared.api}/graphql`,
      JSON.stringify({ query: '{__typename}', variables: { x: 'x'.repeat(6 * 1_048_576) } }),
    )
    expect(answer.status).toBe(413)
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'TOO_LARGE',
      status: 413,
      sentence: expect.anything(),
    })
    expect(
      (
        await postJson(
          `${shared.api}/graphql`,
          JSON.stringify({ query: '{__typename}', variables: { x: 'x'.repeat(5 * 1_048_576) } }),
        )
      ).status,
    ).toBe(200)
  })
})

describe('@defer and @stream', () => {
  test('deferred parts come after the first, the cost with the last', async () => {
    own = await startFakeApp()
    const response = await fetch(`${own.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
      body: JSON.stringify({
        query:
          '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status ... @defer { lengthM } maneuvers @stream(initialCount: 0) { type } } }',
      }),
    })
    expect(response.headers.get('content-type')).toContain('multipart/mixed')
    const parts = (await response.text())
      .split('\r\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    expect(parts[0].data.route).toEqual({ status: 'COMPLETE', maneuvers: [] })
    expect(JSON.stringify(parts.slice(1))).toContain('"lengthM":1234.5')
    expect(parts.at(-1)).toMatchObject({
      hasNext: false,
      extensions: { cost: { reserved: 1, charged: 1, remaining: 499 } },
    })
  })
})

test.each(['text/nonsense', 'image/png, text/plain', 'x'.repeat(500)])(
  'a client that accepts none of the forms (%s) gets one JSON answer',
  async (accept) => {
    const response = await fetch(`${shared.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: `{ ${ROUTE} }` }),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    expect(((await response.json()) as any).data).toEqual({ route: { status: 'COMPLETE' } })
  },
)

describe('GraphiQL', () => {
  test('is one page that loads nothing from anywhere', async () => {
    const response = await fetch(`${shared.api}/graphql`, { headers: { accept: 'text/html' } })
    expect(response.headers.get('content-type')).toContain('text/html')
    const page = await response.text()
    expect(page).toContain('Waypost GraphiQL')
    expect(page).not.toMatch(/<script[^>]+src=|<link[^>]+href="https?:/)
  })

  test('is there for a visit with a query in the address; who reads JSON gets the answer', async () => {
    const url = `${shared.api}/graphql?query=${encodeURIComponent('{ __typename }')}`
    const typeFor = async (accept: string) =>
      (await fetch(url, { headers: { accept } })).headers.get('content-type')!.split(';')[0]
    expect(await typeFor('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe('text/html')
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html',
      'application/graphql-response+json, text/html;q=0.1',
    ])
      expect(await typeFor(accept), accept).toMatch(/json$/)
  })

  test('introspection is on', async () => {
    const { data } = await askGraphql(shared, '{ __schema { queryType { fields { name description } } } }')
    const fields = schema.getQueryType()!.getFields()
    expect(data.__schema.queryType.fields.map(({ name }: { name: string }) => name).sort()).toEqual(
      Object.keys(fields).sort(),
    )
  })

  test('has a field for each operation, but for those that are another one in the form of a client', () => {
    const operations = new Set(OPERATION_FIELDS.map(({ operation }) => operation))
    const others = OPERATIONS.map(({ id }) => id).filter((id) => !operations.has(id))
    expect(others.toSorted()).toEqual(['health', 'pois', 'route', 'trails-bbox'])
  })

  test('a query by GET works as the specification says', async () => {
    expect((await getJson(`${shared.api}/graphql?query=${encodeURIComponent('{service{modes}}')}`)).body.data).toEqual({
      service: { modes: ['HIKE', 'RUN', 'BIKE'] },
    })
  })
})
