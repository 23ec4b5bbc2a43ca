import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SURFACE_COLUMN, SURFACE_KINDS, surfaceColumns, surfaceMetres } from '../../src/travel/surfaces.ts'

const sumOf = (metres: Record<string, number>) => Object.values(metres).reduce((sum, lengthM) => sum + lengthM, 0)

test('metres by kind are in the column of the kind', () => {
  const metres = surfaceMetres([1, 20, 300, 4000])
  expect(metres).toEqual({ unknown: 1, paved: 20, gravel: 300, trail: 4000 })
  expect(surfaceColumns(metres)).toEqual({ pavedM: 20, gravelM: 300, trailM: 4000, unknownM: 1 })
})

test('a kind without a column of its own counts as unknown, and the columns add up to the length', () => {
  const columnOf = { ...SURFACE_COLUMN, boardwalk: 'unknownM' } as const
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 5 }), ([boardwalk, ...known]) => {
      const metres = { ...surfaceMetres(known), boardwalk }
      const columns = surfaceColumns(metres, columnOf)
      expect(sumOf(columns)).toBe(sumOf(metres))
      expect(columns.unknownM).toBe(metres.unknown + boardwalk)
    }),
  )
})

test('every kind has a column, and unknown is the first', () => {
  expect(Object.keys(SURFACE_COLUMN).toSorted()).toEqual(SURFACE_KINDS.toSorted())
  expect(SURFACE_KINDS[0]).toBe('unknown')
})
