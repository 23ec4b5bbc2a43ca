import { describe, expect, test } from 'vitest'
import { english, LANGUAGES, readCatalogue, rendererFor } from '../../src/language/catalogue-files.ts'
import { lookupLanguage } from '../../src/language/choose-language.ts'
import { type Catalogue, Renderer, toPlainLine } from '../../src/language/renderer.ts'
import { type AnySentence, say, type WayValue } from '../../src/language/sentence.ts'

const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null }

/** Messages of a language of their own, with values by the names of the catalogue. */
const speaking = (language: string, messages: Record<string, string>) =>
  new Renderer({ '@language': language, messages }, english)
const any = (code: string, values: object) => ({ code, values }) as AnySentence

test('a sentence is rendered from its code and values, a text stays as it is', () => {
  expect(english.render(say('maneuver.turn.onto', { turn: 'sharp_left', way: PATH }))).toBe(
    'Turn sharp left onto the path.',
  )
  expect(english.render(say('maneuver.start.there'))).toBe('You are there already.')
  expect(english.render('as it is')).toBe('as it is')
})

test('values that are missing or misspelt do not compile', () => {
  // @ts-expect-error: no values
  say('maneuver.turn.onto')
  // @ts-expect-error: one is missing
  say('maneuver.turn.onto', { turn: 'turn_left' })
  // @ts-expect-error: one is misspelt
  say('maneuver.turn.onto', { turn: 'turn_left', ways: PATH })
  // @ts-expect-error: no word of the family
  say('maneuver.turn.onto', { turn: 'turn_over', way: PATH })
  // @ts-expect-error: none of the choices
  say('maneuver.start', { heading: 0, way: PATH, travel: 'ski' })
  // @ts-expect-error: no code
  expect(english.render(say('maneuver.fly', {}))).toBe('maneuver.fly')
})

test('values become texts and parts of other sentences', () => {
  const reached = say('maneuver.via', { point: { role: 'waypoint', index: 1, of: 3, name: 'Ordino' } })
  const sentence = say('maneuver.then', { first: reached, next: say('maneuver.turn', { turn: 'keep_left' }) })
  expect(english.render(sentence)).toBe('Waypoint 2 of 3 (Ordino) reached. Keep left.')
  // as it comes out of a thread
  expect(english.render(JSON.parse(JSON.stringify(sentence)) as AnySentence)).toBe(english.render(sentence))
})

test('a name or a value cannot break a sentence, nor turn the rest of it around', () => {
  const name = '\u202eFont\u2028Gelada\u2066'
  expect(english.render(say('name.near', { name }))).toBe('near Font Gelada')
  expect(english.render(say('maneuver.continue', { way: { ...PATH, name } }))).toBe('Go straight on along Font Gelada.')
  expect(english.render(say('maneuver.via', { point: { role: 'waypoint', index: 1, of: 3, name } }))).toBe(
    'Waypoint 2 of 3 (Font Gelada) reached.',
  )
  expect(english.render(say('got.value', { word: 'hi\u202dke\u0007' }))).toBe('hike ')
})

test.each(LANGUAGES)('in %s staying on a way and going onto another are two sentences', (language) => {
  const renderer = rendererFor(language)
  const said = [
    say('maneuver.keep.on', { turn: 'keep_left', way: PATH }),
    say('maneuver.keep.onto', { turn: 'keep_left', way: PATH }),
    say('maneuver.turn.on', { turn: 'turn_left', way: PATH }),
    say('maneuver.turn.onto', { turn: 'turn_left', way: PATH }),
  ].map((one) => renderer.render(one))
  expect(new Set(said).size).toBe(4)
})

test('ordinals are words up to eight and have their endings beyond', () => {
  const exits = [1, 2, 8, 9, 11, 12, 13, 21, 22, 23, 24, 101, 111, 112].map((exit) =>
    english
      .render(say('maneuver.roundabout.exit', { exit, way: PATH, travel: 'foot' }))
      .replace(/.* the (\w+) exit .*/, '$1'),
  )
  expect(exits.join(' ')).toBe('first second eighth 9th 11th 12th 13th 21st 22nd 23rd 24th 101st 111th 112th')
})

describe('a capital letter', () => {
  const named = { ...PATH, name: 'camí vell' }
  test('begins a sentence that begins with a word of the catalogue', () => {
    expect(english.render(say('maneuver.turn', { turn: 'turn_left' }))).toBe('Turn left.')
    const way = speaking('de', { 'maneuver.continue': '{way} folgen.' })
    expect(way.render(say('maneuver.continue', { way: PATH }))).toBe('The path folgen.')
    expect(way.render(say('maneuver.continue', { way: named }))).toBe('Camí vell folgen.')
  })

  test('is the one of its language', () => {
    const turkish = speaking('tr', { 'maneuver.turn': '{turn}.', 'turn.turn_left': 'ileri' })
    expect(turkish.render(say('maneuver.turn', { turn: 'turn_left' }))).toBe('İleri.')
  })

  test('is not put on names, on texts of the catalogue or inside a sentence', () => {
    const own = speaking('de', {
      'maneuver.ferry.named': '{name} nehmen.',
      'maneuver.ferry': 'fähre',
      'maneuver.then': 'Erst {first}',
    })
    expect(own.render(say('maneuver.ferry.named', { name: 'e-Fähre' }))).toBe('e-Fähre nehmen.')
    expect(own.render(say('maneuver.ferry'))).toBe('fähre')
  })
})

describe('numbers', () => {
  // `count` is a number of the catalogue, `exit` another
  test.each([
    ['en', 1, '1 path'],
    ['en', 1200, '1,200 paths'],
    ['de', 1200, '1.200 paths'],
  ])('have the plural of %s: %d', (language, count, text) => {
    const own = speaking(language, { paths: '{count, plural, one {# path} other {# paths}}' })
    expect(own.render(any('paths', { count }))).toBe(text)
  })

  test('a language with four forms has all of them', () => {
    const own = speaking('sl', {
      paths: '{count, plural, one {# pot} two {# poti} few {# poti vse} other {# poti drugih}}',
    })
    expect([1, 2, 3, 5, 101].map((count) => own.render(any('paths', { count })))).toEqual([
      ...['1 pot', '2 poti', '3 poti vse', '5 poti drugih', '101 pot'],
    ])
  })

  test('a message may say a number beside the form that it decides', () => {
    const own = speaking('de', { paths: '{count} {count, plural, =0 {kein} one {Pfad} other {Pfade}}' })
    expect([0, 1, 1200].map((count) => own.render(any('paths', { count })))).toEqual([
      '0 kein',
      '1 Pfad',
      '1.200 Pfade',
    ])
  })

  test('a way, a word and a choice decide by what they are', () => {
    const own = speaking('fr', {
      ways: '{way, select, street {la rue} other {le chemin}} {travel, select, bicycle {à vélo} other {à pied}} {turn, select, turn_left {gauche} other {droite}}',
    })
    expect(own.render(any('ways', { way: { ...PATH, kind: 'street' }, travel: 'bicycle', turn: 'turn_left' }))).toBe(
      'la rue à vélo gauche',
    )
    expect(own.render(any('ways', { way: PATH, travel: 'foot', turn: 'u_turn' }))).toBe('le chemin à pied droite')
  })
})

test('what a catalogue lacks is said in English, a word too', () => {
  const own = speaking('de', { 'maneuver.turn': '{turn}!', 'turn.turn_left': 'links' })
  expect(own.render(say('maneuver.turn', { turn: 'turn_left' }))).toBe('Links!')
  expect(own.render(say('maneuver.turn', { turn: 'turn_right' }))).toBe('Turn right!')
  expect(own.render(say('maneuver.start.there'))).toBe('You are there already.')
  expect([own.has('maneuver.turn'), own.has('maneuver.start.there')]).toEqual([true, false])
})

test('a client may mark waypoints in its own way, and write a position in another order', () => {
  const { messages } = JSON.parse(readCatalogue('en')) as Catalogue
  const own = new Renderer({ '@language': 'en', messages }, null, {
    waypoint: (index) => 'ABC'[index],
    position: (text) => text.split(', ').reverse().join(', '),
  })
  const point = { role: 'waypoint', index: 1, of: 3, name: null } as const
  const leg = { from: 0, to: 1, of: 3, fromName: null, toName: 'Ada' }
  expect(own.render(say('maneuver.via', { point }))).toBe('Waypoint B of 3 reached.')
  expect(own.render(say('error.no_path.turns', { leg }))).toBe(
    'Turn restrictions leave no way from waypoint A to B (Ada) of 3.',
  )
  expect(own.render(say('error.waypoint_avoided', { point, position: '1.5, 42.5' }))).toBe(
    'Waypoint B of 3 at [42.5, 1.5] lies inside an area to avoid.',
  )
})

test('nothing is thrown where code or values are not those of the catalogue', () => {
  expect(english.render(any('maneuver.unheard_of', {}))).toBe('maneuver.unheard_of')
  expect(english.render(any('maneuver.turn.onto', {}))).toBe(' onto .')
  expect(english.render(any('maneuver.roundabout.exit', {}))).toContain('Enter the roundabout')
  expect(english.render(any('constructor', {}))).toBe('constructor')
  const of = { turn: '__proto__', way: { ...PATH, kind: 'toString' } }
  expect(english.render(any('maneuver.turn.onto', of))).toBe('  proto   onto toString.')
})

describe('the language of a tag', () => {
  const there = ['ca', 'de', 'en', 'zh-Hant']
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_at', 'de'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh', null],
    ['de-a-DE', 'de'],
    ['de-x-private', 'de'],
    ['xx', null],
    ['', null],
  ])('%s is %s', (tag, language) => {
    expect(lookupLanguage(tag, there)).toBe(language)
  })

  test('is English where no catalogue fits, and each is read once', () => {
    expect(LANGUAGES).toContain('en')
    expect(rendererFor('xx')).toBe(english)
    expect(rendererFor('en-GB')).toBe(english)
  })
})

test('a plain line has no breaks and nothing that turns letters around', () => {
  expect(toPlainLine('\u202dFont\u202e Gelada\u2066\u2069')).toBe('Font Gelada')
  expect(toPlainLine('Font\nde\u2029dalt\u0085\u001b')).toBe('Font de dalt  ')
  expect(toPlainLine('עין אל־עסד')).toBe('עין אל־עסד')
})
