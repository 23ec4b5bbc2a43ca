// Loops from random places in Andorra: `npm run bench -- round-trips [starts=300] [oracle] [oracle=seconds]`. Places
// are spread evenly over the region's box and kept where a way usable on foot and by bicycle lies within the snap
// radius. Time is request to encoded answer. With `oracle` every start without a complete loop is searched again
// exhaustively for up to that many seconds (loop-oracle.ts): `of possible` is the share of complete loops among the
// starts where either found one; beside it how many proofs there are.

import { START_SUBJECT } from '../../src/routing/costs/point-subject.ts'
import { ServiceError } from '../../src/errors.ts'
import { SnapIndex } from '../../src/graph/snap-index.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import { buildLoopNetwork } from '../../src/routing/round-trips/loop-network.ts'
import { RoundTripPlanner } from '../../src/routing/round-trips/round-trips.ts'
import type { Position, Profile } from '../../src/routing/costs/request-types.ts'
import { usableEdges, WaypointSnapper } from '../../src/routing/legs/snap-waypoints.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import { completeLoopExists, type OracleAnswer } from './routing/loop-oracle.ts'
import { quantile, seeded } from './routing/pairs.ts'
import { importRegion } from './routing/region.ts'

const given = process.argv.slice(3)
const count = Number(given.find((word) => word.startsWith('starts='))?.slice(7) ?? 300)
const oracle = given.find((word) => word.startsWith('oracle'))
const oracleS = Number(oracle?.split('=')[1] ?? 60)
const only = given.filter((word) => word === 'hike' || word === 'run' || word === 'bike') as Profile[]
const profiles: Profile[] = only.length > 0 ? only : ['hike', 'run', 'bike']

const graph = RoutingGraph.from(await loadNetwork(importRegion().networkPath))
const engine = { name: 'waypost' as const, version: 'bench', networkRelease: 'bench', terrainRelease: null }
const planner = new RoundTripPlanner(graph, { engine })
const model = new CostModel(graph)
const index = SnapIndex.from(graph)

function askOracle(start: Position, distanceKm: number, profile: Profile): OracleAnswer {
  const table = model.table(costSettings(applySettings({ waypoints: [], profile }).settings))
  const snapped = new WaypointSnapper(graph, index).snap(START_SUBJECT, start, 500, usableEdges(graph, table))
  return completeLoopExists(buildLoopNetwork(graph, table, snapped, distanceKm * 0.55e6), distanceKm * 1e6, oracleS)
}

function listStarts(): Position[] {
  const tables = (['hike', 'bike'] as const).map((profile) =>
    usableEdges(graph, model.table(costSettings(applySettings({ waypoints: [], profile }).settings))),
  )
  const random = seeded(4)
  const [minLon, minLat, maxLon, maxLat] = graph.meta.bbox
  const starts: Position[] = []
  while (starts.length < count) {
    const lon = Math.round((minLon + random() * (maxLon - minLon)) * 1e6) / 1e6
    const lat = Math.round((minLat + random() * (maxLat - minLat)) * 1e6) / 1e6
    if (tables.every((isUsable) => index.findNearest(lon, lat, 500, isUsable, 1).length > 0)) starts.push([lon, lat])
  }
  return starts
}

const starts = listStarts()
// warm
for (const start of starts.slice(0, 40)) for (const profile of ['hike', 'bike'] as const) tryOnce(start, 10, profile)

function tryOnce(start: Position, distanceKm: number, profile: Profile) {
  const begin = performance.now()
  try {
    const answer = planner.findRoundTrips({ start, distanceKm, profile })
    toWireText(answer)
    return { ms: performance.now() - begin, loop: answer.loops[0] }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'no_loop') throw thrown
    return { ms: performance.now() - begin, loop: null }
  }
}

const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`
console.log(`${graph.nodeCount} nodes, ${graph.edgeCount} edges, ${starts.length} starts`)
console.log(
  'profile   km  complete    rough  no_loop   error p50    p95  repeated p50    p95    ms p50    p95    max' +
    (oracle === undefined ? '' : '  of possible'),
)
for (const profile of profiles) {
  for (const km of [5, 10, 20, 40]) {
    const ms: number[] = []
    const errors: number[] = []
    const repeated: number[] = []
    let rough = 0
    const missed: Position[] = []
    for (const start of starts) {
      const { ms: took, loop } = tryOnce(start, km, profile)
      ms.push(took)
      if (loop?.status === 'rough') rough++
      if (loop?.status !== 'complete') missed.push(start)
      else {
        errors.push(loop.targetErrorPct / 100)
        repeated.push(loop.repeatedShare)
      }
    }
    const complete = starts.length - missed.length
    let row = `${profile.padEnd(7)} ${String(km).padStart(4)} ${percent(complete / starts.length).padStart(9)} ${percent(rough / starts.length).padStart(8)} ${percent((missed.length - rough) / starts.length).padStart(8)}`
    row += ` ${percent(quantile(errors, 0.5), 2).padStart(11)} ${percent(quantile(errors, 0.95), 2).padStart(6)} ${percent(quantile(repeated, 0.5)).padStart(13)} ${percent(quantile(repeated, 0.95)).padStart(6)}`
    row += ` ${quantile(ms, 0.5).toFixed(0).padStart(9)} ${quantile(ms, 0.95).toFixed(0).padStart(6)} ${Math.max(...ms)
      .toFixed(0)
      .padStart(6)}`
    if (oracle !== undefined) {
      const answers = missed.map((start) => askOracle(start, km, profile))
      const possible = answers.filter(({ found }) => found).length
      row += `${percent(complete / (complete + possible)).padStart(13)}  (${possible} of ${missed.length} exist, ${answers.filter(({ found, proven }) => proven && !found).length} proven not to)`
      if (given.includes('where')) missed.forEach((start, i) => answers[i].found && (row += ` ${start.join(',')}`))
    }
    console.log(row)
  }
}
process.exit(0)
