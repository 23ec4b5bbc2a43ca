// The codes that a field may raise: those of the operation that it runs, and those of its arguments. Any field may be
// `internal` or `busy` besides; what refuses a whole document (the rate, the credits) is no code of a field.

import type { AnyOperation } from '../../resolvers/pipeline/operation.ts'
import { planRoute } from '../../resolvers/routing.ts'
import { type ErrorCode, inCapitals } from '../../src/errors.ts'

/** What a field takes, as far as its codes go. */
export interface Taken {
  /** whether it has arguments, which are checked */
  arguments: boolean
  /** whether a line of any form is among them, or in them */
  line: boolean
  /** whether a point is, which may be that of a place or a trail */
  waypoint: boolean
  /** whether an area is, which may be that of a place */
  area: boolean
}

/** Sorted. */
export function codesOf(runs: AnyOperation | undefined, takes: Taken, others: readonly ErrorCode[] = []): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(runs?.raises ?? []),
    ...others,
    ...(runs?.heavy === true ? (['concurrency_limit'] as const) : []),
    ...(takes.arguments ? (['invalid_input'] as const) : []),
    ...(takes.line ? ROUTE_CODES : []),
    ...(takes.waypoint ? WAYPOINT_CODES : []),
    ...(takes.area ? AREA_CODES : []),
  ]
  return [...new Set(codes)].filter((code) => !OF_FORMS.has(code)).sort()
}

/** Whether a line was sent in one form only is a question of REST: here it is of its type. */
const OF_FORMS: ReadonlySet<ErrorCode> = new Set(['both_inputs', 'no_input'])

const WAYPOINT_CODES: readonly ErrorCode[] = ['not_found', 'artifacts_missing']

/** The place is not there, has no outline, or is too large. */
const AREA_CODES: readonly ErrorCode[] = ['not_found', 'artifacts_missing', 'no_outline', 'too_large']

/** A line may be a route, which is planned first. */
const ROUTE_CODES: readonly ErrorCode[] = ['setting_refused', ...planRoute.raises]

/**
 * A description with the codes as its last words, for who reads introspection: it shows no directives. The printed
 * schema has `@raises` in their place.
 */
export function withCodes(description: string | null | undefined, codes: readonly ErrorCode[]): string {
  return codes.length === 0 ? (description ?? '') : `${description} May raise ${codes.map(inCapitals).join(', ')}.`
}

export const withoutCodes = (description: string): string => description.replace(/ May raise [A-Z_, ]+\.$/, '')
