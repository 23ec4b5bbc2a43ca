// HOT: npm run bench -- course
// A file of 50,000 points is read in tens of milliseconds, so it is seen as bytes and spans, never as a tree.
//
// Scans a GPX text in one pass, recording the spans of every point, time and extension, and the values of the points.
// Offsets are bytes of the text itself, so that cutting spans leaves every other byte unchanged.
// Columns have one entry per point in file order: waypoints, route points and track points alike.
// Well-formedness is checked on the way (tags, attributes, references, characters); a document type is refused, so
// there are no entities to expand and nothing to fetch. Depth, attributes and points are bounded while reading, not
// afterwards.

import { ServiceError } from '../../errors.ts'
import { Utf8Text } from '../../wire/utf8-text.ts'
import { GpxFault } from './gpx-fault.ts'
import { PlainDecimal, readDecimal, readTimeMs } from './gpx-values.ts'
import {
  closeTagEnd,
  isWordAt,
  openTag,
  refuseOddCharacters,
  skipMarkup,
  spaceEnd,
  TagReader,
  textEnd,
} from './xml-markup.ts'

/** Kinds of points, values of `GpxText.kind`. */
export const WAYPOINT = 0
export const ROUTE_POINT = 1
export const TRACK_POINT = 2

const MAX_DEPTH = 100
const FIRST_CAPACITY = 256
/** Bytes sampled to guess the number of points. */
const GUESSED_FROM = 16_384

// codes for elements, given their parent; children of anything else are FOREIGN
const FOREIGN = 0
const GPX = 1
const TRK = 2
const TRKSEG = 3
const RTE = 4
const POINT = 5
const ELE = 6
const TIME = 7
const EXTENSIONS = 8

export interface GpxText {
  text: Utf8Text
  /** WAYPOINT, ROUTE_POINT or TRACK_POINT */
  kind: Uint8Array
  /** degrees; NaN where missing or not a number */
  lon: Float64Array
  lat: Float64Array
  /** metres as recorded, NaN: none */
  heightM: Float64Array
  /** milliseconds since the epoch, NaN: none */
  timeMs: Float64Array
  /** the point's element is at [start, end) of the text */
  start: Int32Array
  end: Int32Array
  /** running number of its trkseg or rte in file order, -1 for waypoints */
  part: Int32Array
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

/** Releases the memory of the columns at once; call it when nobody reads them any more. */
export function dropColumns({ kind, lon, lat, heightM, timeMs, start, end, part }: GpxText): void {
  for (const { buffer } of [kind, lon, lat, heightM, timeMs, start, end, part]) (buffer as ArrayBuffer).transfer(0)
}

const bytesOf = (word: string): Uint8Array => new TextEncoder().encode(word)
const ELE_NAME = bytesOf('ele')
const TRK_NAME = bytesOf('trk')
const RTE_NAME = bytesOf('rte')
const WPT_NAME = bytesOf('wpt')
const TIME_NAME = bytesOf('time')
const TRKPT_NAME = bytesOf('trkpt')
const RTEPT_NAME = bytesOf('rtept')
const TRKSEG_NAME = bytesOf('trkseg')
const EXTENSIONS_NAME = bytesOf('extensions')
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
  // columns, grown if the guess was too low
  count = 0
  kind = new Uint8Array(0)
  lon = new Float64Array(0)
  lat = new Float64Array(0)
  heightM = new Float64Array(0)
  timeMs = new Float64Array(0)
  start = new Int32Array(0)
  end = new Int32Array(0)
  part = new Int32Array(0)
  readonly timeSpans: number[] = []
  readonly extensionSpans: number[] = []
  partCount = 0
  prefix: Uint8Array = new Uint8Array(0)
  // open elements
  depth = 0
  readonly code = new Uint8Array(MAX_DEPTH)
  readonly nameFrom = new Int32Array(MAX_DEPTH)
  readonly nameTo = new Int32Array(MAX_DEPTH)
  readonly tagFrom = new Int32Array(MAX_DEPTH)
  readonly contentFrom = new Int32Array(MAX_DEPTH)
  /** depth of the outermost open `<time>`, -1: none */
  timeDepth = -1

  constructor(text: Utf8Text, maxPoints: number) {
    this.text = text
    this.bytes = text.bytes
    this.maxPoints = maxPoints
    this.#resize(Math.max(FIRST_CAPACITY, Math.min(maxPoints, guessPoints(text))))
  }

  scan(): GpxText {
    const { text, bytes } = this
    refuseOddCharacters(text)
    const tag = new TagReader()
    let at = isWordAt(bytes, 0, BYTE_ORDER_MARK) ? 3 : 0
    const documentStart = at
    let rootSeen = false
    for (;;) {
      if (this.depth > 0) at = textEnd(text, at)
      else {
        at = spaceEnd(bytes, at)
        if (bytes[at] !== 60 && at < text.length) {
          if (rootSeen)
            throw new GpxFault(
              isWordAt(bytes, at, BYTE_ORDER_MARK)
                ? 'a second document begins; send each in a file of its own'
                : 'text comes after the end of the document',
              at,
            )
          throw new GpxFault('this is not a GPX document: it must begin with "<"', at)
        }
      }
      if (bytes[at] === 0) break
      const open = at
      const c = bytes[open + 1]
      if (c === 47) at = this.#close(open)
      else if (c === 33 || c === 63) {
        if (rootSeen && this.depth === 0 && isWordAt(bytes, open, XML_DECLARATION))
          throw new GpxFault('a second document begins; send each in a file of its own', open)
        at = skipMarkup(text, open, this.depth > 0, documentStart)
      } else {
        if (this.depth === 0 && rootSeen)
          throw new GpxFault('a second document begins; send each in a file of its own', open)
        const end = this.depth > 0 && this.prefix.length === 0 ? this.#usual(open, c) : -1
        if (end > 0) {
          at = end
          continue
        }
        openTag(text, open, tag)
        rootSeen = true
        at = this.#open(open, tag)
      }
    }
    if (this.depth > 0) {
      const name = text.slice(this.nameFrom[this.depth - 1], this.nameTo[this.depth - 1])
      throw new GpxFault(`the file ends inside <${name.slice(0, 40)}>, opened here`, this.tagFrom[this.depth - 1])
    }
    if (!rootSeen) throw new GpxFault('the file holds no document', 0)
    const { count } = this
    return {
      text,
      kind: this.kind.subarray(0, count),
      lon: this.lon.subarray(0, count),
      lat: this.lat.subarray(0, count),
      heightM: this.heightM.subarray(0, count),
      timeMs: this.timeMs.subarray(0, count),
      start: this.start.subarray(0, count),
      end: this.end.subarray(0, count),
      part: this.part.subarray(0, count),
      timeSpans: this.timeSpans,
      extensionSpans: this.extensionSpans,
    }
  }

  #open(from: number, tag: TagReader): number {
    const depth = this.depth
    if (depth === MAX_DEPTH) throw new GpxFault(`elements nest deeper than ${MAX_DEPTH}`, from)
    const code = depth === 0 ? this.#openRoot(tag) : this.#codeOf(tag, this.code[depth - 1], from)
    this.code[depth] = code
    this.nameFrom[depth] = tag.nameFrom
    this.nameTo[depth] = tag.nameTo
    this.tagFrom[depth] = from
    this.contentFrom[depth] = tag.end
    this.depth = depth + 1
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
      throw new GpxFault(`this is not a GPX document: its root is <${name.slice(0, 40)}>, expected <gpx>`, tag.nameFrom)
    this.prefix = this.bytes.slice(tag.nameFrom, tag.nameTo - 3)
    return GPX
  }

  /**
   * Fast path for what nearly all files write in the same letters, without the generality of `openTag`. Returns where
   * it ends, or -1 if it does not apply.
   */
  #usual(from: number, initial: number): number {
    const parent = this.code[this.depth - 1]
    if (initial === 116) return parent === TRKSEG ? this.#usualPoint(from) : -1
    return initial === 101 && parent === POINT ? this.#usualHeight(from) : -1
  }

  /** The opening tag `<trkpt lat="1.5" lon="-2">`. */
  #usualPoint(from: number): number {
    const { bytes, decimal, depth } = this
    if (!isWordAt(bytes, from, POINT_TO_LAT)) return -1
    const lat = decimal.read(bytes, from + 12, 34)
    if (lat !== lat || !isWordAt(bytes, decimal.end, LAT_TO_LON)) return -1
    const lon = decimal.read(bytes, decimal.end + 7, 34)
    const end = decimal.end + 2
    if (lon !== lon || bytes[end - 1] !== 62 || depth === MAX_DEPTH) return -1
    this.code[depth] = POINT
    this.nameFrom[depth] = from + 1
    this.nameTo[depth] = from + 6
    this.tagFrom[depth] = from
    this.contentFrom[depth] = end
    this.depth = depth + 1
    this.#pushPoint(from, lon, lat)
    return end
  }

  /** The element `<ele>12.5</ele>` of a point. */
  #usualHeight(from: number): number {
    const { bytes, decimal } = this
    if (!isWordAt(bytes, from, ELE_OPEN) || this.depth === MAX_DEPTH) return -1
    const heightM = decimal.read(bytes, from + 5, 60)
    if (heightM !== heightM || !isWordAt(bytes, decimal.end, ELE_CLOSE)) return -1
    const last = this.count - 1
    if (this.heightM[last] !== this.heightM[last]) this.heightM[last] = heightM
    return decimal.end + 6
  }

  #codeOf(tag: TagReader, parent: number, from: number): number {
    const { bytes, prefix } = this
    const name = tag.nameFrom + prefix.length
    const length = tag.nameTo - name
    if (!isWordAt(bytes, tag.nameFrom, prefix)) return FOREIGN
    switch (length) {
      case 3:
        if (isWordAt(bytes, name, ELE_NAME)) return parent === POINT ? ELE : FOREIGN
        if (isWordAt(bytes, name, TRK_NAME)) return parent === GPX ? TRK : FOREIGN
        if (isWordAt(bytes, name, RTE_NAME)) return parent === GPX ? RTE : FOREIGN
        return isWordAt(bytes, name, WPT_NAME) ? this.#pointIn(GPX, parent, 'wpt', 'gpx', from) : FOREIGN
      case 4:
        return isWordAt(bytes, name, TIME_NAME) ? TIME : FOREIGN
      case 5:
        if (isWordAt(bytes, name, TRKPT_NAME)) return this.#pointIn(TRKSEG, parent, 'trkpt', 'trkseg', from)
        return isWordAt(bytes, name, RTEPT_NAME) ? this.#pointIn(RTE, parent, 'rtept', 'rte', from) : FOREIGN
      case 6:
        return parent === TRK && isWordAt(bytes, name, TRKSEG_NAME) ? TRKSEG : FOREIGN
      case 10:
        return parent !== FOREIGN && parent !== EXTENSIONS && isWordAt(bytes, name, EXTENSIONS_NAME)
          ? EXTENSIONS
          : FOREIGN
      default:
        return FOREIGN
    }
  }

  /** Checks the place of a point; inside extensions it is foreign, elsewhere the file is wrong. */
  #pointIn(wanted: number, parent: number, name: string, place: string, from: number): number {
    if (parent === wanted) return POINT
    if (parent === FOREIGN || parent === EXTENSIONS) return FOREIGN
    throw new GpxFault(`<${name}> stands outside <${place}>`, from)
  }

  #pushPoint(from: number, lon: number, lat: number): void {
    const parent = this.code[this.depth - 2]
    const kind = parent === GPX ? WAYPOINT : parent === RTE ? ROUTE_POINT : TRACK_POINT
    if (++this.counts[kind] > this.maxPoints) {
      throw new ServiceError(
        'too_many_points',
        `The file holds more than ${this.maxPoints} points, which is the limit of this operation.`,
        { inputPath: 'gpx' },
      )
    }
    if (this.count === this.kind.length) this.#resize(this.count + (this.count >> 1))
    const i = this.count++
    this.kind[i] = kind
    this.lon[i] = lon
    this.lat[i] = lat
    this.heightM[i] = NaN
    this.timeMs[i] = NaN
    this.start[i] = from
    this.end[i] = -1
    this.part[i] = kind === WAYPOINT ? -1 : this.partCount - 1
  }

  #resize(size: number): void {
    const larger = <T extends Uint8Array | Int32Array | Float64Array>(column: T, into: T): T => {
      into.set(column)
      return into
    }
    this.kind = larger(this.kind, new Uint8Array(size))
    this.lon = larger(this.lon, new Float64Array(size))
    this.lat = larger(this.lat, new Float64Array(size))
    this.heightM = larger(this.heightM, new Float64Array(size))
    this.timeMs = larger(this.timeMs, new Float64Array(size))
    this.start = larger(this.start, new Int32Array(size))
    this.end = larger(this.end, new Int32Array(size))
    this.part = larger(this.part, new Int32Array(size))
  }

  #attribute(from: number, to: number): number {
    if (from < 0) return NaN
    const value = readDecimal(this.bytes, from, to)
    return Number.isNaN(value) && this.text.slice(from, Math.min(to, from + 100)).includes('&#')
      ? readWritten(plainText(this.text.slice(from, Math.min(to, from + 200))), readDecimal)
      : value
  }

  #close(from: number): number {
    const { bytes } = this
    const depth = this.depth - 1
    if (depth < 0) throw new GpxFault('a closing tag comes before any opening tag or after the end', from)
    const nameFrom = this.nameFrom[depth]
    const length = this.nameTo[depth] - nameFrom
    for (let i = 0; i < length; i++) {
      if (bytes[from + 2 + i] !== bytes[nameFrom + i]) throw this.#mismatch(from, depth)
    }
    const end = closeTagEnd(bytes, from + 2 + length)
    if (end < 0) throw this.#mismatch(from, depth)
    this.#leave(from, end)
    return end
  }

  #mismatch(from: number, depth: number): GpxFault {
    const name = this.text.slice(this.nameFrom[depth], Math.min(this.nameTo[depth], this.nameFrom[depth] + 40))
    return new GpxFault(`expected </${name}> here`, from)
  }

  /** Closes the innermost element: its content ends at `contentTo`, its tag at `end`. */
  #leave(contentTo: number, end: number): void {
    const depth = --this.depth
    const code = this.code[depth]
    const parent = depth > 0 ? this.code[depth - 1] : FOREIGN
    const last = this.count - 1
    if (code === POINT) this.end[last] = end
    else if (code === EXTENSIONS) {
      if (parent === POINT) this.extensionSpans.push(this.tagFrom[depth], end)
    } else if (code === ELE) {
      if (Number.isNaN(this.heightM[last])) this.heightM[last] = this.#content(depth, contentTo, readDecimal)
    } else if (code === TIME) {
      if (parent === POINT && Number.isNaN(this.timeMs[last]))
        this.timeMs[last] = this.#content(depth, contentTo, readTimeMs)
      if (this.timeDepth === depth) {
        this.timeSpans.push(this.tagFrom[depth], end)
        this.timeDepth = -1
      }
    }
  }

  #content(depth: number, to: number, read: ReadValue): number {
    const from = this.contentFrom[depth]
    const value = read(this.bytes, from, to)
    if (!Number.isNaN(value) || to - from > 200) return value
    const inside = this.text.slice(from, to)
    if (!inside.includes('<') && !inside.includes('&')) return value
    const plain = plainText(inside)
    return plain.includes('<') ? NaN : readWritten(plain, read)
  }
}

type ReadValue = (bytes: Uint8Array, from: number, to: number) => number

/** Estimated number of points, from how dense they are in a piece of the text. */
function guessPoints(text: Utf8Text): number {
  if (text.length < 2 * GUESSED_FROM) return 0
  const from = text.length >> 1
  let count = 0
  for (let at = text.indexOf('pt ', from); at >= 0 && at < from + GUESSED_FROM; at = text.indexOf('pt ', at + 3))
    count++
  return count === 0 ? 0 : Math.ceil(((count + 2) / GUESSED_FROM) * text.length)
}

function readWritten(word: string, read: ReadValue): number {
  const bytes = Buffer.from(word)
  return read(bytes, 0, bytes.length)
}

/** Unwraps CDATA, drops comments, resolves numeric references; for short texts only. */
function plainText(inside: string): string {
  return openSpans(openSpans(inside, '<!--', '-->', false), '<![CDATA[', ']]>', true).replace(
    /&#(x[0-9a-fA-F]+|\d+);/g,
    (_, digits: string) => String.fromCodePoint(digits[0] === 'x' ? parseInt(digits.slice(1), 16) : Number(digits)),
  )
}

/** Removes the marks around spans, or whole spans unless `keeps`. */
function openSpans(text: string, open: string, close: string, keeps: boolean): string {
  const [before, ...spans] = text.split(open)
  const opened = spans.map((span) => {
    const end = span.indexOf(close)
    return end < 0 ? open + span : (keeps ? span.slice(0, end) : '') + span.slice(end + close.length)
  })
  return before + opened.join('')
}

/**
 * One scanner that is never released: if no object of a class is left after a collection, V8 discards the compiled code
 * that depends on it, and the next file is read three times slower (src/workers/course-worker.ts collects after every
 * large file).
 */
const keptScanner = new GpxScanner(
  Utf8Text.of('<gpx><wpt lat="1" lon="1"><ele>1</ele><time>2020-01-01T00:00:00Z</time></wpt></gpx>'),
  1,
)
export const KEPT_SCAN: readonly unknown[] = [keptScanner, keptScanner.scan(), new TagReader()]
