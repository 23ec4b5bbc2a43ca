// The one table of failures: code -> HTTP status, and the one error class that carries it.
// Every layer throws ServiceError; the doors (schema/, rest-compat/) give it its body.
// A message says what happened, where, and what to do next; it never shows the inside.

/** Error codes of the interface and of decision D3, with their HTTP status. */
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
  leg_too_long: 422,
  outside_region: 422,
  departure_out_of_range: 422,
  pace_required: 422,
  setting_refused: 422,
  no_heights: 422,
  heights_unusable: 422,
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

export interface ErrorDetails {
  /**
   * Path of the input field at fault in camelCase, e.g. `waypoints[3][0]`. Not called `path`: graphql-js would take it
   * for its own.
   */
  inputPath?: string
  /** Whole seconds after which asking again makes sense; sent as `Retry-After`. */
  retryAfterS?: number
  /** Methods a 405 allows. */
  allow?: string[]
  cause?: unknown
}

/** A failure that a caller may see. `message` is shown as it is. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly inputPath: string | undefined
  readonly retryAfterS: number | undefined
  readonly allow: string[] | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ServiceError'
    this.code = code
    this.inputPath = details.inputPath
    this.retryAfterS = details.retryAfterS
    this.allow = details.allow
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Whoever asked went away: nobody reads this, and nothing is charged. */
export function callerLeft(): ServiceError {
  return new ServiceError('busy', 'The caller went away before the answer was ready.', { retryAfterS: 1 })
}

/**
 * The only place where a stray throw becomes `internal`, or `busy` where the process may open no further file. A
 * ServiceError passes through as it is.
 */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (lacksFiles(thrown))
    return new ServiceError('busy', 'The server has no file left to open. Try again in a moment.', {
      retryAfterS: 2,
      cause: thrown,
    })
  return new ServiceError('internal', 'Something went wrong inside the service. The request id is in the log.', {
    cause: thrown,
  })
}

/** Threads say it in their message alone. */
function lacksFiles(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as NodeJS.ErrnoException
  return (
    code === 'EMFILE' ||
    code === 'ENFILE' ||
    (code === 'ERR_WORKER_INIT_FAILED' && /EMFILE|ENFILE/.test(thrown.message.slice(0, 1000)))
  )
}
