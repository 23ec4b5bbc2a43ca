// Made by `npm run codegen` from catalogues/en.json.

/** Of each name of a value its kind. */
export const VALUE_KINDS = {
  apartM: 'metres whole',
  applies: 'months',
  artifacts: 'list comma',
  atM: 'km',
  awayM: 'km',
  beginField: 'field',
  bestGrade: 'tag grade',
  bicycleType: 'text',
  bikeKm: 'plain',
  boxes: 'list',
  bytes: 'plain',
  characters: 'plain',
  climbM: 'metres whole',
  closed: 'phrase',
  closes: 'months',
  colour: 'tag colour',
  costing: 'text',
  count: 'number',
  credits: 'plain',
  differences: 'list comma',
  direction: 'degrees',
  distanceM: 'metres',
  downMinutes: 'decimals 1',
  each: 'phrase',
  encoding: 'text',
  end: 'text',
  errorShare: 'share 1',
  everyM: 'metres whole',
  exit: 'number',
  expected: 'phrase',
  facts: 'list comma',
  fastM: 'km',
  fastestKmh: 'decimals 1',
  fault: 'phrase',
  fewer: 'choice minutes metres',
  fewest: 'plain',
  fewestM: 'km',
  fewestMinutes: 'plain',
  field: 'field',
  fields: 'list comma',
  files: 'list comma',
  first: 'sentence',
  firstMonth: 'text',
  firstPoint: 'point',
  footKm: 'plain',
  format: 'text',
  further: 'phrase',
  gapS: 'plain',
  gapShare: 'share 1',
  given: 'text',
  givenCount: 'plain',
  got: 'phrase',
  grade: 'tag grade',
  ground: 'text',
  heading: 'heading',
  heightM: 'metres whole',
  hex: 'text',
  host: 'text',
  id: 'plain',
  index: 'plain',
  inscription: 'text',
  items: 'word items',
  kind: 'word way',
  kmh: 'decimals 1',
  lastLeg: 'plain',
  lastMonth: 'text',
  lat: 'plain',
  leftOut: 'plain',
  leg: 'leg',
  lengthM: 'metres',
  letters: 'number',
  levelMinutes: 'decimals 1',
  levels: 'plain',
  line: 'plain',
  lineKm: 'decimals 2',
  lineM: 'km',
  localShare: 'share',
  look: 'text',
  loopKm: 'plain',
  lost: 'phrase',
  lostStops: 'plain',
  majorM: 'metres whole',
  max: 'plain',
  maxBytes: 'plain',
  maxFiles: 'plain',
  maxKm: 'plain',
  maxKmh: 'plain',
  maxMarks: 'plain',
  maxOffsetM: 'metres whole',
  maxPixels: 'number',
  maxPoints: 'plain',
  maxSac: 'plain',
  maxShare: 'share max1',
  maxShared: 'share',
  maxStretch: 'plain',
  maxValues: 'number',
  mayClose: 'months',
  measured: 'phrase',
  megabytes: 'plain',
  megapixels: 'plain',
  methods: 'list comma',
  min: 'plain',
  missed: 'plain',
  missing: 'plain',
  missingShare: 'share max1',
  model: 'text',
  most: 'number',
  mostM: 'km',
  movingS: 'minutes',
  name: 'name',
  names: 'list comma',
  needed: 'list comma',
  next: 'sentence',
  nodeType: 'choice place outdoorplace trail',
  note: 'phrase',
  number: 'plain',
  of: 'plain',
  ofMark: 'decimals 2',
  offShare: 'share',
  offset: 'plain',
  offsetM: 'metres whole',
  openMaxSac: 'plain',
  other: 'text',
  otherField: 'field',
  otherRegion: 'text',
  otherVertex: 'plain',
  overM: 'km',
  pairs: 'number',
  parts: 'plain',
  path: 'text',
  people: 'plain',
  pixels: 'number',
  place: 'text',
  places: 'list 5',
  planCredits: 'plain',
  point: 'point',
  pointCharacters: 'plain',
  points: 'plain',
  position: 'position',
  possible: 'list',
  profile: 'choice hike run bike',
  quantity: 'word quantity',
  radiusM: 'plain',
  ratePerS: 'plain',
  reason: 'phrase',
  reasons: 'list comma',
  recorded: 'plain',
  recordings: 'plain',
  ref: 'text',
  refusal: 'sentence',
  region: 'text',
  release: 'text',
  remaining: 'plain',
  repeatedM: 'metres',
  repeatedShare: 'share',
  request: 'choice route routeTo matrix loop trip reach',
  requestId: 'text',
  resetsAt: 'date',
  ring: 'plain',
  rings: 'plain',
  rollingM: 'metres whole',
  sailingS: 'minutes',
  share: 'share max1',
  sharedShare: 'share',
  shrinkage: 'plain',
  sides: 'plain',
  sign: 'sign',
  skipped: 'list semicolon',
  slope: 'share',
  slots: 'plain',
  snowReason: 'word snow',
  sources: 'list semicolon',
  sparseM: 'km',
  spikeM: 'metres whole',
  spikeShare: 'share max1',
  splitUnit: 'choice km mi',
  spreadOver: 'choice moving_time metres',
  start: 'text',
  status: 'plain',
  steadyM: 'metres whole',
  stops: 'plain',
  stretchM: 'metres whole',
  subject: 'phrase',
  suggestions: 'list or',
  swappedPosition: 'position',
  syntax: 'text',
  tag: 'text',
  tags: 'list comma',
  takers: 'list',
  technicalM: 'metres whole',
  thresholdM: 'metres whole',
  tile: 'text',
  times: 'plain',
  timesModel: 'decimals 2',
  toleranceM: 'plain',
  towards: 'degrees',
  travel: 'choice foot bicycle',
  turn: 'word turn',
  unit: 'word unit',
  until: 'date',
  upMinutes: 'decimals 1',
  url: 'text',
  variable: 'text',
  vertex: 'plain',
  vertices: 'plain',
  voidM: 'metres whole',
  waitS: 'plain',
  wanted: 'plain',
  way: 'way',
  wayId: 'plain',
  waypoints: 'plain',
  ways: 'list comma',
  wholeM: 'km',
  why: 'phrase',
  withinKm: 'plain',
  withinS: 'plain',
  word: 'text',
  words: 'list comma',
  wrong: 'plain',
} as const

/** Words of each family. */
export interface Words {
  colour: 'black' | 'blue' | 'brown' | 'gray' | 'green' | 'grey' | 'orange' | 'purple' | 'red' | 'white' | 'yellow'
  grade: 'via_ferrata'
  heading: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'
  items: 'annotations' | 'attribute_names' | 'cues' | 'ids' | 'kinds' | 'leg_numbers' | 'levels' | 'locations' | 'metres' | 'minutes' | 'moments' | 'names' | 'outdoor_kinds' | 'pairs' | 'place_ids' | 'points' | 'recordings' | 'seconds' | 'starts' | 'stops' | 'way_ids' | 'way_kinds' | 'waypoints'
  point: 'place' | 'source' | 'start' | 'target' | 'waypoint'
  quantity: 'gusts' | 'precipitation' | 'probability' | 'temperatures' | 'weather_code' | 'wind'
  shape: 'arrow' | 'backslash' | 'bar' | 'circle' | 'corner' | 'cross' | 'diamond' | 'diamond_line' | 'dot' | 'fork' | 'frame' | 'hexagon' | 'left_arrow' | 'left_pointer' | 'lower' | 'pointer' | 'rectangle' | 'rectangle_line' | 'right_arrow' | 'right_pointer' | 'shell' | 'slash' | 'stripe' | 'triangle' | 'triangle_line' | 'triangle_turned' | 'turned_T' | 'upper' | 'wheel' | 'x'
  snow: 'age_unknown' | 'cloud' | 'in_future' | 'inland_water' | 'night' | 'no_data' | 'no_decision' | 'no_observation' | 'ocean' | 'outside_raster' | 'partial_cover' | 'saturated' | 'too_old' | 'undocumented_code'
  turn: 'continue' | 'keep_left' | 'keep_right' | 'sharp_left' | 'sharp_right' | 'slight_left' | 'slight_right' | 'turn_left' | 'turn_right' | 'u_turn'
  unit: 'kilometres' | 'kilometres_an_hour' | 'latitude' | 'longitude' | 'metres' | 'minutes' | 'minutes_per_kilometre' | 'pixels' | 'seconds' | 'seconds_per_kilometre' | 'share'
  way: 'cycleway' | 'ferry' | 'footway' | 'other' | 'path' | 'road' | 'steps' | 'street' | 'track'
}

/** Names of the values of each message. */
export interface MessageValueNames {
  'archive.cut': never
  'archive.directory': never
  'archive.directory_wrong': never
  'archive.empty': never
  'archive.encoding': never
  'archive.header': never
  'archive.metadata': never
  'archive.no_pictures': never
  'archive.no_pmtiles': never
  'archive.no_pmtiles_empty': never
  'archive.no_pmtiles_page': never
  'archive.no_vectors': never
  'archive.not_opened': never
  'archive.tile': 'tile'
  'archive.tile_picture': 'tile'
  'archive.tile_size': 'pixels' | 'tile' | 'wanted'
  'archive.version': never
  'archive.zooms': never
  'cue.folder': never
  'cue.short.left': never
  'cue.short.right': never
  'cue.short.sharp_left': never
  'cue.short.sharp_right': never
  'cue.short.slight_left': never
  'cue.short.slight_right': never
  'cue.short.straight': never
  'cue.short.u_turn': never
  'cue.type.left': never
  'cue.type.other': never
  'cue.type.right': never
  'cue.type.sharp_left': never
  'cue.type.sharp_right': never
  'cue.type.slight_left': never
  'cue.type.slight_right': never
  'cue.type.straight': never
  'cue.type.u_turn': never
  'difference.alike': never
  'difference.alike.climb': never
  'difference.grade': 'bestGrade' | 'grade'
  'difference.less_climb': 'climbM'
  'difference.less_paved': 'distanceM'
  'difference.longer': 'distanceM'
  'difference.more_climb': 'climbM'
  'difference.more_paved': 'distanceM'
  'difference.quicker': 'movingS'
  'difference.shorter': 'distanceM'
  'difference.slower': 'movingS'
  'difference.summary': 'differences' | 'sharedShare'
  'error.artifacts_missing.basemap': 'release'
  'error.artifacts_missing.catalogue': never
  'error.artifacts_missing.contours': 'release'
  'error.artifacts_missing.manifest': 'artifacts' | 'needed'
  'error.artifacts_missing.map_file': 'fault' | 'name'
  'error.artifacts_missing.none': never
  'error.artifacts_missing.tile': 'name' | 'tile'
  'error.bbox_daily_ceiling': 'planCredits' | 'resetsAt'
  'error.both_inputs.drawing': never
  'error.both_inputs.line': 'field' | 'otherField'
  'error.busy.component': never
  'error.busy.credits': never
  'error.busy.crowded': never
  'error.busy.database': never
  'error.busy.deadline': never
  'error.busy.files': never
  'error.busy.files_waiting': never
  'error.busy.gap': 'name'
  'error.busy.glyphs_waiting': never
  'error.busy.keys': never
  'error.busy.left': never
  'error.busy.leg': 'leg'
  'error.busy.pack': never
  'error.busy.pictures_waiting': never
  'error.busy.requests_waiting': never
  'error.busy.stopped': never
  'error.busy.stopping': never
  'error.busy.store': never
  'error.busy.store_file': never
  'error.busy.store_waiting': never
  'error.busy.subscriptions': never
  'error.concurrency_limit.heavy': 'slots'
  'error.concurrency_limit.subscriptions': 'max'
  'error.credits_exhausted': 'credits' | 'planCredits' | 'remaining' | 'resetsAt'
  'error.credits_exhausted.visitors': 'planCredits' | 'resetsAt'
  'error.departure_out_of_range': 'field'
  'error.forecast_failed.answer': 'fault'
  'error.forecast_failed.large': never
  'error.forecast_failed.no_json': never
  'error.forecast_failed.refused': 'status'
  'error.forecast_failed.refused_reason': 'given' | 'status'
  'error.forecast_failed.structure': 'refusal'
  'error.forecast_unavailable.crowded': never
  'error.forecast_unavailable.cut': never
  'error.forecast_unavailable.failed': 'refusal'
  'error.forecast_unavailable.given_up': never
  'error.forecast_unavailable.incomplete': 'withinS'
  'error.forecast_unavailable.none': never
  'error.forecast_unavailable.pause': never
  'error.forecast_unavailable.pause_reason': 'given'
  'error.forecast_unavailable.resting': never
  'error.forecast_unavailable.slow': 'withinS'
  'error.forecast_unavailable.slow_snow': 'withinS'
  'error.forecast_unavailable.status': 'status'
  'error.forecast_unavailable.unreachable': never
  'error.heights_unusable.rejected': 'field' | 'why'
  'error.internal': never
  'error.internal.file_thread': never
  'error.internal.graphql': never
  'error.internal.licences': never
  'error.internal.request': 'requestId'
  'error.invalid_gpx.fault': 'fault' | 'line' | 'offset'
  'error.invalid_gpx.recording': 'field' | 'refusal'
  'error.invalid_input.both_ends': 'field'
  'error.invalid_input.combined': 'field' | 'otherField'
  'error.invalid_input.cursor': 'field'
  'error.invalid_input.cursor_row': 'field'
  'error.invalid_input.depth': 'levels' | 'max' | 'path'
  'error.invalid_input.document_forecasts': 'max' | 'number' | 'path'
  'error.invalid_input.document_id': 'max'
  'error.invalid_input.document_length': 'max'
  'error.invalid_input.events': never
  'error.invalid_input.field': 'expected' | 'field' | 'got'
  'error.invalid_input.field_missing': 'expected' | 'field'
  'error.invalid_input.field_rule': 'field' | 'why'
  'error.invalid_input.field_unknown': 'expected' | 'field'
  'error.invalid_input.file_fault': 'fault' | 'field'
  'error.invalid_input.first': 'max'
  'error.invalid_input.forecast_days': 'field' | 'max'
  'error.invalid_input.forecast_height': 'field' | 'max' | 'min'
  'error.invalid_input.forecast_lat': 'field'
  'error.invalid_input.forecast_lon': 'field'
  'error.invalid_input.forecast_many': 'field' | 'max'
  'error.invalid_input.forecast_missing': 'field' | 'max'
  'error.invalid_input.forecast_point': 'field'
  'error.invalid_input.forecast_points': 'max'
  'error.invalid_input.format_fault': 'fault' | 'field' | 'format'
  'error.invalid_input.format_structure': 'fault' | 'field' | 'format'
  'error.invalid_input.further_runs': 'max'
  'error.invalid_input.geojson_text': never
  'error.invalid_input.if_match': never
  'error.invalid_input.initial_count': 'given'
  'error.invalid_input.introspection': 'max' | 'number' | 'path'
  'error.invalid_input.lat_lon': 'field' | 'given'
  'error.invalid_input.line_polyline': 'why'
  'error.invalid_input.loop_follows': 'field'
  'error.invalid_input.mutation': never
  'error.invalid_input.nesting': never
  'error.invalid_input.nesting_limit': 'most'
  'error.invalid_input.no_file': 'fault' | 'field'
  'error.invalid_input.no_length': never
  'error.invalid_input.no_recording': 'field' | 'profile' | 'skipped'
  'error.invalid_input.no_trusted': never
  'error.invalid_input.node_id': 'field' | 'nodeType'
  'error.invalid_input.only_leg': 'field' | 'number'
  'error.invalid_input.operation_unclear': never
  'error.invalid_input.operations': 'max' | 'number' | 'path'
  'error.invalid_input.part_ends': 'fewest' | 'field' | 'givenCount' | 'parts'
  'error.invalid_input.persisted': 'field'
  'error.invalid_input.persisted_hash': 'field'
  'error.invalid_input.picture_covered': never
  'error.invalid_input.picture_small': 'count'
  'error.invalid_input.point': never
  'error.invalid_input.range': 'max'
  'error.invalid_input.range_outside': 'bytes'
  'error.invalid_input.recording': 'field' | 'refusal'
  'error.invalid_input.recording_form': 'field'
  'error.invalid_input.recording_format': 'field' | 'format'
  'error.invalid_input.repeated': 'most' | 'name'
  'error.invalid_input.repeated_field': 'field' | 'times'
  'error.invalid_input.request': 'expected' | 'got'
  'error.invalid_input.request_missing': 'expected'
  'error.invalid_input.request_rule': 'why'
  'error.invalid_input.ring_crosses': 'field' | 'otherVertex' | 'ring' | 'vertex'
  'error.invalid_input.ring_empty': 'field' | 'ring'
  'error.invalid_input.ring_order': 'field' | 'position' | 'ring'
  'error.invalid_input.segment_ends': 'fewest' | 'field' | 'givenCount' | 'parts'
  'error.invalid_input.selections': 'max' | 'path'
  'error.invalid_input.stop': 'field' | 'lineKm'
  'error.invalid_input.straight_leg': 'field' | 'lastLeg' | 'number'
  'error.invalid_input.style_language': never
  'error.invalid_input.suggested': 'refusal' | 'suggestions'
  'error.invalid_input.suggested_value': 'refusal' | 'suggestions'
  'error.invalid_input.switch': 'field'
  'error.invalid_input.target_time': 'field'
  'error.invalid_input.trusted_both': never
  'error.invalid_input.trusted_only': never
  'error.invalid_input.two_keys': never
  'error.invalid_input.utf8': 'field'
  'error.invalid_json.body': never
  'error.invalid_json.body_at': 'index'
  'error.invalid_json.empty': never
  'error.invalid_json.encoding': 'encoding'
  'error.invalid_json.ended': never
  'error.invalid_json.member': 'field'
  'error.invalid_json.nesting': 'max' | 'subject'
  'error.invalid_json.utf8': never
  'error.invalid_key.bearer': never
  'error.invalid_key.unknown': never
  'error.invalid_key.usage': never
  'error.leg_too_long': 'distanceM' | 'leg' | 'maxKm'
  'error.leg_too_long.gap': 'distanceM' | 'maxKm' | 'name'
  'error.method_not_allowed': 'methods'
  'error.network_unavailable.hierarchy': never
  'error.network_unavailable.loading': never
  'error.network_unavailable.no_release': never
  'error.network_unavailable.no_thread': never
  'error.network_unavailable.none': never
  'error.network_unavailable.starting': never
  'error.network_unavailable.stopping': never
  'error.no_heights.line': 'field'
  'error.no_heights.terrain': never
  'error.no_input.line': 'field'
  'error.no_loop': 'loopKm' | 'maxKm'
  'error.no_loop.other': 'loopKm' | 'possible'
  'error.no_outline': 'field'
  'error.no_path': 'leg'
  'error.no_path.avoid': 'leg'
  'error.no_path.bicycle_type': 'bicycleType' | 'leg'
  'error.no_path.closed_date': 'closed'
  'error.no_path.closed_date_to': 'closed' | 'point'
  'error.no_path.closed_time': 'closed'
  'error.no_path.closed_time_to': 'closed' | 'point'
  'error.no_path.marked_trails': 'leg'
  'error.no_path.marked_trails_max_sac': 'leg' | 'maxSac' | 'openMaxSac'
  'error.no_path.max_sac': 'leg' | 'maxSac' | 'openMaxSac'
  'error.no_path.on_foot': 'leg'
  'error.no_path.push': 'leg'
  'error.no_path.trail_closed': 'point'
  'error.no_path.trail_max_sac': 'maxSac' | 'openMaxSac' | 'point'
  'error.no_path.trail_missing': 'point'
  'error.no_path.trail_order': 'beginField' | 'field' | 'name'
  'error.no_path.trail_pieces': 'name'
  'error.no_path.turns': 'leg'
  'error.no_snap.far_fixed': 'distanceM' | 'point' | 'radiusM'
  'error.no_snap.far_setting': 'distanceM' | 'point' | 'radiusM'
  'error.no_snap.none_fixed': 'point' | 'radiusM' | 'withinKm'
  'error.no_snap.none_setting': 'point' | 'radiusM' | 'withinKm'
  'error.no_snap.trail': 'distanceM' | 'field' | 'name' | 'radiusM'
  'error.not_found.archive': never
  'error.not_found.component': never
  'error.not_found.explorer_file': never
  'error.not_found.font': never
  'error.not_found.glyphs': never
  'error.not_found.pack': never
  'error.not_found.path': 'host'
  'error.not_found.place': 'id'
  'error.not_found.place_field': 'field' | 'id'
  'error.not_found.place_id': never
  'error.not_found.relation': 'id'
  'error.not_found.retired': never
  'error.not_found.style_file': 'files'
  'error.not_found.styles': never
  'error.not_found.terrain': 'given'
  'error.not_found.trail_field': 'field' | 'id'
  'error.not_found.trail_id': never
  'error.not_found.trusted': never
  'error.one_part_only.line': 'parts'
  'error.origin_not_allowed.foreign': never
  'error.origin_not_allowed.missing': never
  'error.outside_region.network': 'boxes' | 'point' | 'position'
  'error.outside_region.parted': 'awayM' | 'firstPoint' | 'otherRegion' | 'point' | 'position' | 'region'
  'error.outside_region.regions': 'awayM' | 'point' | 'position' | 'region'
  'error.pace_required': 'profile'
  'error.pace_required.graphql': 'profile'
  'error.rate_limited.document': never
  'error.rate_limited.forecast': 'waitS'
  'error.rate_limited.processor': 'waitS'
  'error.rate_limited.requests': 'ratePerS' | 'waitS'
  'error.setting_refused.alternatives_at': never
  'error.setting_refused.alternatives_legs': never
  'error.setting_refused.graphql': 'field' | 'request'
  'error.setting_refused.pace': 'field' | 'profile'
  'error.setting_refused.pace_factor': 'profile'
  'error.setting_refused.profile': 'field' | 'profile' | 'takers'
  'error.setting_refused.straight_legs_of_route': never
  'error.setting_refused.walker': 'profile'
  'error.snow_unavailable.unreadable': never
  'error.terrain_unavailable.file': 'fault' | 'name'
  'error.terrain_unavailable.line': never
  'error.terrain_unavailable.missing': never
  'error.terrain_unavailable.none': never
  'error.terrain_unavailable.store': 'refusal'
  'error.too_large.answer_bytes': 'megabytes'
  'error.too_large.answer_made': 'megabytes'
  'error.too_large.answer_values': 'max'
  'error.too_large.areas': 'max'
  'error.too_large.body': 'maxBytes'
  'error.too_large.file': 'characters' | 'max'
  'error.too_large.files': 'maxValues'
  'error.too_large.gpx': 'characters' | 'max'
  'error.too_large.lists': 'max' | 'subject'
  'error.too_large.members': 'max' | 'subject'
  'error.too_large.object_members': 'max' | 'subject'
  'error.too_large.outline': 'field' | 'sides'
  'error.too_large.pictures': 'megapixels'
  'error.too_large.shapes': 'max' | 'subject'
  'error.too_large.subscriptions': 'maxBytes'
  'error.too_large.values': 'max' | 'subject'
  'error.too_large.variable': 'maxBytes' | 'name' | 'variable'
  'error.too_large.variables': 'maxBytes' | 'name' | 'variable'
  'error.too_large.variables_small': 'maxBytes' | 'variable'
  'error.too_long.line': 'lineM' | 'maxKm'
  'error.too_long.loop': 'field' | 'loopKm' | 'maxKm' | 'profile'
  'error.too_long.reach_ground': 'fewer' | 'toleranceM'
  'error.too_long.reach_junctions': 'fewer' | 'most'
  'error.too_long.reach_lines': 'fewer' | 'most'
  'error.too_long.route': 'distanceM' | 'maxKm'
  'error.too_long.terrain': never
  'error.too_long.trail': 'distanceM' | 'maxKm' | 'name'
  'error.too_long.trail_gaps': 'most' | 'name'
  'error.too_long.trails': 'maxKm'
  'error.too_many_points.file': 'maxPoints'
  'error.too_many_points.file_count': 'maxPoints' | 'points'
  'error.too_many_points.line': 'maxPoints' | 'points'
  'error.too_many_points.recording': 'field' | 'refusal'
  'error.too_many_points.route': 'maxPoints' | 'points'
  'error.unsupported_media_type.encoding': never
  'error.unsupported_media_type.json': never
  'error.unsupported_media_type.missing': never
  'error.upgrade_required': 'url'
  'error.waypoint_avoided': 'point' | 'position'
  'expected.areas': never
  'expected.areas.polygon': never
  'expected.areas.positions': never
  'expected.areas.ring': never
  'expected.at': never
  'expected.attribute_name': never
  'expected.box': never
  'expected.box.question': 'sides'
  'expected.box.sides': 'sides'
  'expected.box.south': never
  'expected.box.west': never
  'expected.cursor': never
  'expected.cursor.alone': never
  'expected.cursor.with_last': never
  'expected.date': never
  'expected.day': never
  'expected.direction': never
  'expected.drawn_position': never
  'expected.file': never
  'expected.fit': never
  'expected.flag': never
  'expected.geojson': never
  'expected.geojson.colour': never
  'expected.geojson.depth': 'max'
  'expected.geojson.feature': never
  'expected.geojson.features': never
  'expected.geojson.fewest': 'min'
  'expected.geojson.geometries': never
  'expected.geojson.geometry': never
  'expected.geojson.geometry_type': never
  'expected.geojson.label': 'max'
  'expected.geojson.lines': never
  'expected.geojson.most': 'max'
  'expected.geojson.polygons': never
  'expected.geojson.position': 'max'
  'expected.geojson.positions': never
  'expected.geojson.properties': never
  'expected.geojson.rings': never
  'expected.geojson.type': never
  'expected.gpx': never
  'expected.graphql.box': never
  'expected.graphql.enum': never
  'expected.graphql.exactly': never
  'expected.graphql.exactly_of': 'words'
  'expected.graphql.field': never
  'expected.graphql.finite': never
  'expected.graphql.id': never
  'expected.graphql.integer': never
  'expected.graphql.json': never
  'expected.graphql.list_each': 'each'
  'expected.graphql.moment': never
  'expected.graphql.object': 'name'
  'expected.graphql.osm_id': never
  'expected.graphql.pair': never
  'expected.graphql.text': never
  'expected.id': never
  'expected.id.length': never
  'expected.instruction': 'max'
  'expected.language': never
  'expected.leg': 'max'
  'expected.line.depth': 'max'
  'expected.line.feature': never
  'expected.line.filled': never
  'expected.line.height': never
  'expected.line.latitude': never
  'expected.line.longitude': never
  'expected.line.position': never
  'expected.line.type': never
  'expected.list': 'items' | 'max' | 'min'
  'expected.list.most': 'items' | 'max'
  'expected.local_time': never
  'expected.loop_length': 'bikeKm' | 'footKm' | 'min' | 'unit'
  'expected.loop_length.either': 'bikeKm' | 'footKm' | 'min'
  'expected.loop_length.once': never
  'expected.maneuver_type': never
  'expected.map_box': never
  'expected.map_box.lat': never
  'expected.map_box.lon': never
  'expected.map_box.wide': never
  'expected.matrix_targets': 'count' | 'max' | 'pairs'
  'expected.moment': never
  'expected.name': 'letters' | 'max'
  'expected.name.most': 'max'
  'expected.name.syntax': 'syntax'
  'expected.no_at': never
  'expected.nothing': never
  'expected.number': 'max' | 'min'
  'expected.number.unit': 'max' | 'min' | 'unit'
  'expected.object': never
  'expected.object.only': 'fields'
  'expected.one_of': 'words'
  'expected.one_part': never
  'expected.one_route': never
  'expected.order.distance': never
  'expected.padding': never
  'expected.pair': never
  'expected.place_id': never
  'expected.polyline': never
  'expected.polyline.range': 'max'
  'expected.radius': never
  'expected.reach.ascending': 'unit'
  'expected.reach.either': never
  'expected.reach.once': never
  'expected.relation_id': never
  'expected.revision': never
  'expected.seconds': never
  'expected.segments': never
  'expected.side.height': 'sides'
  'expected.side.south': never
  'expected.side.west': never
  'expected.side.width': 'sides'
  'expected.target_time': never
  'expected.target_time.range': never
  'expected.tcx': never
  'expected.terrain_version': never
  'expected.text.most': 'max'
  'expected.through': never
  'expected.trace_points': 'max'
  'expected.trails': 'max'
  'expected.value': never
  'expected.waypoint': never
  'expected.whole_number': 'max' | 'min'
  'expected.whole_number.unit': 'max' | 'min' | 'unit'
  'expected.word': 'word'
  'file.at': 'fault' | 'line' | 'offset'
  'file.attribute_expected': never
  'file.attribute_repeated': never
  'file.attribute_unquoted': never
  'file.attribute_with_tag': never
  'file.attribute_without_value': never
  'file.broken': never
  'file.broken_point': 'index'
  'file.cdata_end': never
  'file.cdata_open': never
  'file.characters': 'encoding'
  'file.closing_tag': never
  'file.closing_tag.expected': 'name'
  'file.comment_dashes': never
  'file.comment_open': never
  'file.cut_joins': never
  'file.declaration_misplaced': never
  'file.document_size': 'maxBytes'
  'file.document_type': never
  'file.empty': never
  'file.encrypted': never
  'file.ends_inside': 'name'
  'file.ends_inside.opened': 'name'
  'file.ends_inside_attribute': never
  'file.ends_inside_tag': never
  'file.fit_definition_truncated': never
  'file.fit_message_truncated': never
  'file.fit_message_undefined': never
  'file.forbidden_character': 'hex'
  'file.instruction_open': never
  'file.instruction_unnamed': never
  'file.kml_coordinate': never
  'file.lone_surrogate': never
  'file.markup': never
  'file.must_begin': never
  'file.must_begin.gpx': never
  'file.name_length': never
  'file.no_document': never
  'file.no_fit': never
  'file.no_json': never
  'file.no_kml': never
  'file.no_line.fit': never
  'file.no_line.gpx': 'waypoints'
  'file.no_line.kml': 'points'
  'file.no_line.tcx': never
  'file.no_root': never
  'file.off_globe': never
  'file.off_globe.polyline': never
  'file.packed': never
  'file.point_misplaced': 'name' | 'place'
  'file.points': never
  'file.polyline_character': 'index'
  'file.polyline_truncated': 'index'
  'file.reference': never
  'file.reference_to_character': never
  'file.reference_to_entity': never
  'file.root': 'name'
  'file.root.gpx': 'name'
  'file.second_document': never
  'file.second_document.gpx': never
  'file.slash': never
  'file.tag': never
  'file.tcx_position': never
  'file.text_after_end': never
  'file.too_deep': 'most'
  'file.too_many_attributes': 'most'
  'file.too_many_files': 'maxFiles'
  'file.track_times': 'points' | 'times'
  'file.truncated': never
  'file.truncated.chained': 'number'
  'got.list': 'number'
  'got.long_text': never
  'got.members': 'number'
  'got.more': never
  'got.none': never
  'got.nothing': never
  'got.object': never
  'got.one': never
  'got.text': 'number'
  'got.value': 'word'
  'got.word': 'number'
  'hint.nearest_point': 'position'
  'hint.object_coordinates': 'position'
  'hint.object_coordinates.member': 'field' | 'position'
  'hint.region_box': 'boxes'
  'hint.swapped_coordinates': 'position' | 'swappedPosition'
  'label.course': never
  'label.split': 'number' | 'splitUnit'
  'label.split.part': 'number' | 'ofMark' | 'splitUnit'
  'label.waypoint': 'number'
  'lost.areas': never
  'lost.attribution': never
  'lost.attribution.fit': 'sources'
  'lost.climb.few_points': never
  'lost.cue_types.fit': never
  'lost.cue_types.tcx': never
  'lost.documents': never
  'lost.heights': never
  'lost.heights.fit': never
  'lost.links': never
  'lost.names': never
  'lost.names_cut': never
  'lost.names_cut.fit': 'bytes'
  'lost.names_cut.tcx': 'characters' | 'pointCharacters'
  'lost.not_read': 'lost'
  'lost.not_read.named': 'lost' | 'names'
  'lost.not_read.others': 'lost' | 'names'
  'lost.parts.fit': 'parts'
  'lost.points': never
  'lost.points.geojson': never
  'lost.properties': never
  'lost.routes': never
  'lost.sensors': never
  'lost.shape': never
  'lost.stops.few_points': 'lostStops' | 'stops'
  'lost.then': 'first' | 'next'
  'lost.times': never
  'lost.times.geojson': never
  'lost.times.kml': never
  'lost.times.replaced': 'points'
  'lost.times_made': 'format' | 'spreadOver' | 'why'
  'lost.times_made.missing': 'missing' | 'points'
  'lost.times_made.none': never
  'lost.times_made.outside': 'format' | 'missing'
  'lost.waypoint_heights': 'format'
  'lost.waypoints': never
  'lost.waypoints.most': 'format' | 'leftOut' | 'maxMarks'
  'maneuver.arrive': 'point' | 'travel'
  'maneuver.arrive.leave': 'name' | 'point'
  'maneuver.arrive.leg': never
  'maneuver.continue': 'way'
  'maneuver.ferry': never
  'maneuver.ferry.named': 'name'
  'maneuver.ferry_exit': 'heading' | 'way'
  'maneuver.ferry_exit.pushing': 'heading' | 'way'
  'maneuver.keep': 'turn'
  'maneuver.keep.on': 'turn' | 'way'
  'maneuver.keep.onto': 'turn' | 'way'
  'maneuver.push': never
  'maneuver.push.along': 'way'
  'maneuver.push.carry': 'way'
  'maneuver.ride': never
  'maneuver.ride.along': 'way'
  'maneuver.roundabout': never
  'maneuver.roundabout.exit': 'exit' | 'travel' | 'way'
  'maneuver.roundabout_exit': never
  'maneuver.roundabout_exit.onto': 'way'
  'maneuver.start': 'heading' | 'travel' | 'way'
  'maneuver.start.pushing': 'heading' | 'way'
  'maneuver.start.there': never
  'maneuver.steps': never
  'maneuver.steps.ahead': never
  'maneuver.steps.turn': 'turn'
  'maneuver.straight_leg': never
  'maneuver.then': 'first' | 'next'
  'maneuver.turn': 'turn'
  'maneuver.turn.on': 'turn' | 'way'
  'maneuver.turn.onto': 'turn' | 'way'
  'maneuver.turn.stay': 'turn' | 'way'
  'maneuver.via': 'point'
  'maneuver.via.follow': 'name' | 'point'
  'maneuver.via.leave': 'name' | 'point'
  'method.character': 'majorM' | 'rollingM' | 'steadyM' | 'technicalM'
  'method.climb.none': never
  'method.climb.recorded': 'thresholdM'
  'method.climb.terrain': 'thresholdM'
  'method.effort': never
  'method.height_check': 'maxKm' | 'maxOffsetM' | 'missingShare' | 'spikeM' | 'spikeShare'
  'method.profile.recorded': never
  'method.profile.terrain': 'everyM' | 'maxKm'
  'method.sun': never
  'method.time': 'errorShare' | 'levelMinutes' | 'measured' | 'people' | 'recordings' | 'upMinutes'
  'method.time.down': 'downMinutes' | 'errorShare' | 'levelMinutes' | 'measured' | 'people' | 'recordings' | 'upMinutes'
  'method.time.own': 'levelMinutes' | 'measured' | 'people' | 'recordings' | 'timesModel' | 'upMinutes'
  'method.time.own_down': 'downMinutes' | 'levelMinutes' | 'measured' | 'people' | 'recordings' | 'timesModel' | 'upMinutes'
  'method.walker': 'model' | 'recordings' | 'shrinkage'
  'method.weather.arrival': never
  'method.weather.correction': never
  'method.weather.hours': never
  'name.near': 'name'
  'name.trail': 'id'
  'part.closed': 'ways'
  'part.closed.more': 'count' | 'ways'
  'part.closed.way': 'tag' | 'wayId'
  'part.closed.way_until': 'tag' | 'until' | 'wayId'
  'part.forecast.many_columns': never
  'part.forecast.many_hours': never
  'part.forecast.no_hours': never
  'part.forecast.no_list': 'name'
  'part.forecast.no_object': never
  'part.forecast.no_time': never
  'part.forecast.order': never
  'part.forecast.places': 'number' | 'wanted'
  'part.leg.between': 'end' | 'of' | 'start'
  'part.leg.end': 'index'
  'part.leg.end_named': 'index' | 'name'
  'part.leg.within': 'of' | 'start'
  'part.list.more': 'count'
  'part.loop.and': 'further' | 'reason'
  'part.loop.direction': 'direction' | 'towards'
  'part.loop.km': 'loopKm'
  'part.loop.longer': 'distanceM' | 'offShare'
  'part.loop.misses': 'missed' | 'wanted'
  'part.loop.misses_place': never
  'part.loop.repeated': 'repeatedM' | 'repeatedShare'
  'part.loop.shorter': 'distanceM' | 'offShare'
  'part.measured.bike': never
  'part.measured.hike': never
  'part.measured.run': never
  'part.months.every': never
  'part.months.run': 'firstMonth' | 'lastMonth'
  'part.note.gap': 'atM' | 'facts'
  'part.note.gap.closed': never
  'part.note.gap.missing': never
  'part.note.gap.turn': never
  'part.note.gap.unreachable': never
  'part.note.instead': 'lengthM'
  'part.note.left_out': 'lengthM'
  'part.note.place': 'atM'
  'part.note.stretch': 'atM' | 'lengthM'
  'part.note.tag': 'tag'
  'part.recording': 'field' | 'why'
  'part.sign.inscribed': 'inscription' | 'look'
  'part.sign.on': 'ground' | 'look'
  'part.snow': 'number' | 'snowReason'
  'part.subject.body': never
  'part.subject.document': never
  'part.subject.field': 'field'
  'part.subject.file': 'name'
  'part.subject.it': never
  'part.unmatched.no_connection': 'lengthM'
  'part.unmatched.no_path_nearby': 'lengthM'
  'part.unmatched.not_allowed': 'lengthM'
  'part.unmatched.outside_region': 'lengthM'
  'part.unmatched.too_far': 'lengthM'
  'part.way.kind': 'kind'
  'part.way.kind_heading': 'heading' | 'kind'
  'part.way.kind_signed': 'kind' | 'sign'
  'part.way.name': 'kind' | 'name'
  'part.way.named': 'kind' | 'name'
  'part.way.named_ref': 'kind' | 'name' | 'ref'
  'part.way.named_ref_signed': 'kind' | 'name' | 'ref' | 'sign'
  'part.way.named_signed': 'kind' | 'name' | 'sign'
  'part.way.ref': 'kind' | 'ref'
  'part.way.ref_signed': 'kind' | 'ref' | 'sign'
  'place.administrative_area': never
  'place.attraction': never
  'place.beach': never
  'place.bivouac': never
  'place.bus_station': never
  'place.bus_stop': never
  'place.cable_car_station': never
  'place.campsite': never
  'place.cape': never
  'place.castle': never
  'place.cave': never
  'place.city': never
  'place.country': never
  'place.county': never
  'place.drinking_water': never
  'place.farm': never
  'place.glacier': never
  'place.guidepost': never
  'place.hamlet': never
  'place.hotel': never
  'place.hut': never
  'place.information': never
  'place.island': never
  'place.lake': never
  'place.locality': never
  'place.monastery': never
  'place.park': never
  'place.parking': never
  'place.pass': never
  'place.path': never
  'place.peak': never
  'place.picnic_site': never
  'place.place_of_worship': never
  'place.range': never
  'place.region': never
  'place.restaurant': never
  'place.ridge': never
  'place.river': never
  'place.shelter': never
  'place.spring': never
  'place.state': never
  'place.station': never
  'place.street': never
  'place.suburb': never
  'place.toilets': never
  'place.town': never
  'place.trail': never
  'place.train_station': never
  'place.valley': never
  'place.viewpoint': never
  'place.village': never
  'place.waterfall': never
  'reason.alternatives.fewer': 'count' | 'localShare' | 'maxShared' | 'maxStretch'
  'reason.alternatives.one_place': never
  'reason.alternatives.unproven': never
  'reason.alternatives.unsupported': never
  'reason.alternatives.via_ferrata': never
  'reason.calibration.ferry': never
  'reason.calibration.grade': 'grade'
  'reason.calibration.no_height': never
  'reason.calibration.off_network': never
  'reason.calibration.pushed': never
  'reason.calibration.steep': 'slope'
  'reason.calibration.straight_leg': never
  'reason.calibration.via_ferrata': never
  'reason.climb.missing': 'voidM'
  'reason.climb.no_heights': never
  'reason.climb.wrong': 'recorded' | 'wrong'
  'reason.forecast.any_day': 'quantity'
  'reason.forecast.cell_height': 'names'
  'reason.forecast.days': 'number' | 'wanted'
  'reason.forecast.ensemble': 'refusal'
  'reason.forecast.freezing_level': never
  'reason.forecast.hours': 'missing' | 'of'
  'reason.forecast.no_model': never
  'reason.forecast.no_value': never
  'reason.forecast.none': never
  'reason.forecast.run_unknown': 'names'
  'reason.forecast.some_days': 'missing' | 'of' | 'quantity'
  'reason.heights.above': 'maxOffsetM' | 'offsetM'
  'reason.heights.below': 'maxOffsetM' | 'offsetM'
  'reason.heights.constant': 'heightM' | 'overM'
  'reason.heights.missing': 'maxShare' | 'share'
  'reason.heights.none': never
  'reason.heights.spikes': 'maxShare' | 'share' | 'spikeM'
  'reason.loop': 'reason'
  'reason.recording.fast': 'fastM' | 'fastestKmh' | 'profile' | 'wholeM'
  'reason.recording.few_times': never
  'reason.recording.length': 'fewestM' | 'lineM' | 'mostM'
  'reason.recording.no_heights': never
  'reason.recording.no_times': never
  'reason.recording.other_activity': 'profile' | 'timesModel'
  'reason.recording.pace': 'kmh' | 'maxKmh' | 'profile'
  'reason.recording.planned': never
  'reason.recording.same_outing': 'index'
  'reason.recording.short': 'fewestMinutes' | 'movingS'
  'reason.recording.sparse': 'gapS' | 'sparseM' | 'wholeM'
  'reason.sample.before': never
  'reason.sample.beyond': never
  'reason.sample.no_forecast': never
  'reason.sample.no_model': never
  'reason.search.around': 'name'
  'reason.search.beginning': 'name'
  'reason.search.in_box': never
  'reason.search.kind': 'name'
  'reason.search.name': 'name'
  'reason.search.near': 'awayM' | 'name'
  'reason.search.near_box': 'awayM'
  'reason.search.near_point': 'awayM'
  'reason.search.part': 'name'
  'reason.search.population': 'people'
  'reason.search.prominence': 'heightM'
  'reason.search.spelling': 'name'
  'reason.search.typo': 'letters' | 'name'
  'reason.search.wikidata': never
  'reason.search.word_beginnings': 'name'
  'reason.search.words': 'name'
  'reason.snow.failed': never
  'reason.snow.no_provider': never
  'rule.area.few': 'ring' | 'vertices'
  'rule.area.many': 'rings' | 'vertices'
  'rule.area.open': 'ring' | 'vertex'
  'rule.area.vertex': 'ring' | 'vertex'
  'rule.area.vertex_order': 'lat' | 'ring' | 'vertex'
  'rule.area.vertex_outside': 'ring' | 'vertex'
  'rule.area.wide': 'ring'
  'rule.costing_options': 'costing'
  'rule.line_form': never
  'rule.map_shown': 'field'
  'rule.near_or_box': never
  'rule.no_car': never
  'rule.no_fit': never
  'rule.no_tcx': never
  'rule.outside_world': never
  'rule.pace': never
  'rule.pixels': 'maxPixels' | 'pixels'
  'rule.polyline': 'fault'
  'rule.question': never
  'rule.run': never
  'rule.target': never
  'rule.trace_form': never
  'rule.trace_form.two': 'given' | 'other'
  'site.description': never
  'source.basemap': 'name'
  'source.demo': never
  'source.heights': 'files'
  'source.heights_more': 'count' | 'files'
  'source.name.basemap': never
  'source.name.demo': never
  'source.name.heights': never
  'source.named': 'name'
  'source.openstreetmap': never
  'source.snow_file': never
  'source.weather_sample': never
  'trip.arrived': 'point'
  'trip.arrived.destination': never
  'trip.found': never
  'unknown.access_conditional': 'lengthM'
  'unknown.access_conditional.reach': 'lengthM'
  'unknown.area_cut': 'names'
  'unknown.area_cut.more': 'count' | 'names'
  'unknown.cycleway_foot_unknown': 'lengthM'
  'unknown.dated_access': 'note' | 'places'
  'unknown.dated_access.closed': 'tags'
  'unknown.dated_access.danger': 'tag'
  'unknown.dated_access.flood': 'tag'
  'unknown.dated_access.not_read': never
  'unknown.dated_access.open.arrival': 'tags'
  'unknown.dated_access.open.hour': 'tags'
  'unknown.dated_access.reach': 'lengthM'
  'unknown.dated_access.season': 'tag'
  'unknown.dated_access.tide': 'tag'
  'unknown.dated_access.to_whom.arrival': 'tags'
  'unknown.dated_access.to_whom.hour': 'tags'
  'unknown.dated_access.undated.applies': 'applies' | 'tags'
  'unknown.dated_access.undated.both': 'closes' | 'mayClose' | 'tags'
  'unknown.dated_access.undated.closes': 'closes' | 'tags'
  'unknown.dated_access.undated.danger': 'tag'
  'unknown.dated_access.undated.may_close': 'mayClose' | 'tags'
  'unknown.dated_access.winter': 'tag'
  'unknown.ferry_time_unknown': 'lengthM'
  'unknown.ferry_time_unknown.arrival': 'stretchM'
  'unknown.ferry_time_unknown.reach': never
  'unknown.height_unknown': 'lengthM'
  'unknown.height_unknown.reach': 'lengthM'
  'unknown.height_unknown.recorded': 'missing' | 'points' | 'voidM'
  'unknown.heights_none.line': never
  'unknown.heights_none.splits': never
  'unknown.heights_none.weather': never
  'unknown.heights_recorded_rejected.terrain': 'why'
  'unknown.lighting_unknown': 'lengthM'
  'unknown.lighting_unknown.reach': 'lengthM'
  'unknown.line_unmatched': 'facts' | 'lengthM'
  'unknown.map_edge': never
  'unknown.probability_missing': 'missing' | 'of'
  'unknown.sac_untagged': 'lengthM'
  'unknown.sac_untagged.reach': 'lengthM'
  'unknown.snow_between_samples': 'apartM'
  'unknown.snow_forecast_missing.points': 'missing' | 'of'
  'unknown.snow_forecast_missing.refused': 'refusal'
  'unknown.snow_forecast_missing.why': 'why'
  'unknown.snow_forecast_shared': 'distanceM'
  'unknown.snow_not_observed': 'missing' | 'of' | 'reasons'
  'unknown.straight_leg': 'lengthM'
  'unknown.straight_leg.arrival': 'stretchM'
  'unknown.surface_assumed': 'lengthM'
  'unknown.surface_assumed.reach': 'lengthM'
  'unknown.surface_unknown': 'lengthM'
  'unknown.surface_unknown.reach': 'lengthM'
  'unknown.terrain_void.line': 'voidM'
  'unknown.terrain_void.points': 'missing' | 'of'
  'unknown.time_by_slope': never
  'unknown.time_outside_calibration': 'lengthM'
  'unknown.time_outside_calibration.arrival': 'model' | 'stretchM'
  'unknown.weather_height_unknown': 'missing' | 'of'
  'unknown.weather_missing': 'missing' | 'of'
  'unknown.weather_synthetic': never
  'warning.access_conditional': 'places'
  'warning.access_restricted.agricultural': 'places'
  'warning.access_restricted.customers': 'places'
  'warning.access_restricted.delivery': 'places'
  'warning.access_restricted.destination': 'places'
  'warning.access_restricted.discouraged': 'places'
  'warning.access_restricted.forestry': 'places'
  'warning.aided_passage': 'places'
  'warning.best_effort.budget': 'leg'
  'warning.best_effort.budget_gap': 'gapShare' | 'leg'
  'warning.best_effort.dated': 'leg'
  'warning.best_effort.dated_gap': 'gapShare' | 'leg'
  'warning.dated_hazard': 'note' | 'places'
  'warning.dated_hazard.now': 'tag'
  'warning.demo_region': never
  'warning.dismount': 'lengthM' | 'places'
  'warning.dismount.barrier': 'atM'
  'warning.dismount.now': 'places'
  'warning.far_snap': 'lengthM' | 'point'
  'warning.far_snap.closed': 'lengthM' | 'point'
  'warning.ferry': 'places'
  'warning.ferry.sailing': 'places' | 'sailingS'
  'warning.ferry.sailing_part': 'places' | 'sailingS'
  'warning.ford': 'places'
  'warning.hardly_visible': 'places'
  'warning.mapped_hazard': 'note' | 'places'
  'warning.mapped_hazard.named': 'tag'
  'warning.steep_grade': 'atM' | 'grade' | 'lengthM'
  'warning.straight_leg': 'places'
  'warning.trail_gap': 'name' | 'places'
  'warning.tunnel': 'places'
  'warning.via_ferrata': 'places'
}
