// Matching beside Valhalla in one run: accuracy by noise and spacing on routes with a known truth, recorded tracks,
// speed. `npm run bench -- matching [accuracy] [tracks] [speed]`; all parts when none is named.

import { dirname, join } from 'node:path'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { createLineReader } from '../../src/routing/matching/line-reader.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import { measureAccuracy, measureSpeed, measureTracks } from './matching/tables.ts'
import { makeRoutes } from './matching/traces.ts'
import { openPeer } from './peer/valhalla.ts'
import { importRegion, PBF } from './routing/region.ts'

const named = process.argv.slice(3)
const wants = (part: string) => named.length === 0 || named.includes(part)

const { networkPath } = importRegion()
const graph = RoutingGraph.from(await loadNetwork(networkPath))
const peer = await openPeer(PBF)
const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
const reader = createLineReader(planner.parts)
console.log(`peer: Valhalla ${peer.version}; network of ${graph.nodeCount} nodes and ${graph.edgeCount} edges`)

if (wants('accuracy')) {
  console.log('== 40 routes of 1 to 5 km (straight), walked at 1.2 m/s')
  await measureAccuracy(graph, reader, peer, makeRoutes(planner, 40, 1, 5, 12))
}
if (wants('tracks')) {
  console.log('== recorded and planned tracks, share of their length between matched points')
  await measureTracks(reader, peer, join(dirname(PBF), 'gpx'))
}
if (wants('speed')) {
  console.log('== speed, request to answer text')
  await measureSpeed(reader, peer, makeRoutes(planner, 12, 12, 25, 13))
}
process.exit(0)
