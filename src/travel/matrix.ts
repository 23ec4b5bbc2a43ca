// The values a matrix can have, and the codes of its answer, in words. Pure, so that both transports may load it.

/** Values that can be requested: the column of each, and what it is. */
export const MATRIX_ANNOTATIONS = {
  distance_m: { column: 'distanceM', about: 'Length of the way, metres.' },
  moving_s: { column: 'movingS', about: 'Moving time, seconds, as the time of the route; ferries are not in it.' },
  ascent_m: { column: 'ascentM', about: 'Ascent, metres.' },
  cost: {
    column: 'cost',
    about: 'What the planner minimises: hundredths of a second of weighted travel time, with shortest centimetres.',
  },
} as const
export type MatrixAnnotation = keyof typeof MATRIX_ANNOTATIONS
export type MatrixColumn = (typeof MATRIX_ANNOTATIONS)[MatrixAnnotation]['column']
export const MATRIX_ANNOTATION_NAMES = Object.keys(MATRIX_ANNOTATIONS) as [MatrixAnnotation, ...MatrixAnnotation[]]
export const DEFAULT_ANNOTATIONS: readonly MatrixAnnotation[] = ['distance_m', 'moving_s']

export const MATRIX_REASONS = {
  no_path: 'No path leads from the source to the target under the settings.',
  no_snap: 'The source or the target is too far from the network.',
  leg_too_long: 'The points lie farther apart than a leg of a route may be.',
  search_ended: 'The search reached its budget before it found a path; whether there is one is not known.',
} as const
export type MatrixReason = keyof typeof MATRIX_REASONS

export const MATRIX_NOTES = {
  best_effort: 'Not proven to be the cheapest way; `gapPct` says how much cheaper another might be.',
  moved: 'For this pair a point was placed on another way, since the nearest ones are not connected or are avoided.',
  height_unknown: 'Over these metres no height is known: ascent and moving time leave out what is climbed there.',
  dated_access:
    'Over these metres dated tags of the map close ways at times of the year or of the day, or may: a route with `at` may lead around them.',
  ferry: 'Metres by ferry, which the moving time leaves out.',
} as const
export type MatrixNoteCode = keyof typeof MATRIX_NOTES
