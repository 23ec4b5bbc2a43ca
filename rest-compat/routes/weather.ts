// REST paths for weather, snow and the sun.

import { routeWeather } from '../../resolvers/route-weather.ts'
import { routeSnow } from '../../resolvers/snow.ts'
import { sun } from '../../resolvers/sun.ts'
import { forecast } from '../../resolvers/weather.ts'
import { readForecastQuery } from '../forecast-query.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { latLonHeights } from '../query-parameters.ts'

export const WEATHER_ROWS = [
  row({ host: 'api', method: 'POST', path: '/v1/route-weather', errors: 'product', operation: routeWeather }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/snow/route-forecast',
    errors: 'error',
    operation: routeSnow,
    cacheControl: NO_CACHE,
    query: {
      points: { about: '1 to 512 pairs lat,lon in degrees, separated by the vertical bar.' },
      evidence: { about: '1 adds the route-snow-evidence/1 block.' },
      revision: {
        about: "The caller's version of the geometry, returned unchanged: 1 to 64 letters, digits or . _ : -",
      },
      segments: { about: 'Start indices of disconnected segments, comma-separated, ascending, the first 0.' },
    },
  }),
  row({
    host: 'site',
    method: 'GET',
    path: '/api/weather/forecast',
    errors: 'error',
    operation: forecast,
    cacheControl: NO_CACHE,
    read: (_, query) => readForecastQuery(query),
    query: {
      p: { field: 'points', about: '1 to 12 points lat,lon or lat,lon,elevation_m separated by ;', as: latLonHeights },
      d: { field: 'days', about: 'Forecast days.' },
      fl: { field: 'freezingLevel', about: '1 adds the hourly freezing level.' },
      h: { field: 'hourly', about: '1 adds every hour.' },
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/v1/sun',
    errors: 'product',
    operation: sun,
    // the same for ever
    cacheControl: () => 'public, max-age=86400',
    query: { lat: {}, lon: {}, date: {} },
  }),
] as const
