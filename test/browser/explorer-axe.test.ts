// axe has nothing to say of the panels of the explorer: light and dark, on a desk and on a phone, with all that can be
// unfolded unfolded.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe-findings.ts'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, poll, ROUTE, WITHOUT_WEBGL, type OpenExplorer } from '../support/open-explorer.ts'

const DESK = { width: 1100, height: 800 }
const PHONE = { width: 360, height: 740 }
type Size = typeof DESK
/** Without rules all of them hold. */
type Look = [size: Size, theme: 'light' | 'dark', rules: string[] | null]
/** The rules that a colour may break, and those that a size may break, too; the others are eight tenths of the work. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const OF_SIZES = [...OF_COLOURS, 'target-size', 'scrollable-region-focusable']
const FEW: Look[] = [
  [DESK, 'light', null],
  [PHONE, 'dark', OF_SIZES],
]
const ALL: Look[] = [
  [DESK, 'light', null],
  [PHONE, 'dark', null],
  [DESK, 'dark', OF_COLOURS],
  [PHONE, 'light', OF_COLOURS],
]

describe.skipIf(!hasChromium)('axe finds nothing in the explorer (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page

  beforeAll(async () => {
    explorer = await openExplorer(DESK.width, DESK.height)
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  const panel = () => explorer.panel()
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const unfold = () =>
    panel()
      .locator('details:not([open])')
      .evaluateAll((all: any[]) => all.forEach((one) => (one.open = true)))
  /** In each look and size that the page has; of FEW, each once. */
  async function everywhere(what: string, looks = ALL): Promise<void> {
    for (const [size, theme, rules] of looks) {
      await page.setViewportSize(size)
      await page.evaluate((look) => (document.documentElement.dataset.theme = look), theme)
      // again where the page has not yet followed its size: controls move, and may lie under a sheet for a moment
      await expect.poll(() => findings(page, rules), { message: `${what}, ${theme}, ${size.width} px` }).toEqual([])
    }
    await page.setViewportSize(DESK)
  }

  test('a picture without words is found', async () => {
    await explorer.visit('m=file', WITHOUT_WEBGL)
    await page.evaluate(() => document.body.append(document.createElement('img')))
    expect((await findings(page)).join()).toContain('image-alt')
  })

  test('in a route with its lanes, facts, weather, snow and settings', async () => {
    await explorer.visit(`${ROUTE}&on=2026-12-24`, WITHOUT_WEBGL)
    await panel().locator('.figures').waitFor()
    for (const name of ['Huts, water, stops', 'Weather', 'Daylight']) await page.getByRole('checkbox', { name }).check()
    await unfold()
    await page.getByRole('button', { name: 'Show the weather' }).click()
    await page.getByRole('button', { name: 'Show the snow' }).click()
    await panel().locator('.weather table').waitFor()
    await panel().locator('.snow .figures').waitFor()
    await page.locator('.weather-lane .sky').first().waitFor()
    await page.locator('.layers > summary').click()
    await everywhere('route')
  })

  test('on the sheet to be printed; in a failure and in the suggestions of the search', async () => {
    await explorer.visit(ROUTE, WITHOUT_WEBGL)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.locator('.print-map img').waitFor()
    await everywhere('print', FEW)
    await page.keyboard.press('Escape')
    await explorer.visit('w=-40.5,33.0;-40.4,33.45', WITHOUT_WEBGL)
    await panel().getByRole('alert').waitFor()
    await page.getByRole('combobox', { name: 'Search' }).fill('Sturm')
    await page.locator('#search-hits').getByRole('option').first().waitFor()
    await everywhere('failure and search', FEW)
    await page.getByRole('combobox', { name: 'Search' }).fill('water')
    await page.locator('#search-hits').getByRole('option').nth(2).waitFor()
    await everywhere('all of a kind', FEW)
    await page.evaluate(() => localStorage.clear())
  })

  test('in round trips, a file with its tools, places and trails', async () => {
    await explorer.visit('m=loop&ls=-40.44,33.455&lk=6', WITHOUT_WEBGL)
    await page.getByRole('button', { name: 'Find round trips' }).click()
    await panel().locator('.cards .card').first().waitFor()
    await unfold()
    await everywhere('round trip')
    await tab('File')
    await panel()
      .locator('.drop input')
      .setInputFiles({ name: 'walk.gpx', mimeType: 'text/xml', buffer: Buffer.from(GPX) })
    await poll(() => panel().innerText()).toMatch(/follows mapped ways/)
    await unfold()
    await everywhere('file')
  })

  test('in alternatives, areas to avoid and their drawing, and tours that are saved and kept', async () => {
    await explorer.visit('w=-40.48,33.46;-40.42,33.4', WITHOUT_WEBGL)
    await panel().getByRole('button', { name: 'Show alternatives' }).click()
    await poll(() => panel().getByRole('region', { name: 'Alternatives' }).getByRole('radio').count()).toBe(4)
    await panel().locator('details.tours summary').click()
    await panel().getByRole('button', { name: 'Save', exact: true }).click()
    await panel().locator('details.offline summary').click()
    await poll(() => panel().locator('details.offline').innerText()).toContain('Areas of the map')
    await panel().locator('details.avoid summary').click()
    await everywhere('alternatives', FEW)
    await explorer.visit(`${ROUTE}&areas=-40.45,33.45;-40.44,33.45;-40.44,33.46;-40.45,33.46`, WITHOUT_WEBGL)
    await panel().locator('details.avoid summary').click()
    await panel().getByRole('button', { name: 'Draw an area' }).click()
    await page.getByRole('region', { name: 'Draw an area to avoid' }).waitFor()
    await everywhere('areas to avoid', FEW)
    await page.evaluate(() => localStorage.clear())
  })

  test('without a connection', async () => {
    await explorer.visit(ROUTE, WITHOUT_WEBGL)
    await panel().locator('.figures').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('status', { name: 'Connection' }).waitFor()
    await unfold()
    try {
      await everywhere('offline', FEW)
    } finally {
      await page.context().setOffline(false)
    }
    await poll(() => page.getByRole('status', { name: 'Connection' }).count()).toBe(0)
    explorer.open.faults.splice(0) // what the browser says of the lost connection
  })

  test('in reach, a trail that is followed, and a round trip past places', async () => {
    await explorer.visit('m=reach&rs=-40.4389,33.4564&rm=60', WITHOUT_WEBGL)
    await page.getByRole('button', { name: 'Show what is in reach' }).click()
    await panel().getByRole('region', { name: 'What is in reach' }).waitFor()
    await unfold()
    await everywhere('reach', FEW)
    await explorer.visit('w=t800000019b', WITHOUT_WEBGL)
    await panel().locator('.figures').waitFor()
    await everywhere('followed trail', FEW)
    await explorer.visit('m=loop&ls=-40.44,33.455&lk=8&lt=viewpoint', WITHOUT_WEBGL)
    await page.getByRole('button', { name: 'Find round trips' }).click()
    await panel().locator('.cards .card').first().waitFor()
    await unfold()
    await everywhere('round trip past places', FEW)
  })

  test('in German: a route, a file of places, reach, round trips and places', async () => {
    await explorer.visit('m=file', WITHOUT_WEBGL)
    await page.evaluate(() => localStorage.setItem('waypost-language', 'de'))
    for (const [hash, sign] of [
      [ROUTE, '.figures'],
      ['m=loop&ls=-40.44,33.455&lk=6', '.through'],
      ['m=reach&rs=-40.4389,33.4564', 'button.main'],
      ['m=view', 'fieldset'],
      ['m=file', '.drop'],
    ]) {
      await explorer.visit(hash, WITHOUT_WEBGL)
      await panel().locator(sign).first().waitFor()
      if (hash === 'm=file')
        await panel()
          .locator('.drop input')
          .setInputFiles({ name: 'places.gpx', mimeType: 'text/xml', buffer: Buffer.from(PLACES) })
      await unfold()
      await everywhere(`German, ${hash}`, [
        [DESK, 'dark', null],
        [PHONE, 'light', OF_SIZES],
      ])
    }
    await page.evaluate(() => localStorage.clear())
  })

  test('in places and trails of the map, its menu, what is here, and measuring', async () => {
    await explorer.visit('m=view&map=12/33.4564/-40.4389')
    await panel()
      .getByRole('region', { name: 'Signed trails' })
      .getByRole('button', { name: /^Velmarra Way / })
      .click()
    await panel().locator('.details .kinds .bar').first().waitFor()
    await panel().locator('.details .stages').waitFor()
    await unfold()
    await everywhere('the card of a trail', FEW)
    // the menu opens at the middle of the map, which follows the size of the page
    const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.width
    await poll(async () => Math.abs((await widthOf('.map canvas')) - (await widthOf('.map')))).toBeLessThan(2)
    await page.locator('.map canvas').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'What is here?' }).click()
    await poll(() => page.getByRole('region', { name: 'What is here' }).innerText()).toContain('Height')
    await everywhere('what is here', FEW)
    await page.getByRole('button', { name: 'Measure' }).click()
    await page.getByRole('region', { name: 'Measure' }).waitFor()
    await page.getByRole('button', { name: 'Add map centre' }).click()
    await everywhere('measuring', FEW)
    await page.getByRole('region', { name: 'Measure' }).getByRole('button', { name: 'Close', exact: true }).click()
    await page.locator('.layers > summary').click()
    await page.getByRole('radio', { name: 'sun and shadow' }).check()
    await page.getByRole('region', { name: 'Sun and shadow' }).waitFor()
    await everywhere('layers and the sun', FEW)
  })
})

/** Along the route of the other tests, as the crow flies. */
const GPX = `<gpx version="1.1" creator="test"><trk><trkseg>${[0, 0.25, 0.5, 0.75, 1]
  .map((share) => `<trkpt lat="${33.47111 - 0.02944 * share}" lon="${-40.42889 - 0.02 * share}"/>`)
  .join('')}</trkseg></trk></gpx>`

const PLACES = '<gpx version="1.1" creator="test"><wpt lat="33.4564" lon="-40.4389"><name>Well</name></wpt></gpx>'
