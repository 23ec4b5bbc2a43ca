// The JSON type of an answer, by the client's `Accept` as Yoga reads it.

import { LRUCache } from 'lru-cache'

const REGULAR = ['application/graphql-response+json', 'application/json'] as const
export type JsonType = (typeof REGULAR)[number]

const KEPT_CHARACTERS = 500
const kept = new LRUCache<string, { type: JsonType | null }>({ max: 200 })

const JSON_FORMS = /\bjson\b|\*\/\*|\bapplication\/\*/i
export function readsJson(accept: string | undefined): boolean {
  return accept === undefined || JSON_FORMS.test(accept)
}

/** A client that accepts none of the forms gets plain JSON; null: it accepts JSON, but not in UTF-8. */
export function jsonTypeOf(accept = '*/*'): JsonType | null {
  const known = kept.get(accept)
  if (known !== undefined) return known.type
  const type = readsJson(accept) ? findType(accept) : 'application/json'
  if (accept.length <= KEPT_CHARACTERS) kept.set(accept, { type })
  return type
}

function findType(accept: string): JsonType | null {
  for (const entry of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [media, ...parameters] = entry.split(';')
    if ((parameters.find((one) => one.includes('charset=')) ?? 'charset=utf-8') !== 'charset=utf-8') continue
    const [start, end] = media.split('/')
    const type = REGULAR.findLast((one) => {
      const [ownStart, ownEnd] = one.split('/')
      return (start === '*' || start === ownStart) && (end === '*' || end === ownEnd)
    })
    if (type !== undefined) return type
  }
  return null
}
