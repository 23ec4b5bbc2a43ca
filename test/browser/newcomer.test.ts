// A newcomer with the explorer in German: on a phone of 360 px in the dark by keys alone, and on a desk by day. Nothing
// stays English, nothing is wider than the screen, no number is parted from its unit.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import de from '../../src/language/catalogues/de.json' with { type: 'json' }
import en from '../../src/language/catalogues/en.json' with { type: 'json' }
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, poll, ROUTE, WITHOUT_WEBGL, type OpenExplorer } from '../support/open-explorer.ts'

const GERMAN = new Set<string>(Object.values(de.page))
/** Whole sentences and words of the page that German has others for. */
const ENGLISH = Object.values(en.page).filter((text) => text.length > 3 && !text.includes('{') && !GERMAN.has(text))

describe.skipIf(!hasChromium)('a newcomer who reads German (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page

  beforeAll(async () => {
    explorer = await openExplorer(360, 740)
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  const panel = () => explorer.panel()
  const speak = (theme: 'light' | 'dark') =>
    page.evaluate((look) => {
      localStorage.setItem('waypost-language', 'de')
      localStorage.setItem('waypost-theme', look)
    }, theme)
  const unfold = () =>
    panel()
      .locator('details:not([open])')
      .evaluateAll((all: any[]) => all.forEach((one) => (one.open = true)))
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const isAt = (selector: string) => page.evaluate((one) => document.activeElement!.matches(one), selector)
  /** By Tab alone. */
  const goTo = async (selector: string) => {
    await page.locator(selector).first().waitFor({ state: 'attached' })
    for (let i = 0; i < 60 && !(await isAt(selector)); i++) await press('Tab')
    expect(await isAt(selector), selector).toBe(true)
  }

  test('finds a start and a goal, reads the route and its chart, and opens what is folded, by keys alone', async () => {
    await explorer.visit('', WITHOUT_WEBGL)
    await speak('dark')
    await explorer.visit('', WITHOUT_WEBGL)
    await press('Tab')
    expect(await isAt('.skip')).toBe(true)
    await goTo('input[role=combobox]')
    for (const [letters, place] of [
      ['torvinho', 'Torwein'],
      ['refugio da nevoa', 'Nebelhütte'],
    ]) {
      // Enter comes before the suggestions do, and while those for fewer letters are on their way: never one of these
      const fewer = letters.slice(0, -2)
      const requested = page.waitForRequest((request) => request.postData()?.includes(fewer) ?? false)
      await page.keyboard.type(fewer)
      await requested
      await page.keyboard.type(letters.slice(-2))
      await press('Enter')
      await poll(() => isAt('.here-card button')).toBe(true)
      await press('Enter')
      await poll(() => panel().locator('.waypoints').innerText()).toContain(place)
    }
    await poll(() => panel().locator('.waypoints > li, .waypoints li').count()).toBeGreaterThan(1)
    await poll(() => explorer.figure('Länge')).toMatch(/^7,\d+\u00a0km$/)
    await goTo('.chart svg[role=slider]')
    await press('ArrowRight', 'ArrowRight')
    await poll(() => page.locator('.chart svg[role=slider]').getAttribute('aria-valuetext')).toMatch(/^\d+ Meter · \d/)
    await goTo('.found details > summary')
    await goTo('details.offline > summary')
    await press('Enter')
    await poll(() => panel().locator('details.offline').innerText()).toContain('Ausschnitte der Karte')
  })

  test('reads German alone, on a narrow screen, wherever there is something to read', async () => {
    await explorer.visit('', WITHOUT_WEBGL)
    await speak('dark')
    for (const [hash, sign] of [
      [ROUTE, '.figures'],
      ['m=loop&ls=-40.44,33.455&lk=6', '.through'],
      ['m=reach&rs=-40.4389,33.4564', 'button.main'],
      ['m=file', '.drop'],
      ['m=view&map=12/33.4564/-40.4389', 'fieldset, p'],
    ]) {
      await explorer.visit(hash, WITHOUT_WEBGL)
      await panel().locator(sign).first().waitFor()
      await unfold()
      // the words of GraphQL are no words of the page
      await panel()
        .locator('.queries')
        .evaluateAll((all: any[]) => all.forEach((one) => (one.open = false)))
      await poll(() => panel().locator('.busy').count()).toBe(0)
      await explorer.shot(`newcomer-${hash.slice(0, 6)}`, 500)
      expect(await leftInEnglish(page, ENGLISH), hash).toEqual([])
      expect(await tooWide(page), hash).toEqual([])
      expect(await cutChoices(page), hash).toEqual([])
      expect(await overOneAnother(page), hash).toEqual([])
      const text = await panel().innerText()
      expect(text.match(/.{0,20}\d (?:km|m|h|min|KB|MB|%)(?!\w).{0,9}/g), hash).toBeNull()
    }
  })

  test('sees on a desk the whole legend, what is assumed, and the chart under the ring of the keys', async () => {
    await page.setViewportSize({ width: 1060, height: 700 })
    await explorer.visit('', WITHOUT_WEBGL)
    await speak('light')
    const style = page.waitForRequest(/\/style\.json/)
    await explorer.visit(ROUTE)
    expect(new URL((await style).url()).search).toBe('?language=de')
    await panel().locator('.figures').waitFor()
    const legend = page.locator('.map-legend')
    await poll(() => legend.innerText()).toContain('angenommen, nicht kartiert')
    await poll(() => page.locator('.map-sources').innerText()).toContain('Vorführgebiet: eine erfundene Insel')
    expect(await page.locator('.map-sources').innerText()).not.toMatch(/source not stated|invented|Synthetic/)
    await poll(() => page.locator('.chart svg line.assumed').count()).toBeGreaterThan(0)
    for (const name of ['Steilheit', 'Schwierigkeit', 'Untergrund']) {
      await legend.getByRole('radio', { name }).check({ force: true })
      expect(await tooWide(page)).toEqual([])
      expect(await overOneAnother(page)).toEqual([])
    }
    // upright, a tablet has a map as narrow as a phone's beside its panel
    await page.setViewportSize({ width: 768, height: 1024 })
    await poll(() => overOneAnother(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    await explorer.shot('newcomer-tablet', 800)
    await page.setViewportSize({ width: 1060, height: 700 })
    const chart = page.locator('.chart svg[role=slider]')
    await chart.focus()
    await press('ArrowRight')
    // the ring lies inside the picture, so that it cuts no text around it
    const ring = await chart.evaluate((one: any) => {
      const { outlineOffset, outlineWidth, outlineStyle } = (globalThis as any).getComputedStyle(one)
      return outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    })
    expect(ring).toBeLessThanOrEqual(0)
    await explorer.shot('newcomer-desk', 1500)
    await page.evaluate(() => localStorage.clear())
  })
})

/** Texts, labels and titles that are seen or read and stand in the English list. */
function leftInEnglish(page: Page, english: string[]): Promise<string[]> {
  return page.evaluate((list) => {
    const { document } = globalThis as any
    const known = new Set(list)
    const found: string[] = []
    const look = (text: string | null, element: any) => {
      if (text !== null && known.has(text.trim()) && element.closest('[lang=en]:not(html), .queries') === null)
        found.push(text)
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
        look(element.getAttribute(name), element)
      for (const node of element.childNodes) if (node.nodeType === 3) look(node.data, element)
    }
    return found
  }, english)
}

/** What reaches beyond the screen, or beyond the part of the page that it stands in. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerWidth } = globalThis as any
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page')
    for (const selector of ['#panel', '.map-legend', '.choice', '.tabs', '.chart-head'])
      for (const one of document.querySelectorAll(selector))
        if (one.scrollWidth > one.clientWidth + 1) found.push(`${selector} ${one.scrollWidth} > ${one.clientWidth}`)
    return found
  })
}

/** Lists whose choice does not fit; its part in brackets may be cut. */
function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as any
    const probe = document.body.appendChild(document.createElement('span'))
    const found = [...document.querySelectorAll('#panel select')].flatMap((one: any) => {
      const { font, paddingLeft } = getComputedStyle(one)
      probe.style.cssText = `font: ${font}; white-space: nowrap; position: absolute`
      probe.textContent = one.selectedOptions[0].text.replace(/ \([^()]*\)$/, '')
      const arrowPx = 24
      const room = one.clientWidth - 2 * Number.parseFloat(paddingLeft) - arrowPx
      return one.clientWidth > 0 && probe.offsetWidth > room ? [probe.textContent as string] : []
    })
    probe.remove()
    return found
  })
}

/** What lies over the map lies side by side. */
function overOneAnother(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [
      '.map-legend',
      '.map-note',
      '.map-sources',
      '.map-buttons',
      '.maplibregl-ctrl-scale',
      '.side',
    ].flatMap((name) => {
      const box = (globalThis as any).document.querySelector(name)?.getBoundingClientRect()
      return box === undefined || box.width === 0 ? [] : [{ name, box }]
    })
    return boxes.flatMap(({ name, box }, i) =>
      boxes
        .slice(i + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${name} and ${other.name}`),
    )
  })
}
