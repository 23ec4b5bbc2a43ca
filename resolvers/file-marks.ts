// What a file says of a course beside its line: waypoints, turn cues, whose data it is.

import type { Course as ReadLine } from '../src/course/course.ts'
import { cueOfManeuver } from '../src/course/files/cue-types.ts'
import type { FoundLine } from '../src/course/files/export-course.ts'
import type { FileContent, FileSource } from '../src/course/files/file-content.ts'
import { readGpxNames } from '../src/course/gpx/read-names.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { Services } from '../src/services.ts'

export type FileMarks = Pick<FileContent, 'name' | 'waypoints' | 'cues' | 'movingS' | 'timeMs'>
export const NO_MARKS: FileMarks = { name: null, waypoints: [], cues: [], movingS: null, timeMs: null }

/** A route with its waypoints, by number where `names` has none, and its instructions as cues. */
export function lineOfRoute(route: WaypointRoute, names: readonly (string | null)[] = []): Omit<FoundLine, 'sources'> {
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
    movingS: route.time?.movingS ?? null,
  }
}

/** What a supplied line came with. */
export function marksOfLine(line: ReadLine): FileMarks {
  const { source, timeMs } = line
  const isGpx = source !== null && source.start.length > 0
  const read = isGpx
    ? readGpxNames(source.text, source.text.slice(source.start[0], source.start[0] + 40).includes('trkpt'))
    : line
  return {
    name: read.name ?? null,
    waypoints: read.waypoints,
    cues: read.cues ?? [],
    movingS: null,
    timeMs: timeMs.every(Number.isNaN) ? null : timeMs,
  }
}

const BASEMAP = 'Basemap'
const TERRAIN = 'Terrain model'

/** Whose data a line of the live release is made from. */
export function sourcesOf({ releases }: Pick<Services, 'releases'>, hasHeights: boolean): FileSource[] {
  const attributions = releases.findLive()?.attributions ?? []
  return attributions.filter(({ name }) => name !== BASEMAP && (hasHeights || name !== TERRAIN))
}
