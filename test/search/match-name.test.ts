import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NameMatch, matchName, matchNames } from '../../src/search/match-name.ts'
import { spellingsOf } from '../../src/places/names/spellings.ts'
import { foldText, parseQuestion } from '../../src/search/parse-question.ts'

const match = (question: string, name: string): NameMatch | null => matchName(foldText(question), name, true)
const kind = (question: string, name: string) => match(question, name)?.kind ?? null

describe('a question against one name', () => {
  test('takes the name itself, whatever case and diacritics', () => {
    for (const question of ['Estany de Juclà', 'estany de jucla', 'ESTANY  DE JUCLÀ', 'estany-de-jucla'])
      expect(match(question, 'Estany de Juclà'), question).toMatchObject({ kind: 'name', grade: 1, fuzzy: false })
    expect(kind('laldosa', "L'Aldosa")).toBe('name')
    expect(kind('l aldosa', 'L’Aldosa')).toBe('name')
  })

  test('takes its words in any order and what is typed so far', () => {
    expect(kind('jucla estany', 'Estany de Juclà')).toBe('words')
    expect(kind('estany', 'Estany de Juclà')).toBe('words')
    expect(kind('estany de j', 'Estany de Juclà')).toBe('beginning')
    expect(kind('jucla est', 'Estany de Juclà')).toBe('word_beginnings')
    expect(kind('est jucla', 'Estany de Juclà'), 'only the last word may be cut short').toBe(null)
    expect(kind('ordino arcalis', 'Ordino')).toBe(null)
    expect(kind('pic pic', 'Pic Negre')).toBe(null)
  })

  test('takes every spelling of a letter for the same word', () => {
    for (const [question, name] of [
      ['Zuerich', 'Zürich'],
      ['Zürich', 'Zuerich'],
      ['Zurich', 'Zürich'],
      ['Strasse', 'Straße'],
      ['Straße', 'Strasse'],
      ['koelner hoehe', 'Kölner Höhe'],
      ['Koelner Hohe', 'Kölner Höhe'],
      ['Pfaelzerhuette', 'Pfälzerhütte'],
      ['PFAELZERHÜTTE', 'Pfälzerhütte'],
      ['Aalesund', 'Ålesund'],
      ['Alesund', 'Ålesund'],
      ['Aeroeskoebing', 'Ærøskøbing'],
      ['Hämnen', 'Hæmnen'],
      ['Lodz', 'Łódź'],
      ['Cañon', 'Canon'],
      ['Djakovica', 'Đakovica'],
      ['Dakovica', 'Đakovica'],
      ['Elbrus', 'Эльбрус'],
      ['Shchelkovo', 'Щелково'],
      ['Zabljak', 'Жабљак'],
      ['Litochoro', 'Λιτόχωρο'],
    ])
      expect(match(question, name), question).toMatchObject({ kind: 'name', grade: 1, near: false, own: true })
    expect(match('Pfaelzerhuette', 'Weg zur Pfälzerhütte')).toMatchObject({ kind: 'words', near: false, whole: true })
    expect(match('Pfaelzerhue', 'Pfälzerhütte')).toMatchObject({ kind: 'beginning', near: false })
    expect(match('Pfälzerhü', 'Pfaelzerhuette')).toMatchObject({ kind: 'beginning', near: false })
    expect(match('zum suess', 'Süßwinkl zum')).toMatchObject({ kind: 'word_beginnings', near: false })
  })

  test('clients see fuzzy for ae, oe, ue and the like, as the interface has it', () => {
    expect(match('Zuerich', 'Zürich')).toMatchObject({ near: false, fuzzy: true })
    expect(match('Zurich', 'Zürich')).toMatchObject({ near: false, fuzzy: false })
    expect(match('Elbrus', 'Эльбрус')).toMatchObject({ near: false, fuzzy: false })
  })

  test('a spelling of a letter that neither text has is a near miss', () => {
    for (const [question, name] of [
      ['Zurich', 'Zuerich'],
      ['Paes', 'Pas'],
      ['Strase', 'Straße'],
      ['Are', 'Aare'],
    ])
      expect(match(question, name), question).toMatchObject({ kind: 'spelling', fuzzy: true, typos: 0 })
  })

  test('any mixture of spellings, in either text, is the same word', () => {
    const letters = fc.array(fc.constantFrom(...'äöüåøæßđnkrt'), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (word, typed, spelt) => {
        const name = word.join('')
        const spellings = spellingsOf(name)
        const question = spellings[typed % spellings.length]
        expect(match(question, name), question).toMatchObject({ kind: 'name', near: false })
        expect(match(name, spellings[spelt % spellings.length])).toMatchObject({ kind: 'name', near: false })
      }),
    )
  })

  test('forgives one or two letters by length, and none in short words', () => {
    expect(match('Sodleu', 'Soldeu')).toMatchObject({ kind: 'typo', typos: 1, fuzzy: true })
    expect(match('comapedrossa pik', 'Pic de Comapedrosa')).toBe(null)
    expect(match('commapedrozsa', 'Comapedrosa')).toMatchObject({ typos: 2 })
    expect(match('komapedrozzo', 'Comapedrosa')).toBe(null)
    expect(match('comapedroza', 'Pic de Comapedrosa')).toMatchObject({ kind: 'typo', typos: 1 })
    // a whole word with a slip is more than a beginning with one
    expect(match('comapedroza', 'Comapedrosa Nord')!.grade).toBeGreaterThan(0.7)
    expect(match('komapedroza', 'Comapedrosa')).toMatchObject({ kind: 'typo', typos: 2 })
    expect(match('Picde Comapedrosa', 'Pic de Comapedrosa')).toMatchObject({ kind: 'typo', typos: 1 })
    expect(match('Pas', 'Pal')).toBe(null)
    expect(matchName(foldText('Sodleu'), 'Soldeu', false)).toBe(null)
  })

  test('a name always answers itself, and never better than with nothing to forgive', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (name, other) => {
          const own = match(name, name)
          if (foldText(name).letters === 0) expect(own).toBe(null)
          else expect(own).toMatchObject({ kind: 'name', grade: 1 })
          const found = match(other, name)
          if (found !== null) {
            expect(found.grade).toBeGreaterThan(0)
            expect(found.grade).toBeLessThanOrEqual(1)
            expect(found.near).toBe(found.kind === 'typo' || found.kind === 'spelling')
            if (found.near) expect(found.fuzzy).toBe(true)
          }
        },
      ),
    )
  })

  test('the best of several names counts and is named', () => {
    expect(matchNames(foldText('stormwarth'), ['Sturmwöhrde', 'Stormwarth', 'Porto Tormenta'], true)).toMatchObject({
      name: 'Stormwarth',
      match: { kind: 'name' },
    })
    expect(matchNames(foldText('elsewhere'), ['Sturmwöhrde'], true)).toBe(null)
  })
})

describe('reading a question', () => {
  test('a comma may ask for what is near', () => {
    expect(parseQuestion('Pic Negre, Canillo').near).toMatchObject({
      name: { plain: 'pic negre' },
      places: [{ plain: 'canillo' }],
    })
    expect(parseQuestion('Hut, Ordino, Andorra').near!.places.map((place) => place.plain)).toEqual([
      'ordino',
      'andorra',
    ])
    for (const text of ['Pic Negre', ', Canillo', 'Pic Negre,', ',,,'])
      expect(parseQuestion(text).near, text).toBe(null)
    expect(parseQuestion('Pic Negre, Canillo').name.plain).toBe('pic negre canillo')
  })

  test('a slip that makes a German spelling is still one slip', () => {
    for (const [text, name] of [
      ['Paes', 'Pales'],
      ['Arcalis Paes', 'Arcalis Pales'],
      ['Coll de Bosa', 'Coll de Bossa'],
      ['Cassmanya', 'Casamanya'],
    ]) {
      expect(matchName(foldText(text), name, true)?.fuzzy, text).toBe(true)
      expect(matchName(foldText(text), name, true)!.typos, text).toBeLessThanOrEqual(1)
    }
    expect(matchName(foldText('Zuerich'), 'Zürich', true)).toMatchObject({ kind: 'name', typos: 0 })
  })

  test('station, as it is said, asks for the stations of a place', () => {
    for (const text of [
      'Lindau station',
      'Lindau Bahnhof',
      'Bahnhof Lindau',
      'lindau railway station',
      'Gare de Lindau',
      'LINDAU HBF',
    ])
      expect(parseQuestion(text).stationOf?.plain, text).toBe('lindau')
    for (const text of ['station', 'Lindau', 'Stationsweg', 'gareth'])
      expect(parseQuestion(text).stationOf, text).toBe(null)
  })
})
