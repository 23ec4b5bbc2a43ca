// The one table of failures (code -> HTTP status) and the one error class that carries them.
// Every layer throws ServiceError; the transports (schema/, rest-compat/) write its body.
// A message says what happened, where, and what to do next; it never reveals internals.

import { english } from './language/catalogue-files.ts'
import { type MessageCode, Sentence, say } from './language/sentence.ts'

/** Error codes of the interface and of decision `errors`, with their HTTP status. */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_input: 400,
  invalid_gpx: 400,
  both_inputs: 400,
  no_input: 400,
  invalid_key: 401,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  too_many_points: 413,
  unsupported_media_type: 415,
  too_long: 422,
  one_part_only: 422,
  no_path: 422,
  no_snap: 422,
  no_loop: 422,
  no_outline: 422,
  waypoint_avoided: 422,
  leg_too_long: 422,
  outside_region: 422,
  departure_out_of_range: 422,
  pace_required: 422,
  setting_refused: 422,
  no_heights: 422,
  heights_unusable: 422,
  upgrade_required: 426,
  rate_limited: 429,
  credits_exhausted: 429,
  bbox_daily_ceiling: 429,
  concurrency_limit: 429,
  internal: 500,
  forecast_failed: 502,
  artifacts_missing: 503,
  terrain_unavailable: 503,
  network_unavailable: 503,
  forecast_unavailable: 503,
  snow_unavailable: 503,
  busy: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** As GraphQL writes it: `NOT_FOUND`. */
export const inCapitals = (code: ErrorCode): string => code.toUpperCase()

type Degrees = readonly [lon: number, lat: number]

/** A point that was sent; `nearest`: where a way may be joined nearest to it, if one was looked for and found. */
export interface PointAtFault {
  at: Degrees
  nearest?: Degrees | undefined
}

export interface ErrorDetails {
  /**
   * Path of the input field at fault in camelCase, e.g. `waypoints[3][0]`. Not called `path`: graphql-js would use it
   * as its own.
   */
  inputPath?: string
  /** The point that it is about. */
  about?: PointAtFault | undefined
  /** Whole seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterS?: number
  /** Methods a 405 allows. */
  allow?: string[]
  cause?: unknown
}

type RefusalCode = { [Code in ErrorCode]: Extract<MessageCode, `error.${Code}` | `error.${Code}.${string}`> }[ErrorCode]

/** A sentence of the catalogue about a failure: the second part of its code is the error code. */
export type RefusalSentence = Sentence<RefusalCode>

/** A failure that a caller may see. `message` is in English. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** what the message is rendered from, in any language; null: it is written in the code */
  readonly sentence: RefusalSentence | null
  readonly inputPath: string | undefined
  readonly about: PointAtFault | undefined
  readonly retryAfterS: number | undefined
  readonly allow: string[] | undefined

  constructor(sentence: RefusalSentence, details?: ErrorDetails)
  constructor(code: ErrorCode, message: string, details?: ErrorDetails)
  constructor(
    of: RefusalSentence | ErrorCode,
    ...rest: [details?: ErrorDetails] | [message: string, details?: ErrorDetails]
  ) {
    const [details = {}] = (typeof of === 'string' ? rest.slice(1) : rest) as [details?: ErrorDetails]
    const message = typeof of === 'string' ? (rest[0] as string) : english.render(of)
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ServiceError'
    this.sentence = typeof of === 'string' ? null : of
    this.code = typeof of === 'string' ? of : (of.code.split('.')[1] as ErrorCode)
    this.inputPath = details.inputPath
    this.about = details.about
    this.retryAfterS = details.retryAfterS
    this.allow = details.allow
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/**
 * The same failure with another path of its field, which the message names too, or with none (null); what names no
 * field stays as it is.
 */
export function withPath(thrown: unknown, pathOf: (inputPath: string) => string | null): unknown {
  if (!(thrown instanceof ServiceError) || thrown.inputPath === undefined) return thrown
  const { code, message, sentence, inputPath: known, about, retryAfterS } = thrown
  const inputPath = pathOf(known)
  if (inputPath === known) return thrown
  const kept = { cause: thrown, about, ...(retryAfterS === undefined ? {} : { retryAfterS }) }
  if (inputPath === null) {
    return sentence === null ? new ServiceError(code, message, kept) : new ServiceError(sentence, kept)
  }
  const details = { inputPath, ...kept }
  if (sentence === null) return new ServiceError(code, message.replace(`\`${known}\``, `\`${inputPath}\``), details)
  const values = Object.entries(sentence.values).map(([name, value]) => [name, value === known ? inputPath : value])
  return new ServiceError(new Sentence(sentence.code, Object.fromEntries(values)), details)
}

/** Operations that never began, so that nothing was charged: all fields that one such failure stops have one error. */
export class NotBegun extends ServiceError {}

/** The caller disconnected: nobody reads this error, and nothing is charged. */
export function callerLeft(): ServiceError {
  return new ServiceError(say('error.busy.left'), { retryAfterS: 1 })
}

/** The time of the request is up. */
export function deadlinePassed(): ServiceError {
  return new ServiceError(say('error.busy.deadline'), { retryAfterS: 1 })
}

/** Why what this signal is for was given up. */
export function abortReason({ reason }: AbortSignal): ServiceError {
  if (reason instanceof ServiceError) return reason
  return (reason as Error | undefined)?.name === 'TimeoutError' ? deadlinePassed() : callerLeft()
}

/** An operation of a document does not begin, since those before it have used its processor time. */
export function documentSpent(): ServiceError {
  return new ServiceError(say('error.rate_limited.document'), { retryAfterS: 1 })
}

/**
 * The only place where an unexpected error becomes `internal`, or `busy` if the process may open no further file. A
 * ServiceError is returned unchanged.
 */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (lacksFiles(thrown)) return new ServiceError(say('error.busy.files'), { retryAfterS: 2, cause: thrown })
  return new ServiceError(say('error.internal'), { cause: thrown })
}

/** What a caller reads of any failure. */
export function refusalOf(thrown: unknown): RefusalSentence {
  return toServiceError(thrown).sentence ?? say('error.internal')
}

/** Threads report it only in the message of the error. */
function lacksFiles(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as NodeJS.ErrnoException
  return (
    code === 'EMFILE' ||
    code === 'ENFILE' ||
    (code === 'ERR_WORKER_INIT_FAILED' && /EMFILE|ENFILE/.test(thrown.message.slice(0, 1000)))
  )
}
