// The table of docs/migrating-3.md against the schema of 2.0 and that of today.

import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { printedSchema } from '../../schema/print-schema.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const page = read('../../docs/migrating-3.md')
const released = buildSchema(read('../contract/released/schema.graphql'))
const current = buildSchema(printedSchema())

/** Code spans of both cells of each row below a heading; a pipe in a cell is written as \|. */
function rowsBelow(heading: string): (readonly [before: string[], now: string[]])[] {
  const section = page.split(`## ${heading}\n`)[1].split(/^## /m)[0]
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [before, now] = row.split(/(?<!\\)\|/).slice(1)
    return [spansOf(before), spansOf(now)]
  })
}

const spansOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, span]) => span)

const faultsOf = (schema: GraphQLSchema, document: string): string[] =>
  validate(schema, parse(document)).map(({ message }) => message)

/** Of a span `Type`, `Type.member` or `Type.field(argument:)`: whether the schema has it; null of any other text. */
function hasCoordinate(schema: GraphQLSchema, span: string): boolean | null {
  const [, typeName, member, argument] = /^([A-Z]\w*)(?:\.(\w+))?(?:\((\w+):\))?$/.exec(span) ?? []
  if (typeName === undefined) return null
  const type = schema.getType(typeName)
  if (type === undefined) return false
  if (member === undefined) return true
  if ('getValues' in type) return type.getValues().some(({ name }) => name === member)
  const field = 'getFields' in type ? type.getFields()[member] : undefined
  if (field === undefined || argument === undefined) return field !== undefined
  return 'args' in field && field.args.some(({ name }) => name === argument)
}

test('each old document was accepted by 2.0 and is refused now, each new one is accepted', () => {
  for (const [before, now] of rowsBelow('Documents')) {
    for (const document of before) {
      expect(faultsOf(released, document), document).toEqual([])
      expect(faultsOf(current, document), document).not.toEqual([])
    }
    for (const document of now) expect(faultsOf(current, document), document).toEqual([])
  }
})

test('each old name was in 2.0, and each new one is there', () => {
  for (const [before, now] of rowsBelow('Names')) {
    for (const span of before) expect(hasCoordinate(released, span), span).not.toBe(false)
    for (const span of now) expect(hasCoordinate(current, span), span).not.toBe(false)
  }
})

test('a document and a name that are not there are found', () => {
  expect(faultsOf(current, '{ nothingOfThisName }')).not.toEqual([])
  expect(
    ['Course', 'Course.nothing', 'Nothing', 'Course.line(toleranceM:)', 'a word'].map((span) =>
      hasCoordinate(released, span),
    ),
  ).toEqual([true, false, false, true, null])
})
