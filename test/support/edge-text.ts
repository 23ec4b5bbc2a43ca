// Everything that blocks hold of an edge, as text to compare.

import type { RoutingGraph } from '../../src/graph/routing-graph.ts'

export function edgeText(graph: RoutingGraph, edge: number): string {
  const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeHeightDm, shapeAtMm } = graph.blockOf(edge)
  const points: string[] = []
  for (let p = shapeStart[edge - firstEdge]; p < shapeStart[edge - firstEdge + 1]; p++)
    points.push([shapeLonE7[p], shapeLatE7[p], shapeHeightDm[p], shapeAtMm[p]].join(','))
  const trails = [...graph.trailIndexes(edge)].join('+')
  return [graph.wayIdOf(edge), graph.nameOf(edge), graph.refOf(edge), trails, graph.pointCountOf(edge), ...points].join(
    ' ',
  )
}
