// HOT: npm run bench -- course
// It sees every member of a body on the main thread, so it hashes codes into one table and makes no object per member.
//
// How many shapes the objects of a JSON text have: a JSON parser makes a hidden class for each distinct beginning of an
// object's list of names, which takes microseconds each. A table of hashes counts them before the text is parsed. The
// seed is drawn for each process, so that names cannot be chosen whose hashes are equal.

const SLOTS = 32_768
const SEED = (Math.random() * 0xffffffff) | 0
const PRIME = 0x01000193

export class ObjectShapes {
  #slots: Int32Array | null = null
  /** of the object that is open at each depth, what its names so far hash to */
  readonly #open: number[] = []
  /** distinct beginnings so far */
  count = 0

  /** An object or a list begins at this depth. */
  begin(depth: number): void {
    this.#open[depth] = SEED
  }

  /** The next name of the object at this depth; `codeAt` gives the codes of source[from, to). */
  addText(depth: number, text: string, from: number, to: number): void {
    let hash = this.#open[depth] ?? SEED
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
    this.#add(depth, hash)
  }

  /** As `addText`, of bytes. */
  addBytes(depth: number, bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#open[depth] ?? SEED
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], PRIME)
    this.#add(depth, hash)
  }

  #add(depth: number, nameHash: number): void {
    // the end of a name, and the low bits spread over all
    let hash = Math.imul(nameHash ^ 0x1_00, PRIME)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash ^= hash >>> 13
    if (hash === 0) hash = 1
    this.#open[depth] = hash
    const slots = (this.#slots ??= new Int32Array(SLOTS))
    let slot = hash & (SLOTS - 1)
    while (slots[slot] !== 0) {
      if (slots[slot] === hash) return
      slot = (slot + 1) & (SLOTS - 1)
    }
    // callers end long before it is full
    slots[slot] = hash
    this.count++
  }
}
