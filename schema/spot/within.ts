// Spot.within: the administrative and protected areas that contain it; Spot.withinUnknowns: of which areas that is not
// known.

import { areasAround, unknownsOfAreas } from '../../resolvers/areas-around.ts'
import { reverse } from '../../resolvers/search.ts'
import { builder } from '../builder.ts'
import { PlaceType } from '../place-type.ts'
import { UnknownType } from '../route-notes.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  within: t.field({
    type: [PlaceType],
    nullable: true,
    description:
      'Named areas whose border encloses it, smallest first: parks and other protected areas, and administrative areas from municipality to country. Of areas whose border the map cuts it is unknown, as `withinUnknowns` says; null beside an error.',
    extensions: { runs: reverse },
    complexity: 1,
    resolve: (spot, _args, { ledger, loaders }) => ledger.runLinked(reverse, 1, () => areasAround(spot, loaders)),
  }),
  withinUnknowns: t.field({
    type: [UnknownType],
    nullable: true,
    description: 'What is not known of where it is: areas that `within` cannot tell; null beside an error.',
    extensions: { runs: reverse },
    complexity: 1,
    resolve: (_spot, _args, { ledger, loaders }) => ledger.runLinked(reverse, 1, () => unknownsOfAreas(loaders)),
  }),
}))
