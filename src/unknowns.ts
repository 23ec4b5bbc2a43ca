// The closed list of what an answer may say about itself: `unknowns` (what is not known) and `warnings` (what needs
// care), one code and one sentence each. Callers may complete the sentence with figures.
// Never a reassurance: a code appears only if something is missing or needs care.

import type { MessageCode, Sentence } from './language/sentence.ts'

/** What an answer may say that it does not know, with what it means. */
export const UNKNOWNS = {
  surface_assumed: 'A surface comes from the class of the way; it is not mapped.',
  surface_unknown: 'A surface is neither mapped nor assumed.',
  sac_untagged: 'Paths without a SAC grade: unknown, not easy.',
  lighting_unknown: 'Whether a way is lit is not mapped, and unlit ways were to be avoided.',
  height_unknown:
    'A part of the way has no heights, of the terrain or as recorded; climb there is left out or that of a straight line.',
  straight_leg: 'A part is drawn as a straight line, about which nothing is known.',
  access_conditional: 'A way has conditional access, which is not evaluated.',
  dated_access:
    'A tag with dates, seasons or tides decides whether a way is open, or to whom; what holds then is not known.',
  cycleway_foot_unknown: 'A cycleway does not say whether one may walk on it.',
  map_edge: 'The map ends beside what was found: what lies beyond its edge is not known.',
  ferry_time_unknown: 'The duration of a ferry is not mapped.',
  time_outside_calibration: 'A part lies outside the calibration of the time model.',
  time_by_slope: 'Time is computed from slopes only; surfaces and grades of a supplied line are not looked up.',
  heights_recorded_rejected: 'Recorded heights failed the check; those of the terrain are used.',
  heights_none: 'There are no heights at all.',
  terrain_void: 'The terrain has no heights along a part of the line.',
  line_unmatched: 'A part of the line follows no way.',
  snow_not_observed: 'Points have no valid observation of snow: unknown, not clear.',
  snow_between_samples: 'Snow between the sampled points is not assessed.',
  snow_forecast_shared: 'Points share the snow forecast of a place kilometres away.',
  snow_forecast_missing: 'There is no snow forecast: no provider, or no answer from it.',
  weather_missing: 'Samples have no forecast for their hour.',
  probability_missing: 'No ensemble gives the probability of rain: unknown, not 0.',
  weather_height_unknown: "Temperatures are for the height of the model's cell, not of the point.",
  area_cut: 'The map cuts the border of areas: whether they contain the point is unknown.',
  weather_synthetic: 'The weather of the demo region is made up.',
} as const
export type UnknownCode = keyof typeof UNKNOWNS

/** What an answer may warn of, with what it means. */
export const WARNINGS = {
  best_effort: 'The search budget ran out on a leg: there may be a better route.',
  access_restricted: 'A way is open to some only: agricultural, forestry, customers, delivery or destination.',
  access_conditional: 'A way is open at certain times or to certain people only.',
  dated_hazard: 'The map names a danger for this time.',
  mapped_hazard: 'The map names a danger.',
  hardly_visible: 'A path is hardly visible on the ground, or not at all.',
  dismount: 'The bicycle must be pushed.',
  ferry: 'The route takes a ferry.',
  ford: 'The way crosses water without a bridge.',
  aided_passage: 'A passage with ladders, ropes or rungs.',
  via_ferrata: 'A climbing route that needs a harness.',
  steep_grade: 'The hardest grade on the route.',
  tunnel: 'The route goes through a tunnel.',
  straight_leg: 'A leg is drawn straight: whether it is passable was not checked.',
  trail_gap: 'A followed trail is left where it has no open way.',
  far_snap: 'A waypoint lies far from the ways of the map.',
  demo_region: 'The region is made up.',
} as const
export type WarningCode = keyof typeof WARNINGS

type OfCode<Family extends string, Code extends string> = {
  [One in Code]: Extract<MessageCode, `${Family}.${One}` | `${Family}.${One}.${string}`>
}[Code]

/** Sentences of the catalogue: the second part of their code is the published one. */
export type UnknownSentence = Sentence<OfCode<'unknown', UnknownCode>>
export type WarningSentence = Sentence<OfCode<'warning', WarningCode>>

export interface Unknown {
  // REST's document names one more, which no answer has
  code: UnknownCode | 'network_not_asked'
  message: UnknownSentence
}

export interface Warning {
  code: WarningCode
  message: WarningSentence
  /** `[lon, lat]` where it starts; null if it concerns the whole answer */
  location: [lon: number, lat: number] | null
}

const publishedCode = <Code>({ code }: Sentence) => code.split('.')[1] as Code

export function unknownOf(message: UnknownSentence): Unknown {
  return { code: publishedCode(message), message }
}

export function warningOf(message: WarningSentence, location: Warning['location']): Warning {
  return { code: publishedCode(message), message, location }
}
