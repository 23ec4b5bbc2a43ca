// A network of made-up edges, written as a file with blocks: for tests that read blocks, not for searches.

import { buildSnapColumns, type Shapes } from '../../src/graph/snap-tree.ts'
import { seededRandom } from './random-graph.ts'
import type { Columns } from '../../src/storage/column-file.ts'
import { writeNetworkFile } from '../../src/graph/network-file.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { graphFromEdges, type EdgeSpec } from './graph-from-edges.ts'

/** `pointCounts`: of the shape of each edge, 2 and more. Every value of a column is different from its neighbours. */
export function networkOfShapes(pointCounts: readonly number[]): RoutingGraph {
  const edges = pointCounts.map(
    (points, i): EdgeSpec => ({
      from: 0,
      to: 1,
      wayId: 5_000_000_000 + i,
      name: `way ${i % 97}`,
      ...(i % 3 === 0 ? {} : { ref: `R ${i % 31}` }),
      trails: i % 5 === 0 ? [i % 2] : [],
      via: Array.from({ length: points - 2 }, (_, p) => [1 + (i + 1) * 1e-5 + p * 1e-6, 42 + p * 1e-6, (i + p) % 700]),
    }),
  )
  return graphFromEdges({
    nodes: [
      [1, 42, 100],
      [1.1, 42, 200],
    ],
    edges,
    trails: [{ relationId: 1 }, { relationId: 2 }],
  })
}

/** The same as the bytes of a file with blocks. */
export function fileOf({ meta, extra }: RoutingGraph, more: Columns = {}): ArrayBuffer {
  return writeNetworkFile(meta, { ...extra, ...buildSnapColumns(extra as unknown as Shapes), ...more })
}

/** Mostly short shapes, now and then a long one. */
export function randomPointCounts(edges: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: edges }, () => 2 + Math.floor(random() ** 4 * 60) + (random() < 0.002 ? 1500 : 0))
}
