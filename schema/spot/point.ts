// Point: a spot that is nothing but where it is; Query.point makes one.

import { elevation } from '../../resolvers/maps.ts'
import { pointArgs } from '../../resolvers/input/search-args.ts'
import type { BarePoint } from '../../resolvers/spot-of.ts'
import { builder, operationField, withoutNulls } from '../builder.ts'
import { SpotInterface } from './spot-interface.ts'

export const PointType = builder.objectRef<BarePoint>('Point').implement({
  description: 'Any point, with what can be asked of one.',
  interfaces: [SpotInterface],
})

/** Further numbers are left out. */
export function pointAt([lon, lat]: readonly [lon: number, lat: number, ...rest: unknown[]]): BarePoint {
  return { at: [lon, lat] }
}

builder.queryFields((t) => ({
  point: t.field({
    type: PointType,
    ...operationField(elevation, { runsNothing: true }),
    description: 'Any point, with its links. Costs nothing by itself.',
    args: t.validate(
      { at: t.arg({ type: 'LonLat', required: true, description: 'The point, [lon, lat] in degrees.' }) },
      withoutNulls(pointArgs),
    ),
    complexity: 0,
    resolve: (_, { at }) => pointAt(at),
  }),
}))
