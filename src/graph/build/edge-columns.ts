// Columns of a network's edges and arcs, from the ways that they were cut from.

import type { EdgeAttributes } from './edge-attributes.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import type { NetworkColumns } from '../network-columns.ts'
import type { TrailSets } from './trail-sets.ts'
import { fillBy } from '../../storage/typed-list.ts'

/** Columns of edges but for their shape, in the order in which they lie in the file. */
export function edgeColumns(
  cut: CutEdges,
  ways: WayCollector,
  trails: TrailSets,
  edgeClass: Uint32Array,
): Pick<NetworkColumns, 'edgeFrom' | 'edgeTo' | 'edgeClass' | 'edgeWayId' | 'edgeName' | 'edgeRef' | 'edgeTrailSet'> {
  const { edgeWay } = cut
  const byEdge = (value: (way: number) => number) =>
    fillBy(new Uint32Array(edgeWay.length), (edge) => value(edgeWay[edge]))
  return {
    edgeFrom: cut.edgeFrom,
    edgeTo: cut.edgeTo,
    edgeClass,
    edgeWayId: fillBy(new Float64Array(edgeWay.length), (edge) => ways.ids.idOf(edgeWay[edge])),
    edgeName: byEdge((way) => ways.name.array[way]),
    edgeRef: byEdge((way) => ways.ref.array[way]),
    edgeTrailSet: byEdge((way) => trails.waySet[way]),
  }
}

/** Class of every edge. */
export function classifyEdges(
  cut: CutEdges,
  ways: WayCollector,
  nodes: NodeCollector,
  classes: EdgeAttributes,
  { waySet, setSignedFoot, setSignedBike }: TrailSets,
): Uint32Array {
  const edgeClass = new Uint32Array(cut.edgeCount)
  for (let e = 0; e < cut.edgeCount; e++) {
    const way = cut.edgeWay[e]
    const base = ways.base.array[way]
    const foot = setSignedFoot[waySet[way]]
    const bike = setSignedBike[waySet[way]]
    edgeClass[e] =
      cut.edgeIsBarrier[e] === 0
        ? classes.addClass(base, foot, bike)
        : classes.addBarrierClass(base, nodes.barriers.get(ways.refs.array[cut.edgeFirst[e]])!, foot, bike)
  }
  return edgeClass
}
