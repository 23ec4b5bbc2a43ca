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
 * In order, without overlaps. Calls `factsAt` at ascending positions; where it gives a pace factor of 0, nobody moves
 * and nothing is reported.
 */
export function steepStretches(
  { atM, heightM }: { atM: Float64Array; heightM: Float64Array },
  steepestSlope: number,
  factsAt: (atM: number) => { paceFactor: number } | null,
): SteepStretch[] {
  const found: SteepStretch[] = []
  const reason = `steeper than ${Math.round(steepestSlope * 100)} %`
  const last = atM.length - 1
  const isKnown = (i: number) => !Number.isNaN(heightM[i]) && !Number.isNaN(heightM[i + 1])
  const isTravelled = (i: number) => (factsAt(atM[i])?.paceFactor ?? 1) > 0
  for (let from = 0; from < last; ) {
    const known = isKnown(from)
    const travelled = isTravelled(from)
    let to = from + 1
    while (to < last && isTravelled(to) === travelled && isKnown(to) === known) to++
    if (travelled && !known) found.push({ fromM: atM[from], toM: atM[to], reason: REASON_NO_HEIGHT })
    if (travelled && known)
      for (const { fromM, toM, slope } of windowsOf(atM, heightM, from, to))
        if (Math.abs(slope) > steepestSlope) found.push({ fromM, toM, reason })
    from = to
  }
  return found
}

function* windowsOf(
  atM: Float64Array,
  heightM: Float64Array,
  from: number,
  to: number,
): Generator<{ fromM: number; toM: number; slope: number }> {
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
    yield { fromM: startM, toM: endM, slope: (endHeightM - startHeightM) / (endM - startM) }
    startM = endM
    startHeightM = endHeightM
  }
}
