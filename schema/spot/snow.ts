// Spot.snow: observed and forecast snow there.

import { routeSnow } from '../../resolvers/snow.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder, priceOf } from '../builder.ts'
import { RouteSnowType } from '../snow.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    nullable: true,
    description:
      'Snow at it, as the answer for a line of one point; null beside an error where the raster cannot be read.',
    args: {
      evidence: t.arg.boolean({ defaultValue: false, description: 'Whether to add the evidence for its class.' }),
    },
    complexity: () => priceOf(routeSnow, {}),
    resolve: (source, { evidence }, { ledger }) =>
      ledger.run(routeSnow, { points: [[...locationOfSpot(source)]], evidence: evidence === true }),
  }),
}))
