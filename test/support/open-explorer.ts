// The explorer on the demo region, in a browser that reaches this server and nothing else. SCREENSHOTS=folder keeps a
// picture of each step. Drawing in software is most of the work: nothing is drawn except with WHOLE_MAP, and the style
// has no tiles except with WHOLE_MAP and WHOLE_STYLE (map-style.test.ts draws all of it). Tests of the panel have no
// WebGL.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { drawNothing } from './blank-webgl.ts'
import { openPage, type OpenPage } from './open-browser.ts'
import { sharedServer, type SharedServer } from './shared-server.ts'

export { ROUTE } from './explorer-route.ts'

export const WHOLE_MAP = '?whole-map'
/** All tiles come and lie under the pointer, but no picture is made of them. */
export const WHOLE_STYLE = '?whole-style'
export const WITHOUT_WEBGL = '?without-webgl'
/** More may follow after `&`. */
export const PANEL_ALONE = process.env.SCREENSHOTS === undefined ? WITHOUT_WEBGL : '?'

const STORED = 'local_storage,indexeddb,cache_storage,service_workers'

export interface OpenExplorer {
  server: SharedServer
  open: OpenPage
  page: Page
  /** waits for what still moves, where a picture is kept */
  shot(name: string, settleMs?: number): Promise<void>
  /** a fresh page in the state of an address */
  visit(hash: string, search?: string): Promise<void>
  panel(): Locator
  figure(name: string): Promise<string>
  hash(): Promise<string>
  expectNoFaults(): void
  close(): Promise<void>
}

/** Asked again until it holds. */
export const poll = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

export async function openExplorer(
  width: number,
  height: number,
  { serviceWorkers = 'block' as 'allow' | 'block', hasTouch = false } = {},
): Promise<OpenExplorer> {
  const server = await sharedServer()
  // half a pixel of the map for each of the page: drawing it in software is most of the work
  const open = await openPage(width, height, {
    scale: process.env.SCREENSHOTS === undefined ? 0.5 : 1,
    serviceWorkers,
    hasTouch,
    shared: serviceWorkers === 'block' && !hasTouch ? `${server.site}/explorer/app.webmanifest` : '',
  })
  const { page } = open
  await forget(page, [server.site, server.api])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.site })
  page.setDefaultTimeout(30_000)
  const isWhole = process.env.SCREENSHOTS !== undefined
  if (!isWhole) await page.addInitScript(`if (location.search !== '${WHOLE_MAP}') (${drawNothing})()`)
  await page.addInitScript(takeAway, isWhole)
  let isWithoutWebgl = false
  const panel = () => page.locator('#panel')
  return {
    server,
    open,
    page,
    async shot(name, settleMs = 0) {
      if (process.env.SCREENSHOTS === undefined) return
      await page.waitForTimeout(settleMs)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })
    },
    async visit(hash, search = '') {
      await page.goto('about:blank')
      await page.goto(`${server.site}/${search}#${hash}`)
      isWithoutWebgl = search === WITHOUT_WEBGL
      await page.locator(isWithoutWebgl ? '.map-note' : '.maplibregl-ctrl-scale').waitFor()
    },
    panel,
    figure: (name) => panel().locator('.figures div', { hasText: name }).locator('dd').first().innerText(),
    hash: () => page.evaluate(() => location.hash),
    expectNoFaults() {
      // what the library says of the missing WebGL is its own
      if (isWithoutWebgl)
        open.faults.splice(0, open.faults.length, ...open.faults.filter((fault) => !/webgl/i.test(fault)))
      expect(open.strayed).toEqual([])
      expect(open.faults).toEqual([])
    },
    close: () => open.close(),
  }
}

/** What pages before this one left, but for the caches of the browser. */
async function forget(page: Page, origins: readonly string[]): Promise<void> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
  await session.detach()
  await context.clearCookies()
  await context.clearPermissions()
}

/** Where a point is on the screen, by the camera that the address tells. */
export async function pixelOf(page: Page, point: readonly number[]): Promise<{ x: number; y: number }> {
  return (await pixelsOf(page, [point]))[0]
}

/** The same of several points. */
export async function pixelsOf(
  page: Page,
  points: readonly (readonly number[])[],
): Promise<{ x: number; y: number }[]> {
  const map = (await page.locator('.map').boundingBox())!
  const hash = await page.evaluate(() => location.hash)
  const [zoom, lat, lon] = /map=([-\d.]+)\/([-\d.]+)\/([-\d.]+)/.exec(hash)!.slice(1).map(Number)
  const size = 512 * 2 ** zoom
  const mercator = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI)
  return points.map(([pointLon, pointLat]) => ({
    x: map.x + map.width / 2 + ((pointLon - lon) / 360) * size,
    y: map.y + map.height / 2 - (mercator(pointLat) - mercator(lat)) * size,
  }))
}

/** Points of a line that lie outside the map, or under something. */
export async function coveredPoints(page: Page, line: readonly number[][]): Promise<unknown[]> {
  return page.evaluate(
    (pixels) => {
      const { document } = globalThis as unknown as { document: any }
      return pixels.flatMap(({ x, y }) => {
        const seen = document.elementsFromPoint(x, y).find((one: any) => !one.matches('.pin, .pin *'))
        return seen?.matches('canvas') === true
          ? []
          : [[Math.round(x), Math.round(y), seen?.outerHTML.slice(0, 200) ?? 'outside']]
      })
    },
    await pixelsOf(page, line),
  )
}

/** In the browser, before the page: takes away what an address names after ?, and most of the style if not whole. */
function takeAway(isWhole: boolean): void {
  const page = globalThis as unknown as {
    location: { search: string }
    document: any
    MutationObserver: any
    HTMLCanvasElement: any
  }
  const { fetch } = globalThis
  if (!isWhole && !page.location.search.startsWith('?whole-'))
    globalThis.fetch = async (...question) => {
      const answer = await fetch(...question)
      // pictures, their lists and letters have addresses of the style, too
      if (!/\/style(-dark)?\.json/.test(answer.url) || !answer.ok) return answer
      const style = (await answer.json()) as { layers: { type: string }[] }
      const layers = style.layers.filter(({ type }) => type === 'background')
      return new Response(JSON.stringify({ ...style, layers }), { headers: answer.headers })
    }
  if (page.location.search === '?without-webgl') page.HTMLCanvasElement.prototype.getContext = () => null
  if (page.location.search !== '?without-style') return
  new page.MutationObserver((_: unknown, observer: { disconnect(): void }) => {
    const meta = page.document.querySelector('meta[name=waypost-explorer]')
    if (meta === null) return
    observer.disconnect()
    meta.content = JSON.stringify({ ...JSON.parse(meta.content), missing: ['basemap', 'styles'] })
  }).observe(page.document, { childList: true, subtree: true })
}
