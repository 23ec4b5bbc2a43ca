import { expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import type { WaypointRoute } from '../../src/routing/costs/route-types.ts'
import { routeText } from '../support/route-text.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const meta = { bbox: [1, 42, 2, 43] as [number, number, number, number] }

function plan(drawing: string, options: TinyOptions, input: (tiny: TinyGraph) => PlanRouteInput) {
  const tiny = tinyGraph(drawing, { meta, cellM: 100, ...options })
  const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const route = planner.planRoute(input(tiny))
  return { tiny, route, planner }
}
const along =
  (names: string, rest: Partial<PlanRouteInput> = {}) =>
  (t: TinyGraph): PlanRouteInput => ({ waypoints: [...names].map((n) => t.at(n)), ...rest })
const codes = (list: { code: string }[]) => list.map((item) => item.code)

test('surfaces: stretches are merged, mapped and assumed told apart, the four kinds sum to the distance', () => {
  const { route } = plan(
    'A--B--C--D--E',
    {
      edges: {
        AB: { surface: 'paved', surfaceTag: 'asphalt' },
        BC: { surface: 'paved', surfaceTag: 'asphalt' },
        CD: { surface: 'trail', surfaceSource: 'class_default' },
      },
    },
    along('AE'),
  )
  const { surfaces } = route
  expect(surfaces.stretches.map((s) => [s.surface, s.tag, s.source])).toEqual([
    ['paved', 'asphalt', 'mapped'],
    ['trail', null, 'class_default'],
    ['unknown', null, 'class_default'],
  ])
  expect(surfaces.stretches[0].toM).toBeCloseTo(600, 0)
  expect(surfaces.pavedM + surfaces.gravelM + surfaces.trailM + surfaces.unknownM).toBeCloseTo(route.distanceM, 6)
  expect([surfaces.mappedM, surfaces.assumedM]).toEqual([surfaces.pavedM, surfaces.trailM])
  expect(codes(route.unknowns)).toEqual(expect.arrayContaining(['surface_assumed', 'surface_unknown']))
})

test('ways: one stretch per way, kinds and signed metres counted, trails by relation', () => {
  const { route } = plan(
    'A--B--C--D',
    {
      defaults: { wayId: 7 },
      trails: [
        { relationId: 55, ref: 'GR 11' },
        { relationId: 66, kind: 'bicycle' },
      ],
      edges: {
        CD: { wayId: 8, way: 'track', highway: 'track', name: 'Camí Ral', signedFoot: 'national', trails: [0, 1] },
      },
    },
    along('AD'),
  )
  expect(route.ways.stretches).toMatchObject([
    { wayId: 7, highway: 'path', trails: [] },
    { wayId: 8, highway: 'track', name: 'Camí Ral', trails: [55] },
  ])
  expect([route.ways.sums.pathM, route.ways.sums.trackM, route.ways.sums.signedM].map(Math.round)).toEqual([
    600, 300, 300,
  ])
  const kinds = (
    ['roadM', 'streetM', 'trackM', 'pathM', 'footwayM', 'stepsM', 'cyclewayM', 'ferryM', 'straightM', 'otherM'] as const
  ).reduce((sum, k) => sum + route.ways.sums[k], 0)
  expect(kinds).toBeCloseTo(route.distanceM, 6)
})

test('difficulty on foot: grades, untagged paths and roads apart, the longest of the hardest', () => {
  const { route } = plan(
    'A--B-C----D--E--F',
    { edges: { AB: { sac: 1 }, BC: { sac: 3 }, CD: { sac: 3 }, DE: { way: 'road' } } },
    along('AF'),
  )
  expect(route.difficulty).toMatchObject({ T1M: 300, T2M: 0, T3M: 700, untaggedPathM: 300, roadM: 300 })
  expect(route.difficulty!.hardest).toMatchObject({ grade: 'T3', fromM: 300, toM: 1000 })
  expect(route.difficulty!.stretches.map((s) => s.grade)).toEqual(['T1', 'T3', null])
})

test('difficulty is null on roads alone; by bicycle it is mtb:scale', () => {
  expect(plan('A--B', { defaults: { way: 'road' } }, along('AB')).route.difficulty).toBe(null)
  const bike = plan('A--B--C', { edges: { AB: { mtb: 3 } } }, along('AC', { profile: 'bike' })).route
  expect(bike.difficulty).toMatchObject({ S2M: 300, untaggedM: 300, hardest: { grade: 'S2' } })
})

test('a ford at a junction is one hazard, a point; what is cut by the end of the route is clipped', () => {
  const { route } = plan(
    'A--B--C--D',
    {
      edges: {
        AB: { hazards: [{ kind: 'ford', fromM: 300.1, toM: 300.1, wayId: 9 }], lengthMm: 300_100 },
        BC: {
          hazards: [
            { kind: 'ford', fromM: 0, toM: 0, wayId: 9 },
            { kind: 'aid', fromM: 100, toM: 200 },
          ],
        },
        CD: { hazards: [{ kind: 'aid', fromM: 0, toM: 300 }], lengthMm: 300_000 },
      },
    },
    (t) => ({ waypoints: [t.at('A'), t.place(8, 0)] }),
  )
  expect(route.hazards.map((h) => [h.kind, Math.round(h.fromM), Math.round(h.toM), Math.round(h.lengthM)])).toEqual([
    ['ford', 300, 300, 0],
    ['aid', 400, 500, 100],
    ['aid', 600, 800, 200],
  ])
  expect(codes(route.warnings)).toEqual(expect.arrayContaining(['ford', 'aided_passage']))
})

test('hazards are the same places seen from the other end', () => {
  const options: TinyOptions = {
    edges: { AB: { hazards: [{ kind: 'via_ferrata', fromM: 50, toM: 80 }], lengthMm: 300_000 } },
  }
  const back = plan('A--B--C', options, along('CA')).route.hazards
  expect(back.map((h) => [Math.round(h.fromM), Math.round(h.toM)])).toEqual([[520, 550]])
})

test('warnings name restricted access and where; conditional access is an unknown too', () => {
  const { route } = plan(
    'A--B--C--D',
    {
      edges: {
        AB: { foot: 'forestry' },
        BC: { foot: 'conditional' },
        CD: { foot: 'cycleway_untagged', way: 'cycleway' },
      },
    },
    along('AD'),
  )
  const restricted = route.warnings.find((w) => w.code === 'access_restricted')!
  expect(english.render(restricted.message)).toContain('forestry')
  expect(restricted.location).toEqual([1.5, 42.5])
  expect(codes(route.warnings)).toContain('access_conditional')
  expect(codes(route.unknowns)).toEqual(expect.arrayContaining(['access_conditional', 'cycleway_foot_unknown']))
})

test('a ferry is separate: no walking time, its duration from the map or unknown', () => {
  const ferry = (ferryDurationS?: number) =>
    plan('A--B------C--D', { edges: { BC: { way: 'ferry', flags: ['ferry'], ferryDurationS } } }, along('AD'))
  const known = ferry(1200)
  expect(english.render(known.route.warnings.find((w) => w.code === 'ferry')!.message)).toContain('20 minutes')
  expect(codes(known.route.unknowns)).not.toContain('ferry_time_unknown')
  expect(known.route.time!.outsideCalibration).toMatchObject([{ reason: { code: 'reason.calibration.ferry' } }])
  expect(codes(ferry().route.unknowns)).toContain('ferry_time_unknown')
  const trip = known.planner.planTrip({ waypoints: [known.tiny.at('A'), known.tiny.at('D')] })
  expect(trip.durationS).toBeCloseTo(known.route.movingTime!.movingS + 1200, -1)
  expect(trip.trip.summary.hasFerry).toBe(true)
})

test('void heights are null in the line, left out of the climb, and told in metres', () => {
  const { route } = plan('A--B--C--D', { heights: { A: 1000, B: 1100, C: null, D: 1200 } }, along('AD'))
  expect([route.ascentM, route.descentM]).toEqual([100, 0])
  expect(english.render(route.unknowns.find((u) => u.code === 'height_unknown')!.message)).toContain('600 m')
  const wire = JSON.parse(routeText(route)) as { geometry: { coordinates: (number | null)[][] } }
  expect(wire.geometry.coordinates.map((c) => c[2])).toEqual([1000, 1100, null, 1200])
})

test('no height anywhere: climb is null, never zero', () => {
  const { route } = plan('A--B', { heightM: null }, along('AB'))
  expect([route.ascentM, route.descentM, route.legs[0].ascentM]).toEqual([null, null, null])
})

test('climb of legs adds up to the climb of the route, also where a leg ends on the slope', () => {
  const { route } = plan(
    'A--B--C--D--E',
    { heights: { A: 1000, B: 1033.3, C: 1021.7, D: 1090.4, E: 1002.2 } },
    along('ABCDE'),
  )
  expect(route.legs.reduce((sum, leg) => sum + leg.ascentM!, 0)).toBeCloseTo(route.ascentM!, 6)
  expect(route.legs.reduce((sum, leg) => sum + leg.descentM!, 0)).toBeCloseTo(route.descentM!, 6)
  expect(route.ascentM! - route.descentM!).toBeCloseTo(2.2, 6)
})

test('a far snap is warned of with its distance', () => {
  const { route } = plan('A--B', {}, (t) => ({ waypoints: [t.place(0, 3), t.at('B')] }))
  expect(english.render(route.warnings.find((w) => w.code === 'far_snap')!.message)).toContain(
    'Waypoint 1 of 2 lies 300 m',
  )
})

test('`time` is of a hike alone, `moving_time` of every profile, and both are one object', () => {
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const { time, movingTime } = plan('A--B', {}, along('AB', { profile })).route
    expect(movingTime).toMatchObject({ model: profile === 'hike' ? 'service-hike/2' : `service-${profile}/1` })
    expect(movingTime!.calibrated).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/)
    expect(time).toEqual(profile === 'hike' ? movingTime : null)
  }
})

test('run and bike have times of models of their own, with bands and their scope', () => {
  for (const profile of ['run', 'bike'] as const) {
    const { movingTime } = plan('A--B', {}, along('AB', { profile })).route
    expect(movingTime).toMatchObject({ model: `service-${profile}/1`, basis: 'measured' })
    expect(movingTime!.band80S![0]).toBeLessThan(movingTime!.movingS)
    expect(english.render(movingTime!.scope)).toContain('a person of unknown pace')
  }
})

test('an invented region says that it is one', () => {
  expect(codes(plan('A--B', { meta: { ...meta, synthetic: true } }, along('AB')).route.warnings)).toContain(
    'demo_region',
  )
  expect(codes(plan('A--B', { meta: { ...meta, synthetic: false } }, along('AB')).route.warnings)).not.toContain(
    'demo_region',
  )
})

test('cap_alternative: a harder path much shorter is reported, with the max_sac that gives it', () => {
  const drawing = `
   B--------------------C
  /                      \\
 /                        \\
A--------------------------D
`
  const options: TinyOptions = { edges: { AD: { sac: 4 }, BC: { lengthMm: 9_000_000 } } }
  const { tiny, route, planner } = plan(drawing, options, along('AD'))
  expect(route.capAlternative).toMatchObject({ maxSac: 4 })
  expect(route.capAlternative!.distanceM).toBeCloseTo(2700, 0)
  expect(route.capAlternative!.savesM).toBeCloseTo(route.distanceM - route.capAlternative!.distanceM, 6)
  expect(route.capAlternative!.minutes).toBeGreaterThan(5)
  const requested = planner.planRoute({ waypoints: [tiny.at('A'), tiny.at('D')], maxSac: route.capAlternative!.maxSac })
  expect(requested.distanceM).toBe(route.capAlternative!.distanceM)
  expect(requested.capAlternative).toBe(null)
  expect(planner.planRoute({ waypoints: [tiny.at('A'), tiny.at('D')], maxSac: 3 }).capAlternative).toBe(null)
})

test('encoded JSON reads back as the route itself, for both transports', () => {
  const { route } = plan(
    'A--B--C--D',
    {
      heights: { A: 1000, B: 1033.3, C: -1.2, D: null },
      edges: { AB: { name: 'Straße "1"', sac: 2 }, BC: { hazards: [{ kind: 'ford', fromM: 1, toM: 2 }] } },
    },
    along('AD', { straightLegs: [] }),
  )
  const { line, ways, ...others } = route
  const rest = { ...others, ways: { ...ways.sums, stretches: ways.stretches } }
  const value = new EncodedAnswer<WaypointRoute>(routeText(route, null)).value
  const { geometry, ...read } = value
  expect(read).toEqual(JSON.parse(JSON.stringify(rest)))
  expect(geometry.coordinates).toEqual(
    Array.from(line.lonE6, (lon, i) => [
      lon / 1e6,
      line.latE6[i] / 1e6,
      Number.isNaN(line.heightM[i]) ? null : line.heightM[i],
    ]),
  )
  const wire = JSON.parse(routeText(route)) as Record<string, unknown>
  expect(Object.keys(wire)).toEqual(
    expect.arrayContaining(['schema', 'distance_m', 'settings_defaulted', 'cap_alternative', 'ascent_method']),
  )
  expect(Object.keys(wire.difficulty as object)).toEqual(
    expect.arrayContaining(['T1_m', 'T6_m', 'untagged_path_m', 'road_m', 'hardest', 'stretches']),
  )
})
