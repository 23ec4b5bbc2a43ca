// The tags of many objects, by the order in which they come: the bytes of one JSON array of keys and values each, in a
// temporary file.

import type { ByteFile } from '../storage/byte-file.ts'
import type { Tags } from '../osm/tags.ts'
import { fromJsonBytes, toJsonBytes } from './json-bytes.ts'

export class TagList {
  readonly #file: ByteFile

  constructor(file: ByteFile) {
    this.#file = file
  }

  push(tags: Tags): void {
    this.#file.push(toJsonBytes([...tags].flat()))
  }

  get(index: number): Map<string, string> {
    return readTagBytes(this.bytesOf(index))
  }

  /** Valid until the next call. */
  bytesOf(index: number): Uint8Array {
    return this.#file.get(index)
  }
}

/** The tags that `bytesOf` gives the bytes of. */
export function readTagBytes(bytes: Uint8Array): Map<string, string> {
  const flat = fromJsonBytes(bytes) as string[]
  const tags = new Map<string, string>()
  for (let i = 0; i < flat.length; i += 2) tags.set(flat[i], flat[i + 1])
  return tags
}
