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
import { NO_CACHE, row } from '../operation-route.ts'

const SIDES = { min_lat: {}, min_lon: {}, max_lat: {}, max_lon: {} }

export const SEARCH_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/forward',
    errors: 'error',
    operation: search,
    encode: searchResult,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    query: { q: {}, limit: {}, bias_bbox: {}, bbox: {} },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/search/v1/reverse',
    errors: 'error',
    operation: reverse,
    encode: reverseResult,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    query: {
      lat: {},
      lon: {},
      limit: {},
      radius_m: {},
      kinds: { about: 'Kinds to keep, separated by commas, e.g. peak,hut,village.' },
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/search',
    errors: 'error',
    operation: trails,
    encode: trailSearchResult,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    query: { q: {}, limit: {}, type: {} },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/relation/{relation_id}',
    errors: 'error',
    operation: trailRelation,
    encode: trailFeature,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    readPath: ({ relation_id: id }) => ({ relationId: /^\d{1,16}$/.test(id) ? Number(id) : id }),
    otherForm: (output, { format }, sources) =>
      format === 'gpx' ? { type: 'application/gpx+xml; charset=utf-8', text: trailGpx(output, sources) } : null,
    pathParameters: { relation_id: { schema: { type: 'string', pattern: '^0{0,2}[1-9]\\d{0,13}$' } } },
    query: { format: {} },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/trails/v1/bbox',
    errors: 'error',
    operation: trailsBbox,
    encode: trailBoxResult,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    query: { ...SIDES, type: {}, limit: {} },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/pois/v1/bbox',
    errors: 'error',
    operation: pois,
    encode: poisResult,
    etag: 'catalogue',
    cacheControl: NO_CACHE,
    query: {
      ...SIDES,
      kind: {
        about: 'Kinds to keep, separated by commas, e.g. hut,shelter,drinking_water; also the order of the answer.',
      },
      limit: {},
    },
  }),
] as const
