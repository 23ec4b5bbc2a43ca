// Climb of a course or of some of its points, by the one method of src/geo/climb.ts, and the points that determine it.
// Heights are the recorded ones (NaN: void); parts and voids are never climbed across. Pure.

import { climbOf, CLIMB_THRESHOLD_M, turningPoints } from '../geo/climb.ts'
import type { Course } from './course.ts'

export interface CourseClimb {
  ascentM: number
  descentM: number
}

/** Climb over the kept points (ascending indexes); returns null if no point of the course has a height. */
export function climbOfKept(course: Course, kept: readonly number[]): CourseClimb | null {
  if (!hasHeights(course)) return null
  const { heightM, partStart } = course
  const sum: CourseClimb = { ascentM: 0, descentM: 0 }
  let at = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    const heights: number[] = []
    while (at < kept.length && kept[at] < partStart[p + 1]) heights.push(heightM[kept[at++]])
    const { ascentM, descentM } = climbOf(heights)
    sum.ascentM += ascentM
    sum.descentM += descentM
  }
  return sum
}

/** Over all points. */
export function climbOfCourse(course: Course): CourseClimb | null {
  const all: number[] = []
  for (let i = 0; i < course.count; i++) all.push(i)
  return climbOfKept(course, all)
}

/**
 * Turning points of at least `thresholdM` in every run of known heights, and one void point between two runs. At the
 * method's own threshold they determine its whole climb.
 */
export function climbPoints(course: Course, thresholdM: number): number[] {
  const { heightM, partStart } = course
  const points: number[] = []
  for (let p = 0; p + 1 < partStart.length; p++) {
    let from = partStart[p]
    for (let i = from; i <= partStart[p + 1]; i++) {
      if (i < partStart[p + 1] && !Number.isNaN(heightM[i])) continue
      if (i > from)
        for (const index of turningPoints(heightM, from, i, Math.max(thresholdM, CLIMB_THRESHOLD_M))) points.push(index)
      if (i < partStart[p + 1] && i > from) points.push(i)
      from = i + 1
    }
  }
  return points
}

function hasHeights({ heightM }: Course): boolean {
  for (let i = 0; i < heightM.length; i++) if (!Number.isNaN(heightM[i])) return true
  return false
}
