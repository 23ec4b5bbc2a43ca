// HOT: npm run bench -- planner
// Ten thousand paths share a few thousand arcs of the hierarchy; each is unpacked once.
//
// The arcs of the network that arcs of the hierarchy stand for under one metric, in order of travel. It keeps a bounded
// number of them.

/** Arcs of the network, 4 MB. */
const MOST_ARCS = 1 << 20

export class UnpackedArcs {
  readonly #byArc = new Map<number, Uint32Array>()
  readonly #most: number
  #count = 0

  constructor(most = MOST_ARCS) {
    this.#most = most
  }

  /** `key`: an upward arc, or the complement of one that is travelled downwards. Null if it was not kept. */
  find(key: number): Uint32Array | null {
    return this.#byArc.get(key) ?? null
  }

  keep(key: number, arcs: Uint32Array): void {
    if (this.#count + arcs.length > this.#most) return
    this.#count += arcs.length
    this.#byArc.set(key, arcs.slice())
  }
}
