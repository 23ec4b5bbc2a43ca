import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degrees, isoTime, metres } from '../../../src/course/files/file-content.ts'
import { LineText } from '../../../src/course/files/line-text.ts'
import { LiteralBytes } from '../../../src/wire/wire-bytes.ts'
import { caseCount } from '../../support/case-count.ts'
import { between } from '../../support/arbitraries.ts'

const anyNumber = fc.oneof(
  between(-200, 200),
  between(-1e7, 1e7),
  // at, and just beside, the middle between two roundings
  fc
    .tuple(fc.integer({ min: -2e8, max: 2e8 }), fc.constantFrom(0, 1e-12, -1e-12))
    .map(([n, by]) => (n + 0.5) / 1e6 + by),
  fc
    .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.constantFrom(0, 1e-10, -1e-10))
    .map(([n, by]) => (n + 0.5) / 10 + by),
  fc.constantFrom(0, -0, 1e-7, -1e-7, 1e-6, 0.05, -0.05, 1.15, 179.9999995, 1e15),
)

const [slash, space] = [new LiteralBytes('/'), new LiteralBytes(' ')]

test('numbers are written as String writes them, rounded as toFixed rounds, one after another', () => {
  fc.assert(
    fc.property(fc.array(anyNumber, { maxLength: 20 }), (numbers) => {
      const text = new LineText()
      for (const number of numbers) text.degrees(number).add(slash).metres(number).add(space)
      expect(text.take()).toBe(numbers.map((number) => `${degrees(number)}/${metres(number)} `).join(''))
    }),
    { numRuns: caseCount(500, 50_000) },
  )
})

const MOST_MS = 8.64e15
const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 2e12 }),
  between(-MOST_MS, MOST_MS),
  // times that follow each other, about whole minutes and seconds, before and after 1970
  fc
    .tuple(fc.integer({ min: -200, max: 200 }), fc.constantFrom(60_000, 1000, 100, 1), fc.constantFrom(0, 0.5, -0.5, 1))
    .map(([n, unit, by]) => n * unit + by),
  fc.constantFrom(0, -0, -1, -0.4, MOST_MS, -MOST_MS, -62_167_219_200_001, 253_402_300_799_999, 253_402_300_800_000),
)

test('times are written as dates write them, one after another', () => {
  fc.assert(
    fc.property(fc.array(anyTime, { maxLength: 20 }), (times) => {
      const text = new LineText()
      for (const time of times) text.time(time).add(space)
      expect(text.take()).toBe(times.map((time) => `${isoTime(time)} `).join(''))
    }),
    { numRuns: caseCount(500, 50_000) },
  )
})

test('a time that has no date throws RangeError', () => {
  for (const ms of [NaN, Infinity, MOST_MS + 86_400_000]) expect(() => new LineText().time(ms)).toThrow(RangeError)
})
