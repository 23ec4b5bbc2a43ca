// `npm run bench -- static-map [runs]`: pictures of 800 x 600 with warm tiles, drawn one after another on one thread,
// at several zooms of
// Andorra (the demo region where the real data is absent); `/healthz` of a running server under 20 simultaneous
// requests for pictures; and the peer: MapLibre GL drawing the release's own style in headless Chromium, screenshot
// included, of the same places. tileserver-gl-light draws no pictures (it leaves the native renderer out), so it cannot
// be asked. Pairs of pictures go to the temporary folder.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawMap as drawPicture } from '../../src/map/picture/draw-map.ts'
import type { MapDrawing } from '../../src/map/picture/map-drawing.ts'
import { latOfWorldY, worldY } from '../../src/geo/web-mercator.ts'
import { TileStore } from '../../src/map/picture/tile-store.ts'
import { drawMap as drawInBrowser, serveMapPage } from '../support/map-page.ts'
import { hasChromium, openPage } from '../support/open-browser.ts'
import { startRealServer } from '../support/real-server.ts'
import { recordFigure } from './report.ts'

const ROOT = join(import.meta.dirname, '../..')
const REAL = join(process.env.REAL_DATA_DIR ?? join(ROOT, '../shared/data'), 'andorra')
const runs = Number(process.argv[3] ?? 15)
const AT_ONCE = 20
const isReal = existsSync(join(REAL, 'andorra-2025-01-19.osm.pbf'))
const dataDir = join(ROOT, 'test/bench/.cache', isReal ? 'maps-andorra' : 'maps-demo')
if (!existsSync(join(dataDir, 'live.json'))) {
  mkdirSync(dataDir, { recursive: true })
  const command = isReal
    ? [
        'import-osm.ts',
        join(REAL, 'andorra-2025-01-19.osm.pbf'),
        '--dem',
        join(REAL, 'N42E001.hgt'),
        '--dem',
        join(REAL, 'N41E001.hgt'),
        '--name',
        'andorra',
      ]
    : ['import-demo.ts']
  execFileSync(process.execPath, [join(ROOT, 'src/import', command[0]), ...command.slice(1), '--data', dataDir], {
    stdio: 'ignore',
    cwd: ROOT,
  })
}
const release = join(
  dataDir,
  'releases',
  (JSON.parse(readFileSync(join(dataDir, 'live.json'), 'utf8')) as { release: string }).release,
)
const { attributions } = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8')) as {
  attributions: { text: string }[]
}

type Place = [name: string, lon: number, lat: number, zoom: number]
const PLACES: Place[] = isReal
  ? [
      ['whole country', 1.6, 42.54, 9.6],
      ['valleys', 1.55, 42.54, 11],
      ['a parish', 1.52, 42.6, 12.4],
      ['a village', 1.53, 42.58, 13.5],
      ['town, most buildings', 1.525, 42.507, 15],
      ['a few streets', 1.525, 42.507, 16.4],
    ]
  : [
      ['island', -40.445, 33.415, 11],
      ['half of it', -40.445, 33.415, 12.4],
      ['a valley', -40.44, 33.42, 13.5],
      ['a town', -40.4289, 33.4711, 15],
    ]
const WIDTH = 800
const HEIGHT = 600

function drawing([, lon, lat, zoom]: Place, contours: boolean): MapDrawing {
  const half = WIDTH / 512 / 2 ** zoom / 2
  const halfY = (half * HEIGHT) / WIDTH
  const y = worldY(lat)
  return {
    box: [lon - half * 360, latOfWorldY(y + halfY), lon + half * 360, latOfWorldY(y - halfY)],
    paddingPx: 0,
    maxZoom: 20,
    width: WIDTH,
    height: HEIGHT,
    scale: 1,
    shapes: [],
    contours,
    language: null,
    sources: {
      basemap: join(release, 'basemap.pmtiles'),
      terrain: join(release, 'terrain.pmtiles'),
      contours: contours ? join(release, 'contours.pmtiles') : null,
      attributions: attributions.map(({ text }) => text),
    },
  }
}
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
const ms = (value: number) => value.toFixed(0)

console.log(
  `${isReal ? 'Andorra' : 'demo region'}, ${WIDTH} x ${HEIGHT}, ${runs} runs each, warm tiles; ${cpus().length} cores, load ${loadavg()[0].toFixed(1)} at the start\n`,
)
console.log(
  '| place (zoom) | p50 ms | p95 ms | processor ms (mean) | with contours p50 | KB |\n|---|---|---|---|---|---|',
)
const store = new TileStore(128e6)
const all: number[] = []
const pictures = new Map<string, Uint8Array>()
for (const place of PLACES) {
  const measure = async (contours: boolean) => {
    const requested = drawing(place, contours)
    for (let i = 0; i < 3; i++) await drawPicture(requested, store, () => {})
    const times: number[] = []
    const before = process.cpuUsage()
    let png: Uint8Array = new Uint8Array(0)
    for (let i = 0; i < runs; i++) {
      const begunMs = performance.now()
      png = await drawPicture(requested, store, () => {})
      times.push(performance.now() - begunMs)
    }
    const { user, system } = process.cpuUsage(before)
    return { times, png, processorMs: (user + system) / 1000 / runs }
  }
  const plain = await measure(false)
  const lined = await measure(true)
  all.push(...plain.times)
  pictures.set(place[0], lined.png)
  console.log(
    `| ${place[0]} (${place[3]}) | ${ms(quantile(plain.times, 0.5))} | ${ms(quantile(plain.times, 0.95))} | ${ms(plain.processorMs)} | ${ms(quantile(lined.times, 0.5))} | ${ms(plain.png.length / 1000)} |`,
  )
}
console.log(`| all | ${ms(quantile(all, 0.5))} | ${ms(quantile(all, 0.95))} | | | |\n`)
recordFigure('static-map', '800 x 600, p50 / p95', {
  figure: `${ms(quantile(all, 0.5))} / ${ms(quantile(all, 0.95))} ms`,
})
console.log(`tiles kept: ${(store.bytes / 1e6).toFixed(0)} MB`)
await store.close()

const server = await startRealServer({}, dataDir)
const query = (place: Place, more = '') =>
  `${server.api}/static-map/render?bbox=${drawing(place, false).box.map((side) => side.toFixed(6))}&width=${WIDTH}&height=${HEIGHT}${more}`
for (const place of PLACES) await (await fetch(query(place))).arrayBuffer()
async function pingHealth(until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const begunMs = performance.now()
    await (await fetch(`${server.api}/healthz`)).text()
    times.push(performance.now() - begunMs)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return times
}
const quietUntil = performance.now() + 2000
const quiet = await pingHealth(() => performance.now() > quietUntil)
const busy: number[] = []
const whole: number[] = []
let refused = 0
for (let round = 0; round < 3; round++) {
  let done = false
  const begunMs = performance.now()
  const requested = Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      const answer = await fetch(query(PLACES[i % PLACES.length], `&padding=${round * AT_ONCE + i}`))
      await answer.arrayBuffer()
      if (answer.status === 503) refused++
      else if (answer.status !== 200) throw new Error(String(answer.status))
    }),
  ).finally(() => (done = true))
  busy.push(...(await pingHealth(() => done)))
  await requested
  whole.push(performance.now() - begunMs)
}
const health = (times: number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms (${times.length} asked)`
console.log(
  `\n/healthz alone: ${health(quiet)}\n/healthz while ${AT_ONCE} pictures are drawn at once by one thread: ${health(busy)}; the ${AT_ONCE} took ${ms(quantile(whole, 0.5))} ms; ${refused} of ${3 * AT_ONCE} were told to come again (503 busy)`,
)

if (!hasChromium) console.log('\nno Chromium: the peer was left out')
else {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-pictures-'))
  const { artifacts } = (await (await fetch(`${server.api}/pmtiles/current/manifest.json`)).json()) as {
    artifacts: { styles: { url: string } }
  }
  const pages = await serveMapPage()
  const open = await openPage(WIDTH, HEIGHT)
  await open.page.goto(pages.url)
  console.log(
    '\n| place | ours over HTTP, warm, p50 ms | MapLibre GL in headless Chromium, warm, p50 ms |\n|---|---|---|',
  )
  for (const place of PLACES) {
    const ours: number[] = []
    const theirs: number[] = []
    let shot: Buffer = Buffer.alloc(0)
    for (let i = 0; i < 5; i++) {
      let begunMs = performance.now()
      await (await fetch(query(place, '&contours=true'))).arrayBuffer()
      ours.push(performance.now() - begunMs)
      begunMs = performance.now()
      await drawInBrowser(open.page, { style: artifacts.styles.url, center: [place[1], place[2]], zoom: place[3] })
      shot = await open.page.screenshot({ type: 'png' })
      theirs.push(performance.now() - begunMs)
    }
    const name = place[0].replaceAll(/\W+/g, '-')
    writeFileSync(join(folder, `${name}-maplibre.png`), shot)
    writeFileSync(join(folder, `${name}-waypost.png`), pictures.get(place[0])!)
    console.log(`| ${place[0]} | ${ms(quantile(ours, 0.5))} | ${ms(quantile(theirs, 0.5))} |`)
  }
  console.log(`\npictures side by side in ${folder}`)
  await open.close()
  await pages.close()
}
console.log(`load ${loadavg()[0].toFixed(1)} at the end`)
await server.stop()
