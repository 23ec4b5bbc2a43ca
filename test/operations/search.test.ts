import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { type FakeCatalogue, fakeCatalogue, fakePlace } from '../support/fake-catalogue.ts'
import { type FakeApp, NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { askGraphql, getJson } from './transports.ts'

let app: FakeApp
let catalogue: FakeCatalogue
beforeEach(async () => {
  catalogue = fakeCatalogue()
  app = await startFakeApp({ catalogue, metering: false })
})
afterEach(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => getJson(`${app.api}${path}`, headers)
const names = (body: any) => body.features.map((feature: any) => feature.name)
const forward = async (q: string, more = '') => (await get(`/search/v1/forward?q=${encodeURIComponent(q)}${more}`)).body

describe('search', () => {
  test('answers places as the interface has them', async () => {
    expect(await forward('großmühlen', '&limit=1')).toEqual({
      query: 'großmühlen',
      features: [{ id: 5, name: 'Großmühlen', kind: 'town', center: [1.5, 42.5], region: 'Talland', elevation_m: 900 }],
      attribution: [],
    })
    const [trail] = (await forward('Höhenweg')).features
    expect(trail).toEqual({
      id: 31,
      name: 'Höhenweg',
      kind: 'trail',
      center: [1.52, 42.5],
      region: null,
      elevation_m: null,
      trail: {
        relation_id: 7,
        ref: 'GR 11',
        type: 'hiking',
        network: 'iwn',
        level: 'international',
        length_m: 4000,
        missing_ways: 0,
        bbox: [1.5, 42.5, 1.54, 42.5],
        ends: [
          [1.5, 42.5],
          [1.54, 42.5],
        ],
      },
    })
  })

  test('finds without diacritics, in any word order, by another name and while typing, and calls none of it fuzzy', async () => {
    for (const [q, name] of [
      ['grossmuhlen', 'Großmühlen'],
      ['hutte neuhaus', 'Neuhaus Hütte'],
      ['great mills', 'Großmühlen'],
      ['grossm', 'Großmühlen'],
      ['coll darbre', "Coll d'Arbre"],
      ['COLL D’ARBRE', "Coll d'Arbre"],
    ]) {
      const [first] = (await forward(q)).features
      expect([first?.name, first?.match], q).toEqual([name, undefined])
    }
  })

  test('finds German spellings and near misses where nothing answers exactly, and says so', async () => {
    for (const [q, name] of [
      ['Grossmuehlen', 'Großmühlen'],
      ['Zuerichberg', 'Zürichberg'],
      ['Zurichbrg', 'Zürichberg'],
      ['Brgen', 'Bergen'],
      ['neuhuas hutte', 'Neuhaus Hütte'],
    ]) {
      const [first] = (await forward(q)).features
      expect([first?.name, first?.match], q).toEqual([name, 'fuzzy'])
    }
    expect((await forward('Bergen')).features.every((feature: any) => feature.match === undefined)).toBe(true)
    expect((await forward('qqqqqqqq')).features).toEqual([])
  })

  test('orders namesakes by what they are, and by where one looks', async () => {
    const neuhaus = async (more: string) =>
      (await forward('Neuhaus', more)).features.map((feature: any) => `${feature.kind}`)
    expect(await neuhaus('')).toEqual(['village', 'hamlet', 'hut'])
    expect((await neuhaus('&bias_bbox=1.69,42.59,1.71,42.61'))[0]).toBe('hamlet')
    expect(await neuhaus('&bias_bbox=1.69,42.59,1.71,42.61'), 'a preference excludes nothing').toHaveLength(3)
    expect(await neuhaus('&bbox=1.69,42.59,1.71,42.61')).toEqual(['hamlet'])
    expect((await forward('Neuhuas', '&bias_bbox=1.69,42.59,1.71,42.61')).features[0]).toMatchObject({
      kind: 'hamlet',
      match: 'fuzzy',
    })
  })

  test('Name, Place is near that place', async () => {
    expect((await forward('Neuhaus, Bergen')).features[0]).toMatchObject({ kind: 'hamlet', region: 'Bergland' })
    expect((await forward('Neuhaus, Großmühlen')).features[0]).toMatchObject({ kind: 'village' })
    expect((await forward('Neuhaus, Bergland')).features[0]).toMatchObject({ kind: 'hamlet' })
  })

  test('Place station finds its stations, by name or by where they are', async () => {
    expect(names(await forward('Großmühlen station'))).toEqual(['Großmühlen Nord', 'Halt am See'])
    expect(names(await forward('Bahnhof Großmühlen'))).toEqual(['Großmühlen Nord', 'Halt am See'])
    expect((await forward('Bergen station')).features, 'it has none').toMatchObject([
      { name: 'Bergen', match: 'partial' },
    ])
  })

  test('of the kinds that are requested it finds what it finds of them among all, and nothing else, however the text is read', async () => {
    const found = async (text: string, kinds: string[] | null) =>
      (await searchPlaces(catalogue.places, { text, kinds, limit: 100, box: null, biasBox: null, near: null })).hits
    let count = 0
    for (const text of [
      'Neuhaus',
      'Neuhaus, Bergen',
      'Großmühlen station',
      'Bahnhof Großmühlen',
      'neuh',
      'Bergen station',
    ])
      for (const kind of ['station', 'hut', 'village', 'hamlet', 'town'] as const) {
        const hits = await found(text, [kind])
        expect(hits.filter(({ place }) => !place.kinds.includes(kind))).toEqual([])
        const ids = hits.map(({ place }) => place.id)
        const among = (await found(text, null)).filter(({ place }) => place.kinds.includes(kind))
        expect(ids).toEqual(expect.arrayContaining(among.map(({ place }) => place.id)))
        count += among.length
      }
    expect(count).toBeGreaterThan(8)
  })

  test('gives at most the limit, in the same order each time', async () => {
    const bodies = await Promise.all(Array.from({ length: 3 }, () => forward('Neuhaus', '&limit=2')))
    expect(bodies[0].features).toHaveLength(2)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  test.each([
    ['', '`q` is missing'],
    ['q=', '`q`'],
    ['q=a', 'at least 2 letters'],
    ['q=%20-%20', '`q`'],
    [`q=${'x'.repeat(10_000)}`, '`q`'],
    ['q=%00ab', '`q`'],
    ['q=%ED%A0%80ab', '`q`'],
    ['q=ab%FF', '`q`'],
    ['q=ab&limit=0', '`limit`'],
    ['q=ab&limit=51', '`limit`'],
    ['q=ab&limit=1.5', '`limit`'],
    ['q=ab&limit=x', '`limit`'],
    ['q=ab&bbox=1,2,3', '`bbox`'],
    ['q=ab&bbox=1,2,3,NaN', '`bbox[3]`'],
    ['q=ab&bbox=2,1,1,2', '`bbox`'],
    ['q=ab&bbox=1,2,2,1', '`bbox`'],
    ['q=ab&bias_bbox=170,1,-170,2', '`bias_bbox`'],
    ['q=ab&bias_bbox=1,2,3,91', '`bias_bbox[3]`'],
    ['q=ab&bbox=', '`bbox`'],
    ['q=ab&q=cd', '`q`'],
  ])('%s is 400 with the field named', async (query, part) => {
    const { status, body } = await get(`/search/v1/forward?${query}`)
    expect([status, body.error]).toEqual([400, 'invalid_input'])
    expect(body.message).toContain(part)
  })

  test('reads signs that are no letters, and marks of direction, as nothing', async () => {
    for (const q of ['(((', '%%', '__'])
      expect((await get(`/search/v1/forward?q=${encodeURIComponent(q)}`)).status, q).toBe(400)
    for (const q of ['\u{1F3D4} Neuhaus', 'neuhaus\u202e', '(((neuhaus'])
      expect((await forward(q)).features[0].name, q).toBe('Neuhaus')
  })
})

describe('reverse', () => {
  test('answers nearest first with metres', async () => {
    const { status, body } = await get('/search/v1/reverse?lat=42.5&lon=1.55&radius_m=500')
    expect(status).toBe(200)
    expect(body).toEqual({
      lat: 42.5,
      attribution: [],
      lon: 1.55,
      radius_m: 500,
      features: [
        { id: 13, name: 'Neuhaus', kind: 'village', center: [1.55, 42.5], distance_m: 0, region: 'Talland' },
        {
          id: 21,
          name: 'Neuhaus Hütte',
          kind: 'hut',
          center: [1.551, 42.501],
          distance_m: expect.closeTo(138, 0),
          region: 'Talland',
        },
      ],
    })
    expect(
      names((await get('/search/v1/reverse?lat=42.5&lon=1.55&radius_m=50000&kinds=hamlet,peak&limit=1')).body),
    ).toEqual(['Zürichberg'])
  })

  test('finds a place by each of its kinds, and tells the first of them', async () => {
    const { body } = await get('/search/v1/reverse?lat=42.5&lon=1.55&radius_m=50000&kinds=viewpoint')
    expect(body.features).toMatchObject([{ name: 'Zürichberg', kind: 'peak' }])
    expect(body.features[0]).not.toHaveProperty('kinds')
  })

  test.each([
    'lat=42',
    'lat=42&lon=181',
    'lat=NaN&lon=1',
    'lat=1&lon=1&radius_m=49',
    'lat=1&lon=1&radius_m=50001',
    'lat=1&lon=1&kinds=',
    'lat=1&lon=1&kinds=castle,dragon',
    'lat=1&lon=1&limit=51',
    'lat=Infinity&lon=1',
    'lat=1e999&lon=1',
  ])('%s is 400', async (query) => {
    const { status, body } = await get(`/search/v1/reverse?${query}`)
    expect([status, body.error]).toEqual([400, 'invalid_input'])
    expect(body.message).toMatch(/`(lat|lon|radius_m|kinds(\[1\]|\[0\])?|limit)`/)
  })
})

describe('trails', () => {
  test('answers a FeatureCollection with points, best first', async () => {
    const { body } = await get('/trails/v1/search?q=GR11')
    expect(body).toEqual({
      type: 'FeatureCollection',
      query: 'GR11',
      attribution: [],
      features: [
        {
          type: 'Feature',
          id: 7,
          geometry: { type: 'Point', coordinates: [1.505, 42.5] },
          properties: {
            relation_id: 7,
            name: 'Höhenweg',
            ref: 'GR 11',
            type: 'hiking',
            network: 'iwn',
            level: 'international',
            operator: 'Club',
            symbol: 'red:white:red_bar',
            colour: null,
            length_m: 4000,
            bbox: [1.5, 42.5, 1.54, 42.5],
            ends: [
              [1.5, 42.5],
              [1.54, 42.5],
            ],
            missing_ways: 0,
          },
        },
      ],
    })
    const ids = async (query: string) =>
      (await get(`/trails/v1/search?${query}`)).body.features.map((feature: any) => feature.id)
    expect(await ids('q=gr')).toEqual([7, 9])
    expect(await ids('q=gr%201'), 'the reference itself before those that begin so').toEqual([9, 7])
    expect(await ids('q=gr&type=bicycle')).toEqual([9])
    expect(await ids('q=hoehenweg')).toEqual([7])
    expect(await ids('q=Rundweg%20See')).toEqual([8])
    for (const query of ['', 'q=', 'q=a&type=horse', 'q=a&limit=101', 'q=-'])
      expect((await get(`/trails/v1/search?${query}`)).status, query).toBe(400)
  })

  test('answers the whole line of a relation, with its gaps, or as GPX', async () => {
    const { body } = await get('/trails/v1/relation/7')
    expect(body.geometry).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [1.5, 42.5],
          [1.51875, 42.5],
        ],
        [
          [1.52125, 42.5],
          [1.54, 42.5],
        ],
      ],
    })
    expect(body.properties).toMatchObject({
      relation_id: 7,
      parts: 2,
      gaps_m: [120],
      ascent_m: 300,
      descent_m: 280,
      roundtrip: false,
      level: 'international',
    })
    expect((await get('/trails/v1/relation/8')).body.properties).toMatchObject({
      ascent_m: null,
      descent_m: null,
      roundtrip: true,
      ends: [],
      name: 'Rundweg am See',
      ref: null,
    })
    const gpx = await fetch(`${app.api}/trails/v1/relation/7?format=gpx`)
    expect(gpx.headers.get('content-type')).toBe('application/gpx+xml; charset=utf-8')
    const text = await gpx.text()
    expect(text.match(/<trkseg>/g)).toHaveLength(2)
    expect(text).toContain('<name>GR 11 Höhenweg</name>')
    expect(text).not.toContain('<ele>')
    const unknown = await get('/trails/v1/relation/12345')
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found'])
    for (const path of ['x', '0', '-1', '1.5', '99999999999999999', '7?format=kml'])
      expect((await get(`/trails/v1/relation/${path}`)).status, path).toBe(400)
  })

  test('answers those in a box, and says where the limit cut', async () => {
    const box = 'min_lat=42&min_lon=1&max_lat=43&max_lon=2'
    const all = (await get(`/trails/v1/bbox?${box}`)).body
    expect([all.type, all.truncated, all.features.length]).toEqual(['FeatureCollection', false, 3])
    const cut = (await get(`/trails/v1/bbox?${box}&limit=1`)).body
    expect([cut.truncated, cut.features.length]).toEqual([true, 1])
    expect((await get(`/trails/v1/bbox?${box}&type=bicycle`)).body.features.map((feature: any) => feature.id)).toEqual([
      9,
    ])
  })
})

describe('outdoor places', () => {
  test('answers flat records with their tags, by kind as asked', async () => {
    const { body } = await get('/pois/v1/bbox?min_lat=42&min_lon=1&max_lat=43&max_lon=2&kind=shelter,hut')
    expect(body).toEqual({
      artifact_version: 'c1',
      attribution: [],
      count: 3,
      truncated: false,
      pois: [
        {
          id: 85,
          osm_type: 'node',
          osm_id: 21,
          kind: 'shelter',
          kinds: ['shelter'],
          name: null,
          lat: 42.51,
          lon: 1.53,
          ele: null,
        },
        {
          id: 81,
          osm_type: 'node',
          osm_id: 20,
          kind: 'hut',
          kinds: ['hut'],
          name: 'Neuhaus Hütte',
          lat: 42.501,
          lon: 1.551,
          ele: 1800.5,
          tourism: 'alpine_hut',
          'tag:kind': 'x',
          website: 'https://h.example',
        },
        {
          id: 89,
          osm_type: 'node',
          osm_id: 22,
          kind: 'hut',
          kinds: ['hut'],
          name: 'Obere Hütte',
          lat: 42.55,
          lon: 1.58,
          ele: null,
        },
      ],
    })
    const cut = (await get('/pois/v1/bbox?min_lat=42&min_lon=1&max_lat=43&max_lon=2&limit=2')).body
    expect([cut.count, cut.truncated]).toEqual([2, true])
  })

  test.each(['pois', 'trails'])('%s: a box that is none is 400 with the side named', async (word) => {
    const tries: [string, string][] = [
      ['', 'min_lat'],
      ['min_lat=1&min_lon=1&max_lat=2', 'max_lon'],
      ['min_lat=2&min_lon=1&max_lat=1&max_lon=2', 'min_lat'],
      ['min_lat=1&min_lon=2&max_lat=2&max_lon=1', 'min_lon'],
      ['min_lat=1&min_lon=179&max_lat=2&max_lon=-179', 'min_lon'],
      ['min_lat=1&min_lon=1&max_lat=3.001&max_lon=2', 'max_lat'],
      ['min_lat=1&min_lon=1&max_lat=2&max_lon=3.001', 'max_lon'],
      ['min_lat=NaN&min_lon=1&max_lat=2&max_lon=2', 'min_lat'],
      ['min_lat=-91&min_lon=1&max_lat=2&max_lon=2', 'min_lat'],
      ['min_lat=1&min_lon=1&max_lat=2&max_lon=2&limit=0', 'limit'],
      word === 'pois'
        ? ['min_lat=1&min_lon=1&max_lat=2&max_lon=2&kind=dragon', 'kind[0]']
        : ['min_lat=1&min_lon=1&max_lat=2&max_lon=2&type=horse', 'type'],
    ]
    for (const [query, field] of tries) {
      const { status, body } = await get(`/${word}/v1/bbox?${query}`)
      expect([status, body.error], query).toEqual([400, 'invalid_input'])
      expect(body.message, query).toContain(`\`${field}\``)
    }
    expect(
      (await get(`/${word}/v1/bbox?min_lat=1.1&min_lon=1.1&max_lat=3.1&max_lon=3.1`)).status,
      'two degrees are allowed',
    ).toBe(200)
  })
})

describe('all of them', () => {
  test('carry an ETag, and a client that has the answer pays nothing', async () => {
    await app.close()
    let nowMs = NOW_MS
    app = await startFakeApp({ catalogue, nowMs: () => (nowMs += 1000) })
    const paths = [
      '/search/v1/forward?q=neuhaus',
      '/search/v1/reverse?lat=42.5&lon=1.5',
      '/trails/v1/search?q=gr',
      '/trails/v1/relation/7',
    ]
    const tags = new Set<string>()
    for (const path of paths) {
      const first = await fetch(`${app.api}${path}`)
      const tag = first.headers.get('etag')!
      tags.add(tag)
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      const creditsOf = (answer: Response) => /"credits";r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]
      const again = await fetch(`${app.api}${path}`, { headers: { 'if-none-match': `"other", ${tag}` } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
      expect(creditsOf(again), 'no credit was taken').toBe(creditsOf(first))
      expect((await fetch(`${app.api}${path}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
    expect(tags.size).toBe(paths.length)
    expect(
      (await fetch(`${app.api}/search/v1/forward?q=`, { headers: { 'if-none-match': [...tags][0] } })).status,
    ).toBe(400)
  })

  test('are 503 by name while no catalogue is published, never an empty list', async () => {
    await app.close()
    app = await startFakeApp({ release: null })
    for (const path of [
      '/search/v1/forward?q=neuhaus',
      '/search/v1/reverse?lat=42.5&lon=1.5',
      '/trails/v1/search?q=gr',
      '/trails/v1/relation/7',
      '/trails/v1/bbox?min_lat=1&min_lon=1&max_lat=2&max_lon=2',
      '/pois/v1/bbox?min_lat=1&min_lon=1&max_lat=2&max_lon=2',
    ]) {
      const answer = await get(path)
      expect([answer.status, answer.body.error, answer.headers.get('etag')], path).toEqual([
        503,
        'artifacts_missing',
        null,
      ])
    }
  })

  test('area lookups stop at their daily ceiling with 429, other lookups go on', async () => {
    await app.close()
    let nowMs = NOW_MS
    app = await startFakeApp({ catalogue, nowMs: () => (nowMs += 10) })
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    app.keys.add(record)
    const headers = { authorization: `Bearer ${key}` }
    const { allowance } = app.services
    const reserve = allowance.reserve.bind(allowance)
    let caller: Parameters<typeof reserve>[0] | undefined
    allowance.reserve = (...args) => ((caller = args[0]), reserve(...args))
    const box = 'min_lat=42&min_lon=1&max_lat=43&max_lon=2'
    expect((await get(`/pois/v1/bbox?${box}`, headers)).status).toBe(200)
    await reserve(caller!, { credits: 2997, areaCredits: 2997 }, nowMs)
    for (const path of [`/pois/v1/bbox?${box}`, `/trails/v1/bbox?${box}`]) {
      const { status, body, headers: answered } = await get(path, headers)
      expect([status, body.error, answered.get('retry-after')]).toEqual([
        429,
        'bbox_daily_ceiling',
        expect.stringMatching(/^\d+$/),
      ])
    }
    expect((await get('/search/v1/forward?q=neuhaus', headers)).status).toBe(200)
    const graphql = await askGraphql(app, '{ places(where: {area: {box: [1,42,2,43]}}) { truncated } }', {}, headers)
    expect([graphql.status, graphql.errors![0].extensions.code]).toEqual([429, 'BBOX_DAILY_CEILING'])
  })

  test('are compressed where that is worth it', async () => {
    catalogue.placeRows.push(
      ...Array.from({ length: 50 }, (_, i) => fakePlace(1000 + i, `Langer Name ${i}`, 'locality', [1.5, 42.5])),
    )
    const answer = await fetch(`${app.api}/search/v1/forward?q=langer&limit=50`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(((await answer.json()) as any).features).toHaveLength(50)
  })
})
