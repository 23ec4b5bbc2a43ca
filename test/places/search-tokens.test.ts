// The index of near misses and the marks of place hold what they promise, for any word and any box.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitBox } from '../../src/geo/split-box.ts'
import {
  cellsOfBox,
  cellTokens,
  neighbourhoodOfQuestion,
  neighbourhoodOfWord,
  tokensOfNames,
} from '../../src/places/search-tokens.ts'
import { allowedTypos } from '../../src/places/names/typo-distance.ts'
import { between, latitude, longitude } from '../support/arbitraries.ts'

const letter = fc.constantFrom(...'abcdefgö')

/** Applies one edit: a letter more, fewer, another, or two swapped. */
function edit(word: string, kind: number, at: number, put: string): string {
  const i = at % Math.max(1, word.length)
  if (kind === 0) return word.slice(0, i) + put + word.slice(i)
  if (kind === 1) return word.slice(0, i) + word.slice(i + 1)
  if (kind === 2) return word.slice(0, i) + put + word.slice(i + 1)
  return i + 1 < word.length ? word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2) : word
}

describe('neighbourhoods', () => {
  test('of a word and of what was typed meet whenever the edits are forgiven', () => {
    const edits = fc.array(fc.tuple(fc.nat(3), fc.nat(40), letter), { minLength: 0, maxLength: 2 })
    fc.assert(
      fc.property(fc.array(letter, { minLength: 3, maxLength: 16 }), edits, (letters, made) => {
        const word = letters.join('')
        const typed = made.reduce((text, [kind, at, put]) => edit(text, kind, at, put), word)
        fc.pre(made.length <= allowedTypos(typed.length))
        const kept = new Set(neighbourhoodOfWord(word))
        expect([...neighbourhoodOfQuestion(typed, Math.max(1, made.length))].some((hash) => kept.has(hash))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('stay small for long words', () => {
    expect(neighbourhoodOfWord('a'.repeat(20) + 'bcdefghijk').length).toBeLessThanOrEqual(29)
    expect(neighbourhoodOfWord('abcdefghijklmnop').length).toBe(29)
  })
})

describe('marks of place', () => {
  test('a place inside a box has one of the marks of the box', () => {
    const lon = longitude
    const lat = latitude
    const size = between(0, 30)
    fc.assert(
      fc.property(lon, lat, size, size, between(0, 1), between(0, 1), (west, south, wide, high, x, y) => {
        const east = west + wide > 180 ? west + wide - 360 : west + wide
        const north = Math.min(90, south + high)
        const cells = cellsOfBox([west, south, east, north])!
        fc.pre(cells !== null)
        let placeLon = west + wide * x
        if (placeLon > 180) placeLon -= 360
        const placeLat = south + (north - south) * y
        // a sum may be rounded out of the box
        fc.pre(splitBox([west, south, east, north]).some((box) => placeLon >= box[0] && placeLon <= box[2]))
        expect(cellTokens(placeLon, placeLat).some((token) => cells.includes(token))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('the world has none: that would not help', () => {
    expect(cellsOfBox([-180, -90, 180, 90])).toBeNull()
  })
})

describe('tokensOfNames', () => {
  test('keeps words, whole names and names without their spaces', () => {
    const { forms, words } = tokensOfNames(["Coll d'Ordino"])
    expect(forms).toContain('coll d ordino')
    expect([...words]).toEqual(
      expect.arrayContaining(['coll', 'ordino', '¤collordino'.replace('collordino', 'colldordino')]),
    )
  })
})
