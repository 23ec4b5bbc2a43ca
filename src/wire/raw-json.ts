// HOT: npm run bench -- course
// It passes over every byte of a large body on the main thread, so it compares codes and makes no object per byte.
//
// Raw JSON: large parts of a body that stay bytes until the thread that reads them, so that a file of megabytes is
// neither decoded nor copied on the main thread. One pass over the bytes finds them, and the rest is parsed.
//
// - Of an operation's body: members by their names, as `RawJson` in their place.
// - Of a GraphQL body: texts in `variables`, at any depth. In the parsed body each is replaced by a placeholder, a text
//   of the type that GraphQL expects, made from a random number that no client can know (`RawTexts`).
//
// The pass bounds what the body has (json-structure.ts), checks its strings, and counts positions of GeoJSON. A body
// with a repeated or an escaped key, or that is not JSON, is parsed whole by JSON.parse. `from` and `to` are byte
// offsets. Never changes the bytes.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import { OF_A_DOCUMENT, StructureCount, type StructureLimits } from './json-structure.ts'
import { Utf8Text } from './utf8-text.ts'

/** Smaller parts are parsed with the rest. */
const RAW_FROM_BYTES = 16_384
const MAX_NAME_BYTES = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A part of a body that is not parsed yet: JSON text in UTF-8 at bytes[from, to). */
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
    this.#checkBytes()
    try {
      return JSON.parse(bytes.toString('utf8', from, to))
    } catch (error) {
      throw notJson(error, bytes.toString('utf8', 0, from).length)
    }
  }

  /** The text, for its last reader: read in place, or in a copy if others read the bytes too. */
  takeText(): Utf8Text {
    const { bytes, from, to, lone } = this
    this.#checkBytes()
    if (bytes[from] !== QUOTE) throw new Error('raw JSON is not a text')
    this.#taken = lone
    return lone
      ? Utf8Text.unescape(bytes, from, to)
      : Utf8Text.unescape(Buffer.from(bytes.subarray(from, to)), 0, to - from)
  }

  #checkBytes(): void {
    if (this.#taken || this.bytes.length < this.to) throw new Error('raw JSON is read after its bytes were given away')
  }

  /** Releases the memory of the whole body at once; nothing in it may be read afterwards. */
  drop(): void {
    const { buffer, byteLength } = this.bytes
    if (this.lone && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
}

/** UTF-16 units of a raw text, equal to its `length`. */
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

/** The error of a text that JSON.parse refuses; `before`: characters of the body before that text. */
export function notJson(error: unknown, before = 0): ServiceError {
  const at = /position (\d+)/.exec((error as Error).message)
  return new ServiceError(
    at === null ? say('error.invalid_json.body') : say('error.invalid_json.body_at', { index: before + Number(at[1]) }),
  )
}

/** An input in which some members may still be raw. */
export type WithRaw<T> = { [K in keyof T]: T[K] | RawJson }
/** An input in which a file may still be raw. */
export type WithRawLine<T extends { gpx?: unknown; file?: unknown }> = Omit<T, 'gpx' | 'file'> &
  WithRaw<Pick<T, 'gpx' | 'file'>>

/** Large texts of the variables of a document, by what stands in their place in the parsed body. */
export class RawTexts {
  readonly #raw = new Map<string, RawJson>()
  readonly #texts = new Map<string, string>()
  readonly #uses = new Map<string, number>()

  add(placeholder: string, raw: RawJson): void {
    this.#raw.set(placeholder, raw)
  }

  /**
   * The text for a placeholder; undefined if the value is not one. Its bytes may be transferred if it is `lone`.
   */
  find(value: unknown): RawJson | undefined {
    return typeof value === 'string' ? this.#raw.get(value) : undefined
  }

  /**
   * Replaces placeholders by the true texts, in the value itself, except at `keep` (the keys that lead there). Called
   * once for each field that will run: bytes that several have are not `lone`. Returns the value.
   */
  restore(value: unknown, keep: readonly string[] | null): unknown {
    if (typeof value === 'string') {
      const raw = this.#raw.get(value)
      if (raw === undefined) return value
      const uses = (this.#uses.get(value) ?? 0) + 1
      this.#uses.set(value, uses)
      // all are in one body
      if (uses > 1 || this.#uses.size > 1) for (const one of this.#raw.values()) one.lone = false
      return keep !== null && keep.length === 0 ? value : this.#text(value, raw)
    }
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) if (typeof value[i] !== 'number') value[i] = this.restore(value[i], null)
      return value
    }
    const record = value as Record<string, unknown>
    for (const key of Object.keys(record)) {
      const member = record[key]
      const restored = this.restore(member, keep !== null && keep[0] === key ? keep.slice(1) : null)
      if (restored !== member) record[key] = restored
    }
    return value
  }

  /** Decodes once, however many fields ask. */
  #text(placeholder: string, raw: RawJson): string {
    let text = this.#texts.get(placeholder)
    if (text === undefined) this.#texts.set(placeholder, (text = raw.parse() as string))
    return text
  }
}

/**
 * Leaves the large members with these names raw: texts, and objects. `rest`: the parsed body, with an empty text or an
 * empty object in their place. Null if there are none; parse the whole then. `bytes` must be valid UTF-8. Throws
 * ServiceError `invalid_json` if it nests too deep, `too_large`.
 */
export function findRawMembers(
  bytes: Buffer,
  names: readonly string[],
  limits?: StructureLimits,
): { rest: Record<string, unknown>; raw: Record<string, RawJson> } | null {
  if (bytes.length < RAW_FROM_BYTES) return null
  const walk = new MemberWalk(bytes, names)
  if (!walkJson(bytes, walk, limits) || walk.found.length === 0) return null
  const rest = parseAround(bytes, walk.found, ({ from }) => (bytes[from] === QUOTE ? '""' : '{}'))
  if (rest === undefined) return null
  const raw = Object.fromEntries(
    walk.found.map(({ name, from, to, positions }) => [name, new RawJson(bytes, from, to, positions)]),
  )
  return { rest: rest as Record<string, unknown>, raw }
}

/** Leaves the large texts in `variables` raw; else as `findRawMembers`. */
export function findRawTexts(bytes: Buffer): { value: object; texts: RawTexts } | null {
  if (bytes.length < RAW_FROM_BYTES) return null
  const walk = new VariableWalk(bytes)
  if (!walkJson(bytes, walk, OF_A_DOCUMENT) || walk.found.length === 0) return null
  const texts = new RawTexts()
  const mark = crypto.randomUUID()
  const value = parseAround(bytes, walk.found, ({ from, to }, index) => {
    const placeholder = `${mark}/${index}`
    texts.add(placeholder, new RawJson(bytes, from, to, 0))
    return `"${placeholder}"`
  })
  return value === undefined ? null : { value: value as object, texts }
}

interface Span {
  from: number
  to: number
}

/** The body with other JSON in place of some of its parts; undefined if it is not JSON: the whole says where. */
function parseAround<Part extends Span>(
  bytes: Buffer,
  parts: readonly Part[],
  inPlaceOf: (part: Part, index: number) => string,
): unknown {
  let text = ''
  let at = 0
  parts.forEach((part, index) => {
    text += bytes.toString('utf8', at, part.from) + inPlaceOf(part, index)
    at = part.to
  })
  text += bytes.toString('utf8', at)
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** What a pass looks at; `depth`: of the list or object that it is in. */
interface Walk {
  /** A string that is not a name, with its quotes; it may be a name after all, if a colon follows. */
  text?(span: Span, depth: number): void
  /** A member's name, without quotes, and where its value begins. False: the body is to be parsed as a whole. */
  name(span: Span, valueFrom: number, depth: number): boolean
  open?(code: number, at: number, depth: number): void
  /** A comma or a closing bracket. */
  end?(at: number, depth: number): void
}

/** One pass over the bytes; false: what they hold is no JSON object, or is to be parsed as a whole. */
function walkJson(bytes: Buffer, walk: Walk, limits?: StructureLimits): boolean {
  const count = new StructureCount(undefined, limits)
  /** the string that ended last */
  let last: Span = { from: 0, to: 0 }
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]
    if (c === QUOTE) {
      const to = stringEnd(bytes, i + 1)
      if (to < 0) return false
      last = { from: i + 1, to }
      walk.text?.({ from: i, to: to + 1 }, count.depth)
      i = to
    } else if (c === OPEN_LIST || c === OPEN_OBJECT) {
      if (count.depth === 0 && c === OPEN_LIST) return false
      count.open()
      walk.open?.(c, i, count.depth)
    } else if (c === CLOSE_LIST || c === CLOSE_OBJECT) walk.end?.(i, count.depth--)
    else if (c === COMMA) {
      count.comma()
      walk.end?.(i, count.depth)
    } else if (c === COLON) {
      count.member(bytes, last.from, last.to)
      if (!walk.name(last, i + 1, count.depth)) return false
    }
  }
  return count.depth === 0
}

/** Characters that may follow a backslash, apart from `u`. */
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'))
const isHex = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70)
const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** Position of a string's closing quote; -1 if it is not a JSON string. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const c = bytes[at]
    if (c === QUOTE) return at
    if (c < 32) return -1
    if (c !== BACKSLASH) continue
    if (bytes[++at] === 117) {
      for (let k = 0; k < 4; k++) if (!isHex(bytes[++at])) return -1
    } else if (!ESCAPED.has(bytes[at])) return -1
  }
  return -1
}

interface Member extends Span {
  name: string
  /** number of lists of numbers under a key `coordinates`, outside `properties` */
  positions: number
}

/** Finds large members at depth 1. */
class MemberWalk implements Walk {
  readonly found: Member[] = []
  readonly #bytes: Buffer
  readonly #names: readonly string[]
  readonly #seen = new Set<string>()
  /** the member of depth 1 that is passed over */
  #member: { name: string; from: number; positions: number } | null = null
  /** depth of the object whose `coordinates` or `properties` are passed over, -1: none */
  #coordinatesDepth = -1
  #propertiesDepth = -1

  constructor(bytes: Buffer, names: readonly string[]) {
    this.#bytes = bytes
    this.#names = names
  }

  name({ from, to }: Span, valueFrom: number, depth: number): boolean {
    if (depth > 1 && (this.#coordinatesDepth >= 0 || this.#propertiesDepth >= 0)) return true
    const key = to - from > MAX_NAME_BYTES ? '' : this.#bytes.toString('latin1', from, to)
    if (depth > 1) {
      if (key === 'coordinates') this.#coordinatesDepth = depth
      else if (key === 'properties') this.#propertiesDepth = depth
      return true
    }
    if (this.#bytes.subarray(from, to).includes(BACKSLASH)) return false
    if (!this.#names.includes(key)) return true
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    this.#member = { name: key, from: valueFrom, positions: 0 }
    return true
  }

  open(code: number, at: number): void {
    if (code !== OPEN_LIST || this.#coordinatesDepth < 0 || this.#member === null) return
    let next = at + 1
    while (isSpace(this.#bytes[next])) next++
    const c = this.#bytes[next]
    if (c === 45 || (c >= 48 && c <= 57)) this.#member.positions++
  }

  end(at: number, depth: number): void {
    if (depth === 1) this.#endMember(at)
    if (depth === this.#coordinatesDepth) this.#coordinatesDepth = -1
    if (depth === this.#propertiesDepth) this.#propertiesDepth = -1
  }

  #endMember(at: number): void {
    if (this.#member === null) return
    const bytes = this.#bytes
    let { from } = this.#member
    let to = at
    while (isSpace(bytes[from])) from++
    while (to > from && isSpace(bytes[to - 1])) to--
    const isText = bytes[from] === QUOTE && bytes[to - 1] === QUOTE
    const isObject = bytes[from] === OPEN_OBJECT && bytes[to - 1] === CLOSE_OBJECT
    if (to - from >= RAW_FROM_BYTES && (isText || isObject)) this.found.push({ ...this.#member, from, to })
    this.#member = null
  }
}

/** Finds large texts inside the object `variables`, with their quotes. */
class VariableWalk implements Walk {
  readonly found: Span[] = []
  readonly #bytes: Buffer
  #isInside = false
  #wasInside = false

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  text({ from, to }: Span, depth: number): void {
    if (!this.#isInside || depth < 2 || to - from <= RAW_FROM_BYTES) return
    let after = to
    while (isSpace(this.#bytes[after])) after++
    if (this.#bytes[after] !== COLON) this.found.push({ from, to })
  }

  name({ from, to }: Span, _valueFrom: number, depth: number): boolean {
    if (depth !== 1) return true
    if (this.#bytes.subarray(from, to).includes(BACKSLASH)) return false
    this.#isInside = this.#bytes.toString('latin1', from, to) === 'variables'
    if (this.#isInside && this.#wasInside) return false
    this.#wasInside ||= this.#isInside
    return true
  }

  end(_at: number, depth: number): void {
    if (depth === 1) this.#isInside = false
  }
}
