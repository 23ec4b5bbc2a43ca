// HOT: npm run bench -- course-memory
// A file of megabytes is unescaped and escaped where it lies, so that it is held once and never as a string.
//
// A long text as UTF-8 that is read and rewritten in place: a JSON string of a body is unescaped to its text, and the
// part of that text that is kept is escaped to JSON again, in the same memory. So a file of megabytes is held once on
// its way through the service, and never as a string. Offsets are bytes from the start of the text.

const BACKSLASH = 92
const LETTER_U = 117
/** Bytes parsed at a time: small pieces are young garbage, the whole would be old. */
const CHUNK_BYTES = 65_536
/** Allowed in JSON but not in XML: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const ODD = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

export class Utf8Text {
  /** the text, followed by a 0 */
  readonly bytes: Buffer
  /** of the text */
  readonly length: number
  /** the first character that XML does not allow, -1: none; U+FFFD represents half of a surrogate pair */
  readonly oddAt: number
  /** the text and the memory that it may be overwritten in */
  readonly #room: Buffer

  private constructor(room: Buffer, length: number, oddAt: number) {
    room[length] = 0
    this.bytes = room.subarray(0, length + 1)
    this.length = length
    this.oddAt = oddAt
    this.#room = room
  }

  /** Copies the text into its own memory. */
  static of(text: string): Utf8Text {
    const json = JSON.stringify(text)
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
    bytes.write(json)
    return Utf8Text.unescape(bytes, 0, bytes.length)
  }

  /**
   * Unescapes a JSON string, with quotes at `from` and `to - 1`, in place. It must be one.
   */
  static unescape(bytes: Buffer, from: number, to: number): Utf8Text {
    const room = bytes.subarray(from + 1, to)
    const last = room.length - 1
    let end = 0
    let oddAt = -1
    for (let at = 0; at < last; ) {
      const next = last - at <= CHUNK_BYTES ? last : cutBefore(room, at + CHUNK_BYTES, at)
      const json = room.toString('utf8', at, next)
      const text = JSON.parse(`"${json}"`) as string
      if (oddAt < 0) {
        const index = text.search(ODD)
        if (index >= 0) oddAt = end + Buffer.byteLength(text.slice(0, index))
      }
      end += room.write(text, end)
      at = next
    }
    return new Utf8Text(room, end, oddAt)
  }

  /** The text at [from, to). */
  slice(from: number, to: number): string {
    return this.bytes.toString('utf8', from, Math.min(to, this.length))
  }

  /** Position of the word; -1 if it does not occur from there on. */
  indexOf(word: string, from: number): number {
    const at = this.bytes.indexOf(word, from, 'latin1')
    return at < 0 || at + word.length > this.length ? -1 : at
  }

  /** UTF-16 units before an offset, as in the index of a string. */
  unitsBefore(offset: number): number {
    let count = 0
    for (let i = 0; i < offset; i++) {
      const c = this.bytes[i]
      count += c >= 0xf0 ? 2 : c >= 0x80 && c < 0xc0 ? 0 : 1
    }
    return count
  }

  /**
   * The pieces (from, to, from, to ... in order) joined, escaped like JSON.stringify, without quotes. Written from the
   * end over the text itself, which is destroyed: no escape is shorter than that of JSON.stringify, so there is always
   * room.
   */
  escape(pieces: readonly number[]): Buffer {
    const room = this.#room
    let length = 0
    for (let k = 0; k < pieces.length; k += 2) {
      if (length < pieces[k]) room.copyWithin(length, pieces[k], pieces[k + 1])
      length += pieces[k + 1] - pieces[k]
    }
    let at = room.length
    for (let to = length; to > 0; ) {
      let from = Math.max(0, to - CHUNK_BYTES)
      while (room[from] >> 6 === 2) from++
      const json = JSON.stringify(room.toString('utf8', from, to))
      at -= Buffer.byteLength(json) - 2
      room.write(json.slice(1, -1), at)
      to = from
    }
    return room.subarray(at)
  }
}

/**
 * The last position up to `at` and after `first` where a JSON string can be cut: not inside an escape, a character or a
 * surrogate pair.
 */
function cutBefore(bytes: Buffer, at: number, first: number): number {
  for (let cut = at; cut > first + 6; cut--)
    if (bytes[cut] >> 6 !== 2 && !isInEscape(bytes, cut, first) && !isInPair(bytes, cut, first)) return cut
  return at // not JSON
}

function isInEscape(bytes: Buffer, at: number, first: number): boolean {
  if (isEscaped(bytes, at, first)) return true
  for (let u = at - 1; u >= at - 4; u--) if (bytes[u] === LETTER_U && isEscaped(bytes, u, first)) return true
  return false
}

/** Whether an odd number of backslashes precedes; what is before `first` has been read. */
function isEscaped(bytes: Buffer, at: number, first: number): boolean {
  let before = at
  while (before > first && bytes[before - 1] === BACKSLASH) before--
  return (at - before) % 2 === 1
}

/** Whether it is between `\ud83d` and `\ude00`. */
const isInPair = (bytes: Buffer, at: number, first: number): boolean =>
  bytes[at] === BACKSLASH &&
  bytes[at - 5] === LETTER_U &&
  /^d[89ab]/i.test(bytes.toString('latin1', at - 4, at)) &&
  isEscaped(bytes, at - 5, first)
