// Title, logo and first view of the explorer, as an operator sets them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBrand, readLogo } from '../../src/site/explorer-brand.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const folder = mkdtempSync(join(tmpdir(), 'waypost-brand-'))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const environment = {
  EXPLORER_TITLE: 'Maps of <Park> & "Hut"',
  EXPLORER_LOGO: file('park.svg', SVG),
  EXPLORER_VIEW: '-40.46,33.42,-40.4,33.46',
}
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ parts: { brand: readBrand(readConfig(environment)) } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const pageOf = async () => (await fetch(`${app.site}/`)).text()
const configIn = (page: string) =>
  JSON.parse(
    /<meta name="waypost-explorer" content="([^"]*)">/
      .exec(page)![1]
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ) as { title: string; logoUrl: string; homeBox: number[] }

describe('the explorer of an operator', () => {
  test('has a second map only where one is set: its hosts, and no others, join those the page may load from', async () => {
    const policyOf = async (more: Record<string, string>) => {
      const server = await startFakeApp({ parts: { brand: readBrand(readConfig(more)) } })
      const page = await fetch(`${server.site}/`)
      const policy = page.headers.get('content-security-policy')!
      const { secondMap } = configIn(await page.text()) as unknown as { secondMap: unknown }
      await server.close()
      const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.replaceAll(server.api, 'API')]))
      return { secondMap, rules }
    }
    const plain = await policyOf({})
    expect(plain.secondMap).toBeNull()
    expect(plain.rules.get('connect-src')).toBe("connect-src 'self' API")
    const { secondMap, rules } = await policyOf({
      EXPLORER_MAP: 'https://maps.test/style.json',
      EXPLORER_MAP_ATTRIBUTION: '© Survey of <Test> https://survey.test/terms',
      EXPLORER_MAP_HOSTS: 'https://tiles.test, https://maps.test',
    })
    expect(secondMap).toEqual({
      name: 'maps.test',
      url: 'https://maps.test/style.json',
      attribution: { text: '© Survey of <Test>', url: 'https://survey.test/terms' },
    })
    expect(rules.get('connect-src')).toBe("connect-src 'self' API https://maps.test https://tiles.test")
    expect(rules.get('img-src')).toBe("img-src 'self' API https://maps.test https://tiles.test data: blob:")
    for (const name of ['default-src', 'script-src', 'style-src', 'worker-src'])
      expect(rules.get(name)).toBe(plain.rules.get(name))
  })

  test('has its title in the page, its head and the web manifest, whatever characters it has', async () => {
    const page = await pageOf()
    expect(page).toMatch(/<title>Maps of &lt;Park(>|&gt;) &amp; &quot;Hut&quot;<\/title>/)
    expect(configIn(page).title).toBe(environment.EXPLORER_TITLE)
    const manifest = (await (await fetch(`${app.site}/explorer/app.webmanifest`)).json()) as Record<string, unknown>
    expect([manifest.name, manifest.short_name]).toEqual([environment.EXPLORER_TITLE, environment.EXPLORER_TITLE])
  })

  test('shows its logo, which is also the icon and is kept for use offline, and may run nothing', async () => {
    const page = await pageOf()
    const { logoUrl } = configIn(page)
    expect(page).toContain(`<link rel="icon" href="${logoUrl}">`)
    const logo = await fetch(new URL(logoUrl, `${app.site}/`))
    expect(await logo.text()).toBe(SVG)
    expect(logo.headers.get('content-type')).toBe('image/svg+xml')
    expect(logo.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(await (await fetch(`${app.site}/explorer/offline-worker.js`)).text()).toContain(logoUrl)
  })

  test('opens on its part of the map', async () => {
    expect(configIn(await pageOf()).homeBox).toEqual([-40.46, 33.42, -40.4, 33.46])
  })
})

describe('mistakes', () => {
  test.each(['1,2,3', '3,2,1,4', '0,0,0,1', '-181,0,1,1', '1,2,3,91', 'a,b,c,d', '1,2,3,4,5'])(
    '%s is no view',
    (view) => {
      expect(() => readConfig({ EXPLORER_VIEW: view })).toThrow('EXPLORER_VIEW')
    },
  )

  test('a title has at most 60 characters', () => {
    expect(readConfig({ EXPLORER_TITLE: 'x'.repeat(60) }).explorerTitle).toHaveLength(60)
    expect(() => readConfig({ EXPLORER_TITLE: 'x'.repeat(61) })).toThrow('at most 60 characters')
  })

  test('a logo that is not there, no picture by its name, or too large stops the start', () => {
    for (const path of [join(folder, 'none.svg'), file('logo.html', SVG), file('large.png', Buffer.alloc(200_001))])
      expect(() => readConfig({ EXPLORER_LOGO: path }, { explorerLogo: readLogo })).toThrow(
        `EXPLORER_LOGO is "${path}"`,
      )
  })
})
