// HOT: npm run bench -- course
// A file of 50,000 points is read in tens of milliseconds, so points are columns, made once at about their length.
//
// The points of a GPX file in file order: waypoints, route points and track points alike.

import type { Utf8Text } from '../../wire/utf8-text.ts'

/** Kinds of points, values of `GpxText.kind`. */
export const WAYPOINT = 0
export const ROUTE_POINT = 1
export const TRACK_POINT = 2

const FIRST_CAPACITY = 256

/** One entry per point. */
export interface PointColumns {
  /** WAYPOINT, ROUTE_POINT or TRACK_POINT */
  kind: Uint8Array
  /** degrees; NaN where missing or not a number */
  lon: Float64Array
  lat: Float64Array
  /** metres as recorded, NaN: none */
  heightM: Float64Array
  /** milliseconds since the epoch, NaN: none */
  timeMs: Float64Array
  /** the point's element is at [start, end) of the text */
  start: Int32Array
  end: Int32Array
  /** running number of its trkseg or rte in file order, -1 for waypoints */
  part: Int32Array
}

/** Releases the memory of the columns at once; call it when nobody reads them any more. */
export function dropColumns({ kind, lon, lat, heightM, timeMs, start, end, part }: PointColumns): void {
  for (const { buffer } of [kind, lon, lat, heightM, timeMs, start, end, part]) (buffer as ArrayBuffer).transfer(0)
}

/** Columns that grow if there are more points than expected. */
export class GrowingPoints implements PointColumns {
  count = 0
  kind = new Uint8Array(0)
  lon = new Float64Array(0)
  lat = new Float64Array(0)
  heightM = new Float64Array(0)
  timeMs = new Float64Array(0)
  start = new Int32Array(0)
  end = new Int32Array(0)
  part = new Int32Array(0)

  constructor(expected: number) {
    this.#resize(Math.max(FIRST_CAPACITY, expected))
  }

  /** A point whose element begins at `from`: without a height, a time and an end as yet. */
  push(kind: number, lon: number, lat: number, from: number, part: number): void {
    if (this.count === this.kind.length) this.#resize(this.count + (this.count >> 1))
    const i = this.count++
    this.kind[i] = kind
    this.lon[i] = lon
    this.lat[i] = lat
    this.heightM[i] = NaN
    this.timeMs[i] = NaN
    this.start[i] = from
    this.end[i] = -1
    this.part[i] = part
  }

  /** As far as there are points. */
  columns(): PointColumns {
    const { count } = this
    return {
      kind: this.kind.subarray(0, count),
      lon: this.lon.subarray(0, count),
      lat: this.lat.subarray(0, count),
      heightM: this.heightM.subarray(0, count),
      timeMs: this.timeMs.subarray(0, count),
      start: this.start.subarray(0, count),
      end: this.end.subarray(0, count),
      part: this.part.subarray(0, count),
    }
  }

  #resize(size: number): void {
    const larger = <T extends Uint8Array | Int32Array | Float64Array>(column: T, into: T): T => {
      into.set(column)
      return into
    }
    this.kind = larger(this.kind, new Uint8Array(size))
    this.lon = larger(this.lon, new Float64Array(size))
    this.lat = larger(this.lat, new Float64Array(size))
    this.heightM = larger(this.heightM, new Float64Array(size))
    this.timeMs = larger(this.timeMs, new Float64Array(size))
    this.start = larger(this.start, new Int32Array(size))
    this.end = larger(this.end, new Int32Array(size))
    this.part = larger(this.part, new Int32Array(size))
  }
}

/** Bytes sampled to guess the number of points. */
const GUESSED_FROM = 16_384

/** Estimated number of points, from how dense they are in a piece of the text. */
export function guessPoints(text: Utf8Text): number {
  if (text.length < 2 * GUESSED_FROM) return 0
  const from = text.length >> 1
  let count = 0
  for (let at = text.indexOf('pt ', from); at >= 0 && at < from + GUESSED_FROM; at = text.indexOf('pt ', at + 3))
    count++
  return count === 0 ? 0 : Math.ceil(((count + 2) / GUESSED_FROM) * text.length)
}
