// The nearest place of a line to a point, between two lengths along it.

import { distanceM } from '../../geo/lon-lat.ts'
import { lastAtMost } from '../../geo/last-at-most.ts'

/** Nearest place of the line between two lengths to a point: millimetres along, degrees, metres away. */
export function nearestOnLine(
  { lonE6, latE6, atMm }: { lonE6: Int32Array; latE6: Int32Array; atMm: Float64Array },
  fromMm: number,
  toMm: number,
  lon: number,
  lat: number,
): { atMm: number; lon: number; lat: number; awayM: number } {
  let s = segmentAt(atMm, fromMm)
  const shrink = Math.cos((lat * Math.PI) / 180)
  let best = { atMm: fromMm, lon, lat, awayM: Infinity }
  let bestSq = Infinity
  for (; s + 1 < atMm.length && (bestSq === Infinity || atMm[s] <= toMm); s++) {
    const spanMm = atMm[s + 1] - atMm[s]
    const ax = (lonE6[s] / 1e6 - lon) * shrink
    const ay = latE6[s] / 1e6 - lat
    const dx = ((lonE6[s + 1] - lonE6[s]) / 1e6) * shrink
    const dy = (latE6[s + 1] - latE6[s]) / 1e6
    const lengthSq = dx * dx + dy * dy
    let share = lengthSq === 0 ? 0 : -(ax * dx + ay * dy) / lengthSq
    const least = spanMm === 0 ? 0 : Math.max(0, Math.min(1, (fromMm - atMm[s]) / spanMm))
    const most = spanMm === 0 ? 0 : Math.max(0, Math.min(1, (toMm - atMm[s]) / spanMm))
    share = Math.max(least, Math.min(most, share))
    const x = ax + share * dx
    const y = ay + share * dy
    if (x * x + y * y < bestSq) {
      bestSq = x * x + y * y
      best = {
        atMm: atMm[s] + spanMm * share,
        lon: lonE6[s] / 1e6 + (share * dx) / shrink,
        lat: latE6[s] / 1e6 + share * dy,
        awayM: 0,
      }
    }
  }
  best.awayM = distanceM(lon, lat, best.lon, best.lat)
  return best
}

/** Last index whose value is at most `mm`, never the very last. */
export const segmentAt = (atMm: Float64Array, mm: number): number => lastAtMost(atMm, mm, 0, atMm.length - 2)
