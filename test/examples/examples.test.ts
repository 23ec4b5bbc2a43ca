// The examples as their readers run them: over the built client package, against a server with the demo region.

import { execFile } from 'node:child_process'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codegen } from '@graphql-codegen/core'
import { parse } from 'graphql'
import { XMLValidator } from 'fast-xml-parser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EXAMPLE_REQUESTS } from '../../rest-compat/examples.ts'
import { drawNothing } from '../support/blank-webgl.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { packedClient } from '../support/packed-client.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENDS = (EXAMPLE_REQUESTS['waypoint-route'].body as { waypoints: number[][] }).waypoints.map(String)
const FILES = [
  'map/index.html',
  'trip/trip.mjs',
  'static-site/build.mjs',
  'bundled/show-map.js',
  'bundled/with-vite/main.js',
  'bundled/with-esbuild/main.js',
  'bundled/with-esbuild/build.mjs',
  'hut-finder/main.ts',
  'react-page/trails.tsx',
]
const run = promisify(execFile)

let server: RealServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-examples-'))
  cpSync(join(ROOT, 'examples'), folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  mkdirSync(join(folder, 'node_modules/@waypost'), { recursive: true })
  cpSync((await packedClient()).folder, join(folder, 'node_modules/@waypost/client'), { recursive: true })
  const from = (name: string) => join(ROOT, 'node_modules', name)
  const packages = [
    '@graphql-typed-document-node',
    '@urql',
    '@types',
    'csstype',
    'graphql',
    'maplibre-gl',
    'pmtiles',
    'fflate',
    'esbuild',
    'vite',
  ]
  for (const name of packages) symlinkSync(from(name), join(folder, 'node_modules', name))
  // copied: what they require is found beside them
  for (const name of ['react', 'react-dom'])
    cpSync(from(`${name}-19`), join(folder, 'node_modules', name), { recursive: true })
  await generateTypes()
  server = await startRealServer({ WORKERS: '1', METERING: 'on', CPU_BUDGET: 'off' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Runs it as a user does. */
async function runExample(file: string, words: string[]) {
  try {
    return { status: 0, ...(await run(process.execPath, [join(folder, file), ...words], { cwd: folder })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status: code, stdout, stderr }
  }
}

test.each(FILES)('%s has less than 100 lines', (file) => {
  expect(readFileSync(join(ROOT, 'examples', file), 'utf8').split('\n').length).toBeLessThanOrEqual(100)
})

describe('the trip in the terminal', () => {
  test('prints figures and turns', async () => {
    const { status, stdout, stderr } = await runExample('trip/trip.mjs', [...ENDS, '--api', server.api])
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d km, up \d+ m, down \d+ m, \d+ h \d+ min of moving\n/)
    expect(stdout.split('\n').filter((line) => /^ +\d+ m {2}\S/.test(line)).length).toBeGreaterThan(3)
    expect(stderr).toMatch(/^\d+ credits, \d+ left today\n$/)
  })

  test('writes a GPX file', async () => {
    const file = join(folder, 'trip.gpx')
    const { status, stderr } = await runExample('trip/trip.mjs', [...ENDS, '--gpx', file, '--api', server.api])
    expect(status, stderr).toBe(0)
    const text = readFileSync(file, 'utf8')
    expect(XMLValidator.validate(text)).toBe(true)
    expect(text.match(/<trkpt /g)!.length).toBeGreaterThan(20)
  })

  test('says what is wrong, and ends with 1; without places it says how it is used', async () => {
    const far = await runExample('trip/trip.mjs', [ENDS[0], '10,50', '--api', server.api])
    expect([far.status, far.stdout]).toEqual([1, ''])
    expect(far.stderr).toMatch(/^outside_region: .+ \(input\.waypoints\[1\]\)\n/m)
    const bare = await runExample('trip/trip.mjs', [])
    expect([bare.status, bare.stderr.startsWith('usage: ')]).toEqual([2, true])
  })
})

test('the static site has a section and a picture for each trail, and no script', async () => {
  const { status, stdout, stderr } = await runExample('static-site/build.mjs', [join(folder, 'out'), server.api])
  expect([status, stderr]).toEqual([0, ''])
  const trails = Number(/(\d+) trails$/m.exec(stdout)![1])
  expect(trails).toBeGreaterThan(3)
  const page = readFileSync(join(folder, 'out/index.html'), 'utf8')
  expect(page.match(/<section>/g)).toHaveLength(trails)
  expect(page).not.toMatch(/<script|undefined|null|NaN|\[object/)
  expect(page).toMatch(/<li>[^<]+ \((hut|shelter|drinking water)\)<\/li>/)
  const pictures = [...page.matchAll(/src="([^"]+)"/g)].map(([, name]) => statSync(join(folder, 'out', name)).size)
  expect(pictures).toHaveLength(trails)
  expect(Math.min(...pictures)).toBeGreaterThan(5000)
  expect(readdirSync(join(folder, 'out'))).toHaveLength(trails + 1)
})

/** As `npx graphql-codegen --config hut-finder/codegen.ts` does. */
async function generateTypes(): Promise<void> {
  const { default: config } = (await import(join(folder, 'hut-finder/codegen.ts'))) as { default: CodegenConfig }
  const parsed = (path: string) => parse(readFileSync(join(folder, path), 'utf8'))
  for (const [filename, { plugins, config: options }] of Object.entries(config.generates)) {
    const pluginMap = Object.fromEntries(
      await Promise.all(plugins.map(async (name) => [name, await import(`@graphql-codegen/${name}`)] as const)),
    )
    const text = await codegen({
      filename,
      schema: parsed(config.schema),
      documents: [{ location: config.documents, document: parsed(config.documents) }],
      config: options,
      plugins: plugins.map((name) => ({ [name]: {} })),
      pluginMap,
    })
    writeFileSync(join(folder, filename), text)
  }
}

interface CodegenConfig {
  schema: string
  documents: string
  generates: Record<string, { plugins: string[]; config: Record<string, unknown> }>
}

describe('the hut finder and the page in React', () => {
  test('fit their types', async () => {
    const said = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(said.stdout).toBe('')
  })
})

describe.skipIf(!hasChromium)('apps and maps in a browser cut off from the network (needs Chromium)', () => {
  const TYPES: Record<string, string> = {
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
  }
  let files: Server
  let open: OpenPage
  beforeAll(async () => {
    files = createServer(({ url = '/' }, response) => {
      const path = join(folder, new URL(url, 'http://x').pathname.replace(/\/$/, '/index.html'))
      if (!existsSync(path)) return response.writeHead(404).end()
      createReadStream(path).pipe(
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }),
      )
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  })
  // a page for each: one that is left while it loads says so later, which is no fault of the next
  beforeEach(async () => {
    // half a pixel of the map for each of the page: drawing it in software is most of the work
    open = await openPage(1000, 700, { scale: process.env.SCREENSHOTS === undefined ? 0.5 : 1 })
  })
  afterEach(() => open?.close())
  afterAll(() => files?.close())

  test.each([
    ['esbuild', ['bundled/with-esbuild/build.mjs', 'built-esbuild']],
    [
      'vite',
      ['node_modules/vite/bin/vite.js', 'build', 'bundled/with-vite', '--base', './', '--outDir', '../../built-vite'],
    ],
  ])('bundled with %s a map draws its tiles, which its worker reads', async (name, words) => {
    // as on a machine where nothing says that tests run
    await run(process.execPath, words, { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
    const { page, strayed, faults } = open
    const { port } = files.address() as AddressInfo
    await page.setViewportSize({ width: 500, height: 350 })
    await page.goto(`http://127.0.0.1:${port}/built-${name}/?api=${server.api}`)
    // drawn in software: on a busy machine it may take as long as the test has
    await page.locator('#map:not([aria-busy])').waitFor({ timeout: 0 })
    const workers = page.workers().map((worker) => new URL(worker.url()).pathname)
    expect(workers.length).toBeGreaterThan(0)
    expect(workers.filter((path) => !/worker/.test(path))).toEqual([])
    await expect.poll(() => page.locator('.maplibregl-ctrl-attrib').innerText()).toContain('Synthetic demo region')
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })

  test('the map shows a route between two clicks, then the weather along it, on a phone too', async () => {
    const { page, strayed, faults } = open
    const { port } = files.address() as AddressInfo
    if (process.env.SCREENSHOTS === undefined) await page.addInitScript(drawNothing)
    await page.goto(`http://127.0.0.1:${port}/map/?api=${server.api}`)
    const panel = page.locator('#trip')
    const map = page.locator('.maplibregl-canvas')
    await map.waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.maplibregl-ctrl-attrib').length > 0)
    for (const [x, y] of [
      [0.45, 0.45],
      [0.55, 0.6],
    ]) {
      const { width, height } = (await map.boundingBox())!
      await map.click({ position: { x: x * width, y: y * height } })
    }
    await expect.poll(() => panel.innerText()).toMatch(/^\d+\.\d km, \d+\.\d h, \d+ m up/)
    await expect.poll(() => panel.locator('tr').count()).toBeGreaterThan(2)
    await expect
      .poll(() => panel.locator('tr').first().innerText())
      .toMatch(/\d\d:\d\d\s+km 0\.0\s+-?[\d.]+ °C\s+[\d.]+ mm/)
    const shoot = async (name: string) => {
      if (process.env.SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })
    }
    await shoot('example-map')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await shoot('example-map-phone')
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })

  test('the hut finder lists huts by walking time, with the weather of both days and the nearest bus stop', async () => {
    const built = ['hut-finder/main.ts', '--bundle', '--format=esm', '--outfile=hut-finder/dist/main.js']
    await run(join(folder, 'node_modules/esbuild/bin/esbuild'), built, { cwd: folder })
    const { page, strayed, faults } = open
    const { port } = files.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/hut-finder/?api=${server.api}`)
    await page.getByLabel('From').fill('Parkplatz Talschluss')
    await page.getByRole('button', { name: 'Find huts' }).click()
    const lines = page.locator('tr:has(td)')
    await expect.poll(() => lines.count()).toBeGreaterThan(2)
    const texts = await lines.allInnerTexts()
    const walks = texts.map((text) => /\t(\d+):(\d\d) h, [\d.]+ km\t/.exec(text)!)
    const minutes = walks.map(([, hours, rest]) => Number(hours) * 60 + Number(rest))
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    expect(texts[0]).toMatch(/^\S.+ \(\d+ m.*\)\t.+\t\w.+, -?\d+ to -?\d+ °C\t\w.+ °C\t/)
    expect(await page.locator('#attribution').innerText()).toContain('Synthetic demo region')
    await page.getByRole('button', { name: 'Find stop' }).first().click()
    await expect.poll(() => lines.first().innerText()).toMatch(/, \d:\d\d h$|none within 4 h$/)
    await page.getByLabel('From').fill('Xyzzyqqq')
    await page.getByRole('button', { name: 'Find huts' }).click()
    await expect.poll(() => page.locator('#huts').innerText()).toBe('Nothing is called “Xyzzyqqq”.')
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })

  test('the page in React shows the chosen trail in the element', async () => {
    const built = ['node_modules/vite/bin/vite.js', 'build', 'react-page', '--base', './', '--outDir', '../built-react']
    await run(process.execPath, built, { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
    const { page, strayed, faults } = open
    const { port } = files.address() as AddressInfo
    await page.addInitScript(drawNothing)
    await page.goto(`http://127.0.0.1:${port}/built-react/?api=${server.api}&site=${server.site}`)
    const trails = page.locator('li button')
    await expect.poll(() => trails.count()).toBeGreaterThan(3)
    expect(await trails.first().innerText()).toMatch(/\S, \d+\.\d km, (\d+ m up|climb unknown)$/)
    expect(await page.locator('footer').innerText()).toContain('Synthetic demo region')
    for (const n of [0, 1]) {
      await trails.nth(n).click()
      const [length] = /\d+\.\d(?= km)/.exec(await trails.nth(n).innerText())!
      await expect
        .poll(() =>
          page.evaluate(() => document.querySelector('waypost-map')?.shadowRoot?.querySelector('.panel')?.textContent),
        )
        .toContain(length)
    }
    expect(await page.locator('[role=status]').innerText()).toBe('')
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/example-react.png` })
    expect(strayed).toEqual([])
    expect(faults).toEqual([])
  })
})
