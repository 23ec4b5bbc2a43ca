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
  LoopRequest: 'what was asked; `start` of the answer is a spot',
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

test('points of your own are spots in their order, each link at its price for each', async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
  const { data, errors, cost } = await askGraphql(
    app,
    '{ points(at: [[1.5, 42.5], [1.51, 42.5]]) { location nearby(first: 1) { nodes { name } } forecast { spot { location } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.points.map(({ location }: any) => location)).toEqual([
    [1.5, 42.5],
    [1.51, 42.5],
  ])
  expect(data.points[0].nearby.nodes).toEqual([{ name: 'Großmühlen' }])
  expect(data.points[0].forecast.spot.location).toEqual([1.5, 42.5])
  expect(cost!.fields).toEqual([
    { path: 'points', credits: 1 },
    { path: 'points.nearby', credits: 2 },
  ])
})

test('the links of more points than were requested pay as they run, and end with an error', async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue() })
  const coordinates = Array.from({ length: 400 }, (_, i) => [
    [1.5 + i / 100_000, 42.5],
    [1.5, 42.501],
  ])
  const { errors, cost } = await askGraphql(
    app,
    'query ($line: GeoJSON!) { line(input: {geojson: $line}) { elevationProfile { series { parts { start { within { name } } } } } } }',
    { line: { type: 'MultiLineString', coordinates } },
  )
  expect(errors).toHaveLength(1)
  expect(errors![0].message).toContain('more than 200 operations')
  expect(cost!.charged).toBeLessThanOrEqual(cost!.reserved)
})
