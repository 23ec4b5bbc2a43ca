// Which of two ways of one length costs more, whatever the weights: chains of ways, each the same as the one before it
// but for one fact, and each more expensive, or no cheaper where that is said.

import { describe, expect, test } from 'vitest'
import { arcCost } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { type EdgeFactsSpec, graphFromEdges } from '../../support/graph-from-edges.ts'

type Settings = Omit<PlanRouteInput, 'waypoints'>
const WAYPOINTS: PlanRouteInput['waypoints'] = [
  [0, 0],
  [0, 0],
]
const TRACK: EdgeFactsSpec = { way: 'track', highway: 'track', surface: 'gravel', smoothness: 'good', mtb: 1, sac: 1 }

function costOf(facts: EdgeFactsSpec, settings: Settings): number {
  const graph = graphFromEdges({
    nodes: [
      [1, 42],
      [1.001, 42],
    ],
    edges: [{ from: 0, to: 1, lengthMm: 1_000_000, ascentDm: 0, descentDm: 0, ...TRACK, ...facts }],
  })
  const applied = applySettings({ waypoints: WAYPOINTS, ...settings }).settings
  return arcCost(graph, new CostModel(graph).table(costSettings(applied)), 0)
}

/** Facts in the order of their costs; those in a list of their own cost the same. */
type Chain = (EdgeFactsSpec | EdgeFactsSpec[])[]
const each = <K extends keyof EdgeFactsSpec>(name: K, ...values: EdgeFactsSpec[K][]): Chain =>
  values.map((value) => ({ [name]: value }))
const alike = <K extends keyof EdgeFactsSpec>(name: K, ...values: EdgeFactsSpec[K][]): EdgeFactsSpec[] =>
  values.map((value) => ({ [name]: value }))
const road = (...names: string[]): Chain => names.map((highway) => ({ way: 'road', surface: 'paved', highway }))

function expectOrder(chain: Chain, settings: Settings): void {
  const costs = chain.map((one) => [one].flat().map((facts) => costOf(facts, settings)))
  for (const same of costs) expect(new Set(same).size, JSON.stringify(costs)).toBe(1)
  const order = costs.map(([cost]) => cost)
  expect(
    order.filter((cost, i) => i > 0 && cost <= order[i - 1]),
    JSON.stringify(costs),
  ).toEqual([])
}

const ACCESS: Chain = [
  { foot: 'open' },
  alike('foot', 'agricultural', 'forestry'),
  alike('foot', 'conditional', 'cycleway_untagged'),
  { foot: 'destination' },
  alike('foot', 'customers', 'delivery', 'discouraged'),
]

describe.each(['hike', 'run'] as const)('%s', (profile) => {
  const CHAINS: Record<string, Chain> = {
    'harder grades': each('sac', 0, 1, 2, 3, 4, 5, 6),
    'paths that are hard to see': [
      alike('visibility', 'untagged', 'excellent', 'good'),
      ...each('visibility', 'intermediate', 'bad', 'horrible', 'no'),
    ],
    asphalt: [{ surface: 'gravel' }, { surface: 'paved' }],
    'unknown ground': [{ surface: 'gravel' }, { surface: 'unknown' }, { surface: 'paved' }],
    'more cars': [
      { way: 'road', surface: 'paved', highway: 'cycleway' },
      ...road('residential', 'unclassified', 'road', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway'),
    ],
    steps: [{}, { flags: ['steps'] }],
    'who may use it': ACCESS,
    'no sign': [{ signedFoot: 'international' }, { signedFoot: 'none' }],
    'signs along a road': [
      { signedFoot: 'local' },
      { signedFoot: 'none' },
      { way: 'road', surface: 'paved', signedFoot: 'local' },
      { way: 'road', surface: 'paved', signedFoot: 'none' },
    ],
  }
  test.each(Object.keys(CHAINS))('%s cost more', (name) => expectOrder(CHAINS[name], { profile, maxSac: 6 }))

  test('signs of bicycles, and all signs where nobody asks for them, count for nothing', () => {
    expectOrder([alike('signedBike', 'none', 'national')], { profile })
    expectOrder([alike('signedFoot', 'none', 'national')], { profile, markedTrails: 'off' })
  })
})

test('steps cost runners more of their time than walkers', () => {
  const share = (profile: 'hike' | 'run') => costOf({ flags: ['steps'] }, { profile }) / costOf({}, { profile })
  expect(share('run')).toBeGreaterThan(share('hike'))
})

describe.each(['road', 'hybrid', 'mountain'] as const)('a %s bike', (bicycleType) => {
  const settings = { profile: 'bike', bicycleType } as const
  const CHAINS: Record<string, Chain> = {
    'rougher ground': [{ surface: 'paved' }, { surface: 'gravel' }, { surface: 'trail' }],
    'rougher paving': each('surfaceTag', undefined, 'sett', 'cobblestone', 'unhewn_cobblestone'),
    'loose ground': [
      { surfaceTag: 'compacted' },
      { surfaceTag: 'woodchips' },
      { surfaceTag: 'grass' },
      { surfaceTag: 'sand' },
    ],
    steps: [{}, { flags: ['steps'] }],
    'no sign': [{ signedBike: 'local' }, { signedBike: 'none' }],
    'more cars': [
      { way: 'street', surface: 'paved', highway: 'residential' },
      ...road('tertiary', 'secondary', 'primary', 'trunk'),
    ],
    'who may use it': ACCESS.filter((one) => !JSON.stringify(one).includes('cycleway')).map((one) =>
      [one].flat().map(({ foot }) => ({ bike: foot })),
    ),
  }
  test.each(Object.keys(CHAINS))('%s cost more', (name) => expectOrder(CHAINS[name], settings))

  test('signs of walkers count for nothing', () => {
    expectOrder([alike('signedFoot', 'none', 'national')], settings)
  })

  test('who seeks roads pays more beside them, and who shuns them along them, the more the farther from neither', () => {
    const [quiet, busy]: EdgeFactsSpec[] = [TRACK, { way: 'road', surface: 'paved', highway: 'primary' }]
    const costs = (facts: EdgeFactsSpec) =>
      [0, 0.25, 0.5, 0.75, 1].map((useRoads) => costOf(facts, { ...settings, useRoads }))
    const [a, b, c, d, e] = costs(quiet)
    expect([a, b]).toEqual([c, c])
    expect(c < d && d < e).toBe(true)
    const [v, w, x, y, z] = costs(busy)
    expect(v > w && w > x && x > y && y > z).toBe(true)
  })
})

test('a grade that a mountain bike is ridden on costs the more the harder it is, and an ungraded path more than none', () => {
  const settings = { profile: 'bike', bicycleType: 'mountain' } as const
  expectOrder(each('mtb', 1, 2, 3, 4), settings)
  expectOrder(each('smoothness', 'bad', 'horrible', 'very_horrible'), settings)
  const path = { way: 'path', highway: 'path', surface: 'trail' } as const
  expectOrder(
    [
      { ...path, mtb: 1 },
      { ...path, mtb: 0 },
    ],
    settings,
  )
  expectOrder(
    [
      [
        { ...path, surface: 'paved', mtb: 1 },
        { ...path, surface: 'paved', mtb: 0 },
      ],
    ],
    settings,
  )
})

test('gravel slows a road bike more than others', () => {
  const share = (bicycleType: 'road' | 'hybrid' | 'mountain') => {
    const settings = { profile: 'bike', bicycleType } as const
    return costOf({ surfaceTag: 'gravel' }, settings) / costOf({ surfaceTag: 'compacted' }, settings)
  }
  expect(share('road')).toBeGreaterThan(share('hybrid'))
  expect(share('hybrid')).toBeGreaterThan(share('mountain'))
})

test('to seek climbs makes level ways cost up to twice, to avoid them makes climbs cost up to five times on foot, three by bicycle', () => {
  const climb = { ascentDm: 2000, descentDm: 0 }
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const at = (facts: EdgeFactsSpec, hills: number) => costOf(facts, { profile, hills })
    const level = at({}, 0)
    expect(at({}, 1) / level).toBeCloseTo(2, 3)
    expect(at({}, 0.5) / level).toBeCloseTo(1.5, 3)
    expect(at({}, -1)).toBe(level)
    const ofClimb = (hills: number) => at(climb, hills) - level
    const most = profile === 'bike' ? 3 : 5
    expect(ofClimb(-1) / ofClimb(0)).toBeCloseTo(most, 3)
    expect(ofClimb(-0.5) / ofClimb(0)).toBeCloseTo((most + 1) / 2, 3)
    expect(ofClimb(1)).toBe(0)
  }
})

test('the shortest way is that of fewest metres: only what is pushed counts for more', () => {
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const shortest = { profile, shortest: true }
    expectOrder(
      [[{}, { surface: 'paved' }, { way: 'road', highway: 'primary' }, { signedFoot: 'local' }, { ascentDm: 900 }]],
      shortest,
    )
  }
  const byBike = { profile: 'bike', shortest: true } as const
  expectOrder([[{}, { bike: 'dismount' }], { bike: 'closed' }], byBike)
})
