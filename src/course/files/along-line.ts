// Where waypoints and cues stand along a line: at its nearest place, between its points too. A line may pass a place
// more than once (out and back, crossings, laps), so each mark has a candidate for each passage, and of these the ones
// are chosen that keep the marks in the order in which they were given: fewest steps back first, then the least
// distance (two marks in the very same place count as 20 m), then the earliest.
//
// Lines are measured on the sphere as chords of unit vectors, so that poles and the antimeridian need no special case.

import { EARTH_RADIUS_M, distanceM } from '../../geo/lon-lat.ts'
import { type UnitVectors, toUnitVectors } from '../simplify/sphere-arc.ts'
import type { FileLine } from './file-content.ts'

/** A place of the line: the share of the way from a point to the next one of its part. */
export interface Place {
  index: number
  share: number
}
interface Candidate extends Place {
  awayM: number
}
export interface Mark {
  lon: number
  lat: number
  /** metres along the line, where that is known */
  atM?: number
}

/** Passages that lie farther than the nearest one by more than this are not meant. */
const SLACK_M = 50
/** A file's own metres are followed to a passage so near. */
const TRUSTED_M = 100
const MAX_PASSAGES = 64
/** Pieces of the line with one bound. */
const BLOCK = 64
/** In metres of distance: any other choice is better than a step back. */
const BACK_COST = 1e8
/** Two marks are rather at two passages than in the very same place, where a passage is hardly farther. */
const STAY_COST = 20
/** Points nearer than this, of the earth's radius, are one: 6 micrometres. */
const SAME_PLACE = 1e-12
/** Shares of a piece that are meant to be its end. */
const AT_POINT = 1e-9

type Vector = readonly [x: number, y: number, z: number]

/** Of each point, metres from the start; gaps between parts are not counted. */
export function metresAlong({ lon, lat, partStart }: Omit<FileLine, 'heightM'>): Float64Array {
  const atM = new Float64Array(lon.length)
  let lengthM = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (i > partStart[p]) lengthM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
      atM[i] = lengthM
    }
  }
  return atM
}

/** The value of a column of points at a place. */
export const valueAt = (column: Float64Array, { index, share }: Place): number =>
  share === 0 ? column[index] : column[index] + (column[index + 1] - column[index]) * share

/** The line must have a point; `atM`: `metresAlong` it. */
export class LinePlaces {
  readonly #atM: Float64Array
  /** numbers of the points, without those that repeat the place of the point before */
  readonly #kept: Int32Array
  readonly #points: UnitVectors
  /** of kept points: whether its part begins, and ends, there */
  readonly #begins: Uint8Array
  readonly #ends: Uint8Array
  readonly #blocks: { x: number; y: number; z: number; radius: number }[] = []

  constructor({ lon, lat, partStart }: FileLine, atM: Float64Array) {
    this.#atM = atM
    const { x, y, z } = toUnitVectors(lon, lat)
    const kept: number[] = []
    const begins: number[] = []
    for (let p = 0; p + 1 < partStart.length; p++) {
      for (let i = partStart[p]; i < partStart[p + 1]; i++) {
        const last = i > partStart[p] ? kept[kept.length - 1] : -1
        if (last >= 0 && Math.hypot(x[i] - x[last], y[i] - y[last], z[i] - z[last]) < SAME_PLACE) continue
        begins.push(i === partStart[p] ? 1 : 0)
        kept.push(i)
      }
    }
    this.#kept = Int32Array.from(kept)
    this.#begins = Uint8Array.from(begins)
    this.#ends = Uint8Array.from(kept, (_, k) => begins[k + 1] ?? 1)
    const take = (column: Float64Array) => Float64Array.from(kept, (i) => column[i])
    this.#points = { x: take(x), y: take(y), z: take(z) }
    for (let from = 0; from < kept.length; from += BLOCK) this.#blocks.push(this.#bound(from))
  }

  /** In the order of the marks. */
  placeInOrder(marks: readonly Mark[]): Place[] {
    const choices = marks.map((mark) => this.#passagesOf(mark))
    let costs: number[] = []
    const cameFrom: number[][] = []
    choices.forEach((choice, m) => {
      const nearestM = Math.min(...choice.map(({ awayM }) => awayM))
      const from: number[] = []
      costs = choice.map((place, c) => {
        let least = m === 0 ? 0 : Infinity
        from[c] = 0
        for (let e = 0; m > 0 && e < choices[m - 1].length; e++) {
          const earlier = choices[m - 1][e]
          const step = place.index - earlier.index || place.share - earlier.share
          const cost = costs[e] + (step < 0 ? BACK_COST : step === 0 ? STAY_COST : 0)
          if (cost < least) [least, from[c]] = [cost, e]
        }
        return least + place.awayM - nearestM
      })
      cameFrom.push(from)
    })
    let chosen = costs.indexOf(Math.min(...costs))
    const places: Place[] = []
    for (let m = marks.length - 1; m >= 0; m--) {
      const { index, share } = choices[m][chosen]
      places.push({ index, share })
      chosen = cameFrom[m][chosen]
    }
    return places.reverse()
  }

  /** The nearest place of each passage, from the start on. */
  #passagesOf({ lon, lat, atM }: Mark): Candidate[] {
    const { x, y, z } = toUnitVectors([lon], [lat])
    const at: Vector = [x[0], y[0], z[0]]
    let nearest: Candidate = { index: this.#kept[0], share: 0, awayM: Infinity }
    for (const k of this.#near(at, () => nearest.awayM)) {
      const { share, awayM } = this.#footOn(at, k)
      if (awayM < nearest.awayM) nearest = { ...this.#placeOn(k, share), awayM }
    }
    const passages = this.#turningPlaces(at, nearest.awayM + SLACK_M)
    // pieces around half of the globe have no such place for sure
    if (passages.length === 0) return [{ ...nearest, awayM: 0 }]
    if (atM === undefined) return passages.slice(0, MAX_PASSAGES)
    const off = (place: Place) => Math.abs(valueAt(this.#atM, place) - atM)
    const known = passages.filter((place) => off(place) <= TRUSTED_M)
    if (known.length === 0) return passages.slice(0, MAX_PASSAGES)
    return [known.reduce((best, place) => (off(place) < off(best) ? place : best))]
  }

  /** Where the line comes no nearer: inside a piece, or at a point that both its pieces say. */
  #turningPlaces(at: Vector, mostM: number): Candidate[] {
    const places: Candidate[] = []
    let approached = -1
    for (const k of this.#near(at, () => mostM)) {
      const { share, awayM } = this.#footOn(at, k)
      const isMet = this.#begins[k] === 1 || approached === k
      if (awayM <= mostM && share === 0 && isMet) places.push({ index: this.#kept[k], share: 0, awayM })
      if (awayM <= mostM && share > 0 && share < 1) places.push({ ...this.#placeOn(k, share), awayM })
      if (share < 1) continue
      approached = k + 1
      if (awayM <= mostM && this.#ends[k + 1] === 1) places.push({ index: this.#kept[k + 1], share: 0, awayM })
    }
    return places
  }

  /** On the piece after the kept point `k`. */
  #placeOn(k: number, share: number): Place {
    if (share === 0) return { index: this.#kept[k], share }
    return share === 1 ? { index: this.#kept[k + 1], share: 0 } : { index: this.#kept[k + 1] - 1, share }
  }

  /** Numbers of the kept points in blocks that may be nearer than that, in order; but for the ends of parts. */
  *#near([x, y, z]: Vector, mostM: () => number): Generator<number> {
    for (let b = 0; b < this.#blocks.length; b++) {
      const block = this.#blocks[b]
      const away = Math.hypot(x - block.x, y - block.y, z - block.z) - block.radius
      if (away * EARTH_RADIUS_M > mostM()) continue
      const to = Math.min(this.#kept.length, (b + 1) * BLOCK)
      for (let k = b * BLOCK; k < to; k++) if (this.#ends[k] === 0 || this.#begins[k] === 1) yield k
    }
  }

  /** The place nearest to a point on the piece after point `k`, which may be the point alone. */
  #footOn([px, py, pz]: Vector, k: number): { share: number; awayM: number } {
    const { x, y, z } = this.#points
    const [ax, ay, az] = [x[k], y[k], z[k]]
    if (this.#ends[k] === 1) return { share: 0, awayM: Math.hypot(px - ax, py - ay, pz - az) * EARTH_RADIUS_M }
    const [dx, dy, dz] = [x[k + 1] - ax, y[k + 1] - ay, z[k + 1] - az]
    const along = ((px - ax) * dx + (py - ay) * dy + (pz - az) * dz) / (dx * dx + dy * dy + dz * dz)
    const share = along < AT_POINT ? 0 : along > 1 - AT_POINT ? 1 : along
    const [fx, fy, fz] = [ax + dx * share, ay + dy * share, az + dz * share]
    const length = Math.hypot(fx, fy, fz)
    return { share, awayM: Math.hypot(px - fx / length, py - fy / length, pz - fz / length) * EARTH_RADIUS_M }
  }

  #bound(from: number): { x: number; y: number; z: number; radius: number } {
    const { x, y, z } = this.#points
    // the last piece ends at a point of the next block
    const to = Math.min(x.length - 1, from + BLOCK)
    const middle = (column: Float64Array) => {
      let sum = 0
      for (let i = from; i <= to; i++) sum += column[i]
      return sum / (to - from + 1)
    }
    const center = { x: middle(x), y: middle(y), z: middle(z) }
    let radius = 0
    for (let i = from; i <= to; i++)
      radius = Math.max(radius, Math.hypot(x[i] - center.x, y[i] - center.y, z[i] - center.z))
    // an arc may leave the sphere around the points of its chord by its height over the chord
    return { ...center, radius: radius * 2 }
  }
}
