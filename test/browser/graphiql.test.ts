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
    // its parts come one after the other
    const reported = async () => {
      const text = await shown()
      return text.endsWith('}') ? JSON.parse(text) : {}
    }
    const route = async () => (await reported()).data?.route ?? {}
    await expect
      .poll(async () => Object.keys(await route()))
      .toEqual(expect.arrayContaining(['lengthM', 'unknowns', 'weather', 'snow', 'places', 'pacePlan']))
    await expect.poll(async () => (await route()).pacePlan.splits.length).toBeGreaterThan(1)
    await expect.poll(async () => (await route()).weather.samples.length).toBeGreaterThan(1)
    await expect.poll(async () => (await reported()).extensions?.cost?.charged).toBeGreaterThan(0)
    expect((await reported()).errors).toBeUndefined()
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql.png` })
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })

  test('every tab is in sight and can be opened, and the map is one click away', async () => {
    const { page } = open
    const tabs = page.locator('.graphiql-tab')
    const outside = () =>
      tabs.evaluateAll((all: any[]) =>
        all.flatMap((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return one.contains(seen) ? [] : [one.textContent]
        }),
      )
    expect(await tabs.count()).toBeGreaterThanOrEqual(12)
    await expect.poll(outside).toEqual([])
    expect(await page.getByRole('link', { name: 'Map' }).getAttribute('href')).toMatch(/^http:\/\/.+\/$/)
  })

  test('the variables of the first example are no mistake, and half a coordinate is one', async () => {
    const { page } = open
    const mistakes = page.locator('.graphiql-editors .CodeMirror-lint-mark-error')
    const editor = page.locator('.graphiql-editor-tool .CodeMirror').first()
    const write = (text: string) =>
      editor.evaluate((element, value) => (element as any).CodeMirror.setValue(value), text)
    const at = (point: unknown) =>
      JSON.stringify({ route: { waypoints: [{ at: point }] }, departure: '2026-11-22T08:00:00Z' })
    // until the schema is there, the editor knows none of the variables
    await expect.poll(() => mistakes.count()).toBe(0)
    await write(at([-40.4]))
    await expect.poll(() => mistakes.count()).toBeGreaterThan(0)
    await write(at([-40.4, 33.4]))
    await expect.poll(() => mistakes.count()).toBe(0)
  })

  test('fits a phone, light and dark: request and answer below each other', async () => {
    const { page, faults } = open
    await page.setViewportSize({ width: 390, height: 844 })
    const backgrounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const boxOf = async (part: string) => (await page.locator(part).boundingBox())!
      const misfits = async () => {
        const request = await boxOf('.graphiql-editors')
        const answer = await boxOf('.graphiql-response')
        const fits = {
          page: (await page.evaluate(() => document.documentElement.scrollWidth)) === 390,
          widths: Math.min(request.width, answer.width) > 350,
          result: (await boxOf('.result-window .CodeMirror')).height > 200,
          order: answer.y >= request.y + request.height && answer.y < 844 / 2 + 150,
        }
        return Object.entries(fits).flatMap(([what, isSo]) => (isSo ? [] : [what]))
      }
      await expect.poll(misfits).toEqual([])
      const background = () =>
        page.evaluate(() => getComputedStyle(document.querySelector('.graphiql-container')!).backgroundColor)
      await expect.poll(background).not.toBe(backgrounds[0])
      backgrounds.push(await background())
      if (process.env.SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql-${colorScheme}.png` })
    }
    expect(faults).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: null })
  })

  test('an address with a query in it opens that query, and again after a reload', async () => {
    const { page } = open
    await page.goto(`${server.api}/graphql?query=${encodeURIComponent('query Ends { service { modes } }')}`, {
      waitUntil: 'load',
    })
    for (const visit of ['first', 'reload']) {
      if (visit === 'reload') await page.reload({ waitUntil: 'load' })
      const run = page.getByRole('button', { name: /execute query/i })
      await run.waitFor({ timeout: 30_000 })
      await expect.poll(() => page.locator('.graphiql-query-editor').innerText()).toContain('Ends')
      await run.click()
      await expect.poll(() => page.locator('.result-window').innerText()).toContain('HIKE')
    }
  })

  test('a subscription shows its first event, and ends at the service when it is stopped', async () => {
    const { page } = open
    const line = '{geojson: {type: "LineString", coordinates: [[-40.43, 33.47], [-40.44, 33.45]]}}'
    const query = `subscription Line { conditions(line: ${line}) { causes course { lengthM } } }`
    await page.goto(`${server.api}/graphql?query=${encodeURIComponent(query)}`, { waitUntil: 'load' })
    const openCount = async () =>
      /^waypost_subscriptions_open (\d+)/m.exec(await (await fetch(`${server.ops}/metrics`)).text())?.[1]
    await page.getByRole('button', { name: /execute query/i }).click({ timeout: 30_000 })
    await expect.poll(() => page.locator('.result-window').innerText()).toContain('FIRST')
    expect(await openCount()).toBe('1')
    await page.getByRole('button', { name: /stop query/i }).click()
    await expect.poll(openCount).toBe('0')
  })

  test('shows the documentation of the schema', async () => {
    const { page } = open
    await page.getByRole('button', { name: /show documentation explorer/i }).click()
    await expect.poll(() => page.locator('.graphiql-doc-explorer').innerText()).toContain('Query')
  })

  test('the REST page fits a phone and is read by keyboard', async () => {
    const { page, strayed, faults } = open
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${server.api}/rest`)
      for (const one of await page.locator('#roundtrips summary').all()) if (await one.isVisible()) await one.click()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
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
    await expect.poll(() => page.getByRole('link', { name: 'GraphiQL' }).count()).toBe(1)
    if (process.env.SCREENSHOTS !== undefined) await page.screenshot({ path: `${process.env.SCREENSHOTS}/site.png` })
  })
})
