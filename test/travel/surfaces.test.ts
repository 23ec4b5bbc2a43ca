import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SURFACE_COLUMN, SURFACE_KINDS, surfaceColumns, surfaceMetres } from '../../src/travel/surfaces.ts'

const sumOf = (metres: Record<string, number>) => Object.values(metres).reduce((sum, lengthM) => sum + lengthM, 0)

test('metres by kind are in the column of the kind', () => {
  const more = SURFACE_KINDS.slice(4).map(() => 0)
  const metres = surfaceMetres([1, 20, 300, 4000, ...more])
  expect(metres).toMatchObject({ unknown: 1, paved: 20, gravel: 300, trail: 4000 })
  expect(surfaceColumns(metres)).toEqual({ pavedM: 20, gravelM: 300, trailM: 4000, unknownM: 1 })
})

test('a kind without a column of its own counts as unknown, and the columns add up to the length', () => {
  const columnOf = { ...SURFACE_COLUMN, glass: 'unknownM' } as const
  const lengths = fc.array(fc.nat(1_000_000), { minLength: SURFACE_KINDS.length, maxLength: SURFACE_KINDS.length })
  fc.assert(
    fc.property(fc.nat(1_000_000), lengths, (glass, known) => {
      const metres = surfaceMetres(known)
      const columns = surfaceColumns({ ...metres, glass }, columnOf)
      expect(sumOf(columns)).toBe(sumOf(metres) + glass)
      expect(columns.unknownM).toBe(surfaceColumns(metres).unknownM + glass)
    }),
  )
})

test('every kind has a column, and unknown is the first', () => {
  expect(Object.keys(SURFACE_COLUMN).toSorted()).toEqual(SURFACE_KINDS.toSorted())
  expect(SURFACE_KINDS[0]).toBe('unknown')
})
