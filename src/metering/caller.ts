// Identifies the caller: the first step of the pipeline. A key is sent as Authorization, X-Api-Key or the query
// parameter `key`. Two different keys are an error; an unknown one is 401 and never falls back to the keyless
// allowance. A browser key works only from its listed origins. Holds no key, only its record.
//
// Without a key a call is counted for its address: the socket's, or the right-most untrusted one of X-Forwarded-For if
// the socket's peer is a listed proxy (decision: keys-and-credits). IPv6 is counted per /64. Headers of unlisted peers
// are ignored.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import { shortHeader, MAX_HEADER_CHARACTERS } from '../wire/header-text.ts'
import { type KeyRecord, type KeyStore, findKey } from './api-key.ts'
import { isListedOrigin } from './origin.ts'
import { BROWSER_RATE_PER_S, PLANS, type Plan, type PlanName, VISITOR_PLAN, planOf } from './plans.ts'
import { BlockList, isIP } from 'node:net'

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

export interface TrustedProxies {
  isTrusted(address: string): boolean
}

/** Reads addresses and CIDR blocks, e.g. `10.0.0.0/8`. Throws an Error naming an entry that is neither. */
export function readTrustedProxies(entries: readonly string[]): TrustedProxies {
  const blocks = new BlockList()
  for (const entry of entries) {
    const [address, bits] = entry.split('/')
    const family = isIP(address)
    const width = family === 6 ? 128 : 32
    if (family === 0 || (bits !== undefined && !(Number(bits) <= width)))
      throw new Error(`TRUSTED_PROXIES: "${entry}" is not an address or CIDR block`)
    blocks.addSubnet(address, bits === undefined ? width : Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isTrusted: (address) =>
      entries.length > 0 && isIP(address) !== 0 && blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

/** The caller's address: IPv4 unchanged, IPv6 as its /64. `unknown` if the peer has no address. */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  let address = bare(socketAddress ?? '')
  if (forwardedFor !== undefined && proxies.isTrusted(address)) {
    const hops = lastHops(forwardedFor)
    for (let i = hops.length - 1; i >= 0; i--) {
      const hop = bare(hops[i].trim())
      if (isIP(hop) === 0) break // not an address, so nothing to the left of it can be trusted
      address = hop
      if (!proxies.isTrusted(hop)) break
    }
  }
  return networkOf(address)
}

/** The right-most hops. A client controls the rest, which may be as long as a whole head. */
function lastHops(forwardedFor: string): string[] {
  if (forwardedFor.length <= MAX_HEADER_CHARACTERS) return forwardedFor.split(',')
  // the first element is cut off, so it is dropped
  return forwardedFor.slice(-MAX_HEADER_CHARACTERS).split(',').slice(1)
}

/** The address a connection counts for before it sends anything; null for a trusted proxy, which has many clients. */
export function peerAddress(socketAddress: string | undefined, proxies: TrustedProxies): string | null {
  const address = bare(socketAddress ?? '')
  return proxies.isTrusted(address) ? null : networkOf(address)
}

/** Turns `::ffff:1.2.3.4` into 1.2.3.4; drops brackets, zone and port. */
function bare(text: string): string {
  let address = text
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  if (bracketed !== null) address = bracketed[1]
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'))
  const zone = address.indexOf('%')
  if (zone >= 0) address = address.slice(0, zone)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped === null ? address : mapped[1]
}

function networkOf(address: string): string {
  const family = isIP(address)
  if (family === 4) return address
  if (family === 0) return 'unknown'
  const [head, tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
