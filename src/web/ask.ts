// One question to the service: a typed document and its variables in, data out. A failure is a Failure with the code
// and the sentence of the service; what else goes wrong (no connection, no JSON) gets a code of the page's own.
// Remembers what was asked, so that the page can show the query behind what is seen.

import { signal } from '@preact/signals'
import type { TypedDocumentString } from './documents/generated/graphql.ts'
import { config } from './session.ts'

export class Failure extends Error {
  readonly code: string
  readonly retryAfterS: number | null

  constructor(code: string, message: string, retryAfterS: number | null = null) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

export interface Asked {
  name: string
  query: string
  variables: object
}

/** The latest question of each name. */
export const asked = signal<ReadonlyMap<string, Asked>>(new Map())
/** Credits left of the day as the last answer told; null where nothing is counted. */
export const creditsLeft = signal<number | null>(null)

interface Answer<Result> {
  data?: Result | null
  errors?: { message: string; extensions?: { code?: string; retryAfterS?: number } }[]
}

/**
 * Throws Failure where the first field of the document is null beside an error, or nothing came; aborts as fetch does.
 */
export async function ask<Result extends object, Variables extends object>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  stop?: AbortSignal,
): Promise<{ data: Result; failures: Failure[] }> {
  const query = document.toString().trim()
  const name = /\bquery (\w+)/.exec(query)?.[1] ?? 'Query'
  // suggestions are asked at every key; they would hide what is seen
  if (name !== 'Suggest')
    asked.value = new Map([...asked.peek()].filter(([old]) => old !== name)).set(name, { name, query, variables })
  const response = await fetch(`${config.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(stop === undefined ? {} : { signal: stop }),
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new Failure('no_connection', '')
  })
  const left = response.headers.get('x-service-credits-remaining')
  creditsLeft.value = left === null ? null : Number(left)
  const answer = (await response.json().catch(() => null)) as Answer<Result> | null
  if (answer === null) throw new Failure('no_answer', `HTTP ${response.status}`)
  const failures = (answer.errors ?? []).map(
    ({ message, extensions }) => new Failure(extensions?.code ?? 'no_answer', message, extensions?.retryAfterS ?? null),
  )
  const data = answer.data ?? null
  if (data === null || (failures.length > 0 && Object.values(data).every((value) => value === null)))
    throw failures[0] ?? new Failure('no_answer', `HTTP ${response.status}`)
  return { data, failures }
}

/** Whatever was thrown, as a Failure; null for a question that was taken back. */
export function toFailure(thrown: unknown): Failure | null {
  if (thrown instanceof Failure) return thrown
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
  return new Failure('page_fault', thrown instanceof Error ? thrown.message : String(thrown))
}
