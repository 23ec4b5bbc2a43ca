// Checks of what GraphQL asks of the catalogue: the same bounds as REST, under the names of GraphQL, and those of the
// links between places, trails and routes.

import { z } from 'zod'
import { integerFrom, fields, listOf, numberFrom, oneOf, position } from './input-fields.ts'
import { profileField } from './setting-fields.ts'
import { walkerField } from './walker-field.ts'
import { areaField, boxField, nameText, placeKinds, poiKinds, trailFilter, trailType } from './search.ts'

const cursor = () =>
  z.string({ error: 'the cursor of an edge' }).max(200, { error: 'the cursor of an edge', abort: true }).optional()
const idText = () => z.string({ error: 'an id' }).max(100, { error: 'an id of at most 100 characters', abort: true })
const page = (max: number) => ({ first: integerFrom(1, max).optional(), after: cursor() })

export const MAX_NODES = 100

export const searchArgs = fields({
  text: nameText(2),
  near: position().optional(),
  biasBox: boxField().optional(),
  inBox: boxField().optional(),
  ...page(50),
})
export const placesArgs = fields({
  near: position(),
  radiusM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: placeKinds().optional(),
  ...page(100),
})
export const outdoorPlacesArgs = fields({ inBox: areaField(), kinds: poiKinds().optional(), ...page(1000) })
export const trailsArgs = fields({
  text: nameText(1).optional(),
  type: trailType().optional(),
  inBox: boxField().optional(),
  filter: trailFilter.optional(),
  ...page(100),
})
  .refine(({ text, inBox }) => text !== undefined || inBox !== undefined, {
    error: 'one of `text` and `inBox` is needed.',
  })
  // without a text every trail of the box is looked at
  .refine(({ text, inBox }) => text !== undefined || inBox === undefined || areaField().safeParse(inBox).success, {
    path: ['inBox'],
    error: 'a box with sides of at most 2 degrees, or a `text` with it',
  })
export const pointArgs = fields({ at: position() })
export const nodesArgs = fields({ ids: listOf(idText(), 1, MAX_NODES, 'ids') })

export const nearbyArgs = fields({
  withinM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: placeKinds().optional(),
  ...page(50),
})
export const outdoorNearArgs = fields({
  withinM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: poiKinds().optional(),
  ...page(50),
})
export const trailsNearArgs = fields({
  withinM: integerFrom(10, 50_000, 'metres').optional(),
  type: trailType().optional(),
  ...page(50),
})
const alongLine = () => ({ withinM: integerFrom(10, 2000, 'metres').optional(), ...page(100) })
export const alongArgs = fields({ ...alongLine(), kinds: placeKinds().optional() })
export const outdoorAlongArgs = fields({ ...alongLine(), kinds: poiKinds().optional() })
export const trailUsesArgs = fields({ first: integerFrom(1, 50).optional() })
export const profilePointsArgs = fields({ points: integerFrom(2, 6000).optional() })
export const analysisArgs = fields({ profile: profileField().optional(), walker: walkerField() })
export const toleranceArgs = fields({ toleranceM: numberFrom(0.5, 10_000, 'metres').optional() })
const fileName = 'a name of at most 200 characters'
export const exportArgs = fields({
  format: oneOf(['gpx', 'geojson']),
  name: z.string({ error: fileName }).max(200, { error: fileName, abort: true }).optional(),
})
const languageTag = 'a language as BCP 47 has it, e.g. de or pt-BR'
export const nameArgs = fields({
  language: z
    .string({ error: languageTag })
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/, { error: languageTag })
    .optional(),
})
