// GraphQL of what loops are wanted: the input of roundTrips, its price, and how the operation gets it.

import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { onceEach } from '../resolvers/pipeline/once-each.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { builder } from './builder.ts'
import { fromGlobalId, readId } from './node-interface.ts'
import { PlaceKindEnum } from './place-type.ts'
import { parseTravel, TravelSettingsType } from './travel-settings.ts'
import { WaypointInputType } from './waypoint-input.ts'

const LoopLengthInput = builder.inputType('LoopLength', {
  description: 'How long a loop should be, in one of two units.',
  isOneOf: true,
  fields: (t) => ({
    distanceM: t.float({ description: 'Metres, 500 to 40,000 on foot and to 60,000 by bicycle.' }),
    distanceKm: t.float({ description: 'Kilometres, 0.5 to 40 on foot and to 60 by bicycle.' }),
  }),
})

const LoopThroughInput = builder.inputType('LoopThroughInput', {
  description:
    'Places that a loop is to pass, within 100 m of each: `places`, `kinds` or both. A loop that misses any is ROUGH, and its reason says so.',
  fields: (t) => ({
    places: t.idList({ description: 'Up to 10 ids of places or outdoor places: all are to be passed.' }),
    kinds: t.field({ type: [PlaceKindEnum], description: 'Kinds of outdoor places: any of them counts.' }),
    atLeast: t.int({
      description:
        'How many places of the kinds are to be passed, 1 to 10, default 1; without kinds, how many of the places.',
    }),
  }),
})

/** A place id of either sort. */
function placeIdOf(text: string, field: string): number {
  const found = fromGlobalId(text)
  return found?.type === 'OutdoorPlace' ? found.id : readId('Place', text, field)
}

export const RoundTripsInput = builder.inputType('RoundTripsInput', {
  description: 'The loops wanted. Omitted fields take their defaults.',
  fields: (t) => ({
    start: t.field({ type: WaypointInputType, required: true, description: 'Where the loop begins and ends.' }),
    length: t.field({ type: LoopLengthInput, required: true, description: 'How long it should be.' }),
    direction: t.float({
      description: 'Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.',
    }),
    alternatives: t.int({
      defaultValue: 0,
      description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other.',
    }),
    through: t.field({ type: LoopThroughInput, description: 'What the loop is to pass. Default nothing.' }),
    settings: t.field({ type: TravelSettingsType, description: 'How you travel; a loop does not take all of them.' }),
  }),
})
/** Where it stands, for errors. */
export const ARGUMENT = 'input.'
type GivenLoops = typeof RoundTripsInput.$inferInput

export function toLoops({ length, direction, alternatives, through: given, settings }: GivenLoops, start: LonLat) {
  const through = given == null ? null : throughOf(given)
  const wish = Object.fromEntries(
    Object.entries({ ...length, direction, alternatives, through }).filter(([, value]) => value != null),
  )
  return parseTravel(roundTrips, 'loop', { start, ...wish }, settings, ARGUMENT)
}

function throughOf({ places, kinds, atLeast }: typeof LoopThroughInput.$inferInput) {
  return {
    ...(places == null
      ? {}
      : { places: places.map((id, i) => placeIdOf(String(id), `${ARGUMENT}through.places[${i}]`)) }),
    ...(kinds == null ? {} : { kinds }),
    ...(atLeast == null ? {} : { atLeast }),
  }
}

/** What it will cost; an input that does not pass its checks costs nothing. */
export const priceOfLoops = onceEach((input: GivenLoops): number => {
  try {
    return creditsOf(roundTrips, toLoops(input, input.start.at ?? [0, 0]))
  } catch {
    return 0
  }
})
