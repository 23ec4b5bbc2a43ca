import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const file = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8')

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp()
})
afterAll(() => app.close())

test('the schema is served as the file that clients are made from, with a tag that answers 304', async () => {
  const response = await fetch(`${app.api}/schema.graphql`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/graphql; charset=utf-8'])
  expect(await response.text()).toBe(file)
  const again = await fetch(`${app.api}/schema.graphql`, {
    headers: { 'if-none-match': response.headers.get('etag')! },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('the strict schema says in types what the other says in directives, under a tag of its own', async () => {
  const [usual, strict] = await Promise.all(['', '?strict'].map((query) => fetch(`${app.api}/schema.graphql${query}`)))
  expect(strict.headers.get('etag')).not.toBe(usual.headers.get('etag'))
  const text = await strict.text()
  expect(text).toMatch(/\): Matrix! @raises/)
  expect(text).not.toContain('semanticNonNull')
})

test('is not told where introspection is off', async () => {
  const closed = await startFakeApp({ parts: { graphql: { introspection: false } } })
  try {
    expect((await fetch(`${closed.api}/schema.graphql`)).status).toBe(404)
  } finally {
    await closed.close()
  }
})
