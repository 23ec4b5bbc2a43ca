// What a field is beyond its name, type and arguments: which operation it runs, what it costs, what it takes. Written
// as options of the field (waypost-plugin.ts), kept in its extensions, read here and nowhere else.

import type { AnyOperation } from '../../resolvers/pipeline/operation.ts'
import type { ErrorCode } from '../../src/errors.ts'

/** Credits of a field, and how often what is selected of it is made: as many times as a list has elements. */
export type Credits = number | { field?: number; multiplier?: number }

export interface FieldFacts<Args = any> {
  /** the operation that it runs, whose codes it raises; what costs has one */
  runs?: AnyOperation
  /** whether it is null beside an error, and never else: its type here is not null */
  mayFail?: boolean
  /** the codes of its failures; to write are those beside what it runs and takes (field-codes.ts) */
  raises?: readonly ErrorCode[]
  /** of arguments that pass the checks; left out: nothing */
  credits?: Credits | ((args: Args) => Credits)
  /** the most that they come to, where that is neither fixed nor the most of what it runs */
  mostCredits?: number
  /** what a field of an interface costs beside that, by the type it is on */
  creditsByType?: Readonly<Record<string, number>>
  /** whether its credits are those of an area lookup */
  areaLookup?: boolean | ((args: Args) => boolean)
  /** what makes of its arguments those that it runs with, one after the other; each throws ServiceError */
  checks?: readonly ((args: Record<string, unknown>) => Record<string, unknown>)[]
  /** points whose weather it asks for: free, and counted (decision: keys-and-credits) */
  forecastPoints?: (args: Args) => number
  /** where it takes a text as bytes, keys of its arguments; nowhere where left out */
  rawMembers?: readonly string[]
  /** the most elements of its list, where it is priced by their number and takes no page */
  assumedSize?: number
  /** whether it finds an object by its key */
  lookup?: boolean
  /** bytes of its arguments, where they may be more than those of most */
  argumentBytes?: number
  /** the operations that it is the form of in GraphQL (docs/contract.md); left out where it is of none */
  operations?: readonly AnyOperation[]
  /** of a field of the root: whether it counts in the rate; left out: yes */
  rateLimited?: boolean
  /**
   * whether its value hangs on the release, its parent and its arguments alone; left out: as the operation that it runs
   * (Operation.ofRelease), no where it may fail and runs none, yes where it reads its parent
   */
  ofRelease?: boolean
  /** it takes its place among the operations of a document and runs nothing by itself */
  runsNothing?: boolean
  /** it reads what has an id, and is not the operation that it is counted as */
  readsById?: boolean
}

const FACTS = 'waypost'

export function factsOf(field: { extensions?: object | null } | null | undefined): FieldFacts {
  return ((field?.extensions ?? {}) as { [FACTS]?: FieldFacts })[FACTS] ?? NONE
}
const NONE: FieldFacts = {}

/** Extensions of a field that has these facts. */
export function withFacts(facts: FieldFacts, extensions: object | null | undefined = null): Record<string, unknown> {
  return { ...extensions, [FACTS]: facts }
}
