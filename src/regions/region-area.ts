// Which region answers for which points, and so serves a job on the network (decision: regions). A region covers its
// box and has a core within it; without one the box is its core. Pure.

import { distanceM, M_PER_DEG_LAT, DEG_TO_RAD, type Box, type LonLat } from '../geo/lon-lat.ts'
import { eastBeyondWest } from '../geo/split-box.ts'
import { ServiceError, type ErrorCode } from '../errors.ts'
import { say } from '../language/sentence.ts'
import { type PointSubject, START_SUBJECT, waypointSubject } from '../routing/costs/point-subject.ts'
import type { RouteJobs, RunJob } from '../jobs.ts'
import type { PlanRouteInput } from '../routing/costs/request-types.ts'
import { matrixSubject } from '../routing/matrix/matrix-types.ts'
import { REACH_SUBJECT } from '../routing/isochrone/isochrone-types.ts'
import { SETTINGS } from '../travel/settings.ts'

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
type PointWords = (index: number, count: number) => Pick<PointSubject, 'point' | 'inputPath'>

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
      { inputPath, about: { at: points[lost] } },
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
    { inputPath, about: { at: points[away] } },
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

/** After these refusals another region with the same points is tried. */
const TRIED_ELSEWHERE: ReadonlySet<ErrorCode> = new Set(['no_snap', 'no_path', 'outside_region'])
/** Lines are looked at by so many of their points. */
const MOST_POINTS_OF_LINE = 1000

/** Points that one region has to hold all of; without `wordsOf` the region with most of them is taken. */
interface JobPoints {
  points: readonly LonLat[]
  /** how far a point may lie outside a region */
  toleranceM?: number | undefined
  wordsOf?: PointWords
}

/** Where the job of each kind lies. */
const POINTS: { [Kind in keyof RouteJobs]: (input: RouteJobs[Kind]['input']) => JobPoints } = {
  route: pointsOfRoute,
  trip: pointsOfRoute,
  loops: ({ start }) => ({ points: [start], wordsOf: () => START_SUBJECT }),
  match: pointsOfLine,
  analyse: pointsOfLine,
  reach: ({ from, snapRadiusM }) => ({ points: [from], toleranceM: snapRadiusM, wordsOf: () => REACH_SUBJECT }),
  arrivals: ({ reach }) => POINTS.reach(reach),
  matrix: (input) => ({
    points: [...input.sources, ...input.targets],
    toleranceM: input.snapRadiusM,
    wordsOf: (index) => matrixSubject(input, index),
  }),
}

/**
 * The region of a job on the network: the one whose core holds its points (region-area.ts). Where that network has no
 * way, the next one that holds all points is asked, since boxes of neighbours overlap. With one region there is no
 * choice. `listAreas`: of the networks in service; `run` runs a job on one of them by its name.
 */
export function runInRegion(
  listAreas: () => readonly RegionArea[],
  run: (region: string, ...job: Parameters<RunJob<RouteJobs>>) => Promise<unknown>,
): RunJob<RouteJobs> {
  const runInFirst = async (...job: Parameters<RunJob<RouteJobs>>): Promise<unknown> => {
    const areas = listAreas()
    if (areas.length < 2) return run(areas[0]?.name ?? '', ...job)
    const [kind, input] = job
    const names = regionsOf(areas, POINTS[kind](input as never))
    let first: unknown
    for (const name of names) {
      try {
        return await run(name, ...job)
      } catch (thrown) {
        first ??= thrown
        if (!(thrown instanceof ServiceError) || !TRIED_ELSEWHERE.has(thrown.code)) throw first
      }
    }
    throw first
  }
  return runInFirst as RunJob<RouteJobs>
}

/** The regions that may have the job, the best first. Throws ServiceError `outside_region`. */
function regionsOf(areas: readonly RegionArea[], { points, toleranceM, wordsOf }: JobPoints): string[] {
  if (wordsOf === undefined) return [findHoldingMost(areas, points)!.name]
  const holding = listHolding(areas, points, toleranceM ?? SETTINGS.snapRadiusM.default)
  if (holding.length === 0) throw notHeld(areas, points, toleranceM ?? SETTINGS.snapRadiusM.default, wordsOf)
  return holding.map(({ name }) => name)
}

/** The waypoints, and the two ends of every piece of a trail that is followed. */
function pointsOfRoute({ waypoints, trails = [], snapRadiusM }: PlanRouteInput): JobPoints {
  const points: LonLat[] = [...waypoints]
  /** by point: its waypoint */
  const owners = waypoints.map((_, index) => index)
  for (const { waypoint, parts, from, to } of trails) {
    if (from !== undefined) points.push(from)
    if (to !== undefined) points.push(to)
    for (const part of from !== undefined && to !== undefined ? [] : parts) {
      for (const at of [0, part.length - 2]) points.push([part[at] / 1e6, part[at + 1] / 1e6])
    }
    while (owners.length < points.length) owners.push(waypoint)
  }
  return { points, toleranceM: snapRadiusM, wordsOf: (index) => waypointSubject(owners[index], waypoints.length) }
}

function pointsOfLine({ lon, lat }: { lon: Float64Array; lat: Float64Array }): JobPoints {
  const step = Math.max(1, Math.ceil(lon.length / MOST_POINTS_OF_LINE))
  const points: LonLat[] = []
  for (let i = 0; i < lon.length; i += step) points.push([lon[i], lat[i]])
  return { points }
}
