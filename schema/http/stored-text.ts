// A request that names its document instead of sending it: by the id of a trusted document, or by a hash.

import type { GraphqlRequest } from '../../src/server/serve-graphql.ts'
import { isAbsent, PersistedQueryRefusal, readHash } from './persisted-queries.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

type Params = Record<string, unknown>

export interface WithText {
  /** with the text, in its body or its address; as it came where there is nothing to do */
  given: GraphqlRequest
  /** that its text came with; null: none */
  hash: string | null
}

/** Throws ServiceError and PersistedQueryRefusal. */
export function withText(request: GraphqlRequest, trusted: TrustedDocuments): WithText {
  const { body, url } = request
  if (body !== null) {
    const { value } = body
    // Yoga says what is wrong with it
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { given: request, hash: null }
    const { params, hash } = resolve(value as Params, trusted)
    return { given: params === value ? request : { ...request, body: { ...body, value: params } }, hash }
  }
  const address = new URL(url)
  const words: Params = Object.fromEntries(address.searchParams)
  if (typeof words.extensions === 'string') words.extensions = parsed(words.extensions)
  const { params, hash } = resolve(words, trusted)
  if (params === words) return { given: request, hash }
  address.searchParams.delete('documentId')
  address.searchParams.set('query', String(params.query))
  return { given: { ...request, url: address.href }, hash }
}

function resolve(given: Params, trusted: TrustedDocuments): { params: Params; hash: string | null } {
  const hash = readHash(given)
  const params = trusted.resolve(given, hash)
  if (hash === null || params !== given) return { params, hash: null }
  if (isAbsent(given.query)) throw PersistedQueryRefusal.notSupported()
  return { params, hash }
}

/** Yoga says what is wrong with it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
