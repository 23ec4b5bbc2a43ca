// What the planner of the explorer offers beyond a route from here to there: alternatives, areas to avoid, reach,
// trails to follow, round trips past places.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, PANEL_ALONE, pixelOf, poll, ROUTE, type OpenExplorer } from '../support/open-explorer.ts'

/** Three other good ways join these. */
const ACROSS = [
  [-40.48, 33.46],
  [-40.42, 33.4],
]
const ACROSS_HASH = `w=${ACROSS.map((point) => point.join()).join(';')}`
/** A signed trail with a gap, and one without. */
const CABRA = 800000019
const BOGEN = 800000015

describe.skipIf(!hasChromium)('the planner of the explorer (needs Chromium)', () => {
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

  const panel = () => explorer.panel()
  const plan = async () => (await explorer.hash()).replace(/&?map=.*$/, '')
  const lineIsDrawn = () => page.waitForFunction(() => performance.getEntriesByName('line-drawn').length > 0)
  const askRoute = async (body: object) => {
    const answer = await fetch(`${explorer.server.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as RestRoute
  }
  const fitsPhone = () =>
    page.evaluate(() => {
      const side = document.querySelector('#panel')!
      return Math.max(document.documentElement.scrollWidth - 360, side.scrollWidth - side.clientWidth)
    })
  const inGermanAndDark = async (hash: string, look: () => Promise<void>) => {
    await page.evaluate(() => {
      localStorage.setItem('waypost-language', 'de')
      localStorage.setItem('waypost-theme', 'dark')
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await explorer.visit(hash, PANEL_ALONE)
    await look()
    expect(await fitsPhone()).toBeLessThanOrEqual(0)
    await page.evaluate(() => localStorage.clear())
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  /** What is at the middle of the map, asked by keys. */
  const tellMiddle = async () => {
    await page.locator('.map canvas').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'What is here?' }).click()
    return page.getByRole('region', { name: 'What is here' })
  }

  test('alternatives stand side by side with what differs; one is chosen in the table or on the map, and shared', async () => {
    const found = await askRoute({ waypoints: ACROSS, alternatives: 3 })
    expect(found.alternatives).toHaveLength(3)
    await explorer.visit(ACROSS_HASH)
    await panel().locator('.figures').waitFor()
    await panel().getByRole('button', { name: 'Show alternatives' }).click()
    const side = panel().getByRole('region', { name: 'Alternatives' })
    await poll(() => side.getByRole('radio').count()).toBe(4)
    const text = (await side.innerText()).replaceAll('\u00a0', ' ')
    const kmText = (metres: number) => `${Number((metres / 1000).toPrecision(3))} km`
    const lengths = [found, ...found.alternatives].map(({ distance_m }) => kmText(distance_m))
    const length = /Length[\s\S]*?Up/.exec(text)![0]
    expect(length.match(/(?<![+−\d.])\d+(?:\.\d+)? km/g)).toEqual(lengths)
    expect(length.match(/[+−][\d.]+ k?m/g)).toHaveLength(3)
    expect(text).toMatch(/Hardest grade\s+T\d[\s\S]*paved[\s\S]*Shared\s+\d+ %\s+\d+ %\s+\d+ %/)
    for (const { differs } of found.alternatives) expect(text).toContain(differs.because.slice(0, 20))
    await lineIsDrawn()
    await explorer.shot('alternatives', 1000)
    await side.getByRole('radio', { name: 'Alternative 2' }).check()
    await poll(plan).toBe(`#${ACROSS_HASH}&alt=2`)
    await poll(() => explorer.figure('Length')).toBe(kmText(found.alternatives[1].distance_m).replace(' ', '\u00a0'))
    await page.reload()
    await poll(() => side.getByRole('radio', { name: 'Alternative 2' }).isChecked()).toBe(true)
    await poll(() => explorer.figure('Length')).toBe(kmText(found.alternatives[1].distance_m).replace(' ', '\u00a0'))
    // what the list points at stands out on the map
    await side.locator('.because li').nth(2).hover()
    await poll(() => side.locator('.because .pointed').innerText()).toMatch(/^Alternative\s+3\s/)
    // on the map: where no other of them runs
    const others = [found, found.alternatives[1], found.alternatives[2]].map(({ geometry }) => geometry.coordinates)
    const apart = farthest(found.alternatives[0].geometry.coordinates, others.flat())
    await lineIsDrawn()
    await poll(async () => {
      const before = await plan()
      if (before === `#${ACROSS_HASH}&alt=1`) return before
      // a click before the alternatives are drawn, or on the chosen one, adds a waypoint
      if (before !== `#${ACROSS_HASH}&alt=2`) await page.keyboard.press('Control+z')
      else {
        const { x, y } = await pixelOf(page, apart)
        await page.mouse.click(x, y)
      }
      return plan()
    }).toBe(`#${ACROSS_HASH}&alt=1`)
    await page.keyboard.press('Control+z')
    await poll(plan).toBe(`#${ACROSS_HASH}&alt=2`)
    // another question begins with its best route
    await page.getByRole('radio', { name: 'Bike' }).check()
    await poll(plan).toBe(`#${ACROSS_HASH}&p=bike`)
    await inGermanAndDark(`${ACROSS_HASH}&alt=2`, async () => {
      const german = panel().getByRole('region', { name: 'Alternativen' })
      await poll(async () => (await german.innerText()).replaceAll('\u00a0', ' ')).toMatch(
        /1,1 km länger, 62 Minuten langsamer[\s\S]*ihres Aufwands liegen auf der besten Route/,
      )
      await page.locator('.grip').click()
      await german.scrollIntoViewIfNeeded()
      await explorer.shot('alternatives-phone', 800)
    })
    await explorer.visit('w=-40.42889,33.47111;-40.44889,33.44167', PANEL_ALONE)
    await panel().getByRole('button', { name: 'Show alternatives' }).click()
    await poll(() => panel().innerText()).toContain('No other way was found')
  })

  test('areas to avoid are drawn by clicks or keys, listed, undone, removed, kept in the address; kinds are switched', async () => {
    const { geometry } = await askRoute({ waypoints: ROUTE_ENDS })
    const middle = geometry.coordinates[Math.floor(geometry.coordinates.length / 2)]
    await explorer.visit(ROUTE)
    await panel().locator('.figures').waitFor()
    await lineIsDrawn()
    const length = await explorer.figure('Length')
    const section = panel().locator('details.avoid')
    await section.locator('summary').click()
    await section.getByRole('checkbox', { name: 'fords' }).check({ force: true })
    await poll(plan).toBe(`#${ROUTE}&avoid=ford`)
    await page.keyboard.press('Control+z')
    await poll(plan).toBe(`#${ROUTE}`)
    await section.getByRole('button', { name: 'Draw an area' }).click()
    const bar = page.getByRole('region', { name: 'Draw an area to avoid' })
    await bar.waitFor()
    await poll(() => panel().locator('.busy').count()).toBe(0)
    const corners = [
      [-25, -25],
      [25, -25],
      [25, 25],
      [-25, 25],
    ]
    const at = await pixelOf(page, middle)
    for (const [dx, dy] of corners) await page.mouse.click(at.x + dx, at.y + dy)
    await poll(() => bar.innerText()).toContain('4 corners')
    await explorer.shot('sketch', 500)
    // the second click of it is no corner of its own
    await page.mouse.dblclick(at.x - 40, at.y)
    await poll(plan).toMatch(/&areas=(?:-40\.\d+,33\.\d+;?){5}$/)
    expect(await pixelOf(page, middle), 'the map does not zoom').toEqual(at)
    await poll(() => explorer.figure('Length')).not.toBe(length)
    const withArea = await plan()
    await poll(() => section.innerText()).toMatch(/Area 1\s+[\d.]+\skm²/)
    await section.locator('summary').scrollIntoViewIfNeeded()
    await explorer.shot('avoided', 800)
    await page.keyboard.press('Control+z')
    await poll(plan).toBe(`#${ROUTE}`)
    await poll(() => explorer.figure('Length')).toBe(length)
    await page.keyboard.press('Control+Shift+z')
    await poll(plan).toBe(withArea)
    await page.reload()
    await panel().locator('.figures').waitFor()
    expect(await explorer.figure('Length')).not.toBe(length)
    await section.locator('summary').click()
    await section.getByRole('button', { name: 'Remove area 1' }).click()
    await poll(plan).toBe(`#${ROUTE}`)

    // by keys alone: corners at the middle of the map, which the arrow keys move
    await section.getByRole('button', { name: 'Draw an area' }).press('Enter')
    const here = bar.getByRole('button', { name: 'Corner at the map centre' })
    await poll(() => here.evaluate((one) => one === document.activeElement)).toBe(true)
    await here.press('Enter')
    await poll(() => bar.innerText()).toContain('1 corner')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      const before = await explorer.hash()
      await page.locator('.map canvas').focus()
      await page.keyboard.press(key)
      await poll(() => explorer.hash()).not.toBe(before)
      await page.keyboard.press('Space')
    }
    await poll(() => bar.innerText()).toContain('4 corners')
    await page.keyboard.press('Backspace')
    await poll(() => bar.innerText()).toContain('3 corners')
    await page.keyboard.press('Enter')
    await poll(() => bar.count()).toBe(0)
    await poll(() => plan()).toMatch(/&areas=(?:-40\.\d+,33\.\d+;?){3}$/)
    await page.keyboard.press('Control+z')
    await poll(() => plan()).toBe(`#${ROUTE}`)

    // a side that would cross another is refused while it is drawn
    await section.getByRole('button', { name: 'Draw an area' }).click()
    const again = await pixelOf(page, middle)
    for (const [dx, dy] of [corners[0], corners[2], corners[1], corners[3]])
      await page.mouse.click(again.x + dx, again.y + dy)
    await poll(() => bar.getByRole('alert').innerText()).toContain('would cross or touch another')
    expect(await bar.innerText()).toContain('3 corners')
    await bar.getByRole('button', { name: 'Cancel' }).click()

    // an end inside an area is refused in words
    await explorer.visit(`${ROUTE}&areas=-40.43,33.47;-40.42,33.47;-40.42,33.48;-40.43,33.48`, PANEL_ALONE)
    await poll(() => panel().getByRole('alert').innerText()).toContain('inside an area to avoid')
    await inGermanAndDark(`${ROUTE}&areas=-40.43,33.47;-40.42,33.47;-40.42,33.48;-40.43,33.48`, async () => {
      await poll(() => panel().innerText()).toContain('1 Gebiet')
    })
  })

  test('what is in reach of a click: areas with a legend, huts and places with their minutes, and what is not known', async () => {
    await explorer.visit('m=reach&map=12.6/33.4564/-40.4389')
    const map = (await page.locator('.map').boundingBox())!
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2)
    await poll(plan).toMatch(/^#m=reach&rs=-40\.4\d+,33\.4\d+$/)
    await page.getByLabel('At most').fill('90')
    await page.getByRole('button', { name: 'Show what is in reach' }).click()
    const found = panel().getByRole('region', { name: 'What is in reach' })
    await found.waitFor()
    const legend = page.getByRole('region', { name: 'Colours of the reach' })
    const words = async () => (await legend.innerText()).replace(/\s+/g, ' ')
    await poll(words).toMatch(/^up to 30 min [\d.]+ km² up to 1 h 00 min [\d.]+ km² up to 1 h 30 min [\d.]+ km²$/)
    const text = (await found.innerText()).replaceAll('\u00a0', ' ')
    expect(text).toMatch(/Not known[\s\S]*no difficulty grade/)
    expect(text).toMatch(/Miradouro do Cabo\s+viewpoint · height \d+ m · \d+ min for [\d.]+ km/)
    await explorer.shot('reach', 1500)
    const rows = found.getByRole('region', { name: /^Huts, shelters|^Peaks, views/ }).getByRole('button')
    await rows.first().click()
    await page.getByRole('region', { name: 'What is here' }).getByRole('button', { name: 'To here' }).waitFor()
    const shared = await plan()
    expect(shared).toContain('&rm=90')
    await page.reload()
    await found.waitFor()
    await page.getByLabel('Measured in').selectOption('metres')
    await page.getByRole('combobox', { name: 'Steps' }).selectOption('1')
    await page.getByRole('button', { name: 'Show what is in reach' }).click()
    await poll(words).toMatch(/^up to 5 km [\d.]+ km²$/)
    await inGermanAndDark(shared.slice(1), async () => {
      await panel().getByRole('region', { name: 'Was erreichbar ist' }).waitFor()
      await poll(() => panel().innerText()).toMatch(/Pfad haben keinen Schwierigkeitsgrad/)
      await explorer.shot('reach-phone', 1200)
    })
    // nothing is made up where there is nothing to go on
    await explorer.visit('m=reach&rs=-30,40', PANEL_ALONE)
    await poll(() => panel().getByRole('alert').innerText()).toContain('What is in reach is not known')
    expect(await legend.count()).toBe(0)
  })

  test('a trail is followed from its card: alone, in the plan, the other way round, its gap told', async () => {
    await explorer.visit('m=view&map=11.6/33.4364/-40.4389')
    const trails = panel().getByRole('region', { name: 'Signed trails' })
    await trails.getByRole('button', { name: /^Trilho da Cabra/ }).click()
    const details = panel().getByRole('region', { name: 'Details' })
    await details.getByLabel('Which way').selectOption('BACKWARD')
    await details.getByRole('button', { name: 'Follow the whole trail' }).click()
    await poll(plan).toBe(`#w=t${CABRA}b`)
    await panel().locator('.figures').waitFor()
    const row = panel().locator('.waypoints li').first()
    await poll(() => row.innerText()).toMatch(/Trilho da Cabra[\s\S]*[\d.]+\skm on it, \d+\sm left out/)
    await poll(() => panel().innerText()).toMatch(/Trilho da Cabra is not followed at km/)
    await lineIsDrawn()
    await explorer.shot('follow', 1000)
    await row.getByLabel('Which way').selectOption('FORWARD')
    await poll(plan).toBe(`#w=t${CABRA}`)
    // between start and goal, from the card of a point on it
    const [lon, lat] = ROUTE_ENDS[1]
    await explorer.visit(`${ROUTE}&map=15/${lat}/${lon}`)
    const card = await tellMiddle()
    await card.getByRole('button', { name: 'Follow Atlantic Arc' }).click()
    await poll(plan).toBe(`#w=-40.42889,33.47111;t${BOGEN};-40.44889,33.44167`)
    await poll(() => panel().locator('.waypoints').innerText()).toMatch(/Atlantic Arc[\s\S]*\d\skm on it/)
    const directions = panel().locator('details', { has: page.locator('ol.directions') })
    await directions.locator('summary').first().click()
    await poll(() => directions.innerText()).toMatch(/Waypoint B of 3: follow Atlantikbogen\. Head/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await poll(plan).toBe(`#${ROUTE}`)
    await inGermanAndDark(`w=t${CABRA}`, async () => {
      await poll(() => panel().innerText()).toMatch(/Die Route weicht von Trilho da Cabra ab: bei km/)
      await explorer.shot('follow-phone', 800)
    })
  })

  test('a round trip passes a place picked on the map, or places of a kind, and says what it passes', async () => {
    const [lon, lat] = ROUTE_ENDS[1]
    await explorer.visit(`m=loop&lk=8&map=14.5/${lat}/${lon}`)
    const through = panel().locator('details.through')
    const card = await tellMiddle()
    await card.getByRole('button', { name: 'Round trip past here' }).click()
    await poll(() => through.locator('summary').innerText()).toContain('Refúgio da Névoa')
    await through.locator('summary').click()
    await through.getByRole('checkbox', { name: 'viewpoint' }).check({ force: true })
    await through.getByLabel('At least this many').selectOption('2')
    await poll(plan).toMatch(/lt=viewpoint&ln=2&lp=[\w-]+$/)
    await through.getByLabel('At least this many').selectOption('1')
    await panel().getByRole('button', { name: 'Start at map centre' }).click()
    await page.getByRole('button', { name: 'Find round trips' }).click()
    await panel().locator('.cards .card').first().waitFor()
    await poll(() => panel().locator('.passed, .found .note').first().innerText()).toMatch(/Passes/)
    await explorer.shot('through', 1000)
    await page.reload()
    await poll(() => through.locator('summary').innerText()).toContain('Refúgio da Névoa')
    await through.locator('summary').click()
    await through.getByRole('button', { name: 'Do not pass Refúgio da Névoa' }).click()
    await poll(plan).not.toContain('lp=')
    await inGermanAndDark((await plan()).slice(1), async () => {
      await poll(() => panel().innerText()).toContain('Aussichtspunkt')
    })
  })
})

interface RestLine {
  distance_m: number
  geometry: { coordinates: number[][] }
}
interface RestRoute extends RestLine {
  alternatives: (RestLine & { differs: { because: string } })[]
}

const ROUTE_ENDS = [
  [-40.42889, 33.47111],
  [-40.44889, 33.44167],
]

/** The point of a line that is farthest from all others, in degrees. */
function farthest(line: readonly number[][], others: readonly number[][]): number[] {
  let best = line[0]
  let most = -1
  for (const point of line) {
    const least = Math.min(...others.map(([lon, lat]) => Math.hypot(lon - point[0], lat - point[1])))
    if (least > most) {
      most = least
      best = point
    }
  }
  return best
}
