// What a visitor does with four routes shown, one thing after another, and how long each interaction took to be seen.

import type { Page } from 'playwright-core'

/** Joined by three other good ways; the first of them is chosen, so that undo brings all four back. */
const FOUR_ROUTES = 'w=-40.48,33.46;-40.42,33.4&alt=1'
/** Between two interactions of one person. */
const PAUSE_MS = 500

export interface Timed {
  kind: string
  ms: number
  /** the event, its target, and the times before, in and after its handlers */
  what: string
}

/** Only land and water are left of the map's style: drawing the rest in software takes a quarter of a second. */
export async function thinOutStyle(page: Page): Promise<void> {
  await page.route(/\/style(-dark)?\.json/, async (route) => {
    const answer = await route.fetch()
    const style = (await answer.json()) as { layers: { type: string; 'source-layer'?: string }[] }
    const layers = style.layers.filter(
      ({ type, 'source-layer': layer }) =>
        ['background', 'fill'].includes(type) && (layer === undefined || ['earth', 'water'].includes(layer)),
    )
    await route.fulfill({ response: answer, json: { ...style, layers } })
  })
}

/** All that a visitor does, and the interactions of each kind. */
export async function performInteractions(page: Page, site: string): Promise<Timed[]> {
  page.setDefaultTimeout(15_000)
  await page.goto('about:blank')
  await page.goto(`${site}/#${FOUR_ROUTES}`)
  await page.evaluate(watchEvents)
  await settle(page)
  await page.waitForTimeout(3000) // the ground under the line
  const found: Timed[] = []
  const perform = async (kind: string, act: () => Promise<void>) => {
    await act()
    await settle(page)
    for (const one of await page.evaluate(takeEvents)) found.push({ kind, ...one })
  }
  await perform('typing in search', () => typeInSearch(page))
  await perform('colours and folds', () => clickControls(page))
  await perform('choosing a route', () => chooseRoutes(page))
  await perform('chart by keys and mouse', () => moveInChart(page))
  await perform('map: drag, zoom', () => moveMap(page))
  await perform('layers', () => toggleLayers(page))
  await perform('dragging a waypoint', () => dragWaypoint(page))
  await perform('undo and redo', () => undoAndRedo(page))
  await perform('profile', () => changeProfile(page))
  await perform('tabs', () => changeTab(page))
  return found
}

/** Until four routes are shown, nothing is requested, and a person would go on. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.alternatives input[type=radio]').length === 4 &&
      document.querySelector('#panel .busy') === null &&
      performance.getEntriesByName('line-drawn').length > 0,
  )
  await page.waitForTimeout(400)
}

const pause = (page: Page) => page.waitForTimeout(PAUSE_MS)

async function typeInSearch(page: Page): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search places and trails' })
  await box.click()
  for (const letter of 'refugio da') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(150)
  }
  for (const key of ['ArrowDown', 'ArrowDown', 'Escape', 'Escape']) {
    await page.keyboard.press(key)
    await pause(page)
  }
}

async function clickControls(page: Page): Promise<void> {
  for (const name of ['Difficulty', 'Steepness', 'Surface']) {
    await page.locator('.map-legend').getByRole('radio', { name }).click()
    await pause(page)
  }
  for (const name of ['Directions', 'Settings', 'Settings', 'Directions']) {
    await page.locator('#panel summary', { hasText: name }).first().click()
    await pause(page)
  }
  for (const lane of await page.locator('.lane-switches input').all()) {
    await lane.click()
    await pause(page)
    await lane.click()
    await pause(page)
  }
}

async function chooseRoutes(page: Page): Promise<void> {
  for (const index of [0, 2, 3, 1]) {
    await page.locator('.alternatives input[type=radio]').nth(index).click()
    await pause(page)
  }
}

async function moveInChart(page: Page): Promise<void> {
  const chart = page.getByRole('slider', { name: /Elevation along the line/ })
  await chart.focus()
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press(i % 2 === 0 ? 'ArrowRight' : 'PageDown')
    await pause(page)
  }
  const { x, y, width, height } = (await chart.boundingBox())!
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 15 })
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 15 })
  await page.mouse.up()
  await pause(page)
  await page.mouse.click(x + width * 0.5, y + height / 2)
  await pause(page)
}

async function moveMap(page: Page): Promise<void> {
  const { x, y, height } = (await page.locator('.map').boundingBox())!
  // no route runs here
  const sea = { x: x + 40, y: y + height - 120 }
  for (const way of [1, -1]) {
    await page.mouse.move(sea.x, sea.y)
    await page.mouse.down()
    await page.mouse.move(sea.x + 30, sea.y - 30 * way, { steps: 10 })
    await page.mouse.up()
    await pause(page)
  }
  for (const name of ['Zoom in', 'Zoom out']) {
    await page.getByRole('button', { name }).click()
    await page.waitForTimeout(700)
  }
}

async function toggleLayers(page: Page): Promise<void> {
  await page.locator('.layers > summary').click()
  await pause(page)
  for (const layer of await page.locator('.layers input[type=checkbox]').all()) {
    await layer.click()
    await pause(page)
    await layer.click()
    await pause(page)
  }
  await page.locator('.layers > summary').click()
}

async function dragWaypoint(page: Page): Promise<void> {
  const { x, y } = (await page.locator('.pin-end').boundingBox())!
  await page.mouse.move(x + 13, y + 15)
  await page.mouse.down()
  await page.mouse.move(x + 33, y - 5, { steps: 10 })
  await page.mouse.up()
  await answered(page)
  await page.keyboard.press('Control+z')
}

async function undoAndRedo(page: Page): Promise<void> {
  for (const key of ['Control+Shift+z', 'Control+z', 'Control+Shift+z', 'Control+z']) {
    await page.keyboard.press(key)
    await answered(page)
  }
}

async function changeProfile(page: Page): Promise<void> {
  for (const name of ['Bike', 'Run', 'Hike']) {
    await page.locator('#panel').getByRole('radio', { name }).click()
    await answered(page)
  }
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Control+z')
    await answered(page)
  }
}

async function changeTab(page: Page): Promise<void> {
  for (const index of [4, 2, 1, 0]) {
    await page.getByRole('tab').nth(index).click()
    await page.waitForTimeout(500)
  }
}

/** The answer after a change is on the screen; a person looks at it. */
async function answered(page: Page): Promise<void> {
  await page.waitForTimeout(200)
  await page.waitForFunction(() => document.querySelector('#panel .busy') === null)
  await page.waitForTimeout(300)
}

/** In the page: keeps the longest event of each interaction. */
function watchEvents(): void {
  const page = globalThis as any
  page.longest = new Map()
  page.countBefore = page.performance.interactionCount
  page.watch = new page.PerformanceObserver((list: any) => list.getEntries().forEach(page.keepEvent))
  page.keepEvent = (entry: any) => {
    const { interactionId, duration, name, target, startTime, processingStart, processingEnd } = entry
    if (interactionId === 0 || duration <= (page.longest.get(interactionId)?.ms ?? 0)) return
    const place = target === null ? '' : `${target.tagName.toLowerCase()}.${target.getAttribute('class') ?? ''}`
    const [delay, work] = [processingStart - startTime, processingEnd - processingStart].map(Math.round)
    const what = `${name} on ${place}: ${delay} + ${work} + ${Math.round(duration - delay - work)}`
    page.longest.set(interactionId, { ms: duration, what })
  }
  page.watch.observe({ type: 'event', durationThreshold: 16 })
}

/** In the page: what came since, and forgets it. */
function takeEvents(): { ms: number; what: string }[] {
  const page = globalThis as any
  page.watch.takeRecords().forEach(page.keepEvent)
  const reported = [...page.longest.values()] as { ms: number; what: string }[]
  const count = page.performance.interactionCount - page.countBefore
  page.countBefore = page.performance.interactionCount
  page.longest.clear()
  const quick = Math.max(0, count - reported.length)
  return [...reported, ...Array.from({ length: quick }, () => ({ ms: 16, what: 'under 16 ms' }))]
}
