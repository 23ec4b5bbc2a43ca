// All columns of a network, each whole, whatever blocks they lie in.

import type { NetworkColumns } from '../../src/graph/network-columns.ts'
import { NO_HEIGHT_DM, type RoutingGraph } from '../../src/graph/routing-graph.ts'

export function plainColumns(graph: RoutingGraph): NetworkColumns {
  if ('shapeStart' in graph.extra) return graph.extra as unknown as NetworkColumns
  const edges = Array.from({ length: graph.edgeCount }, (_, edge) => edge)
  const points = <T>(
    columnOf: (
      block: ReturnType<RoutingGraph['blockOf']>,
    ) => Iterable<T> & { slice(a: number, b: number): ArrayLike<T> },
  ) =>
    edges.flatMap((edge) => {
      const block = graph.blockOf(edge)
      const row = edge - block.firstEdge
      return Array.from(columnOf(block).slice(block.shapeStart[row], block.shapeStart[row + 1]))
    })
  const shapeStart = new Uint32Array(edges.length + 1)
  for (const edge of edges) shapeStart[edge + 1] = shapeStart[edge] + graph.pointCountOf(edge)
  const byEdge = (valueOf: (block: ReturnType<RoutingGraph['blockOf']>, row: number) => number) =>
    edges.map((edge) => valueOf(graph.blockOf(edge), edge - graph.blockOf(edge).firstEdge))
  return {
    ...graph.columns,
    edgeWayId: Float64Array.from(byEdge(({ wayId }, row) => wayId[row])),
    edgeName: Uint32Array.from(byEdge(({ name }, row) => name[row])),
    edgeRef: Uint32Array.from(byEdge(({ ref }, row) => ref[row])),
    edgeTrailSet: Uint32Array.from(byEdge(({ trailSet }, row) => trailSet[row])),
    shapeStart,
    shapeLonE7: Int32Array.from(points((block) => block.shapeLonE7)),
    shapeLatE7: Int32Array.from(points((block) => block.shapeLatE7)),
    shapeHeightDm: Int32Array.from(points((block) => block.shapeHeightDm)),
    shapeAtMm: Uint32Array.from(points((block) => block.shapeAtMm)),
  }
}

/** Height of a shape point in metres, null if void. */
export function heightM(columns: NetworkColumns, point: number): number | null {
  const dm = columns.shapeHeightDm[point]
  return dm === NO_HEIGHT_DM ? null : dm / 10
}
