// Bad input at both transports of the catalogue: whatever is wrong, and with whichever argument, the answer is 400 and
// names it; nothing is asked of the catalogue. Cases are drawn from a seed: one good request, one argument of it
// spoilt.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeCatalogue, fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, getJson, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

let app: FakeApp
let catalogue: FakeCatalogue
beforeAll(async () => {
  catalogue = fakeCatalogue()
  app = await startFakeApp({ catalogue, metering: false })
})
afterAll(() => app.close())
const requested = () => [...catalogue.calls.values()].reduce((sum, calls) => sum + calls, 0)

let state = 5
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]

type Spoil = () => string
const NO_TEXT: Spoil = () =>
  pick([
    '',
    ' ',
    '-',
    '\'";--',
    '()*:^',
    '%_',
    '\0ab',
    'x'.repeat(10_000),
    'é'.repeat(201),
    '\u202e',
    "'; --",
    '""',
    '\u{1F3D4}',
  ])
const NO_NUMBER = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  'x',
  '',
  '1;drop table place',
  '0x10',
  '1,5',
  '١',
  'null',
  "1' or '1'='1",
  '1 OR 1=1',
]
const noNumber: Spoil = () => pick(NO_NUMBER)
const beyond =
  (...values: number[]): Spoil =>
  () =>
    random(2) === 0 ? String(pick(values)) : noNumber()
const NO_WORD: Spoil = () =>
  pick(['dragon', '', 'HUT; drop', 'hut,,hut', '*', 'x'.repeat(500), 'constructor', '__proto__'])
const SWAPPED = [
  [2, 1, 1, 2],
  [1, 2, 2, 1],
  [170, 1, -170, 2],
  [179, -1, -179, 1],
]
const NO_BOX: Spoil = () =>
  pick([
    ...SWAPPED.map(String),
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,NaN',
    'NaN,NaN,NaN,NaN',
    '1,2,3,91',
    '-181,1,2,2',
    '',
    ',,,',
    '1,2,3,Infinity',
    'a,b,c,d',
    '1,2,3,1e999',
  ])

/**
 * path, good arguments, what spoils each, and under which name it is blamed (a box's side where it is its own fault).
 */
const REST: [string, Record<string, string>, Record<string, Spoil>][] = [
  [
    '/search/v1/forward',
    { q: 'neuhaus', limit: '5', bbox: '1,42,2,43', bias_bbox: '1,42,2,43' },
    { q: NO_TEXT, limit: beyond(0, 51, -1, 1.5, 1e9), bbox: NO_BOX, bias_bbox: NO_BOX },
  ],
  [
    '/search/v1/reverse',
    { lat: '42', lon: '1.5', radius_m: '500', limit: '5', kinds: 'hut' },
    {
      lat: beyond(91, -90.001),
      lon: beyond(181, -1e300),
      radius_m: beyond(49, 50_001, 100.5),
      limit: beyond(0, 51),
      kinds: NO_WORD,
    },
  ],
  ['/trails/v1/search', { q: 'gr', limit: '5', type: 'hiking' }, { q: NO_TEXT, limit: beyond(0, 101), type: NO_WORD }],
  [
    '/trails/v1/bbox',
    { min_lat: '42', min_lon: '1', max_lat: '43', max_lon: '2', limit: '5', type: 'hiking' },
    {
      min_lat: beyond(-91),
      min_lon: beyond(-181),
      max_lat: beyond(91),
      max_lon: beyond(181),
      limit: beyond(0, 1001),
      type: NO_WORD,
    },
  ],
  [
    '/pois/v1/bbox',
    { min_lat: '42', min_lon: '1', max_lat: '43', max_lon: '2', limit: '5', kind: 'hut' },
    {
      min_lat: beyond(-91),
      min_lon: beyond(-181),
      max_lat: beyond(91),
      max_lon: beyond(181),
      limit: beyond(0, 10_001),
      kind: NO_WORD,
    },
  ],
]

describe('REST', () => {
  test('300 requests with one bad argument are 400, name it, and ask the catalogue nothing', async () => {
    for (const [path, good] of REST)
      expect((await getJson(`${app.api}${path}?${new URLSearchParams(good)}`)).status, path).toBe(200)
    const before = requested()
    for (let i = 0; i < 300; i++) {
      const [path, good, spoils] = REST[i % REST.length]
      const name = pick(Object.keys(spoils))
      const query = new URLSearchParams({ ...good, [name]: spoils[name]() }).toString()
      const { status, body } = await getJson(`${app.api}${path}?${query}`)
      expect([status, body.error], query.slice(0, 200)).toEqual([400, 'invalid_input'])
      expect(body.message, query.slice(0, 200)).toMatch(new RegExp(`\`${name}(\\[\\d\\])?\``))
      expect(body.message.length, 'what was sent is not sent back whole').toBeLessThan(500)
    }
    expect(requested()).toBe(before)
  })

  test('text that is no UTF-8, a lone surrogate among it, is 400 by its name', async () => {
    for (const bytes of ['%ED%A0%80ab', 'ab%ED%B0%80', '%FFab', 'ab%C3', '%C0%AFab']) {
      for (const path of ['/search/v1/forward', '/trails/v1/search']) {
        const { status, body } = await getJson(`${app.api}${path}?q=${bytes}`)
        expect([status, body.error], bytes).toEqual([400, 'invalid_input'])
        expect(body.message).toContain('`q`')
      }
    }
  })

  test.each([
    ['forward bbox', '/search/v1/forward?q=ab&bbox=', 'bbox'],
    ['forward bias_bbox', '/search/v1/forward?q=ab&bias_bbox=', 'bias_bbox'],
  ])('%s: swapped and across the antimeridian is 400 by name; of any size is taken', async (_, path, name) => {
    for (const box of SWAPPED) {
      const { status, body } = await getJson(`${app.api}${path}${box}`)
      expect(status, String(box)).toBe(400)
      expect(body.message).toContain(`\`${name}\``)
    }
    expect((await getJson(`${app.api}${path}170,1,-170,2`)).body.message).toContain('antimeridian')
    expect((await getJson(`${app.api}${path}-180,-90,180,90`)).status).toBe(200)
  })

  test.each(['pois', 'trails'])(
    '%s: a box swapped, across the antimeridian or huge is 400 by the side',
    async (word) => {
      const tries: [number, number, number, number, string][] = [
        [43, 1, 42, 2, 'min_lat'],
        [42, 2, 43, 1, 'min_lon'],
        [1, 179, 2, -179, 'min_lon'],
        [-90, 1, 90, 2, 'max_lat'],
        [1, -180, 2, 180, 'max_lon'],
        [1, 1, 2, 3.0001, 'max_lon'],
        [1, 1, 3.0001, 2, 'max_lat'],
      ]
      for (const [minLat, minLon, maxLat, maxLon, name] of tries) {
        const { status, body } = await getJson(
          `${app.api}/${word}/v1/bbox?min_lat=${minLat}&min_lon=${minLon}&max_lat=${maxLat}&max_lon=${maxLon}`,
        )
        expect(status).toBe(400)
        expect(body.message).toContain(`\`${name}\``)
      }
      // two boxes, one on each side, are the way across
      for (const sides of ['min_lon=179&max_lon=180', 'min_lon=-180&max_lon=-179'])
        expect((await getJson(`${app.api}/${word}/v1/bbox?min_lat=1&max_lat=2&${sides}`)).status).toBe(200)
    },
  )
})

const SYNTAX = [
  "Robert'); DROP TABLE place;--",
  '"a" OR 1=1',
  "neuhaus' --",
  'x UNION SELECT name FROM place',
  'neuhaus NEAR/2 hut',
  'NEAR(neuhaus hut, 5)',
  'name:neuhaus*',
  'neu* & !hut | (x',
  "\\' | 'xy':*",
  '^neuhaus',
  'neuhaus:*A',
  '{name other}: neuhaus',
]
const NAMES = [
  '"Neuhaus"',
  'Neuhaus & Söhne',
  "Neuhaus' (",
  'Neuhaus; GR 7',
  'Neuhaus ***',
  '{"$gt": "neuhaus"}',
  'neuhaus OR hut',
  'NOT neuhaus',
  '"neuhaus',
  'neuhaus %_',
  '\\neuhaus',
]

describe('SQL and full-text syntax', () => {
  test('is 400 by the name of the argument and the part that is syntax, at both transports and for trails too', async () => {
    for (const text of SYNTAX) {
      for (const path of ['/search/v1/forward', '/trails/v1/search']) {
        const { status, body } = await getJson(`${app.api}${path}?q=${encodeURIComponent(text)}`)
        expect([status, body.error], text).toEqual([400, 'invalid_input'])
        expect(body.message, text).toMatch(/`q`.*`.+` is the syntax of a query language/)
      }
      for (const list of ['search(text: $text)', 'trails(where: {text: $text})']) {
        const query = `query ($text: String!) { ${list} { pageInfo { hasNextPage } } }`
        const { errors } = await askGraphql(app, query, { text })
        expect(errors![0].message, text).toMatch(/`(where\.)?text`.*is the syntax of a query language/)
      }
    }
  })

  test('signs that names hold are read as in a name: the letters count, and nothing fails', async () => {
    for (const text of NAMES) {
      const rest = await getJson(`${app.api}/search/v1/forward?q=${encodeURIComponent(text)}`)
      expect([rest.status, Array.isArray(rest.body.features)], text).toEqual([200, true])
      const { data, errors } = await askGraphql(
        app,
        'query ($text: String!) { search(text: $text, first: 50) { nodes { ... on Place { id } } } }',
        { text },
      )
      expect(errors, text).toBeUndefined()
      const places = rest.body.features.filter((feature: any) => feature.trail === undefined)
      const found = data.search.nodes.flatMap(({ id }: any) =>
        id === undefined ? [] : Number(Buffer.from(id, 'base64url').toString().split(':')[1]),
      )
      expect(found.slice(0, places.length), text).toEqual(places.map((feature: any) => feature.id))
    }
    expect(
      (await getJson(`${app.api}/search/v1/forward?q=${encodeURIComponent('"Neuhaus"')}`)).body.features[0].name,
    ).toBe('Neuhaus')
  })
})

type Values = () => unknown
const badNumber =
  (...values: unknown[]): Values =>
  () =>
    pick(values)
const badText: Values = () => pick(['', ' ', '-', "';--", 'x'.repeat(10_000), '\0ab', 'ab\ud800', '\udc00ab', '()*'])
const badBox =
  (isArea: boolean): Values =>
  () =>
    pick([
      ...SWAPPED,
      [1, 2, 3, 91],
      [-181, 1, 2, 2],
      [1, 91, 2, 92],
      ...(isArea
        ? [
            [1, 1, 3.1, 2],
            [1, 1, 2, 3.1],
            [-180, -90, 180, 90],
          ]
        : []),
    ])
const badPoint: Values = () =>
  pick([
    [181, 1],
    [1, 91],
    [-180.5, 0],
    [0, -1e9],
  ])
const CURSOR: Values = () => pick(['x', '', 'é'.repeat(300), 'MTIzOjE'])
/** field, argument types, good arguments, what spoils each. */
const GRAPHQL: [string, Record<string, [type: string, good: unknown, bad: Values]>][] = [
  [
    'search',
    {
      text: ['String!', 'neuhaus', badText],
      near: ['LonLat', [1.5, 42.5], badPoint],
      biasBox: ['Box', [1, 42, 2, 43], badBox(false)],
      where: ['SearchWhere', { area: { box: [1, 42, 2, 43] } }, () => ({ area: { box: badBox(false)() } })],
      first: ['Int', 5, badNumber(0, 51, -1)],
      after: ['String', undefined, CURSOR],
    },
  ],
  [
    'places',
    {
      where: [
        'PlaceWhere!',
        { area: { near: { at: [1.5, 42.5], withinM: 500 } }, kinds: ['HUT'], capacityMin: 2 },
        () => ({
          area: { box: [1, 42, 2, 43] },
          ...pick([
            ...[{ area: { box: badBox(true)() } }, { area: { near: { at: badPoint() } } }, { area: {} }],
            ...[{ kinds: [] }, { kinds: ['ADMINISTRATIVE_AREA'] }, { name: badText() }, { capacityMin: 0 }],
            ...[{ elevationM: { min: -501 } }, { wheelchair: [] }, { has: [] }, { tags: [] }],
          ]),
        }),
      ],
      first: ['Int', 5, badNumber(0, 1001)],
      after: ['String', undefined, CURSOR],
    },
  ],
  [
    'trails',
    {
      where: [
        'TrailWhere!',
        { text: 'gr', area: { box: [1, 42, 2, 43] }, sac: { max: 'T3' } },
        () => ({
          text: 'gr',
          ...pick([
            ...[{ text: badText() }, { area: { box: badBox(false)() } }, { area: { near: { at: badPoint() } } }],
            ...[{ pavedShareMax: 1.1 }, { lengthM: { min: -1 } }, { levels: [] }, { area: {} }],
          ]),
        }),
      ],
      first: ['Int', 5, badNumber(0, 101)],
      after: ['String', undefined, CURSOR],
    },
  ],
]

describe('GraphQL', () => {
  test('300 documents with one bad argument have an error that names it with 400, and ask the catalogue nothing', async () => {
    const document = (field: string, types: Record<string, [string, unknown, Values]>) =>
      `query (${Object.entries(types)
        .map(([name, [type]]) => `$${name}: ${type}`)
        .join(', ')}) { ${field}(${Object.keys(types)
        .map((name) => `${name}: $${name}`)
        .join(', ')}) { pageInfo { hasNextPage } } }`
    const goodOf = (types: Record<string, [string, unknown, Values]>) =>
      Object.fromEntries(Object.entries(types).map(([name, [, good]]) => [name, good]))
    for (const [field, types] of GRAPHQL)
      expect((await askGraphql(app, document(field, types), goodOf(types))).errors, field).toBeUndefined()
    let before = requested()
    for (let i = 0; i < 300; i++) {
      const [field, types] = GRAPHQL[i % GRAPHQL.length]
      const name = pick(Object.keys(types))
      const variables = { ...goodOf(types), [name]: types[name][2]() }
      const { errors, data } = await askGraphql(app, document(field, types), variables)
      const shown = `${field} ${name}: ${JSON.stringify(variables[name])?.slice(0, 100)}`
      expect(errors?.[0].extensions, shown).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
      expect(errors![0].extensions.inputPath ?? '', shown).toMatch(new RegExp(`^${name}\\b`))
      expect(data?.[field] ?? null, shown).toBeNull()
      // a cursor is known to be none only beside its list
      if (name === 'after') before = requested()
      else expect(requested(), shown).toBe(before)
    }
  })

  test('a number that is none, or a word that is no kind, never gets past its type', async () => {
    for (const variables of [
      { near: ['NaN', 1] },
      { near: [1] },
      { near: 'x' },
      { near: [1e999, 1] },
      { near: [1, 2, 3] },
      { near: null },
    ]) {
      const { errors } = await askGraphql(
        app,
        'query ($near: LonLat!) { places(where: {area: {near: {at: $near, withinM: 500}}}) { pageInfo { hasNextPage } } }',
        variables,
      )
      expect(errors?.[0].extensions.status ?? 400, JSON.stringify(variables)).toBe(400)
      expect(errors![0].message, JSON.stringify(variables)).toMatch(/near/)
    }
    for (const box of [[1, 2, 3], ['NaN', 1, 2, 2], [1, 2, 3, 4, 5], 'x', {}]) {
      const { errors } = await askGraphql(
        app,
        'query ($box: Box!) { search(text: "ab", where: {area: {box: $box}}) { pageInfo { hasNextPage } } }',
        { box },
      )
      expect(errors?.[0].message, JSON.stringify(box)).toMatch(/box/i)
    }
  })
})
