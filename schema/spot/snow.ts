// Spot.snow: observed and forecast snow there.

import { routeSnow } from '../../resolvers/snow.ts'
import { alongPoints, onLine } from '../../resolvers/stretch-of.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { asksFor } from '../asks-for.ts'
import { builder, priceOf } from '../builder.ts'
import { RouteSnowType } from '../snow.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    nullable: true,
    description:
      'Snow there, as the answer for a line of one point; null beside an error if the raster cannot be read.',
    extensions: { runs: routeSnow },
    complexity: () => priceOf(routeSnow, {}),
    resolve: async (source, _, { ledger }, info) => {
      const points: [number, number][] = [[...locationOfSpot(source)]]
      return onLine(
        await ledger.run(routeSnow, { points, evidence: asksFor(info, 'evidence') }),
        alongPoints(() => points),
      )
    },
  }),
}))
