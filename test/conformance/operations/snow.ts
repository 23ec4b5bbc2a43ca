// Snow along a route: section 4.20, decisions `keys-and-credits`, `snow`.

import { answers, costs, fields, invalid, law, refuses } from '../checks.ts'
import type { Known } from '../known.ts'
import { thinned } from '../lines.ts'
import { type Ask, get, type Operation } from '../operation.ts'
import {
  anything,
  exactly,
  integer,
  list,
  metres,
  number,
  object,
  orNull,
  stated,
  text,
  within,
  words,
} from '../shapes.ts'
import * as facts from './route-facts.ts'

const PATH = '/tiles/v1/snow/route-forecast'
function ask(known: Known, count = 5, more: Record<string, string | number> = {}): Ask {
  const spread = thinned(known.line, count)
  const points = Array.from({ length: count }, (_, index) => spread[index % spread.length])
  return get(PATH, { points: points.map(([lon, lat]) => `${lat},${lon}`).join('|'), ...more })
}

const CLASS = words('snow', 'clear', 'unknown')
const AHEAD = object({
  valid_at: orNull(text),
  model: orNull(text),
  points: list(
    object({
      index: integer,
      snow_depth_m: orNull(metres),
      new_snow_cm: orNull(metres),
      freezing_level_m: orNull(number),
    }),
  ),
})
const SNOW = {
  schema: exactly('route-snow/1'),
  checked_at: text,
  attribution: list(anything),
  observed: object({
    product: orNull(text),
    observed_from: orNull(text),
    observed_to: orNull(text),
    max_age_h: orNull(number),
  }),
  points: list(
    object({
      index: integer,
      lat: number,
      lon: number,
      elevation_m: orNull(number),
      class: CLASS,
      cover_pct: orNull(within(0, 100)),
      observed_at: orNull(text),
      age_h: orNull(metres),
      reason: orNull(text),
    }),
  ),
  summary: object({ snow_m: metres, clear_m: metres, unknown_m: metres, share_known: within(0, 1) }),
  sections: list(object({ from_m: metres, to_m: metres, class: CLASS })),
  forecast: object({ h24: AHEAD, h48: AHEAD }),
  ...facts.UNKNOWN_FIELDS,
}
const EVIDENCE = stated(
  '4.20',
  object({
    schema: exactly('route-snow-evidence/1'),
    points: list(
      object({
        index: integer,
        class: CLASS,
        source: orNull(text),
        coverage: orNull(number),
        valid_until: orNull(text),
      }),
    ),
  }),
)

export const snow: Operation = {
  id: 'snow',
  section: '4.20',
  host: 'api',
  method: 'GET',
  path: PATH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  leans: true,
  sound: (known) => ask(known),
  cases: [
    answers('along a line', (known) => ask(known), [
      fields('snow', object(SNOW)),
      law('snow', 'unknown has a reason, and what is known has none', ({ points }) =>
        points.every((one: any) => (one.class === 'unknown') === (one.reason !== null)) ? null : 'it is not so',
      ),
      law('snow', 'a point for each that was sent, in order', ({ points }) =>
        points.length === 5 && points.every(({ index }: any, place: number) => index === place)
          ? null
          : `${points.length}`,
      ),
      law('4.20', 'evidence is there only with evidence=1', (body) => ('evidence' in body ? 'it is there' : null)),
      law('4.20', '24 h and 48 h are kept apart', ({ forecast: { h24, h48 } }) =>
        h24.valid_at === null || h48.valid_at === null || Date.parse(h24.valid_at) < Date.parse(h48.valid_at)
          ? null
          : `${h24.valid_at}, ${h48.valid_at}`,
      ),
      costs('keys-and-credits', 3),
    ]),
    answers('with evidence', (known) => ask(known, 5, { evidence: 1, revision: 'a.B_1:2-3' }), [
      fields('snow', object({ ...SNOW, revision: stated('4.20', exactly('a.B_1:2-3')), evidence: EVIDENCE })),
    ]),
    answers('of two segments', (known) => ask(known, 6, { segments: '0,3' }), [
      fields('snow', object(SNOW)),
      law('snow', 'nothing is summed across the break', ({ summary }, { known }) => {
        const whole = (known.earlier('snow: along a line').json as any).summary
        const sum = (one: any): number => one.snow_m + one.clear_m + one.unknown_m
        return sum(summary) < sum(whole) ? null : `${sum(summary)} m, ${sum(whole)} m without a break`
      }),
    ]),
    answers('of 512 points', (known) => ask(known, 512), [fields('snow', object(SNOW))]),
    refuses('4.20', '513 points', (known) => ask(known, 513), invalid('points')),
    refuses('4.20', 'no points', () => get(PATH), invalid('points')),
    refuses('4.20', 'evidence other than 1', (known) => ask(known, 2, { evidence: 2 }), invalid('evidence')),
    refuses(
      '4.20',
      'a revision of 65 letters',
      (known) => ask(known, 2, { revision: 'a'.repeat(65) }),
      invalid('revision'),
    ),
    refuses('4.20', 'a revision with a space', (known) => ask(known, 2, { revision: 'a b' }), invalid('revision')),
    refuses(
      'snow',
      'segments that do not begin at 0',
      (known) => ask(known, 6, { segments: '1,3' }),
      invalid('segments'),
    ),
    refuses('snow', 'segments that go down', (known) => ask(known, 6, { segments: '0,4,3' }), invalid('segments')),
  ],
}
