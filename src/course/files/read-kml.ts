// A KML document (OGC 2.2 and 2.3, Google's extensions) as a course: each LineString and each gx:Track is a part, each
// Point of a placemark a waypoint. Links are not followed. Heights relative to the ground or the sea floor are none,
// and where all heights of a line are 0, which most programs write for "on the ground", they are unknown. The i-th
// gx:coord has the i-th time; an empty one is a sample without a place.

import { say } from '../../language/sentence.ts'
import { readDecimal, readTimeMs } from '../gpx/gpx-values.ts'
import { GpxFault } from '../gpx/gpx-fault.ts'
import type { Course } from '../course.ts'
import { Utf8Text } from '../../wire/utf8-text.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { isCueFolder, readCueWord } from './cue-types.ts'
import { fileError, readXml } from './file-fault.ts'
import type { TagReader } from '../gpx/xml-markup.ts'
import { type ElementTable, findNotRead, namesOf } from './not-read.ts'
import { hasText, textOf, valueOf, walkXml } from './walk-xml.ts'

const TABLE: ElementTable = {
  holds: namesOf('kml Document Folder Placemark MultiGeometry LineString Point Track MultiTrack'),
  reads: {
    Document: namesOf('name open visibility'),
    Folder: namesOf('name open visibility'),
    Placemark: namesOf('name description open visibility'),
    LineString: namesOf('coordinates altitudeMode tessellate extrude'),
    Point: namesOf('coordinates altitudeMode extrude'),
    Track: namesOf('when coord altitudeMode tessellate extrude'),
    MultiTrack: namesOf('altitudeMode interpolate'),
  },
  codes: {
    ...{ Polygon: 'areas', LinearRing: 'areas', Model: 'areas', NetworkLink: 'links', angles: 'sensors' },
    'Track.ExtendedData': 'sensors',
  },
}
const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

type Position = [lon: number, lat: number, heightM: number]

/** Throws ServiceError: `invalid_input` (not well-formed, a broken coordinate, no line), `too_many_points`. */
export function readKml(text: Utf8Text, maxPoints: number): Course {
  const reader = new KmlReader(text, maxPoints)
  readXml('KML', text, () => walkXml(text, reader))
  if (reader.course.count === 0)
    throw fileError('KML', say('file.no_line.kml', { points: reader.course.waypoints.length }))
  return reader.course.finish('kml')
}

class KmlReader {
  readonly course: CourseBuilder
  readonly #text: Utf8Text
  // of the placemark being read
  #name: string | null = null
  #comment: string | null = null
  #points: { at: Position | null; mode: string }[] = []
  #isLine = false
  // of the geometry being read
  #lineFrom = 0
  #mode = ''
  #whenMs: number[] = []
  #coords: (Position | null)[] = []
  // of the gx:MultiTrack around it
  #multiMode: string | null = null
  #tracks: { from: number; to: number; mode: string }[] = []
  #cueDepth = -1

  constructor(text: Utf8Text, maxPoints: number) {
    this.#text = text
    this.course = new CourseBuilder(maxPoints)
  }

  open(path: readonly string[], tag: TagReader): void {
    const name = path[path.length - 1]
    if (tag.hasAttributes) this.#leave(path)
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
    } else if (name === 'Point') this.#mode = ''
    else if (name === 'MultiTrack') {
      this.#multiMode = ''
      this.#tracks = []
    }
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    const parent = path[path.length - 2]
    if (name === 'Placemark') this.#endPlacemark()
    else if (name === 'LineString') this.#endLine()
    else if (name === 'Track') this.#endTrack(from)
    else if (name === 'MultiTrack') this.#endMultiTrack()
    else if (name === 'Point') this.#endPoint()
    else if (name === 'Folder' && path.length === this.#cueDepth) this.#cueDepth = -1
    else if (isLeaf) {
      if (!this.#readLeaf(path, name, parent, from, to) && hasText(this.#text, from, to)) this.#leave(path)
    }
  }

  #leave(path: readonly string[]): void {
    const found = findNotRead(TABLE, path)
    if (found !== null) this.course.notRead.leave(found.code, found.what)
  }

  /** False for what is not read. */
  #readLeaf(path: readonly string[], name: string, parent: string, from: number, to: number): boolean {
    const holder = TABLE.reads[parent]
    if (holder?.has(name) !== true) return false
    if (name === 'name') this.#readName(path, parent, from, to)
    else if (name === 'description') this.#comment = this.course.readName(this.#text, from, to)
    else if (name === 'altitudeMode') this.#readMode(parent, from, to)
    else if (name === 'when') this.#readWhen(from, to)
    else if (name === 'coord') this.#readCoord(from, to)
    else if (name === 'coordinates' && parent === 'LineString')
      this.#readTuples(from, to, (lon, lat, heightM) => this.course.push(lon, lat, heightM, NaN))
    else if (name === 'coordinates') {
      const before = this.#points.length
      this.#readTuples(from, to, (...at) => this.#points.push({ at, mode: '' }))
      if (this.#points.length === before) this.#points.push({ at: null, mode: '' })
    }
    return true
  }

  #readName(path: readonly string[], parent: string, from: number, to: number): void {
    const words = this.course.readName(this.#text, from, to)
    if (parent === 'Placemark') this.#name = words
    else if (parent === 'Document' && path.length === 3) this.course.nameLine(words, 'Document')
    else if (parent === 'Folder' && isCueFolder(words) && this.#cueDepth < 0) this.#cueDepth = path.length - 1
    else if (words !== null) this.course.notRead.leave('names', parent)
  }

  #readMode(parent: string, from: number, to: number): void {
    const mode = textOf(this.#text, from, to, 40) ?? ''
    if (parent === 'MultiTrack') this.#multiMode = mode
    else this.#mode = mode
  }

  #readWhen(from: number, to: number): void {
    const timeMs = valueOf(this.#text, from, to, readTimeMs)
    if (Number.isNaN(timeMs) && hasText(this.#text, from, to)) this.course.notRead.leave('times')
    this.#whenMs.push(timeMs)
  }

  #endPlacemark(): void {
    const { course } = this
    if (this.#isLine) course.nameLine(this.#name, 'Placemark')
    for (const { at, mode } of this.#points) {
      if (at === null) {
        course.notRead.leave('waypoints')
        continue
      }
      const [lon, lat] = at
      const heightM = this.#heightOf(at[2], mode)
      if (this.#cueDepth < 0) course.waypoint({ lon, lat, heightM, name: this.#name })
      else {
        if (heightM !== null) course.notRead.leave('heights')
        course.cue({ lon, lat, text: this.#name ?? '', type: readCueWord(this.#comment) ?? 'other' })
      }
    }
    const isCue = this.#cueDepth >= 0 && this.#points.length > 0
    if (this.#comment !== null && !(isCue && readCueWord(this.#comment) !== null))
      course.notRead.leave('properties', 'Placemark.description')
    if (!this.#isLine && this.#points.length === 0 && this.#name !== null) course.notRead.leave('names', 'Placemark')
  }

  /** Of a point: null where it is unknown. */
  #heightOf(heightM: number, mode: string): number | null {
    if (Number.isNaN(heightM)) return null
    if (isAboveGround(mode)) {
      if (heightM !== 0) this.course.notRead.leave('heights')
      return null
    }
    return heightM === 0 && mode !== 'absolute' ? null : heightM
  }

  #endPoint(): void {
    for (let i = this.#points.length - 1; i >= 0 && this.#points[i].mode === ''; i--)
      this.#points[i].mode = this.#mode || 'none'
  }

  #endLine(): void {
    const line = { from: this.#lineFrom, to: this.course.count, mode: this.#mode }
    if (this.#multiMode === null) this.#settleHeights(line)
    else this.#tracks.push(line)
    this.course.endPart()
  }

  /** Tracks without a mode of their own have that of the whole. */
  #endMultiTrack(): void {
    for (const track of this.#tracks) this.#settleHeights({ ...track, mode: track.mode || (this.#multiMode ?? '') })
    this.#multiMode = null
  }

  #settleHeights({ from, to, mode }: { from: number; to: number; mode: string }): void {
    const { course } = this
    let isFlat = mode !== 'absolute'
    for (let i = from; isFlat && i < to; i++) isFlat = !(Math.abs(course.heightAt(i)) > 0)
    if (isFlat) course.dropHeights(from, to)
    else if (isAboveGround(mode)) {
      course.notRead.leave('heights')
      course.dropHeights(from, to)
    }
  }

  #endTrack(at: number): void {
    const [times, coords] = [this.#whenMs, this.#coords]
    if (times.length > 0 && times.length !== coords.length)
      throw new GpxFault(say('file.track_times', { times: times.length, points: coords.length }), at)
    coords.forEach((coord, i) => {
      if (coord === null) this.course.notRead.leave('points')
      else this.course.push(...coord, times[i] ?? NaN)
    })
    this.#endLine()
  }

  /** `lon lat height`; empty where the recorder had no place. */
  #readCoord(from: number, to: number): void {
    const words = textOf(this.#text, from, to, 200)?.split(/\s+/) ?? []
    if (words.length === 0) {
      this.#coords.push(null)
      return
    }
    const [lon, lat, heightM] = words.map((word) => numberOf(word))
    if (words.length < 2 || words.length > 3 || !isPlace(lon, lat)) throw brokenAt(from)
    this.#coords.push([lon, lat, heightM ?? NaN])
  }

  /** `lon,lat,height lon,lat ...` */
  #readTuples(from: number, to: number, push: (...position: Position) => void): void {
    const at = this.#text.bytes.indexOf(60, from)
    // comments and CDATA among the numbers: a text of their content alone
    if (at >= 0 && at < to) {
      const plain = plainTuples(this.#text, from, to)
      readTuples(plain, 0, plain.length - 1, push, () => from)
    } else readTuples(this.#text.bytes, from, to, push, (place) => place)
  }
}

const isAboveGround = (mode: string): boolean => mode.startsWith('relative')

/** The content of an element without comments and CDATA marks, in which nothing is cut. */
function plainTuples(text: Utf8Text, from: number, to: number): Buffer {
  const inside = text
    .slice(from, to)
    .split('<!--')
    .map((piece, i) => (i === 0 ? piece : ` ${piece.slice(piece.indexOf('-->') + 3)}`))
    .join('')
  return Utf8Text.of(inside.replaceAll('<![CDATA[', '').replaceAll(']]>', '')).bytes
}

function readTuples(
  bytes: Buffer,
  from: number,
  to: number,
  push: (...position: Position) => void,
  placeOf: (at: number) => number,
): void {
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
      throw brokenAt(placeOf(start))
    push(lon, lat, heightM)
  }
}

const brokenAt = (at: number) => new GpxFault(say('file.kml_coordinate'), at)

function numberOf(word: string): number {
  const bytes = Buffer.from(word)
  return readDecimal(bytes, 0, bytes.length)
}
