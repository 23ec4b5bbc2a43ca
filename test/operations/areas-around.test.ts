import { afterEach, expect, test } from 'vitest'
import { toPlaceId } from '../../src/places/place-id.ts'
import { fakeCatalogue, fakePlace } from '../support/fake-catalogue.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'
import { toGlobalId } from '../../schema/nodes.ts'

const areaOf = (relation: number, name: string, adminLevel: number | null) => ({
  ...fakePlace(relation, name, adminLevel === null ? 'park' : 'administrative_area', [1.5, 42.5]),
  id: toPlaceId('relation', relation),
  osmType: 'relation' as const,
  adminLevel,
})
const AREAS = [areaOf(50, 'Auwald', null), areaOf(51, 'Talland', 8), areaOf(52, 'Bergland', 2)]

let app: FakeApp
afterEach(() => app.close())
const start = async (more: object = {}) => {
  const catalogue = fakeCatalogue({ areaRows: AREAS, ...more })
  app = await startFakeApp({ catalogue })
  return catalogue
}

test('a spot says the areas that it is in, smallest first, each with its links', async () => {
  await start()
  const { data, errors, cost } = await askGraphql(
    app,
    '{ point(at: [1.5, 42.5]) { within { name kind adminLevel nearby(first: 1) { nodes { name } } } withinUnknowns { code } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.point.within.map(({ name, kind, adminLevel }: any) => [name, kind, adminLevel])).toEqual([
    ['Auwald', 'PARK', null],
    ['Talland', 'ADMINISTRATIVE_AREA', 8],
    ['Bergland', 'ADMINISTRATIVE_AREA', 2],
  ])
  expect(data.point.within[0].nearby.nodes).toEqual([{ name: 'Großmühlen' }])
  expect(data.point.withinUnknowns).toEqual([])
  expect(cost!.charged).toBe(5)
})

test('a spot outside of every area is within none, and an area is not within itself', async () => {
  const catalogue = await start()
  expect((await askGraphql(app, '{ point(at: [3, 45]) { within { name } } }')).data.point.within).toEqual([])
  catalogue.placeRows.push(AREAS[1])
  const { data } = await askGraphql(
    app,
    `{ place(by: {id: "${toGlobalId('Place', AREAS[1].id)}"}) { name within { name } } }`,
  )
  expect(data.place).toEqual({ name: 'Talland', within: [{ name: 'Auwald' }, { name: 'Bergland' }] })
})

test('areas that the map cuts are reported as unknown, some of them by name', async () => {
  await start({ cutAreas: ['Nordreich', 'Südreich', 'Westmark', 'Ostmark'] })
  const { data } = await askGraphql(
    app,
    '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}, first: 1) { nodes { withinUnknowns { code message } } } }',
  )
  expect(data.places.nodes[0].withinUnknowns).toEqual([
    {
      code: 'AREA_CUT',
      message:
        'The map cuts the border of 4 areas (Nordreich, Südreich, Westmark, ...): whether they contain the point is unknown.',
    },
  ])
})

test('more areas than any place of the map has are an error, never a list cut short', async () => {
  await start({ areaRows: Array.from({ length: 101 }, (_, i) => areaOf(100 + i, `Gebiet ${i}`, null)) })
  const { data, errors, cost } = await askGraphql(app, '{ point(at: [1.5, 42.5]) { within { name } } }')
  expect(data.point.within).toBeNull()
  expect(errors?.[0].message).toContain('More than 100 areas')
  expect(cost!.charged).toBe(0)
})

test('no list takes the kind of areas that none has', async () => {
  await start()
  const { errors } = await askGraphql(
    app,
    '{ places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}, kinds: [ADMINISTRATIVE_AREA]}) { totalCount } }',
  )
  expect(errors?.[0].message).toContain('kinds')
})
