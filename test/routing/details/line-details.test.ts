// What is reported about a line of any ways, against plain sums over its steps: metres, stretches, hazards, climb, and
// each note with its metres where it must be, and nowhere else.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import {
  PACE_MODELS,
  SAC_PACE_FACTOR,
  STEPS_PACE_FACTOR,
  SURFACE_PACE_FACTOR,
} from '../../../src/course/pace-models.ts'
import { climbOf } from '../../../src/geo/climb.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { Access } from '../../../src/osm/edge-facts.ts'
import type { Profile } from '../../../src/routing/costs/request-types.ts'
import { indexFerries } from '../../../src/routing/details/notes.ts'
import { readLineFacts, indexHazards } from '../../../src/routing/details/path-details.ts'
import { RouteLineBuilder, type RouteLine } from '../../../src/routing/details/route-line.ts'
import { waysOf } from '../../../src/routing/details/route-ways.ts'
import { legsOf } from '../../../src/routing/details/route-legs.ts'
import { secondsByStep, timeOfRoute } from '../../../src/routing/details/travel-time.ts'
import type { FoundLeg } from '../../../src/routing/legs/leg-path.ts'
import { unsnapped } from '../../../src/routing/legs/snap-waypoints.ts'
import { caseCount } from '../../support/case-count.ts'
import { graphFromEdges, type EdgeFactsSpec, type TestPoint } from '../../support/graph-from-edges.ts'

const ACCESSES = [
  'open',
  'open',
  'agricultural',
  'forestry',
  'customers',
  'delivery',
  'destination',
  'conditional',
  'cycleway_untagged',
  'dismount',
  'discouraged',
] as const

const access = fc.tuple(fc.constantFrom(...ACCESSES), fc.constantFrom(...ACCESSES))
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })
const lengthMm = fc.integer({ min: 40_000, max: 400_000 })

/** Facts drawn from few values, so that neighbours are often alike. */
const facts = fc.record({
  way: fc.constantFrom(
    'road',
    'street',
    'track',
    'path',
    'path',
    'footway',
    'steps',
    'cycleway',
    'other',
    'ferry',
    'ferry',
  ),
  surface: fc.constantFrom('unknown', 'paved', 'gravel', 'trail'),
  surfaceSource: fc.constantFrom('mapped', 'class_default'),
  surfaceTag: fc.constantFrom(undefined, 'asphalt', 'ground'),
  sac: fc.constantFrom(0, 0, 1, 2, 3, 4, 6, 7),
  mtb: fc.constantFrom(0, 0, 1, 3, 4, 7),
  visibility: fc.constantFrom('untagged', 'good', 'bad', 'horrible', 'no'),
  foot: access,
  bike: access,
  signedFoot: fc.constantFrom('none', 'local'),
  signedBike: fc.constantFrom('none', 'unknown'),
  lit: fc.constantFrom('untagged', 'lit', 'unlit'),
  isTunnel: fc.boolean(),
  wayId: fc.constantFrom(7, 8),
  trails: fc.constantFrom<number[]>([], [0], [1], [0, 1]),
  ferryDurationS: rarely(fc.integer({ min: 60, max: 5000 })),
  hazard: rarely(
    fc.record({
      kind: fc.constantFrom('ford', 'aid', 'via_ferrata'),
      // also where a leg begins or ends within the way
      from: fc.constantFrom(0, 0.25, 0.5),
      to: fc.constantFrom(0.25, 0.5, 0.75, 1),
      isPoint: fc.boolean(),
    }),
  ),
  lengthMm,
  /** drawn against the direction of travel */
  isBack: fc.boolean(),
})
type Drawn = typeof facts extends fc.Arbitrary<infer T> ? T : never

const height = fc.option(fc.integer({ min: 900, max: 990 }), { nil: null, freq: 4 })
/** A leg: some ways, travelled from a share of the first to a share of the last; or straight. */
const leg = fc.record({
  isStraight: fc.boolean(),
  ways: fc.array(fc.tuple(facts, height), { minLength: 1, maxLength: 5 }),
  from: fc.constantFrom(0, 0, 0.25),
  to: fc.constantFrom(1, 1, 0.75),
})
const travel = fc.record({
  profile: fc.constantFrom<Profile>('hike', 'run', 'bike'),
  legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
  firstHeight: height,
  lat: fc.integer({ min: -60, max: 70 }),
})

interface Step {
  /** null: a straight leg */
  way: Drawn | null
  edge: number
  fromDm: number
  toDm: number
  /** of the whole edge that is travelled, in the direction of travel */
  fromMm: number
  toMm: number
  lengthMm: number
}
interface Case {
  graph: RoutingGraph
  line: RouteLine
  legs: FoundLeg[]
  steps: Step[]
  profile: Profile
}

function specOf({ isTunnel, hazard, way, ...rest }: Drawn): EdgeFactsSpec {
  const flags = [
    ...(isTunnel ? (['tunnel'] as const) : []),
    ...(way === 'ferry' ? (['ferry'] as const) : []),
    ...(way === 'steps' ? (['steps'] as const) : []),
  ]
  const { surfaceTag, ferryDurationS, ...given } = rest
  return {
    ...given,
    way,
    // a path that suits any bicycle or none is another test's subject
    highway: way === 'path' ? 'track' : way,
    flags,
    ...(surfaceTag === undefined ? {} : { surfaceTag }),
    ...(ferryDurationS === undefined || way !== 'ferry' ? {} : { ferryDurationS }),
    ...(hazard === undefined
      ? {}
      : {
          hazards: [
            {
              kind: hazard.kind,
              fromM: (hazard.from * rest.lengthMm) / 1000,
              toM: ((hazard.isPoint ? hazard.from : Math.max(hazard.from, hazard.to)) * rest.lengthMm) / 1000,
            },
          ],
        }),
  } as EdgeFactsSpec
}

type Travel = typeof travel extends fc.Arbitrary<infer T> ? T : never

function build({ profile, legs, firstHeight, lat }: Travel): Case {
  const nodes: TestPoint[] = [[1.5, lat, firstHeight]]
  const edges: ({ from: number; to: number } & EdgeFactsSpec)[] = []
  const drawn: Drawn[] = []
  const perLeg = legs.map(({ isStraight, ways }) => {
    const first = edges.length
    const node = nodes.length - 1
    if (isStraight && legs.length > 1) {
      nodes.push([nodes[node][0] + 0.002, lat, nodes[node][2]])
      return { first, count: 0, node }
    }
    for (const [way, heightM] of ways) {
      const from = nodes.length - 1
      nodes.push([nodes[from][0] + 0.0004, lat, heightM])
      const ends = way.isBack ? { from: from + 1, to: from } : { from, to: from + 1 }
      edges.push({ ...ends, ...specOf(way) })
      drawn.push(way)
    }
    return { first, count: ways.length, node }
  })
  if (edges.length === 0) edges.push({ from: 0, to: 1 })
  const graph = graphFromEdges({
    nodes,
    edges,
    trails: [{ relationId: 55 }, { relationId: 66, kind: 'bicycle' }],
    meta: { synthetic: false },
  })
  const snap = (node: number) => ({ ...unsnapped([nodes[node][0], lat]), heightM: nodes[node][2] ?? Number.NaN })
  const steps: Step[] = []
  let atMm = 0
  const found = perLeg.map(({ first, count, node }, l): FoundLeg => {
    const [from, to] = [snap(node), snap(node + Math.max(1, count))]
    if (count === 0) return { from, to, path: null }
    const [a, b] = [legs[l].from, legs[l].to]
    const arcs = Array.from({ length: count }, (_, i) => (first + i) * 2 + (drawn[first + i].isBack ? 1 : 0))
    const startMm = Math.round(a * drawn[first].lengthMm)
    const endMm = Math.round(b * drawn[first + count - 1].lengthMm)
    // where a leg begins or ends within a way its height lies between those of the ends
    if (startMm > 0) from.heightM = Number.NaN
    if (b < 1) to.heightM = Number.NaN
    return {
      from,
      to,
      path: { arcs: Uint32Array.from(arcs), startMm, endMm, cost: 1, complete: true, lowerBound: 1 },
    }
  })
  const line = new RouteLineBuilder(graph).build(found)
  let s = 0
  found.forEach(({ path }, l) => {
    const { first, count } = perLeg[l]
    const add = (way: Drawn | null, edge: number, fromMm: number, toMm: number, wholeMm: number) => {
      const fromDm = Math.round(atMm / 100)
      atMm += toMm - fromMm
      steps.push({ way, edge, fromDm, toDm: Math.round(atMm / 100), fromMm, toMm, lengthMm: wholeMm })
      s++
    }
    if (path === null) {
      const straightMm = line.stepAtMm[s + 1] - line.stepAtMm[s]
      add(null, -1, 0, straightMm, straightMm)
      return
    }
    for (let i = 0; i < count; i++) {
      const wholeMm = drawn[first + i].lengthMm
      add(drawn[first + i], first + i, i === 0 ? path.startMm : 0, i === count - 1 ? path.endMm : wholeMm, wholeMm)
    }
  })
  return { graph, line, legs: found, steps, profile }
}

const dmOf = (steps: readonly Step[]) => steps.reduce((sum, { fromDm, toDm }) => sum + toDm - fromDm, 0)
const metres = (steps: readonly Step[], is: (way: Drawn, step: Step) => boolean) =>
  dmOf(steps.filter((step) => step.way !== null && is(step.way, step))) / 10
const isFerry = ({ way }: Drawn) => way === 'ferry'

/** Neighbours that are alike, as stretches. */
function stretchesOf<Key>(steps: readonly Step[], keyOf: (step: Step) => Key | null) {
  const found: { fromM: number; toM: number; key: Key }[] = []
  let isOpen = false
  for (const step of steps) {
    if (step.fromDm === step.toDm) continue
    const key = keyOf(step)
    const last = found[found.length - 1]
    if (key === null) isOpen = false
    else if (isOpen && JSON.stringify(last.key) === JSON.stringify(key)) last.toM = step.toDm / 10
    else {
      found.push({ fromM: step.fromDm / 10, toM: step.toDm / 10, key })
      isOpen = true
    }
  }
  return found
}
const accessOf = ({ foot, bike, isBack }: Drawn, profile: Profile): Access =>
  (profile === 'bike' ? bike : foot)[isBack ? 1 : 0]
/** By the table of D12 for a hybrid bicycle, which here has no smoothness and no `highway=path`. */
const isPushed = (way: Drawn, profile: Profile) =>
  profile === 'bike' &&
  way.way !== 'ferry' &&
  (way.sac > 1 || way.mtb > 2 || accessOf(way, 'bike') === 'dismount') &&
  way.sac <= 3
const isClosedToBike = (way: Drawn) => way.way !== 'ferry' && way.sac > 3
const isPathLike = ({ way, surface }: Drawn) =>
  way === 'path' || way === 'other' || ((way === 'footway' || way === 'steps') && surface !== 'paved')
const gradeOf = (way: Drawn, profile: Profile) =>
  profile === 'bike'
    ? way.mtb === 0
      ? null
      : `S${way.mtb - 1}`
    : way.sac === 0
      ? null
      : way.sac === 7
        ? 'via_ferrata'
        : `T${way.sac}`

function surfacesOfSteps({ steps }: Case) {
  const of = (kind: string) => metres(steps, ({ surface }) => surface === kind)
  const known = (source: string) => metres(steps, (way) => way.surface !== 'unknown' && way.surfaceSource === source)
  const unknownM = dmOf(steps.filter(({ way }) => way === null || way.surface === 'unknown')) / 10
  return {
    sums: [of('paved'), of('gravel'), of('trail'), unknownM, known('mapped'), known('class_default')],
    stretches: stretchesOf(steps, ({ way }) =>
      way === null
        ? { surface: 'unknown', tag: null, source: null }
        : { surface: way.surface, tag: way.surfaceTag ?? null, source: way.surfaceSource },
    ).map(({ key, ...at }) => ({ ...at, ...key })),
  }
}

function difficultyOfSteps({ steps, profile }: Case) {
  const travelled = (way: Drawn) => !isFerry(way)
  const grades =
    profile === 'bike' ? [1, 2, 3, 4, 5, 6, 7].map((n) => `S${n - 1}`) : ['T1', 'T2', 'T3', 'T4', 'T5', 'T6']
  const sum = (grade: string) => metres(steps, (way) => travelled(way) && gradeOf(way, profile) === grade)
  const stretches = stretchesOf(steps, ({ way }) =>
    way === null || isFerry(way) || (gradeOf(way, profile) === null && !isPathLike(way))
      ? null
      : { grade: gradeOf(way, profile) },
  ).map(({ key, ...at }) => ({ ...at, ...key }))
  if (stretches.length === 0) return null
  const untagged = metres(steps, (way) => travelled(way) && gradeOf(way, profile) === null && isPathLike(way))
  const road = metres(steps, (way) => travelled(way) && gradeOf(way, profile) === null && !isPathLike(way))
  const order = [...grades, 'via_ferrata']
  const graded = stretches.filter(({ grade }) => grade !== null)
  const most = Math.max(...graded.map(({ grade }) => order.indexOf(grade!)))
  const hardest = graded
    .filter(({ grade }) => order.indexOf(grade!) === most)
    .reduce<(typeof graded)[number] | null>(
      (best, one) =>
        best !== null && Math.round((one.toM - one.fromM) * 10) <= Math.round((best.toM - best.fromM) * 10)
          ? best
          : one,
      null,
    )
  return {
    ...Object.fromEntries(grades.map((grade) => [`${grade}M`, sum(grade)])),
    ...(profile === 'bike'
      ? { untaggedM: untagged }
      : { viaFerrataM: sum('via_ferrata'), untaggedPathM: untagged, roadM: road }),
    hardest,
    stretches,
  }
}

function hazardsOfSteps({ steps, line }: Case) {
  const spans: { kind: string; from: number; to: number; wayId: number }[] = []
  steps.forEach(({ way, fromMm, toMm, lengthMm: wholeMm }, i) => {
    if (way?.hazard === undefined) return
    const { kind, from, to, isPoint } = way.hazard
    const [a, b] = [from, isPoint ? from : Math.max(from, to)].map((share) => Math.round(share * wholeMm))
    const [lowMm, highMm] = way.isBack ? [wholeMm - b, wholeMm - a] : [a, b]
    if (highMm < fromMm || lowMm > toMm) return
    const [cutFrom, cutTo] = [Math.max(lowMm, fromMm), Math.min(highMm, toMm)]
    if (lowMm < highMm && cutFrom === cutTo) return
    spans.push({
      kind,
      from: line.stepAtMm[i] + cutFrom - fromMm,
      to: line.stepAtMm[i] + cutTo - fromMm,
      wayId: way.wayId,
    })
  })
  const merged: typeof spans = []
  for (const kind of ['ford', 'aid', 'via_ferrata'])
    for (const span of spans.filter((one) => one.kind === kind).sort((x, y) => x.from - y.from || x.to - y.to)) {
      const last = merged[merged.length - 1]
      if (last?.kind === kind && span.from <= last.to) last.to = Math.max(last.to, span.to)
      else merged.push({ ...span })
    }
  const dm = (mm: number) => Math.round(mm / 100)
  return merged
    .sort((x, y) => x.from - y.from || x.to - y.to)
    .map(({ kind, from, to, wayId }) => ({
      kind,
      fromM: dm(from) / 10,
      toM: dm(to) / 10,
      lengthM: (dm(to) - dm(from)) / 10,
      wayId,
    }))
}

const sorted = <T>(list: T[]) => list.map((one) => JSON.stringify(one)).sort()
const toDistance = (m: number) => (m < 995 ? `${Math.round(m)} m` : `${(m / 1000).toFixed(1)} km`)
const km = (m: number) => `at km ${(m / 1000).toFixed(1)}`

/** By code, each with the words that it must contain and where it begins; an unknown begins nowhere. */
type Note = { code: string; words: string; atM: number | null }

function notesOfSteps(drawn: Case, asksLighting: boolean): { warnings: Note[]; unknowns: Note[] } {
  const { steps, profile, line } = drawn
  const warnings: Note[] = []
  const unknowns: Note[] = []
  const merged = (is: (way: Drawn) => boolean) => {
    const list: { fromDm: number; toDm: number }[] = []
    for (const { way, fromDm, toDm } of steps) {
      if (way === null || !is(way)) continue
      const last = list[list.length - 1]
      if (last?.toDm === fromDm) last.toDm = toDm
      else list.push({ fromDm, toDm })
    }
    return list
  }
  const listed = (list: { fromDm: number; toDm: number }[]) => {
    const places = list
      .slice(0, 5)
      .map(({ fromDm, toDm }) => `${km(fromDm / 10)} for ${toDistance((toDm - fromDm) / 10)}`)
    if (list.length > 5) places.push(`${list.length - 5} more`)
    return places.length === 1 ? places[0] : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`
  }
  const warnWhere = (code: string, is: (way: Drawn) => boolean) => {
    const list = merged(is)
    if (list.length > 0) warnings.push({ code, words: listed(list), atM: list[0].fromDm / 10 })
  }
  const unknownM = (code: string, m: number) => {
    if (m > 0) unknowns.push({ code, words: toDistance(m), atM: null })
  }
  const effective = (way: Drawn) => (isPushed(way, profile) ? accessOf(way, 'hike') : accessOf(way, profile))
  for (const one of ['agricultural', 'forestry', 'customers', 'delivery', 'destination', 'discouraged'] as const)
    warnWhere('access_restricted', (way) => effective(way) === one)
  warnWhere('access_conditional', (way) => effective(way) === 'conditional')
  unknownM(
    'access_conditional',
    metres(steps, (way) => effective(way) === 'conditional'),
  )
  unknownM(
    'cycleway_foot_unknown',
    metres(steps, (way) => effective(way) === 'cycleway_untagged'),
  )
  warnWhere('dismount', (way) => effective(way) === 'dismount')
  warnWhere('dismount', (way) => isPushed(way, profile))
  const straight = steps.filter(({ way }) => way === null)
  if (straight.length > 0) {
    const runs: { fromDm: number; toDm: number }[] = []
    for (const { fromDm, toDm } of straight)
      if (runs.at(-1)?.toDm === fromDm) runs.at(-1)!.toDm = toDm
      else runs.push({ fromDm, toDm })
    warnings.push({ code: 'straight_leg', words: listed(runs), atM: straight[0].fromDm / 10 })
    unknownM('straight_leg', dmOf(straight) / 10)
  }
  const ferries = merged(isFerry)
  if (ferries.length > 0) {
    const sailS = steps
      .filter(({ way }) => way !== null && isFerry(way))
      .reduce(
        (sum, { way, fromMm, toMm, lengthMm: whole }) => sum + ((way!.ferryDurationS ?? 0) * (toMm - fromMm)) / whole,
        0,
      )
    const minutes = Math.round(sailS / 60)
    const sailing = sailS === 0 ? '. The' : minutes === 0 ? 'less than a minute' : `${minutes} minute`
    const isPart = sailS > 0 && metres(steps, (way) => isFerry(way) && way.ferryDurationS === undefined) > 0
    warnings.push({ code: 'ferry', words: listed(ferries), atM: ferries[0].fromDm / 10 })
    warnings.push({ code: 'ferry', words: sailing, atM: ferries[0].fromDm / 10 })
    warnings.push({
      code: 'ferry',
      words: isPart ? 'for a part, ' : sailS > 0 ? 'of sailing, ' : 'The',
      atM: ferries[0].fromDm / 10,
    })
  }
  unknownM(
    'ferry_time_unknown',
    metres(steps, (way) => isFerry(way) && way.ferryDurationS === undefined),
  )
  const hazards = hazardsOfSteps(drawn)
  for (const [kind, code] of [
    ['ford', 'ford'],
    ['aid', 'aided_passage'],
    ['via_ferrata', 'via_ferrata'],
  ]) {
    const own = hazards.filter((one) => one.kind === kind)
    if (own.length > 0)
      warnings.push({
        code,
        words: `${km(own[0].fromM)}${own[0].lengthM > 0 ? ` for ${toDistance(own[0].lengthM)}` : ''}`,
        atM: own[0].fromM,
      })
  }
  const difficulty = difficultyOfSteps(drawn)
  const hardest = difficulty?.hardest ?? null
  if (hardest !== null && ['T4', 'T5', 'T6', 'S3', 'S4', 'S5', 'S6'].includes(hardest.grade!))
    warnings.push({
      code: 'steep_grade',
      words: `${hardest.grade}, ${km(hardest.fromM)} for ${toDistance(hardest.toM - hardest.fromM)}`,
      atM: hardest.fromM,
    })
  warnWhere('hardly_visible', ({ visibility }) => visibility === 'horrible' || visibility === 'no')
  warnWhere('tunnel', ({ isTunnel }) => isTunnel)

  unknownM(
    'surface_assumed',
    metres(steps, (way) => way.surface !== 'unknown' && way.surfaceSource === 'class_default'),
  )
  unknownM(
    'surface_unknown',
    metres(steps, (way) => way.surface === 'unknown' && !isFerry(way)),
  )
  unknownM(
    'sac_untagged',
    metres(steps, (way) => !isFerry(way) && gradeOf(way, profile) === null && isPathLike(way)),
  )
  if (asksLighting)
    unknownM(
      'lighting_unknown',
      metres(steps, (way) => way.lit === 'untagged' && !isFerry(way)),
    )
  unknownM('height_unknown', voidDm(line, drawn) / 10)
  const outsideM = timeOf(drawn).outsideCalibrationM
  if (outsideM > 0) unknowns.push({ code: 'time_outside_calibration', words: toDistance(outsideM), atM: null })
  return { warnings, unknowns }
}

/** Between points of a followed leg of which one has no height. */
function voidDm({ heightM, atMm, legFirstPoint }: RouteLine, { legs }: Case): number {
  let sumMm = 0
  legs.forEach(({ path }, l) => {
    for (let p = legFirstPoint[l]; path !== null && p < legFirstPoint[l + 1]; p++)
      if (Number.isNaN(heightM[p]) || Number.isNaN(heightM[p + 1])) sumMm += atMm[p + 1] - atMm[p]
  })
  return Math.round(sumMm / 100)
}

const timeOf = ({ graph, line, profile }: Case) => timeOfRoute(graph, line, { profile })

function factsOf({ graph, line, profile }: Case, asksLighting: boolean) {
  const indexes = { graph, firstHazard: indexHazards(graph), ferryDurations: indexFerries(graph) }
  const search = { bestEffort: [], snapsM: [], asksLighting }
  return readLineFacts(indexes, { profile, bicycleType: 'hybrid' }, search, line, timeOfRoute(graph, line, { profile }))
}

/** Lines that a bicycle can follow. */
const followable = travel.filter(
  ({ legs, profile }) => profile !== 'bike' || legs.every(({ ways }) => ways.every(([way]) => !isClosedToBike(way))),
)
const onFoot = travel.map((one) => ({ ...one, profile: one.profile === 'bike' ? ('hike' as const) : one.profile }))
const runs = { numRuns: caseCount(150, 5000) }

test('surfaces, ways, difficulty and hazards are the sums and stretches of the steps', () => {
  fc.assert(
    fc.property(followable, (travelled) => {
      const one = build(travelled)
      const { surfaces, difficulty, hazards } = factsOf(one, false)
      const { stretches, pavedM, gravelM, trailM, unknownM, mappedM, assumedM } = surfaces
      expect({ sums: [pavedM, gravelM, trailM, unknownM, mappedM, assumedM], stretches }).toEqual(surfacesOfSteps(one))
      expect(difficulty).toEqual(difficultyOfSteps(one))
      expect(sorted(hazards)).toEqual(sorted(hazardsOfSteps(one)))
      const { steps, profile, graph, line } = one
      const ways = waysOf(graph, line, profile)
      const of = (kind: string) => metres(steps, ({ way }) => way === kind)
      const signed = (way: Drawn) => (profile === 'bike' ? way.signedBike : way.signedFoot) !== 'none'
      expect(ways).toEqual({
        ...{ roadM: of('road'), streetM: of('street'), trackM: of('track'), pathM: of('path') },
        ...{ footwayM: of('footway'), stepsM: of('steps'), cyclewayM: of('cycleway'), ferryM: of('ferry') },
        straightM: dmOf(steps.filter(({ way }) => way === null)) / 10,
        otherM: of('other'),
        signedM: metres(steps, signed),
        pushedM: metres(steps, (way) => isPushed(way, profile)),
        stretches: ways.stretches,
      })
      // a stretch ends where the way or its signed routes change; its `highway` is that of its beginning
      const followed = stretchesOf(steps, ({ way }) =>
        way === null ? { wayId: null, of: [] } : { wayId: way.wayId, of: way.trails },
      )
      const kindOfBike = (trail: number) => (trail === 1) === (profile === 'bike')
      expect(ways.stretches.map(({ fromM, toM, wayId, trails }) => ({ fromM, toM, wayId, trails }))).toEqual(
        followed.map(({ fromM, toM, key }) => ({
          fromM,
          toM,
          wayId: key.wayId,
          trails: key.of.filter(kindOfBike).map((trail) => [55, 66][trail]),
        })),
      )
    }),
    runs,
  )
})

test('each note has its metres and places where it must be, and is nowhere else', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(followable, fc.boolean(), (travelled, asksLighting) => {
      const one = build(travelled)
      const { notes } = factsOf(one, asksLighting)
      const expected = notesOfSteps(one, asksLighting)
      for (const kind of ['warnings', 'unknowns'] as const) {
        const reported = notes[kind]
        const codes = (list: { code: string }[]) => [...new Set(list.map(({ code }) => code))].sort()
        expect(codes(reported)).toEqual(codes(expected[kind]))
        for (const { code, words, atM } of expected[kind]) {
          seen.set(code, (seen.get(code) ?? 0) + 1)
          const own = reported.filter((note) => note.code === code)
          expect(own.map(({ message }) => english.render(message)).join('\n')).toContain(words)
          if (atM === null) continue
          const places = own.map((note) => ('location' in note ? note.location : null))
          expect(places).toContainEqual(placeOf(one.line, atM))
        }
        // one note a kind, but for access by its value and for the two reasons to push
        for (const code of codes(reported)) {
          const count = new Set(expected[kind].filter((note) => note.code === code).map(({ words }) => words)).size
          if (code !== 'ferry')
            expect(reported.filter((note) => note.code === code).length).toBeGreaterThanOrEqual(count)
        }
      }
    }),
    runs,
  )
  // each code that a line can have, often enough
  expect([...seen.values()].every((count) => count >= 2)).toBe(true)
  expect([...seen.keys()].sort()).toEqual(
    [
      ...['access_conditional', 'access_restricted', 'aided_passage', 'cycleway_foot_unknown', 'dismount', 'ferry'],
      ...['ferry_time_unknown', 'ford', 'hardly_visible', 'height_unknown', 'lighting_unknown', 'sac_untagged'],
      ...['steep_grade', 'straight_leg', 'surface_assumed', 'surface_unknown', 'time_outside_calibration', 'tunnel'],
      'via_ferrata',
    ].sort(),
  )
})

/** The place that many metres along the line, by walking along it. */
function placeOf({ atMm, lonE6, latE6 }: RouteLine, atM: number): [number, number] {
  const mm = atM * 1000
  let p = 1
  while (p < atMm.length - 1 && atMm[p] < mm) p++
  if (mm <= 0) return [lonE6[0] / 1e6, latE6[0] / 1e6]
  const share = atMm[p] === atMm[p - 1] ? 1 : Math.min(1, (mm - atMm[p - 1]) / (atMm[p] - atMm[p - 1]))
  const between = (e6: Int32Array) => Math.round(e6[p - 1] + (e6[p] - e6[p - 1]) * share) / 1e6
  return [between(lonE6), between(latE6)]
}

test('climb of a leg is null where no two neighbouring heights are known, and the legs add up to the route', () => {
  const counts = { known: 0, unknown: 0 }
  fc.assert(
    fc.property(followable, (travelled) => {
      const one = build(travelled)
      const { line, legs } = one
      const { climb } = factsOf(one, false)
      const { heightM, legFirstPoint } = line
      expect(climb.unknownDm).toBe(voidDm(line, one))
      legsOf(line, climb, [legs[0].from, ...legs.map(({ to }) => to)]).forEach(({ ascentM, descentM }, l) => {
        const heights = heightM.slice(legFirstPoint[l], legFirstPoint[l + 1] + 1)
        const isKnown =
          legs[l].path !== null && heights.some((h, p) => p > 0 && !Number.isNaN(h) && !Number.isNaN(heights[p - 1]))
        counts[isKnown ? 'known' : 'unknown']++
        expect([ascentM === null, descentM === null]).toEqual([!isKnown, !isKnown])
      })
      const known = climb.legs.filter(({ ascentDm }) => ascentDm !== null)
      const sum = (of: 'ascentDm' | 'descentDm') =>
        known.length === 0 ? null : known.reduce((total, leg) => total + leg[of]!, 0)
      expect([climb.ascentDm, climb.descentDm]).toEqual([sum('ascentDm'), sum('descentDm')])
      // followed legs in a row are climbed as one line
      let ascentM = 0
      let descentM = 0
      for (let l = 0; l < legs.length; l++) {
        if (legs[l].path === null) continue
        const first = l
        while (l + 1 < legs.length && legs[l + 1].path !== null) l++
        const whole = climbOf(heightM.slice(legFirstPoint[first], legFirstPoint[l + 1] + 1))
        ascentM += whole.ascentM
        descentM += whole.descentM
      }
      if (known.length > 0)
        expect([climb.ascentDm, climb.descentDm]).toEqual([Math.round(ascentM * 10), Math.round(descentM * 10)])
    }),
    runs,
  )
  expect(Math.min(counts.known, counts.unknown)).toBeGreaterThan(50)
})

test('without heights a line takes its metres at the pace of each way; a ferry sails, and no time is made up', () => {
  fc.assert(
    fc.property(onFoot, (travelled) => {
      const one = build(levelled(travelled))
      const { graph, line, steps, profile } = one
      const { levelSPerM } = PACE_MODELS[profile]
      const secondsOf = ({ way, fromMm, toMm }: Step) =>
        way === null || isFerry(way)
          ? 0
          : ((toMm - fromMm) / 1000) *
            levelSPerM *
            SAC_PACE_FACTOR[way.sac] *
            SURFACE_PACE_FACTOR[way.surface as keyof typeof SURFACE_PACE_FACTOR] *
            (way.way === 'steps' ? STEPS_PACE_FACTOR : 1)
      const walkedS = steps.map(secondsOf)
      const sailedS = steps.map(({ way, fromMm, toMm, lengthMm: whole }) =>
        way !== null && isFerry(way) ? ((way.ferryDurationS ?? 0) * (toMm - fromMm)) / whole : 0,
      )
      const time = timeOf(one)
      expect(Math.abs(time.movingS - walkedS.reduce((sum, s) => sum + s, 0))).toBeLessThan(1)
      const paced = { profile, walker: { factor: 1.5, spread: 0.1 } }
      expect(Math.abs(timeOfRoute(graph, line, paced).movingS - time.movingS * 1.5)).toBeLessThan(1.5)
      let atS = 0
      const byStep = secondsByStep(graph, line, { profile }, indexFerries(graph))
      steps.forEach((_, i) => {
        expect(byStep[i]).toBeCloseTo(atS, 3)
        atS += walkedS[i] + sailedS[i]
      })
      expect(byStep[steps.length]).toBeCloseTo(atS, 3)
      // a way that is travelled without heights lies outside the calibration, as do its hardest grades
      const reasons = stretchesOf(steps, ({ way }) =>
        way === null
          ? 'straight leg'
          : isFerry(way)
            ? 'ferry'
            : way.sac === 7
              ? 'via ferrata'
              : way.sac >= 4
                ? `T${way.sac}`
                : 'height unknown, timed as level ground',
      )
      expect(time.outsideCalibration.map(({ reason }) => english.render(reason))).toEqual(reasons.map(({ key }) => key))
      expect(time.outsideCalibrationM).toBeCloseTo(line.atMm[line.atMm.length - 1] / 1000, 0)
    }),
    runs,
  )
})

const levelled = (one: Travel): Travel => ({
  ...one,
  firstHeight: null,
  legs: one.legs.map((of) => ({ ...of, ways: of.ways.map(([way]): [Drawn, null] => [way, null]) })),
})
