// A line as a limited number of points, for queries by point: evenly spaced along it, including the exact start and
// end, never closer than `minSpacingM`. New points lie on the straight piece between their neighbours; anything narrow
// between two samples can be missed, which the caller must report. Pure.

import { type LonLat, distanceM } from '../geo/lon-lat.ts'

/** `max` is at least 2. One point, or a line without length, gives only its start. */
export function sampleLine(
  line: readonly (readonly [lon: number, lat: number, ...rest: unknown[]])[],
  max: number,
  minSpacingM: number,
): LonLat[] {
  const atM = new Float64Array(line.length)
  for (let i = 1; i < line.length; i++)
    atM[i] = atM[i - 1] + distanceM(line[i - 1][0], line[i - 1][1], line[i][0], line[i][1])
  const lengthM = atM[line.length - 1] ?? 0
  if (line.length === 0) return []
  const pieces = lengthM === 0 ? 0 : Math.max(1, Math.min(max - 1, Math.floor(lengthM / minSpacingM)))
  const sampled: LonLat[] = []
  for (let k = 0, i = 0; k <= pieces; k++) {
    if (k === pieces && pieces > 0) {
      sampled.push([line[line.length - 1][0], line[line.length - 1][1]])
      break
    }
    const targetM = pieces === 0 ? 0 : (lengthM * k) / pieces
    while (i < line.length - 2 && atM[i + 1] < targetM) i++
    const from = line[i]
    const to = line[Math.min(i + 1, line.length - 1)]
    const stepM = atM[Math.min(i + 1, line.length - 1)] - atM[i]
    const share = stepM > 0 ? (targetM - atM[i]) / stepM : 0
    let turn = to[0] - from[0]
    if (turn > 180) turn -= 360
    if (turn < -180) turn += 360
    const lon = from[0] + turn * share
    sampled.push([lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, from[1] + (to[1] - from[1]) * share])
  }
  return sampled
}
