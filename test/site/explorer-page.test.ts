import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import { contentPolicy, linkPreview } from '../../src/site/explorer-page.ts'
import { type WebBundle, loadWebBundle } from '../../src/site/bundles.ts'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import type { PageLanguage } from '../../src/web/i18n/page-language.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

/** What is fetched for the first route may weigh with gzip, the map library's worker aside. */
const FIRST_BYTES = 400_000
/** As many as a browser asks for at once. */
const FIRST_FILES = 8
/** What comes when a visitor asks for it, in all. */
const LATER_BYTES = 100_000
/** Words and sentences of a language. */
const LANGUAGE_BYTES = 45_000

let app: FakeApp
let bundle: WebBundle
let page: Response
let html: string
beforeAll(async () => {
  app = await startFakeApp()
  bundle = await loadWebBundle()
  page = await fetch(`${app.site}/`)
  html = await page.text()
})
afterAll(() => app.close())

const attribute = (text: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)">`)
    .exec(text)![1]
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
const config = (text: string) => JSON.parse(attribute(text, 'waypost-explorer')) as Record<string, unknown>

describe('the explorer page', () => {
  test('weighs less than 400 KB with gzip until the first route, without the worker of the map', () => {
    const first = new Set([bundle.script, bundle.style, ...bundle.preload])
    const weigh = (isCounted: (name: string) => boolean) =>
      [...bundle.files].filter(([name]) => isCounted(name)).reduce((sum, [, file]) => sum + file.gzip.length, 0)
    expect(first.size).toBeLessThanOrEqual(FIRST_FILES)
    expect(weigh((name) => first.has(name))).toBeLessThan(FIRST_BYTES)
    expect(weigh((name) => first.has(name))).toBeGreaterThan(300_000) // the map is in it
    expect(weigh((name) => name !== bundle.worker && !first.has(name) && !name.endsWith('.json'))).toBeLessThan(
      LATER_BYTES,
    )
    for (const { words, sentences } of bundle.languages)
      expect(weigh((name) => [words, sentences].includes(`explorer/${name}`))).toBeLessThan(LANGUAGE_BYTES)
  })

  test('names each language of the catalogues with its files; English words are in the script', async () => {
    const named = JSON.parse(attribute(html, 'waypost-languages')) as PageLanguage[]
    expect(named.map(({ tag }) => tag)).toEqual(LANGUAGES)
    for (const { tag, name, isMachineMade, words, sentences } of named) {
      const catalogue = JSON.parse(readCatalogue(tag)) as Record<string, any>
      expect([name, isMachineMade]).toEqual([catalogue['@name'], catalogue['@made'] === 'machine'])
      const sent = await fetch(`${app.site}/${sentences}`)
      expect(sent.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(sent.headers.get('cache-control')).toContain('immutable')
      expect(await sent.json()).toEqual(catalogue.messages)
      if (words === null) expect(tag).toBe('en')
      else {
        const own = (await (await fetch(`${app.site}/${words}`)).json()) as Record<string, string>
        expect(catalogue.page).toMatchObject(own)
        // those of <waypost-map> come with it
        expect(Object.keys(own).filter((key) => key.startsWith('embed.'))).toEqual([])
      }
    }
  })

  test('has no inline script or style, and names no address but its own and that of the API', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(html).not.toMatch(/<style|\son\w+=|\sstyle=/)
    const loaded = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(loaded.length).toBeGreaterThan(3)
    const isOwn = (address: string) => /^(?:explorer\/|data:)/.test(address) || [app.api, 'licences'].includes(address)
    expect(loaded.filter((address) => !isOwn(address))).toEqual([])
  })

  test('comes under a policy that lets in nothing else', () => {
    expect(page.headers.get('content-security-policy')).toBe(contentPolicy(app.api))
    expect(contentPolicy('http://api')).toMatch(
      /^default-src 'none'; script-src 'self'; worker-src 'self'; manifest-src 'self'; style-src 'self';/,
    )
    expect(contentPolicy('http://api')).not.toMatch(/unsafe|\*|https:/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('tells the page where the API is and what is missing, as text that cannot leave its attribute', () => {
    expect(config(html)).toMatchObject({
      apiUrl: app.api,
      missing: ['basemap', 'styles'],
      terrainVersion: 't1',
      region: { name: 'test', synthetic: true },
      workerUrl: `explorer/${bundle.worker}`,
      shadeWorkerUrl: `explorer/${bundle.shadeWorker}`,
    })
  })

  test('says so where nothing is published', async () => {
    const empty = await startFakeApp({ release: null })
    expect(config(await (await fetch(`${empty.site}/`)).text())).toMatchObject({
      region: null,
      terrainVersion: null,
      example: null,
    })
    await empty.close()
  })

  test('is requested again at no cost while it is the same', async () => {
    const tag = page.headers.get('etag')!
    expect((await fetch(`${app.site}/`, { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await fetch(`${app.site}/`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })
})

describe('its files', () => {
  test('never change under their address, and come packed as the client takes them', async () => {
    const plain = await fetch(`${app.site}/explorer/${bundle.script}`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    expect(text).toBe(brotliDecompressSync(bundle.files.get(bundle.script)!.brotli).toString())
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(`${app.site}/explorer/${bundle.script}`, { headers: { 'accept-encoding': encoding } })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(await packed.text()).toBe(text)
    }
    expect(
      (
        await fetch(`${app.site}/explorer/${bundle.script}`, {
          headers: { 'if-none-match': plain.headers.get('etag')! },
        })
      ).status,
    ).toBe(304)
  })

  test('that are not there are 404, wherever the name points', async () => {
    for (const name of ['nothing.js', '..%2F..%2Fpackage.json', 'index.json'])
      expect((await fetch(`${app.site}/explorer/${name}`)).status).toBe(404)
  })

  test('hold the whole page: every file that one names is there', () => {
    for (const name of [bundle.script, bundle.style, bundle.worker, ...bundle.preload])
      expect(bundle.files.has(name)).toBe(true)
    const text = [...bundle.files.values()].map(({ brotli }) => brotliDecompressSync(brotli).toString()).join('\n')
    const named = [...text.matchAll(/\.\/((?:chunk|explorer|map-worker)-[A-Z0-9]{8}\.js)/g)].map(([, name]) => name)
    expect(named.filter((name) => !bundle.files.has(name))).toEqual([])
  })
})

const PAGE = { apiUrl: 'http://api', title: 'Waypost', homeBox: [1, 42, 2, 43], missing: [] }

const contentOf = (head: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(head)?.[1].replaceAll('&amp;', '&')

const pictureOf = (head: string) => new URL(contentOf(head, 'og:image')!)

test('a shared plan has its name, and a picture with its places and no line between them', () => {
  const head = linkPreview(PAGE, 'w=1.5,42.5;t800000019;1.6,42.6&name=Vale%20%E2%80%93%20Hut')
  expect(contentOf(head, 'og:title')).toBe('Vale – Hut – Waypost')
  const { features } = JSON.parse(pictureOf(head).searchParams.get('geojson')!)
  expect(features.map((one: any) => one.geometry)).toEqual([
    { type: 'Point', coordinates: [1.5, 42.5] },
    { type: 'Point', coordinates: [1.6, 42.6] },
  ])
})

test('a page without a plan shows the region', () => {
  const head = linkPreview(PAGE, '')
  expect(contentOf(head, 'og:title')).toBe('Waypost')
  expect(pictureOf(head).searchParams.get('bbox')).toBe('1.00000,42.00000,2.00000,43.00000')
})

test('a link in a language says what the page is in it, and its picture has names in it', () => {
  const said = (query: string) => /name="description" content="([^"]*)"/.exec(linkPreview(PAGE, query))![1]
  expect(said('')).toBe('Outdoor maps, routes and terrain from your own machine')
  expect(said('language=de-AT')).toBe('Outdoor-Karten, Routen und Gelände vom eigenen Rechner')
  expect(said('language=zz')).toBe(said(''))
  expect(pictureOf(linkPreview(PAGE, 'w=1.5,42.5&language=de-AT')).searchParams.get('language')).toBe('de')
  expect(pictureOf(linkPreview(PAGE, 'language=%22zz')).searchParams.has('language')).toBe(false)
})

test('there is no picture where none can be drawn', () => {
  expect(contentOf(linkPreview({ ...PAGE, missing: ['basemap'] }, 'w=1,42'), 'og:image')).toBeUndefined()
  expect(contentOf(linkPreview({ ...PAGE, homeBox: [179, 0, 181, 1] }, ''), 'og:image')).toBeUndefined()
})

test('nothing of a link gets out of its attribute, and places beyond the world are left out', () => {
  const head = linkPreview(PAGE, 'w=999,1;"><script>,2;1,42&name="><script>alert(1)</script>')
  expect(head).not.toContain('<script')
  expect(JSON.parse(pictureOf(head).searchParams.get('geojson')!).features).toHaveLength(1)
  expect(linkPreview(PAGE, `name=${'x'.repeat(5000)}`)).toBe(linkPreview(PAGE, ''))
})
