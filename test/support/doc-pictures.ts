// Every picture of docs/screenshots: how it is taken, of the demo region, as a reader would see it. `npm run
// screenshots` writes them (test/support/record-screenshots.ts); the suite takes each again and compares.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { drawMap, serveMapPage } from './map-page.ts'
import { openPage, type OpenPage } from './open-browser.ts'
import { ROUTE } from './explorer-route.ts'
import type { SharedServer } from './shared-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PICTURES_FOLDER = join(ROOT, 'docs/screenshots')

/** What is to be taken, open: it may still be loading. */
export interface OpenPicture {
  shoot(): Promise<Buffer>
  /** that long nothing has been requested or come */
  quietMs(): number
  faults: string[]
  close(): Promise<void>
}

export interface DocPicture {
  name: string
  /** of the page, in its own pixels */
  width: number
  height: number
  /** pixels of the picture in docs for each of the page */
  scale: number
  /** with so many pixels for each of the page */
  open(server: SharedServer, scale: number): Promise<OpenPicture>
}

const MIDDLE: [number, number] = [-40.4433, 33.4216]
const ISLAND: [number, number] = [-40.4457, 33.417]
const BOTH = { center: [-40.44, 33.41] as [number, number], zoom: 12.5, bbox: [-40.48855, 33.3796, -40.39145, 33.4404] }

export const DOC_PICTURES: readonly DocPicture[] = [
  explorerPicture('explorer-light', { width: 1280, height: 800, scale: 1 }, 'light'),
  explorerPicture('explorer-phone-dark', { width: 390, height: 844, scale: 2 }, 'dark'),
  embedPicture('embed', { width: 1000, height: 1946, scale: 0.8 }),
  stylePicture('map-light', { width: 1100, height: 640, scale: 1 }, 'light', MIDDLE, 13),
  stylePicture('map-dark', { width: 1100, height: 640, scale: 1 }, 'dark', MIDDLE, 13),
  stylePicture('map-island', { width: 1100, height: 640, scale: 1 }, 'light', ISLAND, 11.5),
  stylePicture('picture-maplibre', { width: 800, height: 600, scale: 1 }, 'light', BOTH.center, BOTH.zoom),
  servedPicture('picture-waypost', { width: 800, height: 600, scale: 1 }, async () => ({ bbox: BOTH.bbox })),
  servedPicture('picture-route', { width: 800, height: 600, scale: 1 }, async (api) => ({
    geojson: { type: 'Feature', properties: {}, geometry: await walkOf(api) },
  })),
]

/** Whole maps, drawn in software on a machine that may be busy. */
const PATIENCE_MS = 180_000

type Size = Pick<DocPicture, 'width' | 'height' | 'scale'>

/** The explorer with a route. */
function explorerPicture(name: string, size: Size, theme: 'light' | 'dark'): DocPicture {
  return {
    name,
    ...size,
    async open({ site }, scale) {
      const open = await openPage(size.width, size.height, { scale })
      const watched = watch(open)
      await open.page.addInitScript((look) => localStorage.setItem('waypost-theme', look), theme)
      await open.page.goto(`${site}/#${ROUTE}`)
      await open.page.locator('.maplibregl-ctrl-scale').waitFor()
      await open.page.locator('#panel .figures').first().waitFor()
      return watched
    },
  }
}

/** examples/embed as a site of its own. */
function embedPicture(name: string, size: Size): DocPicture {
  return {
    name,
    ...size,
    async open({ api, site }, scale) {
      const files = await serveExample({ 'http://localhost:4000': api, 'http://localhost:4001': site })
      const open = await openPage(size.width, size.height, { scale })
      const watched = watch(open)
      await open.page.goto(files.url)
      await open.page.locator('waypost-map .chart path.ridge').nth(2).waitFor()
      return {
        ...watched,
        async close() {
          await open.close()
          files.close()
        },
      }
    },
  }
}

/** One page with one map for all styles, by pixels for each of the page: starting both is most of the work. */
const stylePages = new Map<number, Promise<{ open: OpenPage; watched: OpenPicture }>>()

async function openStylePage(scale: number): Promise<{ open: OpenPage; watched: OpenPicture }> {
  const open = await openPage(800, 600, { scale })
  const watched = watch(open)
  await open.page.goto((await serveMapPage()).url)
  return { open, watched }
}

/** A style of the release by MapLibre alone. */
function stylePicture(name: string, size: Size, mode: 'light' | 'dark', center: [number, number], zoom: number) {
  return {
    name,
    ...size,
    async open({ api }: SharedServer, scale: number) {
      if (!stylePages.has(scale)) stylePages.set(scale, openStylePage(scale))
      const { open, watched } = await stylePages.get(scale)!
      await open.page.setViewportSize(size)
      const { artifacts } = (await (await fetch(`${api}/pmtiles/current/manifest.json`)).json()) as {
        artifacts: { styles: { url: string; dark_url: string } }
      }
      const { styles } = artifacts
      const { problems } = await drawMap(open.page, {
        style: mode === 'dark' ? styles.dark_url : styles.url,
        center,
        zoom,
      })
      open.faults.push(...problems)
      // the next style takes the page over
      return { ...watched, close: async () => undefined }
    },
  }
}

/** A picture that the service draws. */
function servedPicture(name: string, size: Size, subject: (api: string) => Promise<object>): DocPicture {
  const { width, height, scale } = size
  return {
    name,
    ...size,
    async open({ api }) {
      const body = JSON.stringify({ ...(await subject(api)), width, height, scale, contours: true })
      const answer = await postJson(`${api}/static-map/render`, body)
      const picture = Buffer.from(await answer.arrayBuffer())
      return {
        shoot: async () => picture,
        quietMs: () => Number.POSITIVE_INFINITY,
        faults: [],
        close: async () => undefined,
      }
    },
  }
}

/** As WebP at the size of the docs. */
export function packPicture(picture: Buffer): Promise<Buffer> {
  return sharp(picture).webp({ quality: 88 }).toBuffer()
}

/** Watches from before the page is opened. */
function watch({ page, faults, close }: { page: Page; faults: string[]; close(): Promise<void> }): OpenPicture {
  page.setDefaultTimeout(PATIENCE_MS)
  let pending = 0
  let lastMs = performance.now()
  const count = (step: number) => () => {
    pending += step
    lastMs = performance.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return {
    shoot: () => page.screenshot(),
    quietMs: () => (pending > 0 ? 0 : performance.now() - lastMs),
    faults,
    close,
  }
}

async function walkOf(api: string): Promise<unknown> {
  const ends = ROUTE.slice('w='.length)
    .split(';')
    .map((point) => point.split(',').map(Number))
  const answer = await postJson(`${api}/v1/route`, JSON.stringify({ waypoints: ends }))
  return ((await answer.json()) as { geometry: unknown }).geometry
}

async function postJson(address: string, body: string): Promise<Response> {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status} ${await answer.text()}`)
  return answer
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.gpx': 'application/gpx+xml' }

/** With the addresses of the test's server in place of those of a first start. */
async function serveExample(addresses: Record<string, string>): Promise<{ url: string; close(): void }> {
  const folder = join(ROOT, 'examples/embed')
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://x').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    let text = readFileSync(file, 'utf8')
    for (const [from, to] of Object.entries(addresses)) text = text.replaceAll(from, to)
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
