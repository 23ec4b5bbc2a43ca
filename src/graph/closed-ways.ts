// Ways that are closed to everyone on foot and by bicycle. They are no part of the network, and nothing is searched in
// them; matching alone looks them up, to say why a line follows no way. Kept as shapes with a tree over them, like
// those of the network, and read as a network of edges that meet nowhere.

import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import { RoutingGraph } from './routing-graph.ts'
import { buildSnapColumns } from './snap-tree.ts'

/** Columns of the network file; absent from networks of earlier imports. */
export interface ClosedColumns {
  /** points of closed way w are at [closedStart[w], closedStart[w + 1]) */
  closedStart: Uint32Array
  closedLonE7: Int32Array
  closedLatE7: Int32Array
  /** as `snapGroups` */
  closedGroups: Uint8Array
}

/** `start` and `refs`: the sites of each way. A way is cut where the position of a node is not known. */
export function buildClosedColumns(
  start: ArrayLike<number>,
  refs: ArrayLike<number>,
  siteLonE7: Int32Array,
  siteLatE7: Int32Array,
): ClosedColumns {
  const closedStart: number[] = []
  const sites: number[] = []
  for (let way = 0; way + 1 < start.length; way++) {
    let from = sites.length
    const end = () => {
      if (sites.length - from >= 2) closedStart.push(from)
      else sites.length = from
      from = sites.length
    }
    for (let r = start[way]; r < start[way + 1]; r++) {
      if (siteLonE7[refs[r]] === NO_COORDINATE_E7) end()
      else sites.push(refs[r])
    }
    end()
  }
  closedStart.push(sites.length)
  const columns = {
    closedStart: Uint32Array.from(closedStart),
    closedLonE7: Int32Array.from(sites, (site) => siteLonE7[site]),
    closedLatE7: Int32Array.from(sites, (site) => siteLatE7[site]),
  }
  return { ...columns, closedGroups: buildSnapColumns(shapesOf(columns)).snapGroups }
}

/** The closed ways of a network as edges; null if it has none, or does not know them. */
export function closedWaysOf({ meta, extra }: RoutingGraph): RoutingGraph | null {
  const closed = extra as unknown as Partial<ClosedColumns>
  if (closed.closedStart === undefined || closed.closedStart.length < 2) return null
  const shapes = shapesOf(closed as ClosedColumns)
  return RoutingGraph.of(meta, {
    ...shapes,
    snapGroups: closed.closedGroups!,
    // how far along them a place lies is not asked
    shapeAtMm: new Uint32Array(0),
    nodeLonE7: new Int32Array(0),
    edgeFrom: shapes.edgeClass,
    classSac: shapes.classFlags,
  })
}

function shapesOf({ closedStart, closedLonE7, closedLatE7 }: Omit<ClosedColumns, 'closedGroups'>) {
  return {
    shapeStart: closedStart,
    shapeLonE7: closedLonE7,
    shapeLatE7: closedLatE7,
    edgeClass: new Uint32Array(closedStart.length - 1),
    classFlags: new Uint8Array(1),
  }
}
