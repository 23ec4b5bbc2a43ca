// REST paths for places, trails and outdoor places.

import { pois, reverse, search, trailRelation, trails, trailsBbox } from '../../resolvers/search.ts'
import {
  poisResult,
  reverseResult,
  searchResult,
  trailBoxResult,
  trailFeature,
  trailGpx,
  trailSearchResult,
} from '../catalogue-answers.ts'
import type { Query } from '../../src/server/read-query.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { box, degrees, name, placeKinds, poiKinds, whole, words } from '../query-schemas.ts'

const SIDES = {
  min_lat: degrees('South, degrees.', 90),
  min_lon: degrees('West, degrees.', 180),
  max_lat: degrees('North, degrees.', 90),
  max_lon: degrees('East, degrees.', 180),
}
const readSides = (query: Query) => ({
  minLat: query.number('min_lat'),
  minLon: query.number('min_lon'),
  maxLat: query.number('max_lat'),
  maxLon: query.number('max_lon'),
})

export const SEARCH_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/forward',
    errors: 'error',
    operation: search,
    encode: searchResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({
      q: query.text('q'),
      limit: query.number('limit'),
      biasBbox: query.numbers('bias_bbox'),
      bbox: query.numbers('bbox'),
    }),
    queryParameters: {
      q: name(
        'The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
        2,
      ),
      limit: whole('Most results.', 1, 50, 10),
      bias_bbox: box('minLon,minLat,maxLon,maxLat: preferred, excludes nothing.'),
      bbox: box('minLon,minLat,maxLon,maxLat: a hard limit, nothing outside is returned.'),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/reverse',
    errors: 'error',
    operation: reverse,
    encode: reverseResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({
      lat: query.number('lat'),
      lon: query.number('lon'),
      limit: query.number('limit'),
      radiusM: query.number('radius_m'),
      kinds: query.list('kinds'),
    }),
    queryParameters: {
      lat: degrees('Latitude.', 90),
      lon: degrees('Longitude.', 180),
      limit: whole('Most results.', 1, 50, 10),
      radius_m: whole('Radius in metres.', 50, 50_000, 500),
      kinds: placeKinds('Kinds to keep, separated by commas, e.g. peak,hut,village.'),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/search',
    errors: 'error',
    operation: trails,
    encode: trailSearchResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ q: query.text('q'), limit: query.number('limit'), type: query.text('type') }),
    queryParameters: {
      q: name('Name or reference.', 1),
      limit: whole('Most results.', 1, 100, 20),
      type: words('Kind of route.', ['hiking', 'bicycle']),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/relation/{relation_id}',
    errors: 'error',
    operation: trailRelation,
    encode: trailFeature,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (parameters, query) => ({
      relationId: /^\d{1,16}$/.test(parameters.relation_id) ? Number(parameters.relation_id) : parameters.relation_id,
      format: query.text('format'),
    }),
    otherForm: (output, { format }, sources) =>
      format === 'gpx' ? { type: 'application/gpx+xml; charset=utf-8', text: trailGpx(output, sources) } : null,
    pathParameters: { relation_id: { schema: { type: 'string', pattern: '^0{0,2}[1-9]\\d{0,13}$' } } },
    queryParameters: { format: words('Form of the answer: a GeoJSON Feature, or GPX 1.1.', ['geojson', 'gpx']) },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/bbox',
    errors: 'error',
    operation: trailsBbox,
    encode: trailBoxResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ ...readSides(query), type: query.text('type'), limit: query.number('limit') }),
    queryParameters: {
      ...SIDES,
      type: words('Kind of route.', ['hiking', 'bicycle']),
      limit: whole('Most results.', 1, 1000, 200),
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pois/v1/bbox',
    errors: 'error',
    operation: pois,
    encode: poisResult,
    revalidates: 'catalogue',
    cacheControl: NO_CACHE,
    read: (_, query) => ({ ...readSides(query), kind: query.list('kind'), limit: query.number('limit') }),
    queryParameters: {
      ...SIDES,
      kind: poiKinds(
        'Kinds to keep, separated by commas, e.g. hut,shelter,drinking_water; also the order of the answer.',
      ),
      limit: whole('Most results.', 1, 10_000, 2000),
    },
  }),
] as const
