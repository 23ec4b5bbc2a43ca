// REST paths for map pictures.

import { fromStaticMapWords, STATIC_MAP_PATH } from '../../resolvers/static-map-address.ts'
import { atLeastOne, atMostOne } from '../../resolvers/input/json-schema.ts'
import {
  DEFAULT_HEIGHT,
  DEFAULT_PADDING,
  DEFAULT_WIDTH,
  type StaticMapPicture,
  staticMap,
} from '../../resolvers/static-map.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { asItIs, choice, jsonText, patterned } from '../query-parameters.ts'

const toPng = ({ png }: StaticMapPicture) => ({
  type: 'image/png',
  bytes: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
})

export const STATIC_MAP_ROWS = [
  row({ host: 'api', method: 'POST', path: STATIC_MAP_PATH, errors: 'error', operation: staticMap, picture: toPng }),
  row({
    host: 'api',
    method: 'GET',
    path: STATIC_MAP_PATH,
    errors: 'error',
    operation: staticMap,
    operationId: 'static-map-address',
    picture: toPng,
    etag: true,
    cacheControl: NO_CACHE,
    read: (_, query) => fromStaticMapWords((name) => query.text(name)),
    together: { allOf: [atLeastOne('bbox', 'line', 'geojson'), atMostOne('line', 'geojson')] },
    query: {
      bbox: {
        about:
          'minLon,minLat,maxLon,maxLat in degrees; required unless a line or GeoJSON is given, to which the picture is then fitted.',
      },
      line: { about: 'A line to draw, as a polyline with 6 digits.', as: () => patterned('^[?-~]{4,}$') },
      width: { about: 'Pixels.', preset: DEFAULT_WIDTH },
      height: { about: 'Pixels.', preset: DEFAULT_HEIGHT },
      scale: {
        about: '2: twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale).',
        preset: 1,
        as: choice,
      },
      hillshade: { about: 'Relief as light and shade.', preset: true, as: asItIs },
      contours: { about: 'Contour lines.', preset: false, as: asItIs },
      padding: { about: 'Pixels around the fitted content.', preset: DEFAULT_PADDING },
      language: { about: 'Names in this language where the map has them, e.g. de.' },
      geojson: { about: 'The geojson of POST, as JSON text; cannot be combined with line.', as: jsonText },
    },
  }),
] as const
