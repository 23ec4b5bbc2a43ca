// The cached forecast of one place: one row per hour in UTC, each from one model, and each day of the place's own
// calendar from one model. Columns are Float32Array, one entry per hour, NaN = missing (never 0); precipitation, its
// probability and gusts are of the hour that ends at its time. Temperatures are those of the model's cell: they are
// corrected to a height when an answer is built.

import { HOUR_MS } from '../durations.ts'

/** Columns of an hour, in the units of their names; `newSnowCm` is the snow of the 24 hours before. */
export const HOUR_COLUMNS = [
  'tempC',
  'precipMm',
  'windKmh',
  'gustKmh',
  'windDirDeg',
  'weatherCode',
  'freezingLevelM',
  'snowDepthM',
  'newSnowCm',
] as const
export type HourColumn = (typeof HOUR_COLUMNS)[number]

export interface SeriesModel {
  id: string
  /** mean height of the model's cell, metres; null if the provider does not give it */
  cellHeightM: number | null
}

export interface SeriesDay {
  /** in the place's calendar */
  date: string
  /** first and last hour, [from, to) */
  from: number
  to: number
  /** index into `models`, -1 if no model has the whole day */
  model: number
  /** by that model, NaN: missing; temperatures of its cell */
  tempMaxC: number
  tempMinC: number
  precipMm: number
  windMaxKmh: number
  gustMaxKmh: number
  weatherCode: number
  /** of the ensemble, over all hours of the day; NaN if one is missing */
  probabilityMaxPct: number
}

export interface PointSeries {
  /** as requested, rounded to 2 decimals */
  lon: number
  lat: number
  /** IANA name: the provider's, or that of the place if it gives no known one */
  timezone: string
  startMs: number
  hourCount: number
  models: SeriesModel[]
  /** index into `models` per hour, -1: none */
  hourModel: Int8Array
  columns: Record<HourColumn, Float32Array>
  probabilityModels: string[]
  /** index into `probabilityModels`, -1: none */
  probabilityModel: Int8Array
  probabilityPct: Float32Array
  days: SeriesDay[]
}

/** Index of the hour at a given time, or -1 outside the series. Nearest full hour; half an hour rounds up. */
export function nearestHour(series: PointSeries, atMs: number): number {
  const hour = Math.floor((atMs - series.startMs) / HOUR_MS + 0.5)
  return hour >= 0 && hour < series.hourCount ? hour : -1
}

/**
 * Index of the hour whose sums cover a given time, or -1 outside the series: what falls in an hour is stamped with its
 * end, so from 10:00 to 10:59 that is 11:00.
 */
export function hourOfSums(series: PointSeries, atMs: number): number {
  const hour = Math.floor((atMs - series.startMs) / HOUR_MS) + 1
  return hour >= 0 && hour < series.hourCount ? hour : -1
}

/** NaN to null; rounded to `digits` decimals. */
export function orNull(value: number, digits = 1): number | null {
  if (Number.isNaN(value)) return null
  const scale = 10 ** digits
  return Math.round(value * scale) / scale + 0
}
