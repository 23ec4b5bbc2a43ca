// Headless Chromium for tests: Debian's browser through playwright-core, nothing downloaded; where it is installed,
// Chromium's headless shell, the same browser without windows, which takes a fifth less time. All files of a worker
// share one, each page in a profile of its own unless it names one; it ends with the worker. The page can reach the
// test's own servers on loopback and nothing else; what it tried beyond that is reported.

import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')
export const hasChromium = existsSync(CHROMIUM)

export interface OpenPage {
  page: Page
  /** addresses beyond loopback that the page requested (all refused) */
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

let browser: Promise<Browser> | undefined

/** Started by the first caller. */
function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser()
  return browser
}

function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      ...SOFTWARE_WEBGL,
      // with the pages of a shared profile: code that is compiled stays so
      '--process-per-site',
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

interface Profile {
  context: BrowserContext
  /** the last page that was closed: as long as it is there, so is the process, with all the code that it compiled */
  kept: Page | null
}

const profiles = new Map<string, Promise<Profile>>()

/**
 * With `shared`, an address that costs little, the profile and the process are those of the pages opened before it with
 * the same: two thirds of the work of a first visit. What is not to be shared the caller clears.
 */
export async function openPage(
  width = 1280,
  height = 800,
  { scale = 1, serviceWorkers = 'block' as 'allow' | 'block', shared = '', hasTouch = false } = {},
): Promise<OpenPage> {
  const start = async (): Promise<Profile> => {
    const browser = await sharedBrowser()
    const context = await browser.newContext({
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      serviceWorkers,
      hasTouch,
      isMobile: hasTouch,
    })
    return { context, kept: null }
  }
  if (shared !== '' && !profiles.has(shared)) profiles.set(shared, start())
  const profile = await (profiles.get(shared) ?? start())
  const page = await profile.context.newPage()
  await page.setViewportSize({ width, height })
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
  const close = async () => {
    if (shared === '') return profile.context.close()
    await page.goto(shared)
    await profile.kept?.close()
    profile.kept = page
  }
  return { page, strayed, faults, close }
}
