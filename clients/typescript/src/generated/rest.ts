// Printed by `npm run codegen` from the OpenAPI document. Do not edit.

/** What went wrong, of every operation. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_input'
  | 'invalid_gpx'
  | 'both_inputs'
  | 'no_input'
  | 'invalid_key'
  | 'origin_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'too_many_points'
  | 'unsupported_media_type'
  | 'too_long'
  | 'one_part_only'
  | 'no_path'
  | 'no_snap'
  | 'no_loop'
  | 'no_outline'
  | 'waypoint_avoided'
  | 'leg_too_long'
  | 'outside_region'
  | 'departure_out_of_range'
  | 'pace_required'
  | 'setting_refused'
  | 'no_heights'
  | 'heights_unusable'
  | 'upgrade_required'
  | 'rate_limited'
  | 'credits_exhausted'
  | 'bbox_daily_ceiling'
  | 'concurrency_limit'
  | 'internal'
  | 'forecast_failed'
  | 'artifacts_missing'
  | 'terrain_unavailable'
  | 'network_unavailable'
  | 'forecast_unavailable'
  | 'snow_unavailable'
  | 'busy'

export type AlternativeRoute = {
  differs: RouteDifference
  time: MovingTime | null
  moving_time: MovingTime | null
  schema: "route/1"
  engine: Engine
  status: "best_effort" | "complete"
  settings: RouteSettings
  settings_defaulted: Array<"avoid_paved" | "avoid_steps" | "bicycle_type" | "hills" | "marked_trails" | "max_sac" | "profile" | "push" | "shortest" | "snap_radius_m" | "straight_legs">
  distance_m: number
  ascent_m: number | null
  descent_m: number | null
  ascent_method: string
  surfaces: Surfaces
  ways: Ways
  difficulty: BikeDifficulty | FootDifficulty | null
  hazards: Array<Hazard>
  warnings: Array<Warning>
  unknowns: Array<Unknown>
  geometry: {
    type: "LineString"
    coordinates: Array<[number, number, number | null]>
  }
  legs: Array<Leg>
  snaps: Array<Snap>
  maneuvers: Array<Maneuver>
  cap_alternative: CapAlternative | null
  /** what was closed on the cheapest way; only where a date was given (`at`) */
  because?: Array<DatedClosure>
}

export type AnalysedWays = {
  /** metres on no way of the network; not included in any kind */
  unmatched_m: number
  road_m: number
  street_m: number
  track_m: number
  path_m: number
  footway_m: number
  steps_m: number
  cycleway_m: number
  ferry_m: number
  straight_m: number
  other_m: number
  signed_m: number
  /** metres over which a bicycle is pushed or carried, on any kind of way */
  pushed_m: number
  /** `highway` is the map's value, or `ferry`, or `straight_leg`, whose `wayId` is null */
  stretches: Array<{
    from_m: number
    to_m: number
    way_id: number | null
    highway: string
    name: string | null
    ref: string | null
    trails: Array<number>
  }>
}

export type ArtifactStatus = {
  schema: "artifact-status/1"
  checked_at: string
  /** whether the manifest is available; says nothing about freshness */
  available: boolean
  stale: Array<string>
  /** by artifact name; a required one that is not published is listed with nulls */
  artifacts: Record<string, StatusEntry>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type AskedThrough = {
  places?: Array<number>
  kinds?: Array<"bivouac" | "bus_stop" | "cable_car_station" | "campsite" | "cave" | "drinking_water" | "guidepost" | "hut" | "information" | "parking" | "pass" | "peak" | "picnic_site" | "restaurant" | "shelter" | "spring" | "toilets" | "train_station" | "viewpoint" | "waterfall">
  at_least?: number
}

export type Attribution = {
  /** to be shown wherever the data is */
  text: string
  /** an SPDX identifier; null: not stated */
  licence: string | null
  /** null without one */
  url: string | null
}

export type BikeDifficulty = {
  S0_m: number
  S1_m: number
  S2_m: number
  S3_m: number
  S4_m: number
  S5_m: number
  S6_m: number
  /** paths without a grade */
  untagged_m: number
  hardest: HardestStretch | null
  stretches: Array<GradedStretch>
}

export type CapAlternative = {
  max_sac: number
  distance_m: number
  ascent_m: number | null
  minutes: number | null
  saves_m: number
}

export type CleanReport = {
  changed: boolean
  points_before: number
  points_after: number
  duplicates: number
  bad_coordinates: number
  /** elements cut out of the remaining points */
  times: number
  extensions: number
}

export type CleanSettings = {
  dedupe: boolean
  drop_bad: boolean
  strip_times: boolean
  strip_extensions: boolean
}

export type Contour = {
  /** one of them, as requested; the other is null */
  minutes: number | null
  metres: number | null
  /** of the polygons; null where none were requested */
  area_km2: number | null
  /** length of the ways reached, each counted once; without ferries */
  network_m: number
  /** null: not requested */
  polygons: MultiPolygon | null
  lines: MultiLineString | null
}

export type CourseAnswer = {
  /** whose data the file holds, of the map that it was made from; left out of a line that was sent */
  attribution?: Array<Attribution>
  /** of a binary file, in base64; null of a text */
  bytes: string | null
  cues: number
  engine: Engine2
  format: "fit" | "geojson" | "gpx" | "kml" | "tcx"
  /** the line as it was read, or as it was found */
  input: {
    format: "fit" | "geojson" | "gpx" | "kml" | "polyline6" | "route" | "tcx"
    parts: number
    points: number
    length_m: number
  }
  /** what the format could not carry, or what was not read; nothing else is missing */
  lost: Array<Lost>
  media_type: string
  /** the name in the file; null: none */
  name: string | null
  schema: "course/1"
  /** the file; null where it is binary */
  text: string | null
  /** how many of each the file holds */
  waypoints: number
}

export type CourseElevation = {
  source: "recorded" | "terrain"
  method: string
  ascent_m: number
  descent_m: number
  min_m: number
  max_m: number
  unknown_m: number
}

export type CourseEngine = {
  name: "waypost"
  version: string
  network_release: string | null
  terrain_release: string | null
}

export type DatedClosure = {
  way_id: number
  /** as mapped: `access:conditional=no @ (Nov-Apr)` */
  tag: string
  from: string | null
  to: string | null
}

export type Daylight = {
  state: "civil_twilight" | "day" | "night"
  sunrise_utc: string | null
  sunset_utc: string | null
  civil_dusk_utc: string | null
}

export type ElevationProfileAnswer = {
  elevation: {
    ascent_m: number
    check: HeightCheck | null
    check_rule: string | null
    descent_m: number
    max_m: number
    method: string
    min_m: number
    source: "recorded" | "terrain"
    unknown_m: number
  }
  engine: CourseEngine
  input: {
    format: "fit" | "geojson" | "gpx" | "kml" | "polyline6" | "tcx"
    parts: number
    points: number
    length_m: number
  }
  schema: "elevation-profile/1"
  series: {
    columns: Array<"distance_m" | "elevation_m" | "grade_pct" | "lat" | "lon">
    heights: string
    grade_window_m: number
    parts: Array<{
      from_m: number
      to_m: number
      first: number
      last: number
    }>
    points: Array<Array<number | null>>
  }
  steepest: Array<{
    direction: "down" | "up"
    from_m: number
    to_m: number
    grade_pct: number
  }>
  unknowns: Array<Unknown>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type ElevationSample = {
  release: string
  z: number
  z_requested: number
  encoding: "mapbox" | "terrarium"
  points: Array<{
    lat: number
    lon: number
    elevation_m: number | null
  }>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type Engine = {
  name: "waypost"
  version: string
  network_release: string
  terrain_release: string | null
}

export type Engine2 = {
  name: string
  version: string
  network_release: string | null
  terrain_release: string | null
}

export type FilteredTrace = {
  edges?: Array<{
    begin_heading?: number
    begin_shape_index?: number
    end_heading?: number
    end_shape_index?: number
    /** travelled part, kilometres */
    length?: number
    mean_elevation?: number
    names?: Array<string>
    /** riding is not allowed here, but the bicycle may be pushed; left out where it is ridden, and on foot */
    push?: true
    road_class?: string
    /** 1..6 as tagged; null: untagged, so unknown, not easy */
    sac_scale?: number | null
    /** share of the whole edge in the direction of travel, if its beginning or end is not travelled */
    source_percent_along?: number
    /** Valhalla's word; null: unknown */
    surface?: string | null
    surface_source?: "class_default" | "mapped" | null
    target_percent_along?: number
    use?: string
    way_id?: number
    weighted_grade?: number
  }>
  lengths: {
    trace_m: number
    matched_m: number
    network_m: number
  }
  matched_points?: Array<{
    begin_route_discontinuity?: true
    /** 0..1 of the whole edge in the direction of travel */
    distance_along_edge?: number | null
    distance_from_trace_point?: number | null
    edge_index?: number | null
    end_route_discontinuity?: true
    lat?: number
    lon?: number
    type?: "interpolated" | "matched" | "unmatched"
  }>
  segments: Array<{
    shape: string
    from_index: number
    to_index: number
  }>
  shape?: string
  tile_release: string
  units: "kilometers"
  unmatched: Array<UnmatchedPart>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type FollowedTrail = {
  relation_id: number
  direction: "backward" | "forward"
  /** metres of the leg on ways of the trail */
  on_trail_m: number
  /** metres of the trail, or of the part that was requested, that are left out */
  left_out_m: number
  gaps: Array<TrailGap>
}

export type FootDifficulty = {
  T1_m: number
  T2_m: number
  T3_m: number
  T4_m: number
  T5_m: number
  T6_m: number
  via_ferrata_m: number
  untagged_path_m: number
  road_m: number
  hardest: HardestStretch | null
  stretches: Array<GradedStretch>
}

export type ForecastModel = {
  id: string
  issued_at: string | null
}

export type GpxCleanAnswer = {
  schema: "gpx-clean/1"
  engine: Engine2
  settings: CleanSettings
  report: CleanReport
  gpx: string
}

export type GpxSimplifyAnswer = {
  engine: Engine2
  geometry?: unknown
  gpx?: string
  input: {
    format: "fit" | "geojson" | "gpx" | "kml" | "polyline6" | "tcx"
    segments: number
    points: number
  }
  result: {
    points: number
    removed: number
    /** metres on the sphere from the farthest removed point to the arc that replaces it */
    max_deviation_m: number
    /** no choice of equally many points deviates less than this; null with a tolerance */
    proven_bound_m: number | null
    distance_before_m: number
    distance_after_m: number
    ascent_before_m: number | null
    ascent_after_m: number | null
    descent_before_m: number | null
    descent_after_m: number | null
    /** why ascent and descent are null; null where they are known */
    climb_reason: string | null
    stops: number
    kept_stops: number
    not_kept: Array<{
      what: "climb" | "stops"
      message: string
    }>
    indices?: Array<number>
  }
  schema: "gpx-simplify/1"
  settings: {
    mode: "max_points" | "tolerance"
    tolerance_m: number | null
    max_points: number | null
    keep_climb: boolean
    keep_stops: boolean
  }
}

export type GradedStretch = {
  from_m: number
  to_m: number
  /** null: an untagged path, whose grade is unknown */
  grade: "S0" | "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "T1" | "T2" | "T3" | "T4" | "T5" | "T6" | "via_ferrata" | null
}

export type HardestStretch = {
  grade: "S0" | "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "T1" | "T2" | "T3" | "T4" | "T5" | "T6" | "via_ferrata"
  from_m: number
  to_m: number
}

export type Hazard = {
  kind: "aid" | "ford" | "via_ferrata"
  from_m: number
  to_m: number
  length_m: number
  way_id: number | null
}

export type HeightCheck = {
  passed: boolean
  /** why it failed, null if it passed */
  reason: string | null
  missing_share: number
  spike_share: number
  /** median of recorded minus terrain, metres; null if there was no terrain to compare with */
  offset_m: number | null
}

export type Leg = {
  leg: number
  distance_m: number
  ascent_m: number | null
  descent_m: number | null
  from_snap_m: number
  to_snap_m: number
  /** absent: the leg follows no trail */
  trail?: FollowedTrail
}

export type Loop = {
  rank: number
  status: "complete" | "rough"
  /** why it is rough, or not in the requested direction; null if it is as requested */
  reason: string | null
  distance_m: number
  target_m: number
  /** deviation from the target distance in either direction */
  target_error_pct: number
  /** metres on edges travelled before, in either direction */
  repeated_m: number
  /** `repeatedM` over `distanceM` */
  repeated_share: number
  /** bearing from the start to the farthest point, degrees clockwise from north */
  bearing_deg: number
  ascent_m: number | null
  descent_m: number | null
  elevation: LoopElevation | null
  surfaces: Surfaces
  ways: Ways
  difficulty: BikeDifficulty | FootDifficulty | null
  hazards: Array<Hazard>
  warnings: Array<Warning>
  unknowns: Array<Unknown>
  /** places requested that the loop passes, in its order; absent: none were requested */
  through?: Array<ThroughPlace>
  /** polyline with 6 decimal digits */
  shape: string
  time: MovingTime | null
  moving_time: MovingTime | null
}

export type LoopElevation = {
  source: "terrain"
  method: string
  ascent_m: number
  descent_m: number
  min_m: number
  max_m: number
  /** metres along the loop without known height; climb there is left out */
  unknown_m: number
}

export type Lost = {
  code: "areas" | "attribution" | "cue_types" | "documents" | "heights" | "links" | "names" | "names_cut" | "parts" | "points" | "properties" | "routes" | "sensors" | "shape" | "times" | "times_made" | "waypoint_heights" | "waypoints"
  message: string
}

export type Maneuver = {
  instruction: string
  type: "arrive" | "continue" | "ferry" | "ferry_exit" | "keep_left" | "keep_right" | "push" | "ride" | "roundabout" | "roundabout_exit" | "sharp_left" | "sharp_right" | "slight_left" | "slight_right" | "start" | "steps" | "straight_leg" | "turn_left" | "turn_right" | "u_turn" | "via"
  location: [number, number]
  /** metres from this maneuver to the next */
  distance_m: number
  /** moving seconds to the next; null over a ferry or a straight leg */
  moving_s: number | null
  /** number of the leg, from 0; at a waypoint on the way that of the leg that begins */
  leg: number
  /** which way to turn; null where the instruction names no turn */
  modifier: "left" | "right" | "sharp_left" | "sharp_right" | "slight_left" | "slight_right" | "straight" | "u_turn" | null
  /** of the roundabout that is entered, from 1; null where none is, and where the leg ends on it */
  exit_number: number | null
  /** degrees clockwise from north, over the last metres before it; null at the start and after a straight leg */
  bearing_before_deg: number | null
  /** the same over the first metres after it; null at the end and on a straight leg */
  bearing_after_deg: number | null
  /** of the way that it leads onto, after the roundabout where one is entered; null at the end, where the leg ends on a roundabout, and on a straight leg */
  way_kind: "cycleway" | "ferry" | "footway" | "other" | "path" | "road" | "steps" | "street" | "track" | null
  /** its name and ref; null where the map has none */
  name: string | null
  ref: string | null
  /** text on the sign of its trail, unless the name already has it; null without one */
  sign: string | null
  /** how a sign without text is painted (`osmc:symbol`); null elsewhere */
  symbol: string | null
}

export type Manifest = {
  /** by artifact name, which is data, hence a Map: `basemap`, `terrain`, `styles` and any others */
  artifacts: Record<string, ManifestArtifact | ManifestStyles>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type ManifestArtifact = {
  version: string
  url: string
  source_ts: string | null
}

export type ManifestStyles = {
  /** URL template of glyph ranges: `{fontstack}`, `{range}` */
  glyphs: string
  sprite: string
  /** the dark style */
  dark_url: string
  version: string
  url: string
  source_ts: string | null
}

export type Matrix = {
  schema: "matrix/1"
  engine: Engine
  /** Every setting as applied. Absent if the profile does not accept it. */
  settings: {
    avoid_paved: boolean
    avoid_steps: boolean
    bicycle_type?: "hybrid" | "mountain" | "road"
    hills: number
    marked_trails?: "off" | "prefer" | "strict"
    max_sac?: number
    profile: "bike" | "hike" | "run"
    push?: "allowed" | "never"
    shortest: boolean
    snap_radius_m: number
  }
  settings_defaulted: Array<"avoid_paved" | "avoid_steps" | "bicycle_type" | "hills" | "marked_trails" | "max_sac" | "profile" | "push" | "shortest" | "snap_radius_m">
  /** the model of the times */
  time_model: "service-bike/1" | "service-hike/2" | "service-run/1"
  /** null: too far from the network */
  sources: Array<MatrixPoint | null>
  targets: Array<MatrixPoint | null>
  /** why there is no way; null where there is one */
  reasons: Array<Array<"leg_too_long" | "no_path" | "no_snap" | "search_ended" | null>>
  notes: Array<MatrixNote>
  ascent_m?: Array<Array<number | null>>
  cost?: Array<Array<number | null>>
  distance_m?: Array<Array<number | null>>
  moving_s?: Array<Array<number | null>>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type MatrixNote = {
  source: number
  target: number
  code: "best_effort" | "dated_access" | "ferry" | "height_unknown" | "moved"
  /** of `height_unknown`, `dated_access` and `ferry` */
  metres: number | null
  /** of `best_effort`; null if nothing is known */
  gap_pct: number | null
}

export type MatrixPoint = {
  distance_m: number
  location: [number, number]
  way_id: number | null
}

export type MovingTime = {
  model: "service-bike/1" | "service-hike/2" | "service-run/1"
  /** month of its fit */
  calibrated: string
  moving_s: number
  /** low and high of the middle half of people; null if nothing is travelled */
  band_50_s: [number, number] | null
  /** the same for the middle four fifths */
  band_80_s: [number, number] | null
  /** moving time plus rests, for the middle half of people; null if nothing is travelled */
  total_s: [number, number] | null
  scope: string
  /** source of the pace */
  basis: "measured"
  /** median relative error on held-out people, per cent; null with a walker's own pace or if nothing is travelled */
  error_pct: number | null
  outside_calibration_m: number
  outside_calibration: Array<Outside>
}

export type MultiLineString = {
  type: "MultiLineString"
  coordinates: Array<Array<[number, number]>>
}

export type MultiPolygon = {
  type: "MultiPolygon"
  /** polygons of rings, the outer ring first and counter-clockwise, the others clockwise */
  coordinates: Array<Array<Array<[number, number]>>>
}

export type Outside = {
  from_m: number
  to_m: number
  reason: string
}

export type PacePlanAnswer = {
  course: {
    distance_m: number
    /** null without heights */
    gain_m: number | null
    loss_m: number | null
    heights: "none" | "recorded" | "terrain"
    smoothing: string
  }
  effort: {
    rule: string
    character_rule: string
    flat_pace_s_per_km: number
    effort_km: number
  }
  engine: CourseEngine
  schema: "pace-plan/1"
  settings_defaulted: Array<"unit">
  splits: Array<PaceSplit>
  target: {
    kind: "flat_pace" | "time"
    seconds: number
    flat_pace_s_per_km: number
  }
  unit: "km" | "mi"
  unknowns: Array<Unknown>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type PaceSplit = {
  label: string
  from_m: number
  to_m: number
  distance_m: number
  /** null where no heights are known along it */
  gain_m: number | null
  loss_m: number | null
  pace_s_per_km: number
  seconds: number
  cumulative_seconds: number
  /** null where heights are missing along it: it might be anything */
  character: "fast descent" | "major climb" | "rolling mountain terrain" | "runnable" | "steady climb" | "technical descent" | null
}

export type PoiRecord = {
  id: number
  osm_type: "node" | "relation" | "way"
  osm_id: number
  /** the first of `kinds` */
  kind: "bivouac" | "bus_stop" | "cable_car_station" | "campsite" | "cave" | "drinking_water" | "guidepost" | "hut" | "information" | "parking" | "pass" | "peak" | "picnic_site" | "restaurant" | "shelter" | "spring" | "toilets" | "train_station" | "viewpoint" | "waterfall"
  /** all its kinds, in the order of the list of kinds */
  kinds: Array<"bivouac" | "bus_stop" | "cable_car_station" | "campsite" | "cave" | "drinking_water" | "guidepost" | "hut" | "information" | "parking" | "pass" | "peak" | "picnic_site" | "restaurant" | "shelter" | "spring" | "toilets" | "train_station" | "viewpoint" | "waterfall">
  name: string | null
  lat: number
  lon: number
  /** metres as tagged, null where untagged */
  ele: number | null
  [name: string]: string | number | Array<string> | null
}

export type Range = {
  min: number
  max: number
}

export type Reach = {
  schema: "reach/1"
  engine: Engine
  /** the model of the times of ways */
  time_model: "service-time/1"
  request: ReachRequest
  snap: {
    distance_m: number
    location: [number, number]
    way_id: number | null
  }
  contours: Array<Contour>
  unknowns: Array<Unknown>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type ReachRequest = {
  bicycle_type?: "hybrid" | "mountain" | "road"
  direction: "from" | "to"
  from: [number, number]
  marked_trails?: "off" | "prefer" | "strict"
  max_sac?: number
  metres: Array<number> | null
  minutes: Array<number> | null
  output: {
    polygons: boolean
    lines: boolean
  }
  profile: "bike" | "hike" | "run"
  push?: "allowed" | "never"
  snap_radius_m: number
  tolerance_m: number
  walker?: Walker
}

export type RoundTrips = {
  schema: "roundtrips/1"
  engine: Engine
  /** of the first loop */
  status: "complete" | "rough"
  reason: string | null
  request: RoundTripsRequest
  /** where the start was snapped to the network */
  snap: {
    distance_m: number
    location: [number, number]
    /** of the place or the trail that the waypoint is, or after what is near it; absent: it has none */
    name?: string
    way_id: number | null
  }
  loops: Array<Loop>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type RoundTripsRequest = {
  alternatives: number
  avoid_paved: boolean
  avoid_steps: boolean
  bicycle_type?: "hybrid" | "mountain" | "road"
  direction: number | null
  /** one distance in both units */
  distance_km: number
  distance_m: number
  hills: number
  marked_trails?: "off" | "prefer" | "strict"
  max_sac?: number
  profile: "bike" | "hike" | "run"
  snap_radius_m: number
  start: [number, number]
  /** absent: nothing was to be passed */
  through?: AskedThrough
  walker?: Walker
}

export type RouteAnalysis = {
  schema: "route-analysis/1"
  engine: Engine
  profile: "bike" | "hike" | "run"
  input: {
    format: "fit" | "geojson" | "gpx" | "kml" | "polyline6" | "tcx"
    parts: number
    points: number
    length_m: number
  }
  match: {
    status: "matched" | "partial" | "unmatched"
    /** 0..1 of the supplied line */
    coverage: number
    trace_length_m: number
    matched_length_m: number
    network_length_m: number
    segments: Array<WayMatch>
    unmatched: Array<UnmatchedPart>
  }
  surfaces: Surfaces | null
  ways: AnalysedWays | null
  difficulty: BikeDifficulty | FootDifficulty | null
  hazards: Array<Hazard>
  elevation: CourseElevation | null
  warnings: Array<Warning>
  unknowns: Array<Unknown>
  /** where the job wants it: heights at the samples of its terrain, on bridges and in tunnels those of the network */
  ground_m?: Array<number | null>
  time: MovingTime | null
  moving_time: MovingTime | null
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type RouteCapabilities = {
  engine: Engine
  profiles: Array<"bike" | "hike" | "run">
  /** costings of `/route/v1`; `auto` is refused */
  costings: Array<"bicycle" | "pedestrian">
  settings: Array<{
    name: string
    type: string
    min: number | null
    max: number | null
    values: Array<string> | null
    default: unknown
    profiles: Array<"bike" | "hike" | "run">
  }>
  /** weight of a metre on foot by the best signed route on it, with `markedTrails` prefer; `road`: of a signed road, street or other paved way, whatever the level */
  marked_trail_weights: {
    international: number
    local: number
    national: number
    none: number
    regional: number
    road: number
    unknown: number
  }
  limits: {
    waypoints_min: number
    waypoints_max: number
    leg_max_km: number
    snap_radius_max_m: number
    alternatives_max: number
    /** points on each side of a matrix, and pairs of them */
    matrix_points_max: number
    matrix_pairs_max: number
    avoid_rings_max: number
    avoid_vertices_max: number
    avoid_ways_max: number
    /** signed trails followed by one route, and kilometres of each */
    follow_trails_max: number
    follow_max_km: number
    body_bytes: number
  }
  release: string
  /** of several regions the box around all */
  region_bbox: [number, number, number, number]
  /** the regions, where there are several; absent: there is one */
  regions?: Array<ServedRegion>
}

export type RouteDifference = {
  distance_m: number
  ascent_m: number | null
  moving_s: number | null
  /** grades of the hardest stretch: 1 if this one's is T4 and the best's T3; null by bicycle */
  hardest_sac: number | null
  paved_m: number
  /** share of its cost on ways of the best route, 0 to 1 */
  shared_share: number
  /** what it costs and what it gives, in a sentence */
  because: string
}

export type RouteForecast = {
  provider: {
    id: string
    attribution: string
    licence: string
    model?: string
  }
  schema: "weather-forecast/1"
  synthetic: boolean
  issued_at: string | null
  issued_at_reason: string | null
  fetched_at: string
  fresh_until: string
  hour_rule: string
  correction: string
  models: Array<ForecastModel>
}

export type RouteSettings = {
  avoid_paved: boolean
  avoid_steps: boolean
  bicycle_type?: "hybrid" | "mountain" | "road"
  hills: number
  marked_trails?: "off" | "prefer" | "strict"
  max_sac?: number
  profile: "bike" | "hike" | "run"
  push?: "allowed" | "never"
  shortest: boolean
  snap_radius_m: number
  straight_legs: Array<number>
  use_ferry?: number
  use_roads?: number
}

export type RouteSnow = {
  schema: "route-snow/1"
  revision?: string
  checked_at: string
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
  observed: {
    product: "cgf" | "fraction" | "fsc" | "gfsc" | "mod10a1" | null
    observed_from: string | null
    observed_to: string | null
    max_age_h: number
  }
  points: Array<SnowPoint>
  summary: {
    snow_m: number
    clear_m: number
    unknown_m: number
    share_known: number
  }
  sections: Array<SnowSection>
  forecast: {
    h24: SnowHorizon
    h48: SnowHorizon
  }
  unknowns: Array<Unknown>
  evidence?: SnowEvidence
}

export type RouteWeather = {
  departure: {
    given: string
    utc: string
  }
  engine: CourseEngine
  forecast: RouteForecast
  pace: RouteWeatherPace
  profile: "bike" | "hike" | "run"
  samples: Array<WeatherSample>
  scan?: Array<ScanEntry>
  schema: "route-weather/1"
  sections: Array<WeatherSection>
  unknowns: Array<Unknown>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type RouteWeatherPace = {
  kind: "kmh" | "min_per_km" | "service-hike/2"
  value: number | null
  pace_factor: number | null
}

export type SampleWeather = {
  wind_kmh?: number | null
  gust_kmh?: number | null
  wind_dir_deg?: number | null
  weather_code?: number | null
  probability_model?: string | null
  freezing_level_m?: number | null
  /** along the direction of travel: positive against it (head wind), negative with it */
  headwind_kmh: number | null
  /** across it: positive from the right */
  crosswind_kmh: number | null
  wind_side: "cross" | "head" | "tail" | null
  /** the hour that precipitation, its probability and gusts are of; model null: none has it */
  sums: {
    from_utc: string
    to_utc: string
    model: string | null
  }
  time: string
  model: string | null
  temp_c?: number | null
  precip_mm?: number | null
  precip_probability_pct?: number | null
}

export type ScanEntry = {
  departure_utc: string
  arrival_utc: string
  headwind_kmh: Range | null
  /** samples passed at night: after civil dusk and before civil dawn */
  dark_samples: number
  from_m: number
  to_m: number
  from_utc: string
  to_utc: string
  temp_c: Range | null
  precip_mm: Range | null
  precip_probability_pct: Range | null
  wind_kmh: Range | null
  gust_kmh: Range | null
  weather_codes: Array<number>
  missing_share: number
}

export type ServedRegion = {
  name: string
  bbox: [number, number, number, number]
  /** rings, by the even-odd rule; null: the whole box */
  core: Array<Array<[number, number]>> | null
  network_release: string
  terrain_release: string | null
}

export type Snap = {
  waypoint: number
  distance_m: number
  location: [number, number]
  way_id: number | null
  /** of the place or the trail that the waypoint is, or after what is near it; absent: it has none */
  name?: string
}

export type SnowEvidence = {
  schema: "route-snow-evidence/1"
  points: Array<{
    index: number
    class: "clear" | "snow" | "unknown"
    source: string | null
    coverage: number | null
    valid_until: string | null
  }>
}

export type SnowHorizon = {
  /** the full hour of the values */
  valid_at: string
  /** the model of all values; null if there are none or the points have several (each point then names its own) */
  model: string | null
  points: Array<{
    freezing_level_m: number | null
    index: number
    /** the model of the values; null if no model has any */
    model: string | null
    new_snow_cm: number | null
    snow_depth_m: number | null
  }>
}

export type SnowPoint = {
  index: number
  lat: number
  lon: number
  elevation_m: number | null
  class: "clear" | "snow" | "unknown"
  /** of fractional products */
  cover_pct: number | null
  /** of NDSI products, 0..100; not a percentage of cover */
  ndsi: number | null
  observed_at: string | null
  age_h: number | null
  /** why the class is unknown; null if it is known */
  reason: "age_unknown" | "cloud" | "in_future" | "inland_water" | "night" | "no_data" | "no_decision" | "no_observation" | "ocean" | "outside_raster" | "partial_cover" | "saturated" | "too_old" | "undocumented_code" | null
}

export type SnowSection = {
  from_m: number
  to_m: number
  class: "clear" | "snow" | "unknown"
}

export type StatusEntry = {
  version: string | null
  source_ts: string | null
  promoted_at: string | null
  /** rounded to hundredths; null if the source date is unknown or not trusted */
  age_days: number | null
  max_age_days: number | null
  state: "fresh" | "stale" | "unknown"
}

export type SunAnswer = {
  schema: "sun/1"
  date: string
  /** of the place, whose calendar `date` is of */
  timezone: string
  state: "down_all_day" | "rises_and_sets" | "up_all_day"
  civil_dawn_utc: string | null
  sunrise_utc: string | null
  sunset_utc: string | null
  civil_dusk_utc: string | null
  /** from sunrise to sunset */
  daylight_s: number
  scope: string
}

export type Surfaces = {
  mapped_m: number
  assumed_m: number
  /** `source` is null on a straight leg, about which nothing is claimed */
  stretches: Array<{
    from_m: number
    to_m: number
    surface: "gravel" | "paved" | "trail" | "unknown"
    tag: string | null
    source: "class_default" | "mapped" | null
  }>
  gravel_m: number
  paved_m: number
  trail_m: number
  unknown_m: number
}

export type ThroughPlace = {
  id: number
  name: string | null
  kind: "administrative_area" | "attraction" | "beach" | "bivouac" | "bus_station" | "bus_stop" | "cable_car_station" | "campsite" | "cape" | "castle" | "cave" | "city" | "country" | "county" | "drinking_water" | "farm" | "glacier" | "guidepost" | "hamlet" | "hotel" | "hut" | "information" | "island" | "lake" | "locality" | "monastery" | "park" | "parking" | "pass" | "path" | "peak" | "picnic_site" | "place_of_worship" | "range" | "region" | "restaurant" | "ridge" | "river" | "shelter" | "spring" | "state" | "station" | "street" | "suburb" | "toilets" | "town" | "trail" | "train_station" | "valley" | "viewpoint" | "village" | "waterfall"
  location: [number, number]
}

export type TrailGap = {
  /** along the route, metres: what is travelled instead */
  from_m: number
  to_m: number
  /** metres of the trail that are left out there */
  left_out_m: number
  /** `missing`: the map or the network has no way there; `closed`: there is one, but not for this request; `unreachable`: no open way leads there; `turn`: a turn restriction forbids going on along it */
  reason: "closed" | "missing" | "turn" | "unreachable"
}

export type TripAnswer = {
  trip: {
    locations: Array<{
      type: "break"
      lat: number
      lon: number
      original_index: number
    }>
    legs: Array<{
      summary: TripSummary
      maneuvers: Array<TripManeuver>
      shape: string
    }>
    summary: TripSummary
    status: 0
    status_message: string
    units: "kilometers"
    /** of instructions and messages, as a tag */
    language: string
  }
  distance_m: number
  duration_s: number
  ascent_m: number | null
  descent_m: number | null
  shape: string
  /** in addition to Valhalla's members, as in `/v1/route` */
  warnings: Array<Warning>
  unknowns: Array<Unknown>
  /** what was closed on the cheapest way; only where a date was given (`at`) */
  because?: Array<DatedClosure>
  provenance: {
    engine: {
      name: string
      version: string
    }
    settings: Record<string, unknown>
    tile_release: string
  }
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type TripManeuver = {
  type: number
  instruction: string
  street_names?: Array<string>
  time: number
  length: number
  begin_shape_index: number
  end_shape_index: number
  travel_mode: "bicycle" | "pedestrian"
  travel_type: "foot" | "hybrid" | "mountain" | "road"
}

export type TripSummary = {
  time: number
  length: number
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
  /** as Valhalla's clients expect them; the last three are always false here */
  has_ferry: boolean
  has_highway: boolean
  has_toll: boolean
  has_time_restrictions: boolean
}

export type Unknown = {
  code: "access_conditional" | "area_cut" | "cycleway_foot_unknown" | "dated_access" | "ferry_time_unknown" | "height_unknown" | "heights_none" | "heights_recorded_rejected" | "lighting_unknown" | "line_unmatched" | "map_edge" | "network_not_asked" | "probability_missing" | "sac_untagged" | "snow_between_samples" | "snow_forecast_missing" | "snow_forecast_shared" | "snow_not_observed" | "straight_leg" | "surface_assumed" | "surface_unknown" | "terrain_void" | "time_by_slope" | "time_outside_calibration" | "weather_height_unknown" | "weather_missing" | "weather_synthetic"
  message: string
}

export type UnmatchedPart = {
  from_index: number
  to_index: number
  from_m: number
  to_m: number
  reason: "no_connection" | "no_path_nearby" | "not_allowed" | "outside_region" | "too_far"
}

export type Usage = {
  period: {
    from: string
    to: string
  }
  plan: "business" | "free" | "none" | "pro" | "starter"
  credits: {
    limit: number
    used: number
    remaining: number
    resets_at: string
  }
  operations: Array<UsageRow>
}

export type UsageRow = {
  operation: string
  calls: number
  credits: number
}

export type Walker = {
  /** multiplies the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over this */
  spread: number
}

export type WalkerAnswer = {
  schema: "walker/1"
  profile: "bike" | "hike" | "run"
  /** times the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over that */
  spread: number
  /** how many recordings could be used */
  recordings: number
  scope: string
  /** recordings that could not be used, by index, with the reason */
  skipped: Array<{
    index: number
    reason: string
  }>
}

export type Warning = {
  code: "access_conditional" | "access_restricted" | "aided_passage" | "best_effort" | "dated_hazard" | "demo_region" | "dismount" | "far_snap" | "ferry" | "ford" | "hardly_visible" | "mapped_hazard" | "steep_grade" | "straight_leg" | "trail_gap" | "tunnel" | "via_ferrata"
  message: string
  /** `[lon, lat]` where it starts; null if it concerns the whole answer */
  location: [number, number] | null
}

export type WayMatch = {
  from_m: number
  to_m: number
  from_index: number
  to_index: number
  way_id: number
  highway: string
  name: string | null
  surface: "gravel" | "paved" | "trail" | "unknown"
  surface_source: "class_default" | "mapped" | null
  /** 1..6 as tagged; null: untagged, so unknown, not easy */
  sac_scale: number | null
  /** metres of network followed */
  network_m: number
}

export type WaypointRoute = {
  schema: "route/1"
  engine: Engine
  status: "best_effort" | "complete"
  settings: RouteSettings
  settings_defaulted: Array<"avoid_paved" | "avoid_steps" | "bicycle_type" | "hills" | "marked_trails" | "max_sac" | "profile" | "push" | "shortest" | "snap_radius_m" | "straight_legs">
  distance_m: number
  ascent_m: number | null
  descent_m: number | null
  ascent_method: string
  surfaces: Surfaces
  ways: Ways
  difficulty: BikeDifficulty | FootDifficulty | null
  hazards: Array<Hazard>
  warnings: Array<Warning>
  unknowns: Array<Unknown>
  geometry: {
    type: "LineString"
    coordinates: Array<[number, number, number | null]>
  }
  legs: Array<Leg>
  snaps: Array<Snap>
  maneuvers: Array<Maneuver>
  cap_alternative: CapAlternative | null
  /** other good routes, in the order of their merit; absent where none were requested */
  alternatives?: Array<AlternativeRoute>
  /** why there are fewer than requested; null where there are not; absent where none were requested */
  alternatives_reason?: string | null
  /** what was closed on the cheapest way; only where a date was given (`at`) */
  because?: Array<DatedClosure>
  time: MovingTime | null
  moving_time: MovingTime | null
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type Ways = {
  road_m: number
  street_m: number
  track_m: number
  path_m: number
  footway_m: number
  steps_m: number
  cycleway_m: number
  ferry_m: number
  straight_m: number
  other_m: number
  signed_m: number
  /** metres over which a bicycle is pushed or carried, on any kind of way */
  pushed_m: number
  /** `highway` is the map's value, or `ferry`, or `straight_leg`, whose `wayId` is null */
  stretches: Array<{
    from_m: number
    to_m: number
    way_id: number | null
    highway: string
    name: string | null
    ref: string | null
    trails: Array<number>
  }>
}

export type WeatherDay = {
  date: string
  model: string | null
  weather_code: number | null
  temp_max_c: number | null
  temp_min_c: number | null
  precip_mm: number | null
  precip_probability_max_pct: number | null
  wind_max_kmh: number | null
  gust_max_kmh: number | null
}

export type WeatherForecast = {
  schema: "weather-forecast/1"
  provider: {
    id: string
    attribution: string
    licence: string
    model?: string
  }
  synthetic: boolean
  fetched_at: string
  issued_at: string | null
  issued_at_reason: string | null
  fresh_until: string
  requested_days: number
  correction: string
  /** which hour the sums of an hour and of a day cover */
  hour_rule: string
  models: Array<ForecastModel>
  points: Array<WeatherPoint>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

export type WeatherHour = {
  time: string
  model: string | null
  temp_c?: number | null
  precip_mm?: number | null
  precip_probability_pct?: number | null
  wind_kmh?: number | null
  gust_kmh?: number | null
  wind_dir_deg?: number | null
  weather_code?: number | null
  probability_model?: string | null
  freezing_level_m?: number | null
}

export type WeatherPoint = {
  id: string
  lat: number
  lon: number
  elevation_m: number | null
  elevation_source: "provider_grid" | "request" | "terrain" | "unknown"
  timezone?: string
  state: "missing" | "ok" | "partial"
  reasons: Array<string>
  days: Array<WeatherDay>
  hourly?: Array<WeatherHour>
}

export type WeatherSample = {
  at_m: number
  kind: "along" | "end" | "high" | "low" | "start"
  location: [number, number]
  minutes: number
  arrival_utc: string
  arrival_local: string
  forecast_elevation_m: number | null
  bearing_deg: number
  weather: SampleWeather | null
  missing: string | null
  daylight: Daylight
}

export type WeatherSection = {
  from_m: number
  to_m: number
  from_utc: string
  to_utc: string
  temp_c: Range | null
  precip_mm: Range | null
  precip_probability_pct: Range | null
  wind_kmh: Range | null
  gust_kmh: Range | null
  weather_codes: Array<number>
  missing_share: number
}

/** [lon, lat] in degrees, and a height in metres where it is known. */
export type GeoJsonPosition = [number, number, number | null]

/** Any geometry. Points are waypoints, areas are not read. */
export type GeoJsonGeometry = {
  type: "LineString"
  coordinates: Array<GeoJsonPosition> | Array<unknown>
} | {
  type: "MultiLineString"
  coordinates: Array<Array<GeoJsonPosition> | Array<unknown>>
} | {
  type: "Point"
  coordinates: GeoJsonPosition | Array<unknown>
} | {
  type: "MultiPoint"
  coordinates: Array<GeoJsonPosition | Array<unknown>>
} | {
  type: "Polygon" | "MultiPolygon"
} | {
  type: "GeometryCollection"
  geometries: Array<GeoJsonGeometry>
}

/** A geometry with a line in it. */
export type GeoJsonLineGeometry = {
  type: "LineString"
  coordinates: Array<GeoJsonPosition>
} | {
  type: "MultiLineString"
  coordinates: Array<Array<GeoJsonPosition> | Array<unknown>>
} | {
  type: "GeometryCollection"
  geometries: Array<GeoJsonGeometry>
}

/** A LineString, a MultiLineString, or a collection or Feature with one; points beside it are waypoints. */
export type GeoJsonLines = GeoJsonLineGeometry | {
  type: "Feature"
  geometry: GeoJsonLineGeometry
} | {
  type: "FeatureCollection"
  features: Array<{
    type: "Feature"
    geometry: GeoJsonGeometry | null
  }>
}

/** [lon, lat] in degrees. */
export type GeoJsonCorner = [number, number]

/** A Polygon, a MultiPolygon, a Feature of either, or a FeatureCollection of them; rings are closed. */
export type GeoJsonAreas = {
  type: "Polygon"
  coordinates: Array<Array<GeoJsonCorner>>
} | {
  type: "MultiPolygon"
  coordinates: Array<Array<Array<GeoJsonCorner>>>
} | {
  type: "Feature"
  geometry: {
    type: "Polygon"
    coordinates: Array<Array<GeoJsonCorner>>
  } | {
    type: "MultiPolygon"
    coordinates: Array<Array<Array<GeoJsonCorner>>>
  }
} | {
  type: "FeatureCollection"
  features: Array<{
    type: "Feature"
    geometry: {
      type: "Polygon"
      coordinates: Array<Array<GeoJsonCorner>>
    } | {
      type: "MultiPolygon"
      coordinates: Array<Array<Array<GeoJsonCorner>>>
    }
  }>
}

/** [lon, lat] in degrees, within Web Mercator. */
export type GeoJsonMapPosition = [number, number]

/** Any geometry. */
export type GeoJsonDrawnGeometry = {
  type: "Point"
  coordinates: GeoJsonMapPosition
} | {
  type: "MultiPoint"
  coordinates: Array<GeoJsonMapPosition>
} | {
  type: "LineString"
  coordinates: Array<GeoJsonMapPosition>
} | {
  type: "MultiLineString"
  coordinates: Array<Array<GeoJsonMapPosition>>
} | {
  type: "Polygon"
  coordinates: Array<Array<GeoJsonMapPosition>>
} | {
  type: "MultiPolygon"
  coordinates: Array<Array<Array<GeoJsonMapPosition>>>
} | {
  type: "GeometryCollection"
  geometries: Array<GeoJsonDrawnGeometry>
}

/** Any GeoJSON object; features may carry a style. */
export type GeoJsonDrawing = GeoJsonDrawnGeometry | {
  type: "Feature"
  geometry?: GeoJsonDrawnGeometry | null
  properties?: {
    stroke?: string | null
    fill?: string | null
    "marker-color"?: string | null
    "stroke-width"?: number | null
    "stroke-opacity"?: number | null
    "fill-opacity"?: number | null
    "marker-label"?: string | number | null
  } | null
} | {
  type: "FeatureCollection"
  features: Array<{
    type: "Feature"
    geometry?: GeoJsonDrawnGeometry | null
    properties?: {
      stroke?: string | null
      fill?: string | null
      "marker-color"?: string | null
      "stroke-width"?: number | null
      "stroke-opacity"?: number | null
      "fill-opacity"?: number | null
      "marker-label"?: string | number | null
    } | null
  }>
}

/** What `waypointRoute` takes. */
export type WaypointRouteInput = {
  /** Waypoints in the order of travel, counted from 0: points [lon, lat] in degrees, places, or signed routes to follow. Each leg at most 60 km in a straight line. */
  waypoints: Array<[number, number] | {
    /** Id of a place or an outdoor place, as search and reverse give it. */
    place: number
  } | {
    /** Relation of a signed route. */
    trail: number
    /** Where it is joined, [lon, lat] in degrees. Default its start. */
    from?: [number, number]
    /** Where it is left, [lon, lat] in degrees. Default its end. */
    to?: [number, number]
    /** forward is the order of its members, shorter whichever makes the route shorter. Default forward; with from and to, shorter. */
    direction?: "forward" | "backward" | "shorter"
  }>
  /** Also names waypoints that are points, after the nearest named place within 250 m. Places and trails have their names anyway. Default false. */
  names?: boolean
  /** How you travel. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Hardest SAC grade that may be used. 1 to 6, default 3. Applies on foot only. */
  max_sac?: number
  /** How signed trails are treated. Default prefer. Applies on foot only. */
  marked_trails?: "strict" | "prefer" | "off"
  /** Avoids paved ways where it can. Default false. */
  avoid_paved?: boolean
  /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. Default false. */
  avoid_steps?: boolean
  /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
  hills?: number
  /** The shortest way instead of the best one. Default false. */
  shortest?: boolean
  /** Kind of bicycle: decides which surfaces and paths suit it. Default hybrid. Applies by bicycle only. */
  bicycle_type?: "road" | "hybrid" | "mountain"
  /** Whether to push the bicycle where riding is forbidden. Default allowed. Applies by bicycle only. */
  push?: "allowed" | "never"
  /** Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them. Default none. */
  straight_legs?: Array<number>
  /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
  snap_radius_m?: number
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: {
    /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
    areas?: GeoJsonAreas
    /** Ids of OpenStreetMap ways, at most 200. */
    ways?: Array<number>
    /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
    kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
  }
  /** When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`. */
  at?: string
  /** Other good routes wanted beside the best, of two waypoints: each at most 1.5 times as costly, at most 70 % shared, and without a detour. Fewer is normal. Default 0. */
  alternatives?: number
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `waypointRoute` answers. */
export type WaypointRouteResult = WaypointRoute

/** What `route` takes. */
export type RouteInput = {
  /** Places to pass, in order, each {lat, lon} in degrees. */
  locations: Array<{
    lat: number
    lon: number
  }>
  /** pedestrian or bicycle. auto is refused. */
  costing: "pedestrian" | "bicycle"
  /** Asks for running. */
  service?: {
    profile: "run"
  }
  /** Options of the costing that is asked. */
  costing_options?: {
    pedestrian?: {
      /** Hardest SAC grade that may be used. */
      max_hiking_difficulty: number
    }
    bicycle?: {
      bicycle_type: "hybrid"
      /** 0 avoids roads, 1 prefers them, 0.5 leaves costs as they are. */
      use_roads: number
      /** 0 avoids ferries, 1 prefers them, 0.5 leaves costs as they are. */
      use_ferry: number
    }
  }
  /** Where older clients of Valhalla say the language; language at the top counts more. */
  directions_options?: {
    language?: string | null
  } | null
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: {
    /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
    areas?: GeoJsonAreas
    /** Ids of OpenStreetMap ways, at most 200. */
    ways?: Array<number>
    /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
    kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
  }
  /** When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`. */
  at?: string
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `route` answers. */
export type RouteResult = TripAnswer

/** What `roundtrips` takes. */
export type RoundtripsInput = {
  /** Where the loop begins and ends, [lon, lat] in degrees. */
  start: [number, number]
  /** Length of the loop in kilometres, 0.5 up to 40 km on foot and 60 km by bicycle. Give this or distance_m. */
  distance_km?: number
  /** The same in metres. Give this or distance_km. */
  distance_m?: number
  /** Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere. */
  direction?: number | null
  /** Further loops wanted, each sharing less than 60 % with every other. Default 0. */
  alternatives?: number
  /** Places that the loop is to pass, within 100 m of each. A loop that misses any is rough, and its reason says so. */
  through?: {
    /** Ids of places or outdoor places, as search and reverse give them: all are to be passed. */
    places?: Array<number>
    /** Kinds of outdoor places: any of them counts. */
    kinds?: Array<"hut" | "shelter" | "bivouac" | "campsite" | "drinking_water" | "spring" | "toilets" | "viewpoint" | "peak" | "pass" | "cave" | "waterfall" | "parking" | "bus_stop" | "train_station" | "cable_car_station" | "guidepost" | "picnic_site" | "restaurant" | "information">
    /** How many places of the kinds are to be passed, default 1; without kinds, how many of the places. */
    at_least?: number
  }
  /** How you travel. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Hardest SAC grade that may be used. 1 to 6, default 3. Applies on foot only. */
  max_sac?: number
  /** How signed trails are treated. Default prefer. Applies on foot only. */
  marked_trails?: "strict" | "prefer" | "off"
  /** Avoids paved ways where it can. Default false. */
  avoid_paved?: boolean
  /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. Default false. */
  avoid_steps?: boolean
  /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
  hills?: number
  /** Kind of bicycle: decides which surfaces and paths suit it. Default hybrid. Applies by bicycle only. */
  bicycle_type?: "road" | "hybrid" | "mountain"
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: {
    /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
    areas?: GeoJsonAreas
    /** Ids of OpenStreetMap ways, at most 200. */
    ways?: Array<number>
    /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
    kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
  }
  /** Not taken: dates count for routes alone. Anything but null is refused. */
  at?: null
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `roundtrips` answers. */
export type RoundtripsResult = RoundTrips

/** What `reach` takes. */
export type ReachInput = {
  /** The point, [lon, lat] in degrees. */
  from: [number, number]
  /** `from`: what can be reached from the point; `to`: from where the point can be reached. Default from. */
  direction?: "from" | "to"
  /** Moving times, 1 to 600 minutes, ascending, up to 4. Give these or metres. */
  minutes?: Array<number>
  /** Lengths of way, 100 to 60,000 metres, ascending, up to 4. Give these or minutes. */
  metres?: Array<number>
  /** What is drawn. */
  output?: {
    /** The ground within reach. Default true. */
    polygons?: boolean
    /** The ways within reach. Default false. */
    lines?: boolean
  }
  /** How far ground extends to both sides of a way, 10 to 500 metres, default 25. */
  tolerance_m?: number
  /** How you travel. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Hardest SAC grade that may be used. 1 to 6, default 3. Applies on foot only. */
  max_sac?: number
  /** How signed trails are treated. Default prefer. Applies on foot only. */
  marked_trails?: "strict" | "prefer" | "off"
  /** Kind of bicycle: decides which surfaces and paths suit it. Default hybrid. Applies by bicycle only. */
  bicycle_type?: "road" | "hybrid" | "mountain"
  /** Whether to push the bicycle where riding is forbidden. Default allowed. Applies by bicycle only. */
  push?: "allowed" | "never"
  /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
  snap_radius_m?: number
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: {
    /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
    areas?: GeoJsonAreas
    /** Ids of OpenStreetMap ways, at most 200. */
    ways?: Array<number>
    /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
    kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
  }
  /** Not taken: dates count for routes alone. Anything but null is refused. */
  at?: null
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `reach` answers. */
export type ReachResult = Reach

/** What `matrix` takes. */
export type MatrixInput = {
  /** Where ways begin, 1 to 200 points, each [lon, lat] in degrees. */
  sources: Array<[number, number]>
  /** Where they end, 1 to 200 points. At most 10,000 pairs in all. */
  targets: Array<[number, number]>
  /** The values wanted. distance_m: Length of the way, metres. moving_s: Moving time, seconds, as the time of the route; ferries are not in it. ascent_m: Ascent, metres. cost: What the planner minimises: hundredths of a second of weighted travel time, with shortest centimetres. Default distance_m and moving_s. */
  annotations?: Array<"distance_m" | "moving_s" | "ascent_m" | "cost">
  /** How you travel. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Hardest SAC grade that may be used. 1 to 6, default 3. Applies on foot only. */
  max_sac?: number
  /** How signed trails are treated. Default prefer. Applies on foot only. */
  marked_trails?: "strict" | "prefer" | "off"
  /** Avoids paved ways where it can. Default false. */
  avoid_paved?: boolean
  /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. Default false. */
  avoid_steps?: boolean
  /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
  hills?: number
  /** The shortest way instead of the best one. Default false. */
  shortest?: boolean
  /** Kind of bicycle: decides which surfaces and paths suit it. Default hybrid. Applies by bicycle only. */
  bicycle_type?: "road" | "hybrid" | "mountain"
  /** Whether to push the bicycle where riding is forbidden. Default allowed. Applies by bicycle only. */
  push?: "allowed" | "never"
  /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
  snap_radius_m?: number
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: {
    /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
    areas?: GeoJsonAreas
    /** Ids of OpenStreetMap ways, at most 200. */
    ways?: Array<number>
    /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
    kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
  }
  /** Not taken: dates count for routes alone. Anything but null is refused. */
  at?: null
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `matrix` answers. */
export type MatrixResult = Matrix

/** What `routeCapabilities` answers. */
export type RouteCapabilitiesResult = RouteCapabilities

/** What `routeAnalysis` takes. */
export type RouteAnalysisInput = {
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** How the line is travelled. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** auto takes recorded heights where they pass the check, else the terrain. Default auto. */
  elevation?: "auto" | "recorded" | "terrain"
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `routeAnalysis` answers. */
export type RouteAnalysisResult = RouteAnalysis

/** What `traceAttributes` takes. */
export type TraceAttributesInput = {
  /** The line as {lat, lon, time?}, degrees and seconds. Send this, encoded_polyline or file. */
  shape?: Array<{
    lat: number
    lon: number
    /** Seconds since any moment, ascending. */
    time?: number
  }>
  /** The line as encoded polyline with 6 decimal digits. Send this, shape or file. */
  encoded_polyline?: string
  /** The line as a file of any kind, one part, known by its content; binary files in base64. Send this, shape or encoded_polyline. */
  file?: string
  /** Which ways count: those of walkers or of riders. Default pedestrian. */
  costing?: "pedestrian" | "bicycle"
  /** Both match by likelihood; a line that follows the network exactly is found exactly. Default map_snap. */
  shape_match?: "map_snap" | "walk_or_snap"
  /** Which attributes to send. Unmatched stretches always stay. */
  filters?: {
    /** Names such as edge.way_id, matched.point, shape. */
    attributes: Array<string>
    /** Whether the named attributes are kept or left out. */
    action: "include" | "exclude"
  }
  /** How the line was recorded. */
  trace_options?: {
    /** How far a way may lie from a point. Default 40. */
    search_radius?: number
    /** Least noise assumed. Default 5. */
    gps_accuracy?: number
  }
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `traceAttributes` answers. */
export type TraceAttributesResult = FilteredTrace

/** What `elevationProfile` takes. */
export type ElevationProfileInput = {
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** auto takes recorded heights where they pass the check, else the terrain. Default auto. */
  elevation?: "auto" | "recorded" | "terrain"
  /** The series has at most this many points. Default 1000. */
  points?: number
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `elevationProfile` answers. */
export type ElevationProfileResult = ElevationProfileAnswer

/** What `pacePlan` takes. */
export type PacePlanInput = {
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON LineString, one part only; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** Finish time h:mm:ss, mm:ss or minutes. */
  target_time?: string
  /** Finish time in seconds. */
  target_seconds?: number
  /** Pace on level ground in seconds per kilometre. */
  flat_pace_s_per_km?: number
  /** Length of a split; paces are always per kilometre. Default km. */
  unit?: "km" | "mi"
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `pacePlan` answers. */
export type PacePlanResult = PacePlanAnswer

/** What `gpxClean` takes. */
export type GpxCleanInput = {
  /** GPX 1.0 or 1.1 document, at most 50,000 points. */
  gpx: string
  /** Removes points that repeat position and height of the point before. Default true. */
  dedupe?: boolean
  /** Removes points with broken coordinates, waypoints too. Default true. */
  drop_bad?: boolean
  /** Removes every <time>. Default false. */
  strip_times?: boolean
  /** Removes the <extensions> inside points: heart rate, cadence, power. Default false. */
  strip_extensions?: boolean
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `gpxClean` answers. */
export type GpxCleanResult = GpxCleanAnswer

/** What `gpxSimplify` takes. */
export type GpxSimplifyInput = {
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** No removed point lies farther than this from the line that stays, metres on the ground. Default 10. */
  tolerance_m?: number
  /** Keeps at most this many points, with the smallest possible largest deviation; instead of tolerance_m. */
  max_points?: number
  /** Holds ascent and descent within 1 %. Default true. */
  keep_climb?: boolean
  /** Keeps points at waypoints and at pauses of 10 minutes or more. Default true. */
  keep_stops?: boolean
  /** Adds the indices of the kept points, counted from 0 over all parts. Default false. */
  indices?: boolean
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `gpxSimplify` answers. */
export type GpxSimplifyResult = GpxSimplifyAnswer

/** What `course` takes. */
export type CourseInput = {
  /** What the file is to be. */
  format: "gpx" | "fit" | "tcx" | "kml" | "geojson"
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON with a line: LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** A route to find first, as /v1/route takes it and at its price: in place of a line. The file then has its heights, waypoints, instructions and the sources of the map. */
  route?: {
    /** Waypoints in the order of travel, counted from 0: points [lon, lat] in degrees, places, or signed routes to follow. Each leg at most 60 km in a straight line. */
    waypoints: Array<[number, number] | {
      /** Id of a place or an outdoor place, as search and reverse give it. */
      place: number
    } | {
      /** Relation of a signed route. */
      trail: number
      /** Where it is joined, [lon, lat] in degrees. Default its start. */
      from?: [number, number]
      /** Where it is left, [lon, lat] in degrees. Default its end. */
      to?: [number, number]
      /** forward is the order of its members, shorter whichever makes the route shorter. Default forward; with from and to, shorter. */
      direction?: "forward" | "backward" | "shorter"
    }>
    /** Also names waypoints that are points, after the nearest named place within 250 m. Places and trails have their names anyway. Default false. */
    names?: boolean
    /** How you travel. Default hike. */
    profile?: "hike" | "run" | "bike"
    /** Hardest SAC grade that may be used. 1 to 6, default 3. Applies on foot only. */
    max_sac?: number
    /** How signed trails are treated. Default prefer. Applies on foot only. */
    marked_trails?: "strict" | "prefer" | "off"
    /** Avoids paved ways where it can. Default false. */
    avoid_paved?: boolean
    /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. Default false. */
    avoid_steps?: boolean
    /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
    hills?: number
    /** The shortest way instead of the best one. Default false. */
    shortest?: boolean
    /** Kind of bicycle: decides which surfaces and paths suit it. Default hybrid. Applies by bicycle only. */
    bicycle_type?: "road" | "hybrid" | "mountain"
    /** Whether to push the bicycle where riding is forbidden. Default allowed. Applies by bicycle only. */
    push?: "allowed" | "never"
    /** Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them. Default none. */
    straight_legs?: Array<number>
    /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
    snap_radius_m?: number
    /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
    walker?: {
      /** Factor on the moving time of the model. */
      factor: number
      /** Standard deviation of the logarithm of moving time; the bands come from it. */
      spread: number
    }
    /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
    avoid?: {
      /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
      areas?: GeoJsonAreas
      /** Ids of OpenStreetMap ways, at most 200. */
      ways?: Array<number>
      /** Ways of these kinds, wherever they are. ferry: Crossings by boat. steps: Flights of steps. tunnel: Ways tagged as running through a tunnel, underpasses too. ford: Fords, on the way or at its ends. aided: Passages with ladders, ropes or rungs. via_ferrata: Climbing routes that need a harness. motor_traffic: Roads and streets of classes built for motor vehicles, whether or not these may use them. unlit: Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
      kinds?: Array<"ferry" | "steps" | "tunnel" | "ford" | "aided" | "via_ferrata" | "motor_traffic" | "unlit">
    }
    /** When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`. */
    at?: string
    /** Other good routes wanted beside the best, of two waypoints: each at most 1.5 times as costly, at most 70 % shared, and without a detour. Fewer is normal. Default 0. */
    alternatives?: number
  }
  /** Name in the file. Default: that of the file that was sent. */
  name?: string
  /** How it is travelled, which FIT says. Default: that of the route. */
  profile?: "hike" | "run" | "bike"
  /** Names the sources of the map in the file: for a line that this service made. A `route` always names them. Default false. */
  map_sources?: boolean
  /** Waypoints of the file, at most 2,000. Default: those of the file that was sent, or of the route. */
  waypoints?: Array<{
    /** [lon, lat] in degrees. */
    location: [number, number]
    /** What it is called in the file. */
    name?: string
    /** Its height in metres. Left out: unknown. */
    elevation_m?: number
  }>
  /** Turn cues, at most 2,000; `maneuvers` of a route may stand here as they are. Default: as for waypoints. */
  cues?: Array<{
    /** [lon, lat] in degrees. */
    location: [number, number]
    /** What to do, in words. */
    instruction: string
    /** A type of maneuver of /v1/route, such as turn_left, or of a cue, such as left; others are no turn. */
    type?: string
  }>
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `course` answers. */
export type CourseResult = CourseAnswer

/** What `walker` takes. */
export type WalkerInput = {
  /** Recordings of one person with times and heights: each exactly one of gpx, tcx, fit and file. Together at most 5 MB and 50,000 points each. */
  recordings: Array<{
    /** GPX 1.0 or 1.1 with times. */
    gpx?: string
    /** TCX with times. */
    tcx?: string
    /** FIT activity, base64. */
    fit?: string
    /** Any of them, or KML with times, known by its content; binary files in base64. */
    file?: string
  }>
  /** How the recordings were travelled. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `walker` answers. */
export type WalkerResult = WalkerAnswer

/** What `search` takes. */
export type SearchInput = {
  /** The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none. */
  q: string
  /** Most results. */
  limit?: number
  /** minLon,minLat,maxLon,maxLat: preferred, excludes nothing. */
  bias_bbox?: string
  /** minLon,minLat,maxLon,maxLat: a hard limit, nothing outside is returned. */
  bbox?: string
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `search` answers. */
export type SearchResult = {
  query: string
  unknown_place?: string
  features: Array<{
    id: number
    name: string
    kind: "administrative_area" | "attraction" | "beach" | "bivouac" | "bus_station" | "bus_stop" | "cable_car_station" | "campsite" | "cape" | "castle" | "cave" | "city" | "country" | "county" | "drinking_water" | "farm" | "glacier" | "guidepost" | "hamlet" | "hotel" | "hut" | "information" | "island" | "lake" | "locality" | "monastery" | "park" | "parking" | "pass" | "path" | "peak" | "picnic_site" | "place_of_worship" | "range" | "region" | "restaurant" | "ridge" | "river" | "shelter" | "spring" | "state" | "station" | "street" | "suburb" | "toilets" | "town" | "trail" | "train_station" | "valley" | "viewpoint" | "village" | "waterfall"
    center: [number, number]
    region: string | null
    elevation_m: number | null
    bbox?: [number, number, number, number]
    trail?: {
      relation_id: number
      ref: string | null
      type: "bicycle" | "hiking"
      network: "icn" | "iwn" | "lcn" | "lwn" | "ncn" | "nwn" | "rcn" | "rwn" | null
      level: "international" | "local" | "national" | "regional" | null
      length_m: number
      missing_ways: number
      bbox: [number, number, number, number]
      ends: Array<[number, number]>
    }
    match?: "fuzzy" | "partial"
  }>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `reverse` takes. */
export type ReverseInput = {
  /** Latitude. */
  lat: number
  /** Longitude. */
  lon: number
  /** Most results. */
  limit?: number
  /** Radius in metres. */
  radius_m?: number
  /** Kinds to keep, separated by commas, e.g. peak,hut,village. */
  kinds?: string
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `reverse` answers. */
export type ReverseResult = {
  lat: number
  lon: number
  radius_m: number
  features: Array<{
    id: number
    name: string
    kind: "administrative_area" | "attraction" | "beach" | "bivouac" | "bus_station" | "bus_stop" | "cable_car_station" | "campsite" | "cape" | "castle" | "cave" | "city" | "country" | "county" | "drinking_water" | "farm" | "glacier" | "guidepost" | "hamlet" | "hotel" | "hut" | "information" | "island" | "lake" | "locality" | "monastery" | "park" | "parking" | "pass" | "path" | "peak" | "picnic_site" | "place_of_worship" | "range" | "region" | "restaurant" | "ridge" | "river" | "shelter" | "spring" | "state" | "station" | "street" | "suburb" | "toilets" | "town" | "trail" | "train_station" | "valley" | "viewpoint" | "village" | "waterfall"
    center: [number, number]
    distance_m: number
    region: string | null
  }>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `trails` takes. */
export type TrailsInput = {
  /** Name or reference. */
  q: string
  /** Most results. */
  limit?: number
  /** Kind of route. */
  type?: "hiking" | "bicycle"
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `trails` answers. */
export type TrailsResult = {
  type: "FeatureCollection"
  query: string
  features: Array<{
    type: "Feature"
    id: number
    geometry: {
      type: "Point"
      coordinates: [number, number]
    }
    properties: {
      match?: "fuzzy" | "partial"
      relation_id: number
      name: string | null
      ref: string | null
      type: "bicycle" | "hiking"
      network: "icn" | "iwn" | "lcn" | "lwn" | "ncn" | "nwn" | "rcn" | "rwn" | null
      level: "international" | "local" | "national" | "regional" | null
      operator: string | null
      symbol: string | null
      colour: string | null
      length_m: number
      bbox: [number, number, number, number]
      ends: Array<[number, number]>
      missing_ways: number
    }
  }>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `trailRelation` takes. */
export type TrailRelationInput = {
  relation_id: string | number
  /** Form of the answer: a GeoJSON Feature, or GPX 1.1. */
  format?: "geojson" | "gpx"
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `trailRelation` answers. */
export type TrailRelationResult = {
  type: "Feature"
  id: number
  geometry: {
    type: "MultiLineString"
    coordinates: Array<Array<[number, number]>>
  }
  properties: {
    relation_id: number
    name: string | null
    ref: string | null
    type: "bicycle" | "hiking"
    network: "icn" | "iwn" | "lcn" | "lwn" | "ncn" | "nwn" | "rcn" | "rwn" | null
    level: "international" | "local" | "national" | "regional" | null
    operator: string | null
    symbol: string | null
    colour: string | null
    length_m: number
    bbox: [number, number, number, number]
    ends: Array<[number, number]>
    parts: number
    gaps_m: Array<number>
    ascent_m: number | null
    descent_m: number | null
    roundtrip: boolean
    stages: Array<number>
    parents: Array<number>
    missing_ways: number
  }
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `trailsBbox` takes. */
export type TrailsBboxInput = {
  /** South, degrees. */
  min_lat: number
  /** West, degrees. */
  min_lon: number
  /** North, degrees. */
  max_lat: number
  /** East, degrees. */
  max_lon: number
  /** Kind of route. */
  type?: "hiking" | "bicycle"
  /** Most results. */
  limit?: number
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `trailsBbox` answers. */
export type TrailsBboxResult = {
  type: "FeatureCollection"
  truncated: boolean
  features: Array<{
    type: "Feature"
    id: number
    geometry: {
      type: "Point"
      coordinates: [number, number]
    }
    properties: {
      match?: "fuzzy" | "partial"
      relation_id: number
      name: string | null
      ref: string | null
      type: "bicycle" | "hiking"
      network: "icn" | "iwn" | "lcn" | "lwn" | "ncn" | "nwn" | "rcn" | "rwn" | null
      level: "international" | "local" | "national" | "regional" | null
      operator: string | null
      symbol: string | null
      colour: string | null
      length_m: number
      bbox: [number, number, number, number]
      ends: Array<[number, number]>
      missing_ways: number
    }
  }>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `pois` takes. */
export type PoisInput = {
  /** South, degrees. */
  min_lat: number
  /** West, degrees. */
  min_lon: number
  /** North, degrees. */
  max_lat: number
  /** East, degrees. */
  max_lon: number
  /** Kinds to keep, separated by commas, e.g. hut,shelter,drinking_water; also the order of the answer. */
  kind?: string
  /** Most results. */
  limit?: number
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `pois` answers. */
export type PoisResult = {
  artifact_version: string
  count: number
  truncated: boolean
  pois: Array<PoiRecord>
  /** Whose data the answer carries: to be shown wherever it is. */
  attribution: Array<Attribution>
}

/** What `routeWeather` takes. */
export type RouteWeatherInput = {
  /** When you leave: ISO 8601 with offset, from six hours ago to 16 days ahead. */
  departure: string
  /** Further departures to scan, up to 24, at the cost of the same forecast. */
  departures?: Array<string>
  /** GPX 1.0 or 1.1 document; each trkseg (else rte) is one part. Send this, geometry or file. */
  gpx?: string
  /** GeoJSON LineString, one part; a third coordinate is a height in metres. Send this, gpx or file. */
  geometry?: GeoJsonLines
  /** A file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Its content says what it is. Unpacked, a KMZ may be as large as the body. Send this, gpx or geometry. */
  file?: string
  /** Hike has its own walking time; run and bike need a pace. Default hike. */
  profile?: "hike" | "run" | "bike"
  /** Times the walking time of service-hike/2; hike only. */
  pace_factor?: number
  /** Your own pace, as POST /v1/walker measures it. Left out: a typical walker. */
  walker?: {
    /** Factor on the moving time of the model. */
    factor: number
    /** Standard deviation of the logarithm of moving time; the bands come from it. */
    spread: number
  }
  /** Pace in minutes per kilometre, climbs included. */
  min_per_km?: number
  /** Speed in km/h, climbs included. */
  kmh?: number
  /** Where one rests, and how long. */
  stops?: Array<{
    /** Where, kilometres along the line. */
    at_km: number
    /** How long, minutes. */
    minutes: number
  }>
  /** Adds the freezing level to each sample. */
  freezing_level?: boolean
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `routeWeather` answers. */
export type RouteWeatherResult = RouteWeather

/** What `snow` takes. */
export type SnowInput = {
  /** 1 to 512 pairs lat,lon in degrees, separated by the vertical bar. */
  points: string
  /** 1 adds the route-snow-evidence/1 block. */
  evidence?: 1
  /** The caller's version of the geometry, returned unchanged: 1 to 64 letters, digits or . _ : - */
  revision?: string
  /** Start indices of disconnected segments, comma-separated, ascending, the first 0. */
  segments?: string
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `snow` answers. */
export type SnowResult = RouteSnow

/** What `weather` takes. */
export type WeatherInput = {
  /** 1 to 12 points lat,lon or lat,lon,elevation_m separated by ; */
  p: string
  /** Forecast days. */
  d?: number
  /** 1 adds the hourly freezing level. */
  fl?: 1
  /** 1 adds every hour. */
  h?: 1
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `weather` answers. */
export type WeatherResult = WeatherForecast

/** What `sun` takes. */
export type SunInput = {
  /** Latitude. */
  lat: number
  /** Longitude. */
  lon: number
  /** A date of the place's own calendar, YYYY-MM-DD, 1900 to 2100. */
  date: string
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `sun` answers. */
export type SunResult = SunAnswer

/** What `staticMapAddress` takes. */
export type StaticMapAddressInput = {
  /** minLon,minLat,maxLon,maxLat in degrees; required unless a line or GeoJSON is given, to which the picture is then fitted. */
  bbox?: string
  /** A line to draw, as a polyline with 6 digits. */
  line?: string
  /** Pixels. */
  width?: number
  /** Pixels. */
  height?: number
  /** 2: twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale). */
  scale?: 1 | 2
  /** Relief as light and shade. */
  hillshade?: boolean
  /** Contour lines. */
  contours?: boolean
  /** Pixels around the fitted content. */
  padding?: number
  /** Names in this language where the map has them, e.g. de. */
  language?: string
  /** The geojson of POST, as JSON text; cannot be combined with line. */
  geojson?: string
}

/** What `staticMapAddress` answers. */
export type StaticMapAddressResult = Blob

/** What `staticMap` takes. */
export type StaticMapInput = {
  /** [minLon, minLat, maxLon, maxLat] in degrees, all of it in the picture; minLon above maxLon crosses the antimeridian. Needed unless geojson is sent, which is then fitted. */
  bbox?: [number, number, number, number]
  /** Default 800. */
  width?: number
  /** Default 600. */
  height?: number
  /** 2 for screens with twice the pixels: the picture is twice as wide and high. Default 1. A picture has at most 6,553,600 pixels (width * height * scale * scale). */
  scale?: number
  /** Room around geojson that is fitted; of no effect beside bbox. Default 40, less in small pictures. */
  padding?: number
  /** Any GeoJSON object, drawn on top: at most 20,000 positions. Features may carry stroke, stroke-width, stroke-opacity, fill, fill-opacity, marker-color and marker-label (at most 100 characters). */
  geojson?: GeoJsonDrawing
  /** Relief as light and shade. Default true. */
  hillshade?: boolean
  /** Contour lines. Default false. */
  contours?: boolean
  /** Names in this language where the map has them, and the sources in it where Waypost has it. Default: as written on the spot, and English. */
  language?: string
}

/** What `staticMap` answers. */
export type StaticMapResult = Blob

/** What `health` answers. */
export type HealthResult = string

/** What `manifest` answers. */
export type ManifestResult = Manifest

/** What `status` answers. */
export type StatusResult = ArtifactStatus

/** What `elevation` takes. */
export type ElevationInput = {
  release: string | number
  /** 1 to 2,048 pairs lat,lon in degrees, separated by the vertical bar. */
  points: string
  /** The requested zoom. It is clamped to the zooms of the terrain; the answer has the zoom used. */
  z?: number
  /** Compatibility input; both decode to the same heights. */
  encoding?: "mapbox" | "terrarium"
  /** Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue. */
  language?: string
}

/** What `elevation` answers. */
export type ElevationResult = ElevationSample

/** What `usage` answers. */
export type UsageResult = Usage

/** A function for each operation. `Options`: what any call takes beside its input. */
export interface RestFunctions<Options> {
  /** A route over waypoints on foot or by bicycle, with surfaces, difficulty, hazards, maneuvers and what is not known. Costs 1 credit, and 1 for each further 10 waypoints, and 1 for each trail that is followed, and 1 for each alternative that is found. At most 1 MB, 100 points, 60 km. */
  waypointRoute(input: WaypointRouteInput, options?: Options): Promise<WaypointRouteResult>
  /** Point-to-point routing that a Valhalla client reads unchanged. Costs 1 credit, and 1 for each further 10 waypoints. At most 1 MB, 100 points, 60 km. */
  route(input: RouteInput, options?: Options): Promise<RouteResult>
  /** Loops of a given length from a start point, with how much of each is travelled twice and the facts of a route. Costs 5 credits. At most 1 MB, 60 km. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  roundtrips(input: RoundtripsInput, options?: Options): Promise<RoundtripsResult>
  /** What is within reach of a point in given times or lengths of way, as nested polygons and as lines. Costs 1 credit, and 1 for each 120 minutes or 12 km, or part of them, of the largest contour. At most 1 MB. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  reach(input: ReachInput, options?: Options): Promise<ReachResult>
  /** Length, moving time, ascent and cost of the ways between many points, each value that of the route. Costs 1 credit for each 100 pairs, or part of them. At most 1 MB, 60 km. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  matrix(input: MatrixInput, options?: Options): Promise<MatrixResult>
  /** What the planner can be asked: profiles, settings with their bounds and defaults, limits and region. Free. Takes no key. */
  routeCapabilities(options?: Options): Promise<RouteCapabilitiesResult>
  /** What a supplied line follows on the mapped network: coverage, surfaces, ways, grades, hazards, climb, time and what is not known. Costs 3 credits. At most 1 MB, 5,000 points, 300 km. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  routeAnalysis(input: RouteAnalysisInput, options?: Options): Promise<RouteAnalysisResult>
  /** Matches a line to the mapped network: the ways it follows with their attributes, and the stretches on no way with the reason. Costs 3 credits. At most 1 MB, 2,000 points, 300 km. */
  traceAttributes(input: TraceAttributesInput, options?: Options): Promise<TraceAttributesResult>
  /** Chart series of a line with climb, grades and steepest stretches; parts are never joined, voids are null. Costs 2 credits. At most 1 MB, 5,000 points, 300 km. */
  elevationProfile(input: ElevationProfileInput, options?: Options): Promise<ElevationProfileResult>
  /** A finish time spread over the kilometres or miles of a course by effort. Costs 2 credits. At most 1 MB, 5,000 points, 300 km, one part. */
  pacePlan(input: PacePlanInput, options?: Options): Promise<PacePlanResult>
  /** A GPX file without repeated or broken points; everything that stays is byte for byte as it was. Costs 1 credit. At most 5 MB, 50,000 points. */
  gpxClean(input: GpxCleanInput, options?: Options): Promise<GpxCleanResult>
  /** A line with fewer points within a tolerance or a number of points; kept points are byte for byte as they were. Costs 1 credit. At most 5 MB, 50,000 points. */
  gpxSimplify(input: GpxSimplifyInput, options?: Options): Promise<GpxSimplifyResult>
  /** A line of any kind, or a route, as a GPX, FIT, TCX, KML or GeoJSON file with its waypoints and turn cues; `lost` lists what the format cannot carry. Costs 1 credit, and those of the route where one is to be found. At most 5 MB, 50,000 points. */
  course(input: CourseInput, options?: Options): Promise<CourseResult>
  /** Your own pace from up to 20 recordings with times, for the field `walker` of every operation that reports times. Costs 3 credits. At most 5 MB, 50,000 points. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  walker(input: WalkerInput, options?: Options): Promise<WalkerResult>
  /** Places by name, best first: exact, as typed so far, and near misses or parts of the text where nothing else answers. No address geocoder. Costs 1 credit. */
  search(input: SearchInput, options?: Options): Promise<SearchResult>
  /** Places around a point, nearest first. Costs 1 credit. */
  reverse(input: ReverseInput, options?: Options): Promise<ReverseResult>
  /** Signed hiking and cycling routes by name or reference. Costs 1 credit. */
  trails(input: TrailsInput, options?: Options): Promise<TrailsResult>
  /** One signed route with its full line in walking order; gaps stay gaps. Costs 1 credit. */
  trailRelation(input: TrailRelationInput & { format: 'gpx' }, options?: Options): Promise<string>
  /** One signed route with its full line in walking order; gaps stay gaps. Costs 1 credit. */
  trailRelation(input: TrailRelationInput, options?: Options): Promise<TrailRelationResult>
  /** Signed routes with a piece of their line in a box. Costs 2 credits. */
  trailsBbox(input: TrailsBboxInput, options?: Options): Promise<TrailsBboxResult>
  /** Outdoor places in a box with their map tags: huts, shelters, water, viewpoints, passes, parking, stops. Costs 2 credits. */
  pois(input: PoisInput, options?: Options): Promise<PoisResult>
  /** The forecast along a line at the hour each part of it is reached; what is missing is null with its reason. Costs 5 credits. At most 1 MB, 5,000 points, 120 km, one part. Takes a slot: the plan limits how many heavy requests a caller may run at once. */
  routeWeather(input: RouteWeatherInput, options?: Options): Promise<RouteWeatherResult>
  /** Observed snow cover at points along a route, each with its age, and the forecasts at 24 and 48 hours apart. Unknown is never clear. Costs 3 credits. At most 512 points. */
  snow(input: SnowInput, options?: Options): Promise<SnowResult>
  /** Daily and hourly forecast for 1 to 12 places; every day and hour names the one model it comes from, missing values are null. Free. At most 12 points. Takes no key. */
  weather(input: WeatherInput, options?: Options): Promise<WeatherResult>
  /** Dawn, sunrise, sunset and dusk at a place on a date, over a flat horizon. Free. Takes no key. */
  sun(input: SunInput, options?: Options): Promise<SunResult>
  /** A PNG picture of the outdoor map with the caller's line, areas and markers on top; the sources are named inside it. Costs 2 credits up to 2 megapixels and 1,000 vertices, 1 more for each further 2 megapixels or 5,000 vertices that are begun. At most 20,000 points. */
  staticMapAddress(input?: StaticMapAddressInput, options?: Options): Promise<StaticMapAddressResult>
  /** A PNG picture of the outdoor map with the caller's line, areas and markers on top; the sources are named inside it. Costs 2 credits up to 2 megapixels and 1,000 vertices, 1 more for each further 2 megapixels or 5,000 vertices that are begun. At most 1 MB, 20,000 points. */
  staticMap(input: StaticMapInput, options?: Options): Promise<StaticMapResult>
  /** Whether the gateway is alive. Says nothing about the age of data. Free. Takes no key. */
  health(options?: Options): Promise<HealthResult>
  /** Identities of the published map artifacts. Free. Takes no key. */
  manifest(options?: Options): Promise<ManifestResult>
  /** Age of each artifact against its limit: fresh, stale or unknown. Free. Takes no key. */
  status(options?: Options): Promise<StatusResult>
  /** One modelled height in metres per point; null where the terrain has none, never zero. Costs 1 credit for each 256 points or part of them. At most 2,048 points. */
  elevation(input: ElevationInput, options?: Options): Promise<ElevationResult>
  /** Calls and credits of the current period per operation. Needs a key. Free. */
  usage(options?: Options): Promise<UsageResult>
}

/** `METHOD host path input|nothing` of each, and by what its answers are known: media types, members of JSON. */
export const OPERATIONS = {
  waypointRoute: 'POST api /v1/route input schema=route/1',
  route: 'POST api /route/v1 input trip,distance_m',
  roundtrips: 'POST api /v1/roundtrips input schema=roundtrips/1',
  reach: 'POST api /v1/reach input schema=reach/1',
  matrix: 'POST api /v1/matrix input schema=matrix/1',
  routeCapabilities: 'GET site /api/route/capabilities nothing engine,profiles',
  routeAnalysis: 'POST api /v1/route-analysis input schema=route-analysis/1',
  traceAttributes: 'POST api /engine/trace_attributes input lengths,segments',
  elevationProfile: 'POST api /v1/elevation-profile input schema=elevation-profile/1',
  pacePlan: 'POST api /v1/pace-plan input schema=pace-plan/1',
  gpxClean: 'POST api /v1/gpx/clean input schema=gpx-clean/1',
  gpxSimplify: 'POST api /v1/gpx/simplify input schema=gpx-simplify/1',
  course: 'POST api /v1/course input schema=course/1',
  walker: 'POST api /v1/walker input schema=walker/1',
  search: 'GET api /search/v1/forward input query,features',
  reverse: 'GET api /search/v1/reverse input lat,lon',
  trails: 'GET api /trails/v1/search input type,query',
  trailRelation: 'GET api /trails/v1/relation/{relation_id} input type,id application/gpx+xml',
  trailsBbox: 'GET api /trails/v1/bbox input type,truncated',
  pois: 'GET api /pois/v1/bbox input artifact_version,count',
  routeWeather: 'POST api /v1/route-weather input schema=route-weather/1',
  snow: 'GET api /tiles/v1/snow/route-forecast input schema=route-snow/1',
  weather: 'GET site /api/weather/forecast input schema=weather-forecast/1',
  sun: 'GET api /v1/sun input schema=sun/1',
  staticMapAddress: 'GET api /static-map/render input image/png',
  staticMap: 'POST api /static-map/render input image/png',
  health: 'GET api /healthz nothing text/plain',
  manifest: 'GET api /pmtiles/current/manifest.json nothing artifacts',
  status: 'GET api /tiles/v1/status nothing schema=artifact-status/1',
  elevation: 'GET api /tiles/v1/elevation/{release}/sample input release,z',
  usage: 'GET api /v1/usage nothing period,plan',
} as const
