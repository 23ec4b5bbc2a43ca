// Recorded points -> observations, the places that matching looks up: few enough to search, and with noise averaged out
// where possible. A recording that jitters more than it moves is averaged over groups of points (second differences
// measure the jitter); a smooth one is thinned to a point every few metres; a stop becomes one observation; planner
// lines stay as they are. Observations of one part only, in order; every point belongs to exactly one. Pure.

import { DEG_TO_RAD, M_PER_DEG_LAT, wrapLon } from '../../geo/lon-lat.ts'
import type { TracePoints } from './match-types.ts'

/** A point closer than this to the last observation adds nothing, metres. */
const THIN_M = 4
/** An averaged group within this of the last one is the same stop. */
const SAME_STOP_M = 6
/** With less jitter than this nothing is averaged. */
const SMOOTH_M = 2
const MAX_WINDOW_M = 35
/** Number of points over which the speed of travel is measured. */
const SPEED_LAG = 16
const MAX_PAUSE_S = 30
/**
 * Median length of a second difference of independent noise of one metre each way: sqrt(6) times the median of a
 * Rayleigh variable.
 */
const SECOND_DIFFERENCE = 2.884

export interface Observations {
  count: number
  lon: Float64Array
  lat: Float64Array
  /** seconds, NaN none */
  timeS: Float64Array
  /** points of observation o are [firstPoint[o], firstPoint[o + 1]) */
  firstPoint: Int32Array
  /** the point that represents it */
  point: Int32Array
}

/** Metres between two near places on the local plane. */
function planeM(lonA: number, latA: number, lonB: number, latB: number): number {
  const x = wrapLon(lonB - lonA) * M_PER_DEG_LAT * Math.cos(latA * DEG_TO_RAD)
  const y = (latB - latA) * M_PER_DEG_LAT
  return Math.sqrt(x * x + y * y)
}

export function median(values: number[]): number {
  if (values.length === 0) return 0
  return Float64Array.from(values).sort()[values.length >> 1]
}

/** Standard deviation of the noise from point to point, metres each way; an upper bound where the line itself turns. */
function jitterOf({ lon, lat }: TracePoints, from: number, to: number): number {
  const bends: number[] = []
  for (let i = from + 1; i < to - 1; i++) {
    const kx = M_PER_DEG_LAT * Math.cos(lat[i] * DEG_TO_RAD)
    const x = (wrapLon(lon[i - 1] - lon[i]) + wrapLon(lon[i + 1] - lon[i])) * kx
    const y = (lat[i - 1] - 2 * lat[i] + lat[i + 1]) * M_PER_DEG_LAT
    bends.push(Math.sqrt(x * x + y * y))
  }
  return median(bends) / SECOND_DIFFERENCE
}

/** Median distance in metres from one point to the next, without noise as far as a longer window can remove it. */
function travelPerPoint({ lon, lat }: TracePoints, from: number, to: number): number {
  const lag = Math.max(1, Math.min(SPEED_LAG, (to - from) >> 2))
  const steps: number[] = []
  for (let i = from; i + lag < to; i++) steps.push(planeM(lon[i], lat[i], lon[i + lag], lat[i + lag]) / lag)
  return median(steps)
}

/** Observations of points [from, to). */
export function observe(trace: TracePoints, from: number, to: number): Observations {
  const jitterM = to - from < 8 ? 0 : jitterOf(trace, from, to)
  const windowM = Math.min(MAX_WINDOW_M, 2 * jitterM + 5)
  const stepM = jitterM > SMOOTH_M ? travelPerPoint(trace, from, to) : Infinity
  return stepM <= windowM / 2
    ? average(trace, from, to, Math.max(2, Math.round(windowM / Math.max(stepM, 0.1))), windowM + 3 * jitterM)
    : thin(trace, from, to)
}

class Groups {
  readonly lon: number[] = []
  readonly lat: number[] = []
  readonly timeS: number[] = []
  readonly firstPoint: number[] = []
  readonly point: number[] = []

  push(lon: number, lat: number, timeMs: number, firstPoint: number, point: number): void {
    this.lon.push(lon)
    this.lat.push(lat)
    this.timeS.push(timeMs / 1000)
    this.firstPoint.push(firstPoint)
    this.point.push(point)
  }

  close(end: number): Observations {
    return {
      count: this.lon.length,
      lon: Float64Array.from(this.lon),
      lat: Float64Array.from(this.lat),
      timeS: Float64Array.from(this.timeS),
      firstPoint: Int32Array.from([...this.firstPoint, end]),
      point: Int32Array.from(this.point),
    }
  }
}

/** A point every few metres; the last one always. */
function thin({ lon, lat, timeMs }: TracePoints, from: number, to: number): Observations {
  const groups = new Groups()
  for (let i = from; i < to; i++) {
    const last = groups.point.length - 1
    const near = last >= 0 && planeM(groups.lon[last], groups.lat[last], lon[i], lat[i]) < THIN_M
    if (near && !(i === to - 1 && last > 0)) continue
    if (near && planeM(groups.lon[last], groups.lat[last], lon[i], lat[i]) < 1) continue
    groups.push(lon[i], lat[i], timeMs[i], i, i)
  }
  groups.firstPoint[0] = from
  return groups.close(to)
}

/** Means of up to `groupSize` points that lie within `extentM` of their first. */
function average(
  { lon, lat, timeMs }: TracePoints,
  from: number,
  to: number,
  groupSize: number,
  extentM: number,
): Observations {
  const groups = new Groups()
  const sizes: number[] = []
  for (let first = from; first < to; ) {
    let end = first + 1
    let x = 0
    let y = 0
    while (end < to && end - first < groupSize && planeM(lon[first], lat[first], lon[end], lat[end]) <= extentM) {
      if (timeMs[end] - timeMs[end - 1] > MAX_PAUSE_S * 1000) break
      x += wrapLon(lon[end] - lon[first])
      y += lat[end] - lat[first]
      end++
    }
    const size = end - first
    const meanLon = lon[first] + x / size
    const meanLat = lat[first] + y / size
    const middle = first + (size >> 1)
    const last = groups.lon.length - 1
    if (last >= 0 && planeM(groups.lon[last], groups.lat[last], meanLon, meanLat) < SAME_STOP_M) {
      const share = size / (size + sizes[last])
      groups.lon[last] += wrapLon(meanLon - groups.lon[last]) * share
      groups.lat[last] += (meanLat - groups.lat[last]) * share
      groups.timeS[last] = timeMs[middle] / 1000
      sizes[last] += size
    } else {
      groups.push(meanLon, meanLat, timeMs[middle], first, middle)
      sizes.push(size)
    }
    first = end
  }
  return groups.close(to)
}
