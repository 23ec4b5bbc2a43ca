// The line of a scanned GPX: each trkseg is a part, or each rte where no track has points. Reading never drops or
// repairs points: one with broken coordinates is an error that says where.

import { say } from '../../language/sentence.ts'
import { type Course, type CourseWaypoint, emptyCourse, finishCourse } from '../course.ts'
import { isBroken } from './clean-gpx.ts'
import { gpxError } from './gpx-fault.ts'
import { dropColumns, ROUTE_POINT, TRACK_POINT, WAYPOINT } from './gpx-points.ts'
import type { GpxText } from './gpx-text.ts'

/** Takes the columns with it. Throws ServiceError `invalid_gpx`. */
export function courseOfGpx(gpx: GpxText): Course {
  const wanted = gpx.kind.includes(TRACK_POINT) ? TRACK_POINT : ROUTE_POINT
  let count = 0
  const waypoints: CourseWaypoint[] = []
  for (let i = 0; i < gpx.kind.length; i++) {
    if (gpx.kind[i] === wanted) count++
    else if (gpx.kind[i] === WAYPOINT && !isBroken(gpx, i)) waypoints.push({ lon: gpx.lon[i], lat: gpx.lat[i] })
  }
  if (count === 0)
    throw gpxError(
      gpx.text,
      say('file.no_line.gpx', { waypoints: waypoints.length }),
      Math.max(0, gpx.text.bytes.lastIndexOf('</')),
    )
  const course = emptyCourse('gpx', count)
  const start = new Int32Array(count)
  const end = new Int32Array(count)
  const partStart: number[] = []
  let at = 0
  let part = -1
  for (let i = 0; i < gpx.kind.length; i++) {
    if (gpx.kind[i] !== wanted) continue
    if (isBroken(gpx, i)) throw gpxError(gpx.text, say('file.broken_point', { index: at }), gpx.start[i])
    if (gpx.part[i] !== part) {
      partStart.push(at)
      part = gpx.part[i]
    }
    course.lon[at] = gpx.lon[i]
    course.lat[at] = gpx.lat[i]
    course.heightM[at] = gpx.heightM[i]
    course.timeMs[at] = gpx.timeMs[i]
    start[at] = gpx.start[i]
    end[at++] = gpx.end[i]
  }
  partStart.push(count)
  dropColumns(gpx)
  return finishCourse({
    ...course,
    partStart: Int32Array.from(partStart),
    waypoints,
    source: { text: gpx.text, start, end },
  })
}
