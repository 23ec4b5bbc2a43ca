// REST paths for map pictures.

import { fromStaticMapWords, STATIC_MAP_PATH } from '../../resolvers/static-map-address.ts'
import { atLeastOne, atMostOne, GEOJSON_DRAWING } from '../../resolvers/input/json-schema.ts'
import { LANGUAGE_TAG, type StaticMapPicture, staticMap } from '../../resolvers/static-map.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { mapBox, patterned, whole } from '../query-schemas.ts'

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
    revalidates: true,
    cacheControl: NO_CACHE,
    read: (_, query) => fromStaticMapWords((name) => query.text(name)),
    together: { allOf: [atLeastOne('bbox', 'line', 'geojson'), atMostOne('line', 'geojson')] },
    queryParameters: {
      bbox: mapBox(
        'minLon,minLat,maxLon,maxLat in degrees; required unless a line or GeoJSON is given, to which the picture is then fitted.',
      ),
      line: patterned('A line to draw, as a polyline with 6 digits.', '^[?-~]{4,}$'),
      width: whole('Pixels.', 128, 2048, 800),
      height: whole('Pixels.', 128, 2048, 600),
      scale: {
        description:
          '2: twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale).',
        schema: { type: 'integer', enum: [1, 2], default: 1 },
      },
      hillshade: { description: 'Relief as light and shade.', schema: { type: 'boolean', default: true } },
      contours: { description: 'Contour lines.', schema: { type: 'boolean', default: false } },
      padding: whole('Pixels around the fitted content.', 0, 512, 40),
      language: patterned('Names in this language where the map has them, e.g. de.', LANGUAGE_TAG.source),
      geojson: {
        description: 'The geojson of POST, as JSON text; cannot be combined with line.',
        schema: { type: 'string', contentMediaType: 'application/json', contentSchema: GEOJSON_DRAWING },
      },
    },
  }),
] as const
