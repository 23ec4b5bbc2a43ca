// Every name of whole regions, asked in every way in which people spell its letters: the place must be there, and as
// the same word, not as a near miss. On both engines.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPostgres } from '../../db/load-postgres.ts'
import { type OpenedCatalogue, openCatalogueFile, storesOf } from '../../db/open-catalogue.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { postgresDialect } from '../../db/postgres-dialect.ts'
import type { Tables } from '../../db/tables.ts'
import type { PlaceStore } from '../../src/places/catalogue-stores.ts'
import type { PlaceRow } from '../../src/places/catalogue-rows.ts'
import { searchPlaces, type SearchRequest } from '../../src/search/search-places.ts'
import { writeSampleCatalogue } from '../db/sample-catalogue.ts'
import { createTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../support/test-database.ts'
import { hasAndorra, releaseOf, type Region } from '../support/prepared-regions.ts'

/** As a keyboard without those letters makes people write them; not this project's own table. */
const DIGRAPHS: readonly [string, string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['å', 'aa'],
  ['ø', 'oe'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]
const withDigraphs = (name: string): string =>
  DIGRAPHS.reduce(
    (text, [letter, two]) => text.replaceAll(letter, two).replaceAll(letter.toUpperCase(), two.toUpperCase()),
    name.normalize('NFC'),
  )
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/gi, 'o')
    .replace(/æ/gi, 'ae')
    .replace(/ł/gi, 'l')
    .replace(/đ/gi, 'd')
const firstLetterOnly = (name: string): string => {
  const at = name.normalize('NFC').search(/[äöüåøæß]/i)
  return at < 0 ? name : withDigraphs(name.slice(0, at + 1)) + plain(name.slice(at + 1))
}
const SPELLINGS: readonly { how: string; spell: (name: string) => string }[] = [
  { how: 'two letters for one', spell: withDigraphs },
  { how: 'the plain letters', spell: plain },
  { how: 'two letters for the first, the others plain', spell: firstLetterOnly },
  { how: 'capitals', spell: (name) => withDigraphs(name).toUpperCase() },
]

/** Share of the named places that are not among the first five, or stand there as near misses. */
async function missed(places: readonly PlaceRow[], store: PlaceStore, spell: (name: string) => string) {
  const missing: string[] = []
  for (const { id, name } of places) {
    const text = spell(name)
    const { hits } = await searchPlaces(store, { text, limit: 5, box: null, biasBox: null, near: null })
    const isThere = hits.some(({ place, match }) => (place.id === id || place.name === name) && !match.near)
    if (!isThere) missing.push(`${text} (${name})`)
  }
  return { share: missing.length / places.length, missing }
}

const REGIONS: [name: string, isThere: boolean, region: Region][] = [
  ['the demo region', true, 'demo'],
  ['Andorra (needs real data)', hasAndorra, 'andorra'],
]

describe.each(REGIONS)('in %s', (_name, isThere, region) => {
  let path: string
  let catalogue: OpenedCatalogue
  let places: PlaceRow[] = []
  beforeAll(async () => {
    if (!isThere) return
    path = (await releaseOf(region)).paths.catalogue
    catalogue = await openCatalogueFile(path, 'c1')
    places = await allPlaces(catalogue.places)
  })
  afterAll(() => catalogue?.close())

  test.skipIf(!isThere).each(SPELLINGS)(
    'at most 1 %% of the names miss, spelt with $how',
    async ({ spell }) => {
      expect(places.length).toBeGreaterThan(90)
      const { share, missing } = await missed(places, catalogue.places, spell)
      expect(share, missing.join(', ')).toBeLessThanOrEqual(0.01)
    },
    120_000,
  )

  test.skipIf(!isThere || TEST_DATABASE_URL === undefined)(
    'PostgreSQL gives the same answers (needs TEST_DATABASE_URL)',
    async () => {
      const database: TestDatabase = await createTestDatabase()
      const loaded = await loadPostgres(database.url, { path, version: 'c1', releaseId: 'r' })
      await loaded.promote()
      const db = openPostgres<Tables>(database.url, loaded.schemaName)
      const inPostgres = storesOf({ db, dialect: postgresDialect }, 'c1')
      try {
        for (const { name } of places.filter(({ name }) => withDigraphs(name) !== name)) {
          const request = { text: withDigraphs(name), limit: 10, box: null, biasBox: null, near: null }
          expect(await searchPlaces(inPostgres.places, request), request.text).toEqual(
            await searchPlaces(catalogue.places, request),
          )
        }
      } finally {
        await db.destroy()
        await database.drop()
      }
    },
    120_000,
  )
})

describe('beside lines that are called after places', () => {
  let folder: string
  let catalogue: OpenedCatalogue
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-lines-'))
    const route = (name: string): [string[], Record<string, string>] => [
      [':w:0'],
      { type: 'route', route: 'hiking', network: 'lwn', name },
    ]
    const { path } = await writeSampleCatalogue(folder, {
      map: 'P..h..x..y..z',
      nodes: {
        P: { natural: 'peak', name: 'Rappastein', ele: '1512' },
        h: { tourism: 'alpine_hut', name: 'Pfälzerhütte' },
        x: { place: 'village', name: 'Älplisbach' },
        y: { place: 'locality', name: 'Rappenstain' },
      },
      ways: [['Phxyz', { highway: 'path' }]],
      relations: [
        route('Pfaelzerhuette - Gaflei'),
        route('Malbun - Pfaelzerhuette'),
        route('Rappenstein - Lawena'),
        route('Alplisbach - Malbun'),
      ],
    })
    catalogue = await openCatalogueFile(path, 'c1')
  })
  afterAll(async () => {
    await catalogue?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (text: string, more: Partial<SearchRequest> = {}) =>
    (await searchPlaces(catalogue.places, { text, limit: 10, box: null, biasBox: null, near: null, ...more })).hits.map(
      ({ place, match }) => `${place.name}${match.near ? ' ~' : ''}`,
    )

  test.each(['Pfaelzerhuette', 'Pfälzerhütte', 'pfaelzerhuette', 'PFAELZERHÜTTE'])(
    'a place stands first under the spelling %s, the lines behind it',
    async (text) => {
      expect(await ask(text)).toEqual(['Pfälzerhütte', 'Pfaelzerhuette - Gaflei', 'Malbun - Pfaelzerhuette'])
    },
  )

  test('plain letters find lines in two letters too', async () => {
    expect(await ask('Pfalzerhutte')).toEqual([
      'Pfälzerhütte',
      'Pfaelzerhuette - Gaflei ~',
      'Malbun - Pfaelzerhuette ~',
    ])
  })

  test('a near miss of a well-known place stands before a line that only mentions the word', async () => {
    expect(await ask('Rappenstein')).toEqual(['Rappastein ~', 'Rappenstein - Lawena'])
  })

  test('closeness does not lift a line over the place that is called so', async () => {
    const [lon, lat] = [1.5065, 42.5]
    expect((await ask('Alplisbach', { near: [lon, lat] }))[0]).toBe('Älplisbach')
  })
})

async function allPlaces(store: PlaceStore): Promise<PlaceRow[]> {
  const found = new Map<number, PlaceRow>()
  for (const at of [
    [1.55, 42.55],
    [0, 0],
  ] as const)
    for (const place of (await store.findNear([at], { radiusM: 20_000_000, limit: 1_000_000 }))[0])
      found.set(place.id, place)
  return [...found.values()]
}
