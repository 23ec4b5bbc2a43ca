// Whether a client's copy of an answer is current: If-None-Match and If-Match against the tag of resolvers/pipeline/entity-tag.ts.

import { shortHeader } from '../wire/header-text.ts'

/** Whether an If-None-Match header names the tag (weak comparison, RFC 9110). */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  const named = shortHeader(header)
  if (named === null) return false
  const opaque = tag.replace(/^W\//, '')
  return named.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}

/** Whether an If-Match header allows the answer: `*`, or a list with the tag itself; a weak tag matches nothing. */
export function allowsEtag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return true
  const named = shortHeader(header)
  if (named === null || tag.startsWith('W/')) return false
  return named.trim() === '*' || named.split(',').some((one) => one.trim() === tag)
}
