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
const BLOCK = 32
/** Pieces looked at for all marks of a line: a second of work. Beyond it marks stand at the nearest of so many. */
const MAX_LOOKS = 40_000_000
const COARSE = 1000
/** In metres of distance: any other choice is better than a step back. */
const BACK_COST = 1e8
/** Two marks are rather at two passages than in the very same place, where a passage is hardly farther. */
const STAY_COST = 20
/** Points nearer than this, of the earth's radius, are one: 6 micrometres. */
const SAME_PLACE = 1e-12
/** Shares of a piece that are meant to be its end. */
const AT_POINT = 1e-9

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
  readonly #blocks: Block[] = []
  readonly #foot: Foot
  /** pieces that may still be looked at */
  #looks = MAX_LOOKS

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
    this.#foot = new Foot(this.#points, this.#ends)
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
    const foot = this.#foot
    foot.moveTo(lon, lat)
    const bounds = this.#blocks.map((block) => foot.awayFrom(block))
    const closest = bounds.indexOf(Math.min(...bounds))
    let nearest: Candidate = { index: this.#kept[0], share: 0, awayM: Infinity }
    const look = (k: number) => {
      foot.putOn(k)
      if (foot.awayM < nearest.awayM) nearest = this.#candidate(k)
    }
    if (this.#looks <= 0) {
      for (let k = 0; k < this.#kept.length; k += Math.ceil(this.#kept.length / COARSE)) look(k)
      return [nearest]
    }
    this.#eachOf(closest, look)
    for (let b = 0; b < bounds.length; b++) if (b !== closest && bounds[b] < nearest.awayM) this.#eachOf(b, look)
    const passages = this.#turningPlaces(bounds, nearest.awayM + SLACK_M)
    // pieces around half of the globe have no such place for sure
    if (passages.length === 0) return [{ ...nearest, awayM: 0 }]
    if (atM === undefined) return passages
    const off = (place: Place) => Math.abs(valueAt(this.#atM, place) - atM)
    const known = passages.filter((place) => off(place) <= TRUSTED_M)
    if (known.length === 0) return passages
    return [known.reduce((best, place) => (off(place) < off(best) ? place : best))]
  }

  /** Where the line comes no nearer: inside a piece, or at a point that both its pieces say. */
  #turningPlaces(bounds: readonly number[], mostM: number): Candidate[] {
    const foot = this.#foot
    const places: Candidate[] = []
    let approached = -1
    const look = (k: number) => {
      if (places.length === MAX_PASSAGES) return
      foot.putOn(k)
      const { share, awayM } = foot
      const isHere = awayM <= mostM
      if (isHere && share < 1 && (share > 0 || approached === k || this.#begins[k] === 1))
        places.push(this.#candidate(k))
      if (share < 1) return
      approached = k + 1
      if (isHere && this.#ends[k + 1] === 1) places.push(this.#candidate(k))
    }
    for (let b = 0; b < bounds.length; b++) if (bounds[b] <= mostM) this.#eachOf(b, look)
    return places
  }

  /** Of where the foot was put on piece `k`. */
  #candidate(k: number): Candidate {
    const { share, awayM } = this.#foot
    if (share === 0) return { index: this.#kept[k], share, awayM }
    if (share === 1) return { index: this.#kept[k + 1], share: 0, awayM }
    return { index: this.#kept[k + 1] - 1, share, awayM }
  }

  /** Numbers of the pieces of a block, each that of its first point; but for the ends of parts. */
  #eachOf(block: number, look: (k: number) => void): void {
    if (this.#looks <= 0) return
    const to = Math.min(this.#kept.length, (block + 1) * BLOCK)
    this.#looks -= BLOCK
    for (let k = block * BLOCK; k < to; k++) if (this.#ends[k] === 0 || this.#begins[k] === 1) look(k)
  }

  #bound(from: number): Block {
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

interface Block {
  x: number
  y: number
  z: number
  radius: number
}

/** The place of a piece that is nearest to a mark. One object is used for all of them, since there are millions. */
class Foot {
  share = 0
  awayM = 0
  readonly #points: UnitVectors
  readonly #ends: Uint8Array
  #x = 0
  #y = 0
  #z = 0

  constructor(points: UnitVectors, ends: Uint8Array) {
    this.#points = points
    this.#ends = ends
  }

  moveTo(lon: number, lat: number): void {
    const { x, y, z } = toUnitVectors([lon], [lat])
    this.#x = x[0]
    this.#y = y[0]
    this.#z = z[0]
  }

  /** Metres that a block is away at least. */
  awayFrom({ x, y, z, radius }: Block): number {
    return (lengthOf(this.#x - x, this.#y - y, this.#z - z) - radius) * EARTH_RADIUS_M
  }

  /** On the piece after point `k`, which may be the point alone. */
  putOn(k: number): void {
    const { x, y, z } = this.#points
    const px = this.#x - x[k]
    const py = this.#y - y[k]
    const pz = this.#z - z[k]
    this.share = 0
    this.awayM = lengthOf(px, py, pz) * EARTH_RADIUS_M
    if (this.#ends[k] === 1) return
    const dx = x[k + 1] - x[k]
    const dy = y[k + 1] - y[k]
    const dz = z[k + 1] - z[k]
    const along = (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)
    if (along < AT_POINT) return
    const share = along > 1 - AT_POINT ? 1 : along
    const fx = x[k] + dx * share
    const fy = y[k] + dy * share
    const fz = z[k] + dz * share
    const length = lengthOf(fx, fy, fz)
    this.share = share
    this.awayM = lengthOf(this.#x - fx / length, this.#y - fy / length, this.#z - fz / length) * EARTH_RADIUS_M
  }
}

const lengthOf = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z)
