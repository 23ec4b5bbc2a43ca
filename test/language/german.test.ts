// German: cases and articles of ways, verbs by how one travels, and what German says in another order than English.

import { expect, test } from 'vitest'
import { rendererFor } from '../../src/language/catalogue-files.ts'
import { type Sentence, say, type WayValue } from '../../src/language/sentence.ts'

const german = rendererFor('de')
const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null, heading: 2 }
const street = (name: string): WayValue => ({ kind: 'street', name, ref: null, sign: null })
const onto = (way: WayValue) => say('maneuver.turn.onto', { turn: 'turn_left', way })
const along = (way: WayValue) => say('maneuver.continue', { way })
const SIGNED: WayValue = { kind: 'road', name: 'Port d’Envalira', ref: 'CG-2', sign: 'HRP' }
const AT = [say('part.note.stretch', { atM: 1200, lengthM: 300 })]
const placesOf = (count: number) => Array.from({ length: count }, (_, i) => say('part.note.place', { atM: i * 1000 }))

test.each([
  [
    say('maneuver.start', { heading: 6, way: { ...PATH, heading: undefined }, travel: 'foot' }),
    'Auf dem Pfad nach Westen losgehen.',
  ],
  [
    say('maneuver.start', { heading: 6, way: street('Kirchplatz'), travel: 'bicycle' }),
    'Auf dem Kirchplatz nach Westen losfahren.',
  ],
  [onto(PATH), 'Links auf den Pfad Richtung Osten abbiegen.'],
  [onto(street('Hauptstraße')), 'Links in die Hauptstraße abbiegen.'],
  [onto(street('Karl-Marx-Straße')), 'Links in die Karl-Marx-Straße abbiegen.'],
  [onto(street('Obere Hauptstraße')), 'Links auf Obere Hauptstraße abbiegen.'],
  [onto(street('Carrer Major')), 'Links in den Carrer Major abbiegen.'],
  [onto(SIGNED), 'Links auf Port d’Envalira (CG-2, Wegzeichen HRP) abbiegen.'],
  [along({ ...SIGNED, name: null }), 'Geradeaus weiter auf der CG-2 (Wegzeichen HRP).'],
  [along({ ...PATH, ref: '401' }), 'Geradeaus weiter auf Weg 401.'],
  [along(street('Túnel del Pont Pla')), 'Geradeaus weiter im Túnel del Pont Pla.'],
  [
    along({ ...PATH, sign: { symbol: 'red:white:red_bar' } }),
    'Geradeaus weiter auf dem Pfad (Wegzeichen roter Balken auf Weiß).',
  ],
  [
    along({ ...PATH, sign: { symbol: 'x:white:orange_triangle_line' } }),
    'Geradeaus weiter auf dem Pfad (Wegzeichen oranges leeres Dreieck auf Weiß).',
  ],
  [say('maneuver.turn.on', { turn: 'u_turn', way: PATH }), 'Umkehren und zurück auf dem Pfad Richtung Osten.'],
  [
    say('maneuver.turn.stay', { turn: 'sharp_left', way: street('Talweg') }),
    'Scharf links abbiegen und auf dem Talweg bleiben.',
  ],
  [say('maneuver.keep.onto', { turn: 'keep_right', way: PATH }), 'Rechts halten, weiter auf dem Pfad Richtung Osten.'],
  [
    say('maneuver.push.carry', { way: { ...PATH, kind: 'steps' } }),
    'Absteigen und das Rad über die Treppe Richtung Osten tragen.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 2, way: street('Hauptstraße'), travel: 'foot' }),
    'Am Kreisverkehr den zweiten Abzweig nehmen, weiter auf der Hauptstraße.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 11, way: street('Hauptstraße'), travel: 'bicycle' }),
    'Im Kreisverkehr die 11. Ausfahrt nehmen, weiter auf der Hauptstraße.',
  ],
  [
    say('error.no_path', { leg: { from: 0, to: 1, of: 3, fromName: null, toName: null } }),
    'Von Wegpunkt 1 nach 2 von 3 führt kein Weg: Die Wege rund um beide Punkte sind nicht verbunden.',
  ],
  [
    say('error.invalid_input.format_fault', { field: 'file', format: 'KMZ', fault: say('file.empty') }),
    '`file`: die KMZ-Datei ist nicht lesbar: sie ist leer.',
  ],
  [
    say('error.invalid_gpx.fault', { fault: say('file.must_begin'), line: 1, offset: 0 }),
    'Die GPX-Datei ist nicht lesbar: sie muss mit „<“ beginnen (Zeile 1, Stelle 0).',
  ],
  [
    say('part.loop.misses', { missed: 1, wanted: 2 }),
    'es wurde keine Rundtour gefunden, die an allen Orten vorbeiführt; dieser fehlt 1 von 2',
  ],
  [say('warning.ford', { places: AT }), 'Ein Bach muss durchwatet werden: bei km 1,2 auf 300 m.'],
  [
    say('error.invalid_input.field', {
      field: 'points',
      expected: say('expected.list', { min: 2, max: 5, items: 'points' }),
      got: say('got.list', { number: 1 }),
    }),
    '`points`: erwartet eine Liste mit 2 bis 5 Punkten, erhalten eine Liste mit 1 Eintrag.',
  ],
] as [Sentence, string][])('%o', (sentence, text) => {
  expect(german.render(sentence).replaceAll('\u00a0', ' ')).toBe(text)
})

test('after five places, as many more are named by their number', () => {
  const said = (count: number) => german.render(say('warning.tunnel', { places: placesOf(count) }))
  expect(said(6)).toMatch(/ und an einer weiteren Stelle\.$/)
  expect(said(7)).toMatch(/ und an 2 weiteren Stellen\.$/)
})
