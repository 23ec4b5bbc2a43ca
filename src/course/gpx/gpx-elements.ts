// HOT: npm run bench -- course
// It is written at every tag, so it is columns by depth and never an object per element.
//
// The elements that are open at a place of a GPX text, from the root inwards. Offsets are bytes of the text.

import { say } from '../../language/sentence.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { GpxFault } from './gpx-fault.ts'
import { closeTagEnd, isWordAt, type TagReader } from './xml-markup.ts'

export const MAX_DEPTH = 100

export class OpenElements {
  depth = 0
  readonly code = new Uint8Array(MAX_DEPTH)
  readonly tagFrom = new Int32Array(MAX_DEPTH)
  readonly contentFrom = new Int32Array(MAX_DEPTH)
  readonly #nameFrom = new Int32Array(MAX_DEPTH)
  readonly #nameTo = new Int32Array(MAX_DEPTH)
  readonly #text: Utf8Text

  constructor(text: Utf8Text) {
    this.#text = text
  }

  /** There must be room: `depth` below MAX_DEPTH. */
  push(code: number, tagFrom: number, nameFrom: number, nameTo: number, contentFrom: number): void {
    const { depth } = this
    this.code[depth] = code
    this.tagFrom[depth] = tagFrom
    this.#nameFrom[depth] = nameFrom
    this.#nameTo[depth] = nameTo
    this.contentFrom[depth] = contentFrom
    this.depth = depth + 1
  }

  /** Where the closing tag at `from` ends; throws GpxFault if it does not close the innermost element. */
  closingTagEnd(from: number): number {
    const { bytes } = this.#text
    const depth = this.depth - 1
    if (depth < 0) throw new GpxFault(say('file.closing_tag'), from)
    const nameFrom = this.#nameFrom[depth]
    const length = this.#nameTo[depth] - nameFrom
    for (let i = 0; i < length; i++) {
      if (bytes[from + 2 + i] !== bytes[nameFrom + i]) throw this.#mismatch(from, depth)
    }
    const end = closeTagEnd(bytes, from + 2 + length)
    if (end < 0) throw this.#mismatch(from, depth)
    return end
  }

  /** The file ends although elements are open. */
  unclosed(): GpxFault {
    const depth = this.depth - 1
    const name = this.#text.slice(this.#nameFrom[depth], this.#nameTo[depth])
    return new GpxFault(say('file.ends_inside.opened', { name: name.slice(0, 40) }), this.tagFrom[depth])
  }

  #mismatch(from: number, depth: number): GpxFault {
    const name = this.#text.slice(this.#nameFrom[depth], Math.min(this.#nameTo[depth], this.#nameFrom[depth] + 40))
    return new GpxFault(say('file.closing_tag.expected', { name }), from)
  }
}

// codes for elements, given their parent; children of anything else are FOREIGN
/**
 * The elements of GPX that matter, each as a number.
 */
export const FOREIGN = 0
export const GPX = 1
const TRK = 2
export const TRKSEG = 3
export const RTE = 4
export const POINT = 5
export const ELE = 6
export const TIME = 7
export const EXTENSIONS = 8

export const bytesOf = (word: string): Uint8Array => new TextEncoder().encode(word)
const ELE_NAME = bytesOf('ele')
const TRK_NAME = bytesOf('trk')
const RTE_NAME = bytesOf('rte')
const WPT_NAME = bytesOf('wpt')
const TIME_NAME = bytesOf('time')
const TRKPT_NAME = bytesOf('trkpt')
const RTEPT_NAME = bytesOf('rtept')
const TRKSEG_NAME = bytesOf('trkseg')
const EXTENSIONS_NAME = bytesOf('extensions')

/**
 * The code of an element inside one with code `parent`; `prefix` is that of the root. Throws GpxFault for a point that
 * is out of place.
 */
export function codeOfElement(bytes: Buffer, prefix: Uint8Array, tag: TagReader, parent: number, from: number): number {
  const name = tag.nameFrom + prefix.length
  const length = tag.nameTo - name
  if (!isWordAt(bytes, tag.nameFrom, prefix)) return FOREIGN
  switch (length) {
    case 3:
      if (isWordAt(bytes, name, ELE_NAME)) return parent === POINT ? ELE : FOREIGN
      if (isWordAt(bytes, name, TRK_NAME)) return parent === GPX ? TRK : FOREIGN
      if (isWordAt(bytes, name, RTE_NAME)) return parent === GPX ? RTE : FOREIGN
      return isWordAt(bytes, name, WPT_NAME) ? pointIn(GPX, parent, 'wpt', 'gpx', from) : FOREIGN
    case 4:
      return isWordAt(bytes, name, TIME_NAME) ? TIME : FOREIGN
    case 5:
      if (isWordAt(bytes, name, TRKPT_NAME)) return pointIn(TRKSEG, parent, 'trkpt', 'trkseg', from)
      return isWordAt(bytes, name, RTEPT_NAME) ? pointIn(RTE, parent, 'rtept', 'rte', from) : FOREIGN
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
function pointIn(wanted: number, parent: number, name: string, place: string, from: number): number {
  if (parent === wanted) return POINT
  if (parent === FOREIGN || parent === EXTENSIONS) return FOREIGN
  throw new GpxFault(say('file.point_misplaced', { name, place }), from)
}

/** A value of the bytes [from, to); NaN if they hold none. */
export type ReadValue = (bytes: Uint8Array, from: number, to: number) => number

/**
 * Values that are written with references, comments or CDATA, which next to no file does. The value of an attribute's
 * or element's text as it stands in the file; NaN if it holds none. For short texts.
 */
export function readInside(inside: string, read: ReadValue): number {
  const plain = inside.includes('<') || inside.includes('&') ? plainText(inside) : inside
  if (plain.includes('<')) return NaN
  const bytes = Buffer.from(plain)
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
