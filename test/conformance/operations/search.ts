// Places by name and near a point: sections 4.14, 4.15 and 2.13, decisions `keys-and-credits`, `errors`.

import { answers, costs, fields, invalid, law, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { distanceM } from '../lines.ts'
import { type Ask, get, NotRequested, type Operation } from '../operation.ts'
import { box, exactly, integer, list, lonLat, metres, number, object, orNull, stated, text } from '../shapes.ts'
import * as facts from './route-facts.ts'

const FORWARD = '/search/v1/forward'
const REVERSE = '/search/v1/reverse'
const forward = (known: Known, more: Record<string, string | number> = {}): Ask =>
  get(FORWARD, { q: known.name, ...more })

const NAMED = { id: integer, name: text, kind: text, center: lonLat, 'region?': orNull(text) }
const RESULT = fields(
  '2.13',
  object({
    query: text,
    features: list(
      object({
        ...NAMED,
        'elevation_m?': orNull(number),
        'match?': exactly('fuzzy'),
        'trail?': object({}),
      }),
    ),
  }),
)

export const search: Operation = {
  id: 'search',
  section: '4.14',
  host: 'api',
  method: 'GET',
  path: FORWARD,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => forward(known),
  cases: [
    answers('of a name', (known) => forward(known), [
      RESULT,
      law('2.13', 'the name is found, exactly', ({ features }, { known }) =>
        features.some(({ name, match }: any) => name === known.name && match === undefined)
          ? null
          : `"${known.name}" is not among ${features.length} results`,
      ),
      law('4.14', 'at most 10 unless asked for', ({ features }) =>
        features.length <= 10 ? null : `${features.length}`,
      ),
      law('2.13', 'the question is echoed', ({ query }, { known }) => (query === known.name ? null : query)),
      costs('keys-and-credits', 1),
    ]),
    answers('of a trail', (known) => forward(known, { q: known.trailName, limit: 50 }), [
      fields(
        '2.13',
        object({
          features: list(
            object({
              'trail?': stated(
                '2.13',
                object({
                  relation_id: integer,
                  network: orNull(text),
                  length_m: metres,
                  bbox: box,
                  ends: list(lonLat),
                }),
              ),
            }),
          ),
        }),
      ),
      law('2.13', 'a trail comes with its trail', ({ features }) =>
        features.every(({ kind, trail }: any) => kind !== 'trail' || trail !== undefined) ? null : 'it does not',
      ),
    ]),
    answers('inside a box', (known) => forward(known, { bbox: known.box.join(',') }), [
      RESULT,
      law('4.14', 'nothing lies outside', ({ features }, { known }) => {
        const [west, south, east, north] = known.box
        const outside = features.find(
          ({ center: [lon, lat] }: any) => lon < west || lon > east || lat < south || lat > north,
        )
        return outside === undefined ? null : `${outside.name} does`
      }),
    ]),
    answers('preferring a box', (known) => forward(known, { bias_bbox: known.box.join(','), limit: 3 }), [
      RESULT,
      law('4.14', 'no more than asked for', ({ features }) => (features.length <= 3 ? null : `${features.length}`)),
    ]),
    answers('of a name that lacks a letter', (known) => forward(known, { q: misspelt(known.name), limit: 50 }), [
      RESULT,
      law('4.14', 'the near miss is found and marked', ({ features }, { known }) => {
        const found = features.find(({ name }: any) => name === known.name)
        return found === undefined
          ? `"${known.name}" is not found`
          : found.match === 'fuzzy'
            ? null
            : 'it is not marked'
      }),
    ]),
    answers('of a name that is nowhere', () => get(FORWARD, { q: 'qqxxzzqq vvwwjjkk' }), [RESULT]),
    takes('4.14', 'a limit of 1', (known) => forward(known, { limit: 1 })),
    takes('4.14', 'a limit of 50', (known) => forward(known, { limit: 50 })),
    refuses('4.14', 'a limit of 0', (known) => forward(known, { limit: 0 }), invalid('limit')),
    refuses('4.14', 'a limit of 51', (known) => forward(known, { limit: 51 }), invalid('limit')),
    refuses('4.14', 'one letter', () => get(FORWARD, { q: 'a' }), invalid('q')),
    refuses('4.14', 'no name', () => get(FORWARD), invalid('q')),
    refuses('4.14', 'a box of three numbers', (known) => forward(known, { bbox: '1,2,3' }), invalid('bbox')),
  ],
}

/** Without the letter in the middle of its longest word. */
function misspelt(name: string): string {
  const [longest] = name.split(/[^\p{L}]+/u).sort((a, b) => b.length - a.length)
  if (longest.length < 6) throw new NotRequested(`"${name}" is too short to be misspelt`)
  const middle = Math.floor(longest.length / 2)
  return name.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1))
}

const near = (known: Known, more: Record<string, string | number> = {}): Ask =>
  get(REVERSE, { lat: known.place[1], lon: known.place[0], radius_m: 50_000, ...more })
const AROUND = fields(
  '2.13',
  object({
    lat: number,
    lon: number,
    radius_m: metres,
    features: list(object({ ...NAMED, distance_m: metres })),
  }),
)

export const reverse: Operation = {
  id: 'reverse',
  section: '4.15',
  host: 'api',
  method: 'GET',
  path: REVERSE,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => near(known),
  cases: [
    answers('around a point', (known) => near(known), [
      AROUND,
      law('2.13', 'nearest first', ({ features }) =>
        features.every(
          ({ distance_m }: any, index: number) => index === 0 || distance_m >= features[index - 1].distance_m,
        )
          ? null
          : 'they are not in order',
      ),
      law('4.15', 'distances are metres from the point', ({ features }, { known }) => {
        const other = features.find(({ center, distance_m }: any) => {
          const apartM = distanceM(center, known.place)
          return !facts.isNear(apartM, distance_m, 2 + apartM / 100)
        })
        return other === undefined ? null : `${other.name} is not ${other.distance_m} m away`
      }),
      law('4.15', 'at most 10 unless asked for', ({ features }) =>
        features.length <= 10 ? null : `${features.length}`,
      ),
      costs('keys-and-credits', 1),
    ]),
    answers('within 500 m', (known) => near(known, { radius_m: 500 }), [
      AROUND,
      law('4.15', 'nothing is further away', ({ features }) =>
        features.every(({ distance_m }: any) => distance_m <= 500) ? null : 'something is',
      ),
    ]),
    answers('of one kind', (known) => near(known, { kinds: 'peak', limit: 50 }), [
      AROUND,
      law('4.15', 'nothing else', ({ features }) =>
        features.every(({ kind }: any) => kind === 'peak') ? null : 'something is of another kind',
      ),
    ]),
    takes('4.15', 'a radius of 50', (known) => near(known, { radius_m: 50 })),
    refuses('4.15', 'a radius of 49', (known) => near(known, { radius_m: 49 }), invalid('radius_m')),
    refuses('4.15', 'a radius of 50,001', (known) => near(known, { radius_m: 50_001 }), invalid('radius_m')),
    refuses('4.15', 'a limit of 51', (known) => near(known, { limit: 51 }), invalid('limit')),
    refuses('4.15', 'a limit of 0', (known) => near(known, { limit: 0 }), invalid('limit')),
    refuses('4.15', 'no latitude', () => get(REVERSE, { lon: 1 }), invalid('lat')),
    refuses('4.15', 'no longitude', () => get(REVERSE, { lat: 1 }), invalid('lon')),
    refuses('4.15', 'a latitude of 91', () => get(REVERSE, { lat: 91, lon: 1 }), invalid('lat')),
  ],
}
