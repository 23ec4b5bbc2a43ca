import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Around, Dialect } from '../../db/dialect.ts'
import { MOST_IN_CELL, withPlaceCells } from '../../db/place-cells.ts'
import { createPlaceStore } from '../../db/place-store.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'
import type { PlaceRow } from '../../src/places/catalogue-rows.ts'
import { PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { between } from '../support/arbitraries.ts'

const KINDS = ['peak', 'hut', 'lake'] as const

/**
 * A catalogue in memory that answers as a database does, and counts how often. `readAround` gives rows with few boxes
 * only.
 */
function distantCatalogue(places: readonly { lon: number; lat: number; kinds: readonly number[] }[]) {
  const rows = places.map(
    ({ lon, lat, kinds }, i): Around => ({
      point: 0,
      rank: i + 1,
      id: i + 1,
      lon,
      lat,
      place: {
        id: i + 1,
        name: `place ${i + 1}`,
        kinds: kinds.map((kind) => KINDS[kind]),
        lon,
        lat,
      } as object as PlaceRow,
    }),
  )
  const requested = { statements: 0, fails: false }
  const dialect = {
    engine: 'postgres',
    async readAround(
      _db: never,
      points: readonly LonLat[],
      boxes: readonly { point: number; box: readonly number[] }[],
      kinds: readonly number[] | null,
      limit: number,
    ) {
      requested.statements++
      if (requested.fails) throw new Error('the database is gone')
      return boxes.flatMap(({ point, box: [west, south, east, north] }) =>
        rows
          .filter(
            ({ lon, lat, place }) =>
              lon >= west &&
              lon <= east &&
              lat >= south &&
              lat <= north &&
              (kinds === null || place!.kinds.some((kind) => kinds.includes(indexOf(kind as never)))),
          )
          .map((row) => ({ ...row, point, awayM: distanceM(points[point][0], points[point][1], row.lon, row.lat) }))
          .sort((a, b) => a.awayM - b.awayM || a.rank - b.rank)
          .slice(0, limit)
          .map(({ awayM: _, ...row }) => (boxes.length > 4 ? { ...row, place: undefined } : row)),
      )
    },
    async readPlaces(_db: never, _by: 'rank', ranks: readonly number[]) {
      requested.statements += ranks.length > 0 ? 1 : 0
      return ranks.map((rank) => ({ ...rows[rank - 1].place!, rank }))
    },
  } as unknown as Dialect
  return { dialect, requested }
}

// the store turns names of kinds into the numbers of the catalogue
const indexOf = (kind: (typeof KINDS)[number]): number => PLACE_KINDS.indexOf(kind)
const storeOf = (dialect: Dialect) => createPlaceStore({ db: null as never, dialect })
const place = fc.record({
  lon: fc.oneof(
    between(1.4, 1.6),
    fc.integer({ min: 44, max: 52 }).map((x) => x / 32),
  ),
  lat: fc.oneof(
    between(42.4, 42.6),
    fc.integer({ min: 1356, max: 1364 }).map((y) => y / 32),
  ),
  kinds: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
})
const question = fc.record({
  at: fc.tuple(between(1.4, 1.6), between(42.4, 42.6)),
  radiusM: fc.integer({ min: 50, max: 4000 }),
  limit: fc.integer({ min: 1, max: 12 }),
  kinds: fc.constantFrom(null, [...KINDS], ['peak'], ['hut', 'lake']),
})

describe('places kept by cells', () => {
  test('are those that the catalogue gives, whatever is asked in whatever order (any places, any questions)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 250 }),
        fc.array(question, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 300 }),
        async (places, questions, mostKept) => {
          const { dialect } = distantCatalogue(places)
          const [own, distant] = [storeOf(withPlaceCells(dialect, mostKept)), storeOf(dialect)]
          for (const { at, ...query } of questions)
            expect(await own.findNear([at], query as never)).toEqual(await distant.findNear([at], query as never))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('are read when they are asked about again, by one statement, also by questions that come together', async () => {
    const { dialect, requested } = distantCatalogue([{ lon: 1.51, lat: 42.51, kinds: [0] }])
    const { findNear } = storeOf(withPlaceCells(dialect))
    const answers = await Promise.all([0, 1, 2].map(() => findNear([[1.51, 42.51]], { radiusM: 500, limit: 5 })))
    expect(requested.statements).toBe(2) // the first question's own, and the cell's
    expect(answers.map(([[{ name }]]) => name)).toEqual(['place 1', 'place 1', 'place 1'])
    await findNear([[1.5101, 42.5101]], { radiusM: 400, limit: 5 })
    expect(requested.statements).toBe(2)
  })

  test('are not kept where a cell is crowded: that is asked of the catalogue, nearest first', async () => {
    const { dialect, requested } = distantCatalogue(
      Array.from({ length: MOST_IN_CELL + 1 }, (_, i) => ({ lon: 1.51 + i * 1e-6, lat: 42.51, kinds: [0] })),
    )
    const { findNear } = storeOf(withPlaceCells(dialect))
    for (const statements of [1, 3, 4]) {
      const [near] = await findNear([[1.51, 42.51]], { radiusM: 500, limit: 3 })
      expect(near.map(({ name }) => name)).toEqual(['place 1', 'place 2', 'place 3'])
      expect(requested.statements).toBe(statements)
    }
  })

  test('are bounded: what was used longest ago is forgotten first', async () => {
    const spots = [1.41, 1.48, 1.55].map((lon) => ({ lon, lat: 42.51, kinds: [0] }))
    const { dialect, requested } = distantCatalogue(spots)
    const { findNear } = storeOf(withPlaceCells(dialect, 4)) // two cells with a place each
    const ask = async (i: number) => {
      const before = requested.statements
      await findNear([[spots[i].lon, spots[i].lat]], { radiusM: 50, limit: 1 })
      return requested.statements - before
    }
    for (const i of [0, 1, 2]) expect(await ask(i)).toBe(1) // for the first time, nothing is kept
    expect([await ask(0), await ask(1), await ask(0), await ask(2), await ask(0), await ask(1)]).toEqual([
      1, 1, 0, 1, 0, 1,
    ])
  })

  test('are asked again after a failure, which is reported', async () => {
    const { dialect, requested } = distantCatalogue([{ lon: 1.51, lat: 42.51, kinds: [0] }])
    const { findNear } = storeOf(withPlaceCells(dialect))
    await findNear([[1.51, 42.51]], { radiusM: 500, limit: 5 })
    requested.fails = true
    await expect(findNear([[1.51, 42.51]], { radiusM: 500, limit: 5 })).rejects.toThrow('gone')
    requested.fails = false
    expect((await findNear([[1.51, 42.51]], { radiusM: 500, limit: 5 }))[0]).toHaveLength(1)
  })
})
