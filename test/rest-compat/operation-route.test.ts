// Every operation of REST takes `language`: its answer is said in it, and its refusal.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../resolvers/input/json-schema.ts'
import answerSchemas from '../../rest-compat/answer-schemas.json' with { type: 'json' }
import { type OperationRoute, OPERATIONS_WITH_SENTENCES } from '../../rest-compat/operation-route.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { LANGUAGES } from '../../src/language/catalogue-files.ts'
import { findRegion, type Region } from '../fuzz/region.ts'
import { SAMPLE_REQUESTS } from '../fuzz/sample-requests.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { addMadeUpLanguage, MADE_UP, MARK } from '../support/made-up-language.ts'
import { operationIn, readOpenApi } from '../support/openapi-judge.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

const ROWS = OPERATION_ROWS.map((row) => [`${row.method} ${row.path}`, row] as const)

interface Requested {
  row: OperationRoute
  path: string
  body?: object | undefined
  headers?: Record<string, string> | undefined
}

/** With `language`, as its method takes it. */
async function ask(
  server: Pick<SharedServer, 'api' | 'site'>,
  { row, path, body, headers }: Requested,
  language?: unknown,
  more: Record<string, string> = {},
) {
  const address = row.host === 'site' ? server.site : server.api
  const init =
    row.method === 'POST'
      ? {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers, ...more },
          body: JSON.stringify({ ...body, language }),
        }
      : { headers: { ...headers, ...more } }
  const word = row.method === 'POST' || language === undefined ? '' : `language=${encodeURIComponent(String(language))}`
  const response = await fetch(
    `${address}${path}${word === '' ? '' : `${path.includes('?') ? '&' : '?'}${word}`}`,
    init,
  )
  return {
    status: response.status,
    text: await response.text(),
    spoken: response.headers.get('content-language'),
    vary: response.headers.get('vary'),
    tag: response.headers.get('etag'),
  }
}

/** What is the same at every moment; of an answer of many kilobytes, where it differs from another. */
const timeless = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME').replace(/"bytes":"[^"]*"/, '"bytes":"FIT"')
function differenceOf(one: string, other: string): string | null {
  const [a, b] = [timeless(one), timeless(other)]
  if (a === b) return null
  let at = 0
  while (a[at] === b[at]) at++
  return `${a.slice(at - 40, at + 80)}\n${b.slice(at - 40, at + 80)}`
}

/** Whatever the shape of the refusal. */
function refusalIn(text: string): { code: string; message: string } {
  const { error, message, service } = JSON.parse(text)
  return service ?? (typeof error === 'string' ? { code: error, message } : error)
}

/** Said alike in every language: a grade, the name of a split, a name of the map. */
const SAME = /^(T\d|via ferrata|km \d+|Atlantikbogen)$/

/** Its texts that are said, by the published schema of the answer. */
function sentencesOf({ operation }: OperationRoute, { status, text }: { status: number; text: string }): string[] {
  if (status !== 200) return [refusalIn(text).message]
  const { answers, schemas } = answerSchemas as unknown as Record<'answers' | 'schemas', Record<string, JsonSchema>>
  const found: string[] = []
  const walk = (schema: JsonSchema, value: unknown): void => {
    if (schema.$ref !== undefined) return walk(schemas[schema.$ref.slice('#/components/schemas/'.length)], value)
    if (value === null || value === undefined) return
    if ((schema as Record<string, unknown>)['x-sentence'] === true) found.push(String(value))
    for (const one of schema.anyOf ?? []) walk(one, value)
    if (Array.isArray(value)) {
      value.forEach((item, i) => walk((schema.prefixItems?.[i] ?? schema.items ?? {}) as JsonSchema, item))
    } else if (typeof value === 'object')
      for (const [name, member] of Object.entries(value)) walk(schema.properties?.[name] ?? {}, member)
  }
  walk(answers[operation.id], JSON.parse(text))
  return found
}

describe('every operation', () => {
  let app: FakeApp
  let removeLanguage: () => void
  let judge: Awaited<ReturnType<typeof readOpenApi>>
  beforeAll(async () => {
    removeLanguage = addMadeUpLanguage()
    app = await startFakeApp({ metering: false })
    judge = await readOpenApi(app.api)
  })
  afterAll(async () => {
    await app.close()
    removeLanguage()
  })
  const bare = (row: OperationRoute): Requested => ({ row, path: row.path.replace(/\{\w+\}/g, '1') })

  test.each(ROWS)('%s documents it', (_, row) => {
    const { parameters, requestBody } = operationIn(judge.document, row.method, row.path)
    const { properties } = requestBody?.content['application/json'].schema ?? {}
    const schema = properties?.language ?? parameters?.find(({ name }) => name === 'language')?.schema
    const { allows } = judge.judgeOf(schema!)
    expect(['de', 'de-AT', 'zh-Hant'].map(allows)).toEqual([true, true, true])
    expect(['de_;', '', 'd', 7].map(allows)).toEqual([false, false, false, false])
  })

  test.each(ROWS)('%s refuses what is no tag, in its own shape, by the name of the field', async (_, row) => {
    for (const language of ['de_;', '', ...(row.method === 'POST' ? [7, null, ['de']] : [])]) {
      const { status, text, spoken } = await ask(app, bare(row), language)
      expect([status, spoken], text).toEqual([400, 'en'])
      expect(Object.keys(JSON.parse(text))).toContain('error')
      expect(refusalIn(text)).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^`language`: expected a language as BCP 47 has it, e.g. de or pt-BR, got/),
      })
    }
  })

  test.each(ROWS.filter(([, { method }]) => method === 'POST'))(
    '%s says in it what is wrong with the rest, whatever the header',
    async (_, row) => {
      const { status, text, spoken, vary } = await ask(app, bare(row), MADE_UP, { 'accept-language': 'en' })
      expect([status, spoken, vary], text).toEqual([400, MADE_UP, 'Accept-Language, Accept-Encoding'])
      expect(refusalIn(text).message).toMatch(MARK)
    },
  )

  test('the query of a POST says it where its body says none, is checked, and counts less than the body', async () => {
    const row = ROWS.find(([name]) => name === 'POST /v1/route')![1]
    const body = {
      waypoints: [
        [1.5, 42.5],
        [1.52, 42.5],
      ],
    }
    const spoken = async (path: string, language?: string) => (await ask(app, { row, path, body }, language)).spoken
    expect(await spoken(`/v1/route?language=${MADE_UP}`)).toBe(MADE_UP)
    expect(await spoken(`/v1/route?language=${MADE_UP}`, 'en')).toBe('en')
    expect((await ask(app, { row, path: '/v1/route?language=de_;', body })).status).toBe(400)
    expect((await ask(app, { row, path: '/v1/route?language=en&language=de', body })).status).toBe(400)
  })

  test('a query says it for refusals that come before it is read, too', async () => {
    const unknownKey = await fetch(`${app.api}/search/v1/forward?q=a&language=${MADE_UP}-CH&key=none`)
    expect([unknownKey.status, unknownKey.headers.get('content-language')]).toEqual([401, MADE_UP])
    const nowhere = await fetch(`${app.api}/nowhere?language=${MADE_UP}`)
    expect([nowhere.status, nowhere.headers.get('content-language')]).toEqual([404, MADE_UP])
    expect((await nowhere.json()).message).toMatch(MARK)
    const noTag = await fetch(`${app.api}/nowhere?language=de_;`)
    expect(noTag.headers.get('content-language')).toBe('en')
  })

  test('a refusal goes by weight where the request names no language, and by English where nothing does', async () => {
    const row = OPERATION_ROWS.find(({ path }) => path === '/v1/route')!
    const accepting = (header: string) => ask(app, bare(row), undefined, { 'accept-language': header })
    expect((await accepting(`en;q=0.3, ${MADE_UP};q=0.7`)).spoken).toBe(MADE_UP)
    expect((await accepting('zz')).spoken).toBe('en')
    expect((await ask(app, bare(row))).spoken).toBe('en')
    // one without a catalogue is English, not what the header says
    expect((await ask(app, bare(row), 'zz', { 'accept-language': MADE_UP })).spoken).toBe('en')
  })

  const POINTS = [
    [1.5, 42.5],
    [1.55, 42.52],
  ]
  const LINE = { type: 'LineString', coordinates: POINTS }
  test.each([
    ['/v1/route', { waypoints: POINTS }],
    ['/v1/roundtrips', { start: POINTS[0], distance_km: 5 }],
    ['/v1/route-analysis', { geometry: LINE, profile: 'hike' }],
    ['/v1/course', { format: 'tcx', geometry: LINE }],
    ['/v1/course', { format: 'gpx', route: { waypoints: POINTS } }],
  ])('%s: the answer differs in its sentences alone', async (path, body) => {
    const requested = { row: OPERATION_ROWS.find((row) => row.path === path)!, path, body }
    const english = await ask(app, requested, undefined, { 'accept-language': MADE_UP })
    expect([english.status, english.spoken, english.vary], english.text).toEqual([200, 'en', 'Accept-Encoding'])
    const other = await ask(app, requested, `${MADE_UP}_CH`, { 'accept-language': 'en' })
    expect([other.status, other.spoken, other.vary]).toEqual([200, MADE_UP, 'Accept-Encoding'])
    expect(other.text).toMatch(MARK)
    expect(differenceOf(other.text.replaceAll(MARK, ''), english.text)).toBeNull()
  })
})

describe('over the demo region', () => {
  let server: SharedServer
  let region: Region
  beforeAll(async () => {
    server = await sharedServer()
    region = await findRegion(server.api)
  })

  test('`/route/v1` says its language as Valhalla does, English by the tag it always had', async () => {
    const { request } = SAMPLE_REQUESTS.find(({ name }) => name === 'route')!
    const spokenIn = async (language?: string) => {
      const { text } = await ask(server, request(region), language)
      return JSON.parse(text).trip.language
    }
    expect(await spokenIn()).toBe('en-US')
    expect(await spokenIn('en-US')).toBe('en-US')
    expect(await spokenIn('ja-JP')).toBe('en-US')
    expect(await spokenIn('de-DE')).toBe('de')
  })

  test('`/route/v1` takes the language of older requests, too, which counts less than that at the top', async () => {
    const { request } = SAMPLE_REQUESTS.find(({ name }) => name === 'route')!
    const requested = request(region)
    const spokenIn = async (options: unknown, language?: string) => {
      const body = { ...requested.body, directions_options: options }
      const { status, text, spoken } = await ask(server, { ...requested, body }, language)
      const answer = JSON.parse(text)
      return status === 200 ? [answer.trip.language, spoken] : [status, answer.service.message]
    }
    expect(await spokenIn({ language: 'de-DE', units: 'km' })).toEqual(['de', 'de'])
    expect(await spokenIn({ language: 'de-DE' }, 'fr-FR')).toEqual(['fr', 'fr'])
    for (const options of [{ units: 'miles' }, {}, null, { language: null }])
      expect(await spokenIn(options)).toEqual(['en-US', 'en'])
    expect(await spokenIn({ language: 'de_;' })).toEqual([
      400,
      expect.stringMatching(/^`directions_options\.language`: expected a language/),
    ])
  })

  test('every operation whose answers hold sentences has a sample', () => {
    const sampled = new Set(SAMPLE_REQUESTS.map(({ request }) => request(region).row.operation.id))
    expect([...OPERATIONS_WITH_SENTENCES].filter((id) => !sampled.has(id))).toEqual([])
    expect(OPERATIONS_WITH_SENTENCES.size).toBeGreaterThan(10)
  })

  test.each(SAMPLE_REQUESTS.map((sample) => [sample.name, sample] as const))(
    '%s: English unless it is asked in a language that there is, and then in that',
    async (_, { request, status = 200 }) => {
      const requested = request(region)
      const plain = await ask(server, requested)
      const isSaid = status !== 200 || OPERATIONS_WITH_SENTENCES.has(requested.row.operation.id)
      expect([plain.status, plain.spoken], plain.text.slice(0, 300)).toEqual([status, isSaid ? 'en' : null])
      for (const language of ['en', 'EN-gb', 'zz-Zzzz']) {
        const answer = await ask(server, requested, language)
        expect(differenceOf(plain.text, answer.text), language).toBeNull()
        expect({ ...answer, text: '' }).toEqual({ ...plain, text: '' })
      }
      for (const language of LANGUAGES.filter((tag) => tag !== 'en')) {
        const answer = await ask(server, requested, language)
        expect([answer.status, answer.spoken], answer.text.slice(0, 300)).toEqual([status, isSaid ? language : null])
        if (!isSaid) continue
        const english = sentencesOf(requested.row, plain)
        const other = sentencesOf(requested.row, answer)
        expect(other).toHaveLength(english.length)
        expect(other.filter((text, i) => text === english[i] && !SAME.test(text))).toEqual([])
        if (plain.tag !== null) expect(answer.tag).not.toBe(plain.tag)
      }
    },
    30_000,
  )
})
