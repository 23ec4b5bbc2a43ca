// What the search finds by a word for a kind, with its marks on the map, and what the card of a trail says.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { type OpenExplorer, openExplorer, pixelOf, poll } from '../support/open-explorer.ts'

const MIDDLE = [-40.4433, 33.4364]
const VIEW = `map=12.5/${MIDDLE[1]}/${MIDDLE[0]}`

describe.skipIf(!hasChromium)('cards of the explorer (needs Chromium)', () => {
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

  const box = () => page.locator('#search-text')
  const hits = () => page.locator('#search-hits').getByRole('option')
  const graph = async (query: string) => {
    const answer = await fetch(`${explorer.server.api}/graphql?query=${encodeURIComponent(query)}`)
    return ((await answer.json()) as { data: any }).data
  }

  test('a word for a kind finds places of it near the middle of the map, in any language, and near a place', async () => {
    await explorer.visit(VIEW)
    for (const [text, kind] of [
      ['water', /drinking water|spring/],
      ['Hütte', /hut|bivouac/],
      ['fontaine', /drinking water|spring/],
      ['Hütte bei Sturmwöhrde', /hut|bivouac/],
    ] as const) {
      await box().fill(text)
      await poll(async () => {
        const found = (await hits().allInnerTexts()).map((one) => one.replaceAll('\u00a0', ' '))
        return found.length > 1 && found.every((one) => kind.test(one) && /[\d.]+ k?m\b/.test(one))
      }).toBe(true)
    }
  })

  test('each is marked on the map: a click on the mark opens its card, and the others stay', async () => {
    const { search } = await graph(
      `{search(text:"Hütte",near:[${MIDDLE}],first:8){edges{node{...on Place{name location}}}}}`,
    )
    const { name, location } = search.edges[1].node
    await explorer.visit(VIEW)
    await box().fill('Hütte')
    await poll(() => hits().count()).toBe(search.edges.length)
    await explorer.shot('search-kind', 1500)
    await box().press('Escape')
    const card = page.getByRole('region', { name: 'What is here' })
    await poll(async () => {
      const { x, y } = await pixelOf(page, location)
      if ((await card.count()) === 0) await page.mouse.click(x, y)
      return (await card.count()) > 0 && (await card.innerText()).includes(name)
    }).toBe(true)
    expect(await explorer.panel().locator('.waypoints li').count()).toBe(0)
    expect(await box().inputValue()).toBe('Hütte')
    await card.getByRole('button', { name: 'To here' }).click()
    await poll(() => explorer.panel().locator('.waypoints').innerText()).toContain(name)
    expect(await box().inputValue()).toBe('')
  })

  test('a hit that is a trail shows the trail: its card in the panel, which has the focus, and its line', async () => {
    await explorer.visit(VIEW)
    await box().fill('Velmarra Way')
    const hit = hits()
      .filter({ has: page.locator('small', { hasText: /^trail/ }) })
      .first()
    await hit.waitFor()
    const name = await hit.locator('b').innerText()
    await hit.click()
    const details = explorer.panel().getByRole('region', { name: 'Details' })
    await poll(() => details.locator('h2').innerText()).toContain(name)
    await page.locator('.stage .chart svg').waitFor()
    expect(await page.evaluate(() => (document as any).activeElement.id)).toBe('panel')
    expect(await page.getByRole('region', { name: 'What is here' }).count()).toBe(0)
    expect(await explorer.hash()).toContain('m=view')
    await explorer.shot('search-trail', 1500)
  })

  test('around a chosen trail are the places of the view that it is fitted into; the list that it is from stays', async () => {
    await explorer.visit('m=view&map=12/33.4364/-40.4389')
    const listed = explorer
      .panel()
      .getByRole('region', { name: 'Signed trails' })
      .getByRole('button', { name: /^Velmarra Way / })
    await listed.waitFor()
    const requested: { name: string; inBox: number[] }[] = []
    page.on('request', (request) => {
      const name = /query (PlacesInView|TrailsInView)/.exec(request.postData() ?? '')?.[1]
      if (name !== undefined) requested.push({ name, inBox: request.postDataJSON().variables.inBox })
    })
    await listed.click()
    await explorer.panel().locator('.details .figures').waitFor()
    await poll(() => requested.length).toBeGreaterThan(0)
    const { trails: found } = await graph('{trails(where:{text:"Velmarra-Weg"},first:1){nodes{bbox}}}')
    await poll(() => {
      const [west, south, east, north] = requested.at(-1)!.inBox
      const [minLon, minLat, maxLon, maxLat] = found.nodes[0].bbox
      return west < minLon && south < minLat && east > maxLon && north > maxLat
    }).toBe(true)
    expect(new Set(requested.map(({ name }) => name))).toEqual(new Set(['PlacesInView']))
  })

  test('the card of a trail has its sign drawn, its time or that it is unknown, its grade, and its stages', async () => {
    const { trails } = await graph(
      '{trails(where:{text:"Velmarra-Weg"},first:20){nodes{name(language:"en") stages{nodes{name}}}}}',
    )
    const whole = trails.nodes.find(({ stages }: any) => stages.nodes.length > 0)
    await explorer.visit('m=view&map=11/33.4364/-40.4389')
    const listed = explorer.panel().getByRole('region', { name: 'Signed trails' })
    await listed
      .getByRole('button', { name: new RegExp(`^${whole.name} `) })
      .first()
      .click()
    const details = explorer.panel().getByRole('region', { name: 'Details' })
    const text = async () => (await details.innerText()).replaceAll('\u00a0', ' ')
    await poll(text).toMatch(
      /Length\s+[\d.]+ km[\s\S]*Up\s+[\d,]+ m[\s\S]*Moving time\s+(unknown|\d+ h( \d+ min)?|\d+ min)\s+Hardest grade\s+(T\d|grade unknown)/,
    )
    // as on a route: bars with their sums, and how many of how many places
    await poll(() => details.locator('.kinds .bar').count()).toBe(2)
    expect(await text()).toMatch(
      /Surface\s+paved[\s\S]*natural ground\s+[\d.]+ km\s+\d+ %[\s\S]*Difficulty\s+road or track/,
    )
    expect(await text()).toMatch(/The first 12 of \d+ along the trail/)
    await poll(() => details.getByRole('img', { name: 'red bar on white' }).locator('path').count()).toBe(2)
    const stages = details.locator('.stages')
    await poll(() => stages.getByRole('button').count()).toBe(whole.stages.nodes.length)
    await explorer.shot('trail-stages', 800)
    await stages.getByRole('button').first().click()
    await poll(() => stages.innerText()).toMatch(new RegExp(`A stage of\\s+${whole.name}`))
  })
})
