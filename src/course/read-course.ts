// Reads a supplied line for every operation: GPX 1.0 or 1.1 (each trkseg, else each rte, is a part) or GeoJSON.
// Limits are enforced while reading. Empty parts are dropped, and parts are never joined.
// A point with broken coordinates is an error that says where: reading never drops or repairs points.

import { ServiceError } from '../errors.ts'
import type { Utf8Text } from '../wire/utf8-text.ts'
import { isBroken } from './gpx/clean-gpx.ts'
import { emptyCourse, finishCourse } from './course.ts'
import type { Course, CourseWaypoint } from './course.ts'
import { gpxError } from './gpx/gpx-fault.ts'
import { dropColumns, ROUTE_POINT, scanGpx, TRACK_POINT, WAYPOINT } from './gpx/gpx-text.ts'
import type { GpxText } from './gpx/gpx-text.ts'
import { readGeoJsonLine } from './read-geojson-line.ts'

export interface CourseInput {
  gpx?: string | Utf8Text | undefined
  /** GeoJSON, not yet checked */
  geometry?: unknown
}

export interface CourseLimits {
  points: number
  /** undefined: any length */
  lengthKm?: number | undefined
  /** 1: one part only */
  parts?: number | undefined
}

/**
 * Throws ServiceError: `both_inputs`, `no_input`, `invalid_gpx`, `invalid_input` (GeoJSON), `too_many_points` (413),
 * `too_long` and `one_part_only` (422).
 */
export function readCourse(input: CourseInput, limits: CourseLimits): Course {
  const hasGpx = input.gpx !== undefined && input.gpx !== null
  const hasGeometry = input.geometry !== undefined && input.geometry !== null
  if (hasGpx && hasGeometry)
    throw new ServiceError('both_inputs', 'Both `gpx` and `geometry` were sent; send one of them.', {
      inputPath: 'geometry',
    })
  if (!hasGpx && !hasGeometry)
    throw new ServiceError('no_input', 'Neither `gpx` nor `geometry` was sent; send one of them.', { inputPath: 'gpx' })
  const course = hasGpx
    ? courseOfGpx(scanGpx(input.gpx!, limits.points))
    : readGeoJsonLine(input.geometry, limits.points)
  const parts = course.partStart.length - 1
  if (limits.parts !== undefined && parts > limits.parts) {
    throw new ServiceError(
      'one_part_only',
      `The line has ${parts} parts; this operation takes one part only. Send each part on its own.`,
      { inputPath: hasGpx ? 'gpx' : 'geometry' },
    )
  }
  if (limits.lengthKm !== undefined && course.lengthM > limits.lengthKm * 1000) {
    throw new ServiceError(
      'too_long',
      `The line is ${(course.lengthM / 1000).toFixed(1)} km long; at most ${limits.lengthKm} km are accepted.`,
      { inputPath: hasGpx ? 'gpx' : 'geometry' },
    )
  }
  return course
}

function courseOfGpx(gpx: GpxText): Course {
  const wanted = gpx.kind.includes(TRACK_POINT) ? TRACK_POINT : ROUTE_POINT
  let count = 0
  const waypoints: CourseWaypoint[] = []
  for (let i = 0; i < gpx.kind.length; i++) {
    if (gpx.kind[i] === wanted) count++
    else if (gpx.kind[i] === WAYPOINT && !isBroken(gpx, i)) waypoints.push({ lon: gpx.lon[i], lat: gpx.lat[i] })
  }
  if (count === 0) {
    const held =
      waypoints.length === 0
        ? 'it holds no point at all'
        : `it holds ${waypoints.length} waypoint${waypoints.length === 1 ? '' : 's'} only`
    throw gpxError(
      gpx.text,
      `there is no track or route with points in it; ${held}`,
      Math.max(0, gpx.text.bytes.lastIndexOf('</')),
    )
  }
  const course = emptyCourse('gpx', count)
  const start = new Int32Array(count)
  const end = new Int32Array(count)
  const partStart: number[] = []
  let at = 0
  let part = -1
  for (let i = 0; i < gpx.kind.length; i++) {
    if (gpx.kind[i] !== wanted) continue
    if (isBroken(gpx, i))
      throw gpxError(
        gpx.text,
        `point ${at} of the line has no usable coordinates; cleaning the file (/v1/gpx/clean) removes such points`,
        gpx.start[i],
      )
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
