// A FIT file as a course: the positions of its `record` messages are the line, its `course_point` messages waypoints or
// cues. In a course a stopped timer begins a new part, as write-fit.ts writes it; an activity is one part, unless the
// recorder stopped and went on elsewhere (isGap). Files chained in one are parts one after another. Times of a course
// are a plan, not a recording: they place its course points, and are not read.

import type { Course } from '../course.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { FIT_GENERIC, fromFitType } from './cue-types.ts'
import {
  FIELDS,
  FILE_TYPE_COURSE,
  FIT_EPOCH_S,
  type FitMessage,
  MESSAGES,
  OF_THE_FILE,
  readFitMessages,
  toDegrees,
  toHeightM,
} from './fit-messages.ts'
import { fileError } from './file-fault.ts'
import { isGap } from './recorder-gap.ts'

const TIMER = 0
const START = 0

/** Throws ServiceError: `invalid_input` (not FIT, truncated, no position in it), `too_many_points`. */
export function readFitCourse(bytes: Uint8Array, maxPoints: number): Course {
  const course = new CourseBuilder(maxPoints)
  const reader = new FitReader(course)
  readFitMessages(
    bytes,
    (message) => reader.read(message),
    (why) => fileError('FIT', why),
  )
  if (course.count === 0) throw fileError('FIT', 'there is no record with a position in it')
  return course.finish('fit')
}

class FitReader {
  readonly #course: CourseBuilder
  #file = 0
  /** the timer stopped: an activity may go on where it was */
  #isStopped = false

  constructor(course: CourseBuilder) {
    this.#course = course
  }

  read(message: FitMessage): void {
    const { number, values, texts, file } = message
    const course = this.#course
    if (file !== this.#file) {
      this.#file = file
      this.#isStopped = false
      course.endPart()
    }
    if (number === MESSAGES.fileId) course.isPlan = values.get(FIELDS.fileId.type) === FILE_TYPE_COURSE
    else if (number === MESSAGES.course) {
      course.nameLine(texts.get(FIELDS.course.name) ?? null, 'course.name')
      if ((values.get(FIELDS.course.sport) ?? 0) !== 0) course.notRead.leave('properties', 'course.sport')
    } else if (number === MESSAGES.record) this.#readRecord(message)
    else if (number === MESSAGES.coursePoint) this.#readCoursePoint(message)
    else if (number === MESSAGES.event) {
      if (values.get(FIELDS.event.event) !== TIMER || values.get(FIELDS.event.type) === START) return
      if (course.isPlan) course.endPart()
      else this.#isStopped = true
    } else if (number === MESSAGES.lap) {
      if (message.hasOtherFields) course.notRead.leave('sensors')
    } else if (!OF_THE_FILE.has(number))
      course.notRead.leave('properties', OTHER_MESSAGES[number] ?? `message ${number}`)
  }

  #readRecord({ values, timeS, hasOtherFields }: FitMessage): void {
    const course = this.#course
    const place = placeOf(values.get(FIELDS.record.lat), values.get(FIELDS.record.lon))
    if (hasOtherFields) course.notRead.leave('sensors')
    if (place === null) {
      course.notRead.leave('points')
      return
    }
    const timeMs = (timeS + FIT_EPOCH_S) * 1000
    const last = course.lastPlace()
    if (this.#isStopped && last !== null && isGap(last, { ...place, timeMs })) course.endPart()
    this.#isStopped = false
    const altitude = values.get(FIELDS.record.enhancedAltitude) ?? values.get(FIELDS.record.altitude)
    course.push(place.lon, place.lat, altitude === undefined ? NaN : toHeightM(altitude), timeMs)
  }

  #readCoursePoint({ values, texts }: FitMessage): void {
    const course = this.#course
    const place = placeOf(values.get(FIELDS.coursePoint.lat), values.get(FIELDS.coursePoint.lon))
    if (place === null) {
      course.notRead.leave('waypoints')
      return
    }
    const name = texts.get(FIELDS.coursePoint.name) ?? null
    const code = values.get(FIELDS.coursePoint.type) ?? FIT_GENERIC
    const type = fromFitType(code)
    const timeMs = ((values.get(FIELDS.coursePoint.timestamp) ?? NaN) + FIT_EPOCH_S) * 1000
    if (type === null && code !== FIT_GENERIC) course.notRead.leave('properties', 'course_point.type')
    if (type === null) course.waypoint({ ...place, heightM: null, name }, timeMs)
    else course.cue({ ...place, text: name ?? '', type }, timeMs)
  }
}

const OTHER_MESSAGES: Readonly<Record<number, string>> = {
  ...{ 3: 'user_profile', 7: 'zones_target', 18: 'session', 34: 'activity', 78: 'hrv', 101: 'length', 132: 'hr' },
}

function placeOf(lat: number | undefined, lon: number | undefined): { lon: number; lat: number } | null {
  if (lat === undefined || lon === undefined) return null
  const place = { lon: toDegrees(lon), lat: toDegrees(lat) }
  if (!isPlace(place.lon, place.lat)) throw fileError('FIT', 'a position lies off the globe')
  return place
}
