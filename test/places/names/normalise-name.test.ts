import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  foldSpelling,
  letterCount,
  markSpellings,
  normaliseName,
  readingsOf,
  searchForms,
  wordsOf,
} from '../../../src/places/names/normalise-name.ts'
import { spellingsOf } from '../../../src/places/names/spellings.ts'

describe('a name, normalised', () => {
  test('loses case, diacritics and punctuation', () => {
    const pairs: [string, string][] = [
      ['Zürich', 'zurich'],
      ['  Pic   de  Comapedrosa ', 'pic de comapedrosa'],
      ["Coll d'Ordino", 'coll d ordino'],
      ['Coll d’Ordino', 'coll d ordino'],
      ['Sant Julià de Lòria', 'sant julia de loria'],
      ['Saas-Fee', 'saas fee'],
      ['Hohe Straße', 'hohe strasse'],
      ['STRASSE', 'strasse'],
      ['Ærøskøbing', 'aeroskobing'],
      ['Łódź', 'lodz'],
      ['Đèo Hải Vân', 'deo hai van'],
      ['İstanbul', 'istanbul'],
      ['Coŀlegi', 'collegi'],
      ['Col·legi', 'collegi'],
      ['Œuvre (nord)', 'oeuvre nord'],
      ['GR 11.10', 'gr 11 10'],
      ['Ｗａｎ', 'wan'],
      ['Ångström №5', 'angstrom no 5'],
    ]
    for (const [name, folded] of pairs) expect(normaliseName(name), name).toBe(folded)
  })

  test('keeps the letters of other scripts', () => {
    expect(normaliseName('Ἀθῆναι')).toBe('αθηναι')
    expect(normaliseName('Москва')).toBe('москва')
    expect(normaliseName('東京 タワー')).toBe('東京 タワー')
    expect(normaliseName('が')).not.toBe(normaliseName('か'))
    expect(normaliseName('القاهرة')).toBe('القاهرة')
  })

  test('is empty where nothing can be read', () => {
    for (const text of ['', '   ', "'", '\u{1F3D4}', '\ud800', '---', '"*^']) expect(normaliseName(text)).toBe('')
  })

  test('is the same when folded again, and has single spaces, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = normaliseName(text)
        expect(normaliseName(once)).toBe(once)
        expect(once).not.toMatch(/^ | $| {2}/)
        expect(once.isWellFormed()).toBe(true)
      }),
    )
  })

  test('does not depend on how accents are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(normaliseName(text.normalize('NFC'))).toBe(normaliseName(text.normalize('NFD')))
      }),
    )
  })
})

describe('spelling', () => {
  test('ue, oe, ae and ss meet their letters both ways', () => {
    const key = (text: string) => foldSpelling(normaliseName(text))
    for (const group of [
      ['Zürich', 'Zuerich', 'Zurich', 'ZÜRICH'],
      ['Groß Straße', 'Gross Strasse', 'gros strase'],
      ['Kölner Höhe', 'Koelner Hoehe', 'Kolner Hohe'],
      ['Lächeln', 'Laecheln'],
    ]) {
      expect(new Set(group.map(key)).size, group.join()).toBe(1)
    }
    expect(key('Bern')).not.toBe(key('Born'))
  })

  test('forms for the index read an apostrophe both as a space and as nothing', () => {
    expect(searchForms("L'Aldosa")).toEqual(['l aldosa', 'laldosa'])
    expect(searchForms('Ordino')).toEqual(['ordino'])
    expect(searchForms('…')).toEqual([])
    expect(readingsOf("St John's")).toEqual(["St John's", 'St Johns'])
  })

  test('forms for the index have the Latin letters of Cyrillic and Greek names', () => {
    expect(searchForms('Минги-Тау')).toEqual(['минги тау', 'mingi tau', 'mynhy tau'])
    expect(searchForms('Жабљак')).toEqual(['жабљак', 'zhabljak', 'zabljak'])
    expect(searchForms('Όλυμπος')).toEqual(['ολυμποσ', 'olympos'])
  })

  test('of a folded text is the text, and every spelling of a name has the same', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aeousdjäöüåøæœßđðnk ñł'), maxLength: 30 })
    fc.assert(
      fc.property(text, (name) => {
        const key = foldSpelling(normaliseName(name))
        expect(foldSpelling(key)).toBe(key)
        expect(foldSpelling(normaliseName(key))).toBe(key)
        for (const word of wordsOf(markSpellings(name)))
          for (const spelling of spellingsOf(word))
            expect(foldSpelling(spelling), spelling).toBe(foldSpelling(normaliseName(word)))
      }),
      { numRuns: 2000 },
    )
  })

  test('of what is typed so far begins that of the whole word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aeousdjnk'), maxLength: 12 }), fc.nat(12), (word, letters) => {
        expect(foldSpelling(word).startsWith(foldSpelling(word.slice(0, letters)))).toBe(true)
      }),
    )
  })

  test('counts letters, not spaces nor halves of letters', () => {
    expect(letterCount('pic de')).toBe(5)
    expect(letterCount('\u{20000}a')).toBe(2)
    expect(wordsOf('')).toEqual([])
    expect(wordsOf('pic de')).toEqual(['pic', 'de'])
  })
})
