import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  print,
  validateSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { printedSchema } from '../../schema/print-schema.ts'
import { strictSchema } from '../../schema/served-schema.ts'
import { schema } from '../../schema/index.ts'

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
)

describe('the schema', () => {
  test('is the one in schema/schema.graphql (npm run codegen)', () => {
    expect(printedSchema()).toBe(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
  })

  test('is the same text when it is parsed and printed again, and a schema that is valid', () => {
    const text = printedSchema()
    expect(`${print(parse(text))}\n`).toBe(text)
    expect(validateSchema(buildSchema(text))).toEqual([])
  })

  test('is valid where what is null only beside an error is not null', () => {
    const strict = buildSchema(strictSchema(printedSchema()))
    expect(validateSchema(strict)).toEqual([])
    const { matrix, node } = strict.getQueryType()!.getFields()
    expect([matrix, node].map(({ type }) => String(type))).toEqual(['Matrix!', 'Node'])
  })

  test('names the key of every Node, and the fields that find one by it', () => {
    const text = printedSchema()
    expect(text.match(/^type \w+ implements (.* )?Node\b.*$/gm)).toEqual(
      text.match(/^type .* @key\(fields: "id"\) \{$/gm),
    )
    const fields = Object.values(buildSchema(text).getQueryType()!.getFields())
    const lookups = fields.filter(({ astNode }) => astNode!.directives?.some(({ name }) => name.value === 'lookup'))
    expect(lookups.map(({ name }) => name).sort()).toEqual(['node', 'place', 'trail'])
  })

  test('describes every type, field and argument', () => {
    const bare: string[] = []
    for (const type of types) {
      if (!type.description) bare.push(type.name)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        if ('args' in field)
          for (const argument of field.args)
            if (!argument.description) bare.push(`${type.name}.${field.name}(${argument.name})`)
      }
    }
    expect(bare).toEqual([])
  })

  /** What a name tells already, and what tells nothing. */
  const FILLER =
    'a an the of its it in and is at for by to with or as this that one each are what where which how they from on be has ' +
    'not none null kind form type sort word says name whether when requested'
  const wordsOf = (name: string) =>
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]/)
  const stem = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=..)(es|s|ed)$/, '')
  /** Whether a description has a word or number that the names do not have. */
  function adds(description: string | null | undefined, names: readonly string[]): boolean {
    const known = new Set([...names.flatMap(wordsOf), ...FILLER.split(' ')].map(stem))
    return ((description ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !known.has(stem(word)))
  }

  test('a description that repeats the name is found', () => {
    expect(adds('Kind of hazard.', ['HazardKind'])).toBe(false)
    expect(adds('Ferries.', ['AvoidKind', 'FERRY'])).toBe(false)
    expect(adds('As the word says.', ['SNOW'])).toBe(false)
    expect(adds('Crossings by boat.', ['AvoidKind', 'FERRY'])).toBe(true)
  })

  test('describes every type, field, argument and enum value by more than its name', () => {
    const bare: string[] = []
    const check = (path: string, names: string[], description: string | null | undefined) => {
      if (!adds(description, names)) bare.push(`${path}: ${description}`)
    }
    for (const type of types) {
      check(type.name, [type.name], type.description)
      if (isEnumType(type))
        for (const { name, description } of type.getValues())
          check(`${type.name}.${name}`, [type.name, name], description)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, [type.name, field.name], field.description)
        if ('args' in field)
          for (const { name, description } of field.args)
            check(`${type.name}.${field.name}(${name})`, [type.name, name], description)
      }
    }
    expect(bare).toEqual([])
  })

  test('describes every field and argument by three words or more', () => {
    const short: string[] = []
    const check = (path: string, description: string | null | undefined) => {
      if (((description ?? '').match(/[\p{L}\p{N}]+/gu) ?? []).length < 3) short.push(`${path}: ${description}`)
    }
    for (const type of types) {
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field.description)
        if ('args' in field)
          for (const { name, description } of field.args) check(`${type.name}.${field.name}(${name})`, description)
      }
    }
    expect(short).toEqual([])
  })

  test('says of every nullable field what null means', () => {
    const silent: string[] = []
    for (const type of types) {
      if (!isObjectType(type) || type.name === 'Query') continue
      for (const field of Object.values(type.getFields())) {
        if (!isNonNullType(field.type) && !/\bnull\b/i.test(field.description ?? ''))
          silent.push(`${type.name}.${field.name}`)
      }
    }
    expect(silent).toEqual([])
  })

  test('names the unit of every number that has one', () => {
    const units: [RegExp, RegExp][] = [
      [/M$/, /metres/i],
      [/S$/, /seconds/i],
      [/Pct$/, /per cent/i],
      [/Days$/, /days/i],
      [/Km$/, /kilomet(re|res)\b/i],
    ]
    const unitless: string[] = []
    for (const type of types) {
      if (!isObjectType(type) && !isInterfaceType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!['Float', 'Int'].includes(getNamedType(field.type).name)) continue
        for (const [name, words] of units)
          if (name.test(field.name) && !words.test(field.description ?? '')) unitless.push(`${type.name}.${field.name}`)
      }
    }
    expect(unitless).toEqual([])
  })

  test('writes enums in upper case, but for the codes of errors, which are written as errors have them', () => {
    for (const type of types)
      if (isEnumType(type) && type.name !== 'ErrorCode')
        for (const value of type.getValues()) expect(value.name).toMatch(/^[A-Z][A-Z0-9_]*$/)
  })

  test('keeps operation fields nullable, so that one failure leaves the others', () => {
    const fields = Object.values(schema.getQueryType()!.getFields())
    // what runs no operation cannot fail
    expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([
      '_service',
      'attribution',
      'service',
    ])
  })
})
