// How lists of places are chosen and ordered. Their bounds stand in the schemas that check them
// (resolvers/input/list-fields.ts).

import type { z } from 'zod'
import { nearbyWhere, placeOrder, placeWhere, tagWanted } from '../resolvers/input/list-fields.ts'
import type { PlaceFact } from '../src/places/place-facts.ts'
import type { PlaceFilter } from '../src/search/order-places.ts'
import { inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import { AreaInput, DirectionEnum, RangeInput } from './list-inputs.ts'
import { PlaceKindEnum, WheelchairEnum } from './place-type.ts'

const PlaceFactEnum = builder.enumType('PlaceFact', {
  description: 'What the map may say of a place.',
  values: enumValues({
    phone: 'Its telephone number (`Place.phone`).',
    email: 'Its email address (`Place.email`).',
    website: 'The address of its website (`Place.website`).',
    operator: 'Who runs it (`Place.operator`).',
    opening_hours: 'When it is open (`Place.openingHours`).',
    capacity: 'How many it has room for (`Place.capacity`).',
    beds: 'How many beds it has (`Place.beds`).',
    fee: 'Whether it costs something (`Place.fee`).',
    drinkable: 'Whether its water is drinkable (`Place.drinkable`).',
    wheelchair: 'Whether wheelchairs get there (`Place.wheelchair`).',
    reservation: 'Whether to reserve (`Place.reservation`).',
    access: 'Who may enter (`Place.access`).',
  } satisfies Record<PlaceFact, string>),
})

const TagInput = builder.inputType('TagInput', {
  description: 'A tag of the map.',
  fields: (t) => inputFieldsOf(t, tagWanted),
})

const FACTS = {
  kinds: PlaceKindEnum,
  elevationM: RangeInput,
  wheelchair: WheelchairEnum,
  has: PlaceFactEnum,
  tags: TagInput,
  openAt: 'LocalDateTime' as const,
}

export const NearbyWhere = builder.inputType('NearbyWhere', {
  description: 'Which places of a list to keep: those that meet every bound. What the map does not say meets none.',
  fields: (t) => inputFieldsOf(t, nearbyWhere, FACTS),
})

export const PlaceWhere = builder.inputType('PlaceWhere', {
  description: 'Places to look for: those that meet every bound. What the map does not say meets none.',
  fields: (t) => inputFieldsOf(t, placeWhere, { ...FACTS, area: AreaInput }),
})

const PlaceOrderByEnum = builder.enumType('PlaceOrderBy', {
  description: 'What a list of places is ordered by.',
  values: {
    DISTANCE: { value: 'distance', description: 'How far from the point, or from the middle of the area.' },
    IMPORTANCE: { value: 'importance', description: 'How well known it is likely to be; the best known comes last.' },
    NAME: { value: 'name', description: 'Name, whatever the case and accents.' },
    ELEVATION: { value: 'elevation', description: 'Height above sea level.' },
    PROMINENCE: { value: 'prominence', description: 'How far a summit rises above its surroundings.' },
    CAPACITY: { value: 'capacity', description: 'For how many there is room.' },
    POPULATION: { value: 'population', description: 'How many live there.' },
  } as const,
})

export const PlaceOrderInput = builder.inputType('PlaceOrder', {
  description: 'The order of a list of places; what is unknown comes last.',
  fields: (t) => inputFieldsOf(t, placeOrder, { by: PlaceOrderByEnum, direction: DirectionEnum }),
})

/** As lists take it. */
export function filterOf(where: z.output<typeof nearbyWhere> | null | undefined): PlaceFilter {
  const { kinds, named, ...facts } = where ?? {}
  return { ...(facts as PlaceFilter), kinds: kinds ?? null, named: named ?? null }
}
