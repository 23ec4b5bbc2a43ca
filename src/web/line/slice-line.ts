// A stretch of a line as a line of its own, whose metres are still those of the whole; and what it climbs, by the
// method of the service. Pure.

import { climbOf } from '../../geo/climb.ts'
import { type LinePoint, type ShownLine, pointAt } from './shown-line.ts'

/** Empty where nothing of the line lies between the two distances. */
export function sliceLine(line: ShownLine, fromM: number, toM: number): ShownLine {
  const points: LinePoint[] = []
  const along: number[] = []
  const partStarts: number[] = []
  line.partStarts.forEach((start, part) => {
    const end = (line.partStarts[part + 1] ?? line.points.length) - 1
    const low = Math.max(fromM, line.alongM[start])
    const high = Math.min(toM, line.alongM[end])
    if (high <= low) return
    partStarts.push(points.length)
    const put = (point: LinePoint, atM: number) => {
      points.push(point)
      along.push(atM)
    }
    if (low > line.alongM[start]) put(pointAt(line, low), low)
    for (let i = start; i <= end; i++)
      if (line.alongM[i] >= low && line.alongM[i] <= high) put(line.points[i], line.alongM[i])
    if (high < line.alongM[end]) put(pointAt(line, high), high)
  })
  return { ...line, points, partStarts, alongM: Float64Array.from(along) }
}

/** Null where the stretch has a void: what is climbed in it is not known. */
export function climbBetween(
  line: ShownLine,
  fromM: number,
  toM: number,
): { ascentM: number; descentM: number } | null {
  const slice = sliceLine(line, fromM, toM)
  if (slice.points.length === 0) return null
  let ascentM = 0
  let descentM = 0
  for (const [part, start] of slice.partStarts.entries()) {
    const heights = slice.points.slice(start, slice.partStarts[part + 1]).map(([, , heightM]) => heightM ?? Number.NaN)
    const climb = climbOf(heights)
    if (climb.voidCount > 0) return null
    ascentM += climb.ascentM
    descentM += climb.descentM
  }
  return { ascentM, descentM }
}

/**
 * Which leg of a route lies so far along it, and where a waypoint put into it belongs. Counted from 0. Beyond the end
 * it is the last.
 */
export function legAt(legs: readonly { lengthM: number }[], atM: number): number {
  let endM = 0
  for (const [leg, { lengthM }] of legs.entries()) {
    endM += lengthM
    if (atM <= endM) return leg
  }
  return Math.max(0, legs.length - 1)
}

/**
 * Where a waypoint belongs that is put into the line so far along it; null on a trail that is followed, which is a leg
 * of its own at one waypoint.
 */
export function waypointAt(legs: readonly { lengthM: number; trail: object | null }[], atM: number): number | null {
  const leg = legAt(legs, atM)
  if (legs[leg]?.trail != null) return null
  return legs.slice(0, leg).filter(({ trail }) => trail === null).length + 1
}
