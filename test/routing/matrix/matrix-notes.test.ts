// On small networks full of ferries, voids, dated ways and dead ends, each pair of a matrix has the values, notes,
// reason and settings of its route, with a hierarchy and without one, and with a budget that runs out.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { ServiceError } from '../../../src/errors.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { Position, Profile } from '../../../src/routing/costs/request-types.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { climbOfRoute } from '../../../src/routing/details/route-legs.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import type { MatrixInput, MatrixNote } from '../../../src/routing/matrix/matrix-types.ts'
import { type PlannedRoute, RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { MATRIX_NOTES, MATRIX_REASONS } from '../../../src/travel/matrix.ts'
import { caseCount } from '../../support/case-count.ts'
import { type EdgeSpec, graphFromEdges, type TestPoint, withColumns } from '../../support/graph-from-edges.ts'
import { seededRandom } from '../../support/random-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'test', terrainRelease: null }
const SIDE = 7
const ORIGIN = [1.5, 42.5] as const
const [CELL_LON, CELL_LAT] = [0.003, 0.0022]

/** Of whom dated tags close a way: on foot along and against it, by bicycle likewise. */
const DATED = [
  [1, 1, 1, 1],
  [2, 0, 0, 0],
  [0, 0, 0, 4],
  [0, 0, 0, 0],
]
const datedText = (months: number[], isUnknown: boolean) => {
  const none = [0, 0, 0, 0]
  const [closedMonths, unknownMonths] = isUnknown ? [none, months] : [months, none]
  return JSON.stringify({ tags: [], tables: [], closed: [0], closedMonths, unknownMonths })
}

interface Network {
  graph: RoutingGraph
  /** by edge, null where no tag is dated */
  dated: (number[] | null)[]
}

function network(seed: number, hasHierarchy: boolean): Network {
  const random = seededRandom(seed)
  const isTunnel = seededRandom(seed + 1)
  // in one network of two, where only a point on it opens it
  const isFerrata = seed % 2 === 0 ? seededRandom(seed + 3) : () => 1
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]
  const nodes: TestPoint[] = Array.from({ length: SIDE * SIDE }, (_, n) => [
    ORIGIN[0] + ((n % SIDE) + random() * 0.4) * CELL_LON,
    ORIGIN[1] + (Math.floor(n / SIDE) + random() * 0.4) * CELL_LAT,
    // now and then steeper than what counts as climb
    random() < 0.15 ? null : 900 + Math.floor(random() * (random() < 0.2 ? 900 : 60)),
  ])
  const dated: Network['dated'] = []
  const edges: EdgeSpec[] = []
  const add = (from: number, to: number) => {
    const months = random() < 0.25 ? pick(...DATED) : null
    dated.push(months)
    const isFerry = random() < 0.12
    edges.push({
      ...(random() < 0.5 ? { from, to } : { from: to, to: from }),
      ...(isFerry ? { way: 'ferry', flags: ['ferry'] } : { way: pick('track', 'path', 'street'), highway: 'track' }),
      ...(!isFerry && isTunnel() < 0.2 ? { flags: ['tunnel'] } : {}),
      surface: pick('paved', 'gravel', 'trail'),
      sac: !isFerry && isFerrata() < 0.3 ? 7 : pick(0, 0, 1, 2, 4),
      foot: pick<EdgeSpec['foot']>('open', 'open', 'open', 'destination', ['open', 'closed']),
      bike: pick('open', 'open', 'open', 'dismount', 'closed'),
      ...(months === null ? {} : { ref: datedText(months, random() < 0.5) }),
    })
  }
  for (let n = 0; n < SIDE * SIDE; n++) {
    if ((n + 1) % SIDE > 0 && random() > 0.25) add(n, n + 1)
    if (n + SIDE < SIDE * SIDE && random() > 0.25) add(n, n + SIDE)
  }
  const plain = graphFromEdges({ nodes, edges, restrictions: someTurns(edges, seed), meta: { bbox: [1, 42, 2.5, 43] } })
  const datedEdge = Uint32Array.from(dated.flatMap((months, e) => (months === null ? [] : [e])))
  const texts = (plain.extra as unknown as { edgeRef: Uint32Array }).edgeRef
  const columns = { datedEdge, datedText: datedEdge.map((edge) => texts[edge]) }
  const graph = withColumns(plain, columns)
  return { graph: hasHierarchy ? withColumns(graph, buildHierarchy(graph)) : graph, dated }
}

/** Turns that a bicycle may not take, in one network of three a fifth of all. */
function someTurns(edges: readonly EdgeSpec[], seed: number): number[][] {
  if (seed % 3 > 0) return []
  const random = seededRandom(seed + 2)
  const arcs = edges.flatMap(({ from, to }, e) => [
    { id: 2 * e, from, to },
    { id: 2 * e + 1, from: to, to: from },
  ])
  return arcs.flatMap((a) =>
    arcs.filter((b) => b.from === a.to && b.id !== (a.id ^ 1) && random() < 0.2).map((b) => [a.id, b.id]),
  )
}

const share = fc.integer({ min: -200, max: 1200 }).map((n) => n / 1000)
const point = fc
  .tuple(share, share)
  .map(([x, y]): Position => [ORIGIN[0] + x * SIDE * CELL_LON, ORIGIN[1] + y * SIDE * CELL_LAT])
const far = fc.constant<Position>([2.49, 42.51])
const points = fc.array(fc.oneof({ arbitrary: point, weight: 12 }, { arbitrary: far, weight: 1 }), {
  minLength: 2,
  maxLength: 4,
})
type Settings = Omit<MatrixInput, 'sources' | 'targets'>
const settings = fc.constantFrom<Settings>(
  {},
  { profile: 'run', hills: 0.5, walker: { factor: 1.4, spread: 0.1 } },
  { maxSac: 6, markedTrails: 'off' },
  { maxSac: 6, hills: -0.5 },
  { shortest: true, snapRadiusM: 120 },
  { profile: 'bike' },
  { profile: 'bike', push: 'never', avoidPaved: true },
  { avoid: { kinds: ['ferry'] } },
  { avoid: { kinds: ['tunnel'] } },
  { longLegs: true },
)

/** Metres of a route over ways that dated tags may close to its traveller, each in its direction. */
function datedM({ dated, graph }: Network, { line }: PlannedRoute, profile: Profile): number {
  const { edgeClass, classBikeForward, classBikeBackward } = graph.columns
  let sumMm = 0
  for (let i = 0; i < line.stepCount; i++) {
    const [edge, back] = [line.stepArc[i] >>> 1, line.stepArc[i] & 1]
    const riding = (back === 1 ? classBikeBackward : classBikeForward)[edgeClass[edge]]
    const isOnWheels = profile === 'bike' && riding > 0
    if ((dated[edge]?.[(isOnWheels ? 2 : 0) + back] ?? 0) > 0) sumMm += line.stepAtMm[i + 1] - line.stepAtMm[i]
  }
  return Math.round(sumMm / 100) / 10
}

type Reported = Pick<MatrixNote, 'code' | 'metres' | 'gapPct'>
interface Pair {
  reason: string | null
  values: (number | null)[] | null
  notes: Reported[]
}
const byCode = (notes: Reported[]) => notes.sort((a, b) => (a.code < b.code ? -1 : 1))

/** What the matrix must have for a pair, from its route; `ends`: where its points lie for all pairs. */
function pairOf(
  net: Network,
  planner: RoutePlanner,
  wanted: Settings,
  ends: Position[],
  places: (Position | null)[],
): Pair {
  let route: PlannedRoute
  try {
    route = planner.planRoute({ waypoints: ends, ...wanted })
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return { reason: thrown.code === 'busy' ? 'search_ended' : thrown.code, values: null, notes: [] }
  }
  const notes: Reported[] = []
  const note = (code: Reported['code'], metres: number | null = null, gapPct: number | null = null) =>
    notes.push({ code, metres, gapPct })
  if (route.status === 'best_effort') {
    const { message } = route.warnings.find(({ code }) => code === 'best_effort')!
    const gap = /more than ([\d.]+) % cheaper/.exec(english.render(message))
    note('best_effort', null, gap === null ? null : Number(gap[1]))
  }
  const isMoved = route.snaps.some(({ location }, i) => {
    const place = places[i]
    return place === null || distanceM(...location, ...place) > 2
  })
  if (isMoved) note('moved')
  const unknownM = climbOfRoute(route.line).unknownDm / 10
  if (unknownM > 0) note('height_unknown', unknownM)
  const closedM = datedM(net, route, wanted.profile ?? 'hike')
  if (closedM > 0) note('dated_access', closedM)
  if (route.ways.sums.ferryM > 0) note('ferry', route.ways.sums.ferryM)
  const { distanceM: lengthM, ascentM, movingTime } = route
  return { reason: null, values: [lengthM, ascentM, movingTime!.movingS], notes: byCode(notes) }
}

function matrixPairs(matrices: MatrixPlanner, input: MatrixInput) {
  const matrix = matrices.planMatrix({ ...input, annotations: ['distance_m', 'ascent_m', 'moving_s'] })
  const pairs = input.sources.map((_, s) =>
    input.targets.map((_, t) => ({
      reason: matrix.reasons[s][t],
      values:
        matrix.reasons[s][t] === null ? [matrix.distanceM![s][t], matrix.ascentM![s][t], matrix.movingS![s][t]] : null,
      notes: byCode(
        matrix.notes
          .filter((note) => note.source === s && note.target === t)
          .map(({ code, metres, gapPct }) => ({
            code,
            metres,
            gapPct: gapPct === null ? null : Number(gapPct.toFixed(1)),
          })),
      ),
    })),
  )
  return { matrix, pairs }
}

/** The metres of notes differ by decimetres: a route rounds the places of its ways, a matrix sums their lengths. */
function expectAlike(found: Pair, expected: Pair): void {
  const withoutMetres = (pair: Pair) => ({ ...pair, notes: pair.notes.map((note) => ({ ...note, metres: null })) })
  expect(withoutMetres(found)).toEqual(withoutMetres(expected))
  const apart = found.notes.filter(({ metres }, i) => Math.abs((metres ?? 0) - (expected.notes[i].metres ?? 0)) > 0.6)
  expect(apart).toEqual([])
}

/** Whether the bicycle is pushed was once decided by what another pair had made known of connected parts. */
const PUSHED_OR_NOT: [number, Position[], Position[], Settings] = [
  765_671,
  [
    [1.5, 42.5],
    [1.501449, 42.510549],
  ],
  [
    [1.5, 42.5],
    [1.515414, 42.505005],
  ],
  { profile: 'bike' },
]

const MODES = [
  { hasHierarchy: true, maxSettled: 1_000_000, numRuns: caseCount(40, 4000) },
  { hasHierarchy: false, maxSettled: 1_000_000, numRuns: caseCount(20, 2000) },
  ...[4, 8, 12, 20, 30].map((maxSettled) => ({ hasHierarchy: false, maxSettled, numRuns: caseCount(8, 800) })),
]

test('a pair has the values, notes, reason and settings of its route; each reason and note is met', () => {
  const seen = new Map<string, number>()
  for (const { hasHierarchy, maxSettled, numRuns } of MODES)
    fc.assert(
      fc.property(fc.nat(1_000_000), points, points, settings, (seed, sources, others, drawn) => {
        // with little budget a route under the default cap tries the uncapped way first
        const wanted = maxSettled > 100 || drawn.profile === 'bike' ? drawn : { ...drawn, maxSac: 5 }
        const net = network(seed, hasHierarchy)
        const planner = new RoutePlanner(net.graph, { engine, metricCacheBytes: 1 << 20, maxSettled })
        for (const code of compare(net, planner, { sources, targets: [sources[0], ...others], ...wanted }))
          seen.set(code, (seen.get(code) ?? 0) + 1)
      }),
      { numRuns, examples: [PUSHED_OR_NOT] },
    )
  const codes = [...Object.keys(MATRIX_REASONS), ...Object.keys(MATRIX_NOTES)]
  expect(codes.filter((code) => (seen.get(code) ?? 0) < 1)).toEqual([])
})

/** Compares each pair with its route, and returns the codes that were met. */
function compare(net: Network, planner: RoutePlanner, input: MatrixInput): string[] {
  const { sources, targets, ...wanted } = input
  const { matrix, pairs } = matrixPairs(new MatrixPlanner(planner.parts), input)
  const placeOf = (at: { location: readonly number[] } | null) => at && (at.location as Position)
  const codes: string[] = []
  sources.forEach((from, s) => {
    targets.forEach((to, t) => {
      const places = [placeOf(matrix.sources[s]), placeOf(matrix.targets[t])]
      const expected = pairOf(net, planner, wanted, [from, to], places)
      expectAlike(pairs[s][t], expected)
      codes.push(...(expected.reason === null ? [] : [expected.reason]), ...expected.notes.map(({ code }) => code))
    })
  })
  const route = planOrNull(planner, { waypoints: [sources[0], sources[0]], ...wanted })
  if (route === null) return codes
  expect(matrix.settingsDefaulted).toEqual(route.settingsDefaulted.filter((name) => name !== 'straight_legs'))
  expect(route.settings).toMatchObject(matrix.settings)
  expect(matrix.timeModel).toBe(route.movingTime!.model)
  return codes
}

function planOrNull(planner: RoutePlanner, input: Parameters<RoutePlanner['planRoute']>[0]): PlannedRoute | null {
  try {
    return planner.planRoute(input)
  } catch (thrown) {
    if (thrown instanceof ServiceError) return null
    throw thrown
  }
}

test('an error names the source or target that it is about', () => {
  const { graph } = network(1, false)
  const matrices = new MatrixPlanner(
    new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 1000 }).parts,
  )
  const [here, outside]: Position[] = [
    [1.505, 42.505],
    [3, 42.5],
  ]
  const pathOf = (sources: Position[], targets: Position[]) => {
    try {
      matrices.planMatrix({ sources, targets })
      return null
    } catch (thrown) {
      return (thrown as ServiceError).inputPath
    }
  }
  expect(pathOf([here, here], [here, here, here])).toBe(null)
  for (let at = 0; at < 5; at++) {
    const points = Array.from({ length: 5 }, (_, i) => (i === at ? outside : here))
    const path = pathOf(points.slice(0, 2), points.slice(2))
    expect(path).toBe(at < 2 ? `sources[${at}]` : `targets[${at - 2}]`)
  }
})
