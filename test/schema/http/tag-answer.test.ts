// Law of answers that may be kept: two with one tag are equal, a new release changes every tag, and what is `no-store`
// has none.

import * as fc from 'fast-check'
import { isObjectType } from 'graphql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hangsOnRelease } from '../../../schema/http/of-release.ts'
import { schema } from '../../../schema/index.ts'
import { factsOf } from '../../../schema/plugin/field-facts.ts'
import { DAY_MS, HOUR_MS } from '../../../src/durations.ts'
import { createKey } from '../../../src/metering/api-key.ts'
import { caseCount } from '../../support/case-count.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { FAKE_RELEASE, type FakeApp, NOW_MS, postJson, startFakeApp } from '../../support/fake-services.ts'
import { randomDocument } from '../../support/random-documents.ts'

const PLACE = '{ place(by: {osm: {type: NODE, id: 2}}) { name tags { key } nearby(first: 2) { nodes { name } } } }'
/** not required, so that null is now */
const MOMENTS = new Set(['DateTime', 'LocalDateTime', 'Date'])

let app: FakeApp
let nowMs: number
const start = async (options: Parameters<typeof startFakeApp>[0] = {}): Promise<void> => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), nowMs: () => nowMs, ...options })
}
beforeEach(async () => {
  nowMs = NOW_MS
  await start()
})
afterEach(() => app.close())

const get = (words: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${app.api}/graphql?${new URLSearchParams(words)}`, { headers: { accept: 'application/json', ...headers } })
const tagOf = ({ headers }: Response) => headers.get('etag')
const keepingOf = ({ headers }: Response) => headers.get('cache-control')

/** A release that came after the one that is served. */
function publish(): void {
  app.services.releases.findLive = () => ({ ...FAKE_RELEASE, id: `${FAKE_RELEASE.id}-2` })
}

describe('an answer by GET that hangs on the release', () => {
  test('has a tag and may be kept for a minute, and says nothing of who asked', async () => {
    const answer = await get({ query: PLACE })
    expect(answer.status).toBe(200)
    expect(tagOf(answer)).toMatch(/^W\/"[\w-]{22}"$/)
    expect(keepingOf(answer)).toBe('public, max-age=60, stale-while-revalidate=600')
    expect(answer.headers.get('vary')!.split(', ').toSorted()).toEqual(['Accept', 'Accept-Encoding'])
    expect([...answer.headers.keys()].filter((name) => /ratelimit|credits/.test(name))).toEqual([])
    const body = (await answer.json()) as { data: { place: { name: string } } }
    expect(Object.keys(body)).toEqual(['data'])
    const { body: posted } = await postJson(`${app.api}/graphql`, { query: PLACE })
    expect(body.data).toEqual(posted.data)
    expect(body.data.place.name).not.toBe('')
  })

  test('is 304 where the client has it, which runs nothing and costs nothing', async () => {
    const tag = tagOf(await get({ query: PLACE }))!
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    app.keys.add(record)
    const creditsOf = ({ headers }: Response) => headers.get('x-service-credits-remaining')
    const authorization = `Bearer ${key}`
    const paid = await get({ query: PLACE }, { authorization })
    const again = await get({ query: PLACE }, { authorization, 'if-none-match': `"other", ${tag}` })
    expect([again.status, await again.text(), tagOf(again)]).toEqual([304, '', tag])
    expect(keepingOf(again)).toBe('private, max-age=60, stale-while-revalidate=600')
    expect(creditsOf(again)).toMatch(/^\d+$/)
    expect(creditsOf(again)).toBe(creditsOf(paid))
    const free = await get({ query: PLACE }, { 'if-none-match': tag })
    expect([free.status, keepingOf(free)]).toEqual([304, 'public, max-age=60, stale-while-revalidate=600'])
    expect((await get({ query: PLACE }, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is a new one, with another tag, once there is a new release, network or catalogue', async () => {
    const tags = [tagOf(await get({ query: PLACE }))!]
    const changes = [
      publish,
      () => (app.services.findNetworkRevision = () => 'network-2'),
      () => (app.services.findCatalogueRevision = async () => 'catalogue-2'),
    ]
    for (const change of changes) {
      change()
      const answer = await get({ query: PLACE }, { 'if-none-match': tags.at(-1)! })
      expect(answer.status).toBe(200)
      tags.push(tagOf(answer)!)
    }
    expect(new Set(tags).size).toBe(changes.length + 1)
    expect(tags).not.toContain(null)
  })

  test('has no tag where another release came while it was made', async () => {
    const { places } = app.services
    const findTags = places.findTags.bind(places)
    places.findTags = async (ids) => {
      publish()
      return findTags(ids)
    }
    const answer = await get({ query: PLACE })
    expect([answer.status, tagOf(answer), keepingOf(answer)]).toEqual([200, null, 'no-store'])
  })

  test('is the same by document id as by its text', async () => {
    const words = { query: 'query($id: ID!) { node(id: $id) { id } }', variables: '{"id":"UGxhY2U6OQ"}' }
    const tag = tagOf(await get(words))
    expect(tag).not.toBeNull()
    expect(tagOf(await get({ ...words, variables: '{ "id": "UGxhY2U6OQ" }' }))).toBe(tag)
    expect(tagOf(await get({ ...words, variables: '{"id":"UGxhY2U6OA"}' }))).not.toBe(tag)
  })

  test('has another tag as the other type of JSON, and none that hangs on the language of the browser', async () => {
    const tag = tagOf(await get({ query: PLACE }))
    expect(tagOf(await get({ query: PLACE }, { 'accept-language': 'de' }))).toBe(tag)
    expect(tagOf(await get({ query: PLACE }, { accept: 'application/graphql-response+json' }))).not.toBe(tag)
  })
})

const LINE = 'input: {geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.51, 42.51]]}}'

describe('no-store, without a tag, is', () => {
  test.each([
    ['usage', '{ service { usage { plan } } }'],
    ['what is aging', '{ service { artifacts { ageDays } } }'],
    ['a forecast', '{ point(at: [1.5, 42.5]) { forecast { days { date } } } }'],
    ['weather beside a place', `${PLACE.slice(0, -2)} point(at: [1.5, 42.5]) { forecast { days { date } } } }`],
    ['weather in a fragment', '{ point(at: [1.5, 42.5]) { ...W } } fragment W on Point { forecast { days { date } } }'],
    ['snow', `{ line(${LINE}) { snow { sections { class } } } }`],
    ['a file, which has the time in it', `{ line(${LINE}) { export(format: GPX) { text } } }`],
    ['a dry run', `query @dryRun ${PLACE}`],
    ['an answer with an error', '{ place(by: {osm: {type: NODE, id: 404}}) { name } }'],
    ['a document with a mistake', '{ nope }'],
    ['a document of two operations without a name', `query A ${PLACE} query B ${PLACE}`],
  ])('%s', async (_what, query) => {
    const answer = await get({ query })
    expect([tagOf(answer), keepingOf(answer)]).toEqual([null, 'no-store'])
    expect(Object.keys((await answer.json()) as object).length).toBeGreaterThan(0)
  })

  test('an answer to a POST, in parts, or while nothing is published', async () => {
    const posted = await postJson(`${app.api}/graphql`, { query: PLACE })
    expect([posted.status, posted.headers.get('etag'), posted.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ])
    const query = '{ place(by: {osm: {type: NODE, id: 2}}) { name ... @defer { kind } } }'
    const parts = await get({ query }, { accept: 'multipart/mixed' })
    expect([parts.status, tagOf(parts), keepingOf(parts)]).toEqual([200, null, 'no-store'])
    await parts.text()
    const events = await get({ query: PLACE }, { accept: 'text/event-stream' })
    expect([tagOf(events), keepingOf(events)]).toEqual([null, 'no-store'])
    await events.text()
    await app.close()
    await start({ release: null })
    const answer = await get({ query: '{ service { modes } }' })
    expect([answer.status, tagOf(answer), keepingOf(answer)]).toEqual([200, null, 'no-store'])
  })
})

describe('the law', () => {
  test('two answers with one tag are equal, however much later the second comes', async () => {
    await app.close()
    await start({ metering: false })
    let tagged = 0
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (dice) => {
        const { query } = randomDocument(() => dice.next().value as number)
        const first = await get({ query })
        const [tag, text] = [tagOf(first), await first.text()]
        nowMs += DAY_MS + HOUR_MS
        const second = await get({ query })
        if (tag === null) expect(keepingOf(first)).toBe('no-store')
        else expect([tagOf(second), await second.text()]).toEqual([tag, text])
        if (tag !== null) tagged++
      }),
      { numRuns: caseCount(100, 1000) },
    )
    expect(tagged).toBeGreaterThan(5)
  })

  test('a field that takes a moment which may be left out hangs on more than the release', () => {
    let count = 0
    const ofRelease: string[] = []
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue
      for (const field of Object.values(type.getFields())) {
        count++
        const isLeftOut = field.args.some(({ type: { name } }: any) => MOMENTS.has(name))
        if (isLeftOut && hangsOnRelease(factsOf(field))) ofRelease.push(`${type.name}.${field.name}`)
      }
    }
    expect(count).toBeGreaterThan(500)
    expect(ofRelease).toEqual([])
  })
})
