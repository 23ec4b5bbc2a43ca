import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinPieces, pieceWith, readRange, type KeptPiece } from '../../../src/web/offline/byte-ranges.ts'

const pieces = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 300 })), { maxLength: 30 })
const bytesOf = (list: readonly KeptPiece[]) =>
  new Set(list.flatMap(([offset, length]) => Array.from({ length }, (_, i) => offset + i)))

describe('pieces of an archive', () => {
  test('joined hold every byte of those that were given, each of them in one piece', () => {
    fc.assert(
      fc.property(pieces, fc.nat(200), fc.integer({ min: 400, max: 2000 }), (list, gap, most) => {
        const joined = joinPieces(list, gap, most)
        const held = bytesOf(joined)
        expect([...bytesOf(list)].filter((byte) => !held.has(byte))).toEqual([])
        expect(list.filter(([offset, length]) => pieceWith(joined, offset, length) === null)).toEqual([])
        expect(joined.filter(([, length]) => length > Math.max(most, 300))).toEqual([])
      }),
    )
  })

  test('far from each other are loaded apart, nothing between them', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        expect(bytesOf(joinPieces(list, 0, 1e9))).toEqual(bytesOf(list))
      }),
    )
  })

  test('a piece holds what lies in it whole', () => {
    const kept: KeptPiece[] = [
      [0, 100],
      [200, 50],
    ]
    expect(pieceWith(kept, 0, 100)).toEqual([0, 100])
    expect(pieceWith(kept, 210, 40)).toEqual([200, 50])
    expect(pieceWith(kept, 90, 11)).toBeNull()
    expect(pieceWith(kept, 150, 1)).toBeNull()
  })

  test.each([
    ['bytes=0-99', [0, 100]],
    ['bytes=5-5', [5, 1]],
    ['bytes=5-4', null],
    ['bytes=-5', null],
    ['bytes=5-', null],
    ['bytes=0-1,3-4', null],
    [null, null],
  ])('a range %s is read as %j', (header, range) => {
    expect(readRange(header)).toEqual(range)
  })
})
