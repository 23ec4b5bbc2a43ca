// A part in the words of graphql-js 16 and of Apollo's `deferSpec=20220824`: what came later says where it belongs by
// `path` and `label`, and what failed as a whole has `data: null` (a list `items: null`).

import type { AnswerPart, PartPlace } from './answer-part.ts'

/** `places`: where its increments belong, then what it completes, in their order. */
export function inOlderWords(part: AnswerPart, places: readonly PartPlace[]): object {
  const { pending, incremental = [], completed = [], ...rest } = part
  const increments = incremental.map(({ id, subPath, ...entry }, index) => ({ ...entry, ...wordsOf(places[index]) }))
  const failures = completed.flatMap(({ errors }, index) => {
    if (errors === undefined) return []
    const place = places[incremental.length + index]
    return [{ [place.isList ? 'items' : 'data']: null, ...wordsOf(place), errors }]
  })
  const entries = [...increments, ...failures]
  return { ...rest, ...(entries.length === 0 ? {} : { incremental: entries }) }
}

function wordsOf({ path, label }: PartPlace): object {
  return label === undefined ? { path } : { path, label }
}
