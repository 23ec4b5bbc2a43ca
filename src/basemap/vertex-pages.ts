// HOT: npm run bench -- basemap
// Tiles are cut from these vertices at every zoom, so those of one page are read in place.
//
// The vertices of features, in pages: in memory, or with a path in a temporary file with a bounded cache of pages, so
// that memory does not grow with the map. Neighbours in the map are mostly neighbours in the file.

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Shape } from './clip-shape.ts'

const PAGE = 1 << 14
const PAGE_BYTES = PAGE * 9
const CACHED_PAGES = 256

interface Page {
  bytes: Uint8Array
  /** x, y of vertex v at [2 * v] */
  coords: Int32Array
  zooms: Uint8Array
}

export class VertexPages {
  length = 0
  readonly #path: string | null
  readonly #fd: number
  #current = newPage()
  /** those in memory, by number, the one used longest ago first where there is a file */
  readonly #pages = new Map<number, Page>()

  constructor(path: string | null) {
    this.#path = path
    this.#fd = path === null ? -1 : openSync(path, 'w+')
  }

  push(x: number, y: number, zoom: number): void {
    const at = this.length % PAGE
    if (at === 0 && this.length > 0) this.#keepCurrent()
    this.#current.coords[2 * at] = x
    this.#current.coords[2 * at + 1] = y
    this.#current.zooms[at] = zoom
    this.length++
  }

  /** Parts [first, last) of vertices at [partStart[p], partStart[p + 1]) as a shape that must not be written to. */
  shape(partStart: Uint32Array, inner: Uint8Array, first: number, last: number): Shape {
    const from = partStart[first]
    const to = partStart[last]
    const number = Math.floor(from / PAGE)
    const isOnOnePage = to <= (number + 1) * PAGE
    const base = isOnOnePage ? number * PAGE : from
    const starts = new Uint32Array(last - first + 1)
    for (let p = first; p <= last; p++) starts[p - first] = partStart[p] - base
    const vertices = isOnOnePage ? this.#page(number) : this.#copy(from, to)
    return {
      coords: vertices.coords,
      zooms: vertices.zooms,
      partStart: starts,
      inner: inner.subarray(first, last),
      first: 0,
      last: last - first,
    }
  }

  /** Deletes the file. */
  close(): void {
    if (this.#path === null) return
    closeSync(this.#fd)
    rmSync(this.#path, { force: true })
  }

  #copy(from: number, to: number): { coords: Int32Array; zooms: Uint8Array } {
    const coords = new Int32Array((to - from) * 2)
    const zooms = new Uint8Array(to - from)
    for (let at = from; at < to; ) {
      const number = Math.floor(at / PAGE)
      const first = at - number * PAGE
      const end = Math.min(PAGE, to - number * PAGE)
      const page = this.#page(number)
      coords.set(page.coords.subarray(2 * first, 2 * end), (at - from) * 2)
      zooms.set(page.zooms.subarray(first, end), at - from)
      at += end - first
    }
    return { coords, zooms }
  }

  #page(number: number): Page {
    if (number === Math.floor((this.length - 1) / PAGE)) return this.#current
    const known = this.#pages.get(number)
    if (this.#path === null) return known!
    const page = known ?? this.#readPage(number)
    this.#pages.delete(number)
    this.#pages.set(number, page)
    return page
  }

  #readPage(number: number): Page {
    const page = newPage()
    for (let at = 0; at < PAGE_BYTES; ) {
      const got = readSync(this.#fd, page.bytes, at, PAGE_BYTES - at, number * PAGE_BYTES + at)
      if (got === 0) throw new RangeError('a temporary file of the import was cut')
      at += got
    }
    if (this.#pages.size >= CACHED_PAGES) this.#pages.delete(this.#pages.keys().next().value!)
    return page
  }

  #keepCurrent(): void {
    const number = this.length / PAGE - 1
    if (this.#path === null) {
      this.#pages.set(number, this.#current)
      this.#current = newPage()
      return
    }
    const { bytes } = this.#current
    for (let at = 0; at < PAGE_BYTES; ) at += writeSync(this.#fd, bytes, at, PAGE_BYTES - at, number * PAGE_BYTES + at)
    // a shape may still be on it
    this.#current = newPage()
  }
}

function newPage(): Page {
  const buffer = new ArrayBuffer(PAGE_BYTES)
  return {
    bytes: new Uint8Array(buffer),
    coords: new Int32Array(buffer, 0, PAGE * 2),
    zooms: new Uint8Array(buffer, PAGE * 8, PAGE),
  }
}
