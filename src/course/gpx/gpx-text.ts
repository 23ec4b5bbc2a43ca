// HOT: npm run bench -- course
// A file of 50,000 points is read in tens of milliseconds, so it is seen as bytes and spans, never as a tree.
//
// Scans a GPX text in one pass, recording the spans of every point, time and extension, and the values of the points.
// Offsets are bytes of the text itself, so that cutting spans leaves every other byte unchanged.
// Columns have one entry per point in file order: waypoints, route points and track points alike.
// Well-formedness is checked on the way (tags, attributes, references, characters); a document type is refused, so
// there are no entities to expand and nothing to fetch. Depth, attributes and points are bounded while reading, not
// afterwards.

import { say } from '../../language/sentence.ts'
import { ServiceError } from '../../errors.ts'
import { Utf8Text } from '../../wire/utf8-text.ts'
import {
  bytesOf,
  codeOfElement,
  ELE,
  EXTENSIONS,
  FOREIGN,
  GPX,
  POINT,
  RTE,
  TIME,
  TRKSEG,
  type ReadValue,
  readInside,
  MAX_DEPTH,
  OpenElements,
} from './gpx-elements.ts'
import { GpxFault, secondDocument } from './gpx-fault.ts'
import { GrowingPoints, guessPoints, type PointColumns, ROUTE_POINT, TRACK_POINT, WAYPOINT } from './gpx-points.ts'
import { PlainDecimal, readDecimal, readTimeMs } from './gpx-values.ts'
import { isWordAt, openTag, refuseOddCharacters, skipMarkup, spaceEnd, TagReader, textEnd } from './xml-markup.ts'

export interface GpxText extends PointColumns {
  text: Utf8Text
  /** outermost `<time>` elements anywhere: from, to, from, to ... */
  timeSpans: number[]
  /** `<extensions>` directly inside points */
  extensionSpans: number[]
}

/**
 * Scans a GPX 1.0 or 1.1 document. Throws ServiceError: `invalid_gpx` with the line and offset of the fault,
 * `too_many_points` as soon as there are more than `maxPoints` points of one kind.
 */
export function scanGpx(gpx: string | Utf8Text, maxPoints: number): GpxText {
  const text = typeof gpx === 'string' ? Utf8Text.of(gpx) : gpx
  try {
    return new GpxScanner(text, maxPoints).scan()
  } catch (error) {
    if (error instanceof GpxFault) throw error.toServiceError(text)
    throw error
  }
}

const XML_DECLARATION = bytesOf('<?xml')
const BYTE_ORDER_MARK = bytesOf('\ufeff')
// the forms used by nearly all files
const POINT_TO_LAT = bytesOf('<trkpt lat="')
const LAT_TO_LON = bytesOf('" lon="')
const ELE_OPEN = bytesOf('<ele>')
const ELE_CLOSE = bytesOf('</ele>')

class GpxScanner {
  readonly text: Utf8Text
  readonly bytes: Buffer
  readonly decimal = new PlainDecimal()
  readonly maxPoints: number
  readonly counts = [0, 0, 0]
  readonly points: GrowingPoints
  readonly timeSpans: number[] = []
  readonly extensionSpans: number[] = []
  partCount = 0
  prefix: Uint8Array = new Uint8Array(0)
  readonly elements: OpenElements
  /** depth of the outermost open `<time>`, -1: none */
  timeDepth = -1

  constructor(text: Utf8Text, maxPoints: number) {
    this.text = text
    this.bytes = text.bytes
    this.elements = new OpenElements(text)
    this.maxPoints = maxPoints
    this.points = new GrowingPoints(Math.min(maxPoints, guessPoints(text)))
  }

  scan(): GpxText {
    const { text, bytes, elements } = this
    refuseOddCharacters(text)
    const tag = new TagReader()
    let at = isWordAt(bytes, 0, BYTE_ORDER_MARK) ? 3 : 0
    const documentStart = at
    let rootSeen = false
    for (;;) {
      if (elements.depth > 0) at = textEnd(text, at)
      else {
        at = spaceEnd(bytes, at)
        if (bytes[at] !== 60 && at < text.length) {
          if (rootSeen)
            throw isWordAt(bytes, at, BYTE_ORDER_MARK)
              ? secondDocument(at)
              : new GpxFault(say('file.text_after_end'), at)
          throw new GpxFault(say('file.must_begin.gpx'), at)
        }
      }
      if (bytes[at] === 0) break
      const open = at
      const c = bytes[open + 1]
      if (c === 47) at = this.#close(open)
      else if (c === 33 || c === 63) {
        if (rootSeen && elements.depth === 0 && isWordAt(bytes, open, XML_DECLARATION)) throw secondDocument(open)
        at = skipMarkup(text, open, elements.depth > 0, documentStart)
      } else {
        if (elements.depth === 0 && rootSeen) throw secondDocument(open)
        const end = elements.depth > 0 && this.prefix.length === 0 ? this.#usual(open, c) : -1
        if (end > 0) {
          at = end
          continue
        }
        openTag(text, open, tag)
        rootSeen = true
        at = this.#open(open, tag)
      }
    }
    if (elements.depth > 0) throw elements.unclosed()
    if (!rootSeen) throw new GpxFault(say('file.no_document'), 0)
    return {
      text,
      ...this.points.columns(),
      timeSpans: this.timeSpans,
      extensionSpans: this.extensionSpans,
    }
  }

  #open(from: number, tag: TagReader): number {
    const { elements } = this
    const { depth } = elements
    if (depth === MAX_DEPTH) throw new GpxFault(say('file.too_deep', { most: MAX_DEPTH }), from)
    const code =
      depth === 0 ? this.#openRoot(tag) : codeOfElement(this.bytes, this.prefix, tag, elements.code[depth - 1], from)
    elements.push(code, from, tag.nameFrom, tag.nameTo, tag.end)
    if (code === POINT)
      this.#pushPoint(from, this.#attribute(tag.lonFrom, tag.lonTo), this.#attribute(tag.latFrom, tag.latTo))
    else if (code === TRKSEG || code === RTE) this.partCount++
    if (code === TIME && this.timeDepth < 0) this.timeDepth = depth
    if (tag.selfClosing) this.#leave(tag.end, tag.end)
    return tag.end
  }

  #openRoot(tag: TagReader): number {
    const name = this.text.slice(tag.nameFrom, Math.min(tag.nameTo, tag.nameFrom + 80))
    if (name !== 'gpx' && !name.endsWith(':gpx'))
      throw new GpxFault(say('file.root.gpx', { name: name.slice(0, 40) }), tag.nameFrom)
    this.prefix = this.bytes.slice(tag.nameFrom, tag.nameTo - 3)
    return GPX
  }

  /**
   * Fast path for what nearly all files write in the same letters, without the generality of `openTag`. Returns where
   * it ends, or -1 if it does not apply.
   */
  #usual(from: number, initial: number): number {
    const parent = this.elements.code[this.elements.depth - 1]
    if (initial === 116) return parent === TRKSEG ? this.#usualPoint(from) : -1
    return initial === 101 && parent === POINT ? this.#usualHeight(from) : -1
  }

  /** The opening tag `<trkpt lat="1.5" lon="-2">`. */
  #usualPoint(from: number): number {
    const { bytes, decimal, elements } = this
    if (!isWordAt(bytes, from, POINT_TO_LAT)) return -1
    const lat = decimal.read(bytes, from + 12, 34)
    if (lat !== lat || !isWordAt(bytes, decimal.end, LAT_TO_LON)) return -1
    const lon = decimal.read(bytes, decimal.end + 7, 34)
    const end = decimal.end + 2
    if (lon !== lon || bytes[end - 1] !== 62 || elements.depth === MAX_DEPTH) return -1
    elements.push(POINT, from, from + 1, from + 6, end)
    this.#pushPoint(from, lon, lat)
    return end
  }

  /** The element `<ele>12.5</ele>` of a point. */
  #usualHeight(from: number): number {
    const { bytes, decimal } = this
    if (!isWordAt(bytes, from, ELE_OPEN) || this.elements.depth === MAX_DEPTH) return -1
    const heightM = decimal.read(bytes, from + 5, 60)
    if (heightM !== heightM || !isWordAt(bytes, decimal.end, ELE_CLOSE)) return -1
    const { points } = this
    const last = points.count - 1
    if (points.heightM[last] !== points.heightM[last]) points.heightM[last] = heightM
    return decimal.end + 6
  }

  #pushPoint(from: number, lon: number, lat: number): void {
    const parent = this.elements.code[this.elements.depth - 2]
    const kind = parent === GPX ? WAYPOINT : parent === RTE ? ROUTE_POINT : TRACK_POINT
    if (++this.counts[kind] > this.maxPoints) {
      throw new ServiceError(say('error.too_many_points.file', { maxPoints: this.maxPoints }), { inputPath: 'gpx' })
    }
    this.points.push(kind, lon, lat, from, kind === WAYPOINT ? -1 : this.partCount - 1)
  }

  #attribute(from: number, to: number): number {
    if (from < 0) return NaN
    const value = readDecimal(this.bytes, from, to)
    return Number.isNaN(value) && this.text.slice(from, Math.min(to, from + 100)).includes('&#')
      ? readInside(this.text.slice(from, Math.min(to, from + 200)), readDecimal)
      : value
  }

  #close(from: number): number {
    const end = this.elements.closingTagEnd(from)
    this.#leave(from, end)
    return end
  }

  /** Closes the innermost element: its content ends at `contentTo`, its tag at `end`. */
  #leave(contentTo: number, end: number): void {
    const { elements, points } = this
    const depth = --elements.depth
    const code = elements.code[depth]
    const parent = depth > 0 ? elements.code[depth - 1] : FOREIGN
    const last = points.count - 1
    if (code === POINT) points.end[last] = end
    else if (code === EXTENSIONS) {
      if (parent === POINT) this.extensionSpans.push(elements.tagFrom[depth], end)
    } else if (code === ELE) {
      if (Number.isNaN(points.heightM[last])) points.heightM[last] = this.#content(depth, contentTo, readDecimal)
    } else if (code === TIME) {
      if (parent === POINT && Number.isNaN(points.timeMs[last]))
        points.timeMs[last] = this.#content(depth, contentTo, readTimeMs)
      if (this.timeDepth === depth) {
        this.timeSpans.push(elements.tagFrom[depth], end)
        this.timeDepth = -1
      }
    }
  }

  #content(depth: number, to: number, read: ReadValue): number {
    const from = this.elements.contentFrom[depth]
    const value = read(this.bytes, from, to)
    return !Number.isNaN(value) || to - from > 200 ? value : readInside(this.text.slice(from, to), read)
  }
}
