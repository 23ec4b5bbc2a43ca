import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { findings } from '../support/axe-findings.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describe.skipIf(!hasChromium)('the REST page in a browser (needs Chromium)', () => {
  let server: SharedServer
  let open: OpenPage
  let page: Page

  beforeAll(async () => {
    server = await sharedServer()
    open = await openPage(1440, 900)
    page = open.page
    await page.goto(`${server.api}/rest`)
  })
  afterAll(async () => {
    await open?.close()
  })
  afterEach(() => {
    expect(open.strayed).toEqual([])
    expect(open.faults.splice(0)).toEqual([])
  })

  const field = () => page.getByRole('searchbox', { name: 'Search' })
  const found = () => page.locator('#found').innerText()
  const shown = () =>
    page.locator('main article:not([id^="shape-"]):visible').evaluateAll((all) => all.map(({ id }) => id))
  const call = (id: string) => page.locator(`#${id} .call`).first()
  async function tried(id: string) {
    const trying = call(id).getByRole('button', { name: 'Try it' })
    if ((await trying.getAttribute('aria-expanded')) === 'false') await trying.click()
    return call(id).getByRole('form', { name: `Try ${id}` })
  }
  const send = async (id: string) => (await tried(id)).getByRole('button', { name: 'Send' }).click()
  const said = (id: string) => call(id).locator('.trial [role=status]')
  const answer = (id: string) => call(id).getByRole('region', { name: `The answer of ${id}` })

  test('the search finds operations by words of path, summary and parameters', async () => {
    await field().fill('  MATRIX v1 ')
    expect(await shown()).toEqual(['matrix'])
    expect(await found()).toBe(`1 of ${OPERATION_ROWS.length} operations`)
    expect(await page.locator('nav li:visible').allInnerTexts()).toEqual(['matrix', 'Shapes'])
    await field().fill('radius_m')
    expect(await shown()).toContain('reverse')
    expect(await shown()).not.toContain('health')
    await field().fill('no-such-word')
    expect(await shown()).toEqual([])
    expect(await found()).toBe('No operation has this word.')
    await field().fill('matrix no-such-word')
    expect(await found()).toBe('No operation has all of these words.')
  })

  test('the search works by keyboard, and a link shows what it had hidden', async () => {
    await field().fill('snow')
    await field().press('Enter')
    expect(page.url()).toMatch(/#snow$/)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#snow')
    await field().press('Escape')
    expect(await field().inputValue()).toBe('')
    expect(await shown()).toHaveLength(OPERATION_ROWS.length)
    await field().fill('snow')
    await page.evaluate(() => (location.hash = 'matrix'))
    await expect.poll(shown).toHaveLength(OPERATION_ROWS.length)
  })

  test('a call is copied, or selected where the clipboard is closed', async () => {
    const line = await call('matrix').locator('pre').innerText()
    const copying = call('matrix').getByRole('button', { name: 'Copy: matrix' })
    await page.evaluate(() => {
      const taken: string[] = []
      const clipboard = { writeText: async (text: string) => void taken.push(text) }
      Object.assign(globalThis, { taken })
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    })
    await copying.click()
    await expect.poll(() => call('matrix').locator('.actions [role=status]').innerText()).toBe('Copied.')
    expect(await page.evaluate(() => (globalThis as unknown as { taken: string[] }).taken)).toEqual([line])
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
    await copying.click()
    await expect
      .poll(() => call('matrix').locator('.actions [role=status]').innerText())
      .toMatch(/^The clipboard is closed to this page\. The line is selected/)
    expect(await page.evaluate(() => String(getSelection()))).toBe(line)
  })

  test('a call is sent as it is shown, and its status, time, credits and answer are shown', async () => {
    await send('waypoint-route')
    await expect
      .poll(() => said('waypoint-route').innerText())
      .toMatch(/^200 OK, \d+ ms, [\d,]+ bytes, credits are not counted$/)
    expect(await answer('waypoint-route').innerText()).toMatch(/^\{\n {2}"schema": "route\/1",/)
  })

  test('credits are shown where they are counted', async () => {
    await page.route('**/v1/sun?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'X-Service-Credits-Remaining': '994' } })
    })
    await send('sun')
    await expect.poll(() => said('sun').innerText()).toMatch(/, credits left: 994$/)
    await page.unroute('**/v1/sun?*')
  })

  test('a body that was changed is what is sent; a refusal is shown as an answer', async () => {
    const form = await tried('reach')
    await form.getByLabel('Body').fill('{"from": 1}')
    await send('reach')
    await expect.poll(() => said('reach').innerText()).toMatch(/^400 /)
    expect(await answer('reach').innerText()).toContain('`from`')
    open.faults.splice(0) // the browser reports each refusal
  })

  test('an answer of the other host is shown, and a picture as a picture', async () => {
    await send('route-capabilities')
    await expect.poll(() => said('route-capabilities').innerText()).toMatch(/^200 /)
    await send('static-map')
    const picture = call('static-map').getByRole('img', { name: 'The answer of static-map' })
    await expect.poll(() => picture.evaluate((image: any) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('a long answer is cut, which is said', async () => {
    const long = JSON.stringify('a'.repeat(60_000))
    await page.route('**/pois/v1/bbox?*', (route) => route.fulfill({ contentType: 'application/json', body: long }))
    await send('pois')
    await expect
      .poll(() => call('pois').locator('.cut').innerText())
      .toBe('Shown are the first 50,000 of 60,002 characters.')
    expect(await answer('pois').innerText()).toHaveLength(50_000)
    await page.unroute('**/pois/v1/bbox?*')
  })

  test('a key is sent as a header, is that of every form, and is kept nowhere', async () => {
    await (await tried('matrix')).getByLabel('Key').fill('wp_test')
    expect(await (await tried('reach')).getByLabel('Key').inputValue()).toBe('wp_test')
    expect(await (await tried('trails')).getByLabel('Key').inputValue()).toBe('wp_test')
    const requested = page.waitForRequest('**/v1/matrix')
    await send('matrix')
    expect((await requested).headers()['x-api-key']).toBe('wp_test')
    await expect.poll(() => said('matrix').innerText()).not.toBe('')
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0)
    await page.reload()
    expect(await (await tried('matrix')).getByLabel('Key').inputValue()).toBe('')
    open.faults.splice(0)
  })

  test('no other host can be asked', async () => {
    const form = await tried('health')
    await form.getByLabel('Address').fill('http://elsewhere.test/healthz')
    await send('health')
    await expect.poll(() => said('health').innerText()).toMatch(/^No answer came\./)
    expect(open.faults.splice(0).join()).toContain('Content Security Policy')
    expect(open.strayed.splice(0)).toEqual([])
  })

  test('axe finds nothing, and nothing is wider than the screen, at both widths in both colours', async () => {
    await page.reload()
    // the other articles are made of the same
    await page.locator('main article:not(#waypoint-route)').evaluateAll((all) => all.forEach((one) => one.remove()))
    await send('waypoint-route')
    await expect.poll(() => said('waypoint-route').innerText()).toMatch(/^200 /)
    for (const size of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        const rules = size === SIZES[0] && colorScheme === 'light' ? null : ['color-contrast']
        expect(await findings(page, rules), `${size.width} ${colorScheme}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
        if (process.env.SCREENSHOTS !== undefined) {
          const name = `${process.env.SCREENSHOTS}/rest-${size.width}-${colorScheme}`
          await page.evaluate(() => scrollTo(0, 0))
          await page.screenshot({ path: `${name}-top.png` })
          await call('waypoint-route').scrollIntoViewIfNeeded()
          await page.screenshot({ path: `${name}.png` })
        }
      }
  })
})
