// Texts that are long and of one letter, or of two that a pattern could divide in many ways: in every header, path,
// query, number, date, polyline and GPX value.

import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import type { Attack, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

/** As they may be written in a head. */
const LETTERS = [
  '0',
  '9',
  'a',
  'Z',
  '.',
  '-',
  '+',
  ',',
  ';',
  '/',
  '=',
  '"',
  '(',
  '{',
  '<',
  '&',
  '_',
  ':',
  '|',
  '*',
  '!',
]
const SPACES = [' ', '\t']
const HEADERS = [
  'Range',
  'If-Range',
  'If-None-Match',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'X-Api-Key',
  'X-Forwarded-For',
  'X-Request-Id',
  'Origin',
  'Content-Type',
  'Content-Encoding',
  'Traceparent',
  'Tracestate',
  'Forwarded',
  'Cookie',
] as const
/** What a head takes, less what else stands in it. */
const HEAD_CHARACTERS = 90_000
const JSON_HEADERS = { 'content-type': 'application/json' }
const GETS = OPERATION_ROWS.filter(({ method, read }) => method === 'GET' && read !== undefined)

/** A run that is broken once, so that what follows cannot match. */
function run(random: Random, length: number, letters: readonly string[]): string {
  const [first, second] = [random.pick(letters), random.pick(letters)]
  const part = random.between(1, length - 1)
  switch (random.between(0, 3)) {
    case 0:
      return first.repeat(length)
    case 1:
      return first.repeat(part) + second.repeat(length - part)
    case 2:
      return (first + second).repeat(length / 2)
    default:
      return `${first.repeat(length - 1)}!`
  }
}

const get = (path: string, headers: Record<string, string> = {}): SentRequest => ({ method: 'GET', path, headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
})
const siteOf = ({ host }: { host: 'api' | 'site' }): { host: 'api' | 'site' } => ({ host })
const digits = (random: Random, length: number): string =>
  '1'.repeat(length - 1) + random.pick(['x', '.', 'e', '-', '%20'])
const point = (lon: string | number, lat: string | number): string => `<trkpt lat="${lat}" lon="${lon}">`
const gpx = (points: string): string =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points}</trkseg></trk></gpx>`

export const TEXT_ATTACKS: readonly Attack[] = [
  {
    name: 'a Range of 3,000 tabs, twice',
    make: (random, { terrainVersion }) =>
      get(`/pmtiles/${terrainVersion}/terrain.pmtiles`, {
        Range: `bytes=${'\t'.repeat(3000)}${random.between(0, 9)}${'\t'.repeat(3000)}x`,
      }),
  },
  {
    name: 'a Range of 45,000 tabs, twice',
    make: (random, { terrainVersion }) =>
      get(`/pmtiles/${terrainVersion}/terrain.pmtiles`, {
        Range: `bytes=${'\t'.repeat(HEAD_CHARACTERS / 2)}${random.between(0, 9)}-${'\t'.repeat(HEAD_CHARACTERS / 2 - 10)}x`,
      }),
  },
  {
    name: 'a forecast at a latitude of 90,000 digits',
    make: (random) => ({ host: 'site', ...get(`/api/weather/forecast?p=${digits(random, HEAD_CHARACTERS)},1`) }),
  },
  {
    name: 'a picture with numbers of 20,000 digits',
    make: (random) =>
      get(
        `/static-map/render?${['width', 'height', 'scale', 'padding'].map((name) => `${name}=${digits(random, HEAD_CHARACTERS / 4 - 20)}`).join('&')}`,
      ),
  },
  {
    name: 'a picture of a box of 90,000 digits',
    make: (random) => get(`/static-map/render?bbox=${digits(random, HEAD_CHARACTERS)},2,3,4`),
  },
  {
    name: 'heights at points of 90,000 digits',
    make: (random) => get(`/tiles/v1/elevation/current/sample?points=${digits(random, HEAD_CHARACTERS)},1`),
  },
  {
    name: 'heights at 22,000 points of no digit',
    make: () => get(`/tiles/v1/elevation/current/sample?points=${'.,.|'.repeat(HEAD_CHARACTERS / 4)}`),
  },
  ...GETS.filter(({ queryParameters = {} }) => Object.keys(queryParameters).length > 0).map(
    (row): Attack => ({
      name: `a long run in each word of ${row.path}`,
      make: (random) => {
        const names = Object.keys(row.queryParameters!)
        const room = Math.floor(HEAD_CHARACTERS / names.length) - 20
        const words = names.map((name) => `${name}=${encodeURIComponent(run(random, room / 3, [...LETTERS, ' ']))}`)
        const path = row.path.replaceAll(/\{\w+\}/g, '1')
        return { ...siteOf(row), ...get(`${path}?${words.join('&').slice(0, HEAD_CHARACTERS)}`) }
      },
    }),
  ),
  {
    name: 'a path of 90,000 letters',
    make: (random) =>
      get(`/${run(random, HEAD_CHARACTERS, ['a', '/', '.', '%2f', '%', ';', '-', '_'])}`.slice(0, HEAD_CHARACTERS)),
  },
  {
    name: 'a long run as a segment of a path',
    make: (random) => {
      const row = random.pick(OPERATION_ROWS.filter(({ path }) => path.includes('{')))
      return {
        ...siteOf(row),
        ...get(row.path.replace(/\{\w+\}/, run(random, HEAD_CHARACTERS, ['a', '1', '.', '-', '_', '~']))),
      }
    },
  },
  ...HEADERS.map(
    (name): Attack => ({
      name: `a long run in ${name}`,
      make: (random, { terrainVersion }) => {
        const value = `${random.pick(['', 'bytes=', 'W/"', 'Bearer ', 'gzip', 'application/json;'])}${run(random, HEAD_CHARACTERS, [...LETTERS, ...SPACES])}`
        const headers = { [name]: `x${value}x` }
        return random.pick([
          () => get('/search/v1/forward?q=berg', headers),
          () => get(`/pmtiles/${terrainVersion}/terrain.pmtiles`, headers),
          () => post('/graphql', { query: '{ __typename }' }, headers),
        ])()
      },
    }),
  ),
  {
    name: 'a head of 3,000 lines',
    make: () =>
      get(
        '/search/v1/forward?q=berg',
        Object.fromEntries(Array.from({ length: 1900 }, (_, i) => [`X-${i}`, 'y'.repeat(30)])),
      ),
  },
  {
    name: 'keys by 5,000 words of a query',
    make: () => get(`/search/v1/forward?q=berg&${'key=abcdefghijk&'.repeat(HEAD_CHARACTERS / 16)}`),
  },
  {
    name: 'a name of 29,000 combining letters',
    make: (random) =>
      get(`/search/v1/forward?q=a${random.pick(['%CC%81', '%CC%A7', '%CD%85']).repeat(HEAD_CHARACTERS / 6)}`),
  },
  {
    name: 'a name of 5 MB, in 50 fields of a document',
    usualMs: 170,
    make: (random) =>
      post('/graphql', {
        query: `query ($t: String!) { ${Array.from({ length: 50 }, (_, i) => `a${i}: search(text: $t) { nodes { ... on Node { id } } }`).join(' ')} }`,
        variables: { t: run(random, 5_000_000, ['a', ' ', "'", '·', 'é', '{', '(']) },
      }),
  },
  {
    name: 'a departure of 1 MB',
    usualMs: 20,
    make: (random, { example }) =>
      post('/v1/route-weather', {
        geometry: { type: 'LineString', coordinates: example },
        departure: `2026-11-22T10:00:00${run(random, 1_000_000, ['0', '.', ':', '+'])}`,
      }),
  },
  {
    name: 'a target time of 1 MB',
    make: (random, { example }) =>
      post('/v1/pace-plan', {
        geometry: { type: 'LineString', coordinates: example },
        target_time: run(random, 1_000_000, ['0', ' ', ':', '\t']),
      }),
  },
  {
    name: 'a polyline of 1 MB',
    make: (random) =>
      post('/engine/trace_attributes', { encoded_polyline: run(random, 1_000_000, ['?', '~', '_', '@', 'o']) }),
  },
  {
    name: 'a polyline of 60,000 letters in an address',
    usualMs: 90,
    make: (random) =>
      get(`/static-map/render?line=${encodeURIComponent(run(random, HEAD_CHARACTERS / 3, ['?', '_', 'o', '@']))}`),
  },
  {
    name: 'GPX: a latitude of 5 MB',
    usualMs: 200,
    make: (random) =>
      post('/v1/gpx/clean', { gpx: gpx(`${point(1, run(random, 5_000_000, ['1', '.', ' ', '-']))}</trkpt>`) }),
  },
  {
    name: 'GPX: a height of 5 MB',
    usualMs: 100,
    make: (random) =>
      post('/v1/gpx/clean', {
        gpx: gpx(`${point(1, 2)}<ele>${run(random, 5_000_000, ['1', '.', ' ', '-'])}</ele></trkpt>`),
      }),
  },
  {
    name: 'GPX: a time of 5 MB',
    usualMs: 70,
    make: (random) =>
      post('/v1/gpx/simplify', {
        gpx: gpx(`${point(1, 2)}<time>${run(random, 5_000_000, ['1', ':', ' ', 'T'])}</time></trkpt>`),
      }),
  },
  {
    name: 'GPX: 1 MB of one sign of markup',
    usualMs: 60,
    make: (random) =>
      post('/v1/elevation-profile', {
        gpx: gpx(
          run(random, 1_000_000, ['<', '<!--', '&', '<![CDATA[', '<a ', '<?', '"', '</', '&#']).slice(0, 1_000_000),
        ),
      }),
  },
  {
    name: 'GPX: 5 MB of one sign of markup',
    usualMs: 150,
    make: (random) =>
      post('/v1/gpx/clean', {
        gpx: gpx(
          run(random, 5_000_000, ['<', '<!--', '&', '<![CDATA[', '<a ', '<?', '"', '</', '&#']).slice(0, 5_000_000),
        ),
      }),
  },
  {
    name: 'GPX: 600,000 elements within each other',
    usualMs: 50,
    make: () => post('/v1/gpx/clean', { gpx: gpx('<a>'.repeat(1_600_000)) }),
  },
]
