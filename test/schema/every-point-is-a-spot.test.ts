// Made from the schema: whatever has a coordinate of its own has it as a spot, too, or says here why not.

import { getNamedType, isObjectType } from 'graphql'
import { afterEach, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { askGraphql } from '../operations/transports.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

const WITHOUT: Readonly<Record<string, string>> = {
  ProfileColumns: 'columns are for charts of thousands; `points` has the spots',
  ReachRequest: 'what was asked; `snap` of the answer has a spot',
  RoundTripsRequest: 'what was asked; `start` of the answer is a spot',
}

const types = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'))
const isCoordinate = (name: string, type: string) => type === 'LonLat' || name === 'lon' || name === 'lat'
const withCoordinate = types.filter((type) =>
  Object.values(type.getFields()).some((field) => isCoordinate(field.name, getNamedType(field.type).name)),
)
const isSpot = (type: (typeof types)[number]) => type.getInterfaces().some(({ name }) => name === 'Spot')

test('every type with a coordinate is a spot or has one', () => {
  expect(withCoordinate.length).toBeGreaterThan(12)
  const missing = withCoordinate.filter(
    (type) => !isSpot(type) && getNamedType(type.getFields().spot?.type)?.name !== 'Point' && !(type.name in WITHOUT),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(Object.keys(WITHOUT).filter((name) => !withCoordinate.some((type) => type.name === name))).toEqual([])
})

let app: FakeApp | undefined
afterEach(() => app?.close())

test('the points of heights and forecasts are spots, each link at its price', async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
  const { data, errors, cost } = await askGraphql(
    app,
    '{ elevation(points: [[1.5, 42.5], [1.51, 42.5]]) { points { spot { location nearby(first: 1) { nodes { name } } } } } forecast(points: [{lon: 1.5, lat: 42.5}]) { points { spot { location } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.elevation.points.map(({ spot }: any) => spot.location)).toEqual([
    [1.5, 42.5],
    [1.51, 42.5],
  ])
  expect(data.elevation.points[0].spot.nearby.nodes).toEqual([{ name: 'Großmühlen' }])
  expect(data.forecast.points[0].spot.location).toEqual([1.5, 42.5])
  expect(cost!.fields).toContainEqual({ path: 'elevation.points.spot.nearby', credits: 2 })
})

test('the links of thousands of points pay as they run, and end with an error', async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
  const points = Array.from({ length: 400 }, (_, i) => `[${1.5 + i / 10_000}, 42.5]`)
  const { errors, cost } = await askGraphql(
    app,
    `{ elevation(points: [${points.join(', ')}]) { points { spot { within { name } } } } }`,
  )
  expect(errors).toHaveLength(1)
  expect(errors![0].message).toContain('more than 200 operations')
  expect(cost!.charged).toBeLessThanOrEqual(cost!.reserved)
})
