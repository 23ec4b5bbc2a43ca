// Spot.trails: signed routes that pass near it.

import { pageOf, rowsNeeded } from '../../resolvers/page-of.ts'
import { trails } from '../../resolvers/search.ts'
import { trailsNearArgs } from '../../resolvers/search-args.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageRequest, priceOfPage } from '../connection.ts'
import { TrailConnectionType, trailConnection, TrailTypeEnum } from '../trail-type.ts'
import { SpotInterface } from './spot-interface.ts'

const TRAILS_WITHIN_M = 500
const MAX_TRAILS = 200

builder.interfaceFields(SpotInterface, (t) => ({
  trails: t.field({
    type: TrailConnectionType,
    nullable: true,
    description: 'Signed routes that pass near it, nearest first; null beside an error.',
    args: t.validate(
      {
        withinM: t.arg.int({ defaultValue: TRAILS_WITHIN_M, description: 'How near, metres, 10 to 50,000.' }),
        type: t.arg({ type: TrailTypeEnum, description: 'Kind of route. Both where left out.' }),
        first: t.arg.int({ defaultValue: 10, description: 'Trails per page, 1 to 50.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(trailsNearArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: async (source, { withinM, type, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_TRAILS + 1)
      const rows = await ledger.runLinked(trails, 1, () =>
        loaders.trailsNear(locationOfSpot(source), { radiusM: withinM ?? TRAILS_WITHIN_M, type: type ?? null, limit }),
      )
      return trailConnection(
        pageOf(rows.slice(0, MAX_TRAILS), page, ({ relationId }) => String(relationId)),
        rows.length > MAX_TRAILS,
        (row) => ({ trail: row, distanceM: row.distanceM }),
      )
    },
  }),
}))
