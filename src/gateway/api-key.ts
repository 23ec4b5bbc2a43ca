// What a key looks like and how it is kept: only a SHA-256 beside its first 12 characters (decision D2).
// Lookup is by prefix, comparison of the hashes is constant-time. The full key exists only where it is made.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PlanName, PlanOverrides } from './plans.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_PATTERN = /^svc_[0-9A-Za-z]{32}$/
const BROWSER_PATTERN = /^svc_pub_[0-9A-Za-z]{32}$/
export const KEY_PREFIX_LENGTH = 12

export interface KeyRecord {
  /** first 12 characters, safe to show and to log */
  prefix: string
  sha256: Buffer
  /** what credits, slots and ceilings are counted for */
  project: string
  plan: PlanName
  browser: boolean
  /** web origins a browser key works from, e.g. `https://example.org` */
  origins: readonly string[]
  revoked: boolean
  /** from then on it is revoked, though it is not yet; absent or null: never */
  revokedMs?: number | null
  /** what the project has in place of its plan's */
  overrides?: PlanOverrides
}

export interface KeyStore {
  /** every record whose key begins so; usually one */
  listByPrefix(prefix: string): readonly KeyRecord[] | Promise<readonly KeyRecord[]>
}

export function looksLikeKey(text: string): boolean {
  return SECRET_PATTERN.test(text) || BROWSER_PATTERN.test(text)
}

/** The live record of a key; null for an unknown, revoked or malformed one. */
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

/** A new key and its record; the key itself is not kept anywhere. */
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
    // 248 = 4 x 62: no letter is likelier
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
