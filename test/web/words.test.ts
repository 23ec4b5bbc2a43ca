import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '../../src/errors.ts'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'
import { settingOf, takenBy } from '../../src/travel/settings.ts'
import { PLACE_KINDS } from '../../src/places/place-kinds.ts'
import { POI_KINDS } from '../../src/places/poi-kinds.ts'
import { LOST_CODES } from '../../src/course/files/file-content.ts'
import { UNMATCHED_REASONS } from '../../src/routing/matching/match-types.ts'
import { SNOW_REASONS } from '../../src/weather/snow/snow-products.ts'
import type { Dictionary } from '../../src/web/i18n/speech.ts'
import {
  hasWords,
  LANGUAGE_TAGS,
  loadLanguage,
  nextLanguage,
  preferredLanguage,
  say,
  type Language,
} from '../../src/web/i18n/words.ts'

const loaded = await Promise.all(LANGUAGE_TAGS.map(async (tag) => [tag, await loadLanguage(tag)] as const))
const DICTIONARIES = Object.fromEntries(loaded) as Record<Language, Dictionary>
const WEB = fileURLToPath(new URL('../../src/web', import.meta.url))
const sources = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/generated|words$/.test(entry.parentPath))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

describe('the dictionary', () => {
  test('has the same keys in every language', () => {
    for (const language of LANGUAGE_TAGS)
      expect(Object.keys(DICTIONARIES[language]).sort()).toEqual(Object.keys(DICTIONARIES.en).sort())
  })

  test('takes the same values in every language, and leaves none empty', () => {
    const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[:}]/g)].map(([, name]) => name))].sort()
    for (const [language, words] of loaded)
      for (const [key, text] of Object.entries(DICTIONARIES.en)) {
        expect(values(words[key as 'undo']), `${language} ${key}`).toEqual(values(text))
        expect(words[key as 'undo'].trim(), `${language} ${key}`).not.toBe('')
      }
  })

  test('never parts a number from its unit', () => {
    const parted = LANGUAGE_TAGS.flatMap((language) =>
      Object.entries(DICTIONARIES[language]).filter(([, text]) =>
        /[\d}] (?:km|m|h|min|KB|MB|GB|cm|mm|%)(?!\w)/.test(text),
      ),
    )
    expect(parted).toEqual([])
  })

  test('says German in German: longer sentences are not left as they were', () => {
    const same = Object.entries(DICTIONARIES.en)
      .filter(([key, text]) => text.length > 14 && DICTIONARIES.de[key as 'undo'] === text)
      .map(([key]) => key)
    expect(same).toEqual([])
  })

  test('is that of the browser, or else of the same language elsewhere, or else English', () => {
    expect(['de', 'de-CH', 'en-US', 'fr'].map((tag) => preferredLanguage([tag]))).toEqual(['de', 'de', 'en', 'en'])
    expect(preferredLanguage(['fr', 'de-AT'])).toBe('de')
    expect(LANGUAGE_TAGS.map(nextLanguage)).toEqual([...LANGUAGE_TAGS.slice(1), LANGUAGE_TAGS[0]])
  })

  test('puts values in, and leaves a missing one to be seen', () => {
    expect(say('en', 'care.at', { place: '3 km' })).toBe('at 3 km')
    expect(say('en', 'care.at')).toBe('at {place}')
    expect([1, 2].map((parts) => say('de', 'file.points', { points: 9, parts }))).toEqual([
      '9 Punkte, 1 Teil',
      '9 Punkte, 2 Teile',
    ])
  })

  test('has words for every unknown, warning and reason of the service', () => {
    const missing = [
      ...Object.keys(UNKNOWNS).map((code) => `unknownCode.${code.toUpperCase()}`),
      ...Object.keys(WARNINGS).map((code) => `warning.${code.toUpperCase()}`),
      ...SNOW_REASONS.map((code) => `snowReason.${code.toUpperCase()}`),
      ...LOST_CODES.map((code) => `lost.${code.toUpperCase()}`),
      ...UNMATCHED_REASONS.map((code) => `unmatched.${code.toUpperCase()}`),
    ].filter((key) => !hasWords(key))
    expect(missing).toEqual([])
  })

  test('has words for every travel setting and its values', () => {
    const missing = takenBy('route').flatMap((name) => {
      const row = settingOf(name)
      const values =
        row.type === 'enum'
          ? Object.keys(row.words).map((word) => word.toUpperCase())
          : row.type === 'integer'
            ? Array.from({ length: row.max - row.min + 1 }, (_, i) => String(row.min + i))
            : row.type === 'number' && row.step !== undefined
              ? ['avoid', 'few', 'any', 'some', 'many']
              : []
      return [`setting.${name}`, ...values.map((value) => `${name}.${value}`)].filter((key) => !hasWords(key))
    })
    expect(missing).toEqual([])
  })

  test('has words for every kind of place', () => {
    const words = [...PLACE_KINDS, ...POI_KINDS].map((kind) => `kind.${kind.toUpperCase()}`)
    expect(words).toEqual(expect.arrayContaining(['kind.PICNIC_SITE', 'kind.MONASTERY']))
    expect(
      words.filter((word) => !hasWords(word)),
      'each needs its name in src/web/i18n/en-codes.ts and de-codes.ts',
    ).toEqual([])
  })

  test('has advice for every failure that a page can meet', () => {
    // what only keys, headers and hand-written bodies can cause, a page cannot
    const others = [
      'invalid_json',
      'both_inputs',
      'no_input',
      'invalid_key',
      'origin_not_allowed',
      'method_not_allowed',
      'unsupported_media_type',
    ]
    expect(Object.keys(ERROR_STATUS).filter((code) => !others.includes(code) && !hasWords(`error.${code}`))).toEqual([])
  })

  test('holds no word that nothing says', () => {
    const said = (key: string) =>
      sources.some((text) => text.includes(`'${key}'`)) ||
      /^(error|warning|unknownCode|snowReason|kind|line|character|hazard|unmatched|sample|daylight|sky|level|trailType|setting|profile|maxSac|markedTrails|hills|bicycleType|push|status|loopStatus|direction|group|tab|avoidKind|trailWay|reachDirection|reachMeasure|sketch|legend|snow|pace|layers|format|lost|offline\.page|offline\.why|lanes|sun|mapStyle|shade|tag|value)\./.test(
        key,
      )
    expect(Object.keys(DICTIONARIES.en).filter((key) => !said(key))).toEqual([])
  })
})
