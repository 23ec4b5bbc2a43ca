// The network of a real country: counts against the map itself, laws that hold for every edge, and what walkers know of
// it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceM, nearestOnSegment } from '../../src/geo/lon-lat.ts'
import { writeColumnFile } from '../../src/storage/column-file.ts'
import { FLAG_BARRIER, FLAG_BRIDGE, FLAG_TUNNEL, TRAIL_LEVELS } from '../../src/osm/edge-facts.ts'
import { buildNetwork, type BuildReport } from '../../src/graph/build/graph-builder.ts'
import type { NetworkColumns } from '../../src/graph/network-columns.ts'
import { NO_CLIMB_DM, NO_HEIGHT_DM, RoutingGraph } from '../../src/graph/routing-graph.ts'
import { SnapIndex } from '../../src/graph/snap-index.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { openDem, type DemSource } from '../../src/terrain/open-dem.ts'
import { heightM, plainColumns } from '../support/plain-columns.ts'

const FOLDER = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const PBF = join(FOLDER, 'andorra-2025-01-19.osm.pbf')

describe.skipIf(!existsSync(PBF))('the network of Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let c: NetworkColumns
  let report: BuildReport
  let index: SnapIndex
  let dem: DemSource

  beforeAll(async () => {
    dem = await openDem([join(FOLDER, 'N42E001.hgt'), join(FOLDER, 'N41E001.hgt')])
    const source = await openPbfFile(PBF)
    const built = await buildNetwork([source], (lon, lat) => dem.heightM(lon, lat), {
      prepareHeights: (box) => dem.prepare(box),
    })
    await source.close()
    await dem.prepare(built.meta.bbox)
    graph = RoutingGraph.from(writeColumnFile(built.meta, { ...built.columns }))
    c = plainColumns(graph)
    report = built.report
    index = SnapIndex.from(graph)
  })
  afterAll(() => dem?.close())

  test('reads everything, and what it reads is either kept or counted as ignored', () => {
    expect(report.read).toEqual({ nodes: 471_006, ways: 24_607, relations: 614 })
    const ignored = (what: string, match: RegExp) =>
      report.ignored
        .filter((row) => row.what === what && match.test(row.reason))
        .reduce((sum, row) => sum + row.count, 0)
    // 53 ways without a tag of their own are ignored as ways, and kept as outlines of squares
    expect(report.kept.ways + ignored('way', /^(?!no two nodes)/)).toBe(24_607 + 53)
    // 76 turn restrictions: each becomes one or more forbidden turns, or the report says why not
    expect(ignored('relation', /^turn restriction/)).toBeLessThan(76 / 3)
    expect(report.kept.restrictions).toBeGreaterThan(45)
    expect(report.kept.trails).toBeGreaterThanOrEqual(59 - 10)
    expect(report.kept.trails + ignored('relation', /^signed route/)).toBe(59)
  })
  test('carries the date and the box of the extract', () => {
    expect(graph.meta).toMatchObject({
      sourceTs: '2025-01-19T21:21:36.000Z',
      bbox: [1.412368, 42.4276, 1.787481, 42.65717],
      synthetic: false,
    })
  })
  test.each([
    ['GRP La volta a Andorra', 229],
    ['GR 7 - Andorra', 88],
    ['GR11 E14 - Encamp - Arinsal', 62],
  ])('%s lies on all its %i ways', async (name, count) => {
    const file = await PbfFile.open(await openPbfFile(PBF))
    const members = new Set<number>()
    await file.read({
      relations(b) {
        for (let r = 0; r < b.count; r++) {
          let found = false
          for (let t = b.tagStart[r]; t < b.tagStart[r + 1]; t++)
            if (b.strings.get(b.keys[t]) === 'name' && b.strings.get(b.values[t]) === name) found = true
          if (found)
            for (let m = b.memberStart[r]; m < b.memberStart[r + 1]; m++)
              if (b.memberType[m] === 1) members.add(b.memberId[m])
        }
      },
    })
    await file.source.close()
    expect(members.size).toBe(count)
    const trail = Array.from(c.trailName, (s) => graph.string(s)).indexOf(name)
    const onTrail = new Set<number>()
    for (let e = 0; e < graph.edgeCount; e++) if (graph.trailIndexes(e).includes(trail)) onTrail.add(c.edgeWayId[e])
    expect([...members].filter((id) => !onTrail.has(id))).toEqual([])
    expect(onTrail.size).toBe(count)
  })
  test('the ways of a stage of the GR 11 belong to the GR 11 too', () => {
    const names = Array.from(c.trailName, (s) => graph.string(s))
    const stage = names.indexOf('GR11 E14 - Encamp - Arinsal')
    let edges = 0
    for (let e = 0; e < graph.edgeCount; e++) {
      if (!graph.trailIndexes(e).includes(stage)) continue
      edges++
      expect(graph.trailIndexes(e).length).toBeGreaterThan(1)
      expect(TRAIL_LEVELS[c.classSignedFoot[c.edgeClass[e]]]).toMatch(/national/)
    }
    expect(edges).toBeGreaterThan(62)
  })

  test('holds the laws of every edge', () => {
    const broken: string[] = []
    const law = (holds: boolean, text: string) => {
      if (!holds && broken.length < 10) broken.push(text)
    }
    for (let e = 0; e < graph.edgeCount; e++) {
      const start = c.shapeStart[e]
      const end = c.shapeStart[e + 1]
      const barrier = (c.classFlags[c.edgeClass[e]] & FLAG_BARRIER) !== 0
      law(c.edgeFrom[e] !== c.edgeTo[e], `edge ${e} is a loop`)
      law(end - start >= 2, `edge ${e} has fewer than two points`)
      law(barrier === (c.edgeLengthMm[e] === 0), `edge ${e} has length ${c.edgeLengthMm[e]}`)
      law(
        c.shapeLonE7[start] === c.nodeLonE7[c.edgeFrom[e]] && c.shapeLatE7[start] === c.nodeLatE7[c.edgeFrom[e]],
        `edge ${e} starts off its node`,
      )
      law(
        c.shapeLonE7[end - 1] === c.nodeLonE7[c.edgeTo[e]] && c.shapeLatE7[end - 1] === c.nodeLatE7[c.edgeTo[e]],
        `edge ${e} ends off its node`,
      )
      law(
        c.shapeAtMm[start] === 0 && c.shapeAtMm[end - 1] === c.edgeLengthMm[e],
        `edge ${e} has other lengths in its shape`,
      )
      let sumM = 0
      let voids = 0
      for (let p = start; p < end; p++) {
        if (p > start)
          sumM += distanceM(
            c.shapeLonE7[p - 1] / 1e7,
            c.shapeLatE7[p - 1] / 1e7,
            c.shapeLonE7[p] / 1e7,
            c.shapeLatE7[p] / 1e7,
          )
        law(c.shapeAtMm[p] === Math.ceil(sumM * 1000), `edge ${e} has a point at ${c.shapeAtMm[p]} mm`)
        if (c.shapeHeightDm[p] === NO_HEIGHT_DM) voids++
        else law(c.shapeHeightDm[p] > 6000 && c.shapeHeightDm[p] < 29_500, `edge ${e} lies at ${c.shapeHeightDm[p]} dm`)
      }
      law(
        voids > 0 === (c.edgeAscentDm[e] === NO_CLIMB_DM),
        `edge ${e} has ${voids} voids and climb ${c.edgeAscentDm[e]}`,
      )
      if (voids === 0)
        law(
          c.edgeAscentDm[e] - c.edgeDescentDm[e] === c.shapeHeightDm[end - 1] - c.shapeHeightDm[start],
          `edge ${e} climbs other than its ends`,
        )
    }
    expect(broken).toEqual([])
  })
  test('is one network for the most part: over 90 % of its length hangs together', () => {
    const part = new Int32Array(graph.nodeCount).fill(-1)
    const lengths: number[] = []
    for (let root = 0; root < graph.nodeCount; root++) {
      if (part[root] >= 0) continue
      part[root] = lengths.push(0) - 1
      const stack = [root]
      while (stack.length > 0) {
        const node = stack.pop()!
        for (let a = c.firstArc[node]; a < c.firstArc[node + 1]; a++) {
          if (part[c.arcHead[a]] >= 0) continue
          part[c.arcHead[a]] = part[root]
          stack.push(c.arcHead[a])
        }
      }
    }
    for (let e = 0; e < graph.edgeCount; e++) lengths[part[c.edgeFrom[e]]] += c.edgeLengthMm[e]
    const total = lengths.reduce((sum, l) => sum + l, 0)
    expect(Math.max(...lengths) / total).toBeGreaterThan(0.9)
    expect(total / 1e6).toBeGreaterThan(2000)
  })
  test('nodes that are neighbours in number are neighbours on the ground', () => {
    let jumpM = 0
    for (let n = 1; n < graph.nodeCount; n++)
      jumpM += distanceM(c.nodeLonE7[n - 1] / 1e7, c.nodeLatE7[n - 1] / 1e7, c.nodeLonE7[n] / 1e7, c.nodeLatE7[n] / 1e7)
    expect(jumpM / graph.nodeCount).toBeLessThan(300)
  })
  test('snaps where looking at every segment snaps, on foot and by bicycle', () => {
    let seed = 7
    const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32
    for (let i = 0; i < 60; i++) {
      const lon = 1.42 + random() * 0.36
      const lat = 42.43 + random() * 0.22
      const access = i % 2 === 0 ? c.classFootForward : c.classBikeForward
      const isUsable = (e: number) =>
        access[c.edgeClass[e]] !== 0 && (c.classFlags[c.edgeClass[e]] & FLAG_BARRIER) === 0
      let best = { edge: -1, distanceM: Infinity }
      for (let e = 0; e < graph.edgeCount; e++) {
        if (!isUsable(e)) continue
        for (let p = c.shapeStart[e]; p + 1 < c.shapeStart[e + 1]; p++) {
          const found = nearestOnSegment(
            lon,
            lat,
            c.shapeLonE7[p] / 1e7,
            c.shapeLatE7[p] / 1e7,
            c.shapeLonE7[p + 1] / 1e7,
            c.shapeLatE7[p + 1] / 1e7,
          ).distanceM
          if (found < best.distanceM) best = { edge: e, distanceM: found }
        }
      }
      const [hit] = index.findNearest(lon, lat, 5000, isUsable, 1)
      expect(best.distanceM > 5000 ? undefined : best).toEqual(hit && { edge: hit.edge, distanceM: hit.distanceM })
    }
  })
  /** Heights of the points of all edges of a name, and of the ground under them. */
  function profileOf(name: string): { heightsM: number[]; groundM: number[] } {
    const heightsM: number[] = []
    const groundM: number[] = []
    for (let e = 0; e < graph.edgeCount; e++) {
      if (graph.string(c.edgeName[e]) !== name || (c.classFlags[c.edgeClass[e]] & (FLAG_BRIDGE | FLAG_TUNNEL)) === 0)
        continue
      for (let p = c.shapeStart[e]; p < c.shapeStart[e + 1]; p++) {
        heightsM.push(heightM(c, p)!)
        groundM.push(dem.heightM(c.shapeLonE7[p] / 1e7, c.shapeLatE7[p] / 1e7)!)
      }
    }
    return { heightsM, groundM }
  }
  test('the Tibetan bridge of Canillo hangs over its valley', () => {
    const { heightsM, groundM } = profileOf('Pont tibetà de Canillo')
    expect(Math.min(...heightsM)).toBeGreaterThan(1850)
    expect(Math.max(...heightsM)).toBeLessThan(1930)
    expect(heightsM.length).toBeGreaterThanOrEqual(2)
    expect(groundM[0]).toBeCloseTo(heightsM[0], 0)
  })
  test('the tunnel of Dos Valires runs between its portals, not over the mountain', () => {
    const { heightsM, groundM } = profileOf('Túnel de les dos Valires')
    expect(Math.max(...groundM)).toBeGreaterThan(1400)
    expect(Math.max(...heightsM)).toBeLessThan(1210)
    expect(Math.min(...heightsM)).toBeGreaterThan(1170)
  })
})
