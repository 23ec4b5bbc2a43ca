// A TCX document (TrainingCenterDatabase v2) as a course: each Track of a Course is a part, and so is each Activity,
// whose laps follow one another; course points are waypoints, or cues where they tell a turn. Track points without a
// position are pauses of the recorder and left out. Times of a Course are a plan, not a recording: they are not read.

import type { Course } from '../course.ts'
import { GpxFault } from '../gpx/gpx-fault.ts'
import { readDecimal, readTimeMs } from '../gpx/gpx-values.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { fromTcxType } from './cue-types.ts'
import { fileError, readXml } from './file-fault.ts'
import { textOf, walkXml } from './walk-xml.ts'

const MAX_NAME = 200

/** Throws ServiceError: `invalid_input` (not well-formed, a broken position, no line), `too_many_points`. */
export function readTcxCourse(text: Utf8Text, maxPoints: number): Course {
  const reader = new TcxReader(text, maxPoints)
  readXml('TCX', text, () => walkXml(text, reader))
  if (reader.course.count === 0) throw fileError('TCX', 'there is no track point with a position in it')
  return reader.course.finish('tcx')
}

class TcxReader {
  readonly course: CourseBuilder
  readonly #text: Utf8Text
  #isPlan = false
  // of the point being read
  #lon = NaN
  #lat = NaN
  #heightM = NaN
  #timeMs = NaN
  #hasPosition = false
  #name: string | null = null
  #notes: string | null = null
  #type = ''

  constructor(text: Utf8Text, maxPoints: number) {
    this.#text = text
    this.course = new CourseBuilder(maxPoints)
  }

  open(path: readonly string[]): void {
    const name = path[path.length - 1]
    if (name === 'Trackpoint' || name === 'CoursePoint') {
      this.#lon = this.#lat = this.#heightM = this.#timeMs = NaN
      this.#hasPosition = false
      this.#name = this.#notes = null
      this.#type = ''
    } else if (name === 'Position') this.#hasPosition = true
    else if (name === 'Course' || name === 'Activity') this.#isPlan = name === 'Course'
    if ((name === 'Track' && this.#isPlan) || name === 'Activity') this.course.endPart()
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    if (name === 'Trackpoint') this.#endTrackpoint(from)
    else if (name === 'CoursePoint') this.#endCoursePoint(from)
    else if (name === 'HeartRateBpm' || name === 'Extensions') this.course.leave('sensors')
    else if (isLeaf) this.#readLeaf(name, path[path.length - 2], from, to)
  }

  #readLeaf(name: string, parent: string, from: number, to: number): void {
    const { bytes } = this.#text
    if (parent === 'Position') {
      if (name === 'LatitudeDegrees') this.#lat = readDecimal(bytes, from, to)
      else if (name === 'LongitudeDegrees') this.#lon = readDecimal(bytes, from, to)
    } else if (name === 'AltitudeMeters') this.#heightM = readDecimal(bytes, from, to)
    else if (name === 'Time') this.#timeMs = readTimeMs(bytes, from, to)
    else if (name === 'Cadence') this.course.leave('sensors')
    else if (parent === 'CoursePoint') {
      if (name === 'Name') this.#name = textOf(this.#text, from, to, MAX_NAME)
      else if (name === 'Notes') this.#notes = textOf(this.#text, from, to, MAX_NAME)
      else if (name === 'PointType') this.#type = this.#text.slice(from, Math.min(to, from + 40)).trim()
    } else if (parent === 'Course' && name === 'Name') this.course.name ??= textOf(this.#text, from, to, MAX_NAME)
    // a longer name stands whole in the first line of the notes
    else if (parent === 'Course' && name === 'Notes') {
      const first = textOf(this.#text, from, to, MAX_NAME)?.split('\n')[0] ?? ''
      if (this.course.name !== null && first.startsWith(this.course.name)) this.course.name = first
    }
  }

  #endTrackpoint(at: number): void {
    if (!this.#hasPosition) return
    if (!isPlace(this.#lon, this.#lat)) throw brokenAt(at)
    this.course.push(this.#lon, this.#lat, this.#heightM, this.#isPlan ? NaN : this.#timeMs)
  }

  #endCoursePoint(at: number): void {
    const [lon, lat] = [this.#lon, this.#lat]
    if (!isPlace(lon, lat)) throw brokenAt(at)
    // a name has room for ten characters: the whole of it stands in the notes
    const words = this.#notes ?? this.#name
    const turn = fromTcxType(this.#type)
    if (turn !== null) this.course.cue({ lon, lat, text: words ?? '', type: turn })
    else this.course.waypoint({ lon, lat, heightM: Number.isNaN(this.#heightM) ? null : this.#heightM, name: words })
  }
}

const brokenAt = (at: number) => new GpxFault('a position is not a latitude and a longitude in degrees', at)
