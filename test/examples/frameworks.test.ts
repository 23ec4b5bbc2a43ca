// The pages of docs/embed.md with a framework, as a stranger's project has them: compiled against the packed client,
// bundled, and opened in a browser.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Plugin, build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawNothing } from '../support/blank-webgl.ts'
import { hasChromium, openPage } from '../support/open-browser.ts'
import { packedClient } from '../support/packed-client.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOC = readFileSync(join(ROOT, 'docs/embed.md'), 'utf8')
const TRAIL = 800000031
const run = promisify(execFile)
/** The only block of a language. */
const block = (language: string): string => {
  const found = [...DOC.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))]
  if (found.length !== 1) throw new Error(`docs/embed.md has ${found.length} blocks of ${language}`)
  return found[0][1]
}
/** Whose types nothing here needs. */
const load = (name: string): Promise<any> => import(name)

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-frameworks-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@waypost'), { recursive: true })
  mkdirSync(join(modules, '@types'))
  cpSync((await packedClient()).folder, join(modules, '@waypost/client'), { recursive: true })
  const from = (name: string) => join(ROOT, 'node_modules', name)
  // copied: what it requires is found beside it
  cpSync(from('react-19'), join(modules, 'react'), { recursive: true })
  cpSync(from('react-dom-19'), join(modules, 'react-dom'), { recursive: true })
  for (const name of ['vue', 'svelte', '@types/react', 'csstype']) symlinkSync(from(name), join(modules, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'Walk.tsx'), block('tsx'))
  writeFileSync(join(folder, 'Walk.vue'), block('vue'))
  writeFileSync(join(folder, 'Walk.svelte'), block('svelte'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

test('their types are taken, and mistakes are found', async () => {
  writeFileSync(
    join(folder, 'types.tsx'),
    `import type { GlobalComponents } from 'vue'
import type { SvelteHTMLElements } from 'svelte/elements'
import '@waypost/client/element/vue'
import '@waypost/client/element/svelte'
type OfVue = InstanceType<GlobalComponents['waypost-map']>['$props']
type OfSvelte = SvelteHTMLElements['waypost-map']
const right: [OfVue, OfSvelte] = [{ trail: 5, language: 'de' }, { trail: '5', 'onwaypost-failed': ({ detail }) => detail.trim() }]
// @ts-expect-error: no such language
const ofVue: OfVue = { language: 'fr' }
// @ts-expect-error: no such theme
const ofSvelte: OfSvelte = { theme: 'blue' }
const ofReact = [
  <waypost-map key="for React" api-key="svc_pub_" ref={(one) => void one?.apiKey} />,
  // @ts-expect-error: no such theme
  <waypost-map theme="blue" />,
  // @ts-expect-error: a number is no file
  <waypost-map gpx={5} />,
]
const element = document.querySelector('waypost-map')!
const route: string | null = element.route
console.log(right, ofVue, ofSvelte, ofReact, route)
element.addEventListener('waypost-failed', ({ detail }) => detail.trim())
`,
  )
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022' },
    ...{ jsx: 'react-jsx', types: [], skipLibCheck: true, allowImportingTsExtensions: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['Walk.tsx', 'types.tsx'] }))
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]
  const said = await run(process.execPath, tsc).catch((error: { stdout: string }) => error)
  expect(said.stdout).toBe('')
})

/** Vue's compiler, for the bundler. */
const vuePages: Plugin = {
  name: 'vue',
  setup(builder) {
    builder.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { compileScript, parse } = await load('vue/compiler-sfc')
      const { descriptor } = parse(readFileSync(path, 'utf8'), { filename: path })
      const isCustomElement = (tag: string) => tag === 'waypost-map'
      const templateOptions = { compilerOptions: { isCustomElement } }
      const { content } = compileScript(descriptor, { id: 'walk', inlineTemplate: true, templateOptions })
      return { contents: content, loader: 'ts' }
    })
  },
}
/** Svelte's. */
const sveltePages: Plugin = {
  name: 'svelte',
  setup(builder) {
    builder.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await load('svelte/compiler')
      const { js, warnings } = compile(readFileSync(path, 'utf8'), { filename: path, generate: 'client' })
      expect(warnings).toEqual([])
      return { contents: js.code }
    })
  },
}

const MAINS = {
  React: `import { createRoot } from 'react-dom/client'
import { Walk } from './Walk.tsx'
const root = createRoot(document.querySelector('main'))
export const show = (props) => root.render(<Walk {...props} />)`,
  Vue: `import { createApp, h, reactive } from 'vue'
import Walk from './Walk.vue'
const props = reactive({})
let app
export const show = (given) => {
  Object.assign(props, given)
  app ??= createApp({ render: () => h(Walk, props) }).mount('main')
}`,
  Svelte: `import { mount, unmount } from 'svelte'
import Walk from './Walk.svelte'
let shown
export const show = (props) => {
  if (shown !== undefined) unmount(shown)
  shown = mount(Walk, { target: document.querySelector('main'), props })
}`,
}

describe.skipIf(!hasChromium)('in a browser cut off from the network (needs Chromium)', () => {
  let server: SharedServer
  let files: Server
  beforeAll(async () => {
    server = await sharedServer()
    files = createServer(({ url = '/' }, response) => {
      if (url.endsWith('.js')) response.writeHead(200, { 'content-type': 'text/javascript' })
      else response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        url.endsWith('.js') ? readFileSync(join(folder, url)) : '<!doctype html><title>x</title><main></main>',
      )
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => files?.close())

  test.each(Object.entries(MAINS))('the page with %s shows a trail, and follows its properties', async (name, main) => {
    const { warnings } = await build({
      stdin: { contents: main, resolveDir: folder, loader: 'tsx' },
      outfile: join(folder, `${name}.js`),
      ...{ bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', plugins: [vuePages, sveltePages] },
      conditions: ['browser', 'production'],
      define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
      logLevel: 'silent',
    })
    expect(warnings.map(({ text }) => text)).toEqual([])
    const open = await openPage(800, 600)
    try {
      const { page } = open
      await page.addInitScript(drawNothing)
      await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`)
      const show = (trail: number) =>
        page.evaluate(
          async ([script, props]) => ((await import(script)) as { show(props: unknown): void }).show(props),
          [`/${name}.js`, { site: server.site, trail }] as const,
        )
      await show(TRAIL)
      const element = page.locator('waypost-map')
      await expect.poll(() => element.locator('.name').innerText()).toBe('Velmarra Way')
      await expect.poll(() => page.locator('figcaption').innerText()).toBe('shown')
      expect((await element.boundingBox())!.height).toBe(320)
      await show(4711)
      await expect.poll(() => page.locator('figcaption').innerText()).toContain('no signed route with the number 4711')
      expect([open.strayed, open.faults]).toEqual([[], []])
    } finally {
      await open.close()
    }
  })
})
