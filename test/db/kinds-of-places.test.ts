// Places of several kinds, in SQLite and, where TEST_DATABASE_URL names a server, in PostgreSQL: drawn places of one to
// four kinds, and a look at every one of them as the oracle.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSchema } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { CATALOGUE_SCHEMA, createCatalogue } from '../../db/write-catalogue.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { isLineKind, LISTED_PLACE_KINDS, type PlaceKind } from '../../src/osm/place-kinds.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'
import { between } from '../support/arbitraries.ts'

/** Named lines lie along their lines (named-lines.test.ts). */
const PLACE_KINDS = LISTED_PLACE_KINDS.filter((kind) => !isLineKind(kind))

interface DrawnPlace {
  id: number
  name: string
  kinds: readonly PlaceKind[]
  lon: number
  lat: number
}

const folder = temporaryFolder()
const path = join(folder, 'catalogue.sqlite')
let state = 11
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
/** Half of them are of one kind, and both ends of the list are among them. */
const PLACES: readonly DrawnPlace[] = Array.from({ length: 150 }, (_, i) => {
  const drawn = Array.from({ length: i % 2 === 0 ? 1 : 2 + random(3) }, () => PLACE_KINDS[random(PLACE_KINDS.length)])
  const [first, ...others] = i === 1 ? ([PLACE_KINDS[0], PLACE_KINDS.at(-1)!] as const) : drawn
  const rest = PLACE_KINDS.filter((kind) => kind !== first && others.includes(kind))
  return {
    id: toPlaceId('node', i + 1),
    name: `Same ${i}`,
    kinds: [first, ...rest],
    lon: 1.4 + random(10_000) / 1e5,
    lat: 42.4 + random(10_000) / 1e5,
  }
})
beforeAll(async () => {
  const writer = await createCatalogue(path)
  for (const { kinds, ...place } of PLACES) {
    const unknown = { region: null, elevationM: null, elevationSource: null, population: null, prominenceM: null }
    const row = {
      ...place,
      ...unknown,
      otherNames: ['Same'],
      kind: kinds[0],
      kinds,
      hasWikidata: false,
      importance: 0,
      bbox: null,
      adminLevel: null,
    }
    writer.addPlace(row, null, new Map())
  }
  await writer.finish({})
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const engines: [string, boolean, () => Promise<OpenedCatalogue>][] = [
  ['SQLite', false, () => openCatalogueFile(path, 'v1')],
  [
    'PostgreSQL (needs TEST_DATABASE_URL)',
    TEST_DATABASE_URL === undefined,
    async () => {
      const database = await createTestDatabase()
      const loaded = await loadPostgres(database.url, { path, version: 'v1', releaseId: 'r1' })
      const stores = await openSchema(database.url, loaded.schemaName, 'v1', CATALOGUE_SCHEMA)
      return {
        ...stores,
        close: async () => {
          await stores.close()
          await loaded.giveUp()
          await database.drop()
        },
      }
    },
  ],
]

const someKinds = fc.uniqueArray(fc.constantFrom(...PLACE_KINDS), { minLength: 1, maxLength: 6 })
const somewhere = fc.tuple(between(1.4, 1.5), between(42.4, 42.5))
const idsOf = (places: readonly { id: number }[]) => places.map(({ id }) => id)
const ofKinds = (kinds: readonly PlaceKind[]) =>
  PLACES.filter((place) => place.kinds.some((own) => kinds.includes(own)))

describe.each(engines)('a place of several kinds in %s', (_engine, skipped, open) => {
  let catalogue: OpenedCatalogue
  beforeAll(async () => {
    if (!skipped) catalogue = await open()
  })
  afterAll(async () => {
    if (!skipped) await catalogue.close()
  })
  const fact = test.skipIf(skipped)

  fact('is read with all of them, the one that it is told by first', async () => {
    const rows = await catalogue.places.findByIds(idsOf(PLACES))
    expect(rows.map((row) => row!.kinds)).toEqual(PLACES.map(({ kinds }) => kinds))
    expect(rows.map((row) => row!.kind)).toEqual(PLACES.map(({ kinds }) => kinds[0]))
  })

  fact('is found around a point by each of them, once, and by no other (any kinds, any points)', async () => {
    await fc.assert(
      fc.asyncProperty(
        someKinds,
        fc.array(somewhere, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 100, max: 12_000 }),
        async (kinds, points, radiusM) => {
          const brute = ([lon, lat]: LonLat) =>
            ofKinds(kinds)
              .map((place) => ({ id: place.id, awayM: distanceM(lon, lat, place.lon, place.lat) }))
              .filter(({ awayM }) => awayM <= radiusM)
              .sort((a, b) => a.awayM - b.awayM || a.id - b.id)
          const near = await catalogue.places.findNear(points, { radiusM, kinds, limit: 200 })
          expect(near.map(idsOf)).toEqual(points.map((point) => idsOf(brute(point))))
        },
      ),
      { numRuns: 60 },
    )
  })

  fact('is found by its name by each of them, and by no other (any kinds)', async () => {
    await fc.assert(
      fc.asyncProperty(someKinds, async (kinds) => {
        const found = await catalogue.places.findCandidates({ words: ['same'], typos: false, kinds, limit: 200 })
        expect(idsOf(found).sort((a, b) => a - b)).toEqual(idsOf(ofKinds(kinds)))
      }),
      { numRuns: 40 },
    )
  })
})
