// How fast a way is travelled: the factor on the measured pace, and the pace itself, by surface, grade and bicycle.

import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { PACE_MODELS } from '../../../src/course/pace-models.ts'
import type { BicycleType, Profile } from '../../../src/routing/costs/request-types.ts'
import { paceOfSlot } from '../../../src/routing/details/travel-time.ts'
import { type EdgeFactsSpec, graphFromEdges } from '../../support/graph-from-edges.ts'

const FACTS: EdgeFactsSpec = { way: 'track', highway: 'track', surface: 'trail', mtb: 0, smoothness: 'good' }

function pace(facts: EdgeFactsSpec, profile: Profile, bicycleType?: BicycleType) {
  const nodes: [number, number][] = [
    [1.5, 42.5],
    [1.51, 42.5],
  ]
  const graph = graphFromEdges({ nodes, edges: [{ from: 0, to: 1, ...FACTS, ...facts }] })
  const { paceFactor, pace: model, outsideReason } = paceOfSlot(graph, 0, { profile, bicycleType })
  const name = Object.entries(PACE_MODELS).find(([, one]) => one === model)![0]
  return [Math.round(paceFactor * 1e4) / 1e4, name, outsideReason === null ? null : english.render(outsideReason)]
}
/** A measured ride is one at 18 km/h. */
const ofUsual = (kmh: number) => Math.round((18 / kmh) * 1e4) / 1e4

describe('by bicycle', () => {
  const SPEEDS: Record<BicycleType, Record<string, number>> = {
    road: { paved: 25, gravel: 12, trail: 6, unknown: 14 },
    hybrid: { paved: 18, gravel: 14, trail: 9, unknown: 13 },
    mountain: { paved: 17, gravel: 14.5, trail: 11, unknown: 13 },
  }
  const rows = Object.entries(SPEEDS).flatMap(([type, bySurface]) =>
    Object.entries(bySurface).map(([surface, kmh]) => [type as BicycleType, surface, kmh] as const),
  )
  test.each(rows)('a %s bike on %s rides at %d km/h', (type, surface, kmh) => {
    expect(pace({ surface: surface as 'paved' }, 'bike', type)).toEqual([ofUsual(kmh), 'bike', null])
  })

  test('a bicycle that is not named is a hybrid', () => {
    expect(pace({ surface: 'gravel' }, 'bike')).toEqual([ofUsual(14), 'bike', null])
  })

  test('rough surfaces and graded trails take longer, a trail at most four times as long', () => {
    expect(pace({ surfaceTag: 'sand' }, 'bike', 'mountain')).toEqual([
      Math.round((18 / 11) * 2.5 * 1e4) / 1e4,
      'bike',
      null,
    ])
    expect(pace({ surfaceTag: 'rock' }, 'bike', 'mountain')).toEqual([
      Math.round((18 / 11) * 1.3 * 1e4) / 1e4,
      'bike',
      null,
    ])
    expect(pace({ mtb: 3 }, 'bike', 'mountain')).toEqual([Math.round((18 / 11) * 1.25 * 1e4) / 1e4, 'bike', null])
    expect(pace({ mtb: 2, surface: 'paved' }, 'bike', 'road')).toEqual([
      Math.round((18 / 25) * 4 * 1e4) / 1e4,
      'bike',
      null,
    ])
  })

  test('what is pushed takes a fifth longer than walking, steps that may be ridden too', () => {
    expect(pace({ bike: 'dismount' }, 'bike')).toEqual([1.2, 'hike', 'pushed'])
    expect(pace({ bike: 'closed' }, 'bike')).toEqual([1.2, 'hike', 'pushed'])
    expect(pace({ flags: ['steps'], way: 'steps' }, 'bike')).toEqual([1.2, 'hike', 'pushed'])
    expect(pace({ flags: ['steps'], way: 'steps' }, 'hike')[2]).toBeNull()
  })
})

describe('on foot', () => {
  test('by surface', () => {
    for (const [surface, factor] of Object.entries({ paved: 0.95, gravel: 0.97, trail: 1, unknown: 1 })) {
      expect(pace({ surface: surface as 'paved' }, 'hike')).toEqual([factor, 'hike', null])
      expect(pace({ surface: surface as 'paved' }, 'run')).toEqual([factor, 'run', null])
    }
  })
  test('by grade: from T4 on it is outside what was measured', () => {
    const rows = [1, 1, 1.05, 1.15, 1.5, 2, 2.6, 3]
    expect(rows.map((_, sac) => pace({ sac }, 'hike'))).toEqual(
      rows.map((factor, sac) => [factor, 'hike', sac === 7 ? 'via ferrata' : sac >= 4 ? `T${sac}` : null]),
    )
  })
  test('steps take a tenth longer', () => {
    expect(pace({ flags: ['steps'] }, 'hike')).toEqual([1.1, 'hike', null])
  })
})

test('a ferry is not travelled', () => {
  for (const profile of ['hike', 'run', 'bike'] as const)
    expect(pace({ way: 'ferry', flags: ['ferry'] }, profile)).toEqual([0, profile, 'ferry'])
})
