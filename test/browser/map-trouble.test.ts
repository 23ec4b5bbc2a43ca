// A piece of the map that does not come: requested again in silence first, and reported only if it stays missing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readCatalogue } from '../../src/language/catalogue-files.ts'
import { hasChromium } from '../support/open-browser.ts'
import { type OpenExplorer, openExplorer, poll, WHOLE_STYLE } from '../support/open-explorer.ts'

const VIEW = 'map=12.5/33.42/-40.44'

describe.skipIf(!hasChromium)('a piece of the map that does not come (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page
  const { page: words } = JSON.parse(readCatalogue('en')) as { page: Record<string, string> }

  beforeAll(async () => {
    explorer = await openExplorer(700, 500)
    page = explorer.page
  })
  afterAll(async () => {
    await page?.unrouteAll({ behavior: 'ignoreErrors' })
    await explorer?.close()
  })

  /** What was requested of the ground's archive: the header, then the list of its pieces, then pieces. */
  async function watch(isLost: (range: string, before: number) => boolean, status = 0): Promise<string[]> {
    const requested: string[] = []
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(/basemap[^/]*\.pmtiles/, async (route) => {
      const range = (await route.request().headerValue('range'))!
      const before = count(requested, range)
      requested.push(range)
      if (!isLost(range, before)) await route.continue()
      else await (status === 0 ? route.abort() : route.fulfill({ status, body: 'busy' }))
    })
    return requested
  }
  const count = (requested: readonly string[], range: string) => requested.filter((one) => one === range).length
  const pieces = (requested: readonly string[]) => [...new Set(requested)].slice(2)
  const note = () => page.locator('.map-note')

  test('is requested again, and nothing is said if it comes then', async () => {
    const requested: string[] = await watch((range, before) => before === 0 && pieces(requested).includes(range))
    await explorer.visit(VIEW, WHOLE_STYLE)
    await poll(() => count(requested, pieces(requested)[0])).toBe(2)
    // a larger piece, requested in place of one that is lost, may no longer be needed
    await poll(() => pieces(requested).filter((one) => count(requested, one) === 2).length).toBeGreaterThan(3)
    expect(await note().count()).toBe(0)
  })

  test.each([429, 503])('nor where the server was too busy at first (%i)', async (status) => {
    const requested: string[] = await watch(
      (range, before) => before === 0 && pieces(requested).includes(range),
      status,
    )
    await explorer.visit(VIEW, WHOLE_STYLE)
    await poll(() => pieces(requested).filter((one) => count(requested, one) === 2).length).toBeGreaterThan(3)
    expect(await note().count()).toBe(0)
  })

  test('of a server that stays too busy the note speaks the language of the page', async () => {
    const { page: german } = JSON.parse(readCatalogue('de')) as { page: Record<string, string> }
    const requested: string[] = await watch((range) => pieces(requested).includes(range), 429)
    await page.evaluate(() => localStorage.setItem('waypost-language', 'de'))
    await explorer.visit(VIEW, WHOLE_STYLE)
    await note().waitFor()
    expect(await note().innerText()).toContain(german['map.piece'])
    await page.evaluate(() => localStorage.clear())
  })

  test.each([
    ['header', 0],
    ['list of pieces', 1],
  ])('nor is anything said if the %s of an archive comes at the second request', async (_, at) => {
    const requested: string[] = await watch(
      (range, before) => before === 0 && [...new Set(requested)].indexOf(range) === at,
    )
    await explorer.visit(VIEW, WHOLE_STYLE)
    await poll(() => pieces(requested).length).toBeGreaterThan(0)
    expect(await note().count()).toBe(0)
  })

  test.each([
    ['a piece', (requested: string[], range: string) => pieces(requested).includes(range)],
    ['the archive', () => true],
  ])('is reported if %s is still missing after three more requests', async (_, isLost) => {
    const requested: string[] = await watch((range) => isLost(requested, range))
    await explorer.visit(VIEW, WHOLE_STYLE)
    await note().waitFor()
    expect(await note().innerText()).toContain(words['map.piece'])
    expect(Math.max(...requested.map((one) => count(requested, one)))).toBe(4)
  })
})
