// Collects the points of a file that is read forward, under a limit, and makes a course of them. Coordinates off the
// globe are refused, and nothing is repaired. What a file holds beside a line is told in `notRead`, never lost
// silently.

import { ServiceError } from '../../errors.ts'
import { type Course, type CourseCue, type CourseWaypoint, type NotRead, emptyCourse, finishCourse } from '../course.ts'

export class CourseBuilder {
  name: string | null = null
  readonly waypoints: CourseWaypoint[] = []
  readonly cues: CourseCue[] = []
  readonly #notRead = new Set<NotRead>()
  readonly #maxPoints: number
  readonly #lon: number[] = []
  readonly #lat: number[] = []
  readonly #heightM: number[] = []
  readonly #timeMs: number[] = []
  readonly #partStart: number[] = [0]

  constructor(maxPoints: number) {
    this.#maxPoints = maxPoints
  }

  get count(): number {
    return this.#lon.length
  }

  /** NaN stands for an unknown height or time. Throws ServiceError `too_many_points`. */
  push(lon: number, lat: number, heightM: number, timeMs: number): void {
    this.#refuseMore(this.#lon.length)
    this.#lon.push(lon)
    this.#lat.push(lat)
    this.#heightM.push(heightM)
    this.#timeMs.push(timeMs)
  }

  /** What is pushed next begins a part of its own. */
  endPart(): void {
    if (this.#partStart.at(-1) !== this.#lon.length) this.#partStart.push(this.#lon.length)
  }

  waypoint(waypoint: CourseWaypoint): void {
    this.#refuseMore(this.waypoints.length)
    this.waypoints.push(waypoint)
  }

  cue(cue: CourseCue): void {
    this.#refuseMore(this.cues.length)
    this.cues.push(cue)
  }

  get notRead(): NotRead[] {
    return [...this.#notRead]
  }

  leave(what: NotRead): void {
    this.#notRead.add(what)
  }

  /** Heights that stand for none are forgotten. */
  dropHeights(from: number): void {
    this.#heightM.fill(NaN, from)
  }

  heightAt(index: number): number {
    return this.#heightM[index]
  }

  /** Must not be called without points. */
  finish(format: Course['format']): Course {
    this.endPart()
    return finishCourse({
      ...emptyCourse(format, this.count),
      lon: Float64Array.from(this.#lon),
      lat: Float64Array.from(this.#lat),
      heightM: Float64Array.from(this.#heightM),
      timeMs: Float64Array.from(this.#timeMs),
      partStart: Int32Array.from(this.#partStart),
      waypoints: this.waypoints,
      cues: this.cues,
      name: this.name,
      notRead: this.notRead,
    })
  }

  #refuseMore(count: number): void {
    if (count < this.#maxPoints) return
    throw new ServiceError(
      'too_many_points',
      `The file holds more than ${this.#maxPoints} points, which is the limit of this operation.`,
      { inputPath: 'file' },
    )
  }
}

/** Whether both are degrees of a place on the globe. */
export const isPlace = (lon: number, lat: number): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90
