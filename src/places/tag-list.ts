// The tags of many objects, by the order in which they come: the bytes of one JSON array of keys and values each.

import { ByteList } from '../graph/byte-list.ts'
import type { Tags } from '../osm/tags.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class TagList {
  readonly #runs = new ByteList()

  push(tags: Tags): void {
    this.#runs.push(encoder.encode(JSON.stringify([...tags].flat())))
  }

  get(index: number): Map<string, string> {
    const flat = JSON.parse(decoder.decode(this.#runs.get(index))) as string[]
    const tags = new Map<string, string>()
    for (let i = 0; i < flat.length; i += 2) tags.set(flat[i], flat[i + 1])
    return tags
  }
}
