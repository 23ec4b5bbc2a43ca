// Named lines as places: streets, paths, rivers and ranges; their parts as one; lakes that are tagged twice; outlines.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedCatalogue, openCatalogueFile } from '../../db/open-catalogue.ts'
import type { NearQuery } from '../../src/places/catalogue-rows.ts'
import { toOutlineGeometry } from '../../src/places/outline-geojson.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { writeSampleCatalogue } from '../db/sample-catalogue.ts'

// 0.001 degrees a column: some 82 m; two towns, west and east of K-L
const MAP = `
A.........................K.........................B
..a--b--c...d--e.......f--k--g.....................v.
..l--m.............................................w.
..o--n.............................................x.
..p--q--r..........................................y.
..s..................................................
..t.....P..........................................z.
D.........................L.........................C`
const border = (name: string) => ({ type: 'boundary', boundary: 'administrative', admin_level: '8', name })
const street = (name: string, highway = 'residential') => ({ highway, name })

let folder: string
let catalogue: OpenedCatalogue
let at: Map<string, [number, number]>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lines-'))
  const sample = await writeSampleCatalogue(folder, {
    map: MAP,
    stepDeg: 0.001,
    nodes: { P: { natural: 'mountain_range', name: 'Rätikon' }, v: { place: 'village', name: 'Major' } },
    ways: [
      ['ABKLDA', {}],
      ['AKLDA', {}], // 2: west
      ['KBCLK', {}], // 3: east
      ['ab', street('Carrer Major')], // 4
      ['bc', street('Carrer Major', 'pedestrian')], // 5: joins on
      ['de', street('Carrer Major', 'footway')], // 6: 330 m away
      ['fk', street('Carrer Llarg')], // 7: west of the border
      ['kg', street('Carrer Llarg')], // 8: east of it
      ['vw', street('Carrer Major')], // 9: far away, in the other town
      ['lmnol', { natural: 'water', name: 'Schwarzsee' }], // 10: also the outline of the relation
      ['pq', { waterway: 'stream', name: 'Torrent' }], // 11
      ['qr', { waterway: 'stream', name: 'Torrent' }], // 12
      ['xy', { waterway: 'stream', name: 'Torrent' }], // 13: of another valley
      ['st', { highway: 'path', name: 'Fürstensteig' }], // 14
      ['zC'.repeat(70), { waterway: 'stream', name: 'Langbach' }], // 15: in several pieces
    ],
    relations: [
      [['outer:w:1'], border('Westland')],
      [['outer:w:2'], border('Ostland')],
      [['outer:w:9'], { type: 'multipolygon', natural: 'water', name: 'Schwarzsee' }],
      [[':w:9'], { type: 'route', route: 'hiking', name: 'Uferrunde' }], // 4
      [[':w:13'], { type: 'route', route: 'hiking', name: 'Stich' }],
      [[':w:13'], { type: 'route', route: 'hiking', name: 'Steig und Strasse', roundtrip: 'yes' }],
      [[':w:3', ':w:6'], { type: 'route', route: 'hiking', name: 'Zwei Teile' }], // 7
      [['outer:w:1'], { ...border('Westkreis'), admin_level: '6' }], // of the same border
    ],
  })
  at = sample.osm.at
  catalogue = await openCatalogueFile(sample.path, 'c1')
})
afterAll(async () => {
  await catalogue?.close()
  rmSync(folder, { recursive: true, force: true })
})
const ask = async (text: string, box: [number, number, number, number] | null = null) =>
  (await searchPlaces(catalogue.places, { text, limit: 20, box, biasBox: null, near: null })).hits.map(
    ({ place }) => place,
  )
const near = async (letter: string, more: Partial<NearQuery>) =>
  (await catalogue.places.findNear([at.get(letter)!], { radiusM: 300, limit: 10, ...more }))[0]

describe('named lines', () => {
  test('parts of a street in one town are one place, those of another town another', async () => {
    const found = (await ask('Carrer Major')).filter(({ kind }) => kind === 'street')
    expect(found.map(({ id, region }) => [id, region])).toEqual([
      [toPlaceId('way', 4), 'Westland, Westkreis'],
      [toPlaceId('way', 9), 'Ostland'],
    ])
    expect(found[0].bbox).toEqual([at.get('a')![0], at.get('a')![1], at.get('e')![0], at.get('a')![1]])
    expect((await ask('Carrer Llarg')).map(({ region }) => region).sort()).toEqual(['Ostland', 'Westland, Westkreis'])
  })

  test('parts of a river are one, a namesake far away another', async () => {
    expect((await ask('Torrent')).map(({ id, kind }) => [id, kind])).toEqual([
      [toPlaceId('way', 11), 'river'],
      [toPlaceId('way', 13), 'river'],
    ])
  })

  test('paths and ranges are found by their names', async () => {
    expect((await ask('Fuerstensteig'))[0]).toMatchObject({ kind: 'path', name: 'Fürstensteig' })
    expect((await ask('Raetikon'))[0]).toMatchObject({ kind: 'range', name: 'Rätikon' })
  })

  test('a street that has the name is an answer: nothing is found by parts of it', async () => {
    expect((await ask('Carrer Major')).map(({ kind }) => kind)).toEqual(['street', 'street'])
  })

  test('streets come after everything else', async () => {
    expect((await ask('Major')).map(({ kind }) => kind)).toEqual(['village', 'street', 'street'])
  })

  test('are in lists around a point or in a box if their kinds are requested, as far as their line', async () => {
    expect(await near('c', {})).toEqual([])
    const [found] = await near('c', { kinds: ['street', 'path', 'peak'] })
    expect([found.id, Math.round(found.distanceM)]).toEqual([toPlaceId('way', 4), 0])
    const box = [at.get('d')![0], at.get('d')![1], at.get('e')![0], at.get('d')![1]] as [number, number, number, number]
    expect(await catalogue.places.findInBox({ box, limit: 10 })).toEqual([])
    expect((await catalogue.places.findInBox({ box, kinds: ['street'], limit: 10 })).map(({ id }) => id)).toEqual([
      toPlaceId('way', 4),
    ])
    expect(await catalogue.places.countInBox({ box, kinds: ['street'] })).toBe(1)
    expect(await catalogue.places.countNear(at.get('c')!, { radiusM: 300, kinds: ['street'] })).toBe(1)
    expect(
      (await ask('Carrer Major', box)).map(({ id }) => id),
      'its middle lies outside',
    ).toEqual([toPlaceId('way', 4)])
  })
})

test('a lake that is mapped as an area and on its outline is one place, everywhere', async () => {
  expect((await ask('Schwarzsee')).map(({ osmType }) => osmType)).toEqual(['relation'])
  expect((await near('l', { kinds: ['lake'] })).length).toBe(1)
})

test('a trail has the height of the ground where a way joins the end of its tunnel, and none where nothing does', async () => {
  const tunnel = { highway: 'path', tunnel: 'yes' }
  const route = (name: string) => ({ type: 'route', route: 'hiking', name })
  // in this order of ways and the other, since a map file may have either
  for (const others of [['de'], ['xd', 'de']]) {
    const { path } = await writeSampleCatalogue(
      folder,
      {
        map: '\n...x...............\n.a--b--c--d--e.....\n..............P....\n.f--g--h...........',
        stepDeg: 0.001,
        nodes: { P: { natural: 'peak', name: 'P' } },
        ways: [
          ['fg', { highway: 'path' }],
          ['gh', tunnel],
          ...others.map((way): [string, Record<string, string>] => [way, { highway: 'path' }]),
          ['ab', { highway: 'path' }],
          ['bcd', tunnel],
        ],
        relations: [
          [[`:w:${others.length + 2}`, `:w:${others.length + 3}`], route('To the mouth')],
          [[':w:0', ':w:1'], route('To a blind end')],
        ],
      },
      `tunnels-${others.length}.sqlite`,
    )
    const { trails, close } = await openCatalogueFile(path, 'c2')
    const found = await trails.findByRelationIds([1, 2])
    await close()
    expect(found.map((trail) => [trail!.name, trail!.heightUnknownM, trail!.ascentM])).toEqual([
      ['To the mouth', 0, expect.any(Number)],
      ['To a blind end', expect.closeTo(247, -1), null],
    ])
  }
})

test('a trail that ends where it begins is a round trip, and one that is tagged so', async () => {
  const trails = await catalogue.trails.findByRelationIds([4, 5, 6])
  expect(trails.map((trail) => [trail!.name, trail!.roundtrip, trail!.ends.length])).toEqual([
    ['Uferrunde', true, 0],
    ['Stich', false, 2],
    ['Steig und Strasse', true, 2],
  ])
})

test('the distance of a trail is that of its nearest part', async () => {
  const points = ['a', 'k'].map((letter) => at.get(letter)!)
  const found = await catalogue.trails.findNear(points, { radiusM: 9000 })
  expect(found.map((list) => Math.round(list.find(({ relationId }) => relationId === 7)!.distanceM))).toEqual([0, 0])
})

test('areas and lines have a box and an outline, points have none', async () => {
  const [lake] = await ask('Schwarzsee')
  const [road] = await ask('Carrer Major')
  const [range] = await ask('Rätikon')
  const [ofLake, ofRoad, ofRange] = await catalogue.places.findOutlines([lake.id, road.id, range.id])
  expect(lake.bbox).toEqual([at.get('o')![0], at.get('o')![1], at.get('m')![0], at.get('m')![1]])
  expect(toOutlineGeometry(ofLake!)).toMatchObject({ type: 'Polygon', coordinates: [{ length: 5 }] })
  expect(toOutlineGeometry(ofRoad!)).toMatchObject({ type: 'MultiLineString', coordinates: { length: 3 } })
  expect([range.bbox, ofRange]).toEqual([null, null])
  const [inside] = await catalogue.places.findAreaIds([at.get('a')!])
  const [town, county] = await catalogue.places.findByIds(inside)
  expect([county?.name, county?.bbox], 'the finer level first').toEqual(['Westkreis', town?.bbox])
  expect([town?.name, town?.bbox]).toEqual(['Westland', [...at.get('D')!, ...at.get('K')!]])
})

test('the outline of a line of many pieces has each of its points once', async () => {
  const [stream] = await ask('Langbach')
  const [outline] = await catalogue.places.findOutlines([stream.id])
  const [z, c] = [at.get('z')!, at.get('C')!]
  const once = [z, c].map((point) => point.map((degrees) => expect.closeTo(degrees, 5)))
  expect(outline!.parts).toEqual([Array.from({ length: 140 }, (_, i) => once[i % 2])])
})

test('lines and points around a place stand in the order of their distance', async () => {
  const found = await near('w', { kinds: ['street', 'village', 'river'], radiusM: 400 })
  expect(found.map(({ kind, distanceM }) => [kind, Math.round(distanceM / 100)])).toEqual([
    ['street', 0],
    ['village', 1],
    ['river', 1],
  ])
})

test('a hole lies in the ring around it, an island in the hole is a polygon of its own', () => {
  const ring = (from: number, to: number): [number, number][] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ]
  const geometry = toOutlineGeometry({
    isArea: true,
    parts: [ring(2, 3), ring(0, 9), ring(1, 5).reverse(), ring(6, 8)],
  })
  expect(geometry).toEqual({
    type: 'MultiPolygon',
    coordinates: [[ring(2, 3)], [ring(0, 9), ring(1, 5).reverse(), ring(6, 8).reverse()]],
  })
})

test('what the data lacks of an area or a trail is counted: a border of which a way is missing is cut, and a stage lacks its own', async () => {
  const route = (name: string) => ({ type: 'route', route: 'hiking', name })
  const own = mkdtempSync(join(folder, 'missing-'))
  const { path } = await writeSampleCatalogue(own, {
    map: 'A.....B\n...P...\na..b..c\nD.....C',
    stepDeg: 0.001,
    ways: [
      ['ABCDA', {}],
      ['ab', {}],
      ['bc', {}],
    ],
    relations: [
      [['outer:w:0'], border('Ganz')],
      [['outer:w:0', 'inner:w:99'], border('Halb')],
      [[':w:98', ':w:97', ':w:1'], route('Etappe')], // 2
      [[':w:96', ':r:2', ':w:2'], route('Weg')],
      [[':r:2', ':w:2', ':w:96'], route('Zurueck')],
    ],
  })
  const opened = await openCatalogueFile(path, 'missing')
  try {
    expect(await opened.places.listCutAreas()).toEqual(['Halb'])
    const { trails } = await opened.trails.findInBox({ box: [-180, -90, 180, 90], limit: 10 })
    const missing = Object.fromEntries(trails.map(({ name, missingWays }) => [name, missingWays]))
    expect(missing).toEqual({ Etappe: 2, Weg: 3, Zurueck: 3 })
  } finally {
    await opened.close()
  }
})
