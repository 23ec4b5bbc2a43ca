import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

describe.skipIf(!hasChromium)('GraphiQL in a browser cut off from the network (needs Chromium)', () => {
  let server: SharedServer
  let open: OpenPage

  beforeAll(async () => {
    server = await sharedServer()
    open = await openPage()
  })
  afterAll(async () => {
    await open?.close()
  })

  test('loads from this server alone, and its first example is a route that gets its weather, snow and places', async () => {
    const { page, strayed, faults } = open
    await page.goto(`${server.api}/graphql`, { waitUntil: 'load' })
    const run = page.getByRole('button', { name: /execute query/i })
    await run.waitFor({ timeout: 30_000 })
    await run.click()
    const answer = page.locator('.result-window')
    const shown = () =>
      answer.evaluate((element) => (element.querySelector('.CodeMirror') as any).CodeMirror.getValue())
    await expect.poll(shown, { timeout: 20_000 }).toContain('"splits"')
    const { data, errors, extensions } = JSON.parse(await shown())
    expect(errors).toBeUndefined()
    expect(Object.keys(data.route)).toEqual(
      expect.arrayContaining(['distanceM', 'unknowns', 'weather', 'snow', 'places', 'pacePlan']),
    )
    expect(data.route.weather.samples.length).toBeGreaterThan(1)
    expect(extensions.cost.charged).toBeGreaterThan(0)
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql.png` })
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })

  test('coordinates in variables are no mistake, and half of them are one', async () => {
    const { page } = open
    const mistakes = page.locator('.graphiql-editors .CodeMirror-lint-mark-error')
    const editor = page.locator('.graphiql-editor-tool .CodeMirror').first()
    const write = (text: string) =>
      editor.evaluate((element, value) => (element as any).CodeMirror.setValue(value), text)
    const at = (point: unknown) =>
      JSON.stringify({ route: { waypoints: [{ at: point }] }, departure: '2026-11-22T08:00:00Z' })
    expect(await mistakes.count()).toBe(0)
    await write(at([-40.4]))
    await expect.poll(() => mistakes.count(), { timeout: 10_000 }).toBeGreaterThan(0)
    await write(at([-40.4, 33.4]))
    await expect.poll(() => mistakes.count(), { timeout: 10_000 }).toBe(0)
  })

  test('fits a phone, light and dark: request and answer below each other', async () => {
    const { page, faults } = open
    await page.setViewportSize({ width: 390, height: 844 })
    const backgrounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [request, answer] = await Promise.all(
        ['.graphiql-editors', '.graphiql-response'].map((part) => page.locator(part).boundingBox()),
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      for (const { width } of [request!, answer!]) expect(width).toBeGreaterThan(350)
      expect((await page.locator('.result-window .CodeMirror').boundingBox())!.height).toBeGreaterThan(200)
      expect(answer!.y).toBeGreaterThanOrEqual(request!.y + request!.height)
      expect(answer!.y).toBeLessThan(844 / 2 + 150)
      backgrounds.push(
        await page.evaluate(() => getComputedStyle(document.querySelector('.graphiql-container')!).backgroundColor),
      )
      if (process.env.SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql-${colorScheme}.png` })
    }
    expect(backgrounds[0]).not.toBe(backgrounds[1])
    expect(faults).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: null })
  })

  test('an address with a query in it opens that query, and again after a reload', async () => {
    const { page } = open
    await page.goto(
      `${server.api}/graphql?query=${encodeURIComponent('query Ends { routeCapabilities { profiles } }')}`,
      { waitUntil: 'load' },
    )
    for (const visit of ['first', 'reload']) {
      if (visit === 'reload') await page.reload({ waitUntil: 'load' })
      const run = page.getByRole('button', { name: /execute query/i })
      await run.waitFor({ timeout: 30_000 })
      await expect.poll(() => page.locator('.graphiql-query-editor').innerText(), { timeout: 10_000 }).toContain('Ends')
      await run.click()
      await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 20_000 }).toContain('HIKE')
    }
  })

  test('a subscription shows its first event, and ends at the service when it is stopped', async () => {
    const { page } = open
    const line = '{geojson: {type: "LineString", coordinates: [[-40.43, 33.47], [-40.44, 33.45]]}}'
    const query = `subscription Line { conditions(line: ${line}) { because course { distanceM } } }`
    await page.goto(`${server.api}/graphql?query=${encodeURIComponent(query)}`, { waitUntil: 'load' })
    const openCount = async () =>
      /^waypost_subscriptions_open (\d+)/m.exec(await (await fetch(`${server.ops}/metrics`)).text())?.[1]
    await page.getByRole('button', { name: /execute query/i }).click({ timeout: 30_000 })
    await expect.poll(() => page.locator('.result-window').innerText(), { timeout: 20_000 }).toContain('FIRST')
    expect(await openCount()).toBe('1')
    await page.getByRole('button', { name: /stop query/i }).click()
    await expect.poll(openCount, { timeout: 5000 }).toBe('0')
  })

  test('shows the documentation of the schema', async () => {
    const { page } = open
    await page.getByRole('button', { name: /show documentation explorer/i }).click()
    await expect.poll(() => page.locator('.graphiql-doc-explorer').innerText(), { timeout: 10_000 }).toContain('Query')
  })

  test('the REST page fits a phone and is read by keyboard', async () => {
    const { page, strayed, faults } = open
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${server.api}/rest`)
      for (const one of await page.locator('#roundtrips summary').all()) if (await one.isVisible()) await one.click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      if (process.env.SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/rest-${colorScheme}.png` })
    }
    await page.goto(`${server.api}/rest`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the operations')
    await page.keyboard.press('Enter')
    for (let stop = 0; stop < 20; stop++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.tagName === 'SUMMARY')) break
    }
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.parentElement?.hasAttribute('open'))).toBe(true)
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: null })
  })

  test('the first page of the site names what is there', async () => {
    const { page } = open
    await page.goto(server.site)
    await page.getByRole('link', { name: 'GraphiQL' }).waitFor()
    if (process.env.SCREENSHOTS !== undefined) await page.screenshot({ path: `${process.env.SCREENSHOTS}/site.png` })
  })
})
