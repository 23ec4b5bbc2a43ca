// Every field that is a sentence is one in every language, and stands there a second time as a code with its values.
// Found from the schema, so that a new one is in it by itself.

import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import { english, LANGUAGES, renderers } from '../../src/language/catalogue-files.ts'
import { Renderer } from '../../src/language/renderer.ts'
import { type AnySentence, say } from '../../src/language/sentence.ts'
import { askGraphql } from '../operations/transports.ts'
import { type FakeApp, fakeRoute, startFakeApp } from '../support/fake-services.ts'

type Field = GraphQLField<unknown, unknown>
const fields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__') && type.name !== 'Sentence')
  .flatMap((type) => {
    const all = (type as { getFields(): Record<string, Field> }).getFields()
    return Object.values(all).map((field) => ({ type: type.name, field, all }))
  })
const twins = fields.filter(({ field }) => getNamedType(field.type).name === 'Sentence')
const takesLanguage = ({ args }: Field) =>
  args.some(({ name, type }) => name === 'language' && String(type) === 'String')
const isList = (type: GraphQLOutputType) => isListType(getNullableType(type))

describe('a field that is a sentence', () => {
  test('takes a language, and has its twin beside it', () => {
    expect(twins.length).toBeGreaterThan(10)
    for (const { type, field, all } of twins) {
      const of = `${type}.${field.name}`
      const plain = all[field.name.replace(isList(field.type) ? /Sentences$/ : /Sentence$/, '')]
      expect(plain, of).toBeDefined()
      expect(plain).not.toBe(field)
      expect(takesLanguage(plain), of).toBe(true)
      expect(String(plain.type).replace('String', 'Sentence'), of).toBe(String(field.type))
    }
  })

  test('is every text that takes a language, but for names of the map', () => {
    const others = fields.filter(
      ({ type, field }) =>
        takesLanguage(field) &&
        getNamedType(field.type).name === 'String' &&
        !twins.some((twin) => twin.type === type && twin.field.name.replace(/Sentences?$/, '') === field.name),
    )
    expect(
      others.filter(({ field }) => field.name !== 'name').map(({ type, field }) => `${type}.${field.name}`),
    ).toEqual([])
  })
})

test('nothing else of the schema says sentences', () => {
  const folder = new URL('../../schema/', import.meta.url)
  const saying = globSync('*.ts', { cwd: folder }).filter((file) =>
    readFileSync(new URL(file, folder), 'utf8').includes('render('),
  )
  // scalars refuse values
  expect(saying.sort()).toEqual(['scalars.ts', 'sentence.ts'])
})

/** What the sentences of a type and of what it holds are, as text and as data; null where it has none. */
function selectionOf(type: GraphQLOutputType, depth: number): string | null {
  const named = getNamedType(type)
  if (!isObjectType(named) || depth === 0) return null
  const parts = Object.values(named.getFields()).flatMap((field) => {
    const { name, args } = field
    if (getNamedType(field.type).name === 'Sentence')
      return `${name.replace(/Sentence(s?)$/, '')} ${name} { code values text(language: "en") }`
    // links run something
    if (args.length > 0 || factsOf(field).runs !== undefined) return []
    const inner = selectionOf(field.type, depth - 1)
    return inner === null ? [] : `${name} ${inner}`
  })
  return parts.length === 0 ? null : `{ ${parts.join(' ')} }`
}

/** Pairs of a text and its data, in order. */
function* saidIn(value: unknown): Generator<[text: string, sentence: AnySentence & { text: string }]> {
  if (typeof value !== 'object' || value === null) return
  const members = value as Record<string, any>
  for (const [name, member] of Object.entries(members)) {
    if (!/Sentences?$/.test(name)) {
      yield* saidIn(member)
      continue
    }
    const plain = [members[name.replace(/Sentences?$/, '')]].flat()
    const all = [member].flat()
    expect(plain.length).toBe(all.length)
    for (const [i, one] of all.entries()) {
      expect(one === null).toBe(plain[i] === null)
      if (one !== null) yield [plain[i], one]
    }
  }
}

/** A language of few messages; English says what is missing. */
const MESSAGES = { 'maneuver.turn.onto': 'ABBIEGEN', 'label.waypoint': 'WEGPUNKT {number}' }

describe('in an answer', () => {
  const way = { kind: 'path', name: null, ref: null, sign: null } as const
  const instruction = say('maneuver.turn.onto', { turn: 'turn_left', way })
  let app: FakeApp
  beforeAll(async () => {
    ;(LANGUAGES as string[]).push('xx')
    renderers.set('xx', new Renderer({ '@language': 'xx', messages: MESSAGES }, english))
    app = await startFakeApp({
      route: (request) => {
        const route = fakeRoute(request)
        return { ...route, maneuvers: [{ ...route.maneuvers[0], instruction }] }
      },
    })
  })
  afterAll(async () => {
    await app.close()
    ;(LANGUAGES as string[]).splice(LANGUAGES.indexOf('xx'), 1)
    renderers.delete('xx')
  })
  const ask = (selection: string) =>
    askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]}) { maneuvers { ${selection} } } }`,
    )

  test('the English of the data is the text', async () => {
    const route = selectionOf(schema.getType('Route') as GraphQLOutputType, 4)!
    const loops = selectionOf(schema.getType('LoopSearch') as GraphQLOutputType, 4)!
    const { data, errors } = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]}) ${route}
        point(at: [1.5, 42.5]) { loops(lengthM: 5000) ${loops} } }`,
    )
    expect(errors).toBeUndefined()
    const said = [...saidIn(data)]
    for (const [text, sentence] of said) {
      expect(sentence.text).toBe(text)
      expect(english.render(sentence)).toBe(text)
    }
    const families = new Set(said.map(([, { code }]) => code.split('.')[0]))
    expect([...families]).toEqual(expect.arrayContaining(['maneuver', 'warning', 'unknown']))
  })

  test('two languages stand beside each other by aliases', async () => {
    const { data, errors } = await ask(
      'instruction other: instruction(language: "xx-AT") sentence: instructionSentence { code values text xx: text(language: "xx") }',
    )
    expect(errors).toBeUndefined()
    expect(data.route.maneuvers[0]).toEqual({
      instruction: english.render(instruction),
      other: 'ABBIEGEN',
      sentence: {
        code: 'maneuver.turn.onto',
        values: { turn: 'turn_left', way },
        text: english.render(instruction),
        xx: 'ABBIEGEN',
      },
    })
  })

  test('a file says its instructions in its own language', async () => {
    const { data, errors } = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]}) {
        export(format: GPX) { text } xx: export(format: GPX, language: "xx") { text } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.route.export.text).toContain(english.render(instruction))
    expect(data.route.export.text).toContain('<name>Waypoint 1</name>')
    expect(data.route.xx.text).toContain('ABBIEGEN')
    expect(data.route.xx.text).toContain('<name>WEGPUNKT 1</name>')
  })

  test('a language without a catalogue is English', async () => {
    const { data } = await ask('instruction(language: "zz")')
    expect(data.route.maneuvers[0].instruction).toBe(english.render(instruction))
  })

  test.each(['', 'de_;', 'd', '1', 'de-'])('%o is no tag of a language', async (tag) => {
    const { data, errors, cost } = await ask(
      `instruction(language: "${tag}") instructionSentence { text(language: "${tag}") }`,
    )
    expect([data, cost]).toEqual([undefined, undefined])
    expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'language' })
    expect(errors?.[0].message).toMatch(/^`instruction\(language\)`: expected a language as BCP 47 has it/)
  })
})
