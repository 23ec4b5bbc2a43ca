// The catalogues: only what messages may have, complete in every language that is called whole, and no word of English
// left in them.

import { describe, expect, test } from 'vitest'
import { printedLanguage } from '../../codegen.ts'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { faultsOf, faultsOfMessage } from '../../src/language/codegen/check-catalogue.ts'
import type { EnglishCatalogue } from '../../src/language/codegen/print-values.ts'
import { TURNS } from '../../src/routing/directions/junction-turns.ts'
import { WAY_KINDS } from '../../src/osm/edge-facts.ts'
import { ERROR_STATUS } from '../../src/errors.ts'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'
import { readFileSync } from 'node:fs'

const en = JSON.parse(readCatalogue('en')) as EnglishCatalogue
/** Languages that lack nothing. */
const WHOLE = ['en', 'de', 'fr', 'it', 'es', 'ca'].filter((language) => LANGUAGES.includes(language))
/** Messages whose words are those of English, by language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'colour.orange',
    'grade.via_ferrata',
    'items.annotations',
    'items.points',
    'place.bivouac',
    'place.glacier',
    'place.village',
    'reason.calibration.ferry',
    'reason.calibration.via_ferrata',
    'unit.minutes',
    'unit.pixels',
  ],
  it: ['grade.via_ferrata', 'reason.calibration.via_ferrata'],
}

test.each(LANGUAGES)('%s has no fault', (language) => {
  expect(faultsOf(language, readCatalogue(language), en)).toEqual([])
})

test.each(WHOLE.filter((language) => language !== 'en'))('%s has every message, in its own words', (language) => {
  const { messages } = JSON.parse(readCatalogue(language)) as EnglishCatalogue
  const isOfWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''))
  const codes = Object.keys(en.messages)
  expect(codes.filter((code) => !(code in messages))).toEqual([])
  const same = codes.filter((code) => messages[code] === en.messages[code] && isOfWords(messages[code]))
  expect(same.filter((code) => !SAME[language]?.includes(code))).toEqual([])
})

test('the generated types are those of the English catalogue', () => {
  const file = new URL('../../src/language/generated/message-values.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(printedLanguage())
})

test('every value has a kind, and none is declared that no message has', () => {
  const text = JSON.stringify([en.messages, en['@also']])
  const unused = Object.keys(en['@values']).filter((name) => !new RegExp(`[{"]${name}[_,}"]`).test(text))
  expect(unused).toEqual([])
})

test('families of words have every word that the service knows', () => {
  const words = (family: string) =>
    Object.keys(en.messages).flatMap((code) => (code.startsWith(`${family}.`) ? [code.split('.')[1]] : []))
  expect(words('turn').sort()).toEqual([...TURNS].sort())
  expect(words('way').sort()).toEqual([...WAY_KINDS].sort())
})

test('codes of failures, warnings and unknowns name a published code', () => {
  const published = { error: ERROR_STATUS, warning: WARNINGS, unknown: UNKNOWNS }
  const wrong = Object.keys(en.messages).filter((code) => {
    const [family, name] = code.split('.')
    return family in published && !(name in published[family as keyof typeof published])
  })
  expect(wrong).toEqual([])
})

describe('a message is refused', () => {
  const faultOf = (pattern: string, language = 'en', base = 'maneuver.roundabout.exit') =>
    faultsOfMessage(pattern, language, en, base).join('; ')
  test.each([
    ['{exit', /CLOSING_BRACE/],
    ['{exits}', /\{exits\}, which is no value of maneuver\.roundabout\.exit/],
    ['{turn}', /no value of/],
    ['{exit, date}', /has a date/],
    ['{exit, number, percent}', /style/],
    ['{exit, plural, one {a}}', /MISSING_OTHER_CLAUSE/],
    ['{exit, plural, one {a} few {b} other {c}}', /form "few"/],
    ['{exit, plural, offset:1 one {a} other {c}}', /offset/],
    ['{way, plural, one {a} other {c}}', /counts \{way\}/],
    ['{exit, select, a {b} other {c}}', /chooses by \{exit\}/],
    ['{travel, select, ski {b} other {c}}', /"ski" of \{travel\}/],
    ['{way, select, canal {b} other {c}}', /"canal" of \{way\}/],
  ])('%s', (pattern, fault) => {
    expect(faultOf(pattern)).toMatch(fault)
  })

  test('where it lacks a form of its language', () => {
    expect(faultOf('{exit, plural, one {a} other {c}}', 'sl')).toMatch(/lacks the form "two".*lacks the form "few"/)
    expect(faultOf('{exit, plural, one {a} two {b} few {c} other {d}}', 'sl')).toBe('')
  })

  test('with its file and line', () => {
    const text = `{\n  "@language": "de",\n  "messages": {\n    "maneuver.turn": "{turn}",\n    "maneuver.push": "{x}",\n    "maneuver.zigzag": ""\n  }\n}`
    expect(faultsOf('de', text, en)).toEqual([
      'de.json:5: maneuver.push: stands after maneuver.turn; codes are sorted',
      'de.json:5: maneuver.push: has {x}, which is no value of maneuver.push',
      'de.json:6: maneuver.zigzag: is unknown in English',
    ])
    expect(faultsOf('de', '{', en)).toHaveLength(1)
  })

  test('where it names the end or the beginning of a name elsewhere than under part.way.name', () => {
    const text = (code: string) => `{\n  "@language": "de",\n  "messages": {\n    "${code}": "in die {name}"\n  }\n}`
    expect(faultsOf('de', text('part.way.name.onto.-straße'), en)).toEqual([])
    expect(faultsOf('de', text('part.way.named.onto.-straße'), en)).toHaveLength(1)
    expect(faultsOf('de', text('part.way.named.onto.rue-'), en)).toHaveLength(1)
  })

  test('and what it may have is not', () => {
    expect(
      faultOf(
        '{way_onto} <b> {exit, selectordinal, =1 {first} one {#st} two {#nd} few {#rd} other {#th}} {exit, number}',
      ),
    ).toBe('')
  })
})
