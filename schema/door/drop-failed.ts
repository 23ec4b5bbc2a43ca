// A field that failed is not charged: where an answer, or a part of one, has an error, what was charged at the place
// that became null, or below it, is taken back. The place is found in the data, for an error of a field that may not
// be null shows farther up.

import type { Ledger } from '../../resolvers/run-resolver.ts'

type Place = readonly (string | number)[]

/** An answer, or a deferred or streamed part of one. */
export interface Part {
  data?: unknown
  /** of @stream, in place of data */
  items?: readonly unknown[] | null
  /** where the part belongs; absent: the root. Of @stream the place of its first element. */
  path?: Place
  errors?: readonly { readonly path?: Place | undefined }[]
}

export function dropFailed(ledger: Ledger, part: Part): void {
  for (const { path } of part.errors ?? []) if (path !== undefined) ledger.dropAt(failedPlace(part, path))
}

/** The place on the way to the error at which the part has nothing. */
function failedPlace({ data, items, path: start = [] }: Part, path: Place): Place {
  let value: unknown = items === undefined ? data : (items?.[0] ?? null)
  let length = start.length
  while (value !== null && value !== undefined && length < path.length)
    value = (value as Record<string | number, unknown>)[path[length++]]
  // a whole deferred part that is null: other parts of its parent stand, so only the field itself counts
  return path.slice(0, length === start.length && length > 0 ? path.length : length)
}
