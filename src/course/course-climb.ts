// Climb of a course or of some of its points, by the one method of src/geo/climb.ts, and the points that determine it.
// Heights are the recorded ones that can be right (check-heights.ts). Points without one are left out, as if the
// line ran straight between those around them, unless that leaves too much of it unknown; parts are never climbed
// across. Pure.

import { climbOf, CLIMB_THRESHOLD_M, turningPoints } from '../geo/climb.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { distanceM } from '../geo/lon-lat.ts'
import type { Course } from './course.ts'
import { plausibleHeights } from './check-heights.ts'

export interface CourseClimb {
  ascentM: number
  descentM: number
}

/** A stretch without heights up to this length is taken as straight between the heights at its ends. */
const LONGEST_STRAIGHT_M = 500
/** Of the line, where climb is still known: longer stretches, and those before the first and after the last height. */
const MAX_UNKNOWN_SHARE = 0.01
/** Of the heights, beyond which none of them is trusted. */
const MAX_WRONG_SHARE = 0.1

type Measured = Pick<Course, 'heightM' | 'partStart'>

/** Heights of a course from which its climb is counted (NaN: none), and why that cannot be done; null: it can. */
export function climbHeights(course: Course): { heightM: Float64Array; reason: Sentence | null } {
  const heightM = plausibleHeights(course)
  const [recorded, kept] = [countKnown(course.heightM), countKnown(heightM)]
  const unknownM = lengthUnknown({ ...course, heightM })
  const reason =
    recorded === 0
      ? say('reason.climb.no_heights')
      : recorded - kept > MAX_WRONG_SHARE * recorded
        ? say('reason.climb.wrong', { wrong: recorded - kept, recorded })
        : unknownM > MAX_UNKNOWN_SHARE * course.lengthM
          ? say('reason.climb.missing', { voidM: Math.max(1, unknownM) })
          : null
  return { heightM, reason }
}

function countKnown(heightM: Float64Array): number {
  let count = 0
  for (const height of heightM) if (!Number.isNaN(height)) count++
  return count
}

/** Metres along which nothing is known of climb. */
function lengthUnknown({ lon, lat, heightM, partStart }: Course): number {
  let unknownM = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    let sinceM = 0
    let known = -1
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (i > partStart[p]) sinceM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
      if (Number.isNaN(heightM[i])) continue
      if (known < 0 || (i - known > 1 && sinceM > LONGEST_STRAIGHT_M)) unknownM += sinceM
      sinceM = 0
      known = i
    }
    unknownM += sinceM
  }
  return unknownM
}

/** Climb over the kept points (ascending indexes). */
export function climbOfKept({ heightM, partStart }: Measured, kept: readonly number[]): CourseClimb {
  const sum: CourseClimb = { ascentM: 0, descentM: 0 }
  let at = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    const heights: number[] = []
    for (; at < kept.length && kept[at] < partStart[p + 1]; at++)
      if (!Number.isNaN(heightM[kept[at]])) heights.push(heightM[kept[at]])
    const { ascentM, descentM } = climbOf(heights)
    sum.ascentM += ascentM
    sum.descentM += descentM
  }
  return sum
}

/** Turning points of at least `thresholdM` in every part. At the method's own threshold they determine its climb. */
export function climbPoints({ heightM, partStart }: Measured, thresholdM: number): number[] {
  const points: number[] = []
  for (let p = 0; p + 1 < partStart.length; p++) {
    const known: number[] = []
    for (let i = partStart[p]; i < partStart[p + 1]; i++) if (!Number.isNaN(heightM[i])) known.push(i)
    if (known.length === 0) continue
    const heights = known.map((i) => heightM[i])
    for (const k of turningPoints(heights, 0, heights.length, Math.max(thresholdM, CLIMB_THRESHOLD_M)))
      points.push(known[k])
  }
  return points
}
