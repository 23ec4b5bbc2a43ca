// Routes over as many waypoints as there may be, for everybody who travels.

import type { Attack } from './attack.ts'

const TRAVELLERS = [
  { profile: 'hike', max_sac: 6 },
  { profile: 'run', max_sac: 6 },
  { profile: 'bike', bicycle_type: 'road' },
  { profile: 'bike', bicycle_type: 'hybrid' },
  { profile: 'bike', bicycle_type: 'mountain' },
]

export const ROUTE_ATTACKS: readonly Attack[] = TRAVELLERS.map((settings) => ({
  name: `a route over 100 waypoints, ${Object.values(settings).join(' ')}`,
  usualMs: 150,
  // in a real region there is no way between some of its places
  statuses: [200, 422],
  make: (random, { waypoints }) => ({
    method: 'POST',
    path: '/v1/route',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      waypoints: Array.from({ length: 100 }, () => random.pick(waypoints)),
      snap_radius_m: 2000,
      ...settings,
    }),
  }),
}))
