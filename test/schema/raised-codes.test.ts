// Every code that a field says it may raise (`@raises`) is raised by some test that asks GraphQL; those of lines, of
// weather and of heights here.

import { globSync, readFileSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { appliedTo } from '../../schema/plugin/applied-directives.ts'
import { ServiceError, type ErrorCode } from '../../src/errors.ts'
import { askGraphql } from '../operations/transports.ts'
import { type FakeOptions, startFakeApp } from '../support/fake-services.ts'

const ROOT = new URL('../../', import.meta.url)
const point = (lon: number, lat: number, heightM = '') => `[${lon}, ${lat}${heightM && `, ${heightM}`}]`
const lineOf = (...points: string[]) => `{geojson: {type: "LineString", coordinates: [${points.join(', ')}]}}`
const LINE = lineOf(point(1.5, 42.5), point(1.6, 42.5))
const WILD = lineOf(point(1.5, 42.5, '9'), point(1.51, 42.5, '4000'), point(1.52, 42.5, '-8000'))
const PARTS =
  '{geojson: {type: "MultiLineString", coordinates: [[[1.5, 42.5], [1.6, 42.5]], [[1.7, 42.5], [1.8, 42.5]]]}}'
const lineWith = (line: string, link: string) => `{ line(input: ${line}) { ${link} { __typename } } }`
const ROUTE = '{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { status } }'

test.each<[ErrorCode, string, FakeOptions?]>([
  ['heights_unusable', lineWith(WILD, 'elevationProfile(elevation: RECORDED)')],
  ['no_heights', lineWith(LINE, 'elevationProfile(elevation: RECORDED)')],
  ['one_part_only', lineWith(PARTS, 'pacePlan(target: {time: "1:00"})')],
  ['departure_out_of_range', lineWith(LINE, 'weather(departure: "1999-11-21T13:00:00Z")')],
  ['forecast_unavailable', '{ point(at: [-30, 10]) { forecast { state } } }'],
  ['waypoint_avoided', ROUTE, { routeFailure: new ServiceError('waypoint_avoided', 'It lies in an area to avoid.') }],
])('%s', async (code, query, options = {}) => {
  const app = await startFakeApp({ metering: false, ...options })
  const { errors = [] } = await askGraphql(app, query)
  await app.close()
  expect(errors.map(({ extensions }) => extensions.code)).toEqual([code.toUpperCase()])
})

test('every code that a field may raise is raised where GraphQL is asked', () => {
  const declared = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => appliedTo(field).raises?.codes ?? []))
  const codes = [...new Set(declared)]
  expect(codes.length).toBeGreaterThan(25)
  const text = globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => readFileSync(new URL(file, ROOT), 'utf8'))
    .filter((one) => one.includes('askGraphql'))
    .join('\n')
  expect(codes.filter((code) => !text.includes(`'${code}'`) && !text.includes(`'${code.toUpperCase()}'`))).toEqual([])
})
