// Outdoor places in a box: sections 4.17 and 2.14, decisions `keys-and-credits`, `places-in-a-box`.

import { readFileSync } from 'node:fs'
import { answers, costs, fields, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { type Ask, get, type Operation } from '../operation.ts'
import { flag, integer, list, number, object, orNull, stated, text, within, words } from '../shapes.ts'
import { boxOf, sidesOf } from './trails.ts'

const PATH = '/pois/v1/bbox'
/** In order, as decision `places-in-a-box` lists them. */
const KINDS = /^- The kinds, in order: ([^.]+)\./m
  .exec(readFileSync(new URL('../../../docs/decisions/places-in-a-box.md', import.meta.url), 'utf8'))![1]
  .split(/,\s+/)
const ask = (known: Known, more: Record<string, string | number> = {}): Ask =>
  get(PATH, { ...sidesOf(known.box), ...more })

const PLACES = fields(
  'places-in-a-box',
  object({
    artifact_version: stated('2.14', text),
    count: integer,
    truncated: flag,
    pois: list(
      object({
        id: within(1, 2 ** 53 - 1, integer),
        osm_type: words('node', 'way', 'relation'),
        osm_id: integer,
        kind: words(...KINDS),
        name: orNull(text),
        lat: stated('2.14', within(-90, 90)),
        lon: stated('2.14', within(-180, 180)),
        ele: orNull(number),
      }),
    ),
  }),
)
const ORDER = (kinds: readonly string[]) =>
  law('places-in-a-box', 'by kind, then by id', ({ pois }) => {
    const place = ({ kind }: any): number => kinds.indexOf(kind)
    const back = pois.findIndex(
      (one: any, index: number) =>
        index > 0 &&
        (place(one) < place(pois[index - 1]) ||
          (place(one) === place(pois[index - 1]) && one.id <= pois[index - 1].id)),
    )
    return back < 0 ? null : `pois[${back}] is before the one before it`
  })
const COUNT = law('places-in-a-box', 'count is how many there are', ({ count, pois }) =>
  count === pois.length ? null : `${count} for ${pois.length}`,
)

export const pois: Operation = {
  id: 'pois',
  section: '4.17',
  host: 'api',
  method: 'GET',
  path: PATH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known, { limit: 1 }),
  cases: [
    answers('in the region', (known) => ask(known, { limit: 1000 }), [
      PLACES,
      COUNT,
      ORDER(KINDS),
      law('4.17', 'nothing lies outside', ({ pois: found }, { known }) => {
        const [west, south, east, north] = known.box
        const outside = found.find(({ lat, lon }: any) => lon < west || lon > east || lat < south || lat > north)
        return outside === undefined ? null : `${outside.id} does`
      }),
      law('layouts', 'ids are the same object only once', ({ pois: found }) =>
        new Set(found.map(({ id }: any) => id)).size === found.length ? null : 'an id comes twice',
      ),
      costs('keys-and-credits', 2),
    ]),
    answers('of two kinds', (known) => ask(known, { kind: 'viewpoint,hut' }), [
      PLACES,
      COUNT,
      ORDER(['viewpoint', 'hut']),
      law('4.17', 'nothing else', ({ pois: found }) =>
        found.every(({ kind }: any) => kind === 'hut' || kind === 'viewpoint') ? null : 'something is',
      ),
    ]),
    answers('one of them', (known) => ask(known, { limit: 1 }), [
      PLACES,
      law('places-in-a-box', 'what was cut is told', ({ pois: found, truncated }, { known }) => {
        const all = (known.earlier('pois: in the region').json as any).pois.length
        return found.length === Math.min(1, all) && truncated === all > 1 ? null : `${found.length}, ${truncated}`
      }),
    ]),
    takes('4.17', 'sides just under 2 degrees', (known) => get(PATH, { ...boxOf(known, 1.999, 1.999), limit: 1 })),
    refuses(
      '4.17',
      'a width over 2 degrees',
      (known) => get(PATH, boxOf(known, 2.01, 1)),
      refused(400, 'invalid_input'),
    ),
    refuses(
      '4.17',
      'a height over 2 degrees',
      (known) => get(PATH, boxOf(known, 1, 2.01)),
      refused(400, 'invalid_input'),
    ),
    takes('4.17', 'a limit of 10,000', (known) => ask(known, { limit: 10_000 })),
    refuses('4.17', 'a limit of 10,001', (known) => ask(known, { limit: 10_001 }), invalid('limit')),
    refuses('4.17', 'a limit of 0', (known) => ask(known, { limit: 0 }), invalid('limit')),
    refuses('4.17', 'no box', () => get(PATH), refused(400, 'invalid_input')),
    refuses('places-in-a-box', 'an unknown kind', (known) => ask(known, { kind: 'castle' }), invalid('kind')),
  ],
}
