// Metrics made at the import of a large network and kept at the end of its file: those that bound others from below,
// and those of default settings. Reading one takes a twentieth of the time that making it does. Each is what its pieces
// hold, then its checksum in 8 bytes. One is used only if it is whole and still what would be made, so that a file from
// an earlier version cannot mislead: its cost table must be the one that it was made from, and a sample of edges must
// cost no less than a bound says, or what they cost when the others were made. Otherwise it is made again.

import { crc32 } from 'node:zlib'
import type { StoredMetric } from '../../graph/network-file.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import { BoundMetric, customiseBound, formOf } from './bound-metric.ts'
import { costBytes, customise, Metric, metricPieces, pieceBytes, visitEdges } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'

const CHECKSUM_BYTES = 8
const SAMPLE_EDGES = 5000
/** Of a metric that answers, as large networks have it. */
const STORED_PIECES = 2

/** Whether a network is large enough to store them: in smaller ones, making one takes a tenth of a second at most. */
export function storesMetrics(hierarchy: Hierarchy): boolean {
  return metricPieces(pieceBytes(hierarchy.arcCount)) === STORED_PIECES
}

/** Bytes of all of them. */
export function storedBytes(stored: readonly StoredMetric[], arcCount: number): number {
  return stored.reduce((sum, { costsCrc32 }) => {
    return sum + (costsCrc32 === undefined ? 1 : STORED_PIECES) * costBytes(arcCount) + CHECKSUM_BYTES
  }, 0)
}

/** What the file says of them. */
export function describeMetrics(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  tables: readonly CostTable[],
): StoredMetric[] {
  return tables.map((table) => {
    const { key, isBound } = table
    const stored: StoredMetric = { key, tableCrc32: crcOfTable(table) }
    return isBound === true ? stored : { ...stored, costsCrc32: crcOfSample(graph, hierarchy, table) }
  })
}

/** Makes them, one after the other in the same memory. */
export function* metricBytes(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  tables: readonly CostTable[],
  onMade: (made: number) => void = () => undefined,
): Generator<Uint8Array> {
  const { arcCount } = hierarchy
  const bytes = pieceBytes(arcCount)
  const memory = Array.from({ length: STORED_PIECES }, () => new SharedArrayBuffer(bytes))
  for (const [i, table] of tables.entries()) {
    const made =
      table.isBound === true
        ? customiseBound(graph, hierarchy, table, memory[0])
        : customise(graph, hierarchy, table, memory, STORED_PIECES)
    const pieces = (made?.pieces ?? memory).map((piece) => new Uint8Array(piece, 0, costBytes(arcCount)))
    yield* pieces
    const checksum = new Uint8Array(CHECKSUM_BYTES)
    // costs that do not fit are never read
    new DataView(checksum.buffer).setUint32(0, made === null ? ~crcOf(pieces) : crcOf(pieces))
    yield checksum
    onMade(i + 1)
  }
}

/** Reads bytes of the file of a network, counted from the first of its metrics. Throws if there are fewer. */
export type ReadMetrics = (into: Uint8Array, atByte: number) => void

export class StoredMetrics {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy
  readonly #stored: readonly StoredMetric[]
  readonly #read: ReadMetrics

  constructor(graph: RoutingGraph, hierarchy: Hierarchy, stored: readonly StoredMetric[], read: ReadMetrics) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#stored = stored
    this.#read = read
  }

  has(key: string): boolean {
    return this.#stored.some((one) => one.key === key)
  }

  /** Null where none is stored for the table, or it cannot be read or trusted. `reused`: as of makeMetric. */
  find(table: CostTable, reused: readonly SharedArrayBuffer[] = []): Metric | BoundMetric | null {
    const at = this.#stored.findIndex(({ key }) => key === table.key)
    if (at < 0 || this.#stored[at].tableCrc32 !== crcOfTable(table)) return null
    const metric =
      table.isBound === true
        ? BoundMetric.over(this.#hierarchy, table, reused[0])
        : Metric.over(this.#hierarchy, table, reused, STORED_PIECES)
    const pieces = metric.pieces.map((piece) => new Uint8Array(piece, 0, costBytes(metric.arcCount)))
    const checksum = new Uint8Array(CHECKSUM_BYTES)
    let atByte = storedBytes(this.#stored.slice(0, at), this.#hierarchy.arcCount)
    try {
      for (const bytes of [...pieces, checksum]) {
        this.#read(bytes, atByte)
        atByte += bytes.length
      }
    } catch {
      return null
    }
    if (crcOf(pieces) !== new DataView(checksum.buffer).getUint32(0)) return null
    if (metric instanceof Metric ? !this.#isOfCosts(table, at) : !this.#bounds(metric)) return null
    metric.touch()
    return metric
  }

  /** Whether edges cost what they did. */
  #isOfCosts(table: CostTable, at: number): boolean {
    return this.#stored[at].costsCrc32 === crcOfSample(this.#graph, this.#hierarchy, table)
  }

  /** Whether edges, evenly over the network, cost at least what it says. */
  #bounds({ table, up, down }: BoundMetric): boolean {
    const costOf = arcCosts(this.#graph, table)
    let holds = true
    visitSample(this.#graph, this.#hierarchy, (arc, upId) => {
      if (up[arc] > formOf(costOf(upId)) || down[arc] > formOf(costOf(upId ^ 1))) holds = false
    })
    return holds
  }
}

function visitSample(graph: RoutingGraph, { columns }: Hierarchy, visit: (arc: number, upId: number) => void): void {
  visitEdges(graph, columns, visit, Math.max(1, Math.floor(graph.edgeCount / SAMPLE_EDGES)))
}

function crcOfSample(graph: RoutingGraph, hierarchy: Hierarchy, table: CostTable): number {
  const costOf = arcCosts(graph, table)
  const costs: number[] = []
  visitSample(graph, hierarchy, (_, upId) => costs.push(costOf(upId), costOf(upId ^ 1)))
  return crcOf([new Uint8Array(Int32Array.from(costs).buffer)])
}

const crcOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, piece) => crc32(piece, sum), 0)

function crcOfTable(table: CostTable): number {
  const { factor, fallFactor, fixed, perAscentDm, perDescentDm, flatPenalty } = table
  const numbers = [factor, fallFactor ?? [], fixed ?? [], [perAscentDm, perDescentDm, flatPenalty]]
  return crcOf(numbers.map((list) => new Uint8Array(Float64Array.from(list).buffer)))
}
