// Prepares a GPX text for the service: unchanged if the service accepts it, otherwise thinned here first, with figures
// for the page to show. A file that cannot be made small enough still gives its line.

import { scanGpx } from './gpx-scan.ts'
import { type NamedPoint, gpxWaypoints } from './gpx-waypoints.ts'
import { cutPoints, thinLine } from './thin-line.ts'

/** What clean and simplify take. */
const FILE_POINTS = 50_000
const FILE_BYTES = 5_000_000
/** A file whose other content leaves room for fewer is not thinned further. */
const FEWEST_POINTS = 100

export type Position = [number, number] | [number, number, number]

export interface OpenFile {
  name: string
  bytes: number
  points: number
  parts: number
  /**
   * as it goes to the service: the file itself, or thinned; null where even its other content is too much, and where
   * there is no line
   */
  text: string | null
  /** empty where the file has places alone */
  coordinates: Position[][]
  /** null where the file goes as it is */
  thinned: { points: number; deviationM: number } | null
  /** places of the file beside its line; `count` has those that are left out, too */
  waypoints: { points: NamedPoint[]; count: number }
}

/** Null for a text without points. */
export function readGpx(name: string, bytes: number, text: string): OpenFile | null {
  const scan = scanGpx(text)
  const waypoints = gpxWaypoints(text)
  const placesAlone = () =>
    waypoints.count === 0
      ? null
      : { name, bytes, points: 0, parts: 0, text: null, coordinates: [], waypoints, thinned: null }
  if (scan.count < 2) return placesAlone()
  let most = FILE_POINTS
  let thin = thinLine(scan, most)
  let sent: string | null =
    thin.deviationM === 0 && thin.kept.length === scan.count ? text : cutPoints(text, scan, thin.kept)
  for (let tries = 0; sent !== null && utf8Bytes(sent) > FILE_BYTES; tries++) {
    most = Math.floor(thin.kept.length * Math.min(0.9, (FILE_BYTES / utf8Bytes(sent)) * 0.97))
    if (most < FEWEST_POINTS || tries > 8) sent = null
    else {
      thin = thinLine(scan, most)
      sent = cutPoints(text, scan, thin.kept)
    }
  }
  if (sent === null) thin = thinLine(scan, FILE_POINTS) // the line itself still goes
  const partOf = new Set(scan.partStarts)
  const coordinates: Position[][] = []
  for (const i of thin.kept) {
    if (partOf.has(i)) coordinates.push([])
    coordinates
      .at(-1)!
      .push(Number.isNaN(scan.heightM[i]) ? [scan.lon[i], scan.lat[i]] : [scan.lon[i], scan.lat[i], scan.heightM[i]])
  }
  const whole = coordinates.filter((part) => part.length > 1)
  if (whole.length === 0) return placesAlone()
  return {
    name,
    bytes,
    points: scan.count,
    parts: whole.length,
    text: sent,
    coordinates: whole,
    waypoints,
    thinned: thin.kept.length === scan.count ? null : { points: thin.kept.length, deviationM: thin.deviationM },
  }
}

const encoder = new TextEncoder()
/** Bytes of a text, counted in pieces: a large file is not copied whole. */
function utf8Bytes(text: string): number {
  const room = new Uint8Array(196_608)
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(at, at + 65_536), room)
    bytes += written
    at += read
  }
  return bytes
}
