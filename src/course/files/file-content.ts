// The content of a course file, whatever its format, and the list of what a format could not carry.

import type { Course, CourseCue, CourseWaypoint } from '../course.ts'
import type { Parts } from '../cut-line.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import type { Profile } from '../../travel/settings.ts'
import { NOT_READ_CODES, type NotRead, sayNotRead } from './not-read.ts'

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

/** A line as columns: see Course. */
export type FileLine = Pick<Course, 'lon' | 'lat' | 'heightM' | 'partStart'>

export interface FileContent {
  name: string | null
  line: FileLine
  /** milliseconds since the epoch of each point, NaN: unknown; null: none at all */
  timeMs: Float64Array | null
  waypoints: readonly CourseWaypoint[]
  cues: readonly CourseCue[]
  sources: readonly FileSource[]
  /** how it is travelled, where that is known */
  profile: Profile | null
  /** moving time of the whole line, where it is known */
  movingS: number | null
  /** when the file is made, milliseconds since the epoch */
  madeMs: number
  /** tag of the language of what Waypost itself says in the file; absent: English */
  language?: string | null | undefined
  /** keeps what depends on the line alone, for other files of the same line and of the same moment */
  memo?: Map<string, unknown>
}

export const LOST_CODES = [...NOT_READ_CODES, 'cue_types', 'parts', 'times_made', 'waypoint_heights'] as const
export type LostCode = (typeof LOST_CODES)[number]
export interface Lost {
  code: LostCode
  message: Sentence
}

/** What was not read and what could not be written, each code once. */
export function joinLost(notRead: readonly NotRead[], written: readonly Lost[]): Lost[] {
  const messages = new Map<LostCode, Sentence>()
  const read = notRead.map((one): Lost => ({ code: one.code, message: sayNotRead(one) }))
  for (const { code, message } of [...read, ...written]) {
    const first = messages.get(code)
    messages.set(code, first === undefined ? message : say('lost.then', { first, next: message }))
  }
  return [...messages].map(([code, message]) => ({ code, message }))
}

/** A text, or bytes where the format is binary. */
export interface WrittenFile {
  content: string | Uint8Array
  lost: Lost[]
}

/** A height that is null becomes NaN. */
export function toFileLine(parts: Parts): FileLine {
  const count = parts.reduce((sum, part) => sum + part.length, 0)
  const [lon, lat, heightM] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const partStart = new Int32Array(parts.length + 1)
  let i = 0
  for (let p = 0; p < parts.length; p++) {
    for (const position of parts[p]) {
      lon[i] = position[0]
      lat[i] = position[1]
      heightM[i++] = position[2] ?? NaN
    }
    partStart[p + 1] = i
  }
  return { lon, lat, heightM, partStart }
}

/** For each part that is not empty: the index of its first point, and the index after its last. */
export function* spansOf({ partStart }: FileLine): Generator<[from: number, to: number]> {
  for (let p = 0; p + 1 < partStart.length; p++)
    if (partStart[p + 1] > partStart[p]) yield [partStart[p], partStart[p + 1]]
}

/** `make`, called once for each line. */
export function onceForLine<Value>({ memo }: Pick<FileContent, 'memo'>, key: string, make: () => Value): Value {
  if (memo === undefined) return make()
  if (!memo.has(key)) memo.set(key, make())
  return memo.get(key) as Value
}

/** Whether the time of every point is known. */
export const hasAllTimes = ({ line, timeMs }: FileContent): boolean =>
  timeMs !== null && timeMs.length === line.lon.length && !timeMs.some(Number.isNaN)

/** `© OpenStreetMap contributors (ODbL-1.0)`; a licence that is not stated is left out. */
export const creditOf = ({ text, licence }: FileSource): string => (licence === null ? text : `${text} (${licence})`)

/** Degrees with six digits, never in exponent form. */
export const degrees = (value: number): string => String(Number(value.toFixed(6)))
/** Metres with one digit. */
export const metres = (value: number): string => String(Number(value.toFixed(1)))
/** Whole seconds are written without a fraction. */
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
