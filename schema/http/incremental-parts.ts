// The parts of an answer with @defer or @stream, as they go out: errors masked, coded and reported as in any other
// answer, what failed or was not delivered is not charged, and a last part of its own carries the cost (clients merge
// the extensions of a part that holds nothing else).

import type { ExperimentalIncrementalExecutionResults, GraphQLError } from 'graphql'
import type { CreditSession } from '../../resolvers/pipeline/credit-session.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import type { AnswerBudget } from './answer-budget.ts'
import type { AnswerPart, PartPlace, Pending, Place } from './answer-part.ts'
import { dropFailed } from './drop-failed.ts'
import { withStatus } from './graphql-errors.ts'
import { inOlderWords } from './older-parts.ts'

type Values = Record<string | number, unknown>

export interface PartsContext {
  /** in the words that clients of `deferSpec=20220824` read */
  older: boolean
  session: CreditSession
  answer: AnswerBudget
  /** aborted when nobody reads the answer any more */
  signal: AbortSignal
  maskError: (error: unknown) => Error
  /** says its errors */
  renderer: Renderer
  settle: () => Promise<object>
}

export async function* incrementalParts(
  { initialResult, subsequentResults }: ExperimentalIncrementalExecutionResults,
  context: PartsContext,
): AsyncGenerator<object> {
  const { session, answer, settle, maskError, older } = context
  const delivered = new Delivered(initialResult.data)
  const written = (part: AnswerPart) => {
    const places = delivered.add(part)
    dropFailed(session, { data: delivered.data, errors: errorsOf(part) as GraphQLError[] }, answer.error)
    const own = { ...masked(part, context), hasNext: true }
    return older ? inOlderWords(own, places) : withListPlaces(own, places)
  }
  let failure: Error | null = null
  try {
    for (let part = initialResult as AnswerPart; ; ) {
      yield written(part)
      const next = await subsequentResults.next()
      if (next.done === true) break
      part = next.value as AnswerPart
    }
  } catch (thrown) {
    if (context.signal.aborted) return
    failure = maskError(thrown)
  } finally {
    // what still runs for it need not
    void subsequentResults.return(undefined).catch(() => undefined)
  }
  if (failure !== null) {
    const errors = [failure]
    yield written({ completed: delivered.stillPending.map(({ id }) => ({ id, errors })), hasNext: true })
  }
  session.dropUnless((place) => delivered.has(place))
  yield { hasNext: false, extensions: await settle() }
}

function errorsOf({ errors = [], incremental = [], completed = [] }: AnswerPart): readonly object[] {
  return [...errors, ...[...incremental, ...completed].flatMap((one) => one.errors ?? [])]
}

function masked(part: AnswerPart, { maskError, renderer }: PartsContext): AnswerPart {
  const within = <T extends { errors?: readonly object[] }>(one: T): T =>
    one.errors === undefined
      ? one
      : { ...one, errors: [...new Set(one.errors)].map((error) => withStatus(maskError(error), renderer)) }
  const { incremental, completed } = part
  return {
    ...within(part),
    ...(incremental === undefined ? {} : { incremental: incremental.map(within) }),
    ...(completed === undefined ? {} : { completed: completed.map(within) }),
  }
}

/** urql looks for the place of list elements in `path`, other clients count them. */
function withListPlaces(part: AnswerPart, places: readonly PartPlace[]): object {
  const incremental = part.incremental?.map((one, index) =>
    places[index].isList ? { ...one, path: places[index].path } : one,
  )
  return incremental === undefined ? part : { ...part, incremental }
}

/** What has gone out so far, as one answer. */
class Delivered {
  readonly data: unknown
  readonly #pending = new Map<string, Pending>()

  constructor(data: unknown) {
    this.data = data
  }

  get stillPending(): readonly Pending[] {
    return [...this.#pending.values()]
  }

  /** Where the increments of the part, then what it completes, belong. */
  add({ pending = [], incremental = [], completed = [] }: AnswerPart): PartPlace[] {
    for (const one of pending) this.#pending.set(one.id, one)
    const places: PartPlace[] = []
    for (const { id, subPath = [], data, items } of incremental) {
      const { path: start, label } = this.#pending.get(id)!
      const path = [...start, ...subPath]
      const target = this.#valueAt(path)
      if (items !== undefined && Array.isArray(target)) {
        places.push({ path: [...path, target.length], label, isList: true })
        for (const item of items) target.push(item)
      } else {
        places.push({ path, label, isList: false })
        if (typeof target === 'object' && target !== null) Object.assign(target, data)
      }
    }
    for (const { id } of completed) {
      const { path, label } = this.#pending.get(id)!
      const list = this.#valueAt(path)
      places.push(
        Array.isArray(list) ? { path: [...path, list.length], label, isList: true } : { path, label, isList: false },
      )
      this.#pending.delete(id)
    }
    return places
  }

  /** Whether the field at this place went out, be it null. */
  has(place: Place): boolean {
    const parent = this.#valueAt(place.slice(0, -1))
    return typeof parent === 'object' && parent !== null && place.at(-1)! in parent
  }

  #valueAt(place: Place): unknown {
    let value = this.data
    for (const key of place) {
      if (typeof value !== 'object' || value === null) return undefined
      value = (value as Values)[key]
    }
    return value
  }
}
