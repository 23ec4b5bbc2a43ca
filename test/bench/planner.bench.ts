// The planner's figures beside its peers, each in a file of test/bench/planner/, on Andorra.
// `npm run bench -- planner [avoid] [reach] ...`; all figures when none is named.

import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import { openPeer } from './peer/valhalla.ts'
import { measureAlternatives } from './planner/alternatives.ts'
import { measureAvoid } from './planner/avoid.ts'
import { measureDates } from './planner/dates.ts'
import { measureFiles } from './planner/files.ts'
import { measureFollow } from './planner/follow.ts'
import type { PlannerFigure } from './planner/figure.ts'
import { measureLanguages } from './planner/languages.ts'
import { measureMatrix } from './planner/matrix.ts'
import { measureReach } from './planner/reach.ts'
import { measureThrough } from './planner/through.ts'
import { measureTimes } from './planner/times.ts'
import { importRegion, PBF } from './routing/region.ts'

/** By the name that is typed. */
const FIGURES: Record<string, PlannerFigure> = {
  times: measureTimes,
  alternatives: measureAlternatives,
  avoid: measureAvoid,
  reach: measureReach,
  matrix: measureMatrix,
  follow: measureFollow,
  dates: measureDates,
  files: measureFiles,
  through: measureThrough,
  languages: measureLanguages,
}

const named = process.argv.slice(3)
for (const name of named)
  if (!(name in FIGURES)) {
    console.error(`there is no figure '${name}'; there are: ${Object.keys(FIGURES).join(', ')}`)
    process.exit(1)
  }
const graph = RoutingGraph.from(await loadNetwork(importRegion().networkPath))
const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 2_000_000 })
const peer = await openPeer(PBF)
console.log(`peer: Valhalla ${peer.version}; network of ${graph.nodeCount} nodes and ${graph.edgeCount} edges`)
for (const [name, measure] of Object.entries(FIGURES)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.log(`== ${name}`)
  await measure({ graph, planner, peer })
}
process.exit(0)
