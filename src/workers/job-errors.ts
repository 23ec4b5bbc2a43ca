// The errors with which a pool of threads answers a job: refused, stopped, lost with its thread, or failed in it.

import { ServiceError, type ErrorCode } from '../errors.ts'

/** A failure as plain data, so that it can be passed between threads. */
export interface Failure {
  code: ErrorCode
  message: string
  inputPath?: string
  retryAfterS?: number
}

export function crowded(): ServiceError {
  return new ServiceError('busy', 'Too many requests are waiting. Try again in a moment.', { retryAfterS: 1 })
}

export function tooLate(): ServiceError {
  return new ServiceError('busy', 'The request took longer than its time limit and was stopped.', { retryAfterS: 1 })
}

export function stopping(): ServiceError {
  return new ServiceError('busy', 'The server is stopping.', { retryAfterS: 5 })
}

export function noNetwork(): ServiceError {
  return new ServiceError('network_unavailable', 'No network is published yet. Import a region first.', {
    retryAfterS: 5,
  })
}

export function threadDied(): ServiceError {
  return new ServiceError('internal', 'Something went wrong inside the service. The request id is in the log.')
}

/** The error that a thread sent as plain data. */
export function fromFailure({ code, message, inputPath, retryAfterS }: Failure): ServiceError {
  return new ServiceError(code, message, { inputPath, retryAfterS })
}
