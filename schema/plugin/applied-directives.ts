// What directives say of one field or type (directives.ts), from its facts.

import { mostCreditsOf } from '../../resolvers/pipeline/operation.ts'
import type { ErrorCode } from '../../src/errors.ts'
import type { FieldFacts } from './field-facts.ts'

/** Arguments by the name of the directive. */
export interface Applied {
  semanticNonNull?: { levels?: number[] }
  raises?: { codes: readonly ErrorCode[] }
  cost?: { weight: string }
  listSize?: {
    assumedSize?: number
    slicingArguments?: string[]
    sizedFields?: string[]
    requireOneSlicingArgument?: boolean
  }
  lookup?: object
  key?: { fields: string }
}

/** In extensions, in the key where tools look for them. */
export const applied = (directives: Applied): { directives: Applied } => ({ directives })

export function appliedTo(one: { extensions: object } | undefined): Applied {
  return (one?.extensions as Partial<ReturnType<typeof applied>> | undefined)?.directives ?? {}
}

/** `type`: the name of the object type that it is a field of; null for an interface. */
export function appliedBy(facts: FieldFacts, type: string | null): Applied {
  const { raises = [], assumedSize, lookup } = facts
  const weight = mostCreditsOn(facts, type)
  return {
    ...(raises.length > 0 ? { raises: { codes: raises } } : {}),
    ...(weight > 0 ? { cost: { weight: String(weight) } } : {}),
    ...(assumedSize === undefined ? {} : { listSize: { assumedSize } }),
    ...(lookup === true ? { lookup: {} } : {}),
  }
}

/** Of a field that gives a page of a list. */
export function sizeOfPage(args: Readonly<Record<string, { defaultValue?: unknown }>>): Applied {
  const slicingArguments = ['first', 'last'].filter((name) => name in args)
  const preset = args['first']?.defaultValue
  return {
    listSize: {
      ...(typeof preset === 'number' ? { assumedSize: preset } : {}),
      slicingArguments,
      sizedFields: ['edges', 'nodes'],
      requireOneSlicingArgument: false,
    },
  }
}

function mostCreditsOn(
  { runs, credits = 0, mostCredits, creditsByType = {} }: FieldFacts,
  type: string | null,
): number {
  const onType = type === null ? Math.max(0, ...Object.values(creditsByType)) : (creditsByType[type] ?? 0)
  if (mostCredits !== undefined) return mostCredits + onType
  if (typeof credits === 'number') return credits + onType
  if (typeof credits === 'object') return (credits.field ?? 0) + onType
  if (runs === undefined) throw new TypeError('a field whose credits depend on its arguments says their most')
  return mostCreditsOf(runs) + onType
}
