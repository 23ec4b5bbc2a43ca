// What a reach reports of the ways within it.

import { IsochronePlanner } from '../../src/routing/isochrone/isochrone-planner.ts'
import type { ReachInput } from '../../src/routing/isochrone/isochrone-types.ts'
import { type EdgeFactsSpec, withColumns } from '../support/graph-from-edges.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { tinyGraph, type TinyOptions } from '../support/tiny-graph.ts'
import { type Case, reportedBy, type Rows } from './row.ts'
import { REGION } from './route-rows.ts'

/** Of unknown duration. */
const FERRY: EdgeFactsSpec = { way: 'ferry', highway: 'ferry', flags: ['ferry'], sac: 0 }

/** Within 700 m of A, whose ways to B and C are 500 m long. */
function reach(facts: EdgeFactsSpec, input: Partial<ReachInput> = {}, { dated, ...more }: More = {}): Case {
  return () => {
    const ref = dated === undefined ? {} : { ref: JSON.stringify(dated) }
    const tiny = tinyGraph('B----A----C----D', {
      ...REGION,
      ...more,
      edges: { ...more.edges, AB: { ...facts, ...ref } },
    })
    const { edgeRef } = tiny.graph.extra as unknown as { edgeRef: Uint32Array }
    const edges = dated === undefined ? [] : [tiny.edge('AB')]
    const graph = withColumns(tiny.graph, {
      datedEdge: Uint32Array.from(edges),
      datedText: Uint32Array.from(edges, (edge) => edgeRef[edge]),
    })
    const planner = new IsochronePlanner(graph, { engine: TEST_ENGINE })
    return reportedBy(planner.planReach({ from: tiny.at('A'), metres: [700], maxSac: 6, ...input }))
  }
}

interface More extends TinyOptions {
  dated?: object
}

const known = reach({})
const byBike = (facts: EdgeFactsSpec) => reach(facts, { maxSac: undefined, profile: 'bike' })
const months = (closedMonths: number[], unknownMonths = [0, 0, 0, 0]) => ({
  ...{ tags: [], tables: [], closed: [0], closedMonths, unknownMonths },
})

export const REACH_ROWS: Rows = {
  'unknown access_conditional': {
    must: { 'on foot': reach({ foot: 'conditional' }), backwards: reach({ foot: ['open', 'conditional'] }) },
    mustNot: { known, 'for bicycles': reach({ bike: 'conditional' }) },
  },
  'unknown dated_access': {
    must: {
      'closed in January': reach({}, {}, { dated: months([1, 0, 0, 0]) }),
      'perhaps in July, backwards': reach({}, {}, { dated: months([0, 0, 0, 0], [0, 64, 0, 0]) }),
    },
    mustNot: { known, 'for bicycles': reach({}, {}, { dated: months([0, 0, 1, 1]) }) },
  },
  'unknown lighting_unknown': {
    must: { untagged: reach({ lit: 'untagged' }, { avoid: { kinds: ['unlit'] } }) },
    mustNot: { 'nobody asked': reach({ lit: 'untagged' }), lit: reach({}, { avoid: { kinds: ['unlit'] } }) },
  },
  'unknown surface_assumed': {
    must: { 'from the kind of way': reach({ surfaceSource: 'class_default' }) },
    mustNot: { known, 'not even assumed': reach({ surface: 'unknown', surfaceSource: 'class_default' }) },
  },
  'unknown surface_unknown': {
    must: { untagged: reach({ surface: 'unknown' }) },
    mustNot: { known, assumed: reach({ surfaceSource: 'class_default' }) },
  },
  'unknown sac_untagged': {
    must: { 'a path': reach({ sac: 0 }), 'a path by bicycle': byBike({ mtb: 0 }) },
    mustNot: {
      known,
      'graded for bicycles': byBike({ sac: 0 }),
      'a street': reach({ sac: 0, way: 'street', highway: 'residential', surface: 'paved' }),
    },
  },
  'unknown height_unknown': {
    must: { 'one end': reach({}, {}, { heights: { B: null } }) },
    mustNot: { known, 'beyond the reach': reach({}, { metres: [400] }, { heights: { D: null } }) },
  },
  'unknown map_edge': {
    must: { '240 m': reach({}, {}, edgeAt(240)) },
    mustNot: { known, '260 m': reach({}, {}, edgeAt(260)) },
  },
  'unknown ferry_time_unknown': {
    must: { untagged: ferry(undefined), 'at the end of a way': farFerry(20) },
    mustNot: {
      known,
      mapped: ferry(60),
      'by length': ferry(undefined, { minutes: undefined, metres: [700] }),
      'beyond the reach': farFerry(2),
    },
  },
}

/** The map ends so many metres west of B, the westernmost place. */
function edgeAt(metres: number): TinyOptions {
  const metresPerDegree = 6_371_008.8 * (Math.PI / 180) * Math.cos((42.5 * Math.PI) / 180)
  return { meta: { bbox: [1.5 - metres / metresPerDegree, 42.4, 2, 42.6], synthetic: false } }
}

function ferry(ferryDurationS: number | undefined, input: Partial<ReachInput> = { minutes: [60] }): Case {
  return reach({ ...FERRY, ferryDurationS }, { metres: undefined, ...input })
}

/** One that begins 500 m away. */
function farFerry(minutes: number): Case {
  return reach({}, { metres: undefined, minutes: [minutes] }, { edges: { CD: FERRY } })
}
