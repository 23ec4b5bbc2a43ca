// The search against an exhaustive listing on small networks, and on drawings whose best loop can be seen.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { LoopFinder } from '../../../src/routing/round-trips/loop-finder.ts'
import { type FoundLoop, restrictLoops } from '../../../src/routing/round-trips/loop-pool.ts'
import { buildLoopNetwork, toNetworkArcs } from '../../../src/routing/round-trips/loop-network.ts'
import { statusOf } from '../../../src/routing/round-trips/loop-score.ts'
import { breaksRestriction } from '../../../src/routing/search/restricted-search.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { listLoops, repeatedMm } from '../../support/loop-oracle.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { tinyGraph, type TinyGraph } from '../../support/tiny-graph.ts'

interface Search {
  loops: FoundLoop[]
  arcs: Uint32Array[]
}

/** Loops from a node of a network. */
function search(
  graph: RoutingGraph,
  table: CostTable,
  node: number,
  targetM: number,
  count = 1,
  directionDeg: number | null = null,
  restricted = false,
): Search {
  const { firstArc, arcId, edgeFrom, edgeLengthMm, nodeLonE7, nodeLatE7 } = graph.columns
  const edge = arcId[firstArc[node]] >>> 1
  const start = {
    lon: nodeLonE7[node] / 1e7,
    lat: nodeLatE7[node] / 1e7,
    distanceM: 0,
    edge,
    atMm: edgeFrom[edge] === node ? 0 : edgeLengthMm[edge],
    heightM: 0,
  }
  const net = buildLoopNetwork(graph, table, start, targetM * 650)
  const loops = new LoopFinder(net, {
    target: { targetMm: targetM * 1000, directionDeg },
    count,
    restrictions: restricted ? restrictLoops(graph, net) : null,
  }).find()
  return { loops, arcs: loops.map((loop) => toNetworkArcs(net, loop.arcs)) }
}

const tableOf = ({ graph }: TinyGraph, settings: Partial<PlanRouteInput> = {}) =>
  new CostModel(graph).table(costSettings(applySettings({ waypoints: [], ...settings }).settings))

describe('against every loop there is', () => {
  test('finds a complete loop where one exists, a rough one where only such exist, and none where none is', () => {
    const met = { complete: 0, rough: 0, none: 0 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 400, max: 1000 }), (seed, targetM) => {
        const graph = randomGraph(seed, { columns: 4, rows: 3, removedShare: 0.1 })
        const table = randomTable(graph, seed)
        const node = seed % graph.nodeCount
        fc.pre(graph.columns.firstArc[node] < graph.columns.firstArc[node + 1])
        const { edgeLengthMm } = graph.columns
        const arc = graph.columns.arcId[graph.columns.firstArc[node]]
        fc.pre(edgeLengthMm[arc >>> 1] > 0) // or the start would be the other end as well
        const all = listLoops(graph, table, node, targetM * 700, targetM * 1300)
        const status = (lengthMm: number, againMm: number) =>
          statusOf(
            { arcs: [], lengthMm, repeatedMm: againMm, cost: 1, bearingDeg: 0, farthestM: 0, roundness: 0 },
            targetM * 1000,
          )
        const statuses = new Set(all.map((loop) => status(loop.lengthMm, loop.repeatedMm)))
        const best = statuses.has('complete') ? 'complete' : statuses.has('rough') ? 'rough' : 'none'
        met[best]++
        const { loops, arcs } = search(graph, table, node, targetM)
        const found = loops.length === 0 ? 'none' : statusOf(loops[0], targetM * 1000)
        expect(found).toBe(best)
        // what was found is among all, and measured as the listing measures it
        loops.forEach((loop, i) => {
          const same = all.find((other) => other.arcs.join() === arcs[i].join())
          expect(same, `loop ${arcs[i].join()}`).toBeDefined()
          expect([loop.lengthMm, loop.repeatedMm]).toEqual([same!.lengthMm, same!.repeatedMm])
          expect(loop.repeatedMm).toBe(repeatedMm(graph, arcs[i]))
        })
      }),
      { numRuns: 250 },
    )
    // all three answers were requested
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(15)
  })
})

describe('loops on drawings', () => {
  // two blocks: west 400 m around (A B E D), east 600 m around (B C F E); 50 m per cell
  const blocks = tinyGraph(
    `A-B---C
| |   |
D-E---F`,
    { cellM: 50 },
  )

  test('is the block whose length is requested', () => {
    const roundOf = (targetM: number) => {
      const { loops, arcs } = search(blocks.graph, tableOf(blocks), blocks.node('B'), targetM)
      return [new Set(blocks.walk(arcs[0])), Math.round(loops[0].lengthMm / 1000), loops[0].repeatedMm]
    }
    expect(roundOf(400)).toEqual([new Set('BAED'.split('')), 400, 0])
    expect(roundOf(600)).toEqual([new Set('BCFE'.split('')), 600, 0])
    expect(roundOf(800)).toEqual([new Set('ABCFED'.split('')), 800, 0])
  })

  test('goes where the direction points', () => {
    const east = search(blocks.graph, tableOf(blocks), blocks.node('E'), 500, 1, 90)
    const west = search(blocks.graph, tableOf(blocks), blocks.node('E'), 500, 1, 270)
    expect([...blocks.walk(east.arcs[0])]).toContain('C')
    expect([...blocks.walk(west.arcs[0])]).toContain('D')
    expect([...blocks.walk(west.arcs[0])]).not.toContain('C')
  })

  test('from the end of a stub counts the stub once: complete while it is short, rough when it is long, none when it is nearly all', () => {
    const stub = (cells: number) =>
      tinyGraph(
        `S${'-'.repeat(cells - 1)}A---B
${' '.repeat(cells)}|   |
${' '.repeat(cells)}C---D`,
        { cellM: 50 },
      )
    const outcome = (cells: number, targetM: number) => {
      const tiny = stub(cells)
      const { loops } = search(tiny.graph, tableOf(tiny), tiny.node('S'), targetM)
      return loops.length === 0
        ? null
        : [statusOf(loops[0], targetM * 1000), Math.round((loops[0].repeatedMm / loops[0].lengthMm) * 100) / 100]
    }
    // the ring is 600 m around
    expect(outcome(3, 900)).toEqual(['complete', 0.17])
    expect(outcome(6, 1200)).toEqual(['rough', 0.25])
    expect(outcome(70, 7600)).toEqual(['rough', 0.46])
    expect(outcome(140, 14_600)).toBeNull() // 96 % of it would be there and back
  })

  test('gives none on a tree', () => {
    const tree = tinyGraph(`A---B---C
    |
    D---E`)
    expect(search(tree.graph, tableOf(tree), tree.node('A'), 500).loops).toEqual([])
  })

  test('goes round a ring that hangs on one junction', () => {
    const ring = tinyGraph('A---B', {
      cellM: 50,
      more: [
        [
          'BB',
          {
            via: [
              [1.504, 42.5],
              [1.504, 42.502],
              [1.502, 42.502],
            ],
          },
        ],
      ],
    })
    const aroundM = ring.graph.columns.edgeLengthMm[1] / 1000
    const { loops, arcs } = search(ring.graph, tableOf(ring), ring.node('A'), aroundM + 400)
    expect(ring.walk(arcs[0])).toBe('ABBA')
    expect(Math.abs(loops[0].lengthMm / 1000 - aroundM - 400)).toBeLessThan(0.01)
    expect(Math.abs(loops[0].repeatedMm / 1000 - 200)).toBeLessThan(0.01)
  })

  test('respects one-way streets and turn restrictions by bicycle', () => {
    const drawing = `A--->B-->C
|    |   |
D----E---F`
    const free = tinyGraph(drawing, {
      cellM: 50,
      defaults: { way: 'street', highway: 'residential', surface: 'paved' },
    })
    const bike = (tiny: TinyGraph, targetM: number) =>
      search(tiny.graph, tableOf(tiny, { profile: 'bike' }), tiny.node('A'), targetM, 1, null, true)
    expect(free.walk(bike(free, 700).arcs[0])).toBe('ABEDA')
    expect(free.walk(bike(free, 1100).arcs[0])).toBe('ABCFEDA')
    const barred = tinyGraph(drawing, {
      cellM: 50,
      defaults: { way: 'street', highway: 'residential', surface: 'paved' },
      restrictions: ['ABE'],
    })
    const { arcs } = bike(barred, 900)
    expect(barred.walk(arcs[0])).toBe('ABCFEDA')
    expect(breaksRestriction(barred.graph, arcs[0])).toBe(false)
    const closed = tinyGraph(drawing, {
      cellM: 50,
      defaults: { way: 'street', highway: 'residential', surface: 'paved' },
      restrictions: ['ABE', 'CFED'],
    })
    expect(bike(closed, 900).loops).toEqual([]) // the second one spans three arcs: found only on the finished walk
  })
})

describe('several loops', () => {
  // a grid of 6 x 6 blocks of 100 m
  const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const rows = Array.from({ length: 6 }, (_, y) => [...names.slice(y * 6, y * 6 + 6)].join('-'))
  const grid = tinyGraph(
    rows.flatMap((row, y) => (y === 0 ? [row] : [row.replace(/[^-]/g, '|').replace(/-/g, ' '), row])).join('\n'),
    { cellM: 50 },
  )

  test('share less than 60 % of the shorter one, and come best first', () => {
    const { graph } = grid
    const { loops, arcs } = search(graph, tableOf(grid), grid.node('P'), 1200, 4)
    expect(loops).toHaveLength(4)
    const lengthOf = (edges: Iterable<number>) =>
      [...edges].reduce((mm, edge) => mm + graph.columns.edgeLengthMm[edge], 0)
    const sets = arcs.map((list) => new Set([...list].map((arc) => arc >>> 1)))
    for (let i = 0; i < 4; i++) {
      expect(statusOf(loops[i], 1_200_000)).toBe('complete')
      if (i > 0) expect(loops[i].score).toBeGreaterThanOrEqual(loops[i - 1].score)
      for (let j = 0; j < i; j++)
        expect(lengthOf([...sets[i]].filter((edge) => sets[j].has(edge)))).toBeLessThan(
          0.6 * Math.min(loops[i].lengthMm, loops[j].lengthMm),
        )
    }
  })

  test('are the same for the same request', () => {
    const once = () => search(grid.graph, tableOf(grid), grid.node('P'), 1500, 4).arcs.map((list) => grid.walk(list))
    expect(once()).toEqual(once())
  })
})
