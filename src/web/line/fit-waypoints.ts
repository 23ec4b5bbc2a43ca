// Few waypoints whose route follows a line: its ends first, then one more in each leg that leaves it, where the two are
// furthest apart, until none does or there are too many. The router is the caller's; how far the result is off is
// reported.

import { distanceM, type LonLat } from '../../geo/lon-lat.ts'
import { type ShownLine, nearestOnLine, pointAt, toShownLine } from './shown-line.ts'

export interface RoutedLine {
  legs: readonly { lengthM: number }[]
  lengthM: number
  coordinates: readonly (readonly [number, number, ...unknown[]])[]
}

export interface FittedWaypoints {
  waypoints: LonLat[]
  /** the furthest that line and route are apart, metres, where they were compared */
  offM: number
}

/** A route so near is the same way: a recording is not better than this. */
const SAME_WAY_M = 40
const MOST_WAYPOINTS = 40
const MOST_ROUNDS = 8
/** Places of each leg that are compared. */
const SAMPLES = 60
/** Of a line that ends where it began, the first legs. */
const LOOP_LEGS = 4

/** Throws what `route` throws: where there is no way, nothing is fitted. */
export async function fitWaypoints(
  line: ShownLine,
  route: (waypoints: LonLat[]) => Promise<RoutedLine>,
): Promise<FittedWaypoints> {
  let anchors = firstAnchors(line)
  let best: (FittedWaypoints & { anchors: number[] }) | null = null
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const waypoints = anchors.map((atM) => placeAt(line, atM))
    const found = await route(waypoints)
    const legs = legsOf(found)
    const furthest = legs.map((leg, i) => furthestApart(line, anchors[i], anchors[i + 1], leg))
    const offM = Math.max(...furthest.map((one) => one.offM))
    if (best === null || offM < best.offM) best = { waypoints, offM, anchors }
    const added = furthest
      .map((one, i) => ({
        ...one,
        atM: between(anchors[i], one.atM, anchors[i + 1]),
        roomM: anchors[i + 1] - anchors[i],
      }))
      .filter((one) => one.offM > SAME_WAY_M && one.roomM > SAME_WAY_M)
      .sort((a, b) => b.offM - a.offM)
      .slice(0, MOST_WAYPOINTS - anchors.length)
    if (added.length === 0) break
    anchors = [...anchors, ...added.map(({ atM }) => atM)].sort((a, b) => a - b)
  }
  return { waypoints: best!.waypoints, offM: best!.offM }
}

function firstAnchors(line: ShownLine): number[] {
  const [startLon, startLat] = pointAt(line, 0)
  const [endLon, endLat] = pointAt(line, line.lengthM)
  const isLoop = distanceM(startLon, startLat, endLon, endLat) < line.lengthM / 20
  const legs = isLoop ? LOOP_LEGS : 1
  return Array.from({ length: legs + 1 }, (_, i) => (line.lengthM * i) / legs)
}

/** The middle, where the place is an end: a waypoint there changes nothing. */
function between(fromM: number, atM: number, toM: number): number {
  const edgeM = (toM - fromM) / 20
  return atM < fromM + edgeM || atM > toM - edgeM ? (fromM + toM) / 2 : atM
}

function placeAt(line: ShownLine, atM: number): LonLat {
  const [lon, lat] = pointAt(line, atM)
  return [lon, lat]
}

function legsOf({ coordinates, lengthM, legs }: RoutedLine): ShownLine[] {
  const whole = toShownLine([coordinates.map(([lon, lat]) => [lon, lat] as [number, number])], lengthM)
  let fromM = 0
  return legs.map((leg) => {
    const toM = Math.min(whole.lengthM, fromM + leg.lengthM)
    const points = whole.points.filter((_, i) => whole.alongM[i] > fromM && whole.alongM[i] < toM)
    const cut = [pointAt(whole, fromM), ...points, pointAt(whole, toM)]
    fromM = toM
    return toShownLine([cut], null)
  })
}

/** Where a stretch of the line and the leg for it are furthest apart, looked at from both. */
function furthestApart(line: ShownLine, fromM: number, toM: number, leg: ShownLine): { offM: number; atM: number } {
  const stretchPlaces = Array.from({ length: SAMPLES + 1 }, (_, i) => fromM + ((toM - fromM) * i) / SAMPLES)
  const stretch = toShownLine([stretchPlaces.map((atM) => pointAt(line, atM))], null)
  let furthest = { offM: 0, atM: fromM }
  for (const atM of stretchPlaces) {
    const [lon, lat] = pointAt(line, atM)
    const offM = nearestOnLine(leg, lon, lat)?.distanceM ?? 0
    if (offM > furthest.offM) furthest = { offM, atM }
  }
  for (let i = 0; i <= SAMPLES; i++) {
    const [lon, lat] = pointAt(leg, (leg.lengthM * i) / SAMPLES)
    const near = nearestOnLine(stretch, lon, lat)
    if (near !== null && near.distanceM > furthest.offM)
      furthest = { offM: near.distanceM, atM: fromM + (near.atM / Math.max(1, stretch.lengthM)) * (toM - fromM) }
  }
  return furthest
}
