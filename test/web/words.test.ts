import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import de from '../../src/language/catalogues/de.json' with { type: 'json' }
import en from '../../src/language/catalogues/en.json' with { type: 'json' }
import { ERROR_STATUS } from '../../src/errors.ts'
import { settingOf, takenBy } from '../../src/travel/settings.ts'
import { MAP_KINDS } from '../../src/places/one-place.ts'
import { LOST_CODES } from '../../src/course/files/file-content.ts'
import { UNMATCHED_REASONS } from '../../src/routing/matching/match-types.ts'
import { SNOW_REASONS } from '../../src/weather/snow/snow-products.ts'
import { hasWords, learn, preferredLanguage, saidInEnglish, say } from '../../src/web/i18n/words.ts'

learn('de', de.page)
const english = Object.keys(en.page)
const WEB = fileURLToPath(new URL('../../src/web', import.meta.url))
const sources = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/generated|words$/.test(entry.parentPath))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

describe('the dictionary', () => {
  test('is of the first wanted language that is there, or without its region, or English', () => {
    const there = ['ca', 'de', 'en', 'pt-BR']
    const found = (...wanted: (string | null)[]) => preferredLanguage(wanted, there)
    expect(['de', 'de-CH', 'en-US', 'fr', 'pt-br', 'pt'].map((tag) => found(tag))).toEqual([
      ...['de', 'de', 'en', 'en', 'pt-BR', 'en'],
    ])
    expect(found('fr', 'de-AT', 'ca')).toBe('de')
    // nothing was chosen, and the address names none
    expect(found(null, null, 'ca-ES')).toBe('ca')
    expect(found()).toBe('en')
  })

  test('is English where a language lacks a word', () => {
    learn('sl', { undo: 'Razveljavi' })
    expect([say('sl', 'undo'), say('sl', 'redo')]).toEqual(['Razveljavi', 'Redo'])
    expect([saidInEnglish.has('Razveljavi'), saidInEnglish.has('Redo')]).toEqual([false, true])
  })

  test('puts values in, and leaves a missing one to be seen', () => {
    expect(say('en', 'care.at', { place: '3 km' })).toBe('at 3 km')
    expect(say('en', 'care.at', {} as { place: string })).toBe('at {place}')
    expect([1, 2].map((parts) => say('de', 'file.points', { points: 9, parts }))).toEqual([
      '9 Punkte, 1 Teil',
      '9 Punkte, 2 Teile',
    ])
  })

  test('has words for every reason and loss that the service names by a code', () => {
    const missing = [
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
    const words = MAP_KINDS.map((kind) => `kind.${kind.toUpperCase()}`)
    expect(words).toEqual(expect.arrayContaining(['kind.PICNIC_SITE', 'kind.MONASTERY']))
    expect(
      words.filter((word) => !hasWords(word)),
      'each needs its name in `page` of src/language/catalogues',
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
      'upgrade_required',
      // none asks for what is inside a place
      'no_outline',
    ]
    expect(Object.keys(ERROR_STATUS).filter((code) => !others.includes(code) && !hasWords(`error.${code}`))).toEqual([])
  })

  test('holds no word that nothing says', () => {
    const said = (key: string) =>
      sources.some((text) =>
        [`'${key}'`, `="${key}"`, `'${key.replace(/^embed\./, '')}'`].some((one) => text.includes(one)),
      ) ||
      /^(embed\.fault|simplify|error|snowReason|kind|line|character|hazard|unmatched|sample|daylight|sky|level|trailType|setting|profile|maxSac|markedTrails|hills|bicycleType|push|status|loopStatus|direction|group|tab|avoidKind|trailWay|trailTime|reachDirection|reachMeasure|sketch|legend|snow|pace|layers|format|lost|offline\.page|offline\.why|lanes|sun|mapStyle|shade|tag|value)\./.test(
        key,
      )
    expect(english.filter((key) => !said(key))).toEqual([])
  })
})
