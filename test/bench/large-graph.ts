// A network of a million edges and more for benchmarks, made of one real network: copies side by side in a grid, every
// other column and row mirrored so that borders meet their own image, joined by generated connector edges. Generated,
// said so: the copies are real shapes in a wrong place, the connectors are straight and exist nowhere. Never used by
// src.

import { distanceM } from '../../src/geo/lon-lat.ts'
import { type Columns, writeColumnFile } from '../../src/storage/column-file.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { plainColumns } from '../support/plain-columns.ts'

export interface LargeGraph {
  graph: RoutingGraph
  /** what was generated, for the report */
  copies: { columns: number; rows: number; nodes: number; edges: number }
  connectors: { edges: number; meanLengthM: number }
}

const CONNECTORS_PER_BORDER = 10

/** Copies of `base` until there are at least `minEdges` edges. */
export function buildLargeGraph(base: RoutingGraph, minEdges = 1_000_000): LargeGraph {
  const c = plainColumns(base)
  const copies = Math.ceil(minEdges / base.edgeCount)
  const columns = Math.ceil(Math.sqrt(copies))
  const rows = Math.ceil(copies / columns)
  const tileCount = columns * rows
  const n = base.nodeCount
  const m = base.edgeCount
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < n; i++) {
    west = Math.min(west, c.nodeLonE7[i])
    east = Math.max(east, c.nodeLonE7[i])
    south = Math.min(south, c.nodeLatE7[i])
    north = Math.max(north, c.nodeLatE7[i])
  }
  const width = east - west
  const height = north - south

  const nodeLonE7 = new Int32Array(n * tileCount)
  const nodeLatE7 = new Int32Array(n * tileCount)
  // tiles in a winding order, nodes of a tile in their own order: neighbours in space stay near in memory
  const tileAt = (column: number, row: number) => row * columns + (row % 2 === 0 ? column : columns - 1 - column)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const first = tileAt(column, row) * n
      for (let i = 0; i < n; i++) {
        const x = column % 2 === 0 ? c.nodeLonE7[i] - west : east - c.nodeLonE7[i]
        const y = row % 2 === 0 ? c.nodeLatE7[i] - south : north - c.nodeLatE7[i]
        nodeLonE7[first + i] = west + column * width + x
        nodeLatE7[first + i] = south + row * height + y
      }
    }
  }

  const connectors = findConnectors(base, columns, rows, tileAt, nodeLonE7, nodeLatE7)
  const edgeCount = m * tileCount + connectors.length
  const repeated = <T extends Uint32Array | Uint16Array | Float64Array | Int32Array>(column: T, length: number): T => {
    const out = new (column.constructor as new (length: number) => T)(length)
    for (let t = 0; t < tileCount; t++) out.set(column as never, t * column.length)
    return out
  }
  const edgeFrom = new Uint32Array(edgeCount)
  const edgeTo = new Uint32Array(edgeCount)
  const edgeLengthMm = repeated(c.edgeLengthMm, edgeCount)
  for (let t = 0; t < tileCount; t++) {
    for (let e = 0; e < m; e++) {
      edgeFrom[t * m + e] = t * n + c.edgeFrom[e]
      edgeTo[t * m + e] = t * n + c.edgeTo[e]
    }
  }
  let connectorM = 0
  connectors.forEach(([from, to], i) => {
    const lengthM = distanceM(nodeLonE7[from] / 1e7, nodeLatE7[from] / 1e7, nodeLonE7[to] / 1e7, nodeLatE7[to] / 1e7)
    connectorM += lengthM
    edgeFrom[m * tileCount + i] = from
    edgeTo[m * tileCount + i] = to
    edgeLengthMm[m * tileCount + i] = Math.ceil(lengthM * 1000)
  })
  // moving a copy north or south changes what a degree of longitude measures: no edge may be shorter than its straight
  // line
  for (let e = 0; e < m * tileCount; e++) {
    const [a, b] = [edgeFrom[e], edgeTo[e]]
    edgeLengthMm[e] = Math.max(
      edgeLengthMm[e],
      Math.ceil(distanceM(nodeLonE7[a] / 1e7, nodeLatE7[a] / 1e7, nodeLonE7[b] / 1e7, nodeLatE7[b] / 1e7) * 1000),
    )
  }
  const { firstArc, arcHead, arcId } = arcsOf(n * tileCount, edgeFrom, edgeTo)
  // a straight shape of two points an edge: searches read nothing else of it but heights at the ends
  const shapeStart = Uint32Array.from({ length: edgeCount + 1 }, (_, e) => e * 2)
  const shapeLonE7 = new Int32Array(edgeCount * 2)
  const shapeLatE7 = new Int32Array(edgeCount * 2)
  const shapeHeightDm = new Int32Array(edgeCount * 2)
  const shapeAtMm = new Uint32Array(edgeCount * 2)
  const nodeHeightDm = new Int32Array(n)
  for (let e = 0; e < m; e++) {
    nodeHeightDm[c.edgeFrom[e]] = c.shapeHeightDm[c.shapeStart[e]]
    nodeHeightDm[c.edgeTo[e]] = c.shapeHeightDm[c.shapeStart[e + 1] - 1]
  }
  for (let e = 0; e < edgeCount; e++) {
    for (const [at, node] of [
      [2 * e, edgeFrom[e]],
      [2 * e + 1, edgeTo[e]],
    ]) {
      shapeLonE7[at] = nodeLonE7[node]
      shapeLatE7[at] = nodeLatE7[node]
      shapeHeightDm[at] = nodeHeightDm[node % n]
    }
    shapeAtMm[2 * e + 1] = edgeLengthMm[e]
  }
  const edgeAscentDm = repeated(c.edgeAscentDm, edgeCount)
  const edgeDescentDm = repeated(c.edgeDescentDm, edgeCount)
  connectors.forEach(([from, to], i) => {
    const climbDm = nodeHeightDm[to % n] - nodeHeightDm[from % n]
    edgeAscentDm[m * tileCount + i] = Math.max(0, climbDm)
    edgeDescentDm[m * tileCount + i] = Math.max(0, -climbDm)
  })
  const meta = {
    ...base.meta,
    synthetic: true,
    bbox: [west / 1e7, south / 1e7, (west + columns * width) / 1e7, (south + rows * height) / 1e7],
  }
  const large: Columns = {
    ...base.extra,
    nodeLonE7,
    nodeLatE7,
    firstArc,
    arcHead,
    arcId,
    edgeFrom,
    edgeTo,
    edgeLengthMm,
    edgeAscentDm,
    edgeDescentDm,
    edgeClass: repeated(c.edgeClass, edgeCount),
    edgeWayId: repeated(c.edgeWayId, edgeCount),
    edgeName: new Uint32Array(edgeCount),
    edgeRef: new Uint32Array(edgeCount),
    edgeTrailSet: new Uint32Array(edgeCount),
    shapeStart,
    shapeLonE7,
    shapeLatE7,
    shapeHeightDm,
    shapeAtMm,
    hazardEdge: new Uint32Array(0),
    hazardKind: new Uint8Array(0),
    hazardFromMm: new Uint32Array(0),
    hazardToMm: new Uint32Array(0),
    hazardWayId: new Float64Array(0),
    ferryEdge: new Uint32Array(0),
    ferryDurationS: new Uint32Array(0),
    restrictionStart: new Uint32Array(1),
    restrictionArcs: new Uint32Array(0),
  }
  for (const name of Object.keys(large)) if (name.startsWith('cch') || name.startsWith('snap')) delete large[name]
  return {
    graph: RoutingGraph.from(writeColumnFile(meta, large)),
    copies: { columns, rows, nodes: n * tileCount, edges: m * tileCount },
    connectors: { edges: connectors.length, meanLengthM: connectors.length === 0 ? 0 : connectorM / connectors.length },
  }
}

/**
 * Pairs of nodes over each border: the nodes nearest to it in ten equal stretches, each joined to its own mirror image.
 */
function findConnectors(
  base: RoutingGraph,
  columns: number,
  rows: number,
  tileAt: (column: number, row: number) => number,
  lonE7: Int32Array,
  latE7: Int32Array,
): [number, number][] {
  const n = base.nodeCount
  const along = (tile: number, vertical: boolean, border: number): Int32Array => {
    const nearest = new Int32Array(CONNECTORS_PER_BORDER).fill(-1)
    const reach = vertical ? latE7 : lonE7
    const across = vertical ? lonE7 : latE7
    let [low, high] = [Infinity, -Infinity]
    for (let i = tile * n; i < (tile + 1) * n; i++) {
      low = Math.min(low, reach[i])
      high = Math.max(high, reach[i])
    }
    for (let i = tile * n; i < (tile + 1) * n; i++) {
      const slot = Math.min(
        CONNECTORS_PER_BORDER - 1,
        Math.floor(((reach[i] - low) / (high - low + 1)) * CONNECTORS_PER_BORDER),
      )
      if (nearest[slot] < 0 || Math.abs(across[i] - border) < Math.abs(across[nearest[slot]] - border))
        nearest[slot] = i
    }
    return nearest
  }
  const pairs: [number, number][] = []
  const join = (a: number, b: number, vertical: boolean) => {
    const border = vertical ? lonE7 : latE7
    let [lowA, highA, lowB] = [Infinity, -Infinity, Infinity]
    for (let i = 0; i < n; i++) {
      lowA = Math.min(lowA, border[a * n + i])
      highA = Math.max(highA, border[a * n + i])
      lowB = Math.min(lowB, border[b * n + i])
    }
    const line = lowB > lowA ? highA : lowA
    for (const node of along(a, vertical, line)) if (node >= 0) pairs.push([node, b * n + (node % n)])
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (column + 1 < columns) join(tileAt(column, row), tileAt(column + 1, row), true)
      if (row + 1 < rows) join(tileAt(column, row), tileAt(column, row + 1), false)
    }
  }
  return pairs
}

function arcsOf(nodeCount: number, edgeFrom: Uint32Array, edgeTo: Uint32Array) {
  const firstArc = new Uint32Array(nodeCount + 1)
  for (let e = 0; e < edgeFrom.length; e++) {
    firstArc[edgeFrom[e] + 1]++
    firstArc[edgeTo[e] + 1]++
  }
  for (let i = 0; i < nodeCount; i++) firstArc[i + 1] += firstArc[i]
  const next = firstArc.slice()
  const arcHead = new Uint32Array(edgeFrom.length * 2)
  const arcId = new Uint32Array(edgeFrom.length * 2)
  for (let e = 0; e < edgeFrom.length; e++) {
    arcHead[next[edgeFrom[e]]] = edgeTo[e]
    arcId[next[edgeFrom[e]]++] = e * 2
    arcHead[next[edgeTo[e]]] = edgeFrom[e]
    arcId[next[edgeTo[e]]++] = e * 2 + 1
  }
  return { firstArc, arcHead, arcId }
}
