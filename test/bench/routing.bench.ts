// Routing beside Valhalla in one run: build time, in-process answers, answers over HTTP, memory, lengths.
// `npm run bench -- routing [build] [in-process] [http] [one] [lengths]`; all parts when none is named. 60 km legs:
// large-search.

import { loadNetwork } from '../../src/workers/load-network.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { peerRoute } from './peer/peer-query.ts'
import { buildTiles, openPeer } from './peer/valhalla.ts'
import { explainLengths } from './routing/lengths.ts'
import { measureInProcess, report, type Outcome } from './routing/in-process.ts'
import { measureHttp } from './routing/over-http.ts'
import { measureOneAtATime } from './routing/one-at-a-time.ts'
import { makePairs } from './routing/pairs.ts'
import { importRegion, PBF } from './routing/region.ts'
import { mainComponent } from '../support/main-component.ts'

const named = process.argv.slice(3)
const wants = (part: string) => named.length === 0 || named.includes(part)

if (wants('build')) {
  console.log('== network with heights from the Andorra file, against valhalla_build_tiles (no heights)')
  for (let round = 0; round < 3; round++) {
    const { seconds } = await buildTiles(PBF)
    const { output } = importRegion(true)
    console.log(`valhalla_build_tiles ${seconds.toFixed(2)} s`)
    console.log(
      output
        .split('\n')
        .filter((line) => /\bs\b|RSS/.test(line))
        .map((line) => `  ${line}`)
        .join('\n'),
    )
  }
}

const { networkPath } = importRegion()
const graph = RoutingGraph.from(await loadNetwork(networkPath))
const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
const pairs = {
  hike: makePairs(graph, 200, 2, 15, 1, mainComponent(planner, 'hike')),
  bike: makePairs(graph, 200, 2, 15, 2, mainComponent(planner, 'bike')),
}

const peer = await openPeer(PBF)
console.log(`peer: Valhalla ${peer.version}; network of ${graph.nodeCount} nodes and ${graph.edgeCount} edges`)
if (wants('one')) {
  console.log('== one request at a time over HTTP, two workers, in turn with Valhalla in process')
  const texts = pairs.hike.map((pair) => peerRoute(pair, 'hike'))
  const askPeer = async () => {
    const times: number[] = []
    for (const text of texts) {
      const started = performance.now()
      await peer.route(text).catch(() => null)
      times.push(performance.now() - started)
    }
    return times
  }
  for (const one of await measureOneAtATime(pairs.hike, askPeer)) {
    const { warmAnswers, answers, p50Ms, p95Ms, cpuMs, threads, peerP50Ms, peerP95Ms } = one
    console.log(
      `after ${warmAnswers} answers: p50 ${p50Ms.toFixed(2)}, p95 ${p95Ms.toFixed(2)} ms, ${cpuMs.toFixed(2)} ms of processor time, ${answers} answers`,
    )
    console.log(
      `  of Valhalla (${peerP50Ms.toFixed(2)}, ${peerP95Ms.toFixed(2)} ms): p50 ${(p50Ms / peerP50Ms).toFixed(3)}, p95 ${(p95Ms / peerP95Ms).toFixed(3)}, processor time of its p50 ${(cpuMs / peerP50Ms).toFixed(3)}`,
    )
    for (const { name, cpuMs } of threads) console.log(`  ${name}: ${cpuMs.toFixed(3)} ms`)
  }
}
const outcomes: Outcome[] = []
if (wants('in-process') || wants('lengths')) {
  console.log('== in process: request string in, full answer string out')
  for (const profile of ['hike', 'bike'] as const) {
    const outcome = await measureInProcess(planner, peer, pairs[profile], profile)
    outcomes.push(outcome)
    report(outcome)
  }
}
if (wants('lengths')) {
  console.log('== lengths against Valhalla')
  for (const outcome of outcomes) explainLengths(planner, pairs[outcome.profile as 'hike' | 'bike'], outcome)
}
if (wants('http')) {
  console.log('== over HTTP, two workers, client on the same two cores')
  const { peerAlonePerS, peerPerS, ownPerS, failed, rssAfterMb } = await measureHttp(peer, pairs.hike)
  console.log(
    `Valhalla in process: one at a time ${peerAlonePerS.toFixed(0)}/s, two in flight ${peerPerS.toFixed(0)}/s; Waypost over HTTP: ${ownPerS.toFixed(0)}/s; ratio ${(ownPerS / peerAlonePerS).toFixed(1)} and ${(ownPerS / peerPerS).toFixed(1)}; failed ${failed}`,
  )
  console.log(`server RSS after 1,000 routes, idle: ${rssAfterMb.toFixed(0)} MB`)
}
process.exit(0)
