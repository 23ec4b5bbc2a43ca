// Automatic persisted queries, as Apollo Client, urql and others speak them: the client sends the SHA-256 of a
// document; where that is not known here, it sends hash and text once, and the hash alone from then on. Kept by each
// process for itself, least lately used out first: another process, or a text that fell out, is answered as new.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { MAX_DOCUMENT_CHARACTERS } from './document-rates.ts'

const KEPT_DOCUMENTS = 1000
/** of all of them; at most two bytes each */
const KEPT_CHARACTERS = 4_000_000
const HASH = /^[0-9a-f]{64}$/
/** A trusted document may have any id; a longer one is none. */
const MAX_ID_CHARACTERS = 200
const FIELD = 'extensions.persistedQuery'

/** What the protocol itself answers, in its own words, by which clients know what to do. */
export class PersistedQueryRefusal extends Error {
  readonly code: string
  readonly status: number

  constructor(message: string, code: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }

  /** The client sends the text next; not a failure, so 200. */
  static notFound(): PersistedQueryRefusal {
    return new PersistedQueryRefusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 200)
  }

  /** Sending the text would not help. */
  static notInList(): PersistedQueryRefusal {
    return new PersistedQueryRefusal('PersistedQueryNotInList', 'PERSISTED_QUERY_NOT_IN_LIST', 404)
  }
}

/** The `sha256Hash` of a request; null where it has none. Throws ServiceError for what is none. */
export function readHash({ extensions }: Record<string, unknown>): string | null {
  if (typeof extensions !== 'object' || extensions === null) return null
  const { persistedQuery } = extensions as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null }
  if (persistedQuery === undefined || persistedQuery === null) return null
  const { version, sha256Hash } = persistedQuery
  if (version !== 1 || typeof sha256Hash !== 'string' || sha256Hash.length > MAX_ID_CHARACTERS)
    throw new ServiceError(say('error.invalid_input.persisted', { field: FIELD }), { inputPath: FIELD })
  return sha256Hash
}

/** Some clients send an empty text for none. */
export const isAbsent = (query: unknown): boolean => query === undefined || query === null || query === ''

export class PersistedQueries {
  readonly #texts = new LRUCache<string, string>({
    max: KEPT_DOCUMENTS,
    maxSize: KEPT_CHARACTERS,
    maxEntrySize: MAX_DOCUMENT_CHARACTERS,
    sizeCalculation: ({ length }) => length || 1,
  })

  /** Throws PersistedQueryRefusal where it is not known here. */
  find(hash: string): string {
    const text = this.#texts.get(hash)
    if (text === undefined) throw PersistedQueryRefusal.notFound()
    return text
  }

  /** Throws ServiceError where the hash is not that of the text. */
  check(hash: string, text: string): void {
    if (HASH.test(hash) && createHash('sha256').update(text).digest('hex') === hash) return
    const field = `${FIELD}.sha256Hash`
    throw new ServiceError(say('error.invalid_input.persisted_hash', { field }), { inputPath: field })
  }

  /** Of a text that was checked, by its hash and for mistakes. */
  keep(hash: string, text: string): void {
    this.#texts.set(hash, text)
  }
}
