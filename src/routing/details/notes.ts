// Notes as they are gathered: `warnings` (what to look out for, and where) and `unknowns` (what is not known, in
// metres), in the order they are added.

import {
  type Unknown,
  type UnknownSentence,
  unknownOf,
  type Warning,
  type WarningSentence,
  warningOf,
} from '../../unknowns.ts'
import type { Position } from '../costs/request-types.ts'
import type { RouteLine } from './route-line.ts'

export interface RouteNotes {
  warnings: Warning[]
  unknowns: Unknown[]
}

export class Notes implements RouteNotes {
  readonly warnings: Warning[] = []
  readonly unknowns: Unknown[] = []
  readonly #line: RouteLine

  constructor(line: RouteLine) {
    this.#line = line
  }

  /** `atM` null: it has no single place. */
  warn(message: WarningSentence, atM: number | null): void {
    this.warnings.push(warningOf(message, atM === null ? null : placeAt(this.#line, atM)))
  }

  unknown(message: UnknownSentence): void {
    this.unknowns.push(unknownOf(message))
  }
}

/** The place on the line at a distance from its start. */
export function placeAt(line: RouteLine, atM: number): Position {
  const { atMm, lonE6, latE6 } = line
  const mm = atM * 1000
  let low = 0
  let high = atMm.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atMm[middle] < mm) low = middle + 1
    else high = middle
  }
  const before = Math.max(0, low - 1)
  const spanMm = atMm[low] - atMm[before]
  const share = spanMm <= 0 ? 1 : Math.min(1, Math.max(0, (mm - atMm[before]) / spanMm))
  const between = (values: Int32Array) => Math.round(values[before] + (values[low] - values[before]) * share) / 1e6
  return [between(lonE6), between(latE6)]
}
