// Made by `npm run codegen` from catalogues/en.json.

/** Of each name of a value its kind. */
export const VALUE_KINDS = {
  bestGrade: 'tag grade',
  climbM: 'metres whole',
  colour: 'tag colour',
  count: 'number',
  differences: 'list comma',
  distanceM: 'metres',
  end: 'text',
  exit: 'number',
  first: 'sentence',
  firstMonth: 'text',
  grade: 'tag grade',
  ground: 'text',
  heading: 'heading',
  index: 'plain',
  inscription: 'text',
  kind: 'word way',
  lastMonth: 'text',
  localShare: 'share',
  look: 'text',
  maxShared: 'share',
  maxStretch: 'plain',
  movingS: 'minutes',
  name: 'text',
  next: 'sentence',
  of: 'plain',
  point: 'point',
  ref: 'text',
  sharedShare: 'share',
  sign: 'sign',
  start: 'text',
  travel: 'choice foot bicycle',
  turn: 'word turn',
  way: 'way',
} as const

/** Words of each family. */
export interface Words {
  colour: 'black' | 'blue' | 'brown' | 'gray' | 'green' | 'grey' | 'orange' | 'purple' | 'red' | 'white' | 'yellow'
  grade: 'via_ferrata'
  heading: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'
  point: 'place' | 'source' | 'start' | 'target' | 'waypoint'
  shape: 'arrow' | 'backslash' | 'bar' | 'circle' | 'corner' | 'cross' | 'diamond' | 'diamond_line' | 'dot' | 'fork' | 'frame' | 'hexagon' | 'left_arrow' | 'left_pointer' | 'lower' | 'pointer' | 'rectangle' | 'rectangle_line' | 'right_arrow' | 'right_pointer' | 'shell' | 'slash' | 'stripe' | 'triangle' | 'triangle_line' | 'triangle_turned' | 'turned_T' | 'upper' | 'wheel' | 'x'
  turn: 'continue' | 'keep_left' | 'keep_right' | 'sharp_left' | 'sharp_right' | 'slight_left' | 'slight_right' | 'turn_left' | 'turn_right' | 'u_turn'
  way: 'cycleway' | 'ferry' | 'footway' | 'other' | 'path' | 'road' | 'steps' | 'street' | 'track'
}

/** Names of the values of each message. */
export interface MessageValueNames {
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
  'error.busy.files': never
  'error.busy.left': never
  'error.internal': never
  'error.rate_limited.document': never
  'error.setting_refused.alternatives_at': never
  'error.setting_refused.alternatives_legs': never
  'error.setting_refused.straight_legs_of_route': never
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
  'part.leg.between': 'end' | 'of' | 'start'
  'part.leg.end': 'index'
  'part.leg.end_named': 'index' | 'name'
  'part.leg.within': 'of' | 'start'
  'part.list.more': 'count'
  'part.months.every': never
  'part.months.run': 'firstMonth' | 'lastMonth'
  'part.sign.inscribed': 'inscription' | 'look'
  'part.sign.on': 'ground' | 'look'
  'part.way.kind': 'kind'
  'part.way.kind_heading': 'heading' | 'kind'
  'part.way.kind_signed': 'kind' | 'sign'
  'part.way.named': 'kind' | 'name'
  'part.way.named_ref': 'kind' | 'name' | 'ref'
  'part.way.named_ref_signed': 'kind' | 'name' | 'ref' | 'sign'
  'part.way.named_signed': 'kind' | 'name' | 'sign'
  'part.way.ref': 'kind' | 'ref'
  'part.way.ref_signed': 'kind' | 'ref' | 'sign'
  'reason.alternatives.fewer': 'count' | 'localShare' | 'maxShared' | 'maxStretch'
  'reason.alternatives.one_place': never
  'reason.alternatives.unproven': never
  'reason.alternatives.unsupported': never
  'reason.alternatives.via_ferrata': never
  'trip.arrived': 'point'
  'trip.arrived.destination': never
  'trip.found': never
}
