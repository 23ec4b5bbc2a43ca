// The cost of any arc against its formula, by direction and to the bounds of its parts; and what each setting does to
// the costs of the ways that it is about, and to no others.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arcCost, type CostTable, FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import {
  type CostSettings,
  costSettings,
  type Pushing,
  defaultsOf,
  applySettings,
} from '../../../src/routing/costs/route-settings.ts'
import type { BicycleType, MarkedTrails, PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { type EdgeFactsSpec, graphFromEdges } from '../../support/graph-from-edges.ts'

const arc = fc.record({
  lengthMm: fc.constantFrom(0, 1, 50_000, 100_000, 3_000_000),
  climb: fc.option(fc.record({ ascentDm: fc.nat(2000), descentDm: fc.nat(2000) }), { nil: null, freq: 4 }),
  back: fc.constantFrom(0, 1),
})
const costs = fc.record({
  factor: fc.tuple(fc.constantFrom(0.01, 0.09, 0.3, Infinity), fc.constantFrom(0.05, 0.2, Infinity)),
  fallFactor: fc.option(fc.tuple(fc.constantFrom(0.01, 0.07), fc.constantFrom(0.02, 0.4)), { nil: null }),
  fixed: fc.option(fc.tuple(fc.constantFrom(0, 1800), fc.constantFrom(0, 900)), { nil: null }),
  perAscentDm: fc.constantFrom(0, 25, 45),
  perDescentDm: fc.constantFrom(0, 2, 15),
  flatPenalty: fc.constantFrom(0, 0.4, 1),
})

test('an arc costs its length by its direction, its climb as it is travelled, and nothing for what is not known', () => {
  let open = 0
  fc.assert(
    fc.property(arc, costs, ({ lengthMm, climb, back }, { factor, fallFactor, fixed, ...rest }) => {
      const graph = graphFromEdges({
        nodes: [
          [1, 42],
          [1.001, 42],
        ],
        edges: [{ from: 0, to: 1, lengthMm, ascentDm: climb?.ascentDm ?? null, descentDm: climb?.descentDm ?? null }],
      })
      const table: CostTable = {
        key: 'k',
        ...rest,
        factor: Float64Array.from(factor),
        ...(fallFactor === null ? {} : { fallFactor: Float64Array.from(fallFactor) }),
        ...(fixed === null ? {} : { fixed: Float64Array.from(fixed) }),
        minFactor: 0.01,
      }
      const up = (back === 0 ? climb?.ascentDm : climb?.descentDm) ?? 0
      const down = (back === 0 ? climb?.descentDm : climb?.ascentDm) ?? 0
      const perMm = fallFactor !== null && down > up ? fallFactor[back] : factor[back]
      const grade = lengthMm === 0 ? Infinity : ((up + down) * 100) / lengthMm
      const level = lengthMm * perMm * (1 + rest.flatPenalty * Math.max(0, 1 - grade / 0.12))
      const sum = level + (fixed?.[back] ?? 0) + up * rest.perAscentDm + down * rest.perDescentDm
      const expected = factor[back] === Infinity ? FORBIDDEN : Math.max(1, Math.ceil(sum))
      if (expected < FORBIDDEN) open++
      // the last digit of a sum depends on its order
      expect(Math.abs(arcCost(graph, table, back) - expected)).toBeLessThanOrEqual(expected === FORBIDDEN ? 0 : 1)
    }),
    { numRuns: caseCount(300, 10_000) },
  )
  expect(open).toBeGreaterThan(100)
})

type Settings = Omit<PlanRouteInput, 'waypoints'>
function costOf(facts: EdgeFactsSpec, settings: Settings): number {
  const graph = graphFromEdges({
    nodes: [
      [1, 42],
      [1.001, 42],
    ],
    edges: [{ from: 0, to: 1, lengthMm: 100_000, ascentDm: 0, descentDm: 0, ...facts }],
  })
  const waypoints: PlanRouteInput['waypoints'] = [
    [0, 0],
    [0, 0],
  ]
  const table = new CostModel(graph).table(costSettings(applySettings({ waypoints, ...settings }).settings))
  return arcCost(graph, table, 0)
}

const WAYS = {
  paved: { way: 'street', highway: 'residential', surface: 'paved' },
  road: { way: 'road', highway: 'primary', surface: 'paved' },
  gravel: { way: 'track', highway: 'track', surface: 'gravel' },
  unknown: { way: 'track', highway: 'track', surface: 'unknown' },
  signed: { way: 'track', highway: 'track', surface: 'gravel', signedFoot: 'national', signedBike: 'national' },
  steps: { way: 'steps', highway: 'steps', surface: 'gravel', flags: ['steps'] },
  pushedSteps: { way: 'steps', highway: 'steps', surface: 'gravel', flags: ['steps'], bike: 'dismount' },
  signedByUnknown: { way: 'track', highway: 'track', surface: 'gravel', signedFoot: 'unknown', signedBike: 'none' },
  ferry: { way: 'ferry', highway: 'ferry', flags: ['ferry'] },
  T3: { way: 'path', highway: 'path', surface: 'trail', sac: 3 },
  climb: { way: 'track', highway: 'track', surface: 'gravel', ascentDm: 300, descentDm: 0 },
  pushed: { way: 'track', highway: 'track', surface: 'gravel', bike: 'dismount' },
} satisfies Record<string, EdgeFactsSpec>
type Way = keyof typeof WAYS

const UNSIGNED: Way[] = ['paved', 'road', 'gravel', 'unknown', 'steps', 'pushedSteps', 'T3', 'climb', 'pushed']

/** A setting: the ways that it makes cost more, less, or closes; all others cost the same. */
const EFFECTS: [Settings, Settings, { more?: Way[]; less?: Way[]; closed?: Way[] }][] = [
  [{}, { avoidPaved: true }, { more: ['paved', 'road', 'unknown'] }],
  [{}, { avoidSteps: true }, { more: ['steps', 'pushedSteps'] }],
  [{}, { maxSac: 2 }, { closed: ['T3'] }],
  // ways that nothing marks cost more with `prefer`, those whose sign is of unknown rank a little
  [{}, { markedTrails: 'off' }, { less: [...UNSIGNED, 'signedByUnknown'] }],
  [{}, { markedTrails: 'strict' }, { less: ['signedByUnknown'], closed: [...UNSIGNED, 'ferry'] }],
  [{ shortest: true }, { shortest: true, avoidSteps: true, avoidPaved: true, hills: 1, useFerry: 0 }, {}],
  [{}, { hills: -1 }, { more: ['climb'] }],
  [{}, { useFerry: 0 }, { more: ['ferry'] }],
  [{}, { useFerry: 1 }, { less: ['ferry'] }],
  [{ profile: 'bike' }, { profile: 'bike', avoidPaved: true }, { more: ['paved', 'road', 'unknown'] }],
  [{ profile: 'bike' }, { profile: 'bike', avoidSteps: true }, { more: ['steps', 'pushedSteps'] }],
  [{ profile: 'bike' }, { profile: 'bike', hills: -1 }, { more: ['climb'] }],
  [{ profile: 'bike' }, { profile: 'bike', push: 'never' }, { closed: ['pushed', 'pushedSteps', 'T3'] }],
  [{ profile: 'bike' }, { profile: 'bike', useFerry: 0 }, { more: ['ferry'] }],
  [{ profile: 'bike' }, { profile: 'bike', useRoads: 0 }, { more: ['road'] }],
  [
    { profile: 'bike' },
    { profile: 'bike', useRoads: 1 },
    { less: ['road'], more: ['gravel', 'unknown', 'signed', 'signedByUnknown', 'steps', 'climb'] },
  ],
  [
    { profile: 'bike', shortest: true },
    { profile: 'bike', shortest: true, avoidSteps: true, avoidPaved: true, hills: 1, useRoads: 0 },
    {},
  ],
]

test.each(EFFECTS)('from %j to %j', (before, after, { more = [], less = [], closed = [] }) => {
  const changes = (Object.keys(WAYS) as Way[]).map((way) => {
    const [from, to] = [before, after].map((settings) => costOf(WAYS[way], settings))
    return [way, from === to ? 'same' : to === FORBIDDEN ? 'closed' : to > from ? 'more' : 'less']
  })
  const expected = (Object.keys(WAYS) as Way[]).map((way) => [
    way,
    more.includes(way) ? 'more' : less.includes(way) ? 'less' : closed.includes(way) ? 'closed' : 'same',
  ])
  expect(changes).toEqual(expected)
})

const kinds: EdgeFactsSpec[] = [...Object.values(WAYS), { way: 'path', highway: 'path', sac: 7 }]
const networkOfKinds = () =>
  graphFromEdges({
    nodes: [...kinds, 0].map((_, i): [number, number] => [1 + i / 1000, 42]),
    edges: kinds.map((facts, i) => ({ from: i, to: i + 1, lengthMm: 100_000, ascentDm: 0, descentDm: 0, ...facts })),
  })
const tenth = fc.noBias(fc.integer({ min: 0, max: 10 })).map((n) => n / 10)
const NOTHING = {
  ...{ maxSac: 0, markedTrails: 'off' as MarkedTrails, ferrata: false },
  ...{ bicycleType: 'hybrid' as BicycleType, push: 'open' as Pushing, useRoads: 0.5 },
}
const anySettings: fc.Arbitrary<CostSettings> = fc
  .record({
    profile: fc.constantFrom('hike', 'run', 'bike'),
    maxSac: fc.constantFrom(3, 6),
    markedTrails: fc.constantFrom<MarkedTrails>('off', 'prefer', 'strict'),
    ...{ avoidPaved: fc.boolean(), avoidSteps: fc.boolean(), shortest: fc.boolean(), ferrata: fc.boolean() },
    hills: tenth.map((hills) => (hills * 20 - 10) / 10),
    bicycleType: fc.constantFrom('road', 'hybrid', 'mountain'),
    push: fc.constantFrom('never', 'open', 'anywhere'),
    ...{ useRoads: tenth, useFerry: tenth },
  })
  // without what has no effect, as `costSettings` gives them
  .map(
    ({ maxSac, markedTrails, ferrata, bicycleType, push, useRoads, ...one }): CostSettings => ({
      ...(one.profile === 'bike'
        ? { ...NOTHING, bicycleType, push, useRoads }
        : { ...NOTHING, maxSac, markedTrails, ferrata }),
      ...one,
      ...(one.shortest ? { hills: 0, avoidPaved: false, avoidSteps: false, useRoads: 0.5, useFerry: 0.5 } : {}),
    }),
  )

test('a model with tables of other settings has the costs of one without any', () => {
  const graph = networkOfKinds()
  const requested = new CostModel(graph)
  const two = fc
    .tuple(anySettings, anySettings)
    .filter((both) => (both[0].profile === 'bike') === (both[1].profile === 'bike') && !both.some((s) => s.shortest))
  fc.assert(
    fc.property(two, ([one, other]) => {
      // the same but for one setting, as requests differ
      const alike = (Object.keys(one) as (keyof CostSettings)[]).map((name) => ({ ...one, [name]: other[name] }))
      for (const settings of [one, ...alike])
        expect(requested.table(settings)).toEqual(new CostModel(graph).table(settings))
    }),
    { numRuns: caseCount(40, 2000) },
  )
})

test('a table has the costs of the network it is used on, whichever was before', () => {
  const [one, other] = [
    networkOfKinds(),
    graphFromEdges({
      nodes: [
        [1, 42],
        [1.001, 42],
      ],
      edges: [{ from: 0, to: 1, lengthMm: 7000 }],
    }),
  ]
  const table = new CostModel(one).table(defaultsOf('hike'))
  const short = { ...table, factor: table.factor.slice() }
  const costs = [one, other, one].map((graph) => arcCost(graph, short, 0))
  expect(costs).toEqual([one, other, one].map((graph) => arcCost(graph, { ...table }, 0)))
  expect(costs[0]).not.toBe(costs[1])
})

test('a via ferrata is open only under the cap of T6, and only where a request opens it', () => {
  const graph = graphFromEdges({
    nodes: [
      [1, 42],
      [1.001, 42],
    ],
    edges: [{ from: 0, to: 1, way: 'path', highway: 'path', sac: 7 }],
  })
  const isOpen = (maxSac: number, ferrata: boolean) =>
    arcCost(graph, new CostModel(graph).table({ ...defaultsOf('hike'), markedTrails: 'off', maxSac, ferrata }), 0) <
    FORBIDDEN
  expect([5, 6].map((maxSac) => [isOpen(maxSac, false), isOpen(maxSac, true)])).toEqual([
    [false, false],
    [false, true],
  ])
})
