// The region of a job on the network: the one whose core holds its points (region-area.ts). Where that network has no
// way, the next one that holds all points is asked, since boxes of neighbours overlap. With one region there is no
// choice.

import { ServiceError, type ErrorCode } from '../errors.ts'
import type { LonLat } from '../geo/lon-lat.ts'
import type { RouteJobs, RunJob } from '../jobs.ts'
import { START_SUBJECT, waypointSubject } from '../routing/costs/point-subject.ts'
import type { PlanRouteInput } from '../routing/costs/request-types.ts'
import { matrixSubject } from '../routing/matrix/matrix-request.ts'
import { REACH_SUBJECT } from '../routing/isochrone/isochrone-request.ts'
import { SETTINGS } from '../travel/settings.ts'
import { findHoldingMost, listHolding, notHeld, type PointWords, type RegionArea } from './region-area.ts'

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

/** `listAreas`: of the networks in service; `run` runs a job on one of them by its name. */
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
