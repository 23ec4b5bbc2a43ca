// `npm run bench -- lighthouse`: Lighthouse's accessibility of the explorer (100 of 100 is asked), empty and in
// each panel, on a desk and on a phone; what costs points is named. Needs `npm ci --prefix test/bench/lighthouse`.

import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { startRealServer } from '../support/real-server.ts'

interface Lighthouse {
  default(address: string, flags: object, config?: object): Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}
interface Report {
  categories: { accessibility: { score: number | null; auditRefs: { id: string; weight: number }[] } }
  audits: Record<string, { score: number | null; title: string; details?: unknown }>
  runtimeError?: { message: string }
}

const ENTRY = new URL('lighthouse/node_modules/lighthouse/core/index.js', import.meta.url)
if (!existsSync(ENTRY)) throw new Error('Lighthouse is not here: npm ci --prefix test/bench/lighthouse')
const { default: lighthouse, desktopConfig } = (await import(ENTRY.href)) as Lighthouse

const PORT = 9200 + (process.pid % 700)
const ROUTE = 'w=-40.42889,33.47111;-40.44889,33.44167'

const server = await startRealServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    `--remote-debugging-port=${PORT}`,
  ],
})
for (const [what, hash] of [
  ['empty', ''],
  ['a route', `#${ROUTE}`],
  ['a round trip', '#m=loop&ls=-40.44,33.455&lk=6'],
  ['reach', '#m=reach&rs=-40.4389,33.4564&rm=60'],
  ['a file', '#m=file'],
  ['places', '#m=view&map=12/33.4564/-40.4389'],
])
  for (const [size, config] of [
    ['desk', desktopConfig],
    ['phone', undefined],
  ] as const) {
    const found = await lighthouse(
      `${server.site}/${hash}`,
      { port: PORT, onlyCategories: ['accessibility'], output: 'json', logLevel: 'error' },
      config,
    )
    const { categories, audits, runtimeError } = found!.lhr
    if (runtimeError !== undefined) throw new Error(runtimeError.message)
    const { score, auditRefs } = categories.accessibility
    console.log(`${what}, ${size}: accessibility ${Math.round(score! * 100)}`)
    for (const { id, weight } of auditRefs)
      if (weight > 0 && audits[id].score !== null && audits[id].score < 1)
        console.log(`  ${id}: ${audits[id].title} ${placesOf(audits[id].details)}`)
  }
await browser.close()
await server.stop()

/** Where the first few of what was found stand. */
function placesOf(details: unknown): string {
  const { items = [] } = (details ?? {}) as { items?: { node?: { snippet?: string } }[] }
  return items
    .slice(0, 5)
    .map(({ node }) => node?.snippet?.slice(0, 120) ?? '')
    .join(' ')
}
