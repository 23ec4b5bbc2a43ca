import { expect, test } from 'vitest'
import { kindLengths, kindPieces } from '../../../src/web/map/line-features.ts'
import { toShownLine } from '../../../src/web/line/shown-line.ts'
import { toPieces } from '../../../src/web/line/to-pieces.ts'

const paved = { fromM: 0, toM: 600, surface: 'PAVED', tag: null, source: 'MAPPED' } as const
const straight = { fromM: 600, toM: 1000, surface: 'UNKNOWN', tag: null, source: null } as const

/** The grades that the page shows along a line of a kilometre. */
function gradesOf(facts: unknown): string[] {
  const pieces = toPieces(facts as Parameters<typeof toPieces>[0])
  const line = toShownLine(
    [
      [
        [0, 0],
        [0.01, 0],
      ],
    ],
    1000,
    pieces,
  )
  return kindLengths(kindPieces(line, 'sac')).map(({ kind, lengthM }) => `${kind} ${Math.round(lengthM)}`)
}

test('a walk on roads alone is road, not of an unknown grade', () => {
  expect(gradesOf({ surfaces: { stretches: [{ ...paved, toM: 1000 }] }, difficulty: null })).toEqual(['NONE 1000'])
})

test('what is drawn straight is of an unknown grade, beside roads and paths', () => {
  const surfaces = { stretches: [paved, straight] }
  expect(gradesOf({ surfaces, difficulty: null })).toEqual(['NONE 600', 'UNKNOWN 400'])
  const difficulty = { stretches: [{ fromM: 0, toM: 200, grade: 'T2' }] }
  expect(gradesOf({ surfaces, difficulty }).toSorted()).toEqual(['NONE 400', 'T2 200', 'UNKNOWN 400'])
})

test('a road of unknown surface is a road: only what follows no way has an unknown grade', () => {
  const unknown = { ...straight, source: 'MAPPED' } as const
  expect(gradesOf({ surfaces: { stretches: [paved, unknown] }, difficulty: null })).toEqual(['NONE 1000'])
  const surfaces = { stretches: [paved, { ...unknown, source: 'CLASS_DEFAULT' }] }
  expect(gradesOf({ surfaces, difficulty: null })).toEqual(['NONE 1000'])
})

test('where nothing was looked up along it, all of it is unknown', () => {
  expect(gradesOf({ surfaces: null, difficulty: null })).toEqual(['UNKNOWN 1000'])
})
