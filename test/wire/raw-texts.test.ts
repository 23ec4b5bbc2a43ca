// Large texts of variables that stay bytes, against JSON.parse of the whole; texts of answers that stay bytes, against
// JSON.stringify.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, RawJson, findRawTexts } from '../../src/wire/raw-json.ts'
import {
  EncodedAnswer,
  dropChunks,
  toWireChunks,
  readWritten,
  EncodedText,
  WrittenTexts,
} from '../../src/wire/encoded-answer.ts'
import { Utf8Text } from '../../src/wire/utf8-text.ts'

const long = (text: string) => text + 'x'.repeat(20_000)
/** Strings with everything in them: quotes, control characters, pairs, halves of pairs. */
const wild = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('"', '\\', '\n', '\u0000', '\u2028', 'é', '😀', '\ud83d', '\ude00'),
  ),
  maxLength: 40,
})
/** As JSON.stringify writes it, or with every character escaped. */
const asEscapes = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

function read(text: string): unknown {
  const body = findRawTexts(Buffer.from(text))
  return body === null ? JSON.parse(text) : body.texts.restore(body.value, null)
}

test('large texts inside variables are held at any depth, those elsewhere and keys are not', () => {
  const key = long('key')
  const text = JSON.stringify({
    query: long('q'),
    variables: { a: long('é"\\'), list: [1, { b: long('\n') }], [key]: 'c' },
    extensions: { d: long('') },
  })
  const { value, texts } = findRawTexts(Buffer.from(text))!
  const { query, variables, extensions } = value as any
  expect([query, variables[key], extensions.d]).toEqual([long('q'), 'c', long('')])
  expect(texts.find(variables.a)!.parse()).toBe(long('é"\\'))
  expect(texts.find(variables.list[1].b)!.parse()).toBe(long('\n'))
  expect([variables.a.length < 60, variables.a === variables.list[1].b, texts.find('c'), texts.find(1)]).toEqual([
    true,
    false,
    undefined,
    undefined,
  ])
})

test('whatever JSON comes, what is read is what JSON.parse of the whole reads', () => {
  const value = fc.oneof(wild.map(long), fc.jsonValue())
  const inside = fc.oneof(
    fc.dictionary(fc.oneof(wild, wild.map(long), fc.constant('__proto__')), value, { maxKeys: 4 }),
    fc.array(value, { maxLength: 4 }),
    value,
  )
  const body = fc.dictionary(
    fc.constantFrom('query', 'variables', 'vari', 'extensions'),
    fc.oneof(inside, fc.dictionary(fc.string(), inside, { maxKeys: 3 })),
    { maxKeys: 4 },
  )
  fc.assert(
    fc.property(body, fc.constantFrom(undefined, 1, '\t'), (given, indent) => {
      const text = JSON.stringify(given, null, indent)
      expect(read(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 100 },
  )
})

test('a body that is damaged anywhere is read, or refused, as JSON.parse does', () => {
  const text = JSON.stringify({
    query: 'q',
    variables: { a: long('\\ " \u0001 é'), b: [1, { c: long('d') }] },
    z: [1, true],
  })
  fc.assert(
    fc.property(
      fc.nat(text.length - 1),
      fc.constantFrom('', '"', '\\', '\\u12', '\\x', '{', ']', ',', ':', '\n', '\t', 'x'),
      (at, into) => {
        const damaged = text.slice(0, at) + into + text.slice(at + 1)
        let expected: unknown
        try {
          expected = JSON.parse(damaged)
        } catch {
          expect(findRawTexts(Buffer.from(damaged))).toBeNull()
          return
        }
        expect(read(damaged)).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})

test.each([
  ['variables twice', `{"variables":{"a":"${long('')}"},"variables":{"a":1}}`],
  ['an escaped key', `{"variabl\\u0065s":{"a":"${long('')}"}}`],
  ['a list', `[{"variables":{"a":"${long('')}"}}]`],
  ['a text for variables', `{"variables":"${long('')}"}`],
  ['no variables', `{"query":"${long('')}"}`],
])('%s is left to be parsed as a whole', (_what, text) => {
  expect(findRawTexts(Buffer.from(text))).toBeNull()
})

test('of a key twice the last counts, as for JSON.parse', () => {
  for (const text of [`{"variables":{"a":"${long('')}","a":1}}`, `{"variables":{"a":1,"a":"${long('b')}"}}`])
    expect(read(text)).toEqual(JSON.parse(text))
})

test('too deep a body is refused', () => {
  expect(() =>
    findRawTexts(Buffer.from(`{"variables":{"a":"${long('')}","b":${'['.repeat(70)}${']'.repeat(70)}}}`)),
  ).toThrow(expect.objectContaining({ code: 'invalid_json' }))
})

test('a text keeps its bytes to itself unless a second field reads from the same body', () => {
  const body = () => findRawTexts(Buffer.from(JSON.stringify({ variables: { a: long('a'), b: long('b') } })))!
  const one = body()
  const { a, b } = (one.value as any).variables
  expect(one.texts.restore({ input: { gpx: a } }, ['input', 'gpx'])).toEqual({ input: { gpx: a } })
  expect(one.texts.find(a)!.lone).toBe(true)
  one.texts.restore({ input: { gpx: b } }, ['input', 'gpx'])
  expect([one.texts.find(a)!.lone, one.texts.find(b)!.lone]).toEqual([false, false])
  const other = body()
  const again = (other.value as any).variables.a
  for (const keep of [['gpx'], ['other']]) other.texts.restore({ gpx: again }, keep)
  expect(other.texts.find(again)!.lone).toBe(false)
})

test('only the text at the named keys stays bytes', () => {
  const { value, texts } = findRawTexts(Buffer.from(JSON.stringify({ variables: { a: long('a') } })))!
  const { a } = (value as any).variables
  expect(
    texts.restore({ input: { gpx: a, geometry: { gpx: a, input: { gpx: [a] } } }, gpx: a }, ['input', 'gpx']),
  ).toEqual({ input: { gpx: a, geometry: { gpx: long('a'), input: { gpx: [long('a')] } } }, gpx: long('a') })
})

test('a held text whose bytes went away is never read as something else', () => {
  const own = Buffer.from(new Uint8Array(Buffer.from(`"${long('')}"`)).buffer)
  const rawJson = new RawJson(own, 0, own.length, 0)
  structuredClone(own.buffer, { transfer: [own.buffer as ArrayBuffer] })
  expect(() => rawJson.parse()).toThrow('given away')
})

test('a text taken where it stands is what JSON.parse makes of it, or refused in the pass', () => {
  const piece = fc.oneof(
    wild.map((text) => JSON.stringify(text).slice(1, -1)),
    wild.map((text) => asEscapes(text).slice(1, -1)),
    fc.constantFrom(
      '\\/',
      '\\b\\f\\n\\r\\t',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\ud83d',
      '\\x',
      '\\u12',
      '\\u12g4',
      '\n',
      '\u0001',
      '\\',
      'é'.repeat(40_000),
      '\\\\'.repeat(70_001),
      '\\ud83d\\ude00'.repeat(9001),
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.constantFrom('', '\\"'), (pieces, end) => {
      const json = Buffer.from(`"${pieces.join('')}${end}"`)
      const rawJson = () => new RawJson(Buffer.from(`{"é":${json.toString()},"b":1}`), 6, 6 + json.length, 0)
      let expected: string
      try {
        expected = JSON.parse(json.toString())
      } catch {
        const body = `{"variables":{"a":"${long('')}","b":${json.toString()}}}`
        expect(findRawTexts(Buffer.from(body))).toBeNull()
        return
      }
      const one = rawJson()
      const text = one.takeText()
      expect(text.slice(0, text.length)).toBe(expected.toWellFormed())
      expect(text.bytes[text.length]).toBe(0)
      const odd = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(expected)
      expect(text.oddAt < 0 ? -1 : text.unitsBefore(text.oddAt)).toBe(odd?.index ?? -1)
      if (expected.isWellFormed())
        expect(text.escape([0, text.length]).toString()).toBe(JSON.stringify(expected).slice(1, -1))
      expect(one.bytes.toString('utf8', 0, 6) + one.bytes.toString('latin1', 6 + json.length)).toBe('{"é":,"b":1}')
    }),
    { numRuns: 500 },
  )
})

test('a text is taken once; one that is not alone stays as it is', () => {
  const json = Buffer.from(JSON.stringify('a\n"b"'))
  const shared = new RawJson(json, 0, json.length, 0)
  const taken = () => shared.takeText().slice(0, 5)
  shared.lone = false
  shared.drop()
  expect([taken(), taken()]).toEqual(['a\n"b"', 'a\n"b"'])
  shared.lone = true
  expect(taken()).toBe('a\n"b"')
  expect(taken).toThrow('given away')
})

test('a body that is dropped gives its memory back at once, if it is all of it', () => {
  const whole = Buffer.allocUnsafeSlow(20_000)
  new RawJson(whole, 0, 20_000, 0).drop()
  const part = Buffer.from('"in a pool"')
  new RawJson(part, 0, part.length, 0).drop()
  expect([whole.buffer.byteLength, whole.length, part.toString()]).toEqual([0, 0, '"in a pool"'])
})

test('characters are counted as the length of the parsed text', () => {
  fc.assert(
    fc.property(wild, fc.boolean(), (text, escaped) => {
      const bytes = Buffer.from(escaped ? asEscapes(text) : JSON.stringify(text))
      expect(countCharacters(new RawJson(bytes, 0, bytes.length, 0))).toBe(text.length)
    }),
    { numRuns: 200 },
  )
})

test('texts of an answer are put in as JSON.stringify would write them, several and the same one twice', () => {
  fc.assert(
    fc.property(fc.array(wild, { maxLength: 3 }), wild, fc.jsonValue(), (texts, other, more) => {
      const written = new WrittenTexts()
      const placed = texts.map(
        (text) => new EncodedText([Buffer.from(JSON.stringify(text).slice(1, -1))], () => undefined),
      )
      const answer = (part: (text: EncodedText, index: number) => unknown) =>
        JSON.stringify({ more, parts: placed.map(part), again: placed.slice(0, 1).map(part), other })
      const json = answer((text) => written.place(text))
      const expected = answer((_, index) => texts[index])
      const spliced = written.splice(json)
      expect(typeof spliced === 'string' ? spliced : Buffer.concat(spliced).toString()).toBe(expected)
      expect(written.inline(json)).toBe(expected)
    }),
    { numRuns: 60 },
  )
})

test('what looks like a placeholder and is none stays as it is, and so does every other value', () => {
  const mine = new WrittenTexts()
  const forged = new WrittenTexts().place(new EncodedText([Buffer.from('x')], () => undefined))
  const json = JSON.stringify({
    a: mine.place(new EncodedText([Buffer.from('y')], () => undefined)),
    forged,
    'b/0/': `"${forged}"`,
  })
  expect(JSON.parse(mine.inline(json))).toEqual({ a: 'y', forged, 'b/0/': `"${forged}"` })
  expect([mine.place('text'), mine.place(null), mine.place(undefined)]).toEqual(['text', null, undefined])
})

test('a dropped text gives the memory of its answer back', () => {
  const text = Utf8Text.of('<gpx/>'.repeat(100))
  const chunks = toWireChunks({ schema: 's' }, 'gpx', text, [0, text.length])
  const written = new WrittenTexts()
  written.place(readWritten(new EncodedAnswer<{ gpx: string }>(chunks, () => dropChunks(chunks)), 'gpx').gpx)
  expect(chunks[1].length).toBe(600)
  written.drop()
  expect(chunks.map((chunk) => chunk.buffer.byteLength)).toEqual([0, 0, 0])
})

test('a written answer is read without its text, another as a whole', () => {
  const text = `é"\n${'<trkpt>'.repeat(40_000)}😀`
  const head = { schema: 's', pointsBefore: 3 }
  const read = readWritten(
    new EncodedAnswer<{ schema: string; pointsBefore: number; gpx: string }>(
      toWireChunks(head, 'gpx', Utf8Text.of(text), [0, Buffer.byteLength(text)]),
    ),
    'gpx',
  )
  expect(read).toEqual({ ...head, gpx: expect.any(EncodedText) })
  expect(JSON.parse((read.gpx as EncodedText).toJson())).toBe(text)
  expect(readWritten(new EncodedAnswer<{ gpx: string }>('{"gpx":"a"}'), 'gpx')).toEqual({ gpx: 'a' })
  expect(readWritten(new EncodedAnswer<{ gpx: string }>([Buffer.from('{"gpx":"a"}')]), 'gpx')).toEqual({ gpx: 'a' })
})
