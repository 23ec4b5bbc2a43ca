// A line matched to the mapped network: section 4.19, decisions `keys-and-credits`, `matching`.

import { answers, costs, fields, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { fromPolyline6, type LonLat, straightLine } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { exactly, integer, list, metres, number, object, orNull, text, within, words } from '../shapes.ts'
import * as facts from './route-facts.ts'

const PATH = '/engine/trace_attributes'
const shapeOf = (line: readonly LonLat[]) => line.map(([lon, lat]) => ({ lon, lat }))
const ask = (known: Known, more: object = {}): Ask => post(PATH, { shape: shapeOf(known.line), ...more })

const MATCHED = fields(
  'matching',
  object({
    edges: list(
      object({
        way_id: integer,
        'names?': list(text),
        length: within(0, 1000),
        surface: text,
        surface_source: words('mapped', 'class_default'),
        use: text,
        sac_scale: orNull(within(1, 6, integer)),
        road_class: text,
        begin_heading: within(0, 360),
        end_heading: within(0, 360),
        begin_shape_index: integer,
        end_shape_index: integer,
        'source_percent_along?': within(0, 1),
        'target_percent_along?': within(0, 1),
        'mean_elevation?': orNull(number),
        'weighted_grade?': orNull(number),
      }),
    ),
    matched_points: list(
      object({
        lat: number,
        lon: number,
        type: words('matched', 'interpolated', 'unmatched'),
        edge_index: orNull(integer),
        distance_along_edge: orNull(number),
        distance_from_trace_point: orNull(number),
      }),
    ),
    shape: text,
    segments: list(object({ shape: text, from_index: integer, to_index: integer })),
    unmatched: facts.UNMATCHED,
    lengths: object({ trace_m: metres, matched_m: metres, network_m: metres }),
    units: exactly('kilometers'),
    tile_release: text,
  }),
)

export const traceAttributes: Operation = {
  id: 'trace-attributes',
  section: '4.19',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known),
  cases: [
    answers('of a line on paths', (known) => ask(known), [
      MATCHED,
      law('4.19', 'edges are kilometres and add up to the network', ({ edges, lengths }) => {
        const km = edges.reduce((sum: number, { length }: any) => sum + length, 0)
        return facts.isNear(km * 1000, lengths.network_m, 2 + lengths.network_m / 50)
          ? null
          : `${km} km for ${lengths.network_m} m`
      }),
      law('matching', 'a point for each that was sent', ({ matched_points }, { known }) =>
        matched_points.length === known.line.length ? null : `${matched_points.length} of ${known.line.length}`,
      ),
      law('matching', 'points name edges that are there', ({ matched_points, edges }) =>
        matched_points.every(({ edge_index, type }: any) =>
          type === 'unmatched' ? edge_index === null : edge_index >= 0 && edge_index < edges.length,
        )
          ? null
          : 'an edge_index leads nowhere',
      ),
      law('matching', 'shapes are polylines of 6 digits', ({ shape, segments }) =>
        [shape, ...segments.map((one: any) => one.shape)].every((one) => fromPolyline6(one) !== null)
          ? null
          : 'one is not',
      ),
      costs('keys-and-credits', 3),
    ]),
    answers('by bicycle', (known) => ask(known, { costing: 'bicycle', shape_match: 'walk_or_snap' }), [MATCHED]),
    answers(
      'of a line beside the region',
      (known) => post(PATH, { shape: shapeOf(straightLine(known.farAway, 20, 2000)) }),
      [
        MATCHED,
        law('matching', 'everything is unmatched', ({ edges, unmatched, lengths }) =>
          edges.length === 0 && unmatched.length > 0 && lengths.matched_m === 0 ? null : `${edges.length} edges`,
        ),
      ],
    ),
    takes('matching', '2,000 points', (known) =>
      post(PATH, { shape: shapeOf(straightLine(known.ends[0], 2000, 5000)) }),
    ),
    refuses(
      '4.19',
      '2,001 points',
      (known) => post(PATH, { shape: shapeOf(straightLine(known.ends[0], 2001, 5000)) }),
      {
        status: 400,
        names: 'shape',
      },
    ),
    refuses('matching', 'one point', (known) => post(PATH, { shape: shapeOf([known.ends[0]]) }), {
      status: 400,
      names: 'shape',
    }),
    refuses('matching', 'no line', () => post(PATH, {}), refused(400)),
    refuses('matching', 'an unknown costing', (known) => ask(known, { costing: 'auto' }), invalid('costing')),
    takes('matching', 'a search radius of 5', (known) => ask(known, { trace_options: { search_radius: 5 } })),
    takes('matching', 'a search radius of 100', (known) => ask(known, { trace_options: { search_radius: 100 } })),
    refuses(
      'matching',
      'a search radius of 101',
      (known) => ask(known, { trace_options: { search_radius: 101 } }),
      invalid('trace_options.search_radius'),
    ),
    refuses(
      'matching',
      'an accuracy of 51',
      (known) => ask(known, { trace_options: { gps_accuracy: 51 } }),
      invalid('trace_options.gps_accuracy'),
    ),
  ],
}
