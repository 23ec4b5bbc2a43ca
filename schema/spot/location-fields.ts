// Where something is, twice: as coordinates, and as a spot with its links.

import type { LonLat } from '../../src/geo/lon-lat.ts'
import type { FieldBuilder } from '../builder.ts'
import { PointType, pointAt } from './point.ts'

/** `about` describes the coordinates. */
export function locationFields<Row>(t: FieldBuilder<Row>, about: string, locationOf: (row: Row) => LonLat) {
  return {
    location: t.field({ type: 'LonLat', description: about, resolve: locationOf }),
    spot: t.field({
      type: PointType,
      description: 'The same place with everything that can be asked about a point.',
      resolve: (row) => pointAt(locationOf(row)),
    }),
  }
}
