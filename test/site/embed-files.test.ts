import { afterAll, beforeAll, expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { embedRows } from '../../src/site/embed-files.ts'
import { loadEmbedBundle, type EmbedBundle } from '../../src/site/bundles.ts'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

let app: FakeApp
let bundle: EmbedBundle
beforeAll(async () => {
  app = await startFakeApp()
  bundle = await loadEmbedBundle()
})
afterAll(() => app.close())

const SCRIPT = '/embed/waypost-map.js'

test('the script has a stable address, names its files and the API, and is requested again at no cost', async () => {
  const answer = await fetch(app.site + SCRIPT)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const text = await answer.text()
  expect(text).toContain(`from "./${bundle.component}"`)
  const reported = JSON.parse(/defineWaypostMap\((\{.*\}), import\.meta\.url\)/.exec(text)![1]) as object
  const { mapLibre, worker, languages } = bundle
  expect(reported).toEqual({ apiUrl: app.api, siteUrl: app.site, mapLibre, worker, languages })
  const again = (tag: string) => fetch(app.site + SCRIPT, { headers: { 'if-none-match': tag } })
  expect((await again(answer.headers.get('etag')!)).status).toBe(304)
  expect((await again('"other"')).status).toBe(200)
})

test('each language of the catalogues has a file of the words of the element, English in the script', async () => {
  expect(Object.keys(bundle.languages).sort()).toEqual([...LANGUAGES])
  expect(bundle.languages.en).toBeNull()
  const script = await (await fetch(`${app.site}/embed/${bundle.languages.de}`)).text()
  const words = JSON.parse(/^export default (\{.*\})$/m.exec(script)![1]) as Record<string, string>
  const { page } = JSON.parse(readCatalogue('de')) as { page: Record<string, string> }
  expect(words['embed.length']).toBe(page['embed.length'])
  expect(Object.keys(words).filter((key) => !/^(?:embed|error)\./.test(key))).toEqual([])
})

test('what it names never changes under its address; what is not there is 404', async () => {
  for (const name of [bundle.component, bundle.mapLibre, bundle.worker]) {
    const answer = await fetch(`${app.site}/embed/${name}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe(gunzipSync(bundle.files.get(name)!.gzip).toString())
  }
  for (const name of ['nothing.js', '..%2F..%2Fpackage.json', 'index.json'])
    expect((await fetch(`${app.site}/embed/${name}`)).status).toBe(404)
})

test('a component that cannot be built is 503 with a reason, and the log has the fault', async () => {
  const faults: Error[] = []
  const rows = embedRows({
    services: {} as never,
    loadBundle: () => Promise.reject(new Error('no compiler')),
    onFault: (error) => faults.push(error),
  })
  for (const row of rows)
    await expect(async () => row.handle({} as never, { file: 'a.js' })).rejects.toMatchObject({
      code: 'busy',
      status: 503,
    })
  expect(faults.map(({ message }) => message)).toEqual(['no compiler', 'no compiler'])
})
