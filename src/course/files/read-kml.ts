// A KML document (OGC 2.2 and 2.3, Google's extensions) as a course: each LineString and each gx:Track is a part, each
// placemark with a Point a waypoint. Links are not followed. Heights relative to the ground are none, and where all
// heights of a line are 0, which most programs write for "on the ground", they are unknown.

import { readDecimal, readTimeMs } from '../gpx/gpx-values.ts'
import { GpxFault } from '../gpx/gpx-fault.ts'
import type { Course } from '../course.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { CUE_FOLDER, readCueType } from './cue-types.ts'
import { fileError, readXml } from './file-fault.ts'
import { textOf, walkXml } from './walk-xml.ts'

const MAX_NAME = 200
const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9
/** Geometries that are no line and no point. */
const OTHER_GEOMETRIES = ['Polygon', 'Model', 'LinearRing']

/** Throws ServiceError: `invalid_input` (not well-formed, a broken coordinate, no line), `too_many_points`. */
export function readKml(text: Utf8Text, maxPoints: number): Course {
  const reader = new KmlReader(text, maxPoints)
  readXml('KML', text, () => walkXml(text, reader))
  if (reader.course.count === 0)
    throw fileError('KML', `there is no LineString or gx:Track with coordinates in it${reader.heldInstead()}`)
  return reader.course.finish('kml')
}

class KmlReader {
  readonly course: CourseBuilder
  readonly #text: Utf8Text
  // of the placemark being read
  #name: string | null = null
  #comment: string | null = null
  #points: [lon: number, lat: number, heightM: number][] = []
  #isLine = false
  // of the line being read
  #lineFrom = 0
  #mode = ''
  #whenMs: number[] = []
  #coords: [lon: number, lat: number, heightM: number][] = []
  #cueDepth = -1
  #firstLineName: string | null = null

  constructor(text: Utf8Text, maxPoints: number) {
    this.#text = text
    this.course = new CourseBuilder(maxPoints)
  }

  heldInstead(): string {
    const { length } = this.course.waypoints
    return length === 0 ? '' : `; it holds ${length} point${length === 1 ? '' : 's'} only`
  }

  open(path: readonly string[]): void {
    const name = path[path.length - 1]
    if (name === 'Placemark') {
      this.#name = this.#comment = null
      this.#points = []
      this.#isLine = false
    } else if (name === 'LineString' || name === 'Track') {
      this.#lineFrom = this.course.count
      this.#mode = ''
      this.#whenMs = []
      this.#coords = []
      this.#isLine = true
      this.course.endPart()
    } else if (name === 'NetworkLink') this.course.leave('links')
    else if (OTHER_GEOMETRIES.includes(name)) this.course.leave('areas')
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    const parent = path[path.length - 2]
    if (name === 'Placemark') this.#endPlacemark()
    else if (name === 'LineString') this.#endLine()
    else if (name === 'Track') this.#endTrack(from)
    else if (name === 'Folder' && path.length === this.#cueDepth) this.#cueDepth = -1
    else if (!isLeaf) return
    else if (name === 'name') this.#readName(path, parent, from, to)
    else if (name === 'description' && parent === 'Placemark') this.#comment = textOf(this.#text, from, to, MAX_NAME)
    else if (name === 'altitudeMode') this.#mode = this.#text.slice(from, Math.min(to, from + 40)).trim()
    else if (name === 'when' && parent === 'Track') this.#whenMs.push(readTimeMs(this.#text.bytes, from, to))
    else if (name === 'coord' && parent === 'Track') this.#readCoord(from, to)
    else if (name === 'coordinates' && parent === 'LineString')
      this.#readTuples(from, to, (lon, lat, heightM) => this.course.push(lon, lat, heightM, NaN))
    else if (name === 'coordinates' && parent === 'Point')
      this.#readTuples(from, to, (...point) => {
        if (this.#points.length < 2) this.#points.push(point)
      })
  }

  #readName(path: readonly string[], parent: string, from: number, to: number): void {
    const words = textOf(this.#text, from, to, MAX_NAME)
    if (parent === 'Placemark') this.#name = words
    else if (parent === 'Document' && path.length === 3) this.course.name ??= words
    else if (parent === 'Folder' && words === CUE_FOLDER && this.#cueDepth < 0) this.#cueDepth = path.length - 1
  }

  #endPlacemark(): void {
    if (this.#isLine) {
      this.#firstLineName ??= this.#name
      this.course.name ??= this.#name
    }
    const point = this.#points[0]
    if (point === undefined) return
    const [lon, lat, heightM] = point
    const place = { lon, lat, heightM: heightM === 0 || Number.isNaN(heightM) ? null : heightM }
    if (this.#cueDepth < 0) this.course.waypoint({ ...place, name: this.#name })
    else this.course.cue({ lon, lat, text: this.#name ?? '', type: readCueType(this.#comment) })
  }

  #endLine(): void {
    const { course } = this
    const to = course.count
    let isFlat = this.#mode !== 'absolute'
    for (let i = this.#lineFrom; isFlat && i < to; i++) isFlat = !(Math.abs(course.heightAt(i)) > 0)
    if (isFlat || this.#mode.startsWith('relative')) course.dropHeights(this.#lineFrom)
    course.endPart()
  }

  #endTrack(at: number): void {
    if (this.#whenMs.length > 0 && this.#whenMs.length !== this.#coords.length)
      throw new GpxFault(`a gx:Track has ${this.#whenMs.length} times and ${this.#coords.length} coordinates`, at)
    this.#coords.forEach(([lon, lat, heightM], i) => this.course.push(lon, lat, heightM, this.#whenMs[i] ?? NaN))
    this.#endLine()
  }

  /** `lon lat height` */
  #readCoord(from: number, to: number): void {
    const words = this.#text
      .slice(from, Math.min(to, from + 200))
      .trim()
      .split(/\s+/)
    // a sample without a place is written empty: a pause of the recorder
    if (words.length === 1 && words[0] === '') {
      this.#whenMs.pop()
      return
    }
    const [lon, lat, heightM] = words.map((word) => numberOf(word))
    if (words.length < 2 || words.length > 3 || !isPlace(lon, lat)) throw brokenAt(from)
    this.#coords.push([lon, lat, heightM ?? NaN])
  }

  /** `lon,lat,height lon,lat ...` */
  #readTuples(from: number, to: number, push: (lon: number, lat: number, heightM: number) => void): void {
    const { bytes } = this.#text
    for (let at = from; ; ) {
      while (at < to && isSpace(bytes[at])) at++
      if (at >= to) return
      const start = at
      let commas = 0
      let first = 0
      let second = 0
      while (at < to && !isSpace(bytes[at])) {
        if (bytes[at] === 44) {
          if (++commas === 1) first = at
          else if (commas === 2) second = at
        }
        at++
      }
      const lon = commas === 0 ? NaN : readDecimal(bytes, start, first)
      const lat = readDecimal(bytes, first + 1, commas > 1 ? second : at)
      const heightM = commas > 1 ? readDecimal(bytes, second + 1, at) : NaN
      if (commas > 2 || !isPlace(lon, lat) || (commas > 1 && second + 1 < at && Number.isNaN(heightM)))
        throw brokenAt(start)
      push(lon, lat, heightM)
    }
  }
}

const brokenAt = (at: number) =>
  new GpxFault('a coordinate is not `lon,lat` or `lon,lat,height` in degrees and metres', at)

function numberOf(word: string): number {
  const bytes = Buffer.from(word)
  return readDecimal(bytes, 0, bytes.length)
}
