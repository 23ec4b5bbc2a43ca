import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, parse, print, validate } from 'graphql'
import { expect, test } from 'vitest'
import * as documents from '../../../clients/typescript/src/generated/documents.ts'
import { typeOf } from '../../../clients/typescript/codegen/print-rest.ts'
import { printedClient, printedSkyWords } from '../../../codegen.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const CLIENT = new URL('../../../clients/typescript/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, CLIENT), 'utf8')
const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', CLIENT), 'utf8'))
const names = readdirSync(fileURLToPath(new URL('documents/', CLIENT)))

test('the REST half of the client is printed from the OpenAPI document (npm run codegen)', () => {
  expect(read('src/generated/rest.ts')).toBe(printedClient())
})

test('the words of the sky are those of the catalogues (npm run codegen)', () => {
  expect(read('src/generated/sky-words.ts')).toBe(printedSkyWords())
})

test.each(names)('%s asks for what the schema has, and its typed form is made from it (npm run codegen)', (name) => {
  const document = parse(read(`documents/${name}`))
  expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  const operation = document.definitions[0].kind === 'OperationDefinition' ? document.definitions[0].name!.value : ''
  const typed = (documents as unknown as Record<string, { toString(): string } | undefined>)[`${operation}Document`]
  expect(print(parse(String(typed)))).toBe(print(document))
})

test('the package has the version of the service, which it fits from there on, and no dependency', () => {
  const own = JSON.parse(read('package.json')) as Record<string, unknown>
  expect(own.version).toBe(packageJson.version)
  expect(own.engines).toHaveProperty('waypost', `^${packageJson.version}`)
  expect([own.dependencies, own.peerDependencies, own.optionalDependencies]).toEqual([undefined, undefined, undefined])
})

test.each([
  [{ type: ['number', 'null'] }, 'number | null'],
  [{ enum: ['a', 'b', null] }, '"a" | "b" | null'],
  [{ $ref: '#/components/schemas/Route' }, 'Route'],
  [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false }, '[number, string]'],
  [{ type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'null' } }, '[number, ...Array<null>]'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
  [{ anyOf: [{ const: 1 }, { type: 'null' }] }, '1 | null'],
  [{ description: 'anything' }, 'unknown'],
  [
    { type: 'object', properties: { 'a-b': { type: 'string', description: 'x */' }, c: {} }, required: ['c'] },
    '{\n  /** x * / */\n  "a-b"?: string\n  c: unknown\n}',
  ],
])('%j is printed as a type', (given, printed) => expect(typeOf(given)).toBe(printed))
