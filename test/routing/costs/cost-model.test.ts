import { describe, expect, test } from 'vitest'
import { arcCost, FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costKey, costSettings, type CostSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { BicycleType, PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { tinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'

const settingsOf = (input: Omit<PlanRouteInput, 'waypoints'>): CostSettings =>
  costSettings(
    applySettings({
      waypoints: [
        [0, 0],
        [0, 0],
      ],
      ...input,
    }).settings,
  )
const keyOf = (input: Omit<PlanRouteInput, 'waypoints'>) => costKey(settingsOf(input))

/** Cost of 100 m with these facts. */
function cost(
  facts: NonNullable<TinyOptions['defaults']>,
  input: Omit<PlanRouteInput, 'waypoints'>,
  changed: Partial<CostSettings> = {},
): number {
  const { graph, arc } = tinyGraph('A---B', { defaults: { lengthMm: 100_000, ...facts } })
  return arcCost(graph, new CostModel(graph).table({ ...settingsOf(input), ...changed }), arc('AB'))
}

test('a level 100 m takes its time in centiseconds', () => {
  expect(cost({ surface: 'gravel', signedFoot: 'national' }, {})).toBe(Math.ceil((100 / (4.2 / 3.6)) * 100))
  expect(cost({ surface: 'paved' }, { profile: 'bike' })).toBe(Math.ceil((100 / (18 / 3.6)) * 100))
})

test('shortest counts centimetres, whatever the way is like', () => {
  expect(cost({ sac: 3, surface: 'trail', ascentDm: 500, descentDm: 0 }, { shortest: true })).toBe(10_000)
  expect(cost({ mtb: 5, bike: 'dismount' }, { shortest: true, profile: 'bike' })).toBe(10_000)
})

test('settings that change nothing share a key, sliders are quantised', () => {
  expect(keyOf({ hills: 0.31 })).toBe(keyOf({ hills: 0.3 }))
  expect(keyOf({ hills: 0.3 })).not.toBe(keyOf({ hills: 0.4 }))
  expect(keyOf({ hills: -0.01 })).toBe(keyOf({ hills: 0 }))
  expect(keyOf({ shortest: true, hills: 1, avoidPaved: true })).toBe(keyOf({ shortest: true }))
  expect(keyOf({ shortest: true, markedTrails: 'strict' })).not.toBe(keyOf({ shortest: true }))
  expect(keyOf({ snapRadiusM: 50, straightLegs: [] })).toBe(keyOf({}))
  expect(keyOf({ profile: 'bike', useRoads: 0.5 })).toBe(keyOf({ profile: 'bike' }))
})

test('avoid_steps makes steps eight times as expensive, on foot and with a bicycle, and nothing else', () => {
  const steps = { way: 'steps', flags: ['steps'] } satisfies NonNullable<TinyOptions['defaults']>
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const avoided = (facts: NonNullable<TinyOptions['defaults']>) => cost(facts, { profile, avoidSteps: true })
    const ratio = avoided(steps) / cost(steps, { profile })
    expect(ratio, profile).toBeCloseTo(8, 1)
    expect(avoided({ surface: 'paved' }), profile).toBe(cost({ surface: 'paved' }, { profile }))
  }
  expect(keyOf({ avoidSteps: true })).not.toBe(keyOf({}))
  expect(keyOf({ shortest: true, avoidSteps: true })).toBe(keyOf({ shortest: true }))
})

test('hills -1 multiplies climb, +1 takes it away and makes level ground more expensive', () => {
  const climb = { surface: 'paved', signedFoot: 'national', ascentDm: 100, descentDm: 0 } as const
  const level = { surface: 'paved', signedFoot: 'national' } as const
  const extra = (hills: number, profile: 'hike' | 'run' | 'bike' = 'hike') =>
    cost(climb, { profile, hills }) - cost(level, { profile, hills })
  for (const [profile, times] of [
    ['hike', 5],
    ['run', 5],
    ['bike', 3],
  ] as const)
    expect(extra(-1, profile) / extra(0, profile), profile).toBeCloseTo(times, 1)
  expect(cost(level, { hills: 1 })).toBeGreaterThan(cost(level, { hills: 0 }) * 1.9)
  expect(extra(1)).toBeLessThan(0)
})

test.each([1, 2, 3, 4, 5, 6])('a SAC grade %i costs more than the one below and is closed above the cap', (sac) => {
  expect(cost({ sac }, { maxSac: 6 })).toBeGreaterThan(cost({ sac: sac - 1 }, { maxSac: 6 }))
  if (sac > 1) expect(cost({ sac }, { maxSac: sac - 1 })).toBe(FORBIDDEN)
})

describe('a signed path of 1.3 times the length is cheaper on level ground', () => {
  const paved = { surface: 'paved', way: 'footway' } as const
  const easiest = { surface: 'gravel', way: 'track' } as const
  const each = (
    check: (profile: 'hike' | 'run', sac: number, signed: NonNullable<TinyOptions['defaults']>) => void,
  ) => {
    for (const profile of ['hike', 'run'] as const)
      for (const sac of [0, 1, 2, 3])
        for (const surface of ['unknown', 'gravel', 'trail'] as const)
          for (const signedFoot of ['local', 'regional', 'national', 'international'] as const)
            check(profile, sac, { sac, surface, signedFoot, lengthMm: 130_000 })
  }

  test('than a paved way, up to T3', () => {
    each((profile, sac, signed) =>
      expect(cost(signed, { profile }), `${profile} T${sac}`).toBeLessThan(cost(paved, { profile })),
    )
  })

  test('than the easiest unsigned way, up to T1; with off it is more expensive', () => {
    each((profile, sac, signed) => {
      if (sac <= 1) expect(cost(signed, { profile }), `${profile} T${sac}`).toBeLessThan(cost(easiest, { profile }))
      const off = { profile, markedTrails: 'off' } as const
      expect(cost(signed, off)).toBeGreaterThan(cost(easiest, off))
    })
  })
})

test('a signed trail along a road is worth less than one on a path, whatever its level', () => {
  const gain = (facts: NonNullable<TinyOptions['defaults']>) =>
    (['local', 'international'] as const).map((signedFoot) => cost(facts, {}) / cost({ ...facts, signedFoot }, {}))
  const path = Math.min(...gain({ surface: 'trail', way: 'path' }))
  for (const facts of [
    { surface: 'paved', way: 'path' },
    { surface: 'gravel', way: 'street' },
    { surface: 'paved', way: 'road', highway: 'tertiary' },
  ] as const) {
    const road = Math.max(...gain(facts))
    expect(road).toBeGreaterThan(1)
    expect(road - 1).toBeLessThan((path - 1) / 4)
  }
})

test('via ferratas are closed to everyone, closed access stays closed under every setting', () => {
  for (const input of [{ maxSac: 6 }, { maxSac: 6, shortest: true }, { profile: 'bike' as const }])
    expect(cost({ sac: 7 }, input)).toBe(FORBIDDEN)
  for (const input of [{}, { shortest: true }, { profile: 'run' as const }])
    expect(cost({ foot: 'closed' }, input)).toBe(FORBIDDEN)
  for (const bicycleType of ['road', 'hybrid', 'mountain'] as const) {
    expect(cost({ bike: 'closed' }, { profile: 'bike', bicycleType, push: 'never' })).toBe(FORBIDDEN)
    expect(cost({ bike: 'closed', foot: 'closed' }, { profile: 'bike', bicycleType })).toBe(FORBIDDEN)
  }
})

describe('pushing a bicycle', () => {
  /** centiseconds of walking 100 m at 4 km/h */
  const walking = 9000
  const bike = { profile: 'bike' } as const
  const pushed = (facts: NonNullable<TinyOptions['defaults']>, bicycleType: BicycleType = 'hybrid') =>
    cost(facts, { ...bike, bicycleType }, { push: 'anywhere' })

  test.each(['road', 'hybrid', 'mountain'] as const)('costs twice the walking by %s', (bicycleType) => {
    expect(pushed({ bike: 'closed' }, bicycleType)).toBe(2 * walking)
    expect(pushed({ bike: 'dismount', surface: 'trail', mtb: 5 }, bicycleType)).toBe(2 * walking)
    expect(pushed({ bike: 'closed', sac: 3 }, bicycleType)).toBe(2 * walking)
  })

  test('over steps it is carried: four times up and where nobody knows, twice down', () => {
    const steps = { bike: 'closed', way: 'steps', flags: ['steps'] } satisfies NonNullable<TinyOptions['defaults']>
    expect(pushed({ ...steps, ascentDm: null, descentDm: null })).toBe(4 * walking)
    expect(pushed({ ...steps, ascentDm: 0, descentDm: 0 })).toBe(4 * walking)
    expect(pushed({ ...steps, ascentDm: 100, descentDm: 0 })).toBe(4 * walking + 100 * 45)
    expect(pushed({ ...steps, ascentDm: 0, descentDm: 100 })).toBe(2 * walking + 100 * 2)
  })

  test('grades that need hands, ferries that take no bicycles and ways closed on foot stay closed', () => {
    expect(pushed({ bike: 'closed', sac: 4 })).toBe(FORBIDDEN)
    expect(pushed({ bike: 'closed', way: 'ferry', flags: ['ferry'] })).toBe(FORBIDDEN)
    expect(pushed({ bike: 'closed', foot: ['closed', 'open'] })).toBe(FORBIDDEN)
    expect(pushed({ bike: 'dismount', foot: 'closed' })).toBe(2 * walking)
  })

  test('ground that is not for the bicycle may be pushed over', () => {
    const rough = { smoothness: 'horrible', surface: 'trail' } satisfies NonNullable<TinyOptions['defaults']>
    expect(pushed(rough)).toBe(2 * walking)
    expect(cost(rough, bike)).toBe(2 * walking)
    expect(cost(rough, { ...bike, push: 'never' })).toBe(FORBIDDEN)
    expect(pushed(rough, 'mountain')).toBeLessThan(walking)
  })

  test('the everyday table pushes only where bicycles are allowed', () => {
    expect(cost({ bike: 'closed' }, bike)).toBe(FORBIDDEN)
    expect(cost({ way: 'path', surface: 'trail' }, bike)).toBe(2 * walking)
    expect(cost({ bike: 'dismount' }, bike)).toBe(2 * walking)
  })

  test('never means never, tagged or not, but for a gate to dismount at', () => {
    expect(cost({ bike: 'dismount' }, { ...bike, push: 'never' })).toBe(FORBIDDEN)
    const gate = { bike: 'dismount', flags: ['barrier'], lengthMm: 0 } satisfies NonNullable<TinyOptions['defaults']>
    expect(cost(gate, { ...bike, push: 'never' })).toBeLessThan(10)
  })

  test('past a stile the bicycle is lifted, as expensive as pushing it 20 m', () => {
    const stile = { bike: 'closed', flags: ['barrier'], lengthMm: 0 } satisfies NonNullable<TinyOptions['defaults']>
    expect(pushed(stile)).toBe((2 * walking) / 5)
    expect(cost(stile, { ...bike, push: 'never' })).toBe(FORBIDDEN)
  })
})

test('use_ferry and use_roads are neutral at 0.5, more expensive below and cheaper above', () => {
  const ferry = (useFerry?: number) => cost({ way: 'ferry', flags: ['ferry'] }, { profile: 'bike', useFerry })
  expect(ferry(0.5)).toBe(ferry())
  expect(ferry(0)).toBeGreaterThan(ferry(0.5) * 50)
  expect(ferry(1)).toBeLessThan(ferry(0.5))
  const road = (useRoads?: number) =>
    cost({ way: 'road', highway: 'primary', surface: 'paved' }, { profile: 'bike', useRoads })
  expect(road(0.5)).toBe(road())
  expect(road(0)).toBeGreaterThan(road(0.5))
  expect(road(1)).toBeLessThan(road(0.5))
})

test('where there is no ferry, settings that differ in use_ferry alone share a table', () => {
  const keysOf = (ways: TinyOptions) => {
    const model = new CostModel(tinyGraph('A---B', ways).graph)
    return new Set([0, 0.3, 0.5, 1].map((useFerry) => model.table(settingsOf({ useFerry })).key))
  }
  expect(keysOf({}).size).toBe(1)
  expect(keysOf({ defaults: { way: 'ferry', flags: ['ferry'] } }).size).toBe(4)
})

test('the smallest factor bounds every arc from below', () => {
  const mixed = tinyGraph('A---B---C', {
    edges: { AB: { sac: 2 }, BC: { surface: 'paved', signedFoot: 'international', way: 'road', highway: 'primary' } },
  }).graph
  // a bicycle is carried up them, and costs half as much where they drop
  const steps = tinyGraph('A---B', {
    defaults: { way: 'steps', flags: ['steps'], bike: 'closed', ascentDm: 0, descentDm: 50 },
  }).graph
  const bike = { profile: 'bike' as const }
  for (const input of [
    {},
    { hills: 1 },
    { hills: -1 },
    bike,
    { ...bike, push: 'never' as const },
    { shortest: true },
  ]) {
    for (const graph of [mixed, steps])
      for (const push of ['open', 'anywhere'] as const) {
        const settings = settingsOf(input)
        const table = new CostModel(graph).table(settings.push === 'never' ? settings : { ...settings, push })
        for (let arc = 0; arc < graph.edgeCount * 2; arc++)
          expect(arcCost(graph, table, arc)).toBeGreaterThanOrEqual(
            table.minFactor === Infinity ? FORBIDDEN : table.minFactor * graph.columns.edgeLengthMm[arc >>> 1],
          )
      }
  }
})

test('a table is made once per key', () => {
  const { graph } = tinyGraph('A---B')
  const model = new CostModel(graph)
  expect(model.table(settingsOf({ hills: 0.21 }))).toBe(model.table(settingsOf({ hills: 0.2 })))
})
