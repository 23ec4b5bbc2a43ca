// Every kind of value, as English says it, and those that Intl writes in another language.

import { describe, expect, test } from 'vitest'
import { english, LANGUAGES } from '../../src/language/catalogue-files.ts'
import { type Catalogue, Renderer } from '../../src/language/renderer.ts'
import {
  type LegValue,
  type NameValue,
  type PointValue,
  say,
  type SignValue,
  type WayValue,
} from '../../src/language/sentence.ts'
import { type Place, splitKind, VALUE_TEXTS, fixedText, numberText } from '../../src/language/value-kinds.ts'
import * as fc from 'fast-check'
import { between } from '../support/arbitraries.ts'

const german = new Renderer(
  {
    '@language': 'de',
    messages: { 'part.list.more': '{count} weitere', 'part.months.run': '{firstMonth} bis {lastMonth}' },
  },
  english,
)

/** A value as its kind says it. */
function said(kind: string, value: unknown, renderer = english, place: Partial<Place> = {}): string {
  const [name, of] = splitKind(kind)
  return VALUE_TEXTS[name].text(value, renderer, { form: null, of, values: {}, ...place })
}

test.each([
  ['text', 'GR 11', 'GR 11', 'GR 11'],
  ['field', 'waypoints[3]', 'waypoints[3]', 'waypoints[3]'],
  ['number', 12345.5, '12,345.5', '12.345,5'],
  ['plain', 12345.25, '12345.25', '12345,25'],
  ['decimals 2', 1.5, '1.50', '1,50'],
  ['share', 0.374, '37 %', '37\u00a0%'],
  ['share 1', 0.374, '37.4 %', '37,4\u00a0%'],
  ['degrees', 90.4, '90°', '90°'],
  ['metres', 11.2, '11 m', '11\u00a0m'],
  ['metres', 994.9, '995 m', '995\u00a0m'],
  ['metres', 995, '1.0 km', '1,0\u00a0km'],
  ['metres', 3749, '3.7 km', '3,7\u00a0km'],
  ['metres whole', 3749.5, '3750 m', '3.750\u00a0m'],
  ['km', 3749, '3.7', '3,7'],
  ['minutes', 89, '1', '1'],
  ['minutes', 90, '2', '2'],
  ['date', '2026-03-01', '2026-03-01', '01.03.2026'],
  ['date', '2026-03-01T08:30:00+01:00', '2026-03-01T08:30:00+01:00', '01.03.2026, 08:30'],
  ['date', 'some day', 'some day', 'some day'],
  ['list', ['a', 'b', 'c'], 'a, b and c', 'a, b und c'],
  ['list or', ['a', 'b', 'c'], 'a, b or c', 'a, b oder c'],
  ['list comma', ['a', 'b'], 'a, b', 'a, b'],
  ['list semicolon', ['a, b', 'c'], 'a, b; c', 'a, b; c'],
  ['list 2', ['a', 'b', 'c', 'd'], 'a, b and 2 more', 'a, b und 2 weitere'],
  ['list 2', ['a', 'b'], 'a and b', 'a und b'],
  ['months', [11, 12, 1, 2, 3, 4], 'November to April', 'November bis April'],
  ['months', [6, 7], 'June and July', 'Juni und Juli'],
  ['months', [1, 3, 5, 6, 7], 'January, March and May to July', 'Januar, März und Mai bis Juli'],
  ['heading', 6, 'west', 'west'],
  ['word turn', 'slight_left', 'bear left', 'bear left'],
  ['tag colour', 'light_purple', 'light purple', 'light purple'],
])('%s %o is "%s" in English and "%s" in German', (kind, value, inEnglish, inGerman) => {
  expect([said(kind, value), said(kind, value, german)]).toEqual([inEnglish, inGerman])
})

test('all twelve months are every month', () => {
  expect(said('months', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe('every month')
})

describe('a way', () => {
  const way: WayValue = { kind: 'path', name: null, ref: null, sign: null }
  test.each([
    [{}, 'the path'],
    [{ kind: 'other' }, 'the way'],
    [{ heading: 2 }, 'the path, heading east'],
    [{ sign: 'GR 11' }, 'the path signed GR 11'],
    [{ name: 'Carrer Major' }, 'Carrer Major'],
    [{ ref: 'CG-1' }, 'CG-1'],
    [{ ref: 'CG-1', sign: 'HRP' }, 'CG-1, signed HRP'],
    [{ name: 'Carretera General', ref: 'CG-1' }, 'Carretera General (CG-1)'],
    [{ name: 'Carretera CG-1', ref: 'CG-1' }, 'Carretera CG-1'],
    [{ name: 'Camí', ref: 'CV-1', sign: { symbol: 'red:white:red_bar' } }, 'Camí (CV-1), signed red bar on white'],
  ] as [Partial<WayValue>, string][])('%o is "%s"', (of, text) => {
    expect(said('way', { ...way, ...of })).toBe(text)
  })

  const catalogue = (messages: Catalogue['messages']) => new Renderer({ '@language': 'de', messages }, english)
  test('has the forms that a catalogue names, its kind too', () => {
    const forms = catalogue({
      'way.path': 'der Pfad',
      'way.path.onto': 'auf den Pfad',
      'part.way.kind': '{kind}',
      'part.way.kind_signed': '{kind} ({sign})',
      'part.way.named.onto': 'auf {name}',
    })
    const texts = (of: Partial<WayValue>) =>
      ['onto', 'along', null].map((form) => said('way', { ...way, ...of }, forms, { form }))
    expect(texts({})).toEqual(['auf den Pfad', 'der Pfad', 'der Pfad'])
    expect(texts({ sign: 'GR 11' })).toEqual(['auf den Pfad (GR 11)', 'der Pfad (GR 11)', 'der Pfad (GR 11)'])
    expect(texts({ name: 'Am Bach' })).toEqual(['auf Am Bach', 'Am Bach', 'Am Bach'])
  })

  test('with a name takes the form of its longest ending, or of the word that it begins with', () => {
    const names = catalogue({
      'part.way.name.onto': 'auf {name}',
      'part.way.name.onto.-hochstraße': 'auf die {name}',
      'part.way.name.onto.-straße': 'in die {name}',
      'part.way.name.onto.plaça-': 'auf den Platz {name}',
    })
    const texts = (of: readonly string[], more: Partial<WayValue> = {}) =>
      of.map((name) => said('way', { ...way, ...more, name }, names, { form: 'onto' }))
    expect(texts(['Am Bach', 'Hauptstraße', 'Donauhochstraße', 'Obere Hauptstraße'])).toEqual([
      'auf Am Bach',
      'in die Hauptstraße',
      'auf die Donauhochstraße',
      'auf Obere Hauptstraße',
    ])
    expect(texts(['Plaça Major', 'plaça Major', 'Plaçalà'])).toEqual([
      'auf den Platz Plaça Major',
      'auf den Platz plaça Major',
      'auf Plaçalà',
    ])
    expect(texts(['Hauptstraße'], { ref: 'L 1', sign: 'E5' })).toEqual(['in die Hauptstraße (L 1), signed E5'])
    expect(said('way', { ...way, name: 'Hauptstraße' }, names)).toBe('Hauptstraße')
  })
})

test('places that are one after rounding are said once', () => {
  const places = [4404, 4396, 5000, 5040].map((atM) => say('part.note.place', { atM }))
  expect(english.render(say('warning.ford', { places }))).toMatch(/ at km 4\.4 and at km 5\.0\.$/)
})

test.each([
  ['Ordino', 'Ordino'],
  [say('name.near', { name: 'Ordino' }), 'near Ordino'],
  [say('name.trail', { id: 1234 }), 'trail 1234'],
] as [NameValue, string][])('the name %o is "%s"', (name, text) => {
  expect(said('name', name)).toBe(text)
})

test.each([
  ['GR 11', 'GR 11'],
  [{ symbol: 'red:white:red_bar' }, 'red bar on white'],
  [{ symbol: 'yellow:white:yellow_diamond:7:black' }, 'yellow diamond on white with 7'],
  [{ symbol: 'red:white' }, 'white'],
  [{ symbol: 'red::red_bar' }, 'red bar'],
  [{ symbol: 'red:white_circle:red_snow_man' }, 'red snow man on white'],
  [{ symbol: 'green dot' }, 'green dot'],
  [{ symbol: ':' }, ''],
] as [SignValue, string][])('the sign %o shows "%s"', (sign, text) => {
  expect(said('sign', sign)).toBe(text)
})

test.each([
  [{ role: 'waypoint', index: 1, of: 3, name: null }, null, 'waypoint 2 of 3'],
  [{ role: 'waypoint', index: 1, of: 3, name: 'Ordino' }, null, 'waypoint 2 of 3 (Ordino)'],
  [{ role: 'waypoint', index: 2, of: 3, name: null }, 'number', 'waypoint 3'],
  [{ role: 'waypoint', index: 2, of: 3, name: 'Ordino' }, 'number', 'waypoint 3 (Ordino)'],
  [{ role: 'source', index: 0, of: 4, name: null }, null, 'source 1 of 4'],
  [{ role: 'start', index: 0, of: 1, name: null }, null, 'the start'],
] as [PointValue, string | null, string][])('the point %o in the form %s is "%s"', (point, form, text) => {
  expect(said('point', point, english, { form })).toBe(text)
})

test.each([
  [{ from: 0, to: 1, of: 3, fromName: null, toName: null }, 'waypoint 1 to 2 of 3'],
  [{ from: 0, to: 1, of: 3, fromName: 'Ordino', toName: null }, 'waypoint 1 (Ordino) to 2 of 3'],
  [{ from: 1, to: 1, of: 3, fromName: 'GR 11', toName: 'GR 11' }, 'beginning to end of waypoint 2 (GR 11) of 3'],
] as [LegValue, string][])('the leg %o is "%s"', (leg, text) => {
  expect(said('leg', leg)).toBe(text)
})

// Most numbers are written without a format of Intl, which takes ten times as long: each is what the format writes.
const OTHERS = [...LANGUAGES.filter((tag) => tag !== 'en'), 'sl', 'sv', 'pt-BR', 'hi', 'fa', 'ar-EG']

test.each(OTHERS)('numbers in %s are those of Intl', (language) => {
  const number = fc.oneof(between(-1200, 1200), fc.integer({ min: -1200, max: 1200 }))
  const plain = new Intl.NumberFormat(language)
  fc.assert(
    fc.property(number, fc.nat(3), (value, decimals) => {
      const [minimumFractionDigits, maximumFractionDigits] = [decimals, decimals]
      const fixed = new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits })
      expect(fixedText(language, value, decimals)).toBe(fixed.format(Number(value.toFixed(decimals))))
      expect(numberText(language, value)).toBe(plain.format(value))
    }),
    {
      examples: [
        [998.96, 1],
        [999, 0],
        [999.5, 0],
        [1000, 0],
        [0, 0],
      ],
    },
  )
})
