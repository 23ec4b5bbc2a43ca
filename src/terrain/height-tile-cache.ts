// Decoded height tiles of one archive in an LRU cache bounded by bytes; concurrent requests for a tile share one read.
// A tile missing from the archive is cached too, as null.

import { LRUCache } from 'lru-cache'
import type { HeightTile } from './height-tile.ts'

const ABSENT = 'absent'
/** Bytes counted for a cached missing tile. */
const ABSENT_BYTES = 100

export function tileKey(z: number, x: number, y: number): number {
  return (z * 4_194_304 + x) * 4_194_304 + y
}

export class HeightTileCache {
  readonly #read: (z: number, x: number, y: number) => Promise<HeightTile | null>
  readonly #tiles: LRUCache<number, HeightTile | typeof ABSENT>
  readonly #loading = new Map<number, Promise<HeightTile | null>>()

  constructor(read: (z: number, x: number, y: number) => Promise<HeightTile | null>, maxBytes: number) {
    this.#read = read
    this.#tiles = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf })
  }

  /** The tile of a `tileKey`, undefined if it is not loaded. */
  find(key: number): HeightTile | null | undefined {
    const tile = this.#tiles.get(key)
    return tile === ABSENT ? null : tile
  }

  load(z: number, x: number, y: number): Promise<HeightTile | null> {
    const key = tileKey(z, x, y)
    const known = this.find(key)
    if (known !== undefined) return Promise.resolve(known)
    let promise = this.#loading.get(key)
    if (promise === undefined) {
      promise = this.#read(z, x, y)
        .then((tile) => {
          this.#tiles.set(key, tile ?? ABSENT)
          return tile
        })
        .finally(() => this.#loading.delete(key))
      this.#loading.set(key, promise)
    }
    return promise
  }

  clear(): void {
    this.#tiles.clear()
  }
}

function bytesOf(tile: HeightTile | typeof ABSENT): number {
  return tile === ABSENT ? ABSENT_BYTES : tile.pixels.byteLength
}
