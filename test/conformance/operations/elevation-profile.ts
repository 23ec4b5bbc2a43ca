// The chart series of a line: sections 4.9 and 2.9, decisions `keys-and-credits`, `layouts`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { gpxOf, lengthM, lineString } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { integer, list, metres, number, object, orNull, text, words } from '../shapes.ts'
import { lineCases } from './line-input.ts'
import * as facts from './route-facts.ts'

const PATH = '/v1/elevation-profile'
const COLUMNS = ['distance_m', 'elevation_m', 'grade_pct', 'lon', 'lat']
const ask = (known: Known, more: object = {}): Ask => post(PATH, { geometry: lineString(known.line), ...more })
/** The same line with heights of its own. */
const withHeights = (known: Known): string => gpxOf([known.line], (index) => `<ele>${known.heights[index]}</ele>`)

const ANSWER = fields(
  '2.9',
  object({
    schema: schemaIs('elevation-profile/1'),
    engine: facts.ENGINE,
    input: object({ points: integer, length_m: metres }),
    elevation: object({
      source: words('terrain', 'recorded'),
      method: text,
      ascent_m: metres,
      descent_m: metres,
      'min_m?': orNull(number),
      'max_m?': orNull(number),
    }),
    series: object({
      columns: list(text, COLUMNS.length, COLUMNS.length),
      heights: text,
      parts: list(object({ from_m: metres, to_m: metres, first: integer, last: integer })),
      points: list(list(orNull(number), COLUMNS.length, COLUMNS.length)),
    }),
    ...facts.UNKNOWN_FIELDS,
  }),
)

const ROWS = law('2.9', 'columns are as stated, distances ascend from 0', ({ series: { columns, points } }) => {
  if (columns.join() !== COLUMNS.join()) return columns.join()
  if (points[0][0] !== 0) return `the first row is at ${points[0][0]} m`
  const back = points.findIndex((row: number[], index: number) => index > 0 && row[0] < points[index - 1][0])
  return back < 0 ? null : `row ${back} is before row ${back - 1}`
})
const PARTS = law('2.9', 'parts name the rows that they hold', ({ series: { parts, points } }) =>
  parts.length > 0 &&
  parts[0].first === 0 &&
  parts.at(-1).last === points.length - 1 &&
  parts.every(({ first, last }: any) => first <= last)
    ? null
    : JSON.stringify(parts).slice(0, 100),
)
const atMost = (count: number) =>
  law('2.9', `at most ${count} points`, ({ series: { points } }) =>
    points.length <= count ? null : `${points.length}`,
  )

export const elevationProfile: Operation = {
  id: 'elevation-profile',
  section: '4.9',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known, { points: 10 }),
  cases: [
    answers('of a line', (known) => ask(known, { points: 100 }), [
      ANSWER,
      ROWS,
      PARTS,
      atMost(100),
      law('2.9', 'the input is the line that was sent', ({ input }, { known }) => {
        const sentM = lengthM(known.line)
        return input.points === known.line.length && facts.isNear(input.length_m, sentM, sentM / 100)
          ? null
          : `${input.points} points, ${input.length_m} m`
      }),
      law('4.9', 'terrain heights by default', ({ elevation }) =>
        elevation.source === 'terrain' ? null : elevation.source,
      ),
      costs('8', 2),
    ]),
    answers('with the heights of a file', (known) => post(PATH, { gpx: withHeights(known), elevation: 'recorded' }), [
      ANSWER,
      law('4.9', 'the heights are those of the file', ({ elevation, series }, { known }) =>
        elevation.source === 'recorded' && facts.isNear(series.points[0][1], known.heights[0], 1)
          ? null
          : `${elevation.source}, from ${series.points[0][1]} m`,
      ),
    ]),
    answers(
      'of a file of two parts',
      (known) => post(PATH, { gpx: gpxOf([known.line.slice(0, 5), known.line.slice(-5)]) }),
      [
        ANSWER,
        PARTS,
        law('4.9', 'each part is its own run', ({ series: { parts } }) =>
          parts.length === 2 ? null : `${parts.length}`,
        ),
      ],
    ),
    answers('of two points', (known) => ask(known, { points: 2 }), [ANSWER, atMost(2)]),
    answers('of 6,000 points', (known) => ask(known, { points: 6000 }), [ANSWER, ROWS, atMost(6000)]),
    answers('without saying how many', (known) => ask(known), [ANSWER, atMost(1000)]),
    refuses('2.9', 'one point', (known) => ask(known, { points: 1 }), invalid('points')),
    refuses('2.9', '6,001 points', (known) => ask(known, { points: 6001 }), invalid('points')),
    refuses('2.9', 'an unknown source of heights', (known) => ask(known, { elevation: 'guess' }), invalid('elevation')),
    refuses(
      'layouts',
      'heights of its own where there are none',
      (known) => ask(known, { elevation: 'recorded' }),
      refused(422, 'no_heights'),
    ),
    takes('2.9', 'auto', (known) => ask(known, { elevation: 'auto' })),
    ...lineCases(PATH, { section: '4.9', points: 5000, km: 300 }),
  ],
}
