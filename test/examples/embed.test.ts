// <waypost-map> as a page of another site shows it: examples/embed, under its own content policy, against a server that
// counts, with a browser key; and what visitors see where something fails.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { readCatalogue } from '../../src/language/catalogue-files.ts'
import { loadEmbedBundle } from '../../src/site/bundles.ts'
import { drawNothing } from '../support/blank-webgl.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, 'examples/embed')
/** What the component may weigh with gzip, MapLibre and its worker aside. */
const COMPONENT_BYTES = 60_000
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.gpx': 'application/gpx+xml' }

test('the example has less than 100 lines, and no script or style of its own', () => {
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8')
  expect(page.split('\n').length).toBeLessThan(100)
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
})

test('the component weighs less than 60 KB with gzip beside MapLibre', async () => {
  const { files, component, mapLibre } = await loadEmbedBundle()
  expect(files.get(component)!.gzip.length).toBeLessThan(COMPONENT_BYTES)
  expect(files.get(mapLibre)!.gzip.length).toBeGreaterThan(200_000)
})

describe.skipIf(!hasChromium)('in a browser cut off from the network (needs Chromium)', () => {
  let dataDir: string
  let server: RealServer
  let files: Server
  let origin: string
  let key: string
  let open: OpenPage
  let page: Page
  /** attributes of the only element of /one */
  let attributes = ''
  /** further headers of /one */
  let headers: Record<string, string> = {}

  beforeAll(async () => {
    files = createServer(({ url = '/' }, response) => {
      const path = new URL(url, 'http://x').pathname
      const file = join(FOLDER, path === '/' || path === '/one' ? 'index.html' : path)
      if (!existsSync(file)) return response.writeHead(404).end()
      let text = readFileSync(file, 'utf8')
      if (extname(file) === '.html')
        text = text
          .replaceAll('http://localhost:4000', server.api)
          .replaceAll('http://localhost:4001', server.site)
          .replaceAll('<waypost-map ', `<waypost-map key="${key}" `)
      if (path === '/one')
        text = text.replace(/<main>.*<\/main>/s, `<main><waypost-map ${attributes}></waypost-map></main>`)
      response.writeHead(200, { 'content-type': TYPES[extname(file)], ...(path === '/one' ? headers : {}) }).end(text)
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    dataDir = mkdtempSync(join(tmpdir(), 'waypost-embed-'))
    await copyDemo(dataDir)
    // before the server starts: one that runs knows a new key only within two seconds
    const words = ['create', '--project', 'page', '--browser', '--origin', origin]
    key = /svc_pub_\w{32}/.exec(await runKeysCommand(words, { DATA_DIR: dataDir }))![0]
    server = await startRealServer({ WORKERS: '1', METERING: 'on', CPU_BUDGET: 'off' }, dataDir)
    open = await openPage(1000, 800, { scale: process.env.SCREENSHOTS === undefined ? 0.5 : 1 })
    page = open.page
    // the example is drawn; of the others nobody looks at the map
    if (process.env.SCREENSHOTS === undefined)
      await page.addInitScript(`if (location.pathname === '/one') (${drawNothing})()`)
    page.setDefaultTimeout(30_000)
  })
  afterAll(async () => {
    await open?.close()
    files?.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterEach(() => {
    expect(open.strayed).toEqual([])
    open.faults.splice(0)
  })

  const poll = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)
  const element = (nth = 0): Locator => page.locator('waypost-map').nth(nth)
  const showOne = async (given: string) => {
    attributes = given
    await page.goto(`${origin}/one`)
  }
  const shot = async (name: string) => {
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
  }

  test('the example shows a route, a trail and a file, each with its chart, under a strict policy', async () => {
    // all of it in sight: what is not has no map
    await page.setViewportSize({ width: 1000, height: 2200 })
    await page.goto(origin)
    const figures = (nth: number) => element(nth).locator('dl').innerText()
    await poll(() => figures(0)).toMatch(
      /Length\s+7\.04\skm\s+Up\s+[\d,]+\sm\s+Down\s+[\d,]+\sm\s+Moving time\s+2\sh 17\smin/,
    )
    await poll(() => figures(1)).toMatch(/Länge\s+24,7\skm\s+Aufstieg\s+[\d.]+\sm/)
    await poll(() => figures(2)).toMatch(/Length\s+[67]\.\d+\skm\s+Up\s+[\d,]+\sm/)
    await poll(() => element(1).locator('.name').innerText()).toBe('Velmarra-Weg')
    for (const nth of [0, 1, 2]) {
      await element(nth).locator('canvas').waitFor()
      await poll(() => element(nth).locator('.chart path.ridge').count()).toBeGreaterThan(0)
    }
    await poll(() => element(0).locator('.maplibregl-ctrl-attrib').innerText()).toContain('Synthetic demo region')
    await poll(() => element(1).locator('.maplibregl-ctrl-attrib').innerText()).toContain(
      'Vorführgebiet: eine erfundene',
    )
    await shot('embed')
    expect(open.faults).toEqual([])
    expect(await page.locator('[role=alert]').count()).toBe(0)
    const ground = (nth: number) => element(nth).evaluate((one) => getComputedStyle(one).backgroundColor)
    expect([await ground(1), await ground(2)]).toEqual(['rgb(23, 28, 31)', 'rgb(255, 255, 255)'])
    await page.setViewportSize({ width: 1000, height: 800 })
  })

  test('its chart is walked by keyboard, and follows the system between light and dark', async () => {
    await showOne(`key="${key}" route="-40.42889,33.47111;-40.44889,33.44167"`)
    const chart = element().getByRole('slider')
    await chart.focus()
    await chart.press('ArrowRight')
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^70\sm · [\d,]+\sm$/)
    await chart.press('End')
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^7\.04\skm · /)
    await chart.press('Escape')
    await page.emulateMedia({ colorScheme: 'dark' })
    await poll(() => element().evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(23, 28, 31)')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('nothing is wider than a phone of 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 700 })
    await showOne(`key="${key}" language="de" route="-40.42889,33.47111;-40.44889,33.44167&p=bike"`)
    await element().locator('dl').waitFor()
    await element().locator('.panel summary').click()
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const wide = await element().evaluate((one) =>
      [...one.shadowRoot!.querySelectorAll('.panel *')]
        .filter((inner) => inner.getBoundingClientRect().right > 360)
        .map((inner) => inner.tagName),
    )
    expect(wide).toEqual([])
    await shot('embed-phone')
    await page.setViewportSize({ width: 1000, height: 800 })
  })

  test.each([
    ['', 'One of the attributes route, trail and gpx must say what to show.'],
    ['route="1,2" trail="3"', 'Only one of the attributes'],
    ['route="-40.4,33.4"', 'The attribute route must be lon,lat;lon,lat'],
    ['trail="Velmarra"', 'The attribute trail must be the number'],
    ['trail="4711"', 'The map data has no signed route with the number 4711.'],
    ['gpx="none.gpx"', 'could not be loaded (HTTP 404).'],
    ['gpx="page.css"', 'has no track that can be read.'],
    ['route="-40.42889,33.47111;8,47" language="de"', 'Diese Karte kann nicht gezeigt werden.'],
    [
      'trail="800000031" key="svc_pub_00000000000000000000000000000000"',
      'The key of this map is not valid (any more).',
    ],
    ['trail="800000031" api="http://127.0.0.1:9"', 'This map cannot be shown.'],
  ])('%s: says what failed in its place', async (given, said) => {
    await showOne(given)
    const alert = element().getByRole('alert')
    await poll(() => alert.innerText()).toContain(said)
    const box = (await element().boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThan(200)
  })

  test('a key does not hold on another site', async () => {
    attributes = `key="${key}" trail="800000031"`
    await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/one`)
    await poll(() => element().getByRole('alert').innerText()).toContain('is not valid for this website')
  })

  test('without WebGL, figures and chart stand, and what is missing is said', async () => {
    await page.addInitScript(() => {
      if (location.search === '?without-webgl') HTMLCanvasElement.prototype.getContext = () => null
    })
    attributes = `key="${key}" gpx="walk.gpx"`
    await page.goto(`${origin}/one?without-webgl`)
    await poll(() => element().getByRole('alert').innerText()).toContain('This browser cannot draw the map (no WebGL)')
    await poll(() => element().locator('.panel').innerText()).toContain('Synthetic demo region')
    await poll(() => element().locator('.chart path.ridge').count()).toBe(1)
  })

  test('an attribute that changes is shown; a failure that may pass can be asked again', async () => {
    await showOne(`key="${key}" trail="4711"`)
    await poll(() => element().getByRole('alert').innerText()).toContain('4711')
    expect(await element().getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await element().evaluate((one) => one.setAttribute('trail', '800000031'))
    await poll(() => element().locator('.name').innerText()).toBe('Velmarra Way')
    await element().evaluate((one) => one.setAttribute('api', 'http://127.0.0.1:9'))
    await element().getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('it speaks the language of its lang, or of the page, as that changes; what the service says, too', async () => {
    const words = (tag: string) => (JSON.parse(readCatalogue(tag)) as { page: Record<string, string> }).page
    await showOne(`key="${key}" route="-40.42889,33.47111;-40.44889,33.44167" lang="fr"`)
    await poll(() => element().locator('dt').first().innerText()).toBe(words('fr')['embed.length'])
    const notes = element().locator('.panel details')
    await notes.locator('summary').click()
    await poll(() => notes.innerText()).toMatch(/ n’est pas | n’est /)
    for (const tag of ['ca', 'it-CH', 'xh']) {
      await element().evaluate((one, own) => one.setAttribute('lang', own), tag)
      const found = { ca: 'ca', 'it-CH': 'it', xh: 'en' }[tag]!
      await poll(() => element().locator('dt').first().innerText()).toBe(words(found)['embed.length'])
    }
    // a refusal comes in it as well
    await showOne(`key="${key}" route="-40.42889,33.47111;8,47" language="es"`)
    await poll(() => element().getByRole('alert').innerText()).toContain('fuera de la región')
  })

  describe('as frameworks and pages use it', () => {
    const ROUTE = '-40.42889,33.47111;-40.44889,33.44167'
    const properties = { route: ROUTE, trail: null, gpx: null, api: null, language: 'de', theme: 'dark' }
    /** Requests to the API by their paths, since the page was opened; those beyond the rate are sent again. */
    const requested: string[] = []
    beforeAll(() => {
      page.on('response', (response) => {
        const isPost = response.url().startsWith(server.api) && response.request().method() === 'POST'
        if (isPost && response.status() !== 429) requested.push(new URL(response.url()).pathname)
      })
    })
    beforeEach(() => {
      requested.splice(0)
      headers = {}
    })
    const name = () => element().locator('.name').innerText()

    test('its key is `api-key`, beside `key`', async () => {
      await showOne(`api-key="${key}" key="svc_pub_00000000000000000000000000000000" trail="800000031"`)
      await poll(name).toBe('Velmarra Way')
    })

    test('its properties are accessors, set before it is defined or after, and are its attributes', async () => {
      await page.route('**/embed/waypost-map.js', async (route) => {
        await page.evaluate(
          ([given, apiKey]) => Object.assign(document.querySelector('waypost-map')!, given, { apiKey }),
          [properties, key] as const,
        )
        await route.continue()
      })
      attributes = ''
      await page.goto(`${origin}/one`)
      await element().locator('dl').waitFor()
      await page.unroute('**/embed/waypost-map.js')
      const found = await element().evaluate((one: any, names) => {
        const proto = Object.getPrototypeOf(one)
        const isAccessor = (name: string) => typeof Object.getOwnPropertyDescriptor(proto, name)?.set === 'function'
        return {
          accessors: [...names, 'apiKey', 'mapLibre'].filter(isAccessor).length,
          own: Object.keys(one),
          attributes: Object.fromEntries([...one.attributes].map(({ name, value }: Attr) => [name, value])),
          route: one.route,
        }
      }, Object.keys(properties))
      expect(found).toEqual({
        accessors: 8,
        own: [],
        attributes: { route: ROUTE, language: 'de', theme: 'dark', 'api-key': key },
        route: ROUTE,
      })
      await element().evaluate((one: any) => Object.assign(one, { route: undefined, trail: 800000031 }))
      await poll(name).toBe('Velmarra-Weg')
    })

    test('its height is what a style sheet says, down to 10 rem', async () => {
      await showOne(`key="${key}" route="${ROUTE}"`)
      await element().locator('dl').waitFor()
      for (const rem of [10, 20, 50]) {
        await element().evaluate((one: HTMLElement, height) => (one.style.height = `${height}rem`), rem)
        expect((await element().boundingBox())!.height).toBe(rem * 16)
        expect((await element().locator('.map').boundingBox())!.height).toBeGreaterThan(rem * 16 * 0.4)
      }
      await element().evaluate((one: HTMLElement) => (one.style.height = 'auto'))
      expect((await element().locator('.map').boundingBox())!.height).toBeGreaterThan(200)
    })

    test('eighteen on a page are requested as they come near, and only those near have a WebGL context', async () => {
      await showOne(`key="${key}" route="${ROUTE}"`)
      await element().locator('dl').waitFor()
      await element().evaluate((one) => {
        for (let more = 1; more < 18; more++) one.after(one.cloneNode())
      })
      const isDrawn = (nth: number) => element(nth).locator('canvas').count()
      await poll(() => isDrawn(1)).toBe(1)
      expect(requested.length).toBeLessThan(6)
      expect(await isDrawn(17)).toBe(0)
      for (let nth = 0; nth < 18; nth++) {
        await element(nth).scrollIntoViewIfNeeded()
        await poll(() => isDrawn(nth)).toBe(1)
        const contexts = await page.locator('waypost-map canvas').count()
        expect(contexts).toBeLessThan(8)
      }
      await poll(() => requested.length).toBe(18)
      await element(0).scrollIntoViewIfNeeded()
      await poll(() => isDrawn(0)).toBe(1)
      await poll(() => isDrawn(17)).toBe(0)
      // what was there comes back without another request
      expect(requested).toHaveLength(18)
      expect(await page.locator('[role=alert]').count()).toBe(0)
    })

    test('moved within the page it asks for nothing again, and keeps where its map was moved to', async () => {
      await showOne(`key="${key}" route="${ROUTE}"`)
      await element().locator('canvas').waitFor()
      const scale = () => element().locator('.maplibregl-ctrl-scale').innerText()
      await poll(scale).toMatch(/m$/)
      const before = await scale()
      await element().locator('canvas').press('+')
      await poll(scale).not.toBe(before)
      const moved = await scale()
      await element().evaluate((one) => one.parentElement!.prepend(one))
      await poll(() => element().locator('canvas').count()).toBe(1)
      await poll(scale).toBe(moved)
      expect(requested).toHaveLength(1)
    })

    test('a WebGL context that is lost is said, and the map comes again', async () => {
      await showOne(`key="${key}" route="${ROUTE}"`)
      const canvas = element().locator('canvas')
      await canvas.evaluate((one) => one.setAttribute('data-first', ''))
      await canvas.evaluate((one) => one.dispatchEvent(new Event('webglcontextlost', { cancelable: true })))
      await poll(() => element().getByRole('alert').innerText()).toContain('has stopped drawing this map')
      await poll(() => element().locator('canvas:not([data-first])').count()).toBe(1)
      await poll(() => element().getByRole('alert').count()).toBe(0)
      expect(requested).toHaveLength(1)
    })

    test('it keeps to a page that requires Trusted Types', async () => {
      headers = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types waypost-map" }
      await showOne(`key="${key}" route="${ROUTE}"`)
      await poll(() => element().locator('.maplibregl-ctrl-attrib').innerText()).toContain('Synthetic demo region')
      expect(page.workers().length).toBeGreaterThan(0)
      expect(open.faults).toEqual([])
      expect(await element().getByRole('alert').count()).toBe(0)
    })

    test('its colours are those of CSS variables, light and dark', async () => {
      await showOne(`key="${key}" route="${ROUTE}"`)
      await element().locator('dl').waitFor()
      await element().evaluate((one: HTMLElement) => one.style.setProperty('--waypost-ground', 'rgb(1, 2, 3)'))
      const ground = () => element().evaluate((one) => getComputedStyle(one).backgroundColor)
      expect(await ground()).toBe('rgb(1, 2, 3)')
      await element().evaluate((one) => one.setAttribute('theme', 'dark'))
      expect(await ground()).toBe('rgb(1, 2, 3)')
    })
  })
})
