import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

describe.skipIf(!hasChromium)('GraphiQL in a browser cut off from the network (needs Chromium)', () => {
  let server: RealServer
  let open: OpenPage

  beforeAll(async () => {
    server = await startRealServer()
    open = await openPage()
  })
  afterAll(async () => {
    await open?.close()
    await server?.stop()
  })

  test('loads from this server alone and answers the first example with a route', async () => {
    const { page, strayed, faults } = open
    await page.goto(`${server.api}/graphql`, { waitUntil: 'load' })
    const run = page.getByRole('button', { name: /execute query/i })
    await run.waitFor({ timeout: 30_000 })
    await run.click()
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql0.png` })
    const answer = page.locator('.result-window')
    await expect.poll(() => answer.innerText(), { timeout: 20_000 }).toContain('distanceM')
    expect(await answer.innerText()).toMatch(/"status":\s"COMPLETE"/)
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/graphiql.png` })
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
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
