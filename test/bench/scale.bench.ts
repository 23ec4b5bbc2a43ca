// A large region, from the import to answers: `npm run bench -- scale [k=4] [import] [server] [peer]`; all parts when
// none is named. The import in time, processor time and memory; a server with the default configuration: start, 60 km
// on foot with settings that are customised and ones never asked before, memory as settings change; Valhalla on the
// same file. k = 12 takes a quarter of an hour and 8 GB.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { fromPointerText, POINTER_FILE, RELEASES_FOLDER } from '../../src/maps/release-manifest.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import { buildTiles, openPeer } from './peer/valhalla.ts'
import { makePairs, quantile, type Pair } from './routing/pairs.ts'
import { ROOT } from './routing/region.ts'
import { makeLargeRegion, measureCommand } from './scale/large-region.ts'
import { routeBody, startLargeServer } from './scale/over-http.ts'

const words = process.argv.slice(3)
const k = Number(words.find((word) => word.startsWith('k='))?.slice(2) ?? 4)
const parts = words.filter((word) => !word.includes('='))
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const LEG_KM = [57, 60]
/** More slider settings than any cache holds. */
const SLIDER_STEPS = 270

const region = makeLargeRegion(k)
if (wants('import') || !existsSync(join(region.dataDir, POINTER_FILE))) {
  const { wallS, cpuS, peakGb } = await measureCommand(process.execPath, [
    join(ROOT, 'src/import/import-osm.ts'),
    region.pbf,
    '--dem',
    ...region.dems,
    '--name',
    `k${k}`,
    '--data',
    region.dataDir,
    '--accept-shrink',
  ])
  console.log(`import: ${wallS.toFixed(0)} s, ${cpuS.toFixed(0)} s of processor time, ${peakGb.toFixed(2)} GB at most`)
}

const { pairs, edges } = await drawPairs()
console.log(`k = ${k}: ${(edges / 1e6).toFixed(2)} M edges, ${pairs.length} pairs ${LEG_KM.join(' to ')} km apart`)

if (wants('server')) {
  const server = await startLargeServer(region.dataDir)
  try {
    console.log(`server: ready in ${server.readyS.toFixed(1)} s, ${server.memoryGb().rssGb.toFixed(2)} GB`)
    const measure = async (settings: (i: number) => object) => {
      const times: number[] = []
      let failed = 0
      for (const [i, pair] of pairs.entries()) {
        const { ms, status } = await server.ask(routeBody(pair, settings(i)))
        times.push(ms)
        if (status !== 200) failed++
      }
      return `p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${failed} not answered`
    }
    await server.ask(routeBody(pairs[0]))
    await new Promise((resolve) => setTimeout(resolve, 1000 + edges / 500))
    await measure(() => ({}))
    console.log(`  default settings: ${await measure(() => ({}))}; ${server.memoryGb().rssGb.toFixed(2)} GB`)
    console.log(`  settings unseen: ${await measure((i) => ({ hills: (i + 1) / 1000 }))}`)
    for (let step = 0; step < SLIDER_STEPS; step++)
      await server.ask(routeBody(pairs[step % pairs.length], { hills: -1 + step / SLIDER_STEPS }))
    const budget = await server.metric('waypost_metric_cache_budget_bytes')
    const held = await server.metric('waypost_metric_bytes')
    console.log(
      `  after ${SLIDER_STEPS} settings: ${server.memoryGb().rssGb.toFixed(2)} GB (${server.memoryGb().peakGb.toFixed(2)} at most), metrics hold ${(held / 1e6).toFixed(0)} of ${(budget / 1e6).toFixed(0)} MB`,
    )
    console.log(`  default settings again: ${await measure(() => ({}))}`)
  } finally {
    await server.stop()
  }
}

if (wants('peer')) {
  const tileDir = join(region.dataDir, '../tiles')
  if (!existsSync(tileDir)) {
    const { seconds } = await buildTiles(region.pbf, tileDir)
    console.log(`valhalla_build_tiles: ${seconds.toFixed(0)} s (without heights)`)
  }
  const peer = await openPeer(region.pbf, tileDir)
  const times: number[] = []
  let failed = 0
  for (const { from, to } of pairs) {
    const locations = [from, to].map(([lon, lat]) => ({ lat, lon }))
    const body = { locations, costing: 'pedestrian', costing_options: { pedestrian: { max_hiking_difficulty: 3 } } }
    const askedMs = performance.now()
    await peer.route(JSON.stringify(body)).catch(() => failed++)
    times.push(performance.now() - askedMs)
  }
  console.log(
    `Valhalla ${peer.version} in process: p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${failed} not answered`,
  )
}
process.exit(0)

async function drawPairs(): Promise<{ pairs: Pair[]; edges: number }> {
  const { release } = fromPointerText(readFileSync(join(region.dataDir, POINTER_FILE), 'utf8'))
  const graph = RoutingGraph.from(await loadNetwork(join(region.dataDir, RELEASES_FOLDER, release, 'network.bin')))
  const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 0, maxSettled: 1 })
  return {
    pairs: makePairs(graph, 100, LEG_KM[0], LEG_KM[1], 1, planner.mainComponent('hike')),
    edges: graph.edgeCount,
  }
}
