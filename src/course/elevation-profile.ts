// The profile of a line: rows for a chart, the climb with its method, and the steepest stretches of the same rows.
// Every part is a separate run in `series.parts`; a void is a row with null heights. Ascent is computed from all
// samples, not from the rows, by the method used for routes. Heights come through a callback, so that this needs no
// files or services.

import { ServiceError } from '../errors.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { climbOf, turningPoints } from '../geo/climb.ts'
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
import type { Course, CourseFormat } from './course.ts'
import { roundTo } from '../wire/numbers.ts'

const PROFILE_COLUMNS = ['distance_m', 'elevation_m', 'grade_pct', 'lon', 'lat'] as const
export const DEFAULT_PROFILE_POINTS = 1000
const STEEPEST = 3

export interface CourseElevation {
  source: 'terrain' | 'recorded'
  method: Sentence
  ascentM: number
  descentM: number
  minM: number
  maxM: number
  unknownM: number
}

export interface ElevationProfile {
  input: { format: CourseFormat; parts: number; points: number; lengthM: number }
  elevation: CourseElevation & {
    checkRule: Sentence | null
    check: HeightCheck | null
  }
  series: {
    columns: readonly (typeof PROFILE_COLUMNS)[number][]
    heights: Sentence
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
      say('error.invalid_input.part_ends', { field: 'points', fewest: 2 * parts, parts, givenCount: points }),
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
          ? say('method.profile.terrain', { everyM: SAMPLE_SPACING_M, maxKm: (12_000 * SAMPLE_SPACING_M) / 1000 })
          : say('method.profile.recorded'),
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

const GRADE_WINDOW_M = 100
/** A window clipped to less than this gives no grade. */
const MIN_WINDOW_M = 20
const TURNS_M = [200, 100, 50, 20, 10, 5]

/**
 * Which samples of a height series become rows of a profile, and the grade at each. First the ends of every part, one
 * row of every void stretch and each part's highest and lowest sample, then turning points from the largest down, then
 * even spacing. Grades are slopes over GRADE_WINDOW_M around the row, clipped at part ends, null if the window contains
 * a void. A row is always a sample, never interpolated. Ascending sample indexes, at most `rows`; `rows` must be at
 * least twice the number of parts.
 */
function chooseRows(series: HeightSeries, rows: number): number[] {
  const { heightM, atM, partStart } = series
  if (heightM.length <= rows) return Array.from(heightM, (_, i) => i)
  const chosen = new Set<number>()
  const add = (indexes: readonly number[]): void => {
    for (const index of indexes) {
      if (chosen.size >= rows) return
      chosen.add(index)
    }
  }
  const parts = Array.from({ length: partStart.length - 1 }, (_, p): [number, number] => [
    partStart[p],
    partStart[p + 1],
  ])
  add(parts.flatMap(([from, to]) => [from, to - 1]))
  add(parts.flatMap(([from, to]) => extremes(heightM, from, to)))
  const runs = parts.flatMap(([from, to]) => runsOf(heightM, from, to))
  add(
    runs
      .filter((run) => run.isVoid)
      .sort((a, b) => atM[b.to - 1] - atM[b.from] - (atM[a.to - 1] - atM[a.from]))
      .map((run) => (run.from + run.to) >> 1),
  )
  for (const thresholdM of TURNS_M) {
    const turns = runs.flatMap((run) => (run.isVoid ? [] : turningPoints(heightM, run.from, run.to, thresholdM)))
    const fresh = turns.filter((index) => !chosen.has(index))
    // at least half of the rows are reserved for the shape between
    if (chosen.size + fresh.length > Math.max(rows / 2, Math.min(rows, 20))) break
    add(fresh)
  }
  // the rest is spaced evenly: the sample nearest to each mark, skipping samples that are rows already
  const lengthM = atM[atM.length - 1]
  const spare = rows - chosen.size
  let sample = 0
  for (let k = 1; k <= spare; k++) {
    const markM = (lengthM * (k - 0.5)) / spare
    while (sample + 1 < atM.length && atM[sample + 1] <= markM) sample++
    chosen.add(sample + 1 < atM.length && atM[sample + 1] - markM < markM - atM[sample] ? sample + 1 : sample)
  }
  const left = rows - chosen.size
  if (left > 0) {
    const rest: number[] = []
    for (let i = 0; i < atM.length; i++) if (!chosen.has(i)) rest.push(i)
    add(Array.from({ length: left }, (_, k) => rest[Math.floor(((k + 0.5) * rest.length) / left)]))
  }
  return [...chosen].sort((a, b) => a - b)
}

function extremes(heightM: Float64Array, from: number, to: number): number[] {
  let low = -1
  let high = -1
  for (let i = from; i < to; i++) {
    if (Number.isNaN(heightM[i])) continue
    if (low < 0 || heightM[i] < heightM[low]) low = i
    if (high < 0 || heightM[i] > heightM[high]) high = i
  }
  return low < 0 ? [] : [low, high]
}

function runsOf(heightM: Float64Array, from: number, to: number): { from: number; to: number; isVoid: boolean }[] {
  const runs: { from: number; to: number; isVoid: boolean }[] = []
  for (let i = from; i < to; i++) {
    const isVoid = Number.isNaN(heightM[i])
    const last = runs[runs.length - 1]
    if (last !== undefined && last.isVoid === isVoid) last.to = i + 1
    else runs.push({ from: i, to: i + 1, isVoid })
  }
  return runs
}

interface Grade {
  /** per cent */
  gradePct: number
  fromM: number
  toM: number
}

/** Grade at each row, null if unknown. */
function gradesAt(series: HeightSeries, rows: readonly number[]): (Grade | null)[] {
  const { atM, heightM, partStart } = series
  const grades: (Grade | null)[] = []
  let part = 0
  let left = 0
  let right = 0
  let lastVoid = -1 // last void sample at or before `right`
  let seen = -1
  for (const row of rows) {
    while (row >= partStart[part + 1]) part++
    const first = partStart[part]
    const last = partStart[part + 1] - 1
    left = Math.max(left, first)
    right = Math.max(right, row)
    const fromM = Math.max(atM[first], atM[row] - GRADE_WINDOW_M / 2)
    const toM = Math.min(atM[last], atM[row] + GRADE_WINDOW_M / 2)
    while (left < last && atM[left + 1] <= fromM) left++
    while (right < last && atM[right] < toM) right++
    for (let i = Math.max(seen + 1, left); i <= right; i++) if (Number.isNaN(heightM[i])) lastVoid = i
    seen = right
    if (lastVoid >= left || toM - fromM < MIN_WINDOW_M) {
      grades.push(null)
      continue
    }
    const slope =
      (heightAt(series, Math.max(first, right - 1), right, toM) -
        heightAt(series, left, Math.min(last, left + 1), fromM)) /
      (toM - fromM)
    grades.push({ gradePct: Math.round(slope * 1000) / 10, fromM, toM })
  }
  return grades
}

function heightAt({ atM, heightM }: HeightSeries, a: number, b: number, at: number): number {
  const stepM = atM[b] - atM[a]
  return stepM <= 0
    ? heightM[b]
    : heightM[a] + (heightM[b] - heightM[a]) * Math.max(0, Math.min(1, (at - atM[a]) / stepM))
}
