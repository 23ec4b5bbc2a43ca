import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { matchName } from '../../src/search/match-name.ts'
import { foldText } from '../../src/search/parse-question.ts'
import { type Candidate, type Closeness, rankPlaces } from '../../src/search/rank-places.ts'
import { fakePlace } from '../support/fake-catalogue.ts'
import type { PlaceRow } from '../../src/places/catalogue-rows.ts'
import { type Box, distanceM } from '../../src/geo/lon-lat.ts'
import { between, latitude, longitude, wrapped } from '../support/arbitraries.ts'

let nextId = 1
function candidate(
  question: string,
  name: string,
  kind: PlaceRow['kind'],
  more: Partial<PlaceRow> = {},
): Candidate<PlaceRow> {
  const match = matchName(foldText(question), name, true)
  if (match === null) throw new Error(`${question} does not match ${name}`)
  return { place: fakePlace(nextId++, name, kind, [1.5, 42.5], more), match, matchedName: name }
}
const NOWHERE: Closeness = { biasBox: null, near: null }
const order = (candidates: Candidate<PlaceRow>[], closeness: Closeness = NOWHERE) =>
  rankPlaces(candidates, closeness).map(({ place }) => `${place.name} ${place.kind}`)

describe('ranking', () => {
  test('the name itself stands before longer names, whatever they are', () => {
    expect(
      order([candidate('Les', 'Les Escaldes', 'village', { population: 3000 }), candidate('Les', 'Les', 'hamlet')])[0],
    ).toBe('Les hamlet')
    expect(
      order([
        candidate('Pic Negre', 'Pic Negre Petit', 'peak', { prominenceM: 800, hasWikidata: true }),
        candidate('Pic Negre', 'Pic Negre', 'locality'),
      ])[0],
    ).toBe('Pic Negre locality')
  })

  test('among namesakes the larger, higher and better known one stands first', () => {
    expect(
      order([
        candidate('Soldeu', 'Soldeu', 'bus_stop'),
        candidate('Soldeu', 'Soldeu', 'village'),
        candidate('Soldeu', 'Soldeu', 'hotel'),
      ]),
    ).toEqual(['Soldeu village', 'Soldeu hotel', 'Soldeu bus_stop'])
    const small = candidate('Wald', 'Wald', 'village', { population: 90 })
    const large = candidate('Wald', 'Wald', 'village', { population: 9000 })
    expect(rankPlaces([small, large], NOWHERE)[0].place).toBe(large.place)
    const low = candidate('Piz', 'Piz', 'peak', { prominenceM: 20 })
    const high = candidate('Piz', 'Piz', 'peak', { prominenceM: 900 })
    expect(rankPlaces([low, high], NOWHERE)[0].place).toBe(high.place)
    const known = candidate('See', 'See', 'lake', { hasWikidata: true })
    expect(rankPlaces([candidate('See', 'See', 'lake'), known], NOWHERE)[0].place).toBe(known.place)
  })

  test('population and prominence earn points as their powers of ten and their roots do, up to a full measure', () => {
    const pointsOf = (term: 'population' | 'prominence', facts: Partial<PlaceRow>) =>
      rankPlaces([candidate('A', 'A', 'town', facts)], NOWHERE)[0].terms.find((one) => one.term === term)?.points ??
      null
    const byPopulation = [0, 1, 10, 1000, 1e6, 1e7, 1e8].map((population) => pointsOf('population', { population }))
    expect(byPopulation).toEqual([null, 0, 1.43, 4.29, 8.57, 10, 10])
    const byProminence = [0, 10, 250, 1000, 4000].map((prominenceM) => pointsOf('prominence', { prominenceM }))
    expect(byProminence).toEqual([null, 0.6, 3, 6, 6])
  })

  test('streets come after all places that have it in their names', () => {
    const places = ['Carrer Major bus_stop', 'Carrer Majoral restaurant']
    expect(
      order([
        candidate('Carrer Major', 'Carrer Major', 'street', { population: 9000, hasWikidata: true }),
        candidate('Carrer Major', 'Carrer Majoral', 'restaurant'),
        candidate('Carrer Major', 'Carrer Major', 'bus_stop'),
      ]),
    ).toEqual([...places, 'Carrer Major street'])
  })

  test('a near miss stands behind what was typed, and nearness decides between near misses', () => {
    expect(
      order([
        candidate('Canill', 'Canilo', 'town', { population: 100_000 }),
        candidate('Canill', 'Canill', 'locality'),
      ])[0],
    ).toBe('Canill locality')
    const far = candidate('Cnillo', 'Canillo', 'village', { lon: 9 })
    const near = candidate('Cnillo', 'Canillo', 'village')
    expect(rankPlaces([far, near], { biasBox: [1.4, 42.4, 1.6, 42.6], near: null })[0].place).toBe(near.place)
    expect(rankPlaces([near, far], { biasBox: null, near: [{ at: [9, 42.5], name: 'there' }] })[0].place).toBe(
      far.place,
    )
  })

  test('unknown earns nothing and is not taken for zero', () => {
    const [{ terms }] = rankPlaces([candidate('Wald', 'Wald', 'village')], NOWHERE)
    expect(terms.map(({ term }) => term)).toEqual(['match', 'kind'])
  })

  test('each term says why, with its figures', () => {
    const large = candidate('Wald', 'Wald', 'cable_car_station', {
      population: 1234,
      prominenceM: 340,
      hasWikidata: true,
    })
    const [{ terms }] = rankPlaces([large], { biasBox: null, near: [{ at: [large.place.lon, 42.5], name: null }] })
    expect(terms.map(({ because }) => english.render(because))).toEqual([
      'full name: Wald',
      'cable car station',
      '1234 people',
      '340 m above its surroundings',
      'has a Wikidata entry',
      expect.stringMatching(/^\d+\.\d km from the given point$/),
    ])
    const [miss] = rankPlaces([candidate('Waldsee', 'Waldsew', 'peak')], { biasBox: [1, 42, 2, 43], near: null })
    expect([miss.terms[0], miss.terms.at(-1)!].map(({ because }) => english.render(because))).toEqual([
      '1 letter off Waldsew',
      'inside the preferred box',
    ])
  })

  test('closeness is the distance to the nearest place of the box, over the antimeridian too', () => {
    const seen = { inside: 0, outside: 0 }
    const of = fc.record({
      west: longitude,
      south: between(-60, 57),
      width: between(0.1, 3),
      height: between(0.1, 3),
      east: between(-1, 2),
      north: between(-1, 2),
    })
    fc.assert(
      fc.property(of, ({ west, south, width, height, east, north }) => {
        const at = (x: number, y: number) => [wrapped(west + width * x), south + height * y] as const
        const [lon, lat] = at(east, north)
        const isInside = east >= 0 && east <= 1 && north >= 0 && north <= 1
        const within = (share: number) => Math.max(0, Math.min(1, share))
        const border = [...Array.from({ length: 51 }, (_, k) => k / 50), within(east), within(north)].flatMap((x) => [
          ...[at(x, 0), at(x, 1), at(0, x), at(1, x)],
        ])
        const nearestM = isInside ? 0 : Math.min(...border.map(([x, y]) => distanceM(lon, lat, x, y)))
        const [{ terms }] = rankPlaces([candidate('Wald', 'Wald', 'village', { lon, lat })], {
          ...{ biasBox: [...at(0, 0), ...at(1, 1)] as Box, near: null },
        })
        const { points, because } = terms.at(-1)!
        expect(because.code).toBe(isInside ? 'reason.search.in_box' : 'reason.search.near_box')
        const { awayM = 0 } = because.values as { awayM?: number }
        expect(Math.abs(awayM - nearestM)).toBeLessThanOrEqual(1 + nearestM * 0.02)
        expect(points).toBeCloseTo((16 * 25_000) / (25_000 + awayM), 2)
        seen[isInside ? 'inside' : 'outside']++
      }),
      { numRuns: 200 },
    )
    expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(10)
  })

  test('among several points the nearest counts', () => {
    const [{ terms }] = rankPlaces([candidate('Wald', 'Wald', 'village', { lon: 1.5, lat: 42.5 })], {
      biasBox: null,
      near: [9, 1.6, 20].map((lon) => ({ at: [lon, 42.5], name: `${lon}` })),
    })
    expect(terms.at(-1)).toMatchObject({ because: { values: { name: '1.6' } } })
    expect(terms.at(-1)!.points).toBeCloseTo((30 * 10_000) / (10_000 + distanceM(1.5, 42.5, 1.6, 42.5)), 2)
  })

  test('the points of the terms are the score, and the order does not hang on the order of candidates', () => {
    const kinds = ['city', 'village', 'peak', 'hut', 'dragon'] as PlaceRow['kind'][]
    const any = fc.record({
      name: fc.constantFrom('Wald', 'Walden', 'Wald am See', 'Wlad'),
      kind: fc.constantFrom(...kinds),
      population: fc.option(fc.integer({ min: 0, max: 1e8 })),
      prominenceM: fc.option(fc.integer({ min: 0, max: 9000 })),
      hasWikidata: fc.boolean(),
      lon: longitude,
      lat: latitude,
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.option(fc.constant([1, 2, 3, 4] as const)), (list, biasBox) => {
        const candidates = list
          .filter(({ name }) => matchName(foldText('wald'), name, true) !== null)
          .map(({ name, kind, ...more }) => candidate('wald', name, kind, more))
        const closeness = { biasBox, near: null }
        const ranked = rankPlaces(candidates, closeness)
        for (const { score, terms } of ranked) {
          expect(terms.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6)
          for (const { points } of terms) expect(points).toBeGreaterThanOrEqual(0)
        }
        expect(rankPlaces([...candidates].reverse(), closeness).map(({ place }) => place.id)).toEqual(
          ranked.map(({ place }) => place.id),
        )
      }),
      { numRuns: 100 },
    )
  })
})
