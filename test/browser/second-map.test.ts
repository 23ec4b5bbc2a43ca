// A second map that the operator has set, served by a host of this test: red tiles, each of which the page asks for
// itself, under the content policy that the server sends.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { poll } from '../support/open-explorer.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

describe.skipIf(!hasChromium)('a second map (needs Chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-second-map-'))
  const requested: string[] = []
  let maps: Server
  let server: RealServer
  let open: OpenPage

  beforeAll(async () => {
    const red = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    maps = createServer((request, response) => {
      requested.push(request.url!)
      response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(red)
    })
    await new Promise<void>((resolve) => maps.listen(0, '127.0.0.1', resolve))
    await copyDemo(folder)
    server = await startRealServer(
      {
        EXPLORER_MAP: `http://127.0.0.1:${(maps.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
        EXPLORER_MAP_NAME: 'Red survey',
        EXPLORER_MAP_ATTRIBUTION: '© Red survey https://survey.test/',
        WORKERS: '1',
      },
      folder,
    )
    open = await openPage(900, 700, { scale: 0.5 })
  })
  afterAll(async () => {
    await open?.close()
    await server?.stop()
    maps?.close()
    maps?.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is shown when its switch is on, with whose it is, stays on, and is not requested before', async () => {
    const { page } = open
    const credit = page.locator('.map-sources a', { hasText: '© Red survey' })
    const visit = async () => {
      await page.goto(`${server.site}/#map=12.5/33.42/-40.44`)
      await page.locator('.maplibregl-ctrl-scale').waitFor()
    }
    await visit()
    await page.locator('.layers > summary').click()
    const choice = page.getByLabel('Red survey')
    expect(await choice.isChecked()).toBe(false)
    expect([requested.length, await credit.count()]).toEqual([0, 0])
    await choice.check()
    await page.keyboard.press('Escape')
    await poll(() => requested.length).toBeGreaterThan(3)
    await credit.waitFor({ state: 'attached' })
    expect(await credit.getAttribute('href')).toBe('https://survey.test/')
    const share = async () => {
      const { data, info } = await sharp(await page.locator('.map canvas').screenshot())
        .raw()
        .toBuffer({ resolveWithObject: true })
      let red = 0
      for (let at = 0; at < data.length; at += info.channels) if (data[at] > 180 && data[at + 1] < 100) red++
      return (red * info.channels) / data.length
    }
    // ways and names of the release lie over it
    await poll(share).toBeGreaterThan(0.3)
    expect(await share()).toBeLessThan(0.99)
    await page.goto('about:blank')
    requested.length = 0
    await visit()
    await poll(() => requested.length).toBeGreaterThan(3)
    await credit.waitFor({ state: 'attached' })
    await page.locator('.layers > summary').click()
    await choice.uncheck()
    await poll(() => credit.count()).toBe(0)
    await poll(share).toBeLessThan(0.01)
    expect([open.strayed, open.faults]).toEqual([[], []])
  })
})
