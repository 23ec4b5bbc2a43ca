// `/licences`: data, Waypost and third parties with their texts, none of which forbids what the service does.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadEmbedBundle, loadWebBundle } from '../../src/site/bundles.ts'
import { readThirdParties, type ThirdParty, licenceRows } from '../../src/site/licences-page.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let app: FakeApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

describe('third parties', () => {
  let parties: ThirdParty[]
  beforeAll(async () => {
    parties = await readThirdParties()
  })

  test('are all packages of production, and none of the tests', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
    const names = new Set(parties.map(({ name }) => name))
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
    const ofTests = ['vitest', 'typescript', 'playwright-core', '@biomejs/biome']
    expect(ofTests.filter((name) => name in devDependencies && names.has(name))).toEqual([])
    expect(parties.length).toBeGreaterThan(100)
  })

  /** What each lets a server do that is open itself: run it, and send it with its notice. */
  const ALLOWED = [
    ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC0-1.0', 'BlueOak-1.0.0', 'Python-2.0'],
    ...['Zlib', 'OFL-1.1'],
  ]
  /** Libraries of their own, unchanged, that the server loads and its pages do not carry. */
  const LOADED = { opening_hours: 'LGPL-3.0-only', '@img/sharp-libvips': 'LGPL-3.0-or-later' }

  test('have licences that allow what the service does with them', () => {
    const words = (licence: string) => licence.split(/[()\s]+|\bAND\b|\bOR\b/).filter((word) => word !== '')
    const other = parties.filter(
      ({ licence }) => licence === null || !words(licence).every((one) => ALLOWED.includes(one)),
    )
    const unknown = other.filter(
      ({ name, licence }) => !Object.entries(LOADED).some(([known, its]) => name.startsWith(known) && licence === its),
    )
    // it says so in its text alone: BSD-2-Clause
    expect(unknown.map(({ name, licence }) => [name, licence])).toEqual([['suncalc', null]])
    expect(parties.find(({ name }) => name === 'suncalc')!.texts[0]).toMatch(
      /Redistribution and use in source and binary/,
    )
  })

  test('that pages carry are all among them', async () => {
    const { metafile } = await build({
      ...{ absWorkingDir: ROOT, bundle: true, splitting: true, format: 'esm', outdir: 'out', write: false },
      entryPoints: [
        ...['src/web/main.tsx', 'src/web/shade/shade-worker.ts', 'src/web/offline/offline-worker.ts'],
        ...['src/web/embed/define-element.ts', 'schema/http/graphiql/page.mjs'],
      ],
      ...{ metafile: true, jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'silent' },
      loader: { '.png': 'file', '.ttf': 'file', '.woff2': 'file', '.woff': 'file' },
    })
    const carried = new Set(
      Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
    )
    expect([...carried]).toEqual(expect.arrayContaining(['preact', 'maplibre-gl', 'pmtiles', 'graphiql', 'react']))
    const names = new Set(parties.map(({ name }) => name))
    expect([...carried].filter((name) => !names.has(name))).toEqual([])
    expect(Object.keys(LOADED).filter((name) => carried.has(name))).toEqual([])
  })
})

describe('the page', () => {
  test('is on both hosts, and has every source and every text', async () => {
    app = await startFakeApp()
    const [live, parties] = [app.services.releases.findLive()!, await readThirdParties()]
    const source = { name: 'x', text: 'Map of <A> & B', licence: 'ODbL-1.0', url: 'https://a.example/?"' }
    const withSource = { ...live, attributions: [source] }
    app.services.releases.findLive = () => withSource
    const pages = await Promise.all([app.api, app.site].map((host) => fetch(`${host}/licences`)))
    const [page, other] = await Promise.all(pages.map((response) => response.text()))
    expect(other).toBe(page)
    expect(pages[0].headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page).toContain('<a href="https://a.example/?&quot;">Map of &lt;A&gt; &amp; B</a> (ODbL-1.0)')
    expect(page).toContain('The Waypost authors')
    expect(page).toContain('SIL OPEN FONT LICENSE Version 1.1')
    const missing = parties.filter(({ name, version }) => !page.includes(`<summary>${name} ${version} (`))
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(page.match(/holds no text of its licence\.</g)).toBeNull()
    expect(page.split('<pre></pre>')).toHaveLength(1)
  })

  test('says that it cannot be made, and is made at the next request', async () => {
    const faults: Error[] = []
    let isBroken = true
    const [row] = licenceRows({
      releases: { findLive: () => null },
      readParties: async () => {
        if (isBroken) throw new Error('no lock file')
        return []
      },
      onFault: (error) => faults.push(error),
    })
    await expect(row.handle({} as never, {})).rejects.toMatchObject({ code: 'internal' })
    isBroken = false
    // the answer itself needs a request; that it gets there is enough
    await expect(row.handle({ request: { headers: {} } } as never, {})).rejects.toThrow(TypeError)
    expect(faults.map(({ message }) => message)).toEqual(['no lock file'])
  })
})

test('every script and style of the pages says where the licences are', async () => {
  const bundles = await Promise.all([loadWebBundle(), loadEmbedBundle()])
  const silent = bundles.flatMap(({ files }) =>
    [...files]
      .filter(([name]) => /\.(?:js|css)$/.test(name))
      .filter(([, { gzip }]) => !gunzipSync(gzip).toString('utf8').trimEnd().endsWith('../licences */'))
      .map(([name]) => name),
  )
  expect(silent).toEqual([])
})
