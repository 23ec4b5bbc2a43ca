// French: what stands before ways and their names, genders, elisions, and spaces before signs.

import { expect, test } from 'vitest'
import { readCatalogue, rendererFor } from '../../src/language/catalogue-files.ts'
import { type PointValue, type Sentence, say, type WayValue } from '../../src/language/sentence.ts'

const french = rendererFor('fr')
const PATH: WayValue = { kind: 'path', name: null, ref: null, sign: null, heading: 2 }
const SIGNED: WayValue = { kind: 'road', name: 'Port d’Envalira', ref: 'CG-2', sign: 'HRP' }
const street = (name: string): WayValue => ({ kind: 'street', name, ref: null, sign: null })
const onto = (way: WayValue) => say('maneuver.turn.onto', { turn: 'turn_left', way })
const GOAL: PointValue = { role: 'waypoint', index: 2, of: 3, name: 'Ordino' }
const LEG = { from: 0, to: 1, of: 3, fromName: null, toName: null }

test.each([
  [
    say('maneuver.start', { heading: 6, way: SIGNED, travel: 'foot' }),
    'Partez vers l’ouest sur Port d’Envalira (CG-2, balisage HRP).',
  ],
  [
    say('maneuver.start', { heading: 0, way: street('Rue Haute'), travel: 'foot' }),
    'Partez vers le nord dans la Rue Haute.',
  ],
  [onto(PATH), 'Tournez à gauche sur le sentier vers l’est.'],
  [onto({ ...PATH, sign: 'GR 11' }), 'Tournez à gauche sur le sentier balisé GR 11.'],
  [onto({ ...PATH, kind: 'track', sign: 'GR 11' }), 'Tournez à gauche sur la piste balisée GR 11.'],
  [onto({ ...PATH, kind: 'track', ref: '12' }), 'Tournez à gauche sur la piste 12.'],
  [onto({ ...SIGNED, name: null }), 'Tournez à gauche sur la CG-2 (balisage HRP).'],
  [
    onto({ ...PATH, sign: { symbol: 'red:white:red_bar' } }),
    'Tournez à gauche sur le sentier balisé barre rouge sur fond blanc.',
  ],
  [
    onto({ ...PATH, sign: { symbol: 'x:white:green_bar' } }),
    'Tournez à gauche sur le sentier balisé barre verte sur fond blanc.',
  ],
  [onto(street('Carrer de la Cúria')), 'Tournez à gauche dans Carrer de la Cúria.'],
  [onto({ ...PATH, name: 'Chemin des Crêtes' }), 'Tournez à gauche sur le Chemin des Crêtes.'],
  [onto(street('Allée des Pins')), 'Tournez à gauche dans l’Allée des Pins.'],
  [onto(street('Túnel del Pont Pla')), 'Tournez à gauche dans Túnel del Pont Pla.'],
  [
    say('maneuver.turn.stay', { turn: 'sharp_right', way: street('Rue Haute') }),
    'Tournez fortement à droite pour rester dans la Rue Haute.',
  ],
  [say('maneuver.keep.onto', { turn: 'keep_right', way: PATH }), 'Restez à droite sur le sentier vers l’est.'],
  [say('maneuver.keep.on', { turn: 'keep_right', way: PATH }), 'Restez à droite, toujours sur le sentier vers l’est.'],
  [say('maneuver.turn.on', { turn: 'u_turn', way: PATH }), 'Faites demi-tour et revenez sur le sentier vers l’est.'],
  [say('trip.arrived', { point: { ...GOAL, index: 1, name: null } }), 'Vous êtes arrivé au point de passage 2 sur 3.'],
  [say('name.near', { name: 'Ordino' }), 'à proximité : Ordino'],
  [
    say('file.no_line.gpx', { waypoints: 1 }),
    'il ne contient ni trace ni itinéraire avec des points ; il n’y a qu’1 waypoint',
  ],
  [
    say('maneuver.push.carry', { way: { ...PATH, kind: 'steps' } }),
    'Descendez de vélo et portez-le par les escaliers vers l’est.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 1, way: street('Rue Haute'), travel: 'bicycle' }),
    'Au rond-point, prenez la première sortie dans la Rue Haute.',
  ],
  [
    say('maneuver.roundabout.exit', { exit: 21, way: street('Rue Haute'), travel: 'foot' }),
    'Au rond-point, prenez la 21e voie, Rue Haute.',
  ],
  [say('maneuver.via', { point: GOAL }), 'Point de passage 3 sur 3 (Ordino) atteint.'],
  [
    say('maneuver.arrive', { point: GOAL, travel: 'foot' }),
    'Vous arrivez à destination : point de passage 3 (Ordino).',
  ],
  [
    say('error.no_path', { leg: LEG }),
    'Aucun chemin ne mène du point de passage 1 au point 2 sur 3 : le réseau ne relie pas les chemins qui les entourent.',
  ],
  [say('difference.quicker', { movingS: 0 }), 'plus rapide de 0 minute'],
  [say('difference.quicker', { movingS: 120 }), 'plus rapide de 2 minutes'],
  [
    say('warning.ford', { places: [say('part.note.stretch', { atM: 1200, lengthM: 300 })] }),
    'L’itinéraire passe un cours d’eau à gué au km 1,2 sur 300 m.',
  ],
] as [Sentence, string][])('%o', (sentence, text) => {
  expect(french.render(sentence).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

test('a space that does not break stands before signs of two parts and inside quotes, and apostrophes are ’', () => {
  const { messages, page } = JSON.parse(readCatalogue('fr')) as Record<'messages' | 'page', Record<string, string>>
  // quotes of ICU MessageFormat, and codes in backticks, are no text
  const texts = [...Object.entries(messages), ...Object.entries(page)].map(([code, text]) => [
    code,
    text.replaceAll(/'[{}]'|`[^`]*`/g, ''),
  ])
  const wrong = /[ \u00a0][:;?!»](?=\s|$)|« |\p{L}[?!]|\p{L}'/u
  expect(texts.filter(([, text]) => wrong.test(text))).toEqual([])
})
