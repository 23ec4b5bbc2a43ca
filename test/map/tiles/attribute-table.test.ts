import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AttributeTable, type AttributeValue } from '../../../src/map/tiles/attribute-table.ts'

const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true }).map((number) => number + 0),
)

/** The number of a value, which is the second of the pairs of its set. */
function numberOf(table: AttributeTable, given: AttributeValue): number {
  return table.pairsOf(table.add([['key', given]]))[1]
}

describe('a table of attributes', () => {
  test('gives equal values equal numbers and others others', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const table = new AttributeTable()
        const numbers = values.map((one) => numberOf(table, one))
        const known = new Map<AttributeValue, number>()
        values.forEach((one, i) => {
          if (!known.has(one)) known.set(one, known.size)
          expect(numbers[i]).toBe(known.get(one))
        })
        expect(table.values.count).toBe(known.size)
      }),
    )
  })

  test('gives a value its number again however many came in between', () => {
    const table = new AttributeTable()
    const first = numberOf(table, 'path')
    for (let i = 0; i < 5000; i++) expect(numberOf(table, i)).toBe(first + 1 + i)
    expect(numberOf(table, 'path')).toBe(first)
    expect(numberOf(table, 3)).toBe(first + 4)
    expect(table.values.count).toBe(5001)
  })
})
