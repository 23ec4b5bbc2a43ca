// Searches over a network of a million edges (large-graph.ts; or NETWORK_FILE itself where it is large): legs of 57..60
// km in a straight line, settings customised before (`cached`) and not (`uncached`); then settings never requested
// before, without and with the metrics that bound them. Times are of the search alone, path included. Every pair is
// answered both ways and the costs compared; ten pairs a setting are checked against plain Dijkstra. `npm run bench --
// large-search [NETWORK_FILE]`.

import { distanceM } from '../../src/geo/lon-lat.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { BidirectionalSearch } from '../../src/routing/search/bidirectional-search.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import { customise } from '../../src/routing/cch/customise.ts'
import { makeMetric, MetricCache } from '../../src/routing/cch/metric-cache.ts'
import { HierarchyQuery } from '../../src/routing/cch/cch-query.ts'
import { buildHierarchy, Hierarchy } from '../../src/routing/cch/hierarchy.ts'
import { PotentialSearch } from '../../src/routing/legs/potential-search.ts'
import { ComponentCache } from '../../src/routing/search/strong-components.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import type { Profile, RouteSettings } from '../../src/routing/costs/request-types.ts'
import { cheapest, dijkstra } from '../support/dijkstra.ts'
import { withColumns } from '../support/graph-from-edges.ts'
import { seededRandom } from '../support/random-graph.ts'
import { buildLargeGraph } from './large-graph.ts'
import { importRegion } from './routing/region.ts'

const PAIRS = 200
/** From so many on, a network is large enough as it is. */
const LARGE_EDGES = 500_000
const FROM_M = 57_000
const TO_M = 60_000
const defaultsOf = (profile: Profile): RouteSettings =>
  applySettings({
    waypoints: [
      [0, 0],
      [0, 0],
    ],
    profile,
  }).settings
const foot = defaultsOf('hike')
const SETTINGS: Record<string, RouteSettings> = {
  hike: foot,
  'hike, hills 1': { ...foot, hills: 1 },
  'hike, shortest': { ...foot, shortest: true },
  bike: defaultsOf('bike'),
}

/** Never requested before, with potentials from the settings that bound them. */
const UNSEEN: Record<string, RouteSettings> = {
  'hike, T4, hills 0.4': { ...foot, maxSac: 4, hills: 0.4 },
  'hike, T4, hills -0.6': { ...foot, maxSac: 4, hills: -0.6 },
  'hike, unpaved, hills 0.2': { ...foot, avoidPaved: true, hills: 0.2 },
  'hike, unpaved, hills -0.8': { ...foot, avoidPaved: true, hills: -0.8 },
  'hike, no signs, hills 0.5': { ...foot, markedTrails: 'off', hills: 0.5 },
  'run, hills -0.3': { ...defaultsOf('run'), hills: -0.3 },
  'bike, roads 0.2': { ...defaultsOf('bike'), useRoads: 0.2 },
  'mountain bike, hills -0.4': { ...defaultsOf('bike'), bicycleType: 'mountain', hills: -0.4 },
}

const base = RoutingGraph.from(await loadNetwork(process.argv[3] ?? importRegion().networkPath))
const graph = base.edgeCount >= LARGE_EDGES ? base : enlarged()
const hierarchy = Hierarchy.from(graph)
console.log(`${graph.nodeCount} nodes, ${graph.edgeCount} edges, ${hierarchy.arcCount} arcs of the hierarchy`)

const costs = new CostModel(graph)
const query = new HierarchyQuery(graph, hierarchy)
const search = new BidirectionalSearch(graph)
const pairs = drawPairs()
console.log(
  'setting          customise   cached p50 / p95 ms   uncached p50 / p95 / max ms   settled   arcs   none   differing',
)
for (const [name, settings] of Object.entries(SETTINGS)) {
  const table = costs.table(costSettings(settings))
  customise(graph, hierarchy, table)
  const customiseS = clock()
  const metric = customise(graph, hierarchy, table)!
  const customised = customiseS()
  const at = (node: number) => ({ nodes: [node], costs: [0], arcs: [-1] })
  let cached: number[] = []
  let uncached: number[] = []
  let settled = 0
  let arcs = 0
  let none = 0
  let differing = 0
  for (let pass = 0; pass < 2; pass++) {
    // the first pass warms up and is not counted
    cached = []
    uncached = []
    settled = arcs = none = differing = 0
    const found = pairs.map(([from, to]) => timed(cached, () => query.shortestPath(metric, table, at(from), at(to))))
    pairs.forEach(([from, to], i) => {
      const outcome = timed(uncached, () => search.shortestPath(table, at(from), at(to), Infinity, { maxSettled: 1e9 }))
      settled += outcome.settledCount
      arcs += outcome.path?.arcs.length ?? 0
      if (outcome.path === null) none++
      if (outcome.path?.cost !== found[i]?.cost) differing++
    })
    if (pass === 0) {
      for (let i = 0; i < 10; i++)
        if (cheapest(dijkstra(graph, table, at(pairs[i][0])), at(pairs[i][1])) !== (found[i]?.cost ?? Infinity))
          throw new Error(`pair ${i} differs from Dijkstra`)
    }
  }
  console.log(
    `${name.padEnd(16)} ${customised.padStart(6)} s    ${at2(cached, 0.5)} / ${at2(cached, 0.95)}          ${at2(uncached, 0.5)} / ${at2(uncached, 0.95)} / ${at2(uncached, 1)}       ` +
      `${Math.round(settled / PAIRS)}   ${Math.round(arcs / PAIRS)}   ${none}   ${differing}   (${megabytes(metric.bytes)} MB)`,
  )
}

const metrics = new MetricCache(Infinity)
const guidedSearch = new PotentialSearch(graph, hierarchy, metrics)
const known = new ComponentCache(graph)
const plainSearch = new PotentialSearch(graph, hierarchy, new MetricCache(0))
console.log('setting                     plain p50 / p95 ms   settled   guided p50 / p95 ms   settled   differing')
for (const [name, settings] of Object.entries(UNSEEN)) {
  const own = costSettings(settings)
  const table = costs.table(own)
  for (const below of costs.tablesBelow(own))
    if (!metrics.has(below.key)) metrics.keep(makeMetric(graph, hierarchy, below)!)
  const at = (node: number) => ({ nodes: [node], costs: [0], arcs: [-1] })
  const control = { maxSettled: 1e9 }
  // as for a leg, what is known to be apart is not searched
  const parts = known.get(table)
  const joined = pairs.filter(([from, to]) => parts.mayLead(from, to))
  let [plain, guided]: number[][] = [[], []]
  let [settled, settledGuided, differing] = [0, 0, 0]
  for (let pass = 0; pass < 2; pass++) {
    plain = []
    guided = []
    settled = settledGuided = differing = 0
    for (const [from, to] of joined) {
      const one = timed(plain, () => plainSearch.shortest(table, at(from), at(to), Infinity, control))
      const other = timed(guided, () => guidedSearch.shortest(table, at(from), at(to), Infinity, control))
      settled += one.settledCount
      settledGuided += other.settledCount
      if (one.path?.cost !== other.path?.cost) differing++
    }
  }
  console.log(
    `${name.padEnd(27)} ${at2(plain, 0.5)} / ${at2(plain, 0.95)}   ${Math.round(settled / joined.length)}   ` +
      `${at2(guided, 0.5)} / ${at2(guided, 0.95)}   ${Math.round(settledGuided / joined.length)}   ${differing} of ${joined.length}`,
  )
}
console.log(`bounds: ${megabytes(metrics.bytes)} MB`)

function enlarged(): RoutingGraph {
  const { graph: large, copies, connectors } = buildLargeGraph(base)
  console.log(
    `${copies.columns} x ${copies.rows} mirrored copies of ${base.nodeCount} nodes and ${base.edgeCount} edges, ${connectors.edges} generated connectors (mean ${(connectors.meanLengthM / 1000).toFixed(1)} km)`,
  )
  const seconds = clock()
  const columns = buildHierarchy(large)
  console.log(
    `hierarchy ${seconds()} s, ${megabytes(Object.values(columns).reduce((sum, c) => sum + c.byteLength, 0))} MB`,
  )
  return withColumns(large, columns)
}

function drawPairs(): [number, number][] {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const random = seededRandom(60)
  const drawn: [number, number][] = []
  while (drawn.length < PAIRS) {
    const a = Math.floor(random() * graph.nodeCount)
    const b = Math.floor(random() * graph.nodeCount)
    const apartM = distanceM(nodeLonE7[a] / 1e7, nodeLatE7[a] / 1e7, nodeLonE7[b] / 1e7, nodeLatE7[b] / 1e7)
    if (apartM >= FROM_M && apartM <= TO_M) drawn.push([a, b])
  }
  return drawn
}

function timed<T>(times: number[], work: () => T): T {
  const start = performance.now()
  const result = work()
  times.push(performance.now() - start)
  return result
}

function clock(): () => string {
  const start = performance.now()
  return () => ((performance.now() - start) / 1000).toFixed(2)
}

function at2(times: number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2)
}

function megabytes(count: number): string {
  return (count / 1e6).toFixed(1)
}
