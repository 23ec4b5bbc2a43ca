// Routes at a time, on drawn maps: what is closed on arrival is not crossed, and the answer says why.

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { stateOf } from '../../../src/osm/dates/dated-restriction.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { arcCost, closing } from '../../../src/routing/costs/arc-cost.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { UTC_ZONE } from '../../../src/geo/local-time.ts'
import { ClosureList } from '../../../src/routing/dates/closures.ts'
import { DatedEdges } from '../../../src/routing/dates/dated-edges.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import { atPlace, readAt } from '../../../src/travel/at.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { tinyOsm, type TinyOsm } from '../../support/tiny-osm.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
type Tags = Record<string, string>

interface Drawn {
  tiny: TinyOsm
  graph: RoutingGraph
  planner: RoutePlanner
  route(names: string, rest?: Partial<PlanRouteInput>): PlannedRoute
  /** names of the nodes along the line */
  walk(route: PlannedRoute): string
}

async function draw(map: string, ways: [string, Tags][], nodes: Record<string, Tags> = {}): Promise<Drawn> {
  const tiny = tinyOsm({ map, ways: ways.map(([refs, tags]) => [refs, { highway: 'track', ...tags }]), nodes })
  const { meta, columns } = await buildNetwork([tiny.source], () => null)
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  return {
    tiny,
    graph,
    planner,
    route: (names, rest = {}) => planner.planRoute({ waypoints: [...names].map((n) => tiny.at.get(n)!), ...rest }),
    walk: ({ line }) => [...line.lonE6].map((lon, i) => tiny.letterAt(lon * 10, line.latE6[i] * 10)).join(''),
  }
}

/** From A to D: straight over B and C, or around over E and F, which is longer. */
const LADDER = `
A  B     C  D
   E     F
`
const around: [string, Tags][] = [
  ['AB', {}],
  ['CD', {}],
  ['BEFC', {}],
]
const ladder = (tags: Tags) => draw(LADDER, [...around, ['BC', tags]])
const codes = (notes: { code: string }[]) => notes.map(({ code }) => code)

describe('a way closed in winter', () => {
  let winter: Drawn
  beforeAll(async () => {
    winter = await ladder({ 'access:conditional': 'no @ (Nov 15-May 15)' })
  })

  test('is crossed in summer, without an unknown', () => {
    const route = winter.route('AD', { at: '2026-07-01T08:00+02:00' })
    expect(winter.walk(route)).toBe('ABCD')
    expect(route.because).toEqual([])
    expect(codes(route.unknowns)).not.toContain('dated_access')
    expect(codes(route.unknowns)).not.toContain('access_conditional')
    expect(codes(route.warnings)).not.toContain('access_conditional')
  })
  // decision `dates`: the clocks are those of the place (a case of the contract, one-instant)
  test.each([
    [
      'half past midnight of the first day',
      '2027-11-15T00:30',
      ['2027-11-15T00:30+01:00', '2027-11-14T23:30:00Z'],
      true,
    ],
    ['half an hour before', '2027-11-14T23:30', ['2027-11-14T23:30+01:00', '2027-11-15T08:15+09:45'], false],
    ['half past midnight after the last', '2027-05-16T00:30', ['2027-05-15T22:30Z', '2027-05-15T18:30-04:00'], false],
    ['an hour before', '2027-05-15T23:30', ['2027-05-15T21:30:00Z', '2027-05-15T23:30+02:00'], true],
  ])('is judged by the clock of the place, however an instant is written: %s', (_, local, instants, isClosed) => {
    const answers = [local, ...instants].map((at) => winter.route('AD', { at }))
    for (const answer of answers) {
      expect(winter.walk(answer)).toBe(isClosed ? 'ABEFCD' : 'ABCD')
      expect(answer.because).toEqual(answers[0].because)
    }
  })

  test('is gone around in winter, and the answer says which way, by which tag, from when to when', () => {
    const route = winter.route('AD', { at: '2026-12-24T08:00+01:00' })
    expect(winter.walk(route)).toBe('ABEFCD')
    expect(route.because).toEqual([
      {
        wayId: 4,
        tag: 'access:conditional=no @ (Nov 15-May 15)',
        from: '2026-11-15T00:00+01:00',
        to: '2027-05-16T00:00+02:00',
      },
    ])
    expect(route.status).toBe('complete')
  })
  test('is gone around on a date as well', () => {
    const route = winter.route('AD', { at: '2026-12-24' })
    expect(winter.walk(route)).toBe('ABEFCD')
    expect(route.because).toMatchObject([{ from: '2026-11-15T00:00', to: '2027-05-16T00:00' }])
  })
  test('is crossed and told without a date, as ever but for the unknown', () => {
    const route = winter.route('AD')
    expect(winter.walk(route)).toBe('ABCD')
    expect(route.because).toBeUndefined()
    expect(codes(route.unknowns)).toEqual(expect.arrayContaining(['dated_access', 'access_conditional']))
  })
  test('leaves no path where it is the only one: the error names it', async () => {
    const only = await draw('A  B  C  D', [
      ['AB', {}],
      ['BC', { 'access:conditional': 'no @ (Nov-Apr)' }],
      ['CD', {}],
    ])
    expect(() => only.route('AD', { at: '2026-12-24', snapRadiusM: 10 })).toThrow(
      'No way to waypoint 2 is open on that date. Closed: way 2 (`access:conditional=no @ (Nov-Apr)`, until 2027-05-01T00:00).',
    )
    expect(() => only.route('AD', { at: '2026-07-24' })).not.toThrow()
  })
  test('asks for a path that ends on it to end beside it, or fails', () => {
    const { tiny, planner } = winter
    const [b, c] = [tiny.at.get('B')!, tiny.at.get('C')!]
    const middle: [number, number] = [(b[0] + c[0]) / 2, b[1]]
    const input = { waypoints: [tiny.at.get('A')!, middle], at: '2026-12-24' }
    const moved = planner.planRoute({ ...input, snapRadiusM: 500 })
    expect(moved.snaps[1].distanceM).toBeGreaterThan(20)
    expect(english.render(moved.warnings.find(({ code }) => code === 'far_snap')!.message)).toContain(
      'Waypoint 2 of 2 lies 56 m from the nearest way that is open',
    )
    expect(() => planner.planRoute({ ...input, snapRadiusM: 10 })).toThrow('No way to waypoint 2 is open')
  })
})

describe('the hour of arrival decides', () => {
  test('a gate that opens while one walks there is passed', async () => {
    // A to B is 8 km: about 95 minutes
    const far = await draw(
      `A${' '.repeat(200)}B  C  D`,
      [
        ['AB', {}],
        ['BC', {}],
        ['CD', {}],
      ],
      { C: { barrier: 'gate', opening_hours: '09:00-18:00' } },
    )
    const route = far.route('AD', { at: '2026-07-01T08:00+02:00' })
    expect(route.because).toEqual([])
    expect(route.status).toBe('complete')
    expect(() => far.route('AD', { at: '2026-07-01T04:00+02:00', snapRadiusM: 10 })).toThrow('No way')
    expect(() => far.route('AD', { at: '2026-07-01T16:30+02:00', snapRadiusM: 10 })).toThrow('No way')
  })
  test('a way closed for a part of the time is gone around, as a best effort with its gap', async () => {
    const night = await ladder({ 'foot:conditional': 'no @ (22:00-06:00)' })
    const route = night.route('AD', { at: '2026-07-01T05:50+02:00' })
    expect(night.walk(route)).toBe('ABEFCD')
    expect(route.status).toBe('best_effort')
    expect(route.because).toMatchObject([{ from: '2026-06-30T22:00+02:00', to: '2026-07-01T06:00+02:00' }])
    // no way can be cheaper than the one that is closed
    const table = new CostModel(night.graph).table(costSettings(applySettings({ waypoints: [] }).settings))
    const costOf = ({ line }: PlannedRoute) =>
      line.stepArc.reduce((sum, arc) => sum + arcCost(night.graph, table, arc), 0)
    const gapPct = (1 - costOf(night.route('AD')) / costOf(route)) * 100
    expect(gapPct).toBeGreaterThan(5)
    expect(english.render(route.warnings.find(({ code }) => code === 'best_effort')!.message)).toMatch(
      new RegExp(`closed at some hours.*no way can be more than ${gapPct.toFixed(1)} % cheaper`),
    )
    expect(night.route('AD', { at: '2026-07-01T12:00+02:00' }).status).toBe('complete')
  })
  test('each leg counts from where the one before ended', async () => {
    const legs = await ladder({ 'foot:conditional': 'no @ (08:30-20:00)' })
    const there = legs.route('AD', { at: '2026-07-01T08:20+02:00' })
    expect(legs.walk(there)).toBe('ABCD')
    const thereAndBack = legs.route('ADADADA', { at: '2026-07-01T08:20+02:00' })
    expect(legs.walk(thereAndBack)).toBe('ABCDCBABEFCDCFEBABEFCDCFEBA')
    expect(thereAndBack.because).toHaveLength(1)
  })
  test('a way that one tag closes at first and another later is listed with each, once', async () => {
    const { graph } = await draw('A  B', [
      ['AB', { 'access:conditional': 'no @ (08:00-09:00)', 'foot:conditional': 'no @ (11:00-12:00)' }],
    ])
    const list = new ClosureList(graph, 'hike', atPlace(readAt('2026-07-01T08:30')!, UTC_ZONE))
    for (const hours of [0, 3, 0, 3]) {
      const steps = { stepCount: 1, stepArc: [0], secondsAt: () => hours * 3600 }
      list.add(steps, [0])
    }
    expect(list.list.map(({ wayId, tag, from }) => [wayId, tag, from])).toEqual([
      [1, 'access:conditional=no @ (08:00-09:00)', '2026-07-01T08:00+00:00'],
      [1, 'foot:conditional=no @ (11:00-12:00)', '2026-07-01T11:00+00:00'],
    ])
  })
  test('two ways that one tag closes are listed both, each once', async () => {
    const tags = { 'access:conditional': 'no @ (Dec-Apr)' }
    const { graph } = await draw('A  B  C', [
      ['AB', tags],
      ['BC', tags],
    ])
    const list = new ClosureList(graph, 'hike', atPlace(readAt('2027-01-03')!, UTC_ZONE))
    for (const stepArc of [[0, 2], [3]])
      list.add({ stepCount: stepArc.length, stepArc, secondsAt: () => 0 }, [...stepArc.keys()])
    expect(list.list.map(({ wayId, tag }) => [wayId, tag])).toEqual(
      [1, 2].map((id) => [id, 'access:conditional=no @ (Dec-Apr)']),
    )
  })
  test('who may pass is what holds on arrival, not at the start', async () => {
    // A to B is 8 km: about 95 minutes
    const far = await draw(`A${' '.repeat(200)}B  C`, [
      ['AB', {}],
      ['BC', { 'foot:conditional': 'destination @ (09:00-11:00)' }],
    ])
    const restricted = (at: string) => codes(far.route('AC', { at }).warnings).includes('access_restricted')
    const hours = ['07', '08', '09', '10'].map((hour) => `2026-07-01T${hour}:00+02:00`)
    expect(hours.map(restricted)).toEqual([false, true, true, false])
  })
  test('a whole day leaves open what is closed at some hours, and says so', async () => {
    const night = await ladder({ 'foot:conditional': 'no @ (22:00-06:00)' })
    const route = night.route('AD', { at: '2026-07-01' })
    expect(night.walk(route)).toBe('ABCD')
    expect(english.render(route.unknowns.find(({ code }) => code === 'dated_access')!.message)).toContain(
      'depends on the hour',
    )
  })
})

test('a matrix, which takes no date, notes how much of a way is closed at times', async () => {
  const { tiny, planner } = await ladder({ 'access:conditional': 'no @ (Nov 15-May 15)' })
  const [a, b, c] = ['A', 'B', 'C'].map((name) => tiny.at.get(name)!)
  const { notes, distanceM } = new MatrixPlanner(planner.parts).planMatrix({ sources: [a, b], targets: [b, c] })
  const dated = notes.filter(({ code }) => code === 'dated_access')
  expect(dated.map(({ source, target, metres }) => [source, target, metres])).toEqual([
    [0, 1, distanceM![1][1]],
    [1, 1, distanceM![1][1]],
  ])
})

test('what cannot be read closes nothing and is unknown, with a date too', async () => {
  const snow = await ladder({ 'access:conditional': 'no @ snow' })
  const route = snow.route('AD', { at: '2026-12-24T08:00+01:00' })
  expect(snow.walk(route)).toBe('ABCD')
  expect(english.render(route.unknowns.find(({ code }) => code === 'dated_access')!.message)).toContain(
    '`access:conditional=no @ snow`',
  )
  expect(codes(route.unknowns)).toContain('access_conditional')
})
test('a danger for the time is a warning, and closes nothing', async () => {
  const slope = await ladder({ 'hazard:conditional': 'avalanche @ (Dec-Apr)' })
  const winter = slope.route('AD', { at: '2027-01-24T08:00+01:00' })
  expect(slope.walk(winter)).toBe('ABCD')
  expect(english.render(winter.warnings.find(({ code }) => code === 'dated_hazard')!.message)).toContain('avalanche')
  expect(codes(slope.route('AD', { at: '2027-07-24T08:00+01:00' }).warnings)).not.toContain('dated_hazard')
})
test('a way closed in one direction is taken in the other', async () => {
  const oneway = await ladder({ 'foot:backward:conditional': 'no @ (Nov-Apr)' })
  const at = '2026-12-24T08:00+01:00'
  expect(oneway.walk(oneway.route('AD', { at }))).toBe('ABCD')
  expect(oneway.walk(oneway.route('DA', { at }))).toBe('DCFEBA')
})
test.each<[string, 'hike' | 'bike', Tags]>([
  ['riders alone', 'bike', { highway: 'cycleway', foot: 'no' }],
  ['riders alone, one way', 'bike', { highway: 'cycleway', foot: 'no', oneway: 'yes' }],
  ['walkers alone', 'hike', { highway: 'path', bicycle: 'no' }],
  ['walkers alone, who have it one way', 'hike', { highway: 'path', bicycle: 'no', 'foot:backward': 'no' }],
])('a way of %s that is closed in another season is the way around in this one', async (_, profile, tags) => {
  const drawn = await draw(LADDER, [
    ['AB', {}],
    ['CD', {}],
    ['BC', { 'access:conditional': 'no @ (Nov-Apr)' }],
    ['BEFC', { ...tags, [profile === 'bike' ? 'bicycle:conditional' : 'foot:conditional']: 'no @ (Jul)' }],
  ])
  const at = (day: string) => drawn.route('AD', { at: day, profile, snapRadiusM: 10 })
  expect(drawn.walk(at('2026-12-24'))).toBe('ABEFCD')
  expect(drawn.walk(at('2026-07-04'))).toBe('ABCD')
})
test('a network without dated tags answers as without a date, but for `because`', async () => {
  const plain = await ladder({})
  const { because, line: _line, ways: _ways, ...rest } = plain.route('AD', { at: '2026-12-24T08:00+01:00' })
  const { line: _line2, ways: _ways2, ...without } = plain.route('AD')
  expect(because).toEqual([])
  expect(rest).toEqual(without)
})

describe('against Dijkstra', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY'
  const GRID = LETTERS.match(/.{5}/g)!
    .map((row) => [...row].join('  '))
    .join('\n')
  const CONDITIONS = [
    'no @ (Nov-Apr)',
    'no @ (Dec 24)',
    'yes @ (May-Oct)',
    'no @ (Sa,Su)',
    'destination @ (Jan)',
    'no @ snow',
  ]

  test('on any date a route costs as much as on the network without what is closed that day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...CONDITIONS)), { minLength: 40, maxLength: 40 }),
        fc.constantFrom('2026-12-24', '2026-07-04', '2027-01-03'),
        async (dated, at) => {
          let next = 0
          const tags = (): Tags => {
            const [isDated, condition] = dated[next++ % dated.length]
            return !isDated
              ? {}
              : { ...(condition.startsWith('yes') ? { access: 'no' } : {}), 'access:conditional': condition }
          }
          const ways: [string, Tags][] = []
          for (let r = 0; r < 5; r++)
            for (let c = 0; c < 5; c++) {
              if (c < 4) ways.push([LETTERS[r * 5 + c] + LETTERS[r * 5 + c + 1], tags()])
              if (r < 4) ways.push([LETTERS[r * 5 + c] + LETTERS[r * 5 + c + 5], tags()])
            }
          const { graph, route, tiny } = await draw(GRID, ways)
          const { settings } = applySettings({ waypoints: [] })
          const edges = DatedEdges.of(graph)
          const day = Date.parse(`${at}T00:00Z`) / 86_400_000
          const isClosed = (edge: number) => {
            const restriction = edges.find(edge)
            return restriction !== null && (stateOf(restriction, { day }).closed & 1) !== 0
          }
          const table = closing(new CostModel(graph).table(costSettings(settings)), isClosed)
          const { nodeLonE7, nodeLatE7 } = graph.columns
          const nodeOf = (name: string) => {
            for (let n = 0; n < graph.nodeCount; n++) if (tiny.letterAt(nodeLonE7[n], nodeLatE7[n]) === name) return n
            throw new Error(`no node ${name}`)
          }
          const least = cheapest(dijkstra(graph, table, { nodes: [nodeOf('A')], costs: [0], arcs: [-1] }), {
            nodes: [nodeOf('Y')],
            costs: [0],
            arcs: [-1],
          })
          let found: PlannedRoute | null = null
          try {
            found = route('AY', { at, snapRadiusM: 10, markedTrails: 'prefer' })
          } catch (thrown) {
            expect((thrown as Error).message).toContain('open on that date')
          }
          const cost = found?.line.stepArc.reduce((sum, arc) => sum + arcCost(graph, table, arc), 0)
          expect(cost ?? Infinity).toBe(least)
        },
      ),
      { numRuns: 40 },
    )
  })
})
