// A new catalogue is taken up without a restart, a question in flight finishes on its own, and links cost a constant
// number of statements.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { followDatabase } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { followCatalogue, openCatalogueFile, storesOf, type CatalogueSource } from '../../db/open-catalogue.ts'
import { withoutCatalogue } from '../support/without-catalogue.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { openSqlite } from '../../db/open-sqlite.ts'
import { sqliteDialect } from '../../db/sqlite-dialect.ts'
import { CATALOGUE_SCHEMA } from '../../db/write-catalogue.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { createTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../support/test-database.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { SAMPLE, writeSampleCatalogue } from './sample-catalogue.ts'

const folder = temporaryFolder()
let first: string
let second: string
beforeAll(async () => {
  first = (await writeSampleCatalogue(folder)).path
  second = (
    await writeSampleCatalogue(
      folder,
      { ...SAMPLE, nodes: { v: { place: 'village', name: 'Neudorf' } } },
      'second.sqlite',
    )
  ).path
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const kindsFound = async ({ places }: Pick<ReturnType<typeof withoutCatalogue>, 'places'>, word: string) =>
  (await places.findCandidates({ words: [word], typos: false, limit: 9 })).map(({ name }) => name)

describe('followCatalogue', () => {
  test('refuses every query until one is open, and never answers with an empty list', async () => {
    const { places, trails, pois } = withoutCatalogue()
    const box = [0, 0, 1, 1] as const
    for (const ask of [
      () => places.findByIds([1]),
      () => trails.findLines([1]),
      () => pois.findInBox({ box, kinds: POI_KINDS, limit: 1 }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'artifacts_missing' })
    }
  })

  test('takes up another catalogue with the next question, and keeps the old one where the new cannot be opened', async () => {
    const problems: string[] = []
    let live: Awaited<ReturnType<CatalogueSource['findLive']>> = {
      version: '1',
      key: '1',
      revision: '1',
      open: () => openCatalogueFile(first, '1'),
    }
    const stores = followCatalogue({ findLive: async () => live }, (sentence) => problems.push(sentence))
    const before = kindsFound(stores, 'grosmuhlen')
    live = { version: '2', key: '2', revision: '2', open: () => openCatalogueFile(second, '2') }
    expect(await before).toHaveLength(2)
    expect(await kindsFound(stores, 'grosmuhlen')).toEqual([])
    expect(await kindsFound(stores, 'neudorf')).toEqual(['Neudorf'])
    const broken = join(folder, 'broken.sqlite')
    writeFileSync(broken, 'this is no database, only text that is longer than a header would be')
    live = { version: '3', key: '3', revision: '3', open: () => openCatalogueFile(broken, '3') }
    expect(await kindsFound(stores, 'neudorf')).toEqual(['Neudorf'])
    expect(await kindsFound(stores, 'neudorf')).toEqual(['Neudorf'])
    expect(problems).toHaveLength(1)
    await stores.close()
  })

  test('a question that waits for its turn is answered by the catalogue that it began with', async () => {
    const sourceOf = (key: string, path: string) => ({
      version: key,
      key,
      revision: key,
      open: () => openCatalogueFile(path, key),
    })
    let live = sourceOf('1', first)
    const turns: (() => void)[] = []
    const guard: CatalogueSource['guard'] = (ask) => new Promise<void>((go) => turns.push(go)).then(ask)
    const stores = followCatalogue({ findLive: async () => live, guard })
    const took = (count: number) => expect.poll(() => turns.length).toBe(count)
    const before = kindsFound(stores, 'grosmuhlen')
    await took(1)
    live = sourceOf('2', second)
    const after = kindsFound(stores, 'grosmuhlen')
    await took(2)
    for (const go of turns) go()
    expect([(await before).length, (await after).length]).toEqual([2, 0])
    await stores.close()
  })
})

test('a catalogue is opened whatever the folders above it are called', async () => {
  for (const name of ['a b', '100%25 #1', 'q?mode=rw&immutable=0', 'Große Höhe']) {
    const path = join(folder, name, 'catalogue.sqlite')
    mkdirSync(join(folder, name))
    copyFileSync(first, path)
    const stores = await openCatalogueFile(path, '1')
    expect(await stores.places.findCandidates({ words: ['grosmuhlen'], typos: true, limit: 5 }), name).toHaveLength(2)
    await stores.close()
  }
  await expect(openCatalogueFile(join(folder, 'none', 'catalogue.sqlite'), '1')).rejects.toThrow()
})

test('a catalogue of an older build is refused with what to do about it', async () => {
  const path = join(folder, 'older.sqlite')
  copyFileSync(first, path)
  const { raw, db } = openSqlite(path, { readOnly: false })
  raw.exec("update catalogue_fact set value = '5' where name = 'schema'")
  await db.destroy()
  await expect(openCatalogueFile(path, '1')).rejects.toThrow(
    `the catalogue has schema 5, this build reads ${CATALOGUE_SCHEMA}: import the region again`,
  )
})

test('a catalogue without times of trails is read, and its trails have none', async () => {
  const path = join(folder, 'timeless.sqlite')
  copyFileSync(first, path)
  const { raw, db } = openSqlite(path, { readOnly: false })
  raw.exec('alter table trail drop column moving_s; alter table trail drop column times_json')
  raw.exec("update catalogue_fact set value = '9' where name = 'schema'")
  await db.destroy()
  const stores = await openCatalogueFile(path, '1')
  expect(await stores.trails.findByRelationIds([2])).toMatchObject([{ relationId: 2, timesJson: null }])
  const box = [0, 40, 3, 45] as const
  expect(await stores.trails.findKeysInBox({ box })).toContainEqual(
    expect.objectContaining({ relationId: 2, movingS: null }),
  )
  const timed = await stores.trails.findKeysInBox({ box, movingS: { min: 0 } })
  expect(timed.every(({ isUnknown }) => isUnknown)).toBe(true)
  await stores.close()
})

test('names of cut areas are read once, and again after a failure', async () => {
  const { db } = openSqlite(first, { readOnly: true })
  let reads = 0
  const failing = db.withPlugin({
    transformQuery({ node }) {
      if (reads++ === 0) throw new Error('no database')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { places } = storesOf({ db: failing, dialect: sqliteDialect }, 'v')
  await expect(places.listCutAreas()).rejects.toThrow('no database')
  expect(await places.listCutAreas()).toEqual(await places.listCutAreas())
  expect(reads).toBe(2)
  await db.destroy()
})

describe('statements', () => {
  test('are at most twelve for four links, of two places or of a hundred', async () => {
    const { db } = openSqlite(first, { readOnly: true })
    let statements = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    })
    const { places, trails } = storesOf({ db: counting, dialect: sqliteDialect }, 'v')
    const ids = (await places.findCandidates({ words: ['s'], typos: false, limit: 50 })).map(({ id }) => id)
    const count = async (points: LonLat[]) => {
      statements = 0
      await places.findNear(points, { radiusM: 3000, limit: 5 })
      await trails.findNear(points, { radiusM: 3000 })
      await places.findByIds(points.map((_, i) => ids[i % ids.length]))
      await trails.findLines(points.map((_, i) => 2 + (i % 3)))
      return statements
    }
    const point = (i: number): LonLat => [1.5 + i * 1e-4, 42.5]
    for (const places of [2, 30, 100]) {
      const counted = await count(Array.from({ length: places }, (_, i) => point(i)))
      expect(counted).toBeGreaterThan(3)
      expect(counted).toBeLessThanOrEqual(12)
    }
    await db.destroy()
  })
})

describe.skipIf(TEST_DATABASE_URL === undefined)('a PostgreSQL database (needs TEST_DATABASE_URL)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('changes from one catalogue to the next by the promotion, and drops the retired one later', async () => {
    const schemas = async () => {
      const db = openPostgres<never>(database.url, 'public')
      const { rows } = await sql<{
        name: string
      }>`select nspname as name from pg_namespace where nspname like 'waypost\\_%'`.execute(db)
      await db.destroy()
      return rows.map(({ name }) => name)
    }
    const one = await loadPostgres(database.url, { path: first, version: '1', releaseId: 'r1' })
    await one.promote()
    const source = followDatabase(database.url, 0)
    const stores = followCatalogue(source)
    expect(await kindsFound(stores, 'grosmuhlen')).toHaveLength(2)
    const two = await loadPostgres(database.url, { path: second, version: '2', releaseId: 'r2', retireGraceS: -1 })
    expect(await kindsFound(stores, 'grosmuhlen')).toHaveLength(2)
    const { dropped } = await two.promote()
    expect(dropped).toContain(one.schemaName)
    expect(await kindsFound(stores, 'neudorf')).toEqual(['Neudorf'])
    expect(await schemas()).not.toContain(one.schemaName)
    const three = await loadPostgres(database.url, { path: first, version: '3', releaseId: 'r3' })
    await three.giveUp()
    expect(await schemas()).not.toContain(three.schemaName)
    expect(await kindsFound(stores, 'neudorf')).toEqual(['Neudorf'])
    await stores.close()
    await source.close()
  })

  test('says what is wrong with an address, and never shows its password', async () => {
    const failing = loadPostgres('postgres://nobody:secret@127.0.0.1:1/none', {
      path: first,
      version: '1',
      releaseId: 'r',
    })
    await expect(failing).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The database of DATABASE_URL cannot be used: nothing listens there.',
    })
  })
})
