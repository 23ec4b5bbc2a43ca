// Every order of trails, against the words of its rule: what is not known comes last, and ties have one order.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrailFilter, TrailKey, TrailRow } from '../../src/places/catalogue-rows.ts'
import { meetsFilter, orderTrails, type TrailOrder } from '../../src/search/order-trails.ts'

const LEVELS = ['international', 'national', 'regional', 'local', null] as const
const NAMES = [null, null, 'Aran', 'aran', 'Zeta', 'Émile']
const trail = fc.record({
  distanceM: fc.constantFrom(null, 0, 10, 500),
  level: fc.constantFrom(...LEVELS),
  lengthM: fc.constantFrom(0, 900, 1000),
  name: fc.constantFrom(...NAMES),
  ref: fc.constantFrom(null, 'GR 1', 'B2'),
  ascentM: fc.constantFrom(null, 0, 300),
  movingS: fc.constantFrom(null, 0, 3600),
})
const trails = fc.array(trail, { minLength: 2, maxLength: 12 }).map((all) =>
  all.map(({ distanceM, ...key }, i) => ({
    distanceM,
    key: { ...key, relationId: 100 + ((i * 7) % 13) } as TrailKey,
  })),
)
type Listed = typeof trails extends fc.Arbitrary<(infer T)[]> ? T : never

const folded = ({ key: { name, ref } }: Listed) =>
  (name ?? ref)?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() ?? null
/** Negative where the first comes first; null is last. */
const nullLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)
const ascending = (a: number, b: number) => a - b
const byLevel = (a: Listed, b: Listed) =>
  nullLast(a.key.level, b.key.level, (one, other) => LEVELS.indexOf(one) - LEVELS.indexOf(other)) ||
  b.key.lengthM - a.key.lengthM ||
  a.key.relationId - b.key.relationId
const RULES: Record<Exclude<TrailOrder, 'match'>, (a: Listed, b: Listed) => number> = {
  distance: (a, b) => nullLast(a.distanceM, b.distanceM, ascending),
  level: () => 0,
  longest: (a, b) => b.key.lengthM - a.key.lengthM,
  shortest: (a, b) => a.key.lengthM - b.key.lengthM,
  ascent: (a, b) => nullLast(a.key.ascentM, b.key.ascentM, ascending),
  time: (a, b) => nullLast(a.key.movingS, b.key.movingS, ascending),
  name: (a, b) => nullLast(folded(a), folded(b), (one, other) => (one === other ? 0 : one < other ? -1 : 1)),
}

test.each(Object.keys(RULES) as (keyof typeof RULES)[])('the order by %s', (order) => {
  fc.assert(
    fc.property(trails, (listed) => {
      const given = [...listed]
      const sorted = orderTrails(listed, order)
      expect(listed).toEqual(given)
      expect(sorted).toEqual(listed.toSorted((a, b) => RULES[order](a, b) || byLevel(a, b)))
    }),
  )
})

test('the order by match is the one given', () => {
  fc.assert(
    fc.property(trails, (listed) => {
      expect(orderTrails(listed, 'match')).toEqual(listed)
    }),
  )
})

const KNOWN = {
  ...{ type: 'hiking', level: 'local', lengthM: 1000, roundtrip: true, sacMax: 3 },
  ...{ ascentM: 500, descentM: 400, movingS: 3600 },
  surfaces: { pavedM: 100, gravelM: 300, trailM: 400, unknownM: 200 },
} as TrailRow
const surfaces = (pavedM: number, unknownM: number) => ({ surfaces: { pavedM, unknownM, gravelM: 0, trailM: 0 } })

test.each<[filter: TrailFilter, met: Partial<TrailRow>[], missed: Partial<TrailRow>[]]>([
  [{ type: 'hiking' }, [{}], [{ type: 'bicycle' }]],
  [{ levels: ['local', 'regional'] }, [{}, { level: 'regional' }], [{ level: 'national' }, { level: null }]],
  [{ minLengthM: 1000 }, [{}, { lengthM: 1001 }], [{ lengthM: 999 }]],
  [{ maxLengthM: 1000 }, [{}, { lengthM: 999 }], [{ lengthM: 1001 }]],
  [{ roundtrip: true }, [{}], [{ roundtrip: false }]],
  [{ roundtrip: false }, [{ roundtrip: false }], [{}]],
  [{ minAscentM: 500 }, [{}], [{ ascentM: 499 }, { ascentM: null }]],
  [{ maxDescentM: 400 }, [{}], [{ descentM: 401 }, { descentM: null }]],
  [{ minMovingS: 3600, maxMovingS: 3600 }, [{}], [{ movingS: 3599 }, { movingS: 3601 }, { movingS: null }]],
  [{ minSac: 3 }, [{}, { sacMax: 7 }], [{ sacMax: 2 }, { sacMax: null }]],
  [{ maxSac: 3 }, [{}, { sacMax: 2 }], [{ sacMax: 4 }, { sacMax: null }]],
  [{ maxPavedShare: 0.3 }, [{}], [surfaces(0, 0), surfaces(0, 10)]],
  [{ maxPavedShare: 0.29 }, [], [{}]],
  [{ maxPavedShare: 1 }, [{}, surfaces(10, 10)], [surfaces(0, 0)]],
  [{}, [{}, { level: null, sacMax: null, ...surfaces(0, 0) }], []],
])('%j: what is unknown meets no bound, what is at the bound does', (filter, met, missed) => {
  const meets = (all: Partial<TrailRow>[]) => all.map((trail) => meetsFilter({ ...KNOWN, ...trail }, filter))
  expect([meets(met), meets(missed)]).toEqual([met.map(() => true), missed.map(() => false)])
})
