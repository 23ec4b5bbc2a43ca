// What a route reports: 500 m from A to B of which everything is known, and one thing at a time that is not.

import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { readLineFacts } from '../../src/routing/details/path-details.ts'
import { RouteLineBuilder } from '../../src/routing/details/route-line.ts'
import { unsnapped } from '../../src/routing/legs/snap-waypoints.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { writeColumnFile } from '../../src/storage/column-file.ts'
import { type EdgeFactsSpec, withColumns } from '../support/graph-from-edges.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../support/tiny-graph.ts'
import { tinyOsm } from '../support/tiny-osm.ts'
import { type Case, reportedBy, type Rows } from './row.ts'

/** A way of which everything is known. */
export const KNOWN: EdgeFactsSpec = {
  ...{ way: 'path', highway: 'path', surface: 'gravel', surfaceSource: 'mapped', surfaceTag: 'gravel' },
  ...{ sac: 1, mtb: 1, lit: 'lit', visibility: 'good', smoothness: 'good' },
}
export const REGION: TinyOptions = { cellM: 100, meta: { bbox: [1, 42, 2, 43], synthetic: false }, defaults: KNOWN }
const FERRY: EdgeFactsSpec = { way: 'ferry', highway: 'ferry', flags: ['ferry'], sac: 0, mtb: 0, ferryDurationS: 600 }

interface More extends TinyOptions {
  drawing?: string
  /** a dated restriction of the first edge; null: the network knows of no dated tags; absent: it has none */
  dated?: object | null
  maxSettled?: number
}

export function planned(
  facts: EdgeFactsSpec,
  input: Partial<PlanRouteInput> | ((tiny: TinyGraph) => Partial<PlanRouteInput>) = {},
  { drawing = 'A----B', dated, maxSettled = 10_000, ...more }: More = {},
) {
  const text = dated == null ? {} : { ref: JSON.stringify(dated) }
  const tiny = tinyGraph(drawing, {
    ...REGION,
    ...more,
    meta: { ...REGION.meta, ...more.meta },
    edges: { ...more.edges, AB: { ...facts, ...text } },
  })
  const { edgeRef } = tiny.graph.extra as unknown as { edgeRef: Uint32Array }
  const columns = dated == null ? [] : [0]
  const graph =
    dated === null
      ? tiny.graph
      : withColumns(tiny.graph, {
          datedEdge: Uint32Array.from(columns),
          datedText: Uint32Array.from(columns, () => edgeRef[0]),
        })
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 0, maxSettled })
  const given = typeof input === 'function' ? input(tiny) : input
  return planner.planRoute({ waypoints: [tiny.at('A'), tiny.at('B')], maxSac: 6, ...given })
}

const route =
  (...of: Parameters<typeof planned>): Case =>
  () =>
    reportedBy(planned(...of))
/** From the tags of a way to the answer. */
export const tagged =
  (tags: Record<string, string>, settings: Partial<PlanRouteInput> = {}): Case =>
  async () => {
    const tiny = tinyOsm({ map: 'A  B', ways: [['AB', { highway: 'track', ...tags }]] })
    const { meta, columns } = await buildNetwork([tiny.source], () => null)
    const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
    const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 0, maxSettled: 1000 })
    return reportedBy(planner.planRoute({ waypoints: [tiny.at.get('A')!, tiny.at.get('B')!], ...settings }))
  }

const known = route({})
const byBike = (facts: EdgeFactsSpec, input: Partial<PlanRouteInput> = {}): Case =>
  route(facts, { maxSac: undefined, profile: 'bike', ...input })
/** Waypoint A so many metres beside its way. */
const beside = (metres: number): Case =>
  route({}, (tiny) => ({ waypoints: [tiny.place(2, metres / 100), tiny.at('B')] }))
/** Of a leg from A to B, found in this way. */
const found =
  (search: Partial<Parameters<typeof readLineFacts>[2]>): Case =>
  () => {
    const { graph, at, arc } = tinyGraph('A----B', REGION)
    const path = { arcs: Uint32Array.of(arc('AB')), startMm: 0, endMm: graph.columns.edgeLengthMm[0] }
    const leg = { from: unsnapped(at('A')), to: unsnapped(at('B')) }
    const line = new RouteLineBuilder(graph).build([
      { ...leg, path: { ...path, cost: 1, complete: true, lowerBound: 1 } },
    ])
    const indexes = { graph, firstHazard: new Map<number, number>(), ferryDurations: new Map<number, number>() }
    return reportedBy(
      readLineFacts(indexes, { profile: 'hike' }, { bestEffort: [], snapsM: [], ...search }, line, null).notes,
    )
  }
const aided = (kind: 'ford' | 'aid' | 'via_ferrata') => route({ hazards: [{ kind, fromM: 200, toM: 210 }] })

export const ROUTE_ROWS: Rows = {
  'unknown surface_assumed': {
    must: { 'from the kind of way': route({ surfaceSource: 'class_default' }) },
    mustNot: { mapped: known, 'not even assumed': route({ surface: 'unknown', surfaceSource: 'class_default' }) },
  },
  'unknown surface_unknown': {
    must: { untagged: route({ surface: 'unknown' }) },
    mustNot: {
      mapped: known,
      assumed: route({ surfaceSource: 'class_default' }),
      'a ferry': route({ ...FERRY, surface: 'unknown' }),
      'drawn straight': route({}, { straightLegs: [0] }),
    },
  },
  'unknown sac_untagged': {
    must: { 'a path': route({ sac: 0 }), 'a path by bicycle': byBike({ mtb: 0 }) },
    mustNot: {
      graded: known,
      'graded for bicycles': byBike({ sac: 0 }),
      'a street': route({ sac: 0, way: 'street', highway: 'residential', surface: 'paved' }),
      'a ferry': route(FERRY),
    },
  },
  'unknown lighting_unknown': {
    must: { untagged: route({ lit: 'untagged' }, { avoid: { kinds: ['unlit'] } }) },
    mustNot: {
      'nobody asked': route({ lit: 'untagged' }),
      lit: route({}, { avoid: { kinds: ['unlit'] } }),
      'a ferry': route({ ...FERRY, lit: 'untagged' }, { avoid: { kinds: ['unlit'] } }),
    },
  },
  'unknown height_unknown': {
    must: { 'one end': route({}, {}, { heights: { B: null } }), 'both ends': route({}, {}, { heightM: null }) },
    mustNot: { known, 'drawn straight': route({}, { straightLegs: [0] }, { heightM: null }) },
  },
  'unknown time_outside_calibration': {
    must: { T4: route({ sac: 4 }), pushed: byBike({ bike: 'dismount' }) },
    mustNot: { T3: route({ sac: 3 }), ridden: byBike({}) },
  },
  'unknown straight_leg': {
    must: { 'drawn straight': route({}, { straightLegs: [0] }) },
    mustNot: { known },
  },
  'unknown access_conditional': {
    must: {
      'on foot': route({ foot: 'conditional' }),
      'against it': route({ foot: ['open', 'conditional'] }, swapped),
    },
    mustNot: {
      known,
      'for bicycles': route({ bike: 'conditional' }),
      backwards: route({ foot: ['open', 'conditional'] }),
    },
  },
  'unknown cycleway_foot_unknown': {
    must: { 'on foot': route({ foot: 'cycleway_untagged' }) },
    mustNot: { known, 'by bicycle': byBike({ foot: 'cycleway_untagged' }) },
  },
  'unknown ferry_time_unknown': {
    must: { untagged: route({ ...FERRY, ferryDurationS: undefined }) },
    mustNot: { mapped: route(FERRY), known },
  },
  'warning best_effort': {
    must: {
      'a budget of nothing': route({}, long, { drawing: LADDER(), maxSettled: 4 }),
      'no bound is known': found({ bestEffort: [{ leg: 0, gapPct: null }] }),
      'closed at some hours': found({ bestEffort: [{ leg: 0, gapPct: 1, isDated: true }] }),
      'closed at some hours, no bound is known': found({ bestEffort: [{ leg: 0, gapPct: null, isDated: true }] }),
    },
    mustNot: { 'budget enough': route({}, long, { drawing: LADDER() }), proven: found({}) },
  },
  'warning demo_region': {
    must: { 'made up': route({}, {}, { meta: { synthetic: true } }) },
    mustNot: { known },
  },
  'warning far_snap': {
    must: { '101 m': beside(101), 'the nearest way is closed then': found({ snapsM: [9, 0], closedSnaps: [0] }) },
    mustNot: { '99 m': beside(99), '100 m': found({ snapsM: [100, 0] }) },
  },
  'warning trail_gap': {
    must: { 'a part closed': followed({ foot: 'closed' }) },
    mustNot: { 'followed to its end': followed({}), known },
  },
  'warning access_conditional': {
    must: { 'on foot': route({ foot: 'conditional' }) },
    mustNot: { known, 'for bicycles': route({ bike: 'conditional' }) },
  },
  'warning access_restricted': {
    must: Object.fromEntries(
      (['agricultural', 'forestry', 'customers', 'delivery', 'destination', 'discouraged'] as const).map((foot) => [
        foot,
        route({ foot }),
      ]),
    ),
    mustNot: {
      known,
      'for bicycles': route({ bike: 'destination' }),
      conditional: route({ foot: 'conditional' }),
      'an untagged cycleway': route({ foot: 'cycleway_untagged' }),
      pushed: byBike({ bike: 'dismount' }),
      'by bicycle': byBike({ foot: 'destination' }),
    },
  },
  'warning dismount': {
    must: {
      'where a sign says so': byBike({ bike: 'dismount' }),
      'where only walking is allowed': byBike({ bike: 'closed' }),
      'over ground that does not bear it': byBike({ mtb: 7 }),
      'past a barrier': pastBarrier('closed'),
      'at that hour': pushed('12:00'),
    },
    mustNot: {
      'on foot': route({ bike: 'dismount' }),
      ridden: byBike({}),
      'past an open barrier': pastBarrier('open'),
      'at another hour': pushed('08:00'),
    },
  },
  'warning straight_leg': {
    must: { 'drawn straight': route({}, { straightLegs: [0] }) },
    mustNot: { known },
  },
  'warning ferry': {
    must: {
      'a ferry': route(FERRY),
      'a part of unknown duration': route(FERRY, (tiny) => ({ waypoints: [tiny.at('A'), tiny.at('C')] }), {
        drawing: 'A----B----C',
        edges: { BC: { ...FERRY, ferryDurationS: undefined } },
      }),
    },
    mustNot: { known },
  },
  'warning ford': { must: { ford: aided('ford') }, mustNot: { known, aid: aided('aid') } },
  'warning aided_passage': { must: { aid: aided('aid') }, mustNot: { known, ford: aided('ford') } },
  'warning via_ferrata': { must: { 'via ferrata': aided('via_ferrata') }, mustNot: { known, aid: aided('aid') } },
  'warning steep_grade': {
    must: { T4: route({ sac: 4 }), T6: route({ sac: 6 }), S3: byBike({ mtb: 4 }, { bicycleType: 'mountain' }) },
    mustNot: {
      T3: route({ sac: 3 }),
      S2: byBike({ mtb: 3 }, { bicycleType: 'mountain' }),
      'T4 by bicycle': byBike({ sac: 2 }),
    },
  },
  'warning hardly_visible': {
    must: { horrible: route({ visibility: 'horrible' }), no: route({ visibility: 'no' }) },
    mustNot: { bad: route({ visibility: 'bad' }), untagged: route({ visibility: 'untagged' }) },
  },
  'warning tunnel': {
    must: { tunnel: route({ flags: ['tunnel'] }) },
    mustNot: { known, bridge: route({ flags: ['bridge'] }) },
  },
}

/** Along a way where bicycles are pushed from 10 to 18 h. */
function pushed(hour: string): Case {
  const tags = { 'bicycle:conditional': 'dismount @ (10:00-18:00)' }
  return tagged(tags, { profile: 'bike', at: `2027-01-03T${hour}+01:00` })
}

function swapped(tiny: TinyGraph): Partial<PlanRouteInput> {
  return { waypoints: [tiny.at('B'), tiny.at('A')] }
}

/** Many ways of one length from A to Z. */
function LADDER(): string {
  return 'A-B-C-D-E-F\n| | | | | |\nG-H-I-J-K-L\n| | | | | |\nM-N-O-P-Q-R'
}
function long(tiny: TinyGraph): Partial<PlanRouteInput> {
  return { waypoints: [tiny.at('A'), tiny.at('R')] }
}

/** Between B and C a barrier that is closed to bicycles, or to nobody. */
function pastBarrier(bike: 'closed' | 'open'): Case {
  return route({}, (tiny) => ({ profile: 'bike', maxSac: undefined, waypoints: [tiny.at('A'), tiny.at('D')] }), {
    drawing: 'A----B-C----D',
    edges: { BC: { lengthMm: 0, flags: ['barrier'], bike } },
  })
}

/** A signed route over A, B and C, whose last part has these facts; the way around leads over D. */
function followed(last: EdgeFactsSpec): Case {
  const member = { trails: [0], signedFoot: 'local' as const }
  return route(
    member,
    (tiny) => ({
      waypoints: [tiny.at('A'), tiny.at('C')],
      trails: [
        {
          ...{ waypoint: 0, relationId: 7, name: 'Ring' },
          parts: [
            Int32Array.from(['A', 'B', 'C'].flatMap((name) => tiny.at(name).map((deg) => Math.round(deg * 1e6)))),
          ],
        },
      ],
    }),
    {
      drawing: 'A----B----C\n     |    |\n     D----E',
      trails: [{ relationId: 7, name: 'Ring' }],
      edges: { BC: { ...member, ...last } },
    },
  )
}
