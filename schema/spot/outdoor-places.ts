// Spot.outdoorPlaces: huts, water, stops and the like around it.

import { pageOf, rowsNeeded } from '../../resolvers/page-of.ts'
import { pois } from '../../resolvers/search.ts'
import { outdoorNearArgs } from '../../resolvers/search-args.ts'
import { locationOfSpot, placeIdOf } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { pageRequest, priceOfPage } from '../connection.ts'
import { OutdoorConnectionType, markedConnection, OutdoorKindEnum } from '../place-type.ts'
import { MAX_NEARBY, NEARBY_WITHIN_M } from './nearby.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    nullable: true,
    description:
      'Other outdoor places around it, nearest first: huts, shelters, water, viewpoints, parking, stops; null beside an error. An area lookup.',
    args: t.validate(
      {
        kinds: t.arg({ type: [OutdoorKindEnum], description: 'Kinds to keep. All where left out.' }),
        withinM: t.arg.int({ defaultValue: NEARBY_WITHIN_M, description: 'Radius in metres, 50 to 50,000.' }),
        first: t.arg.int({ defaultValue: 10, description: 'Places per page, 1 to 50.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(outdoorNearArgs),
    ),
    extensions: { areaLookup: true },
    complexity: ({ first }) => priceOfPage(2, first ?? 10),
    resolve: async (source, { withinM, kinds, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_NEARBY + 1) + 1 // itself
      const rows = await ledger.runLinked(pois, 2, () =>
        loaders.outdoorNear(locationOfSpot(source), {
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
