import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, parse, print, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, test } from 'vitest'
import { operationName } from '../../clients/typescript/src/typed-document.ts'
import { readOwnDocuments } from '../../schema/http/trusted-documents.ts'
import * as generated from '../../src/web/documents/generated/graphql.ts'

const FOLDER = new URL('../../src/web/documents/', import.meta.url)
const operations = readOwnDocuments(fileURLToPath(FOLDER)).map((text) => [operationName(text), text] as const)
const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
const names = readdirSync(fileURLToPath(FOLDER)).filter((name) => name.endsWith('.graphql'))

describe('the documents of the explorer', () => {
  test('are all there', () => expect(operations.length).toBeGreaterThan(12))

  test.each(operations)('%s asks for what the schema has, and its typed form is made from it', (name, text) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
    const typed = (generated as unknown as Record<string, { toString(): string } | undefined>)[`${name}Document`]
    expect(print(parse(String(typed)))).toBe(text)
  })

  // the map has its names in the language of the page: lists, search and directions to a place have them, too
  test.each(names)('%s asks for every name in the language of the page where the service has it', (name) => {
    const types = new TypeInfo(schema)
    const without: string[] = []
    visit(
      parse(readFileSync(new URL(name, FOLDER), 'utf8')),
      visitWithTypeInfo(types, {
        Field(field) {
          const takesIt = types.getFieldDef()?.args.some((argument) => argument.name === 'language') ?? false
          if (takesIt && !field.arguments?.some((argument) => argument.name.value === 'language'))
            without.push(`${types.getParentType()}.${field.name.value}`)
        },
      }),
    )
    expect(without).toEqual([])
  })
})
