// Catalogues as files of the site, for pages and clients that say sentences themselves.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp()
})
afterAll(() => app.close())

test.each(LANGUAGES)('%s is sent as it lies in the folder, with an entity tag that saves the next one', async (tag) => {
  const answer = await fetch(`${app.site}/languages/${tag}.json`)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-language')]).toEqual([
    ...[200, 'application/json; charset=utf-8', tag],
  ])
  expect((await answer.text()) === readCatalogue(tag)).toBe(true)
  const entityTag = answer.headers.get('etag')!
  const again = await fetch(`${app.site}/languages/${tag}.json`, { headers: { 'if-none-match': entityTag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', entityTag])
})

test('the list has the own name of each, and whether a person or a machine made it', async () => {
  const answer = await fetch(`${app.site}/languages.json`)
  const { languages } = await answer.json()
  expect(languages.map(({ tag }: { tag: string }) => tag)).toEqual(LANGUAGES)
  expect(languages).toContainEqual({ tag: 'en', name: 'English', made: 'person' })
  for (const { name, made } of languages) {
    expect(name).toMatch(/^\p{Lu}/u)
    expect(['person', 'machine']).toContain(made)
  }
  const entityTag = answer.headers.get('etag')!
  expect((await fetch(`${app.site}/languages.json`, { headers: { 'if-none-match': entityTag } })).status).toBe(304)
})

test.each(['zz', 'de-AT', '..%2fen', 'EN'])('%s is no catalogue', async (tag) => {
  const answer = await fetch(`${app.site}/languages/${tag}.json`)
  expect([answer.status, (await answer.json()).error]).toEqual([404, 'not_found'])
})

test('the API host has none', async () => {
  expect((await fetch(`${app.api}/languages/en.json`)).status).toBe(404)
})
