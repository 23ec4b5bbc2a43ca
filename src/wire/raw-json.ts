// HOT: npm run bench -- course
// It passes over every byte of a large body on the main thread, so it compares codes and makes no object per byte.
//
// A JSON body whose large members are not parsed on arrival: one pass over its bytes finds them, the rest is parsed,
// and they are passed on as bytes to the thread that reads them. So a file of megabytes is neither decoded nor copied
// on the main thread.
// The pass bounds what the body holds (json-structure.ts) and counts positions of GeoJSON before any of it is parsed.
// `from` and `to` are byte offsets. In ambiguous cases (a repeated key, an escaped key) the whole body is left to
// JSON.parse. Never changes the bytes.

import { ServiceError } from '../errors.ts'
import { StructureCount, type StructureLimits } from './json-structure.ts'
import { JsonStringFault, Utf8Text } from './utf8-text.ts'

/** Smaller members are parsed with the rest. */
export const RAW_FROM_BYTES = 16_384

/** A member not parsed yet: JSON text in UTF-8 at bytes[from, to). */
export class RawJson {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  /** number of lists of numbers under a key `coordinates`, outside `properties` */
  readonly positions: number
  /** nobody else reads the bytes, so they can be transferred without a copy */
  lone = true
  #taken = false

  constructor(bytes: Buffer, from: number, to: number, positions: number) {
    this.bytes = bytes
    this.from = from
    this.to = to
    this.positions = positions
  }

  /** The value. Throws ServiceError `invalid_json`. */
  parse(): unknown {
    const { bytes, from, to } = this
    if (this.#taken || bytes.length < to) throw new Error('a held member is read after its bytes were given away')
    const text = bytes.toString('utf8', from, to)
    try {
      return JSON.parse(text)
    } catch (error) {
      const at = /position (\d+)/.exec((error as Error).message)
      throw this.#fault(at === null ? null : Number(at[1]))
    }
  }

  /**
   * The text, for the last reader, without leaving garbage: read in place, or in a copy if others read the bytes too.
   * Throws ServiceError `invalid_json`.
   */
  takeText(): Utf8Text {
    const { bytes, from, to, lone } = this
    if (this.#taken || bytes.length < to) throw new Error('a held member is read after its bytes were given away')
    if (bytes[from] !== QUOTE) throw new Error('a held member is not a text')
    this.#taken = lone
    try {
      return lone
        ? Utf8Text.unescape(bytes, from, to)
        : Utf8Text.unescape(Buffer.from(bytes.subarray(from, to)), 0, to - from)
    } catch (error) {
      if (error instanceof JsonStringFault) throw this.#fault(error.position)
      throw error
    }
  }

  #fault(position: number | null): ServiceError {
    return new ServiceError(
      'invalid_json',
      position === null
        ? 'The body is not valid JSON.'
        : `The body is not valid JSON at character ${this.bytes.toString('utf8', 0, this.from).length + position}.`,
    )
  }

  /** Releases the memory of the whole body at once; nothing in it may be read afterwards. */
  drop(): void {
    const { buffer, byteLength } = this.bytes
    if (this.lone && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
}

/** UTF-16 units of a held text, equal to its `length`; meaningless unless it is well-formed. */
export function countCharacters({ bytes, from, to }: RawJson): number {
  let count = 0
  for (let i = from + 1; i < to - 1; i++) {
    const c = bytes[i]
    if (c === BACKSLASH) i += bytes[i + 1] === 117 ? 5 : 1
    // a four-byte character is a surrogate pair; continuation bytes count 0
    count += c >= 0xf0 ? 2 : c >= 0x80 && c < 0xc0 ? 0 : 1
  }
  return count
}

/** An input in which some members may still be held. */
export type Holding<T> = { [K in keyof T]: T[K] | RawJson }
/** An input in which a file may still be held. */
export type HoldingLine<T extends { gpx?: unknown; file?: unknown }> = Omit<T, 'gpx' | 'file'> &
  Holding<Pick<T, 'gpx' | 'file'>>

export interface HeldBody {
  /** the parsed body, with held members replaced by empty text or an empty object */
  rest: Record<string, unknown>
  held: Record<string, RawJson>
}

/**
 * Holds the large members with these names: texts under any name, and objects. Returns null if nothing is held; parse
 * the whole then. `bytes` must be valid UTF-8. Throws ServiceError `invalid_json` if it nests too deep or the rest is
 * not JSON.
 */
export function holdMembers(bytes: Buffer, names: readonly string[], limits?: StructureLimits): HeldBody | null {
  if (bytes.length < RAW_FROM_BYTES) return null
  const found = findMembers(bytes, names, limits)
  if (found === null || found.length === 0) return null
  let text = ''
  let at = 0
  for (const { from, to } of found) {
    text += bytes.toString('utf8', at, from) + (bytes[from] === QUOTE ? '""' : '{}')
    at = to
  }
  text += bytes.toString('utf8', at, bytes.length)
  let rest: unknown
  try {
    rest = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return null // parsing the whole body reports where the fault is
  }
  const held: Record<string, RawJson> = {}
  for (const { name, from, to, positions } of found) held[name] = new RawJson(bytes, from, to, positions)
  return { rest: rest as Record<string, unknown>, held }
}

interface Member {
  name: string
  from: number
  to: number
  positions: number
}

const QUOTE = 34
const BACKSLASH = 92
const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** Position of a string's closing quote, or `end`; a separate loop, so that it is compiled once and stays so. */
function stringEnd(bytes: Buffer, from: number, end: number): number {
  let at = from
  while (at < end) {
    const c = bytes[at]
    if (c === QUOTE) return at
    at += c === BACKSLASH ? 2 : 1
  }
  return end
}

/** Large members at depth 1; returns null if the body is not an object or one of its keys is ambiguous. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one pass over the bytes
function findMembers(bytes: Buffer, names: readonly string[], limits?: StructureLimits): Member[] | null {
  const found: Member[] = []
  const seen = new Set<string>()
  const count = new StructureCount('The body', limits)
  // the string that ended last: a key if a colon follows
  let stringFrom = 0
  let stringTo = 0
  // the member of depth 1 being read
  let name = ''
  let valueFrom = -1
  let positions = 0
  /** depth of the object whose `coordinates` or `properties` are being read, -1: none */
  let coordinatesDepth = -1
  let propertiesDepth = -1
  const endValue = (to: number): void => {
    if (valueFrom < 0) return
    let from = valueFrom
    while (isSpace(bytes[from])) from++
    while (to > from && isSpace(bytes[to - 1])) to--
    if (
      to - from >= RAW_FROM_BYTES &&
      ((bytes[from] === QUOTE && bytes[to - 1] === QUOTE) || (bytes[from] === 123 && bytes[to - 1] === 125))
    )
      found.push({ name, from, to, positions })
    valueFrom = -1
  }
  const end = bytes.length
  for (let i = 0; i < end; i++) {
    const c = bytes[i]
    if (c === QUOTE) {
      stringFrom = i + 1
      stringTo = i = stringEnd(bytes, stringFrom, end)
    } else if (c === 91 || c === 123) {
      if (count.depth === 0 && c === 91) return null
      count.open()
      if (c === 91 && coordinatesDepth >= 0) {
        let next = i + 1
        while (isSpace(bytes[next])) next++
        if (bytes[next] === 45 || (bytes[next] >= 48 && bytes[next] <= 57)) positions++
      }
    } else if (c === 93 || c === 125) {
      if (count.depth === 1) endValue(i)
      count.depth--
      if (count.depth <= coordinatesDepth) coordinatesDepth = -1
      if (count.depth <= propertiesDepth) propertiesDepth = -1
    } else if (c === 58) {
      const length = stringTo - stringFrom
      count.member(bytes, stringFrom, stringTo)
      if (count.depth === 1) {
        if (bytes.subarray(stringFrom, stringTo).includes(BACKSLASH)) return null
        name = ''
        if (length > 0 && length <= 32) {
          const key = bytes.toString('latin1', stringFrom, stringTo)
          if (names.includes(key)) {
            if (seen.has(key)) return null
            seen.add(key)
            name = key
            valueFrom = i + 1
            positions = 0
          }
        }
      } else if (
        length === 11 &&
        coordinatesDepth < 0 &&
        propertiesDepth < 0 &&
        bytes.toString('latin1', stringFrom, stringTo) === 'coordinates'
      )
        coordinatesDepth = count.depth
      else if (
        length === 10 &&
        coordinatesDepth < 0 &&
        propertiesDepth < 0 &&
        bytes.toString('latin1', stringFrom, stringTo) === 'properties'
      )
        propertiesDepth = count.depth
    } else if (c === 44) {
      count.comma()
      if (count.depth === 1) endValue(i)
      if (count.depth === coordinatesDepth) coordinatesDepth = -1
      if (count.depth === propertiesDepth) propertiesDepth = -1
    }
  }
  return count.depth === 0 ? found : null
}
