// HOT: npm run bench -- course-memory
// Long answers go out as the bytes a thread wrote, so that no string of megabytes is built on the main thread.
//
// An encoded answer: what a worker thread has written as wire JSON (snake_case), as text or as chunks of UTF-8. REST
// sends it unchanged; GraphQL reads `value`, which parses and renames it once.
//
// An encoded text: one long text of such an answer, as escaped UTF-8 without its quotes. While another answer is built
// around it, a placeholder stands in its place, made from a random number that is drawn after the request was read, so
// that nothing a client sends can equal one (`WrittenTexts`).
//
// The owner calls `release` or `drop` when done with the chunks, which gives back their memory at once; no chunk may be
// read afterwards.

import type { Renderer } from '../language/renderer.ts'
import type { Utf8Text } from './utf8-text.ts'
import { fromWire, toWireText } from './wire-json.ts'

/** Shorter ones cost less as a string. */
const LONG_TEXT = 16_384
const PIECE = 65_536
/** Whether cutting the text here would split a surrogate pair. */
const isPair = (text: string, at: number): boolean => text.codePointAt(at - 1)! > 0xffff
const QUOTE = Buffer.from('"')

export class EncodedAnswer<T> {
  #wire: string | readonly Uint8Array[]
  #free: ((underWay: boolean) => unknown) | null
  #value: T | undefined
  /** what it has beyond what was certain, e.g. alternatives of a route; their price depends on it */
  readonly extra: number

  /** `free` releases the memory of `wire`; its argument says whether a write of it may still be in progress. */
  constructor(wire: string | readonly Uint8Array[], free: ((underWay: boolean) => unknown) | null = null, extra = 0) {
    this.#wire = wire
    this.#free = free
    this.extra = extra
  }

  /** An answer of chunks that nobody else reads. */
  static ofOwn(chunks: readonly Uint8Array[], extra = 0): EncodedAnswer<never> {
    return new EncodedAnswer<never>(chunks, (underWay) => underWay || dropChunks(chunks), extra)
  }

  /** Text, or chunks that end between characters and are valid until `release`. */
  get wire(): string | readonly Uint8Array[] {
    return this.#wire
  }

  /** Bytes, or characters of a text, most of which are one byte. */
  get length(): number {
    const wire = this.#wire
    return typeof wire === 'string' ? wire.length : bytesOf(wire)
  }

  get wireText(): string {
    if (typeof this.#wire !== 'string') {
      this.#wire = textOf(this.#wire)
      this.release()
    }
    return this.#wire
  }

  /** The answer in camelCase; parsed at the first call, then cached. */
  get value(): T {
    this.#value ??= fromWire(JSON.parse(this.wireText)) as T
    return this.#value
  }

  release(underWay = false): void {
    this.#free?.(underWay)
    this.#free = null
  }
}

export class EncodedText {
  readonly chunks: readonly Uint8Array[]
  /** releases their memory; call it when nobody reads them any more */
  readonly drop: () => void

  constructor(chunks: readonly Uint8Array[], drop: () => void = () => undefined) {
    this.chunks = chunks
    this.drop = drop
  }

  /**
   * Written here; a short text is returned unchanged. Piece by piece: JSON.stringify takes five times as long for one
   * of megabytes. `isShared`: other answers may use it too, so `drop` leaves it as it is.
   */
  static ofLong(text: string, isShared = false): EncodedText | string {
    if (text.length < LONG_TEXT) return text
    const chunks: Buffer[] = []
    for (let from = 0; from < text.length; ) {
      let to = from + PIECE
      if (isPair(text, to)) to++
      chunks.push(chunkOf(JSON.stringify(text.slice(from, to)).slice(1, -1)))
      from = to
    }
    return isShared ? new EncodedText(chunks) : new EncodedText(chunks, () => dropChunks(chunks))
  }

  /** In base64, which escapes nothing. */
  static ofBytes(bytes: Uint8Array): EncodedText {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    const chunks = [chunkOf(text)]
    return new EncodedText(chunks, () => dropChunks(chunks))
  }

  /** As a JSON string, including quotes. */
  toJson(): string {
    return `"${textOf(this.chunks)}"`
  }
}

/** An answer in which one text may still be as the thread wrote it. */
export type Written<T, K extends keyof T> = Omit<T, K> & { [k in K]: T[k] | EncodedText }

/** The value of an answer by `toWireChunks` with its long text `key` unparsed; for any other answer, the value. */
export function readWritten<T, K extends keyof T & string>(answer: EncodedAnswer<T>, key: K): Written<T, K> {
  const { wire } = answer
  if (typeof wire === 'string' || wire.length < 2) return answer.value
  const edges = [wire[0], wire[wire.length - 1]]
  const head = fromWire(JSON.parse(Buffer.concat(edges).toString('utf8'))) as T
  return { ...head, [key]: new EncodedText(wire.slice(1, -1), () => answer.release()) }
}

/** The written texts of one answer. */
export class WrittenTexts {
  readonly #texts: EncodedText[] = []
  readonly #onPlaced: (bytes: number) => void
  #mark = ''

  /** `onPlaced`: called with the length of each text that becomes part of the answer. */
  constructor(onPlaced: (bytes: number) => void = () => undefined) {
    this.#onPlaced = onPlaced
  }

  /** Returns a placeholder for the text until `splice` or `inline`; any other value is returned unchanged. */
  place<T>(text: T | EncodedText): T | string {
    if (!(text instanceof EncodedText)) return text
    this.#onPlaced(bytesOf(text.chunks))
    if (this.#mark === '') this.#mark = crypto.randomUUID()
    return `${this.#mark}/${this.#texts.push(text) - 1}/`
  }

  /** The answer with its texts, in chunks that end between characters; unchanged if it has none. */
  splice(json: string): string | Uint8Array[] {
    if (this.#mark === '') return json
    const chunks: Uint8Array[] = []
    this.#walk(
      json,
      (part) => chunks.push(Buffer.from(part)),
      ({ chunks: written }) => chunks.push(QUOTE, ...written, QUOTE),
    )
    return chunks.length === 1 ? json : chunks
  }

  /** The same as one string. */
  inline(json: string): string {
    if (this.#mark === '') return json
    let whole = ''
    this.#walk(
      json,
      (part) => (whole += part),
      (text) => (whole += text.toJson()),
    )
    return whole
  }

  /** Releases the memory of the texts at once; call it when nobody reads them any more. */
  drop(): void {
    for (const text of this.#texts) text.drop()
  }

  #walk(json: string, onPart: (part: string) => void, onText: (text: EncodedText) => void): void {
    const open = `"${this.#mark}/`
    let at = 0
    for (let found = json.indexOf(open); found >= 0; found = json.indexOf(open, at)) {
      const indexFrom = found + open.length
      const indexTo = json.indexOf('/', indexFrom)
      onPart(json.slice(at, found))
      onText(this.#texts[Number(json.slice(indexFrom, indexTo))])
      at = indexTo + 2
    }
    onPart(json.slice(at))
  }
}

/**
 * The chunks of `{...head, [key]: pieces joined}`, whose joined bytes equal those of toWireText; the long text is never
 * a string, nor there a second time. `pieces` are spans of `text` as from, to, from, to ..., and the text is destroyed.
 */
export function toWireChunks(
  head: Record<string, unknown>,
  key: string,
  text: Utf8Text,
  pieces: readonly number[],
  renderer: Renderer | null = null,
): Uint8Array[] {
  return [
    chunkOf(`${toWireText(head, renderer).slice(0, -1)},${JSON.stringify(key)}:"`),
    text.escape(pieces),
    chunkOf('"}'),
  ]
}

/** Copies the text into its own memory, so that it can be transferred to another thread. */
export function chunkOf(text: string): Buffer {
  const chunk = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  chunk.write(text)
  return chunk
}

/** Releases the memory of the chunks at once; call it when nobody reads them any more. */
export function dropChunks(chunks: readonly Uint8Array[]): void {
  for (const { buffer } of chunks) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

const textOf = (chunks: readonly Uint8Array[]): string =>
  chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8')).join('')

const bytesOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
