// What a visitor reads at a limit of a server that counts: what it means and until when, and nothing for operators.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../src/language/catalogue-files.ts'
import { hasChromium } from '../support/open-browser.ts'
import { openExplorer, poll, ROUTE, WITHOUT_WEBGL, type OpenExplorer } from '../support/open-explorer.ts'

describe.skipIf(!hasChromium)('a visitor at the limit (needs Chromium)', () => {
  let explorer: OpenExplorer
  beforeAll(async () => {
    explorer = await openExplorer(360, 700)
  })
  afterAll(() => explorer?.close())

  test.each(['en', 'de'])('%s', async (language) => {
    const { page: catalogue } = JSON.parse(readCatalogue(language)) as { page: Record<string, string> }
    const said = catalogue['error.credits_exhausted']
    const until = catalogue['error.retryAfter'].replace('{wait}', '5 h 20 min')
    const { page } = explorer
    await page.addInitScript((tag) => localStorage.setItem('waypost-language', tag), language)
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        headers: { 'retry-after': '19200', 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
        json: {
          errors: [
            {
              message: 'This request costs 2 credits and 0 of 10000 are left until 2026-11-22T00:00:00.000Z.',
              extensions: { code: 'CREDITS_EXHAUSTED', retryAfterS: 19_200, status: 429 },
            },
          ],
        },
      }),
    )
    await explorer.visit(ROUTE, WITHOUT_WEBGL)
    const note = explorer.panel().getByRole('alert')
    const words = async () => (await note.innerText()).replaceAll('\u00a0', ' ')
    await poll(words).toContain(said)
    await poll(() => words()).toContain(until)
    expect(await words()).not.toMatch(/METERING|credit|Guthaben|10000/i)
  })
})
