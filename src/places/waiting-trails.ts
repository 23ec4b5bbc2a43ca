// Trails that wait to be written, in the order in which they were built: each row as the bytes of its JSON, each line
// as the sites of its parts, so that V8's heap holds none of them.

import { ByteList } from '../graph/byte-list.ts'
import { uint32List } from '../graph/typed-list.ts'
import type { TrailRow } from './catalogue-rows.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class WaitingTrails {
  readonly #rows = new ByteList()
  readonly #sites = uint32List()
  /** sites of a part: [partEnd[p - 1], partEnd[p]) */
  readonly #partEnd = uint32List()
  /** parts of a trail: [trailEnd[t - 1], trailEnd[t]) */
  readonly #trailEnd = uint32List()

  get count(): number {
    return this.#trailEnd.length
  }

  push(row: TrailRow, parts: readonly (readonly number[])[]): void {
    this.#rows.push(encoder.encode(JSON.stringify(row)))
    for (const sites of parts) {
      for (const site of sites) this.#sites.push(site)
      this.#partEnd.push(this.#sites.length)
    }
    this.#trailEnd.push(this.#partEnd.length)
  }

  rowOf(trail: number): TrailRow {
    return JSON.parse(decoder.decode(this.#rows.get(trail))) as TrailRow
  }

  /** A view of the sites of each part, valid until the next push. */
  partsOf(trail: number): Uint32Array[] {
    const parts: Uint32Array[] = []
    for (let part = startOf(this.#trailEnd.array, trail); part < this.#trailEnd.array[trail]; part++)
      parts.push(this.#sites.array.subarray(startOf(this.#partEnd.array, part), this.#partEnd.array[part]))
    return parts
  }
}

const startOf = (ends: Uint32Array, index: number): number => (index === 0 ? 0 : ends[index - 1])
