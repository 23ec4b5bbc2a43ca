import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readOwnDocuments, readTrustedDocuments, TrustedDocuments } from '../../../schema/http/trusted-documents.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const STATUS = '{ service { modes } }'
const ROUTE = 'query Way($input: RouteInput!) {\n  route(input: $input) {\n    status\n  }\n}'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'waypost-trusted-'))
afterAll(() => rmSync(folder, { recursive: true }))
let app: FakeApp
afterEach(() => app?.close())

async function start(mode: 'off' | 'allowed' | 'only', own: string[] = []): Promise<void> {
  app = await startFakeApp({
    parts: {
      graphql: {
        trusted: new TrustedDocuments(
          mode,
          new Map([
            [sha256(ROUTE), ROUTE],
            ['status/1', STATUS],
          ]),
          own,
        ),
      },
    },
  })
}

async function post(body: object): Promise<{ status: number; data: any; errors: any; extensions: any }> {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as any) }
}

const VARIABLES = {
  input: {
    waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.5] }],
  },
}

describe.each(['allowed', 'only'] as const)('trusted documents, mode %s', (mode) => {
  test('run by their id, with variables, and cost what they cost by text', async () => {
    await start(mode)
    for (const documentId of [sha256(ROUTE), `sha256:${sha256(ROUTE)}`]) {
      const answer = await post({ documentId, variables: VARIABLES, operationName: 'Way' })
      expect(answer).toMatchObject({
        status: 200,
        data: { route: { status: 'COMPLETE' } },
        extensions: { cost: { reserved: 1, charged: 1 } },
      })
    }
  })

  test('run by GET, so that their answers have an address', async () => {
    await start(mode)
    const response = await fetch(
      `${app.api}/graphql?documentId=${sha256(ROUTE)}&variables=${encodeURIComponent(JSON.stringify(VARIABLES))}`,
    )
    expect(await response.json()).toMatchObject({ data: { route: { status: 'COMPLETE' } } })
  })

  test('an unknown id is 404 and runs nothing', async () => {
    await start(mode)
    expect(await post({ documentId: sha256('other') })).toMatchObject({
      status: 404,
      errors: [{ extensions: { code: 'NOT_FOUND', status: 404 } }],
    })
    expect(await post({ documentId: '__proto__' })).toMatchObject({ status: 404 })
    expect(app.planned).toEqual([])
  })

  test('an id that is no text is 400', async () => {
    await start(mode)
    for (const documentId of [1, {}, [], true, 'x'.repeat(1000)])
      expect(await post({ documentId })).toMatchObject({
        status: 400,
        errors: [{ extensions: { code: 'INVALID_INPUT' } }],
      })
  })

  test('nothing is registered over the wire', async () => {
    await start(mode)
    const documentId = sha256('{ __typename }')
    expect(await post({ documentId, query: '{ __typename }' })).toMatchObject({ status: 400 })
    await post({ query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: documentId } } })
    expect(await post({ documentId })).toMatchObject({ status: 404 })
  })

  test('run by the hash that Apollo sends, by POST and GET', async () => {
    await start(mode)
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(ROUTE) } }
    expect(await post({ extensions, variables: VARIABLES })).toMatchObject({
      status: 200,
      data: { route: { status: 'COMPLETE' } },
    })
    const words = new URLSearchParams({
      extensions: JSON.stringify(extensions),
      variables: JSON.stringify(VARIABLES),
    })
    const response = await fetch(`${app.api}/graphql?${words}`)
    expect(await response.json()).toMatchObject({ data: { route: { status: 'COMPLETE' } } })
  })
})

describe('trusted documents, mode allowed', () => {
  test('any other document runs beside them', async () => {
    await start('allowed')
    expect((await post({ query: '{ service { limits { nodesMax } } }' })).data).toEqual({
      service: { limits: { nodesMax: 100 } },
    })
  })
})

describe('trusted documents, mode only', () => {
  test('refuses any other document, by POST and GET, and introspection', async () => {
    await start('only')
    for (const query of [
      '{ service { settings { name } } }',
      '{ __schema { queryType { name } } }',
      `${STATUS} #`.replace('modes', 'modes settings { name }'),
      '{',
      '',
      null,
      5,
      undefined,
    ]) {
      expect(await post({ query }), String(query)).toMatchObject({
        status: 400,
        errors: [{ message: expect.stringContaining('trusted documents only'), extensions: { code: 'INVALID_INPUT' } }],
      })
    }
    expect((await fetch(`${app.api}/graphql?query=${encodeURIComponent('{ __typename }')}`)).status).toBe(400)
  })

  test('takes the text of a trusted one, however it is spaced', async () => {
    await start('only')
    expect((await post({ query: '{service,{modes}} # the same' })).data).toEqual({
      service: { modes: ['HIKE', 'RUN', 'BIKE'] },
    })
    expect((await post({ query: ROUTE.replaceAll('\n', '\r\n'), variables: VARIABLES })).data).toEqual({
      route: { status: 'COMPLETE' },
    })
  })

  test('an unknown hash is not in the list, with its text or without', async () => {
    await start('only')
    const query = '{ service { settings { name } } }'
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } }
    const { status, ...answer } = await post({ extensions })
    expect(status).toBe(404)
    expect(answer).toEqual({
      errors: [
        { message: 'PersistedQueryNotInList', extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST', status: 404 } },
      ],
    })
    expect(await post({ extensions, query })).toMatchObject({ status: 400 })
    expect(await post({ extensions })).toMatchObject({ status: 404 })
  })

  test('the explorer of this server goes on working', async () => {
    const generated = await import('../../../src/web/documents/generated/graphql.ts')
    const own = readOwnDocuments(new URL('../../../src/web/documents', import.meta.url).pathname)
    await start('only', own)
    const queries = Object.entries(generated).filter(([name]) => name.endsWith('Document'))
    expect(queries).toHaveLength(own.length)
    const trusted = new TrustedDocuments('only', new Map(), own)
    for (const [name, query] of queries) {
      const params = { query: query.toString() }
      expect(trusted.resolve(params, null), name).toBe(params)
    }
    const answer = await post({ query: generated.SuggestDocument.toString(), variables: { text: 'ab' } })
    expect(answer.data).toBeDefined()
  })
})

describe('trusted documents, mode off', () => {
  test('an id is refused by name', async () => {
    await start('off')
    expect(await post({ documentId: sha256(ROUTE) })).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining('`documentId`') }],
    })
    expect((await post({ query: STATUS })).data).toEqual({ service: { modes: ['HIKE', 'RUN', 'BIKE'] } })
  })
})

describe('reading them', () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('a map of ids, as codegen writes it', () => {
    const file = write('map.json', JSON.stringify({ [sha256(ROUTE)]: ROUTE, 'status/1': STATUS }))
    expect([...readTrustedDocuments(file)]).toEqual([
      [sha256(ROUTE), ROUTE],
      ['status/1', STATUS],
    ])
    rmSync(file)
  })

  test('a folder of maps and .graphql files, whose id is their SHA-256', () => {
    const files = [write('a.json', JSON.stringify({ one: STATUS })), write('b.graphql', ROUTE), write('c.txt', 'no')]
    expect([...readTrustedDocuments(folder)]).toEqual([
      ['one', STATUS],
      [sha256(ROUTE), ROUTE],
    ])
    for (const file of files) rmSync(file)
  })

  test.each(['apollo-persisted-query-manifest', 'apollo-operation-manifest'])(
    'a manifest of the format %s',
    (format) => {
      const operations = [
        { id: sha256(ROUTE), name: 'Way', type: 'query', body: ROUTE },
        { id: 'status/1', name: '', type: 'query', body: STATUS },
      ]
      const file = write('manifest.json', JSON.stringify({ format, version: 1, operations }))
      expect([...readTrustedDocuments(file)]).toEqual([
        [sha256(ROUTE), ROUTE],
        ['status/1', STATUS],
      ])
      rmSync(file)
    },
  )

  test.each([
    ['a manifest of another format', '{"format":"x","version":1,"operations":[]}', 'apollo-persisted-query-manifest'],
    [
      'a manifest of another version',
      '{"format":"apollo-persisted-query-manifest","version":2,"operations":[]}',
      'version 1',
    ],
    [
      'an operation without a text',
      '{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"id":"a"}]}',
      'operation 0',
    ],
    ['no JSON', '{', 'is no JSON'],
    ['no map', '[]', 'expected a JSON object'],
    ['no text', '{"a":1}', 'expected a text'],
    ['no GraphQL', '{"a":"{"}', 'document a'],
    ['no document of this schema', '{"a":"{ nope }"}', 'Cannot query field'],
    ['an id of another text', JSON.stringify({ [sha256('x')]: STATUS }), 'not the SHA-256'],
  ])('%s stops the start, by name', (_name, text, message) => {
    const file = write('bad.json', text)
    expect(() => readTrustedDocuments(file)).toThrow(message)
    rmSync(file)
  })

  test('only, without any, is a mistake of the configuration', () => {
    expect(() => readConfig({ TRUSTED_DOCUMENTS_MODE: 'only' })).toThrow('TRUSTED_DOCUMENTS')
    expect(
      readConfig({ TRUSTED_DOCUMENTS_MODE: 'only', TRUSTED_DOCUMENTS: 'x.json', INTROSPECTION: 'off' }),
    ).toMatchObject({ trustedDocumentsMode: 'only', introspection: false })
  })
})
