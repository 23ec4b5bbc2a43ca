// The contract with those who use the last release: what it had is there still, or CHANGELOG.md names it under
// `### Breaking` of `## Unreleased`. `npm run codegen -- --release` makes what is there now the new baseline.

import { readFileSync } from 'node:fs'
import { BreakingChangeType, buildSchema, findSchemaChanges } from 'graphql'
import { describe, expect, test } from 'vitest'
import { printedRestContract } from '../../codegen.ts'
import { printedSchema } from '../../schema/print-schema.ts'
import { findRestChanges } from './compare-openapi.ts'
import { breakingNames, isRestChangeNamed, isSdlChangeNamed } from './named-in-changelog.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
/** With the table of renamed members in place of the link to its page. */
const changelog = read('../../CHANGELOG.md').replace(/\[docs\/(migrating-\d+\.md)\]\([^)]*\)/, (_, page) =>
  read(`../../docs/${page}`).replaceAll(/^#+ /gm, ''),
)
const released = { sdl: read('released/schema.graphql'), rest: JSON.parse(read('released/openapi.json')) }
const rest = JSON.parse(printedRestContract())

function sdlChanges(before: string, after: string): string[] {
  return findSchemaChanges(buildSchema(before), buildSchema(after))
    .filter(({ type }) => type in BreakingChangeType)
    .map(({ description }) => description)
}

describe('since the last release', () => {
  test('each breaking change of GraphQL is named in the changelog', () => {
    const changes = sdlChanges(released.sdl, printedSchema())
    expect(changes.filter((change) => !isSdlChangeNamed(change, changelog))).toEqual([])
  })

  test('each breaking change of REST is named in the changelog', () => {
    const changes = findRestChanges(released.rest, rest)
    expect(changes.filter((change) => !isRestChangeNamed(change, changelog))).toEqual([])
  })

  test('the baseline is that of the newest release in the changelog (npm run codegen -- --release)', () => {
    expect(released.rest['x-released']).toBe(/^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1])
    expect(released.sdl).toContain(`# ${released.rest['x-released']}\n`)
  })
})

describe('a breaking change of GraphQL', () => {
  const before = `type Query { a(x: Int): A! b: B } type A { f: Int! g: Int } enum B { ONE TWO } input I { n: Int }`
  const change = (from: string, to: string): string[] => sdlChanges(before, before.replace(from, to))
  const breaking = (text: string): string =>
    `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${text}\n\n## 1.0.0 (2026-01-01)\n`

  test('is found, and what is added is none', () => {
    expect(change('g: Int', '')).toEqual(['Field A.g was removed.'])
    expect(change('f: Int!', 'f: Int')).toEqual(['Field A.f changed type from Int! to Int.'])
    expect(change('ONE TWO', 'ONE')).toEqual(['Enum value B.TWO was removed.'])
    expect(change('x: Int', 'x: Int, y: Int!')).toEqual(['A required argument Query.a(y:) was added.'])
    expect(change('n: Int', 'n: Int m: Int!')).toEqual(['A required field I.m was added.'])
    expect(change('g: Int', 'g: Int h: Int')).toEqual([])
  })

  test('is named by its coordinate, by its own name, or by its type', () => {
    for (const text of ['- Breaking: `A.g` is gone', '| `g` | `h` |', '- Breaking: type `A` is another'])
      expect(isSdlChangeNamed('Field A.g was removed.', breaking(text)), text).toBe(true)
    expect(isSdlChangeNamed('A required argument Query.a(y:) was added.', breaking('`a(y:)`'))).toBe(true)
    for (const text of ['- Breaking: g is gone', '`A.f`', '`A { f }`', '', '`B`'])
      expect(isSdlChangeNamed('Field A.g was removed.', breaking(text)), text).toBe(false)
  })

  test('is named only under Breaking of what is not released', () => {
    const elsewhere = '## Unreleased\n\n### GraphQL\n\n`A.g`\n\n## 1.0.0 (2026-01-01)\n\n### Breaking\n\n`A.g`\n'
    expect(isSdlChangeNamed('Field A.g was removed.', elsewhere)).toBe(false)
    expect([...breakingNames('## Unreleased\n\n### Breaking\n\n`A.g`, `h`').words]).toEqual(['A.g', 'h'])
  })
})

describe('a breaking change of REST', () => {
  type Json = Record<string, any>
  const says = (change: (document: Json) => void): string[] => {
    const after = structuredClone(rest)
    change(after)
    return findRestChanges(rest, after).map((one) => `${one.operation}: ${one.says}`)
  }
  const body = (document: Json, path: string): Json =>
    document.paths[path].post.requestBody.content['application/json'].schema

  test('is none where nothing changed', () => expect(says(() => {})).toEqual([]))

  test.each(Object.keys(rest.paths))('is that %s is gone', (path) => {
    const methods = Object.keys(rest.paths[path]).filter((method) => method === 'get' || method === 'post')
    expect(says(({ paths }) => delete paths[path]).sort()).toEqual(
      methods.map((method) => `${method.toUpperCase()} ${path}: is gone`).sort(),
    )
  })

  test('is a member of an answer that is gone, left out, or null', () => {
    for (const [name, schema] of Object.entries<Json>(rest.components.schemas)) {
      const key = Object.keys(schema.properties ?? {}).at(-1)
      if (/Error$/.test(name) || key === undefined) continue
      const gone = says((document) => delete document.components.schemas[name].properties[key])
      expect(gone.length > 0 && gone.every((one) => one.endsWith(`.${key} is gone`)), `${name}.${key}`).toBe(true)
      if (!schema.required?.includes(key)) continue
      const optional = says((document) => {
        const { required } = document.components.schemas[name]
        required.splice(required.indexOf(key), 1)
      })
      expect(optional.length > 0 && optional.every((one) => one.endsWith(`.${key} may be left out`)), key).toBe(true)
    }
    const nullable = says(
      (document) => (document.components.schemas.WaypointRoute.properties.distance_m.type = ['number', 'null']),
    )
    expect(nullable).toContain('POST /v1/route: answer.distance_m may be null')
  })

  test('is input that is refused now', () => {
    const on = (change: (schema: Json) => void): string[] =>
      says((document) => change(body(document, '/v1/roundtrips')))
    expect(on(({ properties }) => delete properties.hills)).toEqual(['POST /v1/roundtrips: body.hills is gone'])
    expect(on(({ required }) => required.push('profile'))).toEqual(['POST /v1/roundtrips: body.profile is required'])
    expect(on(({ properties }) => properties.profile.enum.pop())).toEqual([
      'POST /v1/roundtrips: body.profile is no longer "bike"',
    ])
    expect(on(({ properties }) => (properties.hills.maximum = 0.5))).toEqual([
      'POST /v1/roundtrips: body.hills has maximum 0.5, it was 1',
    ])
    expect(on(({ properties }) => (properties.hills.type = 'string'))).toEqual([
      'POST /v1/roundtrips: body.hills is no longer a number',
    ])
    expect(on(({ properties }) => (properties.start.prefixItems[1].maximum = 80))).toEqual([
      'POST /v1/roundtrips: body.start.1 has maximum 80, it was 90',
    ])
  })

  test('is a parameter that is gone, new and required, or narrower, and a key that is needed', () => {
    const on = (change: (operation: Json) => void): string[] =>
      says(({ paths }) => change(paths['/search/v1/forward'].get))
    const at = 'GET /search/v1/forward'
    expect(on(({ parameters }) => parameters.splice(1, 1))).toEqual([`${at}: the parameter limit is gone`])
    expect(on(({ parameters }) => (parameters[1].required = true))).toEqual([`${at}: the parameter limit is required`])
    expect(on(({ parameters }) => (parameters[1].schema.maximum = 20))).toEqual([
      `${at}: limit has maximum 20, it was 50`,
    ])
    const patterned = (pattern: string) =>
      on(({ parameters }) =>
        Object.assign(parameters.find(({ name }: Json) => name === 'language').schema, { pattern }),
      )
    expect(patterned('^[a-z]{2}$')).toEqual([`${at}: language has another pattern`])
    expect(patterned('^[A-Za-z0-9_-]+$')).toEqual([])
    expect(on(({ parameters }) => parameters.push({ name: 'x', in: 'query', required: true, schema: {} }))).toEqual([
      `${at}: the parameter x is new and required`,
    ])
    expect(on((operation) => (operation.security = [{ bearer: [] }]))).toEqual([`${at}: needs a key`])
  })

  test('is not what is added or widened', () => {
    expect(
      says(({ paths, components }) => {
        paths['/v1/new'] = { get: {} }
        components.schemas.WaypointRoute.properties.another = { type: 'string' }
        components.schemas.WaypointRoute.required.push('another')
        const { properties } = body({ paths } as Json, '/v1/roundtrips')
        properties.hills.maximum = 2
        properties.profile.enum.push('ski')
        properties.another = { type: 'string' }
        paths['/search/v1/forward'].get.parameters.push({ name: 'x', in: 'query', schema: {} })
      }),
    ).toEqual([])
  })
})
