// Words of the page with their values, against the library that says sentences.

import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, readCatalogue } from '../../../src/language/catalogue-files.ts'
import { type EnglishCatalogue, wordValueNames } from '../../../src/language/codegen/print-values.ts'
import { fillIn } from '../../../src/web/i18n/words.ts'

const catalogueOf = (language: string) => JSON.parse(readCatalogue(language)) as EnglishCatalogue

describe('words of the page', () => {
  test.each(LANGUAGES.filter((language) => catalogueOf(language).page !== undefined))(
    'in %s are filled in as ICU MessageFormat says',
    (language) => {
      for (const [key, words] of Object.entries(catalogueOf(language).page)) {
        const names = wordValueNames(words)
        const format = new IntlMessageFormat(words, language, undefined, { ignoreTag: true })
        for (const value of names.length === 0 ? [0] : [0, 1, 2, 3, 5, 11, 21, 100, 1234]) {
          const values = Object.fromEntries(names.map((name) => [name, value]))
          expect(fillIn(words, values, language), key).toBe(format.format(values))
        }
      }
    },
  )

  test('may have a form for one number alone', () => {
    const words = '{count,plural,=0 {none} one {# tour} other {# tours}} of {name}'
    expect([0, 1, 2].map((count) => fillIn(words, { count, name: 'Ada' }, 'en'))).toEqual([
      'none of Ada',
      '1 tour of Ada',
      '2 tours of Ada',
    ])
  })

  test('leave a value that is missing to be seen', () => {
    expect(fillIn('at {place}', {}, 'en')).toBe('at {place}')
  })
})
