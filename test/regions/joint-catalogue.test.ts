// The oracle is one catalogue with everything: two that overlap, taken together, answer as it does.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box, LonLat } from '../../src/geo/lon-lat.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../../src/places/catalogue-rows.ts'
import {
  type CatalogueMember,
  createJointPlaces,
  createJointPois,
  createJointTrails,
} from '../../src/regions/joint-catalogue.ts'
import { byLevel } from '../../src/search/order-trails.ts'
import { caseCount } from '../support/case-count.ts'
import { fakeCatalogue, fakePlace, fakePois, fakeTrail } from '../support/fake-catalogue.ts'

const KINDS: PlaceRow['kind'][] = ['hut', 'peak', 'village']
const POI_KINDS: PoiRow['kind'][] = ['hut', 'shelter', 'drinking_water']
const WEST: Box = [1, 42, 1.6, 43]
const EAST: Box = [1.4, 42, 2, 43]
const isIn = ([west, south, east, north]: Box, { lon, lat }: { lon: number; lat: number }) =>
  lon >= west && lon <= east && lat >= south && lat <= north

const lon = fc.integer({ min: 1000, max: 2000 }).map((n) => n / 1000)
const lat = fc.integer({ min: 42_000, max: 43_000 }).map((n) => n / 1000)
const places = fc
  .array(fc.tuple(lon, lat, fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 9 })), { maxLength: 40 })
  .map((rows) =>
    rows
      .map(([x, y, kind, tenths], i) => fakePlace(i + 1, `Place ${i}`, kind, [x, y], { importance: tenths / 10 }))
      .sort((a, b) => b.importance - a.importance || a.id - b.id),
  )
const pois = fc
  .array(fc.tuple(lon, lat, fc.constantFrom(...POI_KINDS)), { maxLength: 40 })
  .map((rows) =>
    rows.map(
      ([x, y, kind], i): PoiRow => ({ ...fakePois()[0], id: (i + 1) * 4 + 1, kind, kinds: [kind], lon: x, lat: y }),
    ),
  )
const box = fc
  .tuple(lon, lat, lon, lat)
  .map(([a, b, c, d]): Box => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])

const area = (name: string, bbox: Box) => ({ name, title: name, bbox, core: null })

function membersOf(rows: { placeRows?: PlaceRow[]; poiRows?: PoiRow[] }): CatalogueMember[] {
  return [
    { name: 'west', bbox: WEST },
    { name: 'east', bbox: EAST },
  ].map(({ name, bbox }) => ({
    area: area(name, bbox),
    ...fakeCatalogue({
      placeRows: rows.placeRows?.filter((row) => isIn(bbox, row)) ?? [],
      poiRows: rows.poiRows?.filter((row) => isIn(bbox, row)) ?? [],
      trailRows: [],
    }),
  }))
}

const idsOf = (rows: readonly ({ id: number } | null)[]) => rows.map((row) => row?.id ?? null)

describe('catalogues that overlap', () => {
  test('find the places of a box and around points as one catalogue with all of them does', async () => {
    const kinds = fc.option(fc.subarray(KINDS, { minLength: 1 }))
    const window = fc.record({ offset: fc.nat(10), limit: fc.integer({ min: 1, max: 20 }) })
    await fc.assert(
      fc.asyncProperty(places, box, kinds, window, fc.tuple(lon, lat), async (placeRows, inBox, of, requested, at) => {
        const whole = fakeCatalogue({ placeRows }).places
        const members = membersOf({ placeRows })
        const joint = createJointPlaces(() => members)
        expect(idsOf(await joint.findInBox({ box: inBox, kinds: of, ...requested }))).toEqual(
          idsOf(await whole.findInBox({ box: inBox, kinds: of, ...requested })),
        )
        expect(await joint.countInBox({ box: inBox, kinds: of })).toBe(
          await whole.countInBox({ box: inBox, kinds: of }),
        )
        const near = { radiusM: 30_000, kinds: of, ...requested }
        const [found] = await joint.findNear([at as LonLat], near)
        const [expected] = await whole.findNear([at as LonLat], near)
        expect(found.map(({ distanceM }) => distanceM)).toEqual(expected.map(({ distanceM }) => distanceM))
        expect(new Set(idsOf(found)).size).toBe(found.length)
        expect(await joint.countNear(at as LonLat, near)).toBe(await whole.countNear(at as LonLat, near))
        const ids = [...idsOf(placeRows), 999] as number[]
        expect(idsOf(await joint.findByIds(ids))).toEqual([...idsOf(placeRows), null])
      }),
      { numRuns: caseCount(60, 1000) },
    )
  })

  test('find outdoor places in the order of the kinds, each once, and say that the limit cut', async () => {
    const kinds = fc.shuffledSubarray(POI_KINDS, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(
        pois,
        box,
        kinds,
        fc.nat(10),
        fc.integer({ min: 1, max: 20 }),
        async (poiRows, inBox, of, offset, limit) => {
          const query = { box: inBox, kinds: of, offset, limit }
          const whole = await fakeCatalogue({ poiRows }).pois.findInBox(query)
          const members = membersOf({ poiRows })
          const joint = await createJointPois(() => members).findInBox(query)
          expect(idsOf(joint.pois)).toEqual(idsOf(whole.pois))
          expect(joint.truncated).toBe(whole.truncated)
        },
      ),
      { numRuns: caseCount(60, 1000) },
    )
  })

  test('ask only the regions that a question concerns', async () => {
    const members = membersOf({ placeRows: [fakePlace(1, 'A', 'hut', [1.1, 42.5])] })
    const joint = createJointPlaces(() => members)
    await joint.findNear([[1.1, 42.5]], { radiusM: 1000, limit: 5 })
    await joint.countInBox({ box: [1.05, 42.1, 1.2, 42.9] })
    const calls = members.map((member) => (member as unknown as { calls: Map<string, number> }).calls)
    expect(calls.map((of) => of.get('places.findNear') ?? 0)).toEqual([1, 0])
  })

  test('tell a place of both from the region in whose core it lies', async () => {
    const copy = (elevationM: number) => fakePlace(1, 'Hut', 'hut', [1.55, 42.5], { elevationM })
    const members = membersOf({})
    members[0] = { ...members[0], ...fakeCatalogue({ placeRows: [copy(1)] }), area: { ...members[0].area, core: [] } }
    members[1] = { ...members[1], ...fakeCatalogue({ placeRows: [copy(2)] }) }
    const joint = createJointPlaces(() => members)
    expect((await joint.findByIds([copy(1).id]))[0]?.elevationM).toBe(2)
    expect((await joint.findNear([[1.55, 42.5]], { radiusM: 100, limit: 5 }))[0]).toMatchObject([{ elevationM: 2 }])
  })

  test('tell a trail that the border cuts from the region that misses least of it, row and line alike', async () => {
    const cut = fakeTrail(7, 'Weg', 'W', [1.5, 42.5], { missingWays: 3, lengthM: 9000 })
    const whole = fakeTrail(7, 'Weg', 'W', [1.5, 42.5], {
      missingWays: 0,
      lengthM: 8000,
      bbox: [1.5, 42.5, 1.59, 42.5],
    })
    const other = fakeTrail(8, 'Pfad', null, [1.9, 42.5], { level: 'international' })
    const member = (name: string, bbox: Box, trailRows: TrailRow[]): CatalogueMember => ({
      area: area(name, bbox),
      ...fakeCatalogue({ trailRows }),
    })
    const members = [member('west', WEST, [cut]), member('east', EAST, [whole, other])]
    const joint = createJointTrails(() => members)
    expect((await joint.findByRelationIds([7, 9])).map((row) => row?.lengthM ?? null)).toEqual([8000, null])
    expect((await joint.findLines([7, 8])).map((line) => line?.parts[0].at(-1)?.[0])).toEqual([1.59, other.bbox[2]])
    const found = await joint.findInBox({ box: [1, 42, 2, 43], limit: 5 })
    expect(found).toEqual({ trails: [whole, other].sort(byLevel), truncated: false })
    const [near] = await joint.findNear([[1.5, 42.5]], { radiusM: 50_000 })
    expect(near.map(({ relationId }) => relationId)).toEqual([7, 8])
  })

  test('with one region its stores are asked as they are', async () => {
    const only = fakeCatalogue()
    const joint = createJointPlaces(() => [{ area: area('only', WEST), ...only }])
    expect(await joint.findByIds([5])).toEqual(await only.places.findByIds([5]))
    expect(await joint.countInBox({ box: WEST })).toBe(await only.places.countInBox({ box: WEST }))
    expect(only.calls.get('places.countInBox')).toBe(2)
  })
})
