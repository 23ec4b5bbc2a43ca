// Checks of what GraphQL asks of the catalogue: the same bounds as REST, under the names of GraphQL, and those of the
// links between places, trails and routes.

import { zodMessage } from '../pipeline/zod-message.ts'
import { say } from '../../src/language/sentence.ts'
import { z } from 'zod'
import { integerFrom, fields, languageTag, listOf, numberFrom, oneOf, position, textUpTo } from './input-fields.ts'
import {
  linkedTrailWhere,
  nearbyWhere,
  placeOrder,
  placeWhere,
  searchWhere,
  trailOrder,
  trailWhere,
} from './list-fields.ts'
import { boxField, idText, nameText } from './search-fields.ts'

export interface PageBounds {
  preset: number
  max: number
}
const SEARCH_PAGE: PageBounds = { preset: 10, max: 50 }
export const PLACES_PAGE: PageBounds = { preset: 20, max: 1000 }
const INSIDE_PAGE: PageBounds = { preset: 20, max: 100 }
const TRAILS_PAGE: PageBounds = { preset: 20, max: 100 }
const NEARBY_PAGE: PageBounds = { preset: 10, max: 50 }
const ALONG_PAGE: PageBounds = { preset: 20, max: 100 }
const REACHED_PAGE: PageBounds = { preset: 20, max: 100 }
/** Signed routes near a point, along a course, within a reach, and as stages. */
const ROUTES_PAGE: PageBounds = { preset: 10, max: 50 }

const CURSOR = zodMessage(say('expected.cursor'))
const cursor = () => z.string({ error: CURSOR }).max(200, { error: CURSOR, abort: true })
/** A list that is read in one direction. */
const forward = ({ preset, max }: PageBounds) => ({
  first: integerFrom(1, max)
    .default(preset)
    .describe(`Most per page, 1 to ${max.toLocaleString('en')}.`),
  after: cursor().optional().describe('Cursor of an edge; the page begins after it. From the start where left out.'),
})
/** A list that is read from both ends. */
const page = (bounds: PageBounds) => ({
  ...forward(bounds),
  last: integerFrom(1, bounds.max)
    .optional()
    .describe(
      `Most per page, 1 to ${bounds.max.toLocaleString('en')}, counted from \`before\` or the end; not beside \`first\`.`,
    ),
  before: cursor().optional().describe('Cursor of an edge; the page of `last` ends before it.'),
})
const wantedPlaces = () => ({ where: nearbyWhere.optional().describe('Which of them to keep.') })

interface Paging {
  after?: string | undefined
  last?: number | undefined
  before?: string | undefined
}
/** `first` has a default, so that it may be there beside `last`. */
const oneWay = ({ after, last }: Paging) => after === undefined || last === undefined
const AFTER_WITH_LAST = { path: ['after'], error: zodMessage(say('expected.cursor.with_last')) }
const withLast = ({ before, last }: Paging) => before === undefined || last !== undefined
const BEFORE_ALONE = { path: ['before'], error: zodMessage(say('expected.cursor.alone')) }

export const MAX_NODES = 100

export const searchArgs = fields({
  text: nameText(2).describe(
    'The name, 2 letters to 200 characters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none. A word for a kind of place, in English, German, French, Italian, Spanish or Catalan, finds those near `near`, the middle of the area, or a place: `water`, `Hütte`, `parking near Arcalís`.',
  ),
  where: searchWhere.optional().describe('Which results to keep.'),
  near: position()
    .optional()
    .describe('Where the user is, [lon, lat] in degrees: nearer places rank higher, and nothing is excluded.'),
  biasBox: boxField().optional().describe('Places in this box rank higher; nothing is excluded.'),
  ...page(SEARCH_PAGE),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const placesArgs = fields({
  where: placeWhere.describe('What to look for.'),
  orderBy: placeOrder
    .default({ by: 'distance', direction: 'asc' })
    .describe('Their order. In a box or a place DISTANCE is from its middle.'),
  ...page(PLACES_PAGE),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const insideArgs = fields({
  ...wantedPlaces(),
  orderBy: placeOrder
    .default({ by: 'distance', direction: 'asc' })
    .describe('Their order. DISTANCE is from the middle of the place.'),
  ...page(INSIDE_PAGE),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const trailsArgs = fields({
  where: trailWhere.describe('What to look for.'),
  orderBy: trailOrder
    .default({ by: 'relevance', direction: 'asc' })
    .describe('Their order. RELEVANCE: by the text, else by distance from the point, else by level.'),
  ...page(TRAILS_PAGE),
})
  .refine(({ orderBy, where }) => orderBy.by !== 'distance' || where.area?.near !== undefined, {
    path: ['orderBy', 'by'],
    error: zodMessage(say('expected.order.distance')),
  })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const pointArgs = fields({ at: position().describe('The point, [lon, lat] in degrees.') })
export const pointsArgs = fields({
  at: listOf(position(), 1, MAX_NODES, 'pairs').describe(`1 to ${MAX_NODES} points [lon, lat] in degrees.`),
})
export const nodesArgs = fields({
  ids: listOf(idText(), 1, MAX_NODES, 'ids').describe(`1 to ${MAX_NODES} global ids.`),
})
/** What a gateway knows of an object: its type, its key, and fields that others need. */
const representation = fields({ __typename: oneOf(['Place', 'Trail']), id: idText() })
export const entitiesArgs = fields({
  representations: listOf(representation, 1, MAX_NODES, 'ids').describe(
    `1 to ${MAX_NODES} keys, each with its \`__typename\` (Place or Trail) and its \`id\`.`,
  ),
})

const aroundPoint = () => ({
  withinM: numberFrom(50, 50_000, 'metres').default(1000).describe('Radius in metres, 50 to 50,000.'),
  ...forward(NEARBY_PAGE),
})
export const nearbyArgs = fields({ ...aroundPoint(), ...wantedPlaces() })
export const trailsNearArgs = fields({
  withinM: numberFrom(10, 50_000, 'metres')
    .default(500)
    .describe('How near their line must pass, metres, 10 to 50,000.'),
  where: linkedTrailWhere.optional().describe('Which of them to keep.'),
  orderBy: trailOrder
    .default({ by: 'distance', direction: 'asc' })
    .describe('Their order. RELEVANCE is that by distance.'),
  ...page(ROUTES_PAGE),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
const alongLine = () => ({
  withinM: numberFrom(10, 2000, 'metres').default(300).describe('How far from the line, metres, 10 to 2,000.'),
  ...page(ALONG_PAGE),
})
export const alongArgs = fields({ ...alongLine(), ...wantedPlaces() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const reachedArgs = fields({ ...page(REACHED_PAGE), ...wantedPlaces() })
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
export const tagsArgs = fields({
  keys: listOf(textUpTo(255, say('expected.text.most', { max: 255 })), 1, 100, 'attribute_names')
    .optional()
    .describe('Up to 100 keys to keep. Default all.'),
})
export const outlineArgs = fields({
  toleranceM: numberFrom(0, 10_000, 'metres')
    .default(10)
    .describe(
      'Fewer points: no removed one lies farther than this from the outline, metres on the ground, 0 (all points) to 10,000.',
    ),
})
export const trailUsesArgs = fields({
  where: linkedTrailWhere.optional().describe('Which of them to keep.'),
  ...page(ROUTES_PAGE),
})
  .refine(oneWay, AFTER_WITH_LAST)
  .refine(withLast, BEFORE_ALONE)
/** `line`: what it is called. */
export const toleranceArgs = (line: string) =>
  fields({
    toleranceM: numberFrom(0.5, 10_000, 'metres')
      .optional()
      .describe(
        `Fewer points: no removed one lies farther than this from ${line}, metres on the ground, 0.5 to 10,000. Default all points.`,
      ),
  })
export const nameArgs = fields({
  language: languageTag()
    .optional()
    .describe('Language of the name, e.g. de. Default, and if the map has no name in it: the local name.'),
})
/** Of a field that is a sentence. */
export const sentenceArgs = fields({
  language: languageTag()
    .optional()
    .describe(
      'Language of the sentence, e.g. de or pt-BR. English by default, and for a language that Waypost does not have.',
    ),
})
