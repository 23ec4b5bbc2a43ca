// Bodies whose large members stay bytes, against JSON.parse of the whole.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RawJson, findRawMembers } from '../../src/wire/raw-json.ts'
import { parseRaw } from '../support/parse-raw.ts'
import { Utf8Text } from '../../src/wire/utf8-text.ts'
import { toWireChunks, EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { toWireText } from '../../src/wire/wire-json.ts'

const NAMES = ['gpx', 'geometry']
const bytes = (text: string) => Buffer.from(text)
const long = (text: string) => text + 'x'.repeat(20_000)
/** The body as an operation would get it. */
function read(text: string): unknown {
  const body = findRawMembers(bytes(text), NAMES)
  return body === null ? JSON.parse(text) : parseRaw({ ...body.rest, ...body.raw })
}

test('a large text and a large object are held, the rest is parsed with empty ones in their place', () => {
  const geometry = {
    type: 'LineString',
    coordinates: Array.from({ length: 3000 }, (_, i) => [i / 100, -1]),
    bbox: [1, 2, 3, 4],
  }
  const { rest, raw } = findRawMembers(
    bytes(JSON.stringify({ tolerance_m: 5, gpx: long('é"\\'), geometry, z: [1] })),
    NAMES,
  )!
  expect(rest).toEqual({ tolerance_m: 5, gpx: '', geometry: {}, z: [1] })
  expect(raw['gpx'].parse()).toBe(long('é"\\'))
  expect(raw['geometry'].parse()).toEqual(geometry)
  expect(raw['geometry'].positions).toBe(3000)
})

test('whatever JSON comes, what is read is what JSON.parse of the whole reads', () => {
  const large = fc.string({ unit: 'binary', maxLength: 30 }).map(long)
  const position = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 4 })
  const geometry = fc.record({
    type: fc.constant('LineString'),
    coordinates: fc.array(position, { maxLength: 20 }),
    properties: fc.jsonValue(),
    pad: large,
  })
  const body = fc.dictionary(
    fc.oneof(
      fc.constantFrom('gpx', 'geometry', 'g\u0070x', 'coordinates'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    fc.oneof(large, geometry, fc.jsonValue()),
    { maxKeys: 6 },
  )
  fc.assert(
    fc.property(body, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(read(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 60 },
  )
})

test('a body that is damaged anywhere is refused as JSON.parse refuses it, at once or when the member is read', () => {
  const text = JSON.stringify({
    a: [1, { b: null }],
    gpx: long('<gpx a="1">\n'),
    geometry: {
      coordinates: [
        [1, 2],
        [3, 4],
      ],
      pad: long(''),
    },
    c: true,
  })
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('', '"', '\\', '{', ']', ',', '\n', 'x'), (at, into) => {
      const damaged = text.slice(0, at) + into + text.slice(at + 1)
      let expected: unknown
      try {
        expected = JSON.parse(damaged)
      } catch {
        expect(() => read(damaged)).toThrow()
        return
      }
      expect(read(damaged)).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['a member twice', `{"gpx":"${long('')}","gpx":"b"}`],
  ['an escaped key', `{"g\\u0070x":"${long('a')}"}`],
  ['a list', `["${long('')}"]`],
])('%s is left to be parsed as a whole', (_what, text) => {
  expect(findRawMembers(bytes(text), NAMES)).toBeNull()
  expect(read(text)).toEqual(JSON.parse(text))
})

test('nesting is bounded in the pass, inside of what is held too', () => {
  const deep = `{"geometry":{"pad":"${long('')}","a":${'['.repeat(70)}${']'.repeat(70)}}}`
  expect(() => findRawMembers(bytes(deep), NAMES)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
})

test("positions under properties are nobody's line", () => {
  const feature = {
    type: 'Feature',
    properties: {
      coordinates: [
        [1, 2],
        [3, 4],
      ],
      pad: long(''),
    },
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
  }
  expect(findRawMembers(bytes(JSON.stringify({ geometry: feature })), NAMES)!.raw['geometry'].positions).toBe(3)
})

test('a fault inside a raw text is found in the pass; one inside a raw object when it is read, with its character', () => {
  expect(findRawMembers(bytes(`{"é":1,"gpx":"${'a'.repeat(20_000)}\n"}`), NAMES)).toBeNull()
  const text = `{"é":1,"geometry":{"a":"${'a'.repeat(20_000)}",}}`
  const { geometry } = findRawMembers(bytes(text), NAMES)!.raw
  expect(geometry).toBeInstanceOf(RawJson)
  expect(() => geometry.parse()).toThrow(
    expect.objectContaining({
      code: 'invalid_json',
      message: `The body is not valid JSON at character ${text.lastIndexOf('}') - 1}.`,
    }),
  )
})

test('joined, the chunks of an answer are the text that toWireText writes, for any text and any spans that stay', () => {
  const word = fc.string({ unit: 'grapheme-composite', maxLength: 40 })
  fc.assert(
    fc.property(word, fc.nat(4000), fc.array(fc.nat(3000), { maxLength: 6 }), (text, times, cuts) => {
      const whole = Buffer.from(`${text}\u{1F600}"\\\n`.repeat(times + 1))
      const points = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b)
      const pieces = (points.length % 2 === 0 ? points : points.slice(1)).filter(
        (at) => !(whole[at] >= 0x80 && whole[at] < 0xc0),
      )
      if (pieces.length % 2 === 1) pieces.pop()
      let stays = ''
      for (let k = 0; k < pieces.length; k += 2) stays += whole.toString('utf8', pieces[k], pieces[k + 1])
      const chunks = toWireChunks(
        { schema: 'a/1', pointsBefore: 3 },
        'gpx',
        Utf8Text.of(whole.toString('utf8')),
        pieces,
      )
      expect(Buffer.concat(chunks).toString('utf8')).toBe(toWireText({ schema: 'a/1', pointsBefore: 3, gpx: stays }))
      expect(new EncodedAnswer<{ gpx: string }>(chunks).value.gpx).toBe(stays)
    }),
    { numRuns: 60 },
  )
})
