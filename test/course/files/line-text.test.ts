import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degrees, metres } from '../../../src/course/files/file-content.ts'
import { LineText } from '../../../src/course/files/line-text.ts'
import { caseCount } from '../../support/case-count.ts'

const anyNumber = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.double({ min: -1e7, max: 1e7, noNaN: true }),
  // at, and just beside, the middle between two roundings
  fc
    .tuple(fc.integer({ min: -2e8, max: 2e8 }), fc.constantFrom(0, 1e-12, -1e-12))
    .map(([n, by]) => (n + 0.5) / 1e6 + by),
  fc
    .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.constantFrom(0, 1e-10, -1e-10))
    .map(([n, by]) => (n + 0.5) / 10 + by),
  fc.constantFrom(0, -0, 1e-7, -1e-7, 1e-6, 0.05, -0.05, 1.15, 179.9999995, 1e15),
)

test('numbers are written as String writes them, rounded as toFixed rounds, one after another', () => {
  fc.assert(
    fc.property(fc.array(anyNumber, { maxLength: 20 }), (numbers) => {
      const text = new LineText()
      for (const number of numbers) text.degrees(number).add('/').metres(number).add(' ')
      expect(text.toString()).toBe(numbers.map((number) => `${degrees(number)}/${metres(number)} `).join(''))
    }),
    { numRuns: caseCount(500, 50_000) },
  )
})
