// HOT: npm run bench -- graphql
// Yoga's shell around a request costs several times what running a small document does.
//
// A plain request: one JSON document in, one JSON answer out, nothing wrong with how it is asked. Such a request goes
// past Yoga; everything else, and everything that has to be refused before it runs, is Yoga's. Both run the document by
// the same functions.

import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { GraphqlRequest } from '../../src/server/serve-graphql.ts'
import { type ReadDocument, findOperation } from './read-document.ts'

export interface PlainRequest {
  query: string
  document: DocumentNode
  operationName: string | null
  variables: Record<string, unknown>
  contentType: string
}

const PARAMS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions'])

/** Null where Yoga has to answer. `read`: its document, which throws what is wrong with its text. */
export function readPlain({ headers, body }: GraphqlRequest, read: () => ReadDocument): PlainRequest | null {
  const contentType = jsonTypeOf(headers.accept)
  const params = body?.value
  if (contentType === null || !isRecord(params)) return null
  for (const name in params) if (!PARAMS.has(name)) return null
  const { query, variables, operationName = null, extensions } = params
  if (typeof query !== 'string' || !isAbsent(variables) || !isAbsent(extensions)) return null
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null
  let document: DocumentNode
  try {
    const known = read()
    if (known.errors.length > 0 || known.hasParts) return null
    document = known.document
  } catch {
    return null
  }
  if (findOperation(document, operationName)?.operation !== 'query') return null
  return { query, document, operationName, variables: variables ?? {}, contentType }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAbsent(value: unknown): value is Record<string, unknown> | null | undefined {
  return value === undefined || value === null || isRecord(value)
}

const REGULAR = ['application/graphql-response+json', 'application/json'] as const
const KEPT_CHARACTERS = 500
const kept = new LRUCache<string, { type: string | null }>({ max: 200 })

/** The JSON type that the client's `Accept` asks for first, as Yoga reads it; null where it asks for none. */
function jsonTypeOf(accept = '*/*'): string | null {
  const known = kept.get(accept)
  if (known !== undefined) return known.type
  const type = findType(accept)
  if (accept.length <= KEPT_CHARACTERS) kept.set(accept, { type })
  return type
}

function findType(accept: string): string | null {
  for (const entry of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [media, ...parameters] = entry.split(';')
    if ((parameters.find((one) => one.includes('charset=')) ?? 'charset=utf-8') !== 'charset=utf-8') continue
    const [start, end] = media.split('/')
    const type = REGULAR.findLast((one) => {
      const [ownStart, ownEnd] = one.split('/')
      return (start === '*' || start === ownStart) && (end === '*' || end === ownEnd)
    })
    if (type !== undefined) return `${type}; charset=utf-8`
  }
  return null
}
