// The codes that a field may raise: those of the operation that it runs, and those of its arguments. Any field may be
// `internal` or `busy` besides; what refuses a whole document (the rate, the credits) is no code of a field.

import type { AnyOperation } from '../../resolvers/pipeline/operation.ts'
import { planRoute } from '../../resolvers/routing.ts'
import type { ErrorCode } from '../../src/errors.ts'

/** What a field takes, as far as its codes go. */
export interface Taken {
  /** whether it has arguments, which are checked */
  arguments: boolean
  /** whether a line of any form is among them, or in them */
  line: boolean
}

/** Sorted; empty for a field that runs no operation. */
export function codesOf(runs: AnyOperation | undefined, takes: Taken): ErrorCode[] {
  if (runs === undefined) return []
  const codes: ErrorCode[] = [
    ...runs.raises,
    ...(runs.heavy ? (['concurrency_limit'] as const) : []),
    ...(takes.arguments ? (['invalid_input'] as const) : []),
    ...(takes.line ? ROUTE_CODES : []),
  ]
  return [...new Set(codes)].sort()
}

/** A line may be a route, which is planned first. */
const ROUTE_CODES: readonly ErrorCode[] = ['setting_refused', ...planRoute.raises]
