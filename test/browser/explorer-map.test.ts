// What the map of the explorer shows and takes: what is asked is in sight, and the line is edited on it.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { pointAt, toShownLine } from '../../src/web/line/shown-line.ts'
import { hasChromium } from '../support/open-browser.ts'
import {
  coveredPoints,
  openExplorer,
  pixelOf,
  pixelsOf,
  poll,
  ROUTE,
  WHOLE_STYLE,
  type OpenExplorer,
} from '../support/open-explorer.ts'

const ENDS = [
  [-40.42889, 33.47111],
  [-40.44889, 33.44167],
]

/** How far along the route between them it crosses a stream. */
const FORD_M = 6439

/** A signed trail past the hut at the second of these ends. */
const BOGEN = 800000015

describe.skipIf(!hasChromium)('the map of the explorer (needs Chromium)', () => {
  let explorer: OpenExplorer
  let page: Page
  let line: number[][]

  beforeAll(async () => {
    explorer = await openExplorer(1280, 800)
    page = explorer.page
    const answer = await fetch(`${explorer.server.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ waypoints: ENDS }),
    })
    line = ((await answer.json()) as { geometry: { coordinates: number[][] } }).geometry.coordinates
  })
  afterAll(async () => {
    await explorer?.close()
  })
  afterEach(() => explorer.expectNoFaults())

  test('a line lies whole in the part of the map that nothing lies over, on a desk and on a phone; sources fold and are named once', async () => {
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
    // on a phone the legend is folded until it is requested, the sources after some seconds
    const legend = page.locator('.map-legend')
    expect(await legend.getByRole('radio').count()).toBe(0)
    await legend.getByRole('button', { name: 'What the colours mean: Surface' }).click()
    await legend.getByRole('radio', { name: 'Steepness' }).check({ force: true })
    const sources = page.locator('.map-sources')
    await poll(() => sources.getByRole('list').isVisible()).toBe(false)
    await sources.locator('summary').press('Enter')
    await poll(async () => (await sources.innerText()).match(/invented island/g)?.length).toBe(1)
    // the scale stands over them
    await poll(async () => {
      const { y, height } = (await page.locator('.maplibregl-ctrl-scale').boundingBox())!
      return (await sources.boundingBox())!.y - (y + height)
    }).toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await explorer.visit(ROUTE)
    await poll(() => legend.innerText()).toMatch(/natural ground[\s\S]*danger/)
    await poll(() => sources.getByRole('link', { name: 'MapLibre' }).isVisible()).toBe(true)
    const map = (await page.locator('.map').boundingBox())!
    await page.mouse.move(map.x + 180, map.y + 180)
    await page.mouse.wheel(0, -100)
    await poll(() => sources.getByRole('list').isVisible()).toBe(false)
  })

  test.each([
    ['a desk', 1280, 800],
    ['a small desk', 1024, 640],
    ['a phone', 360, 740],
    ['a phone on its side', 740, 360],
    ['a larger phone on its side', 844, 390],
  ])('on %s a line stays in sight beside every card, list and panel, each inside the map', async (_, width, height) => {
    await page.setViewportSize({ width, height })
    await explorer.visit(`${ROUTE}&on=2026-12-21T15:30`)
    await explorer.panel().locator('.figures').waitFor()
    const inSight = async (beside: string) => {
      await poll(async () => ({ beside, points: await coveredPoints(page, line) })).toEqual({ beside, points: [] })
      expect(await cutOff(page), beside).toEqual([])
    }
    await inSight('the route')
    const list = page.locator('.layers > summary')
    await list.press('Enter')
    await poll(() => cutOff(page)).toEqual([])
    for (const ground of ['steepness', 'sun and shadow']) {
      await page.getByRole('radio', { name: ground, exact: true }).check()
      await list.press('Enter')
      await inSight(ground)
      await list.press('Enter')
    }
    await page.getByRole('radio', { name: 'nothing', exact: true }).check()
    await list.press('Enter')
    const more = page.getByRole('button', { name: 'More buttons' })
    if (await more.isVisible()) await more.press('Enter')
    await page.getByRole('button', { name: 'Measure' }).press('Enter')
    await page.getByRole('region', { name: 'Measure' }).waitFor()
    if (await more.isVisible()) await more.press('Enter')
    await inSight('measuring')
    await page.keyboard.press('Escape')
    const track = line.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
    await page.getByRole('tab', { name: 'File' }).click()
    await explorer
      .panel()
      .locator('.drop input')
      .setInputFiles({
        name: 'walk.gpx',
        mimeType: 'text/xml',
        buffer: Buffer.from(`<gpx version="1.1" creator="test"><trk><trkseg>${track}</trkseg></trk></gpx>`),
      })
    await explorer.panel().locator('.figures').first().waitFor()
    await inSight('a file')
    await explorer.shot(`beside-${width}`, 500)
    await page.evaluate(() => localStorage.clear())
  })

  test.each([
    ['a desk', 1280, 800],
    ['a phone', 360, 740],
  ])(
    'on %s a round trip, what is in reach and a trail of the map lie whole in sight beside their panels',
    async (_, width, height) => {
      await page.setViewportSize({ width, height })
      // requested by the page, which on a busy machine may have let go of it before it is read here
      const answerOf = async (document: string) => {
        const isRequested = (one: { postData(): string | null }) =>
          one.postData()?.includes(`query ${document}(`) ?? false
        const request = await page.waitForRequest(isRequested)
        const answer = await fetch(request.url(), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: request.postData(),
        })
        return ((await answer.json()) as any).data
      }
      const inSight = async (what: string, points: number[][]) => {
        expect(points.length, what).toBeGreaterThan(10)
        await poll(async () => ({ what, points: await coveredPoints(page, points) })).toEqual({ what, points: [] })
        expect(await cutOff(page), what).toEqual([])
      }
      const loops = answerOf('Loops')
      await explorer.visit('m=loop&ls=-40.44,33.455&lk=6')
      const loop = decodePolyline6((await loops).point.loops.found[0].line.polyline6)
      await inSight('a round trip with its start', [...loop, [-40.44, 33.455]])
      await explorer.shot(`loop-in-sight-${width}`, 500)

      await explorer.visit('m=reach&rs=-40.4389,33.4564&rm=60')
      const reach = answerOf('Reach')
      await page.getByRole('button', { name: 'Show what is in reach' }).press('Enter')
      await inSight(
        'what is in reach',
        (await reach).point.reach.contours.flatMap(({ polygons }: any) => polygons.coordinates.flat(2)),
      )
      await explorer.shot(`reach-in-sight-${width}`, 500)

      await explorer.visit('m=view&map=11.6/33.4364/-40.4389')
      const trail = answerOf('TrailDetails')
      await explorer.panel().getByRole('region', { name: 'Signed trails' }).getByRole('button').first().press('Enter')
      const { lon, lat } = (await trail).trail.elevationProfile.series.columns
      await inSight(
        'a trail',
        lon.map((one: number, i: number) => [one, lat[i]]),
      )
      await explorer.shot(`trail-in-sight-${width}`, 500)
    },
  )

  test('the line is edited on the map: dragged by mouse and finger, a menu at any place, undo and redo by keys', async () => {
    await page.setViewportSize({ width: 1060, height: 700 })
    // until the map's worker is there the line is a piece of the page
    const workerComes = Promise.withResolvers<void>()
    await page.route(/map-worker/, (request) => workerComes.promise.then(() => request.continue()))
    await explorer.visit(ROUTE)
    await page.locator('.early-line path').first().waitFor({ state: 'attached' })
    await poll(() => besideEarlyLine(page, line)).toEqual([])
    expect(await page.locator('.early-line path[stroke-dasharray^="0 "]').count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => performance.getEntriesByName('line-drawn'))).toEqual([])
    workerComes.resolve()
    await poll(() => page.locator('.early-line').count()).toBe(0)
    await page.unrouteAll()
    const panel = explorer.panel()
    const rows = panel.locator('.waypoints li')
    await panel.locator('.figures').waitFor()
    await poll(() => rows.first().innerText()).toContain('Vale Torvinho')
    const places = async () => (await explorer.hash()).replace(/&?map=.*$/, '')
    const two = await places()
    await page.waitForFunction(() => performance.getEntriesByName('line-drawn').length > 0)
    const menu = page.getByRole('menu', { name: 'This place' })
    // by keys alone, while the map still keeps the line in sight
    await page.locator('.map canvas').focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => (globalThis as any).document.activeElement.textContent)
    await poll(focused).toBe('From here')
    await isQuiet(page)
    expect(await menu.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await poll(() => menu.count()).toBe(0)
    const onLine = () => pixelOf(page, line[Math.floor(line.length / 2)])
    await poll(async () => {
      const at = await onLine()
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x - 60, at.y + 10, { steps: 4 })
      await page.mouse.up()
      return rows.count()
    }).toBe(3)
    await poll(places).not.toBe(two)
    await page.keyboard.press('Control+z')
    await poll(places).toBe(two)
    await page.keyboard.press('Control+Shift+z')
    await poll(() => rows.count()).toBe(3)
    await page.keyboard.press('Control+z')

    // a click on the line puts a waypoint into it, between the two
    await poll(() => panel.locator('.busy').count()).toBe(0)
    await poll(async () => {
      const { x, y } = await onLine()
      await page.mouse.click(x, y)
      return rows.count()
    }).toBe(3)
    const [start, , goal0] = (await places()).split(';')
    expect(`${start};${goal0}`).toBe(two)
    await poll(() => explorer.figure('Length')).toMatch(/^7\.0/)
    await page.keyboard.press('Control+z')
    await poll(places).toBe(two)
    await poll(() => panel.locator('.busy').count()).toBe(0)
    // one on a danger says what it is
    const card = page.getByRole('region', { name: 'What is here' })
    await poll(async () => {
      const { x, y } = await pixelOf(
        page,
        pointAt(toShownLine([line as [number, number][]], null), FORD_M) as unknown as number[],
      )
      await page.mouse.click(x, y)
      return (await card.count()) === 0 ? '' : card.innerText()
    }).toMatch(/^(?:×\s+)?Ford[\s\S]*at 6\.\d+\skm/)
    expect(await places()).toBe(two)
    await card.getByRole('button', { name: 'Close' }).click()

    const at = await onLine()
    await page.mouse.click(at.x - 120, at.y + 60, { button: 'right' })
    await poll(focused).toBe('From here')
    await explorer.shot('menu')
    await page.keyboard.press('Enter')
    // another start, the same goal
    const goalOf = (hash: string) => hash.slice(hash.indexOf(';'))
    await poll(places).not.toBe(two)
    expect(goalOf(await places())).toBe(goalOf(two))
    await page.keyboard.press('Control+z')
    await poll(places).toBe(two)
    await poll(() => panel.locator('.busy').count()).toBe(0)
    await page.mouse.click(at.x - 120, at.y + 60, { button: 'right' })
    await poll(focused).toBe('From here')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await poll(() => rows.count()).toBe(3)
    await page.locator('.map canvas').focus()
    await page.keyboard.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'What is here?' }).click()
    await poll(() => card.innerText()).toMatch(/Height\s+[\d,]+\sm/)
    await explorer.shot('here')
    await card.getByRole('button', { name: 'To here' }).click()
    await poll(() => card.count()).toBe(0)
    await poll(() => rows.count()).toBe(3)

    // a finger that rests on the line takes it, elsewhere it opens the menu
    for (const left of [3, 2]) {
      await page.keyboard.press('Control+z')
      await poll(() => rows.count()).toBe(left)
    }
    await poll(() => panel.locator('.busy').count()).toBe(0)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    const first = await onLine()
    await touch('touchStart', first)
    await page.locator('.ghost').waitFor()
    await touch('touchMove', { x: first.x - 40, y: first.y + 30 })
    await touch('touchEnd')
    await poll(() => rows.count()).toBe(3)
    const beside = { x: first.x - 120, y: first.y + 60 }
    const placesNow = await places()
    await touch('touchStart', beside)
    await menu.waitFor()
    // lifted at once or later, with or without Escape, that is no click; nor is one that closes the menu
    await page.keyboard.press('Escape')
    await touch('touchEnd')
    await poll(() => menu.count()).toBe(0)
    await touch('touchStart', beside)
    await menu.waitFor()
    await touch('touchEnd')
    await page.mouse.click(beside.x + 30, beside.y + 30)
    await poll(() => menu.count()).toBe(0)
    await isQuiet(page)
    expect(await places()).toBe(placesNow)
    await touch('touchStart', beside)
    await menu.waitFor()
    await touch('touchEnd')
    await menu.getByRole('menuitem', { name: 'To here' }).press('Enter')
    const [newGoal, oldGoal] = [await places(), placesNow].map(goalOf)
    expect(newGoal).not.toBe(oldGoal)
    expect((await places()).split(';')[0]).toBe(placesNow.split(';')[0])
    expect(await rows.count()).toBe(3)

    // the list by its handles
    const before = await places()
    const handle = (await rows.nth(2).locator('.handle').boundingBox())!
    const goal = (await rows.nth(0).boundingBox())!
    await page.mouse.move(handle.x + 4, handle.y + 8)
    await page.mouse.down()
    await page.mouse.move(goal.x + 4, goal.y + 8, { steps: 4 })
    await page.mouse.up()
    await poll(places).not.toBe(before)
  })

  test('layers are switched off and stay so; all of the line comes back; the place of the visitor is shown', async () => {
    await page.setViewportSize({ width: 800, height: 600 })
    await page.context().grantPermissions(['geolocation'], { origin: explorer.server.site })
    await page.context().setGeolocation({ latitude: 33.45, longitude: -40.44, accuracy: 20 })
    await explorer.visit(`${ROUTE}&map=16/33.4/-40.4`)
    await explorer.panel().locator('.figures').waitFor()
    await poll(async () => (await coveredPoints(page, line)).length).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Show all of it' }).click()
    await poll(() => coveredPoints(page, line)).toEqual([])
    await page.locator('.layers > summary').press('Enter')
    const switches = page.locator('.layer-list input[type=checkbox]')
    const names = ['Hill shading', 'Contour lines', 'Walking trails', 'Cycling trails', 'Huts, peaks, places']
    expect(await page.locator('.layer-list label:has(input[type=checkbox])').allInnerTexts()).toEqual(names)
    for (const name of names) await page.getByRole('checkbox', { name, exact: true }).uncheck()
    await page.getByRole('radio', { name: 'steepness', exact: true }).check()
    await explorer.shot('layers')
    await poll(() => page.evaluate(() => localStorage.getItem('waypost-hidden-layers'))).toBe(
      'hillshade contours walking cycling places',
    )
    // the ground in three dimensions, from tiles without voids, and back
    const relief = page.getByRole('button', { name: 'Map in 3D' })
    const drawn = () => page.evaluate(() => performance.getEntriesByName('shade-drawn').length)
    const drawnFlat = await drawn()
    await page.locator('.map canvas').focus()
    await page.keyboard.press('t')
    expect(await relief.getAttribute('aria-pressed')).toBe('true')
    await poll(drawn).toBeGreaterThan(drawnFlat)
    await explorer.shot('relief', 5000)
    await page.keyboard.press('t')
    await poll(() => relief.getAttribute('aria-pressed')).toBe('false')
    const zoomOf = async () => Number(/map=([\d.]+)/.exec(await explorer.hash())![1])
    const before = await zoomOf()
    await page.getByRole('button', { name: 'Measure' }).focus()
    await page.keyboard.press('+')
    await poll(async () => (await zoomOf()) - before).toBeCloseTo(1, 1)
    await page.locator('.map canvas').focus()
    await page.keyboard.press('-')
    await poll(async () => (await zoomOf()) - before).toBeCloseTo(0, 1)
    // what has a button has a key, listed under ?
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await poll(() => keys.innerText()).toMatch(/\/\s+Search places and trails[\s\S]*1\s+Route[\s\S]*m\s+Measure/)
    await poll(() => keys.innerText()).toMatch(/\+\s+Zoom in[\s\S]*n\s+[\s\S]*g\s+Where am I\?/)
    const listed = await keys.locator('kbd').allInnerTexts()
    expect(listed).toEqual([...new Set(listed)])
    await explorer.shot('keys')
    await keys.getByRole('checkbox', { name: 'Single letters are shortcuts' }).uncheck()
    await keys.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('m')
    await isQuiet(page)
    expect(await page.getByRole('region', { name: 'Measure' }).count()).toBe(0)
    await page.evaluate(() => localStorage.removeItem('waypost-no-keys'))
    await page.getByRole('button', { name: 'Where am I?' }).click()
    await page.locator('.maplibregl-user-location-dot').waitFor()
    await poll(() => explorer.hash()).toMatch(/map=[\d.]+\/33\.4[45]\d*\/-40\.4[34]/)
    await page.reload()
    await page.locator('.layers > summary').press('Enter')
    await poll(() => switches.evaluateAll((all: any[]) => all.map((one) => one.checked))).toEqual(
      names.map(() => false),
    )
    expect(await page.getByRole('radio', { name: 'steepness', exact: true }).isChecked()).toBe(true)
    await page.getByRole('region', { name: 'Steepness of the ground' }).waitFor()
    await page.evaluate(() => localStorage.clear())
  })

  test('the legend says what the signs of the map mean; a click on a hut or peak tells about it, one on a trail lets it be followed', async () => {
    await page.setViewportSize({ width: 800, height: 600 })
    await explorer.visit('m=file&map=13.3/33.43833/-40.45583', WHOLE_STYLE)
    const card = page.getByRole('region', { name: 'What is here' })
    const hut = [-40.44889, 33.44167]
    // the style and its tiles may still be on their way; two clicks at once would zoom
    const click = async (place: number[]) => {
      const { x, y } = await pixelOf(page, place)
      await page.mouse.click(x, y)
      return card.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(() => click([-40.46278, 33.435]), { timeout: 90_000 }).toBe(true)
    await poll(() => card.innerText()).toMatch(/Sgurr Velmar[\s\S]*peak · Height\s+[\d,]+\sm/)
    expect(await card.getByRole('button', { name: /here$/ }).allInnerTexts()).toEqual(['From here', 'To here'])
    await explorer.shot('peak')
    await card.getByRole('button', { name: 'Close' }).click()
    await poll(() => click(hut)).toBe(true)
    await poll(() => card.innerText()).toMatch(/Refúgio da Névoa[\s\S]*Height\s+[\d,]+\sm/)
    await card.getByRole('button', { name: 'Follow Atlantic Arc' }).waitFor()
    await explorer.shot('hut')
    await card.getByRole('button', { name: /show$/ }).first().click()
    const details = explorer.panel().getByRole('region', { name: 'Details' })
    await poll(() => details.innerText()).toMatch(/Length\s+[\d.]+\skm/)

    // the signs are those of the style that is drawn
    await page.locator('.legend-list > summary').press('Enter')
    const signs = page.locator('.signs section')
    await poll(() => signs.allInnerTexts()).toHaveLength(6)
    const [trails, paths, roads, ground, contours, places] = await signs.allInnerTexts()
    expect(trails).toMatch(/international\s+national\s+regional\s+local\s+unknown\s+cycle route/)
    expect(paths).toMatch(/T1 hiking[\s\S]*T6 difficult alpine\s+unknown\s+track/)
    expect(paths).toContain('via ferrata')
    expect(roads).toMatch(/motorway\s+larger road\s+smaller road\s+railway\s+cable car, lift\s+ferry\s+national border/)
    expect(roads).toContain('edge of this map')
    expect(ground).toMatch(/^Ground\s+forest\s+scrub[\s\S]*water\s+built-up area$/)
    const fills = await signs.locator('rect').evaluateAll((all: any[]) => all.map((one) => one.getAttribute('fill')))
    expect([fills.length, new Set(fills).size]).toEqual([10, 10])
    expect(fills.filter((colour) => !/^#[\da-f]{6}$/.test(colour))).toEqual([])
    expect(contours).toContain('every 100\u00a0m')
    expect(places).toMatch(/hut\s+shelter[\s\S]*spring/)
    const drawn = await signs.locator('line').evaluateAll((all: any[]) => all.map((one) => one.getAttribute('stroke')))
    expect(new Set(drawn.slice(0, 4)).size).toBe(4)
    expect(drawn.filter((colour) => !/^#[\da-f]{6}$/.test(colour))).toEqual([])
    const widths = await signs.locator('.picture').evaluateAll((all: any[]) => all.map((one) => one.naturalWidth))
    expect(widths.length).toBeGreaterThan(15)
    expect(widths.filter((px) => !(px > 0))).toEqual([])
    await explorer.shot('signs')

    // what is hidden is no longer there to be clicked; one list takes the place of the other
    await page.locator('.layers > summary').press('Enter')
    await poll(() => signs.count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Huts, peaks, places', exact: true }).uncheck()

    // where only the trail is
    await explorer.visit('m=file&map=14.5/33.44167/-40.44889', WHOLE_STYLE)
    const query = `{trail(by: {osmRelation: ${BOGEN}}){elevationProfile(points:300){series{columns{lon lat}}}}}`
    const requested = await fetch(`${explorer.server.api}/graphql?query=${encodeURIComponent(query)}`)
    const { lon, lat } = ((await requested.json()) as any).data.trail.elevationProfile.series.columns
    const close = card.getByRole('button', { name: 'Close' })
    await poll(async () => {
      // a card that is still open would be read before the click has changed it, and the next click would zoom
      if (await close.isVisible()) await close.click()
      return (await click(hut)) ? card.innerText() : ''
    }).toMatch(/^(?![\s\S]*Refúgio)[\s\S]*Atlantic Arc/)
    await close.click()
    const away = ([lon, lat]: number[]) => Math.hypot(lon - hut[0], lat - hut[1])
    const onTrail = (lon as number[])
      .map((one, i): number[] => [one, lat[i]])
      .filter((point) => away(point) > 0.002 && away(point) < 0.006)
    expect(onTrail.length).toBeGreaterThan(0)
    const follow = page.getByRole('button', { name: 'Follow Atlantic Arc' })
    let next = 0
    await poll(async () => {
      const { x, y } = await pixelOf(page, onTrail[next++ % onTrail.length])
      await page.mouse.click(x, y)
      return follow.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    }).toBe(true)
    await follow.click()
    await poll(() => explorer.hash()).toMatch(new RegExp(`w=t${BOGEN}(&|$)`))
    await explorer.panel().locator('.figures').waitFor()
    await poll(() => explorer.panel().locator('.waypoints').innerText()).toMatch(/Atlantic Arc[\s\S]*\d\skm on it/)
    await page.evaluate(() => localStorage.clear())
  })
})

/** Two frames on: what the page does of itself in answer to a change is done. */
async function isQuiet(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(next: () => void): void }
    return new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  })
}

/** Points of a line at which the line that the page itself draws is not. */
async function besideEarlyLine(page: Page, line: readonly number[][]): Promise<unknown[]> {
  return page.evaluate(
    (pixels) => {
      const { document, DOMPoint } = globalThis as unknown as { document: any; DOMPoint: any }
      const svg = document.querySelector('.early-line')
      const { left, top } = svg.getBoundingClientRect()
      const paths = [...svg.querySelectorAll('path')]
      return pixels.filter(
        ({ x, y }) => !paths.some((one: any) => one.isPointInStroke(new DOMPoint(x - left, y - top))),
      )
    },
    await pixelsOf(page, line),
  )
}

/** What lies over the map and reaches beyond it; an open list may reach over the page. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerWidth, innerHeight } = globalThis as unknown as {
      document: any
      innerWidth: number
      innerHeight: number
    }
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    const map = document.querySelector('.map').getBoundingClientRect()
    const over =
      '.map-legend, .shade-card, .measure-card, .map-sources, .map-buttons :is(button, summary), .layer-list, .maplibregl-ctrl'
    return [...document.querySelectorAll(over)].flatMap((one: any) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      const box = one.matches('.layer-list') ? screen : map
      const isInside = left > box.left - 1 && top > box.top - 1 && right < box.right + 1 && bottom < box.bottom + 1
      return isInside || !one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
        ? []
        : [`${one.className}: ${[left, top, right, bottom].map(Math.round)}`]
    })
  })
}
