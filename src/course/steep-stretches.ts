// Stretches of a line that are steeper than a model covers, or have no height: slopes over windows of about 80 m of
// travelled ground of known height, never between two neighbouring points, where they would be terrain noise.

const SLOPE_WINDOW_M = 80
export const REASON_NO_HEIGHT = 'height unknown, timed as level ground'

export interface SteepStretch {
  fromM: number
  toM: number
  reason: string
}

/**
 * In order, without overlaps. `travelled`: by point, 1 where somebody moves on from it; elsewhere nothing is reported.
 */
export function steepStretches(
  { atM, heightM }: { atM: Float64Array; heightM: Float64Array },
  steepestSlope: number,
  travelled: Uint8Array,
): SteepStretch[] {
  const found: SteepStretch[] = []
  const reason = `steeper than ${Math.round(steepestSlope * 100)} %`
  const last = atM.length - 1
  for (let from = 0; from < last; ) {
    const known = isKnownFrom(heightM, from)
    const isTravelled = travelled[from] === 1
    let to = from + 1
    while (to < last && travelled[to] === travelled[from] && isKnownFrom(heightM, to) === known) to++
    if (isTravelled && !known) found.push({ fromM: atM[from], toM: atM[to], reason: REASON_NO_HEIGHT })
    if (isTravelled && known)
      visitSteep(atM, heightM, from, to, steepestSlope, (fromM, toM) => found.push({ fromM, toM, reason }))
    from = to
  }
  return found
}

/** Whether a point and the next one both have a known height. */
function isKnownFrom(heightM: Float64Array, point: number): boolean {
  return !Number.isNaN(heightM[point]) && !Number.isNaN(heightM[point + 1])
}

/** Calls `visit` with each window from point `from` to point `to` that is steeper. */
function visitSteep(
  atM: Float64Array,
  heightM: Float64Array,
  from: number,
  to: number,
  steepestSlope: number,
  visit: (fromM: number, toM: number) => void,
): void {
  const lengthM = atM[to] - atM[from]
  if (!(lengthM > 0)) return
  const pieces = Math.max(1, Math.round(lengthM / SLOPE_WINDOW_M))
  let point = from
  let startM = atM[from]
  let startHeightM = heightM[from]
  for (let piece = 1; piece <= pieces; piece++) {
    const endM = piece === pieces ? atM[to] : atM[from] + (lengthM * piece) / pieces
    while (point < to - 1 && atM[point + 1] < endM) point++
    const stepM = atM[point + 1] - atM[point]
    const share = stepM === 0 ? 1 : Math.min(1, (endM - atM[point]) / stepM)
    const endHeightM = heightM[point] + (heightM[point + 1] - heightM[point]) * share
    if (Math.abs((endHeightM - startHeightM) / (endM - startM)) > steepestSlope) visit(startM, endM)
    startM = endM
    startHeightM = endHeightM
  }
}
