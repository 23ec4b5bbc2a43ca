// One contract, two engines: the same questions to the same catalogue in SQLite and, where TEST_DATABASE_URL names a
// server, in
// PostgreSQL with PostGIS.

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followDatabase } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { followCatalogue, openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { openTrailTimes } from '../../db/write-trail-times.ts'
import { distanceM, type Box, type LonLat } from '../../src/geo/lon-lat.ts'
import type { TrailFilter, TrailTimes } from '../../src/places/catalogue-rows.ts'
import { meetsFilter } from '../../src/search/order-trails.ts'
import { foldText } from '../../src/search/parse-question.ts'
import { fromPlaceId, toPlaceId } from '../../src/places/place-id.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'
import { SAMPLE, writeSampleCatalogue, type Sample } from './sample-catalogue.ts'

const WORLD: Box = [-180, -90, 180, 90]
const folder = temporaryFolder()
let sample: Sample
const NONE = { time: null, elevation: null }
const TIMES = new Map<number, TrailTimes>([
  [2, { ...NONE, unknown: null, time: { movingS: 600.5 } as TrailTimes['time'] }],
  [3, { ...NONE, unknown: 'no_heights' }],
])
beforeAll(async () => {
  sample = await writeSampleCatalogue(folder)
  const writer = openTrailTimes(sample.path)
  for (const [relationId, times] of TIMES) writer.add(relationId, times)
  await writer.finish()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const engines: [string, boolean, () => Promise<OpenedCatalogue>][] = [
  ['SQLite', false, () => openCatalogueFile(sample.path, 'v1')],
  [
    'PostgreSQL (needs TEST_DATABASE_URL)',
    TEST_DATABASE_URL === undefined,
    async () => {
      const database = await createTestDatabase()
      const loaded = await loadPostgres(database.url, {
        path: sample.path,
        version: 'v1',
        releaseId: 'r1',
        retireGraceS: 0,
      })
      await loaded.promote()
      const source = followDatabase(database.url, 0)
      const stores = followCatalogue(source)
      return {
        ...stores,
        close: async () => {
          await stores.close()
          await source.close()
          await database.drop()
        },
      }
    },
  ],
]

describe.each(engines)('the catalogue in %s', (_engine, skipped, open) => {
  let catalogue: OpenedCatalogue
  beforeAll(async () => {
    if (!skipped) catalogue = await open()
  })
  afterAll(async () => {
    if (!skipped) await catalogue.close()
  })
  const fact = test.skipIf(skipped)
  const at = (letter: string) => sample.osm.at.get(letter)!
  const words = (text: string) => foldText(text).keyWords
  const names = async (text: string, more: object = {}) =>
    (await catalogue.places.findCandidates({ words: words(text), typos: false, limit: 10, ...more }))
      .map(({ name }) => name)
      .sort()

  fact('finds names by the whole, by words in any order, and by what is typed so far', async () => {
    expect(await names('Schwarzsee')).toEqual(['Schwarzsee'])
    expect(await names('aguila pic')).toEqual(["Pic de l'Àguila"])
    expect(await names('grossm')).toEqual(['Großmühlen', 'Großmühlen Bahnhof'])
    expect(await names('Bahnhof Gross')).toEqual(['Großmühlen Bahnhof'])
    expect(await names('mills great')).toEqual(['Großmühlen'])
    expect(await names('Turicum')).toEqual(['Zürichberg'])
    expect(await names('nowhere')).toEqual([])
  })

  fact('finds German spellings both ways, and a name typed without its spaces', async () => {
    expect(await names('Zuerichberg')).toEqual(['Zürichberg'])
    expect(await names('Grossmuehlen Bahnhof')).toEqual(['Großmühlen Bahnhof'])
    expect(await names('langerweg')).toEqual(['Langer Weg'])
  })

  fact('finds near misses only where asked for', async () => {
    expect(await names('Schwrazsee')).toEqual([])
    expect(await names('Schwrazsee', { typos: true })).toEqual(['Schwarzsee'])
    expect(await names('Zurichbreg', { typos: true })).toEqual(['Zürichberg'])
    expect(await names('Grosmuhlen Banhof', { typos: true })).toEqual(['Großmühlen Bahnhof'])
    expect(await names('zzzzzzz', { typos: true })).toEqual([])
  })

  fact('keeps to kinds and to a box, also one across the antimeridian', async () => {
    expect(await names('gross', { kinds: ['village'] })).toEqual(['Großmühlen'])
    expect(await names('gross', { kinds: [] })).toEqual([])
    const [lon, lat] = at('v')
    expect(await names('gross', { box: [lon - 1e-4, lat - 1e-4, lon + 1e-4, lat + 1e-4] })).toEqual(['Großmühlen'])
    expect(await names('gross', { box: [170, -80, -170, 80] })).toEqual([])
    expect(await names('gross', { box: [1, -80, -170, 80] })).toEqual(['Großmühlen', 'Großmühlen Bahnhof'])
  })

  fact('takes the best known first, and those inside the bias box besides', async () => {
    expect(await names('gross', { limit: 1 })).toEqual(['Großmühlen'])
    const [lon, lat] = at('a')
    expect(await names('gross', { limit: 1, biasBox: [lon - 1e-4, lat - 1e-4, lon + 1e-4, lat + 1e-4] })).toEqual([
      'Großmühlen',
      'Großmühlen Bahnhof',
    ])
  })

  fact('reads no syntax out of what is typed', async () => {
    for (const hostile of [
      '"',
      "'",
      "' OR 1=1 --",
      'a" OR "b',
      'NEAR(a b)',
      '*',
      ':*',
      '\\',
      "\\' | 'x",
      '(',
      '^gross',
      '-',
      'document:gross',
      '%',
      '_',
    ]) {
      for (const typos of [false, true])
        expect(await catalogue.places.findCandidates({ words: [hostile, 'zz'], typos, limit: 5 })).toEqual([])
    }
  })

  fact('gives the tags of places as the map has them, in the order asked', async () => {
    const [village] = await catalogue.places.findCandidates({
      words: words('Grossmuhlen'),
      typos: false,
      limit: 5,
      kinds: ['village'],
    })
    const [trail] = await catalogue.places.findCandidates({ words: words('Seeweg'), typos: false, limit: 5 })
    const [ofTrail, nothing, ofVillage, again] = await catalogue.places.findTags([
      trail.id,
      999_999,
      village.id,
      village.id,
    ])
    expect(JSON.parse(ofVillage!)).toEqual(SAMPLE.nodes!.v)
    expect(JSON.parse(ofTrail!)).toMatchObject({ type: 'route', name: 'Seeweg', 'osmc:symbol': 'red:white:red_bar' })
    expect([nothing, again]).toEqual([null, ofVillage])
    expect(await catalogue.places.findTags([])).toEqual([])
    expect(await catalogue.places.findTags([1.5, Number.NaN])).toEqual([null, null])
  })

  fact('gives places with region, height, population and ids that name OSM objects', async () => {
    const id = toPlaceId(
      'node',
      fromPlaceId(
        (
          await catalogue.places.findCandidates({
            words: words('Grossmuhlen'),
            typos: false,
            limit: 5,
            kinds: ['village'],
          })
        )[0].id,
      )!.osmId,
    )
    const [village, nothing, again] = await catalogue.places.findByIds([id, 999_999, id])
    expect(nothing).toBeNull()
    expect(again).toEqual(village)
    expect(village).toMatchObject({
      osmType: 'node',
      name: 'Großmühlen',
      otherNames: ['Great Mills'],
      kind: 'village',
      region: 'Talland',
      elevationSource: 'terrain',
      population: 1200,
      hasWikidata: true,
      trail: null,
      prominenceM: null,
    })
    expect([village!.lon, village!.lat]).toEqual(at('v'))
    const [peak] = await catalogue.places.findCandidates({ words: words('aguila'), typos: false, limit: 5 })
    expect(peak).toMatchObject({ kind: 'peak', elevationM: 1512, elevationSource: 'tag' })
    expect(peak.prominenceM).toBeGreaterThan(400)
    const [town] = await catalogue.places.findCandidates({ words: words('turicum'), typos: false, limit: 5 })
    expect(town).toMatchObject({ elevationM: 1000, elevationSource: 'terrain', otherNames: ['Turicum', 'Berg'] })
  })

  fact('finds what is near, nearest first, for many points at once and as a full scan does', async () => {
    const points = ['v', 'P', 'd', 'D'].map(at)
    const all = await catalogue.places.findNear([[1.5035, 42.502]], { radiusM: 50_000, limit: 100 })
    expect(all[0].length).toBe(sample.report.places)
    for (const radiusM of [60, 400, 3000]) {
      const near = await catalogue.places.findNear(points, { radiusM, limit: 3 })
      points.forEach(([lon, lat], i) => {
        const scan = all[0]
          .map((place) => ({ name: place.name, distanceM: distanceM(lon, lat, place.lon, place.lat) }))
          .filter((place) => place.distanceM <= radiusM)
          .sort((a, b) => a.distanceM - b.distanceM)
          .slice(0, 3)
        expect(near[i].map((place) => Math.round(place.distanceM))).toEqual(
          scan.map((place) => Math.round(place.distanceM)),
        )
        expect(near[i].map(({ name }) => name).sort()).toEqual(scan.map(({ name }) => name).sort())
      })
    }
    expect(
      (await catalogue.places.findNear([at('P')], { radiusM: 3000, kinds: ['lake', 'hut', 'lake'], limit: 5 }))[0].map(
        ({ kind }) => kind,
      ),
    ).toEqual(['lake', 'hut'])
    expect(await catalogue.places.findNear([], { radiusM: 100, limit: 1 })).toEqual([])
    expect(await catalogue.places.findKeysNear([], { radiusM: 100, limit: 1 })).toEqual([])
    await expect(catalogue.places.findNear([[NaN, 1]], { radiusM: 100, limit: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  fact('finds trails by name and ref, and as places', async () => {
    const byText = async (text: string, more: object = {}) =>
      (await catalogue.trails.findByText({ words: words(text), typos: false, limit: 5, ...more }))
        .map(({ relationId }) => relationId)
        .sort()
    expect(await byText('Seeweg')).toEqual([2])
    expect(await byText('S 2')).toEqual([3])
    expect(await byText('s1')).toEqual([2])
    expect(await byText('Seewge', { typos: true })).toEqual([2])
    expect(await byText('Seeweg', { type: 'bicycle' })).toEqual([])
    const [place] = await catalogue.places.findCandidates({ words: words('seeweg'), typos: false, limit: 5 })
    expect(place).toMatchObject({
      kind: 'trail',
      osmType: 'relation',
      osmId: 2,
      name: 'Seeweg',
      otherNames: ['S 1'],
      region: 'Talland',
    })
    expect(place.trail).toMatchObject({ relationId: 2, network: 'rwn', level: 'regional', symbol: 'red:white:red_bar' })
  })

  fact('joins stages into one trail with its line, length and facts', async () => {
    const [stage, none, whole] = await catalogue.trails.findByRelationIds([2, 77, 4])
    expect(none).toBeNull()
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(at)
    const lengthM = (...points: [number, number][]) =>
      points.slice(1).reduce((sum, [lon, lat], i) => sum + distanceM(points[i][0], points[i][1], lon, lat), 0)
    expect(stage!.lengthM).toBe(Math.round(lengthM(a, b, c)))
    expect(stage).toMatchObject({
      partCount: 1,
      gapsM: [],
      missingWays: 0,
      roundtrip: false,
      ends: [a, c],
      sacMax: 2,
      parentIds: [4],
      stageIds: [],
    })
    expect(stage!.sacM[2]).toBe(Math.round(lengthM(a, b)))
    expect(stage!.sacM).toMatchObject({ 0: Math.round(lengthM(b, c)), 8: 0 })
    const [alongTrack] = await catalogue.trails.findByRelationIds([3])
    expect(alongTrack).toMatchObject({ sacMax: null, sacM: [0, 0, 0, 0, 0, 0, 0, 0, Math.round(lengthM(c, d))] })
    expect(stage!.surfaces).toMatchObject({ trailM: Math.round(lengthM(a, b, c)), gravelM: 0 })
    expect(whole).toMatchObject({ level: 'national', partCount: 1, stageIds: [2, 3], ends: [a, d] })
    expect(whole!.lengthM).toBe(Math.round(lengthM(a, b, c, d)))
    const [line, missing] = await catalogue.trails.findLines([4, 77])
    expect(missing).toBeNull()
    expect(line!.parts).toHaveLength(1)
    expect(line!.parts[0].map(([lon, lat]) => [lon.toFixed(5), lat.toFixed(5)])).toEqual(
      [a, b, c, d].map(([lon, lat]) => [lon.toFixed(5), lat.toFixed(5)]),
    )
  })

  fact('finds trails in a box by their line, highest level first, within bounds', async () => {
    const ids = async (query: object) =>
      (await catalogue.trails.findInBox({ box: WORLD, limit: 10, ...query })).trails.map(({ relationId }) => relationId)
    expect(await ids({})).toEqual([4, 2, 3])
    expect(await catalogue.trails.findInBox({ box: WORLD, limit: 1 })).toMatchObject({ truncated: true })
    const [lon, lat] = at('d')
    expect(await ids({ box: [lon - 1e-5, lat - 1e-5, lon + 1e-5, lat + 1e-5] })).toEqual([4, 3])
    expect(await ids({ box: [10, 10, 11, 11] })).toEqual([])
    expect(await ids({ sac: { max: 3 } })).toEqual([4, 2])
    expect(await ids({ levels: ['local', 'regional'] })).toEqual([2, 3])
    expect(await ids({ levels: [] })).toEqual([])
    expect(await ids({ types: ['bicycle'] })).toEqual([])
    expect(await ids({ loop: true })).toEqual([])
    expect(await ids({ lengthM: { max: 200 } })).toEqual([3])
  })

  fact('keeps the times of trails, and finds trails by them; what is unknown meets no bound', async () => {
    const rows = await catalogue.trails.findByRelationIds([2, 3, 4])
    expect(rows.map((row) => [row!.movingS, row!.timesJson === null ? null : JSON.parse(row!.timesJson)])).toEqual([
      [600.5, TIMES.get(2)],
      [null, TIMES.get(3)],
      [null, null],
    ])
    const within = async (min: number, max = min) =>
      (await catalogue.trails.findKeysInBox({ box: WORLD, movingS: { min, max } }))
        .map(({ relationId, movingS, isUnknown }) => [relationId, movingS, isUnknown])
        .sort()
    const open = [
      [3, null, true],
      [4, null, true],
    ]
    expect(await within(600.5)).toEqual([[2, 600.5, false], ...open])
    expect([await within(0, 600), await within(601, 1000)]).toEqual([open, open])
  })

  fact('keeps what a filter keeps, and says of what it is not known', async () => {
    const rows = await catalogue.trails.findByRelationIds([2, 3, 4])
    const filters: TrailFilter[] = [
      ...[{ lengthM: { min: 300 } }, { ascentM: { min: 100_000 } }, { descentM: { max: 0 } }, { sac: { min: 3 } }],
      ...[{ sac: { max: 3 } }, { levels: ['local' as const] }, { levels: [] }, { loop: false }, { types: [] }],
      ...[0, 0.1, 0.5, 0.9, 1].map((pavedShareMax) => ({ pavedShareMax })),
      { sac: { max: 3 }, lengthM: { max: 300 }, pavedShareMax: 0.9 },
    ]
    for (const filter of filters) {
      const found = await catalogue.trails.findKeysInBox({ box: WORLD, ...filter })
      const met = rows.map((row) => [row!.relationId, meetsFilter(row!, filter)]).filter(([, isMet]) => isMet !== false)
      expect(found.map(({ relationId, isUnknown }) => [relationId, isUnknown ? null : true]).sort()).toEqual(met)
    }
  })

  fact('finds outdoor places by the words of their names, but those that are named places already', async () => {
    const find = async (text: string, more: object = {}) =>
      (await catalogue.pois.findByText({ words: words(text), limit: 10, ...more })).map(({ name }) => name)
    expect(await find('adlerhutte'), 'it is a named place').toEqual([])
    const notNamed = { placeKinds: ['city'] }
    expect(await find('adlerh', notNamed)).toEqual(['Adlerhütte'])
    expect(await find('Bahnhof Gross', notNamed)).toEqual(['Großmühlen Bahnhof'])
    expect(await find('ad', notNamed), 'two letters are no beginning').toEqual([])
    expect(await find('adlerh', { ...notNamed, kinds: ['peak'] })).toEqual([])
    expect(await find('adlerh', { ...notNamed, kinds: ['hut'], box: WORLD, biasBox: WORLD })).toEqual(['Adlerhütte'])
    expect(await find('adlerh', { ...notNamed, box: [10, 10, 11, 11] })).toEqual([])
    for (const hostile of ['%', '_', "'", "' OR 1=1 --", '\u{10ffff}'])
      expect(await find(hostile, notNamed)).toEqual([])
  })

  fact('finds trails near points with their distance', async () => {
    const [lon, lat] = at('b')
    const [near, far] = await catalogue.trails.findNear(
      [
        [lon, lat + 0.0005],
        [lon, lat + 0.5],
      ],
      { radiusM: 100 },
    )
    expect(near.map(({ relationId }) => relationId)).toEqual([2, 4])
    expect(near[0].distanceM).toBeCloseTo(distanceM(lon, lat, lon, lat + 0.0005), 0)
    expect(far).toEqual([])
  })

  fact('gives outdoor places by kind as asked, then by id, and says when the limit cut', async () => {
    const ask = (kinds: readonly string[], limit = 100, box: Box = WORLD) =>
      catalogue.pois.findInBox({ box, kinds, limit })
    expect((await ask(['train_station', 'drinking_water', 'hut'])).pois.map(({ kind }) => kind)).toEqual([
      'train_station',
      'drinking_water',
      'hut',
    ])
    expect((await ask(POI_KINDS)).pois.map(({ kind }) => kind)).toEqual([
      'hut',
      'drinking_water',
      'viewpoint',
      'peak',
      'train_station',
    ])
    expect(await ask(POI_KINDS, 2)).toMatchObject({
      truncated: true,
      artifactVersion: 'v1',
      pois: [{ kind: 'hut' }, { kind: 'drinking_water', name: null }],
    })
    expect(await ask(POI_KINDS, 5)).toMatchObject({ truncated: false })
    expect((await ask(['nonsense'])).pois).toEqual([])
    expect((await ask(POI_KINDS, 9, [170, -80, -170, 80])).pois).toEqual([])
    expect((await ask(['pass'])).pois).toMatchObject([{ kind: 'viewpoint', kinds: ['viewpoint', 'pass'] }])
    expect((await ask(['viewpoint'])).pois).toEqual((await ask(['pass'])).pois)
    expect((await ask(['waterfall', 'cave', 'peak'])).pois.map(({ kind }) => kind)).toEqual(['peak'])
    // told once, by the first kind that was asked and it is
    expect((await ask(['pass', 'hut', 'viewpoint'])).pois.map(({ kind }) => kind)).toEqual(['viewpoint', 'hut'])
    const [hut] = (await ask(['hut'])).pois
    expect(hut).toMatchObject({ osmType: 'node', name: 'Adlerhütte', eleM: expect.any(Number) })
    expect(await catalogue.pois.findByIds([hut.id, 999_999, hut.id])).toEqual([hut, null, hut])
    expect(await catalogue.pois.findByIds([])).toEqual([])
    expect(JSON.parse(hut.tagsJson)).toEqual({
      tourism: 'alpine_hut',
      capacity: '20',
      'tag:id': 'X9',
      'tag:kind': 'wood',
    })
  })

  fact('finds the keys of what is near as it finds the rows, lines among them, whatever the window', async () => {
    const points = ['v', 'P', 'd', 'D', 'b'].map(at)
    let count = 0
    for (const some of [points.slice(0, 1), points])
      for (const kinds of [null, ['hut', 'peak', 'pass'], ['street', 'river', 'path', 'hut'], ['street'], []])
        for (const window of [{ limit: 3 }, { limit: 3, offset: 2 }, { limit: 600 }])
          for (const radiusM of [400, 50_000])
            for (const store of [catalogue.places, catalogue.pois]) {
              const query = { radiusM, kinds, ...window }
              const rows = await store.findNear(some, query)
              const keys = rows.map((list) => list.map(({ id, lon, lat, distanceM }) => ({ id, lon, lat, distanceM })))
              expect(await store.findKeysNear(some, query), JSON.stringify(query)).toEqual(keys)
              count += keys.flat().length
            }
    expect(count).toBeGreaterThan(200)
  })

  fact('finds the keys in many boxes as it finds the rows in each of them, across 180 degrees too', async () => {
    const around = (letter: string, deg: number): Box => {
      const [lon, lat] = at(letter)
      return [lon - deg, lat - deg, lon + deg, lat + deg]
    }
    const [lon, lat] = at('P')
    const boxes: Box[] = [
      WORLD,
      ...['v', 'P', 'd', 'h', 'b'].map((letter) => around(letter, 0.01)),
      [lon, lat, lon, lat],
      [lon - 0.01, -80, lon - 0.02, 80],
      [120, 10, 121, 11],
    ]
    let count = 0
    for (const some of [[], boxes.slice(1, 2), boxes])
      for (const kinds of [null, ['hut', 'peak', 'pass'], ['street', 'river', 'path', 'hut'], ['street'], []]) {
        const places = await catalogue.places.listKeysInBoxes(some, { kinds })
        const ofPois = { kinds: kinds ?? POI_KINDS }
        const pois = await catalogue.pois.listKeysInBoxes(some, ofPois)
        expect([places.length, pois.length]).toEqual([some.length, some.length])
        for (const [i, box] of some.entries()) {
          const rows = await catalogue.places.findInBox({ box, kinds, limit: 1000 })
          const keys = rows.map(({ id, lon, lat, importance }) => ({ id, lon, lat, importance }))
          expect(places[i].toSorted((a, b) => a.id - b.id)).toEqual(keys.sort((a, b) => a.id - b.id))
          const found = await catalogue.pois.findInBox({ box, ...ofPois, limit: 1000 })
          expect(pois[i].map(({ id }) => id)).toEqual(found.pois.map(({ id }) => id))
          count += keys.length + found.pois.length
        }
      }
    expect(count).toBeGreaterThan(100)
  })

  fact('finds outdoor places near points as looking at every one of them does', async () => {
    const { pois } = await catalogue.pois.findInBox({ box: WORLD, kinds: POI_KINDS, limit: 100 })
    const points: LonLat[] = [at('b'), [at('b')[0] + 0.02, at('b')[1] - 0.01], [120, 10]]
    for (const kinds of [null, ['pass'], ['hut', 'viewpoint', 'pass'], ['peak', 'nonsense'], ['nonsense'], []])
      for (const [radiusM, limit] of [
        [50_000, 100],
        [50_000, 2],
        [900, 100],
      ]) {
        const nearOf = ([lon, lat]: LonLat) =>
          pois
            .filter((poi) => kinds === null || poi.kinds.some((kind) => kinds.includes(kind)))
            .map((poi) => ({ id: poi.id, distanceM: distanceM(lon, lat, poi.lon, poi.lat) }))
            .filter((near) => near.distanceM <= radiusM)
            .sort((a, b) => a.distanceM - b.distanceM || a.id - b.id)
            .slice(0, limit)
        const found = await catalogue.pois.findNear(points, { radiusM, kinds, limit })
        expect(found.map((list) => list.map(({ id, distanceM }) => ({ id, distanceM })))).toEqual(points.map(nearOf))
      }
    const [[nearest]] = await catalogue.pois.findNear(points, { radiusM: 50_000, kinds: null, limit: 1 })
    const [row] = await catalogue.pois.findByIds([nearest.id])
    expect(nearest).toEqual({ ...row, distanceM: nearest.distanceM })
    expect(await catalogue.pois.findNear([], { radiusM: 50_000, kinds: null, limit: 1 })).toEqual([])
  })
})

describe('the catalogue of the sample', () => {
  test('reports the border that does not close, and keeps nothing inside it', () => {
    expect(sample.report.brokenAreas).toEqual(['Halbland'])
    expect(sample.report).toMatchObject({ regions: 1, trails: 3, pois: 5 })
  })
})
