// The schemas of answers, read off the TypeScript types that the answers are compiled against, by the compiler itself:
// named types become shared schemas, names follow the wire's one rule, further members are not forbidden.

import { isDeepStrictEqual } from 'node:util'
import { fileURLToPath } from 'node:url'
import {
  API,
  type Checker,
  ObjectFlags,
  type Symbol as TypeSymbol,
  SymbolFlags,
  type TupleType,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync'
import { SENTENCE_MARK } from '../operation-route.ts'
import { OPERATION_ROWS } from '../routes.ts'
import { OPAQUE_KEYS } from '../../src/wire/wire-json.ts'
import { toSnake } from '../../src/wire/key-case.ts'

export type Json = Record<string, unknown>

/** As the file holds it. */
export function printedAnswerSchemas(): string {
  return `${JSON.stringify(buildAnswerSchemas(), null, 1)}\n`
}

export interface AnswerSchemas {
  /** by operation id */
  answers: Record<string, Json>
  /** what `#/components/schemas/NAME` refers to */
  schemas: Record<string, Json>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SHARED = '#/components/schemas/'
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
export function buildAnswerSchemas(): AnswerSchemas {
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
      const { id } = row.operation
      if (row.plain === undefined && row.picture === undefined) byId[id] = walk.schemaOf(answers[index], true, id)
    })
    nameSources(byId, walk.schemas)
    return {
      answers: byId,
      schemas: Object.fromEntries(Object.entries(walk.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  } finally {
    api.close()
  }
}

/** The member that the transport adds to answers that carry somebody's data (rest-compat/routes.ts). */
function nameSources(answers: AnswerSchemas['answers'], schemas: AnswerSchemas['schemas']): void {
  for (const { operation } of OPERATION_ROWS) {
    if (operation.sources.length === 0 || !(operation.id in answers)) continue
    const { $ref } = answers[operation.id]
    const answer = $ref === undefined ? answers[operation.id] : schemas[String($ref).slice(SHARED.length)]
    const { properties, required } = answer as { properties: Json; required: string[] }
    properties.attribution = {
      description: 'Whose data the answer carries: to be shown wherever it is.',
      type: 'array',
      items: { $ref: `${SHARED}Attribution` },
    }
    if (!required.includes('attribution')) required.push('attribution')
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
    // said in a language
    if (name === 'Sentence') return { type: 'string', [SENTENCE_MARK]: true }
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
      else {
        const other = this.schemaOf(member, renames, at)
        if (!others.some((one) => isDeepStrictEqual(one, other))) others.push(other)
      }
    }
    if (words.includes(true) && words.includes(false)) {
      others.unshift({ type: 'boolean' })
      words.splice(0, words.length, ...words.filter((word) => typeof word !== 'boolean'))
    }
    const isNullable = others.some((other) => other.type === 'null')
    // a name of the map, or a sentence where it has none
    const isSaid = others.some((other) => SENTENCE_MARK in other)
    const plain = others.filter(
      (other) => other.type !== 'null' && !(isSaid && isDeepStrictEqual(other, { type: 'string' })),
    )
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
