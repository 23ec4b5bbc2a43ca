// REST paths for health, the manifest, the status of artifacts, and heights.

import { elevation, health, manifest, status } from '../../resolvers/maps.ts'
import { NO_CACHE, row } from '../operation-route.ts'

export const MAPS_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/healthz',
    errors: 'error',
    operation: health,
    plain: true,
    alwaysAdmitted: true,
    cacheControl: () => 'no-store',
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pmtiles/current/manifest.json',
    errors: 'error',
    operation: manifest,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/status',
    errors: 'error',
    operation: status,
    cacheControl: NO_CACHE,
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/elevation/{release}/sample',
    errors: 'error',
    operation: elevation,
    readPath: ({ release }) => ({ release }),
    cacheControl: ({ release }) => (release === 'current' ? 'no-cache' : 'public, max-age=31536000, immutable'),
    query: {
      points: { about: '1 to 2,048 pairs lat,lon in degrees, separated by the vertical bar.' },
      z: { about: 'The requested zoom. It is clamped to the zooms of the terrain; the answer has the zoom used.' },
      encoding: { about: 'Compatibility input; both decode to the same heights.' },
    },
  }),
] as const
