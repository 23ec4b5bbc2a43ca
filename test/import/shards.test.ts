import fc from 'fast-check'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePbf, type OsmNode } from '../../src/demo/write-pbf.ts'
import { distanceM, type Box } from '../../src/geo/lon-lat.ts'
import { loadNetwork } from '../../src/workers/load-network.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { buildNetworkFile } from '../../src/import/build-network-file.ts'
import { cutMap, IdSet } from '../../src/import/cut-map.ts'
import { createProgress } from '../../src/import/progress-bar.ts'
import { planShards } from '../../src/import/import-shards.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { openPbfFiles } from '../../src/osm/read-pbf.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { writeRoute } from '../../src/routing/route/write-route.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { WireBytes } from '../../src/wire/wire-bytes.ts'
import { triesAll } from '../support/case-count.ts'
import { ANDORRA, hasAndorra } from '../support/prepared-regions.ts'
import { runImportHere, writeSampleHeights, writeSampleMap } from './sample-input.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'waypost-shards-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a plan of shards', () => {
  test('its cores tile the box, and each shard reaches as far beyond its core as asked, within the box', () => {
    const whole = fc.record({
      west: fc.integer({ min: -170, max: 150 }),
      south: fc.integer({ min: -70, max: 60 }),
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 10 }),
      columns: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 5 }),
      overlapKm: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(whole, ({ west, south, width, height, columns, rows, overlapKm }) => {
        const bbox: Box = [west, south, west + width, south + height]
        const shards = planShards(bbox, columns, rows, overlapKm)
        const areaOf = ([w, s, e, n]: Box) => (e - w) * (n - s)
        expect(shards.reduce((sum, { core }) => sum + areaOf(core), 0)).toBeCloseTo(areaOf(bbox), 6)
        for (const { core, box } of shards) {
          const sides = [
            [box[0], core[0], bbox[0], 0],
            [core[2], box[2], bbox[2], 0],
            [box[1], core[1], bbox[1], 1],
            [core[3], box[3], bbox[3], 1],
          ]
          for (const [from, to, edge, axis] of sides) {
            if (box[0] === edge || box[1] === edge || box[2] === edge || box[3] === edge) continue
            const lat = Math.max(Math.abs(core[1]), Math.abs(core[3])) * Math.sign(core[1] + core[3])
            const reachM = axis === 0 ? distanceM(from, lat, to, lat) : distanceM(0, from, 0, to)
            expect(reachM).toBeGreaterThan(overlapKm * 1000 - 1)
          }
        }
      }),
    )
  })
})

test('a set of ids holds what was added and nothing else', () => {
  const id = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: 2 ** 28 }))
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), fc.array(id, { maxLength: 200 }), (added, others) => {
      const set = new IdSet()
      for (const one of added) set.add(one)
      const expected = new Set(added)
      expect(set.size).toBe(expected.size)
      expect([...added, ...others].filter((one) => set.has(one) !== expected.has(one))).toEqual([])
    }),
  )
  const large = new IdSet()
  large.add(12_345_678_901)
  expect([large.has(12_345_678_901), large.has(12_345_678_902)]).toEqual([true, false])
  expect(() => new IdSet().add(-1)).toThrow(RangeError)
})

/** A net 5.6 by 3.2 km whose junctions lie unevenly, so that no two ways around are of one length; its path. */
function writeUnevenNet(into: string): string {
  const [columns, rows] = [15, 9]
  const next = createNumbers(11)
  const nodes: OsmNode[] = []
  for (let i = 0; i < columns * rows; i++) {
    const lonE7 = 15_100_000 + (i % columns) * 49_000 + Math.round(next() * 20_000)
    const latE7 = 425_000_000 + Math.floor(i / columns) * 36_000 + Math.round(next() * 15_000)
    nodes.push({ id: i + 1, lonE7, latE7, tags: {} })
  }
  const tags = { highway: 'path' }
  const along = (count: number, at: (j: number) => number) => Array.from({ length: count }, (_, j) => at(j) + 1)
  const lines = [
    ...along(rows, (row) => row).map((row) => along(columns, (j) => (row - 1) * columns + j)),
    ...along(columns, (column) => column).map((column) => along(rows, (j) => j * columns + column - 1)),
  ]
  const ways = lines.map((refs, i) => ({ id: i + 1, refs, tags }))
  const path = join(into, 'uneven.osm.pbf')
  writeFileSync(
    path,
    writePbf({
      writingProgram: 'test',
      source: 'test',
      replicationTimestampS: 1_750_000_000,
      nodes,
      ways,
      relations: [],
    }),
  )
  return path
}

/** Networks of the shards of a map, two columns that overlap, and the box that both hold. */
async function networksOf(mapPath: string, demPaths: string[], overlapKm: number) {
  const dem = await openDem(demPaths, { cacheBytes: 64_000_000 })
  const source = await openPbfFile(mapPath)
  try {
    const files = await openPbfFiles([source])
    const shards = planShards(files[0].header.bbox!, 2, 1, overlapKm)
    const into = mkdtempSync(join(folder, 'cut-'))
    const cuts = shards.map(({ box, place }) => ({ box, paths: [join(into, `${place}.osm.pbf`)] }))
    await cutMap(files, cuts)
    const planners: RoutePlanner[] = []
    for (const { paths } of cuts) {
      const out = `${paths[0]}.network`
      await buildNetworkFile(paths, dem, out, createProgress({ write: () => true, isTTY: false }))
      planners.push(
        new RoutePlanner(RoutingGraph.from(await loadNetwork(out)), {
          engine: { name: 'waypost', version: '0', networkRelease: 'n', terrainRelease: null },
          metricCacheBytes: 64_000_000,
          maxSettled: 1_000_000,
        }),
      )
    }
    const [west, east] = shards
    const common: Box = [east.box[0], east.box[1], west.box[2], west.box[3]]
    return { planners, common }
  } finally {
    await source.close()
    await dem.close()
  }
}

/** Numbers of 0 to 1, the same in every run. */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function routeOrNull(planner: RoutePlanner, waypoints: [number, number][]) {
  try {
    return planner.planRoute({ waypoints })
  } catch {
    return null
  }
}

/** The whole answer as it is sent, but for which of the ways that meet at a junction a waypoint there lies on. */
function textOf(route: PlannedRoute): string {
  const out = new WireBytes(65_536)
  writeRoute(route, out)
  const answer = JSON.parse(out.toString()) as { snaps: { way_id?: number }[] }
  for (const snap of answer.snaps) delete snap.way_id
  return JSON.stringify(answer)
}

/** What both shards say of pairs of points in the overlap whose route stays in it; what differs is listed. */
function compareShards(planners: readonly RoutePlanner[], box: Box, pairs: number) {
  const next = createNumbers(7)
  const [west, south, east, north] = box
  const place = (): [number, number] => [west + next() * (east - west), south + next() * (north - south)]
  const differing: unknown[] = []
  let compared = 0
  for (let tries = 0; compared < pairs && tries < pairs * 40; tries++) {
    const waypoints = [place(), place()]
    const routes = planners.map((planner) => routeOrNull(planner, waypoints))
    const found = routes.filter((route) => route !== null)
    if (found.length === 0 || found.some(({ line }) => line.lonE6.some((lon) => lon < west * 1e6 || lon > east * 1e6)))
      continue
    compared++
    const [one, other] = routes.map((route) => route !== null && textOf(route))
    if (one !== other) differing.push({ waypoints, one, other })
  }
  return { compared, differing }
}

test('a cut has the relations of its ways and nodes, and the relations of these, each with all its members', async () => {
  const path = join(folder, 'relations.osm.pbf')
  const at = (id: number, lonE7: number): OsmNode => ({ id, lonE7, latE7: 425_000_000, tags: {} })
  const member = (type: 'node' | 'way' | 'relation', ref: number) => ({ type, id: ref, role: '' })
  const relation = (id: number, ...members: ReturnType<typeof member>[]) => ({ id, members, tags: { type: 'route' } })
  const map = {
    ...{ writingProgram: 'test', source: 'test', replicationTimestampS: 1_750_000_000 },
    nodes: [at(1, 15_000_000), at(2, 15_100_000), at(3, 19_000_000), at(4, 19_100_000)],
    ways: [
      { id: 21, refs: [1, 2], tags: { highway: 'path' } },
      { id: 22, refs: [3, 4], tags: { highway: 'path' } },
    ],
    relations: [
      relation(31, member('way', 21)),
      relation(32, member('way', 22)),
      relation(33, member('relation', 31), member('relation', 32)),
      relation(34, member('node', 2), member('way', 22)),
      relation(35, member('relation', 32)),
      // each before the one that it holds
      relation(36, member('relation', 37)),
      relation(37, member('relation', 38)),
      relation(38, member('relation', 31)),
    ],
  }
  writeFileSync(path, writePbf(map))
  const source = await openPbfFile(path)
  const out = join(folder, 'relations-cut.osm.pbf')
  const counts = await cutMap(await openPbfFiles([source]), [{ box: [1.45, 42, 1.55, 43], paths: [out] }])
  await source.close()
  expect(counts).toEqual([{ nodes: 2, ways: 1, relations: 6 }])
  const cut = await openPbfFile(out)
  const found: Record<number, number[]> = {}
  for (const file of await openPbfFiles([cut]))
    await file.read({
      relations({ count, id, memberStart, memberId }) {
        for (let i = 0; i < count; i++) found[id[i]] = [...memberId.subarray(memberStart[i], memberStart[i + 1])]
      },
    })
  await cut.close()
  expect(found).toEqual({ 31: [21], 33: [31, 32], 34: [2, 22], 36: [37], 37: [38], 38: [31] })
})

describe('shards that overlap', () => {
  test('a route within the overlap is the same whichever answers', async () => {
    const map = writeUnevenNet(folder)
    const { planners, common } = await networksOf(map, [writeSampleHeights(folder)], 1)
    const { compared, differing } = compareShards(planners, common, 30)
    expect(differing).toEqual([])
    expect(compared).toBe(30)
  })

  test.skipIf(!hasAndorra || !triesAll)(
    'of Andorra cut in two: 1,000 pairs',
    async () => {
      const { planners, common } = await networksOf(ANDORRA.map, ANDORRA.heights, 5)
      const { compared, differing } = compareShards(planners, common, 1000)
      expect(differing).toEqual([])
      expect(compared).toBe(1000)
    },
    600_000,
  )

  test('the command publishes each as a region with its core, and leaves nothing else behind', async () => {
    const dataDir = join(folder, 'data')
    const words = [writeSampleMap(folder), '--dem', writeSampleHeights(folder), '--name', 'Net', '--data', dataDir]
    const { status, stdout, stderr } = await runImportHere([...words, '--shards', '2x1', '--overlap', '1'])
    expect([status, stderr.includes('could not')]).toEqual([0, false])
    expect(stdout).toMatch(/^net-1-1: \d+ nodes, \d+ ways, published\nnet-2-1: /)
    expect(['net-1-1', 'net-2-1'].map((name) => existsSync(join(dataDir, 'regions', name, 'live.json')))).toEqual([
      true,
      true,
    ])
    expect(existsSync(join(dataDir, 'shards'))).toBe(false)
  })

  test.each([
    [['--shards', '0x3'], '--shards is "0x3"'],
    [['--shards', '3'], '--shards is "3"'],
    [['--shards', '20x20'], 'at most 100'],
    [['--shards', '2x2', '--overlap', '0'], '--overlap is "0"'],
    [['--overlap', '50'], 'goes with --shards alone'],
    [['--shards', '2x2', '--region', 'x'], 'leave --region and --core out'],
    [['--region', 'A b'], 'The region "A b" cannot be used'],
  ])('%j is refused by name', async (more, sentence) => {
    const { status, stderr } = await runImportHere(['a.osm.pbf', '--dem', 'b.hgt', '--name', 'x', ...more])
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
  })
})
