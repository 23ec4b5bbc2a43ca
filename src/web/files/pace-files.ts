// Recordings made ready for "my pace": GPX and TCX thinned in time to what the pace needs, FIT as base64. The type is
// known by the content, not by the name. What is valid the service decides, not this. Pure.

import { scanGpx } from './gpx-scan.ts'
import { toBase64 } from './file-content.ts'

export const MAX_PACE_FILES = 20
/**
 * Characters of all files kept: what a browser stores for a page (5 million), and a request holds, with some to spare.
 */
const MAX_KEPT_LENGTH = 4_500_000
/** Of a recording; more add nothing. */
const MAX_POINTS = 2000
const SAMPLING_S = 5
/** By how much the step grows where there are more; beyond the longest the last points go. */
const MORE = 1.2
const LONGEST_STEP_S = 60

/** As the service takes it: `gpx`, or `fit` in base64. */
export type PaceFile = { name: string } & ({ gpx: string; fit?: undefined } | { fit: string; gpx?: undefined })

interface TimedPoint {
  /** as written */
  time: string
  lon: number
  lat: number
  /** NaN unknown */
  heightM: number
}

/** Null for a file that is no recording with times, or is too large to keep. */
export function toPaceFile(name: string, bytes: Uint8Array): PaceFile | null {
  if (isFit(bytes)) {
    const file = { name, fit: toBase64(bytes) }
    return lengthOf(file) > MAX_KEPT_LENGTH ? null : file
  }
  const text = new TextDecoder().decode(bytes)
  const gpx = toTimedGpx(text.includes('<TrainingCenterDatabase') ? scanTcx(text) : scanTimes(text))
  return gpx === null ? null : { name, gpx }
}

/** The last of them that can be kept together. */
export function keepLatest(files: readonly PaceFile[]): PaceFile[] {
  let length = 0
  let first = files.length
  while (first > 0 && files.length - first < MAX_PACE_FILES) {
    length += lengthOf(files[first - 1])
    if (length > MAX_KEPT_LENGTH) break
    first--
  }
  return files.slice(first)
}

const lengthOf = ({ name, gpx = '', fit = '' }: PaceFile): number => name.length + gpx.length + fit.length

/** `.FIT` at byte 8 of the header. */
const isFit = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(8, 12)) === '.FIT'

function scanTimes(text: string): TimedPoint[] {
  const scan = scanGpx(text)
  return Array.from({ length: scan.count }, (_, i) => ({
    time: /<(?:[\w.-]+:)?time>([^<]{1,40})</.exec(text.slice(scan.start[i], scan.end[i]))?.[1] ?? '',
    lon: scan.lon[i],
    lat: scan.lat[i],
    heightM: scan.heightM[i],
  }))
}

/** Track points with a position; those in comments are passed over, and those of courses, whose times are a plan. */
function scanTcx(text: string): TimedPoint[] {
  const points: TimedPoint[] = []
  const begin = /<!--|<Trackpoint>|<Course>/g
  const ends: Record<string, string> = { '<!--': '-->', '<Trackpoint>': '</Trackpoint>', '<Course>': '</Course>' }
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const end = text.indexOf(ends[match[0]], begin.lastIndex)
    if (end < 0) break
    const point = text.slice(begin.lastIndex, end)
    begin.lastIndex = end
    if (match[0] !== '<Trackpoint>') continue
    const lon = numberOf(point, 'LongitudeDegrees')
    const lat = numberOf(point, 'LatitudeDegrees')
    if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90)
      points.push({ time: valueOf(point, 'Time'), lon, lat, heightM: numberOf(point, 'AltitudeMeters') })
  }
  return points
}

/** NaN where it is missing or no number. */
function numberOf(point: string, name: string): number {
  const value = valueOf(point, name)
  return value === '' ? NaN : Number(value)
}

function valueOf(point: string, name: string): string {
  const from = point.indexOf(`<${name}>`)
  return from < 0 ? '' : (/^[^<]{0,64}/.exec(point.slice(from + name.length + 2))?.[0] ?? '').trim()
}

/**
 * Points with a time, at least 5 s apart and at most MAX_POINTS of them, in the order of the file; null where there are
 * fewer than two. A wrong time is for the service to find.
 */
function toTimedGpx(points: readonly TimedPoint[]): string | null {
  const timed = points
    .map((point) => ({ ...point, seconds: Date.parse(point.time) / 1000 }))
    .filter(({ seconds }) => !Number.isNaN(seconds))
  if (timed.length < 2) return null
  let kept = timed
  for (let stepS = SAMPLING_S; ; stepS *= MORE) {
    kept = thin(timed, stepS)
    if (kept.length <= MAX_POINTS + 1 || stepS > LONGEST_STEP_S) break
  }
  const elements = kept.slice(0, MAX_POINTS + 1).map(({ time, lon, lat, heightM }) => {
    const height = Number.isNaN(heightM) ? '' : `<ele>${heightM.toFixed(1)}</ele>`
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}">${height}<time>${time.trim()}</time></trkpt>`
  })
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${elements.join('')}</trkseg></trk></gpx>`
}

function thin<Point extends { seconds: number }>(points: readonly Point[], stepS: number): Point[] {
  let lastS = -Infinity
  return points.filter(({ seconds }) => {
    if (!(Math.abs(seconds - lastS) >= stepS)) return false
    lastS = seconds
    return true
  })
}
