// How large the answer of one document may grow: bytes of its text, and values that it takes the executor to make. Both
// are counted in one place while the fields are completed (schema/plugin/watched-field.ts). Beyond either no further field
// begins and no list continues: the answer keeps what was complete by then, with one error. And what may be done for
// it: pictures and files. Beyond that its fields fail one by one.

import { say } from '../../src/language/sentence.ts'
import { GraphQLError, type GraphQLResolveInfo, isNonNullType, responsePathAsArray } from 'graphql'
import { NotBegun, ServiceError } from '../../src/errors.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { ExecutionTurns } from './execution-turns.ts'

/** The largest picture as base64, the longest route in every form. */
export const MAX_ANSWER_BYTES = 32 * 1_048_576
/** Fields, list elements, and what JSON holds but for numbers and lists of numbers; one takes 1 to 2 µs. */
export const MAX_ANSWER_VALUES = 200_000
/** Values that a field counts for if it answers later: it waits among others, and most of those read a store. */
export const VALUES_OF_A_LINK = 20
/** What operations answered, as encoded JSON: held until the document is done, and five times as large when parsed. */
const MAX_HELD_BYTES = 48 * 1_048_576
/** Of several pictures that one document draws, 0.1 s a megapixel; one may be of any size. */
const MAX_DRAWN_PIXELS = 5_000_000
/** What a picture takes beside its pixels: tiles, labels and relief are read for the smallest too. */
const PIXELS_OF_ANY = 125_000
/** Of lines that one document writes into several files, 3 µs a point; one may be of any length. */
const MAX_FILE_POINTS = 100_000
/** An error with its path, place and stack: 100 µs. */
const VALUES_OF_AN_ERROR = 200
const ERROR_BYTES = 4096
/** Throwing and catching an error that is already made: 30 µs. */
export const VALUES_OF_A_FAILURE = 20

export class AnswerBudget {
  readonly turns = new ExecutionTurns()
  readonly #mostValues: number
  readonly #aborter = new AbortController()
  #bytes = 0
  #values = 0
  #heldBytes = 0
  #drawnPixels = 0
  #filePoints = 0
  readonly #files = new WeakSet()
  #cut: ServiceError | null = null
  #error: GraphQLError | null = null
  readonly #notBegun = new Map<NotBegun, GraphQLError>()

  /** `caller` aborts when nobody reads the answer any more. */
  constructor(caller: AbortSignal | null = null, mostValues = MAX_ANSWER_VALUES) {
    this.#mostValues = mostValues
    if (caller === null) return
    if (caller.aborted) this.#aborter.abort(caller.reason)
    // lives as long as the request; cheaper than a signal of both
    else caller.addEventListener('abort', () => this.#aborter.abort(caller.reason), { once: true })
  }

  /** Aborts once the answer was cut, or nobody reads it: what still runs for it need not. */
  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  /** The one error of all fields that the answer was cut before; null while it was not. */
  get error(): GraphQLError | null {
    return this.#error
  }

  /** Throws what cut the answer, if it was. */
  check(): void {
    if (this.#cut === null) return
    this.turns.spend(VALUES_OF_A_FAILURE)
    throw this.#error ?? this.#cut
  }

  /** Counts what became part of the answer. Throws ServiceError `too_large`. */
  add(values: number, bytes: number): void {
    this.#values += values
    this.#bytes += bytes
    this.turns.spend(values)
    if (this.#cut !== null || this.#values > this.#mostValues || this.#bytes > MAX_ANSWER_BYTES) this.#end()
  }

  /** Counts a field that answers later; the next one is refused if that was too much. */
  addLink(): void {
    this.#values += VALUES_OF_A_LINK
  }

  /**
   * What the field fails with: what was thrown, or the error of the cut. The latter has a place already, so graphql-js
   * makes no further one of it; nor of what stops many operations before they begin.
   */
  failureOf(thrown: unknown, info: GraphQLResolveInfo): unknown {
    const known = this.#notBegun.get(thrown as NotBegun)
    if (this.#cut === null && known !== undefined && !isNonNullType(info.returnType)) return known
    if (this.#cut === null)
      try {
        this.add(VALUES_OF_AN_ERROR, ERROR_BYTES)
      } catch {
        // the cut is what it fails with
      }
    if (this.#cut !== null) return (this.#error ??= placed(this.#cut, info))
    // elsewhere more than the field becomes null, and what that was charged is found by the place of its own error
    if (!(thrown instanceof NotBegun) || isNonNullType(info.returnType)) return thrown
    const error = placed(thrown, info)
    this.#notBegun.set(thrown, error)
    return error
  }

  /** Counts the answer of an operation, however little of it is selected. Throws ServiceError `too_large`. */
  hold(output: unknown): void {
    if (!(output instanceof EncodedAnswer)) return
    this.#heldBytes += output.length
    if (this.#heldBytes <= MAX_HELD_BYTES) return
    output.release()
    this.#end()
  }

  /** Throws ServiceError `too_large` where the document has drawn too much before; it goes on without this picture. */
  draw(pixels: number): void {
    const drawn = this.#drawnPixels + pixels + PIXELS_OF_ANY
    if (this.#drawnPixels > 0 && drawn > MAX_DRAWN_PIXELS)
      throw new ServiceError(say('error.too_large.pictures', { megapixels: MAX_DRAWN_PIXELS / 1e6 }))
    this.#drawnPixels = drawn
  }

  /**
   * Counts a file before it is written, once. Throws ServiceError `too_large` where the document has written too much
   * before; it goes on without this file.
   */
  write(file: { points: number }): void {
    if (this.#files.has(file)) return
    const points = this.#filePoints + file.points
    if (this.#filePoints > 0 && points > MAX_FILE_POINTS)
      throw new ServiceError(say('error.too_large.files', { maxValues: MAX_FILE_POINTS }))
    this.#filePoints = points
    this.#files.add(file)
  }

  #end(): never {
    if (this.#cut === null) {
      this.#cut = new ServiceError(
        this.#heldBytes > MAX_HELD_BYTES
          ? say('error.too_large.answer_made', { megabytes: MAX_HELD_BYTES / 1_048_576 })
          : this.#bytes > MAX_ANSWER_BYTES
            ? say('error.too_large.answer_bytes', { megabytes: MAX_ANSWER_BYTES / 1_048_576 })
            : say('error.too_large.answer_values', { max: this.#mostValues }),
      )
      this.#aborter.abort()
    }
    throw this.#cut
  }
}

function placed(failure: ServiceError, { fieldNodes, path }: GraphQLResolveInfo): GraphQLError {
  return new GraphQLError(failure.message, {
    nodes: fieldNodes,
    path: responsePathAsArray(path),
    originalError: failure,
  })
}
