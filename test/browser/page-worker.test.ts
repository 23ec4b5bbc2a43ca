// The service worker of the explorer over a page of three lines, whose server becomes newer, fails, leads elsewhere and
// goes away: an old page is never shown for longer than that, and no question is answered from what is kept.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadWebBundle } from '../../src/site/bundles.ts'
import type { WorkerFacts } from '../../src/web/offline/worker-facts.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { poll } from '../support/open-explorer.ts'

type Site = 'sound' | 'failing' | 'leading away' | 'away'

describe.skipIf(!hasChromium)('the service worker of the page (needs Chromium)', () => {
  let server: Server
  let origin: string
  let code: string
  let open: OpenPage
  let version = 1
  let site: Site = 'sound'
  let questions = 0

  const answerOf = (path: string): [type: string, body: string] | null => {
    const files = [`explorer/page-${version}.js`, 'explorer/app.webmanifest']
    const facts: WorkerFacts = { version: `v${version}`, files, apiUrl: `${origin}/api` }
    if (path === '/') return ['text/html', `<title>none</title><script src="explorer/page-${version}.js"></script>`]
    if (path === `/explorer/page-${version}.js`)
      return [
        'text/javascript',
        `document.title = 'version ${version}'
        navigator.serviceWorker.register('explorer/offline-worker.js', { scope: '/', updateViaCache: 'none' })`,
      ]
    if (path === '/explorer/offline-worker.js')
      return ['text/javascript', `self.WAYPOST=${JSON.stringify(facts)};${code}`]
    if (path === '/explorer/app.webmanifest') return ['application/manifest+json', `{"name":"version ${version}"}`]
    if (path === '/sign-in') return ['text/html', '<title>sign in</title>']
    if (path.startsWith('/api/')) return ['application/json', String(++questions)]
    return null
  }

  beforeAll(async () => {
    const bundle = await loadWebBundle()
    code = gunzipSync(bundle.files.get(bundle.offlineWorker)!.gzip).toString()
    server = createServer((request, response) => {
      if (site === 'away') return void request.socket.destroy()
      if (request.url === '/' && site === 'leading away')
        return void response.writeHead(302, { location: '/sign-in' }).end()
      const answer = answerOf(request.url!)
      if (answer === null || site === 'failing') return void response.writeHead(answer === null ? 404 : 503).end()
      response
        .writeHead(200, { 'content-type': answer[0], 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
        .end(answer[1])
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    open = await openPage(300, 200, { serviceWorkers: 'allow' })
    await open.page.goto(origin)
  })
  afterAll(async () => {
    await open?.close()
    server?.closeAllConnections()
    server?.close()
  })
  beforeEach(() => {
    site = 'sound'
  })

  const pages = () => open.page.evaluate(async () => (await (globalThis as any).caches.keys()).sort() as string[])
  /** Until this version is kept, and its worker serves the page. */
  async function kept(wanted: number): Promise<void> {
    await poll(pages).toContain(`waypost-page-v${wanted}`)
    await poll(() =>
      open.page.evaluate(async () => {
        const { serviceWorker } = navigator as any
        const { active, installing, waiting } = await serviceWorker.ready
        return installing === null && waiting === null && active === serviceWorker.controller && active.state
      }),
    ).toBe('activated')
  }
  const reload = async () => {
    await open.page.reload()
    return open.page.title()
  }
  const ask = (path: string, options = {}) =>
    open.page.evaluate(
      async ([where, how]) =>
        fetch(where, how).then(
          (answer) => answer.text(),
          () => 'no answer',
        ),
      [path, options] as const,
    )

  test('shows a new page at the first visit, keeps it, and drops what is older than the one before', async () => {
    await kept(1)
    for (version of [2, 3]) {
      expect(await reload()).toBe(`version ${version}`)
      await kept(version)
    }
    await poll(pages).toEqual(['waypost-page-v2', 'waypost-page-v3'])
    expect(JSON.parse(await ask('explorer/app.webmanifest'))).toEqual({ name: 'version 3' })
    site = 'away'
    expect(await reload()).toBe('version 3')
    expect(JSON.parse(await ask('explorer/app.webmanifest'))).toEqual({ name: 'version 3' })
  })

  test('shows the kept page where the server fails, and the new one as soon as it does not', async () => {
    site = 'failing'
    expect(await reload()).toBe('version 3')
    site = 'sound'
    version = 4
    expect(await reload()).toBe('version 4')
    await kept(4)
  })

  test('goes where the server leads, to a page for signing in for instance', async () => {
    site = 'leading away'
    expect(await reload()).toBe('sign in')
    site = 'sound'
    await open.page.goto(origin)
    expect(await open.page.title()).toBe('version 4')
  })

  test('never answers a question', async () => {
    questions = 0
    for (const method of ['GET', 'POST', 'GET', 'POST'])
      expect(await ask('api/graphql', { method })).toBe(String(questions))
    expect(questions).toBe(4)
    site = 'away'
    expect(await ask('api/graphql')).toBe('no answer')
    expect(await ask('api/graphql', { method: 'POST' })).toBe('no answer')
  })
})
