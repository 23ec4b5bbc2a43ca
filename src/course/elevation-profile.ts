// The profile of a line: rows for a chart, the climb with its method, and the steepest stretches of the same rows.
// Every part is a separate run in `series.parts`; a void is a row with null heights. Ascent is computed from all
// samples, not from the rows, by the method used for routes. Heights come through a callback, so that this needs no
// files or services.

import { ServiceError } from '../errors.ts'
import { climbOf } from '../geo/climb.ts'
import type { Unknown } from '../unknowns.ts'
import { HEIGHT_CHECK, type HeightCheck } from './check-heights.ts'
import {
  type ElevationChoice,
  type HeightSeries,
  type HeightsAt,
  SAMPLE_SPACING_M,
  ascentMethod,
  getHeightSeries,
} from './course-heights.ts'
import { GRADE_WINDOW_M, type Grade, chooseRows, gradesAt } from './profile-rows.ts'
import type { Course, CourseFormat } from './course.ts'
import { roundTo } from '../wire/round-to.ts'

const PROFILE_COLUMNS = ['distance_m', 'elevation_m', 'grade_pct', 'lon', 'lat'] as const
export const DEFAULT_PROFILE_POINTS = 1000
const STEEPEST = 3

export interface CourseElevation {
  source: 'terrain' | 'recorded'
  method: string
  ascentM: number
  descentM: number
  minM: number
  maxM: number
  unknownM: number
}

export interface ElevationProfile {
  input: { format: CourseFormat; parts: number; points: number; lengthM: number }
  elevation: CourseElevation & {
    checkRule: string | null
    check: HeightCheck | null
  }
  series: {
    columns: readonly string[]
    heights: string
    gradeWindowM: number
    parts: { fromM: number; toM: number; first: number; last: number }[]
    points: (number | null)[][]
  }
  steepest: { direction: 'up' | 'down'; fromM: number; toM: number; gradePct: number }[]
  unknowns: Unknown[]
}

/** Throws what getHeightSeries throws, and `invalid_input` if `points` is less than two for each part. */
export async function elevationProfile(
  course: Course,
  choice: ElevationChoice,
  points: number,
  heightsAt: HeightsAt | null,
): Promise<ElevationProfile> {
  const parts = course.partStart.length - 1
  if (points < 2 * parts)
    throw new ServiceError(
      'invalid_input',
      `\`points\`: expected at least ${2 * parts}, two for each of the ${parts} parts, got ${points}.`,
      { inputPath: 'points' },
    )
  return profileOf(course, await getHeightSeries(course, choice, heightsAt), points)
}

export function elevationOf({ source, heightM, climbM, partStart, voidM }: HeightSeries): CourseElevation {
  let ascentM = 0
  let descentM = 0
  let minM = Infinity
  let maxM = -Infinity
  for (let p = 0; p + 1 < partStart.length; p++) {
    const climb = climbOf(climbM.subarray(partStart[p], partStart[p + 1]))
    ascentM += climb.ascentM
    descentM += climb.descentM
  }
  for (const height of heightM) {
    if (height < minM) minM = height
    if (height > maxM) maxM = height
  }
  return {
    source,
    method: ascentMethod(source),
    ascentM: roundTo(ascentM, 10),
    descentM: roundTo(descentM, 10),
    minM: roundTo(minM, 10),
    maxM: roundTo(maxM, 10),
    unknownM: roundTo(voidM, 10),
  }
}

function profileOf(course: Course, series: HeightSeries, points: number): ElevationProfile {
  const rows = chooseRows(series, points)
  const grades = gradesAt(series, rows)
  return {
    input: {
      format: course.format,
      parts: course.partStart.length - 1,
      points: course.count,
      lengthM: roundTo(course.lengthM, 10),
    },
    elevation: {
      ...elevationOf(series),
      checkRule: series.check === null ? null : HEIGHT_CHECK,
      check: series.check,
    },
    series: {
      columns: PROFILE_COLUMNS,
      heights:
        series.source === 'terrain'
          ? `terrain model, metres above sea, sampled at the points of the line and at most every ${SAMPLE_SPACING_M} m between (farther on lines over ${(12_000 * SAMPLE_SPACING_M) / 1000} km); null: unknown there`
          : 'recorded in the file, metres; null: no height at this point',
      gradeWindowM: GRADE_WINDOW_M,
      parts: partsOf(series, rows),
      points: rows.map((row, k) => [
        roundTo(series.atM[row], 10),
        Number.isNaN(series.heightM[row]) ? null : roundTo(series.heightM[row], 10),
        grades[k]?.gradePct ?? null,
        roundTo(series.lon[row], 1e6),
        roundTo(series.lat[row], 1e6),
      ]),
    },
    steepest: [...steepest(grades, 1), ...steepest(grades, -1)],
    unknowns: series.unknowns,
  }
}

function partsOf({ partStart, atM }: HeightSeries, rows: readonly number[]): ElevationProfile['series']['parts'] {
  const parts: ElevationProfile['series']['parts'] = []
  let first = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    let last = first
    while (last + 1 < rows.length && rows[last + 1] < partStart[p + 1]) last++
    parts.push({ fromM: roundTo(atM[partStart[p]], 10), toM: roundTo(atM[partStart[p + 1] - 1], 10), first, last })
    first = last + 1
  }
  return parts
}

/** The steepest grades of one direction whose windows do not overlap. */
function steepest(grades: readonly (Grade | null)[], sign: 1 | -1): ElevationProfile['steepest'] {
  const found = grades
    .filter((grade): grade is Grade => grade !== null && grade.gradePct * sign > 0)
    .sort((a, b) => (b.gradePct - a.gradePct) * sign)
  const chosen: Grade[] = []
  for (const grade of found) {
    if (chosen.length === STEEPEST) break
    if (chosen.every((other) => grade.toM <= other.fromM || grade.fromM >= other.toM)) chosen.push(grade)
  }
  return chosen.map(({ fromM, toM, gradePct }) => ({
    direction: sign === 1 ? 'up' : 'down',
    fromM: roundTo(fromM, 10),
    toM: roundTo(toM, 10),
    gradePct,
  }))
}
