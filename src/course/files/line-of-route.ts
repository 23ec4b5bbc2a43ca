// The line of a planned route and what a file says beside it: its waypoints, its instructions as turn cues.

import { EncodedAnswer } from '../../wire/encoded-answer.ts'
import type { CourseCue, CourseWaypoint } from '../course.ts'
import type { Parts } from '../cut-line.ts'
import { cueOfManeuver } from './cue-types.ts'

/** What is read of a route. */
interface WrittenRoute {
  distanceM: number
  movingTime: { movingS: number } | null
  snaps: { waypoint: number; location: [number, number] }[]
  maneuvers: { location: [number, number]; instruction: string; type: string; distanceM: number }[]
  geometry: { coordinates: Parts[number] }
}

/** A line with what a file says beside it. */
export interface WrittenLine {
  parts: Parts
  lengthM: number
  waypoints: CourseWaypoint[]
  cues: CourseCue[]
  movingS: number | null
}

/** Waypoints go by their numbers where `names` has none. */
export function lineOfRoute(route: WrittenRoute, names: readonly (string | null)[] = []): WrittenLine {
  let atM = 0
  const cues = route.maneuvers.map(({ location: [lon, lat], instruction, type, distanceM }) => {
    const cue = { lon, lat, text: instruction, type: cueOfManeuver(type), atM }
    atM += distanceM
    return cue
  })
  return {
    parts: [route.geometry.coordinates],
    lengthM: route.distanceM,
    waypoints: route.snaps.map(({ waypoint, location: [lon, lat] }) => ({
      ...{ lon, lat },
      name: names[waypoint] ?? `Waypoint ${waypoint + 1}`,
    })),
    cues,
    movingS: route.movingTime?.movingS ?? null,
  }
}

/** `wire`: the answer about a route, as a routing thread wrote it. */
export function lineOfWire(
  wire: string | readonly Uint8Array[],
  names: readonly (string | null)[] | undefined,
): WrittenLine {
  return lineOfRoute(new EncodedAnswer<WrittenRoute>(wire).value, names)
}
