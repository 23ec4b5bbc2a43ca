// Routes at a time in Andorra, a twelfth of whose ways are given winter closures of our own: against plain Dijkstra on
// the network without what is closed, and against no date at all where nothing closed is on the way.

import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { ConditionCompiler } from '../../src/osm/dates/compile-condition.ts'
import { readDatedTags } from '../../src/osm/dates/read-dated-tags.ts'
import { stateOf, type DatedRestriction } from '../../src/osm/dates/dated-restriction.ts'
import { ACCESS } from '../../src/osm/edge-facts.ts'
import { ServiceError } from '../../src/errors.ts'
import { arcCost, closing } from '../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { caseCount } from '../support/case-count.ts'
import { dijkstra } from '../support/dijkstra.ts'
import { withColumns } from '../support/graph-from-edges.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import { seededRandom } from '../support/random-graph.ts'
import { routeText } from '../support/route-text.ts'
import { mainComponent } from '../support/main-component.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'andorra', terrainRelease: null }
const WINTER = '2026-12-24T08:00+01:00'
const AUTUMN = '2026-10-10T08:00+02:00'
const CASES = caseCount(16, 500)
const SETTINGS: Omit<PlanRouteInput, 'waypoints'>[] = [{}, { profile: 'run', shortest: true }, { maxSac: 6 }]
const TAGS = ['no @ (Nov 15-May 15)', 'no @ (Dec-Mar)', 'no @ (Jun-Aug)']

describe.skipIf(!hasAndorra)('dates in Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let planner: RoutePlanner
  let costs: CostModel
  let restrictions: DatedRestriction[]
  let ofEdge: Map<number, DatedRestriction>
  let nodes: number[]
  beforeAll(async () => {
    const compiler = await ConditionCompiler.load()
    restrictions = TAGS.map(
      (value) =>
        readDatedTags(
          new Map([['access:conditional', value]]),
          (tags) => Array(4).fill(ACCESS.indexOf(tags.get('access') === 'no' ? 'closed' : 'open')),
          compiler,
        )!,
    )
    graph = withDates(await networkOf('andorra'), restrictions, (edge) => (edge % 12 === 0 ? (edge / 12) % 3 : -1))
    ofEdge = new Map()
    for (let e = 0; e < graph.edgeCount; e += 12) ofEdge.set(e, restrictions[(e / 12) % 3])
    planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
    costs = new CostModel(graph)
    const { nodeLonE7, nodeLatE7, firstArc, arcId } = graph.columns
    const key = (node: number) => nodeLonE7[node] * 2 ** 32 + nodeLatE7[node]
    const count = new Map<number, number>()
    for (let n = 0; n < graph.nodeCount; n++) count.set(key(n), (count.get(key(n)) ?? 0) + 1)
    const isMain = mainComponent(planner, 'hike')
    const [minLon, minLat, maxLon, maxLat] = graph.meta.bbox
    // ways that cross the border go on beyond the box, where a waypoint is refused
    const isInBox = ([lon, lat]: Position) => lon >= minLon && lon <= maxLon && lat >= minLat && lat <= maxLat
    // where no other node lies, and none of whose ways has a date: there a waypoint stays
    nodes = Array.from({ length: graph.nodeCount }, (_, n) => n).filter(
      (n) =>
        count.get(key(n)) === 1 &&
        isInBox(placeOf(n)) &&
        isMain(n) &&
        arcId.subarray(firstArc[n], firstArc[n + 1]).every((arc) => !ofEdge.has(arc >>> 1)),
    )
  })
  const placeOf = (node: number): Position => [graph.columns.nodeLonE7[node] / 1e7, graph.columns.nodeLatE7[node] / 1e7]
  const pair = (random: () => number): [number, number] => {
    const from = nodes[Math.floor(random() * nodes.length)]
    // along the Hilbert curve: mostly a few kilometres away
    const near = nodes.indexOf(from) + 1 + Math.floor(random() * 1500)
    return [from, nodes[near % nodes.length]]
  }

  test('in winter a route costs as much as on the network without what is closed, and says what turned it', () => {
    const random = seededRandom(20)
    const wrong: string[] = []
    let turned = 0
    for (let i = 0; i < CASES; i++) {
      const settings = SETTINGS[i % SETTINGS.length]
      const [from, to] = pair(random)
      const input = { ...settings, waypoints: [placeOf(from), placeOf(to)], snapRadiusM: 10 }
      const minute = Date.parse('2026-12-24T08:00Z') / 60_000
      const isClosed = (edge: number) => {
        const restriction = ofEdge.get(edge)
        return restriction !== undefined && (stateOf(restriction, { minute }).closed & 1) !== 0
      }
      const table = closing(costs.table(costSettings(applySettings(input).settings)), isClosed)
      const least = dijkstra(graph, table, { nodes: [from], costs: [0], arcs: [-1] })[to]
      const route = orNull(() => planner.planRoute({ ...input, at: WINTER }))
      const cost = route?.line.stepArc.reduce((sum, arc) => sum + arcCost(graph, table, arc), 0) ?? Infinity
      if (cost !== least || (route !== null && route.status !== 'complete'))
        wrong.push(`${from} to ${to}: ${cost} instead of ${least}, ${route?.status}`)
      if (route !== null && route.because!.length > 0) turned++
    }
    expect(wrong).toEqual([])
    expect(turned).toBeGreaterThan(CASES / 10)
  })

  test('where nothing closed is on the way the answer is that of no date', () => {
    const random = seededRandom(21)
    let same = 0
    for (let i = 0; i < CASES; i++) {
      const [from, to] = pair(random)
      const input = { waypoints: [placeOf(from), placeOf(to)], snapRadiusM: 10, maxSac: 3 }
      const dated = orNull(() => planner.planRoute({ ...input, at: AUTUMN }))
      if (dated === null) continue
      expect(dated.because).toEqual([])
      same++
      const plain = planner.planRoute(input)
      // but for what dates say
      const reported = ({ because: _, warnings, unknowns, ...rest }: PlannedRoute) => ({
        ...rest,
        warnings: warnings.filter(({ code }) => !code.startsWith('access_')),
        unknowns: unknowns.filter(({ code }) => !['dated_access', 'access_conditional'].includes(code)),
      })
      expect(routeText(reported(dated))).toBe(routeText(reported(plain)))
    }
    expect(same).toBeGreaterThan(CASES / 2)
  })
})

/** Null if there is no path. */
function orNull(plan: () => PlannedRoute): PlannedRoute | null {
  try {
    return plan()
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'no_path') return null
    throw thrown
  }
}

/** The network with restrictions on some of its edges: -1 for none. */
function withDates(
  graph: RoutingGraph,
  restrictions: readonly DatedRestriction[],
  which: (edge: number) => number,
): RoutingGraph {
  const { stringStart, stringBytes } = graph.columns
  const texts = restrictions.map((restriction) => new TextEncoder().encode(JSON.stringify(restriction)))
  const bytes = new Uint8Array(stringBytes.length + texts.reduce((sum, text) => sum + text.length, 0))
  bytes.set(stringBytes)
  const starts = [...stringStart]
  for (const text of texts) {
    bytes.set(text, starts.at(-1)!)
    starts.push(starts.at(-1)! + text.length)
  }
  const edges = Array.from({ length: graph.edgeCount }, (_, e) => e).filter((e) => which(e) >= 0)
  return withColumns(graph, {
    stringStart: Uint32Array.from(starts),
    stringBytes: bytes,
    datedEdge: Uint32Array.from(edges),
    datedText: Uint32Array.from(edges, (e) => stringStart.length - 1 + which(e)),
  })
}
