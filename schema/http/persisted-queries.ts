// Apollo's `extensions.persistedQuery`: the SHA-256 of a document in place of it, or beside it. Nothing is registered
// over the wire: a hash that stands for no trusted document is answered in the words by which Apollo Client, urql and
// others send texts from then on, and ask no more.

import { createHash } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import { ServiceError } from '../../src/errors.ts'
import { say } from '../../src/language/sentence.ts'
import { protocolError } from './graphql-errors.ts'

const HASH = /^[0-9a-f]{64}$/
/** A trusted document may have any id; a longer one is none. */
const MAX_ID_CHARACTERS = 200
const FIELD = 'extensions.persistedQuery'

/** The client sends the text next, and no hash any more; not a failure, so 200. */
export const persistedNotSupported = (): GraphQLError =>
  protocolError('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')

/** Sending the text would not help. */
export const persistedNotInList = (): GraphQLError =>
  protocolError('PersistedQueryNotInList', 'PERSISTED_QUERY_NOT_IN_LIST')

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

/** Throws ServiceError where the hash is not that of the text. */
export function checkHash(hash: string, text: string): void {
  if (HASH.test(hash) && createHash('sha256').update(text).digest('hex') === hash) return
  const field = `${FIELD}.sha256Hash`
  throw new ServiceError(say('error.invalid_input.persisted_hash', { field }), { inputPath: field })
}
