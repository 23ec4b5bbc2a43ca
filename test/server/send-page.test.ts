// Every page of either host, however it is requested, has a content policy that says who may frame it.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('HTML is sent in one place alone', () => {
  const files = globSync(['{src,schema,rest-compat,resolvers,db}/**/*.ts'], { cwd: ROOT })
  expect(files.length).toBeGreaterThan(500)
  const sends = files.filter(
    (file) => !file.startsWith('src/web/') && /['"`]text\/html;/.test(readFileSync(`${ROOT}/${file}`, 'utf8')),
  )
  expect(sends).toEqual(['src/server/send-answer.ts'])
})

describe('a page', () => {
  let app: FakeApp
  beforeAll(async () => {
    app = await startFakeApp({ metering: false })
  })
  afterAll(() => app.close())
  const addressOf = (page: string) => (page.startsWith('site') ? app.site : app.api) + page.slice(page.indexOf('/'))
  const ask = (page: string, method: string, headers: Record<string, string>) =>
    fetch(addressOf(page), { method, headers: { accept: 'text/html', ...headers } })

  const pages: [page: string, frames: RegExp][] = [
    ['site /', /frame-ancestors 'self'$/],
    ['site /?at=1,42', /frame-ancestors 'self'$/],
    ['api /rest', /frame-ancestors 'self'$/],
    ['api /graphql', /frame-ancestors 'none'$/],
    ['api /graphql?query={__typename}', /frame-ancestors 'none'$/],
  ]
  test.each(pages)('%s has a policy with %s, always the same', async (page, frames) => {
    const first = await ask(page, 'GET', {})
    const policy = first.headers.get('content-security-policy')
    expect(first.headers.get('content-type')).toMatch(/^text\/html/)
    expect(policy).toMatch(frames)
    expect(policy).toMatch(/^default-src 'none'; /)
    const etag = first.headers.get('etag')!
    for (const [status, method, headers] of [
      [200, 'GET', { 'accept-encoding': 'identity' }],
      [200, 'GET', { 'accept-encoding': 'gzip' }],
      [200, 'GET', { 'accept-encoding': 'br' }],
      [200, 'GET', { 'if-none-match': '"other"' }],
      [304, 'GET', { 'if-none-match': etag }],
      [200, 'HEAD', {}],
      [304, 'HEAD', { 'if-none-match': etag }],
      [200, 'GET', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    ] as [number, string, Record<string, string>][]) {
      const answer = await ask(page, method, headers)
      const what = `${method} ${JSON.stringify(headers)}`
      expect([what, answer.status, answer.headers.get('content-security-policy')]).toEqual([what, status, policy])
    }
  })

  test.each(pages)('%s: a refusal there is no page', async (page) => {
    const answer = await ask(page, 'DELETE', {})
    expect([answer.status, answer.headers.get('content-type')]).toEqual([405, 'application/json; charset=utf-8'])
  })
})
