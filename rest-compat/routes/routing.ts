// REST paths for routes, round trips, reach, matrices and the planner's capabilities.

import { matrix } from '../../resolvers/matrix.ts'
import { reach } from '../../resolvers/reach.ts'
import { roundTrips } from '../../resolvers/round-trips.ts'
import { planRoute, planTrip, routeCapabilities } from '../../resolvers/routing.ts'
import { NO_CACHE, row } from '../operation-route.ts'

export const ROUTING_ROWS = [
  row({ host: 'api', method: 'POST', path: '/v1/route', errors: 'product', operation: planRoute }),
  row({
    host: 'api',
    method: 'POST',
    path: '/route/v1',
    errors: 'route',
    operation: planTrip,
    languageIn: 'directions_options',
  }),
  row({ host: 'api', method: 'POST', path: '/v1/roundtrips', errors: 'product', operation: roundTrips }),
  row({ host: 'api', method: 'POST', path: '/v1/reach', errors: 'product', operation: reach }),
  row({ host: 'api', method: 'POST', path: '/v1/matrix', errors: 'product', operation: matrix }),
  row({
    host: 'site',
    method: 'GET',
    path: '/api/route/capabilities',
    errors: 'error',
    operation: routeCapabilities,
    cacheControl: NO_CACHE,
  }),
] as const
