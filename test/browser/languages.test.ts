// The languages of the explorer: which one a visitor gets, the list, what switching requests, and what a catalogue
// lacks.

import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { createRenderer } from '../../src/web/i18n/create-renderer.ts'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, PANEL_ALONE, poll, ROUTE, type OpenExplorer } from '../support/open-explorer.ts'

interface Catalogue {
  '@name': string
  '@made': string
  messages: Record<string, string>
  page: Record<string, string>
}
const catalogueOf = (tag: string) => JSON.parse(readCatalogue(tag)) as Catalogue
const WHOLE = ['ca', 'de', 'en', 'es', 'fr', 'it']

describe.skipIf(!hasChromium)('the languages of the explorer (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page
  const panel = () => explorer.panel()
  const spoken = () => page.evaluate(() => document.documentElement.lang)
  const list = () => page.locator('select.languages')
  const prefer = (...tags: string[]) =>
    page.addInitScript((own) => {
      Object.defineProperty(navigator, 'languages', { get: () => own, configurable: true })
    }, tags)
  const visit = (search = '', hash = ROUTE) =>
    explorer.visit(hash, search === '' ? PANEL_ALONE : `${PANEL_ALONE}${search}`)
  const forget = () => page.evaluate(() => localStorage.clear())

  beforeAll(async () => {
    explorer = await openExplorer(1280, 800)
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(async () => {
    await forget()
    explorer.expectNoFaults()
  })

  test('the list has each by its own name; with another, all that is there is said in it, and not requested again', async () => {
    await visit()
    await panel().locator('.figures').waitFor()
    expect(await list().locator('option').allInnerTexts()).toEqual(LANGUAGES.map((tag) => catalogueOf(tag)['@name']))
    const directions = panel().locator('details', { has: page.locator('ol.directions') })
    await directions.locator('summary').first().click()
    const requested: string[] = []
    const note = (request: Request) => {
      const operation = /\b(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1]
      if (operation !== undefined) requested.push(operation)
    }
    page.on('request', note)
    const said = new Map<string, string>()
    for (const tag of [...WHOLE, 'en']) {
      await list().selectOption(tag)
      await poll(spoken).toBe(tag)
      const arrival = createRenderer(tag, catalogueOf(tag).messages).render({
        code: 'maneuver.arrive',
        values: { point: { role: 'waypoint', index: 1, of: 2, name: null }, travel: 'foot' },
      } as never)
      await poll(() => directions.locator('li').last().innerText()).toContain(arrival)
      said.set(tag, await panel().innerText())
      expect(await list().getAttribute('aria-label')).toBe(catalogueOf(tag).page['head.language'])
    }
    page.off('request', note)
    expect(new Set(said.values()).size).toBe(WHOLE.length)
    // the name of a place is another one in another language
    expect(requested.filter((operation) => !operation.startsWith('NameOf'))).toEqual([])
  })

  test('one that no person has read says so, and shows its catalogue', async () => {
    await visit()
    const machine = LANGUAGES.find((tag) => catalogueOf(tag)['@made'] === 'machine')!
    await list().selectOption(machine)
    const link = panel().getByRole('link', { name: `${machine}.json` })
    await link.waitFor()
    const answer = await fetch(new URL((await link.getAttribute('href'))!, `${explorer.server.site}/`))
    expect(await answer.json()).toMatchObject({ '@language': machine })
    await list().selectOption('en')
    await poll(spoken).toBe('en')
    expect(await link.count()).toBe(0)
  })

  test('a choice is kept, before the address, before what the browser prefers, before English', async () => {
    await prefer('zu', 'fr-CH', 'de')
    await visit()
    await poll(spoken).toBe('fr')
    await visit('&language=it-CH')
    await poll(spoken).toBe('it')
    await list().selectOption('ca')
    await poll(spoken).toBe('ca')
    await visit('&language=it')
    await poll(spoken).toBe('ca')
    await forget()
    // neither is there
    await prefer('zu')
    await visit('&language=xh')
    await poll(spoken).toBe('en')
  })

  test('what a catalogue lacks is English, and marked so; so is nothing else', async () => {
    await page.route('**/explorer/words-it-*.json', (route) => {
      const { page: words } = catalogueOf('it')
      const lacking = Object.fromEntries(Object.entries(words).filter(([key]) => key !== 'waypoints.reverse'))
      return route.fulfill({ json: lacking })
    })
    await visit('&language=it')
    await panel().locator('.figures').waitFor()
    const english = await page.locator('#app [lang=en]:not(option)').allInnerTexts()
    expect(english).toEqual(['Reverse'])
    await page.unroute('**/explorer/words-it-*.json')
  })

  test('one whose files do not come leaves the page as it was', async () => {
    await visit()
    await panel().locator('.figures').waitFor()
    await page.route('**/explorer/sentences-es-*.json', (route) => route.abort())
    await list().selectOption('es')
    await poll(() => list().inputValue()).toBe('en')
    expect(await spoken()).toBe('en')
    await page.unroute('**/explorer/sentences-es-*.json')
    explorer.open.faults.splice(0)
    await list().selectOption('es')
    await poll(spoken).toBe('es')
  })

  test('names of the map have no language and their own direction; figures are read out in whole words', async () => {
    await visit('&language=de')
    await panel().locator('.waypoints [dir=auto]').first().waitFor()
    expect(await panel().locator('[dir=auto][lang]').count()).toBe(0)
    const labels = await panel()
      .locator('.figures dd')
      .evaluateAll((all: any[]) => all.map((one) => one.getAttribute('aria-label')))
    expect(labels[0]).toMatch(/^7,04 Kilometer$/)
    expect(labels[1]).toMatch(/^[\d.]+ Meter$/)
    expect(labels[3]).toMatch(/^2 Stunden,? (?:und )?\d+ Minuten$/)
  })

  test.each([
    [1440, 900],
    [390, 844],
  ])('German fits a screen of %d px', async (width, height) => {
    await page.setViewportSize({ width, height })
    await visit('&language=de')
    await panel().locator('.figures').waitFor()
    await explorer.shot(`german-${width}`, 1200)
    const beyond = await page.evaluate(() => {
      const side = document.querySelector('#panel')!
      return Math.max(document.documentElement.scrollWidth - innerWidth, side.scrollWidth - side.clientWidth)
    })
    expect(beyond).toBeLessThanOrEqual(0)
  })
})
