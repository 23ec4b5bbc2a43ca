// `npm run codegen [-- --release]`: prints schema/schema.graphql, rest-compat/answer-schemas.json, docs/configuration.md and
// docs/contract.md, makes typed documents for the tests and the explorer from the operations in test/documents/ and
// src/web/documents/, and the generated files of clients/typescript from both. test/schema/printed-schema.test.ts,
// test/docs.test.ts and test/clients/typescript/generated.test.ts fail where a print is not up to date.
// The schemas of answers are read off the TypeScript types that the answers are compiled against, by the compiler
// itself: named types become shared schemas, names follow the wire's one rule, further members are not forbidden.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isScalarType, lexicographicSortSchema, printSchema } from 'graphql'
import { API, ObjectFlags, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Symbol as TypeSymbol, TupleType, Type, TypeReference } from 'typescript/unstable/sync'
import { printRest } from './clients/typescript/codegen/print-rest.ts'
import { creditWords, limitWords } from './rest-compat/contract-words.ts'
import { buildOpenApi, codesOf, INTERFACE_VERSION } from './rest-compat/openapi.ts'
import { OPERATION_ROWS } from './rest-compat/routes.ts'
import { schema } from './schema/index.ts'
import { VARIABLES } from './src/config/variables.ts'
import { ERROR_STATUS } from './src/errors.ts'
import type { ErrorCode } from './src/errors.ts'
import { OPAQUE_KEYS } from './src/wire/wire-json.ts'
import { toSnake } from './src/wire/wire-case.ts'

/** Sorted, so that the file changes only where the schema does. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

/** The OpenAPI document without words and examples, which may change freely. */
export function printedRestContract(): string {
  const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '' })
  return `${JSON.stringify({ 'x-released': INTERFACE_VERSION, ...(withoutWords(document) as Json) }, null, 1)}\n`
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
  const namesWith = (mark: string) =>
    fields
      .filter(({ extensions }) => extensions[mark] === true)
      .map(({ name }) => `\`${name}\``)
      .join(', ')
  const rows = OPERATION_ROWS.map((row) => {
    const { id, summary, keyed } = row.resolver
    const doors = fields.filter(({ extensions }) => isDoor(extensions, id)).map(({ name }) => `\`${name}\``)
    return [
      `**${row.operationId ?? id}**: ${summary}`,
      `\`${row.method} ${row.path}\`${row.host === 'site' ? ' (site)' : ''}`,
      doors.join(', '),
      creditWords(row),
      limitWords(row).join(', '),
      keyed ? 'optional' : 'none',
      codesOf(row)
        .filter((code) => !ANY_CODES.has(code))
        .map((code) => `${ERROR_STATUS[code]} \`${code}\``)
        .sort()
        .join(', '),
    ]
  })
  return [
    '# Operations',
    '',
    'Every operation with its two doors, its price in credits, its limits and its errors. A call that fails costs nothing. Bodies and',
    'answers are at `/rest`, in `/openapi.json` and in GraphiQL; what holds beyond them is in [decisions.md](decisions.md). A _slot_ is one of the',
    'heavy requests that a caller may have at once. This page is made by `npm run codegen` from the register of operations.',
    '',
    `Any operation may also answer ${[...ANY_CODES].map((code) => `${ERROR_STATUS[code]} \`${code}\``).join(', ')}.`,
    '',
    '| operation | REST | GraphQL | credits | at most | key | its own errors |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
    `GraphQL alone has ${namesWith('runsNothing')}, which run nothing and cost nothing: what is asked of them costs as the operation that`,
    `it runs; and ${namesWith('readsById')}, which read what has an id for 1 credit each, counted as \`search\` or \`trail-relation\`. A link of a`,
    'place, a trail or a line costs as the operation that it runs, once for each that it is asked of.',
    'The subscription `conditions` sends a line with its links again when they have changed; each event costs as its selection does as',
    'a query.',
    '',
  ].join('\n')
}

/** Whether a field is the operation itself, and does not only take its place among the operations of a document. */
function isDoor({ operation, runsNothing, readsById }: Readonly<Record<string, unknown>>, id: string): boolean {
  return operation === id && runsNothing !== true && readsById !== true
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

type Json = Record<string, unknown>

/** As the file holds it. */
export function printedAnswerSchemas(): string {
  return `${JSON.stringify(buildAnswerSchemas(), null, 1)}\n`
}

export interface AnswerSchemas {
  /** by resolver id */
  answers: Record<string, Json>
  /** what `#/components/schemas/NAME` refers to */
  schemas: Record<string, Json>
}

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const LIBRARY_TYPES: ReadonlySet<string> = new Set([
  'Array',
  'ReadonlyArray',
  'Map',
  'ReadonlyMap',
  'Record',
  'Readonly',
  'Partial',
  'Pick',
  'Omit',
  'WireFragment',
  '__type',
  '__object',
])

/** Throws Error where a type cannot be written as JSON. */
function buildAnswerSchemas(): AnswerSchemas {
  const api = new API({ cwd: ROOT })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] })
    const project = snapshot.getProject(`${ROOT}tsconfig.json`) ?? snapshot.getProjects()[0]
    const { checker } = project
    const file = project.program.getSourceFile(`${ROOT}rest-compat/routes.ts`)!
    const module = checker.getSymbolAtLocation(file)!
    const answers = checker.getTypeArguments(
      checker.getDeclaredTypeOfSymbol(
        checker.getExportsOfModule(module).find(({ name }) => name === 'RowAnswers')!,
      ) as TypeReference,
    )
    const walk = new SchemaWalk(checker)
    const byId: AnswerSchemas['answers'] = {}
    OPERATION_ROWS.forEach((row, index) => {
      const { id } = row.resolver
      if (row.plain === undefined && row.picture === undefined) byId[id] = walk.schemaOf(answers[index], true, id)
    })
    return {
      answers: byId,
      schemas: Object.fromEntries(Object.entries(walk.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  } finally {
    api.close()
  }
}

function typeOf(checker: Checker, symbol: TypeSymbol): Type {
  const type = checker.getTypeOfSymbol(symbol)
  if (type === undefined || type.isErrorType()) throw new Error(`no type is known of ${symbol.name}`)
  return type
}

class SchemaWalk {
  readonly schemas: Record<string, Json> = {}
  #checker: Checker
  /** which type a name was given to; names of two types are numbered */
  #names = new Map<number, string>()

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** `renames`: outside opaque members, where names go to the wire in snake_case. */
  schemaOf(type: Type, renames: boolean, at: string): Json {
    const { flags } = type
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (type.isLiteralType()) return { const: type.value }
    if (flags & TypeFlags.String || flags & TypeFlags.TemplateLiteral) return { type: 'string' }
    if (flags & TypeFlags.Number) return { type: 'number' }
    if (flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnionType()) return this.#union(type.getTypes(), renames, at)
    const name = type.getSymbol()?.name ?? ''
    if (type.isTupleType() || (type.isTypeReference() && type.getTarget().isTupleType()))
      return this.#tuple(type as TypeReference, renames, at)
    if (this.#checker.isArrayType(type) || name === 'ReadonlyArray')
      return {
        type: 'array',
        items: this.schemaOf(this.#checker.getTypeArguments(type as TypeReference)[0], renames, `${at}[]`),
      }
    if (name === 'Map' || name === 'ReadonlyMap')
      return {
        type: 'object',
        additionalProperties: this.schemaOf(
          this.#checker.getTypeArguments(type as TypeReference)[1],
          renames,
          `${at}{}`,
        ),
      }
    // text that is written already; the type says what of
    if (name === 'WireFragment')
      return this.schemaOf(this.#checker.getTypeArguments(type as TypeReference)[0], renames, at)
    if (/^(Float|Int|Uint)\d+(Clamped)?Array$/.test(name)) return { type: 'array', items: { type: 'number' } }
    if (flags & TypeFlags.Object || type.isIntersectionType()) return this.#object(type, renames, at)
    throw new Error(`${at}: ${this.#checker.typeToString(type)} cannot be written as JSON`)
  }

  #union(members: readonly Type[], renames: boolean, at: string): Json {
    const words: unknown[] = []
    const others: Json[] = []
    for (const member of members) {
      if (member.flags & TypeFlags.Undefined) continue
      if (member.isLiteralType()) words.push(member.value)
      else others.push(this.schemaOf(member, renames, at))
    }
    if (words.includes(true) && words.includes(false)) {
      others.unshift({ type: 'boolean' })
      words.splice(0, words.length, ...words.filter((word) => typeof word !== 'boolean'))
    }
    const isNullable = others.some((other) => other.type === 'null')
    const plain = others.filter((other) => other.type !== 'null')
    if (words.length > 0 && isNullable && plain.length === 0) return { enum: [...words.sort(), null] }
    if (words.length > 0) plain.push(words.length === 1 ? { const: words[0] } : { enum: words.sort() })
    if (isNullable && plain.length === 1 && typeof plain[0].type === 'string')
      return { ...plain[0], type: [plain[0].type, 'null'] }
    const all = isNullable ? [...plain, { type: 'null' }] : plain
    return all.length === 1 ? all[0] : { anyOf: all }
  }

  #tuple(type: TypeReference, renames: boolean, at: string): Json {
    const items = this.#checker
      .getTypeArguments(type)
      .map((item, index) => this.schemaOf(item, renames, `${at}[${index}]`))
    const { fixedLength } = (type.isTupleType() ? type : type.getTarget()) as TupleType
    return fixedLength === items.length
      ? { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
      : { type: 'array', prefixItems: items.slice(0, fixedLength), items: items[fixedLength], minItems: fixedLength }
  }

  #object(type: Type, renames: boolean, at: string): Json {
    const name = type.getAliasSymbol()?.name ?? type.getSymbol()?.name ?? '__type'
    const isShared = /^[A-Z]\w+$/.test(name) && !LIBRARY_TYPES.has(name) && type.getAliasTypeArguments().length === 0
    if (!isShared) return this.#members(type, renames, at)
    let shared = this.#names.get(type.id)
    if (shared === undefined) {
      shared = name
      for (let number = 2; shared in this.schemas; number++) shared = `${name}${number}`
      this.#names.set(type.id, shared)
      this.schemas[shared] = {}
      Object.assign(this.schemas[shared], this.#members(type, renames, shared))
    }
    return { $ref: `#/components/schemas/${shared}` }
  }

  #members(type: Type, renames: boolean, at: string): Json {
    const checker = this.#checker
    const properties: Json = {}
    const required: string[] = []
    // the compiler puts members of intersections and mapped types in an order of its own, which changes with unrelated
    // types
    const found = checker.getPropertiesOfType(type)
    const isOrdered = !type.isIntersectionType() && (objectFlagsOf(type) & ObjectFlags.Mapped) === 0
    const members = isOrdered ? found : found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const member of members) {
      const inside = this.schemaOf(
        typeOf(checker, member),
        renames && !OPAQUE_KEYS.has(member.name),
        `${at}.${member.name}`,
      )
      const description = member.getDocumentationComment(checker).replace(/\s+/g, ' ').trim()
      const name = renames ? toSnake(member.name) : member.name
      properties[name] = description === '' ? inside : { description, ...inside }
      if ((member.flags & SymbolFlags.Optional) === 0) required.push(name)
    }
    const [data] = checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(data === undefined ? {} : { additionalProperties: this.schemaOf(data.valueType, renames, `${at}{}`) }),
    }
  }
}

function objectFlagsOf(type: Type): ObjectFlags {
  return 'objectFlags' in type ? (type.objectFlags as ObjectFlags) : 0
}

if (import.meta.main) {
  if (process.argv.includes('--release')) {
    // what the next changes are held against (test/contract/breaking-changes.test.ts)
    const folder = new URL('test/contract/released/', import.meta.url)
    writeFileSync(new URL('schema.graphql', folder), `# ${INTERFACE_VERSION}\n${printedSchema()}`)
    writeFileSync(new URL('openapi.json', folder), printedRestContract())
  }
  writeFileSync(fileURLToPath(new URL('docs/configuration.md', import.meta.url)), printedConfiguration())
  writeFileSync(fileURLToPath(new URL('docs/contract.md', import.meta.url)), printedContract())
  const schemaFile = fileURLToPath(new URL('schema/schema.graphql', import.meta.url))
  writeFileSync(schemaFile, printedSchema())
  writeFileSync(fileURLToPath(new URL('rest-compat/answer-schemas.json', import.meta.url)), printedAnswerSchemas())
  writeFileSync(
    new URL('clients/typescript/src/generated/rest.ts', import.meta.url),
    printedClient(buildAnswerSchemas()),
  )
  writeFileSync(
    new URL('clients/typescript/codegen/scalars.json', import.meta.url),
    `${JSON.stringify(scalarTypes(), null, 2)}\n`,
  )
  const { generate } = await import('@graphql-codegen/cli')
  const typed = (documents: string, into: string) => ({
    schema: schemaFile,
    documents: `${documents}/*.graphql`,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    silent: true,
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      documentMode: 'string',
      scalars: scalarTypes(),
    },
    generates: { [`${into}/`]: { preset: 'client' as const, presetConfig: { fragmentMasking: false } } },
    importExtension: '.ts' as const,
    emitLegacyCommonJSImports: false,
  })
  for (const folder of ['test/documents', 'src/web/documents']) await generate(typed(folder, `${folder}/generated`))
  // the client has no dependency, not even on the type of a document; bundlers leave out documents that are not used
  const [{ content }] = (await generate(typed('clients/typescript/documents', 'memory'), false)).filter(
    ({ filename }: { filename: string }) => filename.endsWith('/graphql.ts'),
  )
  writeFileSync(
    new URL('clients/typescript/src/generated/documents.ts', import.meta.url),
    content
      .replace('@graphql-typed-document-node/core', '../typed-document.ts')
      .replaceAll('= new TypedDocumentString', '= /* @__PURE__ */ new TypedDocumentString'),
  )
}
