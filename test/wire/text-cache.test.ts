import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextCache } from '../../src/wire/text-cache.ts'
import { WireBytes } from '../../src/wire/wire-bytes.ts'

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
