// `npm run codegen [-- --release]`: prints schema/schema.graphql, rest-compat/answer-schemas.json,
// docs/configuration.md, docs/contract.md and the layers in ARCHITECTURE.md, makes typed documents for the tests and
// the explorer from the operations in test/documents/ and src/web/documents/, and the generated files of
// clients/typescript from both. test/schema/printed-schema.test.ts, test/docs.test.ts and
// test/clients/typescript/generated.test.ts fail where a print is not up to date.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInterfaceType, isObjectType, isScalarType, parse } from 'graphql'
import { printRest } from './clients/typescript/codegen/print-rest.ts'
import {
  type AnswerSchemas,
  type Json,
  buildAnswerSchemas,
  printedAnswerSchemas,
} from './rest-compat/codegen/answer-schemas.ts'
import { creditWords, limitWords, buildOpenApi, codesOf } from './rest-compat/openapi.ts'
import packageJson from './package.json' with { type: 'json' }
import { OPERATION_ROWS } from './rest-compat/routes.ts'
import { schema } from './schema/index.ts'
import { type FieldFacts, factsOf } from './schema/plugin/field-facts.ts'
import { printedSchema } from './schema/print-schema.ts'
import { VARIABLES } from './src/config/variables.ts'
import { ERROR_STATUS, type ErrorCode } from './src/errors.ts'
import { LANGUAGES, readCatalogue } from './src/language/catalogue-files.ts'
import { type EnglishCatalogue, printedMessageValues, printedPageWords } from './src/language/codegen/print-values.ts'
import { printedLayers } from './test/support/layers.ts'

/** The OpenAPI document without words and examples, which may change freely. */
export function printedRestContract(): string {
  const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '' })
  return `${JSON.stringify({ 'x-released': packageJson.version, ...(withoutWords(document) as Json) }, null, 1)}\n`
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(WORDS.has(key) && typeof inner === 'string') && key !== 'example' && key !== 'tags')
      .map(([key, inner]) => [key, withoutWords(inner)]),
  )
}
const WORDS: ReadonlySet<string> = new Set(['description', 'summary'])

/** Each scalar with its type in TypeScript. */
function scalarTypes(): Record<string, string> {
  const own = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .flatMap(({ name, extensions: { codegenScalarType } }) =>
      typeof codegenScalarType === 'string' ? [[name, codegenScalarType]] : [],
    )
  return { ...Object.fromEntries(own), ID: 'string' }
}

/** The REST half of clients/typescript. `answers`: left out, as the file has them. */
export function printedClient(answers?: AnswerSchemas): string {
  const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '', answers })
  return printRest(document, Object.keys(ERROR_STATUS))
}

/** What the client says of weather codes: the words of the page for the sky, by group and language. */
export function printedSkyWords(): string {
  const pageOf = (language: string): Record<string, string> => JSON.parse(readCatalogue(language)).page ?? {}
  const english = pageOf('en')
  const pages = LANGUAGES.map((language) => [language, { ...english, ...pageOf(language) }] as const)
  const groups = Object.keys(english).filter((key) => key.startsWith('sky.'))
  const words = Object.fromEntries(
    groups.map((key) => [key.slice('sky.'.length), Object.fromEntries(pages.map(([tag, page]) => [tag, page[key]]))]),
  )
  return `// Made by \`npm run codegen\` from src/language/catalogues.\n\nexport const SKY_WORDS = ${JSON.stringify(words, null, 2)} as const\n`
}

/** docs/configuration.md, made from the table that reads the environment. */
export function printedConfiguration(): string {
  const rows = Object.values(VARIABLES).map(({ name, fallback, meaning }) => [
    `\`${name}\``,
    fallback === '' ? '' : `\`${fallback}\``,
    meaning.replaceAll('|', '\\|'),
  ])
  return [
    '# Configuration',
    '',
    'Environment variables. `npm start -- --help` prints the same list, and the start reports every mistake at once.',
    'This page is made by `npm run codegen` from `src/config`.',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
}

/** docs/contract.md, made from the register of operations. */
export function printedContract(): string {
  const fields = Object.values(schema.getQueryType()!.getFields())
  const namesWith = (mark: 'runsNothing' | 'readsById') =>
    fields
      .filter((field) => factsOf(field)[mark] === true)
      .map(({ name }) => `\`${name}\``)
      .join(', ')
  const rows = OPERATION_ROWS.map((row) => {
    const { id, summary, takesKey } = row.operation
    const graphqlFields = fieldsOf(id).map((name) => `\`${name}\``)
    return [
      `**${row.operationId ?? id}**: ${summary}`,
      `\`${row.method} ${row.path}\`${row.host === 'site' ? ' (site)' : ''}`,
      graphqlFields.join(', '),
      takesKey ? creditWords(row) : `${creditWords(row)}, no key`,
      limitWords(row).join(', '),
      byStatus(codesOf(row).filter((code) => !ANY_CODES.has(code))),
    ]
  })
  return [
    '# Operations',
    '',
    'Every operation with its REST path and GraphQL field, its price in credits, its limits and its errors. A call that fails',
    'costs nothing. Bodies and answers: `/rest`, `/openapi.json`, GraphiQL. A _slot_ is one of the heavy requests that a caller may',
    'have at once; _no key_: a key is ignored. Every operation takes [`language`](languages.md) too. Made by `npm run codegen`.',
    '',
    `Any operation may also answer ${byStatus([...ANY_CODES])}.`,
    '',
    '| operation | REST | GraphQL | credits | at most | its own errors |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
    `GraphQL alone has ${namesWith('runsNothing')}, which cost nothing, but for \`points\`, which costs 1 credit however many they`,
    `are; and ${namesWith('readsById')}, which read what has an id for 1 credit each, counted as \`search\` or \`trail-relation\`.`,
    'A link of a place, a trail or a line costs as the operation that it runs, once for each that it is asked of; the height of a',
    'point costs nothing. Each event of the subscription `conditions` costs as its selection does as a query.',
    '',
  ].join('\n')
}

/** `422 a, b; 503 c`, each code as code. */
function byStatus(codes: readonly ErrorCode[]): string {
  const groups = Object.groupBy(codes, (code) => ERROR_STATUS[code])
  return Object.entries(groups)
    .map(
      ([status, some]) =>
        `${status} ${some!
          .sort()
          .map((code) => `\`${code}\``)
          .join(', ')}`,
    )
    .join('; ')
}

/** ARCHITECTURE.md with the layers between their two markers. */
export function printedArchitecture(): string {
  const text = readFileSync(new URL('ARCHITECTURE.md', import.meta.url), 'utf8')
  const [before, rest] = text.split('<!-- layers -->\n')
  const [, after] = rest.split('<!-- /layers -->')
  return `${before}<!-- layers -->\n\n${printedLayers()}\n\n<!-- /layers -->${after}`
}

/** The fields that an operation has in GraphQL: of the root by name, links by where they are declared: `Spot.reach`. */
function fieldsOf(operation: string): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    const inherited = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())))
    return Object.values(type.getFields())
      .filter((field) => !inherited.has(field.name) && isFormOf(factsOf(field), operation))
      .map(({ name }) => (type === schema.getQueryType() ? name : `${type.name}.${name}`))
  })
}

/** Whether a field is the operation itself, and does not only take its place among the operations of a document. */
function isFormOf({ operations = [], runsNothing, readsById }: FieldFacts, operation: string): boolean {
  return operations.some(({ id }) => id === operation) && runsNothing !== true && readsById !== true
}

/** The types of the answers to a folder's operations, and the operations themselves as texts. */
async function typedDocuments(folder: string): Promise<string> {
  const { codegen } = await import('@graphql-codegen/core')
  const operations = await import('@graphql-codegen/typescript-operations')
  const documents = await import('@graphql-codegen/typed-document-node')
  const content = await codegen({
    filename: `${folder}/generated/graphql.ts`,
    schema: parse(printedSchema()),
    documents: globSync(`${folder}/*.graphql`, { cwd: import.meta.dirname })
      .sort()
      .map((location) => ({ location, document: parse(readFileSync(join(import.meta.dirname, location), 'utf8')) })),
    config: { useTypeImports: true, documentMode: 'string', scalars: scalarTypes() },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations, documents },
  })
  return `/* eslint-disable */\n${content}`
}

/** Codes that are not worth a column: nearly every operation may give them. */
const ANY_CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'invalid_input',
  'invalid_key',
  'origin_not_allowed',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'credits_exhausted',
  'internal',
  'busy',
])

/** The types of the values that sentences and words of the page have, by their files. */
export function printedLanguage(): { 'message-values.ts': string; 'page-words.ts': string } {
  const english = JSON.parse(readCatalogue('en')) as EnglishCatalogue
  return { 'message-values.ts': printedMessageValues(english), 'page-words.ts': printedPageWords(english) }
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(printedLanguage()))
    writeFileSync(new URL(`src/language/generated/${name}`, import.meta.url), text)
  if (process.argv.includes('--release')) {
    // what the next changes are held against (test/contract/breaking-changes.test.ts)
    const folder = new URL('test/contract/released/', import.meta.url)
    writeFileSync(new URL('schema.graphql', folder), `# ${packageJson.version}\n${printedSchema()}`)
    writeFileSync(new URL('openapi.json', folder), printedRestContract())
  }
  writeFileSync(fileURLToPath(new URL('docs/configuration.md', import.meta.url)), printedConfiguration())
  writeFileSync(fileURLToPath(new URL('docs/contract.md', import.meta.url)), printedContract())
  writeFileSync(fileURLToPath(new URL('ARCHITECTURE.md', import.meta.url)), printedArchitecture())
  const schemaFile = fileURLToPath(new URL('schema/schema.graphql', import.meta.url))
  writeFileSync(schemaFile, printedSchema())
  writeFileSync(fileURLToPath(new URL('rest-compat/answer-schemas.json', import.meta.url)), printedAnswerSchemas())
  writeFileSync(
    new URL('clients/typescript/src/generated/rest.ts', import.meta.url),
    printedClient(buildAnswerSchemas()),
  )
  writeFileSync(new URL('clients/typescript/src/generated/sky-words.ts', import.meta.url), printedSkyWords())
  writeFileSync(
    new URL('clients/typescript/codegen/scalars.json', import.meta.url),
    `${JSON.stringify(scalarTypes(), null, 2)}\n`,
  )
  for (const folder of ['test/documents', 'src/web/documents'])
    writeFileSync(new URL(`${folder}/generated/graphql.ts`, import.meta.url), await typedDocuments(folder))
  // the client has no dependency, not even on the type of a document; bundlers leave out documents that are not used
  writeFileSync(
    new URL('clients/typescript/src/generated/documents.ts', import.meta.url),
    (await typedDocuments('clients/typescript/documents'))
      .replace('@graphql-typed-document-node/core', '../typed-document.ts')
      .replaceAll('= new TypedDocumentString', '= /* @__PURE__ */ new TypedDocumentString'),
  )
}
