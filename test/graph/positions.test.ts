// Points in space in memory shared by threads: whichever thread comes first, all read the same correct values.

import { expect, test } from 'vitest'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { distanceM, EARTH_RADIUS_M } from '../../src/geo/lon-lat.ts'
import { graphFromEdges, type TestPoint } from '../support/graph-from-edges.ts'

const NODES: TestPoint[] = [
  [1.5, 42.5],
  [0, 42.6],
  [1.7, 0],
  [0, 0],
  [-120.25, -33.125],
]
const open = () => graphFromEdges({ nodes: NODES, edges: NODES.slice(1).map((_, i) => ({ from: i, to: i + 1 })) })
const pointOf = (graph: RoutingGraph, node: number) => [...graph.positionsAt(node).subarray(3 * node, 3 * node + 3)]

/** By the distance along the sphere, which is worked out in another way. */
function expectChords(graph: RoutingGraph): void {
  for (let a = 0; a < NODES.length; a++)
    for (let b = 0; b < NODES.length; b++) {
      const arc = distanceM(NODES[a][0], NODES[a][1], NODES[b][0], NODES[b][1]) / EARTH_RADIUS_M
      const [p, q] = [pointOf(graph, a), pointOf(graph, b)]
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeCloseTo(2 * EARTH_RADIUS_M * Math.sin(arc / 2), 3)
    }
}

test('the distance between two points is the chord, also at longitude and latitude 0', () => {
  expectChords(open())
})

test('a second graph over the same memory reads what the first has worked out', () => {
  const [first, second] = [open(), open()]
  const memory = first.createPositions()
  first.sharePositions(memory)
  second.sharePositions(memory)
  const points = NODES.map((_, node) => pointOf(first, node))
  expect(NODES.map((_, node) => pointOf(second, node))).toEqual(points)
  expectChords(second)
})

test('a point of which another thread has written but a part so far is worked out', () => {
  const points = NODES.map((_, node) => pointOf(open(), node))
  for (const written of [[0], [1], [2], [0, 1], [1, 2], [0, 2]]) {
    const graph = open()
    const memory = graph.createPositions()
    for (const part of written) new Float64Array(memory)[part] = points[0][part]
    graph.sharePositions(memory)
    expect(pointOf(graph, 0)).toEqual(points[0])
  }
})
