// Spot.nearby: named places around it.

import { pageOf, rowsNeeded } from '../../resolvers/page-of.ts'
import { reverse } from '../../resolvers/search.ts'
import { nearbyArgs } from '../../resolvers/search-args.ts'
import { locationOfSpot, placeIdOf } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageRequest, priceOfPage } from '../connection.ts'
import { PlaceConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { SpotInterface } from './spot-interface.ts'

export const NEARBY_WITHIN_M = 1000
export const MAX_NEARBY = 1000

builder.interfaceFields(SpotInterface, (t) => ({
  nearby: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Other named places around it, nearest first; null beside an error.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. All where left out.' }),
        withinM: t.arg.int({ defaultValue: NEARBY_WITHIN_M, description: 'Radius in metres, 50 to 50,000.' }),
        first: t.arg.int({ defaultValue: 10, description: 'Places per page, 1 to 50.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(nearbyArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: async (source, { withinM, kinds, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_NEARBY + 1) + 1 // itself
      const rows = await ledger.runLinked(reverse, 1, () =>
        loaders.placesNear(locationOfSpot(source), {
          radiusM: withinM ?? NEARBY_WITHIN_M,
          kinds: kinds ?? null,
          limit,
        }),
      )
      const others = rows.filter(({ id }) => id !== placeIdOf(source))
      return markedConnection(
        pageOf(others.slice(0, MAX_NEARBY), page, ({ id }) => String(id)),
        others.length > MAX_NEARBY,
        (row) => ({ place: row, distanceM: row.distanceM }),
      )
    },
  }),
}))
