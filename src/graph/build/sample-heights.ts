// Drapes the geometry of one edge after another over the terrain: points with their height in decimetres (NO_HEIGHT_DM:
// void) and their distance from the start of the edge in millimetres, rounded up. A long segment gets further points
// only where the ground departs from the straight line between its ends, so that climbs between distant nodes are not
// lost. Void stays void: if the ground under part of a segment is unknown, its points say so. Bridges and tunnels run
// straight between the given heights of their ends.

import { distanceM, wrapLon, type Box } from '../../geo/lon-lat.ts'
import { int32List, uint32List, float64List } from '../../storage/typed-list.ts'
import { LargeMap, LargeSet } from '../../storage/large-map.ts'
import { NO_HEIGHT_DM } from '../routing-graph.ts'

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

export interface StructureEdges {
  /** sites at the ends of each structure edge, and its length */
  fromSite: Uint32Array
  toSite: Uint32Array
  lengthM: Float64Array
}

interface Link {
  site: number
  weight: number
}

const MAX_SWEEPS = 4000
const SETTLED_M = 0.005
const OVER_RELAXATION = 1.7
const SHORTEST_M = 0.05

/**
 * Heights of bridges, tunnels and ferries: not draped over the ground but straight between the ends of the whole
 * structure, even if it is cut into several ways. An end is a site that joins the surface. A blind end of a bridge or
 * tunnel (a bay, a viewing platform, the far end of an adit) is none: the ground above or below it says nothing about
 * its height, so it lies as high as the place where its branch begins. Heights inside solve the straight-line condition
 * (the mean of the neighbours weighted by 1/length), so chains are linear and forks are smooth between all ends. If an
 * end has no height, or nothing joins the surface, everything connected has none. Height in metres (NaN: unknown) of
 * every site inside a structure. `isEnd` is true for sites that join the surface; `isBlind`: only one structure edge
 * meets there. Sites not in the map take the ground's height.
 */
export function structureHeights(
  { fromSite, toSite, lengthM }: StructureEdges,
  isEnd: (site: number, isBlind: boolean) => boolean,
  heightAtSite: (site: number) => number,
): LargeMap<number, number> {
  const links = new LargeMap<number, Link[]>()
  const link = (a: number, b: number, weight: number) => {
    const list = links.get(a)
    if (list === undefined) links.set(a, [{ site: b, weight }])
    else list.push({ site: b, weight })
  }
  for (let e = 0; e < fromSite.length; e++) {
    const weight = 1 / Math.max(SHORTEST_M, lengthM[e])
    link(fromSite[e], toSite[e], weight)
    link(toSite[e], fromSite[e], weight)
  }
  const inside = new LargeSet<number>()
  for (const [site, list] of links) if (!isEnd(site, list.length === 1)) inside.add(site)
  const heights = new LargeMap<number, number>()
  const seen = new LargeSet<number>()
  for (const start of inside) {
    if (seen.has(start)) continue
    seen.add(start)
    const group = [start]
    const ends = new Map<number, number>()
    for (const site of group) {
      for (const { site: next } of links.get(site)!) {
        if (!inside.has(next)) ends.set(next, heightAtSite(next))
        else if (!seen.has(next)) {
          seen.add(next)
          group.push(next)
        }
      }
    }
    solve(group, ends, links, heights)
  }
  return heights
}

function solve(
  group: number[],
  ends: ReadonlyMap<number, number>,
  links: LargeMap<number, Link[]>,
  heights: LargeMap<number, number>,
): void {
  const known = [...ends.values()]
  if (known.length === 0 || known.some(Number.isNaN)) {
    for (const site of group) heights.set(site, NaN)
    return
  }
  const mean = known.reduce((sum, h) => sum + h, 0) / known.length
  for (const site of group) heights.set(site, mean)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let changeM = 0
    for (const site of group) {
      let sum = 0
      let weights = 0
      for (const { site: next, weight } of links.get(site)!) {
        sum += weight * (ends.get(next) ?? heights.get(next)!)
        weights += weight
      }
      const before = heights.get(site)!
      const after = before + OVER_RELAXATION * (sum / weights - before)
      changeM = Math.max(changeM, Math.abs(after - before))
      heights.set(site, after)
    }
    if (changeM < SETTLED_M / 10) return
  }
}

/** Sides of a box whose heights are loaded at once, in degrees: 100 MB of heights at 1". */
const WIDEST_BOX_DEG = 2

export interface TerrainInPieces {
  prepare(box: Box): Promise<unknown>
  /** metres, NaN: unknown; only inside the prepared box */
  heightOrNaN(lon: number, lat: number): number
}

/** Whether a box (`minLon > maxLon` across the antimeridian) is too wide to be loaded at once. */
export function isWide([west, south, east, north]: Box): boolean {
  return north - south > WIDEST_BOX_DEG || (east < west ? east + 360 : east) - west > WIDEST_BOX_DEG
}

/**
 * Heights for a computation over an area that is too wide to have in memory at once, as a trail across a continent: the
 * positions it asks for are noted, their heights read piece by piece, and the computation runs again with them. Runs
 * `compute` twice: first with heights that are unknown, then with those of the positions it requested. What it asks for
 * must not depend on the heights. The answer is that of the second run.
 */
export async function withHeightsAlong<T>(
  compute: (heightOrNaN: (lon: number, lat: number) => number) => T,
  terrain: TerrainInPieces,
): Promise<T> {
  const lons = float64List()
  const lats = float64List()
  compute((lon, lat) => {
    lons.push(lon)
    lats.push(lat)
    return NaN
  })
  const lon = lons.view()
  const lat = lats.view()
  const heights = new Float64Array(lon.length)
  for (let from = 0, to = 0; from < lon.length; from = to) {
    let box: Box = [lon[from], lat[from], lon[from], lat[from]]
    for (to = from + 1; to < lon.length; to++) {
      const grown: Box = [
        Math.min(box[0], lon[to]),
        Math.min(box[1], lat[to]),
        Math.max(box[2], lon[to]),
        Math.max(box[3], lat[to]),
      ]
      if (isWide(grown)) break
      box = grown
    }
    await terrain.prepare(box)
    for (let i = from; i < to; i++) heights[i] = terrain.heightOrNaN(lon[i], lat[i])
  }
  let next = 0
  return compute(() => heights[next++])
}
