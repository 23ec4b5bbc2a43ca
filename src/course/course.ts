// A supplied line as columns, whatever its format: the input of every operation on lines. One entry per point, parts
// one after another; part p is points [partStart[p], partStart[p + 1]). Unknown heights and times are NaN, never zero.
// Parts are never joined and no length is counted between them.

import { distanceM } from '../geo/lon-lat.ts'
import type { Utf8Text } from '../wire/utf8-text.ts'
import type { CueType } from './files/cue-types.ts'
import type { NotRead } from './files/not-read.ts'

export interface CourseWaypoint {
  lon: number
  lat: number
  /** metres; null or left out: unknown */
  heightM?: number | null
  /** null or left out: none, or not read */
  name?: string | null
  /** metres along the line as its file has it, left out: unknown */
  atM?: number
}

/** What is to be done at a point of the line. */
export interface CourseCue {
  lon: number
  lat: number
  text: string
  type: CueType
  /** metres along the line as its file or its route has it, left out: unknown */
  atM?: number
}

/** How a line was sent. */
export type CourseFormat = 'gpx' | 'geojson' | 'kml' | 'tcx' | 'fit' | 'polyline6'

export interface Course {
  format: CourseFormat
  count: number
  /** degrees */
  lon: Float64Array
  lat: Float64Array
  /** metres as recorded, NaN: none */
  heightM: Float64Array
  /** milliseconds since the epoch, NaN: none */
  timeMs: Float64Array
  /** has one more entry than there are parts */
  partStart: Int32Array
  lengthM: number
  waypoints: CourseWaypoint[]
  /** those of a file; of GPX they are read only where they are wanted (gpx/read-names.ts) */
  cues?: CourseCue[]
  /** the same of its name */
  name?: string | null
  /** what the file holds and is not read; of GPX as cues are */
  notRead?: readonly NotRead[]
  /** the times of its file are a plan, and not read */
  isPlan?: boolean
  /** the GPX text and the element of each point in it; null for anything else */
  source: { text: Utf8Text; start: Int32Array; end: Int32Array } | null
}

/** Columns for `count` points, with heights and times unknown. */
export function emptyCourse(format: Course['format'], count: number): Course {
  return {
    format,
    count,
    lon: new Float64Array(count),
    lat: new Float64Array(count),
    heightM: new Float64Array(count).fill(NaN),
    timeMs: new Float64Array(count).fill(NaN),
    partStart: Int32Array.of(0, count),
    lengthM: 0,
    waypoints: [],
    source: null,
  }
}

/** Heights outside stand for none, as programs write them (-9999, -32768, 65535). */
const MIN_HEIGHT_M = -500
const MAX_HEIGHT_M = 9000

export const isHeight = (heightM: number): boolean => heightM >= MIN_HEIGHT_M && heightM <= MAX_HEIGHT_M

/** Computes the length, and leaves out what is no height. */
export function finishCourse(course: Course): Course {
  const { lon, lat, heightM, partStart, waypoints } = course
  for (let i = 0; i < heightM.length; i++) if (!isHeight(heightM[i])) heightM[i] = NaN
  for (const waypoint of waypoints) if (waypoint.heightM != null && !isHeight(waypoint.heightM)) waypoint.heightM = null
  let lengthM = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p] + 1; i < partStart[p + 1]; i++)
      lengthM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
  }
  course.lengthM = lengthM
  return course
}

/** Upper limits for a file with a line, the same for reading, cleaning, simplifying and writing. */
export const MOST_FILE_POINTS = 50_000
/** What profiles and analyses take of a line; of more points it is thinned before. */
export const MAX_LINE_POINTS = 5000
export const MAX_LINE_KM = 300
/** as it is sent, and unpacked from an archive */
export const MOST_FILE_BYTES = 5_242_880
