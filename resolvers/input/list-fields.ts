// Areas, ranges and filters of the lists of GraphQL, checked.

import type { z } from 'zod'
import { say } from '../../src/language/sentence.ts'
import type { Words } from '../../src/language/generated/message-values.ts'
import { PLACE_FACTS, type PlaceFact, WHEELCHAIR } from '../../src/places/place-facts.ts'
import { PLACE_ORDERS } from '../../src/search/order-places.ts'
import { TRAIL_ORDERS } from '../../src/search/order-trails.ts'
import { zodMessage } from '../pipeline/zod-message.ts'
import {
  fields,
  flag,
  integerFrom,
  listOf,
  localTimeField,
  numberFrom,
  oneOf,
  position,
  textUpTo,
} from './input-fields.ts'
import { areaField, boxField, idText, mapKinds, MAX_SIDE_DEG, nameText, trailType } from './search-fields.ts'

/** `presetM`: how near, where it is not said. */
export const nearPoint = (presetM = 1000) =>
  fields({
    at: position().describe('The point, [lon, lat] in degrees.'),
    withinM: numberFrom(10, 50_000, 'metres').default(presetM).describe('How near, metres, 10 to 50,000.'),
  })

/** GraphQL takes exactly one of the three (`AreaInput`). `box`: the check of the box, by default at most 2 degrees. */
const areaForms = (box: ReturnType<typeof boxField> = areaField()) =>
  fields({ near: nearPoint().optional(), box: box.optional(), inPlace: idText().optional() })
export type Area = z.output<ReturnType<typeof areaForms>>

/** `RangeInput`. */
export const rangeFrom = (min: number, max: number, unit?: Words['unit']) =>
  fields({
    min: numberFrom(min, max, unit).optional().describe('At least this much.'),
    max: numberFrom(min, max, unit).optional().describe('At most this much.'),
  })

const digits = (value: number): string => value.toLocaleString('en')
/** `about`: what the range is of. */
const rangeField = (min: number, max: number, unit: 'metres' | 'seconds', about: string) =>
  rangeFrom(min, max, unit)
    .optional()
    .describe(`${about}, ${unit}, ${digits(min)} to ${digits(max)}.`)

export const sacRange = fields({
  min: integerFrom(1, 6).optional().describe('At least this hard.'),
  max: integerFrom(1, 6).optional().describe('At most this hard.'),
})

const trailFacts = {
  types: listOf(trailType(), 1, 2, 'kinds').optional().describe('Kinds to keep. Default both.'),
  levels: listOf(oneOf(['international', 'national', 'regional', 'local']), 1, 4, 'levels')
    .optional()
    .describe('Levels to keep. Default all.'),
  lengthM: rangeField(0, 100_000_000, 'metres', 'Length of the line'),
  ascentM: rangeField(0, 1_000_000, 'metres', 'Climb (`elevation`)'),
  descentM: rangeField(0, 1_000_000, 'metres', 'Descent (`elevation`)'),
  movingS: rangeField(0, 100_000_000, 'seconds', 'Moving time (`time`)'),
  sac: sacRange.optional().describe('The hardest tagged SAC grade; it is unknown where no member is graded.'),
  loop: flag().optional().describe('True: only loops; false: only routes that are not loops.'),
  pavedShareMax: numberFrom(0, 1, 'share')
    .optional()
    .describe('At most this share of the length is paved, 0 to 1; stretches of unknown surface may be paved.'),
}
/** `LinkedTrailWhere`. */
export const linkedTrailWhere = fields(trailFacts)

/** `TrailWhere`: what to look for, and which of those to keep. */
export const trailWhere = fields({
  area: areaForms(boxField()).optional().describe('Where their line passes. Needed without a text.'),
  text: nameText(1).optional().describe('Name or reference, at most 200 characters.'),
  ...trailFacts,
})
  .refine(({ text, area }) => text !== undefined || area !== undefined, { error: zodMessage(say('rule.question')) })
  // without a text every trail of the box is looked at
  .refine(
    ({ text, area }) => text !== undefined || area?.box === undefined || areaField().safeParse(area.box).success,
    {
      path: ['area', 'box'],
      error: zodMessage(say('expected.box.question', { sides: MAX_SIDE_DEG })),
    },
  )

/** `SearchWhere`. */
export const searchWhere = fields({
  area: areaForms(boxField()).optional().describe('Where it lies.'),
  kinds: mapKinds().optional().describe('Kinds to keep; TRAIL keeps signed routes. Default all.'),
})

const direction = oneOf(['asc', 'desc']).default('asc').describe('Ascending or descending.')
export const trailOrder = fields({
  by: oneOf(TRAIL_ORDERS).describe('The value that decides where each stands.'),
  direction,
})

const FACTS = Object.keys(PLACE_FACTS) as [PlaceFact, ...PlaceFact[]]
const MOST_TAG_CHARACTERS = 255
const MOST_TAGS = 10
const tagText = () => textUpTo(MOST_TAG_CHARACTERS, say('expected.text.most', { max: MOST_TAG_CHARACTERS }))
/** `TagInput`. */
export const tagWanted = fields({
  key: tagText().describe(`What it tells of: \`winter_room\`; at most ${MOST_TAG_CHARACTERS} characters.`),
  value: tagText()
    .optional()
    .describe(`What it tells: \`yes\`; at most ${MOST_TAG_CHARACTERS} characters. Left out: whatever it is.`),
})

const placeFacts = {
  kinds: mapKinds().optional().describe('Kinds to keep. Default all.'),
  named: flag().optional().describe('True: those with a name; false: those without. Default both.'),
  name: nameText(1).optional().describe('Words of one of its names, the last maybe cut short; at most 200 characters.'),
  elevationM: rangeField(-500, 9000, 'metres', 'Height above sea level'),
  capacityMin: integerFrom(1, 100_000).optional().describe('It has room for at least this many, 1 to 100,000.'),
  drinkable: flag().optional().describe('Whether its water is drinkable.'),
  free: flag().optional().describe('Whether it costs nothing.'),
  wheelchair: listOf(oneOf(WHEELCHAIR), 1, WHEELCHAIR.length, 'kinds')
    .optional()
    .describe('Whether wheelchairs get there.'),
  openAt: localTimeField()
    .optional()
    .describe('When it is open: a time by the clock there (2026-08-01T10:00), or with its offset.'),
  has: listOf(oneOf(FACTS), 1, FACTS.length, 'kinds').optional().describe('What the map says of it, whatever it says.'),
  tags: listOf(tagWanted, 1, MOST_TAGS, 'attribute_names')
    .optional()
    .describe(`Tags of the map, 1 to ${MOST_TAGS}; it has all of them.`),
}
/** `NearbyWhere`. */
export const nearbyWhere = fields(placeFacts)
/** `PlaceWhere`. */
export const placeWhere = fields({ area: areaForms().describe('Where they lie.'), ...placeFacts })
export const placeOrder = fields({
  by: oneOf(PLACE_ORDERS).describe('The value that decides where each stands.'),
  direction,
})
