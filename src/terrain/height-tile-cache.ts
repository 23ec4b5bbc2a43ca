// Decoded height tiles of one archive, bounded in bytes: least recently used go first, concurrent requests for a tile
// share one read. That the archive lacks a tile is remembered too, as null.

import type { HeightTile } from './height-tile.ts'

/** What a remembered absence counts for. */
const ABSENT_BYTES = 100

export function tileKey(z: number, x: number, y: number): number {
  return (z * 4_194_304 + x) * 4_194_304 + y
}

export class HeightTileCache {
  readonly #read: (z: number, x: number, y: number) => Promise<HeightTile | null>
  readonly #maxBytes: number
  readonly #tiles = new Map<number, HeightTile | null>()
  readonly #loading = new Map<number, Promise<HeightTile | null>>()
  #bytes = 0

  constructor(read: (z: number, x: number, y: number) => Promise<HeightTile | null>, maxBytes: number) {
    this.#read = read
    this.#maxBytes = maxBytes
  }

  /** The tile of a `tileKey`, undefined where it is not loaded. */
  find(key: number): HeightTile | null | undefined {
    const tile = this.#tiles.get(key)
    if (tile !== undefined) {
      this.#tiles.delete(key)
      this.#tiles.set(key, tile)
    }
    return tile
  }

  load(z: number, x: number, y: number): Promise<HeightTile | null> {
    const key = tileKey(z, x, y)
    const known = this.find(key)
    if (known !== undefined) return Promise.resolve(known)
    let promise = this.#loading.get(key)
    if (promise === undefined) {
      promise = this.#read(z, x, y)
        .then((tile) => {
          this.#remember(key, tile)
          return tile
        })
        .finally(() => this.#loading.delete(key))
      this.#loading.set(key, promise)
    }
    return promise
  }

  clear(): void {
    this.#tiles.clear()
    this.#bytes = 0
  }

  #remember(key: number, tile: HeightTile | null): void {
    if (this.#tiles.has(key)) return
    this.#tiles.set(key, tile)
    this.#bytes += bytesOf(tile)
    for (const [oldest, old] of this.#tiles) {
      if (this.#bytes <= this.#maxBytes) break
      this.#tiles.delete(oldest)
      this.#bytes -= bytesOf(old)
    }
  }
}

function bytesOf(tile: HeightTile | null): number {
  return tile === null ? ABSENT_BYTES : tile.pixels.byteLength
}
