import { afterAll, beforeAll, expect, test } from 'vitest'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { fakeCatalogue, fakeTrail } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  const trailRows = [fakeTrail(100, 'Weg', null, [1.5, 42.5])]
  app = await startFakeApp({ catalogue: fakeCatalogue({ trailRows }), metering: false })
})
afterAll(() => app.close())

const LINE = '{geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.5, 42.51], [1.51, 42.51]]}}'
const ask = (fields: string) => askGraphql(app, `{ line(input: ${LINE}) { ${fields} } }`)

test('the point at 0 is the start, at the whole length the end, and beyond it null', async () => {
  const { data } = await ask('lengthM pointAt(atM: 0) { location } start { location } end { location }')
  expect(data.line.pointAt).toEqual(data.line.start)
  const wholeM = data.line.lengthM
  const { data: ends, errors } = await ask(
    `last: pointAt(atM: ${wholeM}) { location } beyond: pointAt(atM: ${wholeM + 1}) { location }`,
  )
  expect(errors).toBeUndefined()
  const [lon, lat] = ends.line.last.location
  expect(distanceM(lon, lat, ...(data.line.end.location as [number, number]))).toBeLessThan(1)
  expect(ends.line.beyond).toBeNull()
})

test('a point is as far along as asked, around the bend, and has the links of a point', async () => {
  const { data, errors } = await ask('pointAt(atM: 1500) { location elevation { heightM } }')
  expect(errors).toBeUndefined()
  const [lon, lat] = data.line.pointAt.location
  expect(lat).toBeCloseTo(42.51, 5)
  const northM = distanceM(1.5, 42.5, 1.5, 42.51)
  expect(northM + distanceM(1.5, 42.51, lon, lat)).toBeCloseTo(1500, 0)
  expect(data.line.pointAt.elevation).toHaveProperty('heightM')
})

test('of a trail it costs the reading of its line; a negative place is refused by name', async () => {
  const { data, errors } = await askGraphql(app, '{ trail(by: {osmRelation: 100}) { pointAt(atM: 10) { location } } }')
  expect(errors).toBeUndefined()
  expect(data.trail.pointAt.location).toHaveLength(2)
  const refused = await ask('pointAt(atM: -1) { location }')
  expect(refused.errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'atM' })
})
