// What a course file holds, whatever its format, and what a format could not carry of it.

import type { CourseCue, CourseWaypoint } from '../course.ts'
import type { Parts } from '../cut-line.ts'
import type { Profile } from '../../travel/settings.ts'

export const FILE_FORMATS = ['gpx', 'fit', 'tcx', 'kml', 'geojson'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const MEDIA_TYPES: Record<FileFormat, string> = {
  gpx: 'application/gpx+xml',
  fit: 'application/vnd.ant.fit',
  tcx: 'application/vnd.garmin.tcx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
}

/** Whose data a line was made from. */
export interface FileSource {
  name: string
  text: string
  /** an SPDX identifier, null: not stated */
  licence: string | null
  url: string | null
}

export interface FileContent {
  name: string | null
  /** heights are null where they are unknown */
  parts: Parts
  /** milliseconds since the epoch of each point, parts one after another, NaN: unknown; null: none at all */
  timeMs: Float64Array | null
  waypoints: readonly CourseWaypoint[]
  /** `atM`: metres along the line, where it is known */
  cues: readonly (CourseCue & { atM?: number })[]
  sources: readonly FileSource[]
  /** how it is travelled, where that is known */
  profile: Profile | null
  /** moving time of the whole line, where it is known */
  movingS: number | null
  /** when the file is made, milliseconds since the epoch */
  madeMs: number
  /** keeps what depends on the line alone, for other files of the same line and of the same moment */
  memo?: Map<string, unknown>
}

export const LOST_CODES = [
  'areas',
  'attribution',
  'cue_types',
  'heights',
  'links',
  'names_cut',
  'parts',
  'properties',
  'routes',
  'sensors',
  'times',
  'times_made',
  'waypoint_heights',
  'waypoints',
] as const
export type LostCode = (typeof LOST_CODES)[number]
export interface Lost {
  code: LostCode
  message: string
}

/** A text, or bytes where the format is binary. */
export interface WrittenFile {
  content: string | Uint8Array
  lost: Lost[]
}

/** The points with their times, parts one after another. */
export function* pointsOf({ parts, timeMs }: FileContent): Generator<{
  lon: number
  lat: number
  heightM: number | null
  /** NaN: unknown */
  timeMs: number
  part: number
}> {
  let at = 0
  for (const [part, points] of parts.entries())
    for (const [lon, lat, heightM] of points) yield { lon, lat, heightM, timeMs: timeMs?.[at++] ?? NaN, part }
}

/** `make`, called once for each line. */
export function onceForLine<Value>({ memo }: FileContent, key: string, make: () => Value): Value {
  if (memo === undefined) return make()
  if (!memo.has(key)) memo.set(key, make())
  return memo.get(key) as Value
}

export const countPoints = (parts: Parts): number => parts.reduce((sum, part) => sum + part.length, 0)

/** Whether the time of every point is known. */
export const hasAllTimes = ({ parts, timeMs }: FileContent): boolean =>
  timeMs !== null && timeMs.length === countPoints(parts) && timeMs.every((ms) => !Number.isNaN(ms))

/** `© OpenStreetMap contributors (ODbL-1.0)`; a licence that is not stated is left out. */
export const creditOf = ({ text, licence }: FileSource): string => (licence === null ? text : `${text} (${licence})`)

/** Degrees with six digits, never in exponent form. */
export const degrees = (value: number): string => String(Number(value.toFixed(6)))
/** Metres with one digit. */
export const metres = (value: number): string => String(Number(value.toFixed(1)))
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
