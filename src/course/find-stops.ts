// Stops along a course: its waypoints, and pauses of PAUSE_S or more. A pause is a stretch whose points all stay within
// PAUSE_RADIUS_M of its first for that long, or one step of that duration below PAUSE_KMH (the recorder slept).
// A waypoint belongs to the nearest point of the line within WAYPOINT_REACH_M. Times that are missing or run backwards
// make no pause. Never looks across parts.

import { distanceM, EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import type { Course } from './course.ts'
import { toUnitVectors } from './simplify/sphere-arc.ts'

const PAUSE_S = 600
const PAUSE_RADIUS_M = 25
const PAUSE_KMH = 1
const WAYPOINT_REACH_M = 100
/** Consecutive points within the radius that may pass without time advancing. */
const MAX_WAIT_POINTS = 20_000
/** Pairs of points compared before the rest is assumed to have no pauses. */
const MAX_PAIRS = 20_000_000

export interface Stop {
  kind: 'waypoint' | 'pause'
  /** points of the course that mark it: one, or the first and last of a pause */
  indexes: number[]
}

/** All stops: pauses in order, then waypoints. */
export function listStops(course: Course): Stop[] {
  return [...listPauses(course), ...listWaypointStops(course)]
}

function listPauses({ lon, lat, timeMs, partStart }: Course): Stop[] {
  const pauses: Stop[] = []
  let pairs = 0
  const isSlept = (i: number): boolean => {
    const stepS = (timeMs[i + 1] - timeMs[i]) / 1000
    return stepS >= PAUSE_S && distanceM(lon[i], lat[i], lon[i + 1], lat[i + 1]) / stepS < PAUSE_KMH / 3.6
  }
  for (let p = 0; p + 1 < partStart.length; p++) {
    const end = partStart[p + 1]
    let i = partStart[p]
    while (i < end - 1 && pairs < MAX_PAIRS) {
      let last = i
      if (isSlept(i)) last = i + 1
      else if (timeMs[i] === timeMs[i]) {
        for (
          let within = i + 1;
          within < end &&
          within - last < MAX_WAIT_POINTS &&
          distanceM(lon[i], lat[i], lon[within], lat[within]) <= PAUSE_RADIUS_M;
          within++
        ) {
          if (timeMs[within] - timeMs[i] >= PAUSE_S * 1000) last = within
          pairs++
          if (within + 1 < end && isSlept(within)) break // a pause of its own
        }
      }
      if (last > i) {
        pauses.push({ kind: 'pause', indexes: [i, last] })
        i = last
      } else i++
    }
  }
  return pauses
}

function listWaypointStops({ lon, lat, waypoints }: Course): Stop[] {
  if (waypoints.length === 0) return []
  // a grid of cubes in space, so that poles and antimeridian need no special case
  const cell = (value: number): number => Math.floor((value * EARTH_RADIUS_M) / WAYPOINT_REACH_M) + 65_536
  const keyOf = (a: number, b: number, c: number): number => (a * 131_072 + b) * 131_072 + c
  const { x, y, z } = toUnitVectors(lon, lat)
  const cells = new Map<number, number[]>()
  for (let i = 0; i < x.length; i++) {
    const key = keyOf(cell(x[i]), cell(y[i]), cell(z[i]))
    const held = cells.get(key)
    if (held === undefined) cells.set(key, [i])
    else held.push(i)
  }
  const at = toUnitVectors(
    waypoints.map((w) => w.lon),
    waypoints.map((w) => w.lat),
  )
  const stops: Stop[] = []
  let pairs = 0
  waypoints.forEach((waypoint, w) => {
    let nearest = -1
    let nearestM = WAYPOINT_REACH_M
    for (let a = -1; a <= 1; a++)
      for (let b = -1; b <= 1; b++)
        for (let c = -1; c <= 1; c++) {
          for (const i of cells.get(keyOf(cell(at.x[w]) + a, cell(at.y[w]) + b, cell(at.z[w]) + c)) ?? []) {
            if (pairs++ > MAX_PAIRS) break
            const awayM = distanceM(waypoint.lon, waypoint.lat, lon[i], lat[i])
            if (awayM < nearestM) {
              nearestM = awayM
              nearest = i
            }
          }
        }
    if (nearest >= 0) stops.push({ kind: 'waypoint', indexes: [nearest] })
  })
  return stops
}
