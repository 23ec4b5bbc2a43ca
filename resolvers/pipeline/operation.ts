// The declaration of one operation: what it takes, what it costs, what may go wrong, and how it runs.
// Declared once, for both transports: GraphQL fields and HTTP routes. The pipeline (pipeline.ts) reads this, and the
// OpenAPI document and the GraphQL descriptions are made from it.

import type { z } from 'zod'
import type { ErrorCode } from '../../src/errors.ts'
import type { Caller } from '../../src/metering/caller.ts'
import type { CpuMeter } from '../../src/overload/cpu-meter.ts'
import type { DataSource } from '../../src/releases/attribution.ts'
import type { Services } from '../../src/services.ts'

export interface Limits {
  /** after decoding; 1 MB = 1,048,576 bytes */
  bodyBytes: number
  points?: number
  lengthKm?: number
  parts?: number
}

export interface RunContext {
  /** aborts when the caller leaves or the time of the request is up */
  signal: AbortSignal
  requestId: string
  /** as of JobOptions */
  language?: string | null | undefined
  /** of the files that it writes; absent: `language` */
  fileLanguage?: string | null | undefined
  caller: Caller
  /** what the operations of this request have asked together */
  requested: { forecastPoints: number }
  /** measures what runs for it; absent: nothing does */
  cpu?: CpuMeter | undefined
}

export interface Operation<Input = unknown, Output = unknown> {
  /** the interface's identifier, e.g. `waypoint-route` */
  id: string
  /** one sentence, for OpenAPI and GraphQL */
  summary: string
  /** camelCase; both transports validate with it */
  input: z.ZodType<Input>
  limits: Limits
  /** credits, fixed or known from the input before it runs */
  credits: number | ((input: Input) => number)
  /** the most that the input may make of them; absent: they are fixed */
  mostCredits?: number
  /** what is charged where the answer decides, at most `credits`; absent: `credits` */
  chargedFor?(input: Input, output: Output): number
  /** the rule in words, where the input decides */
  creditsRule?: string
  /** takes a concurrency slot; left out: false */
  heavy: boolean
  /** counts toward the daily ceiling of area lookups; left out: false */
  areaLookup: boolean
  /** may carry a key; false: a key is ignored; left out: true */
  takesKey: boolean
  /** bound by the per-second rate (operations that cost credits, and weather); left out: true */
  rateLimited: boolean
  /** whether its answers hang on the input and the release alone, so that they may be kept; left out: false */
  ofRelease: boolean
  /** whose data its answers carry, which name them (decision: attribution) */
  sources: readonly DataSource[]
  /** the codes it may give beside the common ones of decision `errors` */
  raises: readonly ErrorCode[]
  run(input: Input, services: Services, context: RunContext): Promise<Output> | Output
}

/** An operation of any input, as lists and the pipeline have it. */
// any: a list of operations has every input there is
export type AnyOperation = Readonly<Operation<any, any>>

export const MB = 1_048_576

const USUAL = { heavy: false, areaLookup: false, takesKey: true, rateLimited: true, ofRelease: false } as const

/** Freezes the declaration; the type parameters come from the zod schema. */
export function defineOperation<Input, Output>(
  declared: Omit<Operation<Input, Output>, keyof typeof USUAL> & Partial<Pick<Operation, keyof typeof USUAL>>,
): Readonly<Operation<Input, Output>> {
  return Object.freeze({ ...USUAL, ...declared })
}

/** What one call costs at most, in credits. */
export function mostCreditsOf({
  id,
  credits,
  mostCredits,
}: Pick<AnyOperation, 'id' | 'credits' | 'mostCredits'>): number {
  if (typeof credits === 'number') return credits
  if (mostCredits === undefined) throw new TypeError(`${id} does not say what it costs at most`)
  return mostCredits
}

/** What one call costs, in credits. */
export function creditsOf<Input>(operation: Readonly<Operation<Input, unknown>>, input: Input): number {
  return typeof operation.credits === 'number' ? operation.credits : operation.credits(input)
}
