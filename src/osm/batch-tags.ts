// Tags of a block's items, decoded only when needed. Keys and values are compared by their index in the block, so that
// most items are skipped without decoding a string.

import type { RelationBatch, TaggedBatch } from './entity-batches.ts'

/** Tags of item `i` of a batch. */
export function readTags({ tagStart, keys, values, strings }: TaggedBatch, i: number): Map<string, string> {
  const tags = new Map<string, string>()
  for (let t = tagStart[i]; t < tagStart[i + 1]; t++) tags.set(strings.get(keys[t]), strings.get(values[t]))
  return tags
}

/** The `type` tag of each relation; empty if it has none. */
export function readRelationTypes({ count, tagStart, keys, values, strings }: RelationBatch): string[] {
  const types = new Array<string>(count).fill('')
  const typeKey = strings.find('type')
  if (typeKey < 0) return types
  for (let r = 0; r < count; r++) {
    for (let t = tagStart[r]; t < tagStart[r + 1]; t++) if (keys[t] === typeKey) types[r] = strings.get(values[t])
  }
  return types
}

/** 1 for items that have one of the keys, or the tag `also`. */
export function markTagged(
  { count, tagStart, keys, values, strings }: TaggedBatch,
  wanted: readonly string[],
  also?: readonly [key: string, value: string],
): Uint8Array {
  const marks = new Uint8Array(count)
  const known = new Uint8Array(strings.count)
  let some = false
  for (const key of wanted) {
    const index = strings.find(key)
    if (index < 0) continue
    known[index] = 1
    some = true
  }
  const alsoKey = also === undefined ? -1 : strings.find(also[0])
  const alsoValue = alsoKey < 0 ? -1 : strings.find(also![1])
  if (!some && alsoValue < 0) return marks
  for (let i = 0; i < count; i++) {
    for (let t = tagStart[i]; t < tagStart[i + 1]; t++) {
      if (known[keys[t]] === 1 || (keys[t] === alsoKey && values[t] === alsoValue)) {
        marks[i] = 1
        break
      }
    }
  }
  return marks
}
