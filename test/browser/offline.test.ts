// The explorer without a connection: page, tours and map from the device, and plain words for what is not there.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, poll, ROUTE, WHOLE_MAP, type OpenExplorer } from '../support/open-explorer.ts'

const OTHER = 'w=-40.42889,33.47111;-40.43889,33.45167'
/** A busy machine draws maps slowly. */
const TIMEOUT_MS = 120_000
const PHONE = { width: 360, height: 740 }

type Colour = [red: number, green: number, blue: number]

describe.skipIf(!hasChromium)('the explorer without a connection (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page
  const panel = () => explorer.panel()
  const note = () => page.getByRole('status', { name: 'Connection' })
  const reload = async () => {
    await page.reload()
    await page.locator('.maplibregl-ctrl-scale').waitFor()
  }
  /** What browsers write of requests that failed, which they must without a connection. */
  const forgetMissed = () => {
    const { faults } = explorer.open
    faults.splice(
      0,
      faults.length,
      ...faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/.test(fault)),
    )
  }
  const section = () => panel().locator('details.offline')
  /** Mean colours of the map's picture in a grid: red, green, blue, from 0 to 255. */
  const picture = () =>
    page.evaluate(() => {
      const { document } = globalThis as any
      const probe = document.createElement('canvas')
      ;[probe.width, probe.height] = [16, 12]
      const context = probe.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(document.querySelector('.map canvas'), 0, 0, 16, 12)
      const { data } = context.getImageData(0, 0, 16, 12) as { data: Uint8ClampedArray }
      return Array.from({ length: 16 * 12 }, (_, i): Colour => [data[i * 4], data[i * 4 + 1], data[i * 4 + 2]])
    })
  /** Share of the cells with the same colour, give or take what half a pixel of another place changes. */
  const alike = (a: readonly Colour[], b: readonly Colour[]) =>
    a.filter((colour, i) => colour.every((part, k) => Math.abs(part - b[i][k]) <= 12)).length / a.length
  /** Plain ground of whatever colour would look like this at most. */
  const likePlain = (a: readonly Colour[]) =>
    Math.max(
      ...a.map((one) =>
        alike(
          a.map(() => one),
          a,
        ),
      ),
    )
  const drawn = (share: () => Promise<number>) => expect.poll(share, { timeout: 60_000 })
  let online: Colour[]

  beforeAll(async () => {
    explorer = await openExplorer(1060, 700, { serviceWorkers: 'allow' })
    page = explorer.page
    // the picture of the map can be read
    await page.addInitScript(() => {
      const { getContext } = (globalThis as any).HTMLCanvasElement.prototype
      ;(globalThis as any).HTMLCanvasElement.prototype.getContext = function (kind: string, options: object) {
        return getContext.call(this, kind, { ...options, preserveDrawingBuffer: true })
      }
    })
  })
  afterAll(() => explorer?.close())

  test('keeps itself, the tour that was shown, and the area that the visitor chooses by its size', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await explorer.visit(ROUTE, WHOLE_MAP)
    await panel().locator('.figures').waitFor()
    const browser = await page.context().newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // but for the profile of the test
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    await section().locator('summary').click()
    await poll(() => section().innerText()).toContain('it opens without a connection')
    await poll(() => section().innerText()).toMatch(/1 tour with line, chart and directions: \d+.KB/)
    await section().getByRole('button', { name: 'Keep the map around this tour' }).click()
    await poll(() => section().innerText()).toMatch(/Vale Torvinho.*: \d[\d.,]*.[KM]B, down to the deepest zoom/)
    await explorer.shot('offline-offer')
    await section().getByRole('button', { name: 'Keep', exact: true }).click()
    await poll(() => section().locator('li').count()).toBe(1)
    await poll(() => section().locator('li').innerText()).toMatch(/[KM]B/)
    await poll(() => section().getByRole('progressbar').count()).toBe(0)
    // land, sea and the line are drawn, and nothing more comes
    await drawn(async () => {
      const before = await picture()
      await page.waitForTimeout(2000)
      online = await picture()
      return likePlain(online) < 0.7 ? alike(before, online) : 0
    }).toBeGreaterThan(0.99)
    explorer.expectNoFaults()
  })

  test('opens without a connection: the tour with chart, directions and map, and says what it is', {
    timeout: TIMEOUT_MS,
  }, async () => {
    // what the browser keeps for a while by itself does not count
    await page.evaluate(keepElsewhere)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.clearBrowserCache')
    await page.context().setOffline(true)
    await reload()
    await panel().locator('.figures').waitFor()
    await poll(() => note().innerText()).toContain('No connection')
    await poll(() => note().innerText()).toMatch(/as it was kept on .*20\d\d/)
    await poll(() => note().innerText()).toContain('New routes, search, weather and snow need the service')
    await poll(() => explorer.figure('Length')).toMatch(/\d\skm$/)
    await page.getByRole('slider', { name: /Elevation along the line/ }).waitFor()
    const directions = panel().locator('details', { has: page.locator('ol.directions') })
    await directions.locator('summary').first().click()
    await poll(() => directions.locator('li').count()).toBeGreaterThan(3)
    await poll(() => page.evaluate(() => performance.getEntriesByName('line-drawn').length)).toBeGreaterThan(0)
    await drawn(async () => alike(await picture(), online)).toBeGreaterThan(0.95)
    // beyond the kept area there is nothing, which the map may say
    for (const text of await page.locator('.map-note').allInnerTexts())
      expect(text).toContain('the map has only what is kept on this device')
    await explorer.shot('offline-tour', 1500)
    // the other style was kept as well
    await page.locator('.layers > summary').click()
    await page.getByRole('radio', { name: 'dark', exact: true }).check()
    const brightness = (cells: readonly Colour[]) =>
      cells.flat().reduce((sum, part) => sum + part, 0) / cells.length / 3
    await drawn(async () => brightness(await picture())).toBeLessThan(brightness(online) / 2)
    await drawn(async () => likePlain(await picture())).toBeLessThan(0.7)
    await explorer.shot('offline-dark-map', 1500)
    await page.getByRole('radio', { name: 'as the page' }).check()
    await page.locator('.layers > summary').click()
    await page.setViewportSize(PHONE)
    await explorer.shot('offline-phone', 1000)
    await page.setViewportSize({ width: 1060, height: 700 })
    forgetMissed()
    explorer.expectNoFaults()
  })

  test('a tour that is not kept is refused with the reason, and kept ones are offered', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await page.evaluate((hash) => ((globalThis as any).location.hash = hash), OTHER)
    const alert = panel().getByRole('alert')
    await poll(() => alert.innerText()).toContain('this tour is not kept on this device')
    await poll(() => alert.innerText()).toContain('not worked out here')
    expect(await panel().locator('.figures').count()).toBe(0)
    expect(await page.locator('.chart').count()).toBe(0)
    await explorer.shot('offline-refused')
    const kept = note().getByRole('button', { name: /Vale Torvinho/ })
    await kept.click()
    await panel().locator('.figures').waitFor()
    await poll(() => explorer.hash()).toContain(ROUTE)
    forgetMissed()
    explorer.expectNoFaults()
  })

  test('says it, and the directions of the tour, in languages that were never chosen with a connection', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const first = async () => {
      await panel()
        .locator('details:not([open])', { has: page.locator('ol.directions') })
        .evaluateAll((all: any[]) => all.forEach((one) => (one.open = true)))
      return panel().locator('ol.directions li').first().innerText()
    }
    await poll(first).not.toBe('')
    const english = await first()
    await page.getByLabel('Language').selectOption('Deutsch')
    await poll(() => page.getByRole('status', { name: 'Verbindung' }).innerText()).toContain('Keine Verbindung')
    await poll(() => page.locator('.offline-note').innerText()).toMatch(/gespeichert.*Hier wird nichts geraten/s)
    const german = await first()
    expect(german).not.toBe(english)
    await explorer.shot('offline-deutsch')
    // the page begins in it, too, with the answer that was kept in another
    await page.getByLabel('Sprache').selectOption('Français')
    await poll(() => page.evaluate(() => document.documentElement.lang)).toBe('fr')
    await reload()
    await panel().locator('.figures').waitFor()
    await poll(first).not.toBe('')
    expect([english, german]).not.toContain(await first())
    await page.getByLabel('Langue').selectOption('English')
    await poll(first).toBe(english)
    forgetMissed()
  })

  test('with the connection back it refetches, and everything that is kept can be deleted', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await page.context().setOffline(false)
    await poll(() => note().count()).toBe(0)
    await page.evaluate((hash) => ((globalThis as any).location.hash = hash), OTHER)
    await panel().locator('.figures').waitFor()
    await section().locator('summary').click()
    await section().getByRole('button', { name: 'Delete Elsewhere' }).click()
    await poll(() => section().innerText()).toContain('2 tours')
    await section()
      .getByRole('button', { name: /^Delete .*Vale/ })
      .click()
    await poll(() => section().locator('li').count()).toBe(0)
    await section().getByRole('button', { name: 'Delete the kept tours' }).click()
    await poll(() => section().innerText()).toContain('0 tours')
    const caches = await page.evaluate(async () => (await (globalThis as any).caches.keys()) as string[])
    expect(caches.filter((name) => !name.startsWith('waypost-page-'))).toEqual([])
    await page.context().setOffline(true)
    await poll(() => note().innerText()).toContain('On this device: the page, no tour, no area of the map.')
    await page.context().setOffline(false)
    await poll(() => note().count()).toBe(0)
    forgetMissed()
    explorer.expectNoFaults()
  })
})

/** In the browser: another area is kept as well, somewhere else and after an import, whose map has other addresses. */
async function keepElsewhere(): Promise<void> {
  const { caches, Response } = globalThis as any
  const own = await caches.open((await caches.keys()).find((name: string) => name.startsWith('waypost-area-')))
  const newer = await caches.open('waypost-area-newer')
  for (const { url } of await own.keys())
    if (url.endsWith('/manifest.json')) {
      const text = await (await own.match(url)).text()
      await newer.put(url, new Response(text.replace(/(pmtiles|styles)\/[^/"]+\//g, '$1/newer/')))
    }
  const area = await (await own.match('/kept/area.json')).json()
  const elsewhere = {
    ...area,
    id: 'newer',
    name: 'Elsewhere',
    at: '2999-01-01T00:00:00Z',
    box: [7, 46, 8, 47],
    archives: { newer: { etag: null, sizeBytes: null, pieces: [] } },
  }
  await newer.put('/kept/area.json', new Response(JSON.stringify(elsewhere)))
}
