// Drapes the geometry of one edge after another over the terrain: points with their height in decimetres (NO_HEIGHT_DM:
// void) and their distance from the start of the edge in millimetres, rounded up. A long segment gets further points
// only where the ground departs from the straight line between its ends, so that climbs between distant nodes are not
// lost. Void stays void: if the ground under part of a segment is unknown, its points say so. Bridges and tunnels run
// straight between the given heights of their ends.

import { distanceM, wrapLon } from '../../geo/lon-lat.ts'
import { NO_HEIGHT_DM } from '../routing-graph.ts'
import { int32List, uint32List } from '../../storage/typed-list.ts'

/** Height of the ground in metres; null (or NaN) where unknown. */
export type HeightAt = (lon: number, lat: number) => number | null

/** Segments up to this length are assumed to follow the ground in a straight line. */
const STRAIGHT_M = 40
const SAMPLE_EVERY_M = 20
const MAX_SAMPLES = 2000
/** Departure of the ground from the straight line that needs a point of its own. */
const DEPARTURE_M = 2

export class ShapeWriter {
  readonly lonE7 = int32List(1 << 16)
  readonly latE7 = int32List(1 << 16)
  readonly heightDm = int32List(1 << 16)
  readonly atMm = uint32List(1 << 16)
  #heightAt: HeightAt
  readonly #samples = new Float64Array(MAX_SAMPLES + 1)
  readonly #chosen = new Uint8Array(MAX_SAMPLES + 1)
  #atM = 0
  #lastLon = 0
  #lastLat = 0
  #lastHeightM = NaN

  constructor(heightAt: HeightAt) {
    this.#heightAt = heightAt
  }

  get pointCount(): number {
    return this.lonE7.length
  }

  /** What is written, point by point. */
  get lists() {
    return [this.lonE7, this.latE7, this.heightDm, this.atMm]
  }

  /** Writes with other heights while `write` runs. */
  over(heightAt: HeightAt, write: () => void): void {
    const before = this.#heightAt
    this.#heightAt = heightAt
    write()
    this.#heightAt = before
  }

  /** Height of the ground, NaN if unknown. */
  groundM(lonE7: number, latE7: number): number {
    return this.#heightAt(lonE7 / 1e7, latE7 / 1e7) ?? NaN
  }

  /** Starts an edge. */
  begin(lonE7: number, latE7: number, heightM: number): void {
    this.#atM = 0
    this.#push(lonE7, latE7, heightM)
  }

  /** Continues in a straight line, with no points between. */
  lineTo(lonE7: number, latE7: number, heightM: number): void {
    this.#atM += distanceM(this.#lastLon, this.#lastLat, lonE7 / 1e7, latE7 / 1e7)
    this.#push(lonE7, latE7, heightM)
  }

  /** Continues over the ground, with further points where it departs from the straight line. */
  drapeTo(lonE7: number, latE7: number): void {
    const heightM = this.groundM(lonE7, latE7)
    const lon = lonE7 / 1e7
    const lat = latE7 / 1e7
    const fromLon = this.#lastLon
    const fromLat = this.#lastLat
    const lengthM = distanceM(fromLon, fromLat, lon, lat)
    if (lengthM > STRAIGHT_M) {
      const dLon = wrapLon(lon - fromLon)
      const dLat = lat - fromLat
      const parts = this.#choosePoints(fromLon, fromLat, dLon, dLat, heightM, lengthM)
      for (let i = 1; i < parts; i++) {
        if (this.#chosen[i] === 0) continue
        const share = i / parts
        this.lineTo(
          Math.round(wrapLon(fromLon + dLon * share) * 1e7),
          Math.round((fromLat + dLat * share) * 1e7),
          this.#samples[i],
        )
      }
    }
    this.lineTo(lonE7, latE7, heightM)
  }

  /** Samples the ground along a segment and marks in #chosen which of the points 1..parts - 1 to keep. */
  #choosePoints(
    fromLon: number,
    fromLat: number,
    dLon: number,
    dLat: number,
    toHeightM: number,
    lengthM: number,
  ): number {
    const samples = this.#samples
    const chosen = this.#chosen
    const parts = Math.min(MAX_SAMPLES, Math.ceil(lengthM / SAMPLE_EVERY_M))
    samples[0] = this.#lastHeightM
    samples[parts] = toHeightM
    let voids = Number.isNaN(samples[0]) || Number.isNaN(toHeightM) ? 1 : 0
    for (let i = 1; i < parts; i++) {
      const share = i / parts
      samples[i] = this.#heightAt(wrapLon(fromLon + dLon * share), fromLat + dLat * share) ?? NaN
      if (Number.isNaN(samples[i])) voids++
      chosen[i] = 0
    }
    if (voids === 0) {
      this.#chooseBetween(0, parts)
      return parts
    }
    // every change between known and void ground is kept
    let runStart = 0
    for (let i = 1; i <= parts; i++) {
      const wasKnown = !Number.isNaN(samples[i - 1])
      const isKnown = !Number.isNaN(samples[i])
      if (wasKnown !== isKnown) {
        chosen[i - 1] = 1
        chosen[i] = 1
        if (wasKnown) this.#chooseBetween(runStart, i - 1)
        runStart = i
      } else if (i === parts && isKnown) this.#chooseBetween(runStart, parts)
    }
    return parts
  }

  /**
   * Douglas-Peucker over heights: keeps the sample that departs most from the line between two kept ones, and continues
   * on both sides.
   */
  #chooseBetween(from: number, to: number): void {
    const samples = this.#samples
    let farthest = -1
    let departureM = DEPARTURE_M
    for (let i = from + 1; i < to; i++) {
      const straight = samples[from] + ((samples[to] - samples[from]) * (i - from)) / (to - from)
      const offM = Math.abs(samples[i] - straight)
      if (offM > departureM) {
        departureM = offM
        farthest = i
      }
    }
    if (farthest < 0) return
    this.#chosen[farthest] = 1
    this.#chooseBetween(from, farthest)
    this.#chooseBetween(farthest, to)
  }

  #push(lonE7: number, latE7: number, heightM: number): void {
    this.#lastLon = lonE7 / 1e7
    this.#lastLat = latE7 / 1e7
    this.#lastHeightM = heightM
    this.lonE7.push(lonE7)
    this.latE7.push(latE7)
    this.heightDm.push(Number.isNaN(heightM) ? NO_HEIGHT_DM : Math.round(heightM * 10))
    this.atMm.push(Math.ceil(this.#atM * 1000))
  }
}
