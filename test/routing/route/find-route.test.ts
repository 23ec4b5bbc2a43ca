import { expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { defaultTables } from '../../../src/routing/route/find-route.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import type { StoredMetric } from '../../../src/graph/network-file.ts'
import { PROFILES } from '../../../src/travel/settings.ts'
import { Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { describeMetrics, metricBytes } from '../../../src/routing/cch/stored-metrics.ts'
import { hasAndorra, networkOf } from '../../support/prepared-regions.ts'
import { seededRandom } from '../../support/random-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'test', terrainRelease: null }

test('routes without a setting want these tables and two rarer ones', async () => {
  const graph = await networkOf('demo')
  const wanted = new Set<string>()
  const options = { engine, metricCacheBytes: 0, maxSettled: 1_000_000 }
  const planner = new RoutePlanner(graph, { ...options, onMetricNeeded: ({ key }) => void wanted.add(key) })
  const { edgeFrom, nodeLonE7, nodeLatE7 } = graph.columns
  const random = seededRandom(3)
  const point = (): [number, number] => {
    const node = edgeFrom[Math.floor(random() * graph.edgeCount)]
    return [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
  }
  for (let n = 0; n < 25; n++)
    for (const profile of PROFILES)
      try {
        planner.planRoute({ waypoints: [point(), point()], profile })
      } catch (thrown) {
        // there may be no way between them
        if (!(thrown instanceof ServiceError)) throw thrown
      }
  const stored = defaultTables(planner.parts.model).map(({ key }) => key)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored.filter((key) => !wanted.has(key))).toEqual([])
  const others = [...wanted].filter((key) => !stored.includes(key))
  // runs without the grade cap, bicycles pushed at either end, and bounds of other settings
  const rarer = /^run,sac6|,pushed,|^below,/
  expect(others.filter((key) => !rarer.test(key))).toEqual([])
})

test.skipIf(!hasAndorra)('a long leg wants metrics that bound its setting, unless its own is stored', async () => {
  const graph = await networkOf('andorra')
  const wantedOver = (metrics: StoredMetric[]): string[] => {
    const wanted = new Set<string>()
    graph.meta.metrics = metrics
    const planner = new RoutePlanner(graph, {
      ...{ engine, metricCacheBytes: 0, maxSettled: 1_000_000 },
      readMetrics: () => {
        throw new RangeError('nothing is read here')
      },
      onMetricNeeded: ({ key }) => void wanted.add(key),
    })
    planner.planRoute({
      waypoints: [
        [1.489, 42.4637],
        [1.7344, 42.5407],
      ],
    })
    return [...wanted].filter((key) => key.startsWith('below,'))
  }
  const { key } = defaultTables(new CostModel(graph))[0]
  expect(wantedOver([])).toEqual([expect.stringMatching(/^below,hike/)])
  expect(wantedOver([{ key, tableCrc32: 0, costsCrc32: 0 }])).toEqual([])
})

test('the metric of a default setting is read where the file has it, and no other', async () => {
  const graph = await networkOf('demo')
  const hierarchy = Hierarchy.from(graph)
  const tables = defaultTables(new CostModel(graph))
  // each is made in the memory of the one before
  const pieces: Uint8Array[] = []
  for (const piece of metricBytes(graph, hierarchy, tables)) pieces.push(Uint8Array.from(piece))
  const file = Buffer.concat(pieces)
  graph.meta.metrics = describeMetrics(graph, hierarchy, tables)
  const planner = new RoutePlanner(graph, {
    ...{ engine, metricCacheBytes: 0, maxSettled: 1000 },
    readMetrics: (into, atByte) => void into.set(file.subarray(atByte, atByte + into.length)),
  })
  for (const { key } of tables) expect(planner.readDefault(key)?.key).toBe(key)
  expect(planner.readDefault('hike,another')).toBe(null)
  graph.meta.metrics = []
  expect(new RoutePlanner(graph, { engine, metricCacheBytes: 0, maxSettled: 1000 }).readDefault(tables[0].key)).toBe(
    null,
  )
})
