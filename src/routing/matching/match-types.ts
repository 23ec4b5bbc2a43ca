// Input and result of matching. Points are parallel arrays, one entry per point of the supplied line, parts one after
// another. `atMm` are millimetres along the supplied line (a gap between parts has no length); `placeMm` are
// millimetres along the matched line of the point's segment. An unmatched point has segment -1 and no place; nothing is
// ever drawn for it.

import type { RouteLine } from '../details/route-line.ts'

export type TravelMode = 'foot' | 'bike'
export const UNMATCHED_REASONS = [
  'no_path_nearby',
  'no_connection',
  'outside_region',
  'not_allowed',
  'too_far',
] as const
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

export interface TracePoints {
  /** degrees */
  lon: Float64Array
  lat: Float64Array
  /** since the epoch, NaN none */
  timeMs: Float64Array
  /** one more than there are parts */
  partStart: Int32Array
}

export interface MatchSettings {
  mode: TravelMode
  /** ways farther from a point than this are ignored (half as far again if a single point strays) */
  searchRadiusM: number
  /** least noise assumed, one standard deviation; the line itself may show more */
  accuracyM: number
}

/** An unbroken stretch on the network. */
export interface MatchedSegment {
  /** first and last point of the supplied line, both matched; with `isBetween` the points around the stretch */
  fromIndex: number
  toIndex: number
  /** no point lies on it: it begins and ends between two points */
  isBetween: boolean
  /** millimetres of the supplied line; beyond the points by less than one step */
  fromMm: number
  toMm: number
  line: RouteLine
  /** of `line`, millimetres */
  lengthMm: number
}

/** Between two points of the supplied line; `fromIndex` and `toIndex` may be matched, the points between are not. */
export interface UnmatchedStretch {
  fromIndex: number
  toIndex: number
  /** millimetres of the supplied line */
  fromMm: number
  toMm: number
  reason: UnmatchedReason
}

export interface MatchedTrace {
  atMm: Float64Array
  /** segment of each point, -1 unmatched */
  segmentOf: Int32Array
  placeMm: Float64Array
  /** matched place in degrees; the point itself where unmatched */
  lon: Float64Array
  lat: Float64Array
  /** metres from the point to its matched place, NaN unmatched */
  awayM: Float64Array
  /** 1: looked up, 0: interpolated between points that were */
  isLookedUp: Uint8Array
  segments: MatchedSegment[]
  /** in order; with the segments they cover the whole line */
  unmatched: UnmatchedStretch[]
  /** metres of the supplied line, of its matched part, and of the network followed */
  traceM: number
  matchedM: number
  networkM: number
}
