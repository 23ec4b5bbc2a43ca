// What a route, a loop and an analysed line tell of their ways: the layouts of decision `layouts`.

import { anything, integer, list, metres, number, object, orNull, stated, text, words } from '../shapes.ts'

export const ENGINE = stated(
  'layouts',
  object({ name: text, version: text, network_release: text, terrain_release: orNull(text) }),
)
export const UNKNOWNS = list(object({ code: text, message: text }))
export const UNKNOWN_FIELDS = { unknowns: UNKNOWNS }

const RANGE = { from_m: metres, to_m: metres }
const BAND = list(number, 2, 2)

/** Of a hike: the calibrated model. */
export const TIME = stated(
  'layouts',
  object({
    model: words('service-hike/2'),
    moving_s: metres,
    band_50_s: BAND,
    band_80_s: BAND,
    scope: text,
    error_pct: orNull(number),
    outside_calibration_m: metres,
    outside_calibration: list(object({ ...RANGE, reason: text })),
  }),
)

export const SURFACES = stated(
  'layouts',
  object({
    paved_m: metres,
    gravel_m: metres,
    trail_m: metres,
    unknown_m: metres,
    mapped_m: metres,
    assumed_m: metres,
    stretches: list(
      object({ ...RANGE, surface: text, tag: orNull(text), source: orNull(words('mapped', 'class_default')) }),
    ),
  }),
)

export const WAYS = stated(
  'layouts',
  object({
    road_m: metres,
    street_m: metres,
    track_m: metres,
    path_m: metres,
    footway_m: metres,
    steps_m: metres,
    cycleway_m: metres,
    ferry_m: metres,
    straight_m: metres,
    other_m: metres,
    signed_m: metres,
    stretches: list(
      object({
        ...RANGE,
        way_id: orNull(number),
        highway: orNull(text),
        name: orNull(text),
        ref: orNull(text),
        trails: list(number),
      }),
    ),
  }),
)

const HARDEST = orNull(object({ grade: anything, ...RANGE }))
export const DIFFICULTY_ON_FOOT = stated(
  'layouts',
  object({
    T1_m: metres,
    T2_m: metres,
    T3_m: metres,
    T4_m: metres,
    T5_m: metres,
    T6_m: metres,
    untagged_path_m: metres,
    road_m: metres,
    hardest: HARDEST,
    stretches: list(object({ ...RANGE, grade: anything })),
  }),
)
export const DIFFICULTY_BY_BICYCLE = stated(
  'layouts',
  object({
    S0_m: metres,
    S1_m: metres,
    S2_m: metres,
    S3_m: metres,
    S4_m: metres,
    S5_m: metres,
    S6_m: metres,
    untagged_m: metres,
    hardest: HARDEST,
  }),
)

export const ELEVATION = stated(
  'layouts',
  object({
    source: orNull(text),
    method: text,
    ascent_m: orNull(metres),
    descent_m: orNull(metres),
    min_m: orNull(number),
    max_m: orNull(number),
    unknown_m: metres,
  }),
)

export const HAZARDS = stated(
  '2.10',
  list(object({ kind: words('ford', 'aid', 'via_ferrata'), ...RANGE, length_m: metres, way_id: orNull(number) })),
)
export const WARNINGS = stated('2.10', list(object({ code: text, message: text, location: orNull(list(number)) })))

/** Reasons of decision `matching` why a stretch of a line follows nothing; more may be named. */
export const UNMATCHED = list(
  stated('matching', object({ from_index: integer, to_index: integer, ...RANGE, reason: text })),
)

/** The metres of a table whose names end in `_m` and are none of those that count something else. */
export function sumOf(table: Record<string, unknown>, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + Number(table[name]), 0)
}

export const isNear = (a: number, b: number, byM: number): boolean => Math.abs(a - b) <= byM

export const surfacesAddUp = (surfaces: Record<string, number>, distanceM: number): string | null => {
  const sum = sumOf(surfaces, ['paved_m', 'gravel_m', 'trail_m', 'unknown_m'])
  return isNear(sum, distanceM, 1 + distanceM / 1000) ? null : `${sum} of ${distanceM} m`
}
