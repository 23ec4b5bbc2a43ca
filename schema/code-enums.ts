// The closed lists of codes as enums: what an answer does not know, what it warns of, how it instructs, why snow is
// unknown, how a request failed.

import type { WayKind } from '../src/osm/edge-facts.ts'
import type { ManeuverType, TurnModifier } from '../src/routing/costs/route-types.ts'
import { UNKNOWNS, WARNINGS } from '../src/unknowns.ts'
import type { SnowReason } from '../src/weather/snow/snow-products.ts'
import type { SurfaceKind } from '../src/travel/surfaces.ts'
import { builder } from './builder.ts'

export const UnknownCodeEnum = builder.enumType('UnknownCode', {
  description: 'What is not known. A code appears only where something is missing, never as a reassurance.',
  values: enumValues(UNKNOWNS),
})
export const WarningCodeEnum = builder.enumType('WarningCode', {
  description: 'What a warning is about.',
  values: enumValues(WARNINGS),
})
const MANEUVERS: Record<ManeuverType, string> = {
  start: 'The route begins.',
  via: 'A waypoint on the way is reached, and the next leg begins.',
  continue: 'Go on along another way.',
  slight_right: 'Bear right.',
  turn_right: 'Turn right, by about a right angle.',
  sharp_right: 'Turn sharply right.',
  u_turn: 'Turn around and go back the way you came.',
  sharp_left: 'Turn sharply left.',
  turn_left: 'Turn left, by about a right angle.',
  slight_left: 'Bear left.',
  keep_right: 'Keep right at a fork.',
  keep_left: 'Keep left at a fork.',
  roundabout: 'Enter a roundabout; the sentence names the exit.',
  roundabout_exit: 'Leave the roundabout on which the leg began.',
  ferry: 'Board a ferry.',
  ferry_exit: 'Leave the ferry.',
  steps: 'A flight of steps begins.',
  push: 'Get off and push the bicycle.',
  ride: 'Ride again.',
  straight_leg: 'A leg drawn straight begins; nothing is known about it.',
  arrive: 'A waypoint is reached.',
}
export const ManeuverTypeEnum = builder.enumType('ManeuverType', {
  description: 'The action of an instruction.',
  values: enumValues(MANEUVERS),
})
const MODIFIERS: Record<TurnModifier, string> = {
  sharp_left: 'To the left by 120 degrees or more.',
  left: 'To the left by 45 to 120 degrees.',
  slight_left: 'To the left by less than 45 degrees, or the left way of a fork.',
  straight: 'Ahead, or the middle way of a fork.',
  slight_right: 'To the right by less than 45 degrees, or the right way of a fork.',
  right: 'To the right by 45 to 120 degrees.',
  sharp_right: 'To the right by 120 degrees or more.',
  u_turn: 'Back the way you came.',
}
export const TurnModifierEnum = builder.enumType('TurnModifier', {
  description: 'How far a turn bends, and to which side.',
  values: enumValues(MODIFIERS),
})
const WAY_KIND_WORDS: Record<WayKind, string> = {
  road: 'A road of the network between places: highway=tertiary and above, or road.',
  street: 'For access and living: highway=unclassified, residential, living_street or service.',
  track: 'For farm and forest vehicles.',
  path: 'For walkers and often for others; bridleways and via ferratas too.',
  footway: 'For walkers, in places; pedestrian streets too.',
  steps: 'A flight of stairs, or an escalator.',
  cycleway: 'For bicycles.',
  ferry: 'A crossing by boat.',
  other: 'A platform or a pier.',
}
export const WayKindEnum = builder.enumType('WayKind', {
  description: 'What a way is, as instructions name it.',
  values: enumValues(WAY_KIND_WORDS),
})
const SNOW_REASONS: Record<SnowReason, string> = {
  no_observation: 'No raster is published.',
  outside_raster: 'The point lies outside the raster.',
  no_data: 'Nothing was measured here: no data, fill or missing.',
  cloud: 'Clouds hid the ground.',
  night: 'It was dark.',
  inland_water: 'Inland water: neither snow nor clear.',
  ocean: 'The sea: neither snow nor clear.',
  no_decision: 'The product could not decide.',
  saturated: 'The sensor was saturated.',
  undocumented_code: 'The raster has a number that its product does not define.',
  partial_cover: 'Partly covered: between clear and snow.',
  age_unknown: 'Nobody knows how old the observation is.',
  too_old: 'The observation is too old to say anything.',
  in_future: "The observation is dated ahead of this server's clock.",
}
export const SnowReasonEnum = builder.enumType('SnowReason', {
  description: 'Why snow at a point is unknown.',
  values: enumValues(SNOW_REASONS),
})

export type EnumValues<Word extends string> = {
  [K in Word as Uppercase<K>]: { value: K; description: string }
}

/**
 * Enums made from tables of words: upper case in GraphQL, the contract's own words inside and in REST.
 * `{cable_car_station: 'A station ...'}` -> `{CABLE_CAR_STATION: {value: 'cable_car_station', description}}`.
 */
export function enumValues<const Word extends string>(sentences: Record<Word, string>): EnumValues<Word> {
  return Object.fromEntries(
    Object.entries(sentences).map(([word, description]) => [word.toUpperCase(), { value: word, description }]),
  ) as never
}

/** The words of routing as GraphQL enums: upper case here, the contract's own words inside and in REST. */
export const RouteStatusEnum = builder.enumType('RouteStatus', {
  description: 'Whether the route is proven cheapest.',
  values: {
    COMPLETE: { value: 'complete', description: 'Every leg is a proven cheapest path under the settings.' },
    BEST_EFFORT: { value: 'best_effort', description: 'The search budget ran out on a leg; a warning says which.' },
  } as const,
})
export const SurfaceEnum = builder.enumType('SurfaceKind', {
  description: 'Kind of surface. Unknown is not good.',
  values: enumValues<SurfaceKind>({
    paved: 'Asphalt, concrete, paving stones and the like.',
    gravel: 'Gravel, compacted or other built surfaces without a seal.',
    trail: 'Natural ground: earth, grass, rock, roots, sand.',
    unknown: 'Neither tagged nor assumed; not to be read as good.',
  }),
})
export const SurfaceSourceEnum = builder.enumType('SurfaceSource', {
  description: 'Where the surface comes from.',
  values: {
    MAPPED: { value: 'mapped', description: 'Tagged on the map.' },
    CLASS_DEFAULT: { value: 'class_default', description: 'Assumed from the class of the way; the map does not say.' },
  } as const,
})
export const HeightSourceEnum = builder.enumType('HeightSource', {
  description: 'Where heights come from.',
  values: enumValues({
    tag: 'The tag `ele` of the map.',
    terrain: 'The terrain model.',
    recorded: 'The heights that the line came with.',
    request: 'Sent by the caller.',
    provider_grid: "Mean height of the forecast model's cell; temperatures are not corrected.",
    unknown: 'Not known; temperatures are not corrected.',
  }),
})
export const HazardEnum = builder.enumType('HazardKind', {
  description: 'What makes a stretch dangerous.',
  values: {
    FORD: { value: 'ford', description: 'A ford: the way crosses water without a bridge.' },
    AID: { value: 'aid', description: 'An aided passage: ladder, rope, rungs.' },
    VIA_FERRATA: { value: 'via_ferrata', description: 'A via ferrata: a climbing route that needs a harness.' },
  } as const,
})
