// Lists of places by what is wanted: an area, facts of the map, an order.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { type FakeCatalogue, fakeCatalogue, fakePlace, fakePois } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

const PARK = fakePlace(900, 'Parc', 'park', [1.52, 42.52], { bbox: [1.45, 42.45, 1.6, 42.6] })
const hut = (osmId: number, name: string | null, [lon, lat]: LonLat, eleM: number | null, tags: object) => ({
  ...fakePois()[0],
  ...{ id: toPlaceId('node', osmId), osmId, name, lon, lat, eleM, tagsJson: JSON.stringify(tags) },
})
const HUTS = [
  hut(1, 'Refugi Alt', [1.5, 42.5], 2500, {
    capacity: '40',
    fee: 'yes',
    'contact:phone': '+376 1',
    wheelchair: 'no',
    opening_hours: 'Jun-Sep 12:00-14:00',
  }),
  hut(2, 'Refugi Baix', [1.51, 42.5], 1500, {
    capacity: '8',
    fee: 'no',
    winter_room: 'yes',
    opening_hours: 'sunrise-sunset',
  }),
  hut(3, 'Cabana', [1.53, 42.5], 2000, { fee: 'Jun-Sep', 'tag:name': 'x' }),
  hut(4, null, [1.55, 42.55], null, { drinking_water: 'yes' }),
  hut(5, 'Lluny', [1.7, 42.5], 1000, { drinking_water: 'no', wheelchair: 'designated', opening_hours: 'Oct-Apr' }),
]

let app: FakeApp
let catalogue: FakeCatalogue
beforeEach(async () => {
  catalogue = fakeCatalogue({ placeRows: [PARK], trailRows: [], poiRows: HUTS })
  app = await startFakeApp({ catalogue })
})
afterEach(() => app.close())

const BOX = 'area: {box: [1, 42, 2, 43]}'
async function find(where: string, orderBy = '{by: IMPORTANCE, direction: DESC}') {
  const query = `{ places(where: {${where}, kinds: [HUT]}, orderBy: ${orderBy}) { totalCount unknownCount truncated nodes { osm { id } } } }`
  const { data, errors } = await askGraphql(app, query)
  expect(errors).toBeUndefined()
  const { nodes, totalCount, unknownCount, truncated } = data.places
  expect([totalCount, truncated]).toEqual([nodes.length, false])
  return [nodes.map(({ osm }: any) => osm.id), unknownCount]
}

describe('places', () => {
  test.each([
    ['name: "refugi"', [1, 2], 0],
    ['name: "Refugi al"', [1], 0],
    ['elevationM: {min: 1500, max: 2400}', [2, 3], 1],
    ['capacityMin: 10', [1], 3],
    ['capacityMin: 8', [1, 2], 3],
    ['capacityMin: 40', [1], 3],
    ['capacityMin: 41', [], 3],
    ['free: true', [2], 3],
    ['free: false', [1], 3],
    ['drinkable: true', [4], 3],
    ['wheelchair: [YES, LIMITED]', [5], 3],
    ['has: [PHONE, CAPACITY]', [1], 0],
    // of one the sun decides, two have none
    ['openAt: "2026-08-03T13:00"', [1], 3],
    ['openAt: "2026-08-03T13:00+02:00"', [1], 3],
    ['openAt: "2026-08-03T13:00Z"', [], 3],
    ['openAt: "2026-12-24T13:00"', [5], 3],
    ['tags: [{key: "winter_room"}]', [2], 4],
    ['tags: [{key: "fee", value: "yes"}, {key: "capacity"}]', [1], 2],
    ['named: false', [4], 0],
    ['elevationM: {min: 1200}, capacityMin: 5, named: true', [1, 2], 1],
  ])('that have %s are listed, and those that may have it counted', async (facts, ids, unknownCount) => {
    expect(await find(`${BOX}, ${facts}`)).toEqual([ids, unknownCount])
    expect(await find(`area: {near: {at: [1.5, 42.5], withinM: 50000}}, ${facts}`)).toEqual([ids, unknownCount])
  })

  test.each([
    ['{by: DISTANCE}', [1, 2, 3, 4, 5]],
    ['{by: DISTANCE, direction: DESC}', [5, 4, 3, 2, 1]],
    ['{by: NAME}', [3, 5, 1, 2, 4]],
    ['{by: NAME, direction: DESC}', [2, 1, 5, 3, 4]],
    ['{by: ELEVATION, direction: DESC}', [1, 3, 2, 5, 4]],
    ['{by: CAPACITY}', [2, 1, 3, 4, 5]],
  ])('come in the order %s, what is unknown last', async (orderBy, ids) => {
    expect(await find('area: {near: {at: [1.5, 42.5], withinM: 50000}}', orderBy)).toEqual([ids, 0])
  })

  test('of a box are nearest to its middle first', async () => {
    expect(await find('area: {box: [1.4, 42.4, 1.71, 42.71]}', '{by: DISTANCE}')).toEqual([[4, 3, 2, 1, 5], 0])
    expect(await find('area: {box: [1.4, 42.4, 1.71, 42.71]}', '{by: DISTANCE, direction: DESC}')).toEqual([
      [5, 1, 2, 3, 4],
      0,
    ])
  })

  const ring = (west: number, south: number, east: number, north: number): LonLat[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const parts = [ring(1.45, 42.45, 1.6, 42.6), ring(1.505, 42.49, 1.52, 42.51)]
  const park = Buffer.from(`Place:${PARK.id}`).toString('base64url')
  const outlinePark = () => {
    catalogue.places.findOutlines = async (ids) => ids.map((id) => (id === PARK.id ? { isArea: true, parts } : null))
  }

  test.each([
    ['where: {kinds: [HUT]}', [1, 3, 4]],
    ['where: {kinds: [HUT], capacityMin: 1}', [1]],
    ['where: {kinds: [HUT]}, orderBy: {by: ELEVATION, direction: DESC}', [1, 3, 4]],
    ['where: {kinds: [HUT]}, orderBy: {by: DISTANCE, direction: DESC}, first: 2', [1, 4]],
  ])('of a park with %s are those of `inPlace`', async (args, ids) => {
    outlinePark()
    const list = '{ totalCount unknownCount truncated edges { cursor offM node { osm { id } } } }'
    const { data, errors } = await askGraphql(
      app,
      `{ place(by: {id: "${park}"}) { places(${args}) ${list} } places(${args.replace('where: {', `where: {area: {inPlace: "${park}"}, `)}) ${list} }`,
    )
    expect(errors).toBeUndefined()
    expect(data.place.places).toEqual(data.places)
    expect(data.places.edges.map(({ node }: any) => node.osm.id).sort()).toEqual(ids)
  })

  test('of a place that is a point are refused, each by its own path', async () => {
    outlinePark()
    const { data, errors } = await askGraphql(
      app,
      `{ places(where: {${BOX}}, orderBy: {by: IMPORTANCE, direction: DESC}) { nodes { osm { id } places { totalCount } } } }`,
    )
    expect(errors!.map(({ extensions: { code, inputPath } }) => [code, inputPath])).toEqual(
      HUTS.map(() => ['NO_OUTLINE', undefined]),
    )
    const counts = data.places.nodes.map(({ osm, places }: any) => [osm.id, places?.totalCount ?? null])
    expect(counts).toEqual([[PARK.osmId, 4], ...HUTS.map(({ osmId }) => [osmId, null])])
  })

  test('inside a park are those within its outline, its holes left out', async () => {
    outlinePark()
    expect(await find(`area: {inPlace: "${park}"}`)).toEqual([[1, 3, 4], 0])
    expect(await find(`area: {inPlace: "${park}"}, capacityMin: 1`)).toEqual([[1], 2])
    const refused = await askGraphql(
      app,
      `{ places(where: {area: {inPlace: "${Buffer.from(`Place:${HUTS[0].id}`).toString('base64url')}"}}) { totalCount } }`,
    )
    expect(refused.errors![0].extensions).toMatchObject({ code: 'NO_OUTLINE', inputPath: 'where.area.inPlace' })
  })

  test('around a spot, along a line and within reach are chosen by the same words', async () => {
    const list = '{ unknownCount nodes { osm { id } } }'
    const where = 'where: {kinds: [HUT], capacityMin: 1}'
    const { data, errors } = await askGraphql(
      app,
      `{ point(at: [1.5, 42.5]) { nearby(withinM: 5000, ${where}) ${list} } line(input: {geojson: {type: "LineString", coordinates: [[1.49, 42.5], [1.54, 42.5]]}}) { places(${where}) ${list} } }`,
    )
    expect(errors).toBeUndefined()
    const found = { unknownCount: 1, nodes: [{ osm: { id: 1 } }, { osm: { id: 2 } }] }
    expect([data.point.nearby, data.line.places]).toEqual([found, found])
  })

  test('say what the map says of them, and null where it is silent', async () => {
    const FACTS =
      '{ phone email website operator openingHours { text } capacity beds fee { isFree text } drinkable wheelchair reservation access }'
    const ask = async (osmId: number) =>
      (await askGraphql(app, `{ place(by: {osm: {type: NODE, id: ${osmId}}}) ${FACTS} }`)).data.place
    const silent = {
      ...{ phone: null, email: null, website: null, operator: null, openingHours: null, capacity: null, beds: null },
      ...{ fee: null, drinkable: null, wheelchair: null, reservation: null, access: null },
    }
    const fee = { isFree: false, text: null }
    expect(await ask(1)).toEqual({
      ...silent,
      openingHours: { text: 'Jun-Sep 12:00-14:00' },
      phone: '+376 1',
      capacity: 40,
      fee,
      wheelchair: 'NO',
    })
    expect(await ask(3)).toEqual({ ...silent, fee: { isFree: null, text: 'Jun-Sep' } })
    expect(await ask(4)).toEqual({ ...silent, drinkable: true })
  })

  test('say whether they are open, and until when, by the clocks there', async () => {
    const ask = async (osmId: number, fields: string) => {
      const query = `{ place(by: {osm: {type: NODE, id: ${osmId}}}) { openingHours { ${fields} } } }`
      const { data, errors } = await askGraphql(app, query)
      expect(errors).toBeUndefined()
      return data.place.openingHours
    }
    // now is 21 November, 13:00 there
    expect(await ask(5, 'text understood state nextChangeLocal')).toEqual({
      text: 'Oct-Apr',
      understood: true,
      state: 'OPEN',
      nextChangeLocal: '2027-05-01T00:00+02:00',
    })
    const at = 'at: "2026-06-01T10:00Z"'
    expect(await ask(1, `now: state state(${at}) nextChangeLocal(${at})`)).toEqual({
      now: 'CLOSED',
      state: 'OPEN',
      nextChangeLocal: '2026-06-01T14:00+02:00',
    })
    expect(await ask(2, 'understood state nextChangeLocal')).toEqual({
      understood: false,
      state: 'UNKNOWN',
      nextChangeLocal: null,
    })
  })

  test.each(['"2026-08-03"', '"at noon"', '"2026-02-30T10:00"', '5'])('are not open at %s', async (at) => {
    const hours = await askGraphql(
      app,
      `{ place(by: {osm: {type: NODE, id: 1}}) { openingHours { state(at: ${at}) } } }`,
    )
    expect(hours.errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'at' })
    const list = await askGraphql(app, `{ places(where: {${BOX}, openAt: ${at}}) { totalCount } }`)
    expect(list.errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'where.openAt' })
  })

  test('have their outline with as few points as the tolerance allows, and no ring goes', async () => {
    const lake: LonLat[] = Array.from({ length: 361 }, (_, i) => {
      const angle = ((i % 360) * Math.PI) / 180
      return [1.5 + 0.1 * Math.cos(angle), 42.5 + 0.1 * Math.sin(angle)]
    })
    const islet: LonLat[] = [
      [1.5, 42.5],
      [1.5, 42.50001],
      [1.50001, 42.5],
      [1.5, 42.5],
    ]
    catalogue.places.findOutlines = async (ids) => ids.map(() => ({ isArea: true, parts: [lake, islet] }))
    const { data, errors } = await askGraphql(
      app,
      `{ places(where: {area: {box: [1, 42, 2, 43]}, kinds: [PARK]}) { nodes { all: outline(toleranceM: 0) preset: outline ten: outline(toleranceM: 10) far: outline(toleranceM: 10000) } } }`,
    )
    expect(errors).toBeUndefined()
    const { all, preset, ten, far } = data.places.nodes[0]
    const counts = [all, ten, far].map(({ coordinates }) => coordinates.map((ring: unknown[]) => ring.length))
    expect(preset).toEqual(ten)
    expect(counts[0]).toEqual([361, 4])
    expect(counts[1][0]).toBeLessThan(150)
    expect(counts[1][0]).toBeGreaterThan(30)
    expect(counts[2][0]).toBeGreaterThanOrEqual(4)
    expect(counts[2][0]).toBeLessThan(10)
    expect([counts[1][1], counts[2][1]]).toEqual([4, 4])
    for (const { coordinates } of [ten, far]) for (const ring of coordinates) expect(ring[0]).toEqual(ring.at(-1))
  })

  test('a cursor of one order is refused in another', async () => {
    const list = (args: string) =>
      askGraphql(app, `{ places(where: {${BOX}}, first: 1, ${args}) { pageInfo { endCursor } nodes { osm { id } } } }`)
    const { data } = await list('orderBy: {by: NAME}')
    const after = `after: "${data.places.pageInfo.endCursor}"`
    expect((await list(`orderBy: {by: NAME}, ${after}`)).errors).toBeUndefined()
    expect((await list(`orderBy: {by: ELEVATION}, ${after}`)).errors![0].extensions).toMatchObject({
      inputPath: 'after',
    })
  })
})
