// `npm run screenshots`: the pictures of the explorer in docs/screenshots, taken of the demo region as a visitor sees it.
// To be run where the page has changed its looks. Needs Chromium.

import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { openPage } from './open-browser.ts'
import { ROUTE } from './explorer-route.ts'
import { startRealServer } from './real-server.ts'

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

interface Screenshot {
  name: string
  width: number
  height: number
  scale: number
  theme: 'light' | 'dark'
}

const SCREENSHOTS: Screenshot[] = [
  { name: 'explorer-light', width: 1280, height: 800, scale: 1, theme: 'light' },
  { name: 'explorer-phone-dark', width: 390, height: 844, scale: 2, theme: 'dark' },
]
/** A picture is taken when two in a row are the same. */
const PAUSE_MS = 1500
const MOST_PICTURES = 40

async function take(site: string, { name, width, height, scale, theme }: Screenshot): Promise<void> {
  const { page, faults, close } = await openPage(width, height, { scale })
  try {
    await page.addInitScript((look) => localStorage.setItem('waypost-theme', look), theme)
    await page.goto(`${site}/#${ROUTE}`)
    await page.locator('.maplibregl-ctrl-scale').waitFor()
    await page.locator('#panel .figures').first().waitFor()
    let picture = await page.screenshot()
    for (let i = 0; ; i++) {
      if (i === MOST_PICTURES) throw new Error(`${name} does not come to rest`)
      await page.waitForTimeout(PAUSE_MS)
      const next = await page.screenshot()
      if (next.equals(picture)) break
      picture = next
    }
    if (faults.length > 0) throw new Error(`${name}: ${faults.join('\n')}`)
    await sharp(picture).webp({ quality: 88 }).toFile(`${FOLDER}${name}.webp`)
  } finally {
    await close()
  }
}

const server = await startRealServer()
try {
  for (const screenshot of SCREENSHOTS) await take(server.site, screenshot)
} finally {
  await server.stop()
}
process.exit()
