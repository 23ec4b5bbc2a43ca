// Reads a supplied line for every operation: GPX 1.0 or 1.1 (each trkseg, else each rte, is a part), GeoJSON, or a file
// of any kind. Limits are enforced while reading. Empty parts are dropped, and parts are never joined.
// A point with broken coordinates is an error that says where: reading never drops or repairs points.

import { ServiceError } from '../errors.ts'
import { say } from '../language/sentence.ts'
import type { Utf8Text } from '../wire/utf8-text.ts'
import type { Course } from './course.ts'
import { readFile } from './files/read-file.ts'
import { courseOfGpx } from './gpx/course-of-gpx.ts'
import { scanGpx } from './gpx/gpx-text.ts'
import { readGeoJsonLine } from './read-geojson-line.ts'

export interface CourseInput {
  gpx?: string | Utf8Text | undefined
  /** GeoJSON, not yet checked */
  geometry?: unknown
  /** a file of any kind (files/read-file.ts): text, or base64 */
  file?: string | Utf8Text | undefined
}

export interface CourseLimits {
  points: number
  /** undefined: any length */
  lengthKm?: number | undefined
  /** 1: one part only */
  parts?: number | undefined
  /** of what is packed in a file */
  unpackedBytes?: number | undefined
}

const FORMS = ['gpx', 'geometry', 'file'] as const

/** In which form a line was sent; undefined if in none. Does not read the line. Throws ServiceError `both_inputs`. */
export function findForm(input: { [form in (typeof FORMS)[number]]?: unknown }): (typeof FORMS)[number] | undefined {
  const [form, other] = FORMS.filter((one) => input[one] !== undefined && input[one] !== null)
  if (other !== undefined)
    throw new ServiceError(say('error.both_inputs.line', { otherField: form, field: other }), {
      inputPath: other,
    })
  return form
}

/**
 * Throws ServiceError: `both_inputs`, `no_input`, `invalid_gpx`, `invalid_input` (GeoJSON, other files),
 * `too_many_points` (413), `too_long` and `one_part_only` (422).
 */
export function readCourse(input: CourseInput, limits: CourseLimits): Course {
  const form = findForm(input)
  if (form === undefined)
    throw new ServiceError(say('error.no_input.line', { field: 'gpx' }), {
      inputPath: 'gpx',
    })
  const course =
    form === 'gpx'
      ? courseOfGpx(scanGpx(input.gpx!, limits.points))
      : form === 'file'
        ? readFile(input.file!, limits.points, limits.unpackedBytes)
        : readGeoJsonLine(input.geometry, limits.points)
  return checkCourse(course, limits, form)
}

/** The same of a line that was read under other limits. Throws `too_many_points`, `too_long` and `one_part_only`. */
export function checkCourse(course: Course, limits: CourseLimits, form: (typeof FORMS)[number]): Course {
  const parts = course.partStart.length - 1
  if (course.count > limits.points)
    throw new ServiceError(say('error.too_many_points.line', { points: course.count, maxPoints: limits.points }), {
      inputPath: form,
    })
  if (limits.parts !== undefined && parts > limits.parts) {
    throw new ServiceError(say('error.one_part_only.line', { parts }), { inputPath: form })
  }
  if (limits.lengthKm !== undefined && course.lengthM > limits.lengthKm * 1000) {
    throw new ServiceError(say('error.too_long.line', { lineM: course.lengthM, maxKm: limits.lengthKm }), {
      inputPath: form,
    })
  }
  return course
}
