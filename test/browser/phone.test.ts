// The explorer under a finger, on a phone of 390 px.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { coveredPoints, type OpenExplorer, openExplorer, poll, ROUTE } from '../support/open-explorer.ts'

const WIDTH = 390
const HEIGHT = 844
const LEAST_PX = 44

describe.skipIf(!hasChromium)('the explorer on a phone of 390 px (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page

  beforeAll(async () => {
    explorer = await openExplorer(WIDTH, HEIGHT, { hasTouch: true })
    page = explorer.page
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  test('a shared link opens with the whole route in the part of the map that nothing lies over', async () => {
    const answer = await fetch(`${explorer.server.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        waypoints: ROUTE.slice(2)
          .split(';')
          .map((place) => place.split(',').map(Number)),
      }),
    })
    const line = ((await answer.json()) as { geometry: { coordinates: number[][] } }).geometry.coordinates
    expect(line.length).toBeGreaterThan(20)
    await explorer.visit(ROUTE)
    await explorer.panel().locator('.figures').waitFor()
    await poll(() => coveredPoints(page, line)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH)
  })

  test('the chart is the first thing under the figures', async () => {
    await explorer.visit(ROUTE)
    await explorer.panel().locator('.chart svg').waitFor()
    const downwards = await page.evaluate(() =>
      [...document.querySelectorAll('.result > *')]
        .map((one: any) => ({ name: one.className as string, top: one.getBoundingClientRect().top as number }))
        .sort((one, other) => one.top - other.top)
        .map(({ name }) => name),
    )
    expect(downwards.slice(0, 2)).toEqual(['figures', 'chart'])
    const [figures, chart] = [
      (await explorer.panel().locator('.figures').boundingBox())!,
      (await explorer.panel().locator('.chart').boundingBox())!,
    ]
    expect(chart.y - (figures.y + figures.height)).toBeLessThan(LEAST_PX)
    expect(chart.y + chart.height).toBeLessThanOrEqual(HEIGHT)
  })

  test('the card of a trail that is searched opens the sheet, and is the first thing in it, above what to show', async () => {
    await explorer.visit(ROUTE)
    await page.locator('.grip').click()
    await page.locator('.grip').click()
    await page.locator('.sheet-low').waitFor()
    await page.locator('#search-text').fill('Velmarra Way')
    await page
      .locator('#search-hits')
      .getByRole('option')
      .filter({ has: page.locator('small', { hasText: /^trail/ }) })
      .first()
      .click()
    const card = explorer.panel().getByRole('region', { name: 'Details' })
    await card.locator('.figures').waitFor()
    await explorer.shot('trail-first', 1500)
    const [tabs, figures, filters] = await Promise.all([
      page.locator('.tabs').boundingBox(),
      card.locator('.figures').boundingBox(),
      explorer.panel().locator('fieldset.chips').boundingBox(),
    ])
    expect(figures!.y).toBeGreaterThan(tabs!.y + tabs!.height)
    expect(figures!.y + figures!.height).toBeLessThan(HEIGHT)
    expect(filters!.y).toBeGreaterThan(figures!.y + figures!.height)
  })

  test('of an open file figures and chart come first, in sight: the box to choose one has shrunk to a line', async () => {
    await explorer.visit('m=file')
    const box = explorer.panel().locator('.drop')
    const { height: whole } = (await box.boundingBox())!
    const query = '{trail(by: {osmRelation: 800000015}){export(format:GPX){text}}}'
    const answer = await fetch(`${explorer.server.api}/graphql?query=${encodeURIComponent(query)}`)
    const { text } = ((await answer.json()) as any).data.trail.export
    const file = { name: 'Atlantic Arc.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(text) }
    await box.locator('input').setInputFiles(file)
    await explorer.panel().locator('.result .chart svg').waitFor()
    await explorer.shot('file-open', 1500)
    expect(await box.innerText()).toBe('Open another file')
    const { height } = (await box.boundingBox())!
    expect(height).toBeLessThan(whole / 2)
    expect(height).toBeGreaterThanOrEqual(LEAST_PX)
    expect(await explorer.panel().locator('.figures').count()).toBe(1)
    const [figures, chart, name] = await Promise.all(
      ['.figures', '.chart', '.file-name'].map(async (one) => (await explorer.panel().locator(one).boundingBox())!),
    )
    expect(figures.y + figures.height).toBeLessThanOrEqual(HEIGHT)
    expect(chart.y - (figures.y + figures.height)).toBeLessThan(LEAST_PX)
    expect(chart.y).toBeLessThan(HEIGHT)
    expect(name.y).toBeGreaterThan(chart.y + chart.height)
    // it opens another one
    await box.locator('input').setInputFiles({ ...file, name: 'again.gpx' })
    await poll(() => explorer.panel().locator('.file-name').innerText()).toBe('again.gpx')
  })

  test('the buttons on the map leave its width to the line: one row, and the seldom ones behind "More buttons"', async () => {
    await explorer.visit(ROUTE)
    await explorer.panel().locator('.figures').waitFor()
    await page.locator('.maplibregl-ctrl-zoom-in').waitFor()
    const [map, zoom, row] = await Promise.all(
      ['.map', '.maplibregl-ctrl-zoom-in', '.map-buttons'].map(async (one) => (await page.locator(one).boundingBox())!),
    )
    expect(row.height).toBeLessThanOrEqual(LEAST_PX + 2)
    // below the row all is free but for the zoom
    const covered = await page.evaluate(
      ([left, right, y]) =>
        Array.from({ length: 20 }, (_, i) => left + ((right - left) * (i + 0.5)) / 20).filter(
          (x) => !(document as any).elementFromPoint(x, y).matches('canvas, .pin, .pin *, .hover-point'),
        ),
      [map.x, zoom.x - 4, row.y + row.height + 20],
    )
    expect(covered).toEqual([])
    const measure = page.getByRole('button', { name: 'Measure' })
    expect(await measure.count()).toBe(0)
    const more = page.getByRole('button', { name: 'More buttons' })
    await more.click()
    await measure.waitFor()
    await explorer.shot('more-buttons', 1000)
    expect(await smallTargets(page)).toEqual([])
    // what is fitted need not make room for them
    expect((await page.locator('.map-buttons').boundingBox())!.height).toBe(row.height)
    // taking the map folds them
    await page.locator('.map').click({ position: { x: 60, y: 150 } })
    await poll(() => measure.count()).toBe(0)
    // keys press them all the same
    await page.keyboard.press('m')
    await page.getByRole('region', { name: 'Measure' }).waitFor()
  })

  test('what is in reach is scrolled to; huts and water come first, what is not known last', async () => {
    await explorer.visit('m=reach&rs=-40.4389,33.4564&rm=240')
    await page.getByRole('button', { name: 'Show what is in reach' }).click()
    const found = explorer.panel().getByRole('region', { name: 'What is in reach' })
    await found.locator('table').waitFor()
    await poll(async () => (await found.locator('table').boundingBox())!.y + LEAST_PX < HEIGHT).toBe(true)
    await explorer.shot('reach-first', 1500)
    expect(await found.locator('h2').allInnerTexts()).toEqual([
      expect.stringMatching(/^Huts, shelters, water \d+$/),
      expect.stringMatching(/^Peaks, views, stops, food \d+$/),
      expect.stringMatching(/^Places reached \d+$/),
      expect.stringMatching(/^Signed trails \d+$/),
      'Not known',
    ])
    // what has no name is called by its kind
    expect(await found.innerText()).not.toContain('without a name')
    const first = found.getByRole('region', { name: 'Huts, shelters, water' }).getByRole('button').first()
    expect((await first.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /(hut|shelter|bivouac|campsite|water|spring)( ·)? height [\d,]+ m · (\d+ h )?\d+ min for [\d.]+ k?m$/,
    )
  })

  test('what is pressed is at least 44 px high and wide: in the panel, on the map and on the chart', async () => {
    await explorer.visit(ROUTE)
    await explorer.panel().locator('.chart svg').waitFor()
    await page.locator('.maplibregl-ctrl-zoom-in').waitFor()
    await explorer.shot('touch', 1500)
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    expect(await smallTargets(page)).toEqual([])
    const cutTabs = await page
      .locator('.tabs button')
      .evaluateAll((tabs) => tabs.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    expect(cutTabs).toBe(0)
  })

  test.each([
    ['round trips', 'm=loop&ls=-40.44,33.455&lk=6', '.cards .card'],
    ['reach', 'm=reach&rs=-40.4389,33.4564&rm=60', '[name=profile]'],
    ['a file', 'm=file', '.drop'],
    ['places', 'm=view&map=12/33.43/-40.44', 'button'],
  ])('so is what is pressed in the panel of %s', async (_, hash, part) => {
    await explorer.visit(hash)
    await explorer.panel().locator(part).first().waitFor({ state: 'attached' })
    expect(await smallTargets(page)).toEqual([])
  })
})

/** Controls smaller than a finger, but for pins, which are as close together as their places. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const targets = [
      ...document.querySelectorAll(
        'button, summary, select, a.button, nav a, label:has(input), [role=slider], :is(#search-text, [type=range], [type=number])',
      ),
    ].filter((one: any) => !one.matches('.pin'))
    return targets.flatMap((one: any) => {
      const { width, height } = one.getBoundingClientRect()
      const isLarge = width > leastPx - 0.5 && height > leastPx - 0.5
      return isLarge || width === 0 || !one.checkVisibility({ contentVisibilityAuto: true })
        ? []
        : [`${one.outerHTML.slice(0, 90)}: ${Math.round(width)} x ${Math.round(height)}`]
    })
  }, LEAST_PX)
}
