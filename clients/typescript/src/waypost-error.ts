// The one failure of the client: what the service answered, read from any of its four shapes, or that nothing came.

import type { ErrorCode } from './generated/rest.ts'

/** `no_connection`: nothing was reached. `no_answer`: what came is no answer of this service. */
export type FailureCode = ErrorCode | 'no_connection' | 'no_answer'

export interface FailureDetails {
  /** of HTTP; null where nothing was reached, and of a part of a GraphQL answer that has none */
  status?: number | null
  /** the field at fault, such as `waypoints[1]`; null where none is named */
  field?: string | null
  /** seconds after which a retry makes sense; null where none is named */
  retryAfterS?: number | null
  /** where in a GraphQL answer; null of REST, and of a failure of the whole */
  path?: readonly (string | number)[] | null
  /** as the log of the service has it; null where it is not known */
  requestId?: string | null
  /** the message as data, in GraphQL; null of REST, and where it has none */
  sentence?: FailureSentence | null
  cause?: unknown
}

/** A code of the catalogues with its values, for those who say it in a language of their own. */
export interface FailureSentence {
  code: string
  values: Record<string, unknown>
}

export class WaypostError extends Error {
  readonly code: FailureCode
  readonly status: number | null
  readonly field: string | null
  readonly retryAfterS: number | null
  readonly path: readonly (string | number)[] | null
  readonly requestId: string | null
  readonly sentence: FailureSentence | null

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'WaypostError'
    this.code = code
    this.status = details.status ?? null
    this.field = details.field ?? null
    this.retryAfterS = details.retryAfterS ?? null
    this.path = details.path ?? null
    this.requestId = details.requestId ?? null
    this.sentence = details.sentence ?? null
  }
}

interface RestFailure {
  error?: string | { code?: string; message?: string }
  message?: string
  service?: { code?: string; message?: string }
}

export interface GraphqlFailure {
  message: string
  path?: readonly (string | number)[]
  extensions?: {
    code?: string
    sentence?: FailureSentence
    inputPath?: string
    retryAfterS?: number
    status?: number
  }
}

/** Of a response that is no success, with its body as far as it was JSON. */
export function restError(response: Response, body: unknown): WaypostError {
  const { error, message, service } = (typeof body === 'object' && body !== null ? body : {}) as RestFailure
  const inner = service ?? (typeof error === 'object' ? error : { code: error, message })
  return new WaypostError(codeOf(inner.code), inner.message ?? `HTTP ${response.status}`, {
    ...fromHeaders(response),
    field: fieldIn(inner.message),
  })
}

export function graphqlError({ message, path, extensions = {} }: GraphqlFailure, response: Response): WaypostError {
  const { code, status, sentence, inputPath, retryAfterS } = extensions
  const shared = fromHeaders(response)
  return new WaypostError(codeOf(code), message, {
    ...shared,
    status: status ?? (response.ok ? null : response.status),
    field: inputPath ?? fieldIn(message),
    // the header speaks of the whole answer
    retryAfterS: retryAfterS ?? (response.ok ? null : shared.retryAfterS),
    path: path ?? null,
    sentence: sentence ?? null,
  })
}

/** Of Retry-After, seconds or a date; null where it is absent or no time. */
export function retryAfterOf(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

function fromHeaders(response: Response) {
  return {
    status: response.status,
    retryAfterS: retryAfterOf(response),
    requestId: response.headers.get('x-request-id'),
  }
}

function codeOf(code: string | undefined): FailureCode {
  return code === undefined ? 'no_answer' : (code.toLowerCase() as ErrorCode)
}

/** Messages of REST name fields in backticks. */
function fieldIn(message: string | undefined): string | null {
  return /`([A-Za-z_][\w.[\]]*)`/.exec(message ?? '')?.[1] ?? null
}
