// The closed list of what an answer may say about itself: `unknowns` (what is not known) and `warnings` (what needs
// care), one code and one sentence each. Callers may complete the sentence with figures.
// Never a reassurance: a code appears only if something is missing or needs care.

export const UNKNOWN_CODES = [
  'surface_assumed', // surface from the way class, not mapped
  'surface_unknown',
  'sac_untagged', // paths without sac_scale: not easy, unknown
  'height_unknown', // void terrain along the way; climb there is left out
  'straight_leg', // metres drawn as a straight line, about which nothing is known
  'access_conditional', // conditional access not evaluated
  'cycleway_foot_unknown', // cycleway without a foot tag
  'ferry_time_unknown',
  'time_outside_calibration',
  'time_by_slope', // surfaces and grades of a supplied line are not looked up
  'heights_recorded_rejected', // recorded heights failed the check; terrain used
  'heights_none',
  'terrain_void',
  'line_unmatched',
  'snow_not_observed', // points without a valid snow observation: not clear, unknown
  'snow_between_samples', // snow between the sampled points is not assessed
  'snow_forecast_shared', // points share the forecast of a place kilometres away
  'snow_forecast_missing', // no provider, or no answer from it
  'weather_missing', // samples whose hour has no forecast
  'probability_missing', // no ensemble: unknown, not 0
  'weather_height_unknown', // temperature of the model's cell, not of the point
  'weather_synthetic', // synthetic weather of the demo region
] as const
export type UnknownCode = (typeof UNKNOWN_CODES)[number]

export const WARNING_CODES = [
  'best_effort',
  'access_restricted', // agricultural, forestry, customers, delivery, destination: open, with a warning that names it
  'access_conditional',
  'dismount',
  'ferry',
  'ford',
  'aided_passage',
  'via_ferrata',
  'steep_grade', // hardest grade on the route
  'tunnel',
  'straight_leg',
  'far_snap', // a waypoint is far from the network
  'demo_region', // synthetic data
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

export interface Unknown {
  code: UnknownCode
  message: string
}

export interface Warning {
  code: WarningCode
  message: string
  /** `[lon, lat]` where it starts; null if it concerns the whole answer */
  location: [lon: number, lat: number] | null
}
