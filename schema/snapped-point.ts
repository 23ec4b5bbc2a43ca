// Where a point was placed on the network: the fields that starts of loops and reaches have in common.

import type { LonLat } from '../src/geo/lon-lat.ts'
import type { FieldBuilder } from './builder.ts'
import { pointAt, PointType } from './spot/point.ts'

interface SnappedPoint {
  distanceM: number
  location: LonLat
  wayId: number | null
}

/** `what` was requested, as its sentence names it. */
export function snapFields(t: FieldBuilder<SnappedPoint>, what: string) {
  return {
    distanceM: t.exposeFloat('distanceM', { description: `Metres from the requested ${what}.` }),
    location: t.field({
      type: 'LonLat',
      description: 'The nearest point of a usable way, [lon, lat] in degrees.',
      resolve: (s) => s.location,
    }),
    spot: t.field({
      type: PointType,
      description: 'The same place with everything that can be asked about a point.',
      resolve: (s) => pointAt(s.location),
    }),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where it is not on one.',
    }),
  }
}
