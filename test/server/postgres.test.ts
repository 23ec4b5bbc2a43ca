// The real server over PostgreSQL: the import loads a release into the database, every operation of the catalogue
// answers from it as a server over the release's own file does, and a catalogue promoted meanwhile is taken up.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPostgres } from '../../db/load-postgres.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { sql } from 'kysely'
import { writeSampleCatalogue } from '../db/sample-catalogue.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { runImportHere, writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'
import { createTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../support/test-database.ts'
import { copyRegion, releaseOf } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

describe.skipIf(TEST_DATABASE_URL === undefined)('a server over PostgreSQL (needs TEST_DATABASE_URL)', () => {
  const folder = temporaryFolder()
  let database: TestDatabase
  let server: RealServer
  let byFile: SharedServer
  beforeAll(async () => {
    database = await createTestDatabase()
    const dataDir = temporaryFolder()
    await copyRegion('demo', dataDir)
    const { live, paths } = await releaseOf('demo')
    const { version } = live.artifacts.find(({ name }) => name === 'catalogue')!
    await (await loadPostgres(database.url, { path: paths.catalogue, version, releaseId: live.id })).promote()
    server = await startRealServer({ DATABASE_URL: database.url }, dataDir)
    byFile = await sharedServer()
  })
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
  })

  const get = async ({ api }: SharedServer, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api}${path}`, { headers })
    const text = await answer.text()
    return {
      status: answer.status,
      text,
      body: answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as any) : null,
      etag: answer.headers.get('etag'),
    }
  }
  const ask = async ({ api }: SharedServer, query: string) => {
    const answer = await fetch(`${api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return (await answer.json()) as { data: any; errors?: unknown[] }
  }
  const schemas = async ({ url } = database): Promise<string[]> => {
    const db = openPostgres<never>(url, 'public')
    const { rows } = await sql<{
      name: string
    }>`select nspname as name from pg_namespace where nspname like 'waypost\\_%' and nspname <> 'waypost_accounts' order by 1`.execute(
      db,
    )
    await db.destroy()
    return rows.map(({ name }) => name)
  }
  /** A place of the demo region. */
  const facts = async () => {
    const [found] = (
      await ask(
        byFile,
        '{ search(text: "weg", first: 1) { nodes { ... on Spot { location } ... on Trail { location } } } }',
      )
    ).data.search.nodes
    const [lon, lat] = found.location as [number, number]
    return { lon, lat }
  }

  test('the import loads the release into the database that is named', async () => {
    const own = await createTestDatabase()
    try {
      const words = [writeSampleMap(folder), '--dem', writeSampleHeights(folder), '--name', 'net', '--data', folder]
      const { status, stderr } = await runImportHere(words, { DATABASE_URL: own.url })
      expect(status, stderr).toBe(0)
      expect(await schemas(own)).toHaveLength(1)
    } finally {
      await own.drop()
    }
  })

  test('answers every operation on the catalogue as a server over the file of the release does', async () => {
    const { lon, lat } = await facts()
    const box = `min_lat=${lat - 0.3}&min_lon=${lon - 0.3}&max_lat=${lat + 0.3}&max_lon=${lon + 0.3}`
    const near = (await get(byFile, `/search/v1/reverse?lat=${lat}&lon=${lon}&radius_m=50000&limit=50`)).body
      .features as { name: string; kind: string }[]
    expect(near.length).toBeGreaterThan(20)
    const texts = new Set(
      near
        .flatMap(({ name }) => [
          name,
          name.slice(0, 3),
          name.toLowerCase().slice(0, 5),
          `${name.slice(0, 2)}${name.slice(3)}`,
          `${near[0].name}, ${name}`,
        ])
        .filter((text) => text.trim().length >= 2)
        .slice(0, 150),
    )
    const { features: trails } = (await get(byFile, `/trails/v1/bbox?${box}`)).body
    expect(trails.length).toBeGreaterThan(0)
    const paths = [
      ...[...texts].map((text) => `/search/v1/forward?q=${encodeURIComponent(text)}`),
      ...[...texts]
        .slice(0, 20)
        .flatMap((text) => [
          `/search/v1/forward?q=${encodeURIComponent(text)}&bias_bbox=${lon},${lat},${lon + 0.1},${lat + 0.1}`,
          `/search/v1/forward?q=${encodeURIComponent(text.slice(0, 3))}&bbox=${lon - 0.05},${lat - 0.05},${lon + 0.05},${lat + 0.05}&limit=50`,
          `/trails/v1/search?q=${encodeURIComponent(text)}`,
        ]),
      '/trails/v1/search?q=weg',
      '/trails/v1/search?q=w&type=hiking',
      ...trails.flatMap(({ id, properties }: any) => [
        `/trails/v1/relation/${id}`,
        `/trails/v1/relation/${id}?format=gpx`,
        ...(properties.ref === null ? [] : [`/trails/v1/search?q=${encodeURIComponent(properties.ref)}`]),
      ]),
      ...[60, 500, 7000, 50_000].flatMap((radiusM) => [
        `/search/v1/reverse?lat=${lat}&lon=${lon}&radius_m=${radiusM}&limit=50`,
        `/search/v1/reverse?lat=${lat + 0.02}&lon=${lon - 0.03}&radius_m=${radiusM}&kinds=peak,hut`,
      ]),
      `/trails/v1/bbox?${box}`,
      `/trails/v1/bbox?${box}&limit=1`,
      `/pois/v1/bbox?${box}`,
      `/pois/v1/bbox?${box}&kind=hut,drinking_water&limit=3`,
      '/trails/v1/relation/999999999',
    ]
    let found = 0
    for (const path of paths) {
      const [own, file] = [await get(server, path), await get(byFile, path)]
      expect([own.status, own.text], path).toEqual([file.status, file.text])
      if (own.body?.features?.length > 0) found++
    }
    expect(found).toBeGreaterThan(paths.length / 2)
  })

  test('answers the linked graph as a server over the file does', async () => {
    const { lon, lat } = await facts()
    const query = `{
      places(where: {area: {near: {at: [${lon}, ${lat}], withinM: 50000}}}, first: 100) { edges { offM node { id name kind region nearby(first: 3) { edges { offM node { name } } } trails(first: 2, withinM: 2000) { edges { offM node { osmRelation name line { polyline6 } } } } } } }
      search(text: "weg", first: 5) { edges { match why { score matchedName terms { term points reason } } node { ... on Node { id } } } }
      outdoor: search(text: "par", where: {kinds: [PARKING, BUS_STOP, GUIDEPOST]}, first: 5) { totalCount truncated edges { why { foundBy name languages matchedName } node { ... on Node { id } } } }
      inBox: places(where: {area: {box: [${lon - 0.3}, ${lat - 0.3}, ${lon + 0.3}, ${lat + 0.3}]}}, first: 50) { totalCount edges { node { id name } } }
      near: trails(where: {area: {near: {at: [${lon}, ${lat}], withinM: 5000}}}, orderBy: {by: NAME}) { totalCount edges { offM node { id name } } }
      trails(where: {area: {box: [${lon - 0.3}, ${lat - 0.3}, ${lon + 0.3}, ${lat + 0.3}]}, lengthM: {min: 100}}, first: 3) { edges { node { id name lengthM gapsM export(format: GPX) { text } places(first: 5) { edges { atM node { name } } } } } }
      unnamed: places(where: {area: {box: [${lon - 0.3}, ${lat - 0.3}, ${lon + 0.3}, ${lat + 0.3}]}, named: false}, first: 50) { totalCount edges { node { kind name tags { key value } } } }
    }`
    // a file says when it was written
    const timeless = (answer: any): any =>
      JSON.parse(
        JSON.stringify(answer).replace(/<metadata>.*?<\/metadata>/g, (text) => text.replace(/<time>[^<]*<\/time>/, '')),
      )
    const [own, file] = [timeless(await ask(server, query)), timeless(await ask(byFile, query))]
    expect(own.errors).toBeUndefined()
    expect(own.data.places.edges.length).toBeGreaterThan(90)
    expect(own).toEqual(file)
  })

  test('takes up a catalogue promoted while it answers, without a failed request, and outlives the schema before', async () => {
    const before = await schemas()
    const { lon, lat } = await facts()
    const paths = [
      '/search/v1/forward?q=weg',
      `/search/v1/reverse?lat=${lat}&lon=${lon}&radius_m=5000`,
      '/search/v1/forward?q=Zuerichberg',
    ]
    const first = await get(server, paths[0])
    expect((await get(server, paths[0], { 'if-none-match': first.etag! })).status).toBe(304)
    let asking = true
    const statuses = new Map<number, number>()
    const askOn = async (path: string): Promise<void> => {
      while (asking) {
        const { status } = await get(server, path)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    const askers = paths.map(askOn)
    const { path } = await writeSampleCatalogue(folder)
    await (await loadPostgres(database.url, { path, version: '2', releaseId: 'r2' })).promote()
    const names = async () => (await get(server, paths[2])).body.features.map(({ name }: { name: string }) => name)
    await expect.poll(names).toContain('Zürichberg')
    asking = false
    await Promise.all(askers)
    expect([...statuses.keys()], 'nothing failed').toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(10)
    const after = await get(server, paths[0], { 'if-none-match': first.etag! })
    expect([after.status, after.etag === first.etag], 'who had the old answer gets the new one').toEqual([200, false])
    expect(await schemas(), 'servers may still read it').toEqual(expect.arrayContaining(before))
    const again = await loadPostgres(database.url, { path, version: '3', releaseId: 'r3', retireGraceS: -1 })
    const { dropped } = await again.promote()
    expect(dropped).toEqual(expect.arrayContaining(before))
    expect(await schemas()).toEqual([again.schemaName])
    await expect.poll(async () => (await get(server, paths[2])).status).toBe(200)
    await expect.poll(names).toContain('Zürichberg')
  })
})
