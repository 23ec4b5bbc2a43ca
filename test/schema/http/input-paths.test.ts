// `inputPath` leads from the arguments of the failed field to what is wrong; test/fuzz/input-path.ts holds it for
// random documents of every operation.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../schema/index.ts'
import { walkInputPath } from '../../fuzz/input-path.ts'
import { askGraphql } from '../../operations/transports.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const LINE = 'input: {geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.6, 42.5]]}}'

test.each([
  [`{ line(${LINE}) { pacePlan(target: {time: "soon"}) { unit } } }`, 'target.time'],
  [`{ line(${LINE}) { pacePlan(target: {flatPaceSPerKm: 1}) { unit } } }`, 'target.flatPaceSPerKm'],
  ['{ cleanGpx(input: {gpx: "<gpx"}) { report { changed } } }', 'input.gpx'],
])('%s is refused at %s', async (query, inputPath) => {
  const { errors = [] } = await askGraphql(app, query)
  expect(errors).toHaveLength(1)
  expect(errors[0].extensions.inputPath).toBe(inputPath)
  expect(walkInputPath(schema, { query, variables: {} }, { path: errors[0].path, inputPath })).toBeNull()
})

test('a path that leads nowhere is found', () => {
  const query = '{ simplifyGpx(input: {line: {gpx: ""}, to: {points: 2}}) { gpx } }'
  const walk = (inputPath: string) =>
    walkInputPath(schema, { query, variables: {} }, { path: ['simplifyGpx'], inputPath })
  for (const inputPath of ['input.toleranceM', 'gpx', 'input.line.gpx[0]', 'points'])
    expect(walk(inputPath), inputPath).toContain('leads nowhere')
  for (const inputPath of ['input.line.gpx', 'input.keepStops', '', 'variables.w']) expect(walk(inputPath)).toBeNull()
})
