// A FIT file as a course: the positions of its `record` messages are the line, its `course_point` messages waypoints or
// cues. In a course a stopped timer begins a new part, as write-fit.ts writes it; an activity is one part, since its
// recorder only paused. Times of a course are a plan, not a recording: they are not read.

import type { Course } from '../course.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { fromFitType } from './cue-types.ts'
import {
  FIELDS,
  FILE_TYPE_COURSE,
  FIT_EPOCH_S,
  type FitMessage,
  MESSAGES,
  readFitMessages,
  toDegrees,
  toHeightM,
} from './fit-messages.ts'
import { fileError } from './file-fault.ts'

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
  #isPlan = false

  constructor(course: CourseBuilder) {
    this.#course = course
  }

  read(message: FitMessage): void {
    const { number, values, texts } = message
    if (number === MESSAGES.fileId) this.#isPlan = values.get(FIELDS.fileId.type) === FILE_TYPE_COURSE
    else if (number === MESSAGES.course) this.#course.name ??= texts.get(FIELDS.course.name) ?? null
    else if (number === MESSAGES.record) this.#readRecord(message)
    else if (number === MESSAGES.coursePoint) this.#readCoursePoint(message)
    else if (number === MESSAGES.event && this.#isPlan) {
      const isTimer = values.get(FIELDS.event.event) === 0
      if (isTimer && values.get(FIELDS.event.type) !== 0) this.#course.endPart()
    }
  }

  #readRecord({ values, timeS, hasOtherFields }: FitMessage): void {
    const place = placeOf(values.get(FIELDS.record.lat), values.get(FIELDS.record.lon))
    if (hasOtherFields) this.#course.leave('sensors')
    if (place === null) return
    const altitude = values.get(FIELDS.record.enhancedAltitude) ?? values.get(FIELDS.record.altitude)
    this.#course.push(
      place.lon,
      place.lat,
      altitude === undefined ? NaN : toHeightM(altitude),
      this.#isPlan || Number.isNaN(timeS) ? NaN : (timeS + FIT_EPOCH_S) * 1000,
    )
  }

  #readCoursePoint({ values, texts }: FitMessage): void {
    const place = placeOf(values.get(FIELDS.coursePoint.lat), values.get(FIELDS.coursePoint.lon))
    if (place === null) return
    const name = texts.get(FIELDS.coursePoint.name) ?? null
    const type = fromFitType(values.get(FIELDS.coursePoint.type) ?? 0)
    if (type === null) this.#course.waypoint({ ...place, heightM: null, name })
    else this.#course.cue({ ...place, text: name ?? '', type })
  }
}

function placeOf(lat: number | undefined, lon: number | undefined): { lon: number; lat: number } | null {
  if (lat === undefined || lon === undefined) return null
  const place = { lon: toDegrees(lon), lat: toDegrees(lat) }
  if (!isPlace(place.lon, place.lat)) throw fileError('FIT', 'a position lies off the globe')
  return place
}
