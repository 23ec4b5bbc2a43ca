// Lengths along a recorded line without GPS wander: those of the line simplified to 5 m, with the points between scaled
// onto it. The models of moving time were measured on such lengths; the length of a line drawn on a map changes by only
// a few per mille.

import { distanceM } from '../geo/lon-lat.ts'
import { simplifyToTolerance } from './simplify/simplify-line.ts'
import { toUnitVectors } from './simplify/sphere-arc.ts'

const STEADY_TOLERANCE_M = 5

/** Metres from point `from` to each point up to `to` (both included): to - from + 1 values, ascending. */
export function steadyLengths(lon: Float64Array, lat: Float64Array, from: number, to: number): Float64Array {
  const lons = lon.subarray(from, to + 1)
  const lats = lat.subarray(from, to + 1)
  const last = to - from
  const { inner } = simplifyToTolerance(toUnitVectors(lons, lats), [[0, last]], STEADY_TOLERANCE_M)
  const kept = [0, ...inner, last]
  const atM = new Float64Array(last + 1)
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1], kept[k]]
    const straightM = distanceM(lons[a], lats[a], lons[b], lats[b])
    let rawM = 0
    for (let i = a + 1; i <= b; i++) atM[i] = rawM += distanceM(lons[i - 1], lats[i - 1], lons[i], lats[i])
    const scale = rawM === 0 ? 0 : straightM / rawM
    const startM = atM[a]
    for (let i = a + 1; i <= b; i++) atM[i] = startM + atM[i] * scale
  }
  return atM
}
