// What a supplied line follows: sections 4.6 and 2.6, decisions `keys-and-credits`, `matching`, `layouts`.

import { answers, costs, fields, invalid, law, refuses, schemaIs, takes } from '../checks.ts'
import { gpxOf, lengthM, lineString, northOf, straightLine } from '../lines.ts'
import { type Operation, post } from '../operation.ts'
import { integer, list, metres, nothing, object, orNull, stated, text, within, words } from '../shapes.ts'
import * as facts from './route-facts.ts'
import { lineCases } from './line-input.ts'

const PATH = '/v1/route-analysis'

const ANALYSIS = {
  schema: schemaIs('route-analysis/1'),
  engine: facts.ENGINE,
  profile: words('hike', 'run', 'bike'),
  input: object({ format: text, parts: integer, points: integer, length_m: metres }),
  match: object({
    status: words('matched', 'partial', 'unmatched'),
    coverage: within(0, 1),
    trace_length_m: metres,
    matched_length_m: metres,
    network_length_m: metres,
    segments: list(
      stated(
        'layouts',
        object({
          from_m: metres,
          to_m: metres,
          from_index: integer,
          to_index: integer,
          way_id: orNull(integer),
          highway: text,
          name: orNull(text),
          surface: text,
          surface_source: words('mapped', 'class_default'),
          sac_scale: orNull(within(1, 6, integer)),
          network_m: metres,
        }),
      ),
    ),
    unmatched: facts.UNMATCHED,
  }),
  ...facts.UNKNOWN_FIELDS,
  'surfaces?': orNull(facts.SURFACES),
  'ways?': orNull(facts.WAYS),
  'elevation?': orNull(facts.ELEVATION),
  'hazards?': facts.HAZARDS,
}
const ON_FOOT = fields(
  '2.6',
  object({ ...ANALYSIS, 'difficulty?': orNull(facts.DIFFICULTY_ON_FOOT), 'time?': orNull(facts.TIME) }),
)
const RUNNING = fields(
  '2.6',
  object({ ...ANALYSIS, 'difficulty?': orNull(facts.DIFFICULTY_ON_FOOT), 'time?': nothing }),
)
const BY_BICYCLE = fields(
  '2.6',
  object({ ...ANALYSIS, 'difficulty?': orNull(facts.DIFFICULTY_BY_BICYCLE), 'time?': nothing }),
)

const COVERAGE = law(
  'layouts',
  'matched from 98 % coverage, unmatched below 2 %',
  ({ match: { status, coverage } }) => {
    const expected = coverage >= 0.98 ? 'matched' : coverage < 0.02 ? 'unmatched' : 'partial'
    return status === expected ? null : `${status} at ${coverage}`
  },
)

export const routeAnalysis: Operation = {
  id: 'route-analysis',
  section: '4.6',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  sound: (known) => post(PATH, { geometry: lineString(known.line) }),
  cases: [
    answers('of a line on paths', (known) => post(PATH, { geometry: lineString(known.line) }), [
      ON_FOOT,
      COVERAGE,
      law('2.6', 'the input is the line that was sent', ({ input, profile }, { known }) => {
        const sentM = lengthM(known.line)
        if (profile !== 'hike') return `the profile is ${profile}`
        if (input.points !== known.line.length || input.parts !== 1)
          return `${input.points} points in ${input.parts} parts`
        return facts.isNear(input.length_m, sentM, sentM / 100) ? null : `${input.length_m} m for ${sentM} m`
      }),
      law('layouts', 'what is matched is not more than what was sent', ({ match, input }) =>
        match.matched_length_m <= input.length_m * 1.01 + 1 ? null : `${match.matched_length_m} of ${input.length_m} m`,
      ),
      costs('keys-and-credits', 3),
    ]),
    answers('of a file', (known) => post(PATH, { gpx: gpxOf([known.line]), profile: 'run' }), [
      RUNNING,
      law('2.6', 'the profile that was asked for', ({ profile }) => (profile === 'run' ? null : profile)),
    ]),
    answers('by bicycle', (known) => post(PATH, { geometry: lineString(known.line), profile: 'bike' }), [BY_BICYCLE]),
    answers(
      'of a file of two parts',
      (known) => post(PATH, { gpx: gpxOf([known.line.slice(0, 5), known.line.slice(-5)]) }),
      [ON_FOOT, law('2.6', 'each trkseg is a part', ({ input: { parts } }) => (parts === 2 ? null : `${parts} parts`))],
    ),
    answers(
      'of a line beside the region',
      (known) => post(PATH, { geometry: lineString(straightLine(known.farAway, 20, 2000)) }),
      [
        ON_FOOT,
        COVERAGE,
        law('matching', 'everything is unmatched, with its reason', ({ match }) =>
          match.status === 'unmatched' && match.segments.length === 0 && match.unmatched.length > 0
            ? null
            : `${match.status}, ${match.segments.length} segments`,
        ),
      ],
    ),
    takes('2.6', 'a Feature', (known) =>
      post(PATH, { geometry: { type: 'Feature', properties: {}, geometry: lineString(known.line) } }),
    ),
    takes('2.6', 'a FeatureCollection', (known) =>
      post(PATH, {
        geometry: {
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: {}, geometry: lineString(known.line) }],
        },
      }),
    ),
    takes('2.6', 'heights in the line', (known) =>
      post(PATH, {
        geometry: lineString(known.line.map(([lon, lat], index) => [lon, lat, known.heights[index]])),
        elevation: 'recorded',
      }),
    ),
    refuses(
      '2.6',
      'an unknown profile',
      (known) => post(PATH, { geometry: lineString(known.line), profile: 'car' }),
      invalid('profile'),
    ),
    refuses(
      '2.6',
      'an unknown source of heights',
      (known) => post(PATH, { geometry: lineString([known.ends[0], northOf(known.ends[0], 500)]), elevation: 'guess' }),
      invalid('elevation'),
    ),
    ...lineCases(PATH, { section: '4.6', points: 5000, km: 300 }),
  ],
}
