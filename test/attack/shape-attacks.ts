// JSON whose objects have as many names, or as many different lists of names, as fit into a body: one object, many
// small ones, at the top and deep down; through every operation that takes a body, plain and gzipped, and as variables.

import { gzipSync } from 'node:zlib'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import type { Attack, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const BYTES_OF_A_MEMBER = 9
const POSTS = OPERATION_ROWS.filter(({ method, operation }) => method === 'POST' && operation.limits.bodyBytes > 0)

const nameOf = (index: number): string =>
  [0, 1, 2, 3].map((place) => LETTERS[Math.floor(index / 62 ** place) % 62]).join('')

/** `bytes` of JSON in objects of `size` members each, none of a name that was there before. */
function objects(bytes: number, size: number, first: number): string {
  const count = Math.floor(bytes / BYTES_OF_A_MEMBER)
  const members = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `"${nameOf(first + from + i)}":1`).join(',')
  if (size >= count) return `{${members(0, count)}}`
  return `[${Array.from({ length: Math.floor(count / (size + 1)) }, (_, i) => `{${members(i * size, (i + 1) * size)}}`).join(',')}]`
}

/** The same few names in every order. */
function orders(random: Random, bytes: number): string {
  const names = LETTERS.slice(0, 12).split('')
  const one = () => {
    for (let i = names.length - 1; i > 0; i--) {
      const other = random.between(0, i)
      ;[names[i], names[other]] = [names[other], names[i]]
    }
    return `{${names.map((name) => `"${name}":1`).join(',')}}`
  }
  return `[${Array.from({ length: Math.floor(bytes / 80) }, one).join(',')}]`
}

function deep(random: Random, json: string): string {
  const levels = random.between(1, 50)
  return `${'{"a":['.repeat(levels / 2)}${json}${']}'.repeat(levels / 2)}`
}

function send(random: Random, path: string, body: string): SentRequest {
  const headers = { 'content-type': 'application/json' }
  return random.between(0, 1) === 0
    ? { method: 'POST', path, headers, body }
    : { method: 'POST', path, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body, { level: 1 }) }
}

/** Lists longer than any field takes, and values of other kinds, for as many fields as there is room. */
const LONG_VALUES: readonly [type: string, field: string, value: unknown][] = [
  ['[TravelMode!]', 'line(input: {polyline6: "??"}) { match(mode: $V) { __typename } }', { lon: 1, lat: 2 }],
  ['LineInput!', 'line(input: $V) { match { __typename } }', { file: [{ lon: '1' }], polyline6: { a: [] } }],
  ['String', 'line(input: {polyline6: $V}) { match { __typename } }', { a: 1 }],
  ['[LonLat!]!', 'points(at: $V) { __typename }', [1, 2]],
  [
    '[WaypointInput!]!',
    'simplifyGpx(input: {line: {route: {waypoints: $V}}, to: {points: 9}}) { __typename }',
    { at: [1, 2] },
  ],
]

function longValues(random: Random): SentRequest {
  const [type, field, value] = random.pick(LONG_VALUES)
  const names = Array.from({ length: random.between(1, 19) }, (_, i) => `v${i}`)
  const bytes = random.pick([900_000, 2_000_000, 5_500_000])
  const length = Math.floor(Math.min(bytes / (JSON.stringify(value).length + 1), 190_000) / names.length)
  const list = new Array(length).fill(value)
  const head = names.map((name) => `$${name}: ${type}`).join(' ')
  const fields = names.map((name) => `${name}: ${field.replace('$V', `$${name}`)}`).join(' ')
  const variables = Object.fromEntries(names.map((name) => [name, list]))
  return send(random, '/graphql', JSON.stringify({ query: `query (${head}) { ${fields} }`, variables }))
}

const KINDS: readonly [string, (random: Random, bytes: number) => string][] = [
  ['one object of as many names as fit', (random, bytes) => objects(bytes, Infinity, random.between(0, 9999))],
  ['objects of 100 names that never come again', (random, bytes) => objects(bytes, 100, random.between(0, 9999))],
  ['small objects of names that never come again', (random, bytes) => objects(bytes, random.between(1, 9), 0)],
  ['objects of the same names in every order', orders],
]

const SHAPES: readonly Attack[] = KINDS.flatMap(([what, make]) => [
  {
    name: `${what}, in a body`,
    usualMs: 60,
    make: (random) => {
      const { path, operation } = random.pick(POSTS)
      const room = operation.limits.bodyBytes - 1000
      const json = make(random, room)
      const inside = random.pick([json, `{"geometry":${json}}`, `{"gpx":"","file":{"a":${json}}}`, deep(random, json)])
      return send(random, path, inside)
    },
  },
  {
    name: `${what}, as variables`,
    usualMs: 60,
    make: (random) => {
      const json = make(random, 5_900_000)
      const variables = json.startsWith('{') && random.between(0, 1) === 0 ? json : `{"g":${deep(random, json)}}`
      const query = 'query ($g: GeoJSON) { line(input: {geojson: $g}) { elevationProfile { __typename } } }'
      return send(random, '/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`)
    },
  },
])

export const SHAPE_ATTACKS: readonly Attack[] = [
  ...SHAPES,
  ...[1, 2].map((n) => ({
    name: `variables longer, or of other kinds, than any field takes (${n} of 2)`,
    usualMs: 200,
    make: longValues,
  })),
]
