// Point-to-point routing for clients of a routing engine: section 4.21, decisions `keys-and-credits`, `errors`,
// `route-v1`.

import { answers, costs, fields, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { fromPolyline6, lengthM, northOf } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { anyObject, exactly, integer, list, metres, number, object, orNull, stated, text } from '../shapes.ts'
import * as facts from './route-facts.ts'

const PATH = '/route/v1'
const locations = (points: readonly (readonly number[])[]) => points.map(([lon, lat]) => ({ lat, lon }))
const ask = (known: Known, more: object = {}): Ask =>
  post(PATH, { locations: locations(known.ends), costing: 'pedestrian', costing_options: HARD, ...more })
const HARD = { pedestrian: { max_hiking_difficulty: 6 } }
const HYBRID = { bicycle: { bicycle_type: 'hybrid', use_roads: 0.5, use_ferry: 0.5 } }
const toAndFro = (known: Known, count: number): Ask =>
  ask(known, { locations: locations(Array.from({ length: count }, (_, index) => known.line[index % 2])) })

const SUMMARY = { time: metres, length: metres, min_lat: number, min_lon: number, max_lat: number, max_lon: number }
const TRIP = fields(
  'route-v1',
  object({
    trip: object({
      locations: list(object({ type: text, lat: number, lon: number, original_index: integer })),
      legs: list(
        object({
          summary: object(SUMMARY),
          maneuvers: list(
            object({
              type: integer,
              instruction: text,
              'street_names?': list(text),
              time: metres,
              length: metres,
              begin_shape_index: integer,
              end_shape_index: integer,
              travel_mode: text,
              travel_type: text,
            }),
          ),
          shape: text,
        }),
        1,
      ),
      summary: object(SUMMARY),
      status: exactly(0),
      status_message: text,
      units: exactly('kilometers'),
      language: exactly('en-US'),
    }),
    distance_m: stated('4.21', metres),
    duration_s: stated('4.21', metres),
    ascent_m: orNull(metres),
    descent_m: orNull(metres),
    shape: stated('4.21', text),
    provenance: stated(
      '4.21',
      object({ engine: object({ name: text, version: text }), settings: anyObject, tile_release: text }),
    ),
  }),
)

export const route: Operation = {
  id: 'route',
  section: '4.21',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'RouteError',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known),
  cases: [
    answers('on foot', (known) => ask(known), [
      TRIP,
      law('route-v1', 'kilometres inside the trip, metres outside', ({ trip, distance_m }) =>
        facts.isNear(trip.summary.length * 1000, distance_m, 2) ? null : `${trip.summary.length} km, ${distance_m} m`,
      ),
      law('4.21', 'the shape is a polyline of 6 digits of that length', ({ shape, distance_m }) => {
        const line = fromPolyline6(shape)
        if (line === null) return 'it is no polyline of 6 digits'
        return facts.isNear(lengthM(line), distance_m, 2 + distance_m / 100)
          ? null
          : `${lengthM(line)} of ${distance_m} m`
      }),
      law('route-v1', 'maneuvers name points of their leg', ({ trip }) =>
        trip.legs.every(({ shape, maneuvers }: any) => {
          const last = (fromPolyline6(shape) ?? []).length - 1
          return maneuvers.every(
            (one: any) => one.begin_shape_index <= one.end_shape_index && one.end_shape_index <= last,
          )
        })
          ? null
          : 'they do not',
      ),
      costs('8', 1),
    ]),
    answers('running', (known) => ask(known, { service: { profile: 'run' } }), [
      TRIP,
      law('4.21', 'the profile is applied', ({ provenance: { settings } }) =>
        settings.profile === 'run' ? null : JSON.stringify(settings),
      ),
    ]),
    answers(
      'by bicycle, over 11 places',
      (known) =>
        post(PATH, {
          locations: locations(Array.from({ length: 11 }, (_, index) => known.line[index % 2])),
          costing: 'bicycle',
          costing_options: HYBRID,
        }),
      [TRIP, costs('8', 2)],
    ),
    answers('over 100 places', (known) => toAndFro(known, 100), [TRIP, costs('8', 10)]),
    refuses('4.21', '101 places', (known) => toAndFro(known, 101), invalid('locations')),
    refuses('4.21', 'one place', (known) => toAndFro(known, 1), invalid('locations')),
    refuses('4.21', 'a car', (known) => ask(known, { costing: 'auto', costing_options: undefined }), {
      status: 400,
      names: 'costing',
    }),
    refuses('4.21', 'no costing', (known) => post(PATH, { locations: locations(known.ends) }), invalid('costing')),
    refuses(
      '4.21',
      'latitude 85.06',
      (known) =>
        ask(known, {
          locations: [
            { lat: 85.06, lon: 0 },
            { lat: 0, lon: 0 },
          ],
        }),
      {
        status: 400,
        names: 'locations\\[0\\].lat',
      },
    ),
    refuses(
      '4.21',
      'longitude 180.1',
      (known) =>
        ask(known, {
          locations: [
            { lat: 0, lon: 180.1 },
            { lat: 0, lon: 0 },
          ],
        }),
      {
        status: 400,
        names: 'locations\\[0\\].lon',
      },
    ),
    refuses(
      '4.21',
      'a difficulty of 7',
      (known) => ask(known, { costing_options: { pedestrian: { max_hiking_difficulty: 7 } } }),
      { status: 400, names: 'costing_options.pedestrian.max_hiking_difficulty' },
    ),
    refuses(
      '4.21',
      'options of a bicycle that lack one',
      (known) =>
        ask(known, { costing: 'bicycle', costing_options: { bicycle: { bicycle_type: 'hybrid', use_roads: 1 } } }),
      { status: 400, names: 'costing_options.bicycle.use_ferry' },
    ),
    refuses(
      'route-v1',
      'options of the other costing',
      (known) => ask(known, { costing_options: HYBRID }),
      refused(400),
    ),
    refuses(
      'route-v1',
      'unknown members of costing_options',
      (known) => ask(known, { costing_options: { pedestrian: { max_hiking_difficulty: 3, walking_speed: 5 } } }),
      refused(400),
    ),
    takes('route-v1', 'other unknown members', (known) => ask(known, { id: 'mine', units: 'kilometers' })),
    refuses(
      '8',
      'a leg over 60 km',
      (known) => ask(known, { locations: locations([known.ends[0], northOf(known.ends[0], 60_500)]) }),
      refused(422, 'leg_too_long', 'outside_region'),
    ),
    refuses(
      'matching',
      'places beside the region',
      (known) => ask(known, { locations: locations([known.farAway, northOf(known.farAway, 500)]) }),
      refused(422, 'outside_region'),
    ),
  ],
}
