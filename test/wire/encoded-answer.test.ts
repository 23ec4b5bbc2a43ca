import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EncodedText, WrittenTexts } from '../../src/wire/encoded-answer.ts'

const LONG = 16_384

test('a long text is written as JSON.stringify writes it, wherever it is cut', () => {
  const unit = fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'ü', '\u2028', '😀', '\ud83d', '\ude00')
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), fc.nat(40), (units, before) => {
      const piece = units.join('')
      const text = 'x'.repeat(before) + piece.repeat(Math.ceil(150_000 / piece.length))
      expect((EncodedText.ofLong(text) as EncodedText).toJson() === JSON.stringify(text)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a short text stays a string', () => {
  expect(EncodedText.ofLong('x'.repeat(LONG - 1))).toBe('x'.repeat(LONG - 1))
  expect(EncodedText.ofLong('x'.repeat(LONG))).toBeInstanceOf(EncodedText)
})

test('bytes come in base64', () => {
  const bytes = Buffer.from([0, 255, 1, 254, 128]).subarray(1)
  expect(EncodedText.ofBytes(bytes).toJson()).toBe(JSON.stringify(bytes.toString('base64')))
  expect(EncodedText.ofBytes(new Uint8Array()).toJson()).toBe('""')
})

test('written texts stand in the answer where they were placed', () => {
  const texts = new WrittenTexts()
  const text = '"é😀\n'.repeat(LONG)
  const value = {
    a: texts.place(EncodedText.ofLong(text)),
    b: 'plain',
    c: texts.place(EncodedText.ofBytes(Buffer.from('hi'))),
  }
  const whole = Buffer.concat(texts.splice(JSON.stringify(value)) as Uint8Array[]).toString()
  expect(JSON.parse(whole)).toEqual({ a: text, b: 'plain', c: 'aGk=' })
})

test('the memory of a dropped text is given back, but that of a shared one is not', () => {
  const text = 'é"'.repeat(LONG)
  const [own, shared] = [EncodedText.ofLong(text), EncodedText.ofLong(text, true)] as EncodedText[]
  const base64 = EncodedText.ofBytes(Buffer.from(text))
  const lengths = ({ chunks }: EncodedText) => chunks.map((chunk) => chunk.buffer.byteLength)
  const texts = new WrittenTexts()
  for (const written of [own, shared, base64]) {
    expect(lengths(written)).not.toContain(0)
    texts.place(written)
  }
  texts.drop()
  expect([...lengths(own), ...lengths(base64)].filter((length) => length > 0)).toEqual([])
  expect(shared.toJson()).toBe(JSON.stringify(text))
})
