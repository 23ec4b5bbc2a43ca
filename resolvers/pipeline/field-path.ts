// The place of a field in its document, and in the answer.

/** Where a field is in its document, as graphql-js links it; null: the request itself. */
export interface FieldPath {
  readonly prev: FieldPath | undefined
  readonly key: string | number
}

export function keysOf(path: FieldPath): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: FieldPath | undefined = path; at !== undefined; at = at.prev) keys.push(at.key)
  return keys.reverse()
}

export function namesOf(path: FieldPath): string[] {
  return keysOf(path).filter((key) => typeof key === 'string')
}

export function startsWith(keys: readonly (string | number)[], start: readonly (string | number)[]): boolean {
  return start.every((key, index) => keys[index] === key)
}
