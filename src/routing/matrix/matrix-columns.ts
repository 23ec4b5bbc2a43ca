// The columns of a matrix as they grow, row by row, with the notes on their values.

import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { MatrixColumn, MatrixReason } from '../../travel/matrix.ts'
import { tenths } from '../../wire/round-to.ts'
import type { Profile } from '../costs/request-types.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import type { LegPath } from '../legs/leg-path.ts'
import { EQUALLY_NEAR_M, type SnapPoint } from '../legs/snap-waypoints.ts'
import type { MatrixNote, Values } from './matrix-types.ts'
import type { FoundPair, FoundWay } from './pair-finder.ts'
import type { Measured } from './path-meter.ts'

export class MatrixColumns {
  readonly columns: Partial<Record<MatrixColumn, Values<number>>> = {}
  readonly reasons: Values<MatrixReason> = []
  readonly notes: MatrixNote[] = []

  readonly #graph: RoutingGraph
  readonly #dated: DatedEdges
  readonly #profile: Profile

  constructor(graph: RoutingGraph, wanted: ReadonlySet<MatrixColumn>, profile: Profile) {
    this.#graph = graph
    this.#dated = DatedEdges.of(graph)
    this.#profile = profile
    for (const name of wanted) this.columns[name] = []
  }

  /** `source` and `targets`: where the points lie if nothing moves them. */
  add(
    row: readonly FoundPair[],
    measured: readonly (Measured | null)[],
    source: SnapPoint | null,
    targets: readonly (SnapPoint | null)[],
  ): void {
    for (const [name, values] of Object.entries(this.columns) as [MatrixColumn, Values<number>][])
      values.push(valuesOf(name, row, measured))
    const reasons: (MatrixReason | null)[] = []
    for (let t = 0; t < row.length; t++) {
      const found = row[t]
      if (typeof found !== 'string') this.#addNotes(t, found, measured[t]!, source, targets[t])
      reasons.push(typeof found === 'string' ? found : null)
    }
    this.reasons.push(reasons)
  }

  #addNotes(t: number, { from, to, path }: FoundWay, is: Measured, source: SnapPoint | null, target: SnapPoint | null) {
    const { cost, complete, lowerBound } = path
    if (!complete) this.#note(t, 'best_effort', { gapPct: cost > 0 ? (1 - lowerBound / cost) * 100 : null })
    if (!isSamePlace(from, source) || !isSamePlace(to, target)) this.#note(t, 'moved')
    if (is.heightUnknownM > 0) this.#note(t, 'height_unknown', { metres: is.heightUnknownM })
    const datedMm = this.#datedMm(path)
    if (datedMm > 0) this.#note(t, 'dated_access', { metres: tenths(datedMm / 1000) })
    if (is.ferryM > 0) this.#note(t, 'ferry', { metres: is.ferryM })
  }

  /** How much of a path dated tags may close. */
  #datedMm({ arcs, startMm, endMm }: LegPath): number {
    const { edgeLengthMm } = this.#graph.columns
    const last = arcs.length - 1
    let lengthMm = 0
    for (let i = 0; i <= last && !this.#dated.isEmpty; i++) {
      if (!this.#dated.mayClose(arcs[i], this.#profile)) continue
      const wholeMm = edgeLengthMm[arcs[i] >>> 1]
      lengthMm += (i === last ? endMm : wholeMm) - (i === 0 ? startMm : 0)
    }
    return lengthMm
  }

  #note(target: number, code: MatrixNote['code'], value: Partial<MatrixNote> = {}): void {
    this.notes.push({ source: this.reasons.length, target, code, metres: null, gapPct: null, ...value })
  }
}

function valuesOf(name: MatrixColumn, row: readonly FoundPair[], measured: readonly (Measured | null)[]) {
  const values: (number | null)[] = []
  for (let t = 0; t < row.length; t++) {
    const found = row[t]
    if (typeof found === 'string') values.push(null)
    else values.push(name === 'cost' ? found.path.cost : measured[t]![name])
  }
  return values
}

/** Another level of one crossing is the same place. */
function isSamePlace(a: SnapPoint, b: SnapPoint | null): boolean {
  return b !== null && distanceM(a.lon, a.lat, b.lon, b.lat) <= 2 * EQUALLY_NEAR_M
}
