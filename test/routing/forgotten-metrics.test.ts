// Metrics are large, and their memory is used again once they are forgotten, so nothing may keep one.

import { expect, test } from 'vitest'
import { collectGarbage } from '../../src/overload/collect-garbage.ts'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import { createLineReader } from '../../src/routing/matching/line-reader.ts'
import { MatrixPlanner } from '../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { TEST_ENGINE, walk } from '../support/line-network.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

const DRAWING = `
A----B----C
|    |    |
D----E----F
|    |    |
G----H----I`

function open() {
  // far enough apart for searches that are guided
  const size = { cellM: 1500 }
  const plain = tinyGraph(DRAWING, size)
  const tiny = tinyGraph(DRAWING, { ...size, extra: buildHierarchy(plain.graph) })
  const planner = new RoutePlanner(tiny.graph, {
    engine: TEST_ENGINE,
    metricCacheBytes: Infinity,
    maxSettled: 1_000_000,
  })
  const kept = new Map<string, WeakRef<SharedArrayBuffer>>()
  const { metrics } = planner.parts
  const keep = metrics.keep.bind(metrics)
  metrics.keep = (metric) => {
    kept.set(metric.key, new WeakRef(metric.pieces[0]))
    keep(metric)
  }
  return { tiny, planner, kept }
}
type Opened = ReturnType<typeof open>

/** What a thread keeps from one request to the next, as a function that asks it. */
const USES: [string, (opened: Opened) => () => unknown][] = [
  [
    'routes',
    ({ tiny, planner }) => {
      const waypoints = [tiny.at('A'), tiny.at('I')]
      return () => {
        for (let times = 0; times < 3; times++) planner.planRoute({ waypoints, alternatives: 2 })
        planner.planRoute({ waypoints, maxSac: 1 })
      }
    },
  ],
  [
    'matrices',
    ({ tiny, planner }) => {
      const points = [tiny.at('A'), tiny.at('F'), tiny.at('H')]
      const matrices = new MatrixPlanner(planner.parts)
      return () => matrices.planMatrix({ sources: points, targets: points })
    },
  ],
  [
    'matched lines',
    ({ tiny, planner }) => {
      const trace = walk([tiny.at('A'), tiny.at('C'), tiny.at('I')], 20)
      const lines = createLineReader(planner.parts)
      return () => lines.match(trace, { mode: 'foot', searchRadiusM: 30, accuracyM: 5 })
    },
  ],
]

test.each(USES)('%s hold no metric once it is forgotten, and find their way without it', async (_, use) => {
  const opened = open()
  const ask = use(opened)
  ask()
  expect(opened.kept.size).toBeGreaterThan(0)
  for (const key of opened.kept.keys()) opened.planner.forgetMetric(key)
  // a WeakRef that is new or was read keeps its object alive until that turn of the event loop ends
  const keptKeys = () => {
    const keys = [...opened.kept].filter(([, piece]) => piece.deref() !== undefined).map(([key]) => key)
    setTimeout(() => collectGarbage())
    return keys
  }
  await expect.poll(keptKeys).toEqual([])
  expect(ask).not.toThrow()
})
