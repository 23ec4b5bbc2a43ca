// What FIT and TCX need of every point: its metres along the line, and a time. Known times are kept; where any is
// unknown, the points get even times over the moving time, or at 1 m/s where that is unknown, and `lost` says so: they
// are there for the order of the points only. Waypoints and cues stand at the nearest place of the line, in their order
// (along-line.ts).

import { say } from '../../language/sentence.ts'
import { LinePlaces, metresAlong, type Place, valueAt } from './along-line.ts'
import { type FileContent, type Lost, onceForLine } from './file-content.ts'
import { FIT_EPOCH_S } from './fit-messages.ts'

export interface Schedule {
  /** metres from the start, gaps between parts not counted */
  atM: Float64Array
  /** milliseconds since the epoch */
  timeMs: Float64Array
  lengthM: number
  places: LinePlaces
  /** the times are those of the line */
  isTimed: boolean
}

const SECONDS_PER_METRE = 1
/** FIT counts seconds from its epoch in 32 bits, the last of which means "invalid"; TCX takes any. */
const TIMES = { FIT: [FIT_EPOCH_S * 1000, (FIT_EPOCH_S + 0xfffffffe) * 1000], TCX: [-Infinity, Infinity] } as const
type TimedFormat = keyof typeof TIMES

export const scheduleOf = (content: FileContent, format: TimedFormat): Schedule =>
  onceForLine(content, `schedule ${format}`, () => makeSchedule(content, format))

function makeSchedule(content: FileContent, format: TimedFormat): Schedule {
  const { line, movingS, madeMs } = content
  const atM = metresAlong(line)
  const lengthM = atM[atM.length - 1]
  const isTimed = countTimes(content, format) === line.lon.length
  const perMetreMs = 1000 * (movingS !== null && lengthM > 0 ? movingS / lengthM : SECONDS_PER_METRE)
  return {
    atM,
    lengthM,
    timeMs: isTimed ? content.timeMs! : atM.map((metre) => madeMs + metre * perMetreMs),
    places: new LinePlaces(line, atM),
    isTimed,
  }
}

/** Of the known times: those that the format can say. */
function countTimes({ timeMs }: FileContent, format: TimedFormat): number {
  const [first, last] = TIMES[format]
  return timeMs?.reduce((count, ms) => count + (ms >= first && ms <= last ? 1 : 0), 0) ?? 0
}

/** Times that were made for the order of the points, and recorded ones that they replace. */
export function lostTimes({ isTimed }: Schedule, content: FileContent, format: TimedFormat): Lost[] {
  if (isTimed) return []
  const { movingS, timeMs, line } = content
  const known = timeMs?.reduce((count, ms) => count + (Number.isNaN(ms) ? 0 : 1), 0) ?? 0
  const sayable = countTimes(content, format)
  const points = line.lon.length
  const why =
    known === 0
      ? say('lost.times_made.none')
      : sayable < known
        ? say('lost.times_made.outside', { missing: known - sayable, format })
        : say('lost.times_made.missing', { missing: points - known, points })
  const spreadOver = movingS === null ? 'metres' : 'moving_time'
  return [
    ...(known === 0 ? [] : [{ code: 'times', message: say('lost.times.replaced', { points: known }) } as const]),
    { code: 'times_made', message: say('lost.times_made', { format, why, spreadOver }) },
  ]
}

/** Devices take a few hundred. */
const MAX_COURSE_POINTS = 2000

export interface CoursePoint {
  lon: number
  lat: number
  /** metres along the line at which it stands, and when that is passed */
  atM: number
  timeMs: number
  name: string
  /** null: a place */
  cue: FileContent['cues'][number]['type'] | null
}

/** Waypoints and cues in the order of the line; `lost` gets what is not among them. */
export function coursePointsOf(
  content: FileContent,
  schedule: Schedule,
  format: TimedFormat,
  lost: Lost[],
): CoursePoint[] {
  const { waypoints, cues } = content
  const { places, atM, timeMs } = schedule
  const count = waypoints.length + cues.length
  if (count > MAX_COURSE_POINTS)
    lost.push({
      code: 'waypoints',
      message: say('lost.waypoints.most', {
        format,
        maxMarks: MAX_COURSE_POINTS,
        leftOut: count - MAX_COURSE_POINTS,
      }),
    })
  if (waypoints.some(({ heightM }) => heightM != null))
    lost.push({ code: 'waypoint_heights', message: say('lost.waypoint_heights', { format }) })
  const keptWaypoints = waypoints.slice(0, MAX_COURSE_POINTS)
  const keptCues = cues.slice(0, MAX_COURSE_POINTS - keptWaypoints.length)
  const at = (place: Place) => ({ place, atM: valueAt(atM, place), timeMs: valueAt(timeMs, place) })
  const waypointsAt = places.placeInOrder(keptWaypoints)
  const cuesAt = places.placeInOrder(keptCues)
  return [
    ...keptWaypoints.map(({ lon, lat, name }, i) => ({ lon, lat, name: name ?? '', cue: null, ...at(waypointsAt[i]) })),
    ...keptCues.map(({ lon, lat, text, type }, i) => ({ lon, lat, name: text, cue: type, ...at(cuesAt[i]) })),
  ].sort((a, b) => a.place.index - b.place.index || a.place.share - b.place.share)
}
