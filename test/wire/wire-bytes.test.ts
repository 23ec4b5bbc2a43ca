import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LiteralBytes, WireBytes, TextCache } from '../../src/wire/wire-bytes.ts'
import { toWireText, WireFragment } from '../../src/wire/wire-json.ts'

const written = (write: (out: WireBytes) => void) => {
  const out = new WireBytes(4)
  write(out)
  return out.toString()
}
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '"', '\\', '\n', 'ä"ß', 'Röti\u2028', '\ud800', '\u007f\u0080\u07ff\u0800'),
)

describe('wire bytes', () => {
  test('quote every text as JSON.stringify does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(written((out) => out.quoted(text))).toBe(JSON.stringify(text))
      }),
      { numRuns: 1000 },
    )
    expect(written((out) => out.quoted(null))).toBe('null')
  })

  test('write a word and a fixed text as they are, time and again, and overwrite what lies beyond their end', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 12 }), (texts) => {
        const fixed = texts.map((text) => new LiteralBytes(JSON.stringify(text)))
        const text = written((out) => {
          out.fixed(new LiteralBytes('['))
          for (let i = 0; i < texts.length; i++) {
            out.comma(i)
            out.word(texts[i])
            out.comma(1)
            out.fixed(fixed[i])
          }
          out.fixed(new LiteralBytes(']'))
        })
        expect(text).toBe(JSON.stringify(texts.flatMap((own) => [own, own])))
      }),
    )
    expect(written((out) => out.word(null))).toBe('null')
  })

  test('write millionths without noughts at the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (e6) => {
        expect(written((out) => out.number(e6 / 1e6))).toBe(e6 === 0 ? '0' : JSON.stringify(e6 / 1e6))
      }),
      { numRuns: 2000 },
    )
  })

  test('write a number so that it reads back as the same number', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).map((n) => n / 10),
      fc.maxSafeInteger(),
    )
    fc.assert(
      fc.property(numbers, (value) => {
        expect(JSON.parse(written((out) => out.number(value)))).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 2000 },
    )
  })

  test('refuse numbers that JSON cannot hold', () => {
    for (const value of [Number.NaN, Infinity, -Infinity])
      expect(() => written((out) => out.number(value))).toThrow(TypeError)
  })

  test('write degrees with six decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -180_000_000, max: 180_000_000 }), (e6) => {
        const text = written((out) => out.degrees(e6 / 1e6))
        expect(text).toMatch(/^-?\d+\.\d{6}$/)
        expect(Math.abs(Number(text) * 1e6 - e6)).toBeLessThan(0.01)
      }),
    )
  })

  test('write every value as toWireText does', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.constantFrom(undefined, new WireFragment('[1,2]'), new Float64Array([1.5, -2]), new Map([['aB', 1]])),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom('distanceM', 'geometry', 'tags', 'T1M', 'ß', 'a"b', 'trails'), tie('tree'), {
          noNullPrototype: true,
        }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        // members under opaque keys are plain JSON, which has no Map and no typed array worth comparing
        expect(JSON.parse(written((out) => out.value(value)))).toEqual(JSON.parse(toWireText(value)))
      }),
      { numRuns: 1000 },
    )
    expect(
      written((out) => out.value({ fromM: 1.5, tags: { aB: 1 }, none: undefined, names: ['Röti', null, true] })),
    ).toBe('{"from_m":1.5,"tags":{"aB":1},"names":["Röti",null,true]}')
    expect(() => written((out) => out.value({ bad: [Number.NaN] }))).toThrow(TypeError)
  })

  test('keep what was written when they grow', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), (texts) => {
        const text = written((out) => {
          out.ascii('[')
          texts.forEach((item, i) => {
            out.comma(i)
            out.quoted(item)
          })
          out.text(']')
        })
        expect(text).toBe(JSON.stringify(texts))
      }),
    )
  })
})

test('a kept text is written as it was, under its own number and no other, wherever it stands', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 80 })
  let written = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1, max: 20 }), text), { minLength: 20, maxLength: 60 }),
      fc.string({ maxLength: 9 }),
      (given, before) => {
        const texts = new TextCache(16)
        const last = new Map<number, string>()
        const out = new WireBytes(4)
        for (const [number, own] of given) {
          out.at = 0
          out.text(before)
          const from = out.at
          if (texts.write(number, out)) {
            written++
            expect(out.toString().slice(before.length)).toBe(last.get(number))
          }
          out.at = from
          out.quoted(own)
          texts.keep(number, out, from)
          const kept = out.toString().slice(before.length)
          expect(kept).toBe(JSON.stringify(own))
          if (out.at - from <= 192) last.set(number, kept)
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(written).toBeGreaterThan(100)
})

test('a long text is not kept', () => {
  const texts = new TextCache(4)
  const out = new WireBytes(4)
  out.quoted('x'.repeat(300))
  texts.keep(1, out, 0)
  expect(texts.write(1, out)).toBe(false)
})
