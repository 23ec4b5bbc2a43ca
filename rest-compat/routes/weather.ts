// REST paths for weather, snow and the sun.

import { routeWeather } from '../../resolvers/route-weather.ts'
import { MAX_SNOW_POINTS, routeSnow } from '../../resolvers/snow.ts'
import { sun } from '../../resolvers/sun.ts'
import { forecast } from '../../resolvers/weather.ts'
import { readForecastQuery } from '../forecast-query.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { date, degrees, latLonHeights, latLonPairs, one, patterned, starts, whole } from '../query-schemas.ts'

export const WEATHER_ROWS = [
  row({ host: 'api', method: 'POST', path: '/v1/route-weather', errors: 'product', operation: routeWeather }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/snow/route-forecast',
    errors: 'error',
    operation: routeSnow,
    read: (_parameters, query) => ({
      points: query.latLonPairs('points', MAX_SNOW_POINTS),
      evidence: query.switch('evidence'),
      revision: query.text('revision'),
      segments: query.numbers('segments', MAX_SNOW_POINTS),
    }),
    cacheControl: NO_CACHE,
    queryParameters: {
      points: latLonPairs('1 to 512 pairs lat,lon in degrees, separated by the vertical bar.', MAX_SNOW_POINTS),
      evidence: one('1 adds the route-snow-evidence/1 block.'),
      revision: patterned(
        "The caller's version of the geometry, returned unchanged: 1 to 64 letters, digits or . _ : -",
        '^[A-Za-z0-9._:-]{1,64}$',
      ),
      segments: starts('Start indices of disconnected segments, comma-separated, ascending, the first 0.'),
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
    queryParameters: {
      p: latLonHeights('1 to 12 points lat,lon or lat,lon,elevation_m separated by ;', 12),
      d: whole('Forecast days.', 1, 16, 7),
      fl: one('1 adds the hourly freezing level.'),
      h: one('1 adds every hour.'),
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
    read: (_, query) => ({ lat: query.number('lat'), lon: query.number('lon'), date: query.text('date') }),
    queryParameters: {
      lat: degrees('Latitude.', 90),
      lon: degrees('Longitude.', 180),
      date: date("A date of the place's own calendar, YYYY-MM-DD, 1900 to 2100."),
    },
  }),
] as const
