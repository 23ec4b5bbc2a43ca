// Refusals are said in the language of the request, over REST and GraphQL alike; answers never are by the header.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { english, LANGUAGES, renderers } from '../../src/language/catalogue-files.ts'
import { Renderer } from '../../src/language/renderer.ts'
import { acceptedLanguage, refusalRenderer } from '../../src/server/refusal-language.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

/** A language of few messages; English says what is missing. */
const MESSAGES = {
  'error.not_found.path': 'NICHTS AUF {host}',
  'error.method_not_allowed': 'NUR {methods}',
  'error.invalid_input.repeated': 'ZU OFT `{name}`',
  'error.invalid_json.member': '`{field}` IST KEIN JSON',
}
const languages = LANGUAGES as string[]

let app: FakeApp
beforeAll(async () => {
  languages.push('xx')
  renderers.set('xx', new Renderer({ '@language': 'xx', messages: MESSAGES }, english))
  app = await startFakeApp({ metering: false })
})
afterAll(async () => {
  await app.close()
  languages.splice(languages.indexOf('xx'), 1)
  renderers.delete('xx')
})

const LOUD = { 'accept-language': 'zz, xx-CH;q=0.9, en;q=0.8' }
const spoken = ({ headers }: Response) => [headers.get('content-language'), headers.get('vary')]

describe('the header', () => {
  test.each([
    ['xx', 'xx'],
    ['xx-CH', 'xx'],
    ['en, xx', 'en'],
    ['en;q=0.5, xx', 'xx'],
    ['zz, xx;q=0.1', 'xx'],
    ['xx;q=0, en', 'en'],
    ['zz', 'en'],
    ['*', 'en'],
    ['*, xx;q=0.5', 'en'],
    ['', 'en'],
    [';;=,', 'en'],
    [`xx, ${'a'.repeat(2000)}`, 'en'],
    [undefined, 'en'],
  ])('%o asks for %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })

  test('is not looked at where the request names a language', () => {
    const request = { headers: LOUD } as never
    expect(refusalRenderer({ language: null, query: '', request }).language).toBe('xx')
    expect(refusalRenderer({ language: 'en', query: '', request }).language).toBe('en')
  })
})

describe('REST', () => {
  test('refuses in the language of the header, and says which', async () => {
    const missing = await fetch(`${app.api}/v1/nothing`, { headers: LOUD })
    expect((await missing.json()).message).toBe('NICHTS AUF api')
    expect(spoken(missing)).toEqual(['xx', 'Accept-Language, Accept-Encoding'])
    const method = await fetch(`${app.api}/v1/route`, { method: 'PUT', headers: LOUD })
    expect(JSON.stringify(await method.json())).toContain('NUR POST, OPTIONS')
  })

  test('refuses in English without one', async () => {
    const missing = await fetch(`${app.api}/v1/nothing`)
    expect((await missing.json()).message).toBe('There is nothing at this path of the api host.')
    expect(spoken(missing)).toEqual(['en', 'Accept-Language, Accept-Encoding'])
  })

  test('answers whatever the header says', async () => {
    const answer = await fetch(`${app.api}/v1/sun?lat=42.5&lon=1.5&date=2026-06-01`, { headers: LOUD })
    expect(answer.status).toBe(200)
    expect(spoken(answer)).toEqual(['en', 'Accept-Encoding'])
  })
})

describe('GraphQL', () => {
  const ask = (query: string, headers: Record<string, string> = LOUD) =>
    fetch(`${app.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
  const MANY = `{ ${'a: __typename '.repeat(60)} }`

  test('refuses in the language of the header, before and after the document was read', async () => {
    const repeated = await ask(MANY)
    expect((await repeated.json()).errors[0].message).toBe('ZU OFT `a`')
    expect(spoken(repeated)).toEqual(['xx', 'Accept-Language, Accept-Encoding'])
    const address = await fetch(`${app.api}/graphql?query={__typename}&variables={`, { headers: LOUD })
    expect((await address.json()).errors[0].message).toBe('`variables` IST KEIN JSON')
    expect(spoken(address)).toEqual(['xx', 'Accept-Language, Accept-Encoding'])
  })

  test('a document that is known by its text is refused in each language', async () => {
    for (const [language, message] of [
      ['xx', 'ZU OFT `a`'],
      ['en', 'The document selects `a` more than 50 times in one place.'],
      ['xx', 'ZU OFT `a`'],
    ])
      expect((await (await ask(MANY, { 'accept-language': language })).json()).errors[0].message).toBe(message)
  })

  test('says the sentence as a code with values too, for clients that say it themselves', async () => {
    const refused = await Promise.all([
      ask(MANY, {}),
      ask('{ route(input: {waypoints: []}) { status } }', {}),
      ask('{ point(at: "here") { name } }', {}),
      fetch(`${app.api}/graphql?query={__typename}&variables={`),
    ])
    for (const answer of refused) {
      const [{ message, extensions }] = (await answer.json()).errors
      expect(extensions.sentence.code).toMatch(new RegExp(`^error\\.${extensions.code}\\b`, 'i'))
      expect(english.render(extensions.sentence)).toBe(message)
    }
    const [own] = (await (await ask('{ nothing }')).json()).errors
    expect(own.extensions).not.toHaveProperty('sentence')
  })

  test('what is not ours to say is English, and the header says so; the two in one refusal are both', async () => {
    const post = (body: string) =>
      fetch(`${app.api}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...LOUD }, body })
    const other = await Promise.all([
      ask('{ nothing }'),
      ask('{'),
      ask('query ($a: Nothing) { __typename }'),
      post('{}'),
      post('[]'),
      post('{"query":"{ __typename }","variables":7}'),
      post('{"query":"{ __typename }","extensions":"a"}'),
      post('{"query":"{ __typename }","more":1}'),
      post(JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } })),
    ])
    for (const answer of other) {
      const { errors } = await answer.json()
      expect(errors[0].extensions.sentence).toBeUndefined()
      expect(spoken(answer), errors[0].message).toEqual(['en', 'Accept-Language, Accept-Encoding'])
    }
    const both = await ask('{ point(at: "here") { nothing } }')
    expect((await both.json()).errors).toHaveLength(2)
    expect(both.headers.get('content-language')!.split(', ').sort()).toEqual(['en', 'xx'])
  })

  test('errors beside data, or that may come after it, name no language: fields have their own', async () => {
    const query = `{ service { attribution { __typename } } point(at: [1.5, 42.5]) { sun(date: "2026-13-01") { date } } }`
    const beside = await ask(query)
    const { data, errors } = await beside.json()
    expect([data.point.sun, errors.length]).toEqual([null, 1])
    expect(spoken(beside)).toEqual([null, 'Accept-Language, Accept-Encoding'])
    const alone = await ask('{ points(at: []) { location } }')
    expect(await alone.json()).toMatchObject({ data: { points: null } })
    expect(spoken(alone)).toEqual(['xx', 'Accept-Language, Accept-Encoding'])
    const later = await ask(
      '{ service { attribution { __typename } } ... @defer { point(at: [1.5, 42.5]) { sun(date: "2026-06-01") { date } } } }',
      {
        ...LOUD,
        accept: 'multipart/mixed',
      },
    )
    expect(later.headers.get('content-type')).toContain('multipart/mixed')
    expect(spoken(later)).toEqual([null, 'Accept-Language'])
    await later.text()
  })

  test('answers stay English whatever the header says', async () => {
    const answer = await ask('{ __typename }')
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' }, extensions: expect.anything() })
    expect(spoken(answer)).toEqual([null, 'Accept-Encoding'])
  })
})
