// Where a point was placed on the network: the fields that starts of loops and reaches have in common.

import type { LonLat } from '../src/geo/lon-lat.ts'
import type { FieldBuilder } from './builder.ts'
import { locationFields } from './spot.ts'

interface SnappedPoint {
  distanceM: number
  location: LonLat
  wayId: number | null
}

/** `what` was requested, as its sentence names it. */
export function snapFields(t: FieldBuilder<SnappedPoint>, what: string) {
  return {
    distanceM: t.exposeFloat('distanceM', { description: `Metres from the requested ${what}.` }),
    ...locationFields(t, 'The nearest point of a usable way, [lon, lat] in degrees.', (s) => s.location),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where it is not on one.',
    }),
  }
}
