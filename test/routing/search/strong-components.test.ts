import { expect, test } from 'vitest'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { labelComponents } from '../../../src/routing/search/label-components.ts'
import {
  findComponents,
  openKey,
  ComponentCache,
  openingTables,
  componentColumns,
  type FoundComponents,
} from '../../../src/routing/search/strong-components.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { graphFromEdges } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costKey, costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { PROFILES } from '../../../src/travel/settings.ts'
import { networkOf } from '../../support/prepared-regions.ts'

const newLabels = (length: number) => new Uint32Array(length)
const partsOf = (...[graph, ...tables]: [RoutingGraph, ...CostTable[]]) => findComponents(graph, tables, newLabels)[0]

test('nodes of one part reach each other, and from one whole no path leads to another, as plain search says', () => {
  let [apart, oneWay] = [0, 0]
  for (const seed of runSeeds(120)) {
    const graph = randomGraph(seed, { columns: 3 + (seed % 5), rows: 4, removedShare: 0.35 })
    const table = randomTable(graph, seed)
    const parts = partsOf(graph, table)
    const dist = Array.from({ length: graph.nodeCount }, (_, n) =>
      dijkstra(graph, table, { nodes: [n], costs: [0], arcs: [-1] }),
    )
    for (let a = 0; a < graph.nodeCount; a++) {
      for (let b = 0; b < graph.nodeCount; b++) {
        if (a === b || parts.partOf(a) < 0 || parts.partOf(b) < 0) continue
        const there = dist[a][b] !== Infinity
        const back = dist[b][a] !== Infinity
        expect(parts.partOf(a) === parts.partOf(b), `network ${seed}, nodes ${a} and ${b}`).toBe(there && back)
        if (there) expect(parts.wholeOf(a)).toBe(parts.wholeOf(b))
        if (parts.wholeOf(a) !== parts.wholeOf(b)) apart++
        if (there) expect(parts.mayLead(a, b)).toBe(true)
        else if (back) {
          oneWay++
          expect(parts.mayLead(a, b), 'there are ways, but the other way').toBe(false)
        }
      }
    }
  }
  expect(apart).toBeGreaterThan(1000)
  expect(oneWay).toBeGreaterThan(500)
})

test('a node that no open way touches is in no part, and reaches none', () => {
  for (const seed of runSeeds(40)) {
    const graph = randomGraph(seed, { columns: 4, rows: 4, removedShare: 0.5 })
    const table = randomTable(graph, seed)
    const parts = partsOf(graph, table)
    const { edgeFrom, edgeTo, edgeClass } = graph.columns
    const open = new Set<number>()
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (Math.min(table.factor[edgeClass[edge] * 2], table.factor[edgeClass[edge] * 2 + 1]) === Infinity) continue
      open.add(edgeFrom[edge]).add(edgeTo[edge])
    }
    for (let node = 0; node < graph.nodeCount; node++)
      expect([parts.partOf(node) >= 0, parts.wholeOf(node) >= 0]).toEqual([open.has(node), open.has(node)])
  }
})

test('many small components are kept apart', () => {
  const graph = graphFromEdges({
    nodes: Array.from({ length: 1500 }, (_, i) => [1 + i * 1e-3, 42]),
    edges: Array.from({ length: 500 }, (_, i) => [
      { from: 3 * i, to: 3 * i + 1 },
      ...(i % 7 === 0 ? [{ from: 3 * i + 1, to: 3 * i + 2 }] : []),
    ]).flat(),
  })
  const table = { ...randomTable(graph, 0) }
  table.factor = table.factor.slice().fill(1)
  const parts = partsOf(graph, table)
  const component = labelComponents(graph, table)
  const { edgeFrom, edgeTo } = graph.columns
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    expect(parts.partOf(edgeFrom[edge])).toBe(parts.partOf(edgeTo[edge]))
    expect(parts.wholeOf(edgeFrom[edge])).toBe(parts.wholeOf(edgeTo[edge]))
  }
  const open = Array.from({ length: graph.nodeCount }, (_, n) => n).filter((n) => parts.partOf(n) >= 0)
  expect(new Set(open.map((n) => parts.partOf(n))).size).toBe(new Set(open.map((n) => component[n])).size)
  expect(new Set(open.map((n) => parts.wholeOf(n))).size).toBe(500)
})

test('parts made for several tables at once are those of each alone', () => {
  for (const seed of runSeeds(60)) {
    const graph = randomGraph(seed, { columns: 5, rows: 5, removedShare: 0.35 })
    const tables = [seed, seed + 1, seed + 2].map((s) => randomTable(graph, s))
    const together = findComponents(graph, tables, newLabels)
    tables.forEach((table, t) => {
      const alone = partsOf(graph, table)
      for (let node = 0; node < graph.nodeCount; node++) {
        expect(together[t].partOf(node)).toBe(alone.partOf(node))
        expect(together[t].wholeOf(node)).toBe(alone.wholeOf(node))
      }
    })
  }
})

test('tables that open the same ways have one key, others another', () => {
  const graph = randomGraph(5, { columns: 4, rows: 4 })
  const table = randomTable(graph, 5)
  const expensive = { ...table, factor: table.factor.map((factor) => factor * 3) }
  const closed = { ...table, factor: table.factor.map((factor, i) => (i === 0 ? Infinity : factor)) }
  const opened = { ...table, factor: table.factor.map((factor, i) => (i === 0 ? 1 : factor)) }
  expect(openKey(expensive)).toBe(openKey(table))
  expect(openKey(closed)).not.toBe(openKey(opened))
})

test('making parts stops when it is cancelled', () => {
  const graph = randomGraph(1, { columns: 4, rows: 4 })
  expect(() => findComponents(graph, [randomTable(graph, 1)], newLabels, Int32Array.of(1))).toThrow(
    'The search was stopped',
  )
})

const graph = randomGraph(3, { columns: 6, rows: 6, removedShare: 0.4 })

/** A table that opens other ways than those of other numbers. */
function tableOf(number: number) {
  const table = randomTable(graph, 3)
  return {
    ...table,
    key: `${number}`,
    factor: table.factor.map((_, slot) => ((number >> (slot % 6)) & 1 ? 1 : Infinity)),
  }
}

test('parts of every setting come from the network file, and are not made again', async () => {
  const demo = await networkOf('demo')
  const known = new ComponentCache(demo, () => expect.fail('made again'))
  const model = new CostModel(demo)
  let settings = 0
  for (const profile of PROFILES)
    for (const maxSac of profile === 'bike' ? [undefined] : [1, 2, 3, 4, 5, 6])
      for (const markedTrails of profile === 'bike' ? [undefined] : (['strict', 'prefer', 'off'] as const))
        for (const bicycleType of profile === 'bike' ? (['road', 'hybrid', 'mountain'] as const) : [undefined])
          for (const shortest of [false, true])
            for (const given of [
              { hills: 0.5, avoidPaved: true },
              { avoidSteps: true, useFerry: 0 },
            ]) {
              const input = { waypoints: [], profile, maxSac, markedTrails, bicycleType, shortest, ...given }
              const costs = costSettings(applySettings(input).settings)
              const tables = [costs, ...(maxSac === 6 ? [{ ...costs, ferrata: true }] : [])]
              if (profile === 'bike') for (const push of ['never', 'anywhere'] as const) tables.push({ ...costs, push })
              for (const one of tables) expect(known.find(model.table(one)), costKey(one)).not.toBeNull()
              settings += tables.length
            }
  expect(settings).toBeGreaterThan(150)
})

test('parts from the network file are those that are made without it', () => {
  const tables = openingTables(new CostModel(graph))
  const imported = RoutingGraph.from(
    writeColumnFile(graph.meta, { ...graph.extra, ...componentColumns(graph, tables) }),
  )
  const [known, made] = [new ComponentCache(imported, () => expect.fail('made again')), new ComponentCache(graph)]
  for (const table of openingTables(new CostModel(imported)))
    for (let node = 0; node < graph.nodeCount; node++) {
      expect(known.get(table).partOf(node)).toBe(made.get(table).partOf(node))
      expect(known.get(table).wholeOf(node)).toBe(made.get(table).wholeOf(node))
    }
})

test('parts are made once for all settings that open the same ways, and another thread takes them as they are', () => {
  const made: FoundComponents[] = []
  const known = new ComponentCache(graph, (parts) => made.push(parts))
  const table = tableOf(5)
  expect(known.find(table)).toBeNull()
  const parts = known.get(table)
  expect(known.get({ ...table, key: 'doubled', factor: table.factor.map((factor) => factor * 2) })).toBe(parts)
  expect(made).toHaveLength(1)
  expect(made[0].groupOf.buffer).toBeInstanceOf(SharedArrayBuffer)
  const other = new ComponentCache(graph, () => expect.fail('made again'))
  other.adopt(made[0])
  expect(other.get(table).arrays.groupOf.buffer).toBe(made[0].groupOf.buffer)
})

test('a thread keeps the parts of a few settings, however many it meets', () => {
  const known = new ComponentCache(graph)
  for (let number = 1; number <= 30; number++) known.get(tableOf(number))
  const kept = Array.from({ length: 30 }, (_, i) => known.find(tableOf(i + 1))).filter((parts) => parts !== null)
  expect(kept).toHaveLength(6)
})

test('parts that were being made when the request was cancelled are not kept', () => {
  const known = new ComponentCache(graph)
  expect(() => known.get(tableOf(9), Int32Array.of(1))).toThrow('The search was stopped')
  expect(known.find(tableOf(9))).toBeNull()
})
