// Where the matched way lies within the search radius of the supplied line: between points near the way the line may
// run far off (two points in one valley, the road around the mountain). The line is tested every STEP_M wherever the
// way might be farther than the radius; each result holds for half a step to both sides. Distances are to the whole
// matched way, so that nothing beside it counts as far.

import Flatbush from 'flatbush'
import { DEG_TO_RAD, M_PER_DEG_LAT, nearestOnSegment, wrapLon } from '../../geo/lon-lat.ts'
import { nearestOnLine } from './nearest-on-line.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'

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
