// What FIT and TCX need of every point: its metres along the line, and a time. Known times are kept; where any is
// unknown, the points get even times over the moving time, or at 1 m/s where that is unknown, and `lost` says so: they
// are there for the order of the points only. Waypoints and cues stand at the nearest point of the line.

import Flatbush from 'flatbush'
import { distanceM } from '../../geo/lon-lat.ts'
import { type FileContent, type Lost, hasAllTimes, onceForLine, spansOf } from './file-content.ts'

export interface Schedule {
  /** metres from the start, gaps between parts not counted */
  atM: Float64Array
  /** milliseconds since the epoch */
  timeMs: Float64Array
  lengthM: number
  /** index of the point of the line nearest to a place */
  nearest(lon: number, lat: number): number
  /** index of the point nearest to so many metres */
  at(alongM: number): number
  /** the times are those of the line */
  isTimed: boolean
}

const SECONDS_PER_METRE = 1

export const scheduleOf = (content: FileContent): Schedule =>
  onceForLine(content, 'schedule', () => makeSchedule(content))

function makeSchedule(content: FileContent): Schedule {
  const { lon, lat } = content.line
  const atM = new Float64Array(lon.length)
  let lengthM = 0
  for (const [from, to] of spansOf(content.line)) {
    for (let i = from; i < to; i++) {
      if (i > from) lengthM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
      atM[i] = lengthM
    }
  }
  const isTimed = hasAllTimes(content)
  const { movingS, madeMs } = content
  const perMetreMs = 1000 * (movingS !== null && lengthM > 0 ? movingS / lengthM : SECONDS_PER_METRE)
  return {
    atM,
    lengthM,
    timeMs: isTimed ? content.timeMs! : atM.map((metre) => madeMs + metre * perMetreMs),
    ...finders(lon, lat, atM),
    isTimed,
  }
}

/** Times that were made for the order of the points. */
export function lostTimes({ isTimed }: Schedule, { movingS }: FileContent, format: 'FIT' | 'TCX'): Lost[] {
  const pace = movingS === null ? 'a second for each metre' : 'its moving time'
  const message = `${format} needs a time at every point, and the line has none: they are spread evenly over ${pace} from when the file was made, and mean nothing else.`
  return isTimed ? [] : [{ code: 'times_made', message }]
}

function finders(lons: Float64Array, lats: Float64Array, atM: Float64Array) {
  let index: Flatbush | null = null
  return {
    nearest: (lon: number, lat: number): number => {
      if (index === null) {
        index = new Flatbush(lons.length)
        for (let i = 0; i < lons.length; i++) index.add(lons[i], lats[i], lons[i], lats[i])
        index.finish()
      }
      return index.neighbors(lon, lat, 1)[0]
    },
    at: (alongM: number): number => {
      let low = 0
      let high = atM.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (atM[middle] < alongM) low = middle + 1
        else high = middle
      }
      return low > 0 && alongM - atM[low - 1] < atM[low] - alongM ? low - 1 : low
    },
  }
}

/** Devices take a few hundred. */
const MAX_COURSE_POINTS = 2000

export interface CoursePoint {
  lon: number
  lat: number
  /** index of the point of the line at which it stands */
  index: number
  name: string
  /** null: a place */
  cue: FileContent['cues'][number]['type'] | null
}

/** Waypoints and cues in the order of the line; `lost` gets what is not among them. */
export function coursePointsOf(
  content: FileContent,
  schedule: Schedule,
  format: 'FIT' | 'TCX',
  lost: Lost[],
): CoursePoint[] {
  const all: CoursePoint[] = [
    ...content.waypoints.map(({ lon, lat, name }) => ({ lon, lat, index: -1, name: name ?? '', cue: null })),
    ...content.cues.map(({ lon, lat, text, type, atM }) => ({
      ...{ lon, lat, name: text, cue: type },
      index: atM === undefined ? -1 : schedule.at(atM),
    })),
  ]
  if (all.length > MAX_COURSE_POINTS)
    lost.push({
      code: 'waypoints',
      message: `${format} is written with at most ${MAX_COURSE_POINTS} waypoints and cues; ${all.length - MAX_COURSE_POINTS} were left out.`,
    })
  if (content.waypoints.some(({ heightM }) => heightM != null))
    lost.push({ code: 'waypoint_heights', message: `Course points have no heights in ${format}.` })
  const kept = all.slice(0, MAX_COURSE_POINTS)
  for (const point of kept) if (point.index < 0) point.index = schedule.nearest(point.lon, point.lat)
  return kept.sort((a, b) => a.index - b.index)
}
