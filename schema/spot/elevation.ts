// Spot.elevation: the height of the terrain there.

import { elevation } from '../../resolvers/maps.ts'
import { locationOfSpot } from '../../resolvers/spot-of.ts'
import { builder } from '../builder.ts'
import { ElevationPointType } from '../maps.ts'
import { SpotInterface } from './spot-interface.ts'

builder.interfaceFields(SpotInterface, (t) => ({
  elevation: t.field({
    type: ElevationPointType,
    nullable: true,
    description: 'The height of the terrain model there, whatever the map says; null beside an error.',
    extensions: { runs: elevation },
    complexity: 1,
    resolve: (source, _args, { ledger, loaders }) =>
      ledger.runLinked(elevation, 1, async () => {
        const [lon, lat] = locationOfSpot(source)
        return { lon, lat, elevationM: await loaders.height([lon, lat]) }
      }),
  }),
}))
