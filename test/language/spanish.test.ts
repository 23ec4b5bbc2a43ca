// Spanish: articles before ways and the names of streets, genders, and numbers with their units.

import { expect, test } from 'vitest'
import { rendererFor } from '../../src/language/catalogue-files.ts'
import { type PointValue, type Sentence, say, type WayValue } from '../../src/language/sentence.ts'

const spanish = rendererFor('es')
const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null }
const street = (name: string): WayValue => ({ ...PATH, kind: 'street', name })
const onto = (way: WayValue) => say('maneuver.turn.onto', { turn: 'turn_left', way })
const GOAL: PointValue = { role: 'waypoint', index: 2, of: 3, name: 'Ordino' }

test.each([
  [say('maneuver.start', { heading: 6, way: PATH, travel: 'foot' }), 'Ve hacia el oeste por el sendero.'],
  [onto({ ...PATH, heading: 2 }), 'Gira a la izquierda por el sendero, hacia el este.'],
  [onto({ ...PATH, kind: 'track', sign: 'GR 11' }), 'Gira a la izquierda por la pista señalizada (GR 11).'],
  [onto({ ...PATH, kind: 'steps', sign: 'GR 11' }), 'Gira a la izquierda por las escaleras señalizadas (GR 11).'],
  [
    onto({ ...PATH, sign: { symbol: 'red:white:red_bar' } }),
    'Gira a la izquierda por el sendero señalizado (franja roja sobre blanco).',
  ],
  [onto(street('Calle Mayor')), 'Gira a la izquierda por la Calle Mayor.'],
  [onto(street('Av. Santa Coloma')), 'Gira a la izquierda por la Av. Santa Coloma.'],
  [onto(street('Carrer de la Cúria')), 'Gira a la izquierda por el Carrer de la Cúria.'],
  [onto(street('Escales del Falgueró')), 'Gira a la izquierda por las Escales del Falgueró.'],
  [onto(street('Estany Blau')), 'Gira a la izquierda por Estany Blau.'],
  [onto({ ...PATH, ref: 'GR 11' }), 'Gira a la izquierda por el sendero GR 11.'],
  [onto(street('GR 11')), 'Gira a la izquierda por el GR 11.'],
  [onto({ ...PATH, kind: 'road', ref: 'CG-2', sign: 'HRP' }), 'Gira a la izquierda por la CG-2 (señal HRP).'],
  [
    say('maneuver.turn.stay', { turn: 'sharp_right', way: { ...street('Calle Mayor'), ref: 'N-1' } }),
    'Haz un giro cerrado a la derecha para seguir por la Calle Mayor (N-1).',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 2, way: street('Calle Mayor'), travel: 'foot' }),
    'Rodea la rotonda y toma la segunda salida por la Calle Mayor.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 11, way: street('Calle Mayor'), travel: 'bicycle' }),
    'Entra en la rotonda y toma la 11.ª salida por la Calle Mayor.',
  ],
  [say('maneuver.via', { point: GOAL }), 'Has llegado al punto de paso 3 de 3 (Ordino).'],
  [say('maneuver.arrive', { point: GOAL, travel: 'foot' }), 'Has llegado al destino (punto de paso 3, Ordino).'],
  [
    say('error.leg_too_long', {
      leg: { from: 0, to: 1, of: 3, fromName: null, toName: null },
      distanceM: 52_000,
      maxKm: 50,
    }),
    'Del punto de paso 1 al 2 de 3 hay 52,0 km en línea recta; se permiten como máximo 50 km. Añade un punto de paso intermedio.',
  ],
  [
    say('warning.steep_grade', { grade: 'via_ferrata', atM: 3200, lengthM: 340 }),
    'El trecho más difícil es una vía ferrata, en el km 3,2 a lo largo de 340 m.',
  ],
  [
    say('warning.steep_grade', { grade: 'T4', atM: 0, lengthM: 1200 }),
    /es de grado T4, en el km 0,0 a lo largo de 1,2 km\.$/,
  ],
  [
    say('warning.ford', { places: [1, 2, 3, 4, 5, 6, 7].map((km) => say('part.note.place', { atM: km * 1000 })) }),
    /^Se vadea un arroyo en el km 1,0, en el km 2,0, .* en el km 5,0 y en 2 sitios más\.$/,
  ],
] as [Sentence, string | RegExp][])('%o', (sentence, text) => {
  const said = spanish.render(sentence)
  expect(said).not.toMatch(/\d (?:k?m|%)(?!\p{L})/u)
  expect(said.replaceAll('\u00a0', ' ')).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
})
