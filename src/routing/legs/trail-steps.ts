// The line of a signed route -> the arcs of the network under it, in walking order. The line comes from the catalogue
// with 6 decimals, the network was cut from the same ways, so an arc lies under the line if its shape passes the line's
// vertices one after another (points between them were added for the ground). Only ways that the relation contains are
// taken. What has no such arc is left out, never bridged here. The network and the catalogue may be of two releases
// for a moment: then less is found, and nothing wrong.

import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { SnapIndex } from '../../graph/snap-index.ts'

/** A whole arc, and where it lies along the line, metres from its start. */
export interface TrailStep {
  arc: number
  fromM: number
  toM: number
}

export interface TrailOnNetwork {
  /** ascending along the line */
  steps: TrailStep[]
  lengthM: number
}

/** Coordinates that differ by one unit of the last decimal are the same: one was rounded twice. */
const SAME_E6 = 1
/** A node lies on a vertex within this, metres. */
const ON_VERTEX_M = 0.5
const NODE_MM = 500
/** Ways that meet in one point. */
const MAX_WAYS = 16
/** An arc under the line is as long as the line over it, to this share and this many metres. */
const LENGTH_SHARE = 0.01
const LENGTH_M = 1

interface Vertices {
  lonE6: Int32Array
  latE6: Int32Array
  /** metres from the start of the whole line */
  atM: Float64Array
}

export class TrailWalker {
  readonly #graph: RoutingGraph
  readonly #index: SnapIndex

  constructor(graph: RoutingGraph, index: SnapIndex) {
    this.#graph = graph
    this.#index = index
  }

  /** `parts`: lon and lat in turn, micro-degrees, each part in walking order. */
  walk(relationId: number, parts: readonly Int32Array[]): TrailOnNetwork {
    const steps: TrailStep[] = []
    const isMember = membersOf(this.#graph, relationId)
    let lengthM = 0
    for (const part of parts) {
      const vertices = verticesOf(part, lengthM)
      if (isMember !== null) this.#walkPart(vertices, isMember, steps)
      lengthM = vertices.atM[vertices.atM.length - 1]
    }
    return { steps, lengthM }
  }

  #walkPart(line: Vertices, isMember: (edge: number) => boolean, steps: TrailStep[]): void {
    const { atM } = line
    let nodes: readonly number[] = []
    for (let i = 0; i < atM.length - 1; ) {
      let found = this.#arcFrom(nodes, line, i, isMember)
      if (found === null) found = this.#arcFrom(this.#nodesAt(line, i, isMember), line, i, isMember)
      if (found === null) {
        nodes = []
        i++
        continue
      }
      steps.push({ arc: found.arc, fromM: atM[i], toM: atM[found.vertex] })
      nodes = [this.#graph.arcTarget(found.arc)]
      i = found.vertex
    }
  }

  /** Nodes of the trail's ways at a vertex; where a barrier stands they are several. */
  #nodesAt({ lonE6, latE6 }: Vertices, i: number, isMember: (edge: number) => boolean): number[] {
    const { edgeFrom, edgeTo, edgeLengthMm } = this.#graph.columns
    const nodes = new Set<number>()
    for (const { edge, atMm } of this.#index.findNearest(
      lonE6[i] / 1e6,
      latE6[i] / 1e6,
      ON_VERTEX_M,
      isMember,
      MAX_WAYS,
    )) {
      if (atMm <= NODE_MM) nodes.add(edgeFrom[edge])
      if (edgeLengthMm[edge] - atMm <= NODE_MM) nodes.add(edgeTo[edge])
    }
    return [...nodes]
  }

  #arcFrom(
    nodes: readonly number[],
    line: Vertices,
    i: number,
    isMember: (edge: number) => boolean,
  ): { arc: number; vertex: number } | null {
    const { firstArc, arcId, edgeLengthMm } = this.#graph.columns
    for (const node of nodes) {
      for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
        const arc = arcId[a]
        if (edgeLengthMm[arc >>> 1] === 0 || !isMember(arc >>> 1)) continue
        const vertex = this.#vertexAfter(arc, line, i)
        if (vertex >= 0) return { arc, vertex }
      }
    }
    return null
  }

  /** The vertex at which an arc from vertex `i` ends, -1 if it does not lie under the line. */
  #vertexAfter(arc: number, { lonE6, latE6, atM }: Vertices, i: number): number {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const back = (arc & 1) === 1
    let j = i
    const isNext = (s: number) =>
      Math.abs(shapeLonE7[s] / 10 - lonE6[j + 1]) <= SAME_E6 && Math.abs(shapeLatE7[s] / 10 - latE6[j + 1]) <= SAME_E6
    let atEnd = false
    for (let k = 1; k <= last - first; k++) {
      atEnd = j + 1 < atM.length && isNext(back ? last - k : first + k)
      if (atEnd) j++
    }
    if (!atEnd) return -1
    const lengthM = this.#graph.columns.edgeLengthMm[edge] / 1000
    return Math.abs(atM[j] - atM[i] - lengthM) <= LENGTH_M + LENGTH_SHARE * lengthM ? j : -1
  }
}

/** Whether an edge belongs to the relation; null if none does. */
export function membersOf(graph: RoutingGraph, relationId: number): ((edge: number) => boolean) | null {
  const { trailRelationId, trailSetStart, trailSetItems } = graph.columns
  const trail = trailRelationId.indexOf(relationId)
  if (trail < 0) return null
  const known = new Map<number, boolean>()
  return (edge) => {
    const set = graph.trailSetOf(edge)
    let contains = known.get(set)
    if (contains === undefined) {
      contains = trailSetItems.subarray(trailSetStart[set], trailSetStart[set + 1]).includes(trail)
      known.set(set, contains)
    }
    return contains
  }
}

/** Without vertices that repeat the one before. */
function verticesOf(part: Int32Array, startM: number): Vertices {
  const lonE6 = new Int32Array(part.length / 2)
  const latE6 = new Int32Array(part.length / 2)
  const atM = new Float64Array(part.length / 2)
  let count = 0
  for (let i = 0; i < part.length; i += 2) {
    const last = count - 1
    if (last >= 0 && part[i] === lonE6[last] && part[i + 1] === latE6[last]) continue
    lonE6[count] = part[i]
    latE6[count] = part[i + 1]
    atM[count] =
      last < 0 ? startM : atM[last] + distanceM(lonE6[last] / 1e6, latE6[last] / 1e6, part[i] / 1e6, part[i + 1] / 1e6)
    count++
  }
  return { lonE6: lonE6.subarray(0, count), latE6: latE6.subarray(0, count), atM: atM.subarray(0, count) }
}
