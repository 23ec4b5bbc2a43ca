// What the map of the explorer shows and takes: what is asked is in sight, and the line is edited on it.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, poll, ROUTE, type OpenExplorer } from '../support/open-explorer.ts'

const ENDS = [
  [-40.42889, 33.47111],
  [-40.44889, 33.44167],
]

describe.skipIf(!hasChromium)('the map of the explorer (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page

  beforeAll(async () => {
    explorer = await openExplorer(1280, 800)
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  test('a line lies whole in the part of the map that nothing lies over, on a desk and on a phone; sources fold and are named once', async () => {
    const answer = await fetch(`${explorer.server.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ waypoints: ENDS }),
    })
    const line = ((await answer.json()) as { geometry: { coordinates: number[][] } }).geometry.coordinates
    expect(line.length).toBeGreaterThan(20)
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ]) {
      await page.setViewportSize({ width, height })
      await explorer.visit(ROUTE)
      await explorer.panel().locator('.figures').waitFor()
      await page.locator('.chart svg, .map-legend').first().waitFor()
      await poll(() => coveredPoints(page, line)).toEqual([])
      await explorer.shot(`fitted-${width}`, 1500)
    }
    const sources = page.locator('.map-sources')
    expect((await sources.innerText()).match(/invented island/g)).toHaveLength(1)
    expect(await sources.getByRole('link', { name: 'MapLibre' }).isVisible()).toBe(true)
    const map = (await page.locator('.map').boundingBox())!
    await page.mouse.move(map.x + 180, map.y + 180)
    await page.mouse.wheel(0, -100)
    await poll(() => sources.getByRole('list').isVisible()).toBe(false)
    await sources.locator('summary').press('Enter')
    await poll(() => sources.getByRole('list').isVisible()).toBe(true)
  })
})

/** Points of a line that lie outside the map, or under something, by the camera that the address tells. */
async function coveredPoints(page: Page, line: readonly number[][]): Promise<unknown[]> {
  return page.evaluate((points) => {
    const { document, location } = globalThis as unknown as { document: any; location: { hash: string } }
    const camera = /map=([-\d.]+)\/([-\d.]+)\/([-\d.]+)/.exec(location.hash)
    if (camera === null) return ['no camera']
    const [zoom, lat, lon] = camera.slice(1).map(Number)
    const map = document.querySelector('.map').getBoundingClientRect()
    const size = 512 * 2 ** zoom
    const mercator = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI)
    return points.flatMap(([pointLon, pointLat]) => {
      const x = map.left + map.width / 2 + ((pointLon - lon) / 360) * size
      const y = map.top + map.height / 2 - (mercator(pointLat) - mercator(lat)) * size
      const seen = document.elementsFromPoint(x, y).find((one: any) => !one.matches('.pin, .pin *'))
      return seen?.matches('canvas') === true ? [] : [[Math.round(x), Math.round(y), seen?.className ?? 'outside']]
    })
  }, line)
}
