// A part of a line by metres along it. Metres count over all parts in order, gaps between them not; parts are never
// joined. New end points lie on the straight piece between their neighbours, with a height where both have one. Pure.

import { distanceM, wrapLon } from '../geo/lon-lat.ts'
import { roundTo, tenths } from '../wire/numbers.ts'
import { lastAtMost } from '../geo/last-at-most.ts'

export type Position = readonly [lon: number, lat: number, heightM: number | null]
/** Never joined. */
export type Parts = readonly (readonly Position[])[]

/** A line, and where each of its points lies along it. */
export interface MeasuredLine {
  parts: Parts
  /** by part, metres from the start of the whole line */
  atM: readonly Float64Array[]
  lengthM: number
}

export function measureLine(parts: Parts): MeasuredLine {
  let lengthM = 0
  const atM = parts.map((part) => {
    const column = new Float64Array(part.length)
    for (let i = 0; i < part.length; i++) {
      if (i > 0) lengthM += distanceM(part[i - 1][0], part[i - 1][1], part[i][0], part[i][1])
      column[i] = lengthM
    }
    return column
  })
  return { parts, atM, lengthM }
}

/** Metres along a line are given to a tenth: a point of the line this near is taken to be the same. */
const ROUNDING_M = 0.05

/**
 * The line from `fromM` to `toM`, at least two points a part, cut off at the ends of the line. Empty if it has no
 * length there.
 */
export function cutLine({ parts, atM }: MeasuredLine, fromM: number, toM: number): Parts {
  const cut: (readonly Position[])[] = []
  for (let p = 0; p < parts.length; p++) {
    const column = atM[p]
    const last = column.length - 1
    if (last < 1 || column[0] >= toM - ROUNDING_M || column[last] <= fromM + ROUNDING_M) continue
    const from = placeOf(column, fromM)
    const to = placeOf(column, toM)
    if (to <= from) continue
    const first = Math.floor(from) + 1
    const whole = parts[p].slice(first, Math.ceil(to))
    cut.push([positionAt(parts[p], from), ...whole, positionAt(parts[p], to)])
  }
  return cut
}

/** The point so many metres along it; where one part ends and the next begins, the beginning of the next. */
export function pointAlong({ parts, atM }: MeasuredLine, targetM: number): Position {
  let p = 0
  for (let next = 1; next < parts.length; next++)
    if (parts[next].length > 0 && atM[next][0] <= targetM + ROUNDING_M) p = next
  return positionAt(parts[p], placeOf(atM[p], targetM))
}

/** Where on a part: the number of a point, with the share of the piece after it. */
function placeOf(column: Float64Array, targetM: number): number {
  const last = column.length - 1
  if (targetM <= column[0] + ROUNDING_M) return 0
  if (targetM >= column[last] - ROUNDING_M) return last
  const low = lastAtMost(column, targetM, 0, last - 1)
  let high = low + 1
  const beforeM = targetM - column[low]
  const afterM = column[high] - targetM
  if (beforeM <= Math.min(afterM, ROUNDING_M)) return low
  if (afterM > ROUNDING_M) return low + beforeM / (beforeM + afterM)
  // of points in one place the last
  while (column[high + 1] === column[high]) high++
  return high
}

function positionAt(part: readonly Position[], place: number): Position {
  const index = Math.floor(place)
  const share = place - index
  if (share === 0) return part[index]
  const [lonA, latA, heightA] = part[index]
  const [lonB, latB, heightB] = part[index + 1]
  return [
    roundTo(wrapLon(lonA + wrapLon(lonB - lonA) * share), 1e7),
    roundTo(latA + (latB - latA) * share, 1e7),
    heightA === null || heightB === null ? null : tenths(heightA + (heightB - heightA) * share),
  ]
}
