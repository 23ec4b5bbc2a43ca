// GraphQL of `trails` and `trail`: signed routes by text, near a point, in a box, or all of these together.

import { findTrails } from '../resolvers/find-trails.ts'
import { toStoreFilter } from '../resolvers/input/search-fields.ts'
import { trailRelation, trails, trailsBbox } from '../resolvers/search.ts'
import { trailsArgs } from '../resolvers/input/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from './connection.ts'
import { filterOf, TrailFilterType } from './trail-filter.ts'
import { listTrails } from './trail-list.ts'
import { TrailConnectionType, TrailOrderEnum, TrailType, TrailTypeEnum } from './trail-type.ts'

const PAGE = { preset: 20, max: 100 }
const NEAR_WITHIN_M = 5000

builder.queryFields((t) => ({
  trails: t.field({
    type: TrailConnectionType,
    ...operationField(trails, {
      areaLookup: ({ text, near }: { text?: string | null; near?: unknown }) => text == null && near == null,
    }),
    description:
      'Signed routes by name or reference, near a point, in a box, or all of these. In a box alone it is an area lookup.',
    args: t.validate(
      {
        text: t.arg.string({ description: 'Name or reference.' }),
        near: t.arg({ type: 'LonLat', description: 'A point that their line passes, [lon, lat] in degrees.' }),
        withinM: t.arg.int({
          description: 'How near their line must pass, metres, 10 to 50,000; only with `near`. Default 5,000.',
        }),
        inBox: t.arg({
          type: 'Box',
          description: 'Nothing outside this box. Without `text` and `near`, each side is at most 2 degrees.',
        }),
        type: t.arg({ type: TrailTypeEnum, description: 'Kind of route. Default both.' }),
        filter: t.arg({ type: TrailFilterType, description: 'Which trails to keep.' }),
        orderBy: t.arg({
          type: TrailOrderEnum,
          description: 'Their order. Default MATCH with a text, else DISTANCE with a point, else LEVEL.',
        }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(trailsArgs),
    ),
    complexity: (args) => priceOfPage(args.text == null && args.near == null ? 2 : 1, sizeOf(args, PAGE.preset)),
    resolve: (_, { text, near, withinM, type, inBox, filter, orderBy, ...paging }, { session, loaders }) => {
      const isArea = text == null && near == null
      return session.runLinked(isArea ? trailsBbox : trails, isArea ? 2 : 1, async () => {
        const question = {
          text: text ?? null,
          near: near ?? null,
          withinM: withinM ?? NEAR_WITHIN_M,
          box: inBox ?? null,
          filter: toStoreFilter(filterOf(filter), type ?? undefined),
          order: orderBy ?? null,
        }
        const { found, truncated } = await findTrails(question, session.services.trails)
        return listTrails(found, pageRequest(paging, PAGE.preset), loaders, truncated)
      })
    },
  }),
  trail: t.field({
    type: TrailType,
    ...operationField(trailRelation),
    description: 'One signed route by its relation.',
    args: {
      relationId: t.arg({ type: 'OsmId', required: true, description: 'Number of the relation on OpenStreetMap.' }),
    },
    complexity: 1,
    resolve: (_, { relationId }, { session, loaders }) =>
      session.runLinked(trailRelation, 1, async () => {
        const trail = await loaders.trail(relationId)
        if (trail !== null) return trail
        const message = `There is no signed route of relation ${relationId} in the live release.`
        throw new ServiceError('not_found', message, { inputPath: 'relationId' })
      }),
  }),
}))
