// GraphQL documents that are small to send and large to answer, check or run: questions about the schema, one long line
// under many names, lists within lists, one variable for many fields, and documents with many mistakes.

import { getIntrospectionQuery } from 'graphql'
import type { Region } from '../fuzz/region.ts'
import type { Attack, SentRequest } from './attack.ts'
import { DOCUMENT_CPU_MS } from './bars.ts'
import { MANY_FILES, MANY_ROUTES } from './many-operations.ts'
import type { Random } from './random.ts'

const HEADERS = { 'content-type': 'application/json' }
const ask = (query: string, variables?: object): SentRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: HEADERS,
  body: JSON.stringify({ query, variables }),
})
const times = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')
/** The longest way that the region offers: many waypoints, to and fro. */
const route = (random: Random, { waypoints }: Region): string =>
  `route(input: {waypoints: [${Array.from({ length: 90 }, () => `{at: ${JSON.stringify(random.pick(waypoints))}}`).join(', ')}], settings: {snapRadiusM: 2000}})`
const empties = (count: number): object => ({
  type: 'MultiLineString',
  coordinates: Array.from({ length: count }, () => []),
})

export const DOCUMENT_ATTACKS: readonly Attack[] = [
  {
    name: 'the whole schema under 30 names',
    usualMs: 90,
    make: () =>
      ask(
        `{ ${times(30, () => '__schema { types { name description fields { name description args { name description defaultValue type { ...T } } type { ...T } } enumValues { name description } } }')} } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`,
      ),
  },
  {
    name: 'fields of all types under many names, through fragments',
    usualMs: 160,
    make: (random) =>
      ask(
        `{ __schema { types { ...F } } } fragment F on __Type { ${times(random.between(200, 400), () => 'fields { ...G }')} } fragment G on __Field { name args { name type { name } } }`,
      ),
  },
  ...[MANY_ROUTES, MANY_FILES].map((one) => ({ ...one, usualMs: 1000, cpuBarMs: DOCUMENT_CPU_MS })),
  { name: 'the schema as tools ask for it', make: () => ask(getIntrospectionQuery()) },
  {
    name: 'questions about the schema that nobody asked before',
    usualMs: 150,
    make: (random) => ask(getIntrospectionQuery().replace('IntrospectionQuery', `Q${random.between(0, 1e9)}`)),
    times: 5,
  },
  ...(
    [
      ['coordinates', 'line { coordinates }', 40, 150],
      ['coordinates under more names', 'line { coordinates }', 300, 200],
      ['GeoJSON', 'line { geojson }', 300, 200],
      ['polylines', 'line { polyline6 }', 300, 100],
      ['files', 'export(format: GPX) { text }', 600, 20],
      ['addresses of pictures', 'staticMap(width: WIDTH) { url }', 300, 20],
      ['maneuvers', 'maneuvers { instruction type location lengthM }', 200, 40],
    ] as const
  ).map(
    ([what, field, count, usualMs]): Attack => ({
      name: `one route in ${count} ${what}`,
      usualMs,
      make: (random, region) =>
        ask(`{ ${route(random, region)} { ${times(count, (i) => field.replace('WIDTH', String(200 + i)))} } }`),
    }),
  ),
  {
    name: 'lists within lists within lists',
    // 409 credits of the 500 of a day
    usualMs: 100,
    statuses: [200],
    make: (random, { example }) =>
      ask(
        `{ places(where: {area: {near: {at: ${JSON.stringify(random.pick(example))}, withinM: 50000}}}, first: 8) { edges { node { nearby(withinM: 50000, first: 50) { edges { node { trails(withinM: 50000, first: 50) { edges { node { name } } } } } } } } } }`,
      ),
  },
  {
    name: 'more links than a day has credits for',
    statuses: [429],
    make: (random, { example }) =>
      ask(
        `{ places(where: {area: {near: {at: ${JSON.stringify(random.pick(example))}, withinM: 50000}}}, first: 100) { edges { node { ${times(100, () => `routeTo(to: {place: {osm: {type: NODE, id: ${random.between(1, 1e9)}}}}) { status }`)} } } } }`,
      ),
  },
  {
    name: 'four places with a hundred links each, all of which fail',
    usualMs: 60,
    make: (random, { example }) =>
      ask(
        `{ places(where: {area: {near: {at: ${JSON.stringify(random.pick(example))}, withinM: 50000}}}, first: 4) { edges { node { ${times(100, () => `routeTo(to: {place: {osm: {type: NODE, id: ${random.between(1, 1e9)}}}}) { status }`)} } } } }`,
      ),
  },
  {
    name: 'a geometry of empty lists in 50 profiles',
    usualMs: 20,
    make: () =>
      ask(
        `query ($g: GeoJSON!) { ${times(50, () => 'line(input: {geojson: $g}) { elevationProfile { __typename } }')} }`,
        {
          g: empties(340_000),
        },
      ),
  },
  {
    name: 'a geometry of empty lists in 50 pictures',
    usualMs: 50,
    make: () =>
      ask(`query ($g: GeoJSON!) { ${times(50, () => 'staticMap(input: {geojson: $g}) { url etag }')} }`, {
        g: empties(30_000),
      }),
  },
  {
    name: 'a name of 5 MB in 50 searches',
    usualMs: 30,
    make: (random) =>
      ask(`query ($t: String!) { ${times(50, () => 'search(text: $t) { edges { cursor } }')} }`, {
        t: random.pick(['x', 'a ', 'ä', '()', '"']).repeat(2_400_000),
      }),
  },
  {
    name: 'a polyline of a megabyte in 50 profiles and 50 traces',
    usualMs: 30,
    make: (random) =>
      ask(
        `query ($t: String!) { ${times(25, () => 'line(input: {polyline6: $t}) { elevationProfile { __typename } }')} ${times(25, () => 'line(input: {polyline6: $t}) { match { polyline6 } }').replaceAll(/a(\d+):/g, 'b$1:')} }`,
        { t: random.pick(['??', '_~', '?@']).repeat(500_000) },
      ),
  },
  {
    name: 'an object in place of a text in 20 fields, beside megabytes of variables',
    usualMs: 60,
    make: (random) => {
      const [own, others] = random.pick([
        ['$p', { p: { a: empties(100_000) } }],
        ['{a: 1, b: [1, 2, 3], c: {d: 1}}', { p: 'x'.repeat(4_400_000) }],
        ['{a: $p}', Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`k${i}`, 'x'.repeat(480)]))],
      ] as const)
      return ask(
        `query ($p: String) { ${times(20, () => `line(input: {polyline6: ${own}}) { match { polyline6 } }`)} }`,
        others,
      )
    },
  },
  {
    name: 'heights of 100 points under 20 names',
    usualMs: 160,
    make: (random, { box: [minLon, minLat] }) =>
      ask(`query ($p: [LonLat!]!) { ${times(20, () => 'points(at: $p) { elevation { heightM } }')} }`, {
        p: Array.from({ length: 100 }, () => [minLon + random.next() / 10, minLat + random.next() / 10]),
      }),
  },
  {
    name: 'heights of 5,000 points, each under 4 names',
    usualMs: 400,
    make: (random, { box: [minLon, minLat] }) =>
      ask(
        `query (${Array.from({ length: 50 }, (_, i) => `$p${i}: [LonLat!]!`).join(' ')}) { ${Array.from({ length: 50 }, (_, i) => `a${i}: points(at: $p${i}) { ${times(4, () => 'elevation { heightM }')} }`).join(' ')} }`,
        Object.fromEntries(
          Array.from({ length: 50 }, (_, i) => [
            `p${i}`,
            Array.from({ length: 100 }, () => [minLon + random.next() / 10, minLat + random.next() / 10]),
          ]),
        ),
      ),
  },
  {
    name: 'one name 900 times',
    make: () => ask(`{ ${'service { modes } '.repeat(900)} }`),
  },
  {
    name: 'fragments that all hold the same fields',
    make: () =>
      ask(
        `{ ${Array.from({ length: 300 }, (_, i) => `...F${i}`).join(' ')} } ${Array.from({ length: 300 }, (_, i) => `fragment F${i} on Query { x: service { modes } }`).join(' ')}`,
      ),
  },
  {
    name: 'a thousand fields that are not there',
    usualMs: 30,
    make: (random) => ask(`{ ${times(1200, (i) => `nothing${i}${random.between(0, 99)}`)} }`),
  },
  {
    name: 'a document of 6 MB',
    usualMs: 120,
    make: (random) => ask(`{ service { modes } } #${random.pick(['x', '{', '"', '\\']).repeat(2_900_000)}`),
  },
  {
    name: 'documents that do not parse, many at once',
    usualMs: 50,
    make: (random) => ask(`{ a(b: ${random.pick(['[', '{c:', '"""', '$'])}${'[1 '.repeat(900)}`),
    times: 20,
  },
  {
    name: 'deferred parts without number',
    usualMs: 200,
    make: (random, region) => ({
      ...ask(
        `{ ${route(random, region)} { ${Array.from({ length: 60 }, (_, i) => `... @defer(label: "d${i}") { a${i}: line { coordinates } }`).join(' ')} } }`,
      ),
      headers: { ...HEADERS, accept: 'multipart/mixed' },
    }),
  },
]
