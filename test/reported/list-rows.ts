// Reasons and notes that are closed lists of their own, by the file that declares them.

import type { MatrixInput } from '../../src/routing/matrix/matrix-types.ts'
import { MatrixPlanner } from '../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import type { MatrixNoteCode, MatrixReason } from '../../src/travel/matrix.ts'
import { type EdgeFactsSpec, withColumns } from '../support/graph-from-edges.ts'
import { TEST_ENGINE } from '../support/line-network.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../support/tiny-graph.ts'
import { UNMATCHED_ROWS } from './analysis-rows.ts'
import { REGION } from './route-rows.ts'
import type { Case, Row } from './row.ts'
import { SNOW_REASON_ROWS } from './weather-rows.ts'

interface More extends TinyOptions {
  drawing?: string
  dated?: object
  maxSettled?: number
}

/** From A to B alone. */
function matrixOf(
  facts: EdgeFactsSpec,
  input: (tiny: TinyGraph) => Partial<MatrixInput>,
  { drawing = 'A----B', dated, maxSettled = 10_000, ...more }: More,
) {
  const ref = dated === undefined ? {} : { ref: JSON.stringify(dated) }
  const tiny = tinyGraph(drawing, { ...REGION, ...more, edges: { ...more.edges, AB: { ...facts, ...ref } } })
  const { edgeRef } = tiny.graph.extra as unknown as { edgeRef: Uint32Array }
  const edges = dated === undefined ? [] : [0]
  const graph = withColumns(tiny.graph, {
    datedEdge: Uint32Array.from(edges),
    datedText: Uint32Array.from(edges, () => edgeRef[0]),
  })
  const { parts } = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 0, maxSettled })
  return new MatrixPlanner(parts).planMatrix({
    ...{ sources: [tiny.at('A')], targets: [tiny.at('B')], maxSac: 6, ...input(tiny) },
  })
}
const noted =
  (facts: EdgeFactsSpec, input: (tiny: TinyGraph) => Partial<MatrixInput> = () => ({}), more: More = {}): Case =>
  () =>
    matrixOf(facts, input, more).notes.map(({ code }) => code)
const refused =
  (facts: EdgeFactsSpec, input: (tiny: TinyGraph) => Partial<MatrixInput> = () => ({}), more: More = {}): Case =>
  () =>
    matrixOf(facts, input, more).reasons.map(([reason]) => reason ?? 'none')

const byBike = { profile: 'bike', maxSac: undefined } as const
const LADDER = 'A-B-C-D-E-F\n| | | | | |\nG-H-I-J-K-L\n| | | | | |\nM-N-O-P-Q-R'
const across = (tiny: TinyGraph) => ({ targets: [tiny.at('R')] })
const beside = (metres: number) => (tiny: TinyGraph) => ({ targets: [tiny.place(2, metres / 100)] as never })
const found = refused({})
const EAST: More = { meta: { bbox: [1, 42, 3, 43], synthetic: false } }

const MATRIX_REASON_ROWS: Record<MatrixReason, Row> = {
  no_path: {
    must: {
      'two parts': refused({}, (tiny) => ({ targets: [tiny.at('C')] }), { drawing: 'A----B    C----D' }),
      'against a one-way': refused({ foot: ['closed', 'open'] }),
    },
    mustNot: {
      found,
      'too hard for this request': refused({ sac: 6 }),
      'too far from a way': refused({}, beside(501)),
    },
  },
  no_snap: {
    must: {
      '501 m': refused({}, beside(501)),
      'of less': refused({}, (tiny) => ({ ...beside(60)(tiny), snapRadiusM: 50 })),
    },
    mustNot: { '499 m': refused({}, beside(499)), found },
  },
  leg_too_long: {
    must: { '60.1 km': refused({}, long(601), EAST) },
    mustNot: {
      '59.9 km': refused({}, long(599), EAST),
      'longer ones are allowed': refused({}, (tiny) => ({ ...long(601)(tiny), longLegs: true }), EAST),
    },
  },
  search_ended: {
    must: { 'a budget of nothing': refused({}, across, { drawing: LADDER, maxSettled: 2 }) },
    mustNot: { 'budget enough': refused({}, across, { drawing: LADDER }) },
  },
}

/** To a place so many hundred metres east; the region has no way there. */
function long(hundreds: number) {
  return (tiny: TinyGraph): Partial<MatrixInput> => ({ targets: [tiny.place(hundreds, 0)] })
}

const months = (closedMonths: number[], unknownMonths = [0, 0, 0, 0]) => ({
  ...{ tags: [], tables: [], closed: [0], closedMonths, unknownMonths },
})
const FERRY: EdgeFactsSpec = { way: 'ferry', highway: 'ferry', flags: ['ferry'], sac: 0, mtb: 0 }

const MATRIX_NOTE_ROWS: Record<MatrixNoteCode, Row> = {
  best_effort: {
    must: { 'a small budget': noted({}, across, { drawing: LADDER, maxSettled: 12 }) },
    mustNot: { 'budget enough': noted({}, across, { drawing: LADDER }) },
  },
  moved: {
    must: { 'from a part that leads nowhere': noted({}, (tiny) => ({ targets: [tiny.at('C')] }), ISLAND()) },
    mustNot: { 'nowhere to': noted({}), 'beside a way': noted({}, beside(100)) },
  },
  height_unknown: {
    must: { 'one end': noted({}, undefined, { heights: { B: null } }) },
    mustNot: {
      'level ground': noted({}),
      'length alone': noted({}, () => ({ annotations: ['distance_m'] }), { heights: { B: null } }),
    },
  },
  dated_access: {
    must: {
      'closed in January': noted({}, undefined, { dated: months([1, 0, 0, 0]) }),
      'perhaps in July': noted({}, undefined, { dated: months([0, 0, 0, 0], [64, 0, 0, 0]) }),
      'by bicycle': noted({}, () => byBike, { dated: months([0, 0, 1, 0]) }),
    },
    mustNot: {
      'not dated': noted({}),
      'against it': noted({}, undefined, { dated: months([0, 1, 0, 0]) }),
      'for bicycles': noted({}, undefined, { dated: months([0, 0, 1, 1]) }),
    },
  },
  ferry: {
    must: { 'by ferry': noted(FERRY) },
    mustNot: { 'on foot': noted({}), 'length alone': noted(FERRY, () => ({ annotations: ['distance_m'] })) },
  },
}

/** C lies on a way that leads nowhere, 100 m beside the way from A to B. */
function ISLAND(): More {
  return { drawing: 'A----B\n  C-D' }
}

/** By the file that declares the list. */
export const LISTS: Record<string, Record<string, Row>> = {
  'src/travel/matrix.ts MATRIX_REASONS': MATRIX_REASON_ROWS,
  'src/travel/matrix.ts MATRIX_NOTES': MATRIX_NOTE_ROWS,
  'src/weather/snow/snow-products.ts SNOW_REASONS': SNOW_REASON_ROWS,
  'src/routing/matching/match-types.ts UNMATCHED_REASONS': UNMATCHED_ROWS,
}
