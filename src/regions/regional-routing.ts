// Routing over several regions: each job runs on the network whose core holds its points (region-area.ts). Where that
// network has no way, the next one that holds all points is asked, since boxes of neighbours overlap. With one region
// its answers and errors pass unchanged.

import { ServiceError, type ErrorCode } from '../errors.ts'
import type { LonLat } from '../geo/lon-lat.ts'
import type { JobOptions } from '../job-options.ts'
import { START_SUBJECT, waypointSubject } from '../routing/costs/point-subject.ts'
import type { PlanRouteInput } from '../routing/costs/request-types.ts'
import { matrixSubject } from '../routing/matrix/matrix-request.ts'
import { REACH_SUBJECT } from '../routing/isochrone/isochrone-request.ts'
import type { RoutingService } from '../services.ts'
import { SETTINGS } from '../travel/settings.ts'
import { findHoldingMost, listHolding, notHeld, type PointWords, type RegionArea } from './region-area.ts'

/** What another region with the same points may answer after all. */
const ASK_ON: ReadonlySet<ErrorCode> = new Set(['no_snap', 'no_path', 'outside_region'])
/** Lines are looked at by so many of their points. */
const MOST_POINTS_OF_LINE = 1000

/** `listAreas`: of the networks in service; `on`: routing on one of them by its name. */
export function createRegionalRouting(
  listAreas: () => readonly RegionArea[],
  on: (region: string) => RoutingService,
): RoutingService {
  const atPoints = async <T>(
    points: readonly LonLat[],
    slackM: number,
    wordsOf: PointWords,
    ask: (routing: RoutingService) => Promise<T>,
  ): Promise<T> => {
    const areas = listAreas()
    if (areas.length < 2) return ask(on(areas[0]?.name ?? ''))
    const holding = listHolding(areas, points, slackM)
    if (holding.length === 0) throw notHeld(areas, points, slackM, wordsOf)
    let first: unknown
    for (const { name } of holding) {
      try {
        return await ask(on(name))
      } catch (thrown) {
        first ??= thrown
        if (!(thrown instanceof ServiceError) || !ASK_ON.has(thrown.code)) throw first
      }
    }
    throw first
  }
  const alongLine = (line: { lon: Float64Array; lat: Float64Array }): RoutingService => {
    const areas = listAreas()
    return on((areas.length < 2 ? areas[0] : findHoldingMost(areas, thinned(line)))?.name ?? '')
  }
  const route = <T>(input: PlanRouteInput, ask: (routing: RoutingService) => Promise<T>): Promise<T> =>
    atPoints(pointsOfRoute(input), input.snapRadiusM ?? SETTINGS.snapRadiusM.default, wordsOf(input), ask)
  const start = { words: START_SUBJECT.words, inputPath: START_SUBJECT.inputPath }
  return {
    planRoute: (input, job: JobOptions) => route(input, (routing) => routing.planRoute(input, job)),
    planTrip: (input, job) => route(input, (routing) => routing.planTrip(input, job)),
    findRoundTrips: (input, job) =>
      atPoints(
        [input.start],
        SETTINGS.snapRadiusM.default,
        () => start,
        (routing) => routing.findRoundTrips(input, job),
      ),
    matchTrace: (input, job) => alongLine(input).matchTrace(input, job),
    analyseRoute: (input, job) => alongLine(input).analyseRoute(input, job),
    findMatrix: (input, job) =>
      atPoints(
        [...input.sources, ...input.targets],
        input.snapRadiusM ?? SETTINGS.snapRadiusM.default,
        (index) => matrixSubject(input, index),
        (routing) => routing.findMatrix(input, job),
      ),
    findReach: (input, job) =>
      atPoints(
        [input.from],
        input.snapRadiusM ?? SETTINGS.snapRadiusM.default,
        () => REACH_SUBJECT,
        (routing) => routing.findReach(input, job),
      ),
    findArrivals: (input, job) =>
      atPoints(
        [input.reach.from],
        input.reach.snapRadiusM ?? SETTINGS.snapRadiusM.default,
        () => REACH_SUBJECT,
        (routing) => routing.findArrivals(input, job),
      ),
  }
}

/** The waypoints, and the two ends of every piece of a trail that is followed. */
function pointsOfRoute({ waypoints, trails = [] }: PlanRouteInput): LonLat[] {
  const points: LonLat[] = [...waypoints]
  for (const { parts, from, to } of trails) {
    if (from !== undefined) points.push(from)
    if (to !== undefined) points.push(to)
    for (const part of from !== undefined && to !== undefined ? [] : parts) {
      for (const at of [0, part.length - 2]) points.push([part[at] / 1e6, part[at + 1] / 1e6])
    }
  }
  return points
}

/** Points behind the waypoints are those of trails, in their order. */
function wordsOf({ waypoints, trails = [] }: PlanRouteInput): PointWords {
  const owners = waypoints.map((_, index) => index)
  for (const { waypoint, parts, from, to } of trails) {
    const count =
      Number(from !== undefined) +
      Number(to !== undefined) +
      (from !== undefined && to !== undefined ? 0 : 2 * parts.length)
    for (let i = 0; i < count; i++) owners.push(waypoint)
  }
  return (index) => waypointSubject(owners[index], waypoints.length)
}

function thinned({ lon, lat }: { lon: Float64Array; lat: Float64Array }): LonLat[] {
  const step = Math.max(1, Math.ceil(lon.length / MOST_POINTS_OF_LINE))
  const points: LonLat[] = []
  for (let i = 0; i < lon.length; i += step) points.push([lon[i], lat[i]])
  return points
}
