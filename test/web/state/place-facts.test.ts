import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openingHoursText } from '../../../src/web/i18n/opening-hours.ts'
import { PLACE_TAGS, placeFacts, webAddress } from '../../../src/web/state/place-facts.ts'
import { hasWords, learn } from '../../../src/web/i18n/words.ts'
import de from '../../../src/language/catalogues/de.json' with { type: 'json' }
import fr from '../../../src/language/catalogues/fr.json' with { type: 'json' }

learn('de', de.page)
learn('fr', fr.page)

describe('what the tags of a place tell', () => {
  test('stands in the order in which a walker asks; what has no words stays as tagged', () => {
    const { listed, more } = placeFacts({
      tourism: 'alpine_hut',
      capacity: '64',
      'contact:phone': '+376 1; +376 2',
      opening_hours: 'Jun-Sep; PH off',
    })
    expect(listed).toEqual([
      { tag: 'opening_hours', form: 'hours', values: ['Jun-Sep; PH off'] },
      { tag: 'phone', form: 'phone', values: ['+376 1', '+376 2'] },
      { tag: 'capacity', form: 'text', values: ['64'] },
    ])
    expect(more).toEqual([['tourism', 'alpine_hut']])
  })

  test('has words for each tag', () => {
    expect(PLACE_TAGS.filter((tag) => !hasWords(`tag.${tag}`))).toEqual([])
  })

  // every tag is reported once, and nothing is reported that is not tagged
  test('is all that is tagged, once', () => {
    const key = fc.oneof(fc.constantFrom(...PLACE_TAGS, 'contact:phone', 'url', 'constructor'), fc.string())
    const value = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: true }), (tags) => {
        const { listed, more } = placeFacts(tags)
        const said = [...listed.flatMap(({ values }) => values), ...more.map(([, one]) => one)]
        expect(new Set(said)).toEqual(new Set(Object.values(tags)))
        expect(more.every(([name, one]) => tags[name] === one)).toBe(true)
      }),
    )
  })

  test.each([
    ['https://www.hut.example/', 'https://www.hut.example/', 'hut.example'],
    ['hut.example/de', 'https://hut.example/de', 'hut.example/de'],
  ])('a website is a link: %s', (value, href, text) => {
    expect(webAddress(value)).toEqual({ href, text })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'none', 'https://', 'ftp://a.b'])(
    'what is no website is none: %s',
    (value) => {
      expect(webAddress(value)).toBe(null)
    },
  )
})

describe('opening hours', () => {
  test.each([
    ['24/7', 'always open', 'immer geöffnet'],
    ['Mo-Fr 08:00-18:00', 'Mon–Fri 08:00–18:00', 'Mo–Fr 08:00–18:00'],
    ['Tu,Th 10:00-12:00,14:00-16:00', 'Tue, Thu 10:00–12:00, 14:00–16:00', 'Di, Do 10:00–12:00, 14:00–16:00'],
    ['Su 09:00+; PH off', 'Sun 09:00 or later; public holidays closed', 'So 09:00 oder länger; Feiertage geschlossen'],
    ['May 15-Oct 20', 'May 15–Oct 20', '15. Mai–20. Okt'],
    ['Jun 15-20 10:00-12:00', 'Jun 15–20 10:00–12:00', '15.–20. Jun 10:00–12:00'],
    [
      'Jan 15: Mo 10:00; Feb 1-3: off',
      'Jan 15: Mon 10:00; Feb 1–3: closed',
      '15. Jan: Mo 10:00; 1.–3. Feb: geschlossen',
    ],
    ['Jun-Aug 09:00-17:00', 'Jun–Aug 09:00–17:00', 'Jun–Aug 09:00–17:00'],
    ['sunrise-sunset', 'sunrise–sunset', 'Sonnenaufgang–Sonnenuntergang'],
  ])('%s in words', (raw, english, german) => {
    expect(openingHoursText('en', raw)).toBe(english)
    expect(openingHoursText('de', raw)).toBe(german)
  })

  test.each([
    ['Jan 15-Mar 3', '15 janv.–3 mars'],
    ['Jul 1-14: Tu 10:00', '1–14 juil.: mar. 10:00'],
  ])('whose months are written with a full stop: %s', (raw, french) => {
    expect(openingHoursText('fr', raw)).toBe(french)
  })

  test.each(['on request', 'Mo-Fr "by appointment"', 'week 1-10', 'Mo[1] 10:00', 'Mo-Fr 8h', 'x'.repeat(201)])(
    'what is not wholly understood has no other words: %s',
    (raw) => {
      expect(openingHoursText('en', raw)).toBe(null)
    },
  )
})
