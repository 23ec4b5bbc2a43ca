// A route over waypoints: sections 4.10 and 2.10, decisions `keys-and-credits`, `errors`, `layouts`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { distanceM, lengthM, northOf, thinned } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import {
  anyObject,
  exactly,
  integer,
  list,
  lonLat,
  metres,
  nothing,
  number,
  object,
  orNull,
  stated,
  text,
  words,
} from '../shapes.ts'
import * as facts from './route-facts.ts'

const PATH = '/v1/route'
const SNAP = { snap_radius_m: 1000, max_sac: 6 }
const ask = (known: Known, more: object = {}): Ask => post(PATH, { waypoints: known.ends, ...SNAP, ...more })

/** So many waypoints, going to and fro between the ends, so that every leg is short and known. */
const toAndFro = (known: Known, count: number): Ask =>
  ask(known, { waypoints: Array.from({ length: count }, (_, index) => known.line[index % 2]) })

const ROUTE = {
  schema: schemaIs('route/1'),
  engine: facts.ENGINE,
  status: words('complete', 'best_effort'),
  settings: anyObject,
  'settings_defaulted?': list(text),
  distance_m: metres,
  ascent_m: orNull(metres),
  descent_m: orNull(metres),
  'ascent_method?': text,
  surfaces: facts.SURFACES,
  hazards: facts.HAZARDS,
  'ways?': facts.WAYS,
  warnings: facts.WARNINGS,
  unknowns: facts.UNKNOWNS,
  geometry: object({ type: exactly('LineString'), coordinates: list(list(orNull(number), 3, 3), 2) }),
  legs: list(
    object({
      leg: integer,
      distance_m: metres,
      ascent_m: orNull(metres),
      descent_m: orNull(metres),
      from_snap_m: metres,
      to_snap_m: metres,
    }),
    1,
  ),
  'snaps?': list(
    stated('layouts', object({ waypoint: integer, distance_m: metres, location: lonLat, way_id: orNull(number) })),
  ),
  maneuvers: list(object({ instruction: text, type: text, location: lonLat, distance_m: metres })),
  'cap_alternative?': orNull(
    stated(
      'layouts',
      object({
        max_sac: integer,
        distance_m: metres,
        ascent_m: orNull(metres),
        minutes: orNull(number),
        saves_m: metres,
      }),
    ),
  ),
}
const ON_FOOT = fields('2.10', object({ ...ROUTE, time: facts.TIME, 'difficulty?': orNull(facts.DIFFICULTY_ON_FOOT) }))
const RUNNING = fields('2.10', object({ ...ROUTE, time: nothing, 'difficulty?': orNull(facts.DIFFICULTY_ON_FOOT) }))
const BY_BICYCLE = fields(
  '2.10',
  object({ ...ROUTE, time: nothing, 'difficulty?': orNull(facts.DIFFICULTY_BY_BICYCLE) }),
)

const ADDS_UP = law('2.10', 'legs and maneuvers add up to the length, and so does the line', (route) => {
  const legs = route.legs.reduce((sum: number, leg: any) => sum + leg.distance_m, 0)
  const steps = route.maneuvers.reduce((sum: number, one: any) => sum + one.distance_m, 0)
  const line = lengthM(route.geometry.coordinates)
  const most = 2 + route.distance_m / 100
  if (!facts.isNear(legs, route.distance_m, most)) return `legs are ${legs} of ${route.distance_m} m`
  if (!facts.isNear(steps, route.distance_m, most)) return `maneuvers are ${steps} of ${route.distance_m} m`
  return facts.isNear(line, route.distance_m, most) ? null : `the line has ${line} of ${route.distance_m} m`
})
const SURFACES = law('layouts', 'surfaces add up to the length', ({ surfaces, distance_m }) =>
  facts.surfacesAddUp(surfaces, distance_m),
)

export const waypointRoute: Operation = {
  id: 'waypoint-route',
  section: '4.10',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known),
  cases: [
    answers('on foot', (known) => ask(known), [
      ON_FOOT,
      ADDS_UP,
      SURFACES,
      law('2.10', 'the ends are near the waypoints', ({ geometry: { coordinates }, legs }, { known }) =>
        distanceM(coordinates[0], known.ends[0]) <= legs[0].from_snap_m + 5 &&
        distanceM(coordinates.at(-1), known.ends[1]) <= legs.at(-1).to_snap_m + 5
          ? null
          : 'they are not',
      ),
      law('layouts', 'settings are told as applied', ({ settings }) =>
        settings.max_sac === 6 && settings.snap_radius_m === 1000 && settings.profile === 'hike'
          ? null
          : JSON.stringify(settings),
      ),
      costs('8', 1),
    ]),
    answers('with everything at its default', (known) => post(PATH, { waypoints: known.ends }), [
      ON_FOOT,
      law('2.10', 'the defaults are those stated', ({ settings }) => {
        const other = Object.entries({
          profile: 'hike',
          max_sac: 3,
          marked_trails: 'prefer',
          avoid_paved: false,
          hills: 0,
          shortest: false,
        }).find(([name, value]) => settings[name] !== value)
        return other === undefined ? null : `${other[0]} is ${settings[other[0]]}`
      }),
    ]),
    answers('over three waypoints', (known) => ask(known, { waypoints: thinned(known.line, 3) }), [
      ON_FOOT,
      ADDS_UP,
      law('4.10', 'legs are counted from 0', ({ legs }) =>
        legs.map(({ leg }: any) => leg).join() === '0,1' ? null : legs.map(({ leg }: any) => leg).join(),
      ),
    ]),
    answers('with a straight leg', (known) => ask(known, { waypoints: thinned(known.line, 3), straight_legs: [0] }), [
      ON_FOOT,
      SURFACES,
      law('layouts', 'a straight leg has no climb and is counted apart', ({ legs, ways, unknowns }) =>
        legs[0].ascent_m === null && ways.straight_m > 0 && unknowns.length > 0
          ? null
          : `ascent ${legs[0].ascent_m}, straight ${ways.straight_m} m, ${unknowns.length} unknowns`,
      ),
    ]),
    answers(
      'by bicycle',
      (known) =>
        post(PATH, {
          waypoints: known.line.slice(0, 2),
          profile: 'bike',
          bicycle_type: 'mountain',
          snap_radius_m: 5000,
        }),
      [BY_BICYCLE, ADDS_UP, SURFACES],
    ),
    answers('running', (known) => ask(known, { profile: 'run' }), [RUNNING, ADDS_UP, SURFACES]),
    answers('over 100 waypoints', (known) => toAndFro(known, 100), [ON_FOOT, costs('8', 10)]),
    answers('over 11 waypoints', (known) => toAndFro(known, 11), [costs('8', 2)]),
    refuses('2.10', '101 waypoints', (known) => toAndFro(known, 101), invalid('waypoints')),
    refuses('2.10', 'one waypoint', (known) => toAndFro(known, 1), invalid('waypoints')),
    refuses('2.10', 'no waypoints', () => post(PATH, {}), invalid('waypoints')),
    refuses(
      '2.10',
      'a waypoint off the map',
      () =>
        post(PATH, {
          waypoints: [
            [181, 0],
            [0, 0],
          ],
        }),
      {
        status: 400,
        names: 'waypoints\\[0\\]',
      },
    ),
    takes('2.10', 'snap_radius_m 10', (known) => ask(known, { snap_radius_m: 10 })),
    takes('2.10', 'snap_radius_m 5000', (known) => ask(known, { snap_radius_m: 5000 })),
    refuses('2.10', 'snap_radius_m 9', (known) => ask(known, { snap_radius_m: 9 }), invalid('snap_radius_m')),
    refuses('2.10', 'snap_radius_m 5001', (known) => ask(known, { snap_radius_m: 5001 }), invalid('snap_radius_m')),
    takes('2.10', 'hills 1', (known) => ask(known, { hills: 1 })),
    refuses('2.10', 'hills 1.1', (known) => ask(known, { hills: 1.1 }), invalid('hills')),
    refuses('2.10', 'hills -1.1', (known) => ask(known, { hills: -1.1 }), invalid('hills')),
    refuses('2.10', 'max_sac 7', (known) => ask(known, { max_sac: 7 }), invalid('max_sac')),
    refuses('2.10', 'an unknown profile', (known) => ask(known, { profile: 'car' }), invalid('profile')),
    refuses(
      '2.10',
      'an unknown wish for trails',
      (known) => ask(known, { marked_trails: 'always' }),
      invalid('marked_trails'),
    ),
    refuses(
      '2.10',
      'max_sac by bicycle',
      (known) => post(PATH, { waypoints: known.ends, profile: 'bike', max_sac: 3 }),
      refused(422, 'setting_refused'),
    ),
    refuses(
      '2.10',
      'marked_trails by bicycle',
      (known) => post(PATH, { waypoints: known.ends, profile: 'bike', marked_trails: 'off' }),
      refused(422, 'setting_refused'),
    ),
    refuses(
      '2.10',
      'a bicycle type on foot',
      (known) => ask(known, { bicycle_type: 'road' }),
      refused(422, 'setting_refused'),
    ),
    refuses('2.10', 'a straight leg that is not there', (known) => ask(known, { straight_legs: [1] }), {
      status: 400,
      names: 'straight_legs',
    }),
    takes(
      '8',
      'a leg just under 60 km',
      (known) => ask(known, { waypoints: [known.ends[0], northOf(known.ends[0], 59_500)] }),
      ['leg_too_long'],
    ),
    refuses(
      '8',
      'a leg over 60 km',
      (known) => ask(known, { waypoints: [known.ends[0], northOf(known.ends[0], 60_500)] }),
      refused(422, 'leg_too_long', 'outside_region'),
    ),
    refuses(
      'matching',
      'waypoints beside the region',
      (known) => post(PATH, { waypoints: [known.farAway, northOf(known.farAway, 500)] }),
      refused(422, 'outside_region'),
    ),
  ],
}
