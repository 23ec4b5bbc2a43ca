// Law: whatever a document selects, over lists however long and links however many, the executor begins no more fields
// than the answer may hold values, and a field that answers later counts for several. Walks a copy of the schema whose
// fields all give the longest they could.

import {
  type ExecutionResult,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  buildSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
  printSchema,
} from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { AnswerBudget } from '../../../schema/http/answer-budget.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { factsOf } from '../../../schema/plugin/field-facts.ts'
import { schema as served } from '../../../schema/index.ts'
import { caseCount } from '../../support/case-count.ts'
import { watchSchema } from '../../support/watch-schema.ts'
import { executePrepared } from '../../support/execute-prepared.ts'

const MOST_VALUES = 500
const VALUES_OF_A_LINK = 20
const LENGTH = 40
const MOST_FIELDS = 250
const DEPTH = 4

const schema = buildSchema(printSchema(served))
/** fields that answer later */
const links = new Set<string>()
const begun = { fields: 0, links: 0, elements: 0 }

function* elements(make: () => unknown): Generator<unknown> {
  for (let n = 0; n < LENGTH; n++) {
    begun.elements++
    yield make()
  }
}

/** What a field of this type gives at most. */
function mostOf(outputType: GraphQLOutputType): unknown {
  const type = getNullableType(outputType)
  if (isListType(type)) {
    const list = Array.from({ length: LENGTH }, () => mostOf(type.ofType))
    // what is read of it is counted
    Object.defineProperty(list, Symbol.iterator, { value: () => elements(() => list[0]) })
    return list
  }
  if (isEnumType(type)) return type.getValues()[0].value
  if (isAbstractType(type)) return { __typename: schema.getPossibleTypes(type)[0].name }
  if (isObjectType(type)) return { __typename: type.name }
  if (type.name === 'JSON' || type.name === 'GeoJSON') return { a: 'x'.repeat(20), b: [{}, {}, {}] }
  if (type.name === 'Int' || type.name === 'Float') return 1
  if (type.name === 'Boolean') return true
  return 'text'
}

beforeAll(() => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type))
      for (const field of Object.values(type.getFields())) (field as { args: unknown }).args = []
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const original = served.getType(type.name) as GraphQLObjectType
    for (const field of Object.values(type.getFields())) {
      const { credits = 0 } = factsOf(original.getFields()[field.name])
      const isLink = credits !== 0 || field.name === 'tags'
      if (isLink) links.add(`${type.name}.${field.name}`)
      ;(field as { args: unknown }).args = []
      field.resolve = () => {
        begun.fields++
        if (!isLink) return mostOf(field.type)
        begun.links++
        return Promise.resolve().then(() => mostOf(field.type))
      }
    }
  }
  watchSchema(schema)
})

/** A selection of the links by which one field of the last type is reached. */
interface Path {
  opening: string
  /** what its fields give, without the names of their types: paths of one kind to one type do not differ */
  kind: string
  depth: number
  last: GraphQLObjectType
}

function pathsBelow({ opening, kind, depth, last }: Path): Path[] {
  if (depth === DEPTH) return []
  return Object.values(last.getFields()).flatMap(({ name, type }) => {
    const named = getNamedType(type)
    const targets = isAbstractType(named) ? schema.getPossibleTypes(named) : isObjectType(named) ? [named] : []
    return targets.flatMap((target) => {
      const on = isAbstractType(named) ? `{ ... on ${target.name} ` : ''
      const path = {
        opening: `${opening} { ${name} ${on}`,
        kind: `${kind} ${String(type).replace(named.name, '')}${links.has(`${last.name}.${name}`) ? ' later' : ''}`,
        depth: depth + 1,
        last: target,
      }
      return [path, ...pathsBelow(path)]
    })
  })
}

function documentOf({ opening }: Path, field: GraphQLField<unknown, unknown>, names: number): string {
  const named = getNamedType(field.type)
  const below = isObjectType(named) || isAbstractType(named) ? ' { __typename }' : ''
  const aliases = Array.from({ length: names }, (_, i) => `a${i}: ${field.name}${below}`).join(' ')
  const closing = '}'.repeat([...opening].filter((letter) => letter === '{').length)
  return `${opening.trim().replace(/^\{/, 'query {')} { ${aliases} } ${closing}`
}

async function run(text: string): Promise<{ result: ExecutionResult; answer: AnswerBudget }> {
  Object.assign(begun, { fields: 0, links: 0, elements: 0 })
  const answer = new AnswerBudget(null, MOST_VALUES)
  const session = { forField: () => session }
  const result = await executePrepared({
    schema,
    document: parse(text),
    contextValue: { answer, session, fieldArguments: new DocumentArguments(null) },
  })
  return { result: result as ExecutionResult, answer }
}

test('no path of links makes the executor begin more than the answer may hold', { timeout: 600_000 }, async () => {
  const all = pathsBelow({ opening: '', kind: '', depth: 0, last: schema.getQueryType()! })
  expect(all.length).toBeGreaterThan(10_000)
  const paths = [...new Map(all.map((path) => [`${path.kind} ${path.last.name}`, path])).values()]
  expect(paths.length).toBeGreaterThan(2000)
  const step = Math.ceil(paths.length / caseCount(150, paths.length))
  const failures: string[] = []
  let cut = 0
  for (let n = 0; n < paths.length; n += step) {
    const fields = Object.values(paths[n].last.getFields())
    const field = fields[n % fields.length]
    const text = documentOf(paths[n], field, MOST_FIELDS - 2 * DEPTH)
    const { result, answer } = await run(text)
    const { fields: started, links, elements: read } = begun
    if (started > MOST_VALUES || links > MOST_VALUES / VALUES_OF_A_LINK + 1 || read > 2 * MOST_VALUES)
      failures.push(`${text.slice(0, 120)}: ${started} fields, ${links} links, ${read} elements`)
    const codes = new Set(result.errors)
    if (answer.error !== null) cut++
    if (codes.size !== (answer.error === null ? 0 : 1))
      failures.push(
        `${text.slice(0, 120)}: ${result.errors
          ?.map(({ message }) => message)
          .slice(0, 2)
          .join()}`,
      )
  }
  expect(failures).toEqual([])
  expect(cut).toBeGreaterThan(30)
})

test('an answer that grew too large keeps what was complete', async () => {
  const { result, answer } = await run(
    '{ first: service { modes } route { maneuvers { a: instruction b: instruction c: instruction } legs { __typename } } last: service { modes } places { edges { node { within { within { name } } } } } }',
  )
  expect(answer.error).not.toBeNull()
  expect(result.data).toMatchObject({ first: { modes: expect.any(Array) }, last: { modes: expect.any(Array) } })
  expect(result.data!.route).toMatchObject({ maneuvers: expect.any(Array) })
})
