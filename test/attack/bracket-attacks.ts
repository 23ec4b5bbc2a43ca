// JSON that is small to send and large to hold: lists, objects and members without number, wherever a body is parsed.

import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import type { Attack, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

const POSTS = OPERATION_ROWS.filter(({ method }) => method === 'POST')
const HEADERS = { 'content-type': 'application/json' }
/** Names under which operations take something large. */
const MEMBERS = ['geometry', 'gpx', 'waypoints', 'locations', 'shape', 'geojson', 'departures', 'properties', 'unknown']

const PIECES = ['[],', '{},', '[0],', '"",', '0,', 'null,', '[[]],', '{"a":0},', '[[[[]]]],'] as const

function filled(piece: string, bytes: number): string {
  return `[${piece.repeat(Math.floor(bytes / piece.length)).slice(0, -1)}]`
}

const wrap = (random: Random, list: string): string =>
  random.pick([
    list,
    `{"type":"LineString","coordinates":${list}}`,
    `{"type":"MultiLineString","coordinates":${list}}`,
    `{"type":"Feature","geometry":null,"properties":{"a":${list}}}`,
    `{"type":"FeatureCollection","features":${list}}`,
    `{"type":"GeometryCollection","geometries":${list}}`,
  ])

const post = (path: string, body: string): SentRequest => ({ method: 'POST', path, headers: HEADERS, body })

export const BRACKET_ATTACKS: readonly Attack[] = [
  {
    name: '1.7 million empty lists to simplify',
    usualMs: 40,
    make: () =>
      post('/v1/gpx/simplify', `{"geometry":{"type":"LineString","coordinates":${filled('[],', 5_100_000)}}}`),
  },
  {
    name: '1.7 million empty lists beside a line to simplify',
    usualMs: 40,
    make: () =>
      post(
        '/v1/gpx/simplify',
        `{"geometry":{"type":"Feature","properties":{"a":${filled('[],', 5_000_000)}},"geometry":{"type":"LineString","coordinates":[[1,42],[1.1,42]]}}}`,
      ),
  },
  {
    name: '1.9 million empty lists as a variable',
    usualMs: 130,
    make: () =>
      post(
        '/graphql',
        `{"query":"query ($g: GeoJSON!) { simplifyGpx(input: { line: { geojson: $g } }) { __typename } }","variables":{"g":{"type":"MultiLineString","coordinates":${filled('[],', 5_700_000)}}}}`,
      ),
  },
  {
    name: 'a variable of lists in 50 fields',
    usualMs: 130,
    make: (random) =>
      post(
        '/graphql',
        `{"query":"query ($g: GeoJSON!) { ${Array.from({ length: 50 }, (_, i) => `a${i}: staticMap(input: { geojson: $g }) { url }`).join(' ')} }","variables":{"g":{"type":"MultiLineString","coordinates":${filled(random.pick(PIECES), 1_000_000)}}}}`,
      ),
  },
  {
    name: 'brackets in a variable that nobody reads',
    usualMs: 60,
    make: (random) =>
      post('/graphql', `{"query":"{ __typename }","variables":{"x":${filled(random.pick(PIECES), 5_700_000)}}}`),
  },
  {
    name: 'brackets beside the members of a GraphQL body',
    usualMs: 130,
    make: (random) =>
      post('/graphql', `{"query":"{ __typename }","extensions":${filled(random.pick(PIECES), 5_700_000)}}`),
  },
  {
    name: 'an object of 500,000 members',
    usualMs: 280,
    make: (random) => {
      const members = Array.from({ length: 70_000 }, (_, i) => `"k${random.between(0, 99)}${i}":0`).join(',')
      return post(random.pick(POSTS).path, `{${members}}`)
    },
  },
  ...POSTS.map(
    ({ path, operation }): Attack => ({
      name: `brackets to ${path}`,
      usualMs: 50,
      make: (random) =>
        post(
          path,
          `{"${random.pick(MEMBERS)}":${wrap(random, filled(random.pick(PIECES), operation.limits.bodyBytes - 200))}}`,
        ),
    }),
  ),
  {
    name: 'nested brackets as variables in an address',
    make: () => ({
      method: 'GET',
      path: `/graphql?query=query($x:JSON){__typename}&variables={%22x%22:${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
      headers: { accept: 'application/json' },
    }),
  },
  {
    name: 'as many lists as are taken',
    usualMs: 50,
    make: (random) => post('/v1/gpx/simplify', `{"geometry":${wrap(random, filled('[],', 590_000))}}`),
  },
  {
    name: 'a number of 1 MB',
    usualMs: 30,
    make: () => post('/v1/roundtrips', `{"distance_km":${'9'.repeat(1_000_000)}}`),
  },
  {
    name: 'brackets in the geojson of an address',
    make: (random) => ({
      method: 'GET',
      path: `/static-map/render?geojson=${wrap(random, filled(random.pick(PIECES), 80_000))
        .replaceAll('"', '%22')
        .replaceAll('{', '%7B')
        .replaceAll('}', '%7D')}`.slice(0, 90_000),
    }),
  },
]
