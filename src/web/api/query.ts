// One question to the service by its client: a typed document and its variables in, data out. Remembers what was asked,
// so that the page can show the query behind what is seen.

import { signal } from '@preact/signals'
import { createGraphql } from '../../../clients/typescript/src/graphql.ts'
import { operationName } from '../../../clients/typescript/src/typed-document.ts'
import { WaypostError } from '../../../clients/typescript/src/waypost-error.ts'
import type { TypedDocumentString } from '../documents/generated/graphql.ts'
import { loadSpeech, type SentSentence } from '../i18n/speech.ts'
import { language } from '../i18n/preferences.ts'
import { heardService, missedService } from '../offline/connection.ts'
import { findAnswer, isTour, keepAnswer, mayBeKept, shownSince } from '../offline/kept-answers.ts'
import { config } from '../plan/session.ts'

/** `page_fault`: the page itself went wrong. `not_kept`: without a connection, and this tour is not kept here. */
export interface Failure extends Pick<WaypostError, 'retryAfterS'> {
  code: WaypostError['code'] | 'page_fault' | 'not_kept'
  /** what the service says, or as a text what the browser says of the page; empty where the page has its own words */
  says: SentSentence | string
}

class NotKept extends Error {}

export interface Requested {
  name: string
  query: string
  variables: object
}

/** The latest question of each name. */
export const requested = signal<ReadonlyMap<string, Requested>>(new Map())
/** Credits left of the day as the last answer says; null where nothing is counted. */
export const creditsLeft = signal<number | null>(null)

/** Somebody waits in front of the page, so that only a short wait is worth a second try. */
const graphql = createGraphql({
  apiUrl: config.apiUrl,
  retries: 1,
  maxWaitS: 2,
  onCost: ({ left }) => (creditsLeft.value = left),
})

/** Throws WaypostError where nothing of the document was answered, and what `stop` says. */
export async function sendQuery<Result extends object, Variables extends object>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  stop?: AbortSignal,
): Promise<{ data: Result; failures: WaypostError[] }> {
  const query = document.toString().trim()
  const name = operationName(query)
  // suggestions and names are asked by themselves; they would hide what is seen
  if (name !== 'Suggest' && !name.startsWith('NameOf'))
    requested.value = new Map([...requested.peek()].filter(([old]) => old !== name)).set(name, {
      name,
      query,
      variables,
    })
  // beside the question, so that an answer does not wait for what says it
  const speech = /Sentences?\b/.test(query) ? loadSpeech(language.peek()) : null
  speech?.catch(() => undefined)
  try {
    const { data, errors } = await graphql.query(document, variables, { signal: stop })
    heardService()
    await speech
    await sayable(errors)
    if (isTour(name, variables)) shownSince.value = null
    if (mayBeKept(name) && errors.length === 0) keepAnswer(name, query, variables, data)
    return { data, failures: errors }
  } catch (thrown) {
    await sayable([thrown])
    if (!isUnreached(thrown)) throw thrown
    missedService()
    if (!mayBeKept(name)) throw thrown
    const kept = await findAnswer<Result>(query, variables)
    await speech
    stop?.throwIfAborted()
    if (isTour(name, variables)) shownSince.value = kept?.at ?? null
    if (kept === null) throw isTour(name, variables) ? new NotKept('', { cause: thrown }) : thrown
    return { data: kept.data, failures: [] }
  }
}

/** What fails may have a sentence where the answer has none; without what says it the page has words for its code. */
async function sayable(failures: readonly unknown[]): Promise<void> {
  const isSaid = failures.some((one) => one instanceof WaypostError && one.sentence !== null)
  if (isSaid) await loadSpeech(language.peek()).catch(() => undefined)
}

/** No answer at all, or that of a proxy whose service is gone. */
function isUnreached(thrown: unknown): boolean {
  if (!(thrown instanceof WaypostError)) return false
  return thrown.code === 'no_connection' || (thrown.code === 'no_answer' && (thrown.status ?? 0) >= 502)
}

/** The page has its own words for these; what the service says of a limit is for who runs a program or a server. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'no_connection',
  'rate_limited',
  'credits_exhausted',
  'bbox_daily_ceiling',
])

/** Whatever was thrown, as a Failure; null for a question that was taken back. */
export function toFailure(thrown: unknown): Failure | null {
  if (thrown instanceof WaypostError) {
    const { code, message, sentence, retryAfterS } = thrown
    return { code, says: OWN_WORDS.has(code) ? '' : (sentence ?? message), retryAfterS }
  }
  if (thrown instanceof NotKept) return { code: 'not_kept', says: '', retryAfterS: null }
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
  return { code: 'page_fault', says: thrown instanceof Error ? thrown.message : String(thrown), retryAfterS: null }
}
