// A field that failed is not charged: where an answer has an error, what was charged at the place that became null, or
// below it, is taken back. The place is found in the data, for an error of a field that may not
// be null shows farther up.

import type { CreditSession } from '../../resolvers/pipeline/credit-session.ts'
import type { Place } from './answer-part.ts'

/** An answer, or what has gone out of one so far. */
export interface Part {
  data?: unknown
  errors?: readonly { readonly path?: Place | undefined }[]
}

/** `cut`: the error of an answer that grew too large; what was done for it is charged. */
export function dropFailed(session: CreditSession, part: Part, cut: object | null = null): void {
  for (const error of part.errors ?? [])
    if (error !== cut && error.path !== undefined) session.dropAt(failedPlace(part.data, error.path))
}

/** The place on the way to the error at which the answer has nothing. */
function failedPlace(data: unknown, path: Place): Place {
  let value = data
  let length = 0
  while (value !== null && value !== undefined && length < path.length)
    value = (value as Record<string | number, unknown>)[path[length++]]
  return path.slice(0, length)
}
