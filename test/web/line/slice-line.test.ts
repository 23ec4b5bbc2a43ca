import fc from 'fast-check'
import { expect, test } from 'vitest'
import { climbOf } from '../../../src/geo/climb.ts'
import { kindPieces } from '../../../src/web/map/line-features.ts'
import { toShownLine } from '../../../src/web/line/shown-line.ts'
import { climbBetween, sliceLine } from '../../../src/web/line/slice-line.ts'
import { slopeKind, slopePieces } from '../../../src/web/line/steepness.ts'
import { between } from '../../support/arbitraries.ts'

const heights = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 30 })
const lineOf = (heightsM: (number | null)[]) =>
  toShownLine([heightsM.map((heightM, i): [number, number, number | null] => [i * 0.001, 0, heightM])], null)

test('all of a line as a stretch climbs what the method of the service says', () => {
  fc.assert(
    fc.property(heights, (heightsM) => {
      const line = lineOf(heightsM)
      const { ascentM, descentM } = climbOf(heightsM)
      expect(climbBetween(line, 0, line.lengthM)).toEqual({ ascentM, descentM })
    }),
  )
})

test('a stretch ends where it is cut, keeps its metres, and climbs as much as its ends differ', () => {
  fc.assert(
    fc.property(heights, between(0, 0.9), (heightsM, share) => {
      const line = lineOf(heightsM)
      const fromM = line.lengthM * share
      const slice = sliceLine(line, fromM, line.lengthM)
      expect(slice.alongM[0]).toBeCloseTo(fromM, 6)
      expect(slice.alongM.at(-1)).toBe(line.lengthM)
      const climb = climbBetween(line, fromM, line.lengthM)!
      expect(climb.ascentM - climb.descentM).toBeCloseTo(heightsM.at(-1)! - slice.points[0][2]!, 6)
    }),
  )
})

test('of a stretch with a void the climb is not known; of none there is nothing', () => {
  const line = lineOf([0, 100, null, 100, 200])
  expect(climbBetween(line, 0, line.lengthM)).toBeNull()
  expect(climbBetween(line, 0, line.alongM[1])).toEqual({ ascentM: 100, descentM: 0 })
  expect(climbBetween(line, 5, 5)).toBeNull()
})

test('steepness is by class, up and down alike, covers the line, and is unknown at a void', () => {
  expect([0, 4.9, -5, 12, -25, 80].map(slopeKind)).toEqual(['G0', 'G0', 'G5', 'G10', 'G20', 'G30'])
  const line = lineOf([...Array.from({ length: 20 }, () => 100), ...Array.from({ length: 20 }, (_, i) => 100 + i * 45)])
  const pieces = slopePieces(line)
  expect(pieces[0]).toMatchObject({ fromM: 0, kind: 'G0' })
  expect(pieces.at(-1)).toMatchObject({ toM: line.lengthM, kind: 'G30' })
  pieces.slice(1).forEach((piece, i) => expect(piece.fromM).toBe(pieces[i].toM))
  expect(kindPieces(lineOf([100, null, 100]), 'slope').map(({ kind }) => kind)).toEqual(['UNKNOWN'])
})
