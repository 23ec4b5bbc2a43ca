// Loops from a start: sections 4.7 and 2.7, decisions `keys-and-credits`, `errors`, `layouts`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { distanceM, fromPolyline6, lengthM } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { integer, list, metres, number, object, orNull, anyObject, stated, text, within, words } from '../shapes.ts'
import * as facts from './route-facts.ts'

const PATH = '/v1/roundtrips'
const loop = (known: Known, more: object): Ask => post(PATH, { start: known.ends[0], ...more })
/** From a start, and of a length, that have an answer. */
const found = (known: Known, more: object = {}): Ask =>
  post(PATH, { start: known.loop.start, distance_km: known.loop.km, ...more })

const ANSWER = fields(
  '2.7',
  object({
    schema: schemaIs('roundtrips/1'),
    engine: facts.ENGINE,
    status: words('complete', 'rough'),
    'reason?': orNull(text),
    'request?': anyObject,
    loops: list(
      object({
        rank: integer,
        status: words('complete', 'rough'),
        distance_m: metres,
        target_m: metres,
        target_error_pct: number,
        repeated_share: within(0, 1),
        shape: text,
        'repeated_m?': metres,
        'ascent_m?': orNull(metres),
        'time?': orNull(facts.TIME),
        surfaces: stated('layouts', facts.SURFACES),
        ways: stated('layouts', facts.WAYS),
        difficulty: stated('layouts', orNull(facts.DIFFICULTY_ON_FOOT)),
        hazards: facts.HAZARDS,
        elevation: stated('layouts', orNull(facts.ELEVATION)),
        warnings: facts.WARNINGS,
        unknowns: stated('layouts', facts.UNKNOWNS),
      }),
      1,
      4,
    ),
  }),
)

const COMPLETE = law(
  '3',
  'complete is within 10 % with at most 20 % repeated, rough within 30 % and 60 %',
  ({ loops }) => {
    for (const { status, distance_m, target_m, repeated_share } of loops) {
      const off = Math.abs(distance_m - target_m) / target_m
      const [mostOff, mostRepeated] = status === 'complete' ? [0.101, 0.201] : [0.301, 0.601]
      if (off > mostOff || repeated_share > mostRepeated)
        return `${status} with ${distance_m} of ${target_m} m, ${repeated_share} repeated`
    }
    return null
  },
)

const SHAPES = law('2.7', 'the shape is a loop of its length, as a polyline of 6 digits', ({ loops }) => {
  for (const { shape, distance_m } of loops) {
    const line = fromPolyline6(shape)
    if (line === null || line.length < 3) return 'the shape is no polyline of 6 digits'
    if (distanceM(line[0], line.at(-1)!) > 50) return 'it does not end where it starts'
    if (!facts.isNear(lengthM(line), distance_m, 5 + distance_m / 100)) return `${lengthM(line)} m for ${distance_m} m`
  }
  return null
})

export const roundTrips: Operation = {
  id: 'roundtrips',
  section: '4.7',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  sound: (known) => found(known),
  cases: [
    answers('with alternatives', (known) => found(known, { alternatives: 3 }), [
      ANSWER,
      COMPLETE,
      SHAPES,
      law('2.7', 'the length that was asked for is the target', ({ loops }, { known }) =>
        loops.every(({ target_m }: any) => target_m === known.loop.km * 1000) ? null : `${loops[0].target_m} m`,
      ),
      law('2.7', 'ranks count from 1', ({ loops }) =>
        loops.every(({ rank }: any, index: number) => rank === index + 1) ? null : 'they do not',
      ),
      law('2.7', 'the error is that of the length', ({ loops }) =>
        loops.every(({ distance_m, target_m, target_error_pct }: any) =>
          facts.isNear(Math.abs(target_error_pct), (Math.abs(distance_m - target_m) / target_m) * 100, 0.06),
        )
          ? null
          : `${loops[0].target_error_pct} % for ${loops[0].distance_m} of ${loops[0].target_m} m`,
      ),
      law('4.7', 'rough is answered with a reason', ({ status, reason }) =>
        status === 'complete' || typeof reason === 'string' ? null : 'reason is missing',
      ),
      law('layouts', 'surfaces add up to the length', ({ loops }) => {
        for (const { surfaces, distance_m } of loops) {
          const fault = facts.surfacesAddUp(surfaces, distance_m)
          if (fault !== null) return fault
        }
        return null
      }),
      costs('keys-and-credits', 5),
    ]),
    answers(
      'by the metre',
      (known) => post(PATH, { start: known.loop.start, distance_m: known.loop.km * 1000, direction: null }),
      [
        ANSWER,
        law('4.7', 'no alternatives unless asked for', ({ loops }) =>
          loops.length === 1 ? null : `${loops.length} loops`,
        ),
      ],
    ),
    answers('of a run', (known) => found(known, { profile: 'run' }), [
      law('2.7', 'time is of a hike alone (2.6)', ({ loops }) =>
        loops.every(({ time = null }: any) => time === null) ? null : JSON.stringify(loops[0].time),
      ),
    ]),
    takes('2.7', '0.5 km', (known) => loop(known, { distance_km: 0.5 })),
    refuses('2.7', '0.49 km', (known) => loop(known, { distance_km: 0.49 }), invalid('distance_km')),
    takes('8', '40 km on foot', (known) => loop(known, { distance_km: 40 }), ['too_long']),
    refuses('8', '40.1 km on foot', (known) => loop(known, { distance_km: 40.1 }), refused(422, 'too_long')),
    refuses(
      'layouts',
      '40,100 m running',
      (known) => loop(known, { distance_m: 40_100, profile: 'run' }),
      refused(422, 'too_long'),
    ),
    takes('8', '60 km by bicycle', (known) => loop(known, { distance_km: 60, profile: 'bike' }), ['too_long']),
    refuses(
      '4.7',
      '60.1 km by bicycle',
      (known) => loop(known, { distance_km: 60.1, profile: 'bike' }),
      refused(422, 'too_long'),
    ),
    refuses('2.7', 'kilometres and metres', (known) => loop(known, { distance_km: 5, distance_m: 5000 }), refused(400)),
    refuses('2.7', 'no length', (known) => loop(known, {}), refused(400)),
    refuses('2.7', 'no start', () => post(PATH, { distance_km: 5 }), invalid('start')),
    refuses(
      '2.7',
      '4 alternatives',
      (known) => loop(known, { distance_km: 5, alternatives: 4 }),
      invalid('alternatives'),
    ),
    refuses('2.7', 'max_sac 7', (known) => loop(known, { distance_km: 5, max_sac: 7 }), invalid('max_sac')),
    refuses('2.7', 'max_sac 0', (known) => loop(known, { distance_km: 5, max_sac: 0 }), invalid('max_sac')),
    refuses('2.7', 'hills 1.1', (known) => loop(known, { distance_km: 5, hills: 1.1 }), invalid('hills')),
    refuses(
      '2.7',
      'an unknown profile',
      (known) => loop(known, { distance_km: 5, profile: 'car' }),
      invalid('profile'),
    ),
    refuses(
      'errors',
      'a bicycle type on foot',
      (known) => loop(known, { distance_km: 5, bicycle_type: 'road' }),
      refused(422, 'setting_refused'),
    ),
    refuses(
      'matching',
      'a start beside the region',
      (known) => post(PATH, { start: known.farAway, distance_km: 5 }),
      refused(422, 'outside_region'),
    ),
  ],
}
