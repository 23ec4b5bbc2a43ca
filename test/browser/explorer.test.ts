// Clicks through everything the explorer offers, on the demo region, in a browser that reaches this server and nothing
// else.

import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readFile as readLineFile } from '../../src/course/files/read-file.ts'
import { pointAt, toShownLine } from '../../src/web/line/shown-line.ts'
import { hasChromium, type OpenPage } from '../support/open-browser.ts'
import {
  openExplorer,
  PANEL_ALONE,
  pixelsOf,
  poll,
  ROUTE,
  WHOLE_MAP,
  WITHOUT_WEBGL,
  type OpenExplorer,
} from '../support/open-explorer.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'
import type { SharedServer } from '../support/shared-server.ts'

describe.skipIf(!hasChromium)('the explorer in a browser cut off from the network (needs Chromium)', () => {
  let explorer: OpenExplorer
  let open: OpenPage
  let page: Page
  let server: SharedServer

  beforeAll(async () => {
    explorer = await openExplorer(1060, 700)
    ;({ open, page, server } = explorer)
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  const shot: OpenExplorer['shot'] = (...words) => explorer.shot(...words)
  const visit: OpenExplorer['visit'] = (...words) => explorer.visit(...words)
  const panel = () => explorer.panel()
  const figure = (name: string) => explorer.figure(name)
  const hash = () => explorer.hash()
  const mapCentre = async () => {
    const box = (await page.locator('.map').boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  /** Where something is, once it is there twice in a row. */
  const isStill = async (selector: string) => {
    let before = ''
    await poll(async () => {
      const now = JSON.stringify(await page.locator(selector).boundingBox())
      const same = now === before
      before = now
      return same
    }).toBe(true)
  }
  const query = () => panel().locator('details.queries')
  const focusedText = () => page.evaluate(() => (document as any).activeElement.textContent)
  test('search suggests while one types; arrows, Enter and Escape work; a hit is shown first, and becomes a waypoint if asked', async () => {
    await visit('')
    const box = page.getByRole('combobox', { name: 'Search places and trails' })
    await box.fill('Sturm')
    const hits = page.locator('#search-hits').getByRole('option')
    await hits.first().waitFor()
    await poll(() => box.getAttribute('aria-expanded')).toBe('true')
    await box.press('ArrowDown')
    await poll(() => hits.first().getAttribute('aria-selected')).toBe('true')
    await poll(() => box.getAttribute('aria-activedescendant')).toBe('search-hit-0')
    await shot('search')
    await box.press('Escape')
    await poll(() => box.getAttribute('aria-expanded')).toBe('false')
    await box.press('ArrowDown')
    await box.press('ArrowUp')
    await box.press('Enter')
    const card = page.getByRole('region', { name: 'What is here' })
    await poll(() => focusedText()).toBe('From here')
    expect(await panel().locator('.waypoints li').count()).toBe(0)
    await shot('search-card', 1000)
    await page.keyboard.press('Enter')
    await poll(() => panel().locator('.waypoints li').count()).toBe(1)
    await poll(() => card.count()).toBe(0)
    await poll(() => page.evaluate(() => (document as any).activeElement.id)).toBe('search-text')
    await box.fill('xqzzkw')
    await poll(() => page.locator('#search-hits').innerText()).toContain('Nothing here is called')
    await box.fill(`33° 26' 30" N, 40° 26' 56" W`)
    await poll(() => hits.first().innerText()).toContain('33.44167, -40.44889')
    await box.press('Enter')
    await card.getByRole('button', { name: 'To here' }).click()
    await poll(() => panel().locator('.waypoints li').count()).toBe(2)
    await poll(() => panel().locator('.waypoints').innerText()).toContain('Refúgio da Névoa')
    // longitude first, as it is copied from code
    await box.fill('-40.44889, 33.44167')
    await poll(() => hits.allInnerTexts()).toEqual([
      expect.stringMatching(/33\.44167, -40\.44889\s+did you mean this/),
      expect.stringContaining('-40.44889, 33.44167'),
    ])
    await hits.last().click()
    await card.getByRole('button', { name: 'To here' }).click()
    const note = page.locator('.map-note')
    await poll(() => note.innerText()).toContain('lies outside the map of this service')
    expect(await panel().locator('.waypoints li').count()).toBe(2)
    await note.getByRole('button', { name: 'Back to demo' }).click()
    await poll(() => note.count()).toBe(0)
  })

  test('a shared route to a point outside says what to do, without boxes in degrees, and leads back', async () => {
    await visit('w=-40.42889,33.47111;2.1,41.4')
    const alert = panel().getByRole('alert')
    await poll(() => alert.innerText()).toContain('Move the waypoint into it')
    expect(await alert.innerText()).not.toContain('[')
    expect(await alert.getByRole('button').allInnerTexts()).toEqual(['Back to demo'])
  })

  test('two clicks on the map make a route; waypoints are dragged, reordered, removed, and each step is undone', async () => {
    await visit('map=13/33.4564/-40.4389')
    const { x, y } = await mapCentre()
    await page.mouse.click(x + 80, y - 140)
    await page.mouse.click(x - 60, y + 120)
    await panel().locator('.figures').waitFor()
    await page.getByRole('slider', { name: /Elevation along the line/ }).waitFor()
    await isStill('.pin-end') // the map has made room for the chart
    await poll(() => figure('Length')).toMatch(/^\d+(\.\d+)?\sk?m$/)
    const waypoints = async () => (await hash()).replace(/&?map=.*$/, '')
    const two = await waypoints()
    // the map may make room only after it looked still: what was dragged then is the map, so the pin is taken again
    await poll(async () => {
      const at = (await page.locator('.pin-end').boundingBox())!
      await page.mouse.move(at.x + 15, at.y + 15)
      await page.mouse.down()
      await page.mouse.move(at.x + 75, at.y - 45, { steps: 5 })
      await page.mouse.up()
      const isMoved = (before: string) => location.hash.replace(/&?map=.*$/, '') !== before
      return page.waitForFunction(isMoved, two, { timeout: 5000 }).then(
        () => true,
        () => false,
      )
    }).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await poll(waypoints).toBe(two)
    await page.getByRole('button', { name: 'Move A down' }).click()
    await poll(waypoints).not.toBe(two)
    await page.getByRole('button', { name: 'Undo' }).click()
    await poll(waypoints).toBe(two)
    // the answer of what was undone may come between the key and the question
    await page.locator('.pin-end').focus()
    await page.keyboard.press('ArrowRight')
    await poll(waypoints).not.toBe(two)
    await page.getByRole('button', { name: 'Remove B' }).click()
    await poll(() => panel().locator('.waypoints li').count()).toBe(1)
    await poll(() => panel().innerText()).toContain('One more click')
  })

  test('profile and every setting reach the question', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    await panel().locator('details.settings summary', { hasText: 'Settings' }).click()
    await page.getByLabel('Hardest grade').selectOption('5')
    await page.getByLabel('Signed trails').selectOption('OFF')
    await page.getByLabel('Hills').fill('0.5')
    await page.getByLabel('Avoid paved ways').check()
    await page.getByLabel('Shortest way').check()
    await page.getByLabel('Waypoints may lie off').selectOption('1000')
    await poll(hash).toContain(`#${ROUTE}&sac=5&marked=off&unpaved=1&hills=0.5&short=1&snap=1000`)
    await query().locator('summary').click()
    await poll(() => query().innerText()).toMatch(
      /"maxSac": "T5"[\s\S]*"markedTrails": "OFF"[\s\S]*"avoidPaved": true[\s\S]*"hills": 0.5[\s\S]*"shortest": true[\s\S]*"snapRadiusM": 1000/,
    )
    await panel().locator('details.settings').first().scrollIntoViewIfNeeded()
    await shot('settings')
    await page.getByRole('radio', { name: 'Bike' }).check()
    await page.getByLabel(/^Bicycle/).selectOption('MOUNTAIN')
    await poll(() => query().innerText()).toContain('"bicycleType": "MOUNTAIN"')
    expect(await query().innerText()).not.toContain('"maxSac"')
  })

  test('a date of travel, and an hour, reach the question, and what is closed then is said', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    await page.getByLabel('Date of travel').fill('2026-12-24')
    await poll(hash).toContain('&on=2026-12-24')
    await poll(() => panel().innerText()).toContain('the map closes nothing on the cheapest way')
    expect(await panel().innerText()).toContain('There are no alternatives with a date of travel')
    await page.getByLabel('Start at').fill('08:30')
    await poll(hash).toContain('&on=2026-12-24T08:30')
    await query().locator('summary').click()
    await poll(() => query().innerText()).toMatch(/"at": \{\s*"time": "2026-12-24T08:30"/)
    await page.getByLabel('Date of travel').fill('')
    await poll(hash).not.toContain('&on=')
  })

  test('the line is coloured by surface or grade, with dots on what is assumed and a legend in which unknown is a kind of its own', async () => {
    // a trail, mapped before this place and assumed after it
    const { mapped, assumed, between } = await trailPlaces(server.api)
    await visit(`${ROUTE}&map=16/${between[1]}/${between[0]}`, WHOLE_MAP)
    const legend = page.getByRole('group', { name: 'Colours of the line' })
    await legend.waitFor()
    await poll(() => legend.innerText()).toContain('gravel')
    await page.waitForFunction(() => performance.getEntriesByName('line-drawn').length > 0)
    await shot('route', 1000)
    // arrows and kilometres are white on both
    const dots = async () => (await whiteShare(page, assumed)) - (await whiteShare(page, mapped))
    await poll(dots).toBeGreaterThan(0.05)
    await legend.getByRole('radio', { name: 'Difficulty' }).check()
    await poll(() => legend.innerText()).toContain('unknown')
    await poll(() => legend.innerText()).toContain('road or track (ungraded)')
    await poll(hash).toContain('by=sac')
    await shot('grades', 400)
  })

  test('chart and map point at the same place, by pointer and by keyboard', async () => {
    await visit(ROUTE)
    const chart = page.getByRole('slider', { name: /Elevation along the line/ })
    await chart.waitFor()
    await chart.focus()
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight')
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^70\d metres · \d+ metres/)
    await shot('chart')
    await page.keyboard.press('Escape')
    await poll(() => chart.getAttribute('aria-valuetext')).toBe('Start of the line')
    await page.waitForFunction(() => performance.getEntriesByName('line-drawn').length > 0)
    // the goal lies on the line: the pointer there points at the end of the chart, once the map is still
    await poll(async () => {
      const goal = (await page.locator('.pin-end').boundingBox())!
      await page.mouse.move(goal.x + 5, goal.y + 31)
      await page.mouse.move(goal.x + 15, goal.y + 41, { steps: 3 })
      return chart.getAttribute('aria-valuenow')
    }).toMatch(/^(69|70)\d\d$/)
  })

  test('a stretch of the chart has its own climb, time and surface, by keys, mouse and finger; steepness has colours', async () => {
    await visit(ROUTE, PANEL_ALONE)
    const chart = page.getByRole('slider', { name: /Elevation along the line/ })
    const stretch = page.getByRole('group', { name: 'Selected stretch' })
    await chart.focus()
    for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowRight')
    await poll(() => stretch.innerText()).toMatch(
      /0\sm – 70\d\sm: 70\d\sm · ↑ \d+\sm ↓ \d+\sm · moving time \d+\smin · .*gravel \d+\s%/,
    )
    await page.keyboard.press('Enter')
    await poll(() => chart.getAttribute('aria-valuemax')).toBe('704')
    await page.keyboard.press('Escape')
    await poll(() => chart.getAttribute('aria-valuemax')).toMatch(/^70\d\d$/)
    await poll(() => stretch.count()).toBe(0)
    await isStill('.chart svg')
    const { x, y, width } = (await chart.boundingBox())!
    await page.mouse.move(x + width * 0.3, y + 60)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.6, y + 60, { steps: 3 })
    await page.mouse.up()
    await poll(() => stretch.innerText()).toMatch(/^1\.\d+\skm – [34]\.\d+\skm: 2\.\d+\skm/)
    await page.getByRole('radio', { name: 'Steepness' }).check()
    await poll(() => page.locator('.map-legend').innerText()).toContain('10 to 20\u00a0%')
    await shot('stretch')
    await stretch.getByRole('button', { name: 'Close' }).click()
    // the page makes room again; a finger leaves its place to be read
    await isStill('.chart svg')
    const finger = await page.context().newCDPSession(page)
    const box = (await chart.boundingBox())!
    const at = (share: number) => [{ x: box.x + box.width * share, y: box.y + 60 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.5) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^3\.\d+ kilometres · \d+ metres/)
  })

  test('hazards, unknowns, warnings, defaults and the band of the time stand as plainly as the length', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const text = await panel().innerText()
    expect(text).toContain('This region is made up')
    expect(text).toMatch(/Ford\s+2 times:\s+at 6\.\d+\skm/)
    expect(text).toMatch(/Four of five people need \d\sh\s\d\d\smin to \d\sh\s\d\d\smin/)
    expect(text).toMatch(/Not known[\s\S]*have no difficulty grade in the map/)
    expect(text).toContain('The best way for these settings')
    // once, under the bar of surfaces or the figures, and not again among what is not known
    expect(text.match(/assumed from the kind of way/g)).toHaveLength(1)
    // what was taken by default stands with the settings
    expect(text).not.toContain('taken by default')
    const settings = panel().locator('details.settings').first()
    await settings.locator('summary').click()
    await poll(() => settings.innerText()).toMatch(
      /Not chosen, so taken by default: Hardest grade[\s\S]*Applied: Hardest grade: T3/,
    )
    expect(text.search(/\nSurface\n/)).toBeGreaterThan(0)
    expect(text.search(/\nSurface\n/)).toBeLessThan(text.search(/\nLook out for\n/))
    expect(await page.locator('.chart .hazard-mark').count()).toBe(2)
  })

  test('a route that does not exist is said to be none, with the reason and what to do, and no line', async () => {
    await visit('w=-40.5,33.0;-40.4,33.45', PANEL_ALONE)
    const note = panel().getByRole('alert')
    await note.waitFor()
    const lines = async () => (await note.innerText()).split('\n').filter((line) => line.trim() !== '')
    await poll(async () => (await lines()).length).toBeGreaterThanOrEqual(3)
    expect(await panel().locator('.figures').count()).toBe(0)
    await shot('no-route')
  })

  test('a service that cannot be reached is said so, and asked again by a button', async () => {
    await page.route('**/graphql', (route) => route.abort())
    // no other test asks for it: the page has not kept it
    await visit('w=-40.4301,33.4701;-40.4401,33.4601', PANEL_ALONE)
    const note = panel().getByRole('alert')
    await note.waitFor()
    await poll(() => note.innerText()).toContain('The service cannot be reached')
    await page.unroute('**/graphql')
    await note.getByRole('button', { name: 'Try again' }).click()
    await panel().locator('.figures').waitFor()
    // our own abort
    open.faults.splice(0, open.faults.length, ...open.faults.filter((fault) => !fault.includes('net::ERR_FAILED')))
  })

  test('where a release has no map style the page says what is missing, and routes all the same', async () => {
    await visit(ROUTE, '?without-style')
    await poll(() => page.locator('.map-note').innerText()).toContain('has no basemap, styles')
    await panel().locator('.figures').waitFor()
    await shot('no-style')
  })

  test('without WebGL it says so, and search, routes and facts are there all the same', async () => {
    await visit(ROUTE, WITHOUT_WEBGL)
    await poll(() => page.locator('.map-note').innerText()).toContain('no WebGL')
    await panel().locator('.figures').waitFor()
    await page.getByRole('slider', { name: /Elevation along the line/ }).waitFor()
  })

  test('weather at the hour of arrival for the departure chosen, named as made up here', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('details.weather summary').click()
    const departure = await page.evaluate(
      () =>
        `${new Date(Date.now() + 30 * 3_600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 13)}:00`,
    )
    await page.getByLabel('Departure').fill(departure)
    await page.getByRole('button', { name: 'Show the weather' }).click()
    await panel().locator('.weather table').waitFor()
    await poll(() => panel().locator('.weather').innerText()).toContain('made up')
    await poll(() => panel().locator('.weather tbody tr').count()).toBeGreaterThan(3)
    await poll(() => hash()).toContain(`at=${departure}`)
    await panel().locator('.weather table').scrollIntoViewIfNeeded()
    await shot('weather')
  })

  test('trails and places on the way: a trail once, hotels by themselves after them, a cut list is said to be cut', async () => {
    await page.route('**/graphql', async (route) => {
      const requested = route.request().postData() ?? ''
      if (!/query (RouteOnMap|RouteCompany)\(/.test(requested)) return route.continue()
      // these are nothing that one passes
      expect(requested).not.toMatch(/\b(ISLAND|TRAIL)\b/)
      const response = await route.fetch()
      const { data } = await response.json()
      if (data.route !== undefined) {
        const use = { sharedShare: 0.5, sharedM: 3500, node: { id: 'x', osmRelation: 7, ref: 'A 1', level: null } }
        data.route.trails = { edges: [use, { ...use, sharedM: 900, node: { ...use.node, osmRelation: 8, ref: 'a1' } }] }
      } else {
        data.line.places.pageInfo.hasNextPage = true
        const [hotel] = structuredClone(data.line.places.edges)
        data.line.hotels.edges = [{ ...hotel, node: { ...hotel.node, name: 'Grand Hotel', kind: 'HOTEL' } }]
        data.nodes = [{ osmRelation: 7, name: 'Way of all' }]
      }
      return route.fulfill({ response, json: { data } })
    })
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const section = panel().locator('details', { hasText: 'Trails and places on the way' })
    await section.locator('> summary').click()
    await poll(async () => (await section.first().innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /Way of all A 1 3\.5 km \(50 %\)\s+1 more entry of the map for it\s+Places on the way[\s\S]*Refúgio da Névoa[\s\S]*These are the first \d+, up to 7\.\d+ km; there are more beyond\.\s+1 hotel$/,
    )
    await section.getByText('1 hotel').click()
    await poll(() => section.first().innerText()).toContain('Grand Hotel')
    await shot('company')
    await page.unrouteAll()
  })

  test('a bicycle has no bar of hiking grades, and none of its own where nothing is graded', async () => {
    await visit(`${ROUTE}&p=bike`, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const bars = panel().locator('.found h2, .found h3')
    await poll(async () => (await bars.allInnerTexts()).join()).toMatch(/Surface[\s\S]*Difficulty/)
    expect(await panel().innerText()).not.toMatch(/\bT[1-6] /)
    const byBike = await figure('Moving time')
    expect(byBike).toMatch(/^(\d+\sh\s)?\d+\smin$/)
    await page.getByRole('radio', { name: 'Run' }).check()
    await poll(() => figure('Moving time')).not.toBe(byBike)
    expect(await figure('Moving time')).toMatch(/^(\d+\sh\s)?\d+\smin$/)
    await page.getByRole('radio', { name: 'Bike' }).check()
    await poll(() => figure('Moving time')).toBe(byBike)
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      if (body.data.route !== undefined) body.data.route.difficulty = null
      return route.fulfill({ response, json: body })
    })
    await page.reload()
    await panel().locator('.figures').waitFor()
    await poll(async () => (await bars.allInnerTexts()).join()).toContain('Surface')
    expect((await bars.allInnerTexts()).join()).not.toContain('Difficulty')
    await page.unrouteAll()
  })

  test('snow along the way: without an observation all of it is unknown, not clear', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('details.snow summary').click()
    await page.getByRole('button', { name: 'Show the snow' }).click()
    await poll(() => panel().locator('.snow').innerText()).toContain('No snow observation is published here')
    await poll(() => panel().locator('.snow .legend').innerText()).toMatch(
      /clear of snow\s+0\sm\s+unknown\s+[67]\.\d\d\skm/,
    )
    await panel().locator('.snow .figures').scrollIntoViewIfNeeded()
    await shot('snow')
  })

  test('one’s own recordings change the time of the route, stay in the browser, and are forgotten by one click', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const usual = await figure('Moving time')
    await panel().getByText('My pace').click()
    const walked = walkedPoints(1.5)
    // one outing in three formats counts once
    const recordings = [
      { name: 'walk.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(walkedGpx(walked)) },
      { name: 'walk.tcx', mimeType: 'application/octet-stream', buffer: Buffer.from(walkedTcx(walked)) },
      { name: 'walk.fit', mimeType: 'application/octet-stream', buffer: walkedFit(walked) },
      { name: 'picture.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('no recording') },
    ]
    await panel().locator('.my-pace input[type=file]').setInputFiles(recordings)
    await poll(() => panel().locator('.my-pace-result').innerText()).toContain('from 1 of 3 recordings')
    await poll(() => panel().locator('.my-pace').innerText()).toContain('Not added: picture.gpx.')
    await poll(() => figure('Moving time')).not.toBe(usual)
    const kept = () => page.evaluate(() => localStorage.getItem('waypost-my-pace'))
    expect(JSON.parse((await kept())!).files.map(({ name }: { name: string }) => name)).toEqual([
      'walk.gpx',
      'walk.tcx',
      'walk.fit',
    ])
    await shot('my-pace')
    await panel().getByRole('button', { name: 'Forget my pace' }).click()
    await poll(kept).toBeNull()
    await poll(() => figure('Moving time')).toBe(usual)
  })

  test('tours are saved under their names in the browser, and go out and in as one file', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const tours = panel().locator('details.tours')
    await tours.locator('summary').click()
    const name = tours.getByRole('textbox', { name: 'Name of the tour' })
    await poll(() => name.inputValue()).toBe('Vale Torvinho – Refúgio da Névoa')
    await tours.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Reverse' }).click()
    await name.fill('Down again')
    await tours.getByRole('button', { name: 'Save' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tours.getByRole('button', { name: 'Export all' }).click(),
    ])
    const file = await readFile((await download.path())!)
    const listed = tours.getByRole('listitem')
    for (const one of ['Vale Torvinho – Refúgio da Névoa', 'Down again'])
      await tours.getByRole('button', { name: `Delete ${one}` }).click()
    await poll(() => listed.count()).toBe(0)
    await panel().getByRole('button', { name: 'Clear' }).click()
    await tours
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.gpx', mimeType: 'text/xml', buffer: Buffer.from('<gpx/>') })
    await poll(() => tours.getByRole('alert').innerText()).toContain('not a file of tours')
    await tours
      .locator('input[type=file]')
      .setInputFiles({ name: 'tours.json', mimeType: 'application/json', buffer: file })
    await poll(() => listed.count()).toBe(2)
    await visit('', PANEL_ALONE)
    await tours.locator('summary').click()
    await tours.getByRole('button', { name: 'Vale Torvinho – Refúgio da Névoa', exact: true }).click()
    await panel().locator('.figures').waitFor()
    await poll(() => hash()).toContain(ROUTE)
    await shot('tours')
    await page.evaluate(() => localStorage.clear())
  })

  test('round trips of a length and direction from a click; choosing another draws it', async () => {
    await visit('m=loop&lk=8&map=12.5/33.4564/-40.4389')
    const { x, y } = await mapCentre()
    await page.mouse.click(x, y)
    await page.getByLabel('Direction').selectOption('180')
    await page.getByRole('button', { name: 'Find round trips' }).click()
    await panel().locator('.cards .card').first().waitFor()
    await poll(() => hash()).toMatch(/ls=[-\d.]+,[-\d.]+&lk=8&ld=180/)
    await poll(() => page.getByRole('slider', { name: /Elevation along/ }).count()).toBe(1)
    const cards = panel().locator('.cards .card')
    await poll(() => cards.count()).toBeGreaterThan(1)
    const first = await figure('Length')
    await cards.nth(1).click()
    await poll(() => figure('Length')).not.toBe(first)
    await shot('loops', 800)
    await visit((await hash()).slice(1))
    await panel().locator('.cards .card').nth(1).waitFor()
    await poll(() => figure('Length')).toBe(first)
  })

  test('the route is downloaded as GPX; dropped again it is analysed, cleaned, simplified, and its pace planned', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    await poll(() => page.title()).toBe('Vale Torvinho – Refúgio da Névoa – Waypost')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download GPX' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Vale Torvinho – Refúgio da Névoa.gpx')
    const gpx = await readFile((await download.path())!, 'utf8')
    expect(gpx).toMatch(/^<\?xml[\s\S]*<trkpt lat="33\.4[\s\S]*<\/gpx>\s*$/)
    expect(gpx).toMatch(/<desc>Synthetic demo region[\s\S]*<wpt [^>]*><name>[^<]+<\/name><\/wpt>/)
    // two lines in one file are two tours to many devices
    expect(gpx).not.toContain('<rte')
    await dropText(page, 'walk.gpx', gpx)
    await poll(() => panel().innerText()).toMatch(/\d+\s% of the line \([\d.]+\skm\) follows mapped ways/)
    await shot('file', 600)
    await panel().getByText('Clean the file').click()
    await page.getByRole('button', { name: 'Clean', exact: true }).click()
    await poll(() => panel().innerText()).toMatch(/Nothing had to be taken out|points before, \d+ after: \d+ repeated/)
    await panel().getByText('Simplify the file').click()
    await page.getByRole('button', { name: 'Simplify', exact: true }).click()
    await poll(() => panel().innerText()).toMatch(/\d+ points before, \d+ after; at most [\d.]+\sm off/)
    await panel().getByText('Plan the pace').click()
    await page.getByRole('button', { name: 'Plan', exact: true }).click()
    await poll(() => panel().innerText()).toMatch(/2:00:00 over 7\.0\d\skm/)
    await panel().locator('table').last().scrollIntoViewIfNeeded()
    await shot('pace')
    await page.getByRole('button', { name: 'Edit as a route' }).click()
    await poll(() => panel().getByRole('status').innerText()).toMatch(/2 waypoints\. .* at most \d+\sm apart/)
    await poll(() => figure('Length')).toMatch(/^7\.0\d\skm$/)
  })

  test('a GPX with times has its recorded time beside the estimated one, a GPX without has not', async () => {
    await visit('m=file', PANEL_ALONE)
    const stepsS = 600
    const track = (isTimed: boolean) =>
      Array.from({ length: 13 }, (_, i) => {
        const time = isTimed
          ? `<time>${new Date(Date.UTC(2026, 5, 1, 8) + i * stepsS * 1000).toISOString()}</time>`
          : ''
        return `<trkpt lat="${33.47111 - i * 0.00245}" lon="${-40.42889 - i * 0.00167}">${time}</trkpt>`
      }).join('')
    const gpx = (isTimed: boolean) =>
      `<gpx version="1.1" creator="test"><trk><trkseg>${track(isTimed)}</trkseg></trk></gpx>`
    await dropText(page, 'walked.gpx', gpx(true))
    const names = () => panel().locator('.figures dt').allInnerTexts()
    await poll(names).toEqual(['Length', 'Up', 'Down', 'Moving time', 'Recorded, with rests'])
    expect(await figure('Recorded')).toMatch(/^2\sh\s00\smin$/)
    expect(await figure('Moving time')).toMatch(/^\d\sh\s\d\d\smin$/)
    await dropText(page, 'drawn.gpx', gpx(false))
    await poll(names).toEqual(['Length', 'Up', 'Down', 'Moving time'])
  })

  test('the route as a FIT file tells what it lacks; files of other kinds are read, and what is no file is refused', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    const length = await figure('Length')
    await panel().locator('details.files summary').click()
    await page.getByLabel('File format').selectOption('FIT')
    await panel()
      .getByRole('checkbox', { name: /with directions/ })
      .check()
    await poll(() => page.title()).toContain('Refúgio')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download FIT' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Vale Torvinho – .*\.fit$/)
    await poll(() => panel().locator('.download .note').innerText()).toContain('true times')
    await shot('download')
    const fit = await readFile((await download.path())!)
    const { count, cues } = readFitFile(fit)
    expect(cues!.length).toBeGreaterThan(0)
    const choose = (name: string, buffer: Buffer) =>
      panel().locator('.drop input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await visit('m=file', PANEL_ALONE)
    await choose('walk.bin', fit)
    await poll(() => panel().innerText()).toContain(`${count.toLocaleString('en')} points, 1 part`)
    await poll(() => panel().innerText()).toMatch(/\d+\s% of the line \([\d.]+\skm\) follows mapped ways/)
    await poll(() => figure('Length')).toBe(length)
    const kml = zipSync({
      'doc.kml': strToU8(`<kml><LineString><coordinates>${KML_LINE}</coordinates></LineString></kml>`),
    })
    await choose('walk.kmz', Buffer.from(kml))
    await poll(() => panel().innerText()).toContain('2 points, 1 part')
    await choose('walk.fit', fit.subarray(0, 100))
    await poll(() => panel().innerText()).toContain('The file cannot be read')
    await shot('file-refused')
  })

  test('the route goes out as a file of each kind, and each comes in again as the same line, whatever its name', async () => {
    for (const [format, name] of FILE_KINDS) {
      await visit(ROUTE, PANEL_ALONE)
      await panel().locator('.figures').waitFor()
      const length = await figure('Length')
      await panel().locator('details.files summary').click()
      await page.getByLabel('File format').selectOption(format)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel()
          .getByRole('button', { name: `Download ${name}` })
          .click(),
      ])
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
      await visit('m=file', PANEL_ALONE)
      const buffer = await readFile((await download.path())!)
      await panel()
        .locator('.drop input')
        .setInputFiles({ name: 'walk.bin', mimeType: 'application/octet-stream', buffer })
      await poll(() => figure('Length')).toBe(length)
      await poll(() => panel().innerText()).toMatch(/\d+\s% of the line \([\d.]+\skm\) follows mapped ways/)
    }
  })

  test('a file outside the map says so and leads back; its waypoints stand on the map and in a list, by their names', async () => {
    await visit('map=12/33.4564/-40.4389')
    const far = `<gpx version="1.1" creator="test"><wpt lat="47.01" lon="11.01"><name>Alm &amp; Quelle</name></wpt><wpt lat="47.02" lon="11.02"/>
      <trk><trkseg><trkpt lat="47" lon="11"/><trkpt lat="47.03" lon="11.03"/></trkseg></trk></gpx>`
    await dropText(page, 'far.gpx', far)
    const note = panel().locator('.note', { hasText: 'outside the map' })
    await poll(() => note.innerText()).toMatch(/This file lies outside the map of this service[\s\S]*not known here/)
    await poll(() => page.locator('.file-point').allInnerTexts()).toEqual(['Alm & Quelle', ''])
    const ends = () => page.locator('.pin-fixed').evaluateAll((all: any[]) => all.map((one) => one.ariaLabel))
    await poll(ends).toEqual(['End of the line', 'Start of the line'])
    await poll(() => panel().innerText()).toContain('1 stretch follows no way')
    await poll(hash).toMatch(/map=[\d.]+\/47\.0/)
    await panel().locator('.file-places summary').click()
    await shot('outside', 800)
    await panel().getByRole('button', { name: '47.02000, 11.02000' }).click()
    await poll(hash).toMatch(/map=15\/47\.0/)
    await note.getByRole('button', { name: /^Back to/ }).click()
    await poll(hash).toMatch(/map=[\d.]+\/33\.4/)
    // partly outside: how much of it
    const half = far.replace('<trkpt lat="47" lon="11"/>', '<trkpt lat="33.4564" lon="-40.4389"/>')
    await dropText(page, 'half.gpx', half)
    await poll(() => note.innerText()).toMatch(/^50\s% of the points of this file lie outside the map/)
    await dropText(page, 'round.gpx', far.replace('</trkseg>', '<trkpt lat="47.0001" lon="11"/></trkseg>'))
    await poll(ends).toEqual(['Start and end of the line'])
    await page.getByRole('tab', { name: 'Route' }).click()
    await poll(() => page.locator('.file-point, .pin-fixed').count()).toBe(0)
  })

  test('a file of places alone shows them on the map and in a list, near or far, and offers nothing for a line', async () => {
    await visit('map=12/33.4564/-40.4389')
    const near = `<gpx version="1.1" creator="test"><wpt lat="33.4564" lon="-40.4389"><name>Old well</name></wpt><wpt lat="33.46" lon="-40.44"/></gpx>`
    await dropText(page, 'places.gpx', near)
    await poll(() => panel().innerText()).toContain('places alone, no line')
    await poll(() => page.locator('.file-point').allInnerTexts()).toEqual(['Old well', ''])
    expect(await panel().locator('.file-places').innerText()).toMatch(
      /2 places of the file[\s\S]*Old well[\s\S]*33\.46000, -40\.44000/,
    )
    expect(await panel().getByRole('alert').count()).toBe(0)
    expect(await panel().getByRole('button', { name: 'Edit as a route' }).count()).toBe(0)
    await shot('file-places', 800)
    await dropText(page, 'far.gpx', near.replaceAll('33.4', '47.4'))
    await poll(() => panel().innerText()).toMatch(/The places of this file lie outside the map of this service/)
    await panel()
      .getByRole('button', { name: /^Back to/ })
      .click()
    await poll(hash).toMatch(/map=[\d.]+\/33\.4/)
    await dropText(page, 'none.gpx', '<gpx version="1.1" creator="test"/>')
    await poll(() => panel().getByRole('alert').innerText()).toContain('holds no line')
  })

  test('a file beyond every limit is thinned by the page and simplified by the service, and both are said with figures', async () => {
    await visit('m=file', PANEL_ALONE)
    await dropText(page, 'huge.gpx', hugeGpx(120_000))
    await poll(() => panel().innerText()).toMatch(
      /thinned it from 120,000 to [\d,]+ points first; no removed point lies more than [\d.]+\sm/,
    )
    await poll(() => panel().innerText()).toMatch(/simplified the line to [\d,]+ points first/)
    await poll(() => panel().locator('.status, .note-bad').count()).toBeGreaterThan(0)
    await shot('huge')
    await dropText(page, 'empty.gpx', '<gpx version="1.1"></gpx>')
    await poll(() => panel().getByRole('alert').innerText()).toContain('holds no line')
  })

  test('the address holds the state: pasted elsewhere, the same route appears', async () => {
    const shared = `${ROUTE}&p=bike&bike=mountain&by=sac&map=13.2/33.45/-40.43`
    await visit(shared)
    await panel().locator('.figures').waitFor()
    await poll(() => page.title()).toContain('Refúgio')
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    // fitted into any screen: without the place of the map
    const name = encodeURIComponent('Vale Torvinho – Refúgio da Névoa')
    expect(link).toBe(`${server.site}/?${shared.replace(/&map=.*/, '')}&name=${name}`)
    const preview = await (await fetch(link)).text()
    expect(preview).toContain('<meta property="og:title" content="Vale Torvinho – Refúgio da Névoa – Waypost">')
    const picture = /property="og:image" content="([^"]+)"/.exec(preview)![1].replaceAll('&amp;', '&')
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')
    const length = await figure('Length')
    await page.goto('about:blank')
    await page.goto(link)
    await panel().locator('.figures').waitFor()
    await poll(() => figure('Length')).toBe(length)
    await poll(() => page.getByRole('radio', { name: 'Bike' }).isChecked()).toBe(true)
  })

  test('the query behind what is seen opens in GraphiQL with its variables, and answers there', async () => {
    await visit(ROUTE, PANEL_ALONE)
    await panel().locator('.figures').waitFor()
    await query().locator('summary').click()
    await poll(() => query().innerText()).toMatch(/query RouteOnMap\(\$input: RouteInput!, [\s\S]*"waypoints"/)
    const link = (await query().getByRole('link', { name: 'Open in GraphiQL' }).getAttribute('href'))!
    await query().scrollIntoViewIfNeeded()
    await shot('query')
    await page.goto(link)
    const run = page.getByRole('button', { name: /execute query/i })
    await run.waitFor()
    await poll(() => page.locator('.graphiql-query-editor').innerText()).toContain('RouteOnMap')
    await run.click()
    // its own document: no example asks for snaps or which settings took their default
    await poll(() => page.locator('.result-window').innerText()).toContain('settingsDefaulted')
    await shot('query-in-graphiql')
    await poll(() => page.locator('.result-window').innerText()).toContain('COMPLETE')
  })

  test('places and trails in view, each with its details, on the map and in a list', async () => {
    await visit('m=view&map=12/33.4564/-40.4389')
    const places = panel().getByRole('region', { name: 'Outdoor places' })
    await places.getByRole('button', { name: /Refúgio da Névoa/ }).click()
    const details = panel().getByRole('region', { name: 'Details' })
    await details.waitFor()
    await poll(() => details.innerText()).toMatch(/places\s+38/)
    expect(await details.innerText()).not.toContain('alpine_hut')
    await details.getByText('More from the map').click()
    expect(await details.innerText()).toMatch(/tourism\s+alpine_hut/)
    await poll(() => details.innerText()).toMatch(/Height ([\d,]+\sm|unknown)/)
    await poll(() => details.locator('.tags div').count()).toBeGreaterThan(0)
    await shot('places', 600)
    await panel().getByRole('region', { name: 'Signed trails' }).getByRole('button').last().click()
    await poll(() => details.innerText()).toMatch(/Length\s+[\d.]+\skm/)
    // first in the panel, and in sight, though the list was far below
    expect(await panel().evaluate((one: any) => one.scrollTop)).toBe(0)
    expect((await details.boundingBox())!.y).toBeLessThan((await panel().locator('fieldset.chips').boundingBox())!.y)
    await poll(() => page.getByRole('slider', { name: /Elevation along/ }).count()).toBe(1)
    await shot('trail', 800)
  })

  test('speaks German, goes dark, and keeps both', async () => {
    await visit(ROUTE)
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('button', { name: 'Dunkelmodus' }).click()
    await poll(() =>
      page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]),
    ).toEqual(['de', 'dark'])
    await page.reload()
    await panel().locator('.figures').waitFor()
    await poll(() => panel().innerText()).toContain('Der beste Weg bei diesen Einstellungen')
    await shot('german-dark', 1200)
    await page.evaluate(() => localStorage.clear())
  })

  test('a phone of 360 px holds everything: the sheet opens and closes', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit(ROUTE)
    await panel().locator('.figures').waitFor()
    await shot('phone', 600)
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(
      await page.evaluate(
        () => document.querySelector('#panel')!.scrollWidth - document.querySelector('#panel')!.clientWidth,
      ),
    ).toBeLessThanOrEqual(0)
    const grip = page.locator('.grip')
    await grip.click()
    await shot('phone-full', 300)
    // the sheet is scrolled to its end under the tabs, which stay
    const end = panel().locator('details').last()
    await end.scrollIntoViewIfNeeded()
    await poll(async () => {
      const box = (await end.boundingBox())!
      return box.y > 0 && box.y + box.height <= 740
    }).toBe(true)
    expect((await page.getByRole('tab', { name: 'Route' }).boundingBox())!.y).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.querySelector('#panel')!.scrollTop)).toBeGreaterThan(100)
    await grip.click()
    await poll(async () => (await page.locator('.side').boundingBox())!.height).toBeLessThan(130)
    await shot('phone-low')
    await page.setViewportSize({ width: 1060, height: 700 })
  })
})

/** Drops a text onto the page as a file from the desktop. */
async function dropText(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const made = new DataTransfer()
      made.items.add(new File([content], fileName, { type: 'application/gpx+xml' }))
      return made
    },
    [name, text],
  )
  await page.locator('.app').dispatchEvent('drop', { dataTransfer: transfer })
}

const FILE_KINDS = [
  ['GPX', 'GPX'],
  ['FIT', 'FIT'],
  ['TCX', 'TCX'],
  ['KML', 'KML'],
  ['GEOJSON', 'GeoJSON'],
] as const
const KML_LINE = '-40.4288889,33.4711111 -40.4297,33.4713'
const readFitFile = (bytes: Buffer) => readLineFile(bytes.toString('base64'), 50_000)

/** A long wandering recording on the island. */
function hugeGpx(points: number): string {
  const lines: string[] = []
  for (let i = 0; i < points; i++) {
    const turn = (i / points) * 60
    lines.push(
      `<trkpt lat="${(33.44 + 0.01 * Math.sin(turn) + 0.0001 * Math.sin(i)).toFixed(7)}" lon="${(-40.44 + 0.01 * Math.cos(turn * 0.7) + 0.0001 * Math.cos(i * 1.3)).toFixed(7)}"><ele>${(300 + 40 * Math.sin(turn * 3)).toFixed(2)}</ele></trkpt>`,
    )
  }
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${lines.join('\n')}</trkseg></trk></gpx>`
}

/** Places on the line of ROUTE, on both sides of where the same surface is no longer mapped but assumed. */
async function trailPlaces(api: string): Promise<Record<'mapped' | 'assumed', number[][]> & { between: number[] }> {
  const query = `{ route(input: { waypoints: [{ at: [-40.42889, 33.47111] }, { at: [-40.44889, 33.44167] }] }) {
    lengthM line { coordinates } surfaces { stretches { fromM toM surface source } } } }`
  const answer = await fetch(`${api}/graphql?query=${encodeURIComponent(query)}`)
  const { lengthM, line, surfaces } = ((await answer.json()) as any).data.route
  const shown = toShownLine([line.coordinates], lengthM, { surfaces: null, grades: null })
  const [last, next] = surfaces.stretches.slice(-2)
  expect([last.surface, last.source, next.surface, next.source]).toEqual(['TRAIL', 'MAPPED', 'TRAIL', 'CLASS_DEFAULT'])
  const at = (metres: number) => {
    const [lon, lat] = pointAt(shown, next.fromM + metres)
    return [lon, lat]
  }
  const every = (fromM: number, toM: number) => Array.from({ length: toM - fromM }, (_, i) => at(fromM + i))
  return { mapped: every(-250, -20), assumed: every(20, 250), between: at(0) }
}

/** How much of a picture is white at these places. */
async function whiteShare(page: Page, places: readonly number[][]): Promise<number> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = info.width / page.viewportSize()!.width
  const lightest = (await pixelsOf(page, places)).map(({ x, y }) => {
    const at = (Math.floor(y * scale) * info.width + Math.floor(x * scale)) * info.channels
    return Math.min(...data.subarray(at, at + 3))
  })
  return lightest.filter((light) => light > 150).length / lightest.length
}
