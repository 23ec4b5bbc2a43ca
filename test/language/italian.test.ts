// Italian: prepositions joined with articles, gender, elision, and what Italian says in another order than English.

import { expect, test } from 'vitest'
import { rendererFor } from '../../src/language/catalogue-files.ts'
import { type Sentence, say, type WayValue } from '../../src/language/sentence.ts'

const italian = rendererFor('it')
const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null, heading: 2 }
const TRACK: WayValue = { ...PATH, kind: 'track', heading: undefined }
const street = (name: string): WayValue => ({ kind: 'street', name, ref: null, sign: null })
const onto = (way: WayValue) => say('maneuver.turn.onto', { turn: 'turn_left', way })
const along = (way: WayValue) => say('maneuver.continue', { way })
const exit = (exit: number, way: WayValue, travel: 'foot' | 'bicycle') =>
  say('maneuver.roundabout.exit', { exit, way, travel })
const SIGNED: WayValue = { kind: 'road', name: 'Port d’Envalira', ref: 'CG-2', sign: 'HRP' }
const AT = [say('part.note.stretch', { atM: 1200, lengthM: 300 })]
const placesOf = (count: number) => Array.from({ length: count }, (_, i) => say('part.note.place', { atM: i * 1000 }))

test.each([
  [
    say('maneuver.start', { heading: 6, way: { ...PATH, heading: undefined }, travel: 'foot' }),
    'Incamminati verso ovest sul sentiero.',
  ],
  [say('maneuver.start', { heading: 1, way: TRACK, travel: 'bicycle' }), 'Parti verso nord-est sulla carrareccia.'],
  [onto(PATH), 'Gira a sinistra sul sentiero verso est.'],
  [onto(street('Via Roma')), 'Gira a sinistra in Via Roma.'],
  [onto(street('Carrer Major')), 'Gira a sinistra in Carrer Major.'],
  [onto(street('Am Bach')), 'Gira a sinistra su Am Bach.'],
  [onto(street('Alta via 1')), 'Gira a sinistra sull’Alta via 1.'],
  [onto(SIGNED), 'Gira a sinistra su Port d’Envalira (CG-2, segnavia HRP).'],
  [along({ ...SIGNED, name: null }), 'Prosegui dritto sulla CG-2 (segnavia HRP).'],
  [along({ ...PATH, ref: '401' }), 'Prosegui dritto sul 401.'],
  [along(street('Via Roma')), 'Prosegui dritto su Via Roma.'],
  [along(street('Túnel del Pont Pla')), 'Prosegui dritto nel Túnel del Pont Pla.'],
  [
    along({ ...TRACK, sign: { symbol: 'red:white:red_bar' } }),
    'Prosegui dritto sulla carrareccia con segnavia barra rossa su fondo bianco.',
  ],
  [
    along({ ...TRACK, sign: { symbol: 'x:white:red_diamond' } }),
    'Prosegui dritto sulla carrareccia con segnavia rombo rosso su fondo bianco.',
  ],
  [say('maneuver.turn.on', { turn: 'u_turn', way: PATH }), 'Torna indietro sul sentiero verso est.'],
  [
    say('maneuver.turn.stay', { turn: 'sharp_left', way: street('Sentiero dei Fiori') }),
    'Gira stretto a sinistra per restare sul Sentiero dei Fiori.',
  ],
  [say('maneuver.keep.onto', { turn: 'keep_right', way: PATH }), 'Tieni la destra e prosegui sul sentiero verso est.'],
  [exit(1, { ...TRACK, kind: 'road' }, 'foot'), 'Alla rotonda prendi la prima strada.'],
  [exit(2, street('Strada Alta'), 'foot'), 'Alla rotonda prendi la seconda strada, la Strada Alta.'],
  [exit(8, TRACK, 'bicycle'), 'Alla rotonda prendi l’ottava uscita, la carrareccia.'],
  [exit(9, TRACK, 'bicycle'), 'Alla rotonda prendi la 9ª uscita, la carrareccia.'],
  [exit(11, TRACK, 'bicycle'), 'Alla rotonda prendi l’11ª uscita, la carrareccia.'],
  [
    say('maneuver.arrive', { point: { role: 'waypoint', index: 2, of: 3, name: 'Ordino' }, travel: 'foot' }),
    'Hai raggiunto la meta, il punto 3 (Ordino).',
  ],
  [say('warning.ford', { places: AT }), 'Si guada un corso d’acqua al km 1,2 per 300 m.'],
  [
    say('warning.far_snap', { point: { role: 'target', index: 0, of: 2, name: null }, lengthM: 120 }),
    'Il punto di arrivo 1 di 2 dista 120 m dalla strada o dal sentiero su cui è stato spostato.',
  ],
  [
    say('error.invalid_input.field', {
      field: 'points',
      expected: say('expected.list', { min: 2, max: 5, items: 'points' }),
      got: say('got.list', { number: 1 }),
    }),
    'Valore atteso per `points`: una lista da 2 a 5 elementi (punti); ricevuto: una lista di 1.',
  ],
] as [Sentence, string][])('%o', (sentence, text) => {
  expect(italian.render(sentence).replaceAll('\u00a0', ' ')).toBe(text)
})

test('after five places, as many more are named by their number', () => {
  const said = (count: number) => italian.render(say('warning.tunnel', { places: placesOf(count) }))
  expect(said(6)).toMatch(/ e in un altro punto\.$/)
  expect(said(7)).toMatch(/ e in altri 2 punti\.$/)
})
