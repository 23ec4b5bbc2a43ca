import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lexemesOf, prefixTerm, TOP_PLACES, TopPlaces } from '../../db/place-lexemes.ts'
import { JOINED } from '../../src/places/search-tokens.ts'

describe('lexemesOf', () => {
  test('adds the first two, three and four letters of each word, and none of joined names', () => {
    expect([...lexemesOf(['pic', 'alt', `${JOINED}picalt`])]).toEqual([
      'pic',
      'alt',
      `${JOINED}picalt`,
      'pi*',
      'pic*',
      'al*',
      'alt*',
    ])
  })
})

describe('TopPlaces', () => {
  test('keeps, of every word and beginning that more than TOP_PLACES places share, the first of them, and no others', () => {
    const word = fc.stringMatching(/^[ab]{1,4}$/)
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), { minLength: 300, maxLength: 500 }),
        (places) => {
          const uses = new Map<string, number>()
          for (const words of places) for (const one of words) uses.set(one, (uses.get(one) ?? 0) + 1)
          const top = new TopPlaces()
          for (const text of [...uses.keys()].sort()) top.addToken(text, uses.get(text)!)
          top.endTokens()
          places.forEach((words, i) => top.addPlace(i + 1, words))
          const lists = new Map(top)
          const terms = new Set(
            [...uses.keys()].flatMap((text) => [text, ...Array.from(text, (_, i) => prefixTerm(text.slice(0, i + 1)))]),
          )
          for (const term of terms) {
            const begins = term.endsWith('*')
            const having = places.flatMap((words, i) =>
              words.some((one) => (begins ? one.startsWith(term.slice(0, -1)) : one === term)) ? [i + 1] : [],
            )
            if (lists.has(term)) expect(lists.get(term), term).toEqual(having.slice(0, TOP_PLACES))
            else expect(having.length, term).toBeLessThanOrEqual(TOP_PLACES)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})
