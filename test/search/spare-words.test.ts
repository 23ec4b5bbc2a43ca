import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isArticle, isKindWord, namesKind, partsOf, withoutArticles } from '../../src/search/partial-names.ts'

test('parts of a text are the runs of its words and the text without each word, longest first, each once', () => {
  expect(partsOf(['a', 'b', 'c']).map((part) => part.join(''))).toEqual(['ab', 'bc', 'ac', 'a', 'b', 'c'])
  expect(partsOf(['a'])).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 2, maxLength: 40 }), (words) => {
      const parts = partsOf(words)
      const read = words.slice(0, 12)
      expect(parts.length).toBeLessThanOrEqual(48)
      expect(new Set(parts.map(String)).size).toBe(parts.length)
      for (const word of read) expect(parts).toContainEqual([word])
      for (let i = 0; i < read.length; i++) expect(parts).toContainEqual(read.toSpliced(i, 1))
      expect(parts.every((part, i) => i === 0 || part.length <= parts[i - 1].length)).toBe(true)
    }),
  )
})

test('articles and words for kinds are known in the languages of the mountains', () => {
  for (const word of 'el la les le il di gli der die das the lo lou eth'.split(' '))
    expect(isArticle(word), word).toBe(true)
  expect(withoutArticles(['el', 'pas', 'de', 'la', 'casa'])).toEqual(['pas', 'casa'])
  expect(withoutArticles(['la'])).toEqual(['la'])
  const pairs =
    'lake lake|lac lake|c street|avda street|estany lake|see lake|peak peak|pic peak|spitze peak|refugi hut|hutte hut|rifugio hut|tal valley'
  for (const pair of pairs.split('|')) {
    const [word, kind] = pair.split(' ')
    expect(isKindWord(word) && namesKind(word, [kind]), pair).toBe(true)
  }
  expect(namesKind('lake', ['peak'])).toBe(false)
})
