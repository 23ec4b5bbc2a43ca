// A TCX document (TrainingCenterDatabase v2) as a course: each Track of a Course is a part; the tracks of an Activity
// are one part, unless the recorder stopped and went on elsewhere (isGap). Course points are waypoints, or cues where
// they tell a turn. Track points without a position are pauses of the recorder and left out. Times of a Course are a
// plan, not a recording: they place its course points, and are not read.

import { say } from '../../language/sentence.ts'
import type { Course } from '../course.ts'
import { GpxFault } from '../gpx/gpx-fault.ts'
import { readDecimal, readTimeMs } from '../gpx/gpx-values.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { CourseBuilder, isPlace, isGap } from './course-builder.ts'
import { fromTcxType, isNameless, isShortCue, TCX_GENERIC } from './cue-types.ts'
import { fileError, readXml } from './file-fault.ts'
import { type ElementTable, findNotRead, namesOf } from './not-read.ts'
import { hasText, textOf, valueOf, walkXml } from './walk-xml.ts'
import { NAME_CHARACTERS } from './write-tcx.ts'
import type { TagReader } from '../gpx/xml-markup.ts'

const TABLE: ElementTable = {
  holds: namesOf(
    'TrainingCenterDatabase Courses Course Activities Activity MultiSportSession FirstSport NextSport Lap Track Trackpoint CoursePoint Position',
  ),
  reads: {
    TrainingCenterDatabase: namesOf('Author'),
    Course: namesOf('Name Notes'),
    MultiSportSession: namesOf('Id'),
    Activity: namesOf('Id Creator'),
    Lap: namesOf(
      'TotalTimeSeconds DistanceMeters BeginPosition EndPosition BeginAltitudeMeters EndAltitudeMeters Intensity TriggerMethod',
    ),
    Trackpoint: namesOf('Time AltitudeMeters DistanceMeters SensorState'),
    CoursePoint: namesOf('Name Notes PointType Time AltitudeMeters'),
    Position: namesOf('LatitudeDegrees LongitudeDegrees'),
  },
  codes: {
    ...{ HeartRateBpm: 'sensors', AverageHeartRateBpm: 'sensors', MaximumHeartRateBpm: 'sensors', Cadence: 'sensors' },
    ...{ Calories: 'sensors', MaximumSpeed: 'sensors', Extensions: 'sensors' },
  },
}
/** Of an activity, as the format has it where nothing is known. */
const NO_SPORT = 'Sport="Other"'

/** Throws ServiceError: `invalid_input` (not well-formed, a broken position, no line), `too_many_points`. */
export function readTcxCourse(text: Utf8Text, maxPoints: number): Course {
  const reader = new TcxReader(text, maxPoints)
  readXml('TCX', text, () => walkXml(text, reader))
  if (reader.course.count === 0) throw fileError('TCX', say('file.no_line.tcx'))
  return reader.course.finish('tcx')
}

class TcxReader {
  readonly course: CourseBuilder
  readonly #text: Utf8Text
  /** a track begins: of an activity it may go on where the last one ended */
  #isBoundary = false
  // of the point being read
  #lon = NaN
  #lat = NaN
  #heightM = NaN
  #timeMs = NaN
  #hasLon = false
  #hasLat = false
  /** of a course without a name */
  #nameless: string | null = null
  #name: string | null = null
  #notes: string | null = null
  #type = ''

  constructor(text: Utf8Text, maxPoints: number) {
    this.#text = text
    this.course = new CourseBuilder(maxPoints)
  }

  open(path: readonly string[], tag: TagReader): void {
    const { course } = this
    const name = path[path.length - 1]
    if (name === 'Trackpoint' || name === 'CoursePoint') {
      this.#lon = this.#lat = this.#heightM = this.#timeMs = NaN
      this.#hasLon = this.#hasLat = false
      this.#name = this.#notes = null
      this.#type = ''
    } else if (name === 'Course' || name === 'Activity') {
      course.isPlan = name === 'Course'
      course.endPart()
      this.#isBoundary = false
      const attributes = this.#text.slice(tag.nameFrom, Math.min(tag.end, tag.nameFrom + 1000))
      if (attributes.includes('Sport=') && !attributes.includes(NO_SPORT)) course.notRead.leave('properties', 'Sport')
    } else if (name === 'Track') {
      if (course.isPlan) course.endPart()
      else this.#isBoundary = true
    } else if (tag.hasAttributes) this.#leave(path)
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    if (name === 'Trackpoint') this.#endTrackpoint(from)
    else if (name === 'CoursePoint') this.#endCoursePoint(from)
    else if (isLeaf && hasText(this.#text, from, to)) {
      if (findNotRead(TABLE, path) === null) this.#readLeaf(name, path[path.length - 2], from, to)
      else this.#leave(path)
    }
  }

  #leave(path: readonly string[]): void {
    const found = findNotRead(TABLE, path)
    if (found !== null) this.course.notRead.leave(found.code, found.what)
  }

  /** That has a text. */
  #readLeaf(name: string, parent: string, from: number, to: number): void {
    const { course } = this
    if (parent === 'Position') {
      if (name === 'LatitudeDegrees') {
        this.#hasLat = true
        this.#lat = valueOf(this.#text, from, to, readDecimal)
      } else {
        this.#hasLon = true
        this.#lon = valueOf(this.#text, from, to, readDecimal)
      }
    } else if (name === 'AltitudeMeters') {
      this.#heightM = valueOf(this.#text, from, to, readDecimal)
      if (Number.isNaN(this.#heightM)) course.notRead.leave('heights')
    } else if (name === 'Time') {
      this.#timeMs = valueOf(this.#text, from, to, readTimeMs)
      if (Number.isNaN(this.#timeMs)) course.notRead.leave('times')
    } else if (parent === 'CoursePoint') {
      if (name === 'Name') this.#name = course.readName(this.#text, from, to)
      else if (name === 'Notes') this.#notes = course.readName(this.#text, from, to)
      else if (name === 'PointType') this.#type = textOf(this.#text, from, to, 40) ?? ''
    } else if (parent === 'Course' && name === 'Name') this.#readName(from, to)
    else if (parent === 'Course' && name === 'Notes') this.#readNotes(from, to)
  }

  #readName(from: number, to: number): void {
    const words = this.course.readName(this.#text, from, to)
    if (isNameless(words)) this.#nameless = words
    else this.course.nameLine(words, 'Course.Name')
  }

  /** A longer name stands whole in the first line of the notes, as does one that would be taken for none. */
  #readNotes(from: number, to: number): void {
    const { course } = this
    const [first, ...more] = (textOf(this.#text, from, to, 10_000) ?? '').split('\n')
    const name = course.name ?? this.#nameless
    const isName = name !== null && (first === name || ([...name].length === NAME_CHARACTERS && first.startsWith(name)))
    if (isName) course.name = course.cutName(first)
    if (!isName || more.length > 0) course.notRead.leave('properties', 'Course.Notes')
  }

  #endTrackpoint(at: number): void {
    const { course } = this
    if (!this.#hasLon || !this.#hasLat) {
      course.notRead.leave('points')
      return
    }
    const [lon, lat] = [this.#lon, this.#lat]
    if (!isPlace(lon, lat)) throw brokenAt(at)
    const last = course.lastPlace()
    if (this.#isBoundary && last !== null && isGap(last, { lon, lat, timeMs: this.#timeMs })) course.endPart()
    this.#isBoundary = false
    course.push(lon, lat, this.#heightM, this.#timeMs)
  }

  #endCoursePoint(at: number): void {
    const { course } = this
    if (!this.#hasLon || !this.#hasLat) {
      course.notRead.leave('waypoints')
      return
    }
    const [lon, lat] = [this.#lon, this.#lat]
    if (!isPlace(lon, lat)) throw brokenAt(at)
    // a name has room for ten characters: the whole of it stands in the notes, and a turn may stand in its place
    const words = this.#notes ?? this.#name
    if (this.#name !== null && !words!.startsWith(this.#name) && !isShortCue(this.#name))
      course.notRead.leave('names', 'CoursePoint.Name')
    const turn = fromTcxType(this.#type)
    if (turn === null && this.#type !== '' && this.#type !== TCX_GENERIC)
      course.notRead.leave('properties', 'CoursePoint.PointType')
    const heightM = Number.isNaN(this.#heightM) ? null : this.#heightM
    if (turn === null) course.waypoint({ lon, lat, heightM, name: words }, this.#timeMs)
    else {
      if (heightM !== null) course.notRead.leave('heights')
      course.cue({ lon, lat, text: words ?? '', type: turn }, this.#timeMs)
    }
  }
}

const brokenAt = (at: number) => new GpxFault(say('file.tcx_position'), at)
