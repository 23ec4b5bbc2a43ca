// Which areas contain a point, in both stores, against a look at every relation of the map file itself: members joined
// one by one by the ids of their end nodes, and Turf's point in polygon over each ring.

import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { area as turfArea } from '@turf/area'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { polygon } from '@turf/helpers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSchema } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { CATALOGUE_SCHEMA } from '../../db/write-catalogue.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { readTags } from '../../src/osm/entity-batches.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { NO_COORDINATE_E7, PbfFile } from '../../src/osm/read-pbf.ts'
import type { Tags } from '../../src/osm/tags.ts'
import { fromPlaceId, toPlaceId } from '../../src/places/place-id.ts'
import { madeDemo } from '../demo/made-demo.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { caseCount } from '../support/case-count.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'
import { ANDORRA, hasAndorra, releaseOf } from '../support/prepared-regions.ts'
import { seededRandom } from '../support/random-graph.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface RawArea {
  id: number
  name: string
  /** null: it does not close in the file */
  rings: number[][][] | null
}

const isArea = (tags: Tags): boolean => {
  const level = Number(tags.get('admin_level'))
  const boundary = tags.get('boundary')
  return (
    tags.has('name') &&
    ((boundary === 'administrative' && level >= 2 && level <= 8) ||
      boundary === 'national_park' ||
      boundary === 'protected_area' ||
      tags.get('leisure') === 'nature_reserve' ||
      tags.get('leisure') === 'park')
  )
}

/** All areas of a map file, read plainly. */
async function readAreas(path: string): Promise<RawArea[]> {
  const nodes = new Map<number, number[]>()
  const ways = new Map<number, number[]>()
  const wanted: { id: number; name: string; wayIds: number[] }[] = []
  const source = await openPbfFile(path)
  const file = await PbfFile.open(source)
  await file.read({
    nodes: ({ count, id, lonE7, latE7 }) => {
      for (let n = 0; n < count; n++)
        if (lonE7[n] !== NO_COORDINATE_E7) nodes.set(id[n], [lonE7[n] / 1e7, latE7[n] / 1e7])
    },
    ways: (batch) => {
      for (let w = 0; w < batch.count; w++) {
        ways.set(batch.id[w], [...batch.refs.slice(batch.refStart[w], batch.refStart[w + 1])])
        const tags = readTags(batch, w)
        const refs = ways.get(batch.id[w])!
        if (isArea(tags) && refs.length >= 4 && refs[0] === refs.at(-1))
          wanted.push({ id: toPlaceId('way', batch.id[w]), name: tags.get('name')!, wayIds: [batch.id[w]] })
      }
    },
    relations: (batch) => {
      for (let r = 0; r < batch.count; r++) {
        const tags = readTags(batch, r)
        if (!isArea(tags) || !['boundary', 'multipolygon'].includes(tags.get('type') ?? '')) continue
        const wayIds: number[] = []
        for (let m = batch.memberStart[r]; m < batch.memberStart[r + 1]; m++)
          if (batch.memberType[m] === 1) wayIds.push(batch.memberId[m])
        wanted.push({ id: toPlaceId('relation', batch.id[r]), name: tags.get('name')!, wayIds })
      }
    },
  })
  await source.close()
  return wanted.map(({ id, name, wayIds }) => {
    const lines = wayIds.map((wayId) => ways.get(wayId))
    if (lines.length === 0 || lines.some((line) => line === undefined)) return { id, name, rings: null }
    const rings = ringsOf(lines as number[][])
    const isWhole = rings?.every((ring) => ring.every((node) => nodes.has(node)))
    return { id, name, rings: isWhole ? rings!.map((ring) => ring.map((node) => nodes.get(node)!)) : null }
  })
}

/** Null where a ring stays open. */
function ringsOf(lines: readonly number[][]): number[][] | null {
  const left = [...lines]
  const rings: number[][] = []
  while (left.length > 0) {
    const ring = [...left.pop()!]
    while (ring[0] !== ring.at(-1)) {
      const next = left.findIndex((line) => line[0] === ring.at(-1) || line.at(-1) === ring.at(-1))
      if (next < 0) return null
      const [line] = left.splice(next, 1)
      ring.push(...(line[0] === ring.at(-1) ? line : line.toReversed()).slice(1))
    }
    if (ring.length >= 4) rings.push(ring)
  }
  return rings
}

const holds = (rings: readonly number[][][], at: LonLat): boolean =>
  rings.filter((ring) => booleanPointInPolygon([...at], polygon([ring]))).length % 2 === 1

/** Points at the latitudes where two strips of an area meet, as they are stored (area-strips.ts). */
function seamsOf(path: string): LonLat[] {
  const file = new DatabaseSync(path, { readOnly: true })
  const seams = file
    .prepare(
      `select s.from_lat_e7 as lat, (s.from_lon_e7 + s.to_lon_e7) / 2 as lon from area_strip as s
        join area_strip as lower on lower.area_id = s.area_id and lower.to_lat_e7 = s.from_lat_e7 order by s.id limit 200`,
    )
    .all() as { lon: number; lat: number }[]
  file.close()
  return seams.filter(({ lat }) => (lat / 1e7) * 1e7 === lat).map(({ lon, lat }) => [lon / 1e7, lat / 1e7])
}

const REGIONS = [
  ['demo', false, async () => (await madeDemo()).pbfPath],
  ['andorra', !hasAndorra, async () => ANDORRA.map],
] as const
const ENGINES = [
  ['SQLite', false],
  ['PostgreSQL (needs TEST_DATABASE_URL)', TEST_DATABASE_URL === undefined],
] as const

describe.each(REGIONS)('the areas of %s', (region, isMissing, mapOf) => {
  let areas: RawArea[] = []
  const points: LonLat[] = []
  let path: string
  beforeAll(async () => {
    if (isMissing) return
    const release = await releaseOf(region)
    path = release.paths.catalogue
    areas = await readAreas(await mapOf())
    const random = seededRandom(7)
    const [west, south, east, north] = release.live.bbox
    for (let i = 0; i < caseCount(300, 3000); i++)
      points.push([west + random() * (east - west), south + random() * (north - south)])
    // on both sides of borders, to a metre
    const corners = areas.flatMap(({ rings }) => (rings ?? []).flat())
    for (let i = 0; i < caseCount(300, 3000); i++) {
      const [lon, lat] = corners[Math.floor(random() * corners.length)]
      points.push([lon + (random() - 0.5) * 2e-5, lat + (random() - 0.5) * 2e-5])
    }
    points.push(...seamsOf(path))
  })

  test.for(ENGINES)('are found around every point in %s', async ([engine, isSkipped], { skip }) => {
    skip(isMissing || isSkipped)
    const { catalogue, close } = await open(path, engine === 'SQLite')
    try {
      const whole = areas.filter((area) => area.rings !== null)
      expect(whole.length).toBeGreaterThan(3)
      const found = await catalogue.places.findAreaIds(points)
      points.forEach((at, i) => {
        const inside = whole.filter(({ rings }) => holds(rings!, at)).map(({ id }) => id)
        expect(found[i].toSorted(), String(at)).toEqual(inside.toSorted())
      })
      expect(found.flat().length).toBeGreaterThan(points.length / 2)
      expect(await catalogue.places.findAreaIds([])).toEqual([])
      // an area that is cut appears only in the list of cut areas
      const cut = areas.filter(({ rings }) => rings === null)
      expect(new Set(await catalogue.places.listCutAreas())).toEqual(new Set(cut.map(({ name }) => name)))
      if (region === 'andorra') expect(cut.map(({ name }) => name)).toContain('France')
      expect(cut.filter(({ id }) => found.flat().includes(id))).toEqual([])
    } finally {
      await close()
    }
  })

  test.skipIf(isMissing)('stand smallest first', async () => {
    const { catalogue, close } = await open(path, true)
    const sizes = new Map(
      areas.map(({ id, rings }) => [id, (rings ?? []).reduce((sum, ring) => sum + turfArea(polygon([ring])), 0)]),
    )
    const pairs = (await catalogue.places.findAreaIds(points)).flatMap((list) =>
      list.slice(1).map((larger, i) => ({ larger, smaller: list[i] })),
    )
    expect(pairs.length).toBeGreaterThan(20)
    expect(pairs.filter(({ larger, smaller }) => sizes.get(larger)! <= sizes.get(smaller)! * 0.97)).toEqual([])
    await close()
  })

  test.skipIf(isMissing)('are places of their own, in no search and no list', async () => {
    const { catalogue, close } = await open(path, true)
    const ids = [...new Set((await catalogue.places.findAreaIds(points)).flat())]
    const rows = await catalogue.places.findByIds(ids)
    const unlisted = rows.filter((row) => row?.kind === 'administrative_area')
    expect(unlisted.length).toBeGreaterThan(1)
    for (const row of unlisted) {
      expect(fromPlaceId(row!.id)!.osmType).toBe('relation')
      expect(row!.adminLevel).toBeGreaterThanOrEqual(2)
      const near = await catalogue.places.findNear([[row!.lon, row!.lat]], { radiusM: 50, limit: 100 })
      expect(near[0].map(({ id }) => id)).not.toContain(row!.id)
      const words = row!.name
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .filter((word) => word !== '')
      const found = await catalogue.places.findCandidates({ words, typos: false, limit: 100 })
      expect(found.map(({ id }) => id)).not.toContain(row!.id)
    }
    await close()
  })
})

async function open(
  path: string,
  isSqlite: boolean,
): Promise<{ catalogue: OpenedCatalogue; close: () => Promise<void> }> {
  if (isSqlite) {
    const catalogue = await openCatalogueFile(path, 'v1')
    return { catalogue, close: () => catalogue.close() }
  }
  const database = await createTestDatabase()
  const loaded = await loadPostgres(database.url, { path, version: 'v1', releaseId: 'r1' })
  const stores = await openSchema(database.url, loaded.schemaName, 'v1', CATALOGUE_SCHEMA)
  const close = async () => {
    await stores.close()
    await loaded.giveUp()
    await database.drop()
  }
  return { catalogue: stores, close }
}
