// What the analysis of a line reports beside the notes on its ways.

import { distanceM } from '../../src/geo/lon-lat.ts'
import type { MatchSettings, UnmatchedReason } from '../../src/routing/matching/match-types.ts'
import { groundOf, lineNetwork, walk } from '../support/line-network.ts'
import type { TinyOptions } from '../support/tiny-graph.ts'
import { type Case, reportedBy, type Row, type Rows } from './row.ts'
import { REGION } from './route-rows.ts'

const network = lineNetwork('A----B    C----D\n\n\nE----F', {
  ...REGION,
  cellM: 80,
  meta: { bbox: [1.4, 42.4, 1.6, 42.6], synthetic: false },
  edges: { EF: { foot: 'closed', bike: 'closed' } },
})
const AB = ['A', 'B']

/** Of a line over places; `climbM` null: the terrain has no height. */
function analysed(names: readonly string[], climbM: number | null): Case {
  return () => {
    const trace = walk(
      names.map((name) => network.at(name)),
      20,
    )
    let lengthM = 0
    for (let i = 1; i < trace.lon.length; i++)
      lengthM += distanceM(trace.lon[i - 1], trace.lat[i - 1], trace.lon[i], trace.lat[i])
    return reportedBy(
      network.reader.analyseRoute({
        ...{ profile: 'hike', format: 'geojson', lengthM, elevation: 'auto', ...trace },
        heightM: new Float64Array(trace.lon.length).fill(Number.NaN),
        ground: climbM === null ? null : groundOf(lengthM, 1000, 1000 + climbM),
      }),
    )
  }
}

export const ANALYSIS_ROWS: Rows = {
  'unknown heights_none': {
    must: { 'no terrain': analysed(AB, null) },
    mustNot: { 'a level terrain': analysed(AB, 0), 'a slope': analysed(AB, 10) },
  },
  'unknown line_unmatched': {
    must: { 'over a gap': analysed(['A', 'B', 'C', 'D'], 0), 'along a closed way': analysed(['E', 'F'], 0) },
    mustNot: { 'along a way': analysed(AB, 0) },
  },
}

const WIDE = { meta: { bbox: [1.4, 42.4, 1.6, 42.6] as const } }

/** The reasons why parts of a line lie on no way; `stray`: a point of it that lies 50 m off. */
function unmatched(
  drawing: string,
  names: string,
  { everyM = 20, stray, ...options }: TinyOptions & { everyM?: number; stray?: number } = {},
  settings: Partial<MatchSettings> = {},
): Case {
  return () => {
    const tiny = lineNetwork(drawing, { ...WIDE, ...options })
    const trace = walk(
      names.split('').map((name) => (name === '*' ? ([1.65, 42.5] as const) : tiny.at(name))),
      everyM,
    )
    if (stray !== undefined) trace.lat[stray] += 50 / 111_195
    return tiny.reader
      .match(trace, { mode: 'foot', searchRadiusM: 40, accuracyM: 5, ...settings })
      .unmatched.map(({ reason }) => reason)
  }
}
const GAP = 'A-----B                C-----D'
const CLOSED = { edges: { BC: { foot: 'closed', bike: 'closed' } } } as const

export const UNMATCHED_ROWS: Record<UnmatchedReason, Row> = {
  no_path_nearby: {
    must: { 'over a gap': unmatched(GAP, 'ABCD') },
    mustNot: {
      'along a way': unmatched('A-----B', 'AB'),
      'along a closed way': unmatched('A-----B-----C-----D', 'ABCD', CLOSED),
    },
  },
  no_connection: {
    must: { 'over a narrow gap': unmatched('A-----B C-----D', 'ABCD', { cellM: 15, everyM: 30 }) },
    mustNot: {
      'where ways join': unmatched('A-----B-C-----D', 'ABCD', { cellM: 15, everyM: 30 }),
      'over a wide gap': unmatched(GAP, 'ABCD'),
    },
  },
  outside_region: {
    must: { 'beyond the map': unmatched('A-----B', 'AB*', { everyM: 200 }) },
    mustNot: { 'over a gap': unmatched(GAP, 'ABCD') },
  },
  not_allowed: {
    must: {
      'along a closed way': unmatched('A-----B-----C-----D', 'ABCD', CLOSED),
      'against a one-way': unmatched('A->-B->-C', 'CBA'),
    },
    mustNot: {
      'along a one-way': unmatched('A->-B->-C', 'ABC'),
      'closed to bicycles, on foot': unmatched('A-----B-----C-----D', 'ABCD', { edges: { BC: { bike: 'closed' } } }),
      'over a gap': unmatched(GAP, 'ABCD'),
    },
  },
  too_far: {
    must: { 'a stray point': unmatched('A----------B', 'AB', { cellM: 40, stray: 10 }) },
    mustNot: { 'none strays': unmatched('A----------B', 'AB', { cellM: 40 }), 'over a gap': unmatched(GAP, 'ABCD') },
  },
}
