// Signed routes: sections 4.16, 4.22 and 2.14, decisions `keys-and-credits`, `trails`.

import { answers, costs, fields, header, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { type Ask, get, type Operation } from '../operation.ts'
import {
  anything,
  box,
  exactly,
  flag,
  integer,
  list,
  lonLat,
  metres,
  object,
  orNull,
  type Shape,
  stated,
  text,
  words,
} from '../shapes.ts'

const SEARCH = '/trails/v1/search'
const BOX = '/trails/v1/bbox'
const find = (known: Known, more: Record<string, string | number> = {}): Ask =>
  get(SEARCH, { q: known.trailName, ...more })

const TRAIL = {
  relation_id: integer,
  name: orNull(text),
  ref: orNull(text),
  type: words('hiking', 'bicycle'),
  network: orNull(words('iwn', 'nwn', 'rwn', 'lwn', 'icn', 'ncn', 'rcn', 'lcn')),
  level: orNull(words('international', 'national', 'regional', 'local')),
  operator: orNull(text),
  symbol: orNull(text),
  colour: orNull(text),
  length_m: metres,
  bbox: box,
  ends: list(lonLat),
}
const POINTS: Shape = list(
  stated(
    'trails',
    object({
      type: exactly('Feature'),
      geometry: object({ type: exactly('Point'), coordinates: lonLat }),
      properties: object(TRAIL),
    }),
  ),
)

export const trails: Operation = {
  id: 'trails',
  section: '4.16',
  host: 'api',
  method: 'GET',
  path: SEARCH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => find(known),
  cases: [
    answers('of a name', (known) => find(known), [
      fields('2.14', object({ type: exactly('FeatureCollection'), query: text, features: POINTS })),
      law('trails', 'the trail is found', ({ features }, { known }) =>
        features.some(({ properties }: any) => properties.name === known.trailName) ? null : 'it is not',
      ),
      law('4.16', 'at most 20 unless asked for', ({ features }) =>
        features.length <= 20 ? null : `${features.length}`,
      ),
      costs('keys-and-credits', 1),
    ]),
    answers('of one type', (known) => find(known, { type: 'bicycle' }), [
      law('4.16', 'nothing else', ({ features }) =>
        features.every(({ properties }: any) => properties.type === 'bicycle') ? null : 'something is hiking',
      ),
    ]),
    takes('4.16', 'a limit of 1', (known) => find(known, { limit: 1 })),
    takes('4.16', 'a limit of 100', (known) => find(known, { limit: 100 })),
    refuses('4.16', 'a limit of 0', (known) => find(known, { limit: 0 }), invalid('limit')),
    refuses('4.16', 'a limit of 101', (known) => find(known, { limit: 101 }), invalid('limit')),
    refuses('4.16', 'no name', () => get(SEARCH), invalid('q')),
    refuses('4.16', 'an unknown type', (known) => find(known, { type: 'canoe' }), invalid('type')),
  ],
}

export const sidesOf = ([min_lon, min_lat, max_lon, max_lat]: Known['box']) => ({ min_lat, min_lon, max_lat, max_lon })
/** A box of so many degrees in the region. */
export function boxOf(known: Known, width: number, height: number): Record<string, number> {
  const [west, south, east, north] = known.box
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  return { min_lat: lat - height / 2, min_lon: lon - width / 2, max_lat: lat + height / 2, max_lon: lon + width / 2 }
}

export const trailsBbox: Operation = {
  id: 'trails-bbox',
  section: '4.22',
  host: 'api',
  method: 'GET',
  path: BOX,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => get(BOX, sidesOf(known.box)),
  cases: [
    answers('in the region', (known) => get(BOX, sidesOf(known.box)), [
      fields('trails', object({ type: exactly('FeatureCollection'), features: POINTS, truncated: flag })),
      costs('keys-and-credits', 2),
    ]),
    answers('one of them', (known) => get(BOX, { ...sidesOf(known.box), limit: 1 }), [
      fields('trails', object({ features: list(anything, 0, 1), truncated: flag })),
    ]),
    takes('trails', 'sides just under 2 degrees', (known) => get(BOX, boxOf(known, 1.999, 1.999))),
    refuses(
      'trails',
      'a side over 2 degrees',
      (known) => get(BOX, boxOf(known, 2.01, 1)),
      refused(400, 'invalid_input'),
    ),
    takes('trails', 'a limit of 1000', (known) => get(BOX, { ...sidesOf(known.box), limit: 1000 })),
    refuses('trails', 'a limit of 1001', (known) => get(BOX, { ...sidesOf(known.box), limit: 1001 }), invalid('limit')),
    refuses('trails', 'no box', () => get(BOX), refused(400, 'invalid_input')),
  ],
}

export const trailRelation: Operation = {
  id: 'trail-relation',
  section: '4.22',
  host: 'api',
  method: 'GET',
  path: '/trails/v1/relation/{relation_id}',
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => get(`/trails/v1/relation/${known.relationId}`),
  cases: [
    answers('with its line', (known) => get(`/trails/v1/relation/${known.relationId}`), [
      fields(
        'trails',
        object({
          type: exactly('Feature'),
          geometry: object({ type: exactly('MultiLineString'), coordinates: list(list(list(anything, 2, 3), 2), 1) }),
          properties: object({
            ...TRAIL,
            parts: anything,
            gaps_m: anything,
            ascent_m: orNull(metres),
            descent_m: orNull(metres),
            roundtrip: anything,
          }),
        }),
      ),
      costs('keys-and-credits', 1),
    ]),
    answers('as GPX', (known) => get(`/trails/v1/relation/${known.relationId}`, { format: 'gpx' }), [
      header('trails', 'Content-Type', /gpx|xml/),
      law('trails', 'it is GPX 1.1 with a track', (_, { answer }) => {
        const gpx = new TextDecoder().decode(answer.bytes)
        return /<gpx[^>]*version="1\.1"/.test(gpx) && gpx.includes('<trkpt') ? null : gpx.slice(0, 80)
      }),
    ]),
    refuses('trails', 'a trail that is not there', () => get('/trails/v1/relation/1'), refused(404, 'not_found')),
  ],
}
