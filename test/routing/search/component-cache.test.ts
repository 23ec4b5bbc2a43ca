import { expect, test } from 'vitest'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costKey, costSettings } from '../../../src/routing/costs/cost-settings.ts'
import { applySettings } from '../../../src/routing/costs/route-settings.ts'
import {
  ComponentCache,
  openingTables,
  componentColumns,
  type FoundComponents,
} from '../../../src/routing/search/component-cache.ts'
import { PROFILES } from '../../../src/travel/settings.ts'
import { networkOf } from '../../support/prepared-regions.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'

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
  expect(known.get({ ...table, key: 'dearer', factor: table.factor.map((factor) => factor * 2) })).toBe(parts)
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
