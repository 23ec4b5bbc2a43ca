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

const LINE = 'line: {geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.6, 42.5]]}}'

test.each([
  [`{ pacePlan(input: {${LINE}, target: {time: "soon"}}) { unit } }`, 'input.target.time'],
  [`{ pacePlan(input: {${LINE}, target: {flatPaceSPerKm: 1}}) { unit } }`, 'input.target.flatPaceSPerKm'],
  ['{ cleanGpx(input: {gpx: "<gpx"}) { report { changed } } }', 'input.gpx'],
])('%s is refused at %s', async (query, inputPath) => {
  const { errors = [] } = await askGraphql(app, query)
  expect(errors).toHaveLength(1)
  expect(errors[0].extensions.inputPath).toBe(inputPath)
  expect(walkInputPath(schema, { query, variables: {} }, { path: errors[0].path, inputPath })).toBeNull()
})

test('a path that leads nowhere is found', () => {
  const query = '{ pacePlan(input: {line: {gpx: ""}, target: {time: "1"}}) { unit } }'
  const walk = (inputPath: string) => walkInputPath(schema, { query, variables: {} }, { path: ['pacePlan'], inputPath })
  for (const inputPath of ['input.targetTime', 'gpx', 'input.line.gpx[0]', 'target.time'])
    expect(walk(inputPath), inputPath).toContain('leads nowhere')
  for (const inputPath of ['input.line.gpx', 'input.unit', '', 'variables.w']) expect(walk(inputPath)).toBeNull()
})
