// What the explorer shows and does beside the line: lanes of the chart, the sheet to be printed, measuring, the style
// of the map.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, PANEL_ALONE, poll, ROUTE, type OpenExplorer } from '../support/open-explorer.ts'

const START = [-40.42889, 33.47111]

describe.skipIf(!hasChromium)('the tools of the explorer (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page

  beforeAll(async () => {
    explorer = await openExplorer(1100, 760)
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  const chart = () => page.getByRole('slider', { name: /Elevation along the line/ })
  const reading = () => chart().getAttribute('aria-valuetext')

  test('huts, weather and daylight stand on the axis of the chart, by mouse, keys and finger; sunset where it is passed', async () => {
    const sunset = await sunsetTomorrow(explorer.server.api)
    const departure = await page.evaluate(
      (ms) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
      sunset - 45 * 60_000,
    )
    await explorer.visit(`${ROUTE}&at=${departure}`, PANEL_ALONE)
    for (const name of ['Huts, water, stops', 'Weather', 'Daylight']) await page.getByRole('checkbox', { name }).check()
    await page.locator('.weather-lane .sky').first().waitFor()
    await poll(() => page.locator('.huts-lane').innerHTML()).toContain('Refúgio da Névoa, hut')
    await chart().focus()
    await page.keyboard.press('Home')
    await poll(reading).toMatch(/^0 metres · .*\d\d:\d\d.* · daylight · -?\d+\s°C, [a-z ]+, [\d.]+\smm/)
    await page.keyboard.press('End')
    await poll(reading).toMatch(/ · dark · -?\d+\s°C.* · Refúgio da Névoa/)
    await poll(() => page.locator('.light-lane .sun-mark').count()).toBe(2)
    await poll(() => page.locator('.lane-notes').innerText()).toMatch(
      /sunrise \d\d:\d\d.* sunset \d\d:\d\d[\s\S]*made up/,
    )
    const lanes = (await page.locator('.lanes').boundingBox())!
    const finger = await page.context().newCDPSession(page)
    const at = (share: number) => [{ x: lanes.x + lanes.width * share, y: lanes.y + 20 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.3) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.5) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await poll(reading).toMatch(/^3\.\d+ kilometres · \d+ metres · .*(?:twilight|daylight|dark)/)
    await explorer.shot('lanes', 300)
  })

  test('what is not known of the weather is drawn and read as unknown, also where none of it is', async () => {
    const answer = (change: (data: any) => object) =>
      page.route('**/graphql', async (route) => {
        if (!(route.request().postData() ?? '').includes('WeatherAlong')) return route.continue()
        const response = await route.fetch()
        return route.fulfill({ response, json: change(await response.json()) })
      })
    await answer((body) => {
      body.data.line.weather.samples[0].weather = null
      return body
    })
    await explorer.visit(ROUTE, PANEL_ALONE)
    await poll(() => page.locator('.weather-lane .sky').count()).toBeGreaterThan(1)
    await poll(() => page.locator('.weather-lane .lane-unknown').count()).toBe(1)
    await chart().focus()
    await page.keyboard.press('Home')
    await poll(reading).toContain('weather unknown')
    await page.keyboard.press('End')
    await poll(reading).toMatch(/°C/)
    await page.unrouteAll()
    await answer(({ data }) => ({
      data: { ...data, line: { weather: null } },
      errors: [{ message: 'down', path: ['line', 'weather'], extensions: { code: 'FORECAST_FAILED' } }],
    }))
    await page.reload()
    await poll(() => page.locator('.lane-notes').innerText()).toMatch(/No weather[\s\S]*sunrise \d\d:\d\d/)
    await chart().focus()
    await page.keyboard.press('Home')
    await poll(reading).toMatch(/light unknown · weather unknown/)
    expect(await page.locator('.weather-lane .sky, .light-lane [class^=light-]').count()).toBe(0)
    await page.unrouteAll()
    await page.evaluate(() => localStorage.clear())
  })

  test('a route is printed on one sheet of A4: map, chart, what to look out for, directions, emergency numbers', async () => {
    await explorer.visit(ROUTE, PANEL_ALONE)
    await page.getByRole('button', { name: 'Print' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Print' })
    const picture = sheet.getByRole('img', { name: 'Map of the line' })
    await picture.waitFor()
    await poll(() => picture.evaluate((image: any) => image.naturalWidth)).toBe(1900)
    const text = await sheet.innerText()
    for (const part of [
      'Vale Torvinho – Refúgio da Névoa',
      '7.04 km',
      'Ford',
      'Not known',
      'Directions',
      'Turn left',
      '112 in Europe',
      '33.44167, -40.44889',
      'invented island',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    await poll(() => sheet.locator('.ridge').count()).toBe(1)
    await explorer.shot('print')
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
    expect(pdf).toMatch(/\/Subtype\s*\/Image[\s\S]{0,300}\/Width 1900/)
    // nothing of the page is left behind the sheet, and Escape brings it back
    await poll(() => page.locator('.side').evaluate((side: any) => side.inert)).toBe(true)
    await page.keyboard.press('Escape')
    await poll(() => sheet.count()).toBe(0)
    const focused = () => page.evaluate(() => (globalThis as any).document.activeElement.textContent)
    await poll(focused).toBe('Print')
  })

  test('distances and areas are measured by clicks and keys along straight lines that are called so, and taken back', async () => {
    await explorer.visit(`${ROUTE}&map=13/33.4564/-40.4389`)
    await explorer.panel().locator('.figures').waitFor()
    const waypoints = () => explorer.panel().locator('.waypoints li').count()
    await page.getByRole('button', { name: 'Measure' }).click()
    const card = page.getByRole('region', { name: 'Measure' })
    await poll(() => card.innerText()).toContain('this is no route')
    const map = (await page.locator('.map').boundingBox())!
    const click = (x: number, y: number) => page.mouse.click(map.x + map.width / 2 + x, map.y + map.height / 2 + y)
    const figures = async () => (await card.getByRole('status').innerText()).replaceAll('\u00a0', ' ')
    await click(0, -100)
    await click(100, -100)
    // 200 px at zoom 13 and 33.46 degrees
    await poll(figures).toMatch(/^79\d m/)
    await click(100, 0)
    await poll(figures).toMatch(/^1\.59 km last 79\d m towards 1(79|80)°/)
    await card.getByRole('button', { name: 'Close the shape' }).click()
    await poll(figures).toMatch(/^2\.7\d km around · 31\.\d ha/)
    await explorer.shot('measure', 500)
    await card.getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.press('Control+z')
    await poll(figures).toMatch(/^79\d m/)
    await page.locator('.map canvas').focus()
    await page.keyboard.press('Enter')
    await poll(figures).toMatch(/last/)
    await poll(() => waypoints()).toBe(2)
    await card.getByRole('button', { name: 'Clear' }).press('Escape')
    await poll(() => card.count()).toBe(0)
    await poll(() => explorer.hash()).toContain(ROUTE)
  })

  test('the style of the map is chosen apart from the look of the page, and kept', async () => {
    const styles: string[] = []
    page.on('request', (request) => /\/style(-dark)?\.json/.test(request.url()) && styles.push(request.url()))
    await explorer.visit('map=12/33.4564/-40.4389')
    await poll(() => styles.length).toBe(1)
    await page.locator('.layers > summary').press('Enter')
    await page.getByRole('radio', { name: 'dark' }).check()
    await poll(() => styles.at(-1)).toContain('style-dark.json')
    await poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await explorer.shot('map-style', 800)
    // without a line all of it is the region
    await page.getByRole('button', { name: 'Show all of it' }).click()
    await poll(() => explorer.hash()).toMatch(/map=1[01]\.\d+\/33\.41\d*\/-40\.44/)
    await page.reload()
    await poll(() => styles.length).toBe(3)
    expect(styles.at(-1)).toContain('style-dark.json')
    await page.evaluate(() => localStorage.clear())
  })

  test('the ground is coloured by steepness, or by sun and shadow at a time that is chosen; both say what they leave out', async () => {
    const drawn = () => page.evaluate(() => performance.getEntriesByName('shade-drawn').length)
    await explorer.visit('map=13/33.4564/-40.4389')
    const list = page.locator('.layer-list')
    await page.locator('.layers > summary').press('Enter')
    await list.getByRole('radio', { name: 'steepness' }).check()
    const steep = page.getByRole('region', { name: 'Steepness of the ground' })
    await poll(() => steep.innerText()).toMatch(
      /30–35°\s+35–40°\s+40–45°\s+over 45°\s+unknown[\s\S]*cliffs do not show/,
    )
    await poll(drawn).toBeGreaterThan(0)
    // the page itself goes on
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toContainEqual(
      expect.stringMatching(/\/shade-worker-\w+\.js$/),
    )
    await explorer.shot('steepness', 1500)
    // coarser ground would hide what is steep
    await explorer.visit('map=9/33.4564/-40.4389')
    await poll(() => steep.innerText()).toContain('Zoom in')
    await explorer.visit('map=13/33.4564/-40.4389&on=2026-12-21T15:30')
    await page.locator('.layers > summary').press('Enter')
    await list.getByRole('radio', { name: 'sun and shadow' }).check()
    const sun = page.getByRole('region', { name: 'Sun and shadow' })
    await poll(() => sun.getByRole('slider', { name: 'Hour' }).getAttribute('aria-valuetext')).toBe('15:30')
    const before = await drawn()
    await sun.getByLabel('Day').fill('2026-06-21')
    await sun.getByRole('slider', { name: 'Hour' }).focus()
    await page.keyboard.press('ArrowLeft')
    await poll(() => sun.innerText()).toMatch(
      /15:15[\s\S]*Sun \d+° high in the [\w-]+\. Not counted: ridges more than [\d.]+\skm away or where no heights are known/,
    )
    await poll(drawn).toBeGreaterThan(before)
    await explorer.shot('sun', 1500)
    await sun.getByRole('slider', { name: 'Hour' }).press('Home')
    await poll(() => sun.innerText()).toContain('the sun is down')
    // a click on the map shuts the list; the card shuts the shade
    const map = (await page.locator('.map').boundingBox())!
    await page.mouse.click(map.x + map.width / 2, map.y + 60)
    await poll(() => list.isVisible()).toBe(false)
    await sun.getByRole('button', { name: 'Close' }).click()
    await poll(() => page.evaluate(() => localStorage.getItem('waypost-shade'))).toBe('none')
    await page.evaluate(() => localStorage.clear())
  })
})

/** Milliseconds. */
async function sunsetTomorrow(api: string): Promise<number> {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const answer = await fetch(`${api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'query ($at: LonLat!, $date: Date!) { point(at: $at) { sun(date: $date) { sunsetAt } } }',
      variables: { at: START, date },
    }),
  })
  return Date.parse(((await answer.json()) as any).data.point.sun.sunsetAt)
}
