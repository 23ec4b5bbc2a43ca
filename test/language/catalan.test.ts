// Catalan: what stands before ways and the names of streets (pel, per la, per l’), elisions before numbers, genders,
// and apostrophes.

import { expect, test } from 'vitest'
import { readCatalogue, rendererFor } from '../../src/language/catalogue-files.ts'
import { type PointValue, type Sentence, say, type WayValue } from '../../src/language/sentence.ts'

const catalan = rendererFor('ca')
const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null }
const street = (name: string): WayValue => ({ ...PATH, kind: 'street', name })
const onto = (way: WayValue) => say('maneuver.turn.onto', { turn: 'turn_left', way })
const point = (of: number, name: string | null = null): PointValue => ({ role: 'waypoint', index: 1, of, name })

test.each([
  [say('maneuver.start', { heading: 7, way: PATH, travel: 'foot' }), 'Ves cap al nord-oest pel sender.'],
  [say('maneuver.start', { heading: 6, way: PATH, travel: 'foot' }), 'Ves cap a l’oest pel sender.'],
  [onto({ ...PATH, heading: 2 }), 'Gira a l’esquerra pel sender, cap a l’est.'],
  [onto({ ...PATH, kind: 'track', sign: 'GR 11' }), 'Gira a l’esquerra per la pista senyalitzada (GR 11).'],
  [onto({ ...PATH, kind: 'steps', sign: 'GR 11' }), 'Gira a l’esquerra per les escales senyalitzades (GR 11).'],
  [
    onto({ ...PATH, sign: { symbol: 'blue:white:blue_bar' } }),
    'Gira a l’esquerra pel sender senyalitzat (franja blava sobre blanc).',
  ],
  [onto(street('Carrer de la Cúria')), 'Gira a l’esquerra pel Carrer de la Cúria.'],
  [onto(street('Avinguda Meritxell')), 'Gira a l’esquerra per l’Avinguda Meritxell.'],
  [onto(street('Urbanització Clota Verda')), 'Gira a l’esquerra per la Urbanització Clota Verda.'],
  [onto(street('Escales del Falgueró')), 'Gira a l’esquerra per les Escales del Falgueró.'],
  [onto(street('sender de l’Esquirol')), 'Gira a l’esquerra pel sender de l’Esquirol.'],
  [onto(street('Estany Blau')), 'Gira a l’esquerra per Estany Blau.'],
  [
    onto({ ...PATH, kind: 'road', name: 'Port d’Envalira', ref: 'CG-2', sign: 'HRP' }),
    'Gira a l’esquerra pel Port d’Envalira (CG-2, senyal HRP).',
  ],
  [onto({ ...PATH, kind: 'road', ref: 'CG-2' }), 'Gira a l’esquerra per la CG-2.'],
  [
    say('maneuver.roundabout.exit', { exit: 3, way: street('Plaça Major'), travel: 'foot' }),
    'Voreja la rotonda i agafa la tercera sortida per la Plaça Major.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 11, way: street('Plaça Major'), travel: 'bicycle' }),
    'Entra a la rotonda i agafa l’11a sortida per la Plaça Major.',
  ],
  [say('maneuver.via', { point: point(3, 'Ordino') }), 'Has arribat al punt de pas 2 de 3 (Ordino).'],
  [say('maneuver.via', { point: point(11) }), 'Has arribat al punt de pas 2 d’11.'],
  [say('maneuver.arrive', { point: point(2), travel: 'foot' }), 'Has arribat a la destinació (punt de pas 2).'],
  [say('trip.arrived', { point: { ...point(3), role: 'source' } }), 'Has arribat a l’origen 2 de 3.'],
  [say('expected.list', { min: 1, max: 4, items: 'points' }), 'una llista d’1 a 4 punts'],
  [
    say('error.no_path.closed_date_to', {
      point: point(3),
      closed: say('part.closed.way', { wayId: 7, tag: 'foot=no' }),
    }),
    'Cap camí fins al punt de pas 2 no és obert en aquesta data. Tancat: via 7 (`foot=no`).',
  ],
  [
    say('unknown.dated_access.undated.closes', { tags: ['`foot=no`'], closes: [4, 5, 6, 10] }),
    /`foot=no` el tanca de vegades \(abril–juny i octubre\)$/,
  ],
] as [Sentence, string | RegExp][])('%o', (sentence, text) => {
  const said = catalan.render(sentence)
  expect(said.replaceAll('\u00a0', ' ')).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
})

test('apostrophes are ’', () => {
  const { messages, page } = JSON.parse(readCatalogue('ca')) as Record<'messages' | 'page', Record<string, string>>
  const straight = Object.entries({ ...messages, ...page }).filter(([, text]) => /\p{L}'[\p{L}\d]/u.test(text))
  expect(straight).toEqual([])
})
