import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { loadWebBundle, type WebBundle } from '../../src/site/bundles.ts'
import type { WorkerFacts } from '../../src/web/offline/worker-facts.ts'
import { FAKE_RELEASE, startFakeApp, type FakeApp } from '../support/fake-services.ts'

let app: FakeApp
let bundle: WebBundle
let script: string
let worker: Response
const factsIn = (text: string) => JSON.parse(/^self\.WAYPOST=(\{.*?\});/.exec(text)![1]) as WorkerFacts
beforeAll(async () => {
  app = await startFakeApp()
  bundle = await loadWebBundle()
  worker = await fetch(`${app.site}/explorer/offline-worker.js`)
  script = await worker.text()
})
afterAll(() => app.close())

describe('the web manifest', () => {
  test('installs the page, whatever path lies before it, with icons of the sizes that it tells', async () => {
    const address = `${app.site}/explorer/app.webmanifest`
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    const manifest = (await answer.json()) as {
      start_url: string
      scope: string
      display: string
      icons: { src: string; sizes: string; purpose: string }[]
    }
    const { start_url, scope, display, icons } = manifest
    expect(display).toBe('standalone')
    for (const base of [address, 'https://example.org/maps/explorer/app.webmanifest'])
      expect([new URL(start_url, base).href, new URL(scope, base).href]).toEqual(
        Array.from({ length: 2 }, () => base.replace('explorer/app.webmanifest', '')),
      )
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
    for (const { src, sizes } of icons) {
      const icon = await fetch(new URL(src, address))
      expect(icon.headers.get('content-type')).toBe('image/png')
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })
})

describe('the service worker', () => {
  test('may serve the whole page, asks this server alone, and is requested again at each visit', async () => {
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(worker.headers.get('service-worker-allowed')).toBe('/')
    expect(worker.headers.get('content-security-policy')).toBe(`default-src 'none'; connect-src 'self' ${app.api}`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    const again = await fetch(`${app.site}/explorer/offline-worker.js`, {
      headers: { 'if-none-match': worker.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })

  test('names every file of the page, each of which is there', async () => {
    const { files, apiUrl } = factsIn(script)
    expect(apiUrl).toBe(app.api)
    const page = await (await fetch(`${app.site}/`)).text()
    const loaded = [...page.matchAll(/(?:src|href)="(explorer\/[^"]+)"/g)].map(([, name]) => name)
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.filter((name) => !files.includes(name))).toEqual([])
    const text = [...bundle.files.values()].map(({ brotli }) => brotliDecompressSync(brotli).toString()).join('\n')
    const later = [...text.matchAll(/"\.\/([a-z-]+-[A-Z0-9]{8}\.js)"/g)].map(([, name]) => name)
    expect(later.length).toBeGreaterThan(3)
    expect(later.filter((name) => !files.includes(`explorer/${name}`))).toEqual([])
    for (const file of files) expect((await fetch(`${app.site}/${file}`, { method: 'HEAD' })).status).toBe(200)
  })

  test('of another page is another version', async () => {
    const other = await startFakeApp({ release: { ...FAKE_RELEASE, name: 'another' } })
    const reported = factsIn(await (await fetch(`${other.site}/explorer/offline-worker.js`)).text())
    expect(reported.files).toEqual(factsIn(script).files)
    expect(reported.version).not.toBe(factsIn(script).version)
    await other.close()
  })

  test('imports nothing: it works alone', () => {
    expect(script).not.toMatch(/\bimport\b|\bexport\b|importScripts/)
  })
})
