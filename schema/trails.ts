// GraphQL of `trails` and `trail`: signed routes by text, near a point, in a box, or all of these together.

import { say } from '../src/language/sentence.ts'
import { findTrails, trailRelation, trails, trailsBbox, type TrailList } from '../resolvers/search.ts'
import { linkedTrailWhere, sacRange, trailOrder, trailWhere } from '../resolvers/input/list-fields.ts'
import { trailsArgs } from '../resolvers/input/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import { type PageRequest, pageOf } from '../resolvers/page-of.ts'
import type { TrailOrder } from '../src/search/order-trails.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { argsOf, inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { withHints } from './empty-list.ts'
import type { DocumentContext } from './document-context.ts'
import { pageRequest, priceOfPage, edgesOf } from './connection.ts'
import { AreaInput, areaOf, DirectionEnum, RangeInput } from './list-inputs.ts'
import { TrailConnectionType, TrailLevelEnum, TrailType, TrailTypeEnum, type TrailConnection } from './trail-type.ts'
import { SacGradeEnum } from './grades.ts'
import { TrailBy, pathOfTrail, relationOf } from './trail-by.ts'
import { operation } from './operation.ts'

const RANGES = {
  ...{ lengthM: RangeInput, ascentM: RangeInput, descentM: RangeInput, movingS: RangeInput },
  sac: builder.inputType('SacRange', {
    description: 'From a grade to another, both in it; either may be left out.',
    fields: (t) => inputFieldsOf(t, sacRange, { min: SacGradeEnum, max: SacGradeEnum }),
  }),
}
const FACTS = { ...RANGES, types: TrailTypeEnum, levels: TrailLevelEnum }

export const LinkedTrailWhere = builder.inputType('LinkedTrailWhere', {
  description: 'Which signed routes of a list to keep: those that meet every bound. What is unknown meets none.',
  fields: (t) => inputFieldsOf(t, linkedTrailWhere, FACTS),
})

const TrailWhere = builder.inputType('TrailWhere', {
  description: 'Signed routes to look for: those that meet every bound. What is unknown meets none.',
  fields: (t) => inputFieldsOf(t, trailWhere, { ...FACTS, area: AreaInput }),
})

const TrailOrderByEnum = builder.enumType('TrailOrderBy', {
  description: 'What a list of signed routes is ordered by; ties go by level, then the longest comes first.',
  values: {
    RELEVANCE: {
      value: 'relevance',
      description:
        'How well the text matches: reference, whole name, beginning, words. Without one, distance or level.',
    },
    DISTANCE: { value: 'distance', description: 'How near the line comes to the point.' },
    NAME: { value: 'name', description: 'Name, whatever the case and accents; else the reference.' },
    LENGTH: { value: 'length', description: 'Length of the line.' },
    ASCENT: { value: 'ascent', description: 'Climb from its beginning to its end.' },
    TIME: { value: 'time', description: 'Moving time (`time`).' },
    LEVEL: { value: 'level', description: 'International ones, then national, regional, local.' },
  } as const,
})

export const TrailOrderInput = builder.inputType('TrailOrder', {
  description: 'The order of a list of signed routes; what is unknown comes last.',
  fields: (t) => inputFieldsOf(t, trailOrder, { by: TrailOrderByEnum, direction: DirectionEnum }),
})

/**
 * Lists of trails: found by a text, near a point, in a box; put into an order by what little every order needs, then
 * only the rows of the page are read. `trails` are all of the list, in its order. A trail that a new release has no
 * more is left out. A cursor holds the order: in another it is refused.
 */
export async function listTrails(
  { found, unknownCount, truncated }: TrailList,
  request: PageRequest,
  loaders: DocumentContext['loaders'],
  order?: TrailOrder,
): Promise<TrailConnection> {
  const inOrder = order === undefined ? '' : `${order.by} ${order.direction} `
  const page = pageOf(found, request, ({ key }) => `${inOrder}${key.relationId}`)
  const rows = await Promise.all(
    page.edges.map(({ node: { key } }) => ('bbox' in key ? (key as TrailRow) : loaders.trail(key.relationId))),
  )
  const edges = edgesOf(page, ({ distanceM, match }) => ({ distanceM, match }))
    .map((edge, i) => ({ ...edge, node: rows[i] }))
    .filter((edge): edge is typeof edge & { node: TrailRow } => edge.node !== null)
  return { edges, page, total: truncated ? null : found.length, truncated, unknownCount }
}

/** Trails whose rows are known already, in the order of the list. */
export const listed = (trails: readonly TrailRow[]): TrailList => ({
  found: trails.map((key) => ({ key, distanceM: null, match: null })),
  unknownCount: 0,
  truncated: false,
})

/** Of trails in a box alone. */
const AREA_CREDITS = 2

/** Whether all of an area is listed. */
const isArea = ({ where }: { where: { text?: string | null; area?: { near?: unknown } | null } }): boolean =>
  where.text == null && where.area?.near == null
const creditsOf = (args: Parameters<typeof isArea>[0]) => (isArea(args) ? AREA_CREDITS : 1)

operation(trails, {
  type: TrailConnectionType,
  areaLookup: isArea,
  description:
    'Signed routes by name or reference, in an area, or both. In a box or a place without a text it is an area lookup.',
  args: (t) => argsOf(t, trailsArgs, { where: TrailWhere, orderBy: TrailOrderInput }),
  mostCredits: AREA_CREDITS,
  credits: (args) => priceOfPage(creditsOf(args), args),
  resolve: ({ where, orderBy, ...paging }, context, info) => {
    const { session, loaders } = context
    return session.runLinked(isArea({ where }) ? trailsBbox : trails, creditsOf({ where }), async () => {
      const { area, ...wanted } = where
      const found = await findTrails(wanted, await areaOf(area, loaders), orderBy, session.services.trails)
      return withHints(await listTrails(found, pageRequest(paging), loaders, orderBy), area, context, info)
    })
  },
})
operation(trailRelation, {
  name: 'trail',
  type: TrailType,
  lookup: true,
  description: 'One signed route.',
  args: (t) => ({ by: t.arg({ type: TrailBy, required: true, description: 'What it is found by.' }) }),
  credits: 1,
  resolve: ({ by }, { session, loaders }) => {
    const relationId = relationOf(by, 'by')
    return session.runLinked(trailRelation, 1, async () => {
      const trail = await loaders.trail(relationId)
      if (trail !== null) return trail
      throw new ServiceError(say('error.not_found.relation', { id: relationId }), { inputPath: pathOfTrail(by, 'by') })
    })
  },
})
