// A large region, from the import to answers, beside Valhalla on the same file:
// `npm run bench -- scale [k=4] [import] [server] [takeup] [settings] [bicycles] [peer] [basemap=FILE]`; all parts when
// none is named. What is built is kept and not built again, unless `import` is named; `basemap` takes the tiles from an
// archive, as docs/regions.md advises above a country's size. The import in time, processor time and memory; a server
// with the default configuration: start, 60 km on foot with settings that are customised and ones never asked before,
// memory as settings change, and another release taken up; a thousand random settings; settings by bicycle. k = 12
// takes 15 minutes of processor time to import with `basemap`.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { POINTER_FILE } from '../../src/releases/release-manifest.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { peerRoute } from './peer/peer-query.ts'
import { buildTiles, openPeer } from './peer/valhalla.ts'
import { makePairs, quantile, type Pair } from './routing/pairs.ts'
import { measureBicycles } from './scale/bicycles.ts'
import { makeLargeRegion, measureImport } from './scale/large-region.ts'
import { memoryLatencyNs } from './scale/memory-latency.ts'
import { openLiveNetwork } from './scale/live-network.ts'
import { routeBody, startLargeServer } from './scale/over-http.ts'
import { CACHE_BYTES, measureRandomSettings, SETTINGS } from './scale/random-settings.ts'
import { measureTakeUp } from './scale/take-up.ts'
import { mainComponent } from '../support/main-component.ts'

const words = process.argv.slice(3)
const k = Number(words.find((word) => word.startsWith('k='))?.slice(2) ?? 4)
const parts = words.filter((word) => !word.includes('='))
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const basemap = words.find((word) => word.startsWith('basemap='))?.slice(8)
const LEG_KM = [57, 60]
const PAIRS = 100
/**
 * Rounds of other pairs before anything is measured, so that V8 has compiled what a route runs: after four, routes
 * take a quarter longer, and after as many with the same pairs a third.
 */
const WARM_ROUNDS = 16
/** More settings than any cache holds. */
const SLIDER_STEPS = 270
/** Sliders count in tenths, so that other settings must vary too for as many that differ. */
const SETTINGS_EACH = 168
const setting = (i: number, maxSac: number) => ({
  hills: ((i % 21) - 10) / 10,
  avoid_paved: Math.floor(i / 21) % 2 === 1,
  marked_trails: Math.floor(i / 42) % 2 === 1 ? 'off' : 'prefer',
  profile: Math.floor(i / 84) % 2 === 1 ? 'run' : 'hike',
  max_sac: maxSac,
})

const region = makeLargeRegion(k)
const rows: [what: string, own: string, peer?: string][] = []
const figure = (ms: number) => ms.toFixed(1)
const p50p95 = (times: number[]) => `${figure(quantile(times, 0.5))} / ${figure(quantile(times, 0.95))} ms`
if (parts.includes('import') || !existsSync(join(region.dataDir, POINTER_FILE))) {
  const { wallS, cpuS, peakGb } = await measureImport([
    region.pbf,
    '--dem',
    ...region.dems,
    '--name',
    `k${k}`,
    '--data',
    region.dataDir,
    '--accept-shrink',
    ...(basemap === undefined ? [] : ['--basemap', basemap]),
  ])
  rows.push([
    'import',
    `${wallS.toFixed(0)} s, ${cpuS.toFixed(0)} s of processor time, ${peakGb.toFixed(2)} GB at most`,
  ])
}

const { pairs, others, manyOthers, edges } = await drawPairs()
console.log(`k = ${k}: ${(edges / 1e6).toFixed(2)} M edges, ${pairs.length} pairs ${LEG_KM.join(' to ')} km apart`)
let defaultRow = -1

if (wants('server')) {
  const server = await startLargeServer(region.dataDir)
  try {
    const gb = (value: number) => `${value.toFixed(2)} GB`
    rows.push(['server ready', `${server.readyS.toFixed(1)} s, ${gb(server.memoryGb().rssGb)}`])
    await server.untilQuiet()
    rows.push(['... and has prepared default settings', gb(server.memoryGb().rssGb)])
    const measure = async (settings: (i: number) => object, requested = pairs) => {
      const times: number[] = []
      let failed = 0
      for (const [i, pair] of requested.entries()) {
        const { ms, status } = await server.ask(routeBody(pair, settings(i)))
        times.push(ms)
        if (status !== 200) failed++
      }
      return `${p50p95(times)}${failed === 0 ? '' : `, ${failed} not answered`}`
    }
    const settle = async () => {
      await server.ask(routeBody(pairs[0]))
      await new Promise((resolve) => setTimeout(resolve, 1000 + edges / 500))
    }
    rows.push(['the first routes, p50 / p95', await measure(() => ({}), others)])
    await measure(() => ({}), manyOthers)
    await settle()
    const latencies = [memoryLatencyNs()]
    defaultRow = rows.push(['default settings', await measure(() => ({}))]) - 1
    const before = server.memoryGb().rssGb
    rows.push(['settings as they first come', await measure((i) => setting(i, 3), others)])
    await settle()
    for (const maxSac of [1, 2]) await measure((i) => setting(i, maxSac), others)
    rows.push(['settings never asked before, once those that bound them are made', await measure((i) => setting(i, 4))])
    latencies.push(memoryLatencyNs())
    const steps = Array.from({ length: SLIDER_STEPS }, (_, step) => pairs[step % pairs.length])
    const further = (step: number) => setting(step, 5 + Math.floor(step / SETTINGS_EACH))
    rows.push([`${SLIDER_STEPS} further ones`, await measure(further, steps)])
    const budget = await server.metric('waypost_metric_cache_budget_bytes')
    const held = await server.metric('waypost_metric_cache_bytes')
    const { rssGb, peakGb } = server.memoryGb()
    rows.push([
      `memory before and after ${SLIDER_STEPS} settings`,
      `${gb(before)}, ${gb(rssGb)} (${gb(peakGb)} at most)`,
    ])
    rows.push(['a read of memory, before and after', latencies.map((ns) => `${ns.toFixed(0)} ns`).join(', ')])
    rows.push(['metrics hold, of their budget', `${(held / 1e6).toFixed(0)} of ${(budget / 1e6).toFixed(0)} MB`])
    // one that was asked before waits its turn behind those that are still wanted
    await settle()
    for (const pair of pairs.slice(0, 65)) await server.ask(routeBody(pair))
    await settle()
    rows.push(['default settings after them', await measure(() => ({}))])
  } finally {
    await server.stop()
  }
}

if (wants('takeup')) {
  const server = await startLargeServer(region.dataDir)
  try {
    for (const pair of manyOthers) await server.ask(routeBody(pair))
    const { before, during, afterGb } = await measureTakeUp(server, region.dataDir, pairs)
    rows.push([
      'a release taken up',
      `${before.rssGb.toFixed(2)} GB before, ${during.rssGb.toFixed(2)} GB at most (${(during.rssGb / before.rssGb).toFixed(2)} times), ${afterGb.toFixed(2)} GB after`,
    ])
    rows.push([
      '... default settings meanwhile, p95 / most',
      `${figure(during.p95Ms)} / ${figure(during.mostMs)} ms (before ${figure(before.p95Ms)} / ${figure(before.mostMs)}), ${during.failed} not answered, /healthz ${figure(during.healthMs)} ms at most`,
    ])
  } finally {
    await server.stop()
  }
}

if (wants('settings')) {
  const server = await startLargeServer(region.dataDir, { METRIC_CACHE_BYTES: `${CACHE_BYTES}` })
  try {
    for (const pair of manyOthers) await server.ask(routeBody(pair))
    const { foot, bike, failed, beforeGb, afterGb, peakGb, cacheBytes, entries } = await measureRandomSettings(
      server,
      pairs,
    )
    rows.push([
      `${SETTINGS} random settings, each asked once, ${CACHE_BYTES / 1e6} MB for metrics`,
      `on foot ${p50p95(foot)}, by bicycle ${p50p95(bike)}, ${failed} without a route`,
    ])
    rows.push([
      '... memory before and after; metrics',
      `${beforeGb.toFixed(2)}, ${afterGb.toFixed(2)} GB (${peakGb.toFixed(2)} at most); ${entries} of ${(cacheBytes / 1e6).toFixed(0)} MB`,
    ])
  } finally {
    await server.stop()
  }
}

if (wants('bicycles')) {
  const server = await startLargeServer(region.dataDir)
  try {
    for (const { bicycleType, p50Ms, p95Ms, mostMs, failed } of await measureBicycles(server, pairs, manyOthers))
      rows.push([
        `by ${bicycleType} bicycle, settings never asked before, p50 / p95 / most`,
        `${[p50Ms, p95Ms, mostMs].map(figure).join(' / ')} ms${failed === 0 ? '' : `, ${failed} not answered`}`,
      ])
  } finally {
    await server.stop()
  }
}

if (wants('peer')) {
  const tileDir = join(region.dataDir, '../tiles')
  if (!existsSync(tileDir)) {
    const { seconds } = await buildTiles(region.pbf, tileDir)
    rows.push(['network from the file', '', `${seconds.toFixed(0)} s, without heights`])
  }
  const peer = await openPeer(region.pbf, tileDir)
  const times: number[] = []
  let failed = 0
  for (const pair of pairs) {
    const requestedMs = performance.now()
    await peer.route(peerRoute(pair, 'hike')).catch(() => failed++)
    times.push(performance.now() - requestedMs)
  }
  const figures = `${p50p95(times)}, in process${failed === 0 ? '' : `, ${failed} not answered`}`
  if (defaultRow >= 0) rows[defaultRow][2] = figures
  else rows.push(['default settings, p50 / p95', '', figures])
}
console.log('\n| what | Waypost | Valhalla |\n| --- | --- | --- |')
for (const [what, own, theirs = ''] of rows) console.log(`| ${what} | ${own} | ${theirs} |`)
process.exit(0)

/** `others` and `manyOthers`: pairs of the same kind, to warm up what is measured. */
async function drawPairs(): Promise<{ pairs: Pair[]; others: Pair[]; manyOthers: Pair[]; edges: number }> {
  const graph = await openLiveNetwork(region.dataDir)
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 0, maxSettled: 1 })
  const all = makePairs(graph, (2 + WARM_ROUNDS) * PAIRS, LEG_KM[0], LEG_KM[1], 1, mainComponent(planner, 'hike'))
  return {
    pairs: all.slice(0, PAIRS),
    others: all.slice(PAIRS, 2 * PAIRS),
    manyOthers: all.slice(2 * PAIRS),
    edges: graph.edgeCount,
  }
}
