// Which region answers for which points (decision: regions). A region covers its box and has a core within it; without
// one the box is its core. Pure.

import { distanceM, M_PER_DEG_LAT, DEG_TO_RAD, type Box, type LonLat } from '../geo/lon-lat.ts'
import { eastBeyondWest } from '../geo/split-box.ts'
import { ServiceError } from '../errors.ts'
import { say } from '../language/sentence.ts'
import type { PointSubject } from '../routing/costs/point-subject.ts'

export interface RegionArea {
  /** as its folder is called; empty for the release of the data folder itself */
  name: string
  /** for messages */
  title: string
  bbox: Box
  /** rings, by the even-odd rule; null: the whole box */
  core: readonly (readonly LonLat[])[] | null
}

/** What a message calls a point, and the field it came from. */
export type PointWords = (index: number, count: number) => Pick<PointSubject, 'point' | 'inputPath'>

/**
 * The regions whose boxes hold all points within `toleranceM`: first the one with most of them in its core, then the
 * one with its edge farthest away, then by name.
 */
export function listHolding(
  areas: readonly RegionArea[],
  points: readonly LonLat[],
  toleranceM: number,
): readonly RegionArea[] {
  return areas
    .filter(({ bbox }) => points.every((point) => metresOutside(bbox, point) <= toleranceM))
    .map((area) => ({ area, inCore: countInCore(area, points), roomM: roomOf(area.bbox, points) }))
    .sort((a, b) => b.inCore - a.inCore || b.roomM - a.roomM || compareNames(a.area, b.area))
    .map(({ area }) => area)
}

/** The region with most of the points in its core, then in its box, then the nearest; undefined if absent. */
export function findHoldingMost(areas: readonly RegionArea[], points: readonly LonLat[]): RegionArea | undefined {
  const count = (area: RegionArea) => ({
    area,
    inCore: countInCore(area, points),
    inBox: points.filter((point) => metresOutside(area.bbox, point) === 0).length,
    awayM: points.length === 0 ? 0 : metresOutside(area.bbox, points[0]),
  })
  return areas
    .map(count)
    .sort((a, b) => b.inCore - a.inCore || b.inBox - a.inBox || a.awayM - b.awayM || compareNames(a.area, b.area))[0]
    ?.area
}

/** Why no region holds all points: one lies in none, or they lie in different ones. At least one region and point. */
export function notHeld(
  areas: readonly RegionArea[],
  points: readonly LonLat[],
  toleranceM: number,
  wordsOf: PointWords,
): ServiceError {
  const nearest = points.map((point) => nearestTo(areas, point))
  const lost = nearest.findIndex(({ awayM }) => awayM > toleranceM)
  if (lost >= 0) {
    const { point, inputPath } = wordsOf(lost, points.length)
    const { area, awayM } = nearest[lost]
    return new ServiceError(
      say('error.outside_region.regions', { point, position: points[lost].join(', '), awayM, region: area.title }),
      { inputPath },
    )
  }
  const home = listHolding(areas, points.slice(0, 1), toleranceM)[0]
  const away = points.findIndex((point) => metresOutside(home.bbox, point) > toleranceM)
  const { point, inputPath } = wordsOf(away, points.length)
  const other = listHolding(areas, [points[away]], toleranceM)[0]
  return new ServiceError(
    say('error.outside_region.parted', {
      point,
      position: points[away].join(', '),
      otherRegion: other.title,
      awayM: metresOutside(home.bbox, points[away]),
      region: home.title,
      firstPoint: wordsOf(0, points.length).point,
    }),
    { inputPath },
  )
}

/** Whether the core of the region holds the point. */
export function isInCore({ bbox, core }: RegionArea, point: LonLat): boolean {
  if (core === null) return metresOutside(bbox, point) === 0
  return core.reduce((inside, ring) => inside !== crossesOdd(ring, point), false)
}

/** From the box to a point outside it; 0 inside. */
export function metresOutside(box: Box, [lon, lat]: LonLat): number {
  const [west, south, , north] = box
  const nearLat = Math.max(south, Math.min(north, lat))
  let leastM = Infinity
  // from either side, going round the earth
  for (const sameLon of [lon, lon + 360, lon - 360]) {
    const nearLon = Math.max(west, Math.min(eastBeyondWest(box), sameLon))
    if (nearLon === sameLon && nearLat === lat) return 0
    leastM = Math.min(leastM, distanceM(lon, lat, nearLon, nearLat))
  }
  return leastM
}

function nearestTo(areas: readonly RegionArea[], point: LonLat): { area: RegionArea; awayM: number } {
  let best = { area: areas[0], awayM: Infinity }
  for (const area of areas) {
    const awayM = metresOutside(area.bbox, point)
    if (awayM < best.awayM) best = { area, awayM }
  }
  return best
}

function countInCore(area: RegionArea, points: readonly LonLat[]): number {
  let count = 0
  for (const point of points) if (isInCore(area, point)) count++
  return count
}

/** From the points to the nearest edge of the box; negative where one lies outside. */
function roomOf(box: Box, points: readonly LonLat[]): number {
  const [west, south, , north] = box
  const east = eastBeyondWest(box)
  let roomM = Infinity
  for (const [pointLon, lat] of points) {
    const lon = east > 180 && pointLon < west ? pointLon + 360 : pointLon
    const mPerDegLon = M_PER_DEG_LAT * Math.cos(lat * DEG_TO_RAD)
    roomM = Math.min(
      roomM,
      (lon - west) * mPerDegLon,
      (east - lon) * mPerDegLon,
      (lat - south) * M_PER_DEG_LAT,
      (north - lat) * M_PER_DEG_LAT,
    )
  }
  return roomM
}

/** Whether a line from the point to the east crosses the ring an odd number of times. */
function crossesOdd(ring: readonly LonLat[], [lon, lat]: LonLat): boolean {
  let odd = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]
    const [bx, by] = ring[j]
    if (ay > lat !== by > lat && lon < ax + ((lat - ay) / (by - ay)) * (bx - ax)) odd = !odd
  }
  return odd
}

function compareNames(a: RegionArea, b: RegionArea): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
