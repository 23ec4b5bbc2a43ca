// GPX files cleaned and thinned: sections 4.12, 4.13 and 2.12, decisions `keys-and-credits`, `layouts`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { gpxOf, lineString, type LonLat, straightLine } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { anyObject, flag, integer, metres, number, object, orNull, stated, text } from '../shapes.ts'

const CLEAN = '/v1/gpx/clean'
const SIMPLIFY = '/v1/gpx/simplify'
const MAX_BYTES = 5 * 1_048_576
const START: LonLat = [10, 46]

/** A walk of so many points with times and a sensor's extensions. */
function recorded(count: number): string {
  return gpxOf([straightLine(START, count, count * 5)], (index) => {
    const time = new Date(Date.UTC(2024, 5, 1, 8) + index * 5000).toISOString()
    return `<ele>${500 + Math.round(30 * Math.sin(index / 20))}</ele><time>${time}</time><extensions><hr>120</hr></extensions>`
  })
}
const bare = (count: number): string => gpxOf([straightLine(START, count, 50_000)])
const [FIRST, SECOND] = straightLine(START, 2, 100)
/** Points 1, 1, 2 and one that is off the map. */
const DIRTY = gpxOf([[FIRST, FIRST, SECOND]]).replace('</trkseg>', '<trkpt lat="99" lon="10"/></trkseg>')

const CLEANED = fields(
  '2.12',
  object({
    schema: schemaIs('gpx-clean/1'),
    report: object({
      changed: flag,
      points_before: integer,
      points_after: integer,
      'duplicates?': integer,
      'bad_coordinates?': integer,
    }),
    gpx: text,
    'engine?': anyObject,
    'settings?': anyObject,
  }),
)
const clean = (gpx: string, more: object = {}): Ask => post(CLEAN, { gpx, ...more })
const pointsOf = (gpx: string): number => gpx.split('<trkpt').length - 1

export const gpxClean: Operation = {
  id: 'gpx-clean',
  section: '4.12',
  host: 'api',
  method: 'POST',
  path: CLEAN,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  bodyBytes: MAX_BYTES,
  sound: () => clean(bare(5)),
  cases: [
    answers('a file that is clean', () => clean(recorded(40)), [
      CLEANED,
      law('2.12', 'it is the input byte for byte', ({ gpx, report }) =>
        gpx === recorded(40) && !report.changed ? null : 'it is not',
      ),
      costs('8', 1),
    ]),
    answers('a file with a repeated and a broken point', () => clean(DIRTY), [
      CLEANED,
      law('2.12', 'both are gone and counted', ({ gpx, report }) =>
        report.changed &&
        report.points_before === 4 &&
        report.points_after === 2 &&
        report.duplicates === 1 &&
        report.bad_coordinates === 1 &&
        pointsOf(gpx) === 2
          ? null
          : JSON.stringify(report),
      ),
    ]),
    answers('a file that is to be kept as it is', () => clean(DIRTY, { dedupe: false, drop_bad: false }), [
      CLEANED,
      law('2.12', 'nothing is removed', ({ gpx }) => (gpx === DIRTY ? null : 'something is')),
    ]),
    answers('times and sensors', () => clean(recorded(40), { strip_times: true, strip_extensions: true }), [
      CLEANED,
      law('2.12', 'they are gone, the points stay', ({ gpx }) =>
        !gpx.includes('<time>') && !gpx.includes('<extensions>') && pointsOf(gpx) === 40 ? null : 'they are not',
      ),
    ]),
    takes('4.12', '50,000 points', () => clean(bare(50_000))),
    refuses('4.12', '50,001 points', () => clean(bare(50_001)), refused(413, 'too_many_points')),
    refuses('2.12', 'no file', () => post(CLEAN, {}), invalid('gpx')),
    refuses('errors', 'a file that is no GPX', () => clean('<kml></kml>'), refused(400, 'invalid_gpx')),
    refuses('2.12', 'a wish that is no boolean', () => clean(bare(5), { dedupe: 'yes' }), invalid('dedupe')),
  ],
}

const SIMPLIFIED = fields(
  '2.12',
  object({
    schema: schemaIs('gpx-simplify/1'),
    input: object({ format: text, segments: integer, points: integer }),
    result: object({
      points: integer,
      removed: integer,
      'max_deviation_m?': orNull(metres),
      distance_before_m: stated('layouts', metres),
      distance_after_m: stated('layouts', metres),
      ascent_before_m: stated('layouts', orNull(number)),
      ascent_after_m: stated('layouts', orNull(number)),
      kept_stops: stated('layouts', integer),
    }),
    'engine?': anyObject,
    'settings?': anyObject,
    'gpx?': text,
    'geometry?': anyObject,
  }),
)
const COUNTS = law('2.12', 'points and removed ones are those sent', ({ input, result }) =>
  result.points + result.removed === input.points ? null : `${result.points} + ${result.removed} of ${input.points}`,
)
const line = (known: Known) => lineString(known.line)

export const gpxSimplify: Operation = {
  id: 'gpx-simplify',
  section: '4.13',
  host: 'api',
  method: 'POST',
  path: SIMPLIFY,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  bodyBytes: MAX_BYTES,
  sound: () => post(SIMPLIFY, { gpx: bare(5) }),
  cases: [
    answers('a file within a tolerance', () => post(SIMPLIFY, { gpx: recorded(200), tolerance_m: 20 }), [
      SIMPLIFIED,
      COUNTS,
      law('2.12', 'no point is further off than the tolerance', ({ result }) =>
        result.max_deviation_m === null || result.max_deviation_m <= 20.01 ? null : `${result.max_deviation_m} m`,
      ),
      law('2.12', 'the file holds the points that are left', ({ gpx, result }) =>
        gpx === undefined || pointsOf(gpx) === result.points ? null : `${pointsOf(gpx)} of ${result.points}`,
      ),
      costs('8', 1),
    ]),
    answers('a line', (known) => post(SIMPLIFY, { geometry: line(known), indices: true }), [SIMPLIFIED, COUNTS]),
    answers('to a number of points', () => post(SIMPLIFY, { gpx: recorded(200), max_points: 50 }), [
      SIMPLIFIED,
      COUNTS,
      law('layouts', 'the budget wins', ({ result }) => (result.points <= 50 ? null : `${result.points} points`)),
    ]),
    takes('4.13', '50,000 points', () => post(SIMPLIFY, { gpx: bare(50_000) })),
    refuses('4.13', '50,001 points', () => post(SIMPLIFY, { gpx: bare(50_001) }), refused(413, 'too_many_points')),
    takes('2.12', 'a tolerance of 0.5', () => post(SIMPLIFY, { gpx: bare(5), tolerance_m: 0.5 })),
    takes('2.12', 'a tolerance of 1000', () => post(SIMPLIFY, { gpx: bare(5), tolerance_m: 1000 })),
    refuses(
      '2.12',
      'a tolerance of 0.4',
      () => post(SIMPLIFY, { gpx: bare(5), tolerance_m: 0.4 }),
      invalid('tolerance_m'),
    ),
    refuses(
      '2.12',
      'a tolerance of 1001',
      () => post(SIMPLIFY, { gpx: bare(5), tolerance_m: 1001 }),
      invalid('tolerance_m'),
    ),
    refuses(
      'layouts',
      'a tolerance and a budget',
      () => post(SIMPLIFY, { gpx: bare(5), tolerance_m: 5, max_points: 3 }),
      refused(400),
    ),
    refuses('layouts', 'fewer points than ends', () => post(SIMPLIFY, { gpx: bare(5), max_points: 1 }), refused(400)),
    refuses('2.12', 'neither a file nor a line', () => post(SIMPLIFY, {}), refused(400, 'no_input')),
    refuses(
      'errors',
      'a file and a line',
      (known) => post(SIMPLIFY, { gpx: bare(5), geometry: line(known) }),
      refused(400, 'both_inputs'),
    ),
    refuses('errors', 'a file that is no GPX', () => post(SIMPLIFY, { gpx: 'nothing' }), refused(400, 'invalid_gpx')),
  ],
}
