// Identifies the caller: the first step of the gate. A key is sent as Authorization, X-Api-Key or the query parameter
// `key`. Two different keys are an error; an unknown one is 401 and never falls back to the keyless allowance.
// A browser key works only from its listed origins. Holds no key, only its record.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import { shortHeader } from '../wire/header-text.ts'
import { type KeyRecord, type KeyStore, findKey } from './api-key.ts'
import { isListedOrigin } from './origin.ts'
import { BROWSER_RATE_PER_S, PLANS, type Plan, type PlanName, VISITOR_PLAN, planOf } from './plans.ts'

export interface Caller {
  /** the project or address whose credits, ceilings and slots are used */
  account: string
  /** the account of the per-second rate */
  rateAccount: string
  ratePerS: number
  plan: Plan
  key: KeyRecord | null
  address: string
  /** what it uses counts here as well: all visitors of the explorer together */
  pool?: Pool
}

export interface Pool {
  account: string
  plan: Plan
}

/** The parts of a request that identify its caller. */
export interface Credentials {
  authorization: string | undefined
  apiKeyHeader: string | undefined
  queryKeys: readonly string[]
  origin: string | undefined
  address: string
}

const keylessCallers = new Map<string, Caller>()
const MOST_KEPT = 10_000

/** The account of an address without a key. */
export const addressAccount = (address: string): string => `address:${address}`

export function keylessCaller(address: string): Caller {
  let caller = keylessCallers.get(address)
  if (caller === undefined) {
    if (keylessCallers.size >= MOST_KEPT) keylessCallers.clear()
    const account = addressAccount(address)
    caller = { account, rateAccount: account, ratePerS: PLANS.none.ratePerS, plan: PLANS.none, key: null, address }
    keylessCallers.set(address, caller)
  }
  return caller
}

const visitors = new WeakMap<Pool, Map<string, Caller>>()

/** The pool of an explorer whose visitors share the credits of a plan; null: they count like any other address. */
export function explorerPool(plan: PlanName | null): Pool | null {
  return plan === null ? null : { account: 'explorer', plan: planOf(plan) }
}

/** A visitor of the explorer: counted apart from what the address asks for elsewhere. */
export function visitorOf(pool: Pool, address: string): Caller {
  let callers = visitors.get(pool)
  if (callers === undefined) visitors.set(pool, (callers = new Map()))
  let caller = callers.get(address)
  if (caller === undefined) {
    if (callers.size >= MOST_KEPT) callers.clear()
    const account = `explorer:${address}`
    const { ratePerS } = VISITOR_PLAN
    caller = { account, rateAccount: account, ratePerS, plan: VISITOR_PLAN, key: null, address, pool }
    callers.set(address, caller)
  }
  return caller
}

/** Throws ServiceError: `invalid_input` (two keys), `invalid_key`, `origin_not_allowed`. */
export async function identifyCaller(credentials: Credentials, store: KeyStore, nowMs = Date.now()): Promise<Caller> {
  const keys = new Set<string>()
  if (credentials.authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(shortHeader(credentials.authorization) ?? '')
    if (bearer === null) throw new ServiceError(say('error.invalid_key.bearer'))
    keys.add(bearer[1])
  }
  if (credentials.apiKeyHeader !== undefined) keys.add(credentials.apiKeyHeader.trim())
  for (const key of credentials.queryKeys) keys.add(key)
  if (keys.size === 0) return keylessCaller(credentials.address)
  if (keys.size > 1) throw new ServiceError(say('error.invalid_input.two_keys'), { inputPath: 'key' })
  const [key] = keys
  const record = await findKey(store, key, nowMs)
  if (record === null) throw new ServiceError(say('error.invalid_key.unknown'))
  const account = `project:${record.project}`
  const plan = planOf(record.plan, record.overrides)
  if (record.browser) {
    if (credentials.origin === undefined || !isListedOrigin(credentials.origin, record.origins)) {
      throw new ServiceError(
        say(credentials.origin === undefined ? 'error.origin_not_allowed.missing' : 'error.origin_not_allowed.foreign'),
      )
    }
    return {
      account,
      rateAccount: `visitor:${record.prefix}:${credentials.address}`,
      ratePerS: BROWSER_RATE_PER_S,
      plan,
      key: record,
      address: credentials.address,
    }
  }
  return { account, rateAccount: account, ratePerS: plan.ratePerS, plan, key: record, address: credentials.address }
}
