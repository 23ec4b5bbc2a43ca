// Spot.trails: signed routes that pass near it.

import { findTrailsNear } from '../../resolvers/find-trails.ts'
import { toStoreFilter } from '../../resolvers/input/search-fields.ts'
import { trails } from '../../resolvers/search.ts'
import { trailsNearArgs } from '../../resolvers/input/search-args.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from '../connection.ts'
import { filterOf, TrailFilterType } from '../trail-filter.ts'
import { listTrails } from '../trail-list.ts'
import { TrailConnectionType, TrailOrderEnum, TrailTypeEnum } from '../trail-type.ts'
import { SpotInterface } from './spot-interface.ts'

const TRAILS_WITHIN_M = 500
const PAGE = { preset: 10, max: 50 }

builder.interfaceFields(SpotInterface, (t) => ({
  trails: t.field({
    type: TrailConnectionType,
    nullable: true,
    description: 'Signed routes that pass near it; null beside an error.',
    args: t.validate(
      {
        withinM: t.arg.int({
          defaultValue: TRAILS_WITHIN_M,
          description: 'How near their line must pass, metres, 10 to 50,000.',
        }),
        type: t.arg({ type: TrailTypeEnum, description: 'Kind of route. Default both.' }),
        filter: t.arg({ type: TrailFilterType, description: 'Which trails to keep.' }),
        orderBy: t.arg({ type: TrailOrderEnum, defaultValue: 'distance', description: 'Their order; not MATCH.' }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(trailsNearArgs),
    ),
    extensions: { runs: trails },
    complexity: (args) => priceOfPage(1, sizeOf(args, PAGE.preset)),
    resolve: (source, { withinM, type, filter, orderBy, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(trails, 1, async () => {
        const asked = {
          ...{ radiusM: withinM ?? TRAILS_WITHIN_M, order: orderBy ?? 'distance' },
          ...toStoreFilter(filterOf(filter), type ?? undefined),
        }
        const found = await findTrailsNear(locationOfSpot(source), asked, loaders)
        return listTrails(found, pageRequest(paging, PAGE.preset), loaders)
      }),
  }),
}))
