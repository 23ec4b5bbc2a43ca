// Where a point was placed on the network: of a route, loops, a reach, a matrix.

import type { Snap } from '../src/routing/costs/route-types.ts'
import { builder } from './builder.ts'
import { nameFields } from './sentence.ts'
import { locationFields } from './spot.ts'

/** A route has several waypoints, with names; loops and a reach have the one they begin at. */
type Snapped = Omit<Snap, 'waypoint' | 'name' | 'location'> &
  Partial<Pick<Snap, 'waypoint' | 'name'>> & { location: readonly [number, number] }

export const SnappedPointType = builder.objectRef<Snapped>('SnappedPoint').implement({
  description: 'Where a point that was sent was placed on the network.',
  fields: (t) => ({
    waypoint: t.int({
      description:
        'Number of the point among those of its list that were sent, counted from 0; a followed trail has two.',
      resolve: ({ waypoint }) => waypoint ?? 0,
    }),
    offM: t.exposeFloat('distanceM', { description: 'Metres from the point that was sent.' }),
    ...locationFields(t, 'The nearest point of a usable way, [lon, lat] in degrees.', (s) => s.location),
    ...nameFields(
      t,
      'The name of a waypoint of a route, if names were requested or it is a trail; null otherwise.',
      ({ name }) => name,
    ),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where it is not on one, or the leg is straight.',
    }),
  }),
})
