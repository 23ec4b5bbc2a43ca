// Spot.nearby: named places around it.

import { readPage } from '../../resolvers/page-of.ts'
import { reverse } from '../../resolvers/search.ts'
import { nearbyArgs } from '../../resolvers/input/search-args.ts'
import { locationOfSpot, placeIdOf } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { forwardArgs, pageRequest, priceOfPage } from '../connection.ts'
import { PlaceConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { SpotInterface } from './spot-interface.ts'

export const NEARBY_WITHIN_M = 1000
export const NEARBY_PAGE = { preset: 10, max: 50 }

builder.interfaceFields(SpotInterface, (t) => ({
  nearby: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Other named places around it, nearest first; null beside an error.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        withinM: t.arg.int({ defaultValue: NEARBY_WITHIN_M, description: 'Radius in metres, 50 to 50,000.' }),
        ...forwardArgs(t, NEARBY_PAGE),
      },
      withoutNulls(nearbyArgs),
    ),
    extensions: { runs: reverse },
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(reverse, 1, async () => {
        const asked = { radiusM: withinM ?? NEARBY_WITHIN_M, kinds: kinds ?? null }
        const own = placeIdOf(source)
        const page = await readPage(
          {
            read: (window) => loaders.placesNear(locationOfSpot(source), { ...asked, ...window }),
            keyOf: ({ id }) => String(id),
            isLeftOut: ({ id }) => id === own,
          },
          pageRequest(paging, NEARBY_PAGE.preset),
        )
        return markedConnection(page, { total: page.end }, (row) => ({ place: row, distanceM: row.distanceM }))
      }),
  }),
}))
