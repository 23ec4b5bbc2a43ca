// Metrics that bound others from below, made at the import of a large network and kept at the end of its file. Reading
// one takes a twentieth of the time that making it does. Each is the memory of a BoundMetric, then its checksum in 8
// bytes. One is used only if it is whole and still bounds: its cost table must be the one that it was made from, and a
// sample of edges must cost no less than it says, so that a file from an earlier version cannot mislead. Otherwise it
// is made anew.

import { crc32 } from 'node:zlib'
import type { StoredBound } from '../../graph/network-meta.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import { BoundMetric, customiseBound, formOf } from './bound-metric.ts'
import { metricPieces, pieceBytes } from './customise.ts'
import { visitEdges } from './edge-arcs.ts'
import type { Hierarchy } from './hierarchy.ts'

const CHECKSUM_BYTES = 8
const SAMPLE_EDGES = 5000

/** Whether a network is large enough to store them: in smaller ones, making one takes a tenth of a second at most. */
export function storesBounds(hierarchy: Hierarchy): boolean {
  return metricPieces(pieceBytes(hierarchy.arcCount)) === 2
}

/** Bytes of all of them. */
export function storedBytes(count: number, arcCount: number): number {
  return count * (pieceBytes(arcCount) + CHECKSUM_BYTES)
}

/** What the file says of them. */
export function describeBounds(tables: readonly CostTable[]): StoredBound[] {
  return tables.map((table) => ({ key: table.key, tableCrc32: crcOfTable(table) }))
}

/** Makes them, one after the other in the same memory. */
export function* boundBytes(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  tables: readonly CostTable[],
  onMade: (made: number) => void = () => undefined,
): Generator<Uint8Array> {
  const memory = new SharedArrayBuffer(pieceBytes(hierarchy.arcCount))
  for (const [i, table] of tables.entries()) {
    customiseBound(graph, hierarchy, table, memory)
    const bytes = new Uint8Array(memory)
    yield bytes
    const checksum = new Uint8Array(CHECKSUM_BYTES)
    new DataView(checksum.buffer).setUint32(0, crc32(bytes))
    yield checksum
    onMade(i + 1)
  }
}

/** Reads bytes of the file of a network, counted from the first of its bounds. Throws if there are fewer. */
export type ReadBounds = (into: Uint8Array, atByte: number) => void

export class StoredBounds {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy
  readonly #stored: readonly StoredBound[]
  readonly #read: ReadBounds

  constructor(graph: RoutingGraph, hierarchy: Hierarchy, stored: readonly StoredBound[], read: ReadBounds) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#stored = stored
    this.#read = read
  }

  has(key: string): boolean {
    return this.#stored.some((one) => one.key === key)
  }

  /** Null where none is stored for the table, or it cannot be read or trusted. `reused`: as of customiseBound. */
  find(table: CostTable, reused?: SharedArrayBuffer): BoundMetric | null {
    const at = this.#stored.findIndex(({ key }) => key === table.key)
    if (at < 0 || this.#stored[at].tableCrc32 !== crcOfTable(table)) return null
    const metric = BoundMetric.over(this.#hierarchy, table, reused)
    const memory = new Uint8Array(metric.pieces[0])
    const checksum = new Uint8Array(CHECKSUM_BYTES)
    const atByte = storedBytes(at, this.#hierarchy.arcCount)
    try {
      this.#read(memory, atByte)
      this.#read(checksum, atByte + memory.length)
    } catch {
      return null
    }
    if (crc32(memory) !== new DataView(checksum.buffer).getUint32(0) || !this.#bounds(metric)) return null
    metric.touch()
    return metric
  }

  /** Whether edges, evenly over the network, cost at least what it says. */
  #bounds({ table, up, down }: BoundMetric): boolean {
    const costOf = arcCosts(this.#graph, table)
    const step = Math.max(1, Math.floor(this.#graph.edgeCount / SAMPLE_EDGES))
    let holds = true
    const check = (arc: number, upId: number) => {
      if (up[arc] > formOf(costOf(upId)) || down[arc] > formOf(costOf(upId ^ 1))) holds = false
    }
    visitEdges(this.#graph, this.#hierarchy.columns, check, step)
    return holds
  }
}

function crcOfTable(table: CostTable): number {
  const { factor, fallFactor, fixed, perAscentDm, perDescentDm, flatPenalty } = table
  const numbers = [factor, fallFactor ?? [], fixed ?? [], [perAscentDm, perDescentDm, flatPenalty]]
  let sum = 0
  for (const list of numbers) sum = crc32(new Uint8Array(Float64Array.from(list).buffer), sum)
  return sum
}
