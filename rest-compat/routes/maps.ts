// REST paths for health, the manifest, the status of artifacts, and heights.

import { elevation, health, manifest, status } from '../../resolvers/maps.ts'
import { NO_CACHE, nothing, row } from '../operation-route.ts'
import { latLonPairs, whole, words } from '../query-schemas.ts'

export const MAPS_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/healthz',
    errors: 'error',
    operation: health,
    read: nothing,
    plain: true,
    vital: true,
    cacheControl: () => 'no-store',
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pmtiles/current/manifest.json',
    errors: 'error',
    operation: manifest,
    read: nothing,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/status',
    errors: 'error',
    operation: status,
    read: nothing,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/elevation/{release}/sample',
    errors: 'error',
    operation: elevation,
    read: ({ release }, query) => ({
      release,
      points: query.latLonPairs('points', elevation.limits.points!),
      z: query.number('z'),
      encoding: query.text('encoding'),
    }),
    cacheControl: ({ release }) => (release === 'current' ? 'no-cache' : 'public, max-age=31536000, immutable'),
    queryParameters: {
      points: latLonPairs('1 to 2,048 pairs lat,lon in degrees, separated by the vertical bar.', 2048),
      z: whole(
        'The requested zoom. It is clamped to the zooms of the terrain; the answer has the zoom used.',
        0,
        22,
        13,
      ),
      encoding: words('Compatibility input; both decode to the same heights.', ['mapbox', 'terrarium'], 'mapbox'),
    },
  }),
] as const
