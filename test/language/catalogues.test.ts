// The catalogues: only what messages may have, complete in every language that is called whole, and no word of English
// left in them.

import { describe, expect, test } from 'vitest'
import { printedLanguage } from '../../codegen.ts'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { faultsOf, faultsOfMessage } from '../../src/language/codegen/check-catalogue.ts'
import type { EnglishCatalogue } from '../../src/language/codegen/print-values.ts'
import { TURNS } from '../../src/routing/directions/junction-turns.ts'
import { WAY_KINDS } from '../../src/osm/edge-facts.ts'
import { PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { SNOW_REASONS } from '../../src/weather/snow/snow-products.ts'
import { ERROR_STATUS } from '../../src/errors.ts'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'
import { readFileSync } from 'node:fs'

const en = JSON.parse(readCatalogue('en')) as EnglishCatalogue
const catalogueOf = (language: string) => JSON.parse(readCatalogue(language)) as EnglishCatalogue
/** Languages that lack nothing. */
const WHOLE = ['en', 'de', 'fr', 'it', 'es', 'ca']
/** Messages and words of the page whose words are those of English, by language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  ca: [
    'alternatives.title',
    'key.control',
    'kind.HOTEL',
    'kind.RESTAURANT',
    'level.LOCAL',
    'level.REGIONAL',
    'place.hotel',
    'place.restaurant',
    'query.document',
    'query.variables',
    'tag.capacity',
    'tag.internet_access',
    'unit.metres',
    'value.no',
    'value.terminal',
  ],
  de: ['alternatives.other', 'colour.orange', 'level.INTERNATIONAL', 'level.REGIONAL', 'tab.route'],
  fr: [
    'avoidKind.FERRY',
    'avoidKind.TUNNEL',
    'colour.orange',
    'grade.via_ferrata',
    'hazard.VIA_FERRATA',
    'items.annotations',
    'items.points',
    'key.control',
    'kind.BIVOUAC',
    'kind.GLACIER',
    'kind.INFORMATION',
    'kind.PARKING',
    'kind.RESTAURANT',
    'kind.VILLAGE',
    'level.INTERNATIONAL',
    'level.LOCAL',
    'level.NATIONAL',
    'line.T4',
    'line.VIA_FERRATA',
    'loop.direction',
    'pace.MI',
    'place.bivouac',
    'place.glacier',
    'place.information',
    'place.parking',
    'place.restaurant',
    'place.village',
    'query.document',
    'query.variables',
    'reason.calibration.ferry',
    'reason.calibration.via_ferrata',
    'search.hits',
    'tag.cuisine',
    'tag.description',
    'tag.information',
    'tag.internet_access',
    'unit.minutes',
    'unit.pixels',
    'value.wlan',
  ],
  es: [
    'key.control',
    'kind.HOTEL',
    'level.LOCAL',
    'level.REGIONAL',
    'place.hotel',
    'query.variables',
    'tag.internet_access',
    'value.no',
    'value.terminal',
  ],
  it: [
    'avoid.area',
    'bicycleType.MOUNTAIN',
    'grade.via_ferrata',
    'hazard.VIA_FERRATA',
    'key.control',
    'line.VIA_FERRATA',
    'reach.area',
    'reason.calibration.via_ferrata',
    'tab.file',
    'tag.internet_access',
    'value.no',
    'value.wlan',
  ],
}

test.each(LANGUAGES)('%s has no fault', (language) => {
  expect(faultsOf(language, readCatalogue(language), en)).toEqual([])
})

describe.each(WHOLE.filter((language) => language !== 'en'))('%s', (language) => {
  const own = catalogueOf(language)
  const isOfWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''))
  const sameAsEnglish = (section: 'messages' | 'page') =>
    Object.keys(own[section]).filter(
      (code) =>
        own[section][code] === en[section][code] && isOfWords(own[section][code]) && !SAME[language]?.includes(code),
    )

  test('has every message, in its own words', () => {
    expect(Object.keys(en.messages).filter((code) => !(code in own.messages))).toEqual([])
    expect(sameAsEnglish('messages')).toEqual([])
  })

  test('has every word of the page, in its own', () => {
    expect(Object.keys(en.page).filter((key) => !(key in own.page))).toEqual([])
    expect(sameAsEnglish('page')).toEqual([])
  })
})

test.each(LANGUAGES)('texts in %s never part a number from its unit', (language) => {
  const { messages, page = {} } = catalogueOf(language)
  // English sentences have a plain space there
  const texts = Object.entries(language === 'en' ? page : { ...messages, ...page })
  const parted = texts.filter(([, text]) => /[\d}] (?:km|m|s|h|min|KB|MB|Mo|GB|cm|mm|%)(?![\p{L}\d’])/u.test(text))
  expect(parted).toEqual([])
})

// "no se esperaba ninguna fecha", but "fecha esperada: ninguna": behind a colon stands anything, or nothing
test.each(['fr', 'it', 'es', 'ca'])('no verb in %s stands before what may be nothing', (language) => {
  const { messages } = catalogueOf(language)
  const negative = Object.keys(messages).filter((code) => /^(no|nothing|none)\b/.test(en.messages[code] ?? ''))
  const families = new Set(negative.map((code) => code.split('.')[0]).filter((family) => family in en['@values']))
  expect([...families]).toEqual(expect.arrayContaining(['expected', 'got']))
  const slot = new RegExp(`(?<=\\p{L} )\\{(${[...families].join('|')})\\}`, 'u')
  expect(Object.entries(messages).filter(([, text]) => slot.test(text))).toEqual([])
})

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s says places behind one colon', (language) => {
  const { messages } = catalogueOf(language)
  const families = Object.keys(messages).filter((code) => /^\{note\}\s?: \{places\}/u.test(messages[code]))
  const isNote = (code: string) =>
    families.some((family) => code.startsWith(`${family}.`)) && !code.endsWith('.not_read')
  const texts = Object.entries(messages).filter(([code]) => isNote(code))
  expect(texts.filter(([, text]) => text.replaceAll(/\{[^{}]*\}/g, '').includes(':'))).toEqual([])
})

test.each(LANGUAGES)('no word for a kind of way in %s says what its surface is', (language) => {
  const kinds = Object.entries(catalogueOf(language).messages).filter(([code]) => code.startsWith('way.'))
  const surfaces = /pav|gravel|dirt|asphalt|asfalt|schotter|sterrat|tierra|terra|terre|revêtu/i
  expect(kinds.filter(([, text]) => surfaces.test(text))).toEqual([])
})

test('the generated types are those of the English catalogue', () => {
  for (const [name, text] of Object.entries(printedLanguage()))
    expect(readFileSync(new URL(`../../src/language/generated/${name}`, import.meta.url), 'utf8')).toBe(text)
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
  expect(words('place').sort()).toEqual([...new Set([...PLACE_KINDS, ...POI_KINDS])].sort())
  expect(words('snow').sort()).toEqual([...SNOW_REASONS].sort())
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

  test('of the page too, where it has more than values and plurals', () => {
    const faultsOfWords = (words: string, language = 'en') =>
      faultsOf(
        language,
        `{\n  "@language": "${language}",\n  "messages": {},\n  "page": {\n    "care.times": ${JSON.stringify(words)}\n  }\n}`,
        en,
      )
    expect(faultsOfWords('{count} times')).toEqual([])
    expect(faultsOfWords('{count, plural, one {# time} other {# times}}')).toEqual([])
    expect(faultsOfWords('times')).toEqual(['en.json:5: care.times: lacks {count}'])
    for (const [words, fault] of [
      ['{count', /CLOSING_BRACE/],
      ['{count} {times}', /has \{times\}, which English has not/],
      ['{count, number} times', /has a number/],
      ['{count, plural, one {once} few {a} other {b}}', /form "few"/],
      ['{count, plural, other {{count} times}}', /lacks the form "one".*; .*a value inside the plural/],
      ['{count, selectordinal, one {a} two {b} few {c} other {d}}', /ordinals/],
      ["l'{count}", /quotes/],
    ] as const)
      expect(faultsOfWords(words).join('; '), words).toMatch(fault)
    expect(faultsOfWords('{count, plural, one {a} other {b}}', 'sl').join('; ')).toMatch(/lacks the form "two"/)
    expect(
      faultsOf('en', '{\n  "@language": "en",\n  "messages": {},\n  "page": {\n    "nothing": "a"\n  }\n}', en),
    ).toEqual(['en.json:5: nothing: is unknown in English'])
  })

  test('and what it may have is not', () => {
    expect(
      faultOf(
        '{way_onto} <b> {exit, selectordinal, =1 {first} one {#st} two {#nd} few {#rd} other {#th}} {exit, number}',
      ),
    ).toBe('')
  })
})
