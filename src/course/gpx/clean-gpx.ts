// Cleans a GPX file by cutting: repeated points, points with broken coordinates, and on request every time and every
// sensor extension. A point repeats if it follows, in the same segment, a kept point of equal position and equal height
// (both without a height counts as equal): a stop recorded with varying heights is not a repetition and stays.
// A coordinate is broken if it is missing, not a number, or off the globe; 0,0 is a valid place. Never rewrites a byte.

import { say } from '../../language/sentence.ts'
import { ServiceError } from '../../errors.ts'
import { Utf8Text } from '../../wire/utf8-text.ts'
import { MOST_FILE_POINTS } from '../course.ts'
import { cutSpans } from './cut-spans.ts'
import { dropColumns, WAYPOINT } from './gpx-points.ts'
import { type GpxText, scanGpx } from './gpx-text.ts'

export interface CleanSettings {
  dedupe: boolean
  dropBad: boolean
  stripTimes: boolean
  stripExtensions: boolean
}

/**
 * The object `report`: pointsBefore = pointsAfter + duplicates + badCoordinates. Waypoints, route and track points are
 * all counted.
 */
export interface CleanReport {
  changed: boolean
  pointsBefore: number
  pointsAfter: number
  duplicates: number
  badCoordinates: number
  /** elements cut out of the remaining points */
  times: number
  extensions: number
}

/** Throws ServiceError `invalid_gpx`, `too_many_points`. */
export function cleanGpx(
  gpx: string,
  settings: CleanSettings,
  maxPoints = MOST_FILE_POINTS,
): { report: CleanReport; gpx: string } {
  const text = Utf8Text.of(gpx)
  const { report, spans } = findUnclean(text, settings, maxPoints)
  return { report, gpx: cutSpans(text, spans) }
}

/** The report and the spans to cut. Throws ServiceError `invalid_gpx`, `too_many_points`. */
export function findUnclean(
  text: Utf8Text,
  settings: CleanSettings,
  maxPoints = MOST_FILE_POINTS,
): { report: CleanReport; spans: number[] } {
  const gpx = scanGpx(text, maxPoints)
  const count = gpx.kind.length
  if (count > maxPoints)
    throw new ServiceError(say('error.too_many_points.file_count', { points: count, maxPoints }), { inputPath: 'gpx' })
  const spans: number[] = []
  const report: CleanReport = {
    changed: false,
    pointsBefore: count,
    pointsAfter: count,
    duplicates: 0,
    badCoordinates: 0,
    times: 0,
    extensions: 0,
  }
  let last = -1 // the last kept point of the same part
  for (let i = 0; i < count; i++) {
    if (last >= 0 && gpx.part[last] !== gpx.part[i]) last = -1
    const bad = isBroken(gpx, i)
    if (bad && settings.dropBad) report.badCoordinates++
    else if (settings.dedupe && !bad && last >= 0 && repeats(gpx, last, i)) report.duplicates++
    else {
      if (gpx.kind[i] !== WAYPOINT) last = i
      continue
    }
    spans.push(gpx.start[i], gpx.end[i])
  }
  report.pointsAfter = count - report.duplicates - report.badCoordinates
  const points = spans.slice()
  if (settings.stripTimes) report.times = addOutside(gpx.timeSpans, points, spans)
  if (settings.stripExtensions) report.extensions = addOutside(gpx.extensionSpans, points, spans)
  report.changed = spans.length > 0
  dropColumns(gpx)
  return { report, spans }
}

/** Whether the coordinates are missing, not numbers, or off the globe. */
export function isBroken(gpx: GpxText, i: number): boolean {
  return !(Math.abs(gpx.lat[i]) <= 90 && Math.abs(gpx.lon[i]) <= 180)
}

function repeats(gpx: GpxText, a: number, b: number): boolean {
  return (
    gpx.lon[a] === gpx.lon[b] &&
    gpx.lat[a] === gpx.lat[b] &&
    (gpx.heightM[a] === gpx.heightM[b] || (Number.isNaN(gpx.heightM[a]) && Number.isNaN(gpx.heightM[b])))
  )
}

/** Adds the spans that are not inside a removed point (both lists ascend) and returns how many they were. */
function addOutside(inner: readonly number[], removed: readonly number[], to: number[]): number {
  let count = 0
  let r = 0
  for (let i = 0; i < inner.length; i += 2) {
    while (r < removed.length && removed[r + 1] <= inner[i]) r += 2
    if (r < removed.length && removed[r] <= inner[i]) continue
    to.push(inner[i], inner[i + 1])
    count++
  }
  return count
}
