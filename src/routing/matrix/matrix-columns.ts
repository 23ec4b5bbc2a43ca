// The columns of a matrix as they grow, row by row, with the notes on their values.

import type { MatrixColumn, MatrixReason } from '../../travel/matrix.ts'
import { tenths } from '../../wire/round-to.ts'
import type { LegPath } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import type { MatrixNote, Values } from './matrix-types.ts'
import type { FoundPair } from './pair-finder.ts'
import type { Measured } from './path-meter.ts'

export class MatrixColumns {
  readonly columns: Partial<Record<MatrixColumn, Values<number>>> = {}
  readonly reasons: Values<MatrixReason> = []
  readonly notes: MatrixNote[] = []

  readonly #datedMm: (path: LegPath) => number

  /** `datedMm`: how much of a path dated tags may close. */
  constructor(wanted: ReadonlySet<MatrixColumn>, datedMm: (path: LegPath) => number) {
    this.#datedMm = datedMm
    for (const name of wanted) this.columns[name] = []
  }

  /** `source` and `targetAt`: where the points lie if nothing moves them. */
  add(
    row: readonly FoundPair[],
    measured: readonly (Measured | null)[],
    source: SnapPoint | null,
    targetAt: (t: number) => SnapPoint | null,
  ): void {
    for (const [name, values] of Object.entries(this.columns) as [MatrixColumn, Values<number>][])
      values.push(row.map((found, t) => valueOf(name, found, measured[t])))
    const number = this.reasons.length
    row.forEach((found, t) => {
      if (typeof found === 'string') return
      const note = (code: MatrixNote['code'], value: Partial<MatrixNote> = {}) =>
        this.notes.push({ source: number, target: t, code, metres: null, gapPct: null, ...value })
      const { cost, complete, lowerBound } = found.path
      if (!complete) note('best_effort', { gapPct: cost > 0 ? (1 - lowerBound / cost) * 100 : null })
      if (!isSamePlace(found.from, source) || !isSamePlace(found.to, targetAt(t))) note('moved')
      const { heightUnknownM, ferryM } = measured[t]!
      if (heightUnknownM > 0) note('height_unknown', { metres: heightUnknownM })
      const datedMm = this.#datedMm(found.path)
      if (datedMm > 0) note('dated_access', { metres: tenths(datedMm / 1000) })
      if (ferryM > 0) note('ferry', { metres: ferryM })
    })
    this.reasons.push(row.map((found) => (typeof found === 'string' ? found : null)))
  }
}

function valueOf(name: MatrixColumn, found: FoundPair, measured: Measured | null): number | null {
  if (typeof found === 'string' || measured === null) return null
  return name === 'cost' ? found.path.cost : measured[name]
}

function isSamePlace(a: SnapPoint, b: SnapPoint | null): boolean {
  return b !== null && a.edge === b.edge && a.atMm === b.atMm
}
