// Checks of what GraphQL asks of the catalogue: the same bounds as REST, under the names of GraphQL, and those of the
// links between places, trails and routes.

import { z } from 'zod'
import { integerFrom, fields, listOf, position } from './input-fields.ts'
import { profileField } from './setting-fields.ts'
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
export const nodesArgs = fields({ ids: listOf(idText(), 1, MAX_NODES, 'ids') })

export const nearbyArgs = fields({
  radiusM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: placeKinds().optional(),
  ...page(50),
})
export const trailsNearArgs = fields({
  withinM: integerFrom(10, 50_000, 'metres').optional(),
  type: trailType().optional(),
  ...page(50),
})
export const alongArgs = fields({
  withinM: integerFrom(10, 2000, 'metres').optional(),
  kinds: placeKinds().optional(),
  ...page(100),
})
export const trailUsesArgs = fields({ first: integerFrom(1, 50).optional() })
export const profilePointsArgs = fields({ points: integerFrom(2, 6000).optional() })
export const analysisArgs = fields({ profile: profileField().optional() })
export const routeToArgs = fields({
  place: idText().optional(),
  location: position().optional(),
  settings: z.unknown().optional(),
}).refine(({ place, location }) => (place === undefined) !== (location === undefined), {
  error: 'exactly one of `place` and `location` is needed.',
})
