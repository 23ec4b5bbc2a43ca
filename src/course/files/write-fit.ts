// A FIT course (protocol 2.0): file_id, course, lap, course points, then the records between a timer that starts and
// stops; between parts it stops as well. Heights are to 0.2 m and places to 1e-7 degrees.

import { type CoursePoint, type Schedule, coursePointsOf, lostTimes, scheduleOf } from './course-schedule.ts'
import { FIT_GENERIC, toFitType } from './cue-types.ts'
import { type FileContent, type WrittenFile, onceForLine, spansOf } from './file-content.ts'
import { FILE_TYPE_COURSE, FIT_EPOCH_S, MESSAGES, toSemicircles } from './fit-messages.ts'
import { NAME_BYTES, FitWriter, finish } from './fit-writer.ts'

/** For programs whose makers have no number. */
const DEVELOPMENT = 255
const SPORTS = { hike: 17, run: 1, bike: 2 } as const
const TIMER = 0
const START = 0
const STOP_ALL = 4
const NO_HEIGHT = 0xffff

export function writeFit(content: FileContent): WrittenFile {
  const schedule = scheduleOf(content, 'FIT')
  const lost = lostTimes(schedule, content, 'FIT')
  const points = coursePointsOf(content, schedule, 'FIT', lost)
  const parts = content.line.partStart.length - 1
  if (parts > 1)
    lost.push({
      code: 'parts',
      message: `FIT has no parts: the timer stops between the ${parts} of them, but devices may draw a straight line there.`,
    })
  if (content.sources.length > 0)
    lost.push({
      code: 'attribution',
      message: `FIT has no place for sources: ${content.sources.map(({ text }) => text).join('; ')}.`,
    })
  const isCut = (name: string) => Buffer.byteLength(name) >= NAME_BYTES
  if (isCut(content.name ?? '') || points.some(({ name }) => isCut(name)))
    lost.push({ code: 'names_cut', message: `Names in FIT were cut to ${NAME_BYTES - 1} bytes.` })
  if (points.some(({ cue }) => cue === 'other'))
    lost.push({ code: 'cue_types', message: 'Cues that are no turn are waypoints in FIT.' })
  const { records, isHeightLost } = onceForLine(content, 'fit', () => recordsOf(content, schedule))
  if (isHeightLost)
    lost.push({ code: 'heights', message: 'Heights under -500 m or over 12,606 m have no place in FIT.' })
  const file = new FitWriter()
  writeHead(file, content, schedule)
  for (const point of points) writeCoursePoint(file, point)
  return { content: finish(file.take(), records), lost }
}

/** The records, each part between a timer that starts and one that stops. */
function recordsOf({ line }: FileContent, { timeMs, atM }: Schedule): { records: Buffer; isHeightLost: boolean } {
  const file = new FitWriter()
  const { lon, lat, heightM } = line
  let isHeightLost = false
  for (const [from, to] of spansOf(line)) {
    file.write(MESSAGES.event, [toFitTime(timeMs[from]), TIMER, START])
    for (let i = from; i < to; i++) {
      const altitude = Math.round((heightM[i] + 500) * 5)
      const isKnown = altitude >= 0 && altitude < NO_HEIGHT
      if (!isKnown && !Number.isNaN(heightM[i])) isHeightLost = true
      const height = isKnown ? altitude : NO_HEIGHT
      const [north, east] = [toSemicircles(lat[i]), toSemicircles(lon[i])]
      file.write(MESSAGES.record, [toFitTime(timeMs[i]), north, east, height, toCm(atM[i])])
    }
    file.write(MESSAGES.event, [toFitTime(timeMs[to - 1]), TIMER, STOP_ALL])
  }
  return { records: file.take(), isHeightLost }
}

/** Whole seconds. */
const toFitTime = (ms: number): number => Math.max(0, Math.round(ms / 1000) - FIT_EPOCH_S)
const toCm = (m: number): number => Math.min(0xfffffffe, Math.round(m * 100))

function writeHead(
  file: FitWriter,
  { name, line: { lon, lat }, profile, madeMs }: FileContent,
  { timeMs, lengthM }: Schedule,
): void {
  const last = lon.length - 1
  const [startS, endS] = [toFitTime(timeMs[0]), toFitTime(timeMs[timeMs.length - 1])]
  const ms = Math.max(0, Math.min(0xfffffffe, (endS - startS) * 1000))
  file.write(MESSAGES.fileId, [FILE_TYPE_COURSE, DEVELOPMENT, 0, 0, toFitTime(madeMs)])
  file.write(MESSAGES.course, [profile === null ? 0 : SPORTS[profile], name ?? ''])
  file.write(MESSAGES.lap, [
    ...[startS, startS, toSemicircles(lat[0]), toSemicircles(lon[0])],
    ...[toSemicircles(lat[last]), toSemicircles(lon[last]), ms, ms, toCm(lengthM)],
  ])
}

function writeCoursePoint(file: FitWriter, { lon, lat, atM, timeMs, name, cue }: CoursePoint): void {
  file.write(MESSAGES.coursePoint, [
    ...[toFitTime(timeMs), toSemicircles(lat), toSemicircles(lon), toCm(atM)],
    cue === null ? FIT_GENERIC : toFitType(cue),
    name,
  ])
}
