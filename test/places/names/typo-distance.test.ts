import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedTypos, prefixTypoDistance, typoDistance } from '../../../src/places/names/typo-distance.ts'

/** The textbook table, unbounded. */
function oracle(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i][j] = Math.min(
        table[i - 1][j] + 1,
        table[i][j - 1] + 1,
        table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1)
    }
  }
  return table[a.length][b.length]
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 })

describe('typos', () => {
  test('counts wrong, missing, surplus and swapped letters as one edit each', () => {
    for (const [a, b, edits] of [
      ['soldeu', 'soldeu', 0],
      ['soldeu', 'sodleu', 1],
      ['soldeu', 'solde', 1],
      ['soldeu', 'soldeux', 1],
      ['soldeu', 'suldeu', 1],
      ['osldeu', 'soldue', 2],
      ['', 'ab', 2],
    ] as const) {
      expect(typoDistance(a, b, 2), `${a} ${b}`).toBe(edits)
    }
  })

  test('agrees with the textbook table for every bound', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        expect(typoDistance(a, b, max)).toBe(Math.min(oracle(a, b), max + 1))
      }),
      { numRuns: 4000 },
    )
  })

  test('of a beginning is the least over all beginnings', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        const least = Math.min(...Array.from({ length: b.length + 1 }, (_, end) => oracle(a, b.slice(0, end))))
        expect(prefixTypoDistance(a, b, max)).toBe(Math.min(least, max + 1))
      }),
      { numRuns: 4000 },
    )
  })

  test('forgives by length', () => {
    expect([1, 3, 4, 8, 9, 40].map(allowedTypos)).toEqual([0, 0, 1, 1, 2, 2])
  })

  test('never compares texts of any length', () => {
    expect(typoDistance('a'.repeat(10_000), 'b'.repeat(10_000), 2)).toBe(3)
  })
})
