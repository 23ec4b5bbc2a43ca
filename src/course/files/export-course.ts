// A line that was sent, or the line of a route, as a file of another format: from the request of a thread to its
// answer.

import { type Attribution, toAttribution } from '../../releases/attribution.ts'
import { DEFAULT_LANGUAGE, rendererFor } from '../../language/catalogue-files.ts'
import { type AnySentence, type NameValue, say } from '../../language/sentence.ts'
import type { Profile } from '../../travel/settings.ts'
import { ServiceError } from '../../errors.ts'
import { tenths } from '../../wire/numbers.ts'
import { EncodedAnswer } from '../../wire/encoded-answer.ts'
import {
  type Course,
  type CourseCue,
  type CourseFormat,
  type CourseWaypoint,
  MOST_FILE_BYTES,
  MOST_FILE_POINTS,
} from '../course.ts'
import { readGpxNames } from '../gpx/read-names.ts'
import { type CourseInput, readCourse } from '../read-course.ts'
import type { Parts } from '../cut-line.ts'
import {
  type FileContent,
  type FileFormat,
  type FileLine,
  type FileSource,
  type Lost,
  MEDIA_TYPES,
  joinLost,
  toFileLine,
} from './file-content.ts'
import { writeFile } from './write-file.ts'
import { cueOfManeuver } from './cue-types.ts'

/** A route that was found, to be read where the file is written. */
export interface FoundRoute {
  /** the answer about it, which stays valid until the job is done */
  wire: string | readonly Uint8Array[]
  /** of its waypoints, by number; absent: none has one */
  names?: readonly (NameValue | null)[] | undefined
  sources: FileSource[]
}

type FoundLine = Omit<WrittenLine, 'parts'> & { line: FileLine; sources: FileSource[] }

export interface ExportJob extends CourseInput {
  /** in place of a line that was sent */
  found?: FoundRoute | undefined
  format: FileFormat
  /** in place of that of the file */
  name?: string | undefined
  profile?: Profile | undefined
  /** in place of those of the file */
  waypoints?: CourseWaypoint[] | undefined
  cues?: CourseCue[] | undefined
  /** in place of none of a line that was sent */
  sources?: FileSource[] | undefined
  /** tag of the language of what Waypost itself says in the file; absent: English */
  language?: string | undefined
  madeMs: number
}

export interface CourseFileAnswer {
  format: FileFormat
  mediaType: string
  /** the name in the file; null: none */
  name: string | null
  /** the line as it was read, or as it was found */
  input: { format: CourseFormat | 'route'; parts: number; points: number; lengthM: number }
  /** how many of each the file holds */
  waypoints: number
  cues: number
  /** what the format could not carry, or what was not read; nothing else is missing */
  lost: Lost[]
  /** whose data the file holds, of the map that it was made from; left out of a line that was sent */
  attribution?: Attribution[]
  /** the file; null where it is binary */
  text: string | null
  /** of a binary file, in base64; null of a text */
  bytes: string | null
}

/** Throws ServiceError as reading a line does. */
export function exportCourse(job: ExportJob): CourseFileAnswer {
  const { format, found } = job
  const read = found === undefined ? readWithNames(job) : null
  const given = found === undefined ? lineOf(read!) : lineFound(found, job.language)
  const { line } = given
  const content: FileContent = {
    name: job.name ?? read?.name ?? null,
    line,
    timeMs: read === null || read.timeMs.every(Number.isNaN) ? null : read.timeMs,
    waypoints: job.waypoints ?? given.waypoints,
    cues: job.cues ?? given.cues,
    sources: job.sources ?? given.sources,
    profile: job.profile ?? null,
    movingS: given.movingS,
    madeMs: job.madeMs,
    language: job.language,
  }
  const { content: file, lost } = writeFile(format, content)
  const isText = typeof file === 'string'
  return {
    format,
    mediaType: MEDIA_TYPES[format],
    name: content.name,
    input: {
      format: read?.format ?? 'route',
      parts: line.partStart.length - 1,
      points: line.lon.length,
      lengthM: tenths(given.lengthM),
    },
    waypoints: content.waypoints.length,
    cues: content.cues.length,
    lost: joinLost(read?.notRead ?? [], lost),
    ...(job.sources === undefined && found === undefined ? {} : { attribution: content.sources.map(toAttribution) }),
    text: isText ? file : null,
    bytes: isText ? null : Buffer.from(file).toString('base64'),
  }
}

/** No line of more points can be read from a file either. */
function lineFound({ wire, names, sources }: FoundRoute, language: string | undefined): FoundLine {
  // as a routing thread wrote it
  const { value } = new EncodedAnswer<WrittenRoute>(wire)
  const { parts, ...written } = lineOfRoute(value, names, language)
  const line = toFileLine(parts)
  const points = line.lon.length
  if (points > MOST_FILE_POINTS)
    throw new ServiceError(say('error.too_many_points.route', { points, maxPoints: MOST_FILE_POINTS }), {
      inputPath: 'route.waypoints',
    })
  return { ...written, line, sources }
}

function readWithNames({ gpx, geometry, file }: ExportJob): Course {
  // a GPX is read twice: the second time for its names
  const course = readCourse({ gpx, geometry, file }, { points: MOST_FILE_POINTS, unpackedBytes: MOST_FILE_BYTES })
  if (course.source === null) return course
  const { text, start } = course.source
  const hasTrack = text.slice(start[0], start[0] + 40).includes('trkpt')
  return { ...course, ...readGpxNames(text, hasTrack) }
}

function lineOf(course: Course): FoundLine {
  const { waypoints, cues, lengthM } = course
  return { line: course, lengthM, waypoints, cues: cues ?? [], sources: [], movingS: null }
}

/** What is read of a route. */
interface WrittenRoute {
  distanceM: number
  movingTime: { movingS: number } | null
  snaps: { waypoint: number; location: [number, number] }[]
  maneuvers: { location: [number, number]; instruction: string | AnySentence; type: string; distanceM: number }[]
  geometry: { coordinates: Parts[number] }
}

/** A line with what a file says beside it. */
interface WrittenLine {
  parts: Parts
  lengthM: number
  waypoints: CourseWaypoint[]
  cues: CourseCue[]
  movingS: number | null
}

/**
 * The line of a planned route and what a file says beside it: its waypoints, its instructions as turn cues. Waypoints
 * go by their numbers where `names` has none.
 */
export function lineOfRoute(
  route: WrittenRoute,
  names: readonly (NameValue | null)[] = [],
  language: string = DEFAULT_LANGUAGE,
): WrittenLine {
  const renderer = rendererFor(language)
  let atM = 0
  const cues = route.maneuvers.map(({ location: [lon, lat], instruction, type, distanceM }) => {
    const cue = { lon, lat, text: renderer.render(instruction), type: cueOfManeuver(type), atM }
    atM += distanceM
    return cue
  })
  return {
    parts: [route.geometry.coordinates],
    lengthM: route.distanceM,
    waypoints: route.snaps.map(({ waypoint, location: [lon, lat] }) => ({
      ...{ lon, lat },
      name: renderer.render(names[waypoint] ?? say('label.waypoint', { number: waypoint + 1 })),
    })),
    cues,
    movingS: route.movingTime?.movingS ?? null,
  }
}
