// What an operation of the interface is to the conformance run: how it is asked, and what must be true of each answer.
// Everything in operations/ is data of these types, written from the interface and the decisions; nothing of the
// server's own code is read.

import type { Known } from './known.ts'
import type { Shape } from './shapes.ts'

export type ErrorBody = 'Error' | 'ProductError' | 'RouteError'

export interface Ask {
  host: 'api' | 'site'
  method: string
  /** with its query */
  path: string
  body?: string
  headers?: Readonly<Record<string, string>>
  /** no key: the call is made without one, or brings its own in `headers` */
  withoutKey?: true
  /** sent so many times at once; a refusal among the answers is the one that counts */
  burst?: number
}

export interface Answer {
  status: number
  /** names in lower case */
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
  /** undefined where the body is no JSON */
  json: unknown
}

export interface Exchange {
  operation: Operation
  ask: Ask
  answer: Answer
  known: Known
  /** credits left before it was asked; null without a key */
  creditsBefore: number | null
}

/** Null: as stated. A `NotSeen`: this answer does not show it. Else what is wrong. */
export type Verdict = string | NotSeen | null

export class NotSeen {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** Thrown when a question needs something that the server does not offer. */
export class NotRequested extends Error {}

export type Check = FieldsCheck | OneCheck

export interface FieldsCheck {
  kind: 'fields'
  /** of the interface (`2.9`), or a decision (`decision `layouts``) */
  section: string
  /** `error`: the error body of the operation */
  shape: Shape | 'error'
}

/** `law`: judged only where the fields are sound, so that it may rely on them. */
export interface OneCheck {
  kind: 'status' | 'header' | 'law'
  section: string
  name: string
  judge: (context: Exchange) => Verdict
}

export interface Case {
  name: string
  ask: (known: Known) => Ask
  checks: readonly Check[]
  /** refused before anything is metered: says nothing of credits and rates */
  isRefusedEarly?: true
}

export interface Operation {
  id: string
  section: string
  host: 'api' | 'site'
  method: 'GET' | 'POST'
  /** as the interface has it, with {names} */
  path: string
  errors: ErrorBody
  /** takes a key, shows its credits */
  takesKey: boolean
  /** rates bind it */
  metered: boolean
  /** largest body, bytes */
  bodyBytes?: number
  /** leans on a provider outside: a 502 or 503 is no fault of the server */
  leans?: true
  /** no operation of the interface: nothing is made of its row */
  hasNoGate?: true
  /** a sound request */
  sound?: (known: Known) => Ask
  cases: readonly Case[]
}

export interface Result {
  operation: string
  case: string
  section: string
  check: string
  outcome: 'passed' | 'failed' | 'not seen'
  detail: string
}

export function get(
  path: string,
  query: Readonly<Record<string, string | number>> = {},
  host: 'api' | 'site' = 'api',
): Ask {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return { host, method: 'GET', path: words.length === 0 ? path : `${path}?${words.join('&')}` }
}

export function post(path: string, body: unknown): Ask {
  return {
    host: 'api',
    method: 'POST',
    path,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
}
