// The checks of graphql-cop (github.com/dolevf/graphql-cop), each as it sends them, against two servers: the default
// one, which shows its schema on purpose, and a closed one (introspection off, trusted documents only), on which every
// check finds nothing, as the tool itself counts. A test says what the check means here.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TrustedDocuments } from '../../schema/http/trusted-documents.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

let open: FakeApp
let closed: FakeApp
let quiet: FakeApp
beforeAll(async () => {
  open = await startFakeApp({ metering: false })
  closed = await startFakeApp({
    metering: false,
    parts: {
      graphql: {
        introspection: false,
        trusted: new TrustedDocuments('only', new Map([['a', '{ service { modes } }']])),
      },
    },
  })
  quiet = await startFakeApp({ metering: false, parts: { graphql: { introspection: false } } })
})
afterAll(() => Promise.all([open.close(), closed.close(), quiet.close()]))

async function ask(
  app: FakeApp,
  query: unknown,
): Promise<{ status: number; data?: any; errors?: any[]; text: string }> {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Array.isArray(query) ? query : { query }),
  })
  const text = await response.text()
  return { status: response.status, text, ...JSON.parse(text) }
}

const get = async (app: FakeApp, query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.api}/graphql?query=${encodeURIComponent(query)}`, { headers })
  return { status: response.status, body: (await response.json()) as any }
}

const CIRCULAR =
  'query { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }'
const INTROSPECTION = 'query { __schema { types { name fields { name } } } }'

describe.each([
  ['default', () => open],
  ['without introspection', () => quiet],
  ['closed', () => closed],
] as const)('graphql-cop against the %s server', (_name, app) => {
  test('alias overloading: 101 aliases on the root are refused, 50 is the limit', async () => {
    const { data, errors } = await ask(
      app(),
      `query { ${Array.from({ length: 101 }, (_, i) => `alias${i}:__typename \n`).join('')} }`,
    )
    expect(data).toBeUndefined()
    expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  })

  test('array-based batching: ten documents in one request are refused', async () => {
    const { data, errors } = await ask(
      app(),
      Array.from({ length: 10 }, () => ({ query: 'query { __typename }' })),
    )
    expect(data).toBeUndefined()
    expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  })

  test('directive overloading: an unknown directive ten times over gives no ten errors, and repeated known ones are refused', async () => {
    const unknown = await ask(app(), 'query { __typename @aa@aa@aa@aa@aa@aa@aa@aa@aa@aa }')
    expect(unknown.data).toBeUndefined()
    expect(unknown.errors!.length).toBeLessThan(10)
    expect((await ask(app(), `query { __typename ${'@include(if: true)'.repeat(10)} }`)).data).toBeUndefined()
  })

  test('circular introspection: a schema asked round and round is refused', async () =>
    expect((await ask(app(), CIRCULAR)).data).toBeUndefined())

  test('circular fragments: refused before anything runs', async () => {
    const { data, errors } = await ask(
      app(),
      'query { __schema { ...A } } fragment A on __Schema { __typename ...B } fragment B on __Schema { ...A }',
    )
    expect(data).toBeUndefined()
    expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  })

  test('field duplication: one field 500 times is refused', async () => {
    const { data, errors } = await ask(app(), `query { ${'__typename \n'.repeat(500)} }`)
    expect(data).toBeUndefined()
    expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
  })

  test('GET-based mutations: there are none, by any method', async () => {
    expect((await get(app(), 'mutation { __typename }')).body.data).toBeUndefined()
    expect((await ask(app(), 'mutation { __typename }')).data).toBeUndefined()
  })

  test('POST url-encoded CSRF: only application/json is read, which a foreign page may not send without asking', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=a']) {
      const response = await fetch(`${app().api}/graphql`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'query=query%20%7B__typename%7D',
      })
      expect([response.status, ((await response.json()) as any).data], type).toEqual([415, undefined])
    }
    const inAddress = await fetch(`${app().api}/graphql?query=query%7B__typename%7D`, { method: 'POST' })
    expect(((await inAddress.json()) as any).data).toBeUndefined()
  })

  test('tracing mode: no answer has timings or stack traces', async () => {
    const { text } = await ask(app(), 'query { __typename }')
    expect(text).not.toMatch(/tracing|exception|stacktrace/i)
  })

  test('unhandled errors: what is no GraphQL is an error with a code, and nothing of the inside', async () => {
    const { errors, text } = await ask(app(), 'qwerty cop { abc }')
    expect(errors![0].extensions.code).toBe('INVALID_INPUT')
    expect(text).not.toMatch(/exception|\.ts:|node_modules|at \w+ \(/)
  })
})

describe('graphql-cop, what the default server shows on purpose', () => {
  test('introspection: the schema is published, as the REST document is', async () =>
    expect((await ask(open, INTROSPECTION)).data.__schema.types.length).toBeGreaterThan(25))
  test('field suggestions: names near to one that is not there, all of them in the published schema', async () =>
    expect((await ask(open, 'query { __schema { directive } }')).text).toContain('Did you mean'))
  test('IDE detection: GraphiQL is at /graphql and nowhere else', async () => {
    for (const path of ['/graphiql', '/playground', '/console'])
      expect((await fetch(`${open.api}${path}`, { headers: { accept: 'text/html' } })).status).toBe(404)
    expect(await (await fetch(`${open.api}/graphql`, { headers: { accept: 'text/html' } })).text()).toContain(
      'GraphiQL',
    )
  })
  test('GET-based queries: they read and change nothing, so a foreign page gains no more than by an image address', async () => {
    expect((await get(open, 'query { __typename }')).body.data).toEqual({ __typename: 'Query' })
    const answer = await fetch(`${open.api}/graphql?query=query%7B__typename%7D`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('graphql-cop against a closed server', () => {
  test.each([
    ['closed', () => closed],
    ['without introspection', () => quiet],
  ] as const)('introspection: refused (%s)', async (_name, app) => {
    for (const query of [
      INTROSPECTION,
      '{ __type(name: "Query") { name } }',
      'query A { ...F } fragment F on Query { __schema { queryType { name } } }',
    ])
      expect((await ask(app(), query)).data).toBeUndefined()
    expect((await get(app(), INTROSPECTION)).body.data).toBeUndefined()
  })
  test.each([
    ['closed', () => closed],
    ['without introspection', () => quiet],
  ] as const)('field suggestions: an error names only what was sent (%s)', async (_name, app) => {
    for (const query of [
      'query { __schema { directive } }',
      '{ rout }',
      '{ route(inputt: 1) { status } }',
      '{ route(input: {waypoint: []}) { status } }',
      '{ route(input: {waypoints: [], settings: {profile: HIKEE}}) { status } }',
      '{ service { ...F } } fragment F on Servic { modes }',
    ]) {
      expect((await ask(app(), query)).text, query).not.toContain('Did you mean')
    }
    const wrongWord = await fetch(`${app().api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query ($i: RouteInput!) { route(input: $i) { status } }',
        variables: {
          i: {
            waypoints: [{ at: [1, 1] }, { at: [2, 2] }],
            settings: { profile: 'HIKEE', snapRadius: 1 },
          },
        },
      }),
    })
    expect(await wrongWord.text()).not.toContain('Did you mean')
  })
  test.each([
    ['closed', () => closed],
    ['without introspection', () => quiet],
  ] as const)('IDE detection: no page anywhere (%s)', async (_name, app) => {
    for (const path of ['/graphiql', '/playground', '/console', '/graphql'])
      expect(await (await fetch(`${app().api}${path}`, { headers: { accept: 'text/html' } })).text()).not.toMatch(
        /graphiql\.min\.css|GraphQL Playground|GraphiQL|graphql-playground/,
      )
  })
  test('GET-based queries: none but trusted documents', async () =>
    expect((await get(closed, 'query { __typename }')).body.data).toBeUndefined())
})
