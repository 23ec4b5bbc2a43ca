// Checks of what GraphQL asks of the catalogue: the same bounds as REST, under the names of GraphQL, and those of the
// links between places, trails and routes.

import { z } from 'zod'
import { FILE_FORMATS } from '../../src/course/files/file-content.ts'
import { TRAIL_ORDERS } from '../../src/search/order-trails.ts'
import { integerFrom, fields, listOf, numberFrom, oneOf, position, walkerField } from './input-fields.ts'
import { profileField } from './setting-fields.ts'
import {
  anyKinds,
  areaField,
  boxField,
  nameText,
  placeKinds,
  poiKinds,
  trailFilter,
  trailType,
} from './search-fields.ts'

const cursor = () =>
  z.string({ error: 'the cursor of an edge' }).max(200, { error: 'the cursor of an edge', abort: true }).optional()
const idText = () => z.string({ error: 'an id' }).max(100, { error: 'an id of at most 100 characters', abort: true })
const forward = (max: number) => ({ first: integerFrom(1, max).optional(), after: cursor() })
const page = (max: number) => ({ ...forward(max), last: integerFrom(1, max).optional(), before: cursor() })

interface Paging {
  after?: string | undefined
  last?: number | undefined
  before?: string | undefined
}
/** `first` has a default, so that it may be there beside `last`. */
const oneWay = ({ after, last }: Paging) => after === undefined || last === undefined
const AFTER_WITH_LAST = { path: ['after'], error: 'no cursor beside `last`; `before` is the cursor of `last`' }
const withLast = ({ before, last }: Paging) => before === undefined || last !== undefined
const BEFORE_ALONE = { path: ['before'], error: 'a cursor only beside `last`' }

export const MAX_NODES = 100

export const searchArgs = fields({
  text: nameText(2),
  kinds: anyKinds().optional(),
  near: position().optional(),
  biasBox: boxField().optional(),
  inBox: boxField().optional(),
  ...page(50),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const placesArgs = fields({
  near: position().optional(),
  withinM: integerFrom(50, 50_000, 'metres').optional(),
  inBox: areaField().optional(),
  kinds: placeKinds().optional(),
  ...page(100),
})
  .refine(({ near, inBox }) => (near === undefined) !== (inBox === undefined), {
    error: 'either `near` or `inBox` is needed.',
  })
  .refine(({ withinM, near }) => withinM === undefined || near !== undefined, {
    path: ['withinM'],
    error: 'a radius only beside `near`',
  })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const outdoorPlacesArgs = fields({ inBox: areaField(), kinds: poiKinds().optional(), ...page(1000) })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const trailsArgs = fields({
  text: nameText(1).optional(),
  near: position().optional(),
  withinM: integerFrom(10, 50_000, 'metres').optional(),
  inBox: boxField().optional(),
  type: trailType().optional(),
  filter: trailFilter.optional(),
  orderBy: oneOf(TRAIL_ORDERS).optional(),
  ...page(100),
})
  .refine(({ text, near, inBox }) => text !== undefined || near !== undefined || inBox !== undefined, {
    error: 'one of `text`, `near` and `inBox` is needed.',
  })
  // without a text or a point every trail of the box is looked at
  .refine(
    ({ text, near, inBox }) =>
      text !== undefined || near !== undefined || inBox === undefined || areaField().safeParse(inBox).success,
    { path: ['inBox'], error: 'a box with sides of at most 2 degrees, or a `text` or `near` with it' },
  )
  .refine(({ withinM, near }) => withinM === undefined || near !== undefined, {
    path: ['withinM'],
    error: 'a distance only beside `near`',
  })
  .refine(({ orderBy, near }) => orderBy !== 'distance' || near !== undefined, {
    path: ['orderBy'],
    error: 'DISTANCE only beside `near`',
  })
  .refine(({ orderBy, text }) => orderBy !== 'match' || text !== undefined, {
    path: ['orderBy'],
    error: 'MATCH only beside `text`',
  })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const pointArgs = fields({ at: position() })
export const nodesArgs = fields({ ids: listOf(idText(), 1, MAX_NODES, 'ids') })

export const nearbyArgs = fields({
  withinM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: placeKinds().optional(),
  ...forward(50),
})
export const outdoorNearArgs = fields({
  withinM: integerFrom(50, 50_000, 'metres').optional(),
  kinds: poiKinds().optional(),
  ...forward(50),
})
export const trailsNearArgs = fields({
  withinM: integerFrom(10, 50_000, 'metres').optional(),
  type: trailType().optional(),
  filter: trailFilter.optional(),
  orderBy: oneOf(TRAIL_ORDERS)
    .refine((order) => order !== 'match', { error: 'another order: MATCH is for a `text`' })
    .optional(),
  ...page(50),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
const alongLine = () => ({ withinM: integerFrom(10, 2000, 'metres').optional(), ...page(100) })
export const alongArgs = fields({ ...alongLine(), kinds: placeKinds().optional() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const outdoorAlongArgs = fields({ ...alongLine(), kinds: poiKinds().optional() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const reachedArgs = fields({ ...page(100), kinds: placeKinds().optional() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const outdoorReachedArgs = fields({ ...page(100), kinds: poiKinds().optional() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const trailUsesArgs = fields(page(50)).refine(oneWay, AFTER_WITH_LAST).refine(withLast, BEFORE_ALONE)
export const profilePointsArgs = fields({ points: integerFrom(2, 6000).optional() })
export const analysisArgs = fields({ profile: profileField().optional(), walker: walkerField() })
export const toleranceArgs = fields({ toleranceM: numberFrom(0.5, 10_000, 'metres').optional() })
const fileName = 'a name of at most 200 characters'
const fileNameText = () => z.string({ error: fileName }).max(200, { error: fileName, abort: true })
export const exportArgs = fields({
  format: oneOf(FILE_FORMATS),
  name: fileNameText().optional(),
  waypointNames: listOf(fileNameText(), 0, 100, 'names').optional(),
})
const languageTag = 'a language as BCP 47 has it, e.g. de or pt-BR'
export const nameArgs = fields({
  language: z
    .string({ error: languageTag })
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/, { error: languageTag })
    .optional(),
})
