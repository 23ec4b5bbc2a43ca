// Spot.outdoorPlaces: huts, water, stops and the like around it.

import { readPage } from '../../resolvers/page-of.ts'
import { pois } from '../../resolvers/search.ts'
import { outdoorNearArgs } from '../../resolvers/input/search-args.ts'
import { locationOfSpot, placeIdOf } from '../../resolvers/spot-of.ts'
import { builder, withoutNulls } from '../builder.ts'
import { forwardArgs, pageRequest, priceOfPage } from '../connection.ts'
import { OutdoorConnectionType, markedConnection, PlaceKindEnum } from '../place-type.ts'
import { NEARBY_PAGE, NEARBY_WITHIN_M } from './nearby.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    nullable: true,
    description:
      'Other outdoor places around it, nearest first: huts, shelters, water, viewpoints, parking, stops; null beside an error. An area lookup.',
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        withinM: t.arg.int({ defaultValue: NEARBY_WITHIN_M, description: 'Radius in metres, 50 to 50,000.' }),
        ...forwardArgs(t, NEARBY_PAGE),
      },
      withoutNulls(outdoorNearArgs),
    ),
    extensions: { runs: pois, areaLookup: true },
    complexity: ({ first }) => priceOfPage(2, first ?? 10),
    resolve: (source, { withinM, kinds, ...paging }, { ledger, loaders }) =>
      ledger.runLinked(pois, 2, async () => {
        const asked = { radiusM: withinM ?? NEARBY_WITHIN_M, kinds: kinds ?? null }
        const own = placeIdOf(source)
        const page = await readPage(
          {
            read: (window) => loaders.outdoorNear(locationOfSpot(source), { ...asked, ...window }),
            keyOf: ({ id }) => String(id),
            isLeftOut: ({ id }) => id === own,
          },
          pageRequest(paging, NEARBY_PAGE.preset),
        )
        return markedConnection(page, { total: page.end }, (row) => ({ place: row, distanceM: row.distanceM }))
      }),
  }),
}))
