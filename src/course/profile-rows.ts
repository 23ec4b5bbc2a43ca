// Which samples of a height series become rows of a profile, and the grade at each. First the ends of every part, one
// row of every void stretch and each part's highest and lowest sample, then turning points from the largest down, then
// even spacing. Grades are slopes over GRADE_WINDOW_M around the row, clipped at part ends, null if the window contains
// a void.
// A row is always a sample, never interpolated.

import { turningPoints } from '../geo/climb.ts'
import type { HeightSeries } from './course-heights.ts'

export const GRADE_WINDOW_M = 100
/** A window clipped to less than this gives no grade. */
const MIN_WINDOW_M = 20
const TURNS_M = [200, 100, 50, 20, 10, 5]

/** Ascending sample indexes, at most `rows`; `rows` must be at least twice the number of parts. */
export function chooseRows(series: HeightSeries, rows: number): number[] {
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

export interface Grade {
  /** per cent */
  gradePct: number
  fromM: number
  toM: number
}

/** Grade at each row, null if unknown. */
export function gradesAt(series: HeightSeries, rows: readonly number[]): (Grade | null)[] {
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
