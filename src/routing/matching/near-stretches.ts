// Where the matched way lies within the search radius of the supplied line: between points near the way the line may
// run far off (two points in one valley, the road around the mountain). The line is tested every STEP_M wherever the
// way might be farther than the radius; each result holds for half a step to both sides. Distances are to the whole
// matched way, so that nothing beside it counts as far.

import Flatbush from 'flatbush'
import { DEG_TO_RAD, M_PER_DEG_LAT, nearestOnSegment, wrapLon, distanceM } from '../../geo/lon-lat.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'
import { lastAtMost } from '../../geo/last-at-most.ts'
import type { Observations } from './match-observations.ts'
import type { Chain } from './match-viterbi.ts'

/** Spacing of the tested places, metres. */
export const STEP_M = 10

/** Millimetres of the supplied line, and of the matched way. */
export interface NearStretch {
  fromMm: number
  toMm: number
  placeFromMm: number
  placeToMm: number
}

/** Stretches of a segment, in order, whose way is near; null if that is all of it. */
export function findNearStretches(
  { lon, lat }: TracePoints,
  { atMm, placeMm, awayM }: MatchedTrace,
  segment: MatchedSegment,
  radiusM: number,
  poll: () => void,
): NearStretch[] | null {
  const { fromIndex, toIndex, line } = segment
  let index: WayIndex | null = null
  const isNear = (x: number, y: number) => (index ??= new WayIndex(line)).isWithin(x, y, radiusM)
  const runs = new Runs(segment.lengthMm)
  const addPoint = (i: number) => runs.add(atMm[i], awayM[i] <= radiusM || isNear(lon[i], lat[i]), () => placeMm[i])
  addPoint(fromIndex)
  for (let i = fromIndex; i < toIndex; i++) {
    const stepM = (atMm[i + 1] - atMm[i]) / 1000
    // no place in between is farther from the way than this
    if ((awayM[i] + awayM[i + 1] + stepM) / 2 > radiusM) {
      poll()
      const count = Math.ceil(stepM / STEP_M)
      for (let k = 1; k < count; k++) {
        const share = k / count
        const x = wrapLon(lon[i] + wrapLon(lon[i + 1] - lon[i]) * share)
        const y = lat[i] + (lat[i + 1] - lat[i]) * share
        const place = () => nearestOnLine(line, placeMm[i], placeMm[i + 1], x, y).atMm
        runs.add(atMm[i] + stepM * 1000 * share, isNear(x, y), place)
      }
    }
    addPoint(i + 1)
  }
  return runs.close()
}

/** Runs of near places, each from halfway to the far place before it to halfway to the one after it. */
class Runs {
  readonly #found: NearStretch[] = []
  readonly #lengthMm: number
  #isWhole = true
  #isNear = false
  #lastMm = -1
  #lastPlace: () => number = () => 0

  constructor(lengthMm: number) {
    this.#lengthMm = lengthMm
  }

  add(mm: number, isNear: boolean, placeMm: () => number): void {
    const isFirst = this.#lastMm < 0
    const between = isFirst ? mm : (this.#lastMm + mm) / 2
    if (!isNear) this.#isWhole = false
    if (isNear && !this.#isNear) {
      const before = this.#found[this.#found.length - 1]?.placeToMm ?? 0
      const fromMm = isFirst ? 0 : Math.max(before, Math.round(placeMm()))
      this.#found.push({ fromMm: between, toMm: mm, placeFromMm: fromMm, placeToMm: fromMm })
    } else if (!isNear && this.#isNear) this.#end(between, this.#lastPlace())
    this.#isNear = isNear
    this.#lastMm = mm
    this.#lastPlace = placeMm
  }

  /** Null if every place was near. */
  close(): NearStretch[] | null {
    if (this.#isWhole) return null
    if (this.#isNear) this.#end(this.#lastMm, this.#lengthMm)
    return this.#found
  }

  #end(mm: number, placeMm: number): void {
    const run = this.#found[this.#found.length - 1]
    run.toMm = mm
    run.placeToMm = Math.max(run.placeFromMm, Math.round(placeMm))
  }
}

/** Segments of the way by location. */
class WayIndex {
  readonly #lonE6: Int32Array
  readonly #latE6: Int32Array
  readonly #tree: Flatbush

  constructor({ lonE6, latE6 }: { lonE6: Int32Array; latE6: Int32Array }) {
    this.#lonE6 = lonE6
    this.#latE6 = latE6
    this.#tree = new Flatbush(Math.max(1, lonE6.length - 1), 16, Int32Array)
    for (let s = 0; s < this.#tree.numItems; s++) {
      const t = Math.min(s + 1, lonE6.length - 1)
      const x = lonE6[s] + Math.round(wrapLon((lonE6[t] - lonE6[s]) / 1e6) * 1e6)
      this.#tree.add(
        Math.min(lonE6[s], x),
        Math.min(latE6[s], latE6[t]),
        Math.max(lonE6[s], x),
        Math.max(latE6[s], latE6[t]),
      )
    }
    this.#tree.finish()
  }

  isWithin(lon: number, lat: number, radiusM: number): boolean {
    const dLat = (radiusM / M_PER_DEG_LAT) * 1.001 * 1e6 + 1
    const dLon = dLat / Math.max(0.001, Math.cos(Math.min(89.9, Math.abs(lat)) * DEG_TO_RAD))
    const x = lon * 1e6
    const y = lat * 1e6
    for (const turn of [0, 360e6, -360e6]) {
      if (Math.abs(x + turn) > 360e6) continue
      let found = false
      this.#tree.search(x + turn - dLon, y - dLat, x + turn + dLon, y + dLat, (s) => {
        const t = Math.min(s + 1, this.#lonE6.length - 1)
        found ||=
          nearestOnSegment(
            lon,
            lat,
            this.#lonE6[s] / 1e6,
            this.#latE6[s] / 1e6,
            this.#lonE6[t] / 1e6,
            this.#latE6[t] / 1e6,
          ).distanceM <= radiusM
        return false
      })
      if (found) return true
    }
    return false
  }
}

/**
 * The nearest place of a line to a point, between two lengths along it. Nearest place of the line between two lengths
 * to a point: millimetres along, degrees, metres away.
 */
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
    const ax = wrapLon(lonE6[s] / 1e6 - lon) * shrink
    const ay = latE6[s] / 1e6 - lat
    const dx = wrapLon((lonE6[s + 1] - lonE6[s]) / 1e6) * shrink
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
        lon: wrapLon(lonE6[s] / 1e6 + (share * dx) / shrink),
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

/**
 * The place of every point of a line on the segment that it was matched to. Places every point of the chain's
 * observations on the segment, in order.
 */
export function placePoints(
  trace: TracePoints,
  { firstPoint, point }: Observations,
  chain: Chain,
  { line, lengthMm }: MatchedSegment,
  placeMm: Float64Array,
  matched: MatchedTrace,
): void {
  const index = matched.segments.length
  let lastMm = 0
  for (let o = chain.from; o <= chain.to; o++) {
    const k = o - chain.from
    // the point that was looked up is the first of its group, or in the middle of an averaged one
    const isFirst = point[o] === firstPoint[o]
    const fromMm = k === 0 ? 0 : isFirst ? placeMm[k] : (placeMm[k - 1] + placeMm[k]) / 2
    const toMm = o === chain.to ? lengthMm : isFirst ? placeMm[k + 1] : (placeMm[k] + placeMm[k + 1]) / 2
    for (let i = firstPoint[o]; i < firstPoint[o + 1]; i++) {
      lastMm = Math.max(lastMm, Math.min(fromMm, lengthMm))
      const near = nearestOnLine(line, lastMm, Math.max(lastMm, toMm), trace.lon[i], trace.lat[i])
      lastMm = near.atMm
      matched.segmentOf[i] = index
      matched.placeMm[i] = near.atMm
      matched.lon[i] = near.lon
      matched.lat[i] = near.lat
      matched.awayM[i] = near.awayM
      if (i === point[o]) matched.isLookedUp[i] = 1
    }
  }
}
