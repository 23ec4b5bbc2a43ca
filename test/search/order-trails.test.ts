// Every order of trails, against the words of its rule: what is not known comes last, and ties have one order.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrailFilter, TrailKey, TrailRow } from '../../src/places/catalogue-rows.ts'
import type { TrailStore } from '../../src/places/catalogue-stores.ts'
import { meetsFilter, orderTrails, type TrailOrder } from '../../src/search/order-trails.ts'
import { searchTrails } from '../../src/search/search-trails.ts'

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
const byLevel = (a: Listed, b: Listed) =>
  nullLast(a.key.level, b.key.level, (one, other) => LEVELS.indexOf(one) - LEVELS.indexOf(other)) ||
  b.key.lengthM - a.key.lengthM ||
  a.key.relationId - b.key.relationId
type By = Exclude<TrailOrder['by'], 'relevance'>
const RULES: Record<By, (sign: 1 | -1) => (a: Listed, b: Listed) => number> = {
  distance: (sign) => (a, b) => nullLast(a.distanceM, b.distanceM, (one, other) => sign * (one - other)),
  level: (sign) => (a, b) =>
    nullLast(a.key.level, b.key.level, (one, other) => sign * (LEVELS.indexOf(one) - LEVELS.indexOf(other))),
  length: (sign) => (a, b) => sign * (a.key.lengthM - b.key.lengthM),
  ascent: (sign) => (a, b) => nullLast(a.key.ascentM, b.key.ascentM, (one, other) => sign * (one - other)),
  time: (sign) => (a, b) => nullLast(a.key.movingS, b.key.movingS, (one, other) => sign * (one - other)),
  name: (sign) => (a, b) =>
    nullLast(folded(a), folded(b), (one, other) => (one === other ? 0 : one < other ? -sign : sign)),
}

test.each(Object.keys(RULES) as By[])('the order by %s, both ways', (by) => {
  fc.assert(
    fc.property(trails, fc.constantFrom(1, -1), (listed, sign) => {
      const given = [...listed]
      const sorted = orderTrails(listed, { by, direction: sign === 1 ? 'asc' : 'desc' })
      expect(listed).toEqual(given)
      expect(sorted).toEqual(listed.toSorted((a, b) => RULES[by](sign)(a, b) || byLevel(a, b)))
    }),
  )
})

test('the order by relevance is the one given, or its reverse', () => {
  fc.assert(
    fc.property(trails, (listed) => {
      expect(orderTrails(listed, { by: 'relevance', direction: 'asc' })).toEqual(listed)
      expect(orderTrails(listed, { by: 'relevance', direction: 'desc' })).toEqual(listed.toReversed())
    }),
  )
})

const ROWS = (
  [
    [{ ref: 'Ronda', name: 'X' }, { ref: 'A 1;Ronda' }],
    [{ name: 'Ronda' }, { name: 'X', otherNames: ['Ronda'] }],
    [{ name: 'Ronda Alta' }, { name: 'Rondalla' }, { ref: 'Ronda1' }],
    [{ name: 'Gran Ronda' }, { name: 'Camí de Ronda' }],
  ] as Partial<TrailRow>[][]
).map((rows) => rows.map((row) => ({ name: null, ref: null, otherNames: [], ...row }) as unknown as TrailRow))
const graded = fc.record({ level: fc.constantFrom(...LEVELS), lengthM: fc.constantFrom(900, 1000) })
test('trails of a text: its reference, its name, what begins with it, the rest; within each by level, length, id', async () => {
  const all = ROWS.flatMap((rows, tier) => rows.map((row) => ({ row, tier })))
  const listed = fc.array(graded, { minLength: all.length, maxLength: all.length }).chain((keys) =>
    fc.shuffledSubarray(
      all.map(({ row, tier }, i) => ({ tier, key: { ...row, ...keys[i], relationId: 100 + ((i * 7) % 13) } })),
      { minLength: all.length },
    ),
  )
  await fc.assert(
    fc.asyncProperty(listed, async (found) => {
      const store = { findByText: async () => found.map(({ key }) => key) } as unknown as TrailStore
      const { hits } = await searchTrails(store, 'ronda', {})
      const asListed = (key: TrailKey) => ({ distanceM: null, key })
      expect(hits.map(({ trail }) => trail)).toEqual(
        found.toSorted((a, b) => a.tier - b.tier || byLevel(asListed(a.key), asListed(b.key))).map(({ key }) => key),
      )
    }),
  )
})

const KNOWN = {
  ...{ type: 'hiking', level: 'local', lengthM: 1000, roundtrip: true, sacMax: 3 },
  ...{ ascentM: 500, descentM: 400, movingS: 3600 },
  surfaces: { pavedM: 100, gravelM: 300, trailM: 400, unknownM: 200 },
} as TrailRow
const surfaces = (pavedM: number, unknownM: number) => ({ surfaces: { pavedM, unknownM, gravelM: 0, trailM: 0 } })

type Some = Partial<TrailRow>[]
test.each<[filter: TrailFilter, met: Some, missed: Some, unknown: Some]>([
  [{ types: ['hiking'] }, [{}], [{ type: 'bicycle' }], []],
  [{ levels: ['local', 'regional'] }, [{}, { level: 'regional' }], [{ level: 'national' }], [{ level: null }]],
  [{ lengthM: { min: 1000 } }, [{}, { lengthM: 1001 }], [{ lengthM: 999 }], []],
  [{ lengthM: { max: 1000 } }, [{}, { lengthM: 999 }], [{ lengthM: 1001 }], []],
  [{ loop: true }, [{}], [{ roundtrip: false }], []],
  [{ loop: false }, [{ roundtrip: false }], [{}], []],
  [{ ascentM: { min: 500 } }, [{}], [{ ascentM: 499 }], [{ ascentM: null }]],
  [{ descentM: { max: 400 } }, [{}], [{ descentM: 401 }], [{ descentM: null }]],
  [{ movingS: { min: 3600, max: 3600 } }, [{}], [{ movingS: 3599 }, { movingS: 3601 }], [{ movingS: null }]],
  [{ sac: { min: 3 } }, [{}, { sacMax: 7 }], [{ sacMax: 2 }], [{ sacMax: null }]],
  [{ sac: { max: 3 } }, [{}, { sacMax: 2 }], [{ sacMax: 4 }], [{ sacMax: null }]],
  [{ pavedShareMax: 0.3 }, [{}], [surfaces(10, 0)], [surfaces(0, 0), surfaces(0, 10)]],
  [{ pavedShareMax: 0.29 }, [], [], [{}]],
  [{ pavedShareMax: 0.09 }, [], [{}], []],
  [{ pavedShareMax: 1 }, [{}, surfaces(10, 10)], [], [surfaces(0, 0)]],
  [{}, [{}, { level: null, sacMax: null, ...surfaces(0, 0) }], [], []],
  [{ lengthM: {}, ascentM: {} }, [{}, { ascentM: null }], [], []],
  [{ ascentM: { min: 1 }, loop: false }, [], [{}, { ascentM: null }], [{ ascentM: null, roundtrip: false }]],
])('%j: what is at the bound meets it, and of what is unknown it may', (filter, met, missed, unknown) => {
  const meets = (all: Some) => all.map((trail) => meetsFilter({ ...KNOWN, ...trail }, filter))
  expect([meets(met), meets(missed), meets(unknown)]).toEqual([
    met.map(() => true),
    missed.map(() => false),
    unknown.map(() => null),
  ])
})
