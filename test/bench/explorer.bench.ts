// `npm run bench -- explorer [runs]`: from navigation to the first route on the screen, for a shared address with two
// waypoints on the demo region, in Chromium drawing in software. Each run is a fresh profile with an empty cache. Also
// the weight of the page. Measures nothing but this machine: the browser and the server share its cores.

import { loadavg, cpus } from 'node:os'
import { loadWebBundle } from '../../src/site/bundles.ts'
import { openPage } from '../support/open-browser.ts'
import { startRealServer } from '../support/real-server.ts'

const runs = Number(process.argv[3] ?? 9)
const bundle = await loadWebBundle()
const server = await startRealServer()
const open = await openPage(1280, 800)
const browser = open.page.context().browser()!

interface Found {
  answerMs: number
  seenMs: number
  drawnMs: number
}

/** Milliseconds from navigation: the answer of the service, the line on the screen, and in the map's own picture. */
async function firstRoute(): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${server.site}/#w=-40.42889,33.47111;-40.44889,33.44167`)
  await page.waitForFunction(() => performance.getEntriesByName('line-drawn').length > 0)
  const found = await page.evaluate(() => ({
    answerMs: (performance.getEntriesByType('resource') as unknown as { name: string; responseEnd: number }[]).find(
      ({ name }) => name.endsWith('/graphql'),
    )!.responseEnd,
    seenMs: performance.getEntriesByName('line-seen')[0].startTime,
    drawnMs: performance.getEntriesByName('line-drawn')[0].startTime,
  }))
  await context.close()
  return found
}

await firstRoute() // warms the server and the file cache, not the browser's
const found: Found[] = []
for (let i = 0; i < runs; i++) found.push(await firstRoute())
await open.close()
await server.stop()

const sorted = (values: number[]) => values.sort((a, b) => a - b)
const show = (name: string, values: number[]) =>
  console.log(
    `${name}: median ${values[values.length >> 1].toFixed(0)} ms, lowest ${values[0].toFixed(0)}, highest ${values.at(-1)!.toFixed(0)} (${values.length} runs)`,
  )
const weigh = (choose: (name: string) => boolean, packing: 'gzip' | 'brotli') =>
  (
    [...bundle.files].filter(([name]) => choose(name)).reduce((sum, [, file]) => sum + file[packing].length, 0) / 1000
  ).toFixed(0)
console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)} while measuring`)
show('route answered', sorted(found.map(({ answerMs }) => answerMs)))
show('first route on the screen', sorted(found.map(({ seenMs }) => seenMs)))
show('drawn by the map', sorted(found.map(({ drawnMs }) => drawnMs)))
const first = new Set([bundle.script, bundle.style, ...bundle.preload])
console.log(
  `until the first route, without the worker of the map: ${weigh((name) => first.has(name), 'gzip')} KB gzip, ${weigh((name) => first.has(name), 'brotli')} KB brotli; worker ${weigh((name) => name === bundle.worker, 'gzip')} KB gzip; fetched when wanted: ${weigh((name) => name !== bundle.worker && !first.has(name), 'gzip')} KB gzip`,
)
// the browser is kept open for further pages
process.exit()
