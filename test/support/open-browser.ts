// Headless Chromium for tests: Debian's browser through playwright-core, nothing downloaded. All files of a worker
// share one, each page in a profile of its own; it ends with the worker. The page can reach the test's own servers on
// loopback and nothing else; what it tried beyond that is told.

import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(CHROMIUM)

export interface OpenPage {
  page: Page
  /** addresses beyond loopback that the page asked for (all refused) */
  strayed: string[]
  /** console errors and uncaught exceptions */
  faults: string[]
  close(): Promise<void>
}

/**
 * Draws WebGL in software, with the same pixels on every machine of one build; the page around it is put together
 * without WebGL, which takes a third less time.
 */
const SOFTWARE_WEBGL = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

const browsers = new Map<boolean, Promise<Browser>>()

/** Started by whoever comes first. */
function sharedBrowser(webgl: boolean): Promise<Browser> {
  let browser = browsers.get(webgl)
  if (browser === undefined) browsers.set(webgl, (browser = startBrowser(webgl)))
  return browser
}

function startBrowser(webgl: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      ...(webgl ? SOFTWARE_WEBGL : ['--disable-gpu']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // intercepting every request would also turn the browser's cache off
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}

export async function openPage(
  width = 1280,
  height = 800,
  { webgl = false, scale = 1, serviceWorkers = 'block' as 'allow' | 'block' } = {},
): Promise<OpenPage> {
  const browser = await sharedBrowser(webgl)
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    serviceWorkers,
  })
  const strayed: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (!['data:', 'blob:', 'about:'].includes(protocol) && hostname !== '127.0.0.1' && hostname !== 'localhost')
      strayed.push(request.url())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { page, strayed, faults, close: () => page.context().close() }
}
