// Collects the points of a file that is read forward, under a limit, and makes a course of them. Coordinates off the
// globe are refused, and nothing is repaired. What a file holds beside is named in `notRead`, never lost silently.

import { say } from '../../language/sentence.ts'
import { ServiceError } from '../../errors.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import { type Course, type CourseCue, type CourseWaypoint, emptyCourse, finishCourse } from '../course.ts'
import { metresAlong } from './along-line.ts'
import { NotReadList } from './not-read.ts'
import { textOf } from './walk-xml.ts'
import { lastAtMost } from '../../geo/last-at-most.ts'

/** Characters of a name. */
const MAX_NAME = 200
/** Times are written in whole seconds. */
const ROUNDING_MS = 1000

export class CourseBuilder {
  name: string | null = null
  /** its times are not those of a recording: they place waypoints and cues, and are not the line's */
  isPlan = false
  readonly notRead = new NotReadList()
  readonly waypoints: CourseWaypoint[] = []
  readonly cues: CourseCue[] = []
  readonly #maxPoints: number
  readonly #lon: number[] = []
  readonly #lat: number[] = []
  readonly #heightM: number[] = []
  readonly #timeMs: number[] = []
  readonly #plannedMs: number[] = []
  readonly #partStart: number[] = [0]
  readonly #timedMarks: [mark: CourseWaypoint | CourseCue, timeMs: number][] = []

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
    if (this.isPlan && !Number.isNaN(timeMs)) this.notRead.leave('times')
    this.#timeMs.push(this.isPlan ? NaN : timeMs)
    this.#plannedMs.push(timeMs)
  }

  /** What is pushed next begins a part of its own. */
  endPart(): void {
    if (this.#partStart.at(-1) !== this.#lon.length) this.#partStart.push(this.#lon.length)
  }

  /** `timeMs`: when it is passed, NaN: unknown */
  waypoint(waypoint: CourseWaypoint, timeMs = NaN): void {
    this.#refuseMore(this.waypoints.length)
    this.waypoints.push(waypoint)
    if (!Number.isNaN(timeMs)) this.#timedMarks.push([waypoint, timeMs])
  }

  cue(cue: CourseCue, timeMs = NaN): void {
    this.#refuseMore(this.cues.length)
    this.cues.push(cue)
    if (!Number.isNaN(timeMs)) this.#timedMarks.push([cue, timeMs])
  }

  /** A name in the content of an element; null if it is empty. What is cut is named. */
  readName(text: Utf8Text, from: number, to: number): string | null {
    return this.cutName(textOf(text, from, to, MAX_NAME + 1))
  }

  cutName(words: string | null): string | null {
    if (words === null || words.length <= MAX_NAME) return words
    const letters = [...words]
    if (letters.length <= MAX_NAME) return words
    this.notRead.leave('names_cut')
    return letters.slice(0, MAX_NAME).join('')
  }

  /** The first name of the file or of a line is that of the course; others are named. */
  nameLine(words: string | null, what: string): void {
    this.name ??= words
    if (words !== null && words !== this.name) this.notRead.leave('names', what)
  }

  /** Heights that stand for none are forgotten. */
  dropHeights(from: number, to: number): void {
    this.#heightM.fill(NaN, from, to)
  }

  heightAt(index: number): number {
    return this.#heightM[index]
  }

  lastPlace(): { lon: number; lat: number; timeMs: number } | null {
    const last = this.count - 1
    return last < 0 ? null : { lon: this.#lon[last], lat: this.#lat[last], timeMs: this.#timeMs[last] }
  }

  /** Must not be called without points. */
  finish(format: Course['format']): Course {
    this.endPart()
    const course = finishCourse({
      ...emptyCourse(format, this.count),
      lon: Float64Array.from(this.#lon),
      lat: Float64Array.from(this.#lat),
      heightM: Float64Array.from(this.#heightM),
      timeMs: Float64Array.from(this.#timeMs),
      partStart: Int32Array.from(this.#partStart),
      waypoints: this.waypoints,
      cues: this.cues,
      name: this.name,
      notRead: this.notRead.list(),
      isPlan: this.isPlan,
    })
    this.#placeMarks(course)
    return course
  }

  /** Where they stand by their times; left out where the times of the line do not say. */
  #placeMarks(course: Course): void {
    const times = this.#plannedMs
    if (this.#timedMarks.length === 0 || !times.every((ms, i) => i === 0 || ms >= times[i - 1])) return
    const atM = metresAlong(course)
    for (const [mark, timeMs] of this.#timedMarks) {
      if (!(timeMs >= times[0] - ROUNDING_MS && timeMs <= times[times.length - 1] + ROUNDING_MS)) continue
      const low = lastAtMost(times, timeMs, 0, times.length - 2)
      const high = Math.min(low + 1, times.length - 1)
      const stepMs = times[high] - times[low]
      const share = stepMs > 0 ? Math.max(0, Math.min(1, (timeMs - times[low]) / stepMs)) : 0
      mark.atM = atM[low] + share * (atM[high] - atM[low])
    }
  }

  #refuseMore(count: number): void {
    if (count < this.#maxPoints) return
    throw new ServiceError(say('error.too_many_points.file', { maxPoints: this.#maxPoints }), { inputPath: 'file' })
  }
}

/** Whether both are degrees of a place on the globe. */
export const isPlace = (lon: number, lat: number): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

const GAP_M = 100
const GAP_MS = 10_000

export interface RecordedPlace {
  lon: number
  lat: number
  /** NaN: unknown */
  timeMs: number
}

/**
 * Where a recorder stopped and went on elsewhere, so that nothing is drawn between: at the end of a lap or of a stretch
 * of the timer, more than 100 m and more than 10 s apart. Nearer it only paused, sooner it only began another lap.
 */
export const isGap = (last: RecordedPlace, next: RecordedPlace): boolean =>
  distanceM(last.lon, last.lat, next.lon, next.lat) > GAP_M && !(next.timeMs - last.timeMs <= GAP_MS)
