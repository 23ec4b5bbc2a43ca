// GraphQL of `trails` and `trail`: signed routes by text, near a point, in a box, or all of these together.

import { say } from '../src/language/sentence.ts'
import { toStoreFilter, type TrailFilterInput } from '../resolvers/input/search-fields.ts'
import { findTrails, trailRelation, trails, trailsBbox } from '../resolvers/search.ts'
import { trailsArgs, TRAILS_PAGE } from '../resolvers/input/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import { type PageRequest, pageOf } from '../resolvers/page-of.ts'
import type { ListedTrail } from '../src/search/order-trails.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { pageRequest, priceOfPage, sizeOf, edgesOf } from './connection.ts'
import {
  TrailConnectionType,
  TrailOrderEnum,
  TrailType,
  TrailTypeEnum,
  type TrailConnection,
  TrailLevelEnum,
} from './trail-type.ts'
import { SacGradeEnum } from './grades.ts'
import { operation } from './operation.ts'

/** Bounds of lists of signed routes. */
export const TrailFilterType = builder.inputType('TrailFilter', {
  description: 'Bounds that a signed route must meet, all of them. An unknown value meets no bound.',
  fields: (t) => ({
    levels: t.field({ type: [TrailLevelEnum], description: 'Keeps trails of these levels. Left out: all of them.' }),
    minLengthM: t.float({ description: 'At least this long, metres.' }),
    maxLengthM: t.float({ description: 'At most this long, metres.' }),
    minAscentM: t.float({ description: 'At least so much climb (`ascentM`), metres.' }),
    maxAscentM: t.float({ description: 'At most so much climb, metres.' }),
    minDescentM: t.float({ description: 'At least so much descent (`descentM`), metres.' }),
    maxDescentM: t.float({ description: 'At most so much descent, metres.' }),
    minMovingS: t.float({ description: 'At least so much moving time (`time`), seconds.' }),
    maxMovingS: t.float({ description: 'At most so much moving time, seconds.' }),
    loop: t.boolean({ description: 'True: only loops; false: only routes that are not loops.' }),
    minSac: t.field({
      type: SacGradeEnum,
      description: 'The hardest tagged SAC grade is at least this; routes without any tagged grade are left out.',
    }),
    maxSac: t.field({
      type: SacGradeEnum,
      description: 'The hardest tagged SAC grade is at most this; routes without any tagged grade are left out.',
    }),
    maxPavedShare: t.float({
      description: 'At most this share of the length is paved, 0 to 1; unknown surface counts as paved.',
    }),
  }),
})

/** As the operations take it; members that are null are left out before. */
export const filterOf = (filter: typeof TrailFilterType.$inferInput | null | undefined): TrailFilterInput | undefined =>
  (filter ?? undefined) as TrailFilterInput | undefined

/**
 * Lists of trails: found by a text, near a point, in a box; put into an order by what little every order needs, then
 * only the rows of the page are read. `trails` are all of the list, in its order. A trail that a new release has no
 * more is left out.
 */
export async function listTrails(
  trails: readonly ListedTrail[],
  request: PageRequest,
  loaders: DocumentContext['loaders'],
  truncated = false,
): Promise<TrailConnection> {
  const page = pageOf(trails, request, ({ key }) => String(key.relationId))
  const rows = await Promise.all(
    page.edges.map(({ node: { key } }) => ('bbox' in key ? (key as TrailRow) : loaders.trail(key.relationId))),
  )
  const edges = edgesOf(page, ({ distanceM, fuzzy, partial }) => ({ distanceM, fuzzy, partial }))
    .map((edge, i) => ({ ...edge, node: rows[i] }))
    .filter((edge): edge is typeof edge & { node: TrailRow } => edge.node !== null)
  return { edges, page, total: truncated ? null : trails.length, truncated }
}

/** Trails whose rows are known already, in the order of the list. */
export const listed = (trails: readonly TrailRow[]): ListedTrail[] =>
  trails.map((key) => ({ key, distanceM: null, fuzzy: false, partial: false }))

const NEAR_WITHIN_M = 5000
/** Of trails in a box alone. */
const AREA_CREDITS = 2

operation(trails, {
  type: TrailConnectionType,
  areaLookup: ({ text, near }: { text?: string | null; near?: unknown }) => text == null && near == null,
  description:
    'Signed routes by name or reference, near a point, in a box, or all of these. In a box alone it is an area lookup.',
  args: (t) => argsOf(t, trailsArgs, { type: TrailTypeEnum, filter: TrailFilterType, orderBy: TrailOrderEnum }),
  mostCredits: AREA_CREDITS,
  credits: (args) => priceOfPage(args.text == null && args.near == null ? AREA_CREDITS : 1, sizeOf(args, TRAILS_PAGE)),
  resolve: ({ text, near, withinM, type, inBox, filter, orderBy, ...paging }, { session, loaders }) => {
    const isArea = text == null && near == null
    return session.runLinked(isArea ? trailsBbox : trails, isArea ? AREA_CREDITS : 1, async () => {
      const question = {
        text: text ?? null,
        near: near ?? null,
        withinM: withinM ?? NEAR_WITHIN_M,
        box: inBox ?? null,
        filter: toStoreFilter(filterOf(filter), type ?? undefined),
        order: orderBy ?? null,
      }
      const { found, truncated } = await findTrails(question, session.services.trails)
      return listTrails(found, pageRequest(paging), loaders, truncated)
    })
  },
})
operation(trailRelation, {
  name: 'trail',
  type: TrailType,
  description: 'One signed route by its relation.',
  args: (t) => ({
    relationId: t.arg({ type: 'OsmId', required: true, description: 'Number of the relation on OpenStreetMap.' }),
  }),
  credits: 1,
  resolve: ({ relationId }, { session, loaders }) =>
    session.runLinked(trailRelation, 1, async () => {
      const trail = await loaders.trail(relationId)
      if (trail !== null) return trail
      throw new ServiceError(say('error.not_found.relation', { id: relationId }), { inputPath: 'relationId' })
    }),
})
