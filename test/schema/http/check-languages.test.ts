// What is no tag of a language is refused before anything of a document runs, wherever it stands in it.

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLanguages } from '../../../schema/http/check-languages.ts'
import { schema } from '../../../schema/index.ts'
import { askGraphql } from '../../operations/transports.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../../support/fake-services.ts'

const FIELDS = [schema.getSubscriptionType()!, ...Object.values(schema.getTypeMap())].flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields() as Record<string, GraphQLField<unknown, unknown>>).map((field) => ({
        type,
        field,
      }))
    : [],
)
const NODE = { kind: 'Field' } as unknown as FieldNode

/** Paths of all that is called a language in an argument, with a value of that shape; `[]` in a list. */
function languagesIn(path: string[], given: GraphQLInputType, depth = 6): string[][] {
  const type = getNullableType(given)
  if (path.at(-1) === 'language') return [path]
  if (isListType(type)) return languagesIn([...path, '[]'], type.ofType, depth)
  if (!isInputObjectType(type) || depth === 0) return []
  return Object.values(type.getFields()).flatMap((member) =>
    languagesIn([...path, member.name], member.type, depth - 1),
  )
}

const PLACES = FIELDS.flatMap(({ type, field }) =>
  field.args
    .flatMap((argument) => languagesIn([argument.name], argument.type))
    .map((path) => ({ of: `${type.name}.${field.name}`, field, path })),
)

describe('the law', () => {
  test('every argument of the schema that is called a language is checked, by its path', () => {
    expect(PLACES.length).toBeGreaterThan(40)
    expect(PLACES.filter(({ path }) => path.length > 1).map(({ of }) => of)).toContain('Query.staticMap')
    for (const { of, field, path } of PLACES) {
      const withTag = (tag: string) => path.reduceRight<unknown>((value, name) => ({ [name]: value }), tag) as object
      const refusal = expect.objectContaining({
        extensions: expect.objectContaining({ code: 'invalid_input', inputPath: path.join('.') }),
        message: expect.stringMatching(`^\`${field.name}\\(${path.join('.')}\\)\`: expected a language`),
      })
      expect(() => checkLanguages(field, withTag('de_;'), NODE), of).toThrow(refusal)
      for (const tag of ['de', 'DE', 'de_AT', 'zz', 'x-private', 'i-klingon'])
        expect(() => checkLanguages(field, withTag(tag), NODE), of).not.toThrow()
      expect(() => checkLanguages(field, {}, NODE)).not.toThrow()
    }
  })

  test('each of them is a text', () => {
    for (const { of, field, path } of PLACES) {
      const argument = field.args.find(({ name }) => name === path[0])!
      if (path.length === 1) expect(getNamedType(argument.type).name, of).toBe('String')
    }
  })
})

describe('in a document', () => {
  let app: FakeApp
  let ran = 0
  beforeAll(async () => {
    app = await startFakeApp({
      metering: false,
      route: (request) => {
        ran++
        return fakeRoute(request)
      },
    })
  })
  afterAll(() => app.close())

  const ROUTE = 'route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]})'
  test.each([
    [`{ ${ROUTE} { maneuvers { instruction(language: "de_;") } } }`, 'instruction(language)'],
    [`{ ${ROUTE} { maneuvers { instructionSentence { text(language: "") } } } }`, 'text(language)'],
    [`{ ${ROUTE} { warnings { message de: message(language: "-") } } }`, 'message(language)'],
    [`{ ${ROUTE} { ... { ...unknown } } } fragment unknown on Route { unknowns { message(language: "1") } }`, null],
    [`{ ${ROUTE} { lengthM } trail(by: {osmRelation: 1}) { name(language: "de-") } }`, 'name(language)'],
    [`{ ${ROUTE} { export(format: GPX, language: "de_;") { text } } }`, 'export(language)'],
    [`{ ${ROUTE} { staticMap { url } } staticMap(input: {view: {box: [1, 42, 2, 43]}, language: "d"}) { url } }`, null],
    [
      `{ ${ROUTE} { lengthM } ... @defer { place(by: {osm: {type: NODE, id: 1}}) { name(language: "de_;") } } }`,
      'name(language)',
    ],
  ])('%s: nothing runs, and nothing is charged', async (query, argument) => {
    ran = 0
    for (const accept of ['application/json', 'application/json, multipart/mixed']) {
      const { status, data, errors, cost } = await askGraphql(app, query, undefined, { accept })
      expect([status, data, cost, ran], JSON.stringify(errors)).toEqual([400, undefined, undefined, 0])
      expect(errors).toHaveLength(1)
      expect(errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
      expect(errors![0].extensions.inputPath).toMatch(/(^|\.)language$/)
      expect(errors![0]).toMatchObject({ locations: [{ line: 1 }] })
      if (argument !== null) expect(errors![0].message).toMatch(`\`${argument}\`: expected a language`)
    }
  })

  test('a variable is checked where it is used, and what a directive leaves out is not', async () => {
    const query = `query ($language: String, $said: Boolean!) {
      ${ROUTE} { maneuvers { instruction(language: $language) @include(if: $said) type } } }`
    ran = 0
    const { errors } = await askGraphql(app, query, { language: 'de_;', said: true })
    expect([errors?.[0].extensions.inputPath, ran]).toEqual(['language', 0])
    expect((await askGraphql(app, query, { language: 'de_;', said: false })).errors).toBeUndefined()
    expect((await askGraphql(app, query, { language: null, said: true })).errors).toBeUndefined()
  })

  test('the refusal is said in the language of the header', async () => {
    const query = `{ ${ROUTE} { maneuvers { instruction(language: "de_;") } } }`
    const { errors, headers } = await askGraphql(app, query, undefined, { 'accept-language': 'de' })
    expect(errors![0].message).toBe(
      '`instruction(language)`: erwartet eine Sprache nach BCP 47, z. B. de oder pt-BR, erhalten "de_;".',
    )
    expect(headers.get('content-language')).toBe('de')
  })
})
