import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, parse, print, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, test } from 'vitest'
import * as generated from '../../src/web/documents/generated/graphql.ts'

const FOLDER = new URL('../../src/web/documents/', import.meta.url)
const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
const names = readdirSync(fileURLToPath(FOLDER)).filter((name) => name.endsWith('.graphql'))

describe('the documents of the explorer', () => {
  test('are all there', () => expect(names.length).toBeGreaterThan(12))

  test.each(names)('%s asks for what the schema has, and its typed form is made from it (npm run codegen)', (name) => {
    const document = parse(readFileSync(new URL(name, FOLDER), 'utf8'))
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
    const operation = document.definitions[0].kind === 'OperationDefinition' ? document.definitions[0].name!.value : ''
    const typed = (generated as unknown as Record<string, { toString(): string } | undefined>)[`${operation}Document`]
    expect(print(parse(String(typed)))).toBe(print(document))
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
