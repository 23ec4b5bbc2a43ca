import { readFileSync } from 'node:fs'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { errorMessage, errorText, PathTable } from '../../src/server/handle-request.ts'
import type { JsonSchema } from '../../resolvers/input/json-schema.ts'
import { readChanges, writeChangesFeed } from '../../src/site/changes-feed.ts'
import { buildOpenApi } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { Query } from '../../src/server/read-request.ts'
import { ServiceError } from '../../src/errors.ts'
import { english } from '../../src/language/catalogue-files.ts'
import { bodySchemaIn, operationIn } from '../support/openapi-judge.ts'

describe('the three error bodies', () => {
  const failure = new ServiceError('no_snap', 'Waypoint 1: see `snapRadiusM`.')
  test('Error has the code as a string', () =>
    expect(JSON.parse(errorText('error', failure, 'r', english))).toEqual({
      error: 'no_snap',
      message: 'Waypoint 1: see `snap_radius_m`.',
    }))
  test('ProductError has an object of code and message', () =>
    expect(JSON.parse(errorText('product', failure, 'r', english))).toEqual({
      error: { code: 'no_snap', message: 'Waypoint 1: see `snap_radius_m`.' },
    }))
  test("RouteError has message, status and Valhalla's number", () => {
    expect(JSON.parse(errorText('route', failure, 'r', english))).toEqual({
      error: 'Waypoint 1: see `snap_radius_m`.',
      status_code: 422,
      error_code: 171,
      service: { code: 'no_snap', message: 'Waypoint 1: see `snap_radius_m`.' },
    })
  })
  test('only names in backticks are rewritten', () => {
    expect(
      errorMessage(
        new ServiceError('invalid_input', '`waypoints[3][0]`, `costingOptions.useRoads` and iPhone'),
        '',
        english,
      ),
    ).toBe('`waypoints[3][0]`, `costing_options.use_roads` and iPhone')
  })
})

describe('the change feed', () => {
  const markdown = `# Changelog\n\n## Unreleased\n\n- added: no date yet\n\n## 0.2.0 (2026-12-01)\n\n- Breaking: a <field> is gone\n  for "good" reason\n- a note without a category\n\n## 0.1.0 (2026-11-21)\n\n- added: the start\n`
  test('holds dated items with their category, in order', () => {
    expect(readChanges(markdown)).toEqual([
      { version: '0.2.0', date: '2026-12-01', category: 'Breaking', text: 'a <field> is gone for "good" reason' },
      { version: '0.1.0', date: '2026-11-21', category: 'added', text: 'the start' },
    ])
  })
  test('is Atom with escaped text and a category per entry', () => {
    const feed = writeChangesFeed(readChanges(markdown), 'https://maps.example')
    expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>')
    expect(feed).toContain('<category term="Breaking"/>')
    expect(feed).toContain('a &lt;field&gt; is gone')
    expect(XMLValidator.validate(feed)).toBe(true)
    const [breaking] = new XMLParser().parse(feed).feed.entry
    expect(breaking.content).toBe('a <field> is gone for "good" reason')
    expect(feed.match(/<entry>/g)).toHaveLength(2)
    expect(new Set(feed.match(/<id>[^<]+<\/id>/g)).size).toBe(3)
  })
  test('has every item of the changelog that is released', () => {
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
    const released = changelog.slice(changelog.search(/^## \d/m))
    expect(readChanges(changelog)).toHaveLength(released.match(/^- /gm)!.length)
  })
  test('will have every item of the changelog that is not released yet', () => {
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
    const asReleased = changelog.replace('## Unreleased', '## 99.0.0 (2099-01-01)')
    expect(readChanges(asReleased)).toHaveLength(changelog.match(/^- /gm)!.length)
  })
})

describe('the OpenAPI document', () => {
  const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0.1.0' })

  test('has every path with its operation and all of its statuses', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.7.0')
    expect(document.info['x-build']).toBe('0.1.0')
    for (const row of OPERATION_ROWS)
      expect(operationIn(document, row.method, row.path).operationId).toBe(row.operationId ?? row.operation.id)
    expect(Object.keys(operationIn(document, 'POST', '/v1/route').responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '405',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(document.paths['/api/route/capabilities'].servers).toEqual([{ url: 'http://site' }])
  })

  test('describes bodies in snake_case with the bounds that are checked', () => {
    const { properties = {}, required } = bodySchemaIn(document, '/v1/route')
    expect(required).toEqual(['waypoints'])
    expect(properties.max_sac).toMatchObject({ type: 'integer', minimum: 1, maximum: 6 })
    expect(properties.waypoints).toMatchObject({ type: 'array', minItems: 1, maxItems: 100 })
    expect((properties.waypoints.items as JsonSchema).anyOf![0].prefixItems).toHaveLength(2)
    const trip = bodySchemaIn(document, '/route/v1')
    const options = trip.properties!.costing_options
    expect(options.additionalProperties).toBe(false)
    expect(trip.additionalProperties).toBeUndefined()
    expect(options.properties!.bicycle.required).toEqual(['bicycle_type', 'use_roads', 'use_ferry'])
  })

  test('refers to nothing that is not there', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas[name]).toBeDefined()
    expect(text).not.toContain('"$ref":"#/$defs')
  })
})

describe('paths', () => {
  const table = new PathTable([
    { method: 'GET', path: '/a/{x}.bin' },
    { method: 'GET', path: '/a/list' },
    { method: 'GET', path: '/b/{x}/c' },
  ])
  test('an exact path wins, a segment is never empty', () => {
    expect(table.find('/a/list')?.parameters).toEqual({})
    expect(table.find('/a/one%20two.bin')?.parameters).toEqual({ x: 'one two' })
    expect(table.find('/a/.bin')).toBeNull()
    expect(table.find('/b//c')).toBeNull()
    expect(table.find('/b/%E0%A4%A/c')).toBeNull()
    expect(table.find('/b/x/c/')).toBeNull()
  })
})

describe('query strings', () => {
  test('latitude comes first and goes second', () =>
    expect(new Query('points=42.5,1.5|-1,2e1').latLonPairs('points', 10)).toEqual([
      [1.5, 42.5],
      [20, -1],
    ]))
  test('what is no pair is named', () =>
    expect(() => new Query('points=1,2|3').latLonPairs('points', 10)).toThrow(
      '`points[1]`: expected a pair lat,lon, got "3".',
    ))
  test('a parameter given twice is refused', () => expect(() => new Query('z=1&z=2').number('z')).toThrow(ServiceError))
  test('only plain decimal numbers are numbers', () => {
    for (const text of ['0x10', '1_000', 'Infinity', 'NaN', '', '1,5', '--1'])
      expect(typeof new Query(`z=${text}`).number('z'), text).toBe('string')
    expect(new Query('z=-1.5e1').number('z')).toBe(-15)
  })
  test('a million bars cost no million pairs', () =>
    expect(new Query(`points=${'1,1|'.repeat(1_000_000)}`).latLonPairs('points', 10)!.length).toBe(12))
})
