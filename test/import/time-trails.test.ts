import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type OpenedCatalogue, openCatalogueFile } from '../../db/open-catalogue.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { type OsmNode, type OsmRelation, type OsmWay, writePbf } from '../../src/demo/write-pbf.ts'
import type { TrailTimes } from '../../src/places/catalogue-rows.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { type Ended, runImportHere, writeSampleHeights } from './sample-input.ts'

const VOID = -32_768
/** 43 degrees north is row 0, and 1,200 rows a degree */
const FIRST_ROW_WITH_HEIGHTS = 572

let ended: Ended
let catalogue: OpenedCatalogue

/** A line of nodes as one way, and a route along it. */
function drawnRoutes(lines: readonly { points: (readonly [number, number])[]; tags: Record<string, string> }[]) {
  const [nodes, ways, relations]: [OsmNode[], OsmWay[], OsmRelation[]] = [[], [], []]
  for (const [i, { points, tags }] of lines.entries()) {
    const refs = points.map(([lon, lat]) => {
      nodes.push({ id: nodes.length + 1, lonE7: Math.round(lon * 1e7), latE7: Math.round(lat * 1e7), tags: {} })
      return nodes.length
    })
    ways.push({ id: i + 1, refs, tags: { highway: 'path' } })
    relations.push({ id: i + 1, members: [{ type: 'way', id: i + 1, role: '' }], tags: { type: 'route', ...tags } })
  }
  return { nodes, ways, relations }
}

const along = (lat: number, count: number) => Array.from({ length: count }, (_, i) => [1.51 + i * 0.004, lat] as const)

beforeAll(async () => {
  const folder = temporaryFolder()
  const lines = [
    { points: along(42.5, 9), tags: { route: 'hiking', name: 'Known' } },
    { points: along(42.501, 9), tags: { route: 'bicycle', name: 'Ridden' } },
    { points: along(42.53, 9), tags: { route: 'hiking', name: 'Void' } },
    // to and fro, 3 km each time
    {
      points: Array.from({ length: 112 }, (_, i) => [i % 2 === 0 ? 1.51 : 1.547, 42.503 + i * 1e-4] as const),
      tags: { route: 'hiking', name: 'Long' },
    },
    // more points than an analysis takes
    {
      points: Array.from({ length: 5200 }, (_, i) => [1.51 + i * 5e-6, 42.502 + (i % 2) * 1e-6] as const),
      tags: { route: 'hiking', name: 'Dense' },
    },
  ]
  const map = join(folder, 'routes.osm.pbf')
  writeFileSync(
    map,
    writePbf({ writingProgram: 'test', source: 'test', replicationTimestampS: 1_750_000_000, ...drawnRoutes(lines) }),
  )
  const heights = writeSampleHeights(folder, 'N42E001.hgt', (row, col) =>
    row < FIRST_ROW_WITH_HEIGHTS ? VOID : 1000 + col - 600,
  )
  const dataDir = temporaryFolder()
  ended = await runImportHere([map, '--dem', heights, '--name', 'routes', '--data', dataDir])
  const store = openReleaseStore(dataDir, { keep: 1 })
  const { version } = store.findLive()!.artifacts.find(({ name }) => name === 'catalogue')!
  catalogue = await openCatalogueFile(store.findArtifactFile('catalogue', version)!, version)
  store.close()
  return () => catalogue.close()
})

async function timesOf(relationId: number): Promise<TrailTimes> {
  const [row] = await catalogue.trails.findByRelationIds([relationId])
  return JSON.parse(row!.timesJson!) as TrailTimes
}

test('each signed trail of a release has the time and the climb of the way it is for, and the import says how many', async () => {
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('5 signed trails (3 with a time)') })
  const { unknown, time, elevation } = await timesOf(1)
  expect([unknown, time!.model, elevation!.unknownM]).toEqual([null, 'service-hike/2', 0])
  expect(time!.movingS).toBeGreaterThan(1000)
  expect(time!.band50S![0]).toBeLessThan(time!.movingS)
  expect(elevation!.maxM - elevation!.minM).toBeCloseTo(elevation!.ascentM, 0)
  expect((await timesOf(2)).time).toMatchObject({ model: 'service-bike/1' })
})

test('a trail without heights has no time, not that of level ground, and says why', async () => {
  expect(await timesOf(3)).toEqual({ unknown: 'no_heights', time: null, elevation: null })
})

test('a trail longer than an analysis takes has no time, and says why', async () => {
  expect(await timesOf(4)).toEqual({ unknown: 'too_long', time: null, elevation: null })
})

test('a trail of more points than an analysis takes is thinned, and has a time', async () => {
  expect(await timesOf(5)).toMatchObject({ unknown: null, time: { movingS: expect.any(Number) } })
})
