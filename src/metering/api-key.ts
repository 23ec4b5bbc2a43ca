// The format of a key and how it is stored: only a SHA-256 beside its first 12 characters (decision: keys-and-credits).
// Lookup is by prefix, comparison of the hashes is constant-time. The full key exists only where it is created.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PlanName, PlanOverrides } from './plans.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_PATTERN = /^svc_[0-9A-Za-z]{32}$/
const BROWSER_PATTERN = /^svc_pub_[0-9A-Za-z]{32}$/
const KEY_PREFIX_LENGTH = 12

export interface KeyRecord {
  /** first 12 characters, safe to show and to log */
  prefix: string
  sha256: Buffer
  /** the project whose credits, slots and ceilings the key uses */
  project: string
  plan: PlanName
  browser: boolean
  /** web origins a browser key works from, e.g. `https://example.org` */
  origins: readonly string[]
  revoked: boolean
  /** time from which the key is revoked, which may be in the future; absent or null: never */
  revokedMs?: number | null
  /** overrides the project's plan */
  overrides?: PlanOverrides
}

export interface KeyStore {
  /** every record whose key has this prefix; usually one */
  listByPrefix(prefix: string): readonly KeyRecord[] | Promise<readonly KeyRecord[]>
}

export function looksLikeKey(text: string): boolean {
  return SECRET_PATTERN.test(text) || BROWSER_PATTERN.test(text)
}

/** The valid record of a key; returns null if the key is unknown, revoked or malformed. */
export async function findKey(store: KeyStore, key: string, nowMs = Date.now()): Promise<KeyRecord | null> {
  if (!looksLikeKey(key)) return null
  const records = await store.listByPrefix(key.slice(0, KEY_PREFIX_LENGTH))
  const sha256 = hashKey(key)
  let found: KeyRecord | null = null
  for (const record of records) if (timingSafeEqual(record.sha256, sha256)) found = record
  return found === null || found.revoked || (found.revokedMs ?? Infinity) <= nowMs ? null : found
}

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** A new key and its record; the key itself is stored nowhere. */
export function createKey(options: {
  project: string
  plan: PlanName
  browser?: boolean
  origins?: readonly string[]
}): { key: string; record: KeyRecord } {
  const browser = options.browser ?? false
  let key = browser ? 'svc_pub_' : 'svc_'
  const end = key.length + 32
  while (key.length < end)
    // 248 = 4 x 62: every character is equally likely
    for (const byte of randomBytes(48)) if (byte < 248 && key.length < end) key += BASE62[byte % 62]
  const record: KeyRecord = {
    prefix: key.slice(0, KEY_PREFIX_LENGTH),
    sha256: hashKey(key),
    project: options.project,
    plan: options.plan,
    browser,
    origins: options.origins ?? [],
    revoked: false,
  }
  return { key, record }
}

export class MemoryKeyStore implements KeyStore {
  #byPrefix = new Map<string, KeyRecord[]>()

  add(record: KeyRecord): void {
    const records = this.#byPrefix.get(record.prefix)
    if (records === undefined) this.#byPrefix.set(record.prefix, [record])
    else records.push(record)
  }

  listByPrefix(prefix: string): readonly KeyRecord[] {
    return this.#byPrefix.get(prefix) ?? []
  }
}
