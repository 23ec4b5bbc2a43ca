// Heights of points: sections 4.4 and 2.4, decisions `keys-and-credits`, `heights`.

import { answers, costs, fields, header, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { thinned } from '../lines.ts'
import { type Ask, get, type Operation } from '../operation.ts'
import { integer, list, number, object, orNull, text, within, words } from '../shapes.ts'

const RELEASE = 'current'

function sample(known: Known, count = 5, more: Record<string, string | number> = {}, release = RELEASE): Ask {
  const spread = thinned(known.line, count)
  const points = Array.from({ length: count }, (_, index) => spread[index % spread.length])
  return get(`/tiles/v1/elevation/${release}/sample`, {
    points: points.map(([lon, lat]) => `${lat},${lon}`).join('|'),
    ...more,
  })
}

const HEIGHTS = fields(
  '2.4',
  object({
    release: text,
    z: within(0, 22, integer),
    'z_requested?': integer,
    encoding: words('mapbox', 'terrarium'),
    points: list(object({ lat: number, lon: number, elevation_m: orNull(number) })),
  }),
)

const asRequested = (count: number) =>
  law('2.4', 'one entry for each point, in order', (body, { known }) => {
    if (body.points.length !== count) return `${body.points.length} entries for ${count} points`
    const spread = thinned(known.line, count)
    const other = spread.findIndex(
      ([lon, lat], index) =>
        Math.abs(body.points[index].lon - lon) > 1e-6 || Math.abs(body.points[index].lat - lat) > 1e-6,
    )
    return other < 0 ? null : `points[${other}] is not the one that was asked for`
  })

export const elevation: Operation = {
  id: 'elevation',
  section: '4.4',
  host: 'api',
  method: 'GET',
  path: '/tiles/v1/elevation/{release}/sample',
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => sample(known, 1),
  cases: [
    answers('of the current release', (known) => sample(known), [
      header('heights', 'Cache-Control', /no-cache/),
      HEIGHTS,
      asRequested(5),
      costs('keys-and-credits', 1),
    ]),
    // with a key the answer shows its credits, and is nobody else's
    answers('of a version', (known) => ({ ...sample(known, 5, {}, known.terrainVersion), withoutKey: true }), [
      header('heights', 'Cache-Control', /public.*max-age=31536000.*immutable/),
      HEIGHTS,
      law('heights', 'the same heights as of the current release', (body, { known }) =>
        JSON.stringify(body.points) ===
        JSON.stringify((known.earlier('elevation: of the current release').json as any).points)
          ? null
          : 'the heights differ',
      ),
    ]),
    answers('in the other encoding', (known) => sample(known, 5, { encoding: 'terrarium' }), [
      HEIGHTS,
      law('4.4', 'no second dataset', (body, { known }) =>
        JSON.stringify(body.points) ===
        JSON.stringify((known.earlier('elevation: of the current release').json as any).points)
          ? null
          : 'the heights differ',
      ),
    ]),
    answers('of 2,048 points', (known) => sample(known, 2048), [HEIGHTS, costs('keys-and-credits', 8)]),
    refuses('4.4', '2,049 points', (known) => sample(known, 2049), invalid('points')),
    refuses('4.4', 'no points', () => get(`/tiles/v1/elevation/${RELEASE}/sample`), invalid('points')),
    refuses(
      '4.4',
      'what is no pair',
      () => get(`/tiles/v1/elevation/${RELEASE}/sample`, { points: '1,2|3' }),
      invalid('points'),
    ),
    takes('4.4', 'z 0', (known) => sample(known, 1, { z: 0 })),
    takes('4.4', 'z 22', (known) => sample(known, 1, { z: 22 })),
    refuses('4.4', 'z -1', (known) => sample(known, 1, { z: -1 }), invalid('z')),
    refuses('4.4', 'z 23', (known) => sample(known, 1, { z: 23 }), invalid('z')),
    refuses('4.4', 'an unknown encoding', (known) => sample(known, 1, { encoding: 'png' }), invalid('encoding')),
    refuses(
      '4.4',
      'a version that is not there',
      (known) => sample(known, 1, {}, 'no-such-version'),
      refused(404, 'not_found'),
    ),
  ],
}
